//! Cuts printed texts and card files into tokens, and writes card files from tokens.
//!
//! A token is a string: a word in lower case, a number, a name with its quotes, or a mark. In a printed text nouns
//! and verbs lose the endings that say nothing that their neighbours don't say: "monsters", "card(s)" and "gains"
//! are `monster`, `card` and `gain`. In a card file the end of a line is the token `/`.

/// The end of a line, in both.
pub(crate) const LINE: &str = "/";

/// A slash between words, as in "ATK/DEF".
pub(crate) const SLASH: &str = "slash";

/// Words that lose their last `s`.
const ENDED: [&str; 58] = [
    "activates",
    "adds",
    "archetypes",
    "attacks",
    "attributes",
    "banishes",
    "battles",
    "becomes",
    "cards",
    "chains",
    "changes",
    "controls",
    "counters",
    "decks",
    "destroys",
    "discards",
    "draws",
    "effects",
    "fields",
    "gains",
    "hands",
    "inflicts",
    "leaves",
    "levels",
    "loses",
    "materials",
    "monsters",
    "moves",
    "names",
    "negates",
    "opponents",
    "pays",
    "phases",
    "places",
    "players",
    "points",
    "positions",
    "ranks",
    "receives",
    "returns",
    "reveals",
    "sends",
    "sets",
    "shuffles",
    "skips",
    "spells",
    "summons",
    "takes",
    "targets",
    "tokens",
    "traps",
    "tributes",
    "tuners",
    "turns",
    "types",
    "wins",
    "zones",
    "resolves",
];

/// Other forms of words, and old terms with those of today.
const SAME: [(&str, &str); 16] = [
    ("a", "1"),
    ("an", "1"),
    ("has", "have"),
    ("copies", "copy"),
    ("graveyard", "gy"),
    ("graveyards", "gy"),
    ("gys", "gy"),
    ("archfiends", "archfiend"),
    ("bodies", "body"),
    ("removes", "remove"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("does", "do"),
    ("bottoms", "bottom"),
    ("detaches", "detach"),
];

/// The tokens of a printed text. Lines end only before a list of effects and behind the materials of a monster, so
/// the end of a line is a token.
pub(crate) fn printed(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.replace("\\n", "\n").chars().map(plain).collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        at += printed_token(&chars[at..], &mut tokens);
    }
    tokens.dedup_by(|a, b| a == LINE && b == LINE);
    tuners(&tokens)
}

/// "1 Tuner" is "1 Tuner monster".
fn tuners(tokens: &[String]) -> Vec<String> {
    let mut with = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        with.push(token.clone());
        let next = tokens.get(at + 1).map_or("", String::as_str);
        if token == "tuner"
            && !matches!(
                next,
                "monster"
                    | "effect"
                    | "normal"
                    | "synchro"
                    | "fusion"
                    | "xyz"
                    | "pendulum"
                    | "token"
            )
        {
            with.push("monster".to_owned());
        }
    }
    with
}

/// The character as this project writes it.
const fn plain(c: char) -> char {
    match c {
        '\u{2019}' | '\u{2018}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{3000}' | '\u{a0}' | '\t' => ' ',
        '•' => '●',
        '–' | '—' => '-',
        c => c,
    }
}

/// Takes one token off the front, and says how many characters it had.
fn printed_token(chars: &[char], tokens: &mut Vec<String>) -> usize {
    let head = chars[0];
    match head {
        '\n' => tokens.push(LINE.to_owned()),
        '"' => return name(chars, tokens),
        '\'' => return possessive(chars, tokens),
        '(' if chars.starts_with(&['(', 's', ')']) => return 3,
        c if c.is_whitespace() => {}
        c if c.is_ascii_digit() => {
            let length = chars.iter().take_while(|c| c.is_ascii_digit() || **c == ',').count();
            let digits: String = chars[..length].iter().collect();
            let digits = digits.trim_end_matches(',');
            tokens.push(digits.replace(',', ""));
            return digits.len();
        }
        c if c.is_alphabetic() => return printed_word(chars, tokens),
        // The mark itself would be the end of a line.
        '/' => tokens.push(SLASH.to_owned()),
        c => tokens.push(c.to_string()),
    }
    1
}

fn name(chars: &[char], tokens: &mut Vec<String>) -> usize {
    // A quote inside of a name is followed by the end of the name: Maxx "C"".
    let mut end = 1;
    while end < chars.len() && chars[end] != '"' && chars[end] != '\n' {
        end += 1;
    }
    if end == chars.len() || chars[end] == '\n' {
        tokens.push("\"".to_owned());
        return 1;
    }
    let inner: String = chars[1..end].iter().collect();
    if inner.ends_with(' ') && chars.get(end + 1).is_some_and(|c| c.is_alphanumeric()) {
        let more = chars[end + 1..].iter().position(|c| *c == '"').map(|more| end + 1 + more);
        if let Some(second) = more.filter(|second| chars.get(second + 1) == Some(&'"')) {
            let whole: String = chars[1..=second].iter().collect();
            tokens.push(format!("\"{whole}\""));
            return second + 2;
        }
    }
    // Several copies of a card are called by its name with an ending, and several Tokens by theirs.
    let inner = inner.strip_suffix("(s)").unwrap_or(&inner).to_owned();
    let inner = inner.strip_suffix(" Tokens").map_or(inner.clone(), |name| format!("{name} Token"));
    tokens.push(format!("\"{inner}\""));
    end + 1
}

