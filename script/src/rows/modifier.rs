//! Lasting changes: the values and permissions that an effect changes, for whom, and until when.

use super::model::{Sides, Who};
use crate::rows::ids::{CondId, NumId, TestId};
use serde::{Deserialize, Serialize};

/// How long a modifier lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// While its source is face-up on the field.
    Source,
    /// Until the End Phase has ended; also gone when the monster leaves the field or is turned
    /// face-down.
    EndOfTurn,
    /// The same, but turned face-down the monster keeps it.
    EndOfTurnAnyway,
    /// As [`Until::EndOfTurn`]; also gone when the source moves, from wherever it is.
    EndOfTurnHere,
    /// Until the present Damage Step ends.
    EndOfDamage,
    /// While the monster stays face-up on the field.
    Forever,
    /// Until the End Phase, which ends control of monsters as an action of its own (FACT-E12).
    EndPhase,
    /// Until damage was calculated.
    EndOfCalculation,
    /// Until the Battle Phase has ended.
    EndOfBattle,
    /// As [`Until::Forever`], but it stays when the monster goes to the Graveyard, until it leaves
    /// that too.
    LeavesGrave,
    /// The same, but turned face-down the monster keeps it.
    LeavesGraveAnyway,
    /// As [`Until::Forever`], but the monster keeps it while it is negated, also if it gave it to itself.
    ForeverAnyway,
    /// Until the Chain has ended.
    EndOfChain,
    /// Until the second End Phase from now has ended.
    TwoTurns,
    /// Until the third.
    ThreeTurns,
    /// Until the fourth.
    FourTurns,
    /// Until the fifth.
    FiveTurns,
    /// Until the next Standby Phase of the effect's player is over.
    OwnStandby,
    /// As [`Until::Source`], as long as the source has effects of another card.
    TakenOver,
    /// For a player: until the next Battle Phase of that player begins.
    NextBattle,
    /// For a player: in the next turn of that player, and not before that.
    NextTurn,
    /// For a player: until nobody responds any more; given while a link resolves, to what happens when the Chain is over.
    Responses,
    /// The same as long as that Chain is not over.
    NextResponses,
    /// Until the monsters of a Pendulum Summon immediately after an effect were chosen.
    PendulumSummonChosen,
    /// As [`Until::ForeverAnyway`], but a value that takes the place of ATK or DEF counts like one that lasts
    /// [`Until::Forever`]: what changes it goes on counting.
    ForeverOpen,
    /// Until damage was calculated, or the End Phase has ended.
    EndOfCalculationOrTurn,
}

