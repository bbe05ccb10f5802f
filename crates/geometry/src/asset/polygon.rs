//! Hull faces merged to polygons, for contact manifolds.
//!
//! Triangles whose normals fall into the same bin of azimuth and polar angle (0.01 rad wide) and which share edges
//! form one polygon. Bins are emitted in the order in which the reference implementation's hash table lists them,
//! so that polygon numbers, and with them the order of contacts, agree.

use super::Hull;
use stiction_spatial::{MIN_VAL, Vec3};

/// Width of an angle bin (rad).
const ANGLE_TOL: f64 = 0.01;

/// Polygons of a mesh's hull (MuJoCo's `mesh_poly*`); addresses are local to the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygons {
    /// Unit outward normal per polygon.
    pub normal: Vec<Vec3>,
    /// First vertex of each polygon in `vert`.
    pub vertadr: Vec<i32>,
    /// Number of vertices of each polygon.
    pub vertnum: Vec<i32>,
    /// Mesh vertex indices, polygon after polygon.
    pub vert: Vec<i32>,
    /// First polygon of each mesh vertex in `map`.
    pub mapadr: Vec<i32>,
    /// Number of polygons of each mesh vertex.
    pub mapnum: Vec<i32>,
    /// Polygon indices, vertex after vertex.
    pub map: Vec<i32>,
}

impl Polygons {
    /// No polygons over `nvert` vertices.
    pub(crate) fn empty(nvert: usize) -> Self {
        Polygons { mapadr: vec![0; nvert], mapnum: vec![0; nvert], ..Polygons::default() }
    }

    /// Polygons of the faces of `hull`; their normals are set later by [`Polygons::fit_normals`].
    pub(crate) fn new(hull: &Hull, points: &[[f64; 3]]) -> Self {
        let mut out = Polygons::default();
        for bin in bins(hull, points) {
            for path in bin.paths() {
                out.vertadr.push(out.vert.len() as i32);
                out.vertnum.push(path.len() as i32);
                out.vert.extend(path);
            }
        }
        out.fill_map(points.len());
        out
    }

    /// Polygon lists of the vertices, each ascending.
    fn fill_map(&mut self, nvert: usize) {
        self.mapnum = vec![0; nvert];
        for &v in &self.vert {
            self.mapnum[v as usize] += 1;
        }
        let mut next = 0;
        self.mapadr = self.mapnum.iter().map(|n| (next, next += n).0).collect();
        self.map = vec![0; self.vert.len()];
        let mut fill = self.mapadr.clone();
        for p in 0..self.vertadr.len() {
            for k in self.vertadr[p]..self.vertadr[p] + self.vertnum[p] {
                let slot = &mut fill[self.vert[k as usize] as usize];
                self.map[*slot as usize] = p as i32;
                *slot += 1;
            }
        }
    }

    /// Reverses every outline, which keeps its first vertex.
    pub(crate) fn turn_over(&mut self) {
        for p in 0..self.vertadr.len() {
            let ring = &mut self.vert[self.vertadr[p] as usize..][..self.vertnum[p] as usize];
            ring[1..].reverse();
        }
    }

    /// Unit normals n = Σ over edges (pᵢ × pᵢ₊₁), normalised; the x axis for polygons without area.
    pub(crate) fn fit_normals(&mut self, points: &[[f64; 3]]) {
        self.normal.clear();
        for p in 0..self.vertadr.len() {
            let ring = &self.vert[self.vertadr[p] as usize..][..self.vertnum[p] as usize];
            self.normal.push(newell(ring, points));
        }
    }
}

