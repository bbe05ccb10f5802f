//! Output: text to the terminal with colours where it has them, JSON in their place, and readers that stop reading.
//!
//! A closed pipe (`stiction info m.xml | head -1`) ends the output, not the command: files are still written and the exit status
//! is still true. Any other failure to write is remembered and makes the exit status 1.

use anstyle::{AnsiColor, Style};
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The word "error".
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// The word "warning".
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// Marks in excerpts.
pub const MARK: Style = AnsiColor::Blue.on_default().bold();
/// What was asked for is good.
pub const GOOD: Style = AnsiColor::Green.on_default();

static LOST: AtomicBool = AtomicBool::new(false);

fn put(mut to: impl Write, text: Arguments<'_>) {
    if let Err(e) = writeln!(to, "{text}").and_then(|()| to.flush())
        && e.kind() != ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::Relaxed)
    {
        let _ = writeln!(io::stderr(), "stiction: the output cannot be written: {e}");
    }
}

/// A line on standard output.
pub fn out(text: Arguments<'_>) {
    put(anstream::stdout(), text);
}

/// A line on standard error.
pub fn err(text: Arguments<'_>) {
    put(anstream::stderr(), text);
}

/// Bytes on standard output, as they are.
pub fn bytes(data: &[u8]) -> io::Result<()> {
    let mut to = io::stdout().lock();
    match to.write_all(data).and_then(|()| to.flush()) {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// True if output was lost.
pub fn lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Like `println!`, without a panic.
macro_rules! say {
    ($($text:tt)*) => { $crate::term::out(format_args!($($text)*)) };
}

/// Like `eprintln!`, without a panic.
macro_rules! complain {
    ($($text:tt)*) => { $crate::term::err(format_args!($($text)*)) };
}

pub(crate) use {complain, say};
