//! Questions inside a command or an effect: cards, Tributes, zones, positions, numbers.

use duelfish_engine::{Action, Location, Pointer, Verb, kind};

use crate::ahead::{self, OwnedZone};
use crate::compare::TraceDifference;
use crate::error::Fault;
use crate::line::TraceAsk;
use crate::locations::{FIELD, position_word};
use crate::options::{self, Offer, Offered, OptionChoice};
use crate::question::{hint, monster_zone_of};
use crate::replay::{PendingQuestion, Stop, TraceReplay};

impl TraceReplay {
    /// The hand limit.
    pub(crate) fn discard(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        self.several("discard", ask, &recorded, discards)
    }

    /// Cards for an effect or its cost.
    pub(crate) fn cards(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        self.mark_choice();
        let mut recorded = options::recorded(ask)?;
        if let Some(hidden) = self.hidden_pick() {
            return self.pick_unseen(ask, &recorded, hidden);
        }
        self.forget_deck_order(&mut recorded);
        // An answer that does not fit the question is told once the question was compared.
        let picks = ask.picks();
        if ask.hint == Some(hint::XYZ) && matches!(picks, Ok(None)) {
            // A player who chooses no monster to Summon over does not Summon.
            self.take_back();
            return Ok(());
        }
        let picked = self.picked_from_deck(ask, picks.as_ref().ok().and_then(Option::as_ref))?;
        picked.iter().for_each(|(con, seq)| self.bring_forward(*con, *seq));
        // Known before it is answered: the effect may draw cards as it goes on.
        picked.iter().for_each(|(con, seq)| self.order.take(*con, *seq));
        self.several("card", ask, &recorded, |offer| {
            let mut cards = offer.cards();
            for (choice, _) in &mut cards {
                if choice.loc.as_deref() == Some("deck") {
                    choice.seq = None;
                }
            }
            cards
        })?;
        picks?;
        Ok(())
    }

    /// Whose Deck picked cards are in, and at which number.
    fn picked_from_deck(
        &self,
        ask: &TraceAsk,
        picks: Option<&Vec<usize>>,
    ) -> Result<Vec<(u8, u8)>, Stop> {
        let mut picked = Vec::new();
        for pick in picks.into_iter().flatten() {
            let choice = OptionChoice::of(&ask.options[*pick])?;
            if let (Some("deck"), Some(con), Some(seq)) =
                (choice.loc.as_deref(), choice.con, choice.seq)
            {
                picked.push((con, seq));
            }
        }
        Ok(picked)
    }

    /// The order of some cards on top of a Deck, which we are asked card by card from the top.
    pub(crate) fn sort(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let mut recorded = options::recorded(ask)?;
        self.forget_deck_order(&mut recorded);
        let cards = |replay: &Self| {
            let mut cards = Offer::of(&replay.duel, &replay.game).cards();
            cards.iter_mut().for_each(|(choice, _)| choice.seq = None);
            cards
        };
        options::compare_offered("sort", &recorded, &cards(self), &self.blanks)?;
        // Without an answer they stay as they are.
        let locations = ask.picks()?.unwrap_or_else(|| (0..recorded.len()).collect());
        if locations.len() != recorded.len() {
            return Err(Fault::Answer(ask.answer.to_string()).into());
        }
        for location in 1..recorded.len() {
            let wanted = locations.iter().position(|other| other + 1 == location);
            let wanted = wanted.and_then(|at| recorded.get(at));
            let offered = cards(self);
            let found = offered.iter().find(|(choice, _)| Some(choice) == wanted);
            let Some((_, action)) = found else {
                let left = options::list(&wanted.into_iter().collect::<Vec<_>>());
                return Err(TraceDifference::new("answer", left, self.waiting_for()).into());
            };
            self.answer(*action)?;
        }
        Ok(())
    }

    /// The numbers of cards of a Deck mean an order that we don't know; they must be those of the
    /// record's own Deck.
    fn forget_deck_order(&self, recorded: &mut [OptionChoice]) {
        for choice in recorded.iter_mut().filter(|choice| choice.loc.as_deref() == Some("deck")) {
            let (Some(con), Some(seq)) = (choice.con, choice.seq) else { continue };
            if self.order.in_deck(con, seq).map(|copy| copy.code) == choice.id {
                choice.seq = None;
            }
        }
    }

