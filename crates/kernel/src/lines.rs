//! Rows along lengths: limits and dry friction of tendons, equalities between tendons or between joints; limits of ball joints; and [welds](crate::welds).
//! Lane = row.
//!
//! limit      r = ±(L − bound),  J = ±J_L                                                                            (1)
//! friction   J = J_L                                                                                                (2)
//! equality   r = (L₁ − L₁⁰) − a₀ − Σ a_k (L₂ − L₂⁰)ᵏ,  J = J_1 − p'(L₂ − L₂⁰) J_2                                    (3)
//!
//! ball       r = bound − |θ|,  J = −θ / |θ|,  θ the rotation vector                                                  (4)
//!
//! weld       [`Welds`]                                                                                              (5)
//!
//! Writes J to shared memory, word [`Shape::lines`] + 32 · row + dof; every lane reads what it wrote.

use crate::lanes::{Lane, Lanes};
use crate::math::{V3, atan2, dot, scale, sel};
use crate::pose::Poses;
use crate::real::Real;
use crate::rows::impedance;
use crate::step::State;
use crate::tables::{Shape, class, line};
use crate::tendon::Lengths;
use crate::velocity::Motions;
use crate::welds::Welds;

/// States of a row: pushing, sliding up, sliding down; blocks and dofs have the bits below.
const PUSHES: u32 = 1 << 14;
const UP: u32 = 1 << 15;
const DOWN: u32 = 1 << 16;

/// The rows that are there.
pub struct Lines<F: Real, G: Lanes<F>> {
    /// One bit for each.
    pub on: u32,
    /// What each is: [`mod@line`].
    pub kind: G::Reg<u32>,
    /// D.
    pub d: G::Reg<F>,
    /// J a − a_ref.
    pub j: G::Reg<F>,
    /// Bound of the force of dry friction.
    pub loss: G::Reg<F>,
}

impl<F: Real, G: Lanes<F>> Lines<F, G> {
    /// No rows.
    #[inline(always)]
    pub fn none(g: &G) -> Self {
        let zero = g.fill(F::of(0.0));
        Lines { on: 0, kind: g.fill(0), d: zero, j: zero, loss: zero }
    }

