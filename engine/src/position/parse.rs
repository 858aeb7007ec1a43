//! Reading positions.

use super::{Position, PositionError};
use crate::catalogue::{Catalogue, Print};
use crate::ids::{Handle, Phase, Place, Player, Pose};
use crate::limits::{MAX_MAIN_DECK, MAX_PILE};
use crate::notation::read_seat;
use crate::rules::{Placement, Rules};
use crate::state::{Arrival, Duel, turn_bits};

/// Cards of one place in a position; more are surely a mistake.
const MAX_COUNT: usize = MAX_MAIN_DECK;
/// Life Points that a position may give a player.
const MAX_LP: i32 = i32::MAX;

/// One item of a list: a card, how many, and its statuses.
struct Item<'t> {
    print: Print,
    count: usize,
    statuses: Vec<&'t str>,
}

struct Reader<'c> {
    cards: &'c Catalogue,
    rules: Rules,
    draws: [Vec<Print>; 2],
    duel: Duel,
    clock: (u16, Player, Phase),
    /// Cards that each player owns: a pile has room for all of one player's.
    owned: [usize; 2],
    /// What the opponent knows to be in a hand, with the line that says so; applied at the end,
    /// when all cards are there.
    known: Vec<(usize, Player, Print)>,
    /// The line that is being read.
    number: usize,
    /// The line of the clock.
    turn_line: usize,
    /// What may be said once, and was.
    said: Vec<String>,
}

pub(super) fn position(text: &str, cards: &Catalogue) -> Result<Position, PositionError> {
    let mut reader = Reader {
        cards,
        rules: Rules::MR5,
        draws: [Vec::new(), Vec::new()],
        duel: Duel::empty(),
        clock: (3, Player::FIRST, Phase::Main1),
        owned: [0; 2],
        known: Vec::new(),
        number: 0,
        turn_line: 0,
        said: Vec::new(),
    };
    for (index, line) in text.lines().enumerate() {
        let content = line.split('#').next().unwrap_or("").trim();
        if !content.is_empty() {
            let at = |what| PositionError { line: index + 1, what };
            reader.number = index + 1;
            reader.line(content).map_err(at)?;
        }
    }
    for (line, player, print) in std::mem::take(&mut reader.known) {
        if !reader.duel.know_in_hand(player, print) {
            let name = cards.name(print);
            let what = format!(
                "{player} has no (further) {name} in the hand or Set with the status from-hand"
            );
            return Err(PositionError { line, what });
        }
    }
    let (turn, player, phase) = reader.clock;
    if turn == 1 && phase == Phase::Battle && !reader.rules.first_turn_battle {
        let what = "there is no Battle Phase in turn 1 (BA-3); write turn 2 or later".into();
        return Err(PositionError { line: reader.turn_line, what });
    }
    reader.duel.set_clock(turn, player, phase);
    for player in Player::BOTH {
        if !reader.said.contains(&format!("{player} lp")) {
            reader.duel.set_lp(&mut (), player, reader.rules.starting_lp);
        }
    }
    Ok(Position { rules: reader.rules, draws: reader.draws, duel: reader.duel })
}

type Said<T = ()> = Result<T, String>;

