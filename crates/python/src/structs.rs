//! `MjOption`, `MjStatistic` and `MjVisual`: small structs whose fields are numbers or short vectors.
//!
//! Each Python class is made from one list of fields; the class descriptors, `repr`, comparison, copies and pickles all
//! follow from that list.

use crate::views::{Owner, Record, Shared, Slot, add_fields};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use stiction_model::fields::{Number, Shape};
use stiction_model::options::{
    Options, Statistics, Visual, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba,
    VisualScale,
};
use stiction_spatial::Vec3;

/// A field of such a struct.
trait Leaf {
    fn leaf(&mut self) -> Slot;
}

macro_rules! scalar_leaf {
    ($($t:ty),*) => {$(
        impl Leaf for $t {
            fn leaf(&mut self) -> Slot {
                Slot::scalar(<$t>::wrap_mut(std::slice::from_mut(self)))
            }
        }
    )*};
}
scalar_leaf!(f64, f32, i32);

impl<T: Number, const N: usize> Leaf for [T; N] {
    fn leaf(&mut self) -> Slot {
        Slot::of(Shape { rows: N, cols: None }, T::wrap_mut(self))
    }
}

impl Leaf for Vec3 {
    fn leaf(&mut self) -> Slot {
        self.0.leaf()
    }
}

/// `<Name\n  field: value\n>`, fields in alphabetical order.
pub fn repr(obj: &Bound<'_, PyAny>, class: &str, names: &[&str]) -> PyResult<String> {
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    let mut out = format!("<{class}\n");
    for name in sorted {
        let value = obj.getattr(name)?.repr()?.to_string();
        out.push_str(&format!("  {name}: {}\n", value.replace('\n', "\n  ")));
    }
    out.push('>');
    Ok(out)
}

/// Whether all fields are equal.
pub fn same(a: &Record, b: &Record) -> bool {
    a.slots.len() == b.slots.len() && a.slots.iter().zip(b.slots.iter()).all(|(x, y)| x.bytes() == y.bytes())
}

macro_rules! struct_class {
    ($(#[$doc:meta])* $Class:ident, $py:literal, $Rust:ty { $($f:ident),* $(,)? }) => {
        $(#[$doc])*
        #[pyclass(frozen, extends = Record, subclass, name = $py, module = "stiction.mujoco")]
        pub struct $Class;

        impl $Class {
            /// Names of the fields, in the order of the slots.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($f)),*];
            /// The fields of one value.
            pub fn slots(value: &mut $Rust) -> Vec<Slot> {
                vec![$(value.$f.leaf()),*]
            }
            /// The object over memory that `owner` keeps alive.
            pub fn over(py: Python<'_>, slots: Vec<Slot>, owner: &Py<Owner>) -> PyResult<Py<Self>> {
                Py::new(py, PyClassInitializer::from(Record::new(slots, owner.clone_ref(py))).add_subclass($Class))
            }
            /// Adds the class to a module.
            pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
                m.add_class::<Self>()?;
                add_fields(&m.py().get_type::<Self>(), Self::NAMES)
            }
            fn fresh(py: Python<'_>) -> PyResult<PyClassInitializer<Self>> {
                let shared = Arc::new(Shared::new(<$Rust>::default()));
                let slots = Self::slots(&mut *shared.write()?);
                let owner = Py::new(py, Owner(shared))?;
                Ok(PyClassInitializer::from(Record::new(slots, owner)).add_subclass($Class))
            }
        }

        #[pymethods]
        impl $Class {
            #[new]
            fn new(py: Python<'_>) -> PyResult<PyClassInitializer<Self>> {
                Self::fresh(py)
            }
            #[classattr]
            fn _all_fields() -> Vec<&'static str> {
                Self::NAMES.to_vec()
            }
            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                repr(slf.as_any(), $py, Self::NAMES)
            }
            fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<Self>().is_ok_and(|o| same(slf.as_super().get(), o.as_super().get()))
            }
            fn __copy__(slf: &Bound<'_, Self>) -> PyResult<Py<Self>> {
                let copy = Bound::new(slf.py(), Self::fresh(slf.py())?)?;
                copy.as_super().get().assign(slf.as_super().get());
                Ok(copy.unbind())
            }
            fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
                Self::__copy__(slf)
            }
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (), Bound<'py, PyDict>)> {
                let state = PyDict::new(slf.py());
                for name in Self::NAMES {
                    let value = slf.getattr(*name)?;
                    let array = value.hasattr("copy")?;
                    state.set_item(*name, if array { value.call_method0("copy")? } else { value })?;
                }
                Ok((slf.get_type().into_any(), (), state))
            }
            fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyDict>) -> PyResult<()> {
                for (name, value) in state.iter() {
                    slf.setattr(name.cast::<pyo3::types::PyString>()?, value)?;
                }
                Ok(())
            }
        }
    };
}

