//! Diagnostics as a person wants to read them: the message, the line of the file, a mark under the place, a hint.

use crate::term::{ERROR, MARK, WARNING};
use serde_json::{Value, json};
use std::fmt::Write;
use stiction::diag::{Diagnostic, Diagnostics, Severity};

/// One diagnostic with its source excerpt.
pub fn render(d: &Diagnostic, all: &Diagnostics) -> String {
    let mut out = String::new();
    let (level, style) = if d.severity == Severity::Error { ("error", ERROR) } else { ("warning", WARNING) };
    let element = if d.element.is_empty() { String::new() } else { format!("{}: ", d.element) };
    let _ = writeln!(out, "{style}{level}{style:#}: {element}{}", d.message);
    if let Some(loc) = d.loc
        && let Some(source) = all.sources.get(loc.file as usize)
    {
        let _ = writeln!(out, "  {MARK}-->{MARK:#} {}:{}:{}", source.name, loc.line, loc.col);
        if let Some(line) = source.text.lines().nth(loc.line.saturating_sub(1) as usize) {
            excerpt(&mut out, line, loc.line, loc.col, loc.len);
        }
    }
    if let Some(hint) = &d.hint {
        let _ = writeln!(out, "   {MARK}={MARK:#} hint: {hint}");
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
    let _ = writeln!(out, "{MARK}{:gutter$} |{MARK:#}", "");
    let _ = writeln!(out, "{MARK}{number} |{MARK:#} {window}");
    let _ = writeln!(
        out,
        "{MARK}{:gutter$} |{MARK:#} {}{ERROR}{}{ERROR:#}",
        "",
        " ".repeat(at - from),
        "^".repeat(mark)
    );
}

/// One diagnostic as JSON.
pub fn json(d: &Diagnostic, all: &Diagnostics) -> Value {
    let source = d.loc.and_then(|l| all.sources.get(l.file as usize));
    json!({
        "severity": if d.severity == Severity::Error { "error" } else { "warning" },
        "message": d.message,
        "element": d.element,
        "hint": d.hint,
        "file": source.map(|s| &s.name),
        "line": d.loc.map(|l| l.line),
        "column": d.loc.map(|l| l.col),
    })
}
