//! A struct that one module writes and everybody reads.
//!
//! The module declares its right once ([`owner!`]): a type that all can name and only the module, with the modules below it, can make. `Owned<O, T>`
//! reads as a `T` and clones as one, and [`Owned::write`] asks for that right: who else writes does not compile. In memory it is a `T`.

use super::stages::{Part, Visit};
use std::marker::PhantomData;
use std::ops::Deref;
use stiction_model::Model;

/// A `T` that only the owner of `O` writes.
#[derive(Debug)]
#[repr(transparent)]
pub struct Owned<O, T> {
    value: T,
    owner: PhantomData<O>,
}

impl<O, T> Owned<O, T> {
    /// For the owner.
    #[inline(always)]
    pub(crate) fn write(&mut self, _: O) -> &mut T {
        &mut self.value
    }

    /// For data as a whole: copies, resets, views, and the operations by which users write.
    #[inline(always)]
    pub(super) fn open(&mut self) -> &mut T {
        &mut self.value
    }

    /// For tests, which make moments by hand.
    #[cfg(test)]
    pub(crate) fn forge(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<O, T> Deref for Owned<O, T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<O, T: PartialEq> PartialEq<T> for Owned<O, T> {
    fn eq(&self, other: &T) -> bool {
        self.value == *other
    }
}

impl<O, T: Part> Part for Owned<O, T> {
    fn allocate(m: &Model) -> Self {
        Owned { value: T::allocate(m), owner: PhantomData }
    }
    fn duplicate(&self) -> Self {
        Owned { value: self.value.duplicate(), owner: PhantomData }
    }
    fn copy_from(&mut self, from: &Self) {
        self.value.copy_from(&from.value);
    }
    fn each_mut(&mut self, visit: Visit<'_>) {
        self.value.each_mut(visit);
    }
}

/// Declares the right of a module to write its structs of [`super::Stages`].
macro_rules! owner {
    () => {
        /// The right to write what this module owns of a step.
        #[derive(Clone, Copy, Debug)]
        pub struct Owner(());
        const OWNER: Owner = Owner(());
    };
}
pub(crate) use owner;
