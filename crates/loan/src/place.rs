//! Address, number type and shape of one field inside a value that foreign arrays point at.
//!
//! A place is an address whose provenance is exposed: Rust keeps using the field through its owner, foreign code through the
//! address, never both at once. Reads and writes go through bytes, so a place need not be aligned.

use std::ptr;

/// Number types of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Num {
    F64,
    F32,
    I32,
    I64,
    U8,
    I8,
    U64,
    Bool,
    Usize,
}

impl Num {
    /// Bytes per number.
    pub fn size(self) -> usize {
        match self {
            Num::F64 | Num::I64 | Num::U64 => 8,
            Num::F32 | Num::I32 => 4,
            Num::U8 | Num::I8 | Num::Bool => 1,
            Num::Usize => size_of::<usize>(),
        }
    }
}

/// One number of any type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A real number.
    Real(f64),
    /// A signed integer; sizes too: a limit that is not set is −1, kept as the largest number.
    Int(i64),
    /// An unsigned integer.
    Unsigned(u64),
    /// A flag.
    Flag(bool),
}

/// Address, number type and shape of one field.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    address: usize,
    /// Number type.
    pub num: Num,
    ndim: u8,
    dims: [usize; 3],
    /// False for what foreign code may not write: sizes, and indices that the structure rests on.
    pub writable: bool,
}

/// Stands in for the address of arrays without elements; aligned for every number type.
static NOTHING: [u64; 1] = [0];