    /// Cards picked one at a time, in any order; ours are given in the order in which they are
    /// asked when all are picked. Only the first question is compared: the later ones show what is
    /// left of it.
    pub(crate) fn unselect_cards(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let mut picked = self.take_picked();
        let recorded = unselected(ask)?;
        let offered = |offer: &Offer<'_>| offer.cards();
        let ours = ahead::several(&self.duel, &self.game, offered);
        if picked.is_empty() {
            options::compare("unselect", &recorded, &ours.choices, &self.blanks)?;
        }
        let Some(_) = ask.picks()? else {
            if picked.is_empty() {
                // A player who picks no card for a Summon does not Summon.
                self.take_back();
                return Ok(());
            }
            return Err(Fault::Answer("null in the middle of picks".to_owned()).into());
        };
        let choice = recorded[ask.pick()?].clone();
        toggle(&mut picked, choice);
        if picked.len() < ours.counts[0] as usize {
            self.pending = PendingQuestion::Cards(picked);
            return Ok(());
        }
        self.give_cards(&mut picked)
    }

    /// Cards of a Deck picked one at a time, each with another name; ours are asked one after the other
    /// too. A pick may be taken back by picking it again.
    pub(crate) fn unselect_from_deck(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let mut picked = self.take_picked();
        let recorded = unselected(ask)?;
        let offered = |replay: &Self| {
            let mut cards = Offer::of(&replay.duel, &replay.game).cards();
            cards.iter_mut().for_each(|(choice, _)| choice.seq = None);
            cards
        };
        if picked.is_empty() {
            let mut without_order = recorded.clone();
            self.forget_deck_order(&mut without_order);
            options::compare_offered("unselect", &without_order, &offered(self), &self.blanks)?;
        }
        let choice = recorded[ask.pick()?].clone();
        toggle(&mut picked, choice);
        let (Some(count), Some(_)) = (ask.max, ask.min) else {
            return Err(Fault::Answer("no number of picks".to_owned()).into());
        };
        if picked.len() < count as usize {
            self.pending = PendingQuestion::Cards(picked);
            return Ok(());
        }
        let locations = picked.iter().filter_map(|choice| Some((choice.con?, choice.seq?)));
        let locations: Vec<(u8, u8)> = locations.collect();
        locations.iter().for_each(|(con, seq)| self.bring_forward(*con, *seq));
        for choice in &mut picked {
            choice.seq = None;
            let wanted = offered(self).into_iter().find(|(other, _)| other == choice);
            let Some((_, action)) = wanted else {
                let left = options::list(&[&*choice]);
                return Err(TraceDifference::new("answer", left, self.waiting_for()).into());
            };
            self.answer(action)?;
        }
        locations.into_iter().for_each(|(con, seq)| self.order.take(con, seq));
        Ok(())
    }

