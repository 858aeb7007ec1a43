//! Reading positions.

use super::Position;
use super::error::{PositionError, Said};
use super::items::{read_items, short, without_comment};
use super::zones::{Attached, Equipped};
use crate::ids::{BattlePosition, CardId, Location, Phase, Player};
use crate::limits::MAX_PILE;
use crate::notation::read_player;
use crate::rules::{Placement, Rules};
use crate::state::{Arrival, Duel};
use duelfish_script::{CardCode, Catalogue, kind};

/// Life Points that a position may give a player.
const MAX_LP: i32 = i32::MAX;

pub(super) struct PositionReader<'c> {
    pub(super) cards: &'c Catalogue,
    pub(super) rules: Rules,
    draws: [Vec<CardCode>; 2],
    picked: [Vec<CardCode>; 2],
    coins: Vec<bool>,
    dice: Vec<u8>,
    pub(super) duel: Duel,
    clock: (u16, Player, Phase),
    /// Cards that each player owns: a pile has room for all of one player's.
    owned: [usize; 2],
    /// Cards that the opponent knows to be in a hand, with the line that says so; applied at the
    /// end, when all cards are there.
    pub(super) known: Vec<(usize, Player, CardCode)>,
    /// Equip Cards with the zones of their monsters, which may stand in later lines.
    pub(super) equipped: Vec<Equipped>,
    /// Xyz Materials with the zones of their monsters, which may stand in later lines.
    pub(super) attached: Vec<Attached>,
    /// Cards that lie face-up on the field, in the order of their lines.
    pub(super) face_up: Vec<CardId>,
    /// The line that is being read.
    pub(super) number: usize,
    /// The line of the clock.
    turn_line: usize,
    /// The lines that may be written once and have been.
    said: Vec<String>,
}

pub(super) fn position(text: &str, cards: &Catalogue) -> Result<Position, PositionError> {
    let mut reader = PositionReader {
        cards,
        rules: Rules::MR5,
        draws: [Vec::new(), Vec::new()],
        picked: [Vec::new(), Vec::new()],
        coins: Vec::new(),
        dice: Vec::new(),
        duel: Duel::empty(cards),
        clock: (3, Player::FIRST, Phase::Main1),
        owned: [0; 2],
        known: Vec::new(),
        equipped: Vec::new(),
        attached: Vec::new(),
        face_up: Vec::new(),
        number: 0,
        turn_line: 0,
        said: Vec::new(),
    };
    // The rules come first, wherever they stand: they say which texts the cards have.
    for of_rules in [true, false] {
        for (index, line) in text.lines().enumerate() {
            let content = without_comment(line);
            let is_rules = content.split_whitespace().next() == Some("rules");
            if !content.is_empty() && is_rules == of_rules {
                let at = |what| PositionError { line: index + 1, what };
                reader.number = index + 1;
                reader.line(content).map_err(at)?;
            }
        }
        reader.cards = cards.with_texts(reader.rules.texts);
    }
    let cards = reader.cards;
    for (line, player, code) in std::mem::take(&mut reader.known) {
        if !reader.duel.know_in_hand(player, code) {
            let name = cards.name(code);
            let what = format!(
                "{player} has no (further) {name} in the hand or Set with the status from-hand"
            );
            return Err(PositionError { line, what });
        }
    }
    reader.equip()?;
    reader.attach()?;
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
    // Face-up cards have their lasting effects on, in the order of the lines.
    for card in std::mem::take(&mut reader.face_up) {
        let duel = &mut reader.duel;
        let monster = cards.facts(duel.code(card)).is(kind::MONSTER);
        if monster && duel.location(card) == Location::Spell && duel.host(card).is_some() {
            duel.enable_equip(&mut (), cards, card);
        } else {
            // A monster that was placed there by itself does nothing of what it does as a monster.
            duel.enable_card(&mut (), cards, card);
        }
    }
    let PositionReader { rules, draws, picked, coins, dice, mut duel, .. } = reader;
    duel.settle_key();
    Ok(Position { rules, draws, picked, coins, dice, duel })
}