/// `'s` or the `'` of a plural.
fn possessive(chars: &[char], tokens: &mut Vec<String>) -> usize {
    tokens.push("'s".to_owned());
    if chars.get(1) == Some(&'s') && !chars.get(2).is_some_and(|c| c.is_alphanumeric()) {
        2
    } else {
        1
    }
}

fn printed_word(chars: &[char], tokens: &mut Vec<String>) -> usize {
    let mut length = 1;
    while let Some(c) = chars.get(length) {
        let joins = *c == '-' && chars.get(length + 1).is_some_and(|next| next.is_alphabetic());
        if !c.is_alphanumeric() && !joins {
            break;
        }
        length += 1;
    }
    let word: String = chars[..length].iter().flat_map(|c| c.to_lowercase()).collect();
    // "Warrior-Type" says no more than "Warrior".
    let word = word.strip_suffix("-type").unwrap_or(&word);
    let word = match word.strip_prefix("non-") {
        Some(rest) => {
            tokens.push("non".to_owned());
            rest
        }
        None => word,
    };
    if word == "another" {
        tokens.push("1".to_owned());
        tokens.push("other".to_owned());
    } else {
        tokens.push(base(word).to_owned());
    }
    length
}

/// The word without an ending that says nothing.
fn base(word: &str) -> &str {
    if let Some((_, base)) = SAME.iter().find(|(form, _)| *form == word) {
        return base;
    }
    if ENDED.contains(&word) {
        return word
            .strip_suffix("es")
            .filter(|_| word == "banishes")
            .unwrap_or(&word[..word.len() - 1]);
    }
    word
}

const MARKS: [&str; 3] = ["!=", "<=", ">="];

/// The tokens of a card file, or of the side of a rule that is one.
pub(crate) fn card(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let chars: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < chars.len() && chars[at] != '#' {
            at += card_token(&chars[at..], &mut tokens);
        }
        tokens.push(LINE.to_owned());
    }
    tokens.pop();
    tokens
}

fn card_token(chars: &[char], tokens: &mut Vec<String>) -> usize {
    let head = chars[0];
    if head.is_whitespace() {
        return 1;
    }
    if head == '"' {
        let mut end = 1;
        while end < chars.len() && chars[end] != '"' {
            end += if chars[end] == '\\' { 2 } else { 1 };
        }
        let length = (end + 1).min(chars.len());
        let written: String = chars[..length].iter().collect();
        tokens.push(written.replace("\\\"", "\""));
        return length;
    }
    if head.is_alphanumeric() || head == '_' {
        let digits = head.is_ascii_digit();
        let is_part =
            |c: &&char| if digits { c.is_ascii_digit() } else { c.is_alphanumeric() || **c == '_' };
        let length = chars.iter().take_while(is_part).count();
        tokens.push(chars[..length].iter().flat_map(|c| c.to_lowercase()).collect());
        return length;
    }
    let pair: String = chars.iter().take(2).collect();
    let mark = if MARKS.contains(&pair.as_str()) { pair } else { head.to_string() };
    let length = mark.chars().count();
    tokens.push(mark);
    length
}

/// Words that begin a line of a card; all other lines belong to an effect.
pub(crate) const OF_THE_CARD: [&str; 18] = [
    "card",
    "facts",
    "text",
    "remains_on_field",
    "ignores_grave_stays",
    "effect",
    "always",
    "equip",
    "holds",
    "fusion",
    "contact",
    "union",
    "synchro",
    "xyz",
    "link",
    "trap_monster",
    "condition",
    "limits",
];

/// Behind these words a parenthesis stands apart.
const APART: [&str; 15] = [
    "and", "or", "not", "need", "if", "unless", "while", "=", "!=", "<", "<=", ">", ">=", "*", ",",
];

/// Lines of a card file, as people write them.
pub(crate) fn spelled<'t>(tokens: impl Iterator<Item = &'t str>) -> String {
    let tokens: Vec<&str> = tokens.collect();
    let lines: Vec<String> =
        tokens.split(|token| *token == LINE).filter(|line| !line.is_empty()).map(line).collect();
    lines.join("\n")
}

fn line(tokens: &[&str]) -> String {
    let of_the_card = OF_THE_CARD.contains(&tokens[0]);
    let mut text = if of_the_card { String::new() } else { "  ".to_owned() };
    let mut before = "";
    let mut sign_of = "";
    for token in tokens {
        let opens = *token == "("
            && !APART.contains(&before)
            && !before.is_empty()
            && before != "+"
            && before != "-";
        let signed = matches!(before, "+" | "-")
            && matches!(sign_of, "atk" | "def" | "level" | "scale" | "(" | "," | "to");
        let glued = before.is_empty()
            || before == "("
            || opens
            || signed
            || matches!(*token, ")" | "," | ":");
        let counted = *token == "+" && crate::symbols::is_number(before) && is_recipe(tokens[0]);
        if !glued && !counted {
            text.push(' ');
        }
        match crate::symbols::quoted(token) {
            // A name may have quotes of its own.
            Some(name) => text.push_str(&format!("\"{}\"", name.replace('"', "\\\""))),
            None => text.push_str(token),
        }
        (sign_of, before) = (before, token);
    }
    text
}

/// Lines in which `2+` is a number of materials.
fn is_recipe(word: &str) -> bool {
    matches!(word, "synchro" | "xyz" | "link" | "fusion" | "contact")
}
