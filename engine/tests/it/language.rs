//! Card files: what they compile to, and what the errors say.

use duelfish_engine::{CardCode, Catalogue};
use duelfish_script::language::{self, CardFileError};
use duelfish_script::{Cond, CondId, Effect, Form, Op, Scripts, Who, event_bit, explain};

/// The card table without scripts.
fn table() -> Catalogue {
    let rows = duelfish_cards::catalogue().iter();
    Catalogue::new(rows.map(|(_, facts, name)| (*facts, name.into())).collect()).unwrap()
}

fn load(text: &str) -> Result<Catalogue, Vec<CardFileError>> {
    language::extend(&[("test.card".to_owned(), text.to_owned())], table())
}

pub(crate) fn loaded(text: &str) -> Catalogue {
    load(text).unwrap_or_else(|errors| panic!("{text}\n{}", shown(&errors)))
}

fn shown(errors: &[CardFileError]) -> String {
    errors.iter().map(|error| format!("{error}\n")).collect()
}

/// Everything that is wrong with a text: line, column, length, message and help of each error.
pub(crate) fn errors(text: &str) -> Vec<String> {
    let Err(errors) = load(text) else { panic!("it compiles:\n{text}") };
    let line = |error: &CardFileError| {
        let help = error.help.as_deref().unwrap_or("-");
        format!("{}:{}+{} {} / {help}", error.line, error.column, error.length, error.message)
    };
    errors.iter().map(line).collect()
}

/// The only error of a card's clauses, below a card line.
pub(crate) fn error(card: &str, clauses: &str) -> String {
    let all = errors(&format!("card {card}\n{clauses}"));
    assert_eq!(all.len(), 1, "{all:#?}");
    all.into_iter().next().unwrap()
}

pub(crate) const HOLE: &str = "53129443 \"Dark Hole\"";
const TRAP_HOLE: &str = "4206964 \"Trap Hole\"";
const BUG: &str = "54652250 \"Man-Eater Bug\"";

/// The effects of a Spell with these clauses.
fn effects(card: &str, clauses: &str) -> (Catalogue, Vec<Effect>) {
    let cards = loaded(&format!("card {card}\n{clauses}"));
    let (code, _) = cards.scripts().cards().next().unwrap();
    let effects = cards.scripts().effects_of(code).map(|(_, effect)| *effect).collect();
    (cards, effects)
}

pub(crate) fn ops(scripts: &Scripts, from: u16) -> Vec<Op> {
    (from..).map(|at| scripts.op(at)).take_while(|op| *op != Op::End).collect()
}

/// The parts of a condition that are joined with "and".
fn parts(scripts: &Scripts, cond: CondId) -> Vec<Cond> {
    match scripts.cond(cond) {
        Cond::All(a, b) => [parts(scripts, a), parts(scripts, b)].concat(),
        Cond::Always => Vec::new(),
        other => vec![other],
    }
}

#[test]
fn an_error_shows_the_line_and_marks_the_place() {
    let Err(errors) =
        load("card 53129443 \"Dark Hole\"\neffect activate\n  do destory all monster(field)\n")
    else {
        panic!("it compiles")
    };
    assert_eq!(
        shown(&errors),
        "error: there is no verb `destory`
 --> test.card:3:6
  |
3 |   do destory all monster(field)
  |      ^^^^^^^
  = help: did you mean `destroy`?
"
    );
}

