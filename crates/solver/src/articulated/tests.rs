//! Random trees with random blocks: the answer must be stationary for the problem with M and J formed.

use super::newton::Part;
use super::*;
use crate::cone::{ellipse_force, interval_force};
use crate::report::{End, RowState};
use crate::rows::Ellipse;
use stiction_spatial::{Inertia, Mat3, Motion, Quat, Vec3};
use stiction_testkit::SplitMix64;

struct Scene {
    links: Links,
    axes: Vec<Motion>,
    inertia: Vec<Inertia>,
    armature: Vec<f64>,
    force: Vec<f64>,
    solver: Articulated,
}

fn vector(rng: &mut SplitMix64) -> Vec3 {
    Vec3([rng.sym(), rng.sym(), rng.sym()])
}

fn turned(rng: &mut SplitMix64) -> Mat3 {
    Quat([rng.sym(), rng.sym(), rng.sym(), rng.sym()]).normalized().to_mat()
}

/// A tree with a free or fixed base and joints of one to three dofs.
fn tree(rng: &mut SplitMix64, nlink: usize, free: bool) -> Scene {
    let mut s = Scene {
        links: Links::default(),
        axes: vec![],
        inertia: vec![],
        armature: vec![],
        force: vec![],
        solver: Articulated::default(),
    };
    for l in 0..nlink {
        let parent = if l == 0 { WORLD } else { rng.below(l) as u32 };
        let ndof = if l == 0 && free { 6 } else { 1 + rng.below(3) };
        s.links.push(parent, ndof as u32, l == 0 && free);
        if l == 0 && free {
            let (turn, at) = (turned(rng), vector(rng));
            for k in 0..3 {
                let mut e = Vec3::ZERO;
                e[k] = 1.0;
                s.axes.push(Motion::new(Vec3::ZERO, e));
            }
            s.axes.extend((0..3).map(|k| Motion::new(turn.col(k), at.cross(turn.col(k)))));
        } else {
            s.axes.extend((0..ndof).map(|_| Motion::new(vector(rng), vector(rng))));
        }
        let d = Vec3([0.1 + rng.unit(), 0.1 + rng.unit(), 0.1 + rng.unit()]);
        s.inertia.push(Inertia::new(d, &turned(rng), vector(rng), 0.5 + rng.unit()));
    }
    for i in 0..s.links.nv() {
        s.armature.push(if free && i < 6 { 0.0 } else { 0.05 * rng.unit() });
        s.force.push(10.0 * rng.sym());
    }
    s
}

fn law(rng: &mut SplitMix64) -> (PointLaw, usize) {
    let dim = [3, 3, 4, 6][rng.below(4)];
    match rng.below(4) {
        0 => (PointLaw::Normal, 1),
        1 => (PointLaw::Free, 6),
        2 => (PointLaw::Pyramid, dim),
        _ => {
            let mut e = Ellipse { mu: [0.0; 5], mu_reg: 0.2 + rng.unit() };
            e.mu = std::array::from_fn(|_| 0.1 + rng.unit());
            (PointLaw::Ellipse(e), dim)
        }
    }
}

fn add_blocks(rng: &mut SplitMix64, s: &mut Scene, npoint: usize, npair: usize) {
    let n = s.links.len();
    for i in 0..npoint + npair {
        let a = rng.below(n) as u32;
        let links = if i < npoint {
            if rng.below(2) == 0 { [WORLD, a] } else { [a, WORLD] }
        } else {
            [a, (a + 1 + rng.below(n - 1) as u32) % n as u32]
        };
        let (law, dim) = law(rng);
        let frame = turned(rng);
        let mut d = [1.0 + 50.0 * rng.unit(); 6];
        if let PointLaw::Ellipse(e) = law {
            for j in 1..dim {
                d[j] = d[0] * (e.mu[j - 1] / e.mu_reg) * (e.mu[j - 1] / e.mu_reg);
            }
        }
        s.solver.points.push(Point {
            offset: [vector(rng), vector(rng)],
            axes: std::array::from_fn(|k| frame.row(k % 3)),
            aref: std::array::from_fn(|_| 5.0 * rng.sym()),
            ..Point::new(links, law, dim, d)
        });
    }
    for i in 0..s.links.nv() {
        let law = match rng.below(8) {
            0 => DofLaw::Free,
            1 => DofLaw::Orthant,
            2 => DofLaw::Interval { loss: rng.unit() },
            _ => continue,
        };
        let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
        let numbers = [1.0 + 20.0 * rng.unit(), 5.0 * rng.sym()];
        s.solver.rows.push(DofRow::new(i as u32, sign, law, numbers, RowState::Quadratic));
    }
}