/// Declares the kinds of modifiers, each with its subject, the meaning of its value, its word, and the sentence
/// of an explanation about its subject.
macro_rules! mod_kinds {
    ($($(#[$doc:meta])+ $kind:ident: $subject:ident $operand:ident $word:literal $phrase:literal,)+) => {
        /// A kind of modifier: the value or permission that it changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum ModKind {
            $($(#[$doc])+ $kind,)+
        }

        impl ModKind {
            const fn row(self) -> (Subject, Operand) {
                match self {
                    $(Self::$kind => (Subject::$subject, Operand::$operand),)+
                }
            }

            /// How many kinds there are.
            const COUNT: usize = [$(Self::$kind),+].len();

            /// The words of all kinds, in their order.
            pub(super) const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word of the language, or another name; an empty one for a note that is no part of a text.
            pub(super) const fn word(self) -> &'static str {
                match self { $(Self::$kind => $word),+ }
            }

            /// The sentence of an explanation about its subject, without that.
            pub(super) const fn phrase(self) -> &'static str {
                match self { $(Self::$kind => $phrase),+ }
            }
        }
    };
}

mod_kinds! {
    /// No modifier: an empty slot.
    None: Note Nothing "" "is not changed",
    /// ATK goes up or down by the value.
    Atk: Monster Number "atk" "has another ATK",
    /// DEF goes up or down by the value.
    Def: Monster Number "def" "has another DEF",
    /// If battle would destroy it, a monster that is equipped to it is destroyed instead.
    EquipFallsInstead: Monster Nothing "equipped_monster_falls_instead" "is not destroyed by battle while a monster is equipped to it, which is destroyed instead",
    /// It cannot be the target of card effects: of both players', or, with
    /// `ModKind::FOR_OPPONENT` as value, of the opponent's.
    CannotBeTargeted: Monster Nothing "cannot_be_targeted" "can't be targeted by card effects",
    /// It is turned to face-up Defense Position when it is in another face-up one.
    ForceDefense: Monster Nothing "forced_to_defense" "is turned to Defense Position",
    /// Its position cannot be changed by its player.
    CannotReposition: Monster Nothing "cannot_reposition" "can't change its battle position",
    /// It is not destroyed by battle.
    SurvivesBattle: Monster Nothing "survives_battle" "is not destroyed by battle",
    /// It cannot attack.
    CannotAttack: Monster Nothing "cannot_attack" "can't attack",
    /// If the player would Tribute a monster, this one must be Tributed, as if the player
    /// controlled it.
    MustBeTributed: Monster Nothing "must_be_tributed" "must be the one that you Tribute, if you Tribute",
    /// The player has control of it.
    Control: Monster Nothing "control" "is controlled by you",
    /// It inflicts battle damage also to a monster in Defense Position.
    Piercing: Monster Nothing "pierces" "inflicts piercing battle damage",
    /// It can attack directly.
    DirectAttack: Monster Nothing "can_attack_directly" "can attack directly",
    /// It cannot attack directly.
    NoDirectAttack: Monster Nothing "cannot_attack_directly" "can't attack directly",
    /// It can make so many further attacks in each Battle Phase; of several the largest number
    /// counts.
    ExtraAttacks: Monster Number "extra_attacks" "can attack more often",
    /// It can make so many further attacks on monsters in each Battle Phase, if none was direct.
    ExtraMonsterAttacks: Monster Number "extra_attacks_on_monsters" "can attack monsters more often",
    /// It can attack each monster of the opponent once.
    AttacksAll: Monster Nothing "attacks_all" "can attack every monster of the opponent once",
    /// It must attack if it can.
    MustAttack: Monster Nothing "must_attack" "must attack if it can",
    /// It cannot be attacked.
    CannotBeAttacked: Monster Nothing "cannot_be_attacked" "can't be attacked",
    /// Only it can be attacked.
    MustBeAttacked: Monster Nothing "must_be_attacked" "is the only one that can be attacked",
    /// No attack can be declared with it; one that is being made goes on.
    CannotDeclareAttack: Monster Nothing "cannot_declare_attack" "can't declare an attack",
    /// It destroys itself.
    DestroysItself: Monster Nothing "destroys_itself" "destroys itself",
    /// Its control cannot change.
    KeepsControl: Monster Nothing "control_cannot_change" "keeps its controller",
    /// Battle does not destroy it so often each turn.
    SurvivesBattleTimes: Monster Number "survives_battles" "is not destroyed by battle at first",
    /// The first ones of all to which it applies, so many each turn, are not destroyed by battle.
    FirstSurviveBattle: Monster Number "first_survive_battle" "is not destroyed by battle if it is among the first of all",
    /// Its effects are negated.
    Negated: Monster Nothing "negated" "has its effects negated",
    /// Neither it nor its effects can be activated.
    CannotBeActivated: Monster Nothing "cannot_be_activated" "can't be activated, nor its effects",
    /// It changes sides as soon as that can be done: to the player who controls it by an effect, or
    /// to the player in the value.
    ControlDue: Note Nothing "" "goes back",
    /// It is destroyed when the source leaves the field.
    FallsWithSource: Monster Nothing "falls_with_self" "is destroyed when this card leaves the field",
    /// It is destroyed when the source leaves the field, also while that is negated.
    FallsWithSourceAlways: Monster Nothing "falls_when_self_leaves" "is destroyed when this card leaves the field, negated or not",
    /// It is destroyed when the source is destroyed.
    FallsIfSourceDestroyed: Monster Nothing "falls_if_self_destroyed" "is destroyed when this card is destroyed",
    /// The source is destroyed when it is destroyed.
    TakesSourceAlong: Monster Nothing "takes_self_along" "takes this card along when it is destroyed",
    /// The card cannot be activated; its effects can.
    CardCannotBeActivated: Monster Nothing "card_cannot_be_activated" "can't be activated as a card",
    /// Remembers something for an effect of the same card.
    Marked: Monster Nothing "marked" "is marked",
    /// It is destroyed when an effect that targets it has resolved.
    DiesWhenTargeted: Monster Nothing "dies_when_targeted" "is destroyed when an effect that targeted it has resolved",
    /// The player takes no battle damage.
    NoBattleDamage: Player Nothing "no_battle_damage" "take no battle damage",
    /// The player cannot conduct a Battle Phase.
    NoBattlePhase: Player Nothing "no_battle_phase" "can't conduct a Battle Phase",
    /// The player cannot declare an attack.
    NoAttacks: Player Nothing "no_attacks" "can't declare attacks",
    /// The player cannot activate cards with the name in the value, nor their effects.
    CannotActivateNamed: Note Nothing "" "can't activate cards of a name",
    /// The player skips the Draw Phase.
    SkipsDraw: Player Nothing "skips_draw_phase" "skip the Draw Phase",
    /// The player cannot banish cards from Graveyards.
    NoGraveBanishing: Player Nothing "no_grave_banishing" "can't banish cards from Graveyards",
    /// Effects that would move a card of the player's Graveyard to another place are negated.
    GraveStays: Player Nothing "grave_stays" "keep the cards in the Graveyard: effects that would move one are negated",
    /// The player cannot Normal Summon.
    NoSummon: Player Nothing "cannot_summon" "can't Normal Summon",
    /// The player cannot Set monsters.
    NoMonsterSet: Player Nothing "cannot_set_monsters" "can't Set monsters",
    /// The player cannot Flip Summon.
    NoFlipSummon: Player Nothing "cannot_flip_summon" "can't Flip Summon",
    /// The player cannot Special Summon, but by the effect that says so.
    NoSpecialSummon: Player Nothing "cannot_special_summon" "can't Special Summon otherwise",
    /// Monster Zones that the player cannot use: how many at most, until they are chosen; then the
    /// zones themselves (see `state::zones`).
    ZonesUnusable: Player Number "unusable_zones" "can't use some Monster Zones",
    /// Effects that make the cards of the player's Graveyard stay there do not touch this
    /// Graveyard.
    GraveIsFree: Player Nothing "grave_is_free" "has a Graveyard that nothing makes undisturbed",
    /// For each card of the hand that the player Normal Summons, Special Summons, Sets or activates
    /// so many Life Points must be paid.
    HandFee: Player Number "hand_fee" "must pay, for each card of the hand that is Summoned, Set or activated,",
    /// Its monsters come face-up only: a Normal Summon may be in Defense Position, what would be
    /// Special Summoned face-down is face-up, and none is turned face-down.
    FaceUpOnly: Player Nothing "face_up_only" "have monsters face-up only",
    /// The player's hand lies open.
    OpenHand: Player Nothing "open_hand" "play with an open hand",
    /// It has attacked the monster with this card id (low byte) and stamp this turn: for
    /// [`ModKind::AttacksAll`].
    HasAttacked: Monster Nothing "has attacked" "has attacked that monster",
    /// How many turns were counted on it.
    Turns: Monster Nothing "turns" "has turns counted on it",
    /// ATK becomes the value.
    SetAtk: Monster Number "atk =" "has a certain ATK",
    /// DEF becomes the value.
    SetDef: Monster Number "def =" "has a certain DEF",
    /// Original ATK and DEF are exchanged.
    SwapBase: Monster Nothing "base_swapped" "has original ATK and DEF exchanged",
    /// It is of this Type and no other.
    BecomesType: Monster Number "type =" "is of another Type",
    /// It is the target of the link with this number, or, with -1 (`ModKind::DIES_LATER`), was and dies
    /// once damage was calculated.
    IsTargeted: Monster Nothing "is targeted" "is targeted",
    /// Its original ATK is the value.
    BaseAtk: Monster Number "original_atk" "has another original ATK",
    /// Its original DEF is the value.
    BaseDef: Monster Number "original_def" "has another original DEF",
    /// All that goes up goes down and the other way round (Reverse Trap).
    ReverseChanges: Monster Nothing "changes_reversed" "has all changes of ATK and DEF reversed",
    /// It cannot be Tributed for a Tribute Summon or Set.
    NoTributeSummon: Monster Nothing "no_tribute_summon" "can't be Tributed for a Tribute Summon",
    /// It cannot be Tributed at all.
    NoTribute: Monster Nothing "cannot_be_tributed" "can't be Tributed",
    /// It can attack once more as long as no other monster attacks before; if the value is not 0, only the monster
    /// with that id in the low byte and the stamp above it.
    AttacksAgain: Monster Nothing "attacks again" "can attack again",
    /// It is banished when it leaves the field, also while it is negated.
    BanishedWhenLeaving: Monster Nothing "banished_when_it_leaves" "is banished when it leaves the field",
    /// The source is destroyed when it leaves the field, however that is.
    TakesSourceAlongAlways: Monster Nothing "self_falls_when_it_leaves" "takes this card along when it leaves the field",
    /// Its controller can control only one face-up monster of its name.
    OnlyOne: Monster Nothing "only_one" "is the only face-up one of its name that its player can control",
    /// The battle damage that it inflicts to its controller's opponent is the value.
    Inflicts: Monster Number "inflicts" "inflicts battle damage of",
    /// It can be Tributed as two monsters for the Summon of a monster that fits the test with the
    /// number in the value.
    DoubleTribute: Monster Test "double_tribute" "can be Tributed as two monsters for a monster that is",
    /// It can attack only monsters that fit the test with the number in the value.
    AttacksOnly: Monster Test "attacks_only" "can attack only monsters that are",
    /// Its player must pay so many Life Points to declare an attack with it.
    AttackFee: Monster Number "attack_fee" "costs its player Life Points for each attack",
    /// Effects of cards whose kind is among the bits in the value do nothing to it.
    Unaffected: Monster Nothing "unaffected_by" "is unaffected by effects of cards that are",
    /// If the link with the number in the value would destroy it, the source is destroyed instead.
    SavedBySource: Monster Nothing "protected" "is saved by this card",
    /// Effects may move their own card out of the player's Graveyard though others have to stay there.
    LeavesGraveItself: Player Nothing "leaves_grave_itself" "may move cards of the Graveyard by their own effects",
    /// It is banished when it leaves the field, but not while it is negated.
    BanishedUnlessNegated: Monster Nothing "banished_unless_negated" "is banished when it leaves the field, but not while it is negated",
    /// A monster that it destroys by battle is banished instead of going to the Graveyard.
    BanishesByBattle: Monster Nothing "banishes_by_battle" "banishes what it destroys by battle instead",
    /// It does not die of being targeted by what would equip a card that has left its zone.
    SparedByGoneEquips: Monster Nothing "spared_by_gone_equips" "is spared by what targeted it to equip a card that is gone then",
    /// The player has so many Normal Summons and Sets in a turn.
    NormalSummons: Player Number "normal_summons" "has so many Normal Summons in a turn",
    /// Effects of cards do not destroy it.
    SurvivesEffects: Monster Nothing "survives_effects" "is not destroyed by effects",
    /// It cannot be used as material of a Link Summon.
    NoLinkMaterial: Monster Nothing "no_link_material" "can't be a Link Material",
    /// It cannot be used as material of a Synchro Summon.
    NoSynchroMaterial: Monster Nothing "no_synchro_material" "can't be a Synchro Material",
    /// It can be used as material of the Synchro Summon only of monsters that fit the test with the number
    /// in the value.
    SynchroMaterialOnlyFor: Monster Test "synchro_material_only_for" "can be a Synchro Material only for a monster that is",
    /// Its Level as material of a Synchro Summon is the value, in which [`super::SetRef::Each`] is the monster that
    /// is Summoned; 0 and less is no Level.
    SynchroLevel: Monster Number "synchro_level" "has another Level as Synchro Material",
    /// The other materials of a Synchro Summon in which it is one fit the test with the number in the value.
    SynchroPartners: Monster Test "synchro_partners" "can be a Synchro Material only with others that are",
    /// If it is destroyed, its controller takes so much damage.
    HurtsWhenDestroyed: Monster Number "hurts_when_destroyed" "hurts its controller when it is destroyed",
    /// The player may Normal Summon one monster more, one that fits the test with the number in the value.
    OneMoreSummon: Player Test "one_more_summon" "may Normal Summon one monster more",
    /// The same, to a zone that the source points to; the source is not Tributed for it.
    OneMoreSummonThere: Player Nothing "one_more_summon_there" "may Normal Summon one monster more, to a zone that this card points to",
    /// Battle damage that its controller would take from its battles is inflicted to the opponent.
    ReflectsBattleDamage: Monster Nothing "reflects_battle_damage" "throws the battle damage that you would take back at your opponent",
    /// The value is remembered for an effect of the same card.
    Noted: Monster Number "noted" "remembers",
    /// It lies in the Graveyard as material of the Fusion Summon of the source, one of as many as the
    /// value says.
    MaterialOf: Note Nothing "" "is a material",
    /// The effect of another card made it an Equip Card of the monster with the number in the value.
    EquippedByOther: Note Nothing "" "is equipped by another card",
    /// Control that it gives goes to the other player.
    YieldsControl: Note Nothing "" "gives control to the other player",
    /// It was Fusion Summoned with so many materials, or has sent so many away for a Fusion Summon to come.
    MadeWith: Note Nothing "" "is made with materials",
    /// Counters of a kind that any card can hold lie on it: the kind in the upper half of the value, their number
    /// in the lower one.
    Counters: Note Nothing "" "holds counters",
    /// Its name is that of the card code in the value.
    Renamed: Monster Number "renamed" "has the name of",
    /// Effects can't add cards of the player's Deck to the hand; drawing is no such thing.
    NoSearch: Player Nothing "cannot_search" "can't add cards from the Deck to the hand, except by drawing",
    /// Cards that would go to the player's Graveyard and fit the test with the number in the value are
    /// banished instead.
    BanishedInstead: Player Test "banished_instead" "has banished, instead of sent to the Graveyard, what is",
    /// Its Level goes up or down by the value.
    Level: Monster Number "level" "has another Level",
    /// Its Level is the value.
    SetLevel: Monster Number "level =" "has a certain Level",
    /// It has this Attribute and no other, as its bit.
    BecomesAttribute: Monster Number "attribute =" "has another Attribute",
    /// It has this Attribute besides its own, as its bit.
    AddsAttribute: Monster Number "also" "has one more Attribute",
    /// The player can attack only with the card with the id in the low byte of the value and the stamp
    /// above it.
    AttacksWith: Player Number "attacks_only_with" "can attack only with",
    /// The next attack that is declared against the player is negated.
    NextAttackNegated: Player Nothing "next_attack_negated" "see the next attack negated that is declared against you",
    /// The player can control face-up monsters of one Type only.
    OneType: Player Nothing "one_type" "can control face-up monsters of one Type only",
    /// Neither the player's cards of the name in the value nor their effects can be used; those that are
    /// on the field already can.
    NameForbidden: Player Number "name_forbidden" "can't use cards, nor their effects, of the name",
    /// The player's monsters whose printed name is that in the value are negated on the field, and effects of such
    /// monsters that were activated anywhere.
    NamesNegated: Player Number "names_negated" "see the effects of monsters negated, on the field and where they are activated, whose original name is",
    /// The player's other Spells and Traps in the column with the number in the value are negated, and effects that are
    /// activated there.
    ColumnNegated: Player Nothing "column_negated" "see the effects of all other Spells and Traps negated in the column in which this card is now",
    /// The player can't banish cards.
    NoBanishing: Player Nothing "cannot_banish" "can't banish cards",
    /// Its controller's monsters can't come to the Extra Monster Zones to which it points, also while it is negated.
    ClosesExtraZones: Monster Nothing "closes_extra_zones" "points to Extra Monster Zones to which you can't Summon",
    /// The player may have all dice of one roll rolled again.
    MayReroll: Player Nothing "may_reroll" "may once have dice rolled again",
    /// The player wins at the end of the turn in which the value, which counts the turns that are left,
    /// comes to 0.
    VictoryIn: Player Number "victory_in" "wins when as many turns have passed as are said",
    /// Its Pendulum Scale is the value.
    Scale: Monster Number "scale" "has another Pendulum Scale",
    /// The player can Pendulum Summon only monsters that fit the test with the number in the value, also
    /// while the source is negated.
    PendulumsOnly: Player Test "pendulums_only" "can Pendulum Summon only",
    /// The player may Pendulum Summon once more, monsters that fit the test with the number in the value.
    OneMorePendulum: Player Test "one_more_pendulum" "may once more Pendulum Summon",
    /// Its controller takes no battle damage from battles in which it fights.
    SparesBattleDamage: Monster Nothing "spares_battle_damage" "spares its controller battle damage",
    /// The battle damage that it inflicts to its controller's opponent is doubled.
    DoublesBattleDamage: Monster Nothing "doubles_battle_damage" "inflicts twice the battle damage",
    /// Effects of the opponent do not destroy it so often each turn.
    SurvivesEffectsTimes: Monster Number "survives_opposing_effects" "is not destroyed by effects of the opponent so many times each turn",
    /// The player can't Set Spells or Traps.
    NoSpellSet: Player Nothing "cannot_set_spells_or_traps" "can't Set Spells or Traps",
    /// If it is destroyed in a Monster Zone, its controller may place it in a Spell & Trap Zone instead of
    /// it going to the Graveyard.
    StaysAsSpell: Monster Nothing "may_stay_as_spell" "may be placed among the Spells and Traps as a Continuous Spell if destroyed as a monster",
    /// It has the effects of the card code in the value too.
    HasEffectsOf: Monster Number "has_effects_of" "also has the effects of the card of",
    /// It is destroyed with the cards that are leaving, because the source leaves, or for its sake: a note
    /// of a moment in which a player is asked; the value has bit 0 if the source itself leaves, and
    /// bit 1 if it goes to the Deck instead.
    GoesAlong: Note Nothing "" "goes along",
    /// The player takes so much damage when the cards that are leaving have left: a note as well.
    HurtThen: Note Nothing "" "takes damage",
    /// The number that the card keeps in mind as long as it stays: a note.
    Kept: Note Nothing "" "keeps something in mind",
    /// If it would be destroyed, the source is destroyed instead; the value has bits of
    /// `ModKind::IN_BATTLE_ONLY` and `ModKind::NO_OTHER_UNION`.
    FallsForHost: Monster Nothing "union" "is not destroyed, this card is destroyed instead",
    /// The player skips the Battle Phase.
    SkipsBattle: Player Nothing "skips_battle_phase" "skips the Battle Phase",
    /// A Gemini monster was Normal Summoned again on the field, or counts as if it was: it is an Effect
    /// Monster with its effects.
    SummonedAgain: Monster Nothing "summoned_again" "counts as Normal Summoned again",
    /// The Type to which [`ModKind::OneType`] holds a player, as its bit: a note of that card.
    TypeKept: Note Nothing "" "keeps one Type",
    /// The player does not conduct the normal draw of the Draw Phase.
    NoNormalDraw: Player Nothing "no_normal_draw" "don't draw in the Draw Phase",
    /// The player conducts the next Battle Phase twice.
    SecondBattle: Player Nothing "second_battle_phase" "conduct the next Battle Phase twice",
    /// The player has no second Battle Phase this turn.
    NoSecondBattle: Player Nothing "no_second_battle_phase" "have no second Battle Phase this turn",
    /// A second Battle Phase of the player is to come, or goes on: a note.
    BattleNote: Monster Nothing "second battle phase" "have a second Battle Phase",
    /// Effects can't make the player draw.
    NoDraw: Player Nothing "cannot_draw" "can't draw by effects",
    /// The player can't Special Summon cards that fit the test with the number in the value.
    NoSpecialSummonOf: Player Test "cannot_special_summon_those" "can't Special Summon what is",
    /// The player can't Normal Summon monsters that fit the test with the number in the value.
    NoSummonOf: Player Test "cannot_summon_those" "can't Normal Summon what is",
    /// The player can activate neither cards that fit the test with the number in the value, nor their effects.
    NoActivationOf: Player Test "cannot_activate_those" "can't activate, nor the effects of, what is",
    /// The player can Tribute nothing.
    NoTributing: Player Nothing "cannot_tribute" "can't Tribute cards",
    /// The player may Tribute Summon one monster more this turn, one that fits the test with the number in the value.
    OneMoreTributeSummon: Player Test "one_more_tribute_summon" "can Tribute Summon one monster more",
    /// Monsters that fit the test with the number in the value can be Normal Summoned face-up with one Tribute
    /// less than their Level says. One that was given is used up by that.
    OneLessTribute: Player Test "one_less_tribute" "may Tribute one monster less for the Normal Summon of what is",
    /// Its Pendulum Scale goes up or down by the value.
    ScaleChange: Monster Number "scale up or down" "has another Pendulum Scale",
    /// Effects of the cards of the player whose effect says so do not destroy it.
    SurvivesOwnEffects: Monster Nothing "survives_own_effects" "is not destroyed by effects of your cards",
    /// The player can control face-up monsters of one Attribute only.
    OneAttribute: Player Nothing "one_attribute" "can control face-up monsters of one Attribute only",
    /// The Attribute to which [`ModKind::OneAttribute`] holds a player, as its bit: a note of that card.
    AttributeKept: Note Nothing "" "keeps one Attribute",
    /// Battle damage from its battles is inflicted to both players.
    HurtsBoth: Monster Nothing "damages_both" "inflicts battle damage from its battles to both players",
    /// A Trap that is a monster holds the Spell & Trap Zone with the number in the value, or will hold one: a
    /// note of the rules.
    HoldsZone: Note Nothing "" "holds a Spell & Trap Zone",
    /// The player can activate no Spells and Traps and no effects of them, wherever they are.
    NoSpells: Player Nothing "cannot_activate_spells_or_traps" "can't activate Spells and Traps, nor their effects",
    /// It is destroyed when the source leaves the field, if it fits the test with the number in the value then.
    FallsWithSourceIf: Monster Test "falls_with_self_if" "is destroyed when this card leaves the field, if it is then",
    /// It is shuffled into its owner's Deck when the source leaves the field.
    GoesToDeckWithSource: Monster Nothing "shuffled_into_deck_with_self" "is shuffled into the Deck when this card leaves the field",
    /// It is banished when the source leaves the field.
    BanishedWithSource: Monster Nothing "banished_with_self" "is banished when this card leaves the field",
    /// It can be a Synchro Material only in place of one that is written by name and fits the test with the
    /// number in the value.
    SynchroStandIn: Monster Test "synchro_stand_in" "can be a Synchro Material only in place of one that is written by name and is",
    /// Effects of cards that fit the test with the number in the value can't target it.
    NoTargetOf: Monster Test "cannot_be_targeted_by" "can't be targeted by effects of what is",
    /// The player's cards that fit the test with the number in the value can't be targeted by effects, wherever they
    /// are.
    NoTargets: Player Test "no_targets" "keeps from being targeted by card effects, wherever it is, what is",
    /// It can be Tributed only for a Tribute Summon or Set.
    NoTributeForEffects: Monster Nothing "no_tribute_for_effects" "can't be Tributed, except for a Tribute Summon",
    /// The player takes no damage, neither from battles nor from effects.
    NoDamage: Player Nothing "takes_no_damage" "take no damage",
    /// The player can activate no effects of cards in the Graveyard.
    GraveIsSilent: Player Nothing "cannot_activate_in_grave" "can't activate effects of cards in the Graveyard",
    /// The source holds it: lines of the same card ask for that.
    Held: Monster Nothing "held" "is held by this card",
    /// It is once not destroyed by battle or by an effect; then this is gone.
    SurvivesOnce: Monster Nothing "survives_once" "is once not destroyed, neither by battle nor by an effect,",
    /// The player can activate neither cards nor effects.
    NoActivation: Player Nothing "cannot_activate" "can activate neither cards nor effects",
    /// Effects of cards that fit the test with the number in the value do nothing to it.
    UnaffectedByThose: Monster Test "unaffected_by_effects_of" "is unaffected by effects of what is",
    /// The player's Main Phase ends at once, and the turn goes on with the End Phase.
    SkipsMain: Player Nothing "skips_main_phase" "goes from the Main Phase to the End Phase at once",
    /// It can be an Xyz Material only for a monster that fits the test with the number in the value.
    XyzMaterialOnlyFor: Monster Test "xyz_material_only_for" "can be an Xyz Material only for a monster that is",
    /// The player can place no monster if there would be more of them than the other player controls, as long as
    /// that one controls any.
    NoMoreMonsters: Player Nothing "no_more_monsters" "can place no more monsters than the other player controls, as long as that one controls any",
    /// An effect that would put it into a Deck puts it into its owner's hand instead.
    ToHandInstead: Monster Nothing "to_hand_instead" "goes to the hand instead of the Deck",
    /// Effects of cards that fit the test with the number in the value do not destroy it.
    SurvivesEffectsOf: Monster Test "survives_effects_of" "is not destroyed by effects of what is",
    /// An effect that acts at once destroys it, as soon as its player could be asked what happens instead: a note.
    FallsSoon: Note Nothing "" "is destroyed soon",
    /// The effects of a monster that it destroys by battle can't be activated.
    SilencesByBattle: Monster Nothing "silences_by_battle" "keeps monsters that it destroys by battle from activating their effects",
    /// It has so much ATK for a time, over what it was given before, which counts again afterwards.
    CoversAtk: Monster Number "covers_atk" "has so much ATK, over all that it was given",
    /// The player takes half of all battle damage.
    HalvesBattleDamage: Player Nothing "halves_battle_damage" "take half of all battle damage",
    /// The player takes no damage from battles of the card with the id in the low byte of the value and the stamp
    /// above it.
    NoBattleDamageWith: Player Number "no_battle_damage_with" "take no battle damage from battles of",
    /// Effects of Spells and Traps do not destroy it so often each turn.
    SurvivesSpellsTimes: Monster Number "survives_spells_and_traps" "is not destroyed by effects of Spells and Traps so many times each turn",
    /// While it is on the field, the player whose effect says so can't Special Summon cards that fit the test with the
    /// number in the value.
    BarsSpecialSummons: Monster Test "bars_special_summons" "keeps you, while it is on the field, from Special Summoning what is",
    /// It is a Tuner too.
    CountsAsTuner: Monster Nothing "counts_as_tuner" "is a Tuner too",
    /// Its controller can control only one face-up monster that fits the test with the number in the value.
    OnlyOneOf: Monster Test "only_one of" "lets its player control only one face-up monster that is",
    /// There can be only one face-up monster on both fields that fits the test with the number in the value.
    OnlyOneOfAll: Monster Test "only_one of all" "lets there be only one face-up monster on the field that is",
    /// The player can't Special Summon, but by effects of the card that says so, cards that fit the test with the number in
    /// the value.
    NoOtherSpecialSummonOf: Player Test "cannot_special_summon_others" "can't Special Summon, but by this card's effects, what is",
    /// It sends itself to the Graveyard.
    SendsItself: Monster Nothing "sends_itself_to_grave" "sends itself to the Graveyard",
    /// The player can Special Summon only so many times in a turn, counted from when the source is at work.
    SpecialSummons: Player Number "special_summons" "can Special Summon in a turn only so many times:",
    /// The Special Summons of both players that a source of [`ModKind::SpecialSummons`] has counted: a note on it.
    SummonsNoted: Note Nothing "" "has counted Special Summons",
    /// Effects of Spells and Traps can't Special Summon cards that fit the test with the number in the value for the
    /// player.
    NoSummonBySpells: Player Test "spells_cannot_summon" "can't Special Summon by effects of Spells and Traps what is",
    /// Battle with a monster that fits the test with the number in the value does not destroy it.
    SurvivesBattleWith: Monster Test "survives_battle_with" "is not destroyed by battle with a monster that is",
    /// Nothing can Special Summon it.
    NotSpecialSummoned: Monster Nothing "not_special_summoned" "can't be Special Summoned",
    /// It can attack while it is in face-up Defense Position, with its ATK.
    AttacksInDefense: Monster Nothing "attacks_in_defense" "can attack while it is in face-up Defense Position, with its ATK",
    /// If battle has destroyed it, it is shuffled into its owner's Deck where it would be sent to the Graveyard.
    IntoDeckByBattle: Monster Nothing "shuffled_into_deck_by_battle" "is shuffled into the Deck where battle would send it to the Graveyard",
    /// Damage that effects of the other player would inflict to the player is inflicted to that one instead.
    ReflectsEffectDamage: Player Nothing "reflects_effect_damage" "hand damage from effects of the other player back to that one",
    /// The player takes no damage from effects; each time a counter is placed on the source instead.
    EffectDamageCounts: Player Nothing "effect_damage_becomes_counters" "take no damage from effects, for each of which one counter is placed on this card instead",
    /// Cards of the player's Deck cannot be sent to the Graveyard, neither by effects nor as a cost.
    NoMilling: Player Nothing "cannot_mill" "can have no cards sent from the Deck to the Graveyard",
    /// Cards that would go from the player's Graveyard to a hand are banished instead.
    ReturnsBanished: Player Nothing "banished_not_returned" "has banished what would go from the Graveyard to the hand",
}

/// Kinds of modifiers, one bit each.
#[repr(C)]
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    bytemuck::Pod,
    bytemuck::Zeroable,
    Serialize,
    Deserialize,
)]
pub struct KindSet([u64; KindSet::WORDS]);

