//! Running one duel test.

use super::{DuelTest, FailedLine, expect};
use crate::decision::{Action, Actions, DecisionKind};
use crate::event::Event;
use crate::game::Game;
use crate::ids::Player;
use crate::notation::{NotationError, read_player, read_spell_zone, read_zone};
use crate::position::{Position, PositionError, Script};
use crate::state::Duel;
use crate::view::View;
use crate::witness::{Journal, JournalMark, Witness};
use duelfish_script::{CardCode, Catalogue};

/// The words of all events since the last action.
struct TestWords<'g, 'c> {
    game: &'g Game<'c>,
    events: Vec<String>,
    /// The same events as each player hears of them.
    heard: [String; 2],
}

impl<'g, 'c> TestWords<'g, 'c> {
    const fn new(game: &'g Game<'c>) -> Self {
        Self { game, events: Vec::new(), heard: [String::new(), String::new()] }
    }
}

impl Witness for TestWords<'_, '_> {
    const JOURNALS: bool = false;
    fn save(&mut self, _: u16, _: u64) {}
    fn event(&mut self, duel: &Duel, event: Event) {
        self.events.push(event.describe(duel, self.game));
        for player in Player::BOTH {
            if let Some(heard) = event.heard_by(duel, player) {
                self.heard[player.index()] += &format!("{heard:?}\n");
            }
        }
    }
}

/// A test while it runs.
pub(super) struct TestTable<'g, 'c> {
    pub(super) game: &'g Game<'c>,
    pub(super) duel: Duel,
    pub(super) events: Vec<String>,
    chance: Script,
    journal: Journal,
    /// For each action: the action, the journal before it, and the duel before it.
    history: Vec<(Action, JournalMark, Duel)>,
    /// The view of each player, at the start and after each action.
    seen: [Vec<String>; 2],
    /// The events that each player heard until then, of the same moments.
    heard: [Vec<String>; 2],
}

pub(super) fn test(test: &DuelTest<'_>, cards: &Catalogue) -> Result<(), FailedLine> {
    if test.steps.is_empty() {
        return Err((test.line, "the test has no steps".into()));
    }
    let (table_game, position) = read(test, cards, None)?;
    let mut table = TestTable::new(&table_game, &position);
    for (line, step) in &test.steps {
        let done = match step.split_once(" same if ") {
            Some((player, change)) => same_if(test, cards, &table, player, change),
            None => table.step(step),
        };
        done.map_err(|what| (*line, what))?;
        table.duel.check(table_game.cards).map_err(|broken| (*line, broken.to_string()))?;
    }
    table.finish().map_err(|what| (test.line, what))
}

/// Reads the position of a test, with one of its lines replaced if asked.
fn read<'c>(
    test: &DuelTest<'_>,
    cards: &'c Catalogue,
    change: Option<(usize, &str)>,
) -> Result<(Game<'c>, Position), FailedLine> {
    let replaced = |(n, line): &(usize, &str)| match change {
        Some((at, new)) if at == *n => new.to_owned(),
        _ => (*line).to_owned(),
    };
    let text: Vec<String> = test.position.iter().map(replaced).collect();
    let position = Position::parse(&text.join("\n"), cards).map_err(|error| {
        let PositionError { line, what } = error;
        (test.position.get(line - 1).map_or(test.line, |(number, _)| *number), what)
    })?;
    Ok((position.game(cards), position))
}

impl<'g, 'c> TestTable<'g, 'c> {
    fn new(game: &'g Game<'c>, position: &Position) -> Self {
        let mut chance = position.script();
        let mut words = TestWords::new(game);
        let duel = position.start(game, &mut chance, &mut words);
        let mut table = Self {
            game,
            duel,
            events: words.events,
            chance,
            journal: Journal::default(),
            history: Vec::new(),
            seen: [Vec::new(), Vec::new()],
            heard: [Vec::new(), Vec::new()],
        };
        table.look(words.heard);
        table
    }

