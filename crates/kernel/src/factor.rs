//! The Hessian as columns in registers, its dense LDLᵀ and the solve. Lane = column.
//!
//! Row k of U = DLᵀ is written to shared memory, where every lane reads it; a lane keeps the rest of its column in registers and shifts
//! it by one per pivot, so that indices are constants while the loop over pivots stays rolled. The register window shrinks in
//! steps of eight. The right-hand side is the column after the last one; 32 columns leave no lane for it, and it is eliminated afterwards.
//!
//! Writes U at [`Shape::work`], row · [`Shape::row`] + column − row.     Cost nv²/2 per lane

use crate::lanes::{Lane, Lanes};
use crate::math::{V6, sel};
use crate::real::Real;
use crate::tables::Shape;

/// One column of a symmetric matrix per lane; rows beyond the last hold anything.
pub type Columns<F, G> = <G as Lanes<F>>::Reg<[F; 32]>;

/// A diagonal matrix.
#[inline(always)]
pub fn diagonal<F: Real, G: Lanes<F>>(g: &G, d: &G::Reg<F>) -> Columns<F, G> {
    let zero = F::of(0.0);
    let mut h = g.fill([zero; 32]);
    g.each(|l| {
        for k in 0..32 {
            h[l][k as usize] = sel(l.id() == k, d[l], zero);
        }
    });
    h
}

/// H_kl += f_l · t_k where bit k of the mask of lane l is set.
///
/// t_k are six of the eight words from `table(l) + 8 k` on: four from there, and two from `pair(l) + 8 k` on.
#[inline(always)]
pub fn add_products<F: Real, G: Lanes<F>>(
    g: &G,
    sh: &Shape,
    h: &mut Columns<F, G>,
    f: &G::Reg<V6<F>>,
    mask: &G::Reg<u32>,
    table: impl Fn(Lane) -> [u32; 2],
) {
    g.each(|l| {
        let [four, two] = table(l).map(|i| g.at(i));
        let (h, f, mask) = (&mut h[l], f[l], mask[l]);
        // written out: an index that is not a constant would put the window into memory
        macro_rules! rows {
            ($($k:literal)*) => { $(
                let (a, b) = (g.ld4_at(l, four, 8 * $k), g.ld2_at(l, two, 8 * $k));
                let y = f[3].fma(a[3], f[2].fma(a[2], f[1].fma(a[1], f[0].fma(a[0], h[$k]))));
                let y = f[5].fma(b[1], f[4].fma(b[0], y));
                h[$k] = sel(mask & (1 << $k) != 0, y, h[$k]);
            )* };
        }
        rows!(0 1 2 3 4 5 6 7);
        if sh.nv > 8 {
            rows!(8 9 10 11 12 13 14 15);
        }
        if sh.nv > 16 {
            rows!(16 17 18 19 20 21 22 23);
        }
        if sh.nv > 24 {
            rows!(24 25 26 27 28 29 30 31);
        }
    });
}

/// Pivots from `k` on while more than `left` columns remain, in a window of `C` columns.
#[inline(always)]
fn pivots<F: Real, G: Lanes<F>, const C: usize>(
    g: &G,
    sh: &Shape,
    h: &mut Columns<F, G>,
    mut k: u32,
    left: u32,
) -> u32 {
    let n = g.opaque(sh.nv);
    let mut row = g.at(sh.work + k * sh.row);
    while k + left < n {
        g.each(|l| {
            if l.id() >= k && l.id() <= n {
                g.st_at(l, g.ahead(row, l.id() - k), 0, h[l][0]);
            }
        });
        g.sync();
        g.each(|l| {
            let mut col = [F::of(0.0); C];
            for i in 0..C / 4 {
                let t = g.ld4_at(l, row, 4 * i as u32);
                for c in 0..4 {
                    col[4 * i + c] = t[c];
                }
            }
            let h = &mut h[l];
            let m = -(h[0] * col[0].inv());
            for c in 1..C {
                h[c - 1] = m.fma(col[c], h[c]);
            }
        });
        row = g.ahead(row, sh.row);
        k += 1;
    }
    k
}

