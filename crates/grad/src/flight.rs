//! Bodies that float alone: how their flight changes with its start and with the force on them.
//!
//! ```text
//! (ω⁺, Q) = φ(ω, T, t),   R⁺ = R Q                                                      spin, turn; own axes           (1)
//! s = v + R(ω × c),   v⁺ = s + t p − R Q (ω⁺ × c),   way = t s + ½ t² p + R c − R Q c       c from origin to centre of mass  (2)
//! T = T_o − c × Rᵀf,   p = f/m                                                      f, T_o: generalised force, no spin (3)
//! ```
//!
//! φ is a function of seven numbers and is differenced as such; (2) and (3) are differentiated.
//!
//! Reads  the flights of a hard step, ∂(f, T_o)/∂z     Writes ∂(v⁺, q⁺)/∂z of these bodies

use crate::advance::right;
use crate::dense::Matrix;
use stiction_model::Model;
use stiction_sim::Data;
use stiction_spatial::{Mat3, Quat, Vec3};

/// Step of the differences of φ: turn (rad/s) per step, or share of the length.
const STEP: f64 = 1e-5;

/// One body that floats alone.
#[derive(Debug, Default)]
struct Flown {
    first: usize,
    /// Generalised velocity at the end if nothing else acts, and its change.
    pub after: [f64; 6],
    dafter: Matrix,
    /// The change of what is told of its velocity, where its rows are solved as if its origin were its centre of mass.
    dtold: Matrix,
    /// Where it gets to, as a tangent vector, and the change of the place.
    theta: [f64; 6],
    dplace: Matrix,
}

/// All of them in one motion.
#[derive(Debug, Default)]
pub(crate) struct Flights {
    list: Vec<Flown>,
}

impl Flights {
    /// Differentiates the flights of `d` over `h` seconds; the rows of `g` hold ∂(f, T_o)/∂z for their dofs.
    pub fn find(&mut self, m: &Model, d: &Data, h: f64, g: &Matrix) {
        self.list.clear();
        let (nv, cols) = (m.size.nv, g.cols);
        for f in &d.hard.flights {
            let now = f.after(h);
            let vec = |x: &[f64]| Vec3([x[0], x[1], x[2]]);
            let spin = vec(&now.velocity[3..]);
            let theta = vec(&now.moves[3..]) * h;
            let size = f.inertia.0.iter().fold(0.0_f64, |y, x| y.max(x.abs()));
            let unit = |k: usize| [Vec3::X, Vec3::Y, Vec3::Z][k % 3];
            // columns of φ: ω, T, t
            let jr = right(theta);
            let slopes: [[Vec3; 2]; 7] = std::array::from_fn(|k| {
                let e = match k {
                    0..3 => STEP,
                    3..6 => STEP * size / h,
                    _ => STEP * h,
                };
                let side = |sign: f64| {
                    let mut x = *f;
                    let mut t = h;
                    match k {
                        0..3 => x.spin += unit(k) * (sign * e),
                        3..6 => x.torque += unit(k) * (sign * e),
                        _ => t += sign * e,
                    }
                    let y = x.after(t);
                    [vec(&y.velocity[3..]), vec(&y.moves[3..]) * t]
                };
                let (up, down) = (side(1.0), side(-1.0));
                let by = 0.5 / e;
                [(up[0] - down[0]) * by, jr.mul_vec((up[1] - down[1]) * by)]
            });
            let turn = Quat::from_rotation_vector(theta).to_mat();
            let (i, c) = (f.first, f.arm);
            let body = m.dof.bodyid[i];
            let per_mass = 1.0 / m.body.subtreemass[body];
            let push = f.pull * m.body.subtreemass[body];
            let (own, swing) = (f.rot.tr_mul_vec(push), f.spin.cross(c));
            let late = spin.cross(c);
            let after = if f.beside { f.before(h) } else { now.velocity };
            let mut out = Flown { first: i, after, ..Flown::default() };
            out.theta = now.moves.map(|x| x * h);
            out.dafter.reset(6, cols);
            out.dplace.reset(6, cols);
            out.dtold.reset(3, if f.beside { cols } else { 0 });
            for col in 0..cols {
                let one = |from: usize| {
                    let k = col.wrapping_sub(from);
                    if k < 3 { unit(k) } else { Vec3::ZERO }
                };
                let (dlin, turned) = (one(i), one(i + 3));
                let (dv, dw) = (one(nv + i), one(nv + i + 3));
                let dt = if col + 1 == cols { 1.0 } else { 0.0 };
                let row = |k: usize| g.row(i + k)[col];
                let (df, dtorque) = (Vec3([0, 1, 2].map(row)), Vec3([3, 4, 5].map(row)));
                let d_own = f.rot.tr_mul_vec(df) - turned.cross(own);
                let dtorque = dtorque - c.cross(d_own);
                let (mut dspin, mut psi) = (slopes[6][0] * dt, slopes[6][1] * dt);
                for k in 0..3 {
                    dspin = dspin.add_scaled(slopes[k][0], dw[k]).add_scaled(slopes[3 + k][0], dtorque[k]);
                    psi = psi.add_scaled(slopes[k][1], dw[k]).add_scaled(slopes[3 + k][1], dtorque[k]);
                }
                let dspeed = dv + f.rot.mul_vec(turned.cross(swing) + dw.cross(c));
                let dpull = df * per_mass;
                let arm = turn.mul_vec(late);
                let back = turned.cross(arm) + turn.mul_vec(psi.cross(late) + dspin.cross(c));
                let lin = dspeed + dpull * h + f.pull * dt - f.rot.mul_vec(back);
                let moved = turned.cross(c) - turned.cross(turn.mul_vec(c)) - turn.mul_vec(psi.cross(c));
                let way = dspeed * h + dpull * (0.5 * h * h) + (f.speed + f.pull * h) * dt + dlin;
                let way = way + f.rot.mul_vec(moved);
                let place = turn.tr_mul_vec(turned) + psi;
                let begun = if f.beside {
                    let late = turned.cross(late) + dspin.cross(c);
                    (0..3).for_each(|k| out.dtold.add(k, col, lin[k]));
                    dspeed + dpull * h + f.pull * dt - f.rot.mul_vec(late)
                } else {
                    lin
                };
                for k in 0..3 {
                    out.dafter.add(k, col, begun[k]);
                    out.dafter.add(3 + k, col, dspin[k]);
                    out.dplace.add(k, col, way[k]);
                    out.dplace.add(3 + k, col, place[k]);
                }
            }
            self.list.push(out);
        }
    }