impl Reader<'_> {
    fn line(&mut self, line: &str) -> Said {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "rules" => self.read_rules(rest),
            "turn" => self.read_turn(rest),
            "P1" | "p1" => self.player_line(Player::FIRST, rest.trim()),
            "P2" | "p2" => self.player_line(Player::SECOND, rest.trim()),
            _ => Err(format!(
                "`{}` begins no line of a position; lines begin with rules, turn, P1 or P2",
                short(word)
            )),
        }
    }

    fn read_rules(&mut self, rest: &str) -> Said {
        self.once("rules")?;
        let mut words = rest.split_whitespace();
        let name = words.next().unwrap_or("");
        let names = || Rules::PRESETS.map(|rules| rules.name).join(", ");
        self.rules = Rules::preset(name).ok_or_else(|| {
            format!("there is no rule preset `{}`; there are {}", short(name), names())
        })?;
        for option in words {
            match option {
                "placement=ask" => self.rules.placement = Placement::Ask,
                "placement=auto" => self.rules.placement = Placement::Auto,
                "forced=ask" => self.rules.ask_forced = true,
                "forced=take" => self.rules.ask_forced = false,
                _ => self.rules = self.rule_with(option)?,
            }
        }
        Ok(())
    }

    /// The rules with another one of their numbers.
    fn rule_with(&self, option: &str) -> Said<Rules> {
        let numbered = option
            .split_once('=')
            .and_then(|(name, value)| self.rules.clone().with_option(name, value.parse().ok()?));
        numbered.ok_or_else(|| {
            let names = self.rules.options().map(|(name, _)| name).join(", ");
            format!(
                "`{}` is no option of rules; write placement=ask|auto, forced=ask|take or NAME=NUMBER for {names}",
                short(option)
            )
        })
    }

    /// Refuses a second line that says the same thing otherwise.
    fn once(&mut self, what: &str) -> Said {
        if self.said.iter().any(|said| said == what) {
            return Err(format!("a second line says `{what}`; remove one of them"));
        }
        self.said.push(what.to_owned());
        Ok(())
    }

    fn read_turn(&mut self, rest: &str) -> Said {
        let usage =
            "write `turn NUMBER P1|P2 PHASE`, with PHASE setup, draw, main1, battle, main2 or end";
        let mut words = rest.split_whitespace();
        let number = words.next().and_then(|word| word.parse::<u16>().ok());
        let player = words.next().and_then(read_player);
        let phase = words.next().and_then(|word| match word {
            "setup" => Some(Phase::Setup),
            "draw" => Some(Phase::Draw),
            "main1" => Some(Phase::Main1),
            "battle" => Some(Phase::Battle),
            "main2" => Some(Phase::Main2),
            "end" => Some(Phase::End),
            _ => None,
        });
        match (number, player, phase, words.next()) {
            (Some(number), Some(player), Some(phase), None) => {
                if (number == 0) != (phase == Phase::Setup) {
                    return Err(
                        "turn 0 is the set-up before turn 1, and the set-up is turn 0".into()
                    );
                }
                if phase == Phase::Setup && player != Player::FIRST {
                    return Err("P1 takes the first turn; write `turn 0 P1 setup`".into());
                }
                self.once("turn")?;
                self.turn_line = self.number;
                self.clock = (number, player, phase);
                Ok(())
            }
            _ => Err(usage.into()),
        }
    }

    fn player_line(&mut self, player: Player, rest: &str) -> Said {
        if let Some((head, list)) = rest.split_once(':') {
            return self.list_line(player, head.trim(), list);
        }
        let (word, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match word {
            "lp" => {
                self.once(&format!("{player} lp"))?;
                let lp = value.trim().parse().ok().filter(|lp| (1..=MAX_LP).contains(lp));
                let lp = lp.ok_or_else(|| {
                    format!("`{}` is no number of Life Points; write 1 to {MAX_LP}", short(value))
                })?;
                self.duel.set_lp(&mut (), player, lp);
                Ok(())
            }
            "summons" => {
                self.once(&format!("{player} summons"))?;
                let used = value.trim().parse();
                let used =
                    used.map_err(|_| format!("`{}` is no number of Normal Summons", short(value)))?;
                self.duel.set_normal_summons(&mut (), player, used);
                Ok(())
            }
            _ => Err(format!(
                "`{}` is nothing that a player has; write lp N, summons N, or a place and a colon (hand:, M1 attack:, grave: ...)",
                short(rest)
            )),
        }
    }

    fn list_line(&mut self, player: Player, head: &str, list: &str) -> Said {
        let items = self.items(list)?;
        let (place, pose) = match head {
            "hand" => (Place::Hand, Pose::Down),
            "deck" => (Place::DeckRest, Pose::Down),
            "top" => (Place::DeckTop, Pose::Down),
            "bottom" => (Place::DeckBottom, Pose::Down),
            "grave" => (Place::Grave, Pose::Up),
            "banished" => (Place::Banished, Pose::Up),
            "extra" => (Place::Extra, Pose::Down),
            "known" => {
                for item in &items {
                    let one = (self.number, player, item.print);
                    self.known.extend(std::iter::repeat_n(one, item.count));
                }
                return Ok(());
            }
            "draws" => {
                let prints = items.iter().flat_map(|i| std::iter::repeat_n(i.print, i.count));
                self.draws[player.index()].extend(prints);
                return Ok(());
            }
            _ => return self.zone_line(player, head, &items),
        };
        let mut prints = Vec::new();
        for item in &items {
            self.fits(item.print, place)?;
            for status in &item.statuses {
                if *status != "known" || place != Place::Hand {
                    return Err(format!(
                        "`{}` is no status of a card in that place",
                        short(status)
                    ));
                }
            }
            let known = !item.statuses.is_empty();
            prints.extend(std::iter::repeat_n((item.print, known), item.count));
        }
        // Ordered parts of the Deck are written as they are drawn, but piled from below.
        if matches!(place, Place::DeckTop | Place::DeckBottom) {
            prints.reverse();
        }
        for (print, known) in prints {
            let to = Arrival { player, place, seat: 0, pose };
            self.add(player, print, to)?;
            if known {
                self.known.push((self.number, player, print));
            }
        }
        Ok(())
    }

    fn zone_line(&mut self, player: Player, head: &str, items: &[Item<'_>]) -> Said {
        let usage = || {
            format!(
                "`{}` is no place; write hand, known, deck, top, bottom, grave, banished, draws, or a zone and a pose (M1 attack, M1 defense, M1 set)",
                short(head)
            )
        };
        let (zone, pose) = head.split_once(char::is_whitespace).ok_or_else(usage)?;
        let seat = read_seat(zone).map_err(|error| error.to_string())?;
        let pose = match pose.trim() {
            "attack" => Pose::Attack,
            "defense" => Pose::Defense,
            "set" => Pose::Set,
            other => {
                return Err(format!(
                    "`{}` is no position of a monster; write attack, defense or set",
                    short(other)
                ));
            }
        };
        let [item] = items else { return Err(format!("{seat} holds one card")) };
        if item.count != 1 {
            return Err(format!("{seat} holds one card, not {}", item.count));
        }
        if self.duel.monster(player, seat).is_some() {
            return Err(format!(
                "{player} {seat} holds a card already: there are 5 Main Monster Zones with one card each (DF-7)"
            ));
        }
        if !seat.is_main() {
            return Err(format!(
                "{} can't be in an Extra Monster Zone: only monsters from the Extra Deck can (DF-18)",
                self.cards.name(item.print)
            ));
        }
        self.fits(item.print, Place::Monster)?;
        let to = Arrival { player, place: Place::Monster, seat: seat.0, pose };
        let statuses = read_statuses(&item.statuses, player)?;
        let card = self.add(statuses.owner, item.print, to)?;
        self.duel.set_turn_bits(card, statuses.bits);
        if statuses.known {
            self.duel.know_exactly(card);
        }
        if statuses.from_hand {
            if pose != Pose::Set || statuses.owner != player {
                return Err("only a player's own face-down card can be from-hand".into());
            }
            self.duel.mark_set_from_hand(card);
        }
        Ok(())
    }

    fn add(&mut self, owner: Player, print: Print, to: Arrival) -> Said<Handle> {
        self.owned[owner.index()] += 1;
        if self.owned[owner.index()] > MAX_PILE {
            return Err(format!("{owner} owns more than {MAX_PILE} cards; a duel holds no more"));
        }
        let card = self.duel.add_card(owner, print, to);
        card.ok_or_else(|| "a duel holds no more cards than this".to_owned())
    }

    /// Whether a card may be in a place at all.
    fn fits(&self, print: Print, place: Place) -> Said {
        let facts = self.cards.facts(print);
        let name = self.cards.name(print);
        if !facts.is_plain_monster() {
            return Err(format!("{name} ({}) is not in the supported card pool", facts.passcode));
        }
        if place == Place::Extra {
            return Err(format!("{name} is no Extra Deck monster (CT-01.5b)"));
        }
        Ok(())
    }

    fn items<'t>(&self, list: &'t str) -> Said<Vec<Item<'t>>> {
        let texts = list.split(';').map(str::trim).filter(|text| !text.is_empty());
        texts.map(|text| self.item(text)).collect()
    }

    fn item<'t>(&self, text: &'t str) -> Said<Item<'t>> {
        let (text, statuses) = match text.split_once('[') {
            None => (text, Vec::new()),
            Some((name, rest)) => {
                let inner = rest.strip_suffix(']').ok_or("a `[` has no `]`")?;
                (name.trim(), inner.split(',').map(str::trim).collect())
            }
        };
        let (count, name) = match text.split_once('*') {
            None => (1, text),
            Some((count, name)) => {
                let number = count.trim().parse().ok().filter(|n| (1..=MAX_COUNT).contains(n));
                let bad =
                    || format!("`{}` is no number of copies; write 1 to {MAX_COUNT}", short(count));
                (number.ok_or_else(bad)?, name.trim())
            }
        };
        let print = self.cards.find(name).ok_or_else(|| {
            format!("there is no card `{}`; write its printed name or passcode", short(name))
        })?;
        Ok(Item { print, count, statuses })
    }
}