/// H⁻¹ b, where `b` also stands in the column after the last one if there is such a lane.
#[inline(always)]
pub fn solve<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, mut h: Columns<F, G>, b: &G::Reg<F>) -> G::Reg<F> {
    let zero = F::of(0.0);
    g.sync();
    let k = pivots::<F, G, 32>(g, sh, &mut h, 0, 24);
    let k = pivots::<F, G, 24>(g, sh, &mut h, k, 16);
    let k = pivots::<F, G, 16>(g, sh, &mut h, k, 8);
    pivots::<F, G, 8>(g, sh, &mut h, k, 0);
    g.sync();
    let n = g.opaque(sh.nv);
    let (mut x, mut inverse) = (*b, g.fill(zero));
    g.each(|l| {
        if l.id() < n {
            let row = sh.work + l.id() * sh.row;
            inverse[l] = g.ld(l, row).inv();
            if n < 32 {
                x[l] = g.ld(l, row + n - l.id());
            }
        }
    });
    if n == 32 {
        forward(g, sh, &inverse, &mut x);
    }
    backward(g, sh, &inverse, x)
}

/// H⁻¹ b with the factor of the last [`solve`].
#[inline(always)]
pub fn again<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, b: &G::Reg<F>) -> G::Reg<F> {
    let n = g.opaque(sh.nv);
    let mut x = *b;
    let inverse = g.map(|l| if l.id() < n { g.ld(l, sh.work + l.id() * sh.row).inv() } else { F::of(0.0) });
    forward(g, sh, &inverse, &mut x);
    backward(g, sh, &inverse, x)
}

/// bᵀ H⁻¹ b with the factor of the last [`solve`].
#[inline(always)]
pub fn weigh<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, b: &G::Reg<F>) -> F {
    let n = g.opaque(sh.nv);
    let mut x = *b;
    let inverse = g.map(|l| if l.id() < n { g.ld(l, sh.work + l.id() * sh.row).inv() } else { F::of(0.0) });
    forward(g, sh, &inverse, &mut x);
    g.sum(|l| if l.id() < n { x[l] * x[l] * inverse[l] } else { F::of(0.0) })
}

/// Eliminates a right-hand side as the columns were.
#[inline(always)]
fn forward<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, inverse: &G::Reg<F>, x: &mut G::Reg<F>) {
    let mut k = 0;
    while k + 1 < sh.nv {
        let y = g.take(x, k) * g.take(inverse, k);
        g.each(|l| {
            if l.id() > k && l.id() < sh.nv {
                x[l] = (-g.ld(l, sh.work + k * sh.row + l.id() - k)).fma(y, x[l]);
            }
        });
        k += 1;
    }
}

/// x = D⁻¹ (b − U x), from the last row up, two at a time.
#[inline(always)]
fn backward<F: Real, G: Lanes<F>>(g: &G, sh: &Shape, inverse: &G::Reg<F>, mut x: G::Reg<F>) -> G::Reg<F> {
    let (n, zero) = (g.opaque(sh.nv), F::of(0.0));
    g.each(|l| x[l] = x[l] * inverse[l]);
    let mut at = g.map_from(g.at(0), |l| g.at(sh.work + l.id() * (sh.row - 1) + n - 2));
    let mut k = n - 1;
    while k > 0 {
        let u = g.map(|l| {
            let u = |c: u32| if l.id() < k - 1 + c { -(g.ld_at(l, at[l], c) * inverse[l]) } else { zero };
            [u(0), u(1)]
        });
        let (y1, y0, u01) = (g.take(&x, k), g.take(&x, k - 1), g.take(&g.map(|l| u[l][1]), k - 1));
        let y0 = u01.fma(y1, y0);
        g.each(|l| {
            x[l] = u[l][1].fma(y1, x[l]);
            x[l] = u[l][0].fma(y0, x[l]);
            at[l] = g.back(at[l], 2);
        });
        k = k.saturating_sub(2);
    }
    x
}
