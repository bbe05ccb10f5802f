//! Values of an editable model as Python sees them: every field of every element, given and taken by position.
//!
//! A spec travels between Rust and Python as plain lists of values; Python's element objects own them in between, so that
//! their arrays can be edited in place. `None` of an optional number is NaN in Python, as in MuJoCo's `mjSpec`.

use crate::views::Input;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use stiction_model::diag::Loc;
use stiction_model::kinds::*;
use stiction_model::spec::*;
use stiction_spatial::{Quat, Vec3};

/// A value that goes to Python and comes back.
pub trait Exchange: Sized {
    /// As a Python object.
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>>;
    /// From a Python object.
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self>;
}

macro_rules! plain {
    ($($t:ty),*) => {$(
        impl Exchange for $t {
            fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.clone().into_pyobject(py)?.to_owned().into_any().unbind())
            }
            fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
                x.extract()
            }
        }
    )*};
}
plain!(f64, i32, i64, bool, String, Vec<String>);

impl Exchange for f32 {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        f64::from(*self).give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(x.extract::<f64>()? as f32)
    }
}

macro_rules! arrays {
    ($($t:ty),*) => {$(
        impl<const N: usize> Exchange for [$t; N] {
            fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(PyArray1::from_slice(py, self).into_any().unbind())
            }
            fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
                let data = Input::<$t>::of(x)?.data;
                data.try_into().map_err(|_| PyValueError::new_err(format!("{N} numbers expected")))
            }
        }
        impl Exchange for Vec<$t> {
            fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.clone().into_pyarray(py).into_any().unbind())
            }
            fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
                Ok(Input::<$t>::of(x)?.data)
            }
        }
    )*};
}
arrays!(f64, f32, i32);

impl Exchange for Vec<u8> {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(PyBytes::new(py, self).into_any().unbind())
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        match x.cast::<PyBytes>() {
            Ok(b) => Ok(b.as_bytes().to_vec()),
            Err(_) => Ok(Input::<u8>::of(x)?.data),
        }
    }
}

impl Exchange for Vec3 {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.0.give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Exchange::take(x).map(Vec3)
    }
}

impl Exchange for Quat {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.0.give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        <[f64; 4]>::take(x).map(Quat)
    }
}

impl Exchange for Option<f64> {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.unwrap_or(f64::NAN).give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Some(f64::take(x)?).filter(|v| !v.is_nan()))
    }
}

impl Exchange for Option<i32> {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.unwrap_or(i32::MIN).give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Some(i32::take(x)?).filter(|v| *v != i32::MIN))
    }
}

impl<const N: usize> Exchange for Option<[f64; N]> {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut unset = [0.0; N];
        unset[0] = f64::NAN;
        self.unwrap_or(unset).give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Some(<[f64; N]>::take(x)?).filter(|v| !v[0].is_nan()))
    }
}

impl Exchange for Option<Vec3> {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.map(|v| v.0).give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(<Option<[f64; 3]> as Exchange>::take(x)?.map(Vec3))
    }
}

impl Exchange for usize {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        (*self as i64).give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        x.extract()
    }
}

/// −1 for "none".
impl Exchange for Option<usize> {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.map_or(-1, |i| i as i64).give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(usize::try_from(x.extract::<i64>()?).ok())
    }
}

macro_rules! kinds {
    ($($t:ty),*) => {$(
        impl Exchange for $t {
            fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                (*self as i32).give(py)
            }
            fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
                let i = x.extract::<i32>()?;
                <$t>::from_i32(i).ok_or_else(|| PyValueError::new_err(format!("{i} is not a {}", stringify!($t))))
            }
        }
    )*};
}
kinds!(
    JointKind,
    GeomKind,
    ObjKind,
    EqKind,
    TrnKind,
    DynKind,
    GainKind,
    BiasKind,
    SensorKind,
    CamLightMode,
    LightKind,
    Projection,
    TextureKind,
    ColorSpace,
    SleepPolicy,
    DataKind,
    Stage,
    GeomInertia,
    MeshInertia,
    MeshBuiltin,
    TextureBuiltin,
    TextureMark,
    Tri,
    AttachConflict,
    FrameScaling,
    ActuatorShortcut,
    LengthRangeMode
);

