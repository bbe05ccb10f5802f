//! 32 emulated lanes on a host, with the discipline of a device checked.
//!
//! Lanes run one after the other within a phase. Shared memory remembers who touched a word since the last `sync`: reading what another
//! lane wrote, or writing what another lane read or wrote, is a race on a device and panics here; so does reading a word that
//! nobody wrote.

extern crate std;
use crate::lanes::{LANES, Lane, Lanes};
use crate::real::Real;
use core::cell::Cell;
use core::ops::{Index, IndexMut};
use std::vec::Vec;

/// One `T` per lane.
#[derive(Clone, Copy, Debug)]
pub struct Regs<T>([T; LANES as usize]);

impl<T> Index<Lane> for Regs<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, l: Lane) -> &T {
        &self.0[(l.0 & 31) as usize]
    }
}
impl<T> IndexMut<Lane> for Regs<T> {
    #[inline(always)]
    fn index_mut(&mut self, l: Lane) -> &mut T {
        &mut self.0[(l.0 & 31) as usize]
    }
}

/// One word of shared memory and who touched it.
#[derive(Clone, Copy, Default)]
struct Word<F> {
    value: F,
    bits: u32,
    /// Phase and lane of the last write; phase 0 is never.
    wrote: (u32, u32),
    /// Phase and lane of the last read, [`MANY`] for several lanes.
    read: (u32, u32),
}

const MANY: u32 = 99;

/// A group of emulated lanes.
pub struct Emulated<'a, F> {
    numbers: &'a [F],
    indices: &'a [u32],
    memory: Vec<Cell<Word<F>>>,
    phase: Cell<u32>,
}

impl<'a, F: Real> Emulated<'a, F> {
    /// A group over these tables, with `words` words of shared memory.
    pub fn new(numbers: &'a [F], indices: &'a [u32], words: usize) -> Self {
        let memory = (0..words).map(|_| Cell::new(Word::default())).collect();
        Emulated { numbers, indices, memory, phase: Cell::new(1) }
    }

    fn read(&self, l: Lane, i: u32) -> Word<F> {
        let cell = &self.memory[i as usize];
        let (mut w, now) = (cell.get(), self.phase.get());
        assert!(w.wrote.0 != 0, "lane {} reads word {i}, which nobody wrote", l.0);
        assert!(
            w.wrote.0 != now || w.wrote.1 == l.0,
            "lane {} reads word {i}, which lane {} wrote in the same phase",
            l.0,
            w.wrote.1
        );
        w.read = (now, if w.read.0 == now && w.read.1 != l.0 { MANY } else { l.0 });
        cell.set(w);
        w
    }

    /// Words that are read together.
    fn several<const N: usize>(&self, l: Lane, i: u32) -> [F; N] {
        assert!(i.is_multiple_of(N as u32), "word {i} is not aligned");
        core::array::from_fn(|k| {
            self.memory.get(i as usize + k).map_or(F::default(), |c| {
                // the tail of a row may be padding that nobody wrote and nobody uses
                if c.get().wrote.0 == 0 { F::default() } else { self.read(l, i + k as u32).value }
            })
        })
    }

    fn write(&self, l: Lane, i: u32, value: F, bits: u32) {
        let cell = &self.memory[i as usize];
        let (w, now) = (cell.get(), self.phase.get());
        for (what, by) in [("wrote", w.wrote), ("read", w.read)] {
            assert!(
                by.0 != now || by.1 == l.0,
                "lane {} writes word {i}, which lane {} {what} in the same phase",
                l.0,
                by.1
            );
        }
        cell.set(Word { value, bits, wrote: (now, l.0), read: w.read });
    }
}

impl<F: Real> Lanes<F> for Emulated<'_, F> {
    type At = u32;
    type Reg<T: Copy> = Regs<T>;

    fn fill<T: Copy>(&self, x: T) -> Regs<T> {
        Regs([x; LANES as usize])
    }
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(Lane)) {
        for l in 0..LANES {
            f(Lane(l));
        }
    }
    fn sync(&self) {
        self.phase.set(self.phase.get() + 1);
    }
    fn shuffle(&self, x: &Regs<F>, from: impl Fn(Lane) -> u32) -> Regs<F> {
        Regs(core::array::from_fn(|l| x.0[(from(Lane(l as u32)) & 31) as usize]))
    }
    fn shuffle_n<const N: usize>(&self, x: &Regs<[F; N]>, from: impl Fn(Lane) -> u32) -> Regs<[F; N]> {
        Regs(core::array::from_fn(|l| x.0[(from(Lane(l as u32)) & 31) as usize]))
    }
    fn take(&self, x: &Regs<F>, lane: u32) -> F {
        x.0[(lane & 31) as usize]
    }
    fn take_u(&self, x: &Regs<u32>, lane: u32) -> u32 {
        x.0[(lane & 31) as usize]
    }
    fn shuffle_u(&self, x: &Regs<u32>, from: impl Fn(Lane) -> u32) -> Regs<u32> {
        Regs(core::array::from_fn(|l| x.0[(from(Lane(l as u32)) & 31) as usize]))
    }
    fn ballot(&self, mut f: impl FnMut(Lane) -> bool) -> u32 {
        (0..LANES).fold(0, |b, l| b | u32::from(f(Lane(l))) << l)
    }
    fn sum(&self, mut f: impl FnMut(Lane) -> F) -> F {
        let mut x: [F; 32] = core::array::from_fn(|l| f(Lane(l as u32)));
        for m in [16, 8, 4, 2, 1] {
            x = core::array::from_fn(|l| x[l] + x[l ^ m]);
        }
        x[0]
    }
    fn ld(&self, l: Lane, i: u32) -> F {
        self.read(l, i).value
    }
    fn ld4(&self, l: Lane, i: u32) -> [F; 4] {
        self.several(l, i)
    }
    fn at(&self, i: u32) -> u32 {
        i
    }
    fn ahead(&self, a: u32, n: u32) -> u32 {
        a + n
    }
    fn back(&self, a: u32, n: u32) -> u32 {
        a.wrapping_sub(n)
    }
    fn ld_at(&self, l: Lane, a: u32, c: u32) -> F {
        self.ld(l, a + c)
    }
    fn ld2_at(&self, l: Lane, a: u32, c: u32) -> [F; 2] {
        self.several(l, a + c)
    }
    fn ld4_at(&self, l: Lane, a: u32, c: u32) -> [F; 4] {
        self.several(l, a + c)
    }
    fn st_at(&self, l: Lane, a: u32, c: u32, x: F) {
        self.st(l, a + c, x);
    }
    fn st4_at(&self, l: Lane, a: u32, c: u32, x: [F; 4]) {
        assert!((a + c).is_multiple_of(4), "word {} is not aligned", a + c);
        for k in 0..4 {
            self.st(l, a + c + k, x[k as usize]);
        }
    }
    fn st(&self, l: Lane, i: u32, x: F) {
        self.write(l, i, x, 0);
    }
    fn ld_u(&self, l: Lane, i: u32) -> u32 {
        self.read(l, i).bits
    }
    fn ld_u_at(&self, l: Lane, a: u32) -> u32 {
        self.ld_u(l, a)
    }
    fn st_u(&self, l: Lane, i: u32, x: u32) {
        self.write(l, i, F::default(), x);
    }
    fn number(&self, i: u32) -> F {
        self.numbers[i as usize]
    }
    fn index(&self, i: u32) -> u32 {
        self.indices[i as usize]
    }
}