#[test]
fn words_that_do_not_exist() {
    let clause = |clause: &str| error(HOLE, &format!("effect activate\n{clause}\n"));
    assert_eq!(
        clause("do destory all monster"),
        "3:4+7 there is no verb `destory` / did you mean `destroy`?"
    );
    assert!(
        clause("do obliterate all monster")
            .starts_with("3:4+10 there is no verb `obliterate` / there are: ")
    );
    assert_eq!(
        clause("do destroy all monster(dragn)"),
        "3:24+5 there is no word for a filter `dragn` / did you mean `dragon`?"
    );
    assert_eq!(
        clause("do destroy all monsters(field)"),
        "3:16+8 there is no noun for cards `monsters` / did you mean `monster`?"
    );
    assert!(
        clause("do give all monster(mine) attack +500")
            .starts_with("3:27+6 there is no modifier `attack` / there are: also, atk, ")
    );
    assert_eq!(
        clause("do damage 500 to enemy"),
        "3:18+5 there is no player `enemy` / there are: both, each, me, my, opponent"
    );
    assert_eq!(
        clause("destroy all monster"),
        "3:1+7 there is no clause `destroy` / did you mean `do destroy`?"
    );
    assert_eq!(clause("dp draw 1"), "3:1+2 there is no clause `dp` / did you mean `do`?");
    assert_eq!(
        error(HOLE, "effect activte\n do draw 1"),
        "2:8+7 there is no kind of effect `activte` / did you mean `activate`?"
    );
    assert_eq!(
        clause("do destroy all monster(named \"Kuribo\")"),
        "3:30+8 no card is named \"Kuribo\" / did you mean \"Kuriboo\"?"
    );
}

#[test]
fn names_and_passcodes() {
    assert_eq!(
        errors("card 53129443 \"Dark Whole\"\neffect activate\ndo draw 1\n"),
        [
            "1:15+12 card 53129443 is named \"Dark Hole\", not \"Dark Whole\" / write the name as it is printed"
        ]
    );
    assert_eq!(
        errors("card 3 \"Dark Hole\"\neffect activate\ndo draw 1\n"),
        ["1:1+4 no known card has passcode 3 / \"Dark Hole\" has passcode 53129443"]
    );
    assert_eq!(
        errors("card 3 \"Nobody\"\neffect activate\ndo draw 1\n"),
        [
            "1:1+4 no known card has passcode 3 / a card of your own needs a `facts` line below this one"
        ]
    );
    assert_eq!(
        errors("card 83764719 \"Monster Reborn\"\neffect activate\ndo draw 1\n"),
        [
            "1:1+4 this is another artwork of card 83764718 / write `card 83764718`; artworks share its text"
        ]
    );
    let hole = "card 53129443 \"Dark Hole\"\neffect activate\ndo draw 1\n";
    let files = [("a.card".to_owned(), hole.to_owned()), ("b.card".to_owned(), hole.to_owned())];
    let twice = language::load(&files, &table()).unwrap_err();
    assert_eq!(
        shown(&twice).lines().next(),
        Some("error: card 53129443 stands already in a.card:1")
    );
    assert_eq!((twice[0].file.as_str(), twice.len()), ("b.card", 1));
    let cards = loaded(hole);
    let again = language::load_onto(cards.scripts().clone(), &files[..1], &cards).unwrap_err();
    assert_eq!(again[0].message, "card 53129443 has a script already");
}

#[test]
fn what_is_missing() {
    assert_eq!(
        error(HOLE, ""),
        "1:1+4 nothing says what this card does / add a line `effect activate` and one with `do`"
    );
    assert_eq!(
        error(HOLE, "effect activate\n"),
        "2:1+6 this effect does nothing / add a line like `do destroy all monster(field)`"
    );
    assert_eq!(
        errors("effect activate\n")[0],
        "1:1+6 this line belongs to no card / begin with a line like `card 7 \"Little Feast\"`"
    );
    assert_eq!(
        error(HOLE, "do draw 1\n"),
        "2:1+2 this clause belongs to no effect / put a line like `effect activate` before it"
    );
    assert_eq!(
        error(BUG, "effect trigger\n  do draw 1\n"),
        "2:1+6 a trigger answers an event / add it: `effect trigger must on self summoned`"
    );
    assert_eq!(
        error(BUG, "effect trigger on self summoned\n  do draw 1\n"),
        "2:1+6 a trigger is mandatory or optional / write `effect trigger must` or `effect trigger may`"
    );
    assert_eq!(
        error(BUG, "effect activate\n  do draw 1\n"),
        "2:1+6 a monster has no activation / write `effect ignition` or `effect quick`"
    );
}

