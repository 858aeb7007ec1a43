//! The command line.

mod bots;
mod cards;
mod convert;
mod field;
mod hands;
mod import;
mod learning;
mod reading;
#[cfg(test)]
mod reference;
mod review;
mod rules;
mod serve;
mod shell;
mod suite;

pub(crate) use field::{CompareArgs, ReportArgs, TournamentArgs, Weighted};
pub(crate) use learning::{CalibrateArgs, NetArgs, TuneArgs};

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use duelfish_arena::{Entrant, Shard, TimeControl};
use duelfish_engine::{Catalogue, Player, Rules};
use duelfish_search::Spec;

use self::bots::{bots, counted_spec, entrant, spec};
use crate::database::OwnRead;
use crate::missing::MissingArgs;
use crate::progress::Progress;
use crate::usage::number;

pub(crate) use cards::{CardArgs, CardsArgs};
pub(crate) use convert::{ConvertArgs, DeckForm};
pub(crate) use hands::HandsArgs;
pub(crate) use import::ImportArgs;
pub(crate) use reading::{CardsCommand, ReadArgs};
pub(crate) use review::ReviewArgs;
pub(crate) use rules::RulesArgs;
pub(crate) use serve::ServeArgs;
pub(crate) use shell::{CompletionsArgs, ManArgs};
pub(crate) use suite::SuiteArgs;

/// More duels than this take years.
const MOST_GAMES: u64 = 1_000_000_000;

