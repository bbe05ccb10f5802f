//! Added mass of geoms in a fluid, with the geom taken for an ellipsoid of half-axes d.
//!
//! κ_i = ∫₀^∞ d_x d_y d_z / ((d_i² + λ) √((d_x²+λ)(d_y²+λ)(d_z²+λ))) dλ
//! m_i = V κ_i / (2 − κ_i),   I_x = V/5 · (d_y² − d_z²)² (κ_z − κ_y) / (2(d_y² − d_z²) + (d_y² + d_z²)(κ_y − κ_z))
//!
//! Source Tuckerman 1926; Newman, Marine Hydrodynamics, ch. 4.

use crate::kinds::GeomKind;
use crate::model::Model;
use std::f64::consts::PI;

const EPS: f64 = 1e-14;

/// Weights of the 15-point Kronrod rule on [0, 1].
const WEIGHT: [f64; 15] = [
    0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107,
    0.10221647, 0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
];
/// λ at the nodes x, by λ = x³/(1 − x)².
const LAMBDA: [f64; 15] = [
    7.865151709349917e-08,
    1.7347976913907274e-05,
    0.0003548008144506193,
    0.002846636252924549,
    0.014094260903596077,
    0.053063261727396636,
    0.17041978741317773,
    0.5,
    1.4036301548686991,
    3.9353484827022642,
    11.644841677041734,
    39.53187807410903,
    177.5711362220801,
    1429.4772912937397,
    54087.416549217705,
];
/// dλ/dx at the nodes.
const SLOPE: [f64; 15] = [
    5.538677720489877e-05,
    0.002080868285293228,
    0.016514126520723166,
    0.07261900344370877,
    0.23985243401862602,
    0.6868318249020725,
    1.8551129519182894,
    5.0,
    14.060031152313941,
    43.28941239611009,
    156.58546376397112,
    747.9826085305024,
    5827.4042950027115,
    116754.0197944512,
    25482945.327264845,
];

/// `geom_fluid[6..12]` of every geom that uses the ellipsoid model.
pub fn added_mass(m: &mut Model) {
    for i in 0..m.geom.fluid.len() {
        if m.geom.fluid[i][0] > 0.0 {
            let (mass, inertia) = virtual_inertia(half_axes(m.geom.kind[i], m.geom.size[i]));
            m.geom.fluid[i][6..9].copy_from_slice(&mass);
            m.geom.fluid[i][9..12].copy_from_slice(&inertia);
        }
    }
}

fn half_axes(kind: stiction_spatial::Code<GeomKind>, s: [f64; 3]) -> [f64; 3] {
    match kind.get() {
        Some(GeomKind::Sphere) => [s[0]; 3],
        Some(GeomKind::Capsule) => [s[0], s[0], s[0] + s[1]],
        Some(GeomKind::Cylinder) => [s[0], s[0], s[1]],
        _ => s,
    }
}

/// κ along x.
fn kappa(x: f64, y: f64, z: f64) -> f64 {
    let inv = [x, y, z].map(|d| 1.0 / (d * d));
    // the variable of integration is made dimensionless
    let scale = libm::pow(x * x * x * y * z, 0.4);
    let mut sum = 0.0;
    for k in 0..15 {
        let [a, b, c] = inv.map(|i| 1.0 + scale * LAMBDA[k] * i);
        sum += scale * SLOPE[k] / (a * f64::sqrt(a * b * c)) * WEIGHT[k];
    }
    sum * inv[0]
}

/// Virtual mass and moments of inertia along the three axes.
fn virtual_inertia(d: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    let volume = 4.0 / 3.0 * PI * d[0] * d[1] * d[2];
    let k = [kappa(d[0], d[1], d[2]), kappa(d[1], d[2], d[0]), kappa(d[2], d[0], d[1])];
    let d2 = d.map(|x| x * x);
    let mass = k.map(|k| volume * k / f64::max(EPS, 2.0 - k));
    let inertia = std::array::from_fn(|a| {
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        let dif = d2[b] - d2[c];
        let den = (2.0 * dif + (d2[b] + d2[c]) * (k[b] - k[c])).abs();
        volume * (dif * dif * (k[c] - k[b]).abs() / f64::max(EPS, den)) / 5.0
    });
    (mass, inertia)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_adds_half_its_displaced_mass() {
        let (mass, inertia) = virtual_inertia([0.3; 3]);
        let displaced = 4.0 / 3.0 * PI * 0.027;
        for k in 0..3 {
            assert!((mass[k] / displaced - 0.5).abs() < 1e-6);
            assert_eq!(inertia[k], 0.0);
        }
    }
}