    /// All cards of one recorded question, which may be several decisions of ours.
    fn several(
        &mut self,
        kind: &str,
        ask: &TraceAsk,
        recorded: &[OptionChoice],
        offered: impl Fn(&Offer<'_>) -> Offered,
    ) -> Result<(), Stop> {
        let ours = ahead::several(&self.duel, &self.game, &offered);
        let left_out = options::compare(kind, recorded, &ours.choices, &self.blanks)?;
        let [least, most] = ours.counts;
        match (left_out, ask.counts(least, most)) {
            (Some(blank), Err(_)) => return Err(Stop::Early(blank)),
            (_, counts) => counts?,
        }
        let bad = || Fault::Answer(ask.answer.to_string());
        let Some(picks) = ask.picks()? else {
            if !self.is_taken_back(ask) {
                return Err(bad().into());
            }
            self.take_back();
            return Ok(());
        };
        if !(least as usize..=most as usize).contains(&picks.len()) {
            return Err(bad().into());
        }
        let mut chosen: Vec<&OptionChoice> = picks.iter().map(|pick| &recorded[*pick]).collect();
        while !chosen.is_empty() {
            // Ours are offered in the order in which they have to be given.
            let offer = offered(&Offer::of(&self.duel, &self.game));
            let next = offer.iter().find_map(|(choice, action)| {
                Some((chosen.iter().position(|other| *other == choice)?, *action))
            });
            let Some((at, action)) = next else {
                if let Some(blank) = chosen.iter().find_map(|choice| self.blanks.named(choice)) {
                    return Err(Stop::Early(blank));
                }
                let left = options::list(&chosen);
                return Err(TraceDifference::new("answer", left, self.waiting_for()).into());
            };
            chosen.remove(at);
            self.answer(action)?;
        }
        // After the last card in our order nothing is left to be asked.
        let offer = Offer::of(&self.duel, &self.game);
        let open = picks.len() < most as usize && offer.actions.contains(&Action::DONE);
        if open { self.answer(Action::DONE) } else { Ok(()) }
    }

    /// Whether a player who chooses nothing here takes back a Summon: of a monster in its own way, because
    /// effects are on a Chain and are not taken back.
    fn is_taken_back(&self, ask: &TraceAsk) -> bool {
        ask.cancelable && self.duel.judge_view(&self.game).chain().len() == 0
    }

    /// The hand from which our open decision picks a card unseen.
    fn hidden_pick(&self) -> Option<Pointer> {
        let offer = Offer::of(&self.duel, &self.game);
        let [only] = offer.actions.as_slice() else { return None };
        let at = only.pointer()?;
        // A card that the chooser sees has a name.
        let unseen = self.duel.describe(&self.game, *only).ends_with("hand");
        let hidden = at.location == Location::Hand && at.player != offer.player && unseen;
        hidden.then_some(at)
    }

    /// Which card of the other player's hand it is, our duel asks of chance.
    fn pick_unseen(
        &mut self,
        ask: &TraceAsk,
        recorded: &[OptionChoice],
        hidden: Pointer,
    ) -> Result<(), Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        let hand = self.duel.judge_view(&self.game).hand_count(hidden.player) as u8;
        let ours: Vec<OptionChoice> =
            (0..hand).map(|index| offer.of_pointer(Pointer { index, ..hidden })).collect();
        options::compare("card", recorded, &ours, &self.blanks)?;
        ask.counts(1, 1)?;
        let picked = recorded[ask.pick()?].id;
        self.order.pick(hidden.player, picked.unwrap_or(0));
        self.answer(Action::choose(hidden))
    }

    /// All Tributes in one question.
    pub(crate) fn tribute(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let mut recorded = options::recorded(ask)?;
        let offer = Offer::of(&self.duel, &self.game);
        let sets = ahead::tribute_sets(&self.duel, &self.game);
        let count = self.remaining();
        // A monster that is enough where two are needed counts as two. Where one is needed it makes
        // no difference, and ours do not say it: a card whose text could say that it is two is
        // taken for one there.
        let fewer = may_be_one_less(ask, count, &sets);
        let alone = |zone: &OwnedZone| sets.contains(&vec![*zone]);
        let worth = |zone: &OwnedZone| 1 + u32::from(count == 2 && !fewer && alone(zone));
        if count == 1 || fewer {
            let has_text = |choice: &OptionChoice| {
                let code = choice.id.and_then(|id| self.game.cards.by_passcode(id));
                code.is_some_and(|code| self.game.cards.scripts().card(code).is_some())
            };
            for choice in recorded.iter_mut().filter(|choice| has_text(choice)) {
                choice.worth = choice.worth.map(|worth| if worth == 2 { 1 } else { worth });
            }
        }
        let choice = |zone: &OwnedZone| OptionChoice {
            pos: None,
            worth: Some(worth(zone)),
            ..offer.of_zone(zone.0, zone.1)
        };
        let ours: Vec<OptionChoice> = union(&sets).iter().map(choice).collect();
        options::compare("tribute", &recorded, &ours, &self.blanks)?;
        let least = if fewer { 1 } else { count };
        ask.counts(least, if fewer { count.min(ours.len() as u32) } else { count })?;
        let Some(picks) = ask.picks()? else {
            self.take_back();
            return Ok(());
        };
        let chosen: Result<Vec<OwnedZone>, Fault> =
            picks.iter().map(|pick| zone_of(&recorded[*pick])).collect();
        let chosen = chosen?;
        if picks.len() != count as usize && !is_one_of(&sets, &chosen) {
            return Err(Fault::Answer(ask.answer.to_string()).into());
        }
        self.give_all_tributes(&chosen, count)
    }

