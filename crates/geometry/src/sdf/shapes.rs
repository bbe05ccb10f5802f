//! The solids that MuJoCo ships as plugins `mujoco.sdf.*`, with its parameters and its distances.
//!
//! Outside and inside they are distances only near the surface (threads, teeth) or bounds of them; the surfaces are MuJoCo's.
//!
//! thread      r − R = |frac(12 z − θ/2π) − ½| / 12             one turn in 1/12 m, flanks of 45°                    (1)
//! involute    √(ρ² − R_b²) = R_b (θ + acos(R_b/ρ))              θ from where the flank leaves the base circle         (2)

use super::{Implicit, abs, hypot, intersection, subtraction, union};
use crate::query::Aabb;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, TAU};
use stiction_spatial::{Scalar, Vec3};

/// A ring about z: `mujoco.sdf.torus`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus {
    /// From the centre to the middle of the tube [m].
    pub radius1: f64,
    /// Of the tube [m].
    pub radius2: f64,
}

/// A shell of a sphere below a height, with a round rim: `mujoco.sdf.bowl`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bowl {
    /// Of the rim above the centre of the sphere [m].
    pub height: f64,
    /// Of the sphere in the middle of the shell [m].
    pub radius: f64,
    /// Half the thickness of the shell [m].
    pub thickness: f64,
}

/// A threaded bolt along −z with a hexagonal head: `mujoco.sdf.bolt`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bolt {
    /// Of the root of the thread [m].
    pub radius: f64,
}

/// The nut of a [`Bolt`]: `mujoco.sdf.nut`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nut {
    /// Of the crest of the thread in the hole [m].
    pub radius: f64,
}

/// A gear with involute teeth about z: `mujoco.sdf.gear`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// Turns it about its axis [rad].
    pub alpha: f64,
    /// Of the pitch circle [m].
    pub diameter: f64,
    /// Number of teeth.
    pub teeth: f64,
    /// Along z [m].
    pub thickness: f64,
    /// Of the hole [m]; negative: from the other sizes.
    pub innerdiameter: f64,
}

/// Threads per metre.
const SCREW: f64 = 12.0;

fn c<T: Scalar>(x: f64) -> T {
    T::from_f64(x)
}

fn box_about(half: [f64; 3]) -> Aabb {
    Aabb { min: -Vec3(half), max: Vec3(half) }
}

impl Implicit for Torus {
    fn bounds(&self) -> Aabb {
        let r = self.radius1 + self.radius2;
        box_about([r, r, self.radius2])
    }
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
        hypot(hypot(p[0], p[1]) - c(self.radius1), p[2]) - c(self.radius2)
    }
}

impl Implicit for Bowl {
    fn bounds(&self) -> Aabb {
        box_about([self.radius + self.thickness; 3])
    }
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
        let width = (self.radius * self.radius - self.height * self.height).max(0.0).sqrt();
        let r = hypot(p[0], p[1]);
        let rim = c::<T>(self.height) * r < c::<T>(width) * p[2];
        let middle = if rim {
            hypot(r - c(width), p[2] - c(self.height))
        } else {
            abs(hypot(r, p[2]) - c(self.radius))
        };
        middle - c(self.thickness)
    }
}

/// (1), inside where negative; `r` is how far p is outside the radius.
fn thread<T: Scalar>(p: Vec3<T>, r: T) -> T {
    let turn = p[2] * c(SCREW) - p[1].atan2(p[0]) * c(1.0 / TAU);
    let wave = abs(turn - c(turn.value().floor()) - c(0.5));
    (r - wave * c(1.0 / SCREW)) * c(FRAC_1_SQRT_2)
}

/// A hexagon of half width ½ between z = −½ and 0 with a cone over its corners.
fn hexagon<T: Scalar>(p: Vec3<T>, r: T) -> T {
    let k = 6.0 / TAU;
    // the sector that p is in does not change with p: no derivative
    let angle = -(p[1].value().atan2_bits(p[0].value()) * k + 0.5).floor() / k;
    let (sin, cos) = (libm::sin(angle), libm::sin(angle + FRAC_PI_2));
    let side = p[0] * c(cos) - p[1] * c(sin) - c(0.5);
    let flat = intersection(side, abs(p[2] + c(0.25)) - c(0.25));
    intersection(flat, (p[2] + r - c(0.22)) * c(FRAC_1_SQRT_2))
}

