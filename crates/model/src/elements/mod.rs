//! The table of elements: every attribute of MJCF, declared once.
//!
//! One file per kind of element. A row of [`element!`] says all there is to say of a field of the [`crate::spec::Spec`]:
//!
//! ```text
//! /// Sliding, torsional and rolling friction.                       documentation, here and in docs/mjcf.md
//! friction: [f64; 3] = [1.0, 0.005, 0.0001],                         field, type, default
//!     "friction".upto(),                                             attribute: name, number of values, kind of name, …
//!     => geom.friction;                                              column of the compiled model
//! ```
//!
//! From it follow the field of the spec, the schema (checks, hints, `docs/mjcf.md`), reading and writing of files, the
//! exchange with Python and its type stubs, and both directions between spec and compiled model:
//!
//! - `=> table.column`: compilation copies the value, an edited model gives it back;
//! - `-> table.column`: compilation copies it; `<- table.column`: an edited model gives it back (`at place`: from the row that
//!   `place(model, i)` names); `+ poly`: the coefficients after the first stand in a column of their own;
//! - `..ATTRS`: attributes that code reads and writes into this field; `..[…]`: attributes without a field;
//! - `as "mjtName"`: Python shows another of MuJoCo's enumerations than the type's own;
//! - `.code()`: the attribute is regular in the schema, but code reads and writes it.

mod actuator;
mod assets;
mod body;
mod compiler;
mod custom;
mod equality;
mod field;
mod flex;
mod geom;
mod joint;
mod option;
mod pair;
mod schema;
mod sections;
mod sensor;
mod sight;
mod size;
mod skin;
mod tendon;
mod visual;
pub mod words;

use crate::Model;

pub use actuator::*;
pub use assets::*;
pub use body::*;
pub use compiler::*;
pub use custom::*;
pub use equality::*;
pub use field::{Field, Given, Typed, Value};
pub use flex::*;
pub use geom::*;
pub use joint::*;
pub use option::*;
pub use pair::*;
pub use schema::*;
pub use sections::*;
pub use sensor::*;
pub use sight::*;
pub use size::*;
pub use skin::*;
pub use tendon::*;
pub use visual::*;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The field.
    pub field: &'static str,
    /// The attribute that it comes from, if it is one.
    pub attr: Option<Attr>,
    /// Attributes that code makes it from.
    pub group: &'static [Attr],
    /// The enumeration that Python shows instead of the type's own, or nothing.
    pub python: &'static str,
    /// A polynomial: one number sets the first coefficient.
    pub poly: bool,
}

/// A struct of the table.
pub trait Fields: std::fmt::Debug {
    /// What the table says of each field.
    fn rows(&self) -> &'static [Row];
    /// The fields, in the order of the rows.
    fn fields(&self) -> Vec<&dyn Field>;
    /// The same, writable.
    fn fields_mut(&mut self) -> Vec<&mut dyn Field>;
    /// Writes what compilation only copies to the end of the model's columns.
    fn fill(&self, m: &mut Model);
    /// Takes over what differs between two states of row `i` of the compiled model.
    fn take_back(&mut self, i: usize, old: &Model, new: &Model);
}

