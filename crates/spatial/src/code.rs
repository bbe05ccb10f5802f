//! Closed sets as numbers of a table: `Code<JointKind>` is the integer of a column whose values name joint kinds.
//!
//! Other languages write such columns, so any number may stand there: a code is compared with a kind (equal only to its own number) or
//! parsed by `get`, which answers none for a number without a meaning. It is never an enum made from memory.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A closed set with a number for each of its values.
pub trait Kind: Copy + 'static {
    /// The number of this value.
    fn number(self) -> i32;
    /// The value with this number.
    fn from_number(number: i32) -> Option<Self>;
}

/// A number that names a value of K, or nothing.
#[repr(transparent)]
pub struct Code<K>(i32, PhantomData<fn() -> K>);

impl<K> Code<K> {
    /// The code with this number; every number is allowed.
    #[inline(always)]
    pub const fn of(number: i32) -> Self {
        Code(number, PhantomData)
    }
    /// Its number.
    #[inline(always)]
    pub const fn number(self) -> i32 {
        self.0
    }
}

impl<K: Kind> Code<K> {
    /// The value it names, if it names one.
    #[inline(always)]
    pub fn get(self) -> Option<K> {
        K::from_number(self.0)
    }
}

impl<K> Clone for Code<K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Code<K> {}
impl<K> Default for Code<K> {
    fn default() -> Self {
        Self::of(0)
    }
}
impl<K> PartialEq for Code<K> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<K> Eq for Code<K> {}
impl<K> PartialOrd for Code<K> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<K> Ord for Code<K> {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}
impl<K> Hash for Code<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<K: Kind> PartialEq<K> for Code<K> {
    #[inline(always)]
    fn eq(&self, kind: &K) -> bool {
        self.0 == kind.number()
    }
}
impl<K: Kind> PartialOrd<K> for Code<K> {
    #[inline(always)]
    fn partial_cmp(&self, kind: &K) -> Option<Ordering> {
        self.0.partial_cmp(&kind.number())
    }
}
impl<K: Kind> From<K> for Code<K> {
    #[inline(always)]
    fn from(kind: K) -> Self {
        Self::of(kind.number())
    }
}
impl<K> fmt::Debug for Code<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl<K> fmt::Display for Code<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
