//! Strengths of many decks from the results between them, by the model of Bradley and Terry.

use super::elo::ELO_PER_UNIT;
use super::intervals::Z95;

/// The score of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The two players, by number.
    pub players: [usize; 2],
    /// Duels between them.
    pub games: f64,
    /// The share of points that the first one scored, from 0 to 1.
    pub score: f64,
    /// The variance of that share: p(1-p)/n for independent duels; for paired duels that of the
    /// mean of the pairs.
    pub variance: f64,
}

/// The strength of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo, relative to the mean of all players.
    pub elo: f64,
    /// Its 95% interval.
    pub ci95: [f64; 2],
}

/// Ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// One for each player.
    pub ratings: Vec<Rating>,
    /// Whether no finite strengths fit best, because some players scored everything against all
    /// others, or nothing, or never met them. Then each meeting, also one without duels, got
    /// [`PRIOR`] points for either side in addition.
    pub with_prior: bool,
}

/// The points that each side of a meeting gets in addition, where the results alone allow no finite
/// strengths.
pub const PRIOR: f64 = 0.5;

/// Newton steps at most; from even strengths it takes about six.
const STEPS: usize = 100;
/// No step changes a strength by more, in natural units.
const LONGEST_STEP: f64 = 2.0;

/// Fits strengths to results: the first player of a meeting scores 1 / (1 + exp(s2 - s1)) on average.
///
/// They are the ones under which the results are most likely (R. A. Bradley and M. E. Terry, "Rank
/// analysis of incomplete block designs", Biometrika 39, 1952), found by Newton's method. Finite ones
/// exist if and only if nobody can split the players in two groups of which one scored everything
/// against the other (L. R. Ford, 1957). Intervals are the robust ones of misspecified models (H. White,
/// 1982), with the variances that the meetings name, so that paired duels are counted for what they say;
/// they are about the distance from the mean of all players.
///
/// ```
/// use duelfish_arena::stats::{Meeting, bradley_terry};
///
/// let meeting = Meeting { players: [0, 1], games: 100.0, score: 0.75, variance: 0.75 * 0.25 / 100.0 };
/// let fitted = bradley_terry(2, &[meeting]);
/// let lead = fitted.ratings[0].elo - fitted.ratings[1].elo;
/// assert!((lead - 190.85).abs() < 0.01 && !fitted.with_prior);
/// ```
#[must_use]
pub fn bradley_terry(players: usize, meetings: &[Meeting]) -> Ratings {
    let with_prior = !has_finite_strengths(players, meetings);
    let meetings: Vec<Meeting> = meetings
        .iter()
        .map(|meeting| if with_prior { with_more_points(*meeting) } else { *meeting })
        .filter(|meeting| meeting.games > 0.0)
        .collect();
    let mut strengths = vec![0.0; players];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; players];
        for meeting in &meetings {
            let [a, b] = meeting.players;
            let surplus = meeting.games * (meeting.score - expected(&strengths, meeting));
            slope[a] += surplus;
            slope[b] -= surplus;
        }
        let step = solve(information(players, &meetings, &strengths), &slope);
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let scale = (LONGEST_STEP / longest.max(LONGEST_STEP)).min(1.0);
        for (strength, part) in strengths.iter_mut().zip(&step) {
            *strength += scale * part;
        }
        if longest < 1e-12 {
            break;
        }
    }
    let reach = standard_errors(players, &meetings, &strengths);
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let rating = |(strength, error): (&f64, f64)| {
        let elo = ELO_PER_UNIT * (strength - mean);
        let reach = ELO_PER_UNIT * Z95 * error;
        Rating { elo, ci95: [elo - reach, elo + reach] }
    };
    Ratings { ratings: strengths.iter().zip(reach).map(rating).collect(), with_prior }
}

fn with_more_points(meeting: Meeting) -> Meeting {
    let games = meeting.games + 2.0 * PRIOR;
    let score = (meeting.score * meeting.games + PRIOR) / games;
    // Results without any spread are not certain: at least that of independent duels is taken.
    let variance = meeting.variance.max(score * (1.0 - score) / games);
    Meeting { games, score, variance, ..meeting }
}

/// The expected score of the first player of a meeting.
fn expected(strengths: &[f64], meeting: &Meeting) -> f64 {
    let [a, b] = meeting.players.map(|player| strengths[player]);
    1.0 / (1.0 + (b - a).exp())
}

/// Minus the second derivatives of the log-likelihood; ones are added everywhere, which fixes the sum of
/// all strengths and changes nothing else.
fn information(players: usize, meetings: &[Meeting], strengths: &[f64]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![1.0; players]; players];
    for meeting in meetings {
        let [a, b] = meeting.players;
        let share = expected(strengths, meeting);
        add(&mut matrix, [a, b], meeting.games * share * (1.0 - share));
    }
    matrix
}

/// Adds the part of a meeting to a matrix of its players.
fn add(matrix: &mut [Vec<f64>], [a, b]: [usize; 2], part: f64) {
    matrix[a][a] += part;
    matrix[b][b] += part;
    matrix[a][b] -= part;
    matrix[b][a] -= part;
}

