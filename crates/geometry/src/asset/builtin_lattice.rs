//! Grids, boxes, cylinders, ellipsoids, squares and discs on a lattice of count[3] points, as flexcomp makes them.
//!
//! Solid kinds are tetrahedra over nodes, without faces (their hull is used); surfaces are triangles. Boxes,
//! cylinders and ellipsoids live on the surface of the lattice: each point of the box is pushed to the shape.

use super::builtin::{BuiltinMesh, Flatness};
use super::{MeshBuiltin, RawMesh};

/// Coordinates above minus this count as non-negative when the diagonals of a disc are chosen.
const EPS: f64 = 1e-14;

/// The corners of a cube's six tetrahedra; corners are counted around the bottom, then around the top.
const CUBE_TETS: [[usize; 4]; 6] =
    [[0, 3, 1, 7], [0, 1, 4, 7], [1, 3, 2, 7], [1, 2, 6, 7], [1, 5, 4, 7], [1, 6, 5, 7]];

/// Parameters of a lattice shape.
pub(super) struct Lattice {
    pub kind: MeshBuiltin,
    pub count: [usize; 3],
    pub spacing: [f64; 3],
}

impl Lattice {
    /// Half extent along an axis.
    fn half(&self, k: usize) -> f64 {
        0.5 * self.spacing[k] * (self.count[k] - 1) as f64
    }

    /// Centred coordinate of a grid line.
    fn line(&self, k: usize, i: usize) -> f64 {
        self.spacing[k] * (i as f64 - 0.5 * (self.count[k] - 1) as f64)
    }

    fn finish(node: Vec<[f64; 3]>, face: Vec<[i32; 3]>, tet: Vec<[i32; 4]>) -> BuiltinMesh {
        let vert = node.iter().map(|p| p.map(|x| x as f32)).collect();
        let flat = if tet.is_empty() { Flatness::Flat } else { Flatness::Solid };
        BuiltinMesh { raw: RawMesh { vert, face, ..RawMesh::default() }, flat, node, tet }
    }

