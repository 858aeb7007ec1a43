//! Reading and writing decks: every form of .ydk and ydke that is met in the wild.

use duelfish_cards::{Deck, DeckPart, Note, Parsed, Place, catalogue, parse, to_ydk, to_ydke};

fn read(text: &str) -> Parsed {
    parse(text.as_bytes(), "decks/a deck.ydk").unwrap_or_else(|error| panic!("{error}"))
}

/// The passcodes of one part.
fn part(deck: &Deck, part: DeckPart) -> Vec<u32> {
    deck.part(part).iter().map(|&code| catalogue().facts(code).passcode).collect()
}

fn parts(parsed: &Parsed) -> [Vec<u32>; 3] {
    DeckPart::ALL.map(|which| part(&parsed.deck, which))
}

/// The message with which a text is refused.
fn refusal(text: &[u8]) -> String {
    parse(text, "a.ydk").map(|parsed| parsed.deck).unwrap_err().to_string()
}

const BLUE_EYES: u32 = 89_631_139;
const DARK_MAGICIAN: u32 = 46_986_414;
const DARK_HOLE: u32 = 53_129_443;
const STARDUST: u32 = 44_508_094;
const ULTIMATE: u32 = 23_995_346;

#[test]
fn a_file_as_deck_builders_write_it() {
    let parsed =
        read("#created by A\n#main\n89631139\n46986414\n#extra\n23995346\n!side\n53129443\n");
    assert_eq!(parsed.deck.name, "a deck");
    assert_eq!(parts(&parsed), [vec![BLUE_EYES, DARK_MAGICIAN], vec![ULTIMATE], vec![DARK_HOLE]]);
    assert_eq!(parsed.notes, []);
    assert_eq!(parsed.places.file, "decks/a deck.ydk");
    assert_eq!(parsed.places.main, [Place::Line(3), Place::Line(4)]);
    assert_eq!(parsed.places.extra, [Place::Line(6)]);
    assert_eq!(parsed.places.side, [Place::Line(8)]);
}

#[test]
fn lines_end_in_every_way() {
    for (text, last) in [
        ("89631139\n\n46986414", 3),
        ("89631139\r\n\r\n46986414\r\n", 3),
        ("89631139\r\r46986414\r", 3),
        ("89631139\n\r46986414\n", 3),
        ("\u{feff}89631139 \n\t46986414\t \n", 2),
        ("\u{feff}#main\r\n  89631139\r\n\u{a0}46986414", 3),
    ] {
        let parsed = read(text);
        assert_eq!(part(&parsed.deck, DeckPart::Main), [BLUE_EYES, DARK_MAGICIAN], "{text:?}");
        assert_eq!(parsed.places.main[1], Place::Line(last), "{text:?}");
    }
}

#[test]
fn comments_stand_anywhere_and_headings_are_comments() {
    let parsed = read(
        "# Blue-Eyes White Dragon\n89631139\n#source: somewhere\n#extra\n46986414\n#main\n23995346\n\
         #nothing 53129443\n## \n#\n",
    );
    assert_eq!(parts(&parsed), [vec![BLUE_EYES, DARK_MAGICIAN], vec![ULTIMATE], vec![]]);
}

#[test]
fn the_side_deck_begins_at_any_mark_and_never_ends() {
    for mark in ["!side", "!side#created by X", "!", "!SIDE", "! 44508094", " !side "] {
        let parsed = read(&format!("89631139\n{mark}\n53129443\n#main\n#extra\n44508094\n!side\n"));
        assert_eq!(parts(&parsed), [vec![BLUE_EYES], vec![], vec![DARK_HOLE, STARDUST]], "{mark}");
    }
}

// rule: MO-10, MO-23, CT-01.5b
#[test]
fn cards_go_to_the_deck_of_their_kind() {
    // Charubin the Fire Knight under `#main`; Black Luster Soldier and its Ritual under `#extra`.
    let parsed = read("#main\n37421579\n#extra\n5405694\n55761792\n");
    assert_eq!(parts(&parsed), [vec![5_405_694, 55_761_792], vec![37_421_579], vec![]]);
}

