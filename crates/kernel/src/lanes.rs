//! A group of 32 lanes: what the step is written over.
//!
//! The step is a sequence of phases. Within a phase every lane runs the same closure on its own registers and may read what
//! was written to shared memory before the last [`Lanes::sync`]; between phases stand the collective operations. So all lanes
//! are at the same collective operation by construction: a closure has no way to call one.
//!
//! A value of type `Reg<T>` is one `T` per lane: a plain register on a device, an array of 32 on a host.

use crate::real::Real;
use core::ops::{Index, IndexMut};

/// Lanes of a group.
pub const LANES: u32 = 32;

/// The lane that a closure runs for; registers are indexed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane(pub(crate) u32);

impl Lane {
    /// 0 … 31
    #[inline(always)]
    pub fn id(self) -> u32 {
        self.0
    }
}

/// One world's group: registers, collective operations, shared memory and the model's tables.
pub trait Lanes<F: Real> {
    /// Address of a word of shared memory.
    type At: Copy;
    /// One `T` per lane.
    type Reg<T: Copy>: Copy + Index<Lane, Output = T> + IndexMut<Lane>;

    /// The same value in every lane.
    fn fill<T: Copy>(&self, x: T) -> Self::Reg<T>;
    /// Runs one phase.
    fn each(&self, f: impl FnMut(Lane));

    /// Orders shared memory: what was written before is read after.
    fn sync(&self);
    /// The value of `x` in lane `from(l) & 31`, for every lane l.
    fn shuffle(&self, x: &Self::Reg<F>, from: impl Fn(Lane) -> u32) -> Self::Reg<F>;
    /// The same for N values.
    fn shuffle_n<const N: usize>(
        &self,
        x: &Self::Reg<[F; N]>,
        from: impl Fn(Lane) -> u32,
    ) -> Self::Reg<[F; N]>;
    /// The value of one lane, for all.
    fn take(&self, x: &Self::Reg<F>, lane: u32) -> F;
    /// The same for an integer.
    fn take_u(&self, x: &Self::Reg<u32>, lane: u32) -> u32;
    /// The same for an integer of a lane that each lane names.
    fn shuffle_u(&self, x: &Self::Reg<u32>, from: impl Fn(Lane) -> u32) -> Self::Reg<u32>;
    /// One bit per lane.
    fn ballot(&self, f: impl FnMut(Lane) -> bool) -> u32;
    /// Σ over lanes, in the order of a butterfly.
    fn sum(&self, f: impl FnMut(Lane) -> F) -> F;

    /// Word `i` of shared memory.
    fn ld(&self, l: Lane, i: u32) -> F;
    /// Words `i` … `i + 3`, `i` a multiple of four.
    fn ld4(&self, l: Lane, i: u32) -> [F; 4];
    /// Writes word `i` of shared memory.
    fn st(&self, l: Lane, i: u32, x: F);
    /// Word `i + c`, where c is a constant that goes into the instruction.
    #[inline(always)]
    fn ld_c(&self, l: Lane, i: u32, c: u32) -> F {
        self.ld(l, i + c)
    }
    /// Words from `i + c` on, likewise.
    #[inline(always)]
    fn ld4_c(&self, l: Lane, i: u32, c: u32) -> [F; 4] {
        self.ld4(l, i + c)
    }
    /// Writes word `i + c`, likewise.
    #[inline(always)]
    fn st_c(&self, l: Lane, i: u32, c: u32, x: F) {
        self.st(l, i + c, x);
    }
    /// Address of word `i`.
    fn at(&self, i: u32) -> Self::At;
    /// The address `n` words further.
    fn ahead(&self, a: Self::At, n: u32) -> Self::At;
    /// The address `n` words before.
    fn back(&self, a: Self::At, n: u32) -> Self::At;
    /// The word `c` words behind an address; c is a constant that goes into the instruction.
    fn ld_at(&self, l: Lane, a: Self::At, c: u32) -> F;
    /// Two words, likewise; their place is a multiple of two.
    fn ld2_at(&self, l: Lane, a: Self::At, c: u32) -> [F; 2];
    /// Four words, likewise; their place is a multiple of four.
    fn ld4_at(&self, l: Lane, a: Self::At, c: u32) -> [F; 4];
    /// Writes a word, likewise.
    fn st_at(&self, l: Lane, a: Self::At, c: u32, x: F);
    /// Writes four words, likewise; their place is a multiple of four.
    fn st4_at(&self, l: Lane, a: Self::At, c: u32, x: [F; 4]);
    /// Integer kept in word `i` of shared memory.
    fn ld_u(&self, l: Lane, i: u32) -> u32;
    /// Integer kept at an address.
    fn ld_u_at(&self, l: Lane, a: Self::At) -> u32;
    /// Keeps an integer in word `i` of shared memory.
    fn st_u(&self, l: Lane, i: u32, x: u32);

    /// Number `i` of the model's table.
    fn number(&self, i: u32) -> F;
    /// Integer `i` of the model's table.
    fn index(&self, i: u32) -> u32;

    /// Forgets what was computed from the lane's number: addresses are then computed again instead of being kept in registers.
    #[inline(always)]
    fn refresh(&self) {}

    /// `x`, in a way that a compiler cannot see through: a bound that stays a bound keeps loops rolled.
    #[inline(always)]
    fn opaque(&self, x: u32) -> u32 {
        x
    }

    /// A condition that is the same in all lanes, said so that a compiler knows: it then keeps the lanes together.
    #[inline(always)]
    fn agree(&self, x: bool) -> bool {
        x
    }

    /// One value per lane.
    #[inline(always)]
    fn map<T: Copy + Default>(&self, mut f: impl FnMut(Lane) -> T) -> Self::Reg<T> {
        let mut r = self.fill(T::default());
        self.each(|l| r[l] = f(l));
        r
    }
    /// The same without a default.
    #[inline(always)]
    fn map_from<T: Copy>(&self, zero: T, mut f: impl FnMut(Lane) -> T) -> Self::Reg<T> {
        let mut r = self.fill(zero);
        self.each(|l| r[l] = f(l));
        r
    }
}
