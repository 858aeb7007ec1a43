//! The bytes of a replay: the header, the content packed behind it, and its parts.
//!
//! A `.yrpX` holds the names of the players, the duel flags and then messages, as the players were
//! told them. The last message holds a whole `.yrp`: Life Points, hands, decks, and the answers that were
//! given. Questions are in neither, so what was answered has to be found out from the messages.

use lzma_rs::decompress::{Options, UnpackedSize};

use super::bytes::Bytes;
use super::error::ReplayFileError;

const YRP: u32 = 0x3170_7279;
const YRPX: u32 = 0x5870_7279;

/// Bits of a header's flags.
mod flag {
    pub(super) const PACKED: u32 = 0x1;
    pub(super) const TAG: u32 = 0x2;
    pub(super) const SINGLE: u32 = 0x8;
    pub(super) const PLAYER_COUNTS: u32 = 0x20;
    pub(super) const HAND_TEST: u32 = 0x40;
    pub(super) const LONG_DUEL_FLAGS: u32 = 0x100;
    pub(super) const LONG_HEADER: u32 = 0x200;
}

/// The newest version of a long header.
const HEADER_VERSION: u64 = 1;
/// The bytes that only a long header has: version and seed.
const MORE: usize = 40;
/// No replay is larger when it is unpacked.
const MOST: u64 = 128 << 20;
/// The memory that unpacking may take up; EDOPro packs with a window of 16 MiB.
const MEMORY: usize = 192 << 20;
/// Bytes of a name: twenty letters of UTF-16.
const NAME: usize = 40;
/// The message that holds a whole `.yrp`.
const OLD_REPLAY: u8 = 231;

/// A deck in the order in which it was given to the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayDeck {
    /// Passcodes of the Main Deck.
    pub main: Vec<u32>,
    /// Passcodes of the Extra Deck.
    pub extra: Vec<u32>,
}

/// The facts that a replay tells before its first message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayStart {
    /// The players, who goes first first.
    pub names: [String; 2],
    /// The duel flags.
    pub flags: u64,
    /// Life Points at the start.
    pub lp: i32,
    /// Cards of an opening hand.
    pub hand: u8,
    /// Cards of a normal draw.
    pub draw: u8,
    /// The decks of both players.
    pub decks: [ReplayDeck; 2],
}

/// One message of a replay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet<'b> {
    pub(super) kind: u8,
    pub(super) content: &'b [u8],
}