#[test]
fn numbers_may_have_zeros_before_and_remarks_after_them() {
    let parsed = read("00089631139\n89631139 Blue-Eyes\n89631139x3\n89631139,1\n89631139// one\n");
    assert_eq!(part(&parsed.deck, DeckPart::Main), [BLUE_EYES; 5]);
    let parsed = read("00000000000000000000000000000000089631139");
    assert_eq!(part(&parsed.deck, DeckPart::Main), [BLUE_EYES]);
}

#[test]
fn artworks_become_their_card() {
    let parsed = read("89631140\n89631139\n18144507\n");
    assert_eq!(part(&parsed.deck, DeckPart::Main), [BLUE_EYES, BLUE_EYES, 18_144_506]);
    assert_eq!(parsed.notes, []);
}

#[test]
fn unknown_numbers_just_after_a_card_are_new_artworks() {
    // Dark Hole + 9; Dark Magician + 9, of which + 1 to + 6 are known artworks.
    let parsed = read("53129452\n!side\n46986423\n");
    assert_eq!(parts(&parsed), [vec![DARK_HOLE], vec![], vec![DARK_MAGICIAN]]);
    let notes: Vec<String> = parsed.notes.iter().map(Note::to_string).collect();
    assert_eq!(
        notes,
        [
            "decks/a deck.ydk:1: unknown passcode 53129452 was read as another artwork of Dark \
             Hole (53129443)",
            "decks/a deck.ydk:3: unknown passcode 46986423 was read as another artwork of Dark \
             Magician (46986414)",
        ]
    );
    for (unknown, why) in [
        (53_129_453, "ten after Dark Hole"),
        (46_986_424, "four after an artwork, but ten after its card"),
        (27_204_313, "just after a token, which is just after Nibiru"),
        (53_129_442, "before a card"),
    ] {
        let message =
            format!("a.ydk:1: no known card has passcode {unknown}; correct it or remove it");
        assert_eq!(refusal(unknown.to_string().as_bytes()), message, "{why}");
    }
}

#[test]
fn tokens_are_dropped_with_a_note() {
    // Nibiru, its token in the Main and in the Side Deck, and another artwork of Sheep Token.
    let parsed = read("27204311\n27204312\n!side\n27204312\n73915053\n");
    assert_eq!(parts(&parsed), [vec![27_204_311], vec![], vec![]]);
    assert_eq!(parsed.notes.len(), 3);
    assert!(matches!(&parsed.notes[1], Note::Token { passcode: 27_204_312, at, .. }
        if at.places == [Place::Line(4)]));
    assert_eq!(
        parsed.notes[2].to_string(),
        "decks/a deck.ydk:5: Sheep Token (73915053) was left out, because tokens are no part of a \
         deck"
    );
}

#[test]
fn names_come_from_the_file() {
    for (file, name) in [
        ("a.ydk", "a"),
        ("x/y.z/b c.ydk", "b c"),
        ("C:\\decks\\d.ydk", "d"),
        ("-", "-"),
        ("", ""),
        ("x/", ""),
        ("e.ydk.txt", "e.ydk.txt"),
    ] {
        assert_eq!(parse(b"89631139", file).unwrap().deck.name, name);
    }
}

/// Encoded outside this crate: three Blue-Eyes White Dragon and Dark Magician; Blue-Eyes Ultimate
/// Dragon; Stardust Dragon and Dark Hole.
const URL: &str = "ydke://o6lXBaOpVwWjqVcFrvTMAg==!0iNuAQ==!viOnAuOwKgM=!";

#[test]
fn urls_are_read_and_written() {
    let parsed = parse(URL.as_bytes(), "url").unwrap();
    let main = vec![BLUE_EYES, BLUE_EYES, BLUE_EYES, DARK_MAGICIAN];
    assert_eq!(parts(&parsed), [main, vec![ULTIMATE], vec![STARDUST, DARK_HOLE]]);
    assert_eq!(parsed.places.side[1], Place::Url { line: 1, part: DeckPart::Side, card: 2 });
    assert_eq!(to_ydke(&parsed.deck), URL);
    assert_eq!(to_ydke(&Deck::default()), "ydke://!!!");
}

#[test]
fn a_file_may_hold_a_url() {
    let of_url = parts(&read(URL));
    for text in [
        format!("{URL}\n"),
        format!("\u{feff}#created by B\r\n\r\n  {URL} \r\n# the end\r\n"),
        URL.replace('=', ""),
    ] {
        assert_eq!(parts(&read(&text)), of_url, "{text:?}");
    }
    assert_eq!(read(&format!("#\n#\n{URL}")).places.main[0].line(), 3);
}

