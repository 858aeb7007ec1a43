//! Whom words are said to, and what they call the players.

use duelfish_engine::{Duel, Game, Player, PublicSpot, View};

/// The name for a player who is not addressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    /// "the bot".
    Bot,
    /// "the opponent": another person at the same table.
    Opponent,
    /// "Player 1" or "Player 2", for those who watch.
    Numbered,
}

/// The one who is told of a duel: a player, who is called "you", or somebody who sees everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voice {
    you: Option<Player>,
    called: Called,
}

impl Voice {
    /// Words for a player, about an opponent of this name.
    #[must_use]
    pub const fn to(you: Player, called: Called) -> Self {
        Self { you: Some(you), called }
    }

    /// Words for somebody who watches both players with nothing hidden.
    pub const WATCHER: Self = Self { you: None, called: Called::Numbered };

    /// The player who is addressed; none for a watcher.
    #[must_use]
    pub const fn you(self) -> Option<Player> {
        self.you
    }

    /// Whether this player is addressed.
    #[must_use]
    pub fn is_you(self, player: Player) -> bool {
        self.you == Some(player)
    }

    /// The duel as the one who is addressed sees it.
    #[must_use]
    pub const fn view<'a>(self, duel: &'a Duel, game: &'a Game<'a>) -> View<'a> {
        match self.you {
            Some(player) => duel.view(game, player),
            None => duel.judge_view(game),
        }
    }

    /// A player: "you", "the bot".
    #[must_use]
    pub fn who(self, player: Player) -> &'static str {
        if self.is_you(player) {
            return "you";
        }
        match (self.called, player.number()) {
            (Called::Bot, _) => "the bot",
            (Called::Opponent, _) => "the opponent",
            (Called::Numbered, 0) => "Player 1",
            (Called::Numbered, _) => "Player 2",
        }
    }

    /// The same as the first word of a sentence.
    #[must_use]
    pub fn who_first(self, player: Player) -> String {
        capital(self.who(player))
    }

    /// "your", "the bot's".
    #[must_use]
    pub fn whose(self, player: Player) -> String {
        if self.is_you(player) { "your".to_owned() } else { format!("{}'s", self.who(player)) }
    }

    /// The same without an article, in front of a place: "your", "bot's".
    #[must_use]
    pub fn whose_place(self, player: Player) -> String {
        let whose = self.whose(player);
        whose.strip_prefix("the ").map_or(whose.clone(), str::to_owned)
    }

    /// A player and what that player does: "You draw", "The bot draws". The verb is as it stands behind "you".
    #[must_use]
    pub fn does(self, player: Player, verb: &str) -> String {
        let who = self.who_first(player);
        if self.is_you(player) {
            return format!("{who} {verb}");
        }
        let ending = if verb.ends_with("ss") { "es" } else { "s" };
        format!("{who} {verb}{ending}")
    }

    /// Where a card lies.
    #[must_use]
    pub fn place(self, spot: PublicSpot) -> String {
        let whose = |player| self.whose_place(player);
        match spot {
            PublicSpot::Deck(player) => format!("{} Deck", whose(player)),
            PublicSpot::Hand(player) => format!("{} hand", whose(player)),
            PublicSpot::Monster(player, seat) => format!("{} {seat}", whose(player)),
            PublicSpot::Spell(player, seat) => format!("{} S{}", whose(player), seat + 1),
            PublicSpot::Field(player) => format!("{} Field Zone", whose(player)),
            PublicSpot::Grave(player) => format!("{} Graveyard", whose(player)),
            PublicSpot::Banished(player) => format!("{} banished cards", whose(player)),
            PublicSpot::Extra(player) => format!("{} Extra Deck", whose(player)),
            PublicSpot::Elsewhere => "nowhere".to_owned(),
        }
    }

    /// A sentence about `P1` and `P2`, such as the engine makes, said to the one who is addressed.
    #[must_use]
    pub fn addressed(self, sentence: &str) -> String {
        let Some(you) = self.you else { return sentence.to_owned() };
        let mine = [("controls", "control"), ("has", "have"), ("does", "do"), ("is", "are")];
        let (me, other) = (you.to_string(), you.other().to_string());
        let mut text = sentence.to_owned();
        for (of_one, of_you) in mine {
            text = text.replace(&format!("{me} {of_one} "), &format!("you {of_you} "));
        }
        text.replace(&format!("{me}'s "), "your ")
            .replace(&me, "you")
            .replace(&format!("{other}'s "), &format!("{} ", self.whose(you.other())))
            .replace(&other, self.who(you.other()))
    }
}

/// A text with a capital letter in front.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_called_as_the_listener_knows_them() {
        let (one, two) = (Player::FIRST, Player::SECOND);
        let to_me = Voice::to(one, Called::Bot);
        assert_eq!(
            [to_me.does(one, "toss"), to_me.does(two, "toss")],
            ["You toss", "The bot tosses"]
        );
        assert_eq!(to_me.does(two, "Set"), "The bot Sets");
        assert_eq!(to_me.place(PublicSpot::Hand(two)), "bot's hand");
        assert_eq!(
            to_me.addressed("P1 has no Tribute, and P2's zones are full"),
            "you have no Tribute, and the bot's zones are full"
        );
        assert_eq!(to_me.does(two, "Flip Summon"), "The bot Flip Summons");
        let watcher = Voice::WATCHER;
        assert_eq!(watcher.does(two, "draw"), "Player 2 draws");
        assert_eq!(watcher.whose(one), "Player 1's");
        assert_eq!(watcher.addressed("P1 has"), "P1 has");
    }
}
