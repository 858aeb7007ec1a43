//! Changes of a session as a stream.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use duelfish_engine::Player;
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use super::sessions::found;
use super::{QueryOf, SeatQuery, beside};
use crate::Shared;
use crate::error::ApiError;
use crate::room::Room;
use crate::state::LinesTold;

/// A stream of states: one now, and one whenever the session has changed.
pub(super) async fn events(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    QueryOf(look): QueryOf<SeatQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let stop = shared.stop.subscribe();
    let lines = look.lines();
    let (room, seat) = beside(move || found(&shared, &id, &look)).await?;
    let changed = room.watch();
    let listener = StateStream { room, seat, lines, changed, stop, is_first: true };
    let states = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Sse::new(states).keep_alive(KeepAlive::default()))
}

/// Somebody who is told of every change of a session.
struct StateStream {
    room: Arc<Room>,
    seat: Option<Player>,
    lines: LinesTold,
    changed: watch::Receiver<u64>,
    stop: watch::Receiver<bool>,
    is_first: bool,
}

impl StateStream {
    async fn next(&mut self) -> Option<Event> {
        if !std::mem::take(&mut self.is_first) {
            tokio::select! {
                changed = self.changed.changed() => changed.ok()?,
                _ = self.stop.wait_for(|stops| *stops) => return None,
            }
        }
        if *self.stop.borrow() || self.room.is_removed() {
            return None;
        }
        let (room, seat, lines) = (Arc::clone(&self.room), self.seat, self.lines);
        self.changed.mark_unchanged();
        let (state, count) = beside(move || Ok(room.state(seat, lines))).await.ok()?;
        // Lines that were taken back are told again when they happen again.
        self.lines.since = count;
        Some(Event::default().event("state").data(state.to_string()))
    }
}
