//! Where Set monsters lie after their places were shuffled: the record tells it only by what comes
//! later.

use serde_json::{Value, json};

/// Adds to a line that tells of a shuffle what lies in each zone after it, as the lines behind it
/// show. Lines of other kinds stay as they are.
pub(crate) fn foretell(line: &mut Vec<u8>, later: &[(u64, Vec<u8>)]) {
    let Ok(Value::Object(mut event)) = serde_json::from_slice(line) else { return };
    if event.get("kind").and_then(Value::as_str) != Some("shuffle_set") {
        return;
    }
    let zones: Vec<(u64, u64)> =
        event.get("from").and_then(Value::as_array).map_or_else(Vec::new, |all| {
            all.iter().filter_map(|at| Some((number(at, "con")?, number(at, "seq")?))).collect()
        });
    let later: Vec<Value> =
        later.iter().filter_map(|(_, bytes)| serde_json::from_slice(bytes).ok()).collect();
    let ids = zones.iter().map(|zone| {
        let id = later.iter().find_map(|line| in_zone(line, *zone));
        json!({ "con": zone.0, "seq": zone.1, "id": id.unwrap_or(0) })
    });
    let ids: Vec<Value> = ids.collect();
    event.insert("now".to_owned(), Value::Array(ids));
    if let Ok(bytes) = serde_json::to_vec(&event) {
        *line = bytes;
    }
}

/// Whether what lies in all zones is known once this line was read.
pub(crate) fn tells_all(line: &[u8]) -> bool {
    let head = serde_json::from_slice::<Value>(line);
    let kind = head.ok().and_then(|line| line.get("t")?.as_str().map(str::to_owned));
    matches!(kind.as_deref(), Some("state" | "end" | "header") | None)
}

fn number(value: &Value, key: &str) -> Option<u64> {
    value.get(key)?.as_u64()
}

/// The card that a line says to lie in a Monster Zone.
fn in_zone(line: &Value, zone: (u64, u64)) -> Option<u64> {
    if line.get("t").and_then(Value::as_str) == Some("state") {
        let player = line.get("players")?.get(usize::try_from(zone.0).ok()?)?;
        return number(player.get("mzone")?.get(usize::try_from(zone.1).ok()?)?, "id");
    }
    let here = |at: &Value| {
        at.get("loc").and_then(Value::as_str) == Some("mzone")
            && (number(at, "con"), number(at, "seq")) == (Some(zone.0), Some(zone.1))
    };
    let of = |at: Option<&Value>| at.filter(|at| here(at)).and_then(|_| number(line, "id"));
    let options = line.get("options").and_then(Value::as_array).into_iter().flatten();
    let mut named = options.filter(|option| here(option));
    of(line.get("from"))
        .or_else(|| of(line.get("at")))
        .or_else(|| of(Some(line)))
        .or_else(|| named.find_map(|option| number(option, "id")))
}
