//! The error of every asset loader.

use std::fmt;

/// Where in an asset something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Byte offset from the start of the file.
    Byte(usize),
    /// Line of a text file, counted from 1.
    Line(usize),
    /// Face number, counted from 0.
    Face(usize),
    /// Vertex number, counted from 0.
    Vertex(usize),
}

/// Why an asset cannot be used. The caller adds the asset's name and file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetError {
    /// What is wrong; never contains file contents.
    pub message: String,
    /// What the user can do.
    pub hint: Option<String>,
    /// Where it is wrong.
    pub location: Option<Location>,
}

impl AssetError {
    /// An error with a message only.
    pub fn new(message: impl Into<String>) -> Self {
        AssetError { message: message.into(), hint: None, location: None }
    }
    /// The same error with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
    /// The same error with a place.
    pub fn at(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location {
            Some(Location::Byte(n)) => write!(f, "byte {n}: ")?,
            Some(Location::Line(n)) => write!(f, "line {n}: ")?,
            Some(Location::Face(n)) => write!(f, "face {n}: ")?,
            Some(Location::Vertex(n)) => write!(f, "vertex {n}: ")?,
            None => {}
        }
        f.write_str(&self.message)?;
        if let Some(h) = &self.hint {
            write!(f, " (hint: {h})")?;
        }
        Ok(())
    }
}

impl std::error::Error for AssetError {}
