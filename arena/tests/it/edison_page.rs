//! docs/edison-field.md: the tables of the field, and how far they are from tournaments, are made of
//! docs/edison-field.json and of the published numbers beside it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

/// The archetypes of the published numbers that are compared.
const ARCHETYPES: [&str; 9] = [
    "Gladiator Beasts",
    "Blackwing-DAD",
    "Blackwing",
    "Lightsworn",
    "Frog Monarchs",
    "Machina",
    "Zombies",
    "HERO Beat",
    "Quickdraw Plants",
];

/// 1.96 standard errors are an interval of 95%.
const OF_95: f64 = 1.96;

fn docs(name: &str) -> String {
    let path = format!("{}/../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a table without comments and head.
fn rows(table: &str) -> Vec<Vec<String>> {
    let lines = docs(table);
    let lines = lines.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The score of one archetype against another, and the variance of that.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    mean: f64,
    variance: f64,
}

/// Scores of archetypes against each other, by their numbers.
type Table = BTreeMap<(usize, usize), Score>;

/// The published share of duels that were won.
fn published() -> Table {
    let number = |name: &str| ARCHETYPES.iter().position(|other| *other == name);
    let mut table = Table::new();
    for row in rows("edison-published.tsv") {
        let (Some(a), Some(b)) = (number(&row[0]), number(&row[1])) else { continue };
        let (won, duels): (f64, f64) = (row[6].parse().unwrap(), row[7].parse().unwrap());
        let variance = won * (1.0 - won) / duels;
        table.insert((a, b), Score { mean: won, variance });
        table.insert((b, a), Score { mean: 1.0 - won, variance });
    }
    table
}

/// The same of the duels of the field, over decks that fit their archetype so well.
fn played(field: &Value, fits: &[&str]) -> Table {
    let labels = rows("edison-labels.tsv");
    let archetype_of = |deck: &Value| {
        let row = labels.iter().find(|row| deck == row[0].as_str()).unwrap();
        fits.contains(&row[3].as_str())
            .then(|| ARCHETYPES.iter().position(|name| *name == row[2]).unwrap())
    };
    let decks: Vec<_> = field["decks"].as_array().unwrap().iter().map(archetype_of).collect();
    // A pair of duels is worth 0 to 1, in quarters; as if all cells were as uneven as the field on average.
    let of_pair = mean_variance(field);
    let mut all: BTreeMap<(usize, usize), Vec<Score>> = BTreeMap::new();
    for cell in field["cells"].as_array().unwrap() {
        let of = |side: usize| decks[cell["decks"][side].as_u64().unwrap() as usize];
        let (Some(a), Some(b)) = (of(0), of(1)) else { continue };
        let pairs = cell["paired"]["pairs"].as_f64().unwrap();
        let mean = cell["paired"]["score"].as_f64().unwrap();
        let variance = of_pair / pairs;
        all.entry((a, b)).or_default().push(Score { mean, variance });
        all.entry((b, a)).or_default().push(Score { mean: 1.0 - mean, variance });
    }
    all.into_iter().map(|(of, scores)| (of, average(&scores))).collect()
}

/// The variance of the score of a pair of duels, over all cells of the field.
fn mean_variance(field: &Value) -> f64 {
    let (mut squares, mut pairs) = (0.0, 0.0);
    for cell in field["cells"].as_array().unwrap() {
        let mean = cell["paired"]["score"].as_f64().unwrap();
        for (quarters, count) in cell["paired"]["counts"].as_array().unwrap().iter().enumerate() {
            let off = quarters as f64 / 4.0 - mean;
            squares += count.as_f64().unwrap() * off * off;
        }
        pairs += cell["paired"]["pairs"].as_f64().unwrap() - 1.0;
    }
    squares / pairs
}

fn average(scores: &[Score]) -> Score {
    let count = scores.len() as f64;
    let sum = |value: fn(&Score) -> f64| scores.iter().map(value).sum::<f64>();
    let mean = sum(|score| score.mean) / count;
    Score { mean, variance: sum(|score| score.variance) / (count * count) }
}

/// The mean score of an archetype against all others, each counted once.
fn against_all(table: &Table, archetype: usize) -> Score {
    let of_it = table.iter().filter(|((a, b), _)| *a == archetype && a != b);
    average(&of_it.map(|(_, score)| *score).collect::<Vec<_>>())
}

/// The rank of each number among all, from 1; equal ones share the mean of theirs.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |number: &f64| {
        let below = numbers.iter().filter(|other| *other < number).count() as f64;
        let equal = numbers.iter().filter(|other| *other == number).count() as f64;
        below + (equal + 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |x: &[f64], mean_x: f64, y: &[f64], mean_y: f64| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum()
    };
    let together = sum(a, mean_a, b, mean_b);
    together / (sum(a, mean_a, a, mean_a) * sum(b, mean_b, b, mean_b)).sqrt()
}

/// The comparison with tournaments, over decks that fit their archetype so well.
fn comparison(field: &Value, fits: &[&str]) -> String {
    let (here, there) = (played(field, fits), published());
    let mut text =
        "| archetype | duels won here (95%) | published (95%) | difference |\n|---|---|---|---|\n"
            .to_owned();
    let percent = |score: Score| {
        let (mean, off) = (100.0 * score.mean, 100.0 * OF_95 * score.variance.sqrt());
        format!("{mean:.1}% (+- {off:.1})")
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (number, name) in ARCHETYPES.iter().enumerate() {
        let (a, b) = (against_all(&here, number), against_all(&there, number));
        let off = 100.0 * (a.mean - b.mean);
        writeln!(text, "| {name} | {} | {} | {off:+.1} |", percent(a), percent(b)).unwrap();
        ours.push(a.mean);
        theirs.push(b.mean);
    }
    let gap = |a: &[f64], b: &[f64]| {
        let sum: f64 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
        100.0 * sum / a.len() as f64
    };
    let cells: Vec<_> = there.keys().filter(|of| of.0 < of.1 && here.contains_key(of)).collect();
    let of_cells = |table: &Table| cells.iter().map(|of| table[of].mean).collect::<Vec<_>>();
    let (cells_here, cells_there) = (of_cells(&here), of_cells(&there));
    writeln!(
        text,
        "\nMean difference {:.1} points; rank correlation (Spearman) {:+.2} over {} archetypes. Of the {} pairs of archetypes: \
         mean difference {:.1} points, correlation {:+.2}.",
        gap(&ours, &theirs),
        correlation(&ranks(&ours), &ranks(&theirs)),
        ours.len(),
        cells.len(),
        gap(&cells_here, &cells_there),
        correlation(&cells_here, &cells_there),
    )
    .unwrap();
    text
}

/// The decks by strength.
fn standings(field: &Value) -> String {
    let labels = rows("edison-labels.tsv");
    let decks = field["decks"].as_array().unwrap().iter();
    let mut all: Vec<_> = decks.zip(field["standings"].as_array().unwrap()).collect();
    all.sort_by(|a, b| b.1["elo"].as_f64().unwrap().total_cmp(&a.1["elo"].as_f64().unwrap()));
    let mut text =
        "| deck | archetype | Elo (95%) | score against all (95%) |\n|---|---|---|---|\n"
            .to_owned();
    for (deck, standing) in all {
        let archetype = &labels.iter().find(|row| deck == row[0].as_str()).unwrap()[1];
        let number = |key: &str| standing[key].as_f64().unwrap();
        let end = |key: &str, at: usize| standing[key][at].as_f64().unwrap();
        writeln!(
            text,
            "| {} | {archetype} | {:+.0} ({:+.0} to {:+.0}) | {:.1}% ({:.1} to {:.1}) |",
            deck.as_str().unwrap(),
            number("elo"),
            end("elo_ci95", 0),
            end("elo_ci95", 1),
            100.0 * number("score"),
            100.0 * end("score_ci95", 0),
            100.0 * end("score_ci95", 1),
        )
        .unwrap();
    }
    text
}

/// The page with what stands between a mark and the next one.
fn with_block(page: &str, mark: &str, block: &str) -> String {
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->\n"));
    let (before, behind) = page.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
    let (_, behind) = behind.split_once(&end).unwrap_or_else(|| panic!("no {end}"));
    format!("{before}{begin}\n{block}\n{end}{behind}")
}

#[test]
fn the_tables_are_made_of_the_numbers() {
    let field: Value = serde_json::from_str(&docs("edison-field.json")).unwrap();
    let page = docs("edison-field.md");
    let mut made = page.clone();
    for (mark, block) in [
        ("strengths", standings(&field)),
        ("archetypes", comparison(&field, &["yes"])),
        ("archetypes with other builds", comparison(&field, &["yes", "weak"])),
    ] {
        made = with_block(&made, mark, &block);
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/edison-field.md");
        std::fs::write(path, &made).unwrap();
    }
    assert!(
        docs("edison-field.md") == made,
        "docs/edison-field.md is old: run this test with UPDATE_DOCS=1"
    );
}

/// By hand: three numbers in order, the same turned round, and one with two that are equal.
#[test]
fn a_correlation_of_ranks_is_of_their_order() {
    let rank = |a: &[f64], b: &[f64]| correlation(&ranks(a), &ranks(b));
    assert!((rank(&[1.0, 5.0, 6.0], &[0.1, 0.2, 9.0]) - 1.0).abs() < 1e-9);
    assert!((rank(&[1.0, 5.0, 6.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-9);
    assert_eq!(ranks(&[2.0, 1.0, 2.0]), [2.5, 1.0, 2.5]);
}
