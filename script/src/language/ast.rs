//! Card files as typed trees: the words as they were written, before names are looked up.

use super::error::Span;
use crate::rows::{
    Across, Away, Compare, Counter, DeckEnd, Events, Locations, ModKind, PlanAbout, PlanTime,
    SetRef, Sides, Stat, Test, Until, Way, Who, WhoseTurn,
};
use crate::texts::Texts;

/// A name that the author gave to cards, a number or an effect.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

/// The cards that a card may be equipped to, and when in the Damage Step it can be activated.
#[derive(Debug)]
pub(super) struct EquipLine {
    pub(super) filter: FilterText,
    pub(super) not_in_damage_step: bool,
    pub(super) in_calculation: bool,
}

/// The monsters that a Union monster may be equipped to, and the other terms of that in its text.
#[derive(Debug)]
pub(super) struct UnionLine {
    pub(super) span: Span,
    pub(super) filter: FilterText,
    /// No other Union is on the same monster, and it comes back in Attack Position.
    pub(super) alone: bool,
    /// It falls in the monster's place only in battle.
    pub(super) in_battle: bool,
}

/// `contact banish FILTER`: the verb for the materials, and the places where they are.
#[derive(Debug)]
pub(super) struct ContactLine {
    pub(super) span: Span,
    pub(super) verb: CardVerb,
    pub(super) filter: FilterText,
    /// So many cards of each kind, instead of those of the `fusion` line.
    pub(super) parts: Vec<RecipePart>,
    /// Changes that the monster has from the moment when it comes.
    pub(super) giving: Vec<ModifierText>,
}

/// In which way materials are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecipeKind {
    Synchro,
    Xyz,
    /// One monster, with what is attached to it.
    XyzOver,
    Link,
}

/// One kind of materials: at least so many, at most so many, and what they must be.
#[derive(Debug)]
pub(super) struct RecipePart {
    pub(super) least: u8,
    pub(super) most: u8,
    pub(super) test: TestText,
}

/// `synchro`, `xyz` or `link` and what the monster is Summoned with.
#[derive(Debug)]
pub(super) struct RecipeLine {
    pub(super) span: Span,
    pub(super) kind: RecipeKind,
    pub(super) parts: Vec<RecipePart>,
    pub(super) different_names: bool,
    /// Xyz Monsters of one Rank, instead of monsters of one Level.
    pub(super) same_rank: bool,
    /// Changes that the monster has from the moment when it comes, if that is true.
    pub(super) giving: Vec<ModifierText>,
    pub(super) giving_if: Option<CondText>,
    /// Restrictions of a player for the rest of the turn that come with the Summon.
    pub(super) binding: Option<(Who, Vec<ModifierText>)>,
    /// Its condition.
    pub(super) when: Option<CondText>,
    /// Only once a turn, by all copies of the card together.
    pub(super) once: bool,
}

/// One card.
#[derive(Debug)]
pub(super) struct CardSource {
    pub(super) span: Span,
    pub(super) passcode: u32,
    pub(super) name: Name,
    pub(super) facts: Option<FactsLine>,
    pub(super) effects: Vec<EffectText>,
    pub(super) always: Vec<AlwaysLine>,
    pub(super) equip: Vec<EquipLine>,
    /// Which counters it can hold, and how many.
    pub(super) holds: Option<(Counter, u8)>,
    /// It stays on the field though its kind does not.
    pub(super) remains: bool,
    /// It was read by a program, and nothing has shown that it is right.
    pub(super) unproved: bool,
    /// The materials of a Fusion Monster, line by line.
    pub(super) fusion: Vec<Vec<TestText>>,
    /// How it is Summoned from the Extra Deck.
    pub(super) recipes: Vec<RecipeLine>,
    /// How a Fusion Monster is Summoned without a card that Fusion Summons it.
    pub(super) contact: Option<ContactLine>,
    pub(super) union: Option<UnionLine>,
    pub(super) never_special_summoned: bool,
    /// The other terms of its Summons, as bits of `script::term`, and how many Tributes a Normal
    /// Summon takes.
    pub(super) terms: (u32, u8),
    /// Which kind of monster it must be whose Summon its terms demand, and where they say so.
    pub(super) duly: Option<(Span, u32)>,
    /// The kind of monster that this Trap is once its effect has Summoned it, or 0.
    pub(super) as_monster: u32,
    /// It can neither be Set nor activated.
    pub(super) only_placed: bool,
    /// Its texts of earlier times, where they are others, each with the periods that had it.
    pub(super) periods: Vec<(Vec<Texts>, Self)>,
    pub(super) ignores_grave_stays: bool,
    /// Some line of it could not be read.
    pub(super) broken: bool,
    /// It is reported as a whole: nothing else is said about it.
    pub(super) refused: bool,
}

