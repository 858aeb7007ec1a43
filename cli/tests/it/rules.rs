//! `duelfish rules`.

use crate::common::duelfish;

#[test]
fn every_switch_is_listed_with_every_preset() {
    let said = duelfish("rules");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    for part in [
        "first-draw       mr5 no, hat yes, edison yes, goat yes, classic yes\n    the player who goes first draws in the first turn [TU-01.2]\n",
        "extra-limit      mr5 15, hat 15, edison 15, goat 25, classic 15\n",
    ] {
        assert!(said.out.contains(part), "{part} is missing:\n{}", said.out);
    }
    let json = duelfish("rules --format json").json();
    let switches = json.as_array().unwrap();
    assert_eq!(2 * switches.len(), said.out.lines().count());
    for switch in switches {
        assert_eq!(switch["values"].as_object().unwrap().len(), 5, "{switch}");
        for field in ["meaning", "source"] {
            assert!(!switch[field].as_str().unwrap().is_empty(), "{switch}");
        }
    }
    assert_eq!(switches[3]["values"]["goat"], true);
    assert_eq!(switches[0]["values"]["mr5"], 8000);
    let texts = switches.iter().find(|switch| switch["name"] == "texts").unwrap();
    let numbers = ["mr5", "hat", "edison", "goat"].map(|preset| texts["values"][preset].clone());
    assert_eq!(numbers, [0, 0, 2, 1]);
}

/// Texts of earlier times stand below that of today, one for two formats once.
#[test]
fn a_card_is_shown_with_its_texts_of_all_times() {
    let headings = |card: &str| {
        let said = duelfish(&format!("card {card}"));
        let lines = said.out.lines().filter_map(|line| line.strip_prefix("under the rules of "));
        let lines: Vec<String> = lines.map(str::to_owned).collect();
        let json = duelfish(&format!("card {card} --format json")).json();
        (lines, ["goat_effects", "edison_effects"].map(|field| json[field].is_array()))
    };
    let both = ["the Goat format:", "the Edison format:"].map(str::to_owned).to_vec();
    assert_eq!(headings("26202165"), (both, [true, true]));
    let one = vec!["the Goat and the Edison format:".to_owned()];
    assert_eq!(headings("87910978"), (one, [true, true]));
    assert_eq!(headings("7391448"), (vec!["the Edison format:".to_owned()], [false, true]));
    assert_eq!(headings("24317029"), (vec!["the Goat format:".to_owned()], [true, false]));
    assert_eq!(headings("53129443"), (Vec::new(), [false, false]));
}

#[test]
fn one_preset_says_where_it_differs() {
    let said = duelfish("rules goat").out;
    assert!(said.contains("priority         goat yes (mr5: no)\n"), "{said}");
    assert!(said.contains("draw             goat 1\n"), "{said}");
    let unknown = duelfish("rules mr9");
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(
        unknown
            .error()
            .contains("there is no such preset; presets: mr5, hat, edison, goat, classic")
    );
}