#[test]
fn cards_of_a_url_go_to_the_deck_of_their_kind() {
    // Ultimate Dragon and Blue-Eyes in the Main part, Gemini Elf in the Extra part.
    let parsed = read("ydke://0iNuAaOpVwU=!gv4eBA==!!");
    assert_eq!(parts(&parsed), [vec![BLUE_EYES, 69_140_098], vec![ULTIMATE], vec![]]);
    // The places are those in the URL, whatever the card's part of the deck.
    assert_eq!(parsed.places.main[1], Place::Url { line: 1, part: DeckPart::Extra, card: 1 });
}

#[test]
fn decks_survive_writing() {
    let parsed =
        read("89631140\n18144507\n#\n23995346\n44508094\n!\n53129452\n44508094\n73915053\n");
    let file = to_ydk(&parsed.deck);
    assert_eq!(
        file,
        "#created by Duelfish: a deck\n#main\n89631139\n18144506\n#extra\n23995346\n44508094\n\
         !side\n53129443\n44508094\n"
    );
    assert_eq!(read(&file).deck, parsed.deck);
    assert_eq!(read(&to_ydke(&parsed.deck)).deck, parsed.deck);
}

#[test]
fn a_strange_name_cannot_break_a_written_file() {
    let deck = Deck { name: "x\n53129443\r!".to_owned(), ..read("89631139").deck };
    assert_eq!(to_ydk(&deck), "#created by Duelfish: x53129443!\n#main\n89631139\n#extra\n!side\n");
}

#[test]
fn refusals_say_where_and_what_to_do() {
    let long = format!("89631139\n{}\n", "9".repeat(99));
    for (text, message) in [
        ("", "a.ydk: no cards; write one passcode a line"),
        ("\u{feff}#main\n!side\n", "a.ydk: no cards; write one passcode a line"),
        ("73915053\n", "a.ydk: no cards; write one passcode a line"),
        ("ydke://!!!", "a.ydk: no cards; write one passcode a line"),
        (
            "89631139\r\rPot of Greed\r",
            "a.ydk:3: \"Pot of Greed\" is no passcode; correct it or put # before it",
        ),
        (
            "1.\u{1b}[0m\n// a very long remark, longer than a message should be",
            "a.ydk:2: \"// a very long remark, l\"... is no passcode; correct it or put # before it",
        ),
        ("\u{1b}[0m\n", "a.ydk:1: \"\\u{1b}[0m\" is no passcode; correct it or put # before it"),
        ("-\n", "a.ydk:1: \"-\" is no passcode; correct it or put # before it"),
        (
            "\n-89631139\n",
            "a.ydk:2: \"-89631139\" is negative, no passcode is; remove the minus sign or the line",
        ),
        (
            "4294967296",
            "a.ydk:1: \"4294967296\" is too big for a passcode; write one number a line",
        ),
        (
            &long,
            "a.ydk:2: \"999999999999999999999999\"... is too big for a passcode; write one number \
             a line",
        ),
        ("0\n", "a.ydk:1: no known card has passcode 0; correct it or remove it"),
        ("4294967295", "a.ydk:1: no known card has passcode 4294967295; correct it or remove it"),
    ] {
        assert_eq!(refusal(text.as_bytes()), message, "{text:?}");
    }
}

#[test]
fn every_unknown_passcode_is_named_with_all_its_lines() {
    let repeated = "3\n".repeat(8);
    assert_eq!(
        refusal(format!("1\n89631139\n2\n1\n{repeated}").as_bytes()),
        "a.ydk:1: no known card has passcode 1 (also line 4); correct it or remove it\n\
         a.ydk:3: no known card has passcode 2; correct it or remove it\n\
         a.ydk:5: no known card has passcode 3 (also line 6, line 7, line 8, line 9, line 10 and 2 \
         more); correct it or remove it"
    );
    // Blue-Eyes White Dragon, 1, 2, 1 in the Main part.
    assert_eq!(
        refusal(b"#\nydke://o6lXBQEAAAACAAAAAQAAAA==!!!"),
        "a.ydk:2 (Main Deck card 2): no known card has passcode 1 (also Main Deck card 4); correct \
         it or remove it\n\
         a.ydk:2 (Main Deck card 3): no known card has passcode 2; correct it or remove it"
    );
}