/// Quaternion, then the kind of the alternative and its numbers.
impl Exchange for Orient {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (quat, kind, alt): (Quat, i32, Vec<f64>) = match *self {
            Orient::Quat(q) => (q, 0, Vec::new()),
            Orient::AxisAngle(x) => (Quat::IDENTITY, 1, x.to_vec()),
            Orient::XyAxes(x) => (Quat::IDENTITY, 2, x.to_vec()),
            Orient::ZAxis(x) => (Quat::IDENTITY, 3, x.to_vec()),
            Orient::Euler(x) => (Quat::IDENTITY, 4, x.to_vec()),
        };
        Ok((quat.give(py)?, kind, alt).into_pyobject(py)?.into_any().unbind())
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (quat, kind, alt): (Bound<'_, PyAny>, i32, Bound<'_, PyAny>) = x.extract()?;
        Ok(match kind {
            0 => Orient::Quat(Quat::take(&quat)?),
            1 => Orient::AxisAngle(Exchange::take(&alt)?),
            2 => Orient::XyAxes(Exchange::take(&alt)?),
            3 => Orient::ZAxis(Exchange::take(&alt)?),
            4 => Orient::Euler(Exchange::take(&alt)?),
            _ => return Err(PyValueError::new_err(format!("{kind} is not a kind of orientation"))),
        })
    }
}

/// Name, class, origin, and the place in its file.
impl Exchange for Meta {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let loc = self.loc.map(|l| (l.file, l.start, l.len, l.line, l.col));
        Ok((&self.name, self.class, self.origin, loc).into_pyobject(py)?.into_any().unbind())
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        type Place = Option<(u32, u32, u32, u32, u32)>;
        let (name, class, origin, loc): (String, usize, usize, Place) = x.extract()?;
        let loc = loc.map(|(file, start, len, line, col)| Loc { file, start, len, line, col });
        Ok(Meta { name, class, loc, origin })
    }
}

/// Kind (as `mjtWrap`), name, side site, number.
impl Exchange for Vec<PathItem> {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let one = |p: &PathItem| match &p.kind {
            PathKind::Joint { joint, coef } => (1, joint.clone(), String::new(), *coef),
            PathKind::Pulley(divisor) => (2, String::new(), String::new(), *divisor),
            PathKind::Site(site) => (3, site.clone(), String::new(), 0.0),
            PathKind::Geom { geom, sidesite } => (4, geom.clone(), sidesite.clone(), 0.0),
        };
        Ok(self.iter().map(one).collect::<Vec<_>>().into_pyobject(py)?.into_any().unbind())
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        let list: Vec<(i32, String, String, f64)> = x.extract()?;
        let one = |(kind, name, side, number)| {
            let kind = match kind {
                1 => PathKind::Joint { joint: name, coef: number },
                2 => PathKind::Pulley(number),
                3 => PathKind::Site(name),
                4 | 5 => PathKind::Geom { geom: name, sidesite: side },
                _ => return Err(PyTypeError::new_err("not an element of a tendon's path")),
            };
            Ok(PathItem { kind, loc: None })
        };
        list.into_iter().map(one).collect()
    }
}

/// Parts of keyframes are put in place before a spec goes to Python.
impl Exchange for Vec<KeyPart> {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(py.None())
    }
    fn take(_x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Vec::new())
    }
}

impl<T: Exchange, U: Exchange> Exchange for (T, U) {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok((self.0.give(py)?, self.1.give(py)?).into_pyobject(py)?.into_any().unbind())
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok((T::take(&x.get_item(0)?)?, U::take(&x.get_item(1)?)?))
    }
}

impl Exchange for [u8; 3] {
    fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        String::from_utf8_lossy(self).into_owned().give(py)
    }
    fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = String::take(x)?;
        text.as_bytes().try_into().map_err(|_| PyValueError::new_err("three letters expected, such as 'xyz'"))
    }
}

/// A struct whose fields are exchanged in order.
pub trait Fields: Exchange {
    /// Names of the fields.
    const NAMES: &'static [&'static str];
}

macro_rules! elements {
    ($($T:ident [$($f:ident),* $(,)?])*) => {$(
        impl Fields for $T {
            const NAMES: &'static [&'static str] = &[$(stringify!($f)),*];
        }
        impl Exchange for $T {
            fn give(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(PyTuple::new(py, [$(self.$f.give(py)?),*])?.into_any().unbind())
            }
            fn take(x: &Bound<'_, PyAny>) -> PyResult<Self> {
                let mut values = x.cast::<PyTuple>()?.iter();
                let mut next = || {
                    values.next().ok_or_else(|| PyTypeError::new_err(concat!("not a ", stringify!($T))))
                };
                Ok($T { $($f: field(&next()?, stringify!($f))?,)* })
            }
        }
    )*};
}

/// Takes one field; an error names it.
fn field<T: Exchange>(x: &Bound<'_, PyAny>, name: &str) -> PyResult<T> {
    T::take(x).map_err(|e| PyValueError::new_err(format!("{}: {e}", name.trim_end_matches('_'))))
}

