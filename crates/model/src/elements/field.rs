//! Fields of elements seen alike: what they hold, how a file's attribute overwrites them, how Python sets them.

use super::schema::{FLOAT, FLOATS, INT, INTS, REAL, REALS, Ty};
use super::words as k;
use crate::kinds::*;
use crate::spec::{KeyPart, Meta, Orient, PathItem};
use stiction_spatial::{Quat, Vec3};

/// What a field holds.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Value<'a> {
    Real(f64),
    Float(f32),
    Int(i32),
    Long(i64),
    Flag(bool),
    /// A number of a closed set; MuJoCo's name of the set.
    Kind(i32, &'static str),
    /// A fixed number of values.
    Reals(&'a [f64]),
    Floats(&'a [f32]),
    Ints(&'a [i32]),
    /// Any number of values.
    RealList(&'a [f64]),
    FloatList(&'a [f32]),
    IntList(&'a [i32]),
    /// Values that may be left open; how many there would be.
    MaybeReal(Option<f64>),
    MaybeInt(Option<i32>),
    MaybeReals(Option<&'a [f64]>, usize),
    Text(&'a str),
    Texts(&'a [String]),
    Bytes(&'a [u8]),
    Index(usize),
    MaybeIndex(Option<usize>),
    Orient(&'a Orient),
    Meta(&'a Meta),
    Path(&'a [PathItem]),
    Parts(&'a [KeyPart]),
    /// A struct with fields of its own.
    Inner(&'a dyn super::Fields),
}

/// What a file gives for an attribute.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    /// Numbers.
    Numbers(&'a [f64]),
    /// The number of a word.
    Word(i32),
    /// The numbers of several words.
    Words(&'a [i32]),
    /// Text.
    Text(&'a str),
}

/// A field of an element.
pub trait Field {
    /// What it holds.
    fn value(&self) -> Value<'_>;
    /// Takes what a file gives: numbers overwrite from the front, what is not given stays.
    fn read(&mut self, given: Given<'_>);
    /// Takes a value of the same variant as [`Field::value`] gives; says why not.
    fn put(&mut self, value: Value<'_>) -> Result<(), String>;
    /// The fields inside, if it is a struct.
    fn inner(&mut self) -> Option<&mut dyn super::Fields> {
        None
    }
}

/// The type of the attribute that a field comes from, unless its row says otherwise.
pub trait Typed {
    /// The type.
    const TY: Ty;
}

const WRONG: &str = "a value of another type";

macro_rules! number {
    ($($t:ty, $one:ident $ones:ident $list:ident, $kind:ident $one_ty:expr, $list_ty:expr;)*) => {$(
        impl Typed for $t {
            const TY: Ty = $one_ty;
        }
        impl Field for $t {
            fn value(&self) -> Value<'_> {
                Value::$one(*self)
            }
            fn read(&mut self, given: Given<'_>) {
                match given {
                    Given::Numbers(&[x, ..]) => *self = x as $t,
                    Given::Word(n) => *self = n as $t,
                    // several words are bits
                    Given::Words(list) if !list.is_empty() => {
                        *self = list.iter().fold(0, |bits, w| bits | w) as $t;
                    }
                    _ => {}
                }
            }
            fn put(&mut self, value: Value<'_>) -> Result<(), String> {
                let Value::$one(x) = value else { return Err(WRONG.into()) };
                *self = x;
                Ok(())
            }
        }
        impl<const N: usize> Typed for [$t; N] {
            const TY: Ty = Ty::$kind(N as u16, N as u16);
        }
        impl<const N: usize> Field for [$t; N] {
            fn value(&self) -> Value<'_> {
                Value::$ones(self)
            }
            fn read(&mut self, given: Given<'_>) {
                if let Given::Numbers(v) = given {
                    self.iter_mut().zip(v).for_each(|(to, x)| *to = *x as $t);
                }
            }
            fn put(&mut self, value: Value<'_>) -> Result<(), String> {
                let Value::$ones(x) = value else { return Err(WRONG.into()) };
                *self = x.try_into().map_err(|_| format!("{N} numbers expected"))?;
                Ok(())
            }
        }
        impl Typed for Vec<$t> {
            const TY: Ty = $list_ty;
        }
        impl Field for Vec<$t> {
            fn value(&self) -> Value<'_> {
                Value::$list(self)
            }
            fn read(&mut self, given: Given<'_>) {
                if let Given::Numbers(v) = given {
                    *self = v.iter().map(|x| *x as $t).collect();
                }
            }
            fn put(&mut self, value: Value<'_>) -> Result<(), String> {
                let Value::$list(x) = value else { return Err(WRONG.into()) };
                *self = x.to_vec();
                Ok(())
            }
        }
    )*};
}
number! {
    f64, Real Reals RealList, Real REAL, REALS;
    f32, Float Floats FloatList, Float FLOAT, FLOATS;
    i32, Int Ints IntList, Int INT, INTS;
}

/// `impl Field` for a type with one variant: what it holds, what reading does, what setting does.
macro_rules! field {
    ($(
        $t:ty : $self:ident => $value:expr,
        $(? $given:pat => $read:expr,)?
        $variant:pat => $put:expr;
    )*) => {$(
        impl Field for $t {
            fn value(&self) -> Value<'_> {
                let $self = self;
                $value
            }
            #[allow(unused_variables)]
            fn read(&mut self, given: Given<'_>) {
                $( if let $given = given {
                    let $self = self;
                    $read
                } )?
            }
            fn put(&mut self, value: Value<'_>) -> Result<(), String> {
                #[allow(irrefutable_let_patterns)]
                let $variant = value else { return Err(WRONG.into()) };
                let $self = self;
                *$self = $put;
                Ok(())
            }
        }
    )*};
}
field! {
    i64: s => Value::Long(*s), Value::Long(x) => x;
    bool: s => Value::Flag(*s), ? Given::Word(n) => *s = n == 1, Value::Flag(x) => x;
    String: s => Value::Text(s), ? Given::Text(t) => t.clone_into(s), Value::Text(x) => x.into();
    Vec<String>: s => Value::Texts(s), Value::Texts(x) => x.to_vec();
    Vec<u8>: s => Value::Bytes(s), Value::Bytes(x) => x.to_vec();
    [u8; 3]: s => Value::Text(std::str::from_utf8(s).unwrap_or("")), Value::Text(x) =>
        x.as_bytes().try_into().map_err(|_| "three letters expected, such as 'xyz'".to_string())?;
    Vec3: s => Value::Reals(&s.0), ? given @ Given::Numbers(_) => s.0.read(given), Value::Reals(x) =>
        Vec3(x.try_into().map_err(|_| "3 numbers expected".to_string())?);
    Quat: s => Value::Reals(&s.0), ? given @ Given::Numbers(_) => s.0.read(given), Value::Reals(x) =>
        Quat(x.try_into().map_err(|_| "4 numbers expected".to_string())?);
    Option<f64>: s => Value::MaybeReal(*s), ? Given::Numbers(v) => *s = v.first().copied(), Value::MaybeReal(x) => x;
    Option<i32>: s => Value::MaybeInt(*s), ? Given::Numbers(v) => *s = v.first().map(|x| *x as i32),
        Value::MaybeInt(x) => x;
    Option<Vec3>: s => Value::MaybeReals(s.as_ref().map(|v| &v.0[..]), 3), ? given @ Given::Numbers(_) =>
        s.get_or_insert_default().read(given), Value::MaybeReals(x, _) =>
        x.map(|x| x.try_into().map(Vec3)).transpose().map_err(|_| "3 numbers expected".to_string())?;
    usize: s => Value::Index(*s), Value::Index(x) => x;
    Option<usize>: s => Value::MaybeIndex(*s), Value::MaybeIndex(x) => x;
    Orient: s => Value::Orient(s), Value::Orient(x) => *x;
    Meta: s => Value::Meta(s), Value::Meta(x) => x.clone();
    Vec<PathItem>: s => Value::Path(s), Value::Path(x) => x.to_vec();
    Vec<KeyPart>: s => Value::Parts(s), Value::Parts(x) => x.to_vec();
}

impl<const N: usize> Field for Option<[f64; N]> {
    fn value(&self) -> Value<'_> {
        Value::MaybeReals(self.as_ref().map(|v| &v[..]), N)
    }
    fn read(&mut self, given: Given<'_>) {
        self.get_or_insert([0.0; N]).read(given);
    }
    fn put(&mut self, value: Value<'_>) -> Result<(), String> {
        let Value::MaybeReals(x, _) = value else { return Err(WRONG.into()) };
        *self = x.map(TryInto::try_into).transpose().map_err(|_| format!("{N} numbers expected"))?;
        Ok(())
    }
}

macro_rules! typed {
    ($($t:ty => $ty:expr),* $(,)?) => {$(
        impl Typed for $t {
            const TY: Ty = $ty;
        }
    )*};
}
typed!(i64 => Ty::Text, bool => Ty::Word(k::BOOL), String => Ty::Text, [u8; 3] => Ty::Text, Option<f64> => REAL,
    Option<i32> => INT, Vec3 => Ty::Real(3, 3), Option<Vec3> => Ty::Real(3, 3), Quat => Ty::Real(4, 4),
    Vec<String> => Ty::Text);

impl<const N: usize> Typed for Option<[f64; N]> {
    const TY: Ty = Ty::Real(N as u16, N as u16);
}

/// Closed sets: their words in files and their names in MuJoCo.
macro_rules! kinds {
    ($($t:ident $words:expr, $mujoco:literal;)*) => {$(
        typed!($t => Ty::Word($words));
        field! {
            $t: s => Value::Kind(*s as i32, $mujoco),
                ? Given::Word(n) => if let Some(kind) = $t::from_i32(n) { *s = kind; },
                Value::Kind(n, _) => $t::from_i32(n).ok_or_else(|| format!("{n} is not a {}", stringify!($t)))?;
        }
        impl From<$t> for i32 {
            fn from(kind: $t) -> i32 {
                kind as i32
            }
        }
    )*};
}
kinds! {
    JointKind k::JOINT, "mjtJoint";
    GeomKind k::GEOM, "mjtGeom";
    ObjKind k::OBJ, "mjtObj";
    EqKind &[], "mjtEq";
    TrnKind &[], "mjtTrn";
    DynKind k::DYN, "mjtDyn";
    GainKind k::GAIN, "mjtGain";
    BiasKind k::BIAS, "mjtBias";
    SensorKind &[], "mjtSensor";
    CamLightMode k::CAMLIGHT, "mjtCamLight";
    LightKind k::LIGHT, "mjtLightType";
    Projection k::PROJECTION, "mjtProjection";
    TextureKind k::TEXTURE, "mjtTexture";
    ColorSpace k::COLORSPACE, "mjtColorSpace";
    SleepPolicy k::SLEEP, "mjtSleepPolicy";
    DataKind k::DATATYPE, "mjtDataType";
    Stage k::STAGE, "mjtStage";
    GeomInertia k::BOOL, "mjtGeomInertia";
    MeshInertia k::MESHINERTIA, "mjtMeshInertia";
    MeshBuiltin k::MESHBUILTIN, "";
    TextureBuiltin k::BUILTIN, "mjtBuiltin";
    TextureMark k::MARK, "mjtMark";
    Tri k::TRI, "mjtLimited";
    AttachConflict k::CONFLICT, "mjtConflict";
    FrameScaling k::SCALING, "mjtScaling";
    ActuatorShortcut &[], "mjtActuator";
    LengthRangeMode k::LENGTHRANGE, "mjtLRMode";
}