    /// Two triangles per cell; on a disc the diagonals point to the centre.
    pub fn flat_grid(&self) -> BuiltinMesh {
        let [nx, ny, _] = self.count;
        let disc = self.kind == MeshBuiltin::Disc;
        let (mut node, mut face) = (Vec::new(), Vec::new());
        for ix in 0..nx {
            for iy in 0..ny {
                let (x, y) = (self.line(0, ix), self.line(1, iy));
                node.push(if disc { self.to_disc(x, y) } else { [x, y, 0.0] });
                if ix + 1 == nx || iy + 1 == ny {
                    continue;
                }
                let at = |i: usize, j: usize| (i * ny + j) as i32;
                let [a, b, c, d] = [at(ix, iy), at(ix + 1, iy), at(ix + 1, iy + 1), at(ix, iy + 1)];
                let other = (x < -EPS && y > -EPS) || (x > -EPS && y < -EPS);
                face.extend(if disc && other { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] });
            }
        }
        Self::finish(node, face, Vec::new())
    }

    /// Rays of the square keep their relative length; the sizes enter twice, as in the reference.
    fn to_disc(&self, x: f64, y: f64) -> [f64; 3] {
        let reach = x.abs().max(y.abs());
        let [u, v] = unit([x, y]);
        [u * (self.half(0) * reach), v * (self.half(1) * reach), 0.0]
    }

    /// Six tetrahedra per cell.
    pub fn solid_grid(&self) -> BuiltinMesh {
        let [nx, ny, nz] = self.count;
        let (mut node, mut tet) = (Vec::new(), Vec::new());
        for ix in 0..nx {
            for iy in 0..ny {
                for iz in 0..nz {
                    node.push([self.line(0, ix), self.line(1, iy), self.line(2, iz)]);
                    if ix + 1 == nx || iy + 1 == ny || iz + 1 == nz {
                        continue;
                    }
                    let at = |dx: usize, dy: usize, dz: usize| {
                        (nz * ny * (ix + dx) + nz * (iy + dy) + iz + dz) as i32
                    };
                    let corner = [0, 1].map(|z| [at(0, 0, z), at(1, 0, z), at(1, 1, z), at(0, 1, z)]);
                    tet.extend(CUBE_TETS.map(|t| t.map(|k| corner[k / 4][k % 4])));
                }
            }
        }
        Self::finish(node, Vec::new(), tet)
    }

    /// A point of the box lattice, pushed to the shape.
    fn project(&self, i: [usize; 3]) -> [f64; 3] {
        let mut p: [f64; 3] = std::array::from_fn(|k| 2.0 * i[k] as f64 / (self.count[k] - 1) as f64 - 1.0);
        let half: [f64; 3] = std::array::from_fn(|k| self.half(k));
        match self.kind {
            MeshBuiltin::Cylinder => {
                let reach = p[0].abs().max(p[1].abs());
                let [u, v] = unit([p[0], p[1]]);
                [u * (half[0] * reach), v * (half[1] * reach), p[2] * half[2]]
            }
            kind => {
                if kind == MeshBuiltin::Ellipsoid {
                    p = unit(p);
                }
                [p[0] * half[0], p[1] * half[1], p[2] * half[2]]
            }
        }
    }

    /// The two ends of an axis, near end first.
    fn ends(&self, k: usize) -> [usize; 2] {
        [0, self.count[k] - 1]
    }

    /// Lattice points of the surface in order: z sides, then y sides without them, then x sides without both. An
    /// open box has no top, its side walls keep their upper rim.
    fn surface_points(&self, open: bool) -> Vec<[usize; 3]> {
        let [nx, ny, nz] = self.count;
        let top = if open { nz } else { nz - 1 };
        let mut out = Vec::new();
        for iz in self.ends(2) {
            if !(open && iz != 0) {
                out.extend((0..nx).flat_map(|ix| (0..ny).map(move |iy| [ix, iy, iz])));
            }
        }
        for iy in self.ends(1) {
            out.extend((0..nx).flat_map(|ix| (1..top).map(move |iz| [ix, iy, iz])));
        }
        for ix in self.ends(0) {
            out.extend((1..ny - 1).flat_map(|iy| (1..top).map(move |iz| [ix, iy, iz])));
        }
        out
    }

    /// Position of every lattice point in the surface list.
    fn index(&self, points: &[[usize; 3]]) -> Vec<i32> {
        let mut index = vec![-1; self.count.iter().product()];
        for (k, &p) in points.iter().enumerate() {
            index[self.cell(p)] = k as i32;
        }
        index
    }
    fn cell(&self, [ix, iy, iz]: [usize; 3]) -> usize {
        (ix * self.count[1] + iy) * self.count[2] + iz
    }

    /// Tetrahedra from the centre to the triangles of the closed surface.
    pub fn solid_box(&self) -> BuiltinMesh {
        let points = self.surface_points(false);
        let index = self.index(&points);
        let mut node = vec![[0.0; 3]];
        node.extend(points.iter().map(|&p| self.project(p)));
        let at = |p: [usize; 3]| index[self.cell(p)] + 1;
        let mut tet = Vec::new();
        for axis in [2, 1, 0] {
            let (u, v) = Self::across(axis);
            for end in self.ends(axis) {
                for i in 0..self.count[u] - 1 {
                    for j in 0..self.count[v] - 1 {
                        let corner = |du: usize, dv: usize| {
                            let mut p = [end; 3];
                            (p[u], p[v]) = (i + du, j + dv);
                            at(p)
                        };
                        let (first, last) = (corner(0, 0), corner(1, 1));
                        tet.push([0, first, corner(1, 0), last]);
                        tet.push([0, first, corner(0, 1), last]);
                    }
                }
            }
        }
        Self::finish(node, Vec::new(), tet)
    }

    /// The two axes of a side, slower index first.
    fn across(axis: usize) -> (usize, usize) {
        match axis {
            2 => (0, 1),
            1 => (0, 2),
            _ => (1, 2),
        }
    }

    /// Bottom and four walls, seen from outside counter-clockwise.
    pub fn open_box(&self) -> BuiltinMesh {
        let [nx, ny, nz] = self.count;
        let points = self.surface_points(true);
        let index = self.index(&points);
        let at = |ix: usize, iy: usize, iz: usize| index[self.cell([ix, iy, iz])];
        let mut face = Vec::new();
        for ix in 0..nx - 1 {
            for iy in 0..ny - 1 {
                let (a, c) = (at(ix, iy, 0), at(ix + 1, iy + 1, 0));
                face.extend([[a, c, at(ix + 1, iy, 0)], [a, at(ix, iy + 1, 0), c]]);
            }
        }
        let mut wall = |a: i32, b: i32, c: i32, d: i32| face.extend([[a, b, c], [a, c, d]]);
        for iy in self.ends(1) {
            for ix in 0..nx - 1 {
                let (p, q) = if iy == 0 { (ix, ix + 1) } else { (ix + 1, ix) };
                for iz in 0..nz - 1 {
                    wall(at(p, iy, iz), at(q, iy, iz), at(q, iy, iz + 1), at(p, iy, iz + 1));
                }
            }
        }
        for ix in self.ends(0) {
            for iy in 0..ny - 1 {
                let (p, q) = if ix == 0 { (iy + 1, iy) } else { (iy, iy + 1) };
                for iz in 0..nz - 1 {
                    wall(at(ix, p, iz), at(ix, q, iz), at(ix, q, iz + 1), at(ix, p, iz + 1));
                }
            }
        }
        let node = points.iter().map(|&p| self.project(p)).collect();
        Self::finish(node, face, Vec::new())
    }
}

/// v/|v|; tiny vectors are left alone.
fn unit<const N: usize>(v: [f64; N]) -> [f64; N] {
    let square = v.iter().fold(0.0, |s, x| s + x * x);
    if square < EPS {
        return v;
    }
    let n = f64::sqrt(square);
    if (n - 1.0).abs() > EPS { v.map(|x| x / n) } else { v }
}