impl CardSource {
    /// The text to which the next line belongs: the card's, or that of a period once it has begun.
    pub(super) fn text_in_hand(&mut self) -> &mut Self {
        if self.periods.is_empty() {
            return self;
        }
        let last = self.periods.len() - 1;
        &mut self.periods[last].1
    }

    /// Its text of a period, if that is another one than the modern text.
    pub(super) fn text_of(&self, texts: Texts) -> Option<&Self> {
        let (_, text) = self.periods.iter().find(|(of, _)| of.contains(&texts))?;
        Some(text)
    }
}

/// The printed numbers of a card that is in no table.
#[derive(Clone, Debug, Default)]
pub(super) struct FactsLine {
    pub(super) span: Option<Span>,
    pub(super) kind: u32,
    pub(super) race: u32,
    pub(super) attribute: u8,
    pub(super) level: u8,
    pub(super) atk: Option<i32>,
    pub(super) def: Option<i32>,
    /// Link Arrows, one bit each as card tables have them.
    pub(super) arrows: u16,
    /// Of a Pendulum Monster, for both sides.
    pub(super) scale: u8,
    /// Numbers as card databases have them; 0 where there are fewer.
    pub(super) archetypes: [u16; 5],
}

/// `always SCOPE MODIFIERS`.
#[derive(Debug)]
pub(super) struct AlwaysLine {
    pub(super) span: Span,
    /// The line holds for the card in a Pendulum Zone, and not as a monster.
    pub(super) in_pendulum_zone: bool,
    /// It holds only while this is true.
    pub(super) when: Option<CondText>,
    pub(super) to: Receiver,
    pub(super) modifiers: Vec<ModifierText>,
}

/// The word after `effect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormWord {
    Activate,
    Ignition,
    Trigger,
    Quick,
    Flip,
    Procedure,
    Tributeless,
    Tributed,
    OtherTributes,
    SummonCost,
    NormalSummonCost,
    Offer,
    AtOnce,
    Later,
    Win,
    Instead,
}

/// One effect with its clauses.
#[derive(Debug)]
pub(super) struct EffectText {
    pub(super) span: Span,
    pub(super) form: FormWord,
    pub(super) must: Option<(bool, Span)>,
    pub(super) label: Option<Name>,
    pub(super) from: Option<Locations>,
    /// Used while its card is face-down.
    pub(super) face_down: bool,
    pub(super) by_either: bool,
    pub(super) gathers: bool,
    /// A monster comes to the opponent's field.
    pub(super) to_opponent: bool,
    /// For a `procedure`: the positions in which the monster can come.
    pub(super) positions: u8,
    /// For a `tributeless`: the monster can be Summoned so, but not Set.
    pub(super) never_set: bool,
    /// For a Tribute Summon with another number of Tributes: how many.
    pub(super) tributes: u8,
    /// Which monsters these are, if not any.
    pub(super) tributes_of: Option<FilterText>,
    /// The monster can also be Set so.
    pub(super) also_set: bool,
    /// Which other monsters come so.
    pub(super) others: Option<FilterText>,
    pub(super) in_damage_step: bool,
    pub(super) not_in_damage_step: bool,
    pub(super) in_calculation: bool,
    pub(super) event: Option<EventText>,
    pub(super) needs: Vec<CondText>,
    pub(super) limit: Option<LimitText>,
    pub(super) costs: Vec<StepText>,
    /// Restrictions that come with the activation and are about its targets.
    pub(super) late_costs: Vec<StepText>,
    pub(super) remembers: Vec<(Name, CondText)>,
    pub(super) numbers: Vec<(Name, NumText)>,
    /// Of these one is chosen at activation, each with what it needs.
    pub(super) options: Vec<(Name, Option<CondText>)>,
    /// It is chosen once the targets are.
    pub(super) options_late: bool,
    /// The declarations of its player at activation.
    pub(super) declares: Vec<ActionText>,
    /// The numbers that its card keeps in mind from the activation on.
    pub(super) keeps: Vec<NumText>,
    /// The players who can't answer its activation.
    pub(super) unanswered: Option<Who>,
    pub(super) targets: Vec<TargetText>,
    pub(super) steps: Vec<StepText>,
    /// Some clause of it could not be read.
    pub(super) broken: bool,
}

