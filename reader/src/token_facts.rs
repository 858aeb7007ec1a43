//! The facts of a Token that a text brings: "(Beast/EARTH/Level 1/ATK 0/DEF 0)".

use duelfish_script::{Facts, attribute_name, kind, type_name};

use crate::lex::SLASH;
use crate::names::CardNames;
use crate::symbols::quoted;

/// Takes out what stands behind the name of a Token, where that is what the card table says of it. Otherwise it
/// stays, and no rule reads it.
pub(crate) fn without_token_facts(words: &[String], names: &CardNames) -> Vec<String> {
    let mut kept = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        kept.push(words[at].clone());
        let token = quoted(&words[at]).and_then(|name| names.token(name));
        at += 1;
        if let (Some(facts), Some("(")) = (token, words.get(at).map(String::as_str))
            && let Some(close) = words[at..].iter().position(|word| word == ")")
            && says(&words[at + 1..at + close], facts)
        {
            at += close + 1;
        }
    }
    kept
}

/// Whether these words are what is printed on a Token.
fn says(words: &[String], facts: &Facts) -> bool {
    let parts: Vec<String> = words.split(|word| word == SLASH).map(|part| part.join(" ")).collect();
    let (mut has_type, mut has_attribute, mut has_level, mut has_atk, mut has_def, mut is_tuner) =
        (false, false, false, false, false, false);
    let all = parts.iter().all(|part| {
        let own_type = type_name(facts.race).map(str::to_lowercase);
        let own_attribute = attribute_name(u32::from(facts.attribute)).map(str::to_lowercase);
        let known = [
            (own_type.as_deref() == Some(part), &mut has_type),
            (own_attribute.as_deref() == Some(part), &mut has_attribute),
            (*part == format!("level {}", facts.level), &mut has_level),
            (*part == format!("atk {}", facts.atk), &mut has_atk),
            (*part == format!("def {}", facts.def), &mut has_def),
            (part == "tuner monster", &mut is_tuner),
        ];
        let fits = known.into_iter().find(|(fits, _)| *fits);
        fits.is_some_and(|(_, said)| !std::mem::replace(said, true))
    });
    all && has_type
        && has_attribute
        && has_level
        && has_atk
        && has_def
        && is_tuner == facts.is(kind::TUNER)
}