/// A `.yrpX` that was unpacked.
#[derive(Debug)]
pub(super) struct Unpacked {
    header: ReplayHeader,
    content: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct ReplayHeader {
    kind: u32,
    flags: u32,
    size: u32,
    props: [u8; 5],
}

/// Unpacks a replay with messages.
pub(super) fn unpack(bytes: &[u8]) -> Result<Unpacked, ReplayFileError> {
    let (header, content) = open(bytes, false)?;
    if header.kind == YRP {
        return Err(ReplayFileError::OnlyAnswers);
    }
    Ok(Unpacked { header, content })
}

/// Reads a header and unpacks what is behind it. A `.yrp` inside of a `.yrpX` may be cut off,
/// because EDOPro gives it little room; the part that is needed of it stands at its beginning.
fn open(bytes: &[u8], may_be_short: bool) -> Result<(ReplayHeader, Vec<u8>), ReplayFileError> {
    let (header, packed) = header(bytes)?;
    if header.flags & flag::PACKED == 0 {
        return Ok((header, packed.to_vec()));
    }
    if u64::from(header.size) > MOST {
        return Err(ReplayFileError::TooLarge(header.size.into()));
    }
    let options = Options {
        unpacked_size: UnpackedSize::UseProvided(Some(header.size.into())),
        memlimit: Some(MEMORY),
        allow_incomplete: may_be_short,
    };
    let mut input = std::io::Read::chain(&header.props[..], packed);
    let mut content = Vec::new();
    lzma_rs::lzma_decompress_with_options(&mut input, &mut content, &options)
        .map_err(|error| ReplayFileError::Packed(in_words(&error)))?;
    Ok((header, content))
}

/// One line about why something can't be unpacked.
fn in_words(error: &lzma_rs::error::Error) -> String {
    use lzma_rs::error::Error;
    match error {
        Error::IoError(error) | Error::HeaderTooShort(error) => error.to_string(),
        Error::LzmaError(text) | Error::XzError(text) => text.replace('\n', " "),
    }
}

fn header(bytes: &[u8]) -> Result<(ReplayHeader, &[u8]), ReplayFileError> {
    const WHAT: &str = "the header";
    let mut bytes = Bytes::new(bytes);
    let kind = bytes.u32(WHAT).map_err(|_| ReplayFileError::Foreign)?;
    if kind != YRP && kind != YRPX {
        return Err(ReplayFileError::Foreign);
    }
    bytes.take(4, WHAT)?;
    let flags = bytes.u32(WHAT)?;
    bytes.take(4, WHAT)?;
    let size = bytes.u32(WHAT)?;
    bytes.take(4, WHAT)?;
    let mut props = [0; 5];
    props.copy_from_slice(&bytes.take(8, WHAT)?[..5]);
    if flags & flag::LONG_HEADER != 0 {
        let version = bytes.clone().u64(WHAT)?;
        bytes.take(MORE, WHAT)?;
        if version > HEADER_VERSION {
            return Err(ReplayFileError::HeaderVersion(version));
        }
    }
    let rest = bytes.take(bytes.left(), WHAT)?;
    Ok((ReplayHeader { kind, flags, size, props }, rest))
}

impl Unpacked {
    /// All messages but those that hold a `.yrp`, and what was said before them.
    pub(super) fn read(&self) -> Result<(ReplayStart, Vec<Packet<'_>>), ReplayFileError> {
        let mut content = Bytes::new(&self.content);
        let names = names(self.header, &mut content)?;
        duel_flags(self.header, &mut content)?;
        let (mut packets, mut start) = (Vec::new(), None);
        while content.left() > 0 {
            const WHAT: &str = "a message";
            let kind = content.u8(WHAT)?;
            let length = content.u32(WHAT)? as usize;
            let packet = Packet { kind, content: content.take(length, WHAT)? };
            if kind == OLD_REPLAY {
                start = Some(old_replay(packet.content, names.clone())?);
            } else {
                packets.push(packet);
            }
        }
        Ok((start.ok_or(ReplayFileError::NoDecks)?, packets))
    }
}

/// The facts that stand in a `.yrp` before its answers.
fn old_replay(bytes: &[u8], names_told: [String; 2]) -> Result<ReplayStart, ReplayFileError> {
    const WHAT: &str = "the beginning of the .yrp inside";
    let (header, content) = open(bytes, true)?;
    let mut content = Bytes::new(&content);
    if header.kind != YRP {
        return Err(ReplayFileError::NoDecks);
    }
    names(header, &mut content)?;
    let lp = content.i32(WHAT)?;
    let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    let (hand, draw) = (small(content.u32(WHAT)?), small(content.u32(WHAT)?));
    let flags = duel_flags(header, &mut content)?;
    if header.flags & flag::SINGLE != 0 {
        let script = content.u16(WHAT)?;
        content.take(script.into(), WHAT)?;
        if header.flags & flag::HAND_TEST == 0 {
            return Err(ReplayFileError::Puzzle);
        }
    }
    let decks = [deck(&mut content)?, deck(&mut content)?];
    let of_rules = header.flags & flag::PLAYER_COUNTS != 0 && header.flags & flag::HAND_TEST == 0;
    if of_rules {
        let cards = cards(&mut content)?;
        if !cards.is_empty() {
            let cards: Vec<String> = cards.iter().map(u32::to_string).collect();
            return Err(ReplayFileError::RuleCards(cards.join(", ")));
        }
    }
    Ok(ReplayStart { names: names_told, flags, lp, hand, draw, decks })
}

fn deck(content: &mut Bytes<'_>) -> Result<ReplayDeck, ReplayFileError> {
    Ok(ReplayDeck { main: cards(content)?, extra: cards(content)? })
}

fn cards(content: &mut Bytes<'_>) -> Result<Vec<u32>, ReplayFileError> {
    const WHAT: &str = "a deck";
    let count = content.count(4, WHAT)?;
    (0..count).map(|_| content.u32(WHAT)).collect()
}

fn duel_flags(header: ReplayHeader, content: &mut Bytes<'_>) -> Result<u64, ReplayFileError> {
    const WHAT: &str = "the duel flags";
    if header.flags & flag::LONG_DUEL_FLAGS == 0 {
        return Ok(content.u32(WHAT)?.into());
    }
    content.u64(WHAT)
}

/// The names of two players, one on each side.
fn names(header: ReplayHeader, content: &mut Bytes<'_>) -> Result<[String; 2], ReplayFileError> {
    const WHAT: &str = "the name of a player";
    let counted = header.flags & flag::PLAYER_COUNTS != 0 && header.flags & flag::SINGLE == 0;
    let mut names = [String::new(), String::new()];
    let mut players = 0;
    for name in &mut names {
        let count = match (counted, header.flags & flag::TAG != 0) {
            (true, _) => content.count(NAME, WHAT)?,
            (false, true) => 2,
            (false, false) => 1,
        };
        players += count;
        for _ in 0..count {
            *name = name_of(content.take(NAME, WHAT)?);
        }
    }
    if players == 2 { Ok(names) } else { Err(ReplayFileError::Players(players)) }
}

/// A name without what no terminal should be shown.
fn name_of(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let units: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
    let name = String::from_utf16_lossy(&units);
    let shown: String = name.chars().filter(|letter| !letter.is_control()).collect();
    shown.trim().to_owned()
}