/// The numbers above those of the effects count other things, so a card has no more effects than numbers.
#[test]
fn too_many_effects() {
    let gains = |n: usize| "effect ignition\n  do gain 100\n".repeat(n);
    assert_eq!(
        error(BUG, &gains(9)),
        "1:1+4 the card has 9 effects / a card has at most 8, those of its Summons included"
    );
    let taker = "effect ignition\n  target m = monster(theirs)\n  do give self has_effects_of name_of(m) until end_of_turn\n";
    assert_eq!(
        error(BUG, &format!("{taker}{}", gains(4))),
        "1:1+4 the card has 5 effects / a card that takes effects over has at most 4, those of its Summons included"
    );
    let _ = effects(BUG, &gains(8));
    let _ = effects(BUG, &format!("{taker}{}", gains(3)));
}

#[test]
fn targets_that_cannot_be() {
    let targets =
        |clauses: &str| error(HOLE, &format!("effect activate\n{clauses}\n  do draw 1\n"));
    assert_eq!(
        targets("target m = monster(deck)"),
        "3:12+13 cards in the Deck, the hand or the Extra Deck can't be targeted / choose them in a step: `do pick c = 1 ...`"
    );
    assert_eq!(
        targets("target a = monster(mine)\ntarget b = monster(field)"),
        "4:1+25 both target clauses could choose the same card / join them in one clause, or let them differ in side, place or position"
    );
    assert_eq!(
        targets("target a = 3 to 2 monster(mine)"),
        "3:1+31 so many targets can't be chosen / write `target m = 1 to 3 monster(field)`"
    );
    assert_eq!(
        targets("target that"),
        "3:1+11 there is no event whose cards could be targeted / add a line like `on monster(theirs) summoned`"
    );
    let offer = "effect activate\ndo allow later\neffect offer as later\ntarget m = monster\ndo destroy m\n";
    assert_eq!(
        error(HOLE, offer),
        "4:1+6 what is offered is not activated: it has no targets, no cost and no event / choose cards with `pick` in its steps"
    );
    // Different sides, faces or positions can't be the same card.
    for second in ["monster(theirs)", "monster(mine, face_down)", "card(spell_zone, mine)"] {
        let _ = effects(
            HOLE,
            &format!(
                "effect activate\ntarget a = monster(mine, face_up)\ntarget b = {second}\ndo destroy a and b\n"
            ),
        );
    }
}

#[test]
fn steps_that_cannot_be() {
    let body = |clauses: &str| error(HOLE, &format!("effect activate\n{clauses}\n"));
    assert_eq!(
        body("then draw 1"),
        "3:6+6 nothing comes before this step / begin the first step with `do`"
    );
    assert_eq!(
        body("do draw 1\ndo draw 1"),
        "4:4+6 a second `do` / say how it hangs together with the step before: `then`, `if_done` or `also`"
    );
    assert_eq!(
        body("do draw 1\notherwise draw 1"),
        "4:11+6 no step before this one can be refused / `otherwise` belongs to a step with `if`, `unless` or `may`"
    );
    assert_eq!(
        body("do destroy m"),
        "3:12+1 nothing is named `m` / name it first, like `target m = monster(field)`"
    );
    assert_eq!(body("do destroy it"), "3:12+2 no clause before spoke of cards / name the cards");
    assert_eq!(
        body("do destroy monster(theirs)"),
        "3:12+7 it is not said how many of these cards / write `all` or a number before it: `all monster(theirs)`, `1 monster(theirs)`"
    );
    assert_eq!(
        body("cost destroy 1 monster(mine)\ndo draw 1"),
        "3:6+23 this can't be a cost / costs are pay, tribute, discard, send_to_grave, banish, return_to_hand, reveal and give"
    );
    assert_eq!(
        body("do draw 1\ncost pay 500"),
        "4:1+4 `cost` comes after what the effect does / write it before the line with `do`, as on the printed card"
    );
    assert_eq!(body("do draw 1 2"), "3:11+1 `2` stands where nothing more is wanted / -");
    assert_eq!(body("do draw 99999999999"), "3:9+11 99999999999 is too big / -");
}