    /// Gives Tributes of which there may be fewer than asked for, because one of them counts as two.
    fn give_all_tributes(&mut self, chosen: &[OwnedZone], count: u32) -> Result<(), Stop> {
        self.give_tributes(chosen)?;
        let open = chosen.len() < count as usize
            && Offer::of(&self.duel, &self.game).actions.contains(&Action::DONE);
        if open { self.answer(Action::DONE) } else { Ok(()) }
    }

    /// Tributes picked one at a time; a pick may be taken back by picking it again.
    pub(crate) fn unselect(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let mut picked = match std::mem::take(&mut self.pending) {
            PendingQuestion::Tributes(picked) => picked,
            _ => Vec::new(),
        };
        let recorded = options::recorded(ask)?;
        options::compare("unselect", &recorded, &self.unselect_options(&picked), &self.blanks)?;
        let count = self.remaining();
        let fewer = may_be_one_less(ask, count, &ahead::tribute_sets(&self.duel, &self.game));
        ask.counts(if fewer { 1 } else { count }, count)?;
        if ask.picks()?.is_none() {
            if picked.is_empty() {
                self.take_back();
                return Ok(());
            }
            // With a monster that counts as two it can be enough before all were picked.
            let sets = ahead::tribute_sets(&self.duel, &self.game);
            if !is_one_of(&sets, &picked) {
                return Err(Fault::Answer("null in the middle of picks".to_owned()).into());
            }
            return self.give_all_tributes(&picked, count);
        }
        let zone = zone_of(&recorded[ask.pick()?])?;
        toggle(&mut picked, zone);
        if picked.len() == count as usize {
            return self.give_tributes(&picked);
        }
        self.pending = PendingQuestion::Tributes(picked);
        Ok(())
    }

    /// The cards that were picked in the questions before.
    pub(crate) fn take_picked(&mut self) -> Vec<OptionChoice> {
        match std::mem::take(&mut self.pending) {
            PendingQuestion::Cards(picked) => picked,
            _ => Vec::new(),
        }
    }

    /// Cards for a cost, picked one at a time in any order; a pick may be taken back by picking it
    /// again.
    pub(crate) fn unselect_cost(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let all = ahead::card_sets(&self.duel, &self.game);
        let is_as_first = |set: &Vec<OptionChoice>| set.len() == all[0].len();
        if !all.iter().all(is_as_first) {
            // Any number of them, with an end that is said.
            return self.unselect_materials(ask);
        }
        let recorded = options::recorded(ask)?;
        let mut picked = self.take_picked();
        if picked.is_empty() {
            picked = picked_from_the_start(&recorded, &all);
        }
        let count = all.first().map_or(0, Vec::len);
        let mut ours: Vec<OptionChoice> = Vec::new();
        for set in all.iter().filter(|set| picked.iter().all(|choice| set.contains(choice))) {
            for choice in set.iter().filter(|choice| !picked.contains(choice)) {
                let open = OptionChoice { selected: Some(false), ..choice.clone() };
                if !ours.contains(&open) {
                    ours.push(open);
                }
            }
        }
        let selected =
            |choice: &OptionChoice| OptionChoice { selected: Some(true), ..choice.clone() };
        ours.extend(picked.iter().map(selected));
        options::compare("unselect", &recorded, &ours, &self.blanks)?;
        // Some cards of the record tell how many they want in all, and some that it is one at a time.
        if (ask.min, ask.max) != (Some(1), Some(1)) {
            ask.counts(count as u32, count as u32)?;
        }
        if ask.picks()?.is_none() {
            if !picked.is_empty() && !self.is_taken_back(ask) {
                return Err(Fault::Answer("null in the middle of picks".to_owned()).into());
            }
            let by_effect = self.duel.judge_view(&self.game).chain().len() > 0;
            if ask.hint == Some(hint::MATERIAL) && by_effect {
                // A player who chooses no materials chooses the Fusion Monster again.
                self.take_back_choice();
            } else {
                self.take_back();
            }
            return Ok(());
        }
        let choice = OptionChoice { selected: None, ..recorded[ask.pick()?].clone() };
        toggle(&mut picked, choice);
        if picked.len() < count {
            self.pending = PendingQuestion::Cards(picked);
            return Ok(());
        }
        for _ in 0..count {
            let offer = Offer::of(&self.duel, &self.game).cards();
            let wanted = offer.iter().find(|(choice, _)| picked.contains(choice));
            let Some((_, action)) = wanted else {
                let expected = options::list(&picked);
                return Err(TraceDifference::new("answer", expected, self.waiting_for()).into());
            };
            self.answer(*action)?;
        }
        Ok(())
    }

