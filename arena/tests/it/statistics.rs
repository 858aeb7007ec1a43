//! Statistics: published values, and simulated matches whose truth is known.

use duelfish_arena::stats::{
    Hypothesis, Model, PairCounts, Sprt, clopper_pearson95, elo_of, expected_score, wilson95,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

fn logistic(elo0: f64, elo1: f64) -> Sprt {
    sprt(elo0, elo1, Model::Logistic)
}

#[track_caller]
fn assert_near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} instead of {expected} ± {tolerance}");
}

/// The tests of fastchess publish the first value with two decimals; the second one, with four, is
/// from an implementation of the same formulas in another language.
#[test]
fn ratios_of_single_duels_are_the_published_ones() {
    for ([wins, losses, draws], [elo0, elo1], model, published, computed) in [
        ([21404, 21184, 40708], [0.5, 2.5], Model::Logistic, -1.57, -1.5719),
        ([57433, 57030, 106_593], [0.0, 2.0], Model::Logistic, -2.59, -2.5930),
        ([36433, 36027, 68692], [0.0, 2.0], Model::Normalised, 0.92, 0.9233),
        ([10871, 10650, 20431], [-1.75, 0.25], Model::Normalised, 2.30, 2.2975),
    ] {
        let llr = sprt(elo0, elo1, model).llr_of_games(wins, draws, losses);
        assert_near(llr, published, 0.005);
        assert_near(llr, computed, 0.000_051);
    }
    assert_near(logistic(0.0, 10.0).llr_of_games(500, 100, 400), 2.73832, 0.000_005);
}

#[test]
fn ratios_of_pairs_are_the_published_ones() {
    for (counts, [elo0, elo1], model, published, computed) in [
        ([223, 9863, 21279, 10037, 246], [0.5, 2.5], Model::Logistic, -3.07, -3.0741),
        ([871, 26175, 55983, 26678, 821], [0.0, 2.0], Model::Logistic, -4.98, -4.9787),
        ([365, 16618, 36229, 16974, 390], [0.0, 2.0], Model::Normalised, 2.25, 2.2504),
        ([127, 4883, 10712, 5150, 104], [-1.75, 0.25], Model::Normalised, 3.01, 3.0102),
    ] {
        let llr = sprt(elo0, elo1, model).llr_of_pairs(&PairCounts::new(counts));
        assert_near(llr, published, 0.005);
        assert_near(llr, computed, 0.000_051);
    }
    let test = logistic(0.0, 50.0);
    let llr = |counts| test.llr_of_pairs(&PairCounts::new(counts));
    assert_near(llr([60, 10, 300, 10, 120]), 9.54954, 0.000_005);
    assert_near(llr([5, 0, 70, 0, 25]), 6.64344, 0.000_005);
}

#[test]
fn ratios_of_wins_and_losses_have_a_closed_form() {
    for (wins, losses, elo1, expected) in [
        (550, 450, 35.0, 5.008_287),
        (520, 480, 10.0, 0.737_139),
        (60, 40, 50.0, 1.846_259),
        (100, 100, 20.0, -0.331_186),
    ] {
        assert_near(logistic(0.0, elo1).llr_bernoulli(wins, losses), expected, 5e-7);
        // Without draws the general test says the same but for the 0.001 draws that it adds.
        assert_near(logistic(0.0, elo1).llr_of_games(wins, 0, losses), expected, 1e-3);
        let normalised = sprt(0.0, elo1, Model::Normalised);
        let [closed, general] =
            [normalised.llr_bernoulli(wins, losses), normalised.llr_of_games(wins, 0, losses)];
        assert_near(general, closed, 1e-3);
    }
}