/// Newell's normal of a closed outline; in this form of the sum the last bit is the reference's.
fn newell(ring: &[i32], points: &[[f64; 3]]) -> Vec3 {
    let mut n = Vec3::ZERO;
    for k in 0..ring.len() {
        let a = points[ring[k] as usize];
        let b = points[ring[(k + 1) % ring.len()] as usize];
        n[0] += (a[1] - b[1]) * (a[2] + b[2]);
        n[1] += (a[2] - b[2]) * (a[0] + b[0]);
        n[2] += (a[0] - b[0]) * (a[1] + b[1]);
    }
    let size = n.norm();
    if size < MIN_VAL { Vec3::X } else { n / size }
}

/// Faces of one bin: the edges that bound them, grouped into connected islands.
struct Bin {
    key: (f64, f64),
    /// (from, to, island).
    edges: Vec<(i32, i32, usize)>,
    nisland: usize,
}

impl Bin {
    fn insert(&mut self, [a, b, c]: [i32; 3]) {
        let mut island = None;
        let mut open = [true; 3];
        for (k, (from, to)) in [(a, b), (b, c), (c, a)].into_iter().enumerate() {
            let Some(at) = self.edges.iter().position(|e| e.0 == to && e.1 == from) else { continue };
            open[k] = false;
            let other = self.edges.remove(at).2;
            island = Some(match island {
                Some(i) if i != other => self.unite(i, other),
                _ => other,
            });
        }
        let island = island.unwrap_or_else(|| {
            self.nisland += 1;
            self.nisland - 1
        });
        for (k, (from, to)) in [(a, b), (b, c), (c, a)].into_iter().enumerate() {
            if open[k] {
                self.edges.push((from, to, island));
            }
        }
    }

    /// Joins two islands under the smaller number; higher numbers move down.
    fn unite(&mut self, i: usize, j: usize) -> usize {
        let (low, high) = (i.min(j), i.max(j));
        self.nisland -= 1;
        for e in &mut self.edges {
            if e.2 == high {
                e.2 = low;
            } else if e.2 > high {
                e.2 -= 1;
            }
        }
        low
    }

    /// Outlines of the islands; an outline that does not close is left out.
    fn paths(&self) -> Vec<Vec<i32>> {
        (0..self.nisland).filter_map(|i| self.path(i)).collect()
    }

    fn path(&self, island: usize) -> Option<Vec<i32>> {
        let first = self.edges.iter().find(|e| e.2 == island)?;
        let mut path = vec![first.0, first.1];
        let mut at = first.1;
        for _ in 0..self.edges.len() {
            // the very first edge of the bin can only be a start
            let next = self.edges[1..].iter().find(|e| e.2 == island && e.0 == at)?.1;
            if next == path[0] {
                return (path.len() >= 3).then_some(path);
            }
            path.push(next);
            at = next;
        }
        None
    }
}

/// Faces grouped by the direction of their normal, in table order.
fn bins(hull: &Hull, points: &[[f64; 3]]) -> Vec<Bin> {
    let mut table = Table::default();
    let mut bins: Vec<Bin> = Vec::new();
    for &[a, b, c] in &hull.face {
        let Some(key) = direction([a, b, c].map(|i| Vec3(points[i as usize]))) else { continue };
        let hash = hash(key.0, key.1);
        if let Some(k) = table.find(hash, |k| bins[k].key == key) {
            bins[k].insert([a, b, c]);
        } else {
            table.insert(hash);
            bins.push(Bin { key, edges: vec![(a, b, 0), (b, c, 0), (c, a, 0)], nisland: 1 });
        }
    }
    let mut slots: Vec<Option<Bin>> = bins.into_iter().map(Some).collect();
    table.order().into_iter().filter_map(|k| slots[k].take()).collect()
}

