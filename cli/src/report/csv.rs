//! Results as lines for spreadsheets.

use anyhow::Result;
use csv::Writer;
use duelfish_arena::{CardShare, ComparisonReport, ForfeitReport, Report, TournamentReport};

use crate::interrupt::NOTE;

/// A match: one line, or with details a line for each card of both decks. `note` says what is not as it is in
/// the decks.
pub(crate) fn of_match(report: &Report, note: &str) -> Result<String> {
    let note = &in_full(
        note,
        report.unrepeatable_because.as_deref(),
        &report.forfeits,
        report.interrupted,
    );
    if report.details.is_some() {
        return of_cards(report, note);
    }
    let mut out = Writer::from_writer(Vec::new());
    out.write_record([
        "deck_a",
        "deck_b",
        "bot_a",
        "bot_b",
        "engine",
        "rules",
        "texts",
        "seed",
        "best_of",
        "games",
        "wins_a",
        "wins_b",
        "draws",
        "win_rate_a",
        "low",
        "high",
        "a_first",
        "a_first_wins_a",
        "b_first",
        "b_first_wins_a",
        "mean_turns",
        "note",
    ])?;
    let [low, high] = report.ci95;
    let (first, second) = (report.by_first.a_first, report.by_first.b_first);
    let mut line = [&report.decks[0], &report.decks[1], &report.bots[0], &report.bots[1]]
        .map(String::clone)
        .to_vec();
    line.extend([report.engine.clone(), report.rules.clone(), report.texts.to_owned()]);
    line.push(report.seed.to_string());
    line.push(report.bouts.as_ref().map_or(1, |bouts| bouts.best_of).to_string());
    let counts = [report.games, report.wins_a, report.wins_b];
    line.extend(counts.map(|count| count.to_string()));
    line.push((report.games - report.wins_a - report.wins_b).to_string());
    line.extend([report.win_rate_a, low, high].map(share));
    let seats = [first.games, first.wins_a, second.games, second.wins_a];
    line.extend(seats.map(|count| count.to_string()));
    line.push(format!("{:.2}", report.turns.mean));
    line.push(note.clone());
    out.write_record(&line)?;
    text(out)
}

fn of_cards(report: &Report, note: &str) -> Result<String> {
    let mut out = Writer::from_writer(Vec::new());
    out.write_record([
        "side",
        "deck",
        "bot",
        "card",
        "passcode",
        "copies",
        "opened",
        "opened_wins",
        "seen",
        "seen_wins",
        "not_seen",
        "not_seen_wins",
        "played",
        "played_wins",
        "note",
    ])?;
    for side in 0..2 {
        let cards = report.details.iter().flat_map(|details| &details.cards[side]);
        for card in cards {
            let shares = [card.opened, card.seen, card.not_seen, card.played];
            let mut line = vec![["A", "B"][side].to_owned()];
            line.extend([report.decks[side].clone(), report.bots[side].clone(), card.name.clone()]);
            line.extend([card.passcode.to_string(), card.copies.to_string()]);
            let counts =
                |share: CardShare| [share.games, share.wins].map(|count| count.to_string());
            line.extend(shares.into_iter().flat_map(counts));
            line.push(note.to_owned());
            out.write_record(&line)?;
        }
    }
    text(out)
}

/// A round robin: a line for each two decks.
pub(crate) fn of_tournament(report: &TournamentReport, note: &str) -> Result<String> {
    let mut out = Writer::from_writer(Vec::new());
    out.write_record([
        "deck_a",
        "deck_b",
        "bot",
        "games",
        "wins_a",
        "wins_b",
        "score_a",
        "score_a_low",
        "score_a_high",
        "mean_turns",
        "note",
    ])?;
    let note =
        in_full(note, report.unrepeatable_because.as_deref(), &report.forfeits, report.interrupted);
    for cell in &report.cells {
        let [a, b] = cell.decks.map(|deck| report.decks[deck].clone());
        let [low, high] = cell.paired.ci95;
        let mut line = vec![a, b, report.bot.clone()];
        line.extend([cell.games, cell.wins[0], cell.wins[1]].map(|count| count.to_string()));
        // Of duels that were not played nothing is known.
        let known = |value: String| if cell.games > 0 { value } else { String::new() };
        line.extend([cell.paired.score, low, high].map(share).map(known));
        line.push(known(format!("{:.2}", cell.mean_turns)));
        line.push(note.clone());
        out.write_record(&line)?;
    }
    text(out)
}

/// A comparison: a line for each opponent and one for the whole field.
pub(crate) fn of_comparison(report: &ComparisonReport, note: &str) -> Result<String> {
    let mut out = Writer::from_writer(Vec::new());
    out.write_record([
        "old",
        "new",
        "bot",
        "against",
        "bot_against",
        "weight",
        "games_each",
        "score_old",
        "score_new",
        "difference",
        "low",
        "high",
        "note",
    ])?;
    let note =
        in_full(note, report.unrepeatable_because.as_deref(), &report.forfeits, report.interrupted);
    let [old, new] = &report.decks;
    let [bot, bot_against] = &report.bots;
    let all = (1.0, report.opponents.iter().map(|against| against.games).sum(), report.scores);
    let mut line = |against: &str,
                    (weight, games, scores): (f64, u64, Option<[f64; 2]>),
                    difference: Option<f64>,
                    ends: Option<[f64; 2]>| {
        let mut line = [old.as_str(), new, bot, against, bot_against].map(str::to_owned).to_vec();
        line.extend([share(weight), games.to_string()]);
        let [of_old, of_new] = both(scores);
        let [low, high] = both(ends);
        line.extend([of_old, of_new, difference.unwrap_or(f64::NAN), low, high].map(share));
        line.push(note.clone());
        out.write_record(&line)
    };
    for of in &report.opponents {
        line(&of.deck, (of.weight, of.games, of.scores), of.difference, of.ci95)?;
    }
    line("all of the field", all, report.difference, report.ci95)?;
    text(out)
}

/// A share; nothing where there is none.
fn share(share: f64) -> String {
    if share.is_nan() { String::new() } else { format!("{share:.6}") }
}

fn both(values: Option<[f64; 2]>) -> [f64; 2] {
    values.unwrap_or([f64::NAN; 2])
}

/// The note of a result, with the reason why another run may have another one, the duels that were lost by forfeit,
/// and the news that it is one of only a part of the duels.
fn in_full(
    note: &str,
    because: Option<&str>,
    forfeits: &[ForfeitReport],
    interrupted: bool,
) -> String {
    let said = forfeits.iter().map(|forfeit| forfeit.said.as_str());
    let all = std::iter::once(note).chain(because).chain(said).chain(interrupted.then_some(NOTE));
    all.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

fn text(out: Writer<Vec<u8>>) -> Result<String> {
    Ok(String::from_utf8(out.into_inner()?)?)
}