    fn look(&mut self, heard: [String; 2]) {
        for (player, heard) in Player::BOTH.into_iter().zip(heard) {
            let text = all_of(&self.duel.view(self.game, player));
            self.seen[player.index()].push(text);
            self.heard[player.index()].push(heard);
        }
    }

    fn step(&mut self, step: &str) -> Result<(), String> {
        let (word, rest) = step.split_once(char::is_whitespace).unwrap_or((step, ""));
        match word {
            "P1>" => self.act(Player::FIRST, rest),
            "P2>" => self.act(Player::SECOND, rest),
            "offered" => self.offered(rest, true),
            "not" => {
                let rest = rest.strip_prefix("offered").ok_or("write `not offered ACTION`")?;
                self.offered(rest, false)
            }
            "only" => self.only(rest),
            "asked" => self.asked(rest),
            "expect" => expect::fact(self, rest),
            "event" => self.events_in_order(rest),
            "events" => self.exactly_events(rest),
            "no" => {
                let rest = rest.strip_prefix("event").ok_or("write `no event TEXT`")?;
                self.no_events(rest)
            }
            "undo" => self.undo(),
            "P1" => self.sees(Player::FIRST, rest),
            "P2" => self.sees(Player::SECOND, rest),
            _ => Err(format!("`{word}` begins no step")),
        }
    }

    fn act(&mut self, player: Player, text: &str) -> Result<(), String> {
        let asked = self.duel.decision().ok_or("the duel is over")?.player;
        if asked != player {
            return Err(format!("it is {asked} who is asked"));
        }
        let action = self.duel.parse(self.game, text).map_err(|error| error.to_string())?;
        self.apply(action);
        Ok(())
    }

    fn apply(&mut self, action: Action) {
        self.history.push((action, self.journal.mark(), self.duel));
        let mut words = TestWords::new(self.game);
        let mut witness = (&mut self.journal, &mut words);
        self.duel.apply(self.game, action, &mut self.chance, &mut witness);
        self.events = words.events;
        self.look(words.heard);
    }

    fn undo(&mut self) -> Result<(), String> {
        let (_, mark, before) = self.history.pop().ok_or("there is no action to undo")?;
        self.duel.undo(&mut self.journal, mark);
        if self.duel != before {
            return Err("undo did not restore every byte".into());
        }
        for moments in self.seen.iter_mut().chain(&mut self.heard) {
            moments.pop();
        }
        Ok(())
    }

    fn offered(&self, list: &str, wanted: bool) -> Result<(), String> {
        for text in some_parts(list)? {
            match (self.duel.parse(self.game, text), wanted) {
                (Ok(_), true) => {}
                (Err(NotationError::NotOffered { .. }), false) => self.could_be_offered(text)?,
                (Ok(_), false) => return Err(format!("`{text}` is offered")),
                (Err(error), _) => return Err(error.to_string()),
            }
        }
        Ok(())
    }

    /// Nothing else is offered while a card, a zone or the like is asked for, whatever the rules say: a line
    /// that says so there would prove nothing.
    fn could_be_offered(&self, text: &str) -> Result<(), String> {
        use DecisionKind::{Battle, Card, Idle, Replay, Respond};
        let Some(decision) = self.duel.decision() else { return Ok(()) };
        let asked: &[DecisionKind] = match text.split_whitespace().next().unwrap_or_default() {
            "activate" | "attack" | "battle" | "end" | "flip" | "main2" | "position" | "set"
            | "special" | "summon" => &[Idle, Battle, Replay, Respond],
            "choose" => &[Card],
            _ => return Ok(()),
        };
        let player = decision.player;
        if !asked.contains(&decision.kind) {
            return Err(format!("`{text}` proves nothing while {player} is asked something else"));
        }
        if self.is_nowhere(player, text) {
            return Err(format!("`{text}` proves nothing: {player} has no such card there"));
        }
        Ok(())
    }

