//! Which cards can be played, and the files that say what they do.

use duelfish_engine::{CardCode, Catalogue};
use duelfish_script::language::{self, CardFile, CardFileError};

/// Name and text of every card file of the pool, sorted by name, as the build script packed them.
static FILES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pool.bin"));

/// Whether a duel can be played with this card: everything printed on it is implemented.
///
/// These are the monsters about which the rules alone say everything, and the cards whose text is
/// in `cards/pool` or was loaded with the catalogue.
///
/// ```
/// use duelfish_cards::{catalogue, is_supported};
///
/// let supported = |name| is_supported(catalogue(), catalogue().by_name(name).unwrap());
/// assert!(supported("Gemini Elf"));
/// assert!(supported("Dark Hole"));
/// assert!(!supported("Accesscode Talker"));
/// ```
#[must_use]
pub fn is_supported(cards: &Catalogue, code: CardCode) -> bool {
    cards.is_playable(code)
}

/// The catalogue of the pool with card files of one's own in addition, which may bring cards that
/// are in no table (see `docs/first-card.md`).
///
/// ```
/// let text = "card 7 \"Little Feast\"\nfacts spell\neffect activate\n  do gain 500\n";
/// let own = [("little-feast.card".to_owned(), text.to_owned())];
/// let cards = duelfish_cards::catalogue_with(&own).unwrap();
/// assert!(cards.is_playable(cards.by_name("Little Feast").unwrap()));
/// ```
///
/// # Errors
/// Every faulty clause of these files is one error.
pub fn catalogue_with(own: &[CardFile]) -> Result<Catalogue, Vec<CardFileError>> {
    if let Some(cards) = language::extend_compiled(own, crate::catalogue()) {
        return Ok(cards);
    }
    let files: Vec<CardFile> = pool_files().into_iter().chain(own.iter().cloned()).collect();
    language::extend(&files, crate::facts::table())
}

/// The card files of the pool, sorted by name.
#[must_use]
pub fn pool_files() -> Vec<CardFile> {
    let packed = crate::facts::decompressed(FILES);
    postcard::from_bytes(&packed).expect("the build script wrote these files")
}

#[cfg(test)]
mod tests {
    use super::*;
    use duelfish_engine::Texts;
    use duelfish_script::explain;

    #[test]
    fn the_embedded_rows_are_what_the_card_files_say() {
        let compiled = language::extend(&pool_files(), crate::facts::table()).map_err(|errors| {
            errors.iter().map(|error| format!("{error}\n\n")).collect::<String>()
        });
        let compiled = compiled.unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(compiled.scripts().cards().len(), pool_files().len());
        assert!(compiled.scripts() == crate::catalogue().scripts());
    }

    #[test]
    fn own_texts_of_known_cards_are_compiled_alone_as_with_all_others() {
        let own = [(
            "ante.card".to_owned(),
            "card 34236961 \"Ante\"\neffect activate\n  do draw 1\n".to_owned(),
        )];
        assert!(
            !crate::catalogue().is_playable(crate::catalogue().by_passcode(34_236_961).unwrap())
        );
        let alone = catalogue_with(&own).unwrap();
        let files: Vec<CardFile> = pool_files().into_iter().chain(own).collect();
        let together = language::extend(&files, crate::facts::table()).unwrap();
        for texts in [Texts::Modern, Texts::Goat, Texts::Edison] {
            let (alone, together) = (alone.with_texts(texts), together.with_texts(texts));
            for (code, ..) in together.iter() {
                assert_eq!(
                    explain(alone, code),
                    explain(together, code),
                    "{}",
                    together.name(code)
                );
            }
        }
    }

    #[test]
    fn files_are_named_for_their_cards() {
        let cards = crate::catalogue();
        for (path, text) in pool_files() {
            let by_hand = path.strip_prefix("cards/pool/");
            let file = by_hand.or_else(|| path.strip_prefix("cards/read/")).unwrap();
            // A quote in a name is written with a backslash before it.
            let text = text.replace("\\\"", "\0");
            let name = text.split('"').nth(1).unwrap_or("").replace('\0', "\"");
            let name = name.as_str();
            if by_hand.is_some() {
                assert_eq!(file, format!("{}.card", crate::mutate::stem(name)));
            } else {
                let passcode = text.split(' ').nth(1).unwrap();
                assert!(file.ends_with(&format!("-{passcode}.card")), "{file}");
            }
            assert!(cards.by_name(name).is_some_and(|code| is_supported(cards, code)), "{name}");
        }
    }

    #[test]
    fn another_artwork_does_what_its_card_does() {
        let cards = crate::catalogue();
        let [reborn, artwork] =
            [83_764_718, 83_764_719].map(|passcode| cards.by_passcode(passcode).unwrap());
        let effects = |code| cards.scripts().effects_of(code).map(|(id, _)| id).collect::<Vec<_>>();
        assert_eq!(effects(reborn), effects(artwork));
        assert!(is_supported(cards, artwork));
    }
}
