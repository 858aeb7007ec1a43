//! Arguments of `duelfish rules`.

use clap::Args;
use duelfish_engine::Rules;

use super::{Format, presets, rules};

pub(super) const EXAMPLES: &str = "Example:
  duelfish rules
  duelfish rules edison

Position files set switches by these names: `rules mr5 first-draw=1`.";

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// Only this preset, and where it differs from the first one
    #[arg(value_name = "PRESET", value_parser = rules,
          help = format!("Only this preset, and where it differs from mr5: {}", presets()))]
    pub(crate) preset: Option<Rules>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}