impl EffectText {
    /// The costs to which one more belongs: behind a target it comes when targets are chosen.
    pub(super) const fn costs_so_far(&mut self) -> &mut Vec<StepText> {
        if self.targets.is_empty() { &mut self.costs } else { &mut self.late_costs }
    }
}

/// `on`, `when` or `if` and what happens.
#[derive(Debug)]
pub(super) struct EventText {
    pub(super) span: Span,
    /// Written with `when`.
    pub(super) when: bool,
    pub(super) subject: SubjectText,
    pub(super) events: Events,
    pub(super) from: Locations,
    /// Only activations of cards.
    pub(super) of_card: bool,
    /// Only Tribute Summons, or Special Summons as the monster's own text demands.
    pub(super) way: Way,
    /// For those: of which kinds of monsters.
    pub(super) kinds: u32,
    /// The cause of the event, as bits of `by_bit`.
    pub(super) by: u8,
    /// The card that did it, or whose cost it was.
    pub(super) doer: Option<FilterText>,
    /// Not if an effect of a card with this name did it.
    pub(super) but_by: Option<Name>,
    /// For the begin of a phase: its number.
    pub(super) phase: u8,
}

#[derive(Debug)]
pub(super) enum SubjectText {
    Itself,
    Cards(FilterText),
    Player(Who),
}

#[derive(Debug)]
pub(super) struct LimitText {
    pub(super) times: u8,
    pub(super) by_name: bool,
    /// It is shared with the other effects of the card that say so.
    pub(super) together: bool,
    pub(super) activation: bool,
    pub(super) across: Across,
    pub(super) span: crate::rows::LimitSpan,
}

/// `target NAME = N FILTER`.
#[derive(Debug)]
pub(super) struct TargetText {
    pub(super) span: Span,
    pub(super) name: Option<Name>,
    /// Nothing for `that`: the event's cards.
    pub(super) cards: Option<(NumText, NumText, FilterText)>,
    /// These are chosen after those, one filter after the other.
    pub(super) more: Vec<(i32, FilterText)>,
    /// The player who chooses.
    pub(super) by: Who,
    pub(super) unchecked: bool,
    /// Only if this option was chosen.
    pub(super) only: Option<Name>,
    /// The effect needs none: only if this is true and its player wants it.
    pub(super) offered: Option<CondText>,
}

/// How a step hangs together with the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkText {
    Do,
    Then,
    IfDone,
    Also,
    Afterwards,
    Otherwise,
}

#[derive(Debug)]
pub(super) enum Guard {
    If(CondText),
    Unless(CondText),
    /// If that player wants it.
    May(Who),
    IfPossible,
}

#[derive(Debug)]
pub(super) struct StepText {
    pub(super) span: Span,
    pub(super) link: LinkText,
    pub(super) guards: Vec<Guard>,
    pub(super) action: ActionText,
}

/// A verb that does something to cards and needs nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardVerb {
    Destroy,
    ReturnToHand,
    AddToHand,
    /// The same without showing what comes from a Deck.
    AddUnshown,
    SendToGrave,
    Discard,
    Banish,
    BanishDown,
    /// For now: they will return.
    BanishForNow,
    /// Back to where they were on the field.
    ToField,
    /// Discards that must come to the Graveyard.
    DiscardToGrave,
    /// A Spell or Trap whose effect this one becomes.
    Become,
    /// Of several that would be destroyed only these are not.
    Spare,
    /// Spells and Traps, face-up into zones.
    PlaceFaceUp,
    /// Monsters, face-up into their owners' Spell & Trap Zones.
    LayWithOwner,
    PlaceInPendulumZone,
    ToExtra,
    Tribute,
    /// In these positions (bits of [`crate::rows::position_bit`]), to that player's field.
    /// The last says whether the Summon is complete only when the whole effect is done.
    SpecialSummon(u8, Who, bool),
    DestroyAndBanish,
    ToDeck(DeckEnd),
    Set,
    ShuffleSet,
    CountTurn,
    /// A Set card can be activated in the turn in which it was Set.
    MakeUsable,
    LoseTaken,
    Summon,
    TributeSummon,
    SummonFreely,
    NormalSummon,
    SummonUsingSelf,
    EquipTo,
    EquipWith,
    /// To this card, as Xyz Material.
    Attach,
    Turn(WhoseTurn),
    Reveal,
    Show,
    RedirectAttack,
    Fight,
    GiveControl,
    ChangeTarget,
    Protect,
}

