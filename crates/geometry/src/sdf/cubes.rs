//! Triangles of a surface φ = 0: marching cubes with corners where φ changes sign along an edge of the grid, linearly.
//!
//! `cases` says how a cell is split. A face of a cell that φ changes sign on is crossed by segments that cut off its corners inside, each seen
//! from both cells in opposite directions. So the surface is closed and oriented outward, whatever φ.
//!
//! Source  Lorensen and Cline 1987.     Checked by: closed, oriented, volume of a torus; segments of every case.

use super::Solid;
use super::cases::CASES;
use crate::asset::RawMesh;
use stiction_spatial::Vec3;

/// Half sizes of the bounds together have this many cells, as in MuJoCo.
pub const CELLS: f64 = 300.0;
/// No vertex yet.
const NONE: u32 = u32::MAX;

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

    /// The vertex on an edge of a cell.
    fn vertex(&mut self, cell: [usize; 3], e: usize, out: &mut Vec<[f32; 3]>) -> u32 {
        let (axis, low) = edge(e);
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
        let inside = |k: usize| self.value[self.index([0, 1, 2].map(|d| cell[d] + (k >> d & 1)))] < 0.0;
        let case = (0..8).fold(0, |case, k| case | usize::from(inside(k)) << k);
        let mut edges = CASES[case];
        while edges & 0xf != 0xf {
            let triangle = [0, 4, 8].map(|bits| (edges >> bits & 0xf) as usize);
            mesh.face.push(triangle.map(|e| self.vertex(cell, e, &mut mesh.vert) as i32));
            edges = edges >> 12 | 0xfff << 52;
        }
    }
}

/// Axis of an edge, and the corner of the cell that it begins at.
fn edge(e: usize) -> (usize, usize) {
    let (axis, i) = (e / 4, e % 4);
    let low = [i << 1, (i & 1) | (i & 2) << 1, i][axis];
    (axis, low)
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
    use crate::asset::{Mesh, MeshFrame, MeshParams};
    use crate::sdf::{Bolt, Bowl, Gear, Nut, Torus};
    use std::collections::BTreeMap;

    /// Corners of a face in the order that is counterclockwise from outside.
    const FACES: [[usize; 4]; 6] =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

    /// The sides of a case's triangles that no other of its triangles has, directed.
    fn rim(case: usize) -> Vec<(usize, usize)> {
        let mut sides = Vec::new();
        let mut edges = CASES[case];
        while edges & 0xf != 0xf {
            let t = [0, 4, 8].map(|bits| (edges >> bits & 0xf) as usize);
            sides.extend([(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]);
            edges = edges >> 12 | 0xfff << 52;
        }
        let mut rim: Vec<_> = sides.iter().copied().filter(|&(a, b)| !sides.contains(&(b, a))).collect();
        rim.sort_unstable();
        rim
    }

    /// On the faces of a cell, every run of corners inside is cut off by one segment: neighbours then agree.
    #[test]
    fn every_case_cuts_off_the_corners_inside() {
        let between = |a: usize, b: usize| {
            (0..12).find(|&e| {
                let (axis, low) = edge(e);
                low == a & b && 1 << axis == a ^ b
            })
        };
        for case in 0..256 {
            let inside = |k: usize| case >> k & 1 == 1;
            let mut segments = Vec::new();
            for face in FACES {
                for k in (0..4).filter(|&k| inside(face[k]) && !inside(face[(k + 3) % 4])) {
                    let last = (k..k + 4).find(|&l| !inside(face[(l + 1) % 4])).expect("a corner outside");
                    let enter = between(face[(k + 3) % 4], face[k]).expect("an edge");
                    let leave = between(face[last % 4], face[(last + 1) % 4]).expect("an edge");
                    segments.push((enter, leave));
                }
            }
            segments.sort_unstable();
            assert_eq!(rim(case), segments, "{case:08b}");
        }
    }

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

    /// Masses (kg, of 1000 kg/m³) and numbers of triangles that MuJoCo 4.0.0 has for the same solids with inertia "legacy".
    #[test]
    fn masses_are_the_references() {
        let gear = Gear { alpha: 0.2, diameter: 0.9, teeth: 17.0, thickness: 0.15, innerdiameter: -1.0 };
        for (solid, mass, faces) in [
            (Solid::Torus(Torus { radius1: 0.35, radius2: 0.15 }), 195.62170779342242, 99_792),
            (Solid::Bowl(Bowl { height: 0.2, radius: 0.5, thickness: 0.05 }), 759.4614522677572, 118_744),
            (Solid::Bolt(Bolt { radius: 0.255 }), 568.3993639966213, 51_356),
            (Solid::Nut(Nut { radius: 0.26 }), 461.55924321460395, 46_516),
            (Solid::Gear(gear), 103.85798483984907, 67_268),
        ] {
            let params = MeshParams { needhull: false, frame: MeshFrame::Author, ..MeshParams::default() };
            let mesh = Mesh::compile(surface(&solid), &params).expect("a mesh");
            let (off, n) = (1000.0 * mesh.volume / mass - 1.0, mesh.face.len());
            // vertices are rounded to f32: 4e-8 of the gear's mass
            assert!(off.abs() < 1e-7 && n == faces, "{solid:?}: {off:e}, {n}");
        }
    }
}
