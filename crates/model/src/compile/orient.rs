//! Orientations in all the forms that files use, to unit quaternions.

use super::math::{mul_quat, quat_from_axes, quat_z_to, unit, unit_quat, unit3};
use crate::spec::{Compiler, Orient};
use stiction_spatial::{Quat, Vec3};

/// π/180 applied as the oracle does: x / 180 · π.
pub(crate) fn radians(x: f64) -> f64 {
    x / 180.0 * std::f64::consts::PI
}

/// The unit quaternion of an orientation, or what is wrong with it.
pub(crate) fn resolve(orient: &Orient, compiler: &Compiler) -> Result<Quat, &'static str> {
    let angle = |x: f64| if compiler.degree { radians(x) } else { x };
    match *orient {
        Orient::Quat(q) => unit(q.0).map(|(u, _)| Quat(u)).ok_or("the quaternion is zero"),
        Orient::AxisAngle([x, y, z, a]) => {
            let axis = unit3(Vec3::new(x, y, z)).ok_or("the axis of axisangle is zero")?;
            let half = angle(a) / 2.0;
            let s = libm::sin(half);
            Ok(Quat([libm::cos(half), s * axis[0], s * axis[1], s * axis[2]]))
        }
        Orient::XyAxes([a, b, c, d, e, f]) => {
            let x = unit3(Vec3::new(a, b, c)).ok_or("the first of xyaxes is zero")?;
            let y = Vec3::new(d, e, f);
            let y = unit3(y - x * x.dot(y)).ok_or("xyaxes are parallel, or the second is zero")?;
            let z = unit3(x.cross(y)).ok_or("xyaxes are parallel")?;
            Ok(quat_from_axes(x, y, z))
        }
        Orient::ZAxis(z) => unit3(Vec3(z)).map(quat_z_to).ok_or("zaxis is zero"),
        Orient::Euler(e) => euler(e.map(angle), &compiler.eulerseq),
    }
}

/// Lower-case letters turn about axes that move with the frame, upper-case letters about fixed ones.
fn euler(e: [f64; 3], sequence: &[u8; 3]) -> Result<Quat, &'static str> {
    let mut q = Quat::IDENTITY;
    for (a, c) in e.into_iter().zip(sequence) {
        let axis = match c.to_ascii_lowercase() {
            b'x' => 1,
            b'y' => 2,
            b'z' => 3,
            _ => return Err("eulerseq may contain only x, y, z, X, Y, Z"),
        };
        let mut turn = [0.0; 4];
        turn[0] = libm::cos(a / 2.0);
        turn[axis] = libm::sin(a / 2.0);
        q = if c.is_ascii_lowercase() { mul_quat(q, Quat(turn)) } else { mul_quat(Quat(turn), q) };
    }
    Ok(unit_quat(q))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rot(o: Orient, c: &Compiler) -> Vec3 {
        resolve(&o, c).unwrap().rotate(Vec3::new(1.0, 2.0, 3.0))
    }

    #[test]
    fn forms_agree() {
        let c = Compiler::default();
        let want = rot(Orient::AxisAngle([0.0, 0.0, 2.0, 90.0]), &c);
        assert!((want - Vec3::new(-2.0, 1.0, 3.0)).max_abs() < 1e-12);
        for o in [
            Orient::Euler([0.0, 0.0, 90.0]),
            Orient::XyAxes([0.0, 3.0, 0.0, -1.0, 5.0, 0.0]),
            Orient::Quat(Quat([2.0, 0.0, 0.0, 2.0])),
        ] {
            assert!((rot(o, &c) - want).max_abs() < 1e-12, "{o:?}");
        }
        let z = resolve(&Orient::ZAxis([0.0, -4.0, 0.0]), &c).unwrap().rotate(Vec3::Z);
        assert!((z - Vec3::new(0.0, -1.0, 0.0)).max_abs() < 1e-15);
    }

    #[test]
    fn euler_sequences_moving_and_fixed_are_reversed() {
        let moving = Compiler { eulerseq: *b"xyz", ..Compiler::default() };
        let fixed = Compiler { eulerseq: *b"ZYX", ..Compiler::default() };
        let a = rot(Orient::Euler([10.0, 20.0, 30.0]), &moving);
        let b = rot(Orient::Euler([30.0, 20.0, 10.0]), &fixed);
        assert!((a - b).max_abs() < 1e-14);
    }

    #[test]
    fn degenerate_forms_are_errors() {
        let c = Compiler::default();
        for o in [
            Orient::Quat(Quat([0.0; 4])),
            Orient::AxisAngle([0.0, 0.0, 0.0, 1.0]),
            Orient::XyAxes([1.0, 0.0, 0.0, 2.0, 0.0, 0.0]),
            Orient::ZAxis([0.0; 3]),
            Orient::ZAxis([f64::NAN, 0.0, 1.0]),
        ] {
            assert!(resolve(&o, &c).is_err(), "{o:?}");
        }
        let bad = Compiler { eulerseq: *b"xya", ..c };
        assert!(resolve(&Orient::Euler([0.0; 3]), &bad).is_err());
    }
}