impl PositionReader<'_> {
    fn line(&mut self, line: &str) -> Said {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "rules" => self.read_rules(rest),
            "turn" => self.read_turn(rest),
            "coins" => self.read_coins(rest),
            "dice" => self.read_dice(rest),
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

    /// How the next coins fall.
    fn read_coins(&mut self, rest: &str) -> Said {
        for side in rest.split_whitespace() {
            self.coins.push(match side {
                "heads" => true,
                "tails" => false,
                _ => return Err(format!("`{}` is no side of a coin", short(side))),
            });
        }
        Ok(())
    }

    /// How the next dice fall.
    fn read_dice(&mut self, rest: &str) -> Said {
        for face in rest.split_whitespace() {
            let number = face.parse::<u8>().ok().filter(|face| (1..=6).contains(face));
            let number = number.ok_or_else(|| format!("`{}` is no side of a die", short(face)))?;
            self.dice.push(number);
        }
        Ok(())
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
                let usual = value.strip_suffix("+ 1");
                let used = usual.unwrap_or(value).trim().parse().ok();
                let used = used
                    .filter(|used| *used < 0x20)
                    .ok_or_else(|| format!("`{}` is no number of Normal Summons", short(value)))?;
                self.duel.set_normal_summons(&mut (), player, used);
                self.duel.set_one_more_summon(&mut (), player, usual.is_some());
                Ok(())
            }
            "pendulum-summoned" if value.is_empty() => {
                self.once(&format!("{player} pendulum-summoned"))?;
                self.duel.set_pendulum_used(&mut (), player, false);
                Ok(())
            }
            _ => Err(format!(
                "`{}` is nothing that a player has; write lp N, summons N, pendulum-summoned, or a place and a colon (hand:, M1 attack:, grave: ...)",
                short(rest)
            )),
        }
    }

    fn list_line(&mut self, player: Player, head: &str, list: &str) -> Said {
        if let Some(location) = head.split_whitespace().next().filter(|word| is_spell_zone(word)) {
            return self.spell_line(player, location, head, list);
        }
        let items = read_items(self.cards, list)?;
        match head {
            "known" => {
                for item in &items {
                    let one = (self.number, player, item.code);
                    self.known.extend(std::iter::repeat_n(one, item.count));
                }
                Ok(())
            }
            "draws" | "picked" => {
                let codes = items.iter().flat_map(|i| std::iter::repeat_n(i.code, i.count));
                let script = if head == "draws" { &mut self.draws } else { &mut self.picked };
                script[player.index()].extend(codes);
                Ok(())
            }
            _ => match Self::pile_named(head) {
                Some(pile) => self.pile_line(player, pile, &items),
                None if head.ends_with("materials") => self.materials_line(player, head, &items),
                None => self.zone_line(player, head, &items),
            },
        }
    }

    pub(super) fn add(&mut self, owner: Player, code: CardCode, to: Arrival) -> Said<CardId> {
        self.owned[owner.index()] += 1;
        if self.owned[owner.index()] > MAX_PILE {
            return Err(format!("{owner} owns more than {MAX_PILE} cards; a duel holds no more"));
        }
        let card = self.duel.add_card(owner, code, to);
        let card = card.ok_or_else(|| "a duel holds no more cards than this".to_owned())?;
        self.duel.note_traits(self.cards, card);
        let in_deck = to.location.is_deck()
            || (to.location == Location::Extra && to.position == BattlePosition::Down);
        if !in_deck {
            self.duel.mark_laid(card);
        }
        Ok(card)
    }

    /// Whether a card may be face-up in the Extra Deck: only Pendulum Cards can (DF-64).
    pub(super) fn fits_open_extra(&self, code: CardCode) -> Said {
        if self.cards.facts(code).is(kind::PENDULUM) {
            return self.fits(code, Location::Grave);
        }
        Err(format!("{} is no Pendulum Card (DF-64)", self.cards.name(code)))
    }

    /// Whether a card may be in a place at all.
    pub(super) fn fits(&self, code: CardCode, location: Location) -> Said {
        let facts = self.cards.facts(code);
        let name = self.cards.name(code);
        if !self.cards.is_playable(code) {
            return Err(format!("{name} ({}) is not in the supported card pool", facts.passcode));
        }
        let monster = facts.is(kind::MONSTER);
        match location {
            // An effect may have placed one among Spells and Traps (CT-02.16f-ex).
            location
                if facts.is(kind::TOKEN)
                    && !matches!(location, Location::Monster | Location::Spell) =>
            {
                Err(format!("{name} is a Token, which is only on the field (CT-02.16f)"))
            }
            Location::Extra if !facts.is_any(kind::EXTRA_DECK) => {
                Err(format!("{name} is no Extra Deck monster (CT-01.5b)"))
            }
            Location::Hand | Location::DeckRest | Location::DeckTop | Location::DeckBottom
                if facts.is_any(kind::EXTRA_DECK) =>
            {
                Err(format!("{name} belongs in the Extra Deck (CT-01.5b)"))
            }
            Location::Monster if !monster => Err(format!("{name} is no monster (DF-6)")),
            Location::Pendulum if !facts.is(kind::PENDULUM) => {
                Err(format!("{name} is no Pendulum Card (DF-31)"))
            }
            Location::Spell if facts.is(kind::FIELD) => {
                Err(format!("{name} is no card of a Spell & Trap Zone"))
            }
            Location::Field if !facts.is(kind::FIELD) => Err(format!("{name} is no Field Spell")),
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Monster
            | Location::Spell
            | Location::Field
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => Ok(()),
        }
    }
}

/// Whether a word names a Spell & Trap Zone or the Field Zone, well or badly.
fn is_spell_zone(word: &str) -> bool {
    let numbered = word.strip_prefix(['S', 's']).is_some_and(|n| n.parse::<u8>().is_ok());
    numbered || word.eq_ignore_ascii_case("field")
}
