//! How a text can fail to be an action.

/// Why a text is no action here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The first word is no verb.
    #[error("`{word}` is no action; actions begin with {verbs}")]
    Verb {
        /// The word.
        word: String,
        /// All verbs.
        verbs: String,
    },
    /// A zone was expected.
    #[error("`{0}` is no Monster Zone; write M1 to M5 (E1 and E2 are the Extra Monster Zones)")]
    Zone(String),
    /// A Spell & Trap Zone was expected.
    #[error("`{0}` is no Spell & Trap Zone; write S1 to S5")]
    SpellZone(String),
    /// A card in some place was expected.
    #[error(
        "`{0}` is no place of a card; write M1, S1, field, hand: NAME, grave: NAME, banished: NAME, deck: NAME or extra: NAME, after P1 or P2 if it is that player's"
    )]
    Location(String),
    /// The attack names no target.
    #[error("an attack is written `attack M3 -> M1` or `attack M3 direct`")]
    Attack,
    /// A number was expected.
    #[error("`{0}` is no number from 0 to 255")]
    Number(String),
    /// A Type was expected.
    #[error("`{0}` is no Type of monsters; write it as cards print it, like Sea Serpent")]
    Type(String),
    /// An Attribute was expected.
    #[error("`{0}` is no Attribute of monsters; write it as cards print it, like LIGHT")]
    Attribute(String),
    /// A position of a monster was expected.
    #[error("`{0}` is no position of a monster; write attack, defense or set")]
    BattlePosition(String),
    /// The name is in no row of the card table.
    #[error("there is no card named `{0}`")]
    Card(String),
    /// A word too many or too few.
    #[error("`{0}` has a word too many or too few")]
    Words(String),
    /// A well-written action that does not answer the open decision.
    #[error("`{text}` is not legal here; legal: {legal}")]
    NotOffered {
        /// The action.
        text: String,
        /// The legal actions.
        legal: String,
    },
}
