//! Random duels for the laws, and the rulebook read a second time.

pub(crate) mod files;

use duelfish_engine::{
    Action, Actions, BattlePosition, CardCode, DecisionKind, DeckList, Duel, Facts, Game,
    MonsterZone, Phase, Placement, Rules, Streams, Verb, kind,
};

/// A duel under test.
pub(crate) struct Table<'c> {
    pub(crate) game: Game<'c>,
    pub(crate) duel: Duel,
    pub(crate) chance: Streams,
    pub(crate) seed: u64,
    dice: u64,
    restarted: bool,
}

impl Table<'_> {
    /// The duel was replaced by another one, whose answers count from 0.
    pub(crate) fn restart(&mut self) {
        self.restarted = true;
    }

    /// Plays random actions to the end; `turn` must apply each one.
    pub(crate) fn play(&mut self, mut turn: impl FnMut(&mut Self, Action)) {
        let mut actions = Actions::new();
        while self.duel.decision().is_some() {
            self.duel.legal_actions(&self.game, &mut actions);
            let action = actions[self.roll(actions.len())];
            let before = self.duel.decisions();
            turn(self, action);
            let expected = if std::mem::take(&mut self.restarted) { 0 } else { before };
            assert_eq!(self.duel.decisions(), expected + 1, "the action was not applied once");
        }
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.dice = splitmix(self.dice);
        ((u128::from(self.dice) * sides as u128) >> 64) as usize
    }
}

pub(crate) fn splitmix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Modern and old rules, with every way of asking.
pub(crate) fn mixed_rules() -> Vec<Rules> {
    let asked = Rules { ask_forced: true, ..Rules::MR5.with_placement(Placement::Ask) };
    let short = Rules { turn_cap: 7, graves_are_ordered: true, ..Rules::MR5 };
    // Decks of the whole pool have Extra Decks of all kinds.
    let old = Rules { only_fusions: false, ..Rules::GOAT };
    vec![Rules::MR5, Rules::MR5.with_placement(Placement::Ask), asked, old, short]
}

/// Plays `count` duels, with each of the rules in turn: of random decks of plain monsters, of random
/// decks of the whole pool, and of decks of one mechanic each. All but the first have an Extra Deck.
pub(crate) fn random_duels(count: u64, rules: &[Rules], mut each: impl FnMut(&mut Table<'_>)) {
    let cards = duelfish_cards::catalogue();
    let plain: Vec<CardCode> =
        cards.iter().filter(|(_, facts, _)| is_plain(facts)).map(|(p, ..)| p).collect();
    let is_extra = |code: &CardCode| cards.facts(*code).is_any(kind::EXTRA_DECK);
    let playable = cards.iter().map(|(code, ..)| code).filter(|code| cards.is_playable(*code));
    let extra: Vec<CardCode> = playable.filter(is_extra).collect();
    let scripted: Vec<CardCode> =
        cards.scripts().cards().map(|(code, _)| code).filter(|code| !is_extra(code)).collect();
    let written = decks_of_mechanics();
    for seed in 0..count {
        let game = Game::new(rules[seed as usize % rules.len()].clone(), cards);
        let decks = [0, 1].map(|side| {
            let seed = seed * 2 + side;
            if !plays_effects(seed / 2) {
                return (random_deck(&plain, seed), Vec::new());
            }
            if plays_mechanics(seed / 2) {
                return written[(splitmix(seed) % written.len() as u64) as usize].clone();
            }
            // Two cards of three have an effect.
            let mut deck = random_deck(&plain, seed);
            let effects = random_deck(&scripted, seed);
            for (at, code) in deck.iter_mut().enumerate().filter(|(at, _)| !at.is_multiple_of(3)) {
                *code = effects[at % effects.len()];
            }
            (deck, random_deck(&extra, seed)[..15].to_vec())
        });
        let lists = decks.each_ref().map(|(main, extra)| DeckList { main, extra });
        let mut chance = Streams::new(seed, [0, 1]);
        let duel = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
        each(&mut Table { game, duel, chance, seed, dice: seed ^ 0xd1ce, restarted: false });
    }
}

/// Main and Extra Decks of one mechanic each.
fn decks_of_mechanics() -> Vec<(Vec<CardCode>, Vec<CardCode>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../decks/mechanics");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    let read = paths.into_iter().map(|path| {
        let text = std::fs::read(&path).unwrap();
        let deck = duelfish_cards::parse(&text, &path.display().to_string()).unwrap().deck;
        (deck.main, deck.extra)
    });
    read.collect()
}