/// Rounded azimuth and polar angle of a triangle's normal; `None` without area.
fn direction([a, b, c]: [Vec3; 3]) -> Option<(f64, f64)> {
    let n = (b - a).cross(c - a);
    let size = n.norm();
    if size < MIN_VAL {
        return None;
    }
    // + 0.0 turns -0.0 into 0.0, for which atan2 has another branch
    let n = Vec3::new(n[0] / size + 0.0, n[1] / size + 0.0, n[2] / size + 0.0);
    if n[2].abs() > 1.0 - 1e-7 {
        let polar = if n[2] < 0.0 { libm::round(std::f64::consts::PI / ANGLE_TOL) } else { 0.0 };
        return Some((0.0, polar));
    }
    Some((libm::round(libm::atan2(n[1], n[0]) / ANGLE_TOL), libm::round(libm::acos(n[2]) / ANGLE_TOL)))
}

fn hash(azimuth: f64, polar: f64) -> u64 {
    let bits = |x: f64| if x == 0.0 { 0 } else { x.to_bits() };
    let (a, b) = (bits(azimuth), bits(polar));
    a ^ b.wrapping_add(0x9e37_79b9).wrapping_add(a << 6).wrapping_add(a >> 2)
}

/// A chained hash table of distinct hashes that reproduces the listing order of the C++ library used by the
/// reference: one list through all elements, a bucket knows the element before its first.
#[derive(Default)]
struct Table {
    hash: Vec<u64>,
    /// Element after the head (index 0) and after element k (index k + 1); 0 ends the list, k + 1 is element k.
    next: Vec<usize>,
    /// Per bucket: position in `next` before its first element, plus 1; 0 if empty.
    bucket: Vec<usize>,
}

impl Table {
    fn slot(&self, hash: u64) -> usize {
        (hash % self.bucket.len() as u64) as usize
    }

    fn find(&self, hash: u64, same: impl Fn(usize) -> bool) -> Option<usize> {
        if self.bucket.is_empty() {
            return None;
        }
        let slot = self.slot(hash);
        let before = self.bucket[slot].checked_sub(1)?;
        let mut k = self.next[before];
        while k != 0 && self.slot(self.hash[k - 1]) == slot {
            if self.hash[k - 1] == hash && same(k - 1) {
                return Some(k - 1);
            }
            k = self.next[k];
        }
        None
    }

    fn insert(&mut self, hash: u64) {
        if self.next.is_empty() {
            self.next.push(0);
        }
        if self.hash.len() + 1 > self.bucket.len() {
            self.rehash();
        }
        self.hash.push(hash);
        let k = self.hash.len();
        let slot = self.slot(hash);
        let before = match self.bucket[slot].checked_sub(1) {
            Some(b) => b,
            None => {
                self.bucket[slot] = 1;
                let first = self.next[0];
                if first != 0 {
                    let s = self.slot(self.hash[first - 1]);
                    self.bucket[s] = k + 1;
                }
                0
            }
        };
        self.next.push(self.next[before]);
        self.next[before] = k;
    }

    /// More than doubles the buckets, to a prime, and regroups the list with as few moves as possible.
    fn rehash(&mut self) {
        let n = match self.bucket.len() {
            0 => 2,
            n => next_prime(2 * n + 1),
        };
        self.bucket = vec![0; n];
        let mut at = 0; // position in `next` of the last element that is in place
        let mut current = usize::MAX;
        while self.next[at] != 0 {
            let k = self.next[at];
            let slot = self.slot(self.hash[k - 1]);
            if slot == current {
                at = k;
            } else if self.bucket[slot] == 0 {
                self.bucket[slot] = at + 1;
                at = k;
                current = slot;
            } else {
                let front = self.bucket[slot] - 1;
                self.next[at] = self.next[k];
                self.next[k] = self.next[front];
                self.next[front] = k;
            }
        }
    }

    fn order(&self) -> Vec<usize> {
        let mut out = Vec::with_capacity(self.hash.len());
        let mut k = self.next.first().copied().unwrap_or(0);
        while k != 0 {
            out.push(k - 1);
            k = self.next[k];
        }
        out
    }
}

fn next_prime(n: usize) -> usize {
    (n..).find(|&p| p >= 2 && (2..).take_while(|d| d * d <= p).all(|d| p % d != 0)).unwrap_or(n)
}
