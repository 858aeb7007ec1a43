//! Only pages of this server and programs of this machine may ask. A page of another site may not, even if it
//! has its own name resolve to this machine's address (DNS rebinding).

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The headers of every answer: the page loads and runs nothing from elsewhere, stands in no frame, and nothing is kept.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Lets requests through that are for this server, on this port.
pub(crate) async fn guard(State(port): State<u16>, request: Request, next: Next) -> Response {
    let mut response = match check(request.method(), request.headers(), port) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

fn check(method: &Method, headers: &HeaderMap, port: u16) -> Result<(), ApiError> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(header::HOST).unwrap_or("");
    if !is_own(host, port) {
        return Err(ApiError::foreign(format!(
            "this server answers for 127.0.0.1:{port} and localhost:{port} alone; open one of these"
        )));
    }
    let from_elsewhere =
        || ApiError::foreign("a page of another site asked; open this server's own page");
    match text(header::ORIGIN) {
        None => {}
        Some(origin) if origin.strip_prefix("http://").is_some_and(|host| is_own(host, port)) => {}
        Some(_) => return Err(from_elsewhere()),
    }
    // Browsers say where a request comes from. Opening the page itself from a link elsewhere is allowed.
    let site = text(HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
    let opens = *method == Method::GET
        && text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
    if !matches!(site, "none" | "same-origin") && !opens {
        return Err(from_elsewhere());
    }
    Ok(())
}

/// Whether a host is this server, as it may be called on this machine.
fn is_own(host: &str, port: u16) -> bool {
    let Some((name, of)) = host.rsplit_once(':') else { return false };
    of.parse() == Ok(port)
        && ["127.0.0.1", "localhost", "[::1]"].iter().any(|own| name.eq_ignore_ascii_case(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(headers: &[(&'static str, &'static str)]) -> bool {
        let pairs = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        check(&Method::POST, &pairs.collect(), 8000).is_ok()
    }

    #[test]
    fn only_this_machine_s_own_pages_and_programs_may_ask() {
        assert!(verdict(&[("host", "127.0.0.1:8000")]));
        assert!(verdict(&[("host", "localhost:8000"), ("origin", "http://localhost:8000")]));
        assert!(verdict(&[("host", "localhost:8000"), ("sec-fetch-site", "same-origin")]));
        assert!(!verdict(&[]));
        assert!(!verdict(&[("host", "127.0.0.1")]));
        assert!(!verdict(&[("host", "evil.example:8000")]));
        assert!(!verdict(&[("host", "localhost:8001")]));
        assert!(!verdict(&[("host", "localhost:8000"), ("origin", "http://evil.example")]));
        assert!(!verdict(&[("host", "localhost:8000"), ("origin", "null")]));
        assert!(!verdict(&[("host", "localhost:8000"), ("origin", "https://localhost:8000")]));
        assert!(!verdict(&[("host", "localhost:8000"), ("sec-fetch-site", "cross-site")]));
        let navigates = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert!(!verdict(&[("host", "localhost:8000"), navigates[0], navigates[1]]));
    }
}
