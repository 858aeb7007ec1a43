//! The conversation with the person: shows the table, reads lines, does what they say.

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use duelfish_arena::record::RecordHeader;
use duelfish_engine::{Action, NotationError, Player};
use duelfish_search::duels::key_of;
use duelfish_search::{Choice, Spec};
use duelfish_session::{
    Called, DuelTable, Menu, PonderingBot, Seat, Voice, WaitsFor, conceded, outcome, saved,
};

use super::paint::{self, FAINT, HEAD, paint};
use super::{help, hint, log, menu, must_be_new, ponder, screen};
use crate::{ExitVerdict, input, interrupt, output};

/// The course of the conversation after a line.
enum Then {
    /// The person is still asked the same.
    Ask,
    /// The duel has changed.
    GoOn,
    /// Answers were taken back.
    TakenBack,
    /// The person leaves.
    Leave,
}

/// Keeps the duel in a file, if there is one.
pub(super) struct Keeper(Arc<Mutex<Option<PathBuf>>>);

impl Keeper {
    /// Keeps the duel in this file. On Ctrl-C it says how to go on and ends the program: the file
    /// holds everything at any moment.
    pub(super) fn new(file: Option<PathBuf>) -> Result<Self> {
        let kept = Arc::new(Mutex::new(file));
        let said = Arc::clone(&kept);
        interrupt::before_end(move || {
            let file = said.lock().unwrap_or_else(PoisonError::into_inner);
            eprintln!("\n{}", where_to_go_on(file.as_deref()));
        })?;
        Ok(Self(kept))
    }

    fn file(&self) -> Option<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, file: PathBuf) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
    }
}

fn where_to_go_on(file: Option<&Path>) -> String {
    match file.map(input::shown) {
        Some(file) => {
            format!("The duel is saved; go on with it: duelfish play --resume {file}")
        }
        None => "The duel is not saved; begin with --save FILE to keep one.".to_owned(),
    }
}

/// The two at the table.
pub(super) struct Setting {
    /// The bot.
    pub(super) bot: Spec,
    /// The person's seat.
    pub(super) me: Player,
}

impl Setting {
    pub(super) fn seats(&self) -> [Seat; 2] {
        saved::seats_of([Seat::Person, Seat::Bot(self.bot.clone())], self.me == Player::SECOND)
    }

    const fn voice(&self) -> Voice {
        Voice::to(self.me, Called::Bot)
    }
}

/// A duel with everything around it.
pub(super) struct Session<'r> {
    table: DuelTable<'r>,
    header: &'r RecordHeader,
    setting: Setting,
    keeper: Keeper,
    /// The bot, if it thinks on while the person is asked.
    pondering: Option<PonderingBot>,
    /// The table as it was shown last.
    shown: String,
}

impl<'r> Session<'r> {
    pub(super) const fn new(
        table: DuelTable<'r>,
        header: &'r RecordHeader,
        setting: Setting,
        keeper: Keeper,
        pondering: Option<PonderingBot>,
    ) -> Self {
        Self { table, header, setting, keeper, pondering, shown: String::new() }
    }

    /// Plays to the end, or until the person leaves.
    pub(super) fn play(mut self) -> Result<ExitVerdict> {
        paint::print(&self.heading())?;
        let mut lines = std::io::stdin().lock().lines();
        let echo = !std::io::stdin().is_terminal();
        loop {
            self.go_on()?;
            let Some(menu) = self.ask()? else { return self.end() };
            let mut pondering = self.pondering.take();
            let thought = self.table.idle_thought();
            let then = ponder::meanwhile(pondering.as_mut(), thought, || {
                self.converse(&menu, &mut lines, echo)
            })?;
            self.pondering = pondering;
            match then {
                None => {
                    paint::print("\n")?;
                    self.leave()?;
                    // As with Ctrl-C, the duel was cut short.
                    return Ok(ExitVerdict::Bad);
                }
                Some(Then::Leave) => {
                    self.leave()?;
                    return Ok(ExitVerdict::Good);
                }
                Some(Then::TakenBack) => {
                    if let Some(bot) = &mut self.pondering {
                        bot.forget();
                    }
                }
                Some(Then::Ask | Then::GoOn) => {}
            }
        }
    }