/// Rows over two to four dofs.
fn add_spans(rng: &mut SplitMix64, s: &mut Scene, count: usize) {
    for _ in 0..count {
        let first = s.solver.entries.len() as u32;
        let mut dofs: Vec<u32> = (0..2 + rng.below(3)).map(|_| rng.below(s.links.nv()) as u32).collect();
        dofs.sort_unstable();
        dofs.dedup();
        s.solver.entries.extend(dofs.iter().map(|&i| (i, rng.sym())));
        let law = match rng.below(3) {
            0 => DofLaw::Free,
            1 => DofLaw::Orthant,
            _ => DofLaw::Interval { loss: rng.unit() },
        };
        let numbers = [1.0 + 20.0 * rng.unit(), 5.0 * rng.sym()];
        let row = DofRow::new(dofs[0], 1.0, law, numbers, RowState::Quadratic);
        s.solver.spans.push(Span { row, entries: first..s.solver.entries.len() as u32 });
    }
}

/// True if the link, or one below it, is `below`.
fn moves(links: &Links, link: u32, mut below: u32) -> bool {
    while below != WORLD {
        if below == link {
            return true;
        }
        below = links.list[below as usize].parent;
    }
    false
}

/// M a − τ − Jᵀ f with M and J formed, and the size of its terms.
fn defect(s: &Scene) -> (f64, f64) {
    let (nv, a) = (s.links.nv(), &s.solver.qacc);
    let mut out: Vec<f64> = s.force.iter().map(|f| -f).collect();
    for i in 0..nv {
        out[i] += s.armature[i] * a[i];
        for j in 0..nv {
            for (l, inertia) in s.inertia.iter().enumerate() {
                let both = moves(&s.links, s.links.of_dof(i), l as u32)
                    && moves(&s.links, s.links.of_dof(j), l as u32);
                if both {
                    out[i] += s.axes[i].dot(inertia.mul(s.axes[j])) * a[j];
                }
            }
        }
    }
    for p in &s.solver.points {
        let row = |k: usize, i: usize| {
            let side = |n: usize| {
                if p.links[n] == WORLD || !moves(&s.links, s.links.of_dof(i), p.links[n]) {
                    return 0.0;
                }
                let v = s.axes[i];
                if k < 3 { p.axes[k].dot(v.lin + v.ang.cross(p.offset[n])) } else { p.axes[k].dot(v.ang) }
            };
            side(1) - side(0)
        };
        let x: Vec<f64> =
            (0..p.dim).map(|k| (0..nv).map(|i| row(k, i) * a[i]).sum::<f64>() - p.aref[k]).collect();
        let mut f = vec![0.0; p.dim];
        match p.law {
            PointLaw::Free => (0..p.dim).for_each(|k| f[k] = -p.d[k] * x[k]),
            PointLaw::Normal => f[0] = -p.d[0] * x[0].min(0.0),
            PointLaw::Pyramid => {
                for k in 1..p.dim {
                    let (u, v) = (-p.d[0] * (x[0] + x[k]).min(0.0), -p.d[0] * (x[0] - x[k]).min(0.0));
                    f[0] += u + v;
                    f[k] = u - v;
                }
            }
            PointLaw::Ellipse(e) => {
                ellipse_force(&e, &p.d[..p.dim], &x, &mut f);
            }
        }
        for i in 0..nv {
            out[i] -= (0..p.dim).map(|k| row(k, i) * f[k]).sum::<f64>();
        }
    }
    let force = |r: &DofRow, x: f64| match r.law {
        DofLaw::Free => -r.d * x,
        DofLaw::Orthant => -r.d * x.min(0.0),
        DofLaw::Interval { loss } => interval_force(r.d, loss / r.d, loss, x).0,
    };
    for r in &s.solver.rows {
        out[r.dof as usize] -= r.sign * force(r, r.sign * a[r.dof as usize] - r.aref);
    }
    for span in &s.solver.spans {
        let entries = span.of(&s.solver.entries);
        let y: f64 = entries.iter().map(|&(i, c)| c * a[i as usize]).sum();
        let f = force(&span.row, y - span.row.aref);
        entries.iter().for_each(|&(i, c)| out[i as usize] -= c * f);
    }
    let max = |v: &[f64]| v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    (max(&out), max(&s.solver.qfrc).max(max(&s.force)))
}