#[test]
fn every_faulty_clause_is_one_error() {
    let text = "card 53129443 \"Dark Hole\"\neffect activate\n  target m = monstr(field)\n  ned my_turn\n  do destroy m\n  then drw 1\n";
    let all = errors(text);
    let lines: Vec<&str> = all.iter().filter_map(|error| error.split(' ').next()).collect();
    // `m` is not reported: it would have been named by the line that could not be read.
    assert_eq!(lines, ["3:14+6", "4:3+3", "6:8+3"]);
}

#[test]
fn own_cards_bring_their_facts() {
    let cards = loaded(
        "card 8 \"Patient Guard\"\nfacts monster level 4 earth warrior atk 1200 def ?\n\ncard 9 \"Angry Guard\"\nfacts monster level 4 earth warrior atk 1200 def 0\neffect flip\n  target m = monster(named \"Patient Guard\")\n  do destroy m\n",
    );
    let plain = cards.by_name("Patient Guard").unwrap();
    assert!(cards.facts(plain).is_plain_monster() && cards.is_playable(plain));
    assert_eq!((cards.facts(plain).atk, cards.facts(plain).def), (1200, -2));
    let angry = cards.by_name("Angry Guard").unwrap();
    assert!(cards.is_playable(angry));
    assert_eq!(cards.facts(angry).kind, 0x20_0021);
    assert_eq!(
        errors("card 53129443 \"Black Hole\"\nfacts spell\neffect activate\ndo draw 1\n"),
        [
            "1:1+4 passcode 53129443 belongs to \"Dark Hole\" / take another passcode, or leave the `facts` line out to write that card's text"
        ]
    );
    assert_eq!(
        errors("card 8 \"Dark Hole\"\nfacts spell\neffect activate\ndo draw 1\n"),
        ["1:8+11 there is a card named \"Dark Hole\" already / take another name"]
    );
    assert_eq!(
        errors("card 8 \"X\"\nfacts monster level 4 earth atk 1 def 1\n"),
        ["2:1+5 these facts are no card / add one Type, like `warrior`"]
    );
    assert_eq!(
        errors("card 8 \"X\"\nfacts monster level 4 earth waryor atk 1 def 1\n"),
        ["2:29+6 there is no printed fact `waryor` / did you mean `warrior`?"]
    );
}

#[test]
fn when_misses_its_timing_and_if_does_not() {
    for (word, must, misses) in
        [("when", "may", true), ("if", "may", false), ("when", "must", false)]
    {
        let text =
            format!("effect trigger {must} {word} self sent_to_grave from field\n  do draw 1\n");
        let (_, effects) = effects(BUG, &text);
        assert_eq!((effects[0].misses, effects[0].must), (misses, must == "must"));
        // The event puts the card in the Graveyard, and there its effect is used.
        assert_eq!((effects[0].form, effects[0].from), (Form::Trigger, 32));
        assert_eq!(effects[0].on.events, event_bit::SENT_TO_GRAVE);
    }
}

#[test]
fn spell_speed_comes_from_the_card() {
    let speed = |facts: &str, text: &str| {
        let cards = loaded(&format!("card 7 \"X\"\nfacts {facts}\n{text}\n  do draw 1\n"));
        let x = cards.by_name("X").unwrap();
        let effect = *cards.scripts().effects_of(x).last().unwrap().1;
        (effect.speed, effect.in_damage_step)
    };
    assert_eq!(speed("spell", "effect activate"), (1, false));
    assert_eq!(speed("spell quick_play", "effect activate"), (2, false));
    assert_eq!(speed("trap", "effect activate"), (2, false));
    assert_eq!(speed("trap counter", "effect activate on spell(theirs) activated"), (3, true));
    assert_eq!(speed("trap continuous", "effect quick"), (2, false));
    assert_eq!(
        speed("monster level 1 dark fiend atk 0 def 0", "effect quick from hand in damage_step"),
        (2, true)
    );
    assert_eq!(speed("monster level 1 dark fiend atk 0 def 0", "effect ignition"), (1, false));
}