#[test]
fn a_streak_decides_at_the_right_duel() {
    let test = logistic(0.0, 100.0);
    let first = |llr: &dyn Fn(u64) -> f64| {
        (1..).find_map(|n| test.verdict(llr(n)).map(|verdict| (n, verdict))).unwrap()
    };
    assert_eq!(first(&|n| test.llr_bernoulli(n, 0)), (12, Hypothesis::H1));
    assert_eq!(first(&|n| test.llr_bernoulli(0, n)), (9, Hypothesis::H0));
    assert_near(test.llr_bernoulli(1, 0), 0.246_961_6, 5e-8);
    assert_near(test.llr_bernoulli(0, 1), -0.328_684_6, 5e-8);
    assert_near(test.llr_bernoulli(12, 0), 2.96354, 5e-6);
    assert_near(test.llr_bernoulli(0, 9), -2.95816, 5e-6);
}

#[test]
fn bounds_are_those_of_wald() {
    for (rate, bound) in [(0.05, 2.944_439), (0.01, 4.595_120)] {
        let [lower, upper] = Sprt::new(0.0, 5.0, rate, rate, Model::Logistic).unwrap().bounds();
        assert_near(lower, -bound, 5e-7);
        assert_near(upper, bound, 5e-7);
    }
    let [lower, upper] = Sprt::new(0.0, 5.0, 0.01, 0.2, Model::Logistic).unwrap().bounds();
    assert_near(lower, (0.2_f64 / 0.99).ln(), 1e-12);
    assert_near(upper, (0.8_f64 / 0.01).ln(), 1e-12);
}

#[test]
fn scores_are_so_many_elo() {
    for (score, elo) in [
        (0.51, 6.95),
        (0.53, 20.87),
        (0.55, 34.86),
        (0.56, 41.89),
        (0.60, 70.44),
        (0.75, 190.85),
        (0.90, 381.70),
    ] {
        assert_near(elo_of(score), elo, 0.005);
        assert_near(elo_of(1.0 - score), -elo, 0.005);
        assert_near(expected_score(elo), score, 0.000_01);
    }
}

#[test]
fn pairs_have_the_published_lead() {
    let pairs = PairCounts::new([34, 54, 63, 64, 75]);
    let [low, high] = pairs.elo_ci95();
    assert_near(pairs.score(), 0.57931, 0.000_005);
    assert_near(pairs.elo(), 55.580, 0.000_51);
    assert_near((high - low) / 2.0, 27.653, 0.000_51);
    assert_near(pairs.normalised_elo(), 57.936, 0.000_51);
    assert!(pairs.los() > 0.9999);
    // With so many pairs the bootstrap agrees with the normal interval.
    for (bootstrap, normal) in pairs.bootstrap95(1, 20_000).into_iter().zip(pairs.ci95()) {
        assert_near(bootstrap, normal, 0.002);
    }
}

#[test]
fn intervals_of_shares_are_those_of_the_literature() {
    for (wins, games, wilson, exact) in [
        (0, 10, [0.0, 0.277_533], [0.0, 0.308_497]),
        (0, 20, [0.0, 0.161_125], [0.0, 0.168_433]),
        (1, 29, [0.006_113, 0.171_755], [0.000_873, 0.177_644]),
        (5, 10, [0.236_593, 0.763_407], [0.187_086, 0.812_914]),
        (15, 148, [0.062_386, 0.160_487], [0.057_844, 0.161_650]),
        (81, 263, [0.255_289, 0.366_210], [0.252_737, 0.367_622]),
        (56, 100, [0.462_281, 0.653_280], [0.457_187, 0.659_164]),
        (530, 1000, [0.499_010, 0.560_760], [0.498_516, 0.561_307]),
        (5300, 10_000, [0.520_208, 0.539_769], [0.520_160, 0.539_822]),
    ] {
        for bound in 0..2 {
            assert_near(wilson95(wins, games)[bound], wilson[bound], 1e-6);
            assert_near(clopper_pearson95(wins, games)[bound], exact[bound], 1e-6);
        }
    }
    // So many wins are needed to claim a share.
    for (games, share, needed) in [
        (200, 0.50, 115),
        (200, 0.75, 163),
        (200, 0.90, 189),
        (1000, 0.50, 532),
        (1000, 0.75, 778),
        (1000, 0.90, 919),
    ] {
        let claimed = |wins| clopper_pearson95(wins, games)[0] > share;
        assert!(claimed(needed) && !claimed(needed - 1), "{share} of {games}");
    }
}

