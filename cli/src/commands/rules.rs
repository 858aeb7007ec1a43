//! `duelfish rules`.

use std::collections::BTreeMap;

use anyhow::Result;
use duelfish_engine::{Rules, Switch};
use serde::Serialize;

use crate::args::{Format, RulesArgs};
use crate::{ExitVerdict, output};

/// A switch as programs read it.
#[derive(Debug, Serialize)]
struct PrintedRules {
    name: &'static str,
    meaning: &'static str,
    source: &'static str,
    /// `true`, `false` or a number for each preset.
    values: BTreeMap<&'static str, serde_json::Value>,
}

pub(crate) fn run(args: &RulesArgs) -> Result<ExitVerdict> {
    let presets = match &args.preset {
        Some(preset) => vec![preset.clone()],
        None => Rules::PRESETS.to_vec(),
    };
    match args.format {
        Format::Json => output::json(&printed(&presets))?,
        Format::Table => output::text(&table(&presets))?,
    }
    Ok(ExitVerdict::Good)
}

/// The values of a switch in these presets.
fn values(place: usize, presets: &[Rules]) -> impl Iterator<Item = (&'static str, i64)> {
    presets.iter().map(move |rules| (rules.name, rules.options()[place].1))
}

fn printed(presets: &[Rules]) -> Vec<PrintedRules> {
    let switches = Rules::SWITCHES.iter().copied().enumerate();
    let printed = switches.map(|(place, Switch { name, meaning, source, is_flag })| {
        let value = |value: i64| if is_flag { (value == 1).into() } else { value.into() };
        let values = values(place, presets).map(|(preset, of)| (preset, value(of))).collect();
        PrintedRules { name, meaning, source, values }
    });
    printed.collect()
}

/// A line for each switch with its values, and one with what it means and who says so.
fn table(presets: &[Rules]) -> String {
    let usual = Rules::MR5.options();
    let mut text = String::new();
    for (place, switch) in Rules::SWITCHES.iter().enumerate() {
        let shown = |value: i64| match (switch.is_flag, value) {
            (true, 0) => "no".to_owned(),
            (true, _) => "yes".to_owned(),
            (false, value) => value.to_string(),
        };
        let of_presets: Vec<String> = values(place, presets)
            .map(|(preset, value)| {
                let differs = presets.len() == 1 && value != usual[place].1;
                let than = if differs {
                    format!(" ({}: {})", Rules::MR5.name, shown(usual[place].1))
                } else {
                    String::new()
                };
                format!("{preset} {}{than}", shown(value))
            })
            .collect();
        text += &format!("{:<16} {}\n", switch.name, of_presets.join(", "));
        text += &format!("    {} [{}]\n", switch.meaning, switch.source);
    }
    text
}
