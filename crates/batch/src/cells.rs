//! Arrays that threads share: every number is an atomic cell, accessed without ordering.
//!
//! A relaxed load or store of a machine word costs what a plain one costs, so this buys shared memory without locks and
//! without `unsafe`. Ordering between threads comes from the pool, which starts and ends every call with a lock.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};
use stiction_model::fields::{Numbers, NumbersMut};

/// Number types of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    F64,
    F32,
    I32,
    I64,
    U8,
    Bool,
}

#[derive(Debug)]
enum Store {
    B8(Box<[AtomicU64]>),
    B4(Box<[AtomicU32]>),
    B1(Box<[AtomicU8]>),
}

/// Numbers that a computed field returns.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Owned {
    F64(Vec<f64>),
    I32(Vec<i32>),
    Bool(Vec<bool>),
}

impl Owned {
    /// The numbers.
    pub fn numbers(&self) -> Numbers<'_> {
        match self {
            Owned::F64(x) => Numbers::F64(x),
            Owned::I32(x) => Numbers::I32(x),
            Owned::Bool(x) => Numbers::Bool(x),
        }
    }
}

/// A shared array of numbers of one type.
#[derive(Debug)]
pub struct Cells {
    kind: Kind,
    store: Store,
}

/// The number type of a field.
pub fn kind_of(numbers: &Numbers<'_>) -> Kind {
    match numbers {
        Numbers::F64(_) => Kind::F64,
        Numbers::F32(_) => Kind::F32,
        Numbers::I32(_) => Kind::I32,
        Numbers::I64(_) => Kind::I64,
        Numbers::U8(_) => Kind::U8,
        Numbers::Bool(_) => Kind::Bool,
    }
}

/// An error if this machine cannot give so many bytes; asking is cheaper than failing to allocate, which ends the process.
pub fn check_memory(bytes: Option<usize>) -> Result<(), String> {
    let why = || "not enough memory for so many simulations or records".to_owned();
    let bytes = bytes.ok_or_else(why)?;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| why())
}

impl Cells {
    /// `len` zeros.
    pub fn zeros(kind: Kind, len: usize) -> Self {
        let store = match kind {
            Kind::F64 | Kind::I64 => Store::B8((0..len).map(|_| AtomicU64::new(0)).collect()),
            Kind::F32 | Kind::I32 => Store::B4((0..len).map(|_| AtomicU32::new(0)).collect()),
            Kind::U8 | Kind::Bool => Store::B1((0..len).map(|_| AtomicU8::new(0)).collect()),
        };
        Cells { kind, store }
    }
    /// Number type.
    pub fn kind(&self) -> Kind {
        self.kind
    }
    /// Numbers in all.
    pub fn len(&self) -> usize {
        match &self.store {
            Store::B8(s) => s.len(),
            Store::B4(s) => s.len(),
            Store::B1(s) => s.len(),
        }
    }
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Address of the first number, for views.
    pub fn address(&self) -> *mut u8 {
        match &self.store {
            Store::B8(s) => s.as_ptr().cast_mut().cast(),
            Store::B4(s) => s.as_ptr().cast_mut().cast(),
            Store::B1(s) => s.as_ptr().cast_mut().cast(),
        }
    }
    /// Writes numbers from position `start` on. Numbers of another type are ignored: a field has one type for ever.
    pub fn write(&self, start: usize, numbers: &Numbers<'_>) {
        match (&self.store, numbers) {
            (Store::B8(s), Numbers::F64(x)) => put(&s[start..], x, |c, v| c.store(v.to_bits(), Relaxed)),
            (Store::B8(s), Numbers::I64(x)) => {
                put(&s[start..], x, |c, v| c.store(v.cast_unsigned(), Relaxed));
            }
            (Store::B4(s), Numbers::F32(x)) => put(&s[start..], x, |c, v| c.store(v.to_bits(), Relaxed)),
            (Store::B4(s), Numbers::I32(x)) => {
                put(&s[start..], x, |c, v| c.store(v.cast_unsigned(), Relaxed));
            }
            (Store::B1(s), Numbers::U8(x)) => put(&s[start..], x, |c, v| c.store(v, Relaxed)),
            (Store::B1(s), Numbers::Bool(x)) => put(&s[start..], x, |c, v| c.store(u8::from(v), Relaxed)),
            _ => {}
        }
    }
    /// Reads numbers from position `start` on.
    pub fn read(&self, start: usize, out: NumbersMut<'_>) {
        match (&self.store, out) {
            (Store::B8(s), NumbersMut::F64(x)) => get(&s[start..], x, |c| f64::from_bits(c.load(Relaxed))),
            (Store::B8(s), NumbersMut::I64(x)) => get(&s[start..], x, |c| c.load(Relaxed).cast_signed()),
            (Store::B4(s), NumbersMut::F32(x)) => get(&s[start..], x, |c| f32::from_bits(c.load(Relaxed))),
            (Store::B4(s), NumbersMut::I32(x)) => get(&s[start..], x, |c| c.load(Relaxed).cast_signed()),
            (Store::B1(s), NumbersMut::U8(x)) => get(&s[start..], x, |c| c.load(Relaxed)),
            (Store::B1(s), NumbersMut::Bool(x)) => get(&s[start..], x, |c| c.load(Relaxed) != 0),
            _ => {}
        }
    }
    /// Real numbers from position `start` on.
    pub fn read_f64(&self, start: usize, out: &mut [f64]) {
        self.read(start, NumbersMut::F64(out));
    }
    /// Writes real numbers.
    pub fn write_f64(&self, start: usize, x: &[f64]) {
        self.write(start, &Numbers::F64(x));
    }
    /// Integer i of an array of integers.
    pub fn int(&self, i: usize) -> i32 {
        let mut x = [0];
        self.read(i, NumbersMut::I32(&mut x));
        x[0]
    }
    /// Writes integer i.
    pub fn set_int(&self, i: usize, x: i32) {
        self.write(i, &Numbers::I32(&[x]));
    }
}

#[inline]
fn put<C, T: Copy>(cells: &[C], x: &[T], store: impl Fn(&C, T)) {
    for (c, v) in cells.iter().zip(x) {
        store(c, *v);
    }
}

#[inline]
fn get<C, T>(cells: &[C], x: &mut [T], load: impl Fn(&C) -> T) {
    for (v, c) in x.iter_mut().zip(cells) {
        *v = load(c);
    }
}
