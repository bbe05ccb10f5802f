//! Collects problems while a model is compiled: every message names its element and place, and none stops the others.

use crate::diag::{Diagnostic, Loc, Severity};
use crate::spec::Meta;
use std::fmt;

/// Problems beyond this number are only counted.
const MAX_REPORTED: usize = 1000;
/// Longer names are cut in messages (characters).
const MAX_NAME: usize = 80;

/// The element that a message is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who<'a> {
    /// Kind of element as users write it: `geom`, `body`, …
    pub kind: &'static str,
    /// Name; may be empty.
    pub name: &'a str,
    /// Position in the list of its kind, shown when there is no name.
    pub index: usize,
    /// Place in the file.
    pub loc: Option<Loc>,
}

impl<'a> Who<'a> {
    /// The element with this meta data.
    pub(crate) fn new(kind: &'static str, meta: &'a Meta, index: usize) -> Self {
        Who { kind, name: &meta.name, index, loc: meta.loc }
    }
    /// A part of the model that is not an element of a list.
    pub(crate) fn section(kind: &'static str) -> Self {
        Who { kind, name: "", index: usize::MAX, loc: None }
    }
}

impl fmt::Display for Who<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name.is_empty(), self.index) {
            (false, _) => write!(f, "{} '{}'", self.kind, Short(self.name)),
            (true, usize::MAX) => f.write_str(self.kind),
            (true, i) => write!(f, "{} {i}", self.kind),
        }
    }
}

/// A string that is cut when it is long.
pub(crate) struct Short<'a>(pub &'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(MAX_NAME) {
            Some((end, _)) => write!(f, "{}…", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}

/// The problems found so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    list: Vec<Diagnostic>,
    errors: usize,
    dropped: usize,
    /// Only problems with names count: the spec is known to be damaged otherwise.
    names_only: bool,
}

impl Report {
    /// A report that takes problems with names and nothing else.
    pub(crate) fn names_only() -> Self {
        Report { names_only: true, ..Report::default() }
    }
    /// Adds an error about a name.
    pub(crate) fn name_error(&mut self, who: Who<'_>, message: impl Into<String>, hint: Option<String>) {
        self.add(Diagnostic::error(message), who, hint);
    }
    /// Adds an error.
    pub(crate) fn error(&mut self, who: Who<'_>, message: impl Into<String>) {
        self.other(Diagnostic::error(message), who, None);
    }
    /// Adds an error with advice.
    pub(crate) fn error_hint(&mut self, who: Who<'_>, message: impl Into<String>, hint: impl Into<String>) {
        self.other(Diagnostic::error(message), who, Some(hint.into()));
    }
    /// Adds a warning.
    pub(crate) fn warn(&mut self, who: Who<'_>, message: impl Into<String>) {
        self.other(Diagnostic::warning(message), who, None);
    }
    fn other(&mut self, d: Diagnostic, who: Who<'_>, hint: Option<String>) {
        if self.names_only {
            self.errors += usize::from(d.severity == Severity::Error);
        } else {
            self.add(d, who, hint);
        }
    }
    fn add(&mut self, d: Diagnostic, who: Who<'_>, hint: Option<String>) {
        self.errors += usize::from(d.severity == Severity::Error);
        if self.list.len() >= MAX_REPORTED {
            self.dropped += 1;
            return;
        }
        let mut d = d.on(who.to_string()).at(who.loc);
        d.hint = hint;
        self.list.push(d);
    }
    /// Number of errors so far.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }
    /// All problems in the order they were found.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        if self.dropped > 0 {
            let more = format!("{} more problems are not shown", self.dropped);
            self.list.push(if self.errors > 0 { Diagnostic::error(more) } else { Diagnostic::warning(more) });
        }
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_and_problems_are_counted() {
        let meta = Meta { name: "é".repeat(200), ..Meta::default() };
        let who = Who::new("geom", &meta, 3);
        assert!(who.to_string().chars().count() < 100);
        let mut r = Report::default();
        for _ in 0..MAX_REPORTED + 5 {
            r.error(who, "bad");
        }
        assert_eq!(r.errors(), MAX_REPORTED + 5);
        let list = r.finish();
        assert_eq!(list.len(), MAX_REPORTED + 1);
        assert!(list[MAX_REPORTED].message.starts_with("5 more"));
    }
}
