//! `duelfish convert`.

use crate::common::{Files, run, starter};

const YUGI: &str = "decks/starter/yugi.ydk";

#[test]
fn a_deck_goes_through_every_form_and_comes_back() {
    let files = Files::new();
    for deck in [YUGI, "decks/goat/ygobench_chaos_control_v1.ydk", "decks/mechanics/synchro.ydk"] {
        let convert = |from: &str, form: &str| {
            let said = run(["convert", from, "--to", form]);
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{deck}");
            said.out
        };
        let ydk = run(["convert", deck]).out;
        let names = files.write("names.txt", convert(deck, "names"));
        let url = convert(names.to_str().unwrap(), "ydke");
        assert!(url.starts_with("ydke://") && url.lines().count() == 1, "{url}");
        let file = files.write("again.ydk", convert(url.trim_end(), "ydk"));
        let cards = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        let again = convert(file.to_str().unwrap(), "ydk");
        assert_eq!(cards(&again), cards(&ydk));
        let listed = convert(file.to_str().unwrap(), "names");
        assert_eq!(cards(&listed), cards(&std::fs::read_to_string(&names).unwrap()));
    }
}

#[test]
fn a_list_can_be_read_by_people() {
    let said = run(["convert", &starter("yugi"), "--to", "names"]);
    let mut lines = said.out.lines();
    assert_eq!((lines.next(), lines.next()), (Some("# yugi"), Some("#main")));
    assert!(said.out.contains("\n1 Monster Reborn\n") && said.out.ends_with("\n#extra\n!side\n"));
}

#[test]
fn cards_of_ones_own_are_written_by_their_passcodes() {
    let files = Files::new();
    files.write(
        "feast.card",
        "card 7 \"Little Feast\"\nfacts spell\neffect activate\n  do gain 500\n",
    );
    let list = files.write("list.txt", "2 Little Feast\n1 Jinzo\n");
    let args = ["convert".as_ref(), list.as_os_str(), "--cards".as_ref(), files.path().as_os_str()];
    let said = run(args);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("#main\n7\n7\n77585513\n#extra\n"), "{}", said.out);
}

#[test]
fn what_is_no_deck_is_refused() {
    let files = Files::new();
    let list = files.write("list.txt", "3 Pot of Gred\nJinzo\nMonster Rebron\n");
    let said = run(["convert".as_ref(), list.as_os_str()]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.err);
    assert!(
        lines[0].starts_with("error: ")
            && lines[0].contains("list.txt:1: no card is called \"Pot of Gred\"")
    );
    assert!(lines[1].ends_with("did you mean `Monster Reborn`?"), "{}", lines[1]);
    let bad = files.write("bad.ydk", "three elves\n");
    let said = run(["convert".as_ref(), bad.as_os_str()]);
    assert!(said.error().contains("bad.ydk:1: \"three elves\" is no passcode"), "{}", said.err);
    let said = run(["convert", "ydke://AAA=!!!"]);
    assert!(said.code == 2 && said.error().contains("no multiple of 4"), "{}", said.err);
    let said = run(["convert", "none.txt"]);
    assert_eq!((said.code, said.error()), (2, "none.txt: there is no such file; check the path"));
    let said = run(["convert", YUGI, "--to", "xml"]);
    assert!(said.code == 2 && said.error().contains("ydk, ydke, names"), "{}", said.err);
}
