//! Volume (or surface) and inertia of primitive shapes.

use std::f64::consts::PI;
use stiction_spatial::Vec3;

/// Shapes with closed-form mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// No mass.
    Plane,
    /// Counted as a box of its geom size, as MuJoCo does.
    HField,
    /// size = (radius, -, -).
    Sphere,
    /// size = (radius, half-length of the cylinder part, -).
    Capsule,
    /// size = half-axes.
    Ellipsoid,
    /// size = (radius, half-length, -).
    Cylinder,
    /// size = half-lengths.
    Box,
}

/// Where the mass of a geom sits (`shellinertia`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InertiaType {
    /// Uniform in the volume.
    #[default]
    Volume,
    /// Uniform on the surface.
    Shell,
}

/// Volume, or surface area for [`InertiaType::Shell`]; 0 for planes.
pub fn primitive_volume(shape: Primitive, size: Vec3, kind: InertiaType) -> f64 {
    let solid = kind == InertiaType::Volume;
    let (a, b, c) = (size[0], size[1], size[2]);
    match shape {
        Primitive::Plane => 0.0,
        Primitive::Sphere if solid => 4.0 * PI * a * a * a / 3.0,
        Primitive::Sphere => 4.0 * PI * a * a,
        Primitive::Capsule if solid => PI * (a * a * (2.0 * b) + 4.0 * a * a * a / 3.0),
        Primitive::Capsule => 4.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
        Primitive::Cylinder if solid => PI * a * a * (2.0 * b),
        Primitive::Cylinder => 2.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
        Primitive::Ellipsoid if solid => 4.0 * PI * a * b * c / 3.0,
        Primitive::Ellipsoid => {
            // Thomsen's formula, within 1.2 % of the elliptic integral
            let p = 1.6075;
            let sum = libm::pow(a * b, p) + libm::pow(b * c, p) + libm::pow(c * a, p);
            4.0 * PI * libm::pow(sum / 3.0, 1.0 / p)
        }
        Primitive::Box | Primitive::HField if solid => a * b * c * 8.0,
        Primitive::Box | Primitive::HField => 8.0 * (a * b + b * c + c * a),
    }
}

/// Principal moments of a primitive of the given mass, about its centre along its axes; 0 for planes.
pub fn primitive_inertia(shape: Primitive, size: Vec3, mass: f64, kind: InertiaType) -> Vec3 {
    let solid = kind == InertiaType::Volume;
    match shape {
        Primitive::Plane => Vec3::ZERO,
        Primitive::Sphere => {
            let i = 2.0 * mass * size[0] * size[0] / if solid { 5.0 } else { 3.0 };
            Vec3::new(i, i, i)
        }
        Primitive::Capsule if solid => solid_capsule(size[0], size[1], mass),
        Primitive::Capsule => shell_capsule(size[0], size[1], mass),
        Primitive::Cylinder if solid => solid_cylinder(size[0], 2.0 * size[1], mass),
        Primitive::Cylinder => shell_cylinder(size[0], size[1], mass),
        Primitive::Ellipsoid if solid => pairs(size.hadamard(size), mass, 5.0),
        Primitive::Ellipsoid => shell_ellipsoid(size, mass),
        Primitive::Box | Primitive::HField if solid => pairs(size.hadamard(size), mass, 3.0),
        Primitive::Box | Primitive::HField => shell_box(size, mass),
    }
}

/// m (s_j + s_k)/d about axis i.
fn pairs(s: Vec3, mass: f64, d: f64) -> Vec3 {
    Vec3::new(mass * (s[1] + s[2]) / d, mass * (s[0] + s[2]) / d, mass * (s[0] + s[1]) / d)
}

fn solid_cylinder(r: f64, height: f64, mass: f64) -> Vec3 {
    let side = mass * (3.0 * r * r + height * height) / 12.0;
    Vec3::new(side, side, mass * r * r / 2.0)
}

fn solid_capsule(r: f64, half: f64, mass: f64) -> Vec3 {
    let height = 2.0 * half;
    let ball = mass * 4.0 * r / (4.0 * r + 3.0 * height); // share of the two caps
    let cylinder = solid_cylinder(r, height, mass - ball);
    let own = 2.0 * ball * r * r / 5.0;
    let side = own + ball * height * (3.0 * r + 2.0 * height) / 8.0;
    Vec3::new(cylinder[0] + side, cylinder[1] + side, cylinder[2] + own)
}

fn shell_capsule(r: f64, half: f64, mass: f64) -> Vec3 {
    let height = 2.0 * half;
    let (caps, tube) = (4.0 * PI * r * r, 2.0 * PI * r * height);
    let ball = mass * caps / (caps + tube);
    let wall = mass - ball;
    let side = wall * (6.0 * r * r + height * height) / 12.0;
    let own = 2.0 * ball * r * r / 3.0;
    let center = r / 2.0; // of a hemispherical shell, above its rim
    let at = half + center;
    let shifted = own + ball * (at * at - center * center);
    Vec3::new(side + shifted, side + shifted, wall * r * r + own)
}

fn shell_cylinder(r: f64, half: f64, mass: f64) -> Vec3 {
    let height = 2.0 * half;
    let (disk, tube) = (PI * r * r, 2.0 * PI * r * height);
    let lid = mass * disk / (2.0 * disk + tube);
    let wall = mass - 2.0 * lid;
    let lid_side = lid * r * r / 4.0 + lid * half * half;
    let side = wall * (6.0 * r * r + height * height) / 12.0 + 2.0 * lid_side;
    Vec3::new(side, side, wall * r * r + 2.0 * (lid * r * r / 2.0))
}

/// Difference of a solid ellipsoid and one that is 1e-6 larger on each side.
fn shell_ellipsoid(size: Vec3, mass: f64) -> Vec3 {
    let grown = size + Vec3::new(1e-6, 1e-6, 1e-6);
    let volume = |s: Vec3| 4.0 * PI * s[0] * s[1] * s[2] / 3.0;
    let (inner, outer) = (volume(size), volume(grown));
    let density = mass / (outer - inner);
    let moments = |s: Vec3, m: f64| pairs(s.hadamard(s), m, 5.0);
    moments(grown, outer * density) - moments(size, inner * density)
}

/// Six plates: A₀ at ±z, A₁ at ±x, A₂ at ±y.
fn shell_box(size: Vec3, mass: f64) -> Vec3 {
    let [x, y, z] = size.0.map(|s| 2.0 * s);
    let s = size.hadamard(size);
    let area = [x * y, y * z, z * x];
    let total = 2.0 * (area[0] + area[1] + area[2]);
    let [m0, m1, m2] = area.map(|a| mass * a / total);
    let (xx, yy, zz) = (x * x, y * y, z * z);
    Vec3::new(
        2.0 * (m0 * s[2] + m2 * s[1] + m0 * yy / 12.0 + m1 * (yy + zz) / 12.0 + m2 * zz / 12.0),
        2.0 * (m0 * s[2] + m1 * s[0] + m0 * xx / 12.0 + m1 * zz / 12.0 + m2 * (xx + zz) / 12.0),
        2.0 * (m1 * s[0] + m2 * s[1] + m0 * (xx + yy) / 12.0 + m1 * yy / 12.0 + m2 * xx / 12.0),
    )
}