fn solve(s: &mut Scene) -> End {
    s.solver.resize(&s.links);
    let m = Machine {
        links: &s.links,
        axes: &s.axes,
        inertia: &s.inertia,
        armature: &s.armature,
        force: &s.force,
        scale: 1.0,
        tolerance: 1e-20,
    };
    let part = Part {
        trees: &[0],
        points: 0..s.solver.points.len(),
        rows: 0..s.solver.rows.len(),
        spans: 0..s.solver.spans.len(),
    };
    s.solver.run(&m, &part).end
}

#[test]
fn answers_are_stationary() {
    let mut rng = SplitMix64(7);
    let (mut worst, mut models) = (0.0_f64, 0);
    for trial in 0..600 {
        let nlink = 2 + rng.below(9);
        let mut s = tree(&mut rng, nlink, trial % 2 == 0);
        let npoint = rng.below(8);
        let npair = if trial % 3 == 0 { rng.below(4) } else { 0 };
        add_blocks(&mut rng, &mut s, npoint, npair);
        add_spans(&mut rng, &mut s, trial % 4);
        assert_eq!(solve(&mut s), End::Converged, "trial {trial}");
        let (defect, size) = defect(&s);
        worst = worst.max(defect / size);
        models += s.solver.models;
        assert!(defect <= 1e-9 * size, "trial {trial}: {defect:e} of {size:e}");
    }
    println!("worst {worst:e}, {} models a solve", f64::from(models) / 600.0);
}

#[test]
fn known_zones_need_one_model() {
    let mut rng = SplitMix64(11);
    for trial in 0..50 {
        let mut s = tree(&mut rng, 6, trial % 2 == 0);
        add_blocks(&mut rng, &mut s, 5, trial % 3);
        s.solver.points.retain(|p| !matches!(p.law, PointLaw::Ellipse(_)));
        solve(&mut s);
        let (cold, before) = (s.solver.models, s.solver.qacc.clone());
        solve(&mut s);
        assert_eq!(s.solver.models - cold, 1, "trial {trial}");
        assert_eq!(s.solver.qacc, before, "trial {trial}: the answer does not depend on the start");
    }
}

/// Lays every axis into the plane across one axis of the world.
fn flatten(s: &mut Scene, across: usize) {
    for axis in &mut s.axes {
        for k in (0..3).filter(|&k| k != across) {
            axis.ang[k] = 0.0;
        }
        axis.lin[across] = 0.0;
    }
}

#[test]
fn answers_in_a_plane_are_stationary() {
    let mut rng = SplitMix64(13);
    for trial in 0..300 {
        let nlink = 2 + rng.below(7);
        let mut s = tree(&mut rng, nlink, false);
        flatten(&mut s, trial % 3);
        let npoint = rng.below(8);
        add_blocks(&mut rng, &mut s, npoint, 0);
        add_spans(&mut rng, &mut s, trial % 4);
        assert_eq!(solve(&mut s), End::Converged, "trial {trial}");
        assert!(s.solver.recursion.nodes.iter().all(|n| n.plane != plane::Plane::None), "trial {trial}");
        let (defect, size) = defect(&s);
        assert!(defect <= 1e-9 * size, "trial {trial}: {defect:e} of {size:e}");
    }
}
