//! Questions about a whole turn: the board that it makes.

use std::sync::atomic::{AtomicBool, Ordering};

use duelfish_engine::{Actions, Catalogue, DeckList, Duel, Game, Outcome, Player, Script, View};
use duelfish_search::beam::{BeamGuide, BeamLimits, widening};
use duelfish_search::duels::{DuelJudge, Evaluator, TurnGuide, World};
use duelfish_search::{Budget, Leaf, Playable, Setup, Spec};

use super::{SuiteQuestion, WantedBoard};

/// The boards of a question, and a line that makes one of them.
#[derive(Clone, Debug)]
pub struct BoardTask {
    /// The turn is right if one of these boards stands when it has ended, or if its player has won.
    pub boards: Vec<WantedBoard>,
    /// Actions of the turn that lead to such a board, as they are written, with the players who take them.
    pub line: Vec<(Player, String)>,
    /// Chance after the actions before the decision.
    pub(super) chance: Script,
}

/// The result of a search for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBoard {
    /// The actions of both players, as a question writes them, if a line was found.
    pub line: Option<Vec<String>>,
    /// How many decisions were tried out.
    pub nodes: u64,
}

/// No line of a turn has more choices.
const LONGEST: usize = 100;
/// The widest beam of a search for a board.
const WIDEST: usize = 8192;

impl BoardTask {
    /// Whether a board stands. The view must show both sides.
    #[must_use]
    pub fn holds(&self, view: &View<'_>) -> bool {
        self.boards.iter().any(|board| board.holds(view))
    }

    /// How near the nearest board is, from 0 to 1; 1 only if it stands.
    #[must_use]
    pub fn nearness(&self, view: &View<'_>) -> f32 {
        self.boards.iter().map(|board| board.nearness(view)).fold(0.0, f32::max)
    }

    /// Whether a duel whose turn has ended is right.
    fn is_right(&self, game: &Game<'_>, duel: &Duel, player: Player) -> bool {
        match duel.outcome() {
            Some(outcome) => outcome.winner() == Some(player),
            None => self.holds(&duel.judge_view(game)),
        }
    }

    /// The chance that answers in the turn.
    #[must_use]
    pub fn chance(&self) -> Script {
        self.chance.clone()
    }
}

impl SuiteQuestion {
    /// Plays the line that is written after the boards. `Ok` if a board stands when the turn has ended.
    ///
    /// # Errors
    /// Says in words which action can't be taken, or what the turn made instead.
    pub fn proves_board(&self, cards: &Catalogue) -> Result<(), String> {
        let Some(task) = &self.board else { return Err("the question has no board".to_owned()) };
        let game = Game::new(self.rules.clone(), cards);
        let (mut duel, mut chance) = (self.duel, task.chance());
        let Some(player) = duel.decision().map(|decision| decision.player) else {
            return Err("the duel is over".to_owned());
        };
        for (number, (actor, text)) in task.line.iter().enumerate() {
            let asked = duel.decision().map(|decision| decision.player);
            if asked != Some(*actor) {
                let asked = asked.map_or("nobody".to_owned(), |player| player.to_string());
                return Err(format!(
                    "action {} (`{text}`): it is {asked} who is asked",
                    number + 1
                ));
            }
            let action = duel.parse(&game, text).map_err(|error| {
                format!("action {}: {}", number + 1, error.to_string().replace('\n', " "))
            })?;
            duel.apply(&game, action, &mut chance, &mut ());
        }
        if duel.outcome().is_none() && duel.turn() == self.duel.turn() {
            return Err("the turn has not ended after the line; write `P1> end` last".to_owned());
        }
        if task.is_right(&game, &duel, player) {
            return Ok(());
        }
        Err(format!("no board stands: {}", shown(&duel.judge_view(&game), player)))
    }