    /// Materials of a Summon from the Extra Deck, picked one at a time in any order, a Tuner first; a pick
    /// may be taken back by picking it again. It ends by itself when no more can follow.
    pub(crate) fn unselect_materials(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        let sets = ahead::card_sets(&self.duel, &self.game);
        let mut picked = self.take_picked();
        if picked.is_empty() {
            picked = picked_from_the_start(&recorded, &sets);
        }
        let mut ours = following(&sets, &picked);
        if ask.hint == Some(hint::SYNCHRO) && picked.is_empty() {
            ours.retain(|choice| {
                self.is_tuner(choice) && self.is_the_tuner(&recorded, &sets, choice)
            });
        }
        let mark = |choice: &OptionChoice, selected| OptionChoice {
            selected: Some(selected),
            ..choice.clone()
        };
        let mut shown: Vec<OptionChoice> = ours.iter().map(|choice| mark(choice, false)).collect();
        shown.extend(picked.iter().map(|choice| mark(choice, true)));
        options::compare("unselect", &recorded, &shown, &self.blanks)?;
        let enough = is_one_of(&sets, &picked);
        if ask.picks()?.is_none() {
            if picked.is_empty() {
                self.take_back();
                return Ok(());
            }
            return match enough {
                true => self.give_materials(&mut picked),
                false => Err(Fault::Answer("null before there are enough".to_owned()).into()),
            };
        }
        let choice = OptionChoice { selected: None, ..recorded[ask.pick()?].clone() };
        match picked.iter().position(|other| *other == choice) {
            // The Tuner isn't taken back while another material is picked; that may be a Tuner itself.
            Some(at)
                if ask.hint == Some(hint::SYNCHRO)
                    && self.is_tuner(&choice)
                    && (picked.iter().any(|other| !self.is_tuner(other))
                        || (at == 0 && picked.len() > 1)) => {}
            Some(at) => _ = picked.remove(at),
            None => picked.push(choice),
        }
        if is_one_of(&sets, &picked) && following(&sets, &picked).is_empty() {
            return self.give_materials(&mut picked);
        }
        self.pending = PendingQuestion::Cards(picked);
        Ok(())
    }

    /// Materials are done with when no more are wanted.
    fn give_materials(&mut self, picked: &mut Vec<OptionChoice>) -> Result<(), Stop> {
        self.give_cards(picked)?;
        let offer = Offer::of(&self.duel, &self.game);
        if offer.actions.contains(&Action::DONE) { self.answer(Action::DONE) } else { Ok(()) }
    }

    /// Our decisions about picked cards are answered in the order in which they offer them.
    fn give_cards(&mut self, picked: &mut Vec<OptionChoice>) -> Result<(), Stop> {
        self.give_offered(picked, Self::cards_offered)
    }

    /// The cards that our decision offers.
    pub(crate) fn cards_offered(&self) -> Offered {
        Offer::of(&self.duel, &self.game).cards()
    }

    /// The same as [`Self::give_cards`] where ours are compared with those of the record in another form.
    pub(crate) fn give_offered(
        &mut self,
        picked: &mut Vec<OptionChoice>,
        offered: impl Fn(&Self) -> Offered,
    ) -> Result<(), Stop> {
        while !picked.is_empty() {
            let offer = offered(self);
            let wanted = offer.iter().find_map(|(choice, action)| {
                Some((picked.iter().position(|other| other == choice)?, *action))
            });
            let Some((at, action)) = wanted else {
                let expected = options::list(picked);
                return Err(TraceDifference::new("answer", expected, self.waiting_for()).into());
            };
            picked.remove(at);
            self.answer(action)?;
        }
        Ok(())
    }

