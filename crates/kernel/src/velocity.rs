//! Velocities, bias accelerations and the force that each link needs. Lane = dof.
//!
//! V_i = Σ s_j v_j,  A_i = Σ s_j a_j  over dofs j from the root to i                                                   (1)
//! B_i = Σ (V_j × s_j) v_j,  with V_j after the whole joint; translations of a free joint have none                   (2)
//! F   = I (A + B − g) + V ×* I V   of every link                                                                    (3)
//!
//! Writes I and F of links to shared memory as components.

use crate::lanes::{Lane, Lanes};
use crate::math::*;
use crate::pose::{Poses, int, num, num3, sum_down};
use crate::real::Real;
use crate::step::State;
use crate::tables::{COMPONENTS, Shape, dof, flag, idof, switch, world};
use core::f64::consts::PI;

/// Motions of the frames after every dof.
pub struct Motions<F: Real, G: Lanes<F>> {
    /// Velocity, then acceleration by the last step's answer.
    pub va: G::Reg<[F; 12]>,
    /// Acceleration that velocities alone make.
    pub bias: G::Reg<V6<F>>,
}

/// Equations (1) and (2).
#[inline(always)]
pub fn motions<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    st: &State<F, G>,
    ancestors: &G::Reg<u32>,
    s: &G::Reg<V6<F>>,
) -> Motions<F, G> {
    let zero = F::of(0.0);
    let mut va = g.fill([zero; 12]);
    g.each(|l| {
        for c in 0..6 {
            va[l][c] = s[l][c] * st.v[l];
            va[l][6 + c] = s[l][c] * st.a[l];
        }
    });
    sum_down(g, sh, ancestors, &mut va);
    let mut vel = g.fill([zero; 6]);
    g.each(|l| vel[l] = velocity(&va[l]));
    if sh.switches & switch::TURNS != 0 {
        vel = g.shuffle_n(&vel, |l: Lane| int(g, l, idof::FRAME));
    }
    let mut bias = g.fill([zero; 6]);
    g.each(|l| {
        let z = sel(int(g, l, idof::FLAGS) & flag::SHIFT != 0, zero, st.v[l]);
        let (v, a) = (vel[l], s[l]);
        let turn = cross(ang(v), ang(a));
        let shift = cross_add(ang(v), lin(a), cross(lin(v), ang(a)));
        bias[l] = six(scale(turn, z), scale(shift, z));
    });
    sum_down(g, sh, ancestors, &mut bias);
    Motions { va, bias }
}

/// The first half.
#[inline(always)]
pub fn velocity<F: Real>(va: &[F; 12]) -> V6<F> {
    [va[0], va[1], va[2], va[3], va[4], va[5]]
}

/// Inertia of this lane's link, whose frame is (p, q), about the origin.
#[inline(always)]
pub fn inertia<F: Real, G: Lanes<F>>(g: &G, l: Lane, p: V3<F>, q: Q4<F>) -> Inertia<F> {
    let m = num(g, l, dof::MASS);
    let c = add(rotate(q, num3(g, l, dof::CENTRE)), p);
    let h = scale(c, m);
    let r = matrix(q);
    let i: V6<F> = core::array::from_fn(|k| num(g, l, dof::INERTIA + k as u32));
    let row = |r: V3<F>| [dot(r, [i[0], i[3], i[4]]), dot(r, [i[3], i[1], i[5]]), dot(r, [i[4], i[5], i[2]])];
    let b = [row(r[0]), row(r[1]), row(r[2])];
    Inertia {
        m,
        h,
        i: [
            h[2].fma(c[2], h[1].fma(c[1], dot(b[0], r[0]))),
            h[2].fma(c[2], h[0].fma(c[0], dot(b[1], r[1]))),
            h[1].fma(c[1], h[0].fma(c[0], dot(b[2], r[2]))),
            (-h[0]).fma(c[1], dot(b[0], r[1])),
            (-h[0]).fma(c[2], dot(b[0], r[2])),
            (-h[1]).fma(c[2], dot(b[1], r[2])),
        ],
    }
}