/// Declares a struct of the table; see the head of this module.
macro_rules! element {
    ($(#[doc = $head:literal])* $(#[cfg_attr($($saved:tt)*)])? struct $Name:ident { $(
        $(.. [$($extra:tt)*])?
        $(
            $(#[doc = $doc:literal])*
            $f:ident : $ty:ty $(as $python:literal)? = $default:expr
            $(, $name:literal $(. $opt:ident ($($arg:tt)*))*)?
            $(, .. $group:expr)?
            $(, => $t:ident . $c:ident $(+ $poly:ident)?)?
            $(, -> $to:ident . $toc:ident)?
            $(, <- $from:ident . $fromc:ident $(+ $fpoly:ident)? $(at $place:ident)?)?
        )?
    ;)* }) => {
        $(#[doc = $head])*
        #[derive(Clone, Debug, PartialEq)]
        $(#[cfg_attr($($saved)*)])?
        #[allow(missing_docs)]
        pub struct $Name {
            $($( $(#[doc = $doc])* pub $f: $ty, )?)*
        }

        impl Default for $Name {
            fn default() -> Self {
                $Name { $($( $f: $default, )?)* }
            }
        }

        impl $Name {
            /// The attributes of its rows.
            pub const ATTRS: &'static [&'static [$crate::elements::Attr]] = &[
                $(
                    $(&[$($extra)*],)?
                    $( element!(@attrs [$($doc)*] $($name, $ty, $(.$opt($($arg)*))*)? $(; $group)?), )?
                )*
            ];
            /// The rows.
            pub const ROWS: &'static [$crate::elements::Row] = &[
                $($( $crate::elements::Row {
                    field: stringify!($f),
                    attr: element!(@attr [$($doc)*] $($name, $ty, $(.$opt($($arg)*))*)?),
                    group: element!(@or &[] $(, $group)?),
                    python: element!(@or "" $(, $python)?),
                    poly: element!(@or false $($(, stringify!($poly).len() > 0)?)? $($(, stringify!($fpoly).len() > 0)?)?),
                }, )?)*
            ];
        }

        impl $crate::elements::Fields for $Name {
            fn rows(&self) -> &'static [$crate::elements::Row] {
                Self::ROWS
            }
            fn fields(&self) -> Vec<&dyn $crate::elements::Field> {
                vec![$($( &self.$f, )?)*]
            }
            fn fields_mut(&mut self) -> Vec<&mut dyn $crate::elements::Field> {
                vec![$($( &mut self.$f, )?)*]
            }
            #[allow(unused_variables)]
            fn fill(&self, m: &mut $crate::Model) {
                $($(
                    $( element!(@fill self.$f, m.$t.$c $(, m.$t.$poly)?); )?
                    $( m.$to.$toc.push(self.$f.into()); )?
                )?)*
            }
            #[allow(unused_variables)]
            fn take_back(&mut self, i: usize, old: &$crate::Model, new: &$crate::Model) {
                $($(
                    $( element!(@back i, self.$f, (old, new) $t.$c $(+ $poly)?); )?
                    $( if let Some(i) = element!(@place new, i $(, $place)?) {
                        element!(@back i, self.$f, (old, new) $from.$fromc $(+ $fpoly)?);
                    } )?
                )?)*
            }
        }
    };
    (@attrs $doc:tt) => { &[] };
    (@attrs $doc:tt ; $group:expr) => { $group };
    (@attrs [$($doc:literal)*] $name:literal, $ty:ty, $(. $opt:ident ($($arg:tt)*))*) => {
        &[$crate::elements::a($name, <$ty as $crate::elements::Typed>::TY).doc(concat!("", $($doc),*)) $(.$opt($($arg)*))*]
    };
    (@attr $doc:tt) => { None };
    (@attr [$($doc:literal)*] $name:literal, $ty:ty, $(. $opt:ident ($($arg:tt)*))*) => {
        Some($crate::elements::a($name, <$ty as $crate::elements::Typed>::TY).doc(concat!("", $($doc),*)) $(.$opt($($arg)*))*)
    };
    (@or $default:expr) => { $default };
    (@or $default:expr, $given:expr) => { $given };
    (@place $m:ident, $i:ident) => { Some($i) };
    (@place $m:ident, $i:ident, $place:ident) => { $place($m, $i) };
    (@fill $s:ident.$f:ident, $m:ident.$t:ident.$c:ident) => { $m.$t.$c.push($s.$f.into()); };
    (@fill $s:ident.$f:ident, $m:ident.$t:ident.$c:ident, $n:ident.$u:ident.$poly:ident) => {
        $m.$t.$c.push($s.$f[0]);
        $m.$t.$poly.push([$s.$f[1], $s.$f[2]]);
    };
    (@back $i:expr, $s:ident.$f:ident, ($old:ident, $new:ident) $t:ident.$c:ident) => {
        if $new.$t.$c[$i] != $old.$t.$c[$i] {
            $s.$f = $new.$t.$c[$i].into();
        }
    };
    (@back $i:expr, $s:ident.$f:ident, ($old:ident, $new:ident) $t:ident.$c:ident + $poly:ident) => {
        if $new.$t.$c[$i] != $old.$t.$c[$i] {
            $s.$f[0] = $new.$t.$c[$i];
        }
        if $new.$t.$poly[$i] != $old.$t.$poly[$i] {
            $s.$f[1..].copy_from_slice(&$new.$t.$poly[$i]);
        }
    };
}
use element;

/// Name of an element.
const NAME: &[Attr] = &[a("name", Ty::Name)];
/// Name and default class of an element.
const NAMED: &[Attr] = &[a("name", Ty::Name).nodef(), a("class", Ty::Class).nodef()];
/// The ways to write an orientation.
const ORIENTATIONS: &[Attr] = &[
    a("quat", real(4)),
    a("axisangle", real(4)),
    a("xyaxes", real(6)),
    a("zaxis", real(3)),
    a("euler", real(3)),
];
const ONE_ORIENTATION: Rule =
    Rule::Exclusive(&[&["quat"], &["axisangle"], &["xyaxes"], &["zaxis"], &["euler"]]);

/// Time constant and damping ratio of a constraint.
const SOLREF: [f64; 2] = [0.02, 1.0];
/// Impedance of a constraint.
const SOLIMP: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0];