impl KindSet {
    /// No kind.
    pub const NONE: Self = Self([0; Self::WORDS]);
    /// There is room for so many times 64 kinds.
    const WORDS: usize = 3;

    /// The kind with this number alone.
    pub const fn of(kind: u8) -> Self {
        let mut words = [0; Self::WORDS];
        words[kind as usize / 64] = 1 << (kind % 64);
        Self(words)
    }

    /// All of these kinds.
    pub const fn all(kinds: &[ModKind]) -> Self {
        let (mut set, mut at) = (Self::NONE, 0);
        while at < kinds.len() {
            set = set.with(Self::of(kinds[at] as u8));
            at += 1;
        }
        set
    }

    /// These kinds and others.
    pub const fn with(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a | d, b | e, c | f])
    }

    /// Whether one of these kinds is among others.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        (a & d) | (b & e) | (c & f) != 0
    }

    /// Whether the kind with this number is among these.
    #[inline(always)]
    pub const fn has(self, kind: u8) -> bool {
        self.0[kind as usize / 64] >> (kind % 64) & 1 == 1
    }
}

const _: () = assert!(ModKind::COUNT <= 64 * KindSet::WORDS);

impl ModKind {
    /// This kind alone.
    pub const fn bit(self) -> KindSet {
        KindSet::of(self as u8)
    }