/// Equation (3), and gravity compensation as a force on links.
#[inline(always)]
pub fn links<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, x: &Poses<F, G>, mo: &Motions<F, G>) {
    let gravity: V3<F> = core::array::from_fn(|k| g.number(world::GRAVITY + k as u32));
    g.each(|l| {
        let j = inertia(g, l, x.p[l], x.q[l]);
        let v = velocity(&mo.va[l]);
        let momentum = j.mul(v);
        let mut acc = mo.bias[l];
        for c in 0..6 {
            acc[c] += mo.va[l][6 + c];
        }
        for c in 0..3 {
            acc[3 + c] -= gravity[c];
        }
        let f = j.mul(acc);
        let turn = cross_add(ang(v), ang(momentum), cross_add(lin(v), lin(momentum), ang(f)));
        let mut f = six(turn, cross_add(ang(v), lin(momentum), lin(f)));
        if sh.switches & switch::GRAVCOMP != 0 {
            let at = add(rotate(x.q[l], num3(g, l, dof::WEIGHTLESS_AT)), x.p[l]);
            let force = scale(gravity, num(g, l, dof::WEIGHTLESS));
            let moment = cross(at, force);
            for c in 0..3 {
                f[c] += moment[c];
                f[3 + c] += force[c];
            }
        }
        if sh.switches & switch::FLUID != 0 {
            let drag = fluid(g, l, x.p[l], x.q[l], v);
            for c in 0..6 {
                f[c] -= drag[c];
            }
        }
        if int(g, l, idof::FLAGS) & flag::LINK_LAST != 0 {
            store(g, sh, l, int(g, l, idof::LINK), &j, f);
        }
    });
}

/// Force of a fluid on this lane's link, as on the box of its inertia: MuJoCo's first fluid model.
#[inline(always)]
fn fluid<F: Real, G: Lanes<F>>(g: &G, l: Lane, p: V3<F>, q: Q4<F>, v: V6<F>) -> V6<F> {
    let centre = add(rotate(q, num3(g, l, dof::CENTRE)), p);
    let turn = qmul(q, core::array::from_fn(|k| num(g, l, dof::BOX_QUAT + k as u32)));
    let back = [turn[0], -turn[1], -turn[2], -turn[3]];
    let wind = core::array::from_fn(|k| g.number(world::WIND + k as u32));
    let (w, u) = (rotate(back, ang(v)), rotate(back, sub(at(v, centre), wind)));
    let (density, viscosity) = (g.number(world::DENSITY), g.number(world::VISCOSITY));
    let b = num3(g, l, dof::BOX);
    let wide = (b[0] + b[1] + b[2]) * F::of(1.0 / 3.0);
    let (slow, spin) = (viscosity * wide * F::of(-3.0 * PI), viscosity * wide * wide * wide * F::of(-PI));
    let pressure = |i: usize| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (bj, bk) = (b[j] * b[j], b[k] * b[k]);
        let push = density * F::of(-0.5) * b[j] * b[k] * u[i].mag();
        let twist = density * F::of(-1.0 / 64.0) * b[i] * bj.fma(bj, bk * bk) * w[i].mag();
        ((slow + push) * u[i], (spin + twist) * w[i])
    };
    let all = [pressure(0), pressure(1), pressure(2)];
    let (force, torque) = (rotate(turn, all.map(|x| x.0)), rotate(turn, all.map(|x| x.1)));
    six(cross_add(centre, force, torque), force)
}

/// The 27 components of one link.
#[inline(always)]
fn store<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, link: u32, j: &Inertia<F>, f: V6<F>) {
    let (zero, h) = (F::of(0.0), j.h);
    let all: [F; COMPONENTS as usize] = [
        j.i[0], j.i[1], j.i[2], j.i[3], j.i[4], j.i[5], zero, -h[2], h[1], h[2], zero, -h[0], -h[1], h[0],
        zero, j.m, j.m, j.m, zero, zero, zero, f[0], f[1], f[2], f[3], f[4], f[5],
    ];
    for c in 0..COMPONENTS as usize {
        g.st_c(l, sh.base + COMPONENTS * link, c as u32, all[c]);
    }
}

/// The inertia of a link, back from shared memory.
#[inline(always)]
pub fn load_inertia<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, l: Lane, link: u32) -> Inertia<F> {
    let at = |c: u32| g.ld_c(l, sh.base + COMPONENTS * link, c);
    Inertia { m: at(15), h: [at(13), at(8), at(9)], i: [at(0), at(1), at(2), at(3), at(4), at(5)] }
}
