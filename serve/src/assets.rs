//! The files of the page, which are part of the program.

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

macro_rules! assets {
    ($($name:literal),+ $(,)?) => {
        /// Name and content of each file.
        const ASSETS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../assets/", $name)))),+];
    };
}

assets!(
    "analysis.js",
    "api.js",
    "board.js",
    "card-panel.js",
    "card-search.js",
    "card.css",
    "chain.js",
    "curtain.js",
    "curve.js",
    "decision.js",
    "deck-chooser.js",
    "dom.js",
    "duel.js",
    "editor-clicks.js",
    "editor.js",
    "face.js",
    "home.css",
    "home.js",
    "icon.svg",
    "index.html",
    "keys.js",
    "list-dialog.js",
    "log.js",
    "main.js",
    "moves.js",
    "nearest.js",
    "page.js",
    "pages.css",
    "phases.js",
    "places.js",
    "popup.js",
    "position-fields.js",
    "position-text.js",
    "puzzle-task.js",
    "puzzle.js",
    "puzzles.js",
    "result.js",
    "run-form.js",
    "run.js",
    "runs.js",
    "seats-dialog.js",
    "settings.js",
    "solver.js",
    "stepper.js",
    "studies.js",
    "study.js",
    "style.css",
    "table.css",
    "table.js",
    "text-area.js",
    "touch.js",
    "viewer.css",
    "viewer.js",
    "watch.js",
);

/// The page.
pub(crate) async fn index() -> Result<Response, ApiError> {
    file("index.html")
}

/// A file of the page.
pub(crate) async fn asset(Path(name): Path<String>) -> Result<Response, ApiError> {
    file(&name)
}

fn file(name: &str) -> Result<Response, ApiError> {
    let found = ASSETS.iter().find(|(own, _)| *own == name);
    let (_, content) = found.ok_or_else(|| ApiError::missing("the page has no such file"))?;
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    Ok(([(CONTENT_TYPE, kind)], *content).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_has_all_its_files() {
        let bytes: usize = ASSETS.iter().map(|(_, content)| content.len()).sum();
        assert!(bytes < 300_000, "the page has {bytes} bytes");
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let mut named: Vec<&str> = ASSETS.iter().map(|(name, _)| *name).collect();
        files.sort_unstable();
        named.sort_unstable();
        assert_eq!(named, files);
    }

    #[test]
    fn the_page_asks_nobody_else() {
        for (name, content) in ASSETS {
            let elsewhere = content
                .split("http")
                .skip(1)
                .filter(|rest| rest.starts_with("://") || rest.starts_with("s://"));
            // The name of a format, and no address.
            let elsewhere: Vec<&str> =
                elsewhere.filter(|rest| !rest.starts_with("://www.w3.org/")).collect();
            assert!(
                elsewhere.is_empty(),
                "{name} names another site: {:?}",
                elsewhere[0].get(..40)
            );
        }
    }
}
