//! Events that can still be answered, triggers that wait, and effects that will happen later.

use bytemuck::Zeroable;

use super::Duel;
use super::gateway::{put, put_aside};
use super::rooms::{Batch, Delayed, Pending, batch_state, held};
use crate::limits::{MAX_DELAYED, MAX_EVENTS, MAX_PENDING};
use crate::outcome::{Limit, Outcome};
use crate::witness::Witness;

impl Duel {
    /// Notes an event as a batch and returns its number, from 1; a full list ends the duel.
    #[inline(always)]
    pub(crate) fn push_batch<W: Witness>(&mut self, w: &mut W, batch: Batch) -> u8 {
        let at = usize::from(self.batches_used);
        if at == MAX_EVENTS {
            self.end(w, Outcome::Limit(Limit::Size));
            return 0;
        }
        put!(self, w, self.events[at] = batch);
        put!(self, w, self.batches_used = at as u8 + 1);
        at as u8 + 1
    }

    /// Whether another event finds no room, or little if more may follow from it before any is forgotten.
    pub(crate) const fn is_short_of_batches(&self, more_follow: bool) -> bool {
        self.batches_used as usize >= if more_follow { MAX_EVENTS / 2 } else { MAX_EVENTS }
    }

    /// The group of an event that happens now.
    pub(crate) fn group_of_now(&self) -> u8 {
        self.batches().last().map_or(0, |last| {
            (last.group & !Batch::CLOSED) + u8::from(last.group & Batch::CLOSED != 0)
        })
    }

    /// Events from now on are no longer at the same moment as those before.
    pub(crate) fn close_group<W: Witness>(&mut self, w: &mut W) {
        let Some(last) = usize::from(self.batches_used).checked_sub(1) else { return };
        if self.events[last].group & Batch::CLOSED == 0 {
            put_aside!(self, w, self.events[last].group = self.events[last].group | Batch::CLOSED);
        }
    }

    /// Batches from one state to another.
    #[inline(always)]
    pub(crate) fn age_batches<W: Witness>(&mut self, w: &mut W, from: u8, to: u8) {
        for at in 0..usize::from(self.batches_used) {
            if self.events[at].state == from {
                put_aside!(self, w, self.events[at].state = to);
            }
        }
    }

    /// Forgets batches that nothing refers to.
    #[inline(always)]
    pub(crate) fn drop_past_batches<W: Witness>(&mut self, w: &mut W) {
        let used = |at: usize| {
            let name = at as u8 + 1;
            self.events[at].state != batch_state::PAST
                || self.links().iter().any(|link| link.batch == name)
                || self.pending().iter().any(|waiting| waiting.batch == name)
        };
        let all = usize::from(self.batches_used);
        let used = (0..all).fold(0_u32, |bits, at| bits | u32::from(used(at)) << at);
        let first = used.trailing_ones() as usize;
        if first == all {
            return;
        }
        let mut kept = first;
        let mut number: [u8; MAX_EVENTS + 1] = std::array::from_fn(|name| name as u8);
        for at in first..all {
            if used >> at & 1 == 1 {
                if kept != at {
                    put_aside!(self, w, self.events[kept] = self.events[at]);
                }
                kept += 1;
                number[at + 1] = kept as u8;
            }
        }
        for at in kept..all {
            put_aside!(self, w, self.events[at] = Batch::zeroed());
        }
        put_aside!(self, w, self.batches_used = kept as u8);
        for at in 0..usize::from(self.links) {
            let old = self.chain[at].batch;
            if old != number[usize::from(old)] {
                put_aside!(self, w, self.chain[at].batch = number[usize::from(old)]);
            }
        }
        for at in 0..usize::from(self.pending_used) {
            let old = self.pending[at].batch;
            if old != number[usize::from(old)] {
                put_aside!(self, w, self.pending[at].batch = number[usize::from(old)]);
            }
        }
    }

    pub(crate) fn push_pending<W: Witness>(&mut self, w: &mut W, pending: Pending) {
        let at = usize::from(self.pending_used);
        if at == MAX_PENDING {
            self.end(w, Outcome::Limit(Limit::Size));
            return;
        }
        put!(self, w, self.pending[at] = pending);
        put!(self, w, self.pending_used = at as u8 + 1);
    }

    /// A waiting trigger answers another batch from now on.
    pub(crate) fn wait_for<W: Witness>(&mut self, w: &mut W, at: usize, batch: u8) {
        put!(self, w, self.pending[at].batch = batch);
    }

    /// Removes the waiting triggers that `gone` names; the others keep their order.
    #[inline(always)]
    pub(crate) fn remove_pending<W: Witness>(
        &mut self,
        w: &mut W,
        gone: impl Fn(&Self, usize, &Pending) -> bool,
    ) {
        let used = usize::from(self.pending_used);
        let mut kept = 0;
        for at in 0..used {
            let waiting = self.pending[at];
            if gone(self, at, &waiting) {
                continue;
            }
            if kept != at {
                put!(self, w, self.pending[kept] = waiting);
            }
            kept += 1;
        }
        for at in kept..used {
            put!(self, w, self.pending[at] = Pending::zeroed());
        }
        if kept != used {
            put!(self, w, self.pending_used = kept as u8);
        }
    }

    /// Flip effects that waited for damage calculation wait no longer.
    pub(crate) fn release_held<W: Witness>(&mut self, w: &mut W) {
        for at in 0..usize::from(self.pending_used) {
            if self.pending[at].held == held::STILL {
                put!(self, w, self.pending[at].held = held::UNTIL_NOW);
            }
        }
    }

    pub(crate) fn push_delayed<W: Witness>(&mut self, w: &mut W, delayed: Delayed) {
        let at = usize::from(self.delayed_used);
        if at == MAX_DELAYED {
            self.end(w, Outcome::Limit(Limit::Size));
            return;
        }
        put!(self, w, self.delayed[at] = delayed);
        put!(self, w, self.delayed_used = at as u8 + 1);
    }

    /// The waiting triggers that fit can be used in the window that opens now.
    pub(crate) fn open_for<W: Witness>(
        &mut self,
        w: &mut W,
        fits: impl Fn(&Self, &Pending) -> bool,
    ) {
        for at in 0..usize::from(self.pending_used) {
            if self.pending[at].held == held::NEVER && fits(self, &self.pending[at]) {
                put!(self, w, self.pending[at].held = held::IN_WINDOW);
            }
        }
    }

    /// Removes what `gone` names from the effects that may be used or will happen later.
    pub(crate) fn remove_delayed<W: Witness>(
        &mut self,
        w: &mut W,
        gone: impl Fn(usize, &Delayed) -> bool,
    ) {
        let used = usize::from(self.delayed_used);
        let mut kept = 0;
        for at in 0..used {
            let delayed = self.delayed[at];
            if gone(at, &delayed) {
                continue;
            }
            if kept != at {
                put!(self, w, self.delayed[kept] = delayed);
            }
            kept += 1;
        }
        for at in kept..used {
            put!(self, w, self.delayed[at] = Delayed::zeroed());
        }
        if kept != used {
            put!(self, w, self.delayed_used = kept as u8);
        }
    }
}
