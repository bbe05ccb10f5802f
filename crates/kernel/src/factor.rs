//! Dense LDLᵀ of the Hessian and the solve, lane = column.
//!
//! Row k of U = DLᵀ is written to shared memory, where every lane reads it; a lane keeps the rest of its column in registers and shifts
//! it by one per pivot, so that indices are constants while the loop over pivots stays rolled. The register window shrinks in
//! steps of eight. The right-hand side goes along.
//!
//! Reads and overwrites the upper triangle at [`Shape::work`], row · [`Shape::row`] + column.     Cost nv²/2 per lane

use crate::lanes::Lanes;
use crate::real::Real;
use crate::tables::Shape;

/// The columns in registers, the right-hand side and the inverse pivots.
struct Columns<F: Real, G: Lanes<F>> {
    h: G::Reg<[F; 32]>,
    b: G::Reg<F>,
    inverse: G::Reg<F>,
}

/// Pivots from `k` on while more than `left` columns remain, in a window of `C` columns.
#[inline(always)]
fn pivots<F: Real, G: Lanes<F>, const C: usize>(
    g: &G,
    sh: &Shape,
    x: &mut Columns<F, G>,
    mut k: u32,
    left: u32,
) -> u32 {
    let n = g.opaque(sh.nv);
    while k + left < n {
        let row = sh.work + k * sh.row;
        g.each(|l| {
            if l.id() >= k && l.id() < n {
                g.st(l, row + l.id() - k, x.h[l][0]);
            }
        });
        let bk = g.take(&x.b, k);
        g.sync();
        g.each(|l| {
            let mut col = [F::of(0.0); C];
            for i in 0..C / 4 {
                let t = g.ld4_c(l, row, 4 * i as u32);
                for c in 0..4 {
                    col[4 * i + c] = t[c];
                }
            }
            let inverse = col[0].inv();
            let h = &mut x.h[l];
            let m = h[0] * inverse;
            for c in 1..C {
                h[c - 1] = (-m).fma(col[c], h[c]);
            }
            if l.id() == k {
                x.inverse[l] = inverse;
            }
            if l.id() > k {
                x.b[l] = (-m).fma(bk, x.b[l]);
            }
        });
        k += 1;
    }
    k
}

/// H⁻¹ b.
#[inline(always)]
pub fn solve<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, b: &G::Reg<F>) -> G::Reg<F> {
    let zero = F::of(0.0);
    let mut x: Columns<F, G> = Columns { h: g.fill([zero; 32]), b: *b, inverse: g.fill(zero) };
    g.each(|l| {
        let mut at = sh.work + if l.id() < sh.nv { l.id() } else { 0 };
        // written out: an index that is not a constant would put the window into memory; rows beyond the last are never used
        macro_rules! load {
            ($($k:literal)*) => { $(
                x.h[l][$k] = g.ld_any(l, at);
                at += sh.row;
            )* };
        }
        load!(0 1 2 3 4 5 6 7);
        if sh.nv > 8 {
            load!(8 9 10 11 12 13 14 15);
        }
        if sh.nv > 16 {
            load!(16 17 18 19 20 21 22 23);
        }
        if sh.nv > 24 {
            load!(24 25 26 27 28 29 30 31);
        }
    });
    g.sync();
    let k = pivots::<F, G, 32>(g, sh, &mut x, 0, 24);
    let k = pivots::<F, G, 24>(g, sh, &mut x, k, 16);
    let k = pivots::<F, G, 16>(g, sh, &mut x, k, 8);
    pivots::<F, G, 8>(g, sh, &mut x, k, 0);
    // y = D⁻¹ (b − U y), from the last row up
    let (mut b, mut k) = (x.b, g.opaque(sh.nv) - 1);
    let mut at = g.map(|l| sh.work + l.id() * (sh.row - 1) + k);
    while k > 0 {
        let y = g.take(&g.map(|l| b[l] * x.inverse[l]), k);
        g.each(|l| {
            let below = l.id() < k;
            let u = if below { g.ld(l, at[l]) } else { zero };
            b[l] = (-u).fma(y, b[l]);
            at[l] -= 1;
        });
        k -= 1;
    }
    g.map(|l| b[l] * x.inverse[l])
}
