//! Traits: facts about the cards of a duel, one bit each. They only tell where nothing needs to be looked for; no
//! rule depends on them.

use super::Duel;
use crate::ids::CardId;
use duelfish_script::{
    Catalogue, Effect, Facts, Form, ModKind, UsedFrom, asks, kind, location_bit, term,
};

/// There are Spells or Traps, or monsters that have effects in a Spell & Trap Zone.
pub(crate) const SPELLS: u32 = 1;
/// Cards can be used in response that are no Spells or Traps on the field.
pub(crate) const QUICK: u32 = 1 << 1;
/// There are Spells or Traps that can't be Set.
pub(crate) const ONLY_PLACED: u32 = 1 << 2;
/// There are Link Monsters.
pub(crate) const LINKS: u32 = 1 << 3;
/// A card asks whether something was done in the phase.
pub(crate) const ASKS_OF_PHASE: u32 = 1 << 4;
/// There are Pendulum Monsters.
pub(crate) const PENDULUMS: u32 = 1 << 5;
/// Monsters of an Extra Deck have a way of their own to be Special Summoned.
pub(crate) const EXTRA_SUMMON: u32 = 1 << 6;
/// The text of a monster says something of its own Summon, see [`duelfish_script::term`], or that it is two
/// Tributes.
pub(crate) const TERMS: u32 = 1 << 7;
/// Monsters have effects that are used like Spells.
pub(crate) const IGNITION: u32 = 1 << 8;
/// There is anything at all that the rules of plain monsters don't say.
pub(crate) const EFFECTS: u32 = 1 << 9;
/// The rules have Extra Monster Zones, and there is a card that might Summon to one.
pub(crate) const EXTRA_ZONES: u32 = 1 << 10;
/// Monsters have a way of their own to be Special Summoned.
pub(crate) const OWN_SUMMON: u32 = 1 << 11;
/// Monsters can be Normal Summoned or Set without Tributes.
pub(crate) const TRIBUTELESS: u32 = 1 << 12;
/// There are Tokens, or a card can bring some.
pub(crate) const TOKENS: u32 = 1 << 13;
/// A card can win the duel.
pub(crate) const WINS: u32 = 1 << 14;
/// Monsters of a Deck have a way of their own to be Special Summoned.
pub(crate) const DECK_SUMMON: u32 = 1 << 15;
/// Cards outside hand and field have effects that are used there by choice: in response or in
/// an open state.
pub(crate) const USED_ELSEWHERE: u32 = 1 << 16;
/// The rules have only the middle three columns of zones.
pub(crate) const THREE_COLUMNS: u32 = 1 << 17;
/// A card asks what a monster was made of.
pub(crate) const ASKS_HOW: u32 = 1 << 18;

/// There are mandatory Quick Effects.
pub(crate) const MUST_ANSWER: u32 = 1 << 19;

/// Effects of Spells or Traps can be used by either player.
pub(crate) const BY_EITHER: u32 = 1 << 20;

/// Monsters of a Graveyard have a way of their own to be Special Summoned.
pub(crate) const GRAVE_SUMMON: u32 = 1 << 22;

/// Something happens at once as a link begins to resolve, and asks its player.
pub(crate) const REACTS_ASKING: u32 = 1 << 23;

/// A card asks which monsters battled.
pub(crate) const ASKS_WHO_BATTLED: u32 = 1 << 21;

/// A card asks from where and by which Summon monsters came to the field.
pub(crate) const ASKS_OF_COMING: u32 = 1 << 24;

/// A card asks what monsters attacked this turn.
pub(crate) const ASKS_OF_ATTACKS: u32 = 1 << 25;

/// The facts of its rules that a duel remembers, in bits.
pub(crate) mod in_rules {
    /// There is a Battle Phase in the first turn.
    pub(crate) const FIRST_BATTLE: u8 = 1;
    /// There are Pendulum Zones.
    pub(crate) const PENDULUM_ZONES: u8 = 1 << 1;
}