    /// Whether the record, too, lets a Synchro Summon begin with this Tuner. It does not with one that goes only beside
    /// another Tuner, as one of the other materials: which of them a set needs as its Tuner is not asked here.
    fn is_the_tuner(
        &self,
        recorded: &[OptionChoice],
        sets: &[Vec<OptionChoice>],
        choice: &OptionChoice,
    ) -> bool {
        let begins = |other: &OptionChoice| {
            recorded.iter().any(|one| OptionChoice { selected: None, ..one.clone() } == *other)
        };
        let mut with_it = sets.iter().filter(|set| set.contains(choice));
        begins(choice)
            || !with_it.all(|set| set.iter().any(|other| self.is_tuner(other) && begins(other)))
    }

    fn is_tuner(&self, choice: &OptionChoice) -> bool {
        self.is_tuner_by_print(choice) || self.is_made_tuner(choice).unwrap_or(false)
    }

    /// Whether a monster is a Tuner by an effect.
    fn is_made_tuner(&self, choice: &OptionChoice) -> Option<bool> {
        let (player, zone) = zone_of(choice).ok()?;
        let monster = self.duel.judge_view(&self.game).monster(player, zone)?;
        Some(choice.loc.as_deref() == Some("mzone") && monster.made_tuner)
    }

    fn is_tuner_by_print(&self, choice: &OptionChoice) -> bool {
        let code = choice.id.and_then(|id| self.game.cards.by_passcode(id));
        code.is_some_and(|code| self.game.cards.facts(code).is(kind::TUNER))
    }

    /// Tributes for a Ritual Summon, all in one question. The record lists also cards that are in no
    /// set that may be Tributed.
    pub(crate) fn sum(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        let mut ours: Vec<OptionChoice> = Vec::new();
        for choice in ahead::card_sets(&self.duel, &self.game).into_iter().flatten() {
            if !ours.contains(&choice) {
                ours.push(choice);
            }
        }
        let usable: Vec<OptionChoice> =
            recorded.iter().filter(|choice| ours.contains(choice)).cloned().collect();
        options::compare("sum", &usable, &ours, &self.blanks)?;
        let picks = ask.picks()?.ok_or_else(|| Fault::Answer(ask.answer.to_string()))?;
        self.give_cards(&mut picks.iter().map(|pick| recorded[*pick].clone()).collect())
    }

    /// Counters that are removed from among several cards: the record says how many from each, and we choose a card
    /// for each counter.
    pub(crate) fn counters(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        let ours = self.counted_cards();
        options::compare_offered("counter", &recorded, &ours, &self.blanks)?;
        let bad = || Fault::Answer(ask.answer.to_string());
        let amounts = ask.answer.as_array().filter(|all| all.len() == recorded.len());
        for (choice, amount) in recorded.iter().zip(amounts.ok_or_else(bad)?) {
            for _ in 0..amount.as_u64().ok_or_else(bad)? {
                let offer = self.counted_cards();
                // The last ones may be taken without a question.
                if let Some((_, action)) = offer.iter().find(|(other, _)| other == choice) {
                    self.answer(*action)?;
                }
            }
        }
        Ok(())
    }

    /// The cards from which a counter can be removed; the record doesn't say how they lie.
    fn counted_cards(&self) -> Offered {
        let mut offer = self.cards_offered();
        offer.iter_mut().for_each(|(choice, _)| choice.pos = None);
        offer
    }

    /// One of two ways: of a Summon or Set in the usual way (1) or in one of the monster's own, or of what an
    /// effect does first and what it does otherwise.
    pub(crate) fn one_of_two(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let usual = ask.options.iter().position(|way| way.as_u64() == Some(1));
        let (no, pick) = (usual.unwrap_or(ask.options.len().max(1) - 1), ask.pick()?);
        // Of more than two ways ours asks for one after the other; the same way of another copy is no other one.
        let is_new = |way: &usize| !ask.options[..*way].contains(&ask.options[*way]);
        let others = (0..ask.options.len()).filter(|way| *way != no).filter(is_new);
        for way in others {
            if ask.options.get(pick) == Some(&ask.options[way]) {
                return self.answer(Action::YES);
            }
            self.answer(Action::NO)?;
        }
        Ok(())
    }