/// `libm`'s, so that bits are the same everywhere.
trait Atan2 {
    fn atan2_bits(self, x: f64) -> f64;
}

impl Atan2 for f64 {
    fn atan2_bits(self, x: f64) -> f64 {
        libm::atan2(self, x)
    }
}

impl Implicit for Bolt {
    fn bounds(&self) -> Aabb {
        box_about([0.6, 0.6, 1.0])
    }
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
        let r = hypot(p[0], p[1]) - c(self.radius);
        let shaft = subtraction(thread(p, r), c::<T>(0.5) - abs(p[2] + c(0.5)));
        let tip = (p[2] - r) * c(FRAC_1_SQRT_2) + c(FRAC_1_SQRT_2);
        union(subtraction(shaft, tip), hexagon(p, r))
    }
}

impl Implicit for Nut {
    fn bounds(&self) -> Aabb {
        box_about([0.6, 0.6, 1.0])
    }
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
        let r = hypot(p[0], p[1]) - c(self.radius);
        let cone = (p[2] - r) * c(FRAC_1_SQRT_2);
        let hole = subtraction(thread(p, r), cone + c(0.5 * FRAC_1_SQRT_2));
        let hole = union(hole, -cone - c(0.05 * FRAC_1_SQRT_2));
        subtraction(hexagon(p, r), hole)
    }
}

/// The union of two, rounded where they differ by less than k.
fn smooth_union<T: Scalar>(a: T, b: T, k: f64) -> T {
    let h = c::<T>(0.5) + (b - a) * c(0.5 / k);
    let h = if h.value() < 0.0 {
        c(0.0)
    } else if h.value() > 1.0 {
        c(1.0)
    } else {
        h
    };
    let rest = c::<T>(1.0) - h;
    b * rest + a * h - c::<T>(k) * h * rest
}

fn smooth_intersection<T: Scalar>(a: T, b: T, k: f64) -> T {
    let apart = smooth_union(subtraction(a, b), subtraction(b, a), k);
    subtraction(intersection(a, b), apart)
}

/// acos(x) of a number within (0, 1].
fn arc<T: Scalar>(x: T) -> T {
    (c::<T>(1.0) - x * x).sqrt().atan2(x)
}

impl Gear {
    /// Radius of the circle that the involutes unwind from [m].
    pub fn base_radius(&self) -> f64 {
        let n = self.teeth;
        let pressure = 3.096e-5 * n * n - 6.557e-3 * n + 0.551;
        0.5 * self.diameter * libm::cos(pressure)
    }

    /// The profile across z.
    fn profile<T: Scalar>(&self, p: Vec3<T>) -> T {
        let pitch = 0.5 * self.diameter;
        let module = self.diameter / self.teeth;
        let (outer, depth) = (pitch + module, 2.2 * module);
        let rho = hypot(p[0], p[1]);
        let inner = if self.innerdiameter >= 0.0 {
            0.5 * self.innerdiameter
        } else {
            outer - depth - 0.14 * self.diameter
        };
        if inner > rho.value() {
            return c::<T>(inner) - rho;
        }
        if outer - rho.value() < -0.2 {
            return rho - c(outer);
        }
        let base = self.base_radius();
        let stride = TAU / self.teeth;
        let unwound = libm::acos(base / pitch);
        let shift = 0.5 * stride - 2.0 * (libm::tan(unwound) - unwound);
        let angle = p[1].atan2(p[0]) + c(self.alpha);
        let within = |x: T| {
            let x = x + c(0.5 * shift);
            x - c((x.value() / stride).floor() * stride) - c(0.5 * shift)
        };
        let flanks = [within(angle), within(-angle - c(shift))];
        let mut cogs = intersection(flanks[0], flanks[1]) - c(stride - shift);
        let involutes = if base < rho.value() {
            let (roll, along) = (arc(c::<T>(base) / rho), (rho * rho - c(base * base)).sqrt());
            let [a, b] = flanks.map(|f| along - (f + roll) * c(base));
            intersection(a, b)
        } else {
            c(-1e6)
        };
        cogs = intersection(cogs, involutes);
        cogs = smooth_intersection(rho - c(outer), cogs, 0.0035 * self.diameter);
        cogs = smooth_union(rho - c(outer - depth), cogs, base - outer + depth);
        subtraction(cogs, rho - c(inner))
    }
}

