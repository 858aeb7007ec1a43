//! Charts as inline SVG: they scale with the page and take their colours from its style.

use maud::{Markup, html};

/// Units of a chart's own scale.
const WIDTH: f64 = 640.0;

/// A heat map of scores: a line for each deck, with what it scores against the deck of each column.
/// `scores[a][b]` is none where they did not meet.
pub(super) fn heat_map(names: &[String], scores: &[Vec<Option<f64>>]) -> Markup {
    let count = names.len();
    let (left, top) = (216.0, 28.0);
    let side = (WIDTH - left) / count.max(1) as f64;
    let (width, height) = (side.min(64.0), side.min(36.0));
    let [wide, high] = [left + width * count as f64, top + height * count as f64];
    html! {
        svg viewBox=(format!("0 0 {wide:.0} {high:.0}")) role="img" aria-label="scores of each two decks" {
            @for (column, _) in names.iter().enumerate() {
                text x=(at(left + width * (column as f64 + 0.5))) y=(at(top - 8.0)) text-anchor="middle" {
                    (column + 1)
                }
            }
            @for (line, name) in names.iter().enumerate() {
                @let y = top + height * line as f64;
                text.name x=(at(left - 8.0)) y=(at(y + height / 2.0 + 4.0)) text-anchor="end" {
                    (line + 1) " " (short(name))
                }
                @for (column, score) in scores[line].iter().enumerate() {
                    @let x = left + width * column as f64;
                    @if let Some(score) = score {
                        rect x=(at(x + 1.0)) y=(at(y + 1.0)) width=(at(width - 2.0)) height=(at(height - 2.0))
                            rx="3" class=(if *score >= 0.5 { "good" } else { "bad" })
                            fill-opacity=(format!("{:.3}", 0.08 + 1.6 * (score - 0.5).abs().min(0.5))) {
                            title { (name) " scores " (percent(*score)) " against " (names[column]) }
                        }
                        text x=(at(x + width / 2.0)) y=(at(y + height / 2.0 + 4.0)) text-anchor="middle" {
                            (format!("{:.0}", 100.0 * score))
                        }
                    }
                }
            }
        }
    }
}

/// The measure of the scale of a chart of intervals.
#[derive(Clone, Copy)]
pub(super) enum Scale {
    /// Shares from 0 to 1, around a half.
    Shares,
    /// Differences of shares in percentage points, around 0.
    Points,
    /// Elo, around 0.
    Elo,
    /// A log-likelihood ratio between the two bounds of a test.
    Ratio([f64; 2]),
}

impl Scale {
    /// The ends of the scale for intervals that reach so far from 0, and the places with a mark.
    fn marks(self, reach: f64) -> ([f64; 2], Vec<f64>) {
        if matches!(self, Self::Shares) {
            return ([0.0, 1.0], vec![0.0, 0.25, 0.5, 0.75, 1.0]);
        }
        if let Self::Ratio([low, high]) = self {
            return ([low, high], vec![low, 0.0, high]);
        }
        // Of 1, 2 and 5 times a power of ten the largest of which two fit on each side.
        let power = 10_f64.powf((reach / 2.0).log10().floor());
        let step = [5.0, 2.0, 1.0].map(|times| times * power);
        let step = step.into_iter().find(|step| 2.0 * step <= reach).unwrap_or(power);
        let most = (reach / step).floor() as i32;
        ([-reach, reach], (-most..=most).map(|times| f64::from(times) * step).collect())
    }

    /// The value that means that nothing differs.
    const fn middle(self) -> f64 {
        if matches!(self, Self::Shares) { 0.5 } else { 0.0 }
    }

    fn label(self, value: f64) -> String {
        // Zero has no sign.
        let value = value + 0.0;
        match self {
            Self::Shares => format!("{:.0}%", 100.0 * value),
            _ if value == 0.0 => "0".to_owned(),
            Self::Points => {
                let digits = usize::from((100.0 * value).fract().abs() > 1e-6);
                format!("{:+.digits$}", 100.0 * value)
            }
            Self::Elo => format!("{value:+.0}"),
            Self::Ratio(_) => format!("{value:+.2}"),
        }
    }
}