    /// Rows of `g` ← M d(v⁺ − v)/h of the flights.
    pub fn force(&self, m: &Model, d: &Data, h: f64, g: &mut Matrix) {
        let (nv, cols) = (m.size.nv, g.cols);
        for f in &self.list {
            let mut rate = f.dafter.clone();
            rate.x.iter_mut().for_each(|x| *x /= h);
            for k in 0..6 {
                rate.add(k, nv + f.first + k, -1.0 / h);
                rate.add(k, cols - 1, -(f.after[k] - d.state.qvel[f.first + k]) / (h * h));
            }
            for k in 0..6 {
                g.row_mut(f.first + k).fill(0.0);
            }
            for k in 0..6 {
                for at in d.tree.row(f.first + k) {
                    let j = d.tree.colind[at] as usize - f.first;
                    let x = d.mass.M[at];
                    stiction_linalg::lanes::axpy(g.row_mut(f.first + k), x, rate.row(j));
                    if j != k {
                        stiction_linalg::lanes::axpy(g.row_mut(f.first + j), x, rate.row(k));
                    }
                }
            }
        }
    }

    /// Places of the bodies that nothing touches: `theta` and the rows q⁺ of `local`.
    pub fn fly(&self, falls: &[bool], theta: &mut [f64], local: &mut Matrix) {
        for f in self.list.iter().filter(|f| falls[f.first]) {
            theta[f.first..f.first + 6].copy_from_slice(&f.theta);
            for k in 0..6 {
                local.row_mut(f.first + k).copy_from_slice(f.dplace.row(k));
            }
        }
    }

    /// What is told of bodies whose frame is beside their centre of mass: rows v⁺ and, where they do not fall, q⁺ of `local`, from those of the solve with
    /// the acceleration `a`.
    pub fn tell(&self, d: &Data, h: f64, a: &[f64], falls: &[bool], to: Told<'_>) {
        let Told { theta, local } = to;
        let (nv, last) = (d.tree.nv(), local.cols - 1);
        for (f, flown) in d.hard.flights.iter().zip(&self.list).filter(|(f, _)| f.beside) {
            let i = f.first;
            if d.hard.beside.touched().contains(&i) {
                let y = std::array::from_fn(|k| d.state.qvel[i + k] + h * a[i + k]);
                let body = Swinging { first: i, rot: f.rot, arm: f.arm };
                swing(body, y, h, Told { theta, local });
                continue;
            }
            let told = f.after(h).velocity;
            for k in 0..3 {
                local.row_mut(nv + i + k).copy_from_slice(flown.dtold.row(k));
                if !falls[i] {
                    theta[i + k] = h * told[k];
                    let row = local.row_mut(i + k);
                    row.iter_mut().zip(flown.dtold.row(k)).for_each(|(y, x)| *y = h * x);
                    row[i + k] += 1.0;
                    row[last] += told[k];
                }
            }
        }
    }

