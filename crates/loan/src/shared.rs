//! A value borrowed at run time, and lent.
//!
//! The state is a stack of levels. The lowest is anybody's. A writer that has to run foreign code in the middle of its work moves
//! the value out ([`Write::take_out`]); to run the code it puts the value back for as long as that takes ([`Shared::lend`]), which
//! adds a level that only its own thread may use. So the value can be borrowed, taken out and lent again inside, to any depth,
//! and no reference to it is alive while foreign code runs:
//!
//! ```text
//! level 0   writer A, value out ── lend ──┐                        ┌── value out again, A goes on
//! level 1                                 └ writer B (same thread) ┘
//! ```
//!
//! Everything is undone when a panic unwinds through it.
//!
//! Checked by: tests under Miri with many schedules, and under the thread sanitizer.

use crate::watch::Watch;
use std::cell::UnsafeCell;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// Loans inside loans: more are code that calls itself without end, which would end in the stack.
const DEPTH: usize = 16;

/// Who uses the value at one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Free,
    Readers(u32),
    Writer,
    /// The writer has moved the value out; a stand-in is in its place.
    Out,
}

#[derive(Debug)]
struct Level {
    /// The only thread that may use this level; `None`: any.
    thread: Option<ThreadId>,
    state: Use,
}

/// Why a value cannot be borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denied {
    /// Another call uses it.
    Busy,
    /// It was lent inside a loan inside a loan, too often.
    Deep,
    /// Foreign code wrote something into it that it must not hold.
    Invalid(String),
}

/// Says what is wrong with a value that foreign code wrote.
pub type Check<T> = fn(&T) -> Result<(), String>;

/// A value shared with foreign code: any number of readers or one writer.
#[derive(Debug)]
pub struct Shared<T> {
    levels: Mutex<Vec<Level>>,
    watch: Watch,
    check: Option<Check<T>>,
    cell: UnsafeCell<T>,
}

// SAFETY: references to the value are handed out only by `Read` and `Write`, whose levels make them many readers or one writer.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

/// A shared borrow.
#[derive(Debug)]
pub struct Read<'a, T>(&'a Shared<T>);

/// An exclusive borrow.
#[derive(Debug)]
pub struct Write<'a, T>(&'a Shared<T>);

/// A value moved out by its writer; it returns when this is dropped.
#[derive(Debug)]
pub struct Taken<'a, T> {
    shared: &'a Shared<T>,
    /// The value; the stand-in while it is lent.
    value: Box<T>,
}

impl<T> Shared<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Self {
        Self::build(value, None)
    }
    /// Wraps a value that is looked at again whenever a watched index array has changed ([`Shared::watch`]).
    pub fn checked(value: T, check: Check<T>) -> Self {
        Self::build(value, Some(check))
    }
    fn build(value: T, check: Option<Check<T>>) -> Self {
        let levels = Mutex::new(vec![Level { thread: None, state: Use::Free }]);
        Shared { levels, watch: Watch::default(), check, cell: UnsafeCell::new(value) }
    }
    /// Lets places inside the value be used later: makes its address known to the compiler as one that others hold.
    pub fn expose(&self) {
        let _ = self.cell.get().expose_provenance();
    }
    /// Fields that foreign code may write and that must be looked at before they are read.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }
    fn levels(&self) -> MutexGuard<'_, Vec<Level>> {
        self.levels.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Moves the highest level from one state to the next, if this thread may use it and the state allows it.
    fn enter(&self, look: bool, next: impl FnOnce(Use) -> Option<Use>) -> Result<(), Denied> {
        let mut levels = self.levels();
        let top = levels.last_mut().ok_or(Denied::Busy)?;
        if top.thread.is_some_and(|t| t != thread::current().id()) {
            return Err(Denied::Busy);
        }
        let state = next(top.state).ok_or(Denied::Busy)?;
        if look && top.state == Use::Free && self.watch.any() {
            // nobody holds a reference, and the lock keeps everybody else out
            self.look()?;
        }
        top.state = state;
        Ok(())
    }
    /// Looks at what foreign code may have written.
    fn look(&self) -> Result<(), Denied> {
        let Some(changed) = self.watch.settle() else { return Ok(()) };
        let Some(check) = self.check else { return Ok(()) };
        // SAFETY: the level is free and locked, so there is no other reference.
        let verdict = check(unsafe { &*self.cell.get() });
        verdict.map_err(|why| {
            self.watch.unsettle(&changed);
            Denied::Invalid(why)
        })
    }
    fn leave(&self, next: impl FnOnce(Use) -> Use) {
        if let Some(top) = self.levels().last_mut() {
            top.state = next(top.state);
        }
    }
    /// Borrows for reading.
    ///
    /// # Errors
    /// If another call writes, or the value is invalid.
    pub fn read(&self) -> Result<Read<'_, T>, Denied> {
        self.reader(true)
    }
    /// Borrows for reading what foreign code cannot write: watched fields are not looked at, so they must not be read.
    ///
    /// # Errors
    /// If another call writes.
    pub fn peek(&self) -> Result<Read<'_, T>, Denied> {
        self.reader(false)
    }
    fn reader(&self, look: bool) -> Result<Read<'_, T>, Denied> {
        self.enter(look, |s| match s {
            Use::Free => Some(Use::Readers(1)),
            Use::Readers(n) => n.checked_add(1).map(Use::Readers),
            Use::Writer | Use::Out => None,
        })?;
        Ok(Read(self))
    }
    /// Borrows for writing.
    ///
    /// # Errors
    /// If another call uses the value, or it is invalid.
    pub fn write(&self) -> Result<Write<'_, T>, Denied> {
        self.enter(true, |s| (s == Use::Free).then_some(Use::Writer))?;
        Ok(Write(self))
    }
    /// Puts `value`, which this thread has taken out, back for as long as `run` takes: this thread may borrow it meanwhile.
    ///
    /// # Errors
    /// If nothing was taken out at the highest level, or there are too many levels.
    pub fn lend<R>(&self, value: &mut T, run: impl FnOnce() -> R) -> Result<R, Denied> {
        {
            let mut levels = self.levels();
            if levels.last().is_none_or(|l| l.state != Use::Out) {
                return Err(Denied::Busy);
            }
            if levels.len() > DEPTH {
                return Err(Denied::Deep);
            }
            levels.push(Level { thread: Some(thread::current().id()), state: Use::Free });
        }
        let loan = Loan { shared: self, value };
        loan.exchange();
        let out = run();
        drop(loan);
        Ok(out)
    }
}