/// Yu-Gi-Oh! duels at speed: matches between decks, benchmarks, conformance.
#[derive(Debug, Parser)]
#[command(
    name = "duelfish",
    version,
    arg_required_else_help = true,
    after_help = "Example:\n  duelfish match decks/starter/yugi.ydk \
                  decks/starter/kaiba.ydk --games 400\n\n\
                  `duelfish COMMAND --help` has more of them.\n\n\
                  Exit codes: 0 all is well, 1 something is wrong or worse, 2 the input can't be used, \
                  3 undecided, 130 interrupted."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// How to show progress on standard error
    #[arg(long, global = true, value_enum, value_name = "HOW", default_value_t = Progress::Auto)]
    pub(crate) progress: Progress,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play many duels between two decks and say who wins, with error bars
    ///
    /// --details adds each card's shares and win rates, Life Points by turn and the bots' time. --paired plays
    /// the same shuffles twice, once each side going first, and gives pair scores, Elo and intervals over
    /// pairs. --precision stops when the interval is narrow enough. --best-of plays bouts, with Side Decks if
    /// --sided-a and --sided-b name the sided decks. --missing plays decks with cards that are not there yet.
    /// docs/statistics.md says how the numbers are made, docs/strength.md how strong the bots are, and
    /// docs/records.md how a run is recorded, resumed and split.
    #[command(after_help = "Example:\n  duelfish match decks/starter/yugi.ydk \
                            decks/starter/kaiba.ydk --games 400 --seed 7\n  \
                            duelfish match a.ydk b.ydk --best-of 3 --sided-a a-against-b.ydk --precision 5\n  \
                            duelfish match a.ydk b.ydk --games 4 --bot-a mcts --tc 1+0.01 --threads 1\n\n\
                            A file for --missing sub=FILE has lines like\n  \
                            Pot of Greed = Ookazi  # a passcode or a name, and why\n\
                            Results with --missing blank or sub are marked: they are not \
                            results of the real decks.\n\n\
                            A program of yours plays with `--bot-a exec:./mybot`; docs/bots.md has the \
                            protocol. It loses each duel in which it gives no legal answer, and the \
                            result says so.")]
    Match(MatchArgs),
    /// Play a duel against a bot, in the terminal
    ///
    /// You choose by number, read cards, take choices back with `undo` and ask for a `hint`. docs/play.md shows
    /// a duel.
    #[command(
        after_help = "Example:\n  duelfish play decks/starter/yugi.ydk --vs decks/starter/kaiba.ydk\n  \
                            duelfish play decks/starter/yugi.ydk --vs decks/starter/kaiba.ydk --save my.duel\n  \
                            duelfish play --resume my.duel\n  \
                            duelfish play decks/starter/yugi.ydk --vs decks/starter/kaiba.ydk --ponder\n\n\
                            Type numbers to choose, ? for everything else. The bot sees of your \
                            cards what you see of its: both know both decks, nobody a hand or \
                            what is Set. Standard input need not be a terminal."
    )]
    Play(PlayArgs),
    /// Play, watch and go on with duels on a page in the browser
    #[command(after_help = serve::EXAMPLES)]
    Serve(ServeArgs),
    /// Decide by a sequential test over paired duels whether bot A plays better than bot B
    ///
    /// The verdict is the exit code. docs/statistics.md says how the test decides.
    #[command(after_help = "Example:\n  duelfish sprt --a greedy --b random \
                            decks/starter/yugi.ydk decks/starter/kaiba.ydk --elo1 20\n\n\
                            Both bots play the same decks in the same seats with the same \
                            shuffles, one after the other: two duels are a pair. With several \
                            decks every two of them meet, in both seats.\n\n\
                            A program of yours plays with `--a exec:./mybot` (docs/bots.md). With \
                            `--tc 10+0.1` bots have 10 seconds for a duel and 0.1 seconds more for each \
                            choice.\n\n\
                            Exit code: 0 H1 is accepted (A is better), 1 H0 is accepted, \
                            3 undecided, 2 the input can't be used, 130 interrupted.")]
    Sprt(SprtArgs),
    /// Join the records of all shards of a run, and report on the whole
    ///
    /// Several machines can play one run; docs/records.md says how.
    #[command(
        after_help = "Example:\n  duelfish merge part1.duels part2.duels --out whole.duels\n\n\
                            The parts come from the same command with --shard 1/2 --record \
                            part1.duels and --shard 2/2 --record part2.duels. Record and numbers \
                            are those of the run in one piece.\n\n\
                            Of tournament and compare: duelfish merge part1 part2 --out whole, and \
                            then the same command with --record whole --resume."
    )]
    Merge(MergeArgs),
    /// Look into a record: list its duels, step through one, export it, prove its results
    ///
    /// A duel is stepped through forwards and backwards. --check proves the results of a record by playing its
    /// duels again. docs/records.md says how a record is made.
    #[command(
        after_help = "Example:\n  duelfish replay run.duels\n  duelfish replay run.duels 3\n  \
                            duelfish replay run.duels 3 --export text\n  \
                            duelfish replay run.duels --check\n\n\
                            Records come from --record FILE of match and sprt. While stepping \
                            through a duel, Enter goes forwards, b backwards, g N to decision N, \
                            e to the end, q quits."
    )]
    Replay(ReplayArgs),
    /// Say which moves of a recorded duel lost most, by the judgement of a bot
    #[command(after_help = review::EXAMPLES)]
    Review(ReviewArgs),
    /// Turn replays of EDOPro into records, for `replay`, `analyze` and `solve`
    #[command(after_help = import::EXAMPLES)]
    Import(ImportArgs),
    /// Ask a bot what it would do in a position, or at a decision of a recorded duel, and why
    #[command(
        after_help = "Example:\n  duelfish analyze docs/example-position.txt --bot mcts:iters=5000\n  \
                            duelfish analyze run.duels --duel 3 --decision 20\n\n\
                            The bot sees what the player who is asked may see, and no more. Its \
                            values are chances to win by the evaluation that it uses. A tree search \
                            (mcts) also gives 95% intervals, of the worlds and lines that it looked at \
                            and not of errors of its evaluation, and the line that it expects, played \
                            in one dealt world. Last come the cards that the opponent may have in the \
                            hand and Set, counted over 200 dealt worlds. docs/review.md says what all that is and is not."
    )]
    Analyze(AnalyzeArgs),
    /// Prove of positions and puzzles whether the turn player can win this turn
    ///
    /// A position is won if the turn player wins whatever the opponent and chance do. --seconds and --nodes
    /// limit the work for each file.
    #[command(
        after_help = "Example:\n  duelfish solve search/tests/solve/fissure-clears-the-way.txt\n  \
                            duelfish solve search/tests/puzzles/axe-on-the-weaker.lua --seconds 60\n\n\
                            Of a record: `solve run.duels --duel 3 --decision 20`.\n\n\
                            Nothing is hidden: both hands, Set cards and Decks are known, and chance \
                            goes every way unless the position says which. A win is played again \
                            against every legal reply. Puzzles are the Lua files of EDOPro, read as \
                            data (docs/puzzles.md).\n\n\
                            Exit codes: 0 all are won, 1 one is proven not to be, 3 one is not known, \
                            130 Ctrl-C came, 2 one can't be used or is unsupported; the others \
                            are answered all the same."
    )]
    Solve(SolveArgs),
    /// Ask bots about positions with an agreed answer, and count the right ones
    #[command(after_help = suite::EXAMPLES)]
    Suite(SuiteArgs),
    /// Play every deck of a field against every other one
    ///
    /// A directory stands for the decks in it, as wherever several decks can be given. The result has scores
    /// with intervals, strengths (Bradley-Terry), the score against the field, and the Nash mix. docs/fields.md
    /// says how to read it; docs/goat-field.md is a field of twelve Goat decks.
    #[command(after_help = "Example:\n  duelfish tournament a.ydk b.ydk c.ydk=2 --games 60\n  \
                            duelfish tournament decks/starter --games 20 --bot heuristic\n\n\
                            Says who beats whom, how strong each deck is and which mix of \
                            decks nothing beats. Each two decks play pairs of duels with the same shuffles, each deck \
                            going first once. With --record the duels go to files in a directory.")]
    Tournament(TournamentArgs),
    /// Say whether a change makes a deck better
    ///
    /// Both versions of the deck have the same luck against each opponent. docs/fields.md says how to read the
    /// result.
    #[command(
        after_help = "Example:\n  duelfish compare old.ydk new.ydk --vs a.ydk=3 b.ydk --games 100\n\n\
                            Old and new meet each opponent with the same luck. \
                            Exit codes: 0 the new deck is better, 1 it is worse, 3 undecided: then it says \
                            how many duels it takes; 130 the run was interrupted."
    )]
    Compare(CompareArgs),
    /// Make one page of HTML of results, with charts, to look at and to send
    ///
    /// docs/fields.md shows how a page is made.
    #[command(after_help = "Example:\n  duelfish report results.json -o results.html\n\n\
                            Results are what match (with --details for cards and Life Points), \
                            sprt, tournament and compare print with --format json.")]
    Report(ReportArgs),
    /// Fit the weights of the evaluation to duels that a bot plays against itself
    ///
    /// With --net it trains a network that judges positions, with --policy one that foretells moves; docs/strength.md shows
    /// how those that come with the program were made.
    #[command(
        after_help = "Example:\n  duelfish tune a.ydk b.ydk c.ydk --held-out d.ydk --games 20 --out weights.txt\n  \
                      duelfish tune a.ydk b.ydk --policy --bot mcts:iters=4 --games 4 --out my.policy"
    )]
    Tune(Box<TuneArgs>),
    /// Say whether a bot's chances to win are what they say
    ///
    /// The bot plays against itself, and each of its values stands beside the result. It prints the log loss, a table of reliability, and how much the value of the player who chooses changes
    /// on average within a turn and when the turn passes: nothing, if values are honest (docs/strength.md).
    #[command(
        after_help = "Example:\n  duelfish calibrate decks/starter/yugi.ydk decks/starter/kaiba.ydk --bot mcts:iters=40 --games 20"
    )]
    Calibrate(CalibrateArgs),
    /// Measure the engine: random duels on one thread, every zone asked
    ///
    /// docs/performance.md lists figures with the command of each.
    #[command(
        after_help = "Example:\n  duelfish bench --games 2000 --format json\n  duelfish bench --rules goat --decks a.ydk b.ydk --games 500"
    )]
    Bench(BenchArgs),
    /// Count the lines of play to a depth, by make/undo and by copy
    ///
    /// The two counts must agree. --position begins from a position file.
    #[command(after_help = "Example:\n  duelfish perft decks/starter/normal4.ydk \
                            decks/starter/normal46.ydk --seed 1 --depth 4 --divide")]
    Perft(PerftArgs),
    /// Run duel tests: positions, actions and what must be true then, as text
    #[command(after_help = "Example:\n  duelfish test engine/tests/rules/*.duel\n\n\
                            Without --cards, card files in a folder `cards` beside the tests, or \
                            beside the folder that they are in, are known too.")]
    Test(TestArgs),
    /// Replay recorded duels of the reference engine and compare every state and question
    ///
    /// The reference engine is ocgcore. --as-far-as-possible also replays duels with cards that are not there
    /// yet, until these matter. --shown notes which cards the duels have shown.
    #[command(after_help = "Example:\n  duelfish conform conform/traces/*.gz --format json\n  \
                            duelfish conform --as-far-as-possible conform/traces/goat.jsonl.gz\n  \
                            duelfish conform conform/traces/*.gz --shown shown.tsv\n\n\
                            With --as-far-as-possible a card that can't be played yet is a blank: \
                            options that only its text could give are left out of the \
                            comparison, and the duel ends early where the card is activated, \
                            lies face-up or is chosen for something else that a blank can't do.")]
    Conform(ConformArgs),
    /// Look at decks
    #[command(subcommand, after_help = "Example:\n  duelfish deck check decks/starter/normal4.ydk")]
    Deck(DeckCommand),
    /// Say what a deck opens how often, exactly and by a simulation
    ///
    /// Without --want it lists every card. docs/hands.md describes the conditions.
    #[command(after_help = hands::EXAMPLES)]
    Hands(HandsArgs),
    /// Turn a deck into a .ydk file, a ydke:// URL or a list of names
    #[command(after_help = convert::EXAMPLES)]
    Convert(ConvertArgs),
    /// List cards by name, with what Duelfish can play
    ///
    /// --coverage counts how many cards are supported, by kind, how many use each part of the card language, and how
    /// many have acted in recorded duels; of decks it says which cards they lack and which to add next. --mutate judges the tests of cards: it
    /// changes their texts in every place and lists the changes that no test notices. --duels plays random duels with
    /// decks full of the cards.
    #[command(
        args_conflicts_with_subcommands = true,
        subcommand_precedence_over_arg = true,
        after_help = cards::EXAMPLES
    )]
    Cards(CardsArgs),
    /// Show one card by passcode or name
    ///
    /// It says in words what the compiled text of the card does. docs/card-language.md explains the language of
    /// card texts.
    #[command(
        after_help = "Example:\n  duelfish card 89631139\n  duelfish card \"Summoned Skull\""
    )]
    Card(CardArgs),
    /// Say in one sentence whether an action is legal in a position, and by what
    ///
    /// The sentence names the rule or the card that says so. --after takes an action before.
    #[command(after_help = "Example:\n  duelfish why docs/example-position.txt \
                            \"summon Summoned Skull\"\n  \
                            duelfish why docs/example-position.txt --after \"set Mystical Elf\" \
                            \"summon Summoned Skull\"\n\n\
                            A position can be pasted behind the command:\n    \
                            duelfish why - \"attack M1 direct\" <<'END'\n    \
                            turn 3 P1 battle\n    \
                            P1 M1 attack: Battle Ox\n    \
                            END\n\ndocs/rulings.md has ten of these.")]
    Why(WhyArgs),
    /// List the switches of the rules with their values in every preset
    ///
    /// Each switch is listed with its meaning and its source. docs/formats.md tells what the formats of 2005, 2010
    /// and 2014 change.
    #[command(after_help = rules::EXAMPLES)]
    Rules(RulesArgs),
    /// Print a script that completes commands and options in a shell
    #[command(after_help = shell::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Write manual pages, one for each command
    #[command(after_help = shell::MAN)]
    Man(ManArgs),
}

#[derive(Debug, Subcommand)]
pub(crate) enum DeckCommand {
    /// Check sizes, copies, forbidden, unknown and unsupported cards, by name and line
    ///
    /// --rules goat checks against the cards and the Forbidden and Limited List of April 2005, --rules edison
    /// against those of March 2010, --rules hat against those of April to July 2014, and --list against another
    /// list (.lflist.conf).
    #[command(after_help = "Example:\n  duelfish deck check decks/starter/*.ydk\n  \
                            duelfish deck check --rules goat decks/goat\n  \
                            duelfish deck check --rules edison decks/starter/jaden.ydk --format json")]
    Check(DeckCheckArgs),
}

/// Cards of one's own.
#[derive(Debug, Args)]
pub(crate) struct OwnCards {
    /// Directory with card files (*.card) of your own, in addition to the pool
    #[arg(long = "cards", value_name = "DIR")]
    directory: Option<PathBuf>,
    /// A card database like EDOPro's cards.cdb: cards that are not in the pool are read from their texts, and
    /// results with them are marked
    #[arg(long, value_name = "FILE", conflicts_with = "directory")]
    cdb: Option<PathBuf>,
}

impl OwnCards {
    /// Those of this directory.
    pub(crate) const fn of(directory: Option<PathBuf>) -> Self {
        Self { directory, cdb: None }
    }

    /// The cards that a command knows.
    ///
    /// # Errors
    /// Says what is wrong with the directory or its files.
    pub(crate) fn catalogue(&self) -> Result<Cow<'static, Catalogue>> {
        Ok(self.with_declined()?.catalogue)
    }

    /// The same, and the cards of the database that could not be read.
    ///
    /// # Errors
    /// The same.
    pub(crate) fn with_declined(&self) -> Result<OwnRead> {
        if let Some(path) = &self.cdb {
            return crate::database::open(path)?.read();
        }
        let catalogue = match &self.directory {
            None => Cow::Borrowed(duelfish_cards::catalogue()),
            Some(directory) => Cow::Owned(duelfish_cards::catalogue_with_directory(directory)?),
        };
        Ok(OwnRead { catalogue, declined: Vec::new() })
    }

    /// The directory.
    pub(crate) fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// For programs: one JSON document
    Json,
}

/// How results are printed that are also lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// For people
    Table,
    /// For programs: one JSON document
    Json,
    /// For spreadsheets: a line for each result, each card or each two decks
    Csv,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Deck A: a .ydk file or a ydke:// URL
    pub(crate) a: PathBuf,
    /// Deck B: a .ydk file or a ydke:// URL
    pub(crate) b: PathBuf,
    /// Bot that plays deck A
    #[arg(long, value_name = "SPEC", default_value = "greedy", value_parser = entrant,
          help = format!("Bot that plays deck A: {}", bots()))]
    pub(crate) bot_a: Entrant,
    /// Bot that plays deck B
    #[arg(long, value_name = "SPEC", default_value = "greedy", value_parser = entrant,
          help = format!("Bot that plays deck B: {}", bots()))]
    pub(crate) bot_b: Entrant,
    /// Number of duels, or of bouts
    #[arg(long, value_name = "N", default_value_t = 1000,
          allow_negative_numbers = true, value_parser = number(1..=MOST_GAMES))]
    pub(crate) games: u64,
    /// Stop as soon as the 95% interval reaches no more than so many percentage points to either side;
    /// --games is then the most
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(crate) precision: Option<f64>,
    /// Play bouts, as tournaments do: who wins most of at most N duels (3, 5, 7 or 9) wins. The loser of a
    /// duel goes first in the next one
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(1..=u8::MAX))]
    pub(crate) best_of: Option<u8>,
    /// Deck A from the second duel of a bout on: the same cards, some exchanged with the Side Deck
    #[arg(long, value_name = "DECK", requires = "best_of")]
    pub(crate) sided_a: Option<PathBuf>,
    /// Deck B from the second duel of a bout on
    #[arg(long, value_name = "DECK", requires = "best_of")]
    pub(crate) sided_b: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) missing: MissingArgs,
    /// Play every two duels with the same shuffles, once with A and once with B going first
    #[arg(long)]
    pub(crate) paired: bool,
    /// Also say of each card how often it was seen and played, and how often its deck won then; Life
    /// Points by turn; decisions and time of the bots
    #[arg(long)]
    pub(crate) details: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}

/// The player who goes first in a duel of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// The person
    Me,
    /// The bot
    Bot,
    /// As the seed says
    Random,
}

/// Whether output has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also in a pipe
    Always,
    /// Nowhere
    Never,
}

impl Color {
    /// Sets it for everything that is printed from now on.
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Your deck: a .ydk file or a ydke:// URL
    #[arg(value_name = "DECK", required_unless_present = "resume")]
    pub(crate) deck: Option<PathBuf>,
    /// The bot's deck: a .ydk file or a ydke:// URL
    #[arg(long, value_name = "DECK", required_unless_present = "resume")]
    pub(crate) vs: Option<PathBuf>,
    /// Your opponent
    #[arg(long, value_name = "SPEC", value_parser = spec, default_value = "mcts",
          help = format!("Your opponent: {}", Spec::HELP))]
    pub(crate) bot: Spec,
    /// The player who goes first
    #[arg(long, value_enum, default_value_t = First::Random)]
    pub(crate) first: First,
    /// Seed: with the same choices it gives the same duel; a new one by default, which is shown
    #[arg(long, value_name = "S",
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Rule preset
    #[arg(long, value_name = "PRESET", default_value = "mr5", value_parser = rules,
          help = format!("Rule preset: {}", presets()))]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) missing: MissingArgs,
    /// Keep the duel in this file, up to your last choice
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on with a duel that was saved, and keep it in the same file unless --save names another
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["deck", "vs", "bot", "first", "seed", "rules", "missing"])]
    pub(crate) resume: Option<PathBuf>,
    /// Let the bot (mcts or mcts-1) think on while you think. It sees no more than without; its choices can't be repeated by
    /// the seed then
    #[arg(long)]
    pub(crate) ponder: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    #[command(flatten)]
    pub(crate) own: OwnCards,
}

/// The arguments of all runs of duels: how they are played, recorded and split.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Seed: the same seed gives the same duels on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Threads; all cores by default
    #[arg(long, value_name = "T",
          allow_negative_numbers = true, value_parser = number(1..=1024_u16))]
    pub(crate) threads: Option<u16>,
    /// Rule preset
    #[arg(long, value_name = "PRESET", default_value = "mr5", value_parser = rules,
          help = format!("Rule preset: {}", presets()))]
    pub(crate) rules: Rules,
    /// Write every duel to this file, for replay, merge and --resume; what plays several matches writes
    /// files in this directory
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Go on with the record if it exists: no duel is lost, none is played twice. With a larger --games it
    /// becomes the record of the longer run
    #[arg(long, requires = "record")]
    pub(crate) resume: bool,
    /// With --resume: keep what can be read of a damaged record, and play again what stands behind it
    #[arg(long, requires = "resume")]
    pub(crate) drop_damaged: bool,
    /// Play only part I of N of the run, from 1/N to N/N; `merge` joins their records
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,
    /// Limit the time of each player: BASE seconds for a duel, and INC seconds more for each choice. A player
    /// with none left loses the duel. Another run with the seed goes otherwise then, and the result says so
    #[arg(long = "tc", value_name = "BASE+INC", allow_negative_numbers = true,
          value_parser = str::parse::<TimeControl>)]
    pub(crate) time_control: Option<TimeControl>,
}

impl RunArgs {
    /// Number of threads; 0 for one for each core.
    pub(crate) fn thread_count(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

#[derive(Debug, Args)]
pub(crate) struct AnalyzeArgs {
    /// A position file (- reads standard input), or with --duel a file that --record wrote
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Number of the duel in the record
    #[arg(long, value_name = "N")]
    pub(crate) duel: Option<u64>,
    /// How many decisions of that duel are taken before
    #[arg(long, value_name = "K", default_value_t = 0, requires = "duel")]
    pub(crate) decision: usize,
    /// The bot that thinks
    #[arg(long, value_name = "SPEC", value_parser = spec, default_value = "mcts",
          help = format!("The bot that thinks: {}", Spec::HELP))]
    pub(crate) bot: Spec,
    /// Seed: the same seed gives the same answer
    #[arg(long, value_name = "S", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Position files (- reads standard input), puzzles (.lua), or with --duel a file that --record wrote
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Number of the duel in the record
    #[arg(long, value_name = "N")]
    pub(crate) duel: Option<u64>,
    /// How many decisions of that duel are taken before
    #[arg(long, value_name = "K", default_value_t = 0, requires = "duel")]
    pub(crate) decision: usize,
    /// Most decisions that are tried out for a file; 20,000,000 if no limit is given
    #[arg(long, value_name = "N",
          allow_negative_numbers = true, value_parser = number(1..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// Most seconds that a file may take
    #[arg(long, value_name = "S",
          allow_negative_numbers = true, value_parser = number(1..=1_000_000_u64))]
    pub(crate) seconds: Option<u64>,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct SprtArgs {
    /// The decks that both bots play: .ydk files, directories of them or ydke:// URLs
    #[arg(required = true, value_name = "DECK")]
    pub(crate) decks: Vec<PathBuf>,
    /// Play the decks two by two: the first one against the second, the third one against the fourth, and
    /// so on; otherwise each meets every other one
    #[arg(long)]
    pub(crate) two_by_two: bool,
    /// Bot A
    #[arg(long, value_name = "SPEC", value_parser = entrant,
          help = format!("Bot A: {}", bots()))]
    pub(crate) a: Entrant,
    /// Bot B
    #[arg(long, value_name = "SPEC", value_parser = entrant, help = "Bot B, as A")]
    pub(crate) b: Entrant,
    /// H0: A is better by no more than this many Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// H1: A is better by at least this many Elo
    #[arg(long, value_name = "ELO", default_value_t = 20.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// How often H1 may be accepted though H0 is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub(crate) alpha: f64,
    /// How often H0 may be accepted though H1 is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub(crate) beta: f64,
    /// Read --elo0 and --elo1 as normalised Elo, so that the length of the test does not depend
    /// on how much luck the decks have
    #[arg(long)]
    pub(crate) normalised: bool,
    /// Most duels, an even number; undecided after that
    #[arg(long, value_name = "N", default_value_t = 40_000,
          allow_negative_numbers = true, value_parser = number(1..=MOST_GAMES))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) missing: MissingArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The records of all shards, in any order; of tournament and compare, their directories
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<PathBuf>,
    /// Write the record of the whole run to this file; of tournament and compare, to this directory
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Also say what match --details says, for matches of two decks
    #[arg(long)]
    pub(crate) details: bool,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}

/// In which form a duel is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Export {
    /// For people: every decision and what happened
    Text,
    /// For programs: one JSON document
    Json,
    /// For `suite`: the position of one decision as a question, with what was done as its answer
    Question,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// A file that --record wrote
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,
    /// Number of the duel to step through; without it the duels are listed
    #[arg(value_name = "N")]
    pub(crate) duel: Option<u64>,
    /// Print the whole duel in place of stepping through it
    #[arg(long, value_enum, requires = "duel")]
    pub(crate) export: Option<Export>,
    /// With `--export question`: how many decisions of that duel are taken before
    #[arg(long, value_name = "K", requires = "export")]
    pub(crate) decision: Option<usize>,
    /// Play again what is recorded, all of it or duel N, and compare: proves that the recorded
    /// results are those of the recorded choices
    #[arg(long, conflicts_with = "export")]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the list
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The two decks; the built-in deck of 40 Normal Monsters against itself by default
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub(crate) decks: Option<Vec<PathBuf>>,
    /// Number of duels
    #[arg(long, value_name = "N", default_value_t = 20_000,
          allow_negative_numbers = true, value_parser = number(1..=MOST_GAMES))]
    pub(crate) games: u64,
    /// Rule preset
    #[arg(long, value_name = "PRESET", default_value = "mr5", value_parser = rules,
          help = format!("Rule preset: {}", presets()))]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Deck of the player who goes first: a .ydk file or a ydke:// URL
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    pub(crate) a: Option<PathBuf>,
    /// Deck of the player who goes second: a .ydk file or a ydke:// URL
    #[arg(required_unless_present = "position")]
    pub(crate) b: Option<PathBuf>,
    /// Begin from a position file (- reads standard input) in place of two decks; it names its own
    /// rules
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) position: Option<PathBuf>,
    /// Seed of the shuffles
    #[arg(long, value_name = "S", default_value_t = 1,
          allow_negative_numbers = true, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Decisions to look ahead
    #[arg(long, value_name = "D", default_value_t = 4,
          allow_negative_numbers = true, value_parser = number(1..=12_u8))]
    pub(crate) depth: u8,
    /// Also print the count behind each first action
    #[arg(long)]
    pub(crate) divide: bool,
    /// Rule preset
    #[arg(long, value_name = "PRESET", default_value = "mr5", value_parser = rules,
          help = format!("Rule preset: {}", presets()))]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Files of duel tests
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct ConformArgs {
    /// Files of recorded duels: JSON lines, plain or .gz
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Replay duels with cards that can't be played yet too, for as long as these cards don't
    /// matter; such duels count neither as passed nor as failed, unless they differ before that
    #[arg(long)]
    pub(crate) as_far_as_possible: bool,
    /// Note in this table in how many of the duels each card has acted; `cards --coverage` tells that. A number that
    /// stands there for the same text is only raised
    #[arg(long, value_name = "FILE", conflicts_with = "as_far_as_possible")]
    pub(crate) shown: Option<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct DeckCheckArgs {
    /// Decks: .ydk files, directories of them or ydke:// URLs
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Rule preset: how many cards an Extra Deck may hold, and for `goat`, `edison` and `hat` which
    /// cards there were and how many copies were allowed
    #[arg(long, value_name = "PRESET", default_value = "mr5", value_parser = rules,
          help = format!("Rule preset, with the cards of its time: {}", presets()))]
    pub(crate) rules: Rules,
    /// List of forbidden and limited cards to check against (.lflist.conf), in place of the
    /// preset's; the file's first list
    #[arg(long, value_name = "FILE")]
    pub(crate) list: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct WhyArgs {
    /// A position file, or - for a position from standard input
    #[arg(value_name = "POSITION_FILE")]
    pub(crate) position: PathBuf,
    /// The action as records write it, in quotes: "attack M1 -> M2"
    #[arg(value_name = "ACTION")]
    pub(crate) action: String,
    /// An action that is taken before, as records write it; once for each, in their order
    #[arg(long, value_name = "ACTION")]
    pub(crate) after: Vec<String>,
    /// Whose action it is: P1 or P2; the player's who is asked without it
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub(crate) player: Option<Player>,
    #[command(flatten)]
    pub(crate) own: OwnCards,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

fn player(text: &str) -> Result<Player, String> {
    match text {
        "P1" | "p1" => Ok(Player::FIRST),
        "P2" | "p2" => Ok(Player::SECOND),
        _ => Err("write P1 or P2".to_owned()),
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(index, of)| {
        let (index, of): (u64, u64) = (index.trim().parse().ok()?, of.trim().parse().ok()?);
        (1..=of).contains(&index).then(|| Shard { index: index - 1, of })
    });
    parts.ok_or_else(|| "write part I of N as I/N, from 1/N to N/N".to_owned())
}

fn rules(text: &str) -> Result<Rules, String> {
    Rules::preset(text).ok_or_else(|| format!("there is no such preset; presets: {}", presets()))
}

fn presets() -> String {
    Rules::PRESETS.map(|rules| rules.name).join(", ")
}