    /// Obeys line after line, until one of them changes the duel or ends the program; none if there are no more.
    fn converse(
        &mut self,
        menu: &Menu,
        lines: &mut impl Iterator<Item = std::io::Result<String>>,
        echo: bool,
    ) -> Result<Option<Then>> {
        loop {
            paint::print("> ")?;
            let Some(line) = lines.next().transpose()? else { return Ok(None) };
            if echo {
                paint::print(&format!("{}\n", line.trim()))?;
            }
            match self.obey(menu, line.trim())? {
                Then::Ask => {}
                then => return Ok(Some(then)),
            }
        }
    }

    fn heading(&self) -> String {
        let [mine, other] = [0, 1].map(|deck| self.header.decks[deck].name.as_str());
        let setting = &self.setting;
        let first = if setting.me == Player::FIRST { "You go" } else { "The bot goes" };
        let mut text = format!(
            "You with {mine} against {} with {other}; rules {}, seed {}. {first} first.\n",
            setting.bot, self.header.rules, self.header.seed
        );
        if self.pondering.is_some() {
            text += "It thinks on while you do: another duel with this seed may go otherwise.\n";
        }
        text + "Type the number of what you want to do, or ? for everything else.\n"
    }

    fn go_on(&mut self) -> Result<()> {
        while let WaitsFor::Bot(_) = self.table.settle() {
            let choice = self.bot_choice()?;
            self.table.bot_answers(choice.action);
        }
        self.save()
    }

    /// Shows what has happened, the table, and the open decision; none at the end.
    fn ask(&mut self) -> Result<Option<Menu>> {
        let news = self.log_since(self.table.news(Some(self.setting.me)));
        let me = self.setting.me;
        let view = self.table.view(me);
        let field = screen::draw(&view, me);
        let menu = self.table.question();
        let menu = menu.map(|(asked, legal)| Menu::new(&view, self.setting.voice(), asked, &legal));
        let mut text = if news.is_empty() { String::new() } else { format!("\n{news}") };
        // In the midst of an action nothing on the table may have changed.
        if field != self.shown || menu.is_none() {
            text += &format!("\n{field}");
        }
        if let Some(menu) = &menu {
            text += &format!("\n{}", menu::shown(menu));
        }
        self.shown = field;
        paint::print(&text)?;
        Ok(menu)
    }