/// Ends a loan, also when foreign code panicked.
struct Loan<'a, T> {
    shared: &'a Shared<T>,
    value: *mut T,
}

impl<T> Loan<'_, T> {
    fn exchange(&self) {
        // SAFETY: `value` is the exclusive reference that `lend` was given, unused until the loan ends; nobody holds a reference to
        // the cell: the level below is out, and the level of the loan is not in use (at its start nobody can have borrowed there,
        // at its end `drop` has checked it).
        unsafe { ptr::swap(self.value, self.shared.cell.get()) }
    }
}

impl<T> Drop for Loan<'_, T> {
    fn drop(&mut self) {
        let mut levels = self.shared.levels();
        match levels.pop() {
            Some(Level { state: Use::Free, thread: Some(_) }) => self.exchange(),
            // a borrow made during the loan outlives it: going on would give it away under its reader
            _ => std::process::abort(),
        }
    }
}

impl<T> Deref for Read<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: this reader is counted at its level, and no level above can have a writer: only one that takes the value out
        // opens one, and readers keep it from being taken.
        unsafe { &*self.0.cell.get() }
    }
}

impl<T> Drop for Read<'_, T> {
    fn drop(&mut self) {
        self.0.leave(|s| match s {
            Use::Readers(n) if n > 1 => Use::Readers(n - 1),
            _ => Use::Free,
        });
    }
}

impl<'a, T> Write<'a, T> {
    /// Moves the value out, to work on it where foreign code may have to run ([`Shared::lend`]). `stand_in` takes its place.
    pub fn take_out(mut self, stand_in: Box<T>) -> Taken<'a, T> {
        let mut value = stand_in;
        mem::swap(&mut *self, &mut *value);
        let shared = self.0;
        mem::forget(self);
        shared.leave(|_| Use::Out);
        Taken { shared, value }
    }
}

impl<T> Deref for Write<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the state of the level says that this is the only borrow.
        unsafe { &*self.0.cell.get() }
    }
}

impl<T> DerefMut for Write<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the state of the level says that this is the only borrow.
        unsafe { &mut *self.0.cell.get() }
    }
}

impl<T> Drop for Write<'_, T> {
    fn drop(&mut self) {
        self.0.leave(|_| Use::Free);
    }
}

impl<T> Deref for Taken<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Taken<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> Taken<'_, T> {
    fn exchange(&mut self) {
        // SAFETY: the level is out, so nobody holds a reference to the cell.
        unsafe { ptr::swap(&raw mut *self.value, self.shared.cell.get()) }
    }
    /// Returns the value, and gives back what stood in for it.
    pub fn put_back(mut self) -> Box<T> {
        self.exchange();
        self.shared.leave(|_| Use::Free);
        let done = mem::ManuallyDrop::new(self);
        // SAFETY: `done` is never dropped, so its value is moved out once.
        unsafe { std::ptr::read(&raw const done.value) }
    }
}

impl<T> Drop for Taken<'_, T> {
    fn drop(&mut self) {
        self.exchange();
        self.shared.leave(|_| Use::Free);
    }
}