impl Duel {
    /// Notes what the cards of this duel can do at all; used while cards are added.
    pub(crate) fn note_traits(&mut self, cards: &Catalogue, card: CardId) {
        let code = self.code(card);
        let facts = cards.facts(code);
        self.note_kinds(facts);
        let Some(script) = cards.scripts().card(code) else { return };
        self.traits |= EFFECTS;
        if script.makes_tokens {
            self.traits |= TOKENS;
        }
        if script.only_placed {
            self.traits |= ONLY_PLACED;
        }
        if script.asks_of_phase {
            self.traits |= ASKS_OF_PHASE;
        }
        self.remembers |= script.remembers;
        self.hears |= script.hears;
        self.set_able(card, script.able(), script.used_in());
        self.alike &= script.alike;
        self.phase_effects[0] |= script.phases[0];
        self.phase_effects[1] |= script.phases[1];
        self.phase_effects_elsewhere |= script.phases_elsewhere;
        for location in UsedFrom::RARE {
            let responses = &mut self.responses[location as usize];
            *responses = responses.or(*script.response(location));
            if script.response(location).is_ever() {
                self.traits |= QUICK;
            }
        }
        for (form, bit) in [
            (Form::Win, WINS),
            (Form::Tributeless, TRIBUTELESS),
            (Form::OtherTributes, TRIBUTELESS),
            (Form::Ignition, IGNITION),
        ] {
            if script.has_form(form) {
                self.traits |= bit;
            }
        }
        let mut statics = cards.scripts().statics_of(self.code(card));
        let doubles = statics.any(|(_, fixed)| fixed.kind == ModKind::DoubleTribute);
        let gemini = facts.is(kind::GEMINI);
        // A term that is asked only when a Link Summon succeeds slows nothing else.
        let terms = script.terms & !term::NOT_LINKED_AT_ONCE;
        if terms != 0 || script.tributes != 0 || doubles || gemini {
            self.traits |= TERMS;
        }
        if script.asks & asks::BATTLED != 0 {
            self.traits |= ASKS_WHO_BATTLED;
        }
        if script.asks & asks::ATTACKS != 0 {
            self.traits |= ASKS_OF_ATTACKS;
        }
        if script.asks & asks::COMING != 0 {
            self.traits |= ASKS_OF_COMING;
        }
        if script.asks & asks::HOW != 0 {
            self.traits |= ASKS_HOW;
        }
        if script.terms & term::SET_AS_SPELL != 0 {
            self.traits |= SPELLS | EFFECTS;
        }
        if script.used_from & location_bit::ELSEWHERE != 0 {
            self.traits |= USED_ELSEWHERE;
        }
        for (_, effect) in cards.scripts().effects_in(script) {
            self.note_effect(effect);
        }
    }

    /// Notes what a card of these kinds can do without any text.
    fn note_kinds(&mut self, facts: &Facts) {
        if facts.is_any(kind::SPELL | kind::TRAP) {
            self.traits |= SPELLS | EFFECTS;
        }
        if facts.is(kind::PENDULUM) {
            self.traits |= PENDULUMS | SPELLS | EFFECTS;
        }
        if facts.is(kind::UNION) {
            // It may lie in a Spell & Trap Zone and be used there.
            self.traits |= SPELLS | EFFECTS;
        }
        if facts.is(kind::TOKEN) {
            self.traits |= TOKENS | EFFECTS;
        }
        if facts.is(kind::LINK) {
            self.traits |= LINKS;
        }
    }

    /// Notes how an effect is used, and what it answers.
    fn note_effect(&mut self, effect: &Effect) {
        if effect.form == Form::Procedure {
            self.traits |= match effect.from {
                location_bit::PENDULUM => PENDULUMS,
                location if location & location_bit::EXTRA != 0 => EXTRA_SUMMON,
                location_bit::DECK => DECK_SUMMON,
                location if location & location_bit::GRAVE != 0 => OWN_SUMMON | GRAVE_SUMMON,
                _ => OWN_SUMMON,
            };
        }
        if effect.from & (location_bit::SPELL | location_bit::FIELD | location_bit::PENDULUM) != 0 {
            // A monster that becomes an Equip Card has effects there too.
            self.traits |= SPELLS;
        }
        if effect.form == Form::Quick && effect.must {
            self.traits |= MUST_ANSWER;
        }
        if effect.asks {
            self.traits |= REACTS_ASKING;
        }
        if effect.by_either {
            self.traits |= BY_EITHER;
        }
        let itself = effect.on.itself == Some(true);
        // In the hand only triggers are looked for when something happens to others.
        let in_hand = effect.form == Form::Trigger && effect.from & location_bit::HAND != 0;
        if !itself && (effect.from & location_bit::ELSEWHERE != 0 || in_hand) {
            self.triggers_elsewhere |= effect.on.events;
        }
        // One that is planned for a phase answers no event: that bit is never raised.
        if effect.form == Form::Later {
            self.at_once_on |= effect.on.events;
        }
        if matches!(effect.form, Form::Trigger | Form::AtOnce) {
            if effect.form == Form::Trigger {
                self.triggers_on |= effect.on.events;
            } else {
                self.at_once_on |= effect.on.events;
            }
            if !itself {
                self.triggers_of_others |= effect.on.events;
            }
        }
    }

    /// Notes what the rules add to what the cards can do; used when all cards are there.
    pub(crate) const fn note_rules(&mut self, rules: &crate::rules::Rules) {
        if rules.extra_monster_zones && self.has_trait(EFFECTS) {
            self.traits |= EXTRA_ZONES;
        }
        let battle = if rules.first_turn_battle { in_rules::FIRST_BATTLE } else { 0 };
        let pendulum = if rules.pendulum_zones { in_rules::PENDULUM_ZONES } else { 0 };
        self.rules = battle | pendulum;
        if rules.three_columns {
            self.traits |= THREE_COLUMNS;
        }
    }
}
