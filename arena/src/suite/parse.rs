//! Reading suites.

use duelfish_engine::{
    Action, Actions, Catalogue, Duel, Game, NotationError, Player, Position, PositionError, Script,
};

use super::{BoardTask, CLASSES, SuiteQuestion, WantedBoard};

/// A question of a file that can't be asked. The Display is one line that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct SuiteError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// The fault and the remedy.
    pub what: String,
}

/// A line of a file: its number from 1, and its text.
type NumberedLine<'t> = (usize, &'t str);

/// A line that is wrong, and the error in it.
type WrongLine = (usize, String);

/// One question as lines.
#[derive(Default)]
struct Draft<'t> {
    line: usize,
    name: &'t str,
    class: Option<&'static str>,
    why: Option<&'t str>,
    position: Vec<NumberedLine<'t>>,
    steps: Vec<NumberedLine<'t>>,
    /// Whether the answers are the right ones, and what they are.
    answers: Option<(bool, NumberedLine<'t>)>,
    /// The boards of a question about a whole turn, and the actions that make one of them.
    boards: Vec<NumberedLine<'t>>,
    line_to_board: Vec<NumberedLine<'t>>,
}

impl SuiteQuestion {
    /// Reads the questions of a file's text; `file` is only how errors call it.
    ///
    /// # Errors
    /// Names the first line that is wrong, and what to do.
    pub fn parse_all(text: &str, file: &str, cards: &Catalogue) -> Result<Vec<Self>, SuiteError> {
        let named = |(line, what): WrongLine| SuiteError { file: file.to_owned(), line, what };
        let drafts = drafts(text).map_err(named)?;
        if drafts.is_empty() {
            let what = "there is no question in it; begin one with `question NAME`";
            return Err(named((1, what.to_owned())));
        }
        let mut all: Vec<Self> = Vec::new();
        for draft in drafts {
            if let Some(before) = all.iter().find(|before| before.name == draft.name) {
                let what = format!(
                    "line {} has a question of this name; give it another one",
                    before.line
                );
                return Err(named((draft.line, what)));
            }
            all.push(draft.question(file, cards).map_err(named)?);
        }
        Ok(all)
    }
}

/// Cuts a file into questions.
fn drafts(text: &str) -> Result<Vec<Draft<'_>>, WrongLine> {
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word == "question" {
            if !is_name(rest) {
                let what = "a question has a name of small letters, digits and `-`: write `question no-trap-for-tokens`";
                return Err((number, what.to_owned()));
            }
            drafts.push(Draft { line: number, name: rest, ..Draft::default() });
            continue;
        }
        let Some(draft) = drafts.last_mut() else {
            let what = "this line stands before the first question; begin with `question NAME`";
            return Err((number, what.to_owned()));
        };
        draft.add(number, line).map_err(|what| (number, what))?;
    }
    Ok(drafts)
}

/// Whether a text can name a question.
fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.len() <= 80 && text.chars().all(fits)
}