#[test]
fn a_cost_is_needed_and_paid() {
    let text = "effect activate\n  cost discard 1 card(hand, mine)\n  cost pay 500\n  do draw 2\n";
    let (cards, effects) = effects(HOLE, text);
    let scripts = cards.scripts();
    let cost = ops(scripts, effects[0].cost.0);
    assert!(matches!(cost[..], [Op::Choose { .. }, Op::Discard(_), Op::Pay(_)]), "{cost:?}");
    let needed = parts(scripts, effects[0].possible);
    assert!(needed.iter().any(|cond| matches!(cond, Cond::CanPay(Who::Me, _))));
    // A card to discard, the Life Points, two cards in the Deck.
    assert_eq!(needed.len(), 3, "{needed:?}");
}

#[test]
fn limits_have_counters_of_their_own() {
    let cards = loaded(
        "card 54652250 \"Man-Eater Bug\"\neffect ignition\n limit use 1 per_turn by_name\n do draw 1\neffect ignition\n limit activate 2 per_turn\n do draw 1\n",
    );
    let code = cards.by_name("Man-Eater Bug").unwrap();
    let limits: Vec<_> = cards.scripts().effects_of(code).map(|(_, effect)| effect.limit).collect();
    assert_ne!(limits[0].group, limits[1].group);
    assert_eq!((limits[0].per_card, limits[0].activation, limits[0].times), (false, false, 1));
    assert_eq!((limits[1].per_card, limits[1].activation, limits[1].times), (true, true, 2));
    // Scripts that are added later get other counters.
    let file = (
        "b".to_owned(),
        "card 53129443 \"Dark Hole\"\neffect activate\n limit use 1 per_turn\n do draw 1\n"
            .to_owned(),
    );
    let more = language::load_onto(cards.scripts().clone(), &[file], &cards).unwrap();
    let hole = more.effects_of(cards.by_name("Dark Hole").unwrap()).next().unwrap().1.limit.group;
    assert!(limits.iter().all(|limit| limit.group != hole));
}

#[test]
fn targets_are_asked_again_unless_it_says_unchecked() {
    for (word, asked) in [("", true), (" unchecked", false)] {
        let (cards, effects) = effects(
            HOLE,
            &format!(
                "effect activate\n  target m = monster(theirs, face_up){word}\n  do destroy m\n"
            ),
        );
        let body = ops(cards.scripts(), effects[0].body.0);
        assert_eq!(body.iter().any(|op| matches!(op, Op::KeepTargets(..))), asked);
    }
}

#[test]
fn then_needs_what_came_before_and_also_does_not() {
    let body = |link: &str| {
        let text = format!(
            "effect activate\n  target m = monster(field)\n  do destroy m\n  {link} draw 1\n"
        );
        let (cards, effects) = effects(HOLE, &text);
        ops(cards.scripts(), effects[0].body.0)
    };
    // What was to be destroyed must have been there, and must be gone after that.
    assert!(matches!(
        body("then")[..],
        [Op::Unless(_, 4), Op::Destroy(_), Op::Unless(_, 2), Op::Then, Op::Draw(..)]
    ));
    assert!(matches!(
        body("if_done")[..],
        [Op::Unless(_, 3), Op::Destroy(_), Op::Unless(_, 1), Op::Draw(..)]
    ));
    assert!(matches!(body("also")[..], [Op::Destroy(_), Op::Draw(..)]));
}

#[test]
fn what_an_effect_would_do_is_known() {
    let (_, effects) = effects(
        TRAP_HOLE,
        "effect activate\n  do destroy all monster(theirs)\n  also damage 100 to opponent\n",
    );
    assert_eq!(effects[0].intends, event_bit::DESTROYED | event_bit::DAMAGED);
}