#[test]
fn what_is_no_text_is_refused_with_its_line() {
    for (bytes, message) in [
        (&b"PK\x03\x04\x00"[..], "a.ydk:1: byte 0x00 is no text"),
        (b"89631139\r\n\n\xff\n", "a.ydk:3: byte 0xff is no text"),
        (b"\xff\xfe#\x00m\x00", "a.ydk:1: byte 0xff is no text"),
        (b"89631139\n\x00", "a.ydk:2: byte 0x00 is no text"),
        (b"#\xe2\x82", "a.ydk:1: byte 0xe2 is no text"),
        (b"\n\xe9\n\x00", "a.ydk:2: byte 0xe9 is no text"),
    ] {
        let message = format!("{message}; choose a .ydk file, saved as UTF-8");
        assert_eq!(refusal(bytes), message, "{bytes:?}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let limit = 1 << 20;
    let comment = vec![b'#'; limit];
    assert_eq!(refusal(&comment), "a.ydk: no cards; write one passcode a line");
    assert_eq!(
        refusal(&vec![b'#'; limit + 1]),
        "a.ydk: 1048577 bytes are too many for a deck; choose a .ydk file or a ydke:// URL"
    );
}

#[test]
fn damaged_urls_say_which_part() {
    for (url, message) in [
        ("ydke://", "1: the ydke URL has no `!` after its Main Deck; copy the whole URL again"),
        (
            "\nydke://o6lXBQ==!0iNuAQ==",
            "2: the ydke URL has no `!` after its Extra Deck; copy the whole URL again",
        ),
        (
            "ydke://o6lXBQ==!!",
            "1: the ydke URL has no `!` after its Side Deck; copy the whole URL again",
        ),
        ("ydke://*!!!", "1: the Main Deck of the ydke URL is not base64; copy the whole URL again"),
        (
            "ydke://!o!!",
            "1: the Extra Deck of the ydke URL is not base64; copy the whole URL again",
        ),
        (
            "ydke://!!o6lX BQ==!",
            "1: the Side Deck of the ydke URL is not base64; copy the whole URL again",
        ),
        (
            "ydke://!o6lX!!",
            "1: the Extra Deck of the ydke URL has 3 bytes, which is no multiple of 4; copy the \
             whole URL again",
        ),
        ("ydke://o6lXBQ==!!! b", "1: \" b\" follows the last `!` of the ydke URL; remove it"),
        ("ydke://o6lXBQ==!!!\n\n7", "3: \"7\" follows the last `!` of the ydke URL; remove it"),
    ] {
        assert_eq!(refusal(url.as_bytes()), format!("a.ydk:{message}"), "{url:?}");
    }
}

#[test]
fn messages_stay_on_one_line_whatever_the_file_is_called() {
    let error = parse(b"x", "a\n\u{1b}b.ydk").unwrap_err().to_string();
    assert_eq!(error, "a??b.ydk:1: \"x\" is no passcode; correct it or put # before it");
}

#[test]
fn no_bytes_make_the_parser_panic() {
    // Every cut and every single wrong byte of two decks, and all short texts of telling bytes.
    let file = "\u{feff}#a\r\n#main\r89631140\n 0073915053 x\n!side#b\n53129452\n";
    for text in [file.as_bytes(), URL.as_bytes()] {
        for cut in 0..=text.len() {
            let _ = parse(&text[..cut], "a.ydk");
            let _ = parse(&text[cut..], "a.ydk");
        }
        for index in 0..text.len() {
            for byte in [0, b'\n', b'\r', b'!', b'-', b'9', b'=', 0x80, 0xff] {
                let mut text = text.to_vec();
                text[index] = byte;
                if let Ok(parsed) = parse(&text, "a.ydk") {
                    let _ = parsed.check();
                }
            }
        }
    }
    let telling = [b"\xef\xbb\xbf", &b"\n"[..], b"\r", b"#", b"!", b"-", b"1", b"ydke://", b"\x00"];
    for first in telling {
        for second in telling {
            for third in telling {
                let _ = parse(&[first, second, third].concat(), "a.ydk");
            }
        }
    }
}
