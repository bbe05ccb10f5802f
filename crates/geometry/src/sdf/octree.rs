//! The distance of a closed mesh, sampled at the corners of an octree that is fine where triangles are.
//!
//! A cell that triangles cross is divided, to [`DEPTH`] levels, and so are neighbours more than one level coarser. φ at a corner is the
//! distance to the nearest triangle, with the side of that triangle for a sign; a corner in the middle of a coarser neighbour's edge or
//! face has the mean of that edge's or face's ends, so that φ has no jumps. Within a cell φ is trilinear; outside the tree it is φ at
//! the nearest point of the root plus the way there. All as in MuJoCo, whose `oct_*` arrays these are.
//!
//! Cost   triangles · levels to build, one search in the tree of triangles per corner; one descent per query
//! Checked by: MuJoCo's arrays; distances of a sphere below.

use crate::asset::Bvh;
use std::collections::HashMap;
use stiction_spatial::Vec3;

/// Levels below the root.
pub(crate) const DEPTH: i32 = 6;
/// The root is larger than the mesh by this factor.
const ROOM: f64 = 1.1;
/// Coordinates nearer than this are one (m).
const SAME: f64 = 1e-9;
/// How far inside the root a point is projected, and the slack of its cells (m).
const INSIDE: f64 = 1e-6;
/// Step of the differences outside the root (m).
const STEP: f64 = 1e-8;

/// An octree in MuJoCo's layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Octree {
    /// (centre, half size) per cell; cell 0 is the root.
    pub aabb: Vec<[f64; 6]>,
    /// Children by (x, y, z) bits, −1 in a leaf.
    pub child: Vec<[i32; 8]>,
    /// Level, 0 for the root.
    pub depth: Vec<i32>,
    /// φ at the corners, by (x, y, z) bits.
    pub coeff: Vec<[f64; 8]>,
}

/// A cell while the tree is built.
#[derive(Clone, Debug)]
struct Cell {
    lo: Vec3,
    hi: Vec3,
    level: i32,
    parent: i32,
    slot: usize,
    child: [i32; 8],
    corner: [usize; 8],
}

impl Cell {
    fn is_leaf(&self) -> bool {
        self.child[0] < 0
    }
    fn at(&self, corner: usize) -> Vec3 {
        Vec3([0, 1, 2].map(|k| if corner >> k & 1 == 1 { self.hi[k] } else { self.lo[k] }))
    }
    fn middle(&self) -> Vec3 {
        Vec3([0, 1, 2].map(|k| (self.lo[k] + self.hi[k]) / 2.0))
    }
}

/// Cells and the corners that they share.
#[derive(Default)]
struct Build {
    cells: Vec<Cell>,
    corners: Vec<Vec3>,
    /// Corners by the bits of their coordinates; only looked up.
    known: HashMap<[u64; 3], usize>,
}

impl Build {
    fn push(&mut self, mut cell: Cell) -> usize {
        cell.child = [-1; 8];
        for k in 0..8 {
            let p = cell.at(k);
            // −0 and 0 are one place
            let key = p.0.map(|x| (x + 0.0).to_bits());
            cell.corner[k] = *self.known.entry(key).or_insert_with(|| {
                self.corners.push(p);
                self.corners.len() - 1
            });
        }
        self.cells.push(cell);
        self.cells.len() - 1
    }

    fn divide(&mut self, index: usize) {
        let Cell { lo, hi, level, .. } = self.cells[index];
        for slot in 0..8 {
            let mid = self.cells[index].middle();
            let pick = |k: usize, low: f64, high: f64| if slot >> k & 1 == 1 { high } else { low };
            let child = Cell {
                lo: Vec3([0, 1, 2].map(|k| pick(k, lo[k], mid[k]))),
                hi: Vec3([0, 1, 2].map(|k| pick(k, mid[k], hi[k]))),
                level: level + 1,
                parent: index as i32,
                slot,
                child: [-1; 8],
                corner: [0; 8],
            };
            self.cells[index].child[slot] = self.push(child) as i32;
        }
    }

    /// Divides the cells that triangles cross, level by level.
    fn refine(&mut self, triangles: &[[Vec3; 3]], depth: i32) {
        let mut queue = vec![(0, (0..triangles.len() as u32).collect::<Vec<u32>>())];
        let mut next = 0;
        while next < queue.len() {
            let (index, near) = std::mem::take(&mut queue[next]);
            next += 1;
            let c = &self.cells[index];
            let crossing: Vec<u32> =
                near.into_iter().filter(|&t| crosses(&triangles[t as usize], c.lo, c.hi)).collect();
            if crossing.is_empty() || c.level >= depth {
                continue;
            }
            self.divide(index);
            for child in self.cells[index].child {
                queue.push((child as usize, crossing.clone()));
            }
        }
    }