    /// The monsters that may be picked next, so that the picks can still be completed, and those
    /// that are picked.
    fn unselect_options(&self, picked: &[OwnedZone]) -> Vec<OptionChoice> {
        let offer = Offer::of(&self.duel, &self.game);
        let mut sets = ahead::tribute_sets(&self.duel, &self.game);
        sets.retain(|set| picked.iter().all(|zone| set.contains(zone)));
        let choice = |zone: &OwnedZone, selected: bool| OptionChoice {
            selected: Some(selected),
            ..offer.of_zone(zone.0, zone.1)
        };
        let mut open = union(&sets);
        open.retain(|zone| !picked.contains(zone));
        let open = open.iter().map(|zone| choice(zone, false));
        open.chain(picked.iter().map(|zone| choice(zone, true))).collect()
    }

    /// Our Tribute decisions are answered in the order in which they offer them.
    fn give_tributes(&mut self, chosen: &[OwnedZone]) -> Result<(), Stop> {
        for _ in chosen {
            let offer = Offer::of(&self.duel, &self.game);
            let wanted = |action: &&Action| {
                ahead::tributed(offer.player, **action).is_some_and(|zone| chosen.contains(&zone))
            };
            let Some(action) = offer.actions.iter().find(wanted).copied() else {
                let expected = format!("Tributes {chosen:?}");
                return Err(TraceDifference::new("answer", expected, self.waiting_for()).into());
            };
            self.answer(action)?;
        }
        Ok(())
    }

    /// A zone for a card.
    pub(crate) fn location(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        let ours = Offer::of(&self.duel, &self.game).zones();
        options::compare_offered("place", &recorded, &ours, &self.blanks)?;
        ask.counts(1, 1)?;
        let chosen = &recorded[ask.pick()?];
        if chosen.seq.is_none_or(|seq| seq > FIELD.max(6)) {
            return Err(Fault::Answer(ask.answer.to_string()).into());
        }
        let action = self.answer_of(&ours, chosen)?;
        self.answer(action)
    }

    /// How a monster comes to the field.
    pub(crate) fn position(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        let positions = offer.actions.iter().filter(|action| action.verb() == Verb::BattlePosition);
        let ours: Offered = positions
            .map(|action| {
                let pos = Some(position_word(action.chosen_position()).to_owned());
                (OptionChoice { pos, ..OptionChoice::default() }, *action)
            })
            .collect();
        let recorded = ask.options.iter().map(|option| OptionChoice {
            pos: option.as_str().map(str::to_owned),
            ..OptionChoice::default()
        });
        let recorded: Vec<OptionChoice> = recorded.collect();
        options::compare_offered("position", &recorded, &ours, &self.blanks)?;
        let action = self.answer_of(&ours, &recorded[ask.pick()?])?;
        self.answer(action)
    }

    /// Yes or no to what an effect offers.
    pub(crate) fn confirmation(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        self.answer(if ask.is_yes()? { Action::YES } else { Action::NO })
    }

    /// A number to declare.
    pub(crate) fn number(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        let mut ours: Vec<u64> =
            offer.actions.iter().map(|action| u64::from(action.small_number())).collect();
        let recorded: Vec<u64> = ask.options.iter().filter_map(serde_json::Value::as_u64).collect();
        let mut sorted = recorded.clone();
        sorted.sort_unstable();
        ours.sort_unstable();
        crate::compare::same(|| "options of announce_number".to_owned(), &sorted, &ours)?;
        let number = recorded.get(ask.pick()?).and_then(|number| u8::try_from(*number).ok());
        let number = number.ok_or_else(|| Fault::Answer(ask.answer.to_string()))?;
        self.answer(Action::number(number))
    }

    /// A Type to declare.
    pub(crate) fn declared_type(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        let ours: Vec<u64> =
            offer.actions.iter().map(|action| u64::from(action.declared_type())).collect();
        let recorded: Vec<u64> = ask.options.iter().filter_map(serde_json::Value::as_u64).collect();
        crate::compare::same(|| "options of announce_race".to_owned(), &recorded, &ours)?;
        let action = offer.actions.get(ask.pick()?).copied();
        let action = action.ok_or_else(|| Fault::Answer(ask.answer.to_string()))?;
        self.answer(action)
    }