/// Statuses of a monster on the field.
struct Statuses {
    bits: u8,
    known: bool,
    from_hand: bool,
    owner: Player,
}

fn read_statuses(words: &[&str], player: Player) -> Said<Statuses> {
    let mut statuses = Statuses { bits: 0, known: false, from_hand: false, owner: player };
    for word in words {
        match *word {
            "summoned" => statuses.bits |= turn_bits::SUMMONED,
            "set" => statuses.bits |= turn_bits::SET,
            "repositioned" => statuses.bits |= turn_bits::REPOSITIONED,
            "attacked" => statuses.bits |= turn_bits::ATTACKED,
            "known" => statuses.known = true,
            "from-hand" => statuses.from_hand = true,
            "owner=P1" => statuses.owner = Player::FIRST,
            "owner=P2" => statuses.owner = Player::SECOND,
            _ => {
                return Err(format!(
                    "`{}` is no status; write summoned, set, repositioned, attacked, known, from-hand or owner=P1|P2",
                    short(word)
                ));
            }
        }
    }
    Ok(statuses)
}

pub(crate) fn read_player(word: &str) -> Option<Player> {
    match word {
        "P1" | "p1" => Some(Player::FIRST),
        "P2" | "p2" => Some(Player::SECOND),
        _ => None,
    }
}

/// A piece of input, short enough for a message of one line.
pub(crate) fn short(text: &str) -> String {
    let clean: String = text.trim().chars().filter(|c| !c.is_control()).take(40).collect();
    if clean.len() < text.trim().len() { format!("{clean}...") } else { clean }
}