/// How a Fusion Summon uses its materials.
#[derive(Debug)]
pub(super) struct FusionText {
    /// From which cards they are.
    pub(super) materials: FilterText,
    /// The verb that the materials are used with.
    pub(super) verb: CardVerb,
    /// The monsters that may also be made with other cards, the verb for those, and the cards.
    pub(super) wider: Option<(FilterText, CardVerb, FilterText)>,
    /// Which card must be among them.
    pub(super) vital: Option<FilterText>,
    /// The name of the number of those that are such cards before they move.
    pub(super) counted: Option<(Name, FilterText)>,
}

#[derive(Debug)]
pub(super) enum ActionText {
    Cards(CardVerb, SetText),
    TakeControl(SetText, Until),
    Damage(NumText, Who),
    Gain(NumText, Who),
    Lose(NumText, Who),
    Pay(NumText),
    NegateAttack,
    /// Of cards that fit, if it is said which.
    PendulumSummon(Option<NumText>),
    /// The attacker may attack again, or, with cards, once more these.
    AttackAgain(Option<SetText>),
    /// So many Tokens of that name, in these positions, to that player's field; the last one Summons them.
    Tokens(NumText, Name, u8, Who, Who),
    EndBattlePhase,
    Draw(NumText, Who),
    /// The same, and they get a name.
    DrawNamed(Name, NumText, Who),
    /// The top cards of the own Deck, in the order that the player likes.
    ArrangeTop(NumText),
    /// The top card goes back to the top or to the bottom of the Deck.
    TopOrBottom,
    SetAgain,
    AttackPlayer,
    Harmless,
    /// The effect negates itself.
    NegateItself,
    LookAtTop(NumText, Who),
    Mill(NumText, Who, Away),
    /// To the Graveyard, and they get a name.
    MillNamed(Name, NumText, Who),
    Give {
        to: Receiver,
        modifiers: Vec<ModifierText>,
        until: Until,
    },
    ShowDecks,
    ShuffleDeck(Who),
    ForbidNamed(SetText),
    Excavate {
        all: Name,
        found: Name,
        until: FilterText,
        who: Who,
    },
    /// The top cards, so many.
    ExcavateTop(Name, NumText, Who),
    /// Cards from the top until so many fit.
    ExcavateMany(Name, NumText, FilterText, Who),
    Pick(Name, SetText),
    Note(Name, NumText),
    /// A number from the first to the second, declared by that player.
    Declare(Name, NumText, NumText, Who),
    /// The Type of one of these cards.
    DeclareType(Name, FilterText),
    /// Any Type.
    DeclareAnyType(Name),
    /// The name of a card that fits.
    DeclareName(Name, FilterText),
    /// This card keeps a number in mind.
    Keep(NumText),
    /// So many dice.
    Roll(Name, NumText),
    RollOff(Name, Name),
    Allow(Name),
    /// Counters that are placed, or removed; without an amount all that are there.
    Counters {
        location: bool,
        amount: Option<NumText>,
        kind: Counter,
        cards: SetText,
    },
    /// So many counters in all are removed from cards, which are chosen for one after the other.
    RemoveAmong {
        amount: u8,
        kind: Counter,
        from: FilterText,
    },
    /// So many counters are placed, each on a card that is chosen.
    PlaceAmong {
        amount: NumText,
        kind: Counter,
        from: FilterText,
    },
    Toss(Name, NumText),
    /// A coin is called; the name is whether it fell so.
    CallCoin(Name),
    /// The activation or Summon, or only the effect.
    Negate {
        effect: bool,
    },
    /// Whether it is on the cards, and whether it does not happen in this turn.
    Plan(Name, Option<(PlanAbout, SetText)>, PlanTime),
    /// A Fusion Summon of one of these monsters.
    FusionSummon(FilterText, Box<FusionText>),
    /// Control that this card gives goes to the other player, or comes back.
    YieldControl(bool),
    /// The Fusion Monsters, and the cards that can be their materials.
    PrepareFusion(FilterText, FilterText),
    SummonPrepared(FilterText),
    /// A Ritual Summon of one of these monsters with Tributes from those cards whose Levels come to
    /// so many, or also to more.
    RitualSummon(FilterText, FilterText, NumText, bool),
    SwapControl(SetText, SetText),
    /// Cards become materials or Equip Cards of a monster, as the verb says.
    Join(CardVerb, SetText, SetText),
    /// An Xyz Summon on top of one of these: how many Ranks higher, with bits of
    /// `script::RankUp`, and of which monsters.
    RankUp(SetText, u8, Option<FilterText>),
}

