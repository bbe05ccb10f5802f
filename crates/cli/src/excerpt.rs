//! Diagnostics as a person wants to read them: the message, the line of the file, a mark under the place, a hint.

use std::fmt::Write;
use stiction::diag::{Diagnostic, Diagnostics, Severity};
use stiction_viewer::json::Json;

/// One diagnostic with its source excerpt.
pub fn render(d: &Diagnostic, all: &Diagnostics) -> String {
    let mut out = String::new();
    let level = if d.severity == Severity::Error { "error" } else { "warning" };
    let element = if d.element.is_empty() { String::new() } else { format!("{}: ", d.element) };
    let _ = writeln!(out, "{level}: {element}{}", d.message);
    if let Some(loc) = d.loc
        && let Some(source) = all.sources.get(loc.file as usize)
    {
        let _ = writeln!(out, "  --> {}:{}:{}", source.name, loc.line, loc.col);
        if let Some(line) = source.text.lines().nth(loc.line.saturating_sub(1) as usize) {
            excerpt(&mut out, line, loc.line, loc.col, loc.len);
        }
    }
    if let Some(hint) = &d.hint {
        let _ = writeln!(out, "   = hint: {hint}");
    }
    out
}

/// The line and a mark, cut to a window so that generated files with endless lines stay readable.
fn excerpt(out: &mut String, line: &str, number: u32, col: u32, len: u32) {
    const WIDTH: usize = 100;
    let chars: Vec<char> = line.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
    let at = (col.saturating_sub(1) as usize).min(chars.len());
    let from = at.saturating_sub(WIDTH / 2);
    let to = (from + WIDTH).min(chars.len());
    let window: String = chars[from..to].iter().collect();
    let gutter = number.to_string().len();
    let mark = (len as usize).clamp(1, (to - at).max(1));
    let _ = writeln!(out, "{:gutter$} |", "");
    let _ = writeln!(out, "{number} | {window}");
    let _ = writeln!(out, "{:gutter$} | {}{}", "", " ".repeat(at - from), "^".repeat(mark));
}

/// One diagnostic as JSON.
pub fn json(d: &Diagnostic, all: &Diagnostics) -> Json {
    let file =
        d.loc.and_then(|l| all.sources.get(l.file as usize)).map_or(Json::Null, |s| Json::str(&s.name));
    Json::object(vec![
        ("severity", Json::str(if d.severity == Severity::Error { "error" } else { "warning" })),
        ("message", Json::str(&d.message)),
        ("element", Json::str(&d.element)),
        ("hint", d.hint.as_ref().map_or(Json::Null, Json::str)),
        ("file", file),
        ("line", d.loc.map_or(Json::Null, |l| Json::Num(f64::from(l.line)))),
        ("column", d.loc.map_or(Json::Null, |l| Json::Num(f64::from(l.col)))),
    ])
}