/// A number from 0 to 1, 1 excluded.
fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The half points of a pair with these frequencies.
fn draw_pair(rng: &mut ChaCha8Rng, frequencies: &[f64; 5]) -> u8 {
    let mut rest = uniform(rng);
    let below = |share: &&f64| {
        rest -= **share;
        rest >= 0.0
    };
    frequencies[..4].iter().take_while(below).count() as u8
}

/// The share of `trials` simulated matches whose interval holds the truth.
fn coverage(trials: u32, truth: f64, mut interval: impl FnMut(u32) -> [f64; 2]) -> f64 {
    let held = (0..trials).filter(|&trial| {
        let [low, high] = interval(trial);
        low <= truth && truth <= high
    });
    held.count() as f64 / f64::from(trials)
}

#[test]
fn intervals_of_shares_hold_the_truth_in_95_of_100_matches() {
    for (truth, games) in [(0.5, 100), (0.3, 200), (0.9, 200), (0.55, 1000)] {
        let mut rng = ChaCha8Rng::seed_from_u64(games);
        let wins: Vec<u64> = (0..5000)
            .map(|_| (0..games).filter(|_| uniform(&mut rng) < truth).count() as u64)
            .collect();
        let wilson = coverage(5000, truth, |trial| wilson95(wins[trial as usize], games));
        let exact = coverage(5000, truth, |trial| clopper_pearson95(wins[trial as usize], games));
        println!("{truth} of {games}: Wilson {wilson:.4}, Clopper and Pearson {exact:.4}");
        assert!((0.93..=0.97).contains(&wilson), "{truth} of {games}: {wilson}");
        // Three standard deviations of the simulation itself are 0.9%.
        assert!(exact >= 0.941 && exact >= wilson, "{truth} of {games}: {exact}");
    }
}

#[test]
fn intervals_of_pairs_hold_the_truth_in_95_of_100_matches() {
    for (frequencies, pairs) in
        [([0.1, 0.05, 0.6, 0.05, 0.2], 200), ([0.25, 0.0, 0.5, 0.0, 0.25], 150)]
    {
        let truth: f64 = (0..5).map(|k| frequencies[k] * k as f64 / 4.0).sum();
        let mut rng = ChaCha8Rng::seed_from_u64(pairs);
        let matches: Vec<PairCounts> = (0..2000)
            .map(|_| {
                let mut counts = PairCounts::default();
                for _ in 0..pairs {
                    counts.add(draw_pair(&mut rng, &frequencies));
                }
                counts
            })
            .collect();
        let normal = coverage(2000, truth, |trial| matches[trial as usize].ci95());
        let bootstrap = coverage(2000, truth, |trial| {
            matches[trial as usize].bootstrap95(u64::from(trial), 500)
        });
        println!("{frequencies:?}: normal {normal:.4}, bootstrap {bootstrap:.4}");
        assert!((0.93..=0.97).contains(&normal), "{frequencies:?}: {normal}");
        assert!((0.93..=0.97).contains(&bootstrap), "{frequencies:?}: {bootstrap}");
    }
}

#[test]
fn a_bootstrap_follows_from_its_seed_alone_and_is_quick() {
    let pairs = PairCounts::new([100_000, 50_000, 600_000, 50_000, 200_000]);
    let bounds = pairs.bootstrap95(3, 2000);
    assert_eq!(bounds, pairs.bootstrap95(3, 2000));
    assert_ne!(bounds, pairs.bootstrap95(4, 2000));
    for (bootstrap, normal) in bounds.into_iter().zip(pairs.ci95()) {
        assert_near(bootstrap, normal, 0.000_05);
    }
}

