//! The words of the language's table that have a grammar of their own.

use super::ast::{CardVerb, FormWord, LinkText, Noun};
use super::table::{Means, WordEntry, WordGroup};
use crate::rows::{DeckEnd, ModKind, SetRef, Until, Who, WhoseTurn, position_bit};
use Means::{Cards, Form, Link as Joins, Modifier, Noun as Name, Set, Until as Lasts, Word};

macro_rules! table {
    ($($word:literal $means:expr, $syntax:literal, $meaning:literal, $example:literal;)+) => {
        &[$(WordEntry {
            word: $word, means: $means, syntax: $syntax, meaning: $meaning, example: $example,
        }),+]
    };
}

pub(super) static BODY: &[WordEntry] = table! {
    "card" Word(WordGroup::Line), "card PASSCODE \"NAME\"",
        "begins a card; the passcode and the name must be those of one row of the card table, or the card brings its own `facts`",
        "card 7 \"Little Feast\"\nfacts spell\neffect activate\ndo gain 500";
    "facts" Word(WordGroup::Line), "facts WORDS level N ATTRIBUTE TYPE atk N def N [arrows WORDS] [scale N] [archetype N ...]",
        "for a card that is in no table: what is printed on it. Monsters need a Level, an Attribute, a Type, ATK and DEF (`?` is allowed), Link Monsters their Link Rating as `level N` and in place of DEF the arrows (`top_left top top_right left right bottom_left bottom bottom_right`); Spells and Traps only their kind",
        "card 8 \"Patient Guard\"\nfacts monster level 4 earth warrior atk 1200 def 1900";
    "text" Word(WordGroup::Line), "text goat|edison|goat edison",
        "what follows, up to the next `text` or card, is the card's whole text of that time: of April 2005, which the rules of the Goat format play (`goat`), of March 2010, which those of the Edison format play (`edison`), or of both. What stands before is its modern text, which it also has in each period without one; a period has one text",
        "effect activate\ndo draw 1\ntext goat edison\neffect activate\ndo draw 2";
    "unproved" Word(WordGroup::Line), "unproved",
        "the card was read from its printed text by a program, and no recorded duel has shown that it does what it should: results of decks with it are marked",
        "unproved\neffect activate\ndo draw 2";
    "remains_on_field" Word(WordGroup::Line), "remains_on_field",
        "for a Normal Spell or Trap: it stays on the field after its activation",
        "remains_on_field\neffect activate\ndo gain 500";
    "ignores_grave_stays" Word(WordGroup::Line), "ignores_grave_stays",
        "its effects move cards of Graveyards even where `grave_stays` would negate them",
        "ignores_grave_stays\neffect activate\ntarget m = monster(grave, mine)\ndo special_summon m";
    "effect" Word(WordGroup::Line), "effect FORM [must|may] [from PLACES] [in damage_step] [as NAME] [EVENT]",
        "begins an effect; its clauses follow in the order of the printed text",
        "effect quick from hand in damage_step\nneed phase(battle_phase)\ncost discard self\ndo gain 500";
    "always" Word(WordGroup::Line), "always SCOPE MODIFIER, MODIFIER",
        "what holds while this card is face-up on the field. The scope is a filter for monsters, `host`, `self` or a player",
        "always monster(mine, dragon) atk +300, def +300";
    "while" Word(WordGroup::Line), "always while CONDITION: SCOPE MODIFIER, MODIFIER",
        "the same, only as long as the condition is true",
        "always while my_turn and phase(battle_phase): monster(mine) atk +200";
    "from" Word(WordGroup::Line), "always from pendulum_zone ..., always from field or grave self renamed \"NAME\"",
        "the second is a name that a card has in the Graveyard too, negated or not there; the first what a Pendulum Card does in a Pendulum Zone; `while` may follow. Its activation from the hand and the Pendulum Summon need no line: an `effect activate` of its own only adds conditions",
        "card 16 \"Steady Scale\"\nfacts monster pendulum normal level 4 earth warrior atk 1500 def 1200 scale 8\nalways from pendulum_zone monster(mine, normal) atk +200";
    "equip" Word(WordGroup::Line), "equip FILTER [not in damage_step] [in damage_calculation]",
        "for an Equip Spell, or a Trap that becomes an Equip Card: the face-up monsters that it may be equipped to; its activation is derived from that. With `mine` or `theirs` it goes when the monster changes sides. A Trap that changes ATK or DEF can be used in the Damage Step unless it is said otherwise",
        "equip monster(warrior)\nalways host atk +500";
    "holds" Word(WordGroup::Line), "holds COUNTER [up_to N]",
        "which counters can be placed on this card, and how many; they are gone when it leaves or is turned face-down",
        "holds spell_counter up_to 3\neffect ignition\ncost remove 3 spell_counter from self\ndo draw 1";

    "fusion" Word(WordGroup::Line), "fusion \"A\" + [1+] \"B\" [, same_type] [, same_attribute | different_attributes] [, different_names]",
        "what a Fusion Monster is made of: names, or filters for any card that fits. With two such lines either will do. Of the last material there can be `1+`, one card or more. Two materials may have to be of the same Type or Attribute, or to have different Attributes or names",
        "card 10 \"Two of a Kind\"\nfacts monster fusion level 5 earth warrior atk 1900 def 1000\nfusion \"Kuriboh\" + monster(warrior)";
    "contact" Word(WordGroup::Line), "contact banish|send_to_grave|shuffle_into_deck FILTER [with [N[+]] FILTER + ...] [giving MODIFIER, ...]",
        "a Fusion Monster can be Special Summoned from the Extra Deck by doing that with the materials of its `fusion` line, which must be such cards, without a card that Fusion Summons it. Behind `with` stand other materials, so many of each kind; `giving` says what the monster has from the moment when it comes, where `paid` are the materials",
        "card 10 \"Two in Contact\"\nfacts monster fusion level 5 earth warrior atk 1900 def 1000\nfusion \"Kuriboh\" + monster(warrior)\ncontact banish card(field, mine)";
    "union" Word(WordGroup::Line), "union FILTER [alone] [in battle]",
        "a Union monster: once a turn it can be equipped to such a monster, or Special Summon itself back; a monster that is equipped with it is not destroyed by battle or an effect, it is destroyed instead. By the old texts with `alone`, so that no other Union is on the same monster and it comes back in Attack Position, and with `in battle`, so that it falls only there",
        "card 16 \"Shoulder Cannon\"\nfacts monster union level 4 light machine atk 1500 def 1600\nunion monster(machine)\nalways host atk +400, def +400";
    "synchro" Word(WordGroup::Line), "synchro [N[+]] FILTER + [N[+]] FILTER [giving MODIFIER, ... [if CONDITION]]",
        "what a Synchro Monster is Summoned with: so many monsters of each kind, `2+` for two or more, whose Levels are together its own; `giving` says what the monster has from the moment when it comes so, negated or not, if that is true, where `paid` are the materials",
        "card 12 \"Tuned Knight\"\nfacts monster synchro level 6 earth warrior atk 2400 def 1000\nsynchro 1 monster(tuner) + 1+ monster(not tuner) giving counts_as_tuner if some paid is warrior";
    "xyz" Word(WordGroup::Line), "xyz [N[+]|N to M] FILTER [, same_rank] [when CONDITION] [giving MODIFIER, ...] [binding PLAYER MODIFIER, ...], xyz over FILTER [once_per_turn] [when CONDITION] [giving MODIFIER, ...]",
        "what an Xyz Monster is Summoned with: so many monsters whose Level is its Rank, or, with `same_rank`, Xyz Monsters of one and the same Rank, whatever that is; or, with `over`, one monster with all that is attached to it, with `once_per_turn` only once a turn for all copies together. Both lines may stand: then either will do; `when` says what must be true for this Summon, `giving` what the monster has from the moment when it comes so, negated or not, and `binding` what a player can't do for the rest of the turn, if the Summon was not negated; so for Synchro and Link Monsters, too",
        "card 13 \"Stacked Knight\"\nfacts monster xyz level 4 earth warrior atk 2400 def 1000\nxyz 2 monster(warrior)\nxyz over \"Kuriboh\"";
    "link" Word(WordGroup::Line), "link [N[+]] FILTER [+ ...] [, different_names] [giving MODIFIER, ... [if CONDITION]]",
        "what a Link Monster is Summoned with: so many monsters of each kind, which come to its Link Rating, each as one and a Link Monster as one or as its rating; `giving` as with Synchro Monsters",
        "card 14 \"Chained Knight\"\nfacts monster link level 2 earth warrior atk 1400 arrows bottom_left bottom_right\nlink 2 monster(effect), different_names";
    "trap_monster" Word(WordGroup::Line), "trap_monster effect|normal",
        "the kind of monster that this Trap is once its own effect has Summoned it; its facts say the rest",
        "trap_monster effect\neffect activate\nneed self is can_be_summoned\ndo special_summon self";

    "condition" Word(WordGroup::Line), "condition never_special_summoned|only_placed",
        "how a card comes to the field: a monster can't be Special Summoned at all; a Spell or Trap can neither be Set nor activated, only effects put it there",
        "card 11 \"Only by Hand\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition never_special_summoned";

    "tributes" Word(WordGroup::Term), "condition tributes N", "its Normal Summon or Set takes so many Tributes, whatever its Level is",
        "card 12 \"Three for One\"\nfacts monster effect level 8 earth warrior atk 3000 def 1000\ncondition tributes 3";
    "never_set" Word(WordGroup::Term), "condition never_set", "it can't be Set",
        "card 12 \"Always Up\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition never_set";
    "never_activated" Word(WordGroup::Term), "condition never_activated", "a Spell or Trap that can be Set, but has no activation",
        "card 7 \"Little Feast\"\nfacts spell\ncondition never_activated\neffect ignition from grave\nlimit use 1 per_turn\ndo gain 500";
    "can_be_set_as_spell" Word(WordGroup::Term), "condition can_be_set_as_spell", "it can also be Set from the hand in a Spell & Trap Zone, where it is a Spell that can't be activated",
        "card 12 \"In Its Sheath\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition can_be_set_as_spell";
    "normal_summon_not_negated" Word(WordGroup::Term), "condition normal_summon_not_negated", "its Normal Summon can't be negated",
        "card 12 \"Sure to Come\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition normal_summon_not_negated";
    "normal_summon_not_answered" Word(WordGroup::Term), "condition normal_summon_not_answered", "nothing can be activated when it is Normal Summoned, and what waited for that moment is lost",
        "card 12 \"Awe\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition normal_summon_not_answered";
    "fusion_substitute" Word(WordGroup::Term), "condition fusion_substitute", "it can be any one Fusion Material that is written by name; the other materials must be the written ones",
        "card 12 \"Anybody\"\nfacts monster effect level 4 earth warrior atk 900 def 1000\ncondition fusion_substitute";
    "only_contact_summoned" Word(WordGroup::Term), "condition only_contact_summoned", "it must first be Special Summoned by its `contact` line, and can't be Special Summoned from the Graveyard",
        "card 12 \"Hand in Hand\"\nfacts monster fusion effect level 4 earth warrior atk 1900 def 1000\nfusion \"Kuriboh\" + monster(warrior)\ncontact banish card(field, mine)\ncondition only_contact_summoned";
    "never_summoned" Word(WordGroup::Term), "condition never_summoned", "it can't be Normal Summoned, though it can be Set",
        "card 12 \"Never Called\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition never_summoned";
    "only_by_effects" Word(WordGroup::Term), "condition only_by_effects", "it must be Special Summoned by an effect of a card: any effect will do, from wherever it is, but no Summon without one, like a Pendulum Summon",
        "card 12 \"Only Fetched\"\nfacts monster effect special_summon level 4 earth warrior atk 1900 def 1000\ncondition only_by_effects";
    "no_synchro_material" Word(WordGroup::Term), "condition no_synchro_material", "it can't be used as material of a Synchro Summon, not even while its effects are negated",
        "card 12 \"Out of Tune\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition no_synchro_material";
    "first_contact_summoned" Word(WordGroup::Term), "condition first_contact_summoned", "It must first be Special Summoned by its `contact` line; after that it can be Special Summoned in other ways.",
        "card 12 \"Hand in Hand at First\"\nfacts monster fusion effect level 4 earth warrior atk 0 def 1000\nfusion \"Kuriboh\" + monster(warrior)\ncontact send_to_grave monster(mine) with 1 \"Kuriboh\" + 1+ monster(warrior) giving original_atk 1000 * size(paid)\ncondition first_contact_summoned";
    "no_fusion_material" Word(WordGroup::Term), "condition no_fusion_material", "it can't be used as material of a Fusion Summon, not even while its effects are negated",
        "card 12 \"No Part of It\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition no_fusion_material";
    "no_link_material" Word(WordGroup::Term), "condition no_link_material", "it can't be used as material of a Link Summon, not even while its effects are negated",
        "card 12 \"Out of Arrows\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition no_link_material";
    "no_xyz_material" Word(WordGroup::Term), "condition no_xyz_material", "it can't be used as material of an Xyz Summon, not even while its effects are negated",
        "card 12 \"Not to Be Stacked\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition no_xyz_material";
    "xyz_material_of_three" Word(WordGroup::Term), "condition xyz_material_of_three", "it can be used as material of an Xyz Summon only as one of three or more, also while its effects are negated",
        "card 12 \"Third of Them\"\nfacts monster effect level 4 earth warrior atk 1900 def 1000\ncondition xyz_material_of_three";
    "synchro_with_hand" Word(WordGroup::Term), "condition synchro_with_hand", "if it was Synchro Summoned and is used as material of a Synchro Summon, one monster of the hand can be one of the other materials, also while its effects are negated",
        "card 12 \"Lender\"\nfacts monster synchro effect level 3 earth warrior atk 1900 def 1000\nsynchro 1 monster(tuner) + 1+ monster(not tuner)\ncondition synchro_with_hand";
    "not_linked_at_once" Word(WordGroup::Term), "condition not_linked_at_once", "in the turn in which it is Link Summoned it can't be used as material of a Link Summon, not even while its effects are negated",
        "card 12 \"Settled In\"\nfacts monster link effect level 1 dark machine atk 1000 arrows top\nlink 1 monster\ncondition not_linked_at_once";
    "only_own_way" Word(WordGroup::Term), "condition only_own_way", "it must be Special Summoned by its `effect procedure`, and can be Special Summoned in no other way",
        "card 12 \"Own Way\"\nfacts monster effect special_summon level 4 earth warrior atk 1900 def 1000\ncondition only_own_way\neffect procedure\ncost tribute 2 monster(mine)";
    "first_fusion_summoned" Word(WordGroup::Term), "condition first_fusion_summoned", "it must first be Fusion Summoned; after that it can be Special Summoned in other ways",
        "card 12 \"First Made\"\nfacts monster fusion effect level 4 earth warrior atk 1900 def 1000\nfusion \"Kuriboh\" + monster(warrior)\ncondition first_fusion_summoned";
    "only_written_materials" Word(WordGroup::Term), "condition only_written_materials", "it can be Fusion Summoned only with its written Fusion Materials: with no card in place of one, and by no effect that takes none",
        "card 12 \"As Written\"\nfacts monster fusion effect level 4 earth warrior atk 1900 def 1000\nfusion \"Kuriboh\" + monster(warrior)\ncondition only_written_materials";
    "only_by_written_effect" Word(WordGroup::Term), "condition only_by_written_effect", "a Fusion Monster without a `fusion` line: it must be Special Summoned by the effect of a card that its text names, which does it with `special_summon ... properly`, and can be Special Summoned in no other way",
        "card 12 \"One Card\"\nfacts monster fusion effect level 4 earth warrior atk 1900 def 1000\ncondition only_by_written_effect";
    "only_fusion_summoned" Word(WordGroup::Term), "condition only_fusion_summoned", "it must be Fusion Summoned, and can be Special Summoned in no other way",
        "card 12 \"One Way\"\nfacts monster fusion effect level 4 earth warrior atk 1900 def 1000\nfusion \"Kuriboh\" + monster(warrior)\ncondition only_fusion_summoned";
    "first_synchro_summoned" Word(WordGroup::Term), "condition first_synchro_summoned", "it comes from the Extra Deck first by its Synchro Summon alone; after that it can be Special Summoned in other ways",
        "card 12 \"First Synchro\"\nfacts monster synchro effect level 2 earth warrior atk 1900 def 1000\nsynchro 1 monster(tuner) + 1+ monster(not tuner)\ncondition first_synchro_summoned";
    "only_synchro_summoned" Word(WordGroup::Term), "condition only_synchro_summoned", "it must be Synchro Summoned, and can be Special Summoned in no other way",
        "card 12 \"Only Synchro\"\nfacts monster synchro effect level 2 earth warrior atk 1900 def 1000\nsynchro 1 monster(tuner) + 1+ monster(not tuner)\ncondition only_synchro_summoned";
    "first_xyz_summoned" Word(WordGroup::Term), "condition first_xyz_summoned", "it comes from the Extra Deck first by its Xyz Summon alone; after that it can be Special Summoned in other ways",
        "card 12 \"First Xyz\"\nfacts monster xyz effect level 2 earth warrior atk 1900 def 1000\nxyz 2 monster\ncondition first_xyz_summoned";
    "only_xyz_summoned" Word(WordGroup::Term), "condition only_xyz_summoned", "it must be Xyz Summoned, and can be Special Summoned in no other way",
        "card 12 \"Only Xyz\"\nfacts monster xyz effect level 2 earth warrior atk 1900 def 1000\nxyz 2 monster\ncondition only_xyz_summoned";
    "first_link_summoned" Word(WordGroup::Term), "condition first_link_summoned", "it comes from the Extra Deck first by its Link Summon alone; after that it can be Special Summoned in other ways",
        "card 12 \"First Link\"\nfacts monster link effect level 2 earth warrior atk 1900 arrows top bottom\nlink 2 monster\ncondition first_link_summoned";
    "only_link_summoned" Word(WordGroup::Term), "condition only_link_summoned", "it must be Link Summoned, and can be Special Summoned in no other way",
        "card 12 \"Only Link\"\nfacts monster link effect level 2 earth warrior atk 1900 arrows top bottom\nlink 2 monster\ncondition only_link_summoned";

    "activate" Form(FormWord::Activate), "effect activate [EVENT]",
        "the activation of a Spell or Trap; Continuous Spells and Traps and Field Spells without this line have an activation that does nothing else",
        "effect activate\ndo draw 1";
    "ignition" Form(FormWord::Ignition), "effect ignition",
        "used in the own Main Phase while nothing else goes on",
        "effect ignition\nlimit use 1 per_turn\ndo draw 1";
    "trigger" Form(FormWord::Trigger), "effect trigger must|may EVENT",
        "answers an event: `must` whenever it happens, `may` if its player wants it",
        "effect trigger may if self sent_to_grave from field\ndo draw 1";
    "quick" Form(FormWord::Quick), "effect quick [must] [EVENT]",
        "used whenever its player may respond; with `must` it answers each card or effect that is `activated`, before anybody may",
        "effect quick\ncost pay 500\ndo draw 1\n\neffect quick must on card activated\nlimit use 1 per_chain\ndo negate";
    "flip" Form(FormWord::Flip), "effect flip [must|may]",
        "a FLIP effect: answers that this card was turned face-up; `must` unless it says `may`",
        "effect flip\ntarget m = monster(field)\ndo destroy m";
    "at_once" Form(FormWord::AtOnce), "effect at_once EVENT",
        "happens by itself whenever the event does, as long as this card is at work: without a Chain and without a question; or as an action of a phase or before a link resolves, which may ask",
        "effect at_once on my standby_phase\ndo if can_pay 100: may pay 100\notherwise destroy self";
    "procedure" Form(FormWord::Procedure), "effect procedure [to opponent] [in attack_position|defense_position] [from PLACES]",
        "how this monster can be Special Summoned from the hand, or from the Deck or the Graveyard, in the own Main Phase, without a Chain: conditions, a cost, and what the steps give to `self` as it comes, where `paid` are the cards of the cost",
        "effect procedure\ncost banish 1 monster(grave, mine, light) and 1 monster(grave, mine, dark)";
    "tributeless" Form(FormWord::Tributeless), "effect tributeless [for FILTER | face_up]",
        "this monster can be Normal Summoned or Set without Tributes, and then gets what the steps give to `self`",
        "effect tributeless\ndo give self original_atk 1400, original_def 1000";
    "tribute_summon" Form(FormWord::OtherTributes), "effect tribute_summon N [of FILTER] [or_set]",
        "this monster can be Tribute Summoned face-up with so many Tributes instead of those of its Level, and then gets what the steps give to `self`; with `of` the Tributes are such monsters, an opponent's one only face-up; with `or_set` it can be Set so too",
        "effect tribute_summon 1\nneed any monster(theirs)\n\neffect tribute_summon 1 of monster(tribute_summoned) or_set";
    "tributes" Form(FormWord::Tributed), "effect tributes",
        "what this monster gets as it is Tribute Summoned face-up, if what it needs is true then: the steps give it to `self`, and `paid` are the Tributes",
        "effect tributes\ndo give self atk = 2 * original_atk(paid)";
    "summon_cost" Form(FormWord::SummonCost), "effect summon_cost",
        "what every Special Summon of this monster demands of the player who does it, whatever Summons it: conditions, a `limit` on how often in a turn that player can Special Summon cards of the name, where a negated Summon does not count, and what that player is given as it comes",
        "effect summon_cost\nneed not this_turn monster(mine) summoned\ndo give me cannot_summon until end_of_turn";
    "normal_summon_cost" Form(FormWord::NormalSummonCost), "effect normal_summon_cost",
        "conditions that must be true for this monster to be Normal Summoned face-up, also while its effects are negated; it can be Set without them",
        "card 12 \"Low Company\"\nfacts monster effect level 4 earth warrior atk 1600 def 1100\neffect normal_summon_cost\nneed no monster(mine, level >= 5)";
    "offer" Form(FormWord::Offer), "effect offer as NAME",
        "something that its player may do once in the turn in which an `allow NAME` resolved, without a Chain",
        "effect activate\ndo allow later\neffect offer as later\ndo draw 1";
    "win" Form(FormWord::Win), "effect win [from PLACES]",
        "its player wins the duel as soon as the conditions of its `need` lines are true; cards of a hand are shown then",
        "effect win from hand\nneed any card(hand, mine, named \"Kuriboh\")";

    "instead" Form(FormWord::Instead), "effect instead on SUBJECT would_be_destroyed [by battle|effect|opponent]",
        "what its player may do instead, when these cards would be destroyed by battle or an effect, or only by what is said; `that` are all cards that would be",
        "card 15 \"Stubborn Guard\"\nfacts monster effect level 4 earth warrior atk 1500 def 1200\neffect instead on self would_be_destroyed\ndo discard 1 card(hand, mine)";

    "planned" Form(FormWord::Later), "effect planned as NAME on PHASE",
        "something that happens without a Chain when that phase comes, after a `plan NAME` resolved; `that` are the planned cards that have not moved since",
        "effect activate\ntarget m = monster(grave, mine)\ndo special_summon m\nif_done plan farewell with m\neffect planned as farewell on each end_phase\ndo banish that";

    "may" Word(WordGroup::Header), "may", "its player decides", "effect trigger may if self summoned\ndo draw 1";
    "from" Word(WordGroup::Header), "from PLACES",
        "where the card has to be; left out, monsters use effects from Monster Zones, Spells and Traps from where they lie, and a trigger about the card itself from where the event puts it",
        "effect ignition from grave\ndo draw 1";
    "in" Word(WordGroup::Header), "in damage_step|damage_calculation|attack_position|defense_position",
        "also usable in the Damage Step before damage calculation, or during it. Effects that change ATK or DEF have the first, Counter Traps both. The monster of a `procedure` may come in that position only",
        "effect quick from hand in damage_calculation\ncost discard self\ndo gain 500";
    "not" Word(WordGroup::Header), "not in damage_step",
        "not usable in the Damage Step although it changes ATK or DEF",
        "effect quick not in damage_step\ncost pay 500\ndo give self atk +500 until end_of_turn";
    "face_down" Word(WordGroup::Header), "face_down",
        "for a `quick` of a monster: used while it is face-down, and only then",
        "effect quick face_down on card(theirs) activated\nneed any monster(mine, face_down, among its_targets)\ncost change_position self to defense_position\ndo draw 1";
    "by_either" Word(WordGroup::Header), "by_either",
        "for a `quick` of a Spell or Trap: either player may use it while it is face-up, and is `me` then",
        "card 9 \"Open House\"\nfacts trap continuous\neffect activate\neffect quick by_either\nlimit use 1 per_turn\ncost pay 500\ndo draw 1";
    "gathered" Word(WordGroup::Header), "gathered",
        "for a `trigger may if`: what happens of that kind while it waits, as on one Chain, it answers once, and `that` are the cards of all of it",
        "effect trigger may gathered if monster(mine, other) special_summoned\ntarget t = 1 monster(mine, among that)\ndo give t atk +500";
    "to" Word(WordGroup::Header), "to opponent", "the monster of a `procedure` comes to the opponent's field",
        "effect procedure to opponent\ncost tribute 2 monster(theirs)";
    "face_up" Word(WordGroup::Header), "face_up", "for a `tributeless`: the monster can be Normal Summoned so, but not Set", "effect tributeless face_up\nneed any monster(mine, beast)";
    "as" Word(WordGroup::Header), "as NAME", "names the effect for `allow`", "effect activate\ndo allow later\neffect offer as later\ndo draw 1";

    "on" Word(WordGroup::Clause), "on SUBJECT EVENT [or EVENT] [from PLACES]",
        "what the effect answers, on the `effect` line or on its own. The subject is `self`, a filter, or a player; `on my end_phase` answers the phase",
        "on monster(theirs, atk >= 1000) summoned or flip_summoned\ntarget that\ndo destroy it";
    "by" Word(WordGroup::Clause), "on SUBJECT EVENT [from PLACES] by effect [of FILTER]|opponent, on SUBJECT EVENT [from PLACES] as cost of FILTER",
        "only if an effect of a card did it, or that of such a card, activated in such a place, which can be said of `effect_damaged` too; or one of the cards' opponent; or if it was the cost of an effect of such a card",
        "effect trigger must on self destroyed from field by opponent\ndo draw 1\n\neffect trigger must on card sent_to_grave from deck by effect of monster(mine, fairy)\ndo draw 1\n\neffect trigger must on opponent effect_damaged by effect of monster(mine, other, fire)\ndo damage 300 to opponent\n\neffect trigger must on self sent_to_grave as cost of monster(water)\n  do draw 1";
    "except_by" Word(WordGroup::Clause), "on SUBJECT EVENT [or EVENT] except_by \"NAME\"",
        "not if an effect of a card with that name made the Special Summon",
        "effect trigger must on monster summoned or special_summoned except_by \"Kuriboh\"\ndo draw 1";
    "begins" Word(WordGroup::Clause), "effect at_once on PLAYER PHASE begins",
        "at the very beginning of the phase, before anybody can do anything in it",
        "effect at_once on my standby_phase begins\ndo count_turn self";
    "when" Word(WordGroup::Clause), "when SUBJECT EVENT",
        "the same for \"when ... you can\": an optional trigger misses its timing if the event was not the last thing to happen",
        "effect trigger may when self sent_to_grave from field\ndo draw 1";
    "if" Word(WordGroup::Clause), "if SUBJECT EVENT",
        "the same for \"if ... you can\", which does not miss its timing",
        "effect trigger may if self destroyed_by_battle\ndo draw 1";
    "need" Word(WordGroup::Clause), "need CONDITION",
        "what must be true when the effect is activated, beyond what follows from cost, targets and body",
        "need any monster(theirs)\ndo damage 500 * count(monster(theirs)) to opponent";
    "limit" Word(WordGroup::Clause), "limit use|activate N per_turn [by_name [together] | by_card [together]], limit use N per_battle|per_chain, limit use N per_duel by_name",
        "how often in a turn, in one battle, on one Chain or in the duel: \"use\" counts also when the activation is negated, \"activate\" doesn't; `by_name` counts all copies of the card together, with `together` also the other effects that say so; `by_card` counts on while the card goes from a Monster Zone to where it is banished and back, `by_card together` while it goes from a Monster Zone to a Spell & Trap Zone and back, with all its effects that say so",
        "effect ignition\nlimit use 1 per_turn by_name\ndo draw 1";
    "remember" Word(WordGroup::Clause), "remember NAME = CONDITION",
        "asks the condition at activation; NAME is true or false when the effect resolves",
        "remember rich = life(me) > life(opponent)\ndo if rich: damage 500 to opponent\notherwise gain 500";
    "number" Word(WordGroup::Clause), "number NAME = N",
        "a number as it is when the effect is activated",
        "number n = count(monster(mine))\ndo draw n";
    "option" Word(WordGroup::Clause), "option NAME [when CONDITION]",
        "one of several things of which its player chooses one at activation, among those that are possible; NAME is true or false then. Behind the targets it is chosen once these are, and `when` may ask of them",
        "option gift when my_turn\noption strike when any monster(theirs)\ndo if gift: gain 500\notherwise destroy all monster(theirs)";
    "declare" Word(WordGroup::Clause), "declare NAME = type [of FILTER], declare NAME = name of FILTER, declare NAME = N to M",
        "what its player declares at activation, after the cost: any Type or that of one of these cards, the name of a card that fits, or a number",
        "declare t = type of monster(face_up)\ndo destroy all monster(type = t)";
    "keep" Word(WordGroup::Clause), "keep N",
        "this card keeps in mind, from its activation on and as long as it stays, what was declared: `kept(self)`",
        "effect activate\ndeclare t = type\nkeep t\nalways monster type = kept(self)";
    "not_answered" Word(WordGroup::Clause), "not_answered [by opponent]",
        "nothing can be activated in response to its activation, or nothing by the opponent; what answers a later link can",
        "not_answered by opponent\ntarget m = monster(theirs)\ndo destroy m";
    "cost" Word(WordGroup::Clause), "cost VERB ...",
        "paid at activation: `pay`, `tribute`, `discard`, `send_to_grave`, `banish`, `give` for a restriction that comes with the activation, or `note` for a number that the effect needs as it was then",
        "cost discard 1 card(hand, mine)\ndo draw 2";
    "target" Word(WordGroup::Clause), "target [NAME =] [N [to M]] FILTER [different_names] [and N FILTER ...] [by PLAYER] [unchecked] [if OPTION]",
        "chooses targets at activation. What stands in the parentheses besides noun, side and place must still be true at resolution; with `unchecked` it is only for choosing. With `different_names`, as in a cost, no two of several have the same name. After `and` stands what is chosen next, as one set with what was chosen before, with a number in front of each filter. After `by` stands who chooses. `target that` targets the cards of the event. What belongs to an option, with `if` behind it as with `cost if OPTION: ...`, is what that option needs",
        "target m = monster(theirs, face_up)\ndo destroy m";

    "do" Joins(LinkText::Do), "do STEP", "the first thing that the effect does", "do gain 1000";
    "then" Joins(LinkText::Then), "then STEP",
        "after what came before, and only if that happened: \"then\"",
        "target m = monster(field)\ndo destroy m\nthen draw 1";
    "if_done" Joins(LinkText::IfDone), "if_done STEP",
        "at the same time as what came before, and only if that happened: \"and if you do\"",
        "do pick c = 1 card(hand, theirs)\nif_done discard c";
    "also" Joins(LinkText::Also), "also STEP", "whatever came of the steps before: \"also\"", "do gain 500\nalso draw 1";
    "afterwards" Joins(LinkText::Afterwards), "afterwards STEP",
        "after what came before, whether that happened or not", "do discard all card(hand)\nafterwards draw 5";
    "otherwise" Joins(LinkText::Otherwise), "otherwise STEP",
        "if an `if`, `unless` or `may` of the steps before said no",
        "do if any monster(mine): draw 1\notherwise gain 500";

    "if" Word(WordGroup::Guard), "do if CONDITION: VERB ...",
        "only if it is true at resolution; covers also the `then` and `if_done` steps that follow",
        "do if life(me) < 2000: gain 2000";
    "unless" Word(WordGroup::Guard), "do unless CONDITION: VERB ...", "only if it is not true", "do unless any monster(mine): draw 1";
    "may" Word(WordGroup::Guard), "do may VERB ...", "the effect's player is asked whether to do it", "do gain 500\nthen may draw 1";

    "opponent_may" Word(WordGroup::Guard), "do opponent_may VERB ...", "the opponent is asked whether to do it", "do if any spell(hand, theirs): opponent_may discard 1 spell(hand, theirs) by opponent\notherwise draw 1";

    "if_possible" Word(WordGroup::Guard), "do if_possible VERB ...", "as far as it is possible: the activation does not need it", "do if_possible destroy all monster(mine)\nalso if_possible destroy all monster(theirs)";

    "destroy_and_banish" Cards(CardVerb::DestroyAndBanish), "destroy_and_banish CARDS",
        "destroys the cards and banishes them, \"destroy it, and if you do, banish it\"", "target m = monster(face_down)\ndo destroy_and_banish m";
    "destroy" Cards(CardVerb::Destroy), "destroy CARDS", "destroys the cards; where these are the ones that the effect answers, `it` in the steps behind means them where they lie then, and a player is not asked for what can't be done with them", "do destroy all monster(field)";
    "return_to_hand" Cards(CardVerb::ReturnToHand), "return_to_hand CARDS",
        "returns the cards to their owners' hands", "target m = monster(field)\ndo return_to_hand m";
    "add_to_hand" Cards(CardVerb::AddToHand), "add_to_hand CARDS [unshown]",
        "adds cards from elsewhere to their owners' hands; what comes from a Deck is shown, unless it is said otherwise", "do add_to_hand 1 monster(deck, mine, atk <= 1500)";
    "send_to_grave" Cards(CardVerb::SendToGrave), "send_to_grave CARDS",
        "sends the cards to their owners' Graveyards", "do send_to_grave 1 monster(deck, mine)";
    "discard" Cards(CardVerb::Discard), "discard CARDS", "discards cards of a hand", "do discard all card(hand)";
    "banish" Cards(CardVerb::Banish), "banish CARDS [face_down]",
        "banishes the cards; face-down only their owners may look at them, and they have no effects", "target c = card(grave, theirs)\ndo banish c";
    "banish_for_now" Cards(CardVerb::BanishForNow), "banish_for_now CARDS",
        "banishes monsters that will return: they are the ones that are meant from then on",
        "effect activate\ntarget m = monster(mine, face_up)\ndo banish_for_now m\nif_done plan back with m\neffect planned as back on each end_phase\ndo return_to_field that";
    "return_to_field" Cards(CardVerb::ToField), "return_to_field CARDS",
        "monsters that were banished for now come back to the side and in the position in which they were; that is no Summon. Its player chooses the zone, and without one the rules send them to the Graveyard",
        "effect activate\ntarget m = monster(mine, face_up)\ndo banish_for_now m\nif_done plan back with m\neffect planned as back on each end_phase\ndo return_to_field that";
    "discard_to_grave" Cards(CardVerb::DiscardToGrave), "discard_to_grave CARDS",
        "for a cost: the same as `discard`, but only of cards that would come to the Graveyard, as `send_to_grave` asks it too",
        "effect quick from hand\ncost discard_to_grave self\ndo gain 500";
    "tribute" Cards(CardVerb::Tribute), "tribute CARDS",
        "Tributes monsters; where own ones are chosen, one of the opponent that must be Tributed may be used. If later steps depend on what is paid, only monsters are offered with which they can happen",
        "cost tribute 1 monster(mine)\ndo draw 1";
    "lose_taken_effects" Cards(CardVerb::LoseTaken), "lose_taken_effects CARDS",
        "the monsters have no effects and no names of other cards any more, nor what these effects gave their ATK and DEF for a time",
        "effect at_once on each end_phase\nneed self is has_taken_effects\ndo lose_taken_effects self";
    "count_turn" Cards(CardVerb::CountTurn), "count_turn CARDS", "counts one turn more on the cards, until they leave or are turned face-down", "effect at_once on my standby_phase begins\ndo count_turn self";
    "special_summon" Cards(CardVerb::SpecialSummon(position_bit::FACE_UP, Who::Me, false)), "special_summon CARDS [for PLAYER | to opponent] [in POSITION or POSITION] [to pointed_zone] [properly] [completed_last]",
        "Special Summons to the effect's player's field, or to that of the player after `for`, who chooses then; with `to opponent` to the opponent's, where the effect's player chooses zone and position; face-up unless it is said otherwise. Several that are joined with `also` come at the same moment; with `completed_last` the Summon is complete when all that the effect does is done. Positions are `attack_position`, `defense_position` and `face_down_position`. With `properly` it is what the text of those monsters demands, so that they may be ones that can be Summoned in no other way: a Synchro Monster is Synchro Summoned so, a Fusion Monster Fusion Summoned, as where a text says that it is treated as that. That the cards can be Summoned and that there is a zone follows from this verb, and no more are picked than there are zones",
        "target m = monster(grave)\ndo special_summon m";
    "fusion_summon" Word(WordGroup::Verb), "fusion_summon FILTER with [VERB] FILTER [widened_for FILTER with VERB FILTER] [using FILTER] [counting NAME = FILTER]",
        "Fusion Summons one of these monsters: it is chosen, then its materials among those cards, which go to the Graveyard, or with which this is done: `banish`, `destroy` or `shuffle_into_deck`. If none of them moves, nothing is Summoned. `widened_for` such monsters the materials are among the second cards: those of the first places are used in the first way, the others in the second. With `using` one of them must be such a card, and be written by name on the Fusion Monster; a number counts those that are such cards before they go. That it can be done follows from this verb",
        "do fusion_summon monster(extra_deck, mine) with banish monster(mine, hand or monster_zone or grave) using monster(named \"Kuriboh\") counting n = monster(mine)\nthen if n > 0: draw n";
    "prepare_fusion" Word(WordGroup::Verb), "prepare_fusion FILTER with FILTER",
        "shows one of these Fusion Monsters and sends its materials among those cards to the Graveyard; this card keeps in mind which monster it was, and what went. Without such a monster nothing happens",
        "effect activate\nneed any monster(extra_deck, mine)\ndo prepare_fusion monster(extra_deck, mine) with monster(deck, mine)";
    "summon_prepared" Word(WordGroup::Verb), "summon_prepared FILTER",
        "Fusion Summons one of these monsters with the name of the one that `prepare_fusion` has shown, as made with the materials that went then",
        "effect trigger must on my standby_phase\ndo summon_prepared monster(extra_deck, mine)";
    "rank_up" Word(WordGroup::Verb), "rank_up CARDS by N [same_type] [same_attribute] [to FILTER]",
        "Xyz Summons a monster of the Extra Deck that is so many Ranks higher by using this Xyz Monster as material, with what is attached to it; it can be one of the same Type or Attribute, or one that fits. That there is one follows from this verb",
        "target m = monster(mine, xyz)\ndo rank_up m by 1 same_type";
    "ritual_summon" Word(WordGroup::Verb), "ritual_summon FILTER with FILTER total_level N [or_more]",
        "Ritual Summons one of these monsters by Tributing some of those whose Levels come to exactly N together; with `or_more` also to more, as long as none of them is too many",
        "do ritual_summon monster(hand, mine) with monster(mine, hand or monster_zone) total_level 4 or_more";
    "summon_tokens" Word(WordGroup::Verb), "summon_tokens N \"NAME\" [to opponent] [by opponent] [in POSITION or POSITION]",
        "Special Summons Tokens to the effect's player's field, or the opponent's, all of them or none; it is the effect's player who does it, or the opponent; that they can be Summoned and that there are zones follows from this verb",
        "do summon_tokens 2 \"Lamb Token\" in defense_position\n\ncard 9 \"Lamb Token\"\nfacts monster token level 1 earth beast atk 0 def 0";
    "shuffle_into_deck" Cards(CardVerb::ToDeck(DeckEnd::Shuffled)), "shuffle_into_deck CARDS",
        "puts the cards into their owners' Decks, which are shuffled", "do shuffle_into_deck all card(hand, mine)";
    "put_on_deck" Cards(CardVerb::ToDeck(DeckEnd::Top)), "put_on_deck CARDS",
        "puts the cards on top of their owners' Decks", "target c = card(field, theirs)\ndo put_on_deck c";
    "put_under_deck" Cards(CardVerb::ToDeck(DeckEnd::Bottom)), "put_under_deck CARDS",
        "puts the cards at the bottom of their owners' Decks", "target c = card(grave, mine)\ndo put_under_deck c";
    "set" Cards(CardVerb::Set), "set CARDS",
        "Sets Spells and Traps of the hand, or one of the Deck, the Graveyard or the banished cards; one of the Deck is shown. A monster that `can_be_set_as_spell` is one of them if it is looked for as `card(..., monster)`. That there is a zone follows from this verb", "do gain 500\nthen may set 1 card(hand, mine, spell or trap)";
    "become" Cards(CardVerb::Become), "become CARDS",
        "for a cost: sends one Spell or Trap to the Graveyard, and this effect becomes the one that it has when it is activated, with targets and all that it answers. It must be one that could be activated now, except that nothing is asked of its cost and of a zone for it. Steps of this effect happen behind those",
        "effect quick\ncost become 1 trap(deck, mine)";
    "make_usable" Cards(CardVerb::MakeUsable), "make_usable CARDS", "Set Spells and Traps can be activated in the turn in which they were Set",
        "do set 1 trap(deck, mine)\nif_done make_usable it";
    "summon" Cards(CardVerb::Summon), "summon CARDS",
        "Normal Summons or Sets one monster of the hand, or Normal Summons a Gemini monster of the field again, immediately after this effect resolves, without counting as the turn's Normal Summon",
        "do summon 1 monster(hand or monster_zone, mine)";
    "tribute_summon" Cards(CardVerb::TributeSummon), "tribute_summon CARDS",
        "Tribute Summons one monster of the hand face-up immediately after this effect resolves, without counting as the turn's Normal Summon",
        "do tribute_summon 1 monster(hand, mine)";
    "normal_summon" Cards(CardVerb::NormalSummon), "normal_summon CARDS [without_tributes]",
        "as `summon`, but only face-up: the monster is not Set; with `without_tributes` one of the hand comes without Tributes, whatever its Level is",
        "do normal_summon 1 monster(hand, mine) without_tributes";
    "summon_using_self" Cards(CardVerb::SummonUsingSelf), "summon_using_self CARDS",
        "Special Summons one monster of the Extra Deck in its own way immediately after this effect resolves; this card must be one of its materials",
        "effect ignition\ndo summon_using_self 1 monster(extra_deck, mine, synchro)";
    "equip_with" Cards(CardVerb::EquipWith), "equip_with CARDS",
        "the monster becomes an Equip Card of this card: one of the field as it lies, one of another place face-up; that a Spell & Trap Zone is free follows from this verb",
        "effect ignition\ntarget m = monster(theirs)\ndo equip_with m";
    "equip" Word(WordGroup::Verb), "equip CARDS to CARDS",
        "one card becomes an Equip Card of the monster and of nothing else: a monster as with `equip_with`, an Equip Spell if it `can_be_equipped_to` it, or those that are Equip Cards already; that a Spell & Trap Zone is free follows from this verb",
        "effect ignition\ntarget m = monster(mine, face_up)\ndo equip 1 monster(deck, mine, dragon) to m";
    "attach" Cards(CardVerb::Attach), "attach CARDS [to CARDS]",
        "the cards become materials of this Xyz Monster, or of another one, wherever they are; what is attached to them goes to the Graveyard. A Spell or Trap that resolves can attach itself. That control of a monster can change follows from this verb; Tokens can't be attached",
        "effect ignition\ntarget m = monster(mine, face_up, other, xyz)\ndo attach 1 card(hand or grave, mine) to m";
    "equip_to" Cards(CardVerb::EquipTo), "equip_to CARDS", "this card becomes an Equip Card of the monster",
        "remains_on_field\neffect activate\ntarget m = monster(face_up)\ndo equip_to m";
    "reveal" Cards(CardVerb::Reveal), "reveal CARDS", "shows the cards to the effect's player", "do reveal 1 card(hand, theirs)";
    "turn_face_down" Cards(CardVerb::Turn(WhoseTurn::FaceDown)), "turn_face_down CARDS",
        "turns face-up monsters to face-down Defense Position; Tokens can't be",
        "target m = monster(face_up)\ndo turn_face_down m";
    "change_position" Word(WordGroup::Verb), "change_position CARDS [to attack_position|defense_position [without_flip_effects]]",
        "turns monsters to that face-up position, also from face-down; without `to`, face-up ones to the other position",
        "do change_position all monster(mine) to defense_position";
    "take_control" Word(WordGroup::Verb), "take_control CARDS until DURATION",
        "the effect's player takes control of one monster of the opponent; that control can change and that there is a zone follows from this verb",
        "target m = monster(theirs)\ndo take_control m until end_phase";
    "give_control" Cards(CardVerb::GiveControl), "give_control CARDS", "the opponent gets control of one monster of the effect's player for good; that control can change follows from this verb",
        "target m = monster(mine)\ndo give_control m";
    "yield_control" Word(WordGroup::Verb), "yield_control",
        "control that this card gives its player goes to the other player, until `regain_control` or as long as this card stays",
        "card 15 \"Lent Heart\"\nfacts spell equip\neffect activate\ntarget m = monster(theirs, face_up)\ndo equip_to m\nif_done take_control m until self_leaves\neffect trigger must on my end_phase\ndo yield_control";
    "regain_control" Word(WordGroup::Verb), "regain_control",
        "this card gives control to its own player again",
        "card 15 \"Lent Heart\"\nfacts spell equip\neffect activate\ntarget m = monster(theirs, face_up)\ndo equip_to m\nif_done take_control m until self_leaves\neffect trigger must on opponent end_phase\ndo yield_control\neffect at_once on my standby_phase\ndo regain_control";
    "swap_control" Word(WordGroup::Verb), "swap_control CARDS with CARDS",
        "exchanges control of one monster of the effect's player and one of the opponent for good; both choose zones",
        "do pick a = 1 monster(mine)\nalso pick b = 1 monster(theirs) by opponent\nalso swap_control a with b";
    "damage" Word(WordGroup::Verb), "damage N to PLAYER", "inflicts damage", "do damage 800 to opponent";
    "gain" Word(WordGroup::Verb), "gain N [for PLAYER]", "Life Points; the effect's player gains them unless another is named", "do gain 1000";
    "lose" Word(WordGroup::Verb), "lose N [for PLAYER]", "loses Life Points, which is no damage; the effect's player does unless another is named", "do draw 1\nalso lose 500";
    "pay" Word(WordGroup::Verb), "pay N", "pays Life Points, as a cost", "cost pay 500\ndo draw 1";
    "place" Word(WordGroup::Verb), "place N COUNTER on CARDS, place N COUNTER among FILTER", "places counters on the cards, as many as they can hold. With `among` the effect's player chooses for each counter one card that can hold it, as long as there is one",
        "holds spell_counter up_to 3\neffect trigger must on self summoned\ndo place 1 spell_counter on self";
    "remove" Word(WordGroup::Verb), "remove N COUNTER from CARDS, remove all COUNTER from CARDS, remove N COUNTER among FILTER",
        "removes counters from the cards; as a cost so many must be there. With `among` the player chooses for each counter from which card it goes",
        "holds spell_counter\neffect ignition\ncost remove 1 spell_counter among card(mine, monster_zone or spell_zone)\ndo draw 1";
    "detach" Word(WordGroup::Verb), "detach N", "detaches so many of the materials of this card", "effect ignition\ncost detach 1\ndo draw 1";
    "toss" Word(WordGroup::Verb), "toss NAME = N", "tosses so many coins; NAME is how many were heads",
        "do toss heads = 3\nif_done draw heads";
    "call_coin" Word(WordGroup::Verb), "call_coin NAME", "the effect's player calls heads (1) or tails (2) and tosses a coin; NAME is true if it was called right",
        "do call_coin right\nalso if right: draw 1";
    "negate" Word(WordGroup::Verb), "negate",
        "negates the activation or the Summon that the effect answers; a card whose activation was negated, and a monster whose Summon was, goes to the Graveyard if nothing else is done with it",
        "on spell(theirs) card_activated\ndo negate\nif_done destroy that";
    "negate_effect" Word(WordGroup::Verb), "negate_effect", "negates the effect of the link that the effect answers: it resolves without doing anything",
        "on spell(theirs) activated\ndo negate_effect";
    "negate_itself" Word(WordGroup::Verb), "negate_itself", "this effect counts as negated", "do if any spell(hand, theirs): opponent_may discard 1 spell(hand, theirs) by opponent\nif_done negate_itself\notherwise draw 1";
    "set_again" Word(WordGroup::Verb), "set_again",
        "this Spell or Trap, whose activation resolves, is Set again where it lies instead of going to the Graveyard, if its player can Set it", "do gain 500\nthen set_again";
    "top_or_bottom" Word(WordGroup::Verb), "top_or_bottom",
        "the effect's player looks at the top card of the own Deck and leaves it there or puts it at the bottom", "do top_or_bottom";
    "draw" Word(WordGroup::Verb), "draw [NAME =] N [for PLAYER]", "draws cards; so many must be in the Deck at activation; NAME is what was drawn", "do draw d = 2 for opponent\nthen reveal d";
    "arrange_top" Word(WordGroup::Verb), "arrange_top N", "the effect's player looks at so many cards on top of the own Deck, or all that there are, and puts them back in any order", "do arrange_top 3";
    "look_at_top" Word(WordGroup::Verb), "look_at_top N of PLAYER",
        "shows the top cards of a player's Deck to the effect's player", "do look_at_top 3 of opponent";
    "mill" Word(WordGroup::Verb), "mill [NAME =] N [for PLAYER]",
        "sends the top cards of a Deck to the Graveyard; so many must be in the Deck at activation; NAME is what was sent", "do mill sent = 2\nthen draw count(monster(grave, mine, among sent))";
    "banish_top" Word(WordGroup::Verb), "banish_top N [face_down] [for PLAYER]",
        "banishes the top cards of a Deck; so many must be in the Deck at activation, also for a cost", "cost banish_top 3 face_down\ndo draw 1";
    "pendulum_summon" Word(WordGroup::Verb), "pendulum_summon [FILTER]", "Pendulum Summons monsters, or only such monsters, immediately after this effect has resolved; it counts for nothing", "need opponent_turn\ndo pendulum_summon";
    "negate_attack" Word(WordGroup::Verb), "negate_attack", "negates the attack that is being made, if it still goes on", "on monster(theirs) attacks\ntarget that\ndo negate_attack\nif_done gain atk(it)";
    "attack_again" Word(WordGroup::Verb), "attack_again [on CARDS]",
        "the attacking monster can make a second attack in a row, or one on that monster only; that it is this card and could do so follows from this verb", "effect trigger may if self destroyed_a_monster\ndo attack_again";
    "redirect_attack" Cards(CardVerb::RedirectAttack), "redirect_attack CARDS", "the attack that is being made goes on against this monster, if it could be attacked",
        "on monster(mine) attacked\ntarget m = monster(mine, attackable, not among attack_target)\ndo redirect_attack m";
    "fight" Cards(CardVerb::Fight), "fight CARDS", "the same, and damage is calculated at once, before the effect has resolved",
        "on monster(mine) attacked\ntarget m = monster(mine, attackable, not among attack_target)\ndo fight m";
    "attack_becomes_direct" Word(WordGroup::Verb), "attack_becomes_direct", "the attack that is being made goes on as a direct attack, unless its monster can't attack directly",
        "on monster(theirs) attacks\nneed any monster(mine, among attack_target)\ndo attack_becomes_direct";
    "inflict_nothing" Word(WordGroup::Verb), "inflict_nothing", "the effect that this one answers inflicts no damage when it resolves",
        "on trap activated\nneed it_would_damage(me)\ndo inflict_nothing";
    "change_target" Cards(CardVerb::ChangeTarget), "change_target CARDS", "what the effect answers targets this instead",
        "on spell(theirs) card_activated\ntarget m = monster(mine, could_be_its_target, not among its_targets)\ndo change_target m";
    "spare" Cards(CardVerb::Spare), "spare CARDS", "for an `instead`: of several cards that would be destroyed only these are not; without this step none of them is",
        "card 12 \"Last Wall\"\nfacts monster effect level 4 earth warrior atk 1600 def 1100\neffect instead on monster(mine) would_be_destroyed\ndo banish self\nthen spare 1 monster(mine, among that)";
    "protect" Cards(CardVerb::Protect), "protect CARDS", "if what the effect answers would destroy these cards, this card is destroyed instead",
        "on card(theirs) activated\nneed any trap(mine, other, in_danger)\ndo pick t = all trap(mine, other, in_danger)\nalso protect t";
    "show" Cards(CardVerb::Show), "show CARDS", "shows the cards to the opponent", "do show all card(hand, mine)";
    "end_battle_phase" Word(WordGroup::Verb), "end_battle_phase", "the Battle Phase ends after the Chain; nothing else happens in it", "on monster(theirs) attacks\ntarget that\ndo negate_attack\nthen end_battle_phase";
    "forbid_activating" Word(WordGroup::Verb), "forbid_activating CARDS",
        "the effect's player can't activate cards with the names of these, nor their effects, for the rest of the turn",
        "do add_to_hand 1 monster(deck, mine)\nif_done forbid_activating it";
    "excavate" Word(WordGroup::Verb), "excavate NAME, NAME = until FILTER [for PLAYER], excavate NAME = N [for PLAYER], excavate NAME = until N FILTER [for PLAYER]",
        "shows cards from the top of a Deck until one fits, or all of them; the first name is all that were shown, the second the one that fits. Places in the filter don't count. Or the top N cards, or as many as there are; or cards until N of them fit. A name may be given again for other cards",
        "do excavate shown, last = until spell\nalso if size(last) = 1: add_to_hand last\nif_done send_to_grave shown\notherwise shuffle_deck";
    "shuffle_set" Cards(CardVerb::ShuffleSet), "shuffle_set CARDS", "those of the cards that are face-down monsters change places with each other, as chance says, each player's among themselves; last in an effect that Summons them",
        "do special_summon 1 to 2 monster(hand, mine) in face_down_position\nalso pick s = all monster(mine, face_down)\nalso shuffle_set s";
    "shuffle_deck" Word(WordGroup::Verb), "shuffle_deck [for PLAYER]", "shuffles a Deck", "do gain 500\nalso shuffle_deck";
    "show_decks" Word(WordGroup::Verb), "show_decks",
        "each player looks through the other one's Deck, and both are shuffled", "do banish all monster(deck, flip)\nalso show_decks";
    "give" Word(WordGroup::Verb), "give RECEIVER MODIFIER, MODIFIER [until DURATION]",
        "a modifier. `give all monster(...)` changes those that are there now, `give every monster(...)` also those that come later; a player can receive one too. In its number `it` is each card by itself: `give all monster(mine) atk = 2 * atk(it)`. Without `until` it stays while the monster stays face-up",
        "target m = monster(face_up)\ndo give m atk +500 until end_of_turn";
    "pick" Word(WordGroup::Verb), "pick NAME = CARDS", "names cards for later steps; a name may be given again for other cards", "do pick c = 1 card(hand, theirs)\nif_done discard c";
    "note" Word(WordGroup::Verb), "note NAME = NUMBER", "names a number as it is at this moment",
        "do note n = count(card(hand, mine))\nalso discard all card(hand, mine)\nthen draw n";
    "declare" Word(WordGroup::Verb), "declare NAME = N to M [by PLAYER], declare NAME = type [of FILTER], declare NAME = name of FILTER",
        "a player declares a number, or the effect's player a Type or a name",
        "do declare n = 1 to min(5, count(card(deck, theirs)))\nif_done look_at_top n of opponent";
    "allow" Word(WordGroup::Verb), "allow NAME", "the effect's player may use that `effect offer` once this turn",
        "effect activate\ndo allow later\neffect offer as later\ndo draw 1";

    "place_on_field" Cards(CardVerb::PlaceFaceUp), "place_on_field CARDS",
        "puts Spells and Traps face-up into Spell & Trap Zones of the effect's player, without activating them",
        "do if free_spell_zone: place_on_field 1 spell(deck, mine, continuous)";
    "place_as_spell" Cards(CardVerb::LayWithOwner), "place_as_spell CARDS",
        "places monsters face-up in Spell & Trap Zones of their owners, where they are Continuous Spells; that there is a zone when they are chosen follows from this verb, and one without a zone later is sent to the Graveyard by the rules",
        "target m = monster(theirs, face_up)\ndo place_as_spell m";
    "place_in_pendulum_zone" Cards(CardVerb::PlaceInPendulumZone), "place_in_pendulum_zone CARDS",
        "puts Pendulum Cards face-up into Pendulum Zones of the effect's player, without activating them; that one is free follows from this verb",
        "card 16 \"Stays in Tune\"\nfacts monster pendulum effect level 4 earth warrior atk 1500 def 1200 scale 8\neffect trigger may if self destroyed\ndo place_in_pendulum_zone self";
    "put_in_extra_deck" Cards(CardVerb::ToExtra), "put_in_extra_deck CARDS",
        "puts Pendulum Cards face-up into their owners' Extra Decks; other cards stay where they are",
        "do put_in_extra_deck 1 monster(deck, mine, pendulum)";
    "roll" Word(WordGroup::Verb), "roll NAME = N", "rolls so many dice; NAME is what they come to",
        "do roll n = 1\nif_done damage 100 * n to opponent";
    "roll_off" Word(WordGroup::Verb), "roll_off NAME, NAME", "each player rolls a die, the effect's player first, both again as long as they are equal; the names are what the effect's player and the opponent rolled then",
        "do roll_off a, b\nthen if a > b: damage 500 * a to opponent";
    "keep" Word(WordGroup::Verb), "keep N", "this card keeps the number in mind as long as it stays: `kept(self)`",
        "effect activate\ndeclare c = name of card\ndo keep c\nalways both name_forbidden kept(self)";
    "plan" Word(WordGroup::Verb), "plan NAME [with CARDS | with_new CARDS | on CARDS | for CARDS] [from_next_turn | from_next_phase], plan NAME until end_of_turn, plan NAME through N turns of opponent", "that `effect planned` will happen when its phase comes next (in a later turn if it is over), or when it comes next in a later turn, or, with `from_next_phase`, not in the phase that goes on now; with `with` and `on` only while any of the cards has not moved; `with_new` leaves out those with which it will happen already, by whichever copy of this card; with `on` it is something of these cards themselves; with `for` it happens also when they have all moved, and then does nothing to them",
        "effect activate\ndo plan gift\neffect planned as gift on my standby_phase\ndo gain 500";

    "original_atk" Modifier(ModKind::BaseAtk), "original_atk N", "its original ATK is N",
        "effect tributeless\ndo give self original_atk 1400";
    "original_def" Modifier(ModKind::BaseDef), "original_def N", "its original DEF is N",
        "effect tributeless\ndo give self original_def 1000";
    "equipped_monster_falls_instead" Modifier(ModKind::EquipFallsInstead), "equipped_monster_falls_instead",
        "if battle would destroy it, the monster that is equipped to it is destroyed instead", "always self equipped_monster_falls_instead";
    "atk" Modifier(ModKind::Atk), "atk +N, atk -N, atk = N", "ATK goes up or down, or becomes a number", "always monster(mine) atk +200";
    "def" Modifier(ModKind::Def), "def +N, def -N, def = N", "DEF goes up or down, or becomes a number", "always monster(mine) def -200";
    "changes_reversed" Modifier(ModKind::ReverseChanges), "changes_reversed",
        "all that goes up goes down and the other way round", "do give every monster(field) changes_reversed until end_of_turn";
    "cannot_be_targeted" Modifier(ModKind::CannotBeTargeted), "cannot_be_targeted [by opponent]",
        "it can't become the target of card effects, or only of those of this card's opponent", "always monster(dragon) cannot_be_targeted by opponent";
    "cannot_be_targeted_by" Modifier(ModKind::NoTargetOf), "cannot_be_targeted_by FILTER",
        "it can't become the target of effects of such cards", "always self cannot_be_targeted_by monster(level <= 6)";
    "no_targets" Modifier(ModKind::NoTargets), "no_targets FILTER",
        "for a player: cards that fit can't become the target of card effects, wherever they are, also in Graveyards or banished",
        "always both no_targets monster(face_up, dragon)";
    "forced_to_defense" Modifier(ModKind::ForceDefense), "forced_to_defense",
        "a face-up monster is turned to Defense Position", "always monster(dragon) forced_to_defense";
    "cannot_reposition" Modifier(ModKind::CannotReposition), "cannot_reposition",
        "its player can't change its battle position", "always monster(theirs) cannot_reposition";
    "survives_battle" Modifier(ModKind::SurvivesBattle), "survives_battle", "it is not destroyed by battle", "always self survives_battle";
    "cannot_attack" Modifier(ModKind::CannotAttack), "cannot_attack", "it can't attack", "always monster(theirs) cannot_attack";
    "negated" Modifier(ModKind::Negated), "negated",
        "its effects are negated; with `spell(...)` or `trap(...)` before it, those of all these cards on the field, also ones that were activated there and have left",
        "always trap(other) negated";
    "card_cannot_be_activated" Modifier(ModKind::CardCannotBeActivated), "card_cannot_be_activated",
        "the same for the activation of the card only: effects of a card that is face-up already can be activated",
        "always while phase(battle_phase): trap(theirs) card_cannot_be_activated";
    "cannot_be_activated" Modifier(ModKind::CannotBeActivated), "cannot_be_activated",
        "neither the card nor its effects can be activated; with `spell(...)` or `trap(...)` before it, those of all these cards on the field or in the hand, also face-down ones",
        "always trap cannot_be_activated";
    "no_battle_damage" Modifier(ModKind::NoBattleDamage), "no_battle_damage",
        "for a player: takes no battle damage", "do give me no_battle_damage until end_of_turn";
    "takes_no_damage" Modifier(ModKind::NoDamage), "takes_no_damage",
        "for a player: takes no damage, neither from battles nor from effects; paying and losing Life Points is something else",
        "do draw 1\nalso give opponent takes_no_damage until end_of_turn";
    "shuffled_into_deck_by_battle" Modifier(ModKind::IntoDeckByBattle), "shuffled_into_deck_by_battle",
        "if battle has destroyed it, an effect shuffles it into its owner's Deck where it would be sent to the Graveyard",
        "effect trigger may on self battled\ndo give battled_monster shuffled_into_deck_by_battle until end_of_damage_step";
    "reflects_effect_damage" Modifier(ModKind::ReflectsEffectDamage), "reflects_effect_damage",
        "for a player: damage that effects of the other player's cards would inflict is inflicted to that one instead",
        "always while self is attack_position: me reflects_effect_damage";
    "effect_damage_becomes_counters" Modifier(ModKind::EffectDamageCounts), "effect_damage_becomes_counters",
        "for a player: takes no damage from effects; instead one of the counters that this card `holds` is placed on it each time",
        "holds black_feather_counter\nalways me effect_damage_becomes_counters";
    "cannot_activate" Modifier(ModKind::NoActivation), "cannot_activate",
        "for a player: can activate neither cards nor effects, wherever they are",
        "always while attacker is self or attack_target is self: opponent cannot_activate";
    "cannot_activate_those" Modifier(ModKind::NoActivationOf), "cannot_activate_those FILTER",
        "for a player: can activate neither cards that fit nor their effects, wherever they are; a monster in a Pendulum Zone is a Spell",
        "do give opponent cannot_activate_those monster(dark) until end_of_turn";
    "cannot_activate_in_grave" Modifier(ModKind::GraveIsSilent), "cannot_activate_in_grave",
        "for a player: can't activate effects of cards in the Graveyard",
        "do give opponent cannot_activate_in_grave until end_of_turn";
    "no_battle_phase" Modifier(ModKind::NoBattlePhase), "no_battle_phase",
        "for a player: can't conduct a Battle Phase", "cost give me no_battle_phase until end_of_turn\ndo draw 1";
    "cannot_summon" Modifier(ModKind::NoSummon), "cannot_summon",
        "for a player: can't Normal Summon", "cost give me cannot_summon until end_of_turn\ndo draw 1";
    "cannot_set_monsters" Modifier(ModKind::NoMonsterSet), "cannot_set_monsters",
        "for a player: can't Set monsters", "cost give me cannot_set_monsters until end_of_turn\ndo draw 1";
    "cannot_flip_summon" Modifier(ModKind::NoFlipSummon), "cannot_flip_summon",
        "for a player: can't Flip Summon", "cost give me cannot_flip_summon until end_of_turn\ndo draw 1";
    "cannot_summon_those" Modifier(ModKind::NoSummonOf), "cannot_summon_those FILTER", "for a player: can't Normal Summon monsters that fit, though they can be Set", "always both cannot_summon_those monster(dark)";
    "cannot_tribute" Modifier(ModKind::NoTributing), "cannot_tribute", "for a player: can't Tribute anything, neither for Summons nor for effects", "always both cannot_tribute";
    "cannot_special_summon_those" Modifier(ModKind::NoSpecialSummonOf), "cannot_special_summon_those FILTER", "for a player: can't Special Summon cards that fit", "always me cannot_special_summon_those monster(not machine)";
    "cannot_special_summon" Modifier(ModKind::NoSpecialSummon), "cannot_special_summon [but_by_name]",
        "for a player: can't Special Summon, but by this effect; with `but_by_name` also by other cards of this card's name", "cost give me cannot_special_summon until end_of_turn\ndo draw 1";
    "cannot_special_summon_others" Modifier(ModKind::NoOtherSpecialSummonOf), "cannot_special_summon_others FILTER",
        "the same, but this card's effects can", "cost give me cannot_special_summon_others card(hand or deck or grave or banished) until end_of_turn\ndo draw 1";
    "unusable_zones" Modifier(ModKind::ZonesUnusable), "unusable_zones N",
        "for a player: up to so many free Main Monster Zones can't be used; this effect's player chooses them as soon as it applies", "always opponent unusable_zones 2";
    "no_tribute_summon" Modifier(ModKind::NoTributeSummon), "no_tribute_summon",
        "it can't be Tributed for a Tribute Summon or Set", "target m = monster(theirs)\ndo give m no_tribute_summon";
    "cannot_be_tributed" Modifier(ModKind::NoTribute), "cannot_be_tributed",
        "it can't be Tributed at all", "target m = monster(theirs)\ndo give m cannot_be_tributed";
    "no_tribute_for_effects" Modifier(ModKind::NoTributeForEffects), "no_tribute_for_effects",
        "it can be Tributed for nothing but a Tribute Summon or Set", "always self no_tribute_for_effects";
    "must_be_tributed" Modifier(ModKind::MustBeTributed), "must_be_tributed",
        "a Tribute of the effect's player must be this monster, as if that player controlled it",
        "target m = monster(theirs)\ndo give m must_be_tributed until end_of_turn";

    "pierces" Modifier(ModKind::Piercing), "pierces", "if it attacks a Defense Position monster whose DEF is lower than its ATK, the opponent of this effect's player takes the difference", "always self pierces";
    "can_attack_directly" Modifier(ModKind::DirectAttack), "can_attack_directly", "it can attack directly though there are monsters", "always self can_attack_directly";
    "special_summons" Modifier(ModKind::SpecialSummons), "special_summons N", "for a player: can Special Summon only N times in a turn; what came before this card was at work does not count, and monsters that come together count once", "always both special_summons 1";
    "spells_cannot_summon" Modifier(ModKind::NoSummonBySpells), "spells_cannot_summon FILTER", "for a player: effects of Spells and Traps can't Special Summon such cards", "always both spells_cannot_summon monster(hand or grave)";
    "survives_battle_with" Modifier(ModKind::SurvivesBattleWith), "survives_battle_with FILTER", "battle with such a monster does not destroy it", "always self survives_battle_with monster(dragon)";
    "not_special_summoned" Modifier(ModKind::NotSpecialSummoned), "not_special_summoned", "it can't be Special Summoned; for a card that lies in a Spell & Trap Zone", "effect activate\ntarget m = monster(mine, face_up)\ndo equip 1 monster(deck, mine, union, can_be_equipped_to m) to m\nif_done give it not_special_summoned until end_of_turn";
    "attacks_in_defense" Modifier(ModKind::AttacksInDefense), "attacks_in_defense", "it can attack while it is in face-up Defense Position; its ATK counts then", "always self attacks_in_defense";
    "cannot_attack_directly" Modifier(ModKind::NoDirectAttack), "cannot_attack_directly", "it can't attack directly", "always self cannot_attack_directly";
    "extra_attacks_on_monsters" Modifier(ModKind::ExtraMonsterAttacks), "extra_attacks_on_monsters N", "it can attack monsters so many times more in each Battle Phase, if it has not attacked directly; of several the largest number counts", "always self extra_attacks_on_monsters 1";
    "extra_attacks" Modifier(ModKind::ExtraAttacks), "extra_attacks N", "it can attack so many times more in each Battle Phase; of several the largest number counts", "always self extra_attacks 1";
    "attacks_all" Modifier(ModKind::AttacksAll), "attacks_all", "it can attack each of the opponent's monsters once", "always self attacks_all";
    "must_attack" Modifier(ModKind::MustAttack), "must_attack", "it must attack if it can", "always self must_attack";
    "cannot_be_attacked" Modifier(ModKind::CannotBeAttacked), "cannot_be_attacked", "it can't be attacked; there is no direct attack past it", "always monster(mine, other, warrior) cannot_be_attacked";
    "must_be_attacked" Modifier(ModKind::MustBeAttacked), "must_be_attacked", "only it can be attacked", "equip monster(mine)\nalways host must_be_attacked";
    "cannot_declare_attack" Modifier(ModKind::CannotDeclareAttack), "cannot_declare_attack", "it can't declare an attack; one that was declared before goes on", "always monster(atk >= 1500) cannot_declare_attack";
    "destroys_itself" Modifier(ModKind::DestroysItself), "destroys_itself", "it is destroyed by this effect, though not in a Damage Step before damage was calculated; a Spell or Trap can say it of itself", "always while self is defense_position: self destroys_itself";
    "sends_itself_to_grave" Modifier(ModKind::SendsItself), "sends_itself_to_grave", "it is sent to the Graveyard by this effect, at the moments of `destroys_itself`, but not destroyed; said of this card alone",
        "always while no monster(mine, other): self sends_itself_to_grave";
    "control_cannot_change" Modifier(ModKind::KeepsControl), "control_cannot_change", "its control can't change", "always self control_cannot_change";
    "survives_battles" Modifier(ModKind::SurvivesBattleTimes), "survives_battles N", "so many times each turn it is not destroyed by battle", "always self survives_battles 1";
    "base_swapped" Modifier(ModKind::SwapBase), "base_swapped", "its original ATK and DEF are exchanged", "do give all monster(face_up) base_swapped until end_of_turn";
    "type" Modifier(ModKind::BecomesType), "type = TYPE, type = N", "it is of that Type, or of the one that was declared as N, and of no other", "do give all monster(mine, face_up) type = dragon until end_of_turn";
    "held" Modifier(ModKind::Held), "held",
        "this card holds it, also if it is unaffected by this card now: what a line says of `monster(held)` is for it as soon as that can be. A monster that is destroyed for being targeted is gone before. A banished card that it holds it holds until either moves, though this card may be banished from where it lies",
        "remains_on_field\neffect activate\ntarget m = monster(face_up)\ndo give m held until self_leaves\nalways monster(held) cannot_attack";
    "survives_once" Modifier(ModKind::SurvivesOnce), "survives_once",
        "once it is not destroyed, by battle or by an effect; then that is used up",
        "target m = monster(mine, face_up)\ndo give m survives_once until end_of_turn";
    "to_hand_instead" Modifier(ModKind::ToHandInstead), "to_hand_instead",
        "an effect that would put it into a Deck puts it into its owner's hand instead",
        "target m = monster(mine)\ndo give m to_hand_instead until end_of_turn";
    "marked" Modifier(ModKind::Marked), "marked", "remembers something for another effect of this card", "effect at_once on self destroyed_a_monster\ndo give self marked until end_of_turn";
    "dies_when_targeted" Modifier(ModKind::DiesWhenTargeted), "dies_when_targeted", "it is destroyed when an effect that targets it has resolved", "always self dies_when_targeted";
    "skips_battle_phase" Modifier(ModKind::SkipsBattle), "skips_battle_phase", "for a player: skips the Battle Phase: it ends as soon as it begins, and the turn goes on with the End Phase", "do give opponent skips_battle_phase for 2 turns";
    "skips_main_phase" Modifier(ModKind::SkipsMain), "skips_main_phase",
        "for a player: as soon as nothing goes on in it any more the Main Phase ends, and the turn goes on with the End Phase", "do draw 2\nthen give me skips_main_phase, no_battle_phase until end_of_turn";
    "skips_draw_phase" Modifier(ModKind::SkipsDraw), "skips_draw_phase", "for a player: skips the Draw Phase", "do draw 2\nalso give me skips_draw_phase for 5 turns";
    "no_normal_draw" Modifier(ModKind::NoNormalDraw), "no_normal_draw", "for a player: does not conduct the normal draw of the Draw Phase; as a cost it needs that this draw is to come", "effect trigger may from grave on my draw_phase begins\ncost give me no_normal_draw until end_of_turn\ndo add_to_hand self";
    "cannot_draw" Modifier(ModKind::NoDraw), "cannot_draw", "for a player: effects can't make that player draw", "do draw 2\nalso give me cannot_draw until end_of_turn";
    "second_battle_phase" Modifier(ModKind::SecondBattle), "second_battle_phase",
        "for a player: conducts a Battle Phase twice, but not more often than that; given until `next_battle_phase` it is the next one that begins", "do give opponent second_battle_phase until next_battle_phase";
    "no_second_battle_phase" Modifier(ModKind::NoSecondBattle), "no_second_battle_phase", "for a player: has no second Battle Phase in this turn", "do give both no_second_battle_phase until end_of_turn";
    "no_grave_banishing" Modifier(ModKind::NoGraveBanishing), "no_grave_banishing", "for a player: can't banish cards from either Graveyard", "always opponent no_grave_banishing";
    "names_negated" Modifier(ModKind::NamesNegated), "names_negated N",
        "for a player: monsters on the field whose printed name is the one that `name_of` told are negated, and effects of such monsters that were activated anywhere",
        "target m = monster(grave, theirs)\ndo banish m\nif_done give both names_negated name_of(m) for 2 turns";
    "column_negated" Modifier(ModKind::ColumnNegated), "column_negated",
        "for a player: the other Spells and Traps in the column in which this card lies then are negated, and effects of Spells and Traps that were activated there; without a place in a column it does nothing",
        "effect activate\ntarget m = monster(theirs, face_up)\ndo give m negated until end_of_turn\nthen give both column_negated until end_of_turn";
    "closes_extra_zones" Modifier(ModKind::ClosesExtraZones), "closes_extra_zones",
        "its controller can't Summon monsters to the Extra Monster Zones to which it points, also while it is negated", "always self closes_extra_zones";
    "cannot_banish" Modifier(ModKind::NoBanishing), "cannot_banish", "for a player: can't banish cards, nor is a card banished instead by what that player's cards say", "do give both cannot_banish until end_of_turn";
    "leaves_grave_itself" Modifier(ModKind::LeavesGraveItself), "leaves_grave_itself",
        "for a player: effects may move their own card out of that player's Graveyard though `grave_stays`",
        "always both grave_stays, leaves_grave_itself";
    "reflects_battle_damage" Modifier(ModKind::ReflectsBattleDamage), "reflects_battle_damage", "battle damage that its controller would take from its battles is inflicted to the opponent instead", "always self reflects_battle_damage";
    "noted" Modifier(ModKind::Noted), "noted N", "remembers a number for another effect of this card, which finds it as `noted(self)`", "effect trigger must on self summoned\ndo give self noted life(me)";
    "renamed" Modifier(ModKind::Renamed), "renamed N, renamed \"NAME\"", "its name is the one that is written, or that `name_of` a card told", "target m = monster(face_up)\ndo give all monster(mine) renamed name_of(m) until end_of_turn";
    "summoned_again" Modifier(ModKind::SummonedAgain), "summoned_again", "a Gemini monster counts as Normal Summoned again on the field: it is an Effect Monster with its effects", "equip monster(gemini)\nalways host summoned_again";
    "cannot_mill" Modifier(ModKind::NoMilling), "cannot_mill", "for a player: cards of that player's Deck can't be sent to the Graveyard, neither by effects nor as a cost", "always both cannot_mill";
    "banished_not_returned" Modifier(ModKind::ReturnsBanished), "banished_not_returned", "for a player: cards that would go from that player's Graveyard to the hand are banished instead, whatever sends them", "always both banished_not_returned";
    "cannot_search" Modifier(ModKind::NoSearch), "cannot_search", "for a player: effects can't add cards of that player's Deck to the hand; drawing is no such thing", "always both cannot_search";
    "grave_stays" Modifier(ModKind::GraveStays), "grave_stays",
        "for a player: effects that would move a card of that player's Graveyard to another place are negated, and of several places the Graveyard is left out; cards can't be banished from it either",
        "always both grave_stays";
    "no_attacks" Modifier(ModKind::NoAttacks), "no_attacks", "for a player: can't declare attacks", "do give opponent no_attacks until end_of_turn";

    "end_of_damage_calculation" Lasts(Until::EndOfCalculation), "until end_of_damage_calculation", "until damage was calculated, in this battle or, if it comes to nothing, in the next one", "effect trigger must on self calculating\ndo give self atk +2000 until end_of_damage_calculation";
    "end_of_damage_calculation_or_turn" Lasts(Until::EndOfCalculationOrTurn), "until end_of_damage_calculation_or_turn", "the same, but no longer than until the End Phase is over", "do give me no_battle_damage until end_of_damage_calculation_or_turn";
    "end_of_battle_phase" Lasts(Until::EndOfBattle), "until end_of_battle_phase", "until this Battle Phase is over", "do give all monster(mine) atk +100 until end_of_battle_phase";
    "falls_with_self" Modifier(ModKind::FallsWithSource), "falls_with_self",
        "it is destroyed when this card leaves the field", "target m = monster(grave, mine)\ndo special_summon m\nif_done give m falls_with_self until self_leaves";
    "falls_when_self_leaves" Modifier(ModKind::FallsWithSourceAlways), "falls_when_self_leaves",
        "it is destroyed when this card leaves the field, also while this card is negated", "target m = monster(grave, mine)\ndo special_summon m\nif_done give m falls_when_self_leaves until self_leaves";
    "falls_with_self_if" Modifier(ModKind::FallsWithSourceIf), "falls_with_self_if FILTER",
        "it is destroyed when this card leaves the field, if it fits then", "target m = monster(grave, mine)\ndo special_summon m\nif_done give m falls_with_self_if monster(zombie) until self_leaves";
    "shuffled_into_deck_with_self" Modifier(ModKind::GoesToDeckWithSource), "shuffled_into_deck_with_self",
        "it is shuffled into its owner's Deck when this card leaves the field", "target m = monster(grave, mine)\ndo special_summon m\nif_done give m shuffled_into_deck_with_self until self_leaves";
    "banished_with_self" Modifier(ModKind::BanishedWithSource), "banished_with_self",
        "it is banished when this card leaves the field", "target m = monster(grave, mine)\ndo special_summon m\nif_done give m banished_with_self until self_leaves";
    "falls_if_self_destroyed" Modifier(ModKind::FallsIfSourceDestroyed), "falls_if_self_destroyed",
        "it is destroyed when this card is destroyed", "target m = monster(grave, mine)\ndo special_summon m\nif_done give m falls_if_self_destroyed until self_leaves";
    "self_falls_when_it_leaves" Modifier(ModKind::TakesSourceAlongAlways), "self_falls_when_it_leaves",
        "this card is destroyed when it leaves the field, however that is",
        "target m = monster(theirs)\ndo give m cannot_attack, self_falls_when_it_leaves until self_leaves";
    "banished_when_it_leaves" Modifier(ModKind::BanishedWhenLeaving), "banished_when_it_leaves",
        "it is banished when it leaves the field, also while its effects are negated",
        "always self banished_when_it_leaves";
    "banished_unless_negated" Modifier(ModKind::BanishedUnlessNegated), "banished_unless_negated",
        "it is banished when it leaves the field, but not while its effects are negated",
        "always self banished_unless_negated";
    "banishes_by_battle" Modifier(ModKind::BanishesByBattle), "banishes_by_battle",
        "a monster that it destroys by battle is banished instead of going to the Graveyard",
        "always self banishes_by_battle";
    "spared_by_gone_equips" Modifier(ModKind::SparedByGoneEquips), "spared_by_gone_equips",
        "`dies_when_targeted` does not count an effect that equips a card, if that card is in no Spell & Trap Zone when it has resolved",
        "always self dies_when_targeted, spared_by_gone_equips";
    "banished_instead" Modifier(ModKind::BanishedInstead), "banished_instead FILTER",
        "for a player: cards that would go to that player's Graveyard and fit are banished instead, whatever sends them",
        "always both banished_instead card";
    "level" Modifier(ModKind::Level), "level +N, level -N, level = N",
        "its Level goes up or down, though not below 1, or becomes N. That it goes up or down can be said of `monster(hand, ...)` too; what was given so for a time, with `give every`, stays on those that come to the field",
        "always monster(water) level -1\nalways monster(hand, water) level -1\n\neffect ignition\ntarget m = monster(grave, mine)\ndo give self level = level(m) until end_of_turn";
    "attribute" Modifier(ModKind::BecomesAttribute), "attribute = ATTRIBUTE, attribute = N",
        "it is of that Attribute and no other; as a number it is one that was declared",
        "target m = monster(theirs, face_up)\ndo give m attribute = dark until end_of_turn";
    "also" Modifier(ModKind::AddsAttribute), "also ATTRIBUTE",
        "it is of that Attribute too, besides its own", "always self also dark";
    "counts_as_tuner" Modifier(ModKind::CountsAsTuner), "counts_as_tuner",
        "it is a Tuner too, while it is face-up", "effect ignition\ndo give self counts_as_tuner until end_of_turn";
    "attacks_only_with" Modifier(ModKind::AttacksWith), "attacks_only_with CARDS",
        "for a player: can attack only with this one card, and with none once it has left; monsters that come later can't attack either",
        "target m = monster(mine)\ncost give me attacks_only_with m until end_of_turn\ndo give m atk +500 until end_of_turn";
    "next_attack_negated" Modifier(ModKind::NextAttackNegated), "next_attack_negated",
        "for a player: the next attack that the opponent declares is negated",
        "do give me next_attack_negated until end_of_turn";
    "name_forbidden" Modifier(ModKind::NameForbidden), "name_forbidden N",
        "for a player: cards with the name that was declared as N can't be Summoned, Set or activated, can't attack, and their effects can't be used; those that lie on the field already can",
        "always both name_forbidden kept(self)\neffect activate\ndeclare c = name of card\ndo keep c";
    "cannot_set_spells_or_traps" Modifier(ModKind::NoSpellSet), "cannot_set_spells_or_traps",
        "for a player: can't Set Spells or Traps",
        "do give both cannot_set_spells_or_traps for 2 turns";
    "cannot_activate_spells_or_traps" Modifier(ModKind::NoSpells), "cannot_activate_spells_or_traps",
        "for a player: can't activate Spells and Traps, nor their effects, wherever they are",
        "do give both cannot_activate_spells_or_traps for 2 turns";
    "may_stay_as_spell" Modifier(ModKind::StaysAsSpell), "may_stay_as_spell",
        "if it is destroyed in a Monster Zone while it is face-up, its controller may place it face-up in the own Spell & Trap Zone, where it is a Continuous Spell, instead of it going to the Graveyard",
        "card 17 \"Statue That Stays\"\nfacts monster effect level 4 earth rock atk 1500 def 1200\nalways self may_stay_as_spell";
    "has_effects_of" Modifier(ModKind::HasEffectsOf), "has_effects_of N",
        "besides its own it has the effects of the card whose name `name_of` told. What counts their uses begins anew, and they are negated with its own",
        "effect ignition\nlimit use 1 per_turn\ntarget m = monster(grave, mine)\ndo banish m\nif_done give self renamed name_of(m), has_effects_of name_of(m) until end_of_turn";
    "victory_in" Modifier(ModKind::VictoryIn), "victory_in N",
        "for a player: wins at the end of the Nth turn from now, this one included",
        "do give me victory_in 20";
    "may_reroll" Modifier(ModKind::MayReroll), "may_reroll",
        "for a player: once, when dice were rolled, that player may have all of them rolled again",
        "do give me may_reroll until end_of_turn";
    "scale" Modifier(ModKind::Scale), "scale N, scale +N, scale -N",
        "its Pendulum Scale is N, or goes up or down, which is counted after what it was made",
        "card 16 \"Odd Scale\"\nfacts monster pendulum effect level 4 earth warrior atk 1500 def 1200 scale 8\nalways from pendulum_zone while no card(pendulum_zone, mine, other): self scale 4";
    "one_more_pendulum" Modifier(ModKind::OneMorePendulum), "one_more_pendulum FILTER",
        "for a player: may Pendulum Summon such monsters in addition to the usual Pendulum Summon; of several such effects only one is used in a turn",
        "need can_gain_pendulum\ndo give me one_more_pendulum card(extra_deck) until end_of_turn";
    "pendulums_only" Modifier(ModKind::PendulumsOnly), "pendulums_only FILTER",
        "for a player: can Pendulum Summon only such monsters; to negate this card changes nothing",
        "always me pendulums_only monster(dragon)";
    "spares_battle_damage" Modifier(ModKind::SparesBattleDamage), "spares_battle_damage",
        "its controller takes no battle damage from battles in which it fights",
        "always monster(mine, normal) spares_battle_damage";
    "doubles_battle_damage" Modifier(ModKind::DoublesBattleDamage), "doubles_battle_damage",
        "the battle damage that it inflicts to its controller's opponent is doubled",
        "always while not direct_attack: self doubles_battle_damage";
    "survives_opposing_effects" Modifier(ModKind::SurvivesEffectsTimes), "survives_opposing_effects N",
        "so many times each turn effects of the opponent's cards do not destroy it",
        "always card(pendulum_zone, mine) survives_opposing_effects 1";
    "survives_own_effects" Modifier(ModKind::SurvivesOwnEffects), "survives_own_effects",
        "effects of the cards of this effect's player do not destroy it",
        "do give every card(pendulum_zone, mine) survives_own_effects until end_of_turn";
    "survives_effects_of" Modifier(ModKind::SurvivesEffectsOf), "survives_effects_of FILTER",
        "effects of such cards do not destroy it; of an effect on the Chain `targeting` tells whether it is one that targets",
        "always self survives_effects_of card(spell or trap, not targeting)";
    "silences_by_battle" Modifier(ModKind::SilencesByBattle), "silences_by_battle",
        "effects of a monster that it destroys by battle can't be activated, also in the Graveyard",
        "target m = monster(mine, face_up)\ndo give m silences_by_battle until end_of_turn";
    "one_type" Modifier(ModKind::OneType), "one_type",
        "for a player: can control face-up monsters of one Type only. Whoever has more declares which is kept, the rules send the others to the Graveyard, and none of another Type can be Summoned face-up",
        "always both one_type";
    "one_attribute" Modifier(ModKind::OneAttribute), "one_attribute",
        "for a player: can control face-up monsters of one Attribute only. Whoever has more declares which is kept, the rules send the others to the Graveyard, and none with another Attribute can be Summoned face-up",
        "always both one_attribute";
    "damages_both" Modifier(ModKind::HurtsBoth), "damages_both",
        "battle damage that either player takes from its battles is inflicted to both", "always self damages_both";
    "hand_fee" Modifier(ModKind::HandFee), "hand_fee N",
        "for a player: must pay so many Life Points for each card of the hand that is Normal Summoned, Special Summoned, Set or activated",
        "always both hand_fee 500";
    "only_one" Modifier(ModKind::OnlyOne), "only_one, only_one of FILTER",
        "its player can control only one face-up monster of its name: another one can't be Summoned face-up, and one that comes there all the same is destroyed; with `of` it is so of all monsters that fit, with `mine` on its player's field, and without a side on both fields together",
        "always self only_one of monster(mine, archetype \"Kuri\")";
    "grave_is_free" Modifier(ModKind::GraveIsFree), "grave_is_free",
        "for a player: `grave_stays` does nothing to that player's Graveyard",
        "always me grave_is_free";
    "inflicts" Modifier(ModKind::Inflicts), "inflicts N",
        "the battle damage that it inflicts to its controller's opponent is N",
        "always while direct_attack: self inflicts base_atk(self)";
    "double_tribute" Modifier(ModKind::DoubleTribute), "double_tribute for FILTER",
        "it can be Tributed as two monsters for the Normal Summon or Set of such a monster", "always self double_tribute for monster(light)";
    "attacks_only" Modifier(ModKind::AttacksOnly), "attacks_only FILTER", "of monsters it can attack only these", "always self attacks_only monster(face_up, dragon)";
    "attack_fee" Modifier(ModKind::AttackFee), "attack_fee N", "its player must pay so many Life Points to declare an attack with it", "always self attack_fee 500";
    "face_up_only" Modifier(ModKind::FaceUpOnly), "face_up_only", "for a player: monsters can be Normal Summoned in face-up Defense Position, what would be Special Summoned face-down is face-up, and no monster can be turned face-down", "always both cannot_set_monsters, face_up_only";
    "no_more_monsters" Modifier(ModKind::NoMoreMonsters), "no_more_monsters",
        "for a player: can't Summon or Set a monster, nor place one on the field in another way, if that player would control more monsters than the other one, as long as that one controls any. Control of monsters still changes",
        "always opponent no_more_monsters";
    "normal_summons" Modifier(ModKind::NormalSummons), "normal_summons N",
        "for a player: has so many Normal Summons and Sets in a turn; of several the largest number counts", "do give me normal_summons 2 until end_of_turn";
    "survives_effects" Modifier(ModKind::SurvivesEffects), "survives_effects",
        "effects of cards do not destroy it", "always monster(mine, co_linked) survives_effects";
    "no_link_material" Modifier(ModKind::NoLinkMaterial), "no_link_material",
        "it can't be used as material of a Link Summon", "always self no_link_material";
    "first_survive_battle" Modifier(ModKind::FirstSurviveBattle), "first_survive_battle N",
        "of all monsters for which this stands the first ones that battle would destroy, N each turn, are not destroyed",
        "always monster(mine) first_survive_battle 1";
    "no_synchro_material" Modifier(ModKind::NoSynchroMaterial), "no_synchro_material",
        "it can't be used as material of a Synchro Summon; of a card that says so of itself wherever it is and negated or not, `condition` says it",
        "always self no_synchro_material";
    "synchro_material_only_for" Modifier(ModKind::SynchroMaterialOnlyFor), "synchro_material_only_for FILTER",
        "it can be used as material only of the Synchro Summon of such a monster, also while it is negated", "always self synchro_material_only_for monster(dragon)";
    "xyz_material_only_for" Modifier(ModKind::XyzMaterialOnlyFor), "xyz_material_only_for FILTER",
        "it can be used as material only of the Xyz Summon of such a monster", "effect ignition\ntarget m = monster(mine)\ndo give m xyz_material_only_for monster(dragon)";
    "synchro_stand_in" Modifier(ModKind::SynchroStandIn), "synchro_stand_in FILTER",
        "it can be used as material of a Synchro Summon only in place of one that is written by name and is such a card, also while it is negated", "always self synchro_stand_in monster(tuner)";
    "synchro_level" Modifier(ModKind::SynchroLevel), "synchro_level N",
        "as material of a Synchro Summon its Level is N, where `it` is the monster that is Summoned; with 0 or less it can't be used", "always self synchro_level either(it is named \"Kuriboh\", level(self), level(self) - 2)";
    "synchro_partners" Modifier(ModKind::SynchroPartners), "synchro_partners FILTER",
        "the other materials of a Synchro Summon for which it is used must be such monsters, also while it is negated", "always self synchro_partners monster(level != 4)";
    "hurts_when_destroyed" Modifier(ModKind::HurtsWhenDestroyed), "hurts_when_destroyed N",
        "if it is destroyed, its controller takes so much damage", "do summon_tokens 1 \"Lamb Token\" to opponent\nif_done give them hurts_when_destroyed 300\n\ncard 9 \"Lamb Token\"\nfacts monster token level 1 earth beast atk 0 def 0";
    "one_more_summon" Modifier(ModKind::OneMoreSummon), "one_more_summon [FILTER]",
        "for a player: may Normal Summon one monster more, or one more such monster; of several such effects only one is used in a turn", "do give me one_more_summon monster(water) until end_of_turn";
    "one_more_tribute_summon" Modifier(ModKind::OneMoreTributeSummon), "one_more_tribute_summon [FILTER]", "the same, but only with Tributes", "do if can_gain_summon: give me one_more_tribute_summon monster(level >= 7) until end_of_turn";
    "one_less_tribute" Modifier(ModKind::OneLessTribute), "one_less_tribute FILTER",
        "for a player: may Tribute one monster less than the Level says for the Normal Summon of such a monster, also none, but not for its Set; what was given, with `until`, is used up by the first Summon with fewer Tributes, also where it was given to both players",
        "do give me one_less_tribute monster(dark) until end_of_turn";
    "one_more_summon_there" Modifier(ModKind::OneMoreSummonThere), "one_more_summon_there",
        "the same, to a zone that this card points to; this card is not Tributed for it", "effect ignition\nneed can_gain_summon\ndo give me one_more_summon_there until end_of_turn";
    "open_hand" Modifier(ModKind::OpenHand), "open_hand", "for a player: all cards of the hand are known to the opponent", "always opponent open_hand";
    "unaffected_by_effects_of" Modifier(ModKind::UnaffectedByThose), "unaffected_by_effects_of FILTER",
        "effects of cards that fit do nothing to it, though it can be their target; of an effect on the Chain that is asked when it begins to resolve. Of all monsters of a filter only kinds, names and archetypes can be asked, as effects change the rest", "always self unaffected_by_effects_of trap(counter)\nalways monster(mine, archetype \"Kuri\") unaffected_by_effects_of monster(theirs)";
    "unaffected_by" Modifier(ModKind::Unaffected), "unaffected_by [other | foreign] spell|trap|monster [of opponent]", "effects of such cards do nothing to it, though it can be their target; or only those of the opponent's; with `other` this card's own still do, with `foreign` those of the monster itself; for all monsters of a filter it is the same as `unaffected_by_effects_of` such cards", "always self unaffected_by trap\nalways monster(mine, normal) unaffected_by monster of opponent";
    "survives_spells_and_traps" Modifier(ModKind::SurvivesSpellsTimes), "survives_spells_and_traps N",
        "so many times each turn effects of Spells and Traps do not destroy it", "always self survives_spells_and_traps 1";
    "covers_atk" Modifier(ModKind::CoversAtk), "covers_atk N",
        "it has so much ATK for the time, over all that it was given before; `atk = N` ends that for good, and this does not",
        "target m = monster(theirs)\ndo give m covers_atk 0 until end_of_turn";
    "halves_battle_damage" Modifier(ModKind::HalvesBattleDamage), "halves_battle_damage",
        "for a player: takes half of all battle damage", "do give me halves_battle_damage until end_of_turn";
    "no_battle_damage_with" Modifier(ModKind::NoBattleDamageWith), "no_battle_damage_with CARDS",
        "for a player: takes no battle damage from battles of this one card", "target m = monster(mine)\ndo give me no_battle_damage_with m until end_of_turn";
    "bars_special_summons" Modifier(ModKind::BarsSpecialSummons), "bars_special_summons FILTER",
        "while it is on the field, the player whose effect gave it this can't Special Summon such cards",
        "do summon_tokens 1 \"Lamb Token\"\nif_done give them bars_special_summons monster(extra_deck)\n\ncard 9 \"Lamb Token\"\nfacts monster token level 1 earth beast atk 0 def 0";
    "takes_self_along" Modifier(ModKind::TakesSourceAlong), "takes_self_along",
        "this card is destroyed when it is destroyed", "target m = monster(grave, mine)\ndo special_summon m\nif_done give m takes_self_along until self_leaves";

    "for" Word(WordGroup::Until), "for N turns", "until the End Phase of the Nth turn from now is over, this one included; N is 2 to 5", "do give me skips_draw_phase for 5 turns";
    "end_of_turn_even_face_down" Lasts(Until::EndOfTurnAnyway), "until end_of_turn_even_face_down",
        "until the End Phase is over, or the monster leaves; turned face-down it keeps it", "target m = monster(theirs)\ndo give m cannot_attack until end_of_turn_even_face_down";
    "end_of_turn" Lasts(Until::EndOfTurn), "until end_of_turn", "until the End Phase is over, or the monster leaves or is turned face-down", "do give all monster(mine) atk +100 until end_of_turn";
    "end_of_turn_or_self_moves" Lasts(Until::EndOfTurnHere), "until end_of_turn_or_self_moves",
        "the same, or until this card moves away from where it is, like the Graveyard", "effect at_once on self sent_to_grave\ndo give me takes_no_damage until end_of_turn_or_self_moves";
    "end_of_damage_step" Lasts(Until::EndOfDamage), "until end_of_damage_step", "until this Damage Step is over", "do give all monster(mine) atk +100 until end_of_damage_step";
    "it_leaves" Lasts(Until::ForeverAnyway), "until it_leaves", "while the monster stays face-up on the field, also while its effects are negated: for what a monster gives its own ATK and DEF and keeps then, and for an ATK or DEF that takes the place of all that it was given before", "effect ignition\n  do give self atk +300 until it_leaves";
    "it_leaves_open_to_changes" Lasts(Until::ForeverOpen), "until it_leaves_open_to_changes", "the same, but an ATK or DEF that takes the place of what the monster has leaves what changes it: Equip Cards, Field Spells and other gains and losses go on counting", "target t = monster(grave, mine)\ndo special_summon t\nif_done give t atk = 0 until it_leaves_open_to_changes";
    "leaves_grave" Lasts(Until::LeavesGrave), "until leaves_grave", "while the monster stays face-up on the field, and in the Graveyard if it goes there", "do give all monster(field) negated until leaves_grave";
    "leaves_grave_even_face_down" Lasts(Until::LeavesGraveAnyway), "until leaves_grave_even_face_down", "the same, and turned face-down the monster keeps it: for what is noted of how it came", "effect procedure\ncost banish 1 monster(grave, mine)\ndo give self marked until leaves_grave_even_face_down";
    "end_phase" Lasts(Until::EndPhase), "until end_phase", "until the End Phase, as an action of it", "target m = monster(theirs)\ndo take_control m until end_phase";
    "self_leaves" Lasts(Until::Source), "until self_leaves", "while this card is face-up on the field", "effect ignition\ntarget m = monster(theirs, face_up)\ndo give m cannot_attack until self_leaves";
    "next_battle_phase" Lasts(Until::NextBattle), "until next_battle_phase", "for a player: until the next Battle Phase of that player begins", "do give opponent second_battle_phase until next_battle_phase";
    "end_of_next_turn" Lasts(Until::NextTurn), "until end_of_next_turn", "for a player, and of `skips_battle_phase` only: in the next turn of that player, but not in a turn that goes on already", "do give opponent skips_battle_phase until end_of_next_turn";
    "responses_over" Lasts(Until::Responses), "until responses_over", "for a player: until nobody responds any more to what has just happened, or until the Chain with which somebody did is over; given while the first link of a Chain resolves it is for what follows that Chain", "effect at_once on monster(mine) special_summoned\nneed links <= 1\ndo give opponent cannot_activate until responses_over";
    "my_standby_phase" Lasts(Until::OwnStandby), "until my_standby_phase", "until the next Standby Phase of the effect's player is over", "effect flip\ndo give self marked until my_standby_phase";

    "all" Word(WordGroup::Set), "all FILTER", "all cards that fit at resolution; at least one must be there at activation. Of more monsters than there are zones for, the player who Special Summons them picks as many", "do destroy all monster(theirs)";
    "random" Word(WordGroup::Set), "random N FILTER", "so many cards of a hand, an Extra Deck or a Deck, taken by chance", "do discard random 1 card(hand, theirs)";
    "levels_from" Word(WordGroup::Set), "levels_from N FILTER", "for the cost of a `procedure`: cards whose Levels come to so many or more together, none of them without need; this card itself may be among them and comes from the Graveyard then",
        "effect procedure from hand or grave\ncost discard levels_from 8 monster(hand, mine, machine)";
    "lowest" Word(WordGroup::Set), "lowest STAT FILTER", "the card with the lowest value, the effect's player's choice if there are several", "do destroy lowest atk monster(theirs)";
    "highest" Word(WordGroup::Set), "highest STAT FILTER", "the card with the highest value, the effect's player's choice if there are several", "do destroy highest def monster(theirs, face_up)";
    "it" Word(WordGroup::Set), "it, them", "the cards of which the clause before spoke; where none did, those of the event, and this card if the event is about it", "target m = monster(face_up)\ndo destroy it";
    "them" Word(WordGroup::Set), "", "", "";
    "that" Word(WordGroup::Set), "that", "all cards of the event, also those that do not fit the filter of the event themselves; `target that` asks the filter again", "on monster(theirs) attacks\ntarget that\ndo destroy it";
    "self" Set(SetRef::Source), "self", "this card", "effect ignition\ndo return_to_hand self";
    "its_targets" Set(SetRef::EventTargets), "its_targets", "what the activation that the effect answers targets",
        "on spell(theirs) activated\nneed some its_targets is dragon\ndo negate";
    "equipped_monster" Set(SetRef::Equipped), "equipped_monster", "the monster that is an Equip Card of this card",
        "effect ignition\nneed size(equipped_monster) = 0\ntarget m = monster(theirs)\ndo equip_with m";
    "host" Set(SetRef::Host), "host", "the monster that this card is equipped to", "equip monster(warrior)\nalways host atk +500";
    "fallen_host" Set(SetRef::FallenHost), "fallen_host", "the monster to which this card was equipped until battle destroyed that, and this card went with it", "equip monster\neffect trigger must on self sent_to_grave\n  need fallen_host is was_mine\n  do draw 1";
    "victim" Set(SetRef::Victim), "victim", "the monster that this card destroyed in the present battle, where it lies in a Graveyard", "effect trigger may when self destroyed_a_monster\ndo special_summon victim in defense_position";
    "attacker" Set(SetRef::Attacker), "attacker", "the attacking monster", "effect trigger must on self battled\ndo return_to_hand attacker";
    "battled_monster" Set(SetRef::Battled), "battled_monster", "the monster that this card battles in the present battle, also when this card has left since", "effect trigger must on self battled\nneed doomed battled_monster\ndo banish battled_monster";
    "attack_target" Set(SetRef::AttackTarget), "attack_target", "the attacked monster", "effect trigger must on self battled\nneed attack_target is face_up\ndo return_to_hand attack_target";
    "paid_in_place" Set(SetRef::CostInPlace), "paid_in_place", "the cards of which counters were removed for the cost, as far as they have not moved since", "effect ignition\ncost remove all wedge_counter from all monster(theirs)\ndo give paid_in_place atk = 0";
    "paid" Set(SetRef::Cost), "paid", "the cards that were chosen for the cost", "cost banish 1 monster(grave, mine)\ndo gain level(paid) * 100";

    "card" Name(Noun::Card), "card(WORDS)", "any card; the words in the parentheses are sides, places and tests, all of which must hold. `or`, `not` and parentheses join tests", "target c = card(field, other, spell or trap)\ndo destroy c";
    "monster" Name(Noun::Monster), "monster(WORDS)", "a monster", "do destroy all monster(attack_position, not dragon)";
    "spell" Name(Noun::Spell), "spell(WORDS)", "a Spell", "do destroy all spell(face_up, other)";
    "trap" Name(Noun::Trap), "trap(WORDS)", "a Trap", "do destroy all trap(face_up, other)";

    "type" Word(WordGroup::Test), "type = NAME", "it is of the Type that was declared",
        "declare t = type of monster(face_up)\ndo destroy all monster(type = t)";
    "name" Word(WordGroup::Test), "name = N", "it has the name that was declared",
        "declare c = name of card(not token)\ndo discard all card(hand, theirs, name = c)";
    "among" Word(WordGroup::Test), "among CARDS", "it is one of these cards",
        "target t = card(theirs)\ndo if any card(theirs, among t): destroy t";
    "other" Word(WordGroup::Test), "other", "not this card itself; of a hand this card never counts", "do destroy all card(field, other)";
    "named" Word(WordGroup::Test), "named \"NAME\"", "a card with that name", "do destroy all monster(named \"Kuriboh\")";
    "attribute_like" Word(WordGroup::Test), "attribute_like CARDS", "it has an Attribute of one of these cards, as they are now", "target m = monster(mine)\ndo add_to_hand 1 monster(deck, mine, attribute_like m)";
    "named_like" Word(WordGroup::Test), "named_like CARDS", "a card with the name of one of these", "target m = monster(field)\ndo destroy all monster(face_up, named_like m)";
    "archetype" Word(WordGroup::Test), "archetype \"NAME\"", "a card of the archetype that cards with this text in their names belong to", "do destroy all monster(archetype \"Kuri\")";
    "material_of" Word(WordGroup::Test), "material_of CARDS", "it was material of the Fusion, Synchro, Link or Ritual Summon of one of these monsters, and lies where it went then",
        "target m = monster(face_up, fusion)\ndo pick p = all monster(grave, mine, material_of m)\nif_done special_summon p";
    "listed_by" Word(WordGroup::Test), "listed_by CARDS", "it is one of the Fusion Materials that are written by name on one of these cards",
        "cost pick f = 1 monster(extra_deck, mine, fusion)\ncost send_to_grave 1 monster(deck, mine, listed_by f)\ndo draw 1";
    "lists" Word(WordGroup::Test), "lists FILTER", "one of the Fusion Materials that are written by name on it is such a card",
        "need any monster(extra_deck, mine, lists card(deck, mine))\ndo draw 1";
    "face_up" Word(WordGroup::Test), "face_up", "face-up. Tests of Type, Attribute, name, Level, ATK and DEF on the field mean face-up monsters already. Of cards of the hand or the Deck that stand beside those of the field it asks nothing", "do destroy all monster(face_up)";
    "face_down" Word(WordGroup::Test), "face_down", "face-down", "do destroy all monster(face_down)";
    "attack_position" Word(WordGroup::Test), "attack_position", "in Attack Position", "do destroy all monster(attack_position)";
    "defense_position" Word(WordGroup::Test), "defense_position", "in Defense Position, face-up or face-down", "do destroy all monster(defense_position)";
    "summoned_or_flipped_this_turn" Word(WordGroup::Test), "summoned_or_flipped_this_turn", "it was Normal Summoned or turned face-up this turn, and is still face-up", "effect trigger must on each end_phase\nneed self is summoned_or_flipped_this_turn\ndo return_to_hand self";
    "battled_this_turn" Word(WordGroup::Test), "battled_this_turn", "it attacked or was attacked this turn, and damage was calculated", "effect trigger may on each end_of_battle\nneed self is battled_this_turn\ndo draw 1";
    "attacked_directly_this_turn" Word(WordGroup::Test), "attacked_directly_this_turn", "it declared a direct attack this turn", "effect ignition\nneed not self is attacked_directly_this_turn\ndo draw 1";
    "has_extra_attack" Word(WordGroup::Test), "has_extra_attack", "an effect gives it `extra_attacks`; one that only lets it attack monsters more often does not count", "effect ignition\ntarget m = monster(mine, face_up, not has_extra_attack)\ndo give m extra_attacks 1 until end_of_turn";
    "attacked_this_turn" Word(WordGroup::Test), "attacked_this_turn", "it declared an attack this turn", "effect ignition\nneed not self is attacked_this_turn\ndo draw 1";

    "can_attack_directly" Word(WordGroup::Test), "can_attack_directly", "it can attack directly though there are monsters", "effect ignition\nneed not self is can_attack_directly\ndo give self can_attack_directly until end_of_turn";
    "cannot_attack_directly" Word(WordGroup::Test), "cannot_attack_directly", "something keeps it from attacking directly", "effect ignition\ntarget t = monster(mine, not cannot_attack_directly)\ndo give t can_attack_directly until end_of_turn";
    "marked" Word(WordGroup::Test), "marked", "the modifier `marked` stands on it", "do destroy all monster(marked)";
    "was_face_up" Word(WordGroup::Test), "was_face_up", "it was face-up before its last move", "effect trigger must on self destroyed from field\nneed self is was_face_up\ndo draw 1";
    "was_special_summoned" Word(WordGroup::Test), "was_special_summoned", "it was Special Summoned to the field that it has left, and it has not moved since", "effect trigger may if self sent_to_grave from monster_zone\nneed self is was_special_summoned\ndo draw 1";
    "was_fusion_summoned" Word(WordGroup::Test), "was_fusion_summoned", "the same, Fusion Summoned", "effect trigger may if self sent_to_grave from monster_zone\nneed self is was_fusion_summoned\ndo draw 1";
    "was_ritual_summoned" Word(WordGroup::Test), "was_ritual_summoned", "the same, Ritual Summoned", "effect trigger may if self sent_to_grave from monster_zone\nneed self is was_ritual_summoned\ndo draw 1";
    "was_synchro_summoned" Word(WordGroup::Test), "was_synchro_summoned", "the same, Synchro Summoned", "effect trigger may if self sent_to_grave from monster_zone\nneed self is was_synchro_summoned\ndo draw 1";
    "was_xyz_summoned" Word(WordGroup::Test), "was_xyz_summoned", "the same, Xyz Summoned", "effect trigger may if self sent_to_grave from monster_zone\nneed self is was_xyz_summoned\ndo draw 1";
    "was_link_summoned" Word(WordGroup::Test), "was_link_summoned", "the same, Link Summoned", "effect trigger may if self sent_to_grave from monster_zone\nneed self is was_link_summoned\ndo draw 1";
    "was_equipped" Word(WordGroup::Test), "was_equipped", "it was equipped to a monster when it left the field, and has not moved since", "equip monster\neffect trigger must on self destroyed from field\nneed self is was_equipped\ndo draw 1";
    "doomed" Word(WordGroup::Test), "doomed", "it is destroyed by the battle that is being fought, but not gone yet", "do shuffle_into_deck all monster(not doomed)";
    "summonable_without_tributes" Word(WordGroup::Test), "summonable_without_tributes", "a monster of the hand that could be Normal Summoned face-up now without Tributes, whatever its Level is; `normal_summon ... without_tributes` asks that by itself of cards that are chosen", "effect ignition from hand\ndo if self is summonable_without_tributes: may normal_summon self without_tributes\notherwise send_to_grave self";
    "can_be_normal_summoned" Word(WordGroup::Test), "can_be_normal_summoned", "a monster that can be Normal Summoned or Set, as far as its own text goes", "need any card(deck, mine, can_be_normal_summoned)\ndo shuffle_deck";
    "was_mine" Word(WordGroup::Test), "was_mine", "the effect's player controlled it before its last move, or it was in that player's pile or hand", "effect trigger may when monster(was_mine) put_in_hand from grave\ndo draw 1";
    "summoned_this_turn" Word(WordGroup::Test), "summoned_this_turn", "it was Normal or Special Summoned this turn, and has been face-up since", "effect trigger may on each end_phase\nneed self is summoned_this_turn\ndo draw 1";
    "equipped" Word(WordGroup::Test), "equipped", "a card is equipped to it", "do destroy all monster(equipped)";
    "can_be_properly_summoned" Word(WordGroup::Test), "can_be_properly_summoned", "the effect's player could Special Summon it as its text demands; `special_summon ... properly` asks that by itself", "target t = 1 monster(mine, face_up, such_that(any monster(extra_deck, mine, fusion, can_be_properly_summoned, attribute_like it)))\ndo special_summon 1 monster(extra_deck, mine, fusion, attribute_like t) properly";
    "can_be_summoned" Word(WordGroup::Test), "can_be_summoned", "the player whose card it is could Special Summon it by the effect; `special_summon` asks that by itself", "do if any monster(deck, mine, can_be_summoned): special_summon 1 monster(deck, mine)\notherwise gain 500";

    "staying" Word(WordGroup::Test), "staying", "it does not leave the field when the Chain ends, as a Spell or Trap does whose effect resolves", "need no card(field, mine, other, staying)\ndo draw 1";
    "can_be_banished" Word(WordGroup::Test), "can_be_banished", "nothing keeps an effect from banishing it; `banish` asks that by itself", "do if any card(grave, theirs, can_be_banished): banish all card(grave, theirs)\notherwise gain 500";
    "can_be_added" Word(WordGroup::Test), "can_be_added", "nothing keeps an effect from adding it to the hand", "need names(monster(deck, mine, can_be_added)) >= 2\ndo pick a = 1 monster(deck, mine)\nalso pick b = 1 monster(deck, mine, not named_like a)\nalso add_to_hand a and b";
    "would_reach_grave" Word(WordGroup::Test), "would_reach_grave", "it would come to its owner's Graveyard if it were sent there, and not be banished or go elsewhere instead",
        "need any monster(extra_deck, mine, lists card(deck, mine, would_reach_grave))\ndo draw 1";
    "leaves_freely" Word(WordGroup::Test), "leaves_freely", "nothing on it says that it is banished when it leaves the field",
        "effect trigger may on self battled\nneed any monster(leaves_freely, among battled_monster)\ndo draw 1";
    "would_reach_hand" Word(WordGroup::Test), "would_reach_hand", "it would come to its owner's hand if it were returned there, and not be banished or go elsewhere instead; a cost that returns cards asks it by itself",
        "effect ignition\ncost pick m = 1 monster(mine, would_reach_hand)\ncost note n = atk(m)\ncost return_to_hand m\ndo gain n";
    "attackable" Word(WordGroup::Test), "attackable", "the attacking monster could attack it",
        "on monster(mine) attacked\ntarget m = monster(mine, attackable, not among attack_target)\ndo redirect_attack m";
    "attached" Word(WordGroup::Test), "attached", "it is attached to this card as material", "need any card(material, mine, attached)\ndo draw 1";
    "negated" Word(WordGroup::Test), "negated", "its effects are negated", "target m = monster(theirs, effect, not negated)\ndo give m negated until end_of_turn";
    "has_taken_effects" Word(WordGroup::Test), "has_taken_effects", "it has effects of another card by `has_effects_of`", "effect ignition\nneed not self is has_taken_effects\ndo draw 1";
    "held" Word(WordGroup::Test), "held", "this card gave it `held`", "effect activate\ntarget m = monster(face_up)\ndo give m held until self_leaves\nalways monster(held) cannot_attack";
    "co_linked" Word(WordGroup::Test), "co_linked", "it is a Link Monster, and it and another one point to each other", "always monster(mine, co_linked) survives_battle";
    "in_extra_zone" Word(WordGroup::Test), "in_extra_zone", "it is in an Extra Monster Zone", "target m = monster(theirs, in_extra_zone)\ndo destroy m";
    "can_hold" Word(WordGroup::Test), "can_hold COUNTER", "it is a face-up card that can hold one more counter of that kind; one that is negated, or a monster that lies as a Spell, can't hold those that a text lets it hold", "target c = card(field, can_hold spell_counter)\ndo place 1 spell_counter on c";
    "destructible" Word(WordGroup::Test), "destructible", "effects of cards can destroy it", "do destroy 1 monster(theirs, destructible)";
    "equipped_to" Word(WordGroup::Test), "equipped_to CARDS", "it is an Equip Card of one of these monsters", "cost tribute 1 monster(mine)\ntarget c = card(field, not among paid, not equipped_to paid)\ndo destroy c";
    "can_be_equipped_to" Word(WordGroup::Test), "can_be_equipped_to CARDS", "it is an Equip Card by what is printed and can be equipped to one of these monsters", "effect activate\ntarget m = monster(mine, face_up)\ndo equip 1 spell(grave, mine, equip, can_be_equipped_to m) to m";
    "printed_effect" Word(WordGroup::Test), "printed_effect", "an Effect Monster by what is printed, as Gemini monsters are also while they count as Normal Monsters", "always monster(effect or printed_effect) negated";
    "monster_card" Word(WordGroup::Test), "monster_card", "a Monster Card by what is printed, whatever it counts as now: also in a Pendulum Zone, or as an Equip Card", "target c = card(field, theirs, monster_card)\ndo return_to_hand c";
    "attached_to" Word(WordGroup::Test), "attached_to FILTER", "it is attached to such a monster as material", "card 15 \"Loyal Guard\"\nfacts monster effect level 4 earth warrior atk 1500 def 1200\neffect instead on monster(mine, xyz) would_be_destroyed\n  do send_to_grave 1 card(material, mine, attached_to monster(mine, among that))";
    "pointed_by" Word(WordGroup::Test), "pointed_by FILTER", "such a Link Monster points to it; of a card that has left the field, to the zone where it was last",
        "effect trigger must on monster(other, pointed_by monster(link)) special_summoned\n  do destroy all monster";
    "equipped_with" Word(WordGroup::Test), "equipped_with FILTER", "such a card is equipped to it", "cost tribute 1 monster(mine, equipped_with card(trap))\ndo draw 1";
    "in_column_of" Word(WordGroup::Test), "in_column_of FILTER", "it is in the same column of the field as another card, which is such a card; Extra Monster Zones belong to the second and the fourth column, Field Zones to none",
        "do destroy all monster(theirs, in_column_of card(pendulum_zone, mine))";
    "such_that" Word(WordGroup::Test), "such_that(CONDITION)", "the condition is true, where `it` means the card that is asked about",
        "target m = monster(grave, mine, such_that(any monster(hand, mine, level = level(it))))\ndo add_to_hand m";
    "summoned_again" Word(WordGroup::Test), "summoned_again", "a Gemini monster that was Normal Summoned again on the field", "target m = monster(theirs, summoned_again)\ndo destroy m";
    "highest_rank" Word(WordGroup::Test), "highest_rank", "its player has no other face-up Xyz Monster of a higher Rank", "target m = monster(theirs, highest_rank)\ndo destroy m";
    "specially_summoned" Word(WordGroup::Test), "specially_summoned", "it came to the field by a Special Summon", "target m = monster(theirs, specially_summoned)\ndo destroy m";
    "summoned_from" Word(WordGroup::Test), "summoned_from PLACES", "it came to the field by a Special Summon from one of these places", "target m = monster(theirs, summoned_from extra_deck)\ndo destroy m";
    "fusion_summoned" Word(WordGroup::Test), "fusion_summoned", "a monster on the field that was Fusion Summoned there", "always monster(mine, fusion_summoned) atk +300";
    "ritual_summoned" Word(WordGroup::Test), "ritual_summoned", "the same, Ritual Summoned", "always monster(mine, ritual_summoned) atk +300";
    "synchro_summoned" Word(WordGroup::Test), "synchro_summoned", "the same, Synchro Summoned", "always monster(mine, synchro_summoned) atk +300";
    "xyz_summoned" Word(WordGroup::Test), "xyz_summoned", "the same, Xyz Summoned", "always monster(mine, xyz_summoned) atk +300";
    "link_summoned" Word(WordGroup::Test), "link_summoned", "the same, Link Summoned", "always monster(mine, link_summoned) atk +300";
    "tribute_summoned" Word(WordGroup::Test), "tribute_summoned", "the same, Tribute Summoned", "target m = monster(tribute_summoned)\ndo destroy m";
    "pointed_to" Word(WordGroup::Test), "pointed_to", "this card, a Link Monster, points to it", "always self atk +500 * count(monster(pointed_to))";
    "can_be_targeted" Word(WordGroup::Test), "can_be_targeted", "nothing keeps the effect from targeting it; `target` asks that by itself",
        "cost discard 1 to count(monster(theirs, can_be_targeted)) card(hand, mine)\ntarget m = (size(paid)) monster(theirs)\ndo destroy m";
    "could_be_its_target" Word(WordGroup::Test), "could_be_its_target", "what the effect answers could target it",
        "on spell(theirs) card_activated\ntarget m = monster(mine, could_be_its_target, not among its_targets)\ndo change_target m";
    "targeting" Word(WordGroup::Test), "targeting", "the effect that resolves is one of this card's, and one that targets",
        "always self survives_effects_of card(spell or trap, not targeting)";
    "in_danger" Word(WordGroup::Test), "in_danger", "what the effect answers would destroy it, and it is certain which cards it destroys",
        "on card(theirs) activated\nneed any trap(mine, other, in_danger)\ndo pick t = all trap(mine, other, in_danger)\nalso protect t";
    "can_be_set" Word(WordGroup::Test), "can_be_set", "a Spell or Trap that is not on the field and for which there is a zone; `set` asks that by itself", "do gain 500\nthen if any card(hand, mine, can_be_set): may set 1 card(hand, mine)";

    "count" Word(WordGroup::Number), "count(FILTER)", "how many cards there are. Numbers may be added with `+` and `-` and multiplied with `*`", "do gain 300 * count(monster(mine))";
    "names" Word(WordGroup::Number), "names(FILTER)", "how many different names the cards have", "need names(monster(deck, mine)) >= 2\ndo draw 1";
    "types" Word(WordGroup::Number), "types(FILTER)", "how many different Types the cards have", "always monster(mine) atk +100 * types(monster(mine, face_up))";
    "only_type" Word(WordGroup::Number), "only_type(FILTER)", "the printed Type of all these cards; none if they have more than one", "always monster(mine, type = only_type(monster(grave, mine))) atk +800";
    "size" Word(WordGroup::Number), "size(CARDS)", "how many of these cards are still there", "target m = 1 to 2 monster(theirs)\ndo damage 300 * size(m) to opponent";
    "atk" Word(WordGroup::Number), "atk(CARDS)", "the ATK of a card", "target m = monster(mine, face_up)\ndo gain atk(m)";
    "def" Word(WordGroup::Number), "def(CARDS)", "the DEF of a card", "target m = monster(mine, face_up)\ndo gain def(m)";
    "level" Word(WordGroup::Number), "level(CARDS)", "the Level of a card", "target m = monster(mine, face_up)\ndo gain 100 * level(m)";
    "scale" Word(WordGroup::Number), "scale(CARDS)", "the Pendulum Scale of a card", "target c = card(pendulum_zone)\ndo gain 100 * scale(c)";
    "original_atk" Word(WordGroup::Number), "original_atk(CARDS)", "the ATK that is printed on a card, wherever it is by now", "target m = monster(theirs, face_up)\ndo destroy m\nif_done damage original_atk(m) to both";
    "original_def" Word(WordGroup::Number), "original_def(CARDS)", "the DEF that is printed on a card", "target m = monster(theirs, face_up)\ndo destroy m\nif_done gain original_def(m)";
    "base_atk" Word(WordGroup::Number), "base_atk(CARDS)", "the original ATK of a monster: what is printed on it, unless an effect changed that", "effect ignition\ndo give self atk = base_atk(self) * 2 until end_of_turn";
    "base_def" Word(WordGroup::Number), "base_def(CARDS)", "the original DEF of a monster", "effect ignition\ndo give self def = base_def(self) * 2 until end_of_turn";
    "either" Word(WordGroup::Number), "either(CONDITION, N, M)", "N if the condition is true, else M", "do gain either(my_turn, 1000, 500)";
    "kept" Word(WordGroup::Number), "kept(CARDS)", "what a card keeps in mind since its clause or step `keep`", "effect activate\ndeclare c = name of card\ndo keep c\nalways both name_forbidden kept(self)";
    "links" Word(WordGroup::Number), "links", "how many links are on the Chain; while something is being activated, without that", "effect quick\nneed links >= 2\ncost pay 500\ndo draw 1";
    "turns" Word(WordGroup::Number), "turns(CARDS)", "how many turns were counted on the cards", "effect ignition\nneed turns(self) >= 1\ndo damage 1000 * turns(self) to opponent";
    "normal_summons" Word(WordGroup::Number), "normal_summons(PLAYER)", "how many Normal Summons and Sets the player has in a turn", "need normal_summons(me) < 2\ndo give me normal_summons 2 until end_of_turn";
    "materials" Word(WordGroup::Number), "materials(CARDS)", "how many cards are attached to the monsters as materials", "always self atk +500 * materials(self)";
    "equips" Word(WordGroup::Number), "equips(CARDS)", "how many Equip Cards there are on the monsters", "always self atk +500 * equips(self)";
    "fusion_materials" Word(WordGroup::Number), "fusion_materials(CARDS)", "with how many materials a monster was Fusion Summoned; 0 if it was not, or if not all of them lie where they went then and would be its materials as they are now",
        "target m = monster(face_up, fusion)\ndo draw fusion_materials(m)";
    "materials_used" Word(WordGroup::Number), "materials_used(CARDS)", "with how many materials a monster was Fusion, Synchro, Link or Ritual Summoned, wherever they are now; for the card that prepares a Fusion Summon how many it has sent away", "card 10 \"Sum of Its Parts\"\nfacts monster fusion effect level 4 earth warrior atk 0 def 1000\nfusion \"Kuriboh\" + 1+ monster(warrior)\neffect at_once on self fusion_summoned\ndo give self original_atk 500 * materials_used(self)";
    "name_of" Word(WordGroup::Number), "name_of(CARDS)", "the name of a card, for `renamed`", "target m = monster(face_up)\ndo give all monster(mine) renamed name_of(m) until end_of_turn";
    "amount" Word(WordGroup::Number), "amount", "the number of the event that the effect answers: the damage taken, or the Life Points gained", "on me effect_damaged\ndo damage amount to opponent";
    "noted" Word(WordGroup::Number), "noted(CARDS)", "what the modifier `noted` says of a card, or 0", "effect trigger must on self summoned\ndo give self noted 500\n\neffect ignition\ndo gain noted(self)";
    "battle_damage" Word(WordGroup::Number), "battle_damage(PLAYER)", "the battle damage that the player would take as things are", "effect quick from hand on monster(theirs) calculating\nneed battle_damage(me) > 0\ncost discard self\ndo give me no_battle_damage until end_of_damage_step";
    "life" Word(WordGroup::Number), "life(PLAYER)", "a player's Life Points", "need life(me) < life(opponent)\ndo draw 1";
    "free_zones" Word(WordGroup::Number), "free_zones(PLAYER)", "how many Main Monster Zones are free", "do gain 100 * free_zones(me)";
    "counters" Word(WordGroup::Number), "counters(COUNTER, CARDS), counters(COUNTER, FILTER)", "how many counters of that kind are on the cards",
        "holds spell_counter\nalways self atk +300 * counters(spell_counter, self)";
    "total_def" Word(WordGroup::Number), "total_def(CARDS), total_def(FILTER)", "the DEF of all these cards together; one without DEF, or with `?`, counts as 0", "always self def +total_def(monster(material, attached))";
    "total_atk" Word(WordGroup::Number), "total_atk(CARDS), total_atk(FILTER)", "the ATK of all these cards together", "do pick m = all monster(mine)\nalso gain total_atk(m)";
    "materials_lost" Word(WordGroup::Number), "materials_lost(CARDS)", "how many materials a monster had when it left the field, as long as it has not moved since",
        "effect trigger may if self sent_to_grave from field\nneed materials_lost(self) >= 1\ntarget 1 to materials_lost(self) monster(grave, mine, level <= 4)\ndo special_summon it";
    "attacks" Word(WordGroup::Number), "attacks(CARDS)", "how many attacks the monsters have declared this turn, also ones that were negated", "effect ignition\nneed attacks(self) = 0\ndo give self atk +500 until end_of_turn";
    "atk_lost" Word(WordGroup::Number), "atk_lost(CARDS)", "the ATK together of those of the cards that have left the Monster Zones and were face-up there, as it was there", "do pick m = all monster(mine)\nalso destroy m\nif_done gain atk_lost(m)";
    "reached" Word(WordGroup::Number), "reached(CARDS, FILTER)", "how many of these cards, wherever they have gone since they were picked, are such cards now", "do pick d = all card(field, theirs)\nalso destroy d\nif_done gain 300 * reached(d, monster(grave))";
    "original_atk_lost" Word(WordGroup::Number), "original_atk_lost(CARDS)", "the ATK together that is printed on those of the cards that have left the Monster Zones", "do pick m = all monster(theirs, attack_position)\nalso destroy m\nif_done damage original_atk_lost(m) to opponent";
    "would_destroy" Word(WordGroup::Number), "would_destroy(FILTER)", "how many of these cards what the effect answers is sure to destroy; where it chooses among some, those that are left when all others are chosen first",
        "on card activated\nneed would_destroy(card(field, mine)) >= 2\ndo negate_effect";
    "half" Word(WordGroup::Number), "half(N)", "half of it, rounded down", "do gain half(life(opponent))";
    "min" Word(WordGroup::Number), "min(N, M)", "the smaller number", "do draw min(2, count(monster(theirs)))";

    "intends" Word(WordGroup::Condition), "intends(EVENT or EVENT) [from deck]",
        "the activated card or effect that this one answers would do that when it resolves, as far as its text goes; or would do it to cards of a Deck, where to draw is to put in the hand",
        "effect activate\n  on spell(theirs) card_activated\n  need intends(special_summoned)\n  do negate\n\neffect activate\n  on card activated\n  need intends(put_in_hand or sent_to_grave) from deck\n  do negate_effect";
    "it_answers" Word(WordGroup::Condition), "it_answers(EVENT or EVENT)",
        "the effect that this one answers was itself activated because that happened",
        "on monster activated\nneed it_answers(special_summoned)\ndo negate";
    "negated" Word(WordGroup::Condition), "negated", "what the effect answers was negated: the activation or effect of a link, or a Summon",
        "on spell(theirs) activated\ndo negate_effect\nthen if negated: draw 1";
    "any" Word(WordGroup::Condition), "any FILTER", "there is such a card", "need any monster(mine)\ndo draw 1";
    "no" Word(WordGroup::Condition), "no FILTER", "there is no such card", "need no monster(mine)\ndo draw 1";
    "not" Word(WordGroup::Condition), "not C, C and C, C or C", "conditions are joined as usual; two numbers are compared with `<`, `<=`, `>`, `>=`, `=`, `!=`", "need not phase(main2) and life(me) <= 4000\ndo draw 1";
    "my_turn" Word(WordGroup::Condition), "my_turn", "it is the effect's player's turn", "need my_turn\ndo draw 1";
    "opponent_turn" Word(WordGroup::Condition), "opponent_turn", "it is the opponent's turn", "need opponent_turn\ndo draw 1";
    "phase" Word(WordGroup::Condition), "phase(PHASE or PHASE)", "it is one of these phases", "need phase(main1 or battle_phase)\ndo draw 1";
    "untouched_phase" Word(WordGroup::Condition), "untouched_phase", "in this phase nobody has Summoned or Set anything, changed a position or activated anything yet", "need phase(main1) and untouched_phase\ndo draw 1";
    "free_spell_zone" Word(WordGroup::Condition), "free_spell_zone", "a Spell & Trap Zone of the effect's player is free", "need free_spell_zone\ndo draw 1";
    "free_extra_zone" Word(WordGroup::Condition), "free_extra_zone", "a zone is free to which a monster of the player's Extra Deck could come",
        "effect activate\ndo draw 1\nthen if free_extra_zone: may special_summon 1 monster(extra_deck, mine)";
    "free_zone" Word(WordGroup::Condition), "free_zone, free_zone(PLAYER)", "a Main Monster Zone is free", "need free_zone\ndo draw 1";
    "free_zone_without" Word(WordGroup::Condition), "free_zone_without FILTER", "a Main Monster Zone of the effect's player is free once these cards have left; with `need` the steps that Special Summon ask for no other zone", "effect ignition\nneed free_zone_without monster(face_up, dragon)\ntarget m = monster(grave, mine)\ndo destroy all monster(face_up, dragon)\nthen special_summon m";
    "it_would_destroy" Word(WordGroup::Condition), "it_would_destroy", "what the effect answers would destroy cards on the field", "on card activated\nneed it_would_destroy\ndo negate\nif_done destroy that";
    "can_gain_pendulum" Word(WordGroup::Condition), "can_gain_pendulum", "in the own turn and not its End Phase: this card's player has not used one more Pendulum Summon, and no card of the same name has given one", "need can_gain_pendulum\ndo give me one_more_pendulum monster until end_of_turn";
    "can_enter_battle" Word(WordGroup::Condition), "can_enter_battle", "the turn has a Battle Phase, which the first one has only if the rules say so, it is still to come, and nothing keeps the turn player from it", "need can_enter_battle\ntarget m = monster(mine, face_up)\ndo give m attacks_all until end_of_turn";
    "can_gain_summon" Word(WordGroup::Condition), "can_gain_summon", "this card's player has not used one more Normal Summon this turn, and no card of the same name has given one", "need can_gain_summon\ndo give me one_more_summon until end_of_turn";
    "may_special_summon" Word(WordGroup::Condition), "may_special_summon, may_special_summon(PLAYER)", "no card on the field forbids the player to Special Summon at all", "need may_special_summon\ndo draw 1";
    "can_pay" Word(WordGroup::Condition), "can_pay N", "the effect's player has so many Life Points", "do if can_pay 500: draw 1";
    "still" Word(WordGroup::Condition), "still CARDS", "all of them are still where they were when they were chosen", "target a = monster(mine)\ntarget b = monster(theirs)\ndo if still a and still b: destroy a and b";
    "doomed" Word(WordGroup::Condition), "doomed CARDS", "destroyed by the battle that is being fought, but not gone yet", "effect trigger must on self battled\nneed not doomed attacker\ndo return_to_hand attacker";
    "attack_goes_on" Word(WordGroup::Condition), "attack_goes_on", "an attack is being made and was not stopped", "on monster(theirs) attacks\ntarget that\ndo if attack_goes_on: destroy it";
    "it_would_damage" Word(WordGroup::Condition), "it_would_damage(PLAYER)", "what the effect answers would inflict damage to the player, as far as its text goes", "on trap activated\nneed it_would_damage(me)\ndo inflict_nothing";
    "takes_no_battle_damage" Word(WordGroup::Condition), "takes_no_battle_damage(PLAYER)", "an effect says that the player takes no battle damage", "do unless takes_no_battle_damage(me): give me no_battle_damage until end_of_damage_step\nif_done draw 1";
    "direct_attack" Word(WordGroup::Condition), "direct_attack", "the attack that is being made is a direct one", "effect trigger must on self inflicted_battle_damage\nneed direct_attack\ndo draw 1";
    "had_battle_phase" Word(WordGroup::Condition), "had_battle_phase", "the turn has had a Battle Phase, the present one included", "need not (my_turn and had_battle_phase)\ncost give me no_battle_phase until end_of_turn\ndo draw 1";
    "answered_unmoved" Word(WordGroup::Condition), "answered_unmoved", "the card whose activation or effect this one answers lies where that was activated: it has not moved since, nor for its own cost", "on card activated\nneed that is monster or answers_a_card\ndo negate\nif_done if answered_unmoved: banish that";
    "answers_a_card" Word(WordGroup::Condition), "answers_a_card", "what the effect answers is the activation of a card, not of an effect that a card on the field has", "on card activated\nneed that is monster or answers_a_card\ndo negate";
    "answers_the_link_before" Word(WordGroup::Condition), "answers_the_link_before", "asked when the effect resolves: what it answers is the link directly before its own", "effect quick must on card activated\nlimit use 1 per_chain\ndo if answers_the_link_before: negate";
    "chain_names_differ" Word(WordGroup::Condition), "chain_names_differ", "no two links on the Chain are of cards with the same name", "effect quick\nneed links >= 2 and chain_names_differ\ncost pay 500\ndo draw 1";
    "no_chain" Word(WordGroup::Condition), "no_chain", "no link is on the Chain: the effect can't answer anything that was activated", "effect quick\nneed my_turn and no_chain\ncost pay 500\ndo draw 1";
    "calculating" Word(WordGroup::Condition), "calculating", "damage of a battle is being calculated", "always while calculating and attacker is self: self atk +500";
    "this_turn" Word(WordGroup::Condition), "this_turn FILTER EVENT [from PLACES]", "it happened this turn to the effect's player's cards. With a restriction as cost it makes an oath for the whole turn: `need not this_turn monster(mine, not dragon) special_summoned` and `cost give me cannot_special_summon_those monster(not dragon) until end_of_turn`", "need this_turn monster(mine) sent_to_grave from monster_zone\ndo draw 1";
    "some" Word(WordGroup::Condition), "some CARDS is TEST", "at least one of them fits", "target m = 2 monster(field)\ndo if some m is face_down: draw 1";
    "is" Word(WordGroup::Condition), "CARDS is TEST", "all of them fit, and there is one. Of cards that the steps before have moved it can be asked what is printed on them", "target m = monster(field)\ndo if m is face_down: reveal m";
};
