//! `duelfish serve`: a page on this machine's own address, and the JSON API under it.
//!
//! [`Server::bind`] makes the server, [`Server::run`] answers until its [`Stopper`] says stop. A session is a `Room`: a
//! [`DuelTable`](duelfish_session::DuelTable) of duelfish-session with a file and a number that grows with each change. Bots think on threads of
//! their own (`thinkers`), sessions in turn. All that a seat is told is made in one place (`state`) from its view. Nothing is read
//! from outside of the program but the files of sessions and the user's pictures, and only this machine is
//! answered (`guard`). `docs/api.md` of the repository lists the API.
#![forbid(unsafe_code)]

mod analysis;
mod api;
mod assets;
mod cards;
mod common;
mod decks;
mod error;
mod guard;
mod ids;
mod kept;
mod pics;
mod places;
mod puzzles;
mod room;
mod rooms;
mod runs;
mod solving;
mod state;
mod studies;
mod study;
mod thinkers;

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::DefaultBodyLimit;
use axum::http::{Request, StatusCode, header};
use axum::routing::get;
use axum::{Router, middleware};
use duelfish_engine::Catalogue;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tower::ServiceExt;

use crate::analysis::Analyses;
use crate::decks::Decks;
pub use crate::decks::NamedDeck;
use crate::rooms::Rooms;
use crate::runs::Runs;
use crate::solving::Searches;
use crate::studies::Studies;
use crate::thinkers::Thinkers;

/// No request is larger, in bytes, but those that send a file.
const MOST_BYTES: usize = 2 << 20;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The port on the loopback address; 0 for any that is free.
    pub port: u16,
    /// All cards.
    pub cards: &'static Catalogue,
    /// The folder for the files of duels, studies and runs; it is made if need be.
    pub data: PathBuf,
    /// A folder with pictures of cards, named by passcode.
    pub pics: Option<PathBuf>,
    /// The program whose commands make runs: `duelfish` itself. Without it there are none.
    pub program: Option<PathBuf>,
    /// Decks besides those that the program brings.
    pub decks: Vec<NamedDeck>,
}

/// Why there is no server. The Display is one line that says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The port is taken, or may not be used.
    #[error("port {0} can't be used ({1}); choose another one with --port, or 0 for any")]
    Port(u16, #[source] io::Error),
    /// The folder for data can't be made.
    #[error("{0}: the folder for data can't be made ({1}); choose another one with --data")]
    Folder(String, #[source] io::Error),
    /// Another server writes there.
    #[error(
        "{0}: another server uses this folder, at {1}; open that, or choose another one with --data"
    )]
    InUse(String, String),
    /// The machine gives no threads.
    #[error("the server can't start ({0})")]
    Start(#[source] io::Error),
}

/// All that requests share.
struct Shared {
    cards: &'static Catalogue,
    decks: Decks,
    rooms: Rooms,
    studies: Arc<Studies>,
    analyses: Arc<Analyses>,
    thinkers: Thinkers,
    solving: Arc<Searches>,
    runs: Arc<Runs>,
    pics: Option<PathBuf>,
    stop: watch::Sender<bool>,
}

/// A server that has its port and waits for [`Server::run`].
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    shared: Arc<Shared>,
    address: SocketAddr,
    /// Keeps other servers from the folder for data.
    _lock: File,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status of HTTP.
    pub status: u16,
    /// Its body.
    pub body: Vec<u8>,
}