struct_class! {
    /// Physics options.
    MjOption, "MjOption", Options {
        timestep, impratio, tolerance, ls_tolerance, noslip_tolerance, ccd_tolerance, sleep_tolerance, gravity, wind,
        magnetic, density, viscosity, o_margin, o_solref, o_solimp, o_friction, integrator, cone, jacobian, solver,
        iterations, ls_iterations, noslip_iterations, ccd_iterations, disableflags, enableflags, disableactuator,
        sdf_initpoints, sdf_iterations,
    }
}

struct_class! {
    /// Statistics of a model.
    MjStatistic, "MjStatistic", Statistics { meaninertia, meanmass, meansize, extent, center }
}

struct_class! {
    /// Global visual settings.
    Global, "Global", VisualGlobal {
        cameraid, orthographic, fovy, ipd, azimuth, elevation, linewidth, glow, realtime, offwidth, offheight,
        ellipsoidinertia, bvactive,
    }
}

struct_class! {
    /// Rendering quality.
    Quality, "Quality", VisualQuality { shadowsize, offsamples, numslices, numstacks, numquads }
}

struct_class! {
    /// Head light.
    Headlight, "Headlight", VisualHeadlight { ambient, diffuse, specular, active }
}

struct_class! {
    /// Mapping of physical to visual quantities.
    Map, "Map", VisualMap {
        stiffness, stiffnessrot, force, torque, alpha, fogstart, fogend, znear, zfar, haze, shadowclip, shadowscale,
        actuatortendon,
    }
}

struct_class! {
    /// Scales of decorations.
    Scale, "Scale", VisualScale {
        forcewidth, contactwidth, contactheight, connect, com, camera, light, selectpoint, jointlength, jointwidth,
        actuatorlength, actuatorwidth, framelength, framewidth, constraint, slidercrank, frustum,
    }
}

struct_class! {
    /// Colours of decorations.
    Rgba, "Rgba", VisualRgba {
        fog, haze, force, inertia, joint, actuator, actuatornegative, actuatorpositive, com, camera, light, selectpoint,
        connect, contactpoint, contactforce, contactfriction, contacttorque, contactgap, rangefinder, constraint,
        slidercrank, crankbroken, frustum, bv, bvactive,
    }
}

/// Visual settings.
#[pyclass(frozen, name = "MjVisual", module = "stiction.mujoco", get_all)]
pub struct MjVisual {
    global_: Py<Global>,
    quality: Py<Quality>,
    headlight: Py<Headlight>,
    map: Py<Map>,
    scale: Py<Scale>,
    rgba: Py<Rgba>,
}

const PARTS: &[&str] = &["global_", "quality", "headlight", "map", "scale", "rgba"];

impl MjVisual {
    /// The object over the settings of one model.
    pub fn over(py: Python<'_>, v: &mut Visual, owner: &Py<Owner>) -> PyResult<Self> {
        Ok(MjVisual {
            global_: Global::over(py, Global::slots(&mut v.global), owner)?,
            quality: Quality::over(py, Quality::slots(&mut v.quality), owner)?,
            headlight: Headlight::over(py, Headlight::slots(&mut v.headlight), owner)?,
            map: Map::over(py, Map::slots(&mut v.map), owner)?,
            scale: Scale::over(py, Scale::slots(&mut v.scale), owner)?,
            rgba: Rgba::over(py, Rgba::slots(&mut v.rgba), owner)?,
        })
    }
    fn records<'a, 'py>(&'a self, py: Python<'py>) -> [&'a Bound<'py, Record>; 6] {
        [
            self.global_.bind(py).as_super(),
            self.quality.bind(py).as_super(),
            self.headlight.bind(py).as_super(),
            self.map.bind(py).as_super(),
            self.scale.bind(py).as_super(),
            self.rgba.bind(py).as_super(),
        ]
    }
    /// Copies all settings of another object.
    pub fn assign(&self, py: Python<'_>, other: &MjVisual) {
        for (a, b) in self.records(py).into_iter().zip(other.records(py)) {
            a.get().assign(b.get());
        }
    }
}

#[pymethods]
impl MjVisual {
    #[new]
    fn new(py: Python<'_>) -> PyResult<Self> {
        let shared = Arc::new(Shared::new(Visual::default()));
        let owner = Py::new(py, Owner(shared.clone()))?;
        Self::over(py, &mut *shared.write()?, &owner)
    }
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        repr(slf.as_any(), "MjVisual", PARTS)
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let py = other.py();
        other.cast::<Self>().is_ok_and(|o| {
            self.records(py).into_iter().zip(o.get().records(py)).all(|(a, b)| same(a.get(), b.get()))
        })
    }
    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = Self::new(py)?;
        copy.assign(py, self);
        Ok(copy)
    }
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__(memo.py())
    }
}

/// Adds the classes to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    MjOption::register(m)?;
    MjStatistic::register(m)?;
    Global::register(m)?;
    Quality::register(m)?;
    Headlight::register(m)?;
    Map::register(m)?;
    Scale::register(m)?;
    Rgba::register(m)?;
    m.add_class::<MjVisual>()?;
    let visual = m.py().get_type::<MjVisual>();
    for part in ["Global", "Quality", "Headlight", "Map", "Scale", "Rgba"] {
        visual.setattr(part, m.getattr(part)?)?;
    }
    Ok(())
}
