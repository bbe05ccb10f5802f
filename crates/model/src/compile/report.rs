//! Collects problems while a model is compiled: every message names its element and place, and none stops the others.

use super::damage::Damage;
use crate::diag::{Diagnostic, Loc, Severity};
use crate::spec::Meta;
use std::collections::{BTreeMap, BTreeSet};
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
    /// The attributes that the problem rests on, all that are written and all that are missing; nothing if it may be any.
    pub about: &'static [&'static str],
}

impl<'a> Who<'a> {
    /// The element with this meta data.
    pub(crate) fn new(kind: &'static str, meta: &'a Meta, index: usize) -> Self {
        Who { kind, name: &meta.name, index, loc: meta.loc, about: &[] }
    }
    /// A part of the model that is not an element of a list.
    pub(crate) fn section(kind: &'static str) -> Self {
        Who { kind, name: "", index: usize::MAX, loc: None, about: &[] }
    }
    /// The same, for a problem that rests on these attributes alone.
    pub(crate) fn about(self, attributes: &'static [&'static str]) -> Self {
        Who { about: attributes, ..self }
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
    /// What the reader has told already; problems that rest on it are not told again.
    damage: Damage,
    /// Elements that have an error, and the attributes it rests on; an empty word stands for any.
    failed: BTreeMap<(&'static str, usize), BTreeSet<&'static str>>,
    /// What was told about places in files: copies of one element have its problems together.
    told: BTreeSet<(u32, u32, String)>,
    /// Where sections of settings stand.
    places: Vec<(String, Loc)>,
}

impl Report {
    /// A report on a spec that was read in part, with the places of its sections.
    pub(crate) fn new(damage: Damage, places: &[(String, Loc)]) -> Self {
        Report { damage, places: places.to_vec(), ..Report::default() }
    }
    /// Adds an error about a name, which is as written whatever else of the element is not.
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
    /// Counts an element as wrong whose cause is told elsewhere.
    pub(crate) fn fail(&mut self, who: Who<'_>) {
        self.errors += 1;
        let about = if who.about.is_empty() { &[""][..] } else { who.about };
        self.failed.entry((who.kind, who.index)).or_default().extend(about);
    }
    /// Whether an element has an error, or was read in part as far as these attributes go.
    pub(crate) fn is_doubtful(&self, who: Who<'_>) -> bool {
        let failed = self.failed.get(&(who.kind, who.index)).is_some_and(|about| {
            who.about.is_empty() || about.contains("") || who.about.iter().any(|a| about.contains(a))
        });
        failed || !self.damage.knows(who.loc, who.about)
    }
    /// What the reader left out.
    pub(crate) fn damage(&self) -> &Damage {
        &self.damage
    }
    fn other(&mut self, d: Diagnostic, who: Who<'_>, hint: Option<String>) {
        let section = who.index == usize::MAX && !self.damage.knows_section(who.kind);
        if !section && !self.damage.explains(who.loc, who.about) {
            self.add(d, who, hint);
        } else if d.severity == Severity::Error {
            self.fail(who);
        }
    }
    fn add(&mut self, d: Diagnostic, who: Who<'_>, hint: Option<String>) {
        if d.severity == Severity::Error {
            self.fail(who);
        }
        let section = || self.places.iter().rev().find(|p| p.0 == who.kind).map(|p| p.1);
        let at = who.loc.or_else(section);
        if at.is_some_and(|l| !self.told.insert((l.file, l.start, d.message.clone()))) {
            return;
        }
        if self.list.len() >= MAX_REPORTED {
            self.dropped += 1;
            return;
        }
        let mut d = d.on(who.to_string()).at(at);
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