    /// Equations (1) to (5) at the state; WIDE if there may be welds.
    #[inline(always)]
    pub fn new<const WIDE: bool>(
        g: &G,
        sh: &Shape,
        st: &State<F, G>,
        len: &Lengths<F, G>,
        x: &Poses<F, G>,
        mo: &Motions<F, G>,
    ) -> Self {
        let (zero, one) = (F::of(0.0), F::of(1.0));
        let mut y = Self::none(g);
        if sh.nline == 0 {
            return y;
        }
        let code = g.map(|l| if l.id() < sh.nline { g.index(sh.line_u + l.id()) } else { 0 });
        let welds = if WIDE && sh.nweld != 0 { Some(Welds::new(g, sh, x, mo)) } else { None };
        let mut held = g.fill([zero; 3]);
        if let Some(w) = &welds {
            held = w.row(g, |l| code[l] >> 16 & 255, |l| code[l] >> 8 & 255);
        }
        let (x1, x2) =
            (g.shuffle(&len.x, |l| code[l] >> 8 & 255), g.shuffle(&len.x, |l| code[l] >> 16 & 255));
        let turn = |k: u32| g.shuffle(&st.q, |l| (code[l] >> 8 & 255) + k);
        let (qx, qy, qz) = (turn(0), turn(1), turn(2));
        let qw = g.shuffle(&st.w, |l| code[l] >> 8 & 255);
        let mut axis = g.fill([zero; 3]);
        let (mut first, mut second) = (g.fill(one), g.fill(zero));
        let (mut damp, mut push) = (g.fill(zero), g.fill(zero));
        g.each(|l| {
            let num = |f: u32| g.number(sh.line_f + f * 32 + l.id());
            y.kind[l] = code[l] & 255;
            damp[l] = num(class::DAMP);
            let mut r = zero;
            // beside the push of the residual, and what its impedance depends on
            let (mut more, mut size) = (zero, None);
            match y.kind[l] {
                line::WELD if WIDE => {
                    let [residual, bias, norm] = held[l];
                    (r, more, size) = (residual, bias, Some(norm));
                }
                line::LIMIT => {
                    let (low, high) = (x1[l] - num(line::LOWER), num(line::UPPER) - x1[l]);
                    r = sel(low < high, low, high) - num(line::MARGIN);
                    first[l] = sel(low < high, one, -one);
                    if !(r < zero) {
                        y.kind[l] = 0;
                    }
                }
                line::BALL => {
                    let v = [qx[l], qy[l], qz[l]];
                    let sin = dot(v, v).root();
                    let (half, turn) = (atan2(sin, qw[l]), F::of(2.0 * core::f64::consts::PI));
                    let angle = half + half;
                    // the shorter way round
                    let over = angle > F::of(core::f64::consts::PI);
                    let angle = sel(over, angle - turn, angle);
                    let sign = sel(angle < zero, one, -one);
                    axis[l] = if sin < F::TINY { [-one, zero, zero] } else { scale(v, sign * sin.inv()) };
                    r = num(line::UPPER) - angle.mag() - num(line::MARGIN);
                    if !(r < zero) {
                        y.kind[l] = 0;
                    }
                }
                line::EQUALITY => {
                    let x = x2[l] - num(line::REFERENCE + 1);
                    let a = |k: u32| num(line::POLYNOMIAL + k);
                    let p = a(4).fma(x, a(3)).fma(x, a(2)).fma(x, a(1)) * x;
                    let slope = (F::of(4.0) * a(4)).fma(x, F::of(3.0) * a(3));
                    second[l] = -slope.fma(x, F::of(2.0) * a(2)).fma(x, a(1));
                    r = x1[l] - num(line::REFERENCE) - a(0) - p;
                }
                _ => {}
            }
            let imp = impedance(num, size.unwrap_or(r));
            y.d[l] = imp * ((one - imp) * num(line::WEIGHT)).inv();
            y.loss[l] = num(line::LOSS);
            push[l] = (num(class::STIFF) * imp).fma(r, more);
        });
        y.on = g.ballot(|l| y.kind[l] != 0);
        let mut left = y.on;
        while left != 0 {
            let r = left.trailing_zeros();
            left &= left - 1;
            let (c1, c2) = (g.take(&first, r), g.take(&second, r));
            let which = g.take_u(&code, r);
            let at = |k: u32| sh.arms + 32 * (which >> (8 * k) & 255);
            let ball = which & 255 == line::BALL;
            let turn: V3<F> = core::array::from_fn(|k| g.take(&g.map(|l| axis[l][k]), r));
            let mut weld = None;
            if let Some(w) = &welds
                && g.agree(which & 255 == line::WELD)
            {
                weld = Some(w.jacobian(g, sh, &x.s, which >> 16 & 255, which >> 8 & 255));
            }
            g.each(|l| {
                let j = if let Some(weld) = &weld {
                    weld[l]
                } else if ball {
                    let k = l.id().wrapping_sub(which >> 8 & 255);
                    sel(k == 0, turn[0], sel(k == 1, turn[1], sel(k == 2, turn[2], zero)))
                } else {
                    // a row of one length names it twice
                    c2.fma(g.ld(l, at(2) + l.id()), c1 * g.ld(l, at(1) + l.id()))
                };
                g.st(l, sh.lines + 32 * r + l.id(), j);
            });
            let (a, v) = (times(g, sh, r, &st.a), times(g, sh, r, &st.v));
            g.each(|l| y.j[l] = sel(l.id() == r, damp[l].fma(v, a) + push[l], y.j[l]));
        }
        y
    }

    /// J x of all rows.
    #[inline(always)]
    pub fn project(&self, g: &G, sh: &Shape, x: &G::Reg<F>) -> G::Reg<F> {
        let mut y = g.fill(F::of(0.0));
        let mut left = self.on;
        while left != 0 {
            let r = left.trailing_zeros();
            left &= left - 1;
            let jx = times(g, sh, r, x);
            g.each(|l| y[l] = sel(l.id() == r, jx, y[l]));
        }
        y
    }

    /// State of lane l's row where J a − a_ref is z.
    #[inline(always)]
    pub fn state(&self, l: Lane, z: F) -> u32 {
        let (pull, loss) = (self.d[l] * z, self.loss[l]);
        match self.kind[l] {
            line::LIMIT | line::BALL if z < F::of(0.0) => PUSHES,
            line::FRICTION if pull > loss => UP,
            line::FRICTION if pull < -loss => DOWN,
            _ => 0,
        }
    }

    /// Slope and curvature of its cost there, in this state.
    #[inline(always)]
    pub fn slope(&self, l: Lane, state: u32, z: F) -> (F, F) {
        let (zero, d, loss) = (F::of(0.0), self.d[l], self.loss[l]);
        match (self.kind[l], state & (PUSHES | UP | DOWN)) {
            (line::LIMIT | line::BALL, 0) | (0, _) => (zero, zero),
            (line::FRICTION, UP) => (loss, zero),
            (line::FRICTION, DOWN) => (-loss, zero),
            _ => (d * z, d),
        }
    }
}

/// J x of one row.
#[inline(always)]
fn times<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, row: u32, x: &G::Reg<F>) -> F {
    g.sum(|l| g.ld(l, sh.lines + 32 * row + l.id()) * x[l])
}