impl Implicit for Gear {
    fn bounds(&self) -> Aabb {
        let r = 0.5 * self.diameter * 1.25;
        box_about([r, r, 0.5 * self.thickness * 1.1])
    }
    fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
        let (flat, up) = (self.profile(p), abs(p[2]) - c(0.5 * self.thickness));
        let outside = |x: T| if x.value() > 0.0 { x } else { c(0.0) };
        let inside = union(intersection(flat, up), c(0.0));
        let (a, b) = (outside(flat), outside(up));
        // a root has no slope at zero
        match (a.value() > 0.0, b.value() > 0.0) {
            (true, true) => inside + hypot(a, b),
            (true, false) => inside + a,
            (false, true) => inside + b,
            (false, false) => inside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdf::Field;

    fn all() -> Vec<Box<dyn Field>> {
        let gear = Gear { alpha: 0.3, diameter: 2.8, teeth: 25.0, thickness: 0.2, innerdiameter: -1.0 };
        vec![
            Box::new(Torus { radius1: 0.35, radius2: 0.15 }),
            Box::new(Bowl { height: 0.4, radius: 1.0, thickness: 0.02 }),
            Box::new(Bolt { radius: 0.255 }),
            Box::new(Nut { radius: 0.26 }),
            Box::new(gear),
        ]
    }

    #[test]
    fn gradients_are_those_of_the_distances() {
        for (k, s) in all().iter().enumerate() {
            let b = s.bounds();
            for i in 0..200 {
                let f = |q: f64, k: usize| b.min[k] + (b.max[k] - b.min[k]) * (q * i as f64).fract();
                let p = Vec3([f(0.618_034, 0), f(0.754_878, 1), f(0.569_84, 2)]);
                let (v, g) = s.slope(p);
                assert_eq!(v, s.value(p));
                let h = 1e-7;
                for a in 0..3 {
                    let mut d = Vec3::ZERO;
                    d[a] = h;
                    let (l, r) = (s.value(p - d), s.value(p + d));
                    // a kink between the two shows as another slope on either side
                    if ((r - v) - (v - l)).abs() > 1e-10 {
                        continue;
                    }
                    assert!(((r - l) / (2.0 * h) - g[a]).abs() < 1e-6, "solid {k} at {p:?}");
                }
            }
        }
    }

    #[test]
    fn flanks_of_a_gear_are_true_distances() {
        let g = Gear { alpha: 0.0, diameter: 2.8, teeth: 25.0, thickness: 0.2, innerdiameter: -1.0 };
        let mut seen = 0;
        for i in 0..400 {
            let angle = i as f64 * 0.0157;
            let p = Vec3::new(1.41 * angle.cos(), 1.41 * angle.sin(), 0.0);
            let (v, slope) = g.slope(p);
            if v.abs() < 0.02 {
                seen += 1;
                assert!((slope.norm() - 1.0).abs() < 1e-9, "{v} {slope:?}");
            }
        }
        assert!(seen > 50);
    }

    #[test]
    fn the_pitch_of_a_thread_is_a_twelfth() {
        let b = Bolt { radius: 0.255 };
        let p = Vec3::new(0.27, 0.03, -0.6);
        let (s, c) = (1.0_f64.sin(), 1.0_f64.cos());
        let turned = Vec3::new(c * p[0] - s * p[1], s * p[0] + c * p[1], p[2] + 1.0 / (TAU * SCREW));
        assert!((b.distance(p) - b.distance(turned)).abs() < 1e-14);
    }
}