    /// A card name to declare. The record has no list of names, and ours is open too.
    pub(crate) fn declared_name(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let bad = || Fault::Answer(ask.answer.to_string());
        let passcode = ask.answer.as_u64().and_then(|id| u32::try_from(id).ok());
        let code = passcode.and_then(|id| self.game.cards.by_passcode(id)).ok_or_else(bad)?;
        let action = Action::declare_name(self.game.cards.base(code));
        if !self.duel.is_legal(&self.game, action) {
            let name = self.game.cards.name(code);
            return Err(TraceDifference::new("answer", name, self.waiting_for()).into());
        }
        self.answer(action)
    }

    /// One of several things that an effect can do: ours are numbers in the same order.
    pub(crate) fn option(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        let numbers = offer.actions.len();
        crate::compare::same(|| "number of options".to_owned(), &ask.options.len(), &numbers)?;
        let action = offer.actions.get(ask.pick()?).copied();
        let action = action.ok_or_else(|| Fault::Answer(ask.answer.to_string()))?;
        self.answer(action)
    }

    /// How many cards our open decision still wants.
    fn remaining(&self) -> u32 {
        self.duel.decision().map_or(1, |decision| u32::from(decision.remaining))
    }
}

/// Whether an effect makes up for one of two Tributes, so that any monster alone is enough.
fn may_be_one_less(ask: &TraceAsk, count: u32, sets: &[Vec<OwnedZone>]) -> bool {
    let alone = |zone: &OwnedZone| sets.contains(&vec![*zone]);
    count == 2 && ask.min == Some(1) && union(sets).iter().all(alone)
}

/// Cards that must be used, which the other engine has picked before it asks for the others.
fn picked_from_the_start(
    recorded: &[OptionChoice],
    sets: &[Vec<OptionChoice>],
) -> Vec<OptionChoice> {
    let picked = recorded.iter().filter(|choice| choice.selected == Some(true));
    let picked = picked.map(|choice| OptionChoice { selected: None, ..choice.clone() });
    picked.filter(|choice| sets.iter().all(|set| set.contains(choice))).collect()
}

/// The cards that follow these in any of the sets.
fn following(sets: &[Vec<OptionChoice>], picked: &[OptionChoice]) -> Vec<OptionChoice> {
    let mut next: Vec<OptionChoice> = Vec::new();
    for set in sets.iter().filter(|set| picked.iter().all(|choice| set.contains(choice))) {
        for choice in set.iter().filter(|choice| !picked.contains(choice)) {
            if !next.contains(choice) {
                next.push(choice.clone());
            }
        }
    }
    next
}

/// Whether these are all cards, or all zones, of one of the sets.
fn is_one_of<T: PartialEq>(sets: &[Vec<T>], picked: &[T]) -> bool {
    let all = |set: &Vec<T>| picked.iter().all(|choice| set.contains(choice));
    sets.iter().any(|set| set.len() == picked.len() && all(set))
}

/// The cards that a Discard decision offers.
fn discards(offer: &Offer<'_>) -> Offered {
    let ordinals = offer.actions.iter().filter_map(|action| Some((action.ordinal()?, *action)));
    ordinals
        .map(|(at, action)| (OptionChoice { a: None, ..offer.of_hand("", at) }, action))
        .collect()
}

fn zone_of(choice: &OptionChoice) -> Result<OwnedZone, Fault> {
    let player = choice.con.filter(|player| *player < 2).map(duelfish_engine::Player::of_bit);
    let player = player.ok_or_else(|| Fault::Answer("to an option without a player".to_owned()))?;
    Ok((player, monster_zone_of(choice)?))
}

/// Every monster that stands in any of the sets, once.
fn union(sets: &[Vec<OwnedZone>]) -> Vec<OwnedZone> {
    let mut zones: Vec<OwnedZone> = sets.iter().flatten().copied().collect();
    zones.sort_unstable();
    zones.dedup();
    zones
}

/// An option that is picked a second time is taken back.
pub(crate) fn toggle<T: PartialEq>(picked: &mut Vec<T>, choice: T) {
    match picked.iter().position(|other| *other == choice) {
        Some(at) => _ = picked.remove(at),
        None => picked.push(choice),
    }
}

/// The recorded options of picks one at a time, without what is picked already.
pub(crate) fn unselected(ask: &TraceAsk) -> Result<Vec<OptionChoice>, Fault> {
    let recorded = options::recorded(ask)?.into_iter();
    Ok(recorded.map(|choice| OptionChoice { selected: None, ..choice }).collect())
}