    /// Does what a line says.
    fn obey(&mut self, menu: &Menu, line: &str) -> Result<Then> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        // `?3` is as good as `? 3`.
        let (word, rest) = match line.strip_prefix('?') {
            Some(rest) => ("?", rest.trim()),
            None => (word.as_str(), rest),
        };
        let me = self.setting.me;
        let text = match (word, rest) {
            ("", _) => match menu.enter {
                Some(action) => return Ok(self.answer(action)),
                None => format!("\n{}\n{}", self.shown, menu::shown(menu)),
            },
            ("?" | "help" | "h", "") => help::COMMANDS.to_owned(),
            ("?" | "help", card) => help::card(&self.table.view(me), me, Some(menu), card),
            ("piles" | "grave", "") => screen::piles(&self.table.view(me), me),
            ("log", "") => self.log_since(0),
            ("undo" | "u", "") => {
                if self.table.undo() {
                    return Ok(Then::TakenBack);
                }
                "This is your first choice of the duel.\n".to_owned()
            }
            ("hint", "") => self.hint(menu)?,
            ("why", _) => self.why(rest),
            ("save", file) => self.save_to(file),
            ("skip", "") => match menu.enter.filter(|action| *action == Action::PASS) {
                Some(pass) => {
                    self.table.skip(me);
                    return Ok(self.answer(pass));
                }
                None => "There is nothing to pass here.\n".to_owned(),
            },
            ("quit" | "exit" | "q", "") => return Ok(Then::Leave),
            ("concede", "") => {
                self.table.concede(me);
                return Ok(Then::GoOn);
            }
            _ => match self.action(menu, line) {
                Ok(action) => return Ok(self.answer(action)),
                Err(message) => format!("{message}\n"),
            },
        };
        paint::print(&text)?;
        Ok(Then::Ask)
    }

    fn answer(&mut self, action: Action) -> Then {
        self.table.answer(action);
        Then::GoOn
    }

    /// The action that a line names, by its number or as records write it.
    fn action(&self, menu: &Menu, line: &str) -> Result<Action, String> {
        let most = menu.choices.len();
        if let Ok(number) = line.parse::<usize>() {
            let choice = number.checked_sub(1).and_then(|at| menu.choices.get(at));
            let choice = choice.map(|choice| choice.action);
            return choice.ok_or_else(|| format!("Type a number from 1 to {most}, or ? for help."));
        }
        let (duel, game) = (self.table.duel(), self.table.game());
        duel.parse(game, line).map_err(|error| match error {
            NotationError::NotOffered { .. } => self.why(line).trim_end().to_owned(),
            NotationError::Verb { .. } => {
                let line = line.escape_debug();
                format!("`{line}` is nothing to do here: type a number from 1 to {most}, or ?")
            }
            error => format!("{error}."),
        })
    }

    /// Why an action is legal or not. The cards of others are nothing to ask about.
    fn why(&self, action: &str) -> String {
        if action.is_empty() {
            return "Write what you would do: why summon NAME, why attack M1 -> M2.\n".to_owned();
        }
        if action.split_whitespace().next() == Some("choose") {
            return "Not legal: what can be chosen is listed above.\n".to_owned();
        }
        match self.table.why(self.setting.me, action) {
            Ok(reason) => paint::wrapped(&reason.why.sentence, 0),
            Err(error) => format!("{error}\n"),
        }
    }

    fn hint(&self, menu: &Menu) -> Result<String> {
        let choice = self.ask_bot()?;
        let view = self.table.view(self.setting.me);
        Ok(hint::shown(menu, &self.setting.bot, &choice, |action| key_of(&view, action)))
    }

    /// The choice of the bot in the place of the player who is asked.
    fn ask_bot(&self) -> Result<Choice> {
        let bot = &self.setting.bot;
        let thought = self.table.thought(bot).context("nobody is asked")?;
        let never = AtomicBool::new(false);
        Ok(output::while_spinning(&format!("{bot} thinks"), || thought.choose(&never))?)
    }

    /// The choice of the bot for its own player.
    fn bot_choice(&mut self) -> Result<Choice> {
        let Some(pondering) = &mut self.pondering else { return self.ask_bot() };
        let bot = &self.setting.bot;
        let thought = self.table.thought(bot).context("nobody is asked")?;
        let never = AtomicBool::new(false);
        let choose = || pondering.choose(&thought, &never);
        Ok(output::while_spinning(&format!("{bot} thinks"), choose)?)
    }

    /// The lines of the log from this one on.
    fn log_since(&self, from: usize) -> String {
        let log = self.table.log(Some(self.setting.me));
        log.map_or_else(String::new, |log| log::since(log, from))
    }

    fn save(&self) -> Result<()> {
        match self.keeper.file() {
            Some(file) => Ok(saved::write(&file, self.header, &self.table.record())?),
            None => Ok(()),
        }
    }

    /// Saves the duel here from now on.
    fn save_to(&self, file: &str) -> String {
        let kept = self.keeper.file();
        let new =
            (!file.is_empty()).then(|| PathBuf::from(file)).filter(|f| Some(f) != kept.as_ref());
        let Some(file) = new.clone().or(kept) else {
            return "Where to? Type save and the name of a file.\n".to_owned();
        };
        let free = if new.is_some() { must_be_new(&file) } else { Ok(()) };
        let record = self.table.record();
        match free.and_then(|()| Ok(saved::write(&file, self.header, &record)?)) {
            Ok(()) => {
                let shown = input::shown(&file);
                self.keeper.set(file);
                format!("Saved to {shown}, and so is every choice from now on.\n")
            }
            Err(error) => format!("{error:#}.\n"),
        }
    }

    fn leave(&self) -> Result<()> {
        let mut text = format!("{}\n", where_to_go_on(self.keeper.file().as_deref()));
        if self.keeper.file().is_none() {
            let seed = self.header.seed;
            text += &format!("It begins again with --seed {seed}.\n");
        }
        paint::print(&text)
    }

    fn end(&self) -> Result<ExitVerdict> {
        let result = match self.table.duel().outcome() {
            Some(end) => outcome(end, self.setting.voice()),
            None => conceded(self.setting.me, self.setting.voice()),
        };
        let mut text = format!("\n{}\n", paint(HEAD, &result));
        if let Some(file) = self.keeper.file() {
            let file = input::shown(&file);
            text += &paint(FAINT, &format!("duelfish replay {file} 0 shows the duel again"));
            text += "\n";
        }
        paint::print(&text).context("the duel is over")?;
        Ok(ExitVerdict::Good)
    }
}