/// The standard error of each strength's distance from the mean.
fn standard_errors(players: usize, meetings: &[Meeting], strengths: &[f64]) -> Vec<f64> {
    let bread = information(players, meetings, strengths);
    let mut meat = vec![vec![0.0; players]; players];
    for meeting in meetings {
        add(&mut meat, meeting.players, meeting.games * meeting.games * meeting.variance);
    }
    let error = |player: usize| {
        // The player's row of the inverse, from which its share of the mean is taken off.
        let mut unit = vec![-1.0 / players as f64; players];
        unit[player] += 1.0;
        let row = solve(bread.clone(), &unit);
        let of = |line: &Vec<f64>| line.iter().zip(&row).map(|(m, r)| m * r).sum::<f64>();
        meat.iter().map(of).zip(&row).map(|(m, r)| m * r).sum::<f64>().max(0.0).sqrt()
    };
    (0..players).map(error).collect()
}

/// Solves linear equations by elimination with pivots. Where nothing tells, the answer is 0.
fn solve(mut matrix: Vec<Vec<f64>>, right: &[f64]) -> Vec<f64> {
    let mut right = right.to_vec();
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        if matrix[column][column].abs() < 1e-300 {
            continue;
        }
        for row in column + 1..size {
            let factor = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            for (entry, over) in below[0].iter_mut().zip(&above[column]).skip(column) {
                *entry -= factor * over;
            }
            right[row] -= factor * right[column];
        }
    }
    let mut answer = vec![0.0; size];
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * answer[column]).sum();
        let pivot = matrix[row][row];
        answer[row] = if pivot.abs() < 1e-300 { 0.0 } else { (right[row] - known) / pivot };
    }
    answer
}

/// Whether everybody can be reached from everybody over points that were scored (Ford's condition).
fn has_finite_strengths(players: usize, meetings: &[Meeting]) -> bool {
    let reaches_all = |forwards: bool| {
        let (mut seen, mut open) = (vec![false; players], vec![0]);
        while let Some(player) = open.pop() {
            if player >= players || std::mem::replace(&mut seen[player], true) {
                continue;
            }
            for meeting in meetings.iter().filter(|meeting| meeting.games > 0.0) {
                let [a, b] = meeting.players;
                // Points of the first one against the second, and the other way round.
                for (from, to, points) in [(a, b, meeting.score), (b, a, 1.0 - meeting.score)] {
                    let (from, to) = if forwards { (from, to) } else { (to, from) };
                    if from == player && points > 0.0 {
                        open.push(to);
                    }
                }
            }
        }
        seen.iter().all(|seen| *seen)
    };
    reaches_all(true) && reaches_all(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(a: usize, b: usize, wins: f64, losses: f64) -> Meeting {
        let games = wins + losses;
        let score = wins / games;
        Meeting { players: [a, b], games, score, variance: score * (1.0 - score) / games }
    }

    /// The home and away games of the American League's East, 1987: A. Agresti, "Categorical Data
    /// Analysis", table 10.10; its text gives strengths relative to Baltimore without home advantage.
    #[test]
    fn baseball_is_rated_as_in_the_textbook() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let pairs = (0..7).flat_map(|a| (a + 1..7).map(move |b| (a, b)));
        let meetings: Vec<Meeting> = pairs
            .map(|(a, b)| meeting(a, b, f64::from(wins[a][b]), f64::from(wins[b][a])))
            .collect();
        let fitted = bradley_terry(7, &meetings);
        assert!(!fitted.with_prior);
        let over_baltimore =
            |team: usize| (fitted.ratings[team].elo - fitted.ratings[6].elo) / ELO_PER_UNIT;
        for (team, strength) in
            [(0, 1.581), (1, 1.436), (2, 1.294), (3, 1.248), (4, 1.108), (5, 0.684)]
        {
            assert!((over_baltimore(team) - strength).abs() < 0.002, "{}", over_baltimore(team));
        }
    }

    #[test]
    fn two_players_have_the_interval_of_one_share() {
        let fitted = bradley_terry(2, &[meeting(0, 1, 60.0, 40.0)]);
        let [low, high] = fitted.ratings[0].ci95;
        // Each is half of the lead away from the mean; its log-odds have the error 1 / sqrt(n p q).
        let error = ELO_PER_UNIT / (100.0_f64 * 0.6 * 0.4).sqrt() / 2.0;
        assert!(((high - low) / 2.0 - Z95 * error).abs() < 1e-9);
        assert!((fitted.ratings[0].elo + fitted.ratings[1].elo).abs() < 1e-9);
    }

    #[test]
    fn who_wins_everything_gets_a_finite_strength_and_it_is_said() {
        let fitted = bradley_terry(3, &[meeting(0, 1, 10.0, 0.0), meeting(1, 2, 5.0, 5.0)]);
        assert!(fitted.with_prior);
        assert!(fitted.ratings.iter().all(|rating| rating.elo.is_finite()));
        assert!(fitted.ratings[0].elo > fitted.ratings[1].elo);
    }

    #[test]
    fn who_met_nobody_has_a_wide_interval() {
        let none = Meeting { players: [1, 2], games: 0.0, score: 0.5, variance: 0.125 };
        let fitted = bradley_terry(3, &[meeting(0, 1, 60.0, 40.0), none]);
        assert!(fitted.with_prior);
        let width = |player: usize| {
            let [low, high] = fitted.ratings[player].ci95;
            high - low
        };
        assert!(width(2) > 500.0 && width(2) > width(0), "{fitted:?}");
    }

    #[test]
    fn nobody_met_says_nothing() {
        for players in 0..3 {
            let fitted = bradley_terry(players, &[]);
            assert!(fitted.ratings.iter().all(|rating| rating.elo == 0.0), "{fitted:?}");
        }
    }
}