/// Stops a server.
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Lets [`Server::run`] return, after the answers that are being given.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// Says why it can't be had, or why the folder for sessions can't be made.
    pub fn bind(options: ServeOptions) -> Result<Self, ServeError> {
        let ServeOptions { port, cards, data, pics, program, decks } = options;
        let shown = data.to_string_lossy().replace(char::is_control, "?");
        let folder = |error| ServeError::Folder(shown.clone(), error);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(ServeError::Start)?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)));
        let listener = listener.map_err(|error| ServeError::Port(port, error))?;
        let address = listener.local_addr().map_err(|error| ServeError::Port(port, error))?;
        fs::create_dir_all(&data).map_err(folder)?;
        let lock = lock(&data, &address.to_string()).map_err(folder)?;
        let lock = lock.map_err(|other| ServeError::InUse(shown.clone(), other))?;
        let thinkers = Thinkers::start();
        let rooms = Rooms::of(data.join("sessions"), cards, thinkers.clone()).map_err(folder)?;
        let studies = Studies::of(data.join("studies"), cards).map_err(folder)?;
        let runs = Runs::of(data.join("runs"), program).map_err(folder)?;
        let decks = Decks::with(decks, cards);
        let (stop, _) = watch::channel(false);
        let shared = Arc::new(Shared {
            cards,
            decks,
            rooms,
            studies: Arc::new(studies),
            analyses: Arc::default(),
            thinkers,
            solving: Arc::default(),
            runs: Arc::new(runs),
            pics,
            stop,
        });
        Ok(Self { runtime, listener, shared, address, _lock: lock })
    }

    /// Where the page is.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The folder with the files of sessions.
    #[must_use]
    pub fn sessions(&self) -> &Path {
        self.shared.rooms.folder()
    }

    /// Stops this server, from any thread.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.shared.stop.clone())
    }

    /// Answers one request without a connection, as if this machine had sent it: `path` may have a query, `body` is
    /// JSON.
    #[must_use]
    pub fn ask(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        self.reply(method, path, "application/json", body)
    }

    /// The same with a file in the body.
    #[must_use]
    pub fn send(&self, path: &str, file: &[u8]) -> Reply {
        self.reply("POST", path, "application/octet-stream", file)
    }

    fn reply(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Reply {
        let app = router(Arc::clone(&self.shared), self.address.port());
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.address.to_string())
            .header(header::CONTENT_TYPE, kind)
            .body(Body::from(body.to_vec()));
        let Ok(request) = request else {
            let body = br#"{"error":"this is no request of HTTP"}"#.to_vec();
            return Reply { status: StatusCode::BAD_REQUEST.as_u16(), body };
        };
        self.runtime.block_on(async {
            let Ok(response) = app.oneshot(request).await;
            let status = response.status().as_u16();
            // The answers of this server are in memory.
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await;
            Reply { status, body: body.map(Vec::from).unwrap_or_default() }
        })
    }

    /// Answers until it is stopped.
    ///
    /// # Errors
    /// Fails when the machine gives no connections any more.
    pub fn run(self) -> Result<(), ServeError> {
        let mut stop = self.shared.stop.subscribe();
        let stopped = async move {
            // A sender that is gone stops it too.
            let _ = stop.wait_for(|stops| *stops).await;
        };
        let runs = Arc::clone(&self.shared.runs);
        let app = router(self.shared, self.address.port());
        let served = self.runtime.block_on(async {
            axum::serve(self.listener, app).with_graceful_shutdown(stopped).await
        });
        runs.stop_all();
        self.runtime.shutdown_background();
        served.map_err(ServeError::Start)
    }
}

/// Takes the folder for data, and writes where this server is; or says where the other one is.
fn lock(data: &Path, address: &str) -> io::Result<Result<File, String>> {
    let mut file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(data.join("lock"))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut other = String::new();
            file.read_to_string(&mut other)?;
            return Ok(Err(other));
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    file.set_len(0)?;
    write!(file, "http://{address}/")?;
    Ok(Ok(file))
}

fn router(shared: Arc<Shared>, port: u16) -> Router {
    let page =
        Router::new().route("/", get(assets::index)).route("/assets/{name}", get(assets::asset));
    let all = api::routes().into_iter().fold(page, |app, (path, done)| app.route(path, done));
    all.fallback(api::nothing)
        .method_not_allowed_fallback(api::nothing)
        .with_state(shared)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(port, guard::guard))
}