elements! {
    Body [
        meta, parent, frame, childclass, pos, orient, mass, ipos, inertia, iorient, fullinertia, mocap,
        gravcomp, sleep, simple, fuse, userdata
    ]
    Frame [
        meta, body, frame, childclass, pos, orient, scale, scaling, massscale
    ]
    Joint [
        meta, body, frame, kind, pos, axis, ref_, align, stiffness, springref, springyield, springdamper,
        limited, range, margin, solref_limit, solimp_limit, actfrclimited, actfrcrange, armature, damping,
        frictionloss, solref_friction, solimp_friction, group, actgravcomp, userdata
    ]
    Geom [
        meta, body, frame, kind, pos, orient, fromto, size, contype, conaffinity, condim, priority,
        friction, solmix, solref, solimp, margin, gap, surfacevel, adhesion, mass, density, typeinertia,
        fluid_ellipsoid, fluid_coefs, material, rgba, group, castshadow, hfieldname, meshname, fitscale,
        userdata
    ]
    Site [
        meta, body, frame, pos, orient, fromto, size, kind, material, group, rgba, meshname, userdata
    ]
    Camera [
        meta, body, frame, pos, orient, mode, targetbody, proj, resolution, output, fovy, ipd, intrinsic,
        sensor_size, focal_length, focal_pixel, principal_length, principal_pixel, userdata
    ]
    Light [
        meta, body, frame, pos, dir, mode, targetbody, active, kind, texture, castshadow, bulbradius,
        intensity, range, attenuation, cutoff, softness, exponent, ambient, diffuse, specular
    ]
    Pair [
        meta, geomname1, geomname2, condim, solref, solreffriction, solimp, margin, gap, adhesion, friction
    ]
    Exclude [
        meta, bodyname1, bodyname2
    ]
    Equality [
        meta, kind, data, active, name1, name2, objtype, solref, solimp
    ]
    Tendon [
        meta, stiffness, springlength, springyield, damping, frictionloss, solref_friction, solimp_friction,
        armature, limited, actfrclimited, range, actfrcrange, margin, solref_limit, solimp_limit, material,
        width, rgba, group, userdata, path
    ]
    Actuator [
        meta, kind, gaintype, gainprm, biastype, biasprm, dyntype, dynprm, actdim, ctrlspec, velrange,
        ffrange, actearly, trntype, gear, target, refsite, slidersite, cranklength, lengthrange,
        inheritrange, damping, armature, ctrllimited, ctrlrange, forcelimited, forcerange, actlimited,
        actrange, group, nsample, interp, delay, userdata
    ]
    Sensor [
        meta, kind, objtype, objname, reftype, refname, intprm, datatype, needstage, dim, cutoff, noise,
        nsample, interp, delay, interval, userdata
    ]
    Mesh [
        meta, content_type, file, refpos, refquat, scale, inertia, smoothnormal, maxhullvert, uservert,
        usernormal, usertexcoord, userface, userfacenormal, userfacetexcoord, material, builtin, params
    ]
    HField [
        meta, content_type, file, size, nrow, ncol, userdata
    ]
    Texture [
        meta, kind, colorspace, builtin, mark, rgb1, rgb2, markrgb, random, height, width, nchannel,
        content_type, file, gridsize, gridlayout, cubefiles, data, hflip, vflip, embed
    ]
    Material [
        meta, textures, texuniform, texrepeat, emission, specular, shininess, reflectance, metallic,
        roughness, rgba
    ]
    Numeric [
        meta, data, size
    ]
    Text [
        meta, data
    ]
    Tuple [
        meta, objtype, objname, objprm
    ]
    Key [
        meta, time, qpos, qvel, act, mpos, mquat, ctrl, plastic, parts
    ]
    LengthRange [mode, useexisting, uselimit, accel, maxforce, timeconst, timestep, inttotal, interval, tolrange]
    Compiler [
        autolimits, boundmass, boundinertia, settotalmass, balanceinertia, strippath, fitaabb, degree, eulerseq,
        discardvisual, usethread, fusestatic, inertiafromgeom, inertiagrouprange, saveinertial, alignfree, conflict,
        meshdir, texturedir, lengthrange, savecompiled, savecanonical, passthrough
    ]
    SizeRequest [
        memory, nemax, nuserdata, nuser_body, nuser_jnt, nuser_geom, nuser_site, nuser_cam, nuser_tendon,
        nuser_actuator, nuser_sensor, nkey, njmax, nconmax, nstack
    ]
}
