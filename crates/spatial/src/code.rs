//! Closed sets as numbers of a table: `Code<JointKind>` is the integer of a column whose values name joint kinds.
//!
//! Other languages write such columns, so any number may stand there: a code is compared with a kind (equal only to its own number) or
//! parsed by `get`, which answers none for a number without a meaning. It is never an enum made from memory.

use std::cmp::Ordering;
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

crate::id::like_its_number!(Code);

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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Gait {
        Walk = 3,
    }
    impl Kind for Gait {
        fn number(self) -> i32 {
            self as i32
        }
        fn from_number(number: i32) -> Option<Self> {
            (number == 3).then_some(Gait::Walk)
        }
    }

    #[test]
    fn any_number_may_stand_in_a_code() {
        let walks = Code::from(Gait::Walk);
        assert!(walks == Gait::Walk && walks >= Gait::Walk && walks.get() == Some(Gait::Walk));
        for odd in [-1, 0, 4, i32::MAX] {
            assert!(Code::<Gait>::of(odd) != Gait::Walk && Code::<Gait>::of(odd).get().is_none());
        }
    }
}