/// The receiver of a modifier.
#[derive(Debug)]
pub(super) enum Receiver {
    Cards(SetText),
    Every(FilterText),
    Player(Who),
}

#[derive(Debug)]
pub(super) struct ModifierText {
    pub(super) kind: ModKind,
    pub(super) value: Option<NumText>,
}

/// The nouns for cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Card,
    Monster,
    Spell,
    Trap,
}

/// `monster(theirs, face_up, atk <= 1500)`.
#[derive(Debug)]
pub(super) struct FilterText {
    pub(super) span: Span,
    /// Of several cards that are chosen no two may have the same name.
    pub(super) different_names: bool,
    pub(super) noun: Noun,
    pub(super) sides: Sides,
    pub(super) locations: Option<Locations>,
    pub(super) other: bool,
    pub(super) tests: Vec<TestText>,
}

#[derive(Debug)]
pub(super) enum TestText {
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
    Kind(u32),
    Type(u32),
    Attribute(u8),
    /// Of a Type that was declared.
    TypeOf(NumText),
    /// Of a name that was declared.
    NameIs(NumText),
    Stat(Stat, Compare, NumText),
    Named(Name),
    NamedLike(Box<SetText>),
    AttributeLike(Box<SetText>),
    EquippedTo(Box<SetText>),
    FitsHost(Box<SetText>),
    MaterialOf(Box<SetText>),
    ListedBy(Box<SetText>),
    Lists(Box<FilterText>),
    /// The archetype with this text in the names of its cards; and a card that is of it.
    Archetype(Name, Option<Name>),
    Equipped,
    IsDestroyedByBattle,
    AllowsNormalSummon,
    SummonableFreely,
    WasFaceUp,
    WasEquipped,
    /// By the Summon of this kind of monster, as its bit, before it left the field; 0 for any Special Summon.
    HadCome(u32),
    WasMine,
    /// It lies in one of these places, or is the player's elsewhere.
    MineOutside(Locations),
    SummonedThisTurn,
    Marked,
    AttacksDirectly,
    BarredFromDirectAttack,
    FaceUp,
    FaceDown,
    InAttack,
    InDefense,
    Attacked,
    AttackedDirectly,
    HasExtraAttack,
    Battled,
    NormalSummonedOrFlipped,
    Summonable,
    ProperlySummonable,
    /// It does not leave the field when the Chain ends.
    Staying,
    /// An effect can add it to the hand.
    Addable,
    Banishable,
    /// It would come to its owner's Graveyard if it were sent there.
    ReachesGrave,
    /// It would come to its owner's hand if it were returned.
    ReachesHand,
    /// Nothing on it says that it is banished when it leaves.
    LeavesFreely,
    Settable,
    Attackable,
    Targetable,
    FitsAnswered,
    Attached,
    PointedTo,
    /// One of these monsters points to it, or pointed to the zone where it was.
    PointedBy(Box<FilterText>),
    CoLinked,
    Held,
    TookEffects,
    IsNegated,
    InExtraZone,
    CameSpecially,
    /// By a Special Summon from there.
    SummonedFrom(Locations),
    /// By the Summon of this kind of monster, as its bit; 0 for a Tribute Summon.
    CameDuly(u32),
    SummonedAgain,
    /// Any of these bits of its kind is printed on it.
    Printed(u32),
    InColumnOf(Box<FilterText>),
    EquippedWith(Box<FilterText>),
    AttachedTo(Box<FilterText>),
    /// It is so that this is true, where `it` is the card.
    Such(Box<CondText>),
    HighestRank,
    Destructible,
    /// It can hold one counter more of a kind.
    CanHold(Counter),
    /// About what the card does, or what is done to it, on the Chain.
    OnChain(Test),
    /// One of these cards.
    Among(Box<SetText>),
}