    /// Whether a player has nothing in the zone that an action names, or no such card in the hand.
    fn is_nowhere(&self, player: Player, text: &str) -> bool {
        let (verb, named) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let zone = named.split_whitespace().next().unwrap_or_default();
        if let Ok(zone) = read_zone(zone) {
            return self.duel.monster(player, zone).is_none();
        }
        if let Ok(zone) = read_spell_zone(zone) {
            return self.duel.spell(player, zone).is_none();
        }
        let of_hand = matches!(verb, "activate" | "set" | "summon");
        let card = self.game.cards.by_name(named).filter(|_| of_hand);
        card.is_some_and(|card| {
            self.duel.view(self.game, player).hand(player).all(|own| own != card)
        })
    }

    fn only(&self, list: &str) -> Result<(), String> {
        let mut actions = Actions::new();
        self.duel.legal_actions(self.game, &mut actions);
        let mut got: Vec<String> =
            actions.iter().map(|a| self.duel.describe(self.game, *a)).collect();
        let mut wanted: Vec<String> = some_parts(list)?.map(str::to_owned).collect();
        got.sort();
        got.dedup();
        wanted.sort();
        if got == wanted { Ok(()) } else { Err(format!("legal: {}", got.join("; "))) }
    }

    fn asked(&self, rest: &str) -> Result<(), String> {
        let text = self.duel.decision().map_or("nobody".to_owned(), |decision| {
            let kind = match decision.kind {
                DecisionKind::None => "nothing",
                DecisionKind::Idle => "idle",
                DecisionKind::Battle => "battle",
                DecisionKind::Tribute => "tribute",
                DecisionKind::Zone => "zone",
                DecisionKind::Discard => "discard",
                DecisionKind::Respond => "respond",
                DecisionKind::Card => "card",
                DecisionKind::BattlePosition => "pose",
                DecisionKind::Confirm => "confirm",
                DecisionKind::Number => "number",
                DecisionKind::Type => "type",
                DecisionKind::Attribute => "attribute",
                DecisionKind::Name => "name",
                DecisionKind::Replay => "replay",
                DecisionKind::SpellZone => "spell zone",
            };
            format!("{} {kind}", decision.player)
        });
        if text == rest.trim() { Ok(()) } else { Err(format!("asked: {text}")) }
    }

    /// A misspelt event never happens, so what is excluded must begin with a word that events have.
    fn no_events(&self, list: &str) -> Result<(), String> {
        const FIRST_WORDS: [&str; 23] = [
            "turn",
            "phase",
            "P1",
            "P2",
            "move",
            "summoning",
            "summoned",
            "special",
            "set",
            "flip",
            "chain",
            "target",
            "chained",
            "resolving",
            "resolved",
            "activation",
            "effect",
            "counters",
            "equip",
            "attack",
            "damage",
            "battle",
            "over",
        ];
        for part in some_parts(list)? {
            let first = part.split_whitespace().next().unwrap_or("");
            let turns = part.contains(" turns ") || part.ends_with(" turns");
            if !FIRST_WORDS.contains(&first) && !turns {
                return Err(format!("no event begins with `{first}`"));
            }
            if let Some(event) = self.events.iter().find(|event| event.starts_with(part)) {
                return Err(format!("`{event}` happened"));
            }
        }
        Ok(())
    }

    fn events_in_order(&self, list: &str) -> Result<(), String> {
        let mut events = self.events.iter();
        for part in some_parts(list)? {
            if !events.any(|event| event == part) {
                return Err(format!("no `{part}` in order in: {}", self.events.join("; ")));
            }
        }
        Ok(())
    }

    fn exactly_events(&self, list: &str) -> Result<(), String> {
        if self.events.iter().map(String::as_str).eq(parts(list)) {
            return Ok(());
        }
        Err(format!("events: {}", self.events.join("; ")))
    }