    /// The kinds by which there can be only one face-up monster.
    pub const ONLY_ONES: KindSet =
        KindSet::all(&[Self::OnlyOne, Self::OnlyOneOf, Self::OnlyOneOfAll]);

    /// The kinds that can last as long as players respond.
    pub const RESPONSE_BARS: KindSet = KindSet::all(&[Self::NoActivation, Self::NoActivationOf]);

    /// The kinds by which effects do nothing to a monster.
    pub const SHIELDS: KindSet = KindSet::all(&[Self::Unaffected, Self::UnaffectedByThose]);

    /// The value of a [`ModKind::CannotBeTargeted`] that holds for effects of both players.
    pub const FOR_ANYBODY: i32 = 0;
    /// The same for effects of the opponent only.
    pub(crate) const FOR_OPPONENT: i32 = 1;

    /// The bit in the value of a [`ModKind::Unaffected`] that counts only effects of the opponent.
    pub const OPPONENTS_ONLY: u32 = 1 << 31;
    /// The bit that leaves out effects of the card that says so.
    pub const OTHERS_ONLY: u32 = 1 << 30;
    /// The bit that leaves out effects of the monster itself that is unaffected.
    pub const NOT_ITSELF: u32 = 1 << 29;
    /// All bits of its value that are no kinds of cards.
    pub const UNAFFECTED_BITS: u32 = Self::OPPONENTS_ONLY | Self::OTHERS_ONLY | Self::NOT_ITSELF;