/// Plays `count` duels of random decks of the cards with such facts, with each of the rules in turn.
pub(crate) fn duels_of(
    count: u64,
    rules: &[Rules],
    wanted: impl Fn(&Facts) -> bool,
    mut each: impl FnMut(&mut Table<'_>),
) {
    let cards = duelfish_cards::catalogue();
    let playable = cards.iter().filter(|(code, facts, _)| {
        wanted(facts) && cards.is_playable(*code) && !facts.is_any(kind::EXTRA_DECK)
    });
    let pool: Vec<CardCode> = playable.map(|(code, ..)| code).collect();
    for seed in 0..count {
        let game = Game::new(rules[seed as usize % rules.len()].clone(), cards);
        let decks = [0, 1].map(|side| random_deck(&pool, seed * 2 + side));
        let lists = [&decks[0], &decks[1]].map(|main| DeckList { main, extra: &[] });
        let mut chance = Streams::new(seed, [0, 1]);
        let duel = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
        each(&mut Table { game, duel, chance, seed, dice: seed ^ 0xd1ce, restarted: false });
    }
}

/// Whether a card is a plain monster of the Main Deck.
fn is_plain(facts: &Facts) -> bool {
    facts.is_plain_monster() && !facts.is_any(kind::EXTRA_DECK)
}

/// Whether the decks of the duel with this seed have cards with effects.
pub(crate) const fn plays_effects(seed: u64) -> bool {
    (seed / 5).is_multiple_of(2)
}

/// Whether they are decks of one mechanic each.
const fn plays_mechanics(seed: u64) -> bool {
    (seed / 10).is_multiple_of(3)
}

/// 40 to 60 cards, some of them several times, so that equal cards meet.
fn random_deck(pool: &[CardCode], seed: u64) -> Vec<CardCode> {
    let mut dice = splitmix(seed ^ 0xdec4);
    let size = 40 + (dice % 21) as usize;
    let mut deck = Vec::new();
    while deck.len() < size {
        dice = splitmix(dice);
        let code = pool[(dice % pool.len() as u64) as usize];
        let copies = 1 + (dice >> 32) as usize % 3;
        deck.extend(std::iter::repeat_n(code, copies.min(size - deck.len())));
    }
    deck
}

/// Whether the rulebook allows this action now. Written from the rules and from what a judge sees,
/// without a look at the generator: each verb has its conditions, one after the other.
pub(crate) fn can(duel: &Duel, game: &Game<'_>, action: Action) -> bool {
    let Some(decision) = duel.decision() else { return false };
    let view = duel.judge_view(game);
    let (me, you) = (decision.player, decision.player.other());
    let bits = action.to_bits();
    let (first, second) = ((bits & 255) as u8, (bits >> 8 & 255) as u8);
    let my_turn = view.turn_player() == me;
    let main_phase = matches!(view.phase(), Phase::Main1 | Phase::Main2);
    let open_main = decision.kind == DecisionKind::Idle && my_turn && main_phase;
    let mine = |zone: u8| MonsterZone::new(zone).and_then(|zone| view.monster(me, zone));
    let my_count = view.monsters(me).count();
    let main_free = (0..5).filter(|zone| mine(*zone).is_none()).count();
    // BP-23.ii, BP-24, CT-01.8c.i: here since the turn began, no attack, no change by hand.
    let rested = |zone: u8| {
        mine(zone)
            .filter(|m| !(m.summoned_this_turn || m.set_this_turn || m.repositioned || m.attacked))
    };
    match action.verb() {
        Verb::Summon | Verb::Set => {
            let Some(code) = view.hand(me).nth(usize::from(first)) else { return false };
            let facts = game.cards.facts(code);
            let tributes = if facts.level >= 7 { 2 } else { usize::from(facts.level >= 5) };
            let zone = main_free > 0 || (tributes > 0 && main_free < 5);
            second == 0
                && open_main
                && view.normal_summons_used(me) == 0
                && facts.kind & (kind::RITUAL | kind::FUSION) == 0
                && my_count >= tributes
                && zone
        }
        Verb::Flip => {
            second == 0
                && open_main
                && rested(first).is_some_and(|m| m.position == BattlePosition::Set)
        }
        Verb::Reposition => {
            second == 0
                && open_main
                && rested(first).is_some_and(|m| m.position != BattlePosition::Set)
        }
        Verb::ToBattle => {
            bits & 0xffff == 0 && open_main && view.phase() == Phase::Main1 && view.turn() > 1
        }
        Verb::EndTurn => {
            let battle = decision.kind == DecisionKind::Battle;
            bits & 0xffff == 0 && my_turn && (open_main || battle)
        }
        Verb::ToMain2 => bits & 0xffff == 0 && decision.kind == DecisionKind::Battle,
        Verb::Attack => {
            let ready =
                mine(first).is_some_and(|m| m.position == BattlePosition::Attack && !m.attacked);
            let target = if view.monsters(you).count() == 0 {
                second == 255
            } else {
                MonsterZone::new(second).is_some_and(|zone| view.monster(you, zone).is_some())
            };
            decision.kind == DecisionKind::Battle && my_turn && ready && target
        }
        Verb::Zone => {
            let free = first < 5 && mine(first).is_none();
            second == 0 && decision.kind == DecisionKind::Zone && free
        }
        Verb::Tribute => {
            let later = view.monsters(me).filter(|(zone, _)| zone.number() >= first).count();
            second == 0
                && decision.kind == DecisionKind::Tribute
                && mine(first).is_some()
                && first >= decision.from
                && later >= usize::from(decision.remaining)
        }
        Verb::Discard => {
            let left = view.hand_count(me).saturating_sub(usize::from(first));
            second == 0
                && decision.kind == DecisionKind::Discard
                && first >= decision.from
                && left >= usize::from(decision.remaining)
        }
        // Duels without effects never ask for these.
        _ => false,
    }
}