    /// The cell beside `index` across its side `side` of axis `axis`: the sibling of the nearest ancestor that has one there, and
    /// from there the leaf at the middle of this cell.
    fn neighbour(&self, index: usize, axis: usize, side: usize) -> Option<usize> {
        let bit = 1 << axis;
        let mut at = index;
        let mut found = loop {
            let c = &self.cells[at];
            let parent = usize::try_from(c.parent).ok()?;
            if (c.slot >> axis & 1) != side {
                break self.cells[parent].child[c.slot ^ bit] as usize;
            }
            at = parent;
        };
        let own = self.cells[index].middle();
        while !self.cells[found].is_leaf() {
            let mid = self.cells[found].middle();
            let mut slot = (0..3).map(|k| usize::from(own[k] > mid[k]) << k).sum::<usize>();
            slot = slot & !bit | (1 - side) << axis;
            found = self.cells[found].child[slot] as usize;
        }
        Some(found)
    }

    fn sides() -> impl Iterator<Item = (usize, usize)> {
        (0..6).map(|d| (d / 2, d % 2))
    }

    fn leaves(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&i| self.cells[i].is_leaf()).collect()
    }

    /// Divides leaves beside cells more than one level finer.
    fn balance(&mut self) {
        loop {
            let mut coarse = Vec::new();
            for i in self.leaves() {
                for (axis, side) in Self::sides() {
                    let Some(n) = self.neighbour(i, axis, side) else { continue };
                    let (own, other) = (self.cells[i].level, self.cells[n].level);
                    if other > own + 1 {
                        coarse.push(i);
                    }
                    if own > other + 1 {
                        coarse.push(n);
                    }
                }
            }
            if coarse.is_empty() {
                return;
            }
            for i in coarse {
                if self.cells[i].is_leaf() {
                    self.divide(i);
                }
            }
        }
    }

    /// For every corner, the corners of coarser neighbours that it lies between.
    fn hanging(&self) -> Vec<Vec<usize>> {
        let mut out = vec![Vec::new(); self.corners.len()];
        for i in self.leaves() {
            for (axis, side) in Self::sides() {
                let Some(n) = self.neighbour(i, axis, side) else { continue };
                let (own, other) = (&self.cells[i], &self.cells[n]);
                if other.level >= own.level {
                    continue;
                }
                for k in (0..8).filter(|k| k >> axis & 1 == side) {
                    let c = own.corner[k];
                    if out[c].is_empty() {
                        out[c] = between(self.corners[c], other);
                    }
                }
            }
        }
        out
    }
}

/// The corners of the edge or face of a cell that `p` lies within; none for a corner of it.
fn between(p: Vec3, cell: &Cell) -> Vec<usize> {
    let on = |k: usize, x: f64| (p[k] - x).abs() < SAME;
    // per axis: at the lower or the upper end, or between
    let place: [Option<usize>; 3] = std::array::from_fn(|k| {
        if on(k, cell.hi[k]) {
            Some(1)
        } else if on(k, cell.lo[k]) {
            Some(0)
        } else {
            None
        }
    });
    let ends = place.iter().flatten().count();
    if ends == 0 || ends == 3 {
        return Vec::new();
    }
    (0..8)
        .filter(|c: &usize| (0..3).all(|k| place[k].is_none_or(|bit| c >> k & 1 == bit)))
        .map(|c| cell.corner[c])
        .collect()
}

/// Whether a triangle and a box share a point.
///
/// Source  Schwarz and Seidel 2010: bounds, the plane of the triangle, and its edges seen along each axis.
fn crosses(t: &[Vec3; 3], lo: Vec3, hi: Vec3) -> bool {
    for k in 0..3 {
        if t.iter().all(|v| v[k] < lo[k]) || t.iter().all(|v| v[k] > hi[k]) {
            return false;
        }
    }
    let edge = [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let n = edge[0].cross(edge[1]);
    let size = hi - lo;
    let far = Vec3([0, 1, 2].map(|k| if n[k] > 0.0 { size[k] } else { 0.0 }));
    let from = n.dot(lo);
    if (from + n.dot(far - t[0])) * (from + n.dot(size - far - t[0])) > 0.0 {
        return false;
    }
    for a in 0..3 {
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        let sign = if n[a] >= 0.0 { 1.0 } else { -1.0 };
        for (v, e) in t.iter().zip(&edge) {
            let normal = [-e[c] * sign, e[b] * sign];
            let own = normal[0] * v[b] + normal[1] * v[c];
            let reach = (size[b] * normal[0]).max(0.0) + (size[c] * normal[1]).max(0.0);
            if normal[0] * lo[b] + normal[1] * lo[c] - own + reach < 0.0 {
                return false;
            }
        }
    }
    true
}

/// The triangles that φ is the distance of.
struct Triangles<'a> {
    list: &'a [[Vec3; 3]],
    tree: &'a Bvh,
}

