//! Weights of bots that are read from files.

use std::io::Read;
use std::sync::Arc;

use crate::belief::Inference;
use crate::duels::{Evaluation, Evaluator};
use crate::mcts_bot::MctsBot;
use crate::mcts_options::MctsOptions;
use crate::net::Net;
use crate::policy::Policy;
use crate::spec::SpecError;

/// An evaluation or a policy that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The file, as it was written.
    pub file: String,
    /// The weights in it.
    pub values: WeightValues,
}

/// One of the kinds of weights.
#[derive(Clone, Debug, PartialEq)]
pub enum WeightValues {
    /// Those of the linear evaluation.
    Linear(Evaluation),
    /// A network.
    Net(Arc<Net>),
    /// A policy, beside the network that comes with this crate.
    Policy(Arc<Policy>),
    /// A belief about hidden cards, beside that network and that policy.
    Inference(Arc<Inference>),
}

/// A file of weights has a few hundred bytes, that of a network less than a million; nothing is read beyond
/// this many.
const MOST_BYTES: u64 = 1 << 25;

impl Weights {
    /// Reads a file of weights, as `duelfish tune` writes it.
    pub(crate) fn read(bot: &'static str, file: &str) -> Result<Self, SpecError> {
        let wrong = |why: String| SpecError::Weights { bot, file: file.to_owned(), why };
        let mut bytes = Vec::new();
        std::fs::File::open(file)
            .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| wrong(error.to_string()))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(wrong(
                "this is too large for a file of weights; choose another one".into(),
            ));
        }
        let for_trees = Policy::begins(&bytes) || Inference::begins(&bytes);
        if for_trees && bot != "mcts" {
            return Err(wrong("only mcts plays with a policy or a belief; give it to mcts".into()));
        }
        let values = if Inference::begins(&bytes) {
            let inference =
                Inference::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
            WeightValues::Inference(Arc::new(inference))
        } else if Policy::begins(&bytes) {
            let policy = Policy::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
            WeightValues::Policy(Arc::new(policy))
        } else if Net::begins(&bytes) {
            let net = Net::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
            WeightValues::Net(Arc::new(net))
        } else {
            let text = String::from_utf8(bytes).map_err(|_| wrong("this is no text".into()))?;
            let linear = Evaluation::parse(&text).map_err(|error| wrong(error.to_string()))?;
            WeightValues::Linear(linear)
        };
        Ok(Self { file: file.to_owned(), values })
    }

    /// The tree search with these options that plays with them.
    pub(crate) fn play(&self, options: MctsOptions) -> MctsBot {
        let bot = MctsBot::judging(options, self.evaluator());
        match &self.values {
            WeightValues::Policy(policy) => bot.with_policy(Arc::clone(policy)),
            WeightValues::Inference(inference) => bot.with_inference(Arc::clone(inference)),
            WeightValues::Linear(_) | WeightValues::Net(_) => bot,
        }
    }

    /// Their evaluation, ready for a duel.
    pub(crate) fn evaluator(&self) -> Evaluator {
        match &self.values {
            WeightValues::Linear(linear) => (*linear).into(),
            WeightValues::Net(net) => Arc::clone(net).into(),
            WeightValues::Policy(_) | WeightValues::Inference(_) => Net::fitted().into(),
        }
    }

    /// A number that tells these weights from others, whatever their file is called and says besides.
    #[must_use]
    pub fn hash(&self) -> u64 {
        // The 64-bit FNV-1a hash (Fowler, Noll and Vo).
        let hash = |bytes: &[u8]| {
            bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
            })
        };
        match &self.values {
            WeightValues::Linear(linear) => hash(&linear.weights().map(f32::to_le_bytes).concat()),
            // The text in which a file tells of itself does not count.
            WeightValues::Net(net) => {
                hash(&Net { about: String::new(), ..(**net).clone() }.to_bytes())
            }
            WeightValues::Policy(policy) => {
                hash(&Policy { about: String::new(), ..(**policy).clone() }.to_bytes())
            }
            WeightValues::Inference(inference) => {
                hash(&Inference { about: String::new(), ..(**inference).clone() }.to_bytes())
            }
        }
    }
}
