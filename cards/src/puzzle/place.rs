//! Places and positions of cards, as puzzles number them.

use duelfish_engine::Player;

use super::PuzzleFault;

/// Where a card is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PuzzlePlace {
    /// On the Deck, or below it.
    DeckTop,
    DeckBottom,
    Hand,
    Grave,
    Banished,
    Extra,
    /// A zone, by its number within its kind.
    Main(u8),
    ExtraZone(u8),
    Spell(u8),
    Field,
}

impl PuzzlePlace {
    /// How positions call it.
    pub(super) fn word(self) -> String {
        match self {
            // The whole order is known; each line is piled on those before.
            Self::DeckTop | Self::DeckBottom => "top".to_owned(),
            Self::Hand => "hand".to_owned(),
            Self::Grave => "grave".to_owned(),
            Self::Banished => "banished".to_owned(),
            Self::Extra => "extra".to_owned(),
            Self::Main(seat) => format!("M{}", seat + 1),
            Self::ExtraZone(seat) => format!("E{}", seat + 1),
            Self::Spell(seat) => format!("S{}", seat + 1),
            Self::Field => "field".to_owned(),
        }
    }

    pub(super) const fn is_monster_zone(self) -> bool {
        matches!(self, Self::Main(_) | Self::ExtraZone(_))
    }

    pub(super) const fn is_zone(self) -> bool {
        self.is_monster_zone() || matches!(self, Self::Spell(_) | Self::Field)
    }
}

/// A card that is put somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct PuzzleCard {
    pub(super) line: u32,
    pub(super) passcode: u32,
    pub(super) owner: Player,
    pub(super) player: Player,
    pub(super) place: PuzzlePlace,
    pub(super) position: u64,
    /// Whether it was Summoned in its own way before.
    pub(super) proper: bool,
    /// The card that it is equipped to, by its number.
    pub(super) host: Option<usize>,
}

const FACE_UP_ATTACK: u64 = 0x1;
const FACE_DOWN_ATTACK: u64 = 0x2;
const FACE_UP_DEFENSE: u64 = 0x4;
const FACE_DOWN: u64 = 0xa;

/// The names of places and positions, with their numbers.
const NAMES: [(&str, u64); 22] = [
    ("LOCATION_DECK", 0x1),
    ("LOCATION_HAND", 0x2),
    ("LOCATION_MZONE", 0x4),
    ("LOCATION_SZONE", 0x8),
    ("LOCATION_GRAVE", 0x10),
    ("LOCATION_REMOVED", 0x20),
    ("LOCATION_EXTRA", 0x40),
    ("LOCATION_OVERLAY", 0x80),
    ("LOCATION_FZONE", 0x100),
    ("LOCATION_PZONE", 0x200),
    ("LOCATION_STZONE", 0x400),
    ("LOCATION_MMZONE", 0x800),
    ("LOCATION_EMZONE", 0x1000),
    ("LOCATION_ONFIELD", 0xc),
    ("POS_FACEUP_ATTACK", FACE_UP_ATTACK),
    ("POS_FACEDOWN_ATTACK", FACE_DOWN_ATTACK),
    ("POS_FACEUP_DEFENSE", FACE_UP_DEFENSE),
    ("POS_FACEDOWN_DEFENSE", 0x8),
    ("POS_FACEUP", FACE_UP_ATTACK | FACE_UP_DEFENSE),
    ("POS_FACEDOWN", FACE_DOWN),
    ("POS_ATTACK", FACE_UP_ATTACK | FACE_DOWN_ATTACK),
    ("POS_DEFENSE", 0xc),
];

/// The number of a place or position with this name.
pub(super) fn named(name: &str) -> Option<u64> {
    NAMES.iter().find(|(other, _)| *other == name).map(|(_, number)| *number)
}

/// The place of a location and a sequence.
pub(super) fn place(
    line: u32,
    location: u64,
    sequence: u64,
    three_columns: bool,
) -> Result<PuzzlePlace, PuzzleFault> {
    let seat = u8::try_from(sequence).unwrap_or(u8::MAX);
    // The numbers of usable zones begin with the first column that there is.
    let usable = if three_columns { seat.saturating_add(1) } else { seat };
    Ok(match (location, seat) {
        (0x1, 1) => PuzzlePlace::DeckBottom,
        (0x1, _) => PuzzlePlace::DeckTop,
        (0x2, _) => PuzzlePlace::Hand,
        (0x10, _) => PuzzlePlace::Grave,
        (0x20, _) => PuzzlePlace::Banished,
        (0x40, _) => PuzzlePlace::Extra,
        (0x4, 0..5) => PuzzlePlace::Main(seat),
        (0x800, 0..5) => PuzzlePlace::Main(usable),
        (0x4, 5..7) => PuzzlePlace::ExtraZone(seat - 5),
        (0x1000, 0..2) => PuzzlePlace::ExtraZone(seat),
        (0x8, 0..5) => PuzzlePlace::Spell(seat),
        (0x400, 0..5) => PuzzlePlace::Spell(usable),
        (0x8, 5) | (0x100, _) => PuzzlePlace::Field,
        (0x8, 6..8) | (0x200, _) => return Err(PuzzleFault::state(line, "a Pendulum Zone")),
        (0x80, _) => return Err(PuzzleFault::state(line, "Xyz Materials")),
        _ => {
            let what = format!("location {location:#x} has no zone {sequence}; correct it");
            return Err(PuzzleFault::wrong(line, what));
        }
    })
}

/// Whether a card outside the field lies face-down.
pub(super) const fn is_face_down(card: &PuzzleCard) -> bool {
    card.position & FACE_DOWN != 0
}

/// How positions call the way a card lies in a zone.
pub(super) fn position(card: &PuzzleCard) -> Result<&'static str, PuzzleFault> {
    let PuzzleCard { line, position, .. } = *card;
    let wrong =
        || PuzzleFault::wrong(line, format!("{position:#x} is no position of a card; correct it"));
    if position == 0 || position > 0xf {
        return Err(wrong());
    }
    let (down, up) = (position & FACE_DOWN != 0, position & !FACE_DOWN != 0);
    if down && up {
        return Err(wrong());
    }
    if !card.place.is_monster_zone() {
        return Ok(if down { "down" } else { "up" });
    }
    match position {
        FACE_UP_ATTACK => Ok("attack"),
        FACE_UP_DEFENSE => Ok("defense"),
        FACE_DOWN_ATTACK => Err(PuzzleFault::state(line, "a face-down monster in Attack Position")),
        // A file that just says face-down means a monster that is Set.
        _ if down => Ok("set"),
        _ => Err(PuzzleFault::wrong(line, "this monster is in both battle positions; write one")),
    }
}
