//! A column of a table that knows whose rows it has: a body's mass is found by a `BodyId`, and not by a `JointId`.
//!
//! Loops that count rows index with the `usize` they count with; ranges of rows are slices, as of a `Vec`.

use crate::fields::{FieldData, Numbers, NumbersMut, Shape};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut, Range, RangeFrom, RangeFull, RangeTo};
use stiction_spatial::{Id, Ids};

/// Values of type E, one for each row of the table of R.
pub struct Column<R, E>(Vec<E>, PhantomData<fn() -> R>);

impl<R, E> Deref for Column<R, E> {
    type Target = Vec<E>;
    #[inline(always)]
    fn deref(&self) -> &Vec<E> {
        &self.0
    }
}
impl<R, E> DerefMut for Column<R, E> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<E> {
        &mut self.0
    }
}
impl<R, E> Default for Column<R, E> {
    fn default() -> Self {
        Vec::new().into()
    }
}
impl<R, E> From<Vec<E>> for Column<R, E> {
    fn from(values: Vec<E>) -> Self {
        Column(values, PhantomData)
    }
}
impl<R, E: Clone> Clone for Column<R, E> {
    fn clone(&self) -> Self {
        self.0.clone().into()
    }
    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}
impl<R, E: PartialEq> PartialEq for Column<R, E> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<R, E: std::fmt::Debug> std::fmt::Debug for Column<R, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
impl<'a, R, E> IntoIterator for &'a Column<R, E> {
    type Item = &'a E;
    type IntoIter = std::slice::Iter<'a, E>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
impl<'a, R, E> IntoIterator for &'a mut Column<R, E> {
    type Item = &'a mut E;
    type IntoIter = std::slice::IterMut<'a, E>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}
impl<R, E> FieldData for Column<R, E>
where
    Vec<E>: FieldData,
{
    fn shape(&self) -> Shape {
        self.0.shape()
    }
    fn numbers(&self) -> Numbers<'_> {
        self.0.numbers()
    }
    fn numbers_mut(&mut self) -> NumbersMut<'_> {
        self.0.numbers_mut()
    }
    fn resize_rows(&mut self, rows: usize) {
        self.0.resize_rows(rows);
    }
}

macro_rules! indexed {
    ($($By:ty => $Out:ty),* $(,)?) => {$(
        impl<R, E> Index<$By> for Column<R, E> {
            type Output = $Out;
            #[inline(always)]
            fn index(&self, by: $By) -> &$Out {
                &self.0[by]
            }
        }
        impl<R, E> IndexMut<$By> for Column<R, E> {
            #[inline(always)]
            fn index_mut(&mut self, by: $By) -> &mut $Out {
                &mut self.0[by]
            }
        }
    )*};
}
indexed! {
    Id<R> => E, Ids<R> => [E], usize => E, Range<usize> => [E], RangeFrom<usize> => [E], RangeTo<usize> => [E], RangeFull => [E],
}