impl Triangles<'_> {
    fn signed_distance(&self, p: Vec3) -> f64 {
        let mut best = (1e20, Vec3::ZERO, usize::MAX);
        let mut stack = vec![0usize];
        while let Some(node) = stack.pop() {
            let b = &self.tree.aabb[node];
            let mut far = 0.0;
            for k in 0..3 {
                let (lo, hi) = (b[k] - b[k + 3], b[k] + b[k + 3]);
                let d = if p[k] < lo {
                    lo - p[k]
                } else if p[k] > hi {
                    p[k] - hi
                } else {
                    0.0
                };
                far += d * d;
            }
            if far >= best.0 {
                continue;
            }
            let [left, right] = self.tree.child[node];
            if left < 0 && right < 0 {
                if let Ok(f) = usize::try_from(self.tree.nodeid[node]) {
                    let q = nearest(p, &self.list[f]);
                    let d2 = (p - q).norm_squared();
                    if d2 < best.0 {
                        best = (d2, q, f);
                    }
                }
                continue;
            }
            stack.extend([right, left].into_iter().filter_map(|c| usize::try_from(c).ok()));
        }
        let Some(t) = self.list.get(best.2) else { return 0.0 };
        let n = (t[1] - t[0]).cross(t[2] - t[0]);
        let dist = best.0.sqrt();
        let outside = (p - best.1).dot(n) > 1e-12 * n.norm() * dist;
        if outside { dist } else { -dist }
    }
}