#[derive(Debug)]
pub(super) enum SetText {
    Named(Name),
    It(Span),
    That(Span),
    Fixed(SetRef, Span),
    All(FilterText),
    /// So many to so many, chosen by a player.
    Pick(Box<(NumText, NumText)>, FilterText, Who),
    /// Such cards whose Levels come to so many or more together.
    LevelsFrom(Box<NumText>, FilterText),
    /// So many, taken by chance.
    Random(Box<NumText>, FilterText),
    Lowest(Stat, FilterText),
    Highest(Stat, FilterText),
    Joined(Vec<Self>, Span),
}

impl SetText {
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Named(name) => name.span,
            Self::It(span) | Self::That(span) | Self::Fixed(_, span) | Self::Joined(_, span) => {
                *span
            }
            Self::All(filter)
            | Self::Pick(_, filter, _)
            | Self::Random(_, filter)
            | Self::LevelsFrom(_, filter)
            | Self::Lowest(_, filter)
            | Self::Highest(_, filter) => filter.span,
        }
    }
}

#[derive(Debug)]
pub(super) enum NumText {
    Value(i32),
    Named(Name),
    Count(FilterText),
    Names(FilterText),
    Types(FilterText),
    OnlyType(FilterText),
    Size(Box<SetText>),
    Stat(Stat, Box<SetText>),
    Printed(Stat, Box<SetText>),
    Total(Stat, Box<SetText>),
    TotalOf(Stat, FilterText),
    AtkLost(Box<SetText>),
    OriginalAtkLost(Box<SetText>),
    Reached(Box<(SetText, FilterText)>),
    MaterialsLost(Box<SetText>),
    AttacksMade(Box<SetText>),
    Equips(Box<SetText>),
    Materials(Box<SetText>),
    NormalSummons(Who),
    Links,
    Turns(Box<SetText>),
    Kept(Box<SetText>),
    Base(Stat, Box<SetText>),
    Either(Box<(CondText, Self, Self)>),
    BattleDamage(Who),
    OfEvent,
    Noted(Box<SetText>),
    FusionMaterials(Box<SetText>),
    MaterialsUsed(Box<SetText>),
    NameOf(Box<SetText>),
    /// The name of the card that is called so.
    Called(Name),
    Life(Who),
    FreeZones(Who),
    Plus(Box<(Self, Self)>),
    Times(Box<(Self, Self)>),
    Least(Box<(Self, Self)>),
    Half(Box<Self>),
    Counters(Counter, Box<SetText>),
    CountersAmong(Counter, FilterText),
    /// Which cards a modifier is about.
    Fitting(Box<FilterText>),
    /// How many of these cards the answered link would destroy.
    WouldDestroy(FilterText),
    /// Which card a modifier is about.
    Instance(Box<SetText>),
}

#[derive(Debug)]
pub(super) enum CondText {
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
    Compare(NumText, Compare, NumText),
    Phase(u16),
    MyTurn(bool),
    Exists(FilterText),
    Every(SetText, TestText),
    Some(SetText, TestText),
    FreeZone(Who),
    FreeZoneWithout(FilterText),
    CanGainPendulum,
    CanBattle,
    FreeSpellZone,
    /// A zone is free for a monster of the Extra Deck.
    FreeExtraZone,
    Untouched,
    MaySpecialSummon(Who),
    WouldDestroy,
    CanGainSummon,
    CanPay(NumText),
    Still(SetText),
    IsDestroyedByBattle(SetText),
    AttackGoesOn,
    NoBattleDamage(Who),
    WouldHurt(Who),
    DirectAttack,
    HadBattle,
    Calculating,
    NoChain,
    ChainNamesDiffer,
    /// The effect answers the activation of a card.
    AnswersCard,
    /// The card whose activation or effect it answers lies where that was activated.
    AnswersUnmoved,
    /// It answers the link directly before its own.
    AnswersLinkBefore,
    ThisTurn(Box<EventText>),
    Negated,
    Intends(Events),
    /// The same, of cards of a Deck.
    IntendsFromDeck(Events),
    /// The link that it answers was activated because of such an event.
    Answers(Events),
    Flag(Name),
}