#[test]
fn no_step_of_the_pool_goes_beyond_its_program() {
    let cards = duelfish_cards::catalogue();
    let scripts = cards.scripts();
    for (code, _) in scripts.cards() {
        for (_, effect) in scripts.effects_of(code) {
            for program in [effect.cost, effect.target, effect.body] {
                let steps = ops(scripts, program.0);
                for (at, op) in steps.iter().enumerate() {
                    if let Op::Unless(_, by) | Op::Offer(_, by) | Op::Skip(by) = op {
                        assert!(at + 1 + usize::from(*by) <= steps.len(), "{}", cards.name(code));
                    }
                }
            }
        }
    }
}

#[test]
fn every_card_of_the_pool_is_explained() {
    let cards = duelfish_cards::catalogue();
    let lines = |name: &str| explain(cards, cards.by_name(name).unwrap());
    assert_eq!(
        lines("Dark Hole"),
        [
            "Activation, Spell Speed 1: Needs that there is at least 1 monster on the field. Effect: destroy all monsters on the field."
        ]
    );
    assert_eq!(
        lines("Lord of D."),
        [
            "While face-up on the field: every face-up monster (Dragon) can't be targeted by card effects."
        ]
    );
    for (code, _) in cards.scripts().cards() {
        assert!(!explain(cards, code).is_empty(), "{}", cards.name(code));
    }
    assert!(explain(cards, cards.by_name("Gemini Elf").unwrap()).is_empty());
    let _: CardCode = cards.by_name("Gemini Elf").unwrap();
}

/// Damages the card files of the pool in many ways: nothing may panic, hang or overflow the stack.
#[test]
fn damaged_files_are_refused_in_peace() {
    let mut seed = 1_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    let table = table();
    let mut files: Vec<_> =
        std::fs::read_dir("../cards/pool").unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> =
        files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let words: Vec<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
    for round in 0..4000 {
        let mut bytes = texts[random(texts.len())].clone().into_bytes();
        for _ in 0..=random(4) {
            let at = random(bytes.len());
            if bytes.is_empty() {
                break;
            }
            match random(4) {
                0 => bytes[at] = random(256) as u8,
                1 => drop(bytes.splice(at..at, words[random(words.len())].bytes())),
                2 => bytes.truncate(at),
                _ => drop(
                    bytes.splice(
                        at..at,
                        [b"("[..].to_vec(), b"not ".to_vec(), b"\n".to_vec(), b" - ".to_vec()]
                            [random(4)]
                        .repeat(1 + random(60)),
                    ),
                ),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(errors) = language::load(&[(round.to_string(), text)], &table) {
            assert!(errors.iter().all(|error| !error.to_string().is_empty()));
        }
    }
    for deep in ["(", "not ", "-", "(size(", "count(monster(atk >= ", "if ", "1 + ", "a or "] {
        for line in ["do draw ", "need ", "do destroy all monster(", "do ", "target "] {
            let text = format!("card {HOLE}\neffect activate\n{line}{}", deep.repeat(20_000));
            assert!(language::load(&[(String::new(), text)], &table).is_err());
        }
    }
}

/// The blocks of a page that are written in some language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let rest = page.split(&fence).skip(1);
    rest.map(|block| block.split("```").next().unwrap_or("").to_owned()).collect()
}

#[test]
fn the_page_about_the_first_card_is_true() {
    let page = std::fs::read_to_string("../docs/first-card.md").unwrap();
    let cards: String = blocks(&page, "card").join("\n");
    let with_cards = loaded(&cards);
    let tests = blocks(&page, "duel").join("\n");
    let checked = duelfish_engine::duel_test::check(&tests, "first-card.md", &with_cards);
    assert!(checked.failures.is_empty(), "{:#?}", checked.failures);
    assert_eq!(checked.tests, 3);
    // The error that the page shows is the one that is made.
    let wrong = blocks(&page, "card")[0].replace("return_to_hand", "retrun_to_hand");
    let file = [("my-cards/market-day.card".to_owned(), wrong)];
    let error = language::extend(&file, table()).unwrap_err().remove(0);
    assert!(page.contains(&error.to_string()), "{error}");
}

#[test]
fn the_reference_page_is_the_table() {
    let path = "../docs/card-language.md";
    let made = language::reference();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(page == made, "docs/card-language.md is old: run this test with UPDATE_DOCS=1");
}
