//! Problems found in a model, all at once, each with its place and a hint.

use std::fmt;
use std::sync::Arc;

/// A place in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loc {
    /// Index into the list of sources.
    pub file: u32,
    /// Byte offset of the span.
    pub start: u32,
    /// Length of the span in bytes.
    pub len: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub col: u32,
}

/// A file that elements came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path or name as the user knows it.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The model loads, but something is probably not meant.
    Warning,
    /// The model does not load.
    Error,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The element concerned, e.g. `geom 'torso'`; may be empty.
    pub element: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Where.
    pub loc: Option<Loc>,
}

impl Diagnostic {
    /// An error with this message.
    pub fn error(message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            element: String::new(),
            hint: None,
            loc: None,
        }
    }
    /// A warning with this message.
    pub fn warning(message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message) }
    }
    /// Adds the element.
    pub fn on(mut self, element: impl Into<String>) -> Self {
        self.element = element.into();
        self
    }
    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
    /// Adds the place.
    pub fn at(mut self, loc: Option<Loc>) -> Self {
        self.loc = loc;
        self
    }
}

/// All problems of a model, with the sources they point into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    /// The problems in the order they were found.
    pub list: Vec<Diagnostic>,
    /// Files that `Loc::file` refers to.
    pub sources: Vec<Source>,
}

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, d: Diagnostic) {
        self.list.push(d);
    }
    /// True if any is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }
    /// Number of errors.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|d| d.severity == Severity::Error).count()
    }
}

impl fmt::Display for Diagnostics {
    /// One line per problem: `file:line:col: error: geom 'a': message (hint: …)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, d) in self.list.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            if let Some(l) = d.loc {
                let name = self.sources.get(l.file as usize).map_or("?", |s| s.name.as_str());
                write!(f, "{name}:{}:{}: ", l.line, l.col)?;
            }
            f.write_str(match d.severity {
                Severity::Error => "error: ",
                Severity::Warning => "warning: ",
            })?;
            if !d.element.is_empty() {
                write!(f, "{}: ", d.element)?;
            }
            f.write_str(&d.message)?;
            if let Some(h) = &d.hint {
                write!(f, " (hint: {h})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