    /// Searches the turn for a line that makes a board, over at most so many decisions that are tried out. The search
    /// sees all cards, and chance as the question has it; the opponent answers by rules of thumb.
    #[must_use]
    pub fn find_board(&self, cards: &Catalogue, nodes: u64) -> Option<FoundBoard> {
        let task = self.board.as_ref()?;
        let game = Game::new(self.rules.clone(), cards);
        let player = self.duel.decision()?.player;
        let mut world = World::copied(&game, self.duel, task.chance());
        let mut evaluator = Evaluator::default();
        let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
        let near = |view: &View<'_>| task.nearness(view);
        let mut guide = TurnGuide::new(player, &mut judge).towards(&near);
        let limits = BeamLimits { width: WIDEST, depth: LONGEST };
        let found = widening(&world, &mut guide, limits, Budget::of(nodes));
        let best = found.lines.first().filter(|line| line.is_goal);
        let line = best.map(|line| {
            let mut moves = line.moves.iter();
            replayed(&mut world, &mut guide, &mut || moves.next().map(|step| step.key))
        });
        Some(FoundBoard { line, nodes: found.nodes })
    }
}

/// The actions of both players when a line of keys is played, as a question writes them.
fn replayed(
    world: &mut World<'_, Script>,
    guide: &mut TurnGuide<'_, '_>,
    next: &mut dyn FnMut() -> Option<u64>,
) -> Vec<String> {
    let (mut words, mut moves) = (Vec::new(), Vec::new());
    while let Some(asked) = world.duel.decision().map(|decision| decision.player) {
        if BeamGuide::is_beyond(guide, world) {
            break;
        }
        let action = guide.answer(world).or_else(|| {
            world.moves(&mut moves);
            let key = match moves.iter().all(|choice| choice.key == moves[0].key) {
                true => moves[0].key,
                false => next()?,
            };
            moves.iter().find(|choice| choice.key == key).map(|choice| choice.action)
        });
        let Some(action) = action else { break };
        words.push(format!("{asked}> {}", world.duel.describe(world.game, action)));
        world.play(action);
    }
    words
}

/// Lets a bot play the turn: what it made, in words, and whether that is right; none if it was stopped.
pub(super) fn played_turn(
    cards: &Catalogue,
    question: &SuiteQuestion,
    task: &BoardTask,
    spec: &Spec,
    seed: u64,
    stop: &AtomicBool,
) -> Option<(String, bool)> {
    let game = Game::new(question.rules.clone(), cards);
    let (mut duel, mut chance) = (question.duel, task.chance());
    let player = duel.decision()?.player;
    let mut bots = [Spec::Heuristic.build(), Spec::Heuristic.build()];
    bots[player.index()] = spec.build();
    let list = DeckList { main: &[], extra: &[] };
    for me in Player::BOTH {
        bots[me.index()].begin(&Setup { me, decks: [Some(list); 2] }, seed);
    }
    let mut legal = Actions::new();
    let flags = [stop];
    while let Some(asked) = duel.decision().map(|decision| decision.player) {
        if duel.turn() != question.duel.turn() {
            break;
        }
        duel.legal_actions(&game, &mut legal);
        let budget = if asked == player { spec.budget() } else { Budget::NONE };
        let view = duel.view(&game, asked);
        let choice = bots[asked.index()].choose(&view, &legal, Budget { stop: &flags, ..budget });
        // A bot that was stopped while thinking may answer anything.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        duel.apply(&game, choice.action, &mut chance, &mut ());
    }
    let right = task.is_right(&game, &duel, player);
    Some((shown(&duel.judge_view(&game), player), right))
}

/// The board that a turn made, in words: the winner, or the player's face-up monsters and how many cards lie beside them.
fn shown(view: &View<'_>, player: Player) -> String {
    if let Some(winner) = view.outcome().and_then(Outcome::winner) {
        return format!("{winner} wins");
    }
    let cards = view.game().cards;
    let monsters: Vec<String> = view
        .monsters(player)
        .map(|(_, monster)| match monster.code {
            Some(code) if monster.position.is_face_up() => cards.name(code).to_owned(),
            _ => "a Set monster".to_owned(),
        })
        .collect();
    let monsters = if monsters.is_empty() { "no monster".to_owned() } else { monsters.join(", ") };
    let (spells, hand) = (view.spells(player).count(), view.hand_count(player));
    format!("{monsters}; {spells} Spells and Traps, {hand} cards in the hand")
}