impl Place {
    /// The field of these dimensions (at most three; none: one number) at `start`.
    ///
    /// # Safety
    /// As long as the place is used, `start` must point at initialised numbers of this type, as many as the dimensions say; its
    /// provenance must be exposed by a pointer that stays valid (the vector's own, or the cell's); and the place must not be used
    /// while a reference to the field is alive.
    pub unsafe fn new(start: *mut u8, num: Num, dims: &[usize]) -> Place {
        let mut full = [1; 3];
        full.iter_mut().zip(dims).for_each(|(a, b)| *a = *b);
        let empty = start.is_null() || dims.contains(&0);
        let address = if empty { ptr::from_ref(&NOTHING).expose_provenance() } else { start.addr() };
        Place { address, num, ndim: dims.len().min(3) as u8, dims: full, writable: true }
    }
    /// A field without numbers, or a zero that nobody may write.
    pub fn nothing(num: Num, dims: &[usize]) -> Place {
        // SAFETY: null stands for the zero above, which is never written: it is not writable, or has no elements.
        let place = unsafe { Place::new(ptr::null_mut(), num, dims) };
        Place { writable: !dims.is_empty(), ..place }
    }
    /// The same as a fact that foreign code may not write.
    pub fn fixed(self) -> Place {
        Place { writable: false, ..self }
    }
    /// The same without that mark, for those who build a value.
    pub fn open(self) -> Place {
        Place { writable: true, ..self }
    }
    /// Where it begins.
    pub fn start(&self) -> *mut u8 {
        ptr::with_exposed_provenance_mut(self.address)
    }
    /// True if this is the same memory with the same type and shape.
    pub fn same_place(&self, other: &Place) -> bool {
        self.address == other.address && self.num == other.num && self.dims() == other.dims()
    }
    /// True if the other one lies within this one and has the same type.
    pub fn contains(&self, other: &Place) -> bool {
        let end = |p: &Place| p.address + p.size();
        self.num == other.num && self.address <= other.address && end(other) <= end(self)
    }
    /// Dimensions.
    pub fn dims(&self) -> &[usize] {
        &self.dims[..usize::from(self.ndim)]
    }
    /// Numbers in all.
    pub fn len(&self) -> usize {
        self.dims().iter().product()
    }
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Numbers per row.
    pub fn width(&self) -> usize {
        self.dims().iter().skip(1).product()
    }
    fn size(&self) -> usize {
        self.len() * self.num.size()
    }
    /// Rows `start .. start + count` as a field of its own with other dimensions, or `None` if they are not there.
    pub fn rows(&self, start: usize, count: usize, dims: &[usize]) -> Option<Place> {
        let end = start.checked_add(count)?;
        let need = count.checked_mul(self.width())?;
        if self.ndim == 0 || dims.len() > 3 || end > self.dims[0] || dims.iter().product::<usize>() != need {
            return None;
        }
        let mut full = [1; 3];
        full[..dims.len()].copy_from_slice(dims);
        let address = self.address + start * self.width() * self.num.size();
        Some(Place { address, ndim: dims.len() as u8, dims: full, ..*self })
    }
    /// Every `step`-th of `count` numbers from this one on, as the stretch that holds them all: for scalars that stand at equal
    /// distances. `None` if the others do not.
    pub fn stretch(all: &[Place]) -> Option<(Place, usize)> {
        let [first, second, ..] = all else { return None };
        let step = second.address.checked_sub(first.address)?;
        let width = first.num.size();
        let even = all.windows(2).all(|w| {
            w[1].address.checked_sub(w[0].address) == Some(step) && w[0].num == w[1].num && w[0].ndim == 0
        });
        if !even || step == 0 || step % width != 0 {
            return None;
        }
        let count = step / width * (all.len() - 1) + 1;
        Some((Place { dims: [count, 1, 1], ndim: 1, ..*first }, step / width))
    }
    /// Number i of an integer field.
    pub fn int(&self, i: usize) -> Option<i64> {
        match self.get(i)? {
            Value::Int(x) => Some(x),
            Value::Unsigned(x) => i64::try_from(x).ok(),
            Value::Real(_) | Value::Flag(_) => None,
        }
    }
    /// Number i.
    pub fn get(&self, i: usize) -> Option<Value> {
        if i >= self.len() {
            return None;
        }
        macro_rules! read {
            ($t:ty) => {
                // SAFETY: i is within the field, which holds numbers of this type (contract of `new`).
                unsafe { self.start().cast::<$t>().add(i).read_unaligned() }
            };
        }
        Some(match self.num {
            Num::F64 => Value::Real(read!(f64)),
            Num::F32 => Value::Real(f64::from(read!(f32))),
            Num::I32 => Value::Int(i64::from(read!(i32))),
            Num::I64 => Value::Int(read!(i64)),
            Num::U8 => Value::Unsigned(u64::from(read!(u8))),
            Num::I8 => Value::Int(i64::from(read!(i8))),
            Num::U64 => Value::Unsigned(read!(u64)),
            Num::Bool => Value::Flag(read!(u8) != 0),
            Num::Usize => Value::Int(read!(isize) as i64),
        })
    }
    /// Writes number i. False if it is not there, may not be written, or is no number of this type.
    pub fn put(&self, i: usize, value: Value) -> bool {
        if i >= self.len() || !self.writable {
            return false;
        }
        macro_rules! write {
            ($x:expr) => {{
                // SAFETY: as in `get`; the value has the type of the field.
                unsafe { write_at(self.start(), i, $x) };
                true
            }};
        }
        macro_rules! whole {
            ($t:ty) => {
                match value {
                    Value::Int(x) => <$t>::try_from(x).is_ok_and(|x| write!(x)),
                    Value::Unsigned(x) => <$t>::try_from(x).is_ok_and(|x| write!(x)),
                    Value::Real(_) | Value::Flag(_) => false,
                }
            };
        }
        match (self.num, value) {
            (Num::F64, Value::Real(x)) => write!(x),
            (Num::F32, Value::Real(x)) => write!(x as f32),
            (Num::Bool, Value::Flag(x)) => write!(u8::from(x)),
            (Num::I32, _) => whole!(i32),
            (Num::I64, _) => whole!(i64),
            (Num::U8, _) => whole!(u8),
            (Num::I8, _) => whole!(i8),
            (Num::U64, _) => whole!(u64),
            (Num::Usize, _) => whole!(usize),
            (Num::F64 | Num::F32 | Num::Bool, _) => false,
        }
    }
    /// The bytes, copied.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0; self.size()];
        // SAFETY: the field is that many bytes of live memory, the copy is our own.
        unsafe { ptr::copy_nonoverlapping(self.start(), out.as_mut_ptr(), out.len()) };
        out
    }
    /// True if the bytes are these.
    pub fn holds(&self, bytes: &[u8]) -> bool {
        // SAFETY: the field is that many bytes of live memory; the reference ends with the comparison.
        bytes.len() == self.size()
            && unsafe { std::slice::from_raw_parts(self.start(), bytes.len()) } == bytes
    }
    /// Overwrites the field with bytes of the same length; false, and nothing changes, if they do not fit.
    pub fn write_bytes(&self, bytes: &[u8]) -> bool {
        let flags_ok = self.num != Num::Bool || bytes.iter().all(|b| *b <= 1);
        if bytes.len() != self.size() || !flags_ok {
            return false;
        }
        // SAFETY: the field is that many bytes of live memory, and these bytes are valid numbers of its type.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), self.start(), bytes.len()) };
        true
    }
    /// Copies another field of the same type and size over this one.
    pub fn copy_from(&self, other: &Place) -> bool {
        if self.num != other.num || self.len() != other.len() {
            return false;
        }
        // SAFETY: both are live memory of that many bytes; `copy` allows overlap.
        unsafe { ptr::copy(other.start(), self.start(), self.size()) };
        if self.num == Num::Bool {
            self.settle_flags();
        }
        true
    }
    /// Makes every byte of a field of flags 0 or 1.
    pub(crate) fn settle_flags(&self) {
        for i in 0..self.len() {
            // SAFETY: i is within the field; a byte is read as a byte.
            unsafe {
                let at = self.start().add(i);
                if at.read() > 1 {
                    at.write(1);
                }
            }
        }
    }
}

/// Writes number i from `start` on.
///
/// # Safety
/// There must be memory for it.
unsafe fn write_at<X>(start: *mut u8, i: usize, x: X) {
    // SAFETY: the caller's contract.
    unsafe { start.cast::<X>().add(i).write_unaligned(x) }
}
