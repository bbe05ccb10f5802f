//! Triangles of a surface φ = 0: marching cubes with corners where φ changes sign along an edge of the grid, linearly.
//!
//! A face of a cell that φ changes sign on is crossed by segments that cut off its corners inside, each seen from both cells in opposite
//! directions; the segments of a cell close to loops, which are fanned. So the surface is closed and oriented outward, whatever φ.
//!
//! Source  Lorensen and Cline 1987; the table of cases is made here.     Checked by: closed, oriented, volume of a torus.

use super::Solid;
use crate::asset::RawMesh;
use stiction_spatial::Vec3;

/// Half sizes of the bounds together have this many cells, as in MuJoCo.
pub const CELLS: f64 = 300.0;
/// No vertex yet.
const NONE: u32 = u32::MAX;

/// Corners of a face in the order that is counterclockwise from outside; corner k of a cell is at (k & 1, k >> 1 & 1, k >> 2).
const FACES: [[usize; 4]; 6] =
    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// The grid over the bounds of a solid.
struct Grid {
    n: [usize; 3],
    min: Vec3,
    step: Vec3,
    value: Vec<f64>,
    /// Vertex on the edge from each point along each axis.
    edge: Vec<[u32; 3]>,
}

impl Grid {
    fn new(solid: &Solid) -> Grid {
        let b = solid.bounds();
        let half = (b.max - b.min) * 0.5;
        let total = half[0] + half[1] + half[2];
        let n = [0, 1, 2].map(|k| ((CELLS / total * half[k]).floor() as usize + 1).max(2));
        let step = Vec3([0, 1, 2].map(|k| 2.0 * half[k] / (n[k] - 1) as f64));
        let mut value = Vec::with_capacity(n[0] * n[1] * n[2]);
        for z in 0..n[2] {
            for y in 0..n[1] {
                for x in 0..n[0] {
                    value.push(solid.value(b.min + Vec3([x, y, z].map(|i| i as f64)).hadamard(step)));
                }
            }
        }
        let edge = vec![[NONE; 3]; value.len()];
        Grid { n, min: b.min, step, value, edge }
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.n[1] + y) * self.n[0] + x
    }

    /// The vertex on the edge between two corners of a cell.
    fn vertex(&mut self, cell: [usize; 3], a: usize, b: usize, out: &mut Vec<[f32; 3]>) -> u32 {
        let axis = (a ^ b).trailing_zeros() as usize;
        let low = a & b;
        let at = [0, 1, 2].map(|k| cell[k] + (low >> k & 1));
        let from = self.index(at);
        if self.edge[from][axis] == NONE {
            let mut next = at;
            next[axis] += 1;
            let (v, w) = (self.value[from], self.value[self.index(next)]);
            let mut p = Vec3(at.map(|i| i as f64));
            p[axis] += v / (v - w);
            self.edge[from][axis] = out.len() as u32;
            out.push((self.min + p.hadamard(self.step)).0.map(|x| x as f32));
        }
        self.edge[from][axis]
    }

    /// The triangles of one cell.
    fn cell(&mut self, cell: [usize; 3], mesh: &mut RawMesh) {
        let inside: [bool; 8] =
            std::array::from_fn(|k| self.value[self.index([0, 1, 2].map(|d| cell[d] + (k >> d & 1)))] < 0.0);
        if inside.iter().all(|&i| i == inside[0]) {
            return;
        }
        // segments by the vertex they begin at; a cell has at most twelve
        let (mut from, mut to, mut len) = ([NONE; 12], [NONE; 12], 0);
        for face in FACES {
            for k in 0..4 {
                let (c, before) = (face[k], face[(k + 3) % 4]);
                if !inside[c] || inside[before] {
                    continue;
                }
                // a run of corners inside begins at k
                let mut last = k;
                while inside[face[(last + 1) % 4]] {
                    last += 1;
                }
                let enter = self.vertex(cell, before, c, &mut mesh.vert);
                let leave = self.vertex(cell, face[last % 4], face[(last + 1) % 4], &mut mesh.vert);
                (from[len], to[len]) = (leave, enter);
                len += 1;
            }
        }
        let mut used = [false; 12];
        for start in 0..len {
            if used[start] {
                continue;
            }
            let (mut loop_, mut n, mut at) = ([NONE; 12], 0, start);
            while !used[at] {
                used[at] = true;
                loop_[n] = from[at];
                n += 1;
                at = from[..len].iter().position(|f| *f == to[at]).unwrap_or(at);
            }
            for k in 2..n {
                mesh.face.push([loop_[0], loop_[k], loop_[k - 1]].map(|v| v as i32));
            }
        }
    }
}

/// The surface of a solid within its bounds; no triangles if it has none there.
pub fn surface(solid: &Solid) -> RawMesh {
    let mut grid = Grid::new(solid);
    let mut mesh = RawMesh::default();
    for z in 0..grid.n[2] - 1 {
        for y in 0..grid.n[1] - 1 {
            for x in 0..grid.n[0] - 1 {
                grid.cell([x, y, z], &mut mesh);
            }
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdf::Torus;
    use std::collections::BTreeMap;

    #[test]
    fn a_torus_is_closed_oriented_and_has_its_volume() {
        let m = surface(&Solid::Torus(Torus { radius1: 0.35, radius2: 0.15 }));
        let mut edges: BTreeMap<(i32, i32), i32> = BTreeMap::new();
        for t in &m.face {
            for k in 0..3 {
                *edges.entry((t[k], t[(k + 1) % 3])).or_default() += 1;
            }
        }
        assert!(edges.iter().all(|(&(a, b), &n)| n == 1 && edges.get(&(b, a)) == Some(&1)));
        assert_eq!(m.vert.len() as i64 - edges.len() as i64 / 2 + m.face.len() as i64, 0, "genus one");
        let v = |i: i32| Vec3(m.vert[i as usize].map(f64::from));
        let volume: f64 = m.face.iter().map(|t| v(t[0]).dot(v(t[1]).cross(v(t[2]))) / 6.0).sum();
        let exact = 2.0 * std::f64::consts::PI.powi(2) * 0.35 * 0.15 * 0.15;
        assert!((volume / exact - 1.0).abs() < 1e-3, "{volume} for {exact}");
    }
}
