//! Rows of tables by type: `Id<Body>` is a row of the bodies and of nothing else.
//!
//! An id is MuJoCo's 32-bit integer (−1: none) under another type, so a column of ids is shown to other languages as it lies in memory,
//! and no number that they write is undefined. Slices take ids and spans of ids as indices; a negative or too large one panics as a
//! `usize` out of bounds does. An id costs what the integer costs: the sign extension of an index.

use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Index, IndexMut, Range, Sub};

/// A row of the table of `T`, or none.
#[repr(transparent)]
pub struct Id<T>(i32, PhantomData<fn() -> T>);

impl<T> Id<T> {
    /// No row.
    pub const NONE: Self = Id(-1, PhantomData);
    /// The first row.
    pub const FIRST: Self = Id(0, PhantomData);
    /// Row i.
    #[inline(always)]
    pub const fn new(i: usize) -> Self {
        Id(i as i32, PhantomData)
    }
    /// The row with MuJoCo's number; every number is allowed, negative ones are none.
    #[inline(always)]
    pub const fn of(number: i32) -> Self {
        Id(number, PhantomData)
    }
    /// MuJoCo's number.
    #[inline(always)]
    pub const fn number(self) -> i32 {
        self.0
    }
    /// The row as an index; none is out of bounds of everything.
    #[inline(always)]
    pub const fn idx(self) -> usize {
        self.0 as usize
    }
    /// True if this is no row.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 < 0
    }
    /// True if this is a row.
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 >= 0
    }
    /// The row, if it is one.
    #[inline(always)]
    pub const fn get(self) -> Option<Self> {
        if self.0 >= 0 { Some(self) } else { None }
    }
    /// n rows from this one on.
    #[inline(always)]
    pub const fn span(self, n: usize) -> Ids<T> {
        Ids(self.0..self.0.wrapping_add(n as i32), PhantomData)
    }
    /// The rows from this one to the one before `end`.
    #[inline(always)]
    pub const fn until(self, end: Self) -> Ids<T> {
        Ids(self.0..end.0, PhantomData)
    }
}

/// What a number of 32 bits under another type has of the number: it is copied, compared, ordered, hashed and printed as that.
macro_rules! like_its_number {
    ($Type:ident) => {
        impl<T> Clone for $Type<T> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<T> Copy for $Type<T> {}
        impl<T> Default for $Type<T> {
            fn default() -> Self {
                Self::of(0)
            }
        }
        impl<T> PartialEq for $Type<T> {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }
        impl<T> Eq for $Type<T> {}
        impl<T> PartialOrd for $Type<T> {
            #[inline(always)]
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }
        impl<T> Ord for $Type<T> {
            #[inline(always)]
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                self.0.cmp(&other.0)
            }
        }
        impl<T> std::hash::Hash for $Type<T> {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }
        impl<T> std::fmt::Debug for $Type<T> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
        impl<T> std::fmt::Display for $Type<T> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
pub(crate) use like_its_number;
like_its_number!(Id);

impl<T> From<usize> for Id<T> {
    #[inline(always)]
    fn from(i: usize) -> Self {
        Self::new(i)
    }
}
impl<T> From<Option<usize>> for Id<T> {
    #[inline]
    fn from(i: Option<usize>) -> Self {
        i.map_or(Self::NONE, Self::new)
    }
}
impl<T> Add<usize> for Id<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, n: usize) -> Self {
        Id(self.0.wrapping_add(n as i32), PhantomData)
    }
}
impl<T> AddAssign<usize> for Id<T> {
    #[inline(always)]
    fn add_assign(&mut self, n: usize) {
        *self = *self + n;
    }
}
impl<T> Sub for Id<T> {
    type Output = usize;
    /// Rows from `from` to this one.
    #[inline(always)]
    fn sub(self, from: Self) -> usize {
        self.0.wrapping_sub(from.0) as usize
    }
}

/// Consecutive rows of the table of `T`.
pub struct Ids<T>(Range<i32>, PhantomData<fn() -> T>);

impl<T> Ids<T> {
    /// The first n rows.
    #[inline(always)]
    pub const fn all(n: usize) -> Self {
        Ids(0..n as i32, PhantomData)
    }
    /// The rows as indices.
    #[inline(always)]
    pub const fn range(&self) -> Range<usize> {
        self.0.start as usize..self.0.end as usize
    }
    /// True if there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// True if the row is one of them.
    #[inline(always)]
    pub fn contains(&self, id: Id<T>) -> bool {
        self.0.contains(&id.0)
    }
    /// The first row.
    #[inline(always)]
    pub const fn start(&self) -> Id<T> {
        Id::of(self.0.start)
    }
    /// The row after the last.
    #[inline(always)]
    pub const fn end(&self) -> Id<T> {
        Id::of(self.0.end)
    }
}

impl<T> Clone for Ids<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Ids(self.0.clone(), PhantomData)
    }
}
impl<T> fmt::Debug for Ids<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl<T> Iterator for Ids<T> {
    type Item = Id<T>;
    #[inline(always)]
    fn next(&mut self) -> Option<Id<T>> {
        self.0.next().map(Id::of)
    }
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}
impl<T> DoubleEndedIterator for Ids<T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Id<T>> {
        self.0.next_back().map(Id::of)
    }
}
impl<T> ExactSizeIterator for Ids<T> {}
impl<T> FusedIterator for Ids<T> {}

macro_rules! indexed_by_ids {
    ($($List:ty),*) => {$(
        impl<E, T> Index<Id<T>> for $List {
            type Output = E;
            #[inline(always)]
            fn index(&self, id: Id<T>) -> &E {
                &self[id.idx()]
            }
        }
        impl<E, T> IndexMut<Id<T>> for $List {
            #[inline(always)]
            fn index_mut(&mut self, id: Id<T>) -> &mut E {
                &mut self[id.idx()]
            }
        }
        impl<E, T> Index<Ids<T>> for $List {
            type Output = [E];
            #[inline(always)]
            fn index(&self, ids: Ids<T>) -> &[E] {
                &self[ids.range()]
            }
        }
        impl<E, T> IndexMut<Ids<T>> for $List {
            #[inline(always)]
            fn index_mut(&mut self, ids: Ids<T>) -> &mut [E] {
                &mut self[ids.range()]
            }
        }
    )*};
}
indexed_by_ids!([E], Vec<E>);

#[cfg(test)]
mod tests {
    use super::*;

    enum Wheel {}

    #[test]
    fn ids_index_and_count() {
        let wheels = [4, 5, 6, 7];
        let first: Id<Wheel> = Id::new(1);
        assert_eq!((wheels[first], wheels[first + 2], (first + 2) - first), (5, 7, 2));
        assert_eq!(wheels[first.span(2)], [5, 6]);
        assert_eq!(first.until(Id::new(4)).map(|w| wheels[w]).collect::<Vec<_>>(), [5, 6, 7]);
        assert_eq!(Ids::<Wheel>::all(4).rev().map(Id::number).collect::<Vec<_>>(), [3, 2, 1, 0]);
        assert!(first.span(2).contains(Id::new(2)) && !first.span(2).contains(Id::new(3)));
    }

    #[test]
    fn none_is_no_row() {
        let none = Id::<Wheel>::NONE;
        assert!(none.is_none() && none.get().is_none() && none < Id::FIRST);
        assert_eq!(Id::<Wheel>::from(None::<usize>), none);
        assert_eq!([1].get(none.idx()), None);
        assert!(none.span(0).is_empty() && none.span(0).next().is_none());
        assert!(std::panic::catch_unwind(|| [1, 2][none]).is_err());
    }
}