/// A line for each thing: a dot at its value and a bar over its 95% interval, over a scale with marks.
pub(super) fn intervals(rows: &[(String, f64, [f64; 2])], scale: Scale, reach: f64) -> Markup {
    let (left, right, step) = (216.0, 30.0, 28.0);
    let ([low, high], marks) = scale.marks(reach);
    let span = (high - low).max(1e-9);
    let x = |value: f64| left + (WIDTH - left - right) * ((value - low) / span).clamp(0.0, 1.0);
    let below = step * rows.len() as f64 + 8.0;
    let height = below + 24.0;
    html! {
        svg viewBox=(format!("0 0 {WIDTH:.0} {height:.0}")) role="img" aria-label="values with their 95% intervals" {
            @for mark in &marks {
                @let class = if (mark - scale.middle()).abs() < 1e-9 { "axis" } else { "grid" };
                line x1=(at(x(*mark))) x2=(at(x(*mark))) y1="0" y2=(at(below)) class=(class) {}
                text.tick x=(at(x(*mark))) y=(at(below + 18.0)) text-anchor="middle" { (scale.label(*mark)) }
            }
            @for (line, (name, value, [from, to])) in rows.iter().enumerate() {
                @let y = step * (line as f64 + 0.5) + 4.0;
                text.name x=(at(left - 10.0)) y=(at(y + 4.0)) text-anchor="end" { (short(name)) }
                line x1=(at(x(*from))) x2=(at(x(*to))) y1=(at(y)) y2=(at(y)) class="reach" {}
                circle cx=(at(x(*value))) cy=(at(y)) r="5" class="dot" {}
            }
        }
    }
}

/// Two curves of Life Points by turn.
pub(super) fn life_points(turns: &[super::data::Lp]) -> Markup {
    let (left, bottom, height) = (64.0, 24.0, 240.0);
    let most = turns.iter().flat_map(|turn| turn.lp).fold(8000.0, f64::max);
    let last = turns.last().map_or(1, |turn| turn.turn).max(2) as f64;
    let x = |turn: u64| left + (WIDTH - left - 12.0) * (turn as f64 - 1.0) / (last - 1.0);
    // The uppermost label needs room above its line.
    let y = |lp: f64| (height - bottom - 12.0) * (1.0 - lp.max(0.0) / most) + 14.0;
    let curve = |side: usize| {
        let points =
            turns.iter().map(|turn| format!("{:.1},{:.1}", x(turn.turn), y(turn.lp[side])));
        points.collect::<Vec<_>>().join(" ")
    };
    html! {
        svg viewBox=(format!("0 0 {WIDTH:.0} {height:.0}")) role="img" aria-label="Life Points by turn" {
            @for lp in [0.0, 2000.0, 4000.0, 6000.0, 8000.0] {
                line x1=(at(left)) x2=(at(WIDTH - 12.0)) y1=(at(y(lp))) y2=(at(y(lp))) class="grid" {}
                text x=(at(left - 6.0)) y=(at(y(lp) + 4.0)) text-anchor="end" { (format!("{lp:.0}")) }
            }
            @for turn in turns.iter().filter(|turn| turn.turn == 1 || turn.turn % 5 == 0) {
                text x=(at(x(turn.turn))) y=(at(height - 4.0)) text-anchor="middle" { (turn.turn) }
            }
            polyline points=(curve(0)) class="curve a" {}
            polyline points=(curve(1)) class="curve b" {}
        }
    }
}

fn at(place: f64) -> String {
    format!("{place:.1}")
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A name that fits beside a chart.
fn short(name: &str) -> String {
    const MOST: usize = 22;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    let start: String = name.chars().take(MOST - 1).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_marks_at_round_numbers() {
        let labels = |scale: Scale, reach: f64| {
            let (ends, marks) = scale.marks(reach);
            assert!(marks.iter().all(|mark| ends[0] <= *mark && *mark <= ends[1]), "{marks:?}");
            marks.into_iter().map(|mark| scale.label(mark)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(Scale::Shares, 1.0), "0% 25% 50% 75% 100%");
        assert_eq!(labels(Scale::Elo, 50.0), "-40 -20 0 +20 +40");
        assert_eq!(labels(Scale::Elo, 533.0), "-400 -200 0 +200 +400");
        assert_eq!(labels(Scale::Points, 0.02), "-2 -1 0 +1 +2");
        assert_eq!(labels(Scale::Points, 0.013), "-1.0 -0.5 0 +0.5 +1.0".replace("1.0", "1"));
        assert_eq!(labels(Scale::Points, 1.0), "-100 -50 0 +50 +100");
    }
}
