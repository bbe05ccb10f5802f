//! One list of fields drives a struct of arrays, its allocation-free visitor, and the views that Python sees.
//!
//! `fields! { struct Bodies("body_") { mass: Vec<f64>, … } }` declares the struct and `each`/`each_mut`, which call a
//! visitor with (MuJoCo name, shape, numbers) for every field.

use stiction_spatial::flat::{Flat, flat, flat_mut};

/// The numbers of a field.
#[derive(Debug, PartialEq)]
pub enum Numbers<'a> {
    /// Double precision.
    F64(&'a [f64]),
    /// Single precision.
    F32(&'a [f32]),
    /// Integers.
    I32(&'a [i32]),
    /// Large integers.
    I64(&'a [i64]),
    /// Bytes.
    U8(&'a [u8]),
    /// Flags.
    Bool(&'a [bool]),
}

/// The numbers of a field, writable.
#[derive(Debug)]
pub enum NumbersMut<'a> {
    /// Double precision.
    F64(&'a mut [f64]),
    /// Single precision.
    F32(&'a mut [f32]),
    /// Integers.
    I32(&'a mut [i32]),
    /// Large integers.
    I64(&'a mut [i64]),
    /// Bytes.
    U8(&'a mut [u8]),
    /// Flags.
    Bool(&'a mut [bool]),
}

/// Rows, and columns if the field has two dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// First dimension.
    pub rows: usize,
    /// Second dimension, if there is one.
    pub cols: Option<usize>,
}

/// Anything that can stand in a `fields!` list.
pub trait FieldData {
    /// Its shape.
    fn shape(&self) -> Shape;
    /// Its numbers.
    fn numbers(&self) -> Numbers<'_>;
    /// Its numbers, writable. Views of other languages may be made of them, so the array's own address is exposed: it stays good
    /// when this borrow has ended, as long as the array is neither resized nor dropped.
    fn numbers_mut(&mut self) -> NumbersMut<'_>;
    /// Sets the number of rows; new rows are zero (or the type's default).
    fn resize_rows(&mut self, rows: usize);
    /// Sets the numbers per row, where that is not fixed by the type; call before `resize_rows`.
    fn set_width(&mut self, _width: usize) {}
}

/// A number type that fields may hold.
pub trait Number: Copy + Default + 'static {
    /// Wraps a slice.
    fn wrap(s: &[Self]) -> Numbers<'_>;
    /// Wraps a writable slice.
    fn wrap_mut(s: &mut [Self]) -> NumbersMut<'_>;
}

macro_rules! number {
    ($($t:ty => $v:ident),*) => {$(
        impl Number for $t {
            fn wrap(s: &[Self]) -> Numbers<'_> {
                Numbers::$v(s)
            }
            fn wrap_mut(s: &mut [Self]) -> NumbersMut<'_> {
                NumbersMut::$v(s)
            }
        }
    )*};
}
number!(f64 => F64, f32 => F32, i32 => I32, i64 => I64, u8 => U8, bool => Bool);

impl<E> FieldData for Vec<E>
where
    E: Flat,
    E::Num: Number,
{
    fn shape(&self) -> Shape {
        Shape { rows: self.len(), cols: (E::WIDTH > 1).then_some(E::WIDTH) }
    }
    fn numbers(&self) -> Numbers<'_> {
        E::Num::wrap(flat(self))
    }
    fn numbers_mut(&mut self) -> NumbersMut<'_> {
        let _ = self.as_mut_ptr().expose_provenance();
        E::Num::wrap_mut(flat_mut(self))
    }
    fn resize_rows(&mut self, rows: usize) {
        self.resize(rows, stiction_spatial::flat::zeroed());
    }
}

/// Rows whose width is known only at compile time of the model (user data, keyframes).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wide {
    /// Numbers per row.
    pub width: usize,
    /// Rows, one after the other.
    pub data: Vec<f64>,
    /// Number of rows (kept, since a width of zero would lose it).
    pub rows: usize,
}

impl Wide {
    /// `rows` rows of `width` zeros.
    pub fn zeros(rows: usize, width: usize) -> Self {
        Wide { width, data: vec![0.0; rows * width], rows }
    }
    /// Row i.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.width..(i + 1) * self.width]
    }
    /// Row i, writable.
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.data[i * self.width..(i + 1) * self.width]
    }
}

impl FieldData for Wide {
    fn shape(&self) -> Shape {
        Shape { rows: self.rows, cols: Some(self.width) }
    }
    fn numbers(&self) -> Numbers<'_> {
        Numbers::F64(&self.data)
    }
    fn numbers_mut(&mut self) -> NumbersMut<'_> {
        let _ = self.data.as_mut_ptr().expose_provenance();
        NumbersMut::F64(&mut self.data)
    }
    fn resize_rows(&mut self, rows: usize) {
        self.rows = rows;
        self.data.resize(rows * self.width, 0.0);
    }
    fn set_width(&mut self, width: usize) {
        self.width = width;
    }
}

/// Declares a struct of arrays whose fields can be visited by MuJoCo's names. `name as "other"` overrides the visible
/// name after the prefix.
#[macro_export]
macro_rules! fields {
    ($(#[$meta:meta])* $vis:vis struct $Name:ident($prefix:literal) {
        $( $(#[$fm:meta])* $f:ident $(as $alias:literal)? : $ty:ty ),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Default, PartialEq)]
        #[allow(non_snake_case)]
        $vis struct $Name {
            $( $(#[$fm])* pub $f: $ty, )*
        }
        impl Clone for $Name {
            fn clone(&self) -> Self {
                $Name { $( $f: self.$f.clone(), )* }
            }
            /// Copies into the memory that is already there: addresses stay, nothing is allocated if sizes agree.
            fn clone_from(&mut self, source: &Self) {
                $( self.$f.clone_from(&source.$f); )*
            }
        }
        impl $Name {
            /// Calls `visit` with the MuJoCo name, shape and numbers of every field.
            pub fn each(&self, visit: &mut dyn FnMut(&'static str, $crate::fields::Shape, $crate::fields::Numbers<'_>)) {
                $( visit(
                    $crate::fields!(@name $prefix, $f $(, $alias)?),
                    $crate::fields::FieldData::shape(&self.$f),
                    $crate::fields::FieldData::numbers(&self.$f),
                ); )*
            }
            /// The same, writable.
            pub fn each_mut(&mut self, visit: &mut dyn FnMut(&'static str, $crate::fields::Shape, $crate::fields::NumbersMut<'_>)) {
                $( {
                    let shape = $crate::fields::FieldData::shape(&self.$f);
                    visit(
                        $crate::fields!(@name $prefix, $f $(, $alias)?),
                        shape,
                        $crate::fields::FieldData::numbers_mut(&mut self.$f),
                    );
                } )*
            }
            /// Visits the fields themselves, to resize them.
            pub fn each_field(&mut self, visit: &mut dyn FnMut(&'static str, &mut dyn $crate::fields::FieldData)) {
                $( visit($crate::fields!(@name $prefix, $f $(, $alias)?), &mut self.$f); )*
            }
        }
    };
    (@name $prefix:literal, $f:ident) => { concat!($prefix, stringify!($f)) };
    (@name $prefix:literal, $f:ident, $alias:literal) => { concat!($prefix, $alias) };
}