/// The point of a triangle nearest to `p`, by the regions of its corners, edges and inside.
///
/// Source  Ericson 2005, 5.1.5.
fn nearest(p: Vec3, &[a, b, c]: &[Vec3; 3]) -> Vec3 {
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (ab.dot(p - a), ac.dot(p - a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let (d3, d4) = (ab.dot(p - b), ac.dot(p - b));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a.add_scaled(ab, d1 / (d1 - d3));
    }
    let (d5, d6) = (ab.dot(p - c), ac.dot(p - c));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a.add_scaled(ac, d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return b.add_scaled(c - b, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let s = 1.0 / (va + vb + vc);
    a.add_scaled(ab, vb * s).add_scaled(ac, vc * s)
}

impl Octree {
    /// Samples the distance of a mesh with bounds `aamm` (min, max) and the tree of its triangles.
    pub fn of_mesh(points: &[[f64; 3]], face: &[[i32; 3]], tree: &Bvh, aamm: &[f64; 6]) -> Octree {
        let triangles: Vec<[Vec3; 3]> = face.iter().map(|f| f.map(|v| Vec3(points[v as usize]))).collect();
        let mut b = Build::default();
        let end = |sign: f64| {
            Vec3([0, 1, 2].map(|k| {
                let (mid, half) = ((aamm[k] + aamm[k + 3]) / 2.0, (aamm[k + 3] - aamm[k]) / 2.0);
                mid + sign * ROOM * half
            }))
        };
        b.push(Cell {
            lo: end(-1.0),
            hi: end(1.0),
            level: 0,
            parent: -1,
            slot: 0,
            child: [-1; 8],
            corner: [0; 8],
        });
        b.refine(&triangles, DEPTH);
        b.balance();
        let value = corner_values(&b, &Triangles { list: &triangles, tree });
        let box_of = |c: &Cell| {
            let half = (c.hi - c.lo) * 0.5;
            let mid = c.middle();
            [mid[0], mid[1], mid[2], half[0], half[1], half[2]]
        };
        Octree {
            aabb: b.cells.iter().map(box_of).collect(),
            child: b.cells.iter().map(|c| c.child).collect(),
            depth: b.cells.iter().map(|c| c.level).collect(),
            coeff: b.cells.iter().map(|c| c.corner.map(|k| value[k])).collect(),
        }
    }

    /// The whole tree.
    pub fn view(&self) -> OctreeView<'_> {
        OctreeView { aabb: &self.aabb, child: &self.child, coeff: &self.coeff }
    }
}

/// φ at the corners, coarse cells first: what hangs needs those it hangs between.
fn corner_values(b: &Build, triangles: &Triangles<'_>) -> Vec<f64> {
    let hang = b.hanging();
    let mut value = vec![None; b.corners.len()];
    let mut order = vec![0];
    let mut next = 0;
    while next < order.len() {
        let cell = &b.cells[order[next]];
        next += 1;
        for &k in &cell.corner {
            if value[k].is_some() {
                continue;
            }
            value[k] = Some(if hang[k].is_empty() {
                triangles.signed_distance(b.corners[k])
            } else {
                let sum: f64 = hang[k].iter().map(|&j| value[j].unwrap_or(0.0)).sum();
                sum / hang[k].len() as f64
            });
        }
        order.extend(cell.child.iter().filter_map(|&c| usize::try_from(c).ok()));
    }
    value.into_iter().map(|v| v.unwrap_or(0.0)).collect()
}

/// A borrowed octree (`oct_aabb`, `oct_child`, `oct_coeff` of one mesh).
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct OctreeView<'a> {
    pub aabb: &'a [[f64; 6]],
    pub child: &'a [[i32; 8]],
    pub coeff: &'a [[f64; 8]],
}

impl OctreeView<'_> {
    /// The leaf that holds `p`, or the nearest one, and where in it (0 to 1 per axis).
    fn leaf(&self, p: Vec3) -> Option<(usize, Vec3)> {
        let mut node = 0;
        // a tree in a model that was tampered with may have loops
        for _ in 0..64 {
            let b = self.aabb.get(node)?;
            let at = Vec3([0, 1, 2].map(|k| (p[k] - (b[k] - b[k + 3])) / (2.0 * b[k + 3])));
            let child = self.child.get(node)?;
            if child.iter().all(|&c| c < 0) {
                return Some((node, at));
            }
            let slot = (0..3).map(|k| usize::from(at[k] >= 0.5) << k).sum::<usize>();
            node = usize::try_from(child[slot]).ok()?;
        }
        None
    }

    /// `p` moved into the root, and how far.
    fn projected(&self, p: Vec3) -> (Vec3, f64) {
        let Some(b) = self.aabb.first() else { return (p, 0.0) };
        let off = Vec3([0, 1, 2].map(|k| p[k] - b[k]));
        let out = Vec3([0, 1, 2].map(|k| off[k].abs() - b[k + 3]));
        if out.0.iter().all(|&x| x <= 0.0) {
            return (p, out[0].max(out[1]).max(out[2]));
        }
        let (mut q, mut far) = (p, 0.0);
        for k in 0..3 {
            if out[k] >= 0.0 {
                far += out[k] * out[k];
                q[k] -= (out[k] + INSIDE).copysign(off[k]);
            }
        }
        (q, far.sqrt())
    }

    /// φ(p); zero in an empty tree.
    pub fn value(&self, p: Vec3) -> f64 {
        let (q, far) = self.projected(p);
        let Some((node, at)) = self.leaf(q) else { return 0.0 };
        let sum: f64 = (0..8).map(|j| weight(at, j, None) * self.coeff[node][j]).sum();
        if far > 0.0 { sum + far } else { sum }
    }

    /// φ(p) and ∇φ(p), that of the leaf's trilinear φ.
    pub fn slope(&self, p: Vec3) -> (f64, Vec3) {
        let (q, far) = self.projected(p);
        let value = self.value(p);
        if far > 0.0 {
            let along = |k: usize| {
                let mut x = p;
                x[k] += STEP;
                (self.value(x) - value) / STEP
            };
            return (value, Vec3([0, 1, 2].map(along)));
        }
        let Some((node, at)) = self.leaf(q) else { return (value, Vec3::ZERO) };
        let along = |k: usize| {
            let per_cell: f64 = (0..8).map(|j| weight(at, j, Some(k)) * self.coeff[node][j]).sum();
            per_cell / (2.0 * self.aabb[node][k + 3])
        };
        (value, Vec3([0, 1, 2].map(along)))
    }
}

/// Weight of corner `j` at a place in a cell, or its derivative along an axis.
fn weight(at: Vec3, j: usize, along: Option<usize>) -> f64 {
    let mut w = 1.0;
    for k in 0..3 {
        let upper = j >> k & 1 == 1;
        w *= match (along == Some(k), upper) {
            (true, true) => 1.0,
            (true, false) => -1.0,
            (false, true) => at[k],
            (false, false) => 1.0 - at[k],
        };
    }
    w
}