impl<'t> Draft<'t> {
    /// Takes a line of the question.
    fn add(&mut self, number: usize, line: &'t str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if self.answers.is_some() {
            return Err("the answers end a question; write this line before them, or begin the next one with `question NAME`".to_owned());
        }
        let twice = || format!("a second line says `{word}`; remove one of them");
        match word {
            "class" => {
                let class = CLASSES.into_iter().find(|(class, _)| *class == rest);
                let (class, _) = class.ok_or_else(|| {
                    let all = CLASSES.map(|(class, _)| class).join(", ");
                    format!("there is no class `{}`; write one of {all}", rest.escape_debug())
                })?;
                self.class.replace(class).map_or(Ok(()), |_| Err(twice()))
            }
            "why" if rest.ends_with('.') && rest.split_whitespace().count() > 2 => {
                self.why.replace(rest).map_or(Ok(()), |_| Err(twice()))
            }
            "why" => Err("the reason is a sentence and ends with a full stop; write `why Tokens are worth less than a Trap.`".to_owned()),
            "board" if self.line_to_board.is_empty() => {
                self.boards.push((number, rest));
                Ok(())
            }
            "P1>" | "P2>" if !self.boards.is_empty() => {
                self.line_to_board.push((number, line));
                Ok(())
            }
            _ if !self.boards.is_empty() => {
                Err("after a board only further boards and then the actions that make one may stand; write this line before them".to_owned())
            }
            "best" | "avoid" => {
                self.answers = Some((word == "best", (number, rest)));
                Ok(())
            }
            "P1>" | "P2>" => {
                self.steps.push((number, line));
                Ok(())
            }
            _ if !self.steps.is_empty() => {
                Err("the position ends where the first action is taken; write this line before it".to_owned())
            }
            _ => {
                self.position.push((number, line));
                Ok(())
            }
        }
    }

    fn question(self, file: &str, cards: &Catalogue) -> Result<SuiteQuestion, WrongLine> {
        let lacks = |what: &str| (self.line, format!("the question has no {what}"));
        let class = self.class.ok_or_else(|| lacks("class; write a line `class WORD`"))?;
        let why = self.why.ok_or_else(|| lacks("reason; write a line `why SENTENCE`"))?;
        let position = self.read_position(cards)?;
        let game = position.game(cards);
        let (duel, chance) = self.taken(&position, &game)?;
        let board = self.task(cards, &duel, chance)?;
        let missing = || {
            lacks(
                "answer; write a line `best ACTION` or `avoid ACTION`, or `board PART; PART` for a whole turn",
            )
        };
        let (is_best, answers) = match (self.answers, &board) {
            (Some((is_best, list)), _) => (is_best, read_answers(&duel, &game, is_best, list)?),
            (None, Some(_)) => (true, Vec::new()),
            (None, None) => return Err(missing()),
        };
        let lines = self.position.iter().chain(&self.steps);
        Ok(SuiteQuestion {
            file: file.to_owned(),
            line: self.line,
            name: self.name.to_owned(),
            class,
            why: why.to_owned(),
            is_best,
            board,
            rules: position.rules.clone(),
            duel,
            answers,
            body: lines.map(|(_, line)| (*line).to_owned()).collect(),
        })
    }

    /// Reads the position, with the lines of the file in errors.
    fn read_position(&self, cards: &Catalogue) -> Result<Position, WrongLine> {
        let lines: Vec<&str> = self.position.iter().map(|(_, line)| *line).collect();
        Position::parse(&lines.join("\n"), cards).map_err(|error| {
            let PositionError { line, what } = error;
            let at = self.position.get(line.saturating_sub(1));
            (at.map_or(self.line, |(number, _)| *number), what)
        })
    }

    /// The boards of the question and the line to one of them, if it is about a whole turn.
    fn task(
        &self,
        cards: &Catalogue,
        duel: &Duel,
        chance: Script,
    ) -> Result<Option<BoardTask>, WrongLine> {
        let Some((first, _)) = self.boards.first() else { return Ok(None) };
        let asked = duel.decision().map(|decision| decision.player);
        if asked != Some(duel.turn_player()) {
            let what = "a board is asked of the player whose turn it is, and somebody else or nobody is asked here; end the actions before it elsewhere";
            return Err((*first, what.to_owned()));
        }
        let read = |(number, text): &NumberedLine<'_>| {
            WantedBoard::parse(text, cards).map_err(|what| (*number, what))
        };
        let boards = self.boards.iter().map(read).collect::<Result<_, _>>()?;
        let step = |(_, line): &NumberedLine<'_>| {
            let (player, action) = line.split_once('>').unwrap_or((line, ""));
            let player = if player == "P1" { Player::FIRST } else { Player::SECOND };
            (player, action.trim().to_owned())
        };
        let line = self.line_to_board.iter().map(step).collect();
        Ok(Some(BoardTask { boards, line, chance }))
    }

    /// The duel after the actions that lead to the decision, and the rest of chance.
    fn taken(&self, position: &Position, game: &Game<'_>) -> Result<(Duel, Script), WrongLine> {
        let mut chance = position.script();
        let mut duel = position.start(game, &mut chance, &mut ());
        let open = chance.misses();
        for (number, step) in &self.steps {
            let wrong = |what: String| (*number, what);
            let Some(asked) = duel.decision().map(|decision| decision.player) else {
                return Err(wrong(
                    "the duel is over before this action; remove the line".to_owned(),
                ));
            };
            let (player, text) = step.split_once('>').unwrap_or((step, ""));
            if player != asked.to_string() {
                return Err(wrong(format!(
                    "it is {asked} who is asked here; write `{asked}> ...`"
                )));
            }
            let action = duel.parse(game, text.trim()).map_err(|error| wrong(unread(&error)))?;
            duel.apply(game, action, &mut chance, &mut ());
            // Any answer of chance in its place would be about another duel.
            if chance.misses() > open {
                return Err(wrong(
                    "the position leaves open what chance brings here; say it, with a line like `P1 draws: NAME`, `P1 picked: NAME` or `coins heads`"
                        .to_owned(),
                ));
            }
        }
        Ok((duel, chance))
    }
}

/// Reads the answers, which must leave a choice.
fn read_answers(
    duel: &Duel,
    game: &Game<'_>,
    is_best: bool,
    list: NumberedLine<'_>,
) -> Result<Vec<(String, Action)>, WrongLine> {
    let (number, list) = list;
    let wrong = |what: String| (number, what);
    if duel.decision().is_none() {
        return Err(wrong("nobody is asked here: the duel is over".to_owned()));
    }
    let texts = list.split(';').map(str::trim).filter(|text| !text.is_empty());
    let read = |text: &str| {
        let action = duel.parse(game, text).map_err(|error| wrong(unread(&error)))?;
        Ok((text.to_owned(), action))
    };
    let answers = texts.map(read).collect::<Result<Vec<_>, WrongLine>>()?;
    if answers.is_empty() {
        return Err(wrong("there is no action; write `best ACTION` or `avoid ACTION`".to_owned()));
    }
    let keys = |actions: &mut dyn Iterator<Item = Action>| {
        let mut keys = actions.map(|action| duel.choice_key(action)).collect::<Vec<_>>();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    };
    let mut legal = Actions::new();
    duel.legal_actions(game, &mut legal);
    let named = keys(&mut answers.iter().map(|(_, action)| *action));
    if named < answers.len() {
        return Err(wrong("two of these actions are the same; remove one".to_owned()));
    }
    if named >= keys(&mut legal.iter().copied()) {
        let (all, word) = if is_best { ("right", "best") } else { ("wrong", "avoid") };
        return Err(wrong(format!(
            "every legal action is {all} here, so nothing is asked; leave some out of `{word}`"
        )));
    }
    Ok(answers)
}

/// An error of an action, on one line.
fn unread(error: &NotationError) -> String {
    error.to_string().replace(char::is_control, " ")
}