    /// The places of such bodies before the position pass.
    pub fn turns(&self, d: &Data, local: &Matrix) -> Vec<Matrix> {
        let place = |i: usize| {
            let mut rows = Matrix::default();
            rows.reset(3, local.cols);
            (0..3).for_each(|k| rows.row_mut(k).copy_from_slice(local.row(i + 3 + k)));
            rows
        };
        d.hard.flights.iter().filter(|f| f.beside).map(|f| place(f.first)).collect()
    }

    /// What the turn of the position pass does to the rows v⁺: from `theta` and the places `before` to `end`.
    pub fn turn(&self, m: &Model, d: &Data, way: Way<'_>, local: &mut Matrix) {
        let Way { theta, before, end, after } = way;
        let nv = d.tree.nv();
        for (f, before) in d.hard.flights.iter().filter(|f| f.beside).zip(before) {
            let i = f.first;
            let vec = |x: &[f64]| Vec3([x[i + 3], x[i + 4], x[i + 5]]);
            let swing = vec(after).cross(f.arm);
            let first = f.rot.mul_mat(&Quat::from_rotation_vector(vec(theta)).to_mat());
            let at = m.jnt.qposadr[m.dof.jntid[i]].idx() + 3;
            let [w, x, y, z] = std::array::from_fn(|k| end[at + k]);
            let second = Quat::new(w, x, y, z).normalized().to_mat();
            for col in 0..local.cols {
                let row = |rows: &Matrix, k: usize| Vec3(std::array::from_fn(|r| rows.row(k + r)[col]));
                let (one, two, dspin) = (row(before, 0), row(local, i + 3), row(local, nv + i + 3));
                let change = first.mul_vec(one.cross(swing) + dspin.cross(f.arm))
                    - second.mul_vec(two.cross(swing) + dspin.cross(f.arm));
                (0..3).for_each(|k| local.row_mut(nv + i + k)[col] += change[k]);
            }
        }
    }

    pub fn clear(&mut self) {
        self.list.clear();
    }
}

/// The motion before the position pass, the changes of its places, where the pass ends, and the velocity there.
pub(crate) struct Way<'a> {
    pub theta: &'a [f64],
    pub before: &'a [Matrix],
    pub end: &'a [f64],
    pub after: &'a [f64],
}

/// Where a motion leads, and its change.
pub(crate) struct Told<'a> {
    pub theta: &'a mut [f64],
    pub local: &'a mut Matrix,
}

/// A body that rows act on, with its frame beside its centre of mass.
struct Swinging {
    first: usize,
    rot: Mat3,
    arm: Vec3,
}

/// (2) and (3) of the hard step's `beside`, for the velocity `y` of the solve.
fn swing(body: Swinging, y: [f64; 6], h: f64, to: Told<'_>) {
    let (Swinging { first: i, rot, arm: c }, Told { theta, local }) = (body, to);
    let (nv, last) = (theta.len(), local.cols - 1);
    let (lin, spin) = (Vec3([y[0], y[1], y[2]]), Vec3([y[3], y[4], y[5]]));
    let (turn, jr) = (Quat::from_rotation_vector(spin * h).to_mat(), right(spin * h));
    let (swing, speed) = (spin.cross(c), lin + rot.mul_vec(spin.cross(c)));
    let (far, late) = (turn.mul_vec(c), turn.mul_vec(swing));
    let way = speed * h + rot.mul_vec(c - far);
    (0..3).for_each(|k| theta[i + k] = way[k]);
    for col in 0..local.cols {
        let one = |from: usize| Vec3(std::array::from_fn(|k| f64::from(u8::from(col == from + k))));
        let (dlin, turned, dt) = (one(i), one(i + 3), f64::from(u8::from(col == last)));
        let row = |k: usize| local.row(nv + i + k)[col];
        let (dy, dspin) = (Vec3([0, 1, 2].map(row)), Vec3([3, 4, 5].map(row)));
        let psi = jr.mul_vec(dspin * h + spin * dt);
        let dspeed = dy + rot.mul_vec(turned.cross(swing) + dspin.cross(c));
        let back = turned.cross(late) + turn.mul_vec(psi.cross(swing) + dspin.cross(c));
        let moved = turned.cross(c) - turned.cross(far) - turn.mul_vec(psi.cross(c));
        let after = dspeed - rot.mul_vec(back);
        let place = dlin + dspeed * h + speed * dt + rot.mul_vec(moved);
        for k in 0..3 {
            local.row_mut(nv + i + k)[col] = after[k];
            local.row_mut(i + k)[col] = place[k];
        }
    }
}