    /// A [`ModKind::FallsForHost`] that counts only in battle.
    pub const IN_BATTLE_ONLY: i32 = 1;
    /// A [`ModKind::FallsForHost`] of a Union that is the only one on its monster.
    pub const NO_OTHER_UNION: i32 = 2;
    /// The value of a [`ModKind::NoSpecialSummon`] that leaves all cards of its card's name.
    pub const BUT_BY_NAME: i32 = 1;

    /// The value of [`ModKind::IsTargeted`] after the link has resolved.
    pub const DIES_LATER: i32 = -1;

    /// The subject of modifiers of this kind.
    pub const fn subject(self) -> Subject {
        self.row().0
    }

    /// The meaning of its value.
    pub(crate) const fn operand(self) -> Operand {
        self.row().1
    }
}

/// The subject of a kind of modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A monster or another card.
    Monster,
    /// A player.
    Player,
    /// Nothing that a text can say: the rules keep it in mind.
    Note,
}

/// The meaning of the value of a kind of modifier, as a text gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operand {
    /// A text gives none.
    Nothing,
    /// A number.
    Number,
    /// The number of a test.
    Test,
}

/// The cards or the player that a modifier applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    /// One monster.
    Card,
    /// The monster that the source is equipped to.
    Host,
    /// All monsters on these sides that fit; face-down ones never do.
    Field(Sides, TestId),
    /// The same, face-down ones too.
    EvenFaceDown(Sides, TestId),
    /// A player.
    Player(Who),
    /// All Spells and Traps on these sides that fit, on the field or in the hand.
    Spells(Sides, TestId),
    /// All cards in the hands of these sides that fit.
    InHand(Sides, TestId),
}

/// A modifier that stands as long as its source is face-up on the field and not negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Static {
    /// The value or permission that it changes.
    pub kind: ModKind,
    /// The cards or the player that it applies to.
    pub scope: Scope,
    /// By how much, where that means something.
    pub value: NumId,
    /// See [`super::reads_bit`].
    pub reads: u16,
    /// It holds only while this is true.
    pub when: CondId,
    /// It stands while the card is in a Pendulum Zone; other ones while it is elsewhere on the field.
    pub in_pendulum_zone: bool,
}