/// The share of tests that accepted H1, and the mean number of results they took.
fn simulate(
    test: &Sprt,
    runs: u32,
    mut play: impl FnMut() -> Box<dyn FnMut() -> f64>,
) -> (f64, f64) {
    let (mut accepted, mut results) = (0, 0_u64);
    for _ in 0..runs {
        let mut next_llr = play();
        let verdict = loop {
            results += 1;
            if let Some(verdict) = test.verdict(next_llr()) {
                break verdict;
            }
        };
        accepted += u32::from(verdict == Hypothesis::H1);
    }
    (f64::from(accepted) / f64::from(runs), results as f64 / f64::from(runs))
}

#[test]
fn tests_of_single_duels_err_as_rarely_as_promised() {
    let test = logistic(0.0, 50.0);
    for (elo, share, mean) in [(0.0, 0.044, 268.0), (25.0, 0.49, 439.0), (50.0, 0.954, 266.0)] {
        let chance = expected_score(elo);
        let mut seed = 0;
        let (accepted, games) = simulate(&test, 4000, || {
            seed += 1;
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let (mut wins, mut losses) = (0, 0);
            Box::new(move || {
                if uniform(&mut rng) < chance {
                    wins += 1;
                } else {
                    losses += 1;
                }
                test.llr_bernoulli(wins, losses)
            })
        });
        println!("{elo} Elo: {accepted:.4} accepted, {games:.1} duels");
        // Three standard deviations of the difference of two simulations of 4000 runs.
        let noise = 3.0 * (2.0 * share * (1.0 - share) / 4000.0_f64).sqrt();
        assert_near(accepted, share, noise);
        assert_near(games, mean, mean * 0.05);
        assert!(elo != 0.0 || accepted <= 0.05 + 0.0104, "{accepted}");
        assert!(elo != 50.0 || accepted >= 0.95 - 0.0104, "{accepted}");
    }
}

/// Frequencies with score `score`, tilted from those of an even match between players of a card
/// game: most pairs are split, since whoever has the better cards wins them twice.
fn tilted(score: f64) -> [f64; 5] {
    let even = [0.14, 0.05, 0.62, 0.05, 0.14];
    let tilt = |strength: f64| {
        let weights: [f64; 5] = std::array::from_fn(|k| even[k] * (strength * k as f64).exp());
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    };
    let (mut low, mut high) = (-5.0, 5.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let mean: f64 = (0..5).map(|k| tilt(middle)[k] * k as f64 / 4.0).sum();
        if mean < score { low = middle } else { high = middle }
    }
    tilt(low)
}

#[test]
fn tests_of_pairs_err_as_rarely_as_promised() {
    const RUNS: u32 = 1000;
    // Three standard deviations of a share of 5% of so many runs.
    const NOISE: f64 = 0.021;
    let normalised_score = |elo: f64| {
        // The variance of a pair hardly changes over so small a lead.
        let even = tilted(0.5);
        let variance: f64 = (0..5).map(|k| even[k] * (k as f64 / 4.0 - 0.5).powi(2)).sum();
        0.5 + elo * std::f64::consts::LN_10 / 800.0 * (2.0 * variance).sqrt()
    };
    for (model, score_of) in [
        (Model::Logistic, &expected_score as &dyn Fn(f64) -> f64),
        (Model::Normalised, &normalised_score),
    ] {
        let test = sprt(0.0, 50.0, model);
        for elo in [0.0, 50.0] {
            let frequencies = tilted(score_of(elo));
            let mut seed = 0;
            let (accepted, pairs) = simulate(&test, RUNS, || {
                seed += 1;
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut counts = PairCounts::default();
                Box::new(move || {
                    counts.add(draw_pair(&mut rng, &frequencies));
                    test.llr_of_pairs(&counts)
                })
            });
            println!("{model:?}, {elo} Elo: {accepted:.4} accepted, {pairs:.1} pairs");
            let wrong = if elo == 0.0 { accepted } else { 1.0 - accepted };
            assert!(wrong <= 0.05 + NOISE, "{model:?}, {elo} Elo: {accepted}");
        }
    }
}