    fn sees(&self, player: Player, rest: &str) -> Result<(), String> {
        let seen = &self.seen[player.index()];
        if let Some(text) = rest.trim().strip_prefix("never sees ") {
            let shown = seen.iter().find(|view| view.contains(text.trim()));
            return shown.map_or(Ok(()), |view| Err(format!("the view has it: {view}")));
        }
        let text = rest.trim().strip_prefix("sees ").ok_or("write `P2 sees TEXT`")?;
        let now = seen.last().map_or("", String::as_str);
        if now.contains(text.trim()) { Ok(()) } else { Err(format!("the view is: {now}")) }
    }

    /// Refuses a chance script that was not used up or did not fit.
    fn finish(&self) -> Result<(), String> {
        let scripted = Player::BOTH.into_iter().any(|player| self.chance.has_lines_of(player));
        if scripted && self.chance.misses() > 0 {
            return Err(format!(
                "the chance script did not fit {} draws or picks",
                self.chance.misses()
            ));
        }
        for player in Player::BOTH {
            let left = self.chance.unused(player);
            if left > 0 {
                return Err(format!("{left} cards of {player}'s chance script were not used"));
            }
        }
        Ok(())
    }
}

/// Replays the test's actions with another card in one zone and compares what a player saw.
fn same_if(
    test: &DuelTest<'_>,
    cards: &Catalogue,
    table: &TestTable<'_, '_>,
    player: &str,
    change: &str,
) -> Result<(), String> {
    let viewer = read_player(player).ok_or("write `P2 same if ...`")?;
    let (location, name) = change.split_once(" is ").ok_or("write `P2 same if PLACE is NAME`")?;
    let line = test.position.iter().find(|(_, line)| line.starts_with(location.trim()));
    let (number, old) = line.ok_or_else(|| format!("no line begins with `{location}`"))?;
    let head = old.split(':').next().unwrap_or("");
    let new = format!("{head}: {}", name.trim());
    let (game, position) = read(test, cards, Some((*number, &new))).map_err(|(_, what)| what)?;
    let mut other = TestTable::new(&game, &position);
    for (action, _, _) in &table.history {
        if !other.duel.is_legal(&game, *action) {
            return Err("the actions are not legal with that card".into());
        }
        other.apply(*action);
    }
    let viewer_at = viewer.index();
    let (was, is) = (&table.seen[viewer_at], &other.seen[viewer_at]);
    let seen = was.iter().zip(is).find(|(was, is)| was != is);
    let heard = table.heard[viewer_at].iter().zip(&other.heard[viewer_at]);
    let differing = seen.or_else(|| heard.into_iter().find(|(was, is)| was != is));
    differing.map_or(Ok(()), |(was, is)| Err(format!("{viewer} sees\n{is}\nand not\n{was}")))
}

/// Everything that a view tells: its text, and what only its other methods tell.
fn all_of(view: &View<'_>) -> String {
    let mut text = view.to_string();
    let mut line = |head: String, items: Vec<String>| {
        if !items.is_empty() {
            text += &format!("{head}: {}\n", items.join("; "));
        }
    };
    let names = |codes: &[CardCode]| {
        codes.iter().map(|code| view.game().cards.name(*code).to_owned()).collect()
    };
    for player in Player::BOTH {
        let [top, rest, bottom] = view.deck(player);
        line(format!("{player} top"), names(&top));
        line(format!("{player} rest"), names(&rest));
        line(format!("{player} bottom"), names(&bottom));
        line(format!("{player} hand"), names(&view.hand(player).collect::<Vec<_>>()));
    }
    let mut actions = Actions::new();
    view.legal_actions(&mut actions);
    line("legal".to_owned(), actions.iter().map(|action| view.describe(*action)).collect());
    text
}

/// The parts of a list that must have one: a step that looks for nothing would always pass.
fn some_parts(list: &str) -> Result<impl Iterator<Item = &str>, String> {
    let mut parts = parts(list).peekable();
    if parts.peek().is_none() {
        return Err("the step has nothing to look for".into());
    }
    Ok(parts)
}

fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split(';').map(str::trim).filter(|part| !part.is_empty())
}
