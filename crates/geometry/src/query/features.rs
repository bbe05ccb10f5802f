//! Flat features of a core around the support points of a contact: faces with outward normals, and edges.
//!
//! A contact knows which extreme points of each core it came from (one: a corner; two: an edge; three: a face). From these
//! follow the faces that may lie against the other shape and the edges that may lie on it. All vectors are in the frame of
//! the pair (A's frame).

use super::minkowski::Core;
use super::shape::{ConvexMesh, Placement};
use stiction_spatial::Vec3;

/// Cosine beyond which two directions count as aligned (5.1°).
pub(crate) const FACE_COS: f64 = 0.996;

/// A face of a core: its outward normal and which face it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceRef {
    pub normal: Vec3,
    pub id: usize,
}

/// An edge (or a line on a round side) that passes the contact, with its unit direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeRef {
    pub start: Vec3,
    pub end: Vec3,
    pub dir: Vec3,
}

/// The support points of one core in a contact, without repetition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corners {
    pub id: [i32; 3],
    pub at: [Vec3; 3],
    pub n: usize,
}

impl Corners {
    pub(crate) fn new(points: &[(i32, Vec3)]) -> Self {
        let mut c = Corners { id: [0; 3], at: [Vec3::ZERO; 3], n: 0 };
        for &(id, at) in points {
            if c.n < 3 && !c.id[..c.n].contains(&id) {
                c.id[c.n] = id;
                c.at[c.n] = at;
                c.n += 1;
            }
        }
        c
    }
}

/// A core with its place in the frame of the pair.
#[derive(Clone, Copy)]
pub(crate) struct Solid<'a> {
    pub core: Core<'a>,
    pub radius: f64,
    pub at: Placement,
}

impl Solid<'_> {
    /// Faces around the corners; `outward` is the contact normal as this core sees it.
    pub(crate) fn faces(&self, c: &Corners, outward: Vec3, out: &mut Vec<FaceRef>) {
        out.clear();
        match self.core {
            Core::Box { .. } => self.box_faces(c, outward, out),
            Core::Hull(mesh) => self.hull_faces(mesh, c, out),
            Core::Cylinder { .. } if c.n == 1 => {
                let top = c.id[0] != 0;
                let normal = self.at.mat.col(2).scale(if top { 1.0 } else { -1.0 });
                out.push(FaceRef { normal, id: usize::from(!top) });
            }
            _ => {}
        }
    }

    /// True for capsules and cylinders, whose round side is a line where it touches.
    pub(crate) fn has_round_side(&self) -> bool {
        matches!(self.core, Core::Segment { .. } | Core::Cylinder { .. })
    }

    fn box_faces(&self, c: &Corners, outward: Vec3, out: &mut Vec<FaceRef>) {
        // axes on which all corners agree, with their common side
        for k in 0..3 {
            let bit = 1 << k;
            let high = c.id[..c.n].iter().all(|i| i & bit != 0);
            let low = c.id[..c.n].iter().all(|i| i & bit == 0);
            if high || low {
                let s = if high { 1.0 } else { -1.0 };
                out.push(FaceRef { normal: self.at.mat.col(k).scale(s), id: 2 * k + usize::from(low) });
            }
        }
        if out.len() == 4 - c.n {
            return;
        }
        // corners across a diagonal: the face that the contact normal points out of, if there is one
        out.clear();
        let local = self.at.mat.tr_mul_vec(outward).normalized().0;
        for k in 0..3 {
            if local[k].abs() > FACE_COS {
                let s = local[k].signum();
                out.push(FaceRef { normal: self.at.mat.col(k).scale(s), id: 2 * k + usize::from(s < 0.0) });
                return;
            }
        }
    }

    fn hull_faces(&self, mesh: &ConvexMesh<'_>, c: &Corners, out: &mut Vec<FaceRef>) {
        let Some(first) = polygons_of(mesh, c.id[0]) else { return };
        // polygons of the other corners, looked up once
        let none: &[i32] = &[];
        let of = |i: usize| if i < c.n { polygons_of(mesh, c.id[i]).unwrap_or(none) } else { none };
        let others = [of(1), of(2)];
        let shared = |p: &i32| others[..c.n.saturating_sub(1)].iter().all(|l| l.contains(p));
        for &p in first.iter().filter(|p| shared(p)) {
            let p = p as usize;
            if let Some(n) = mesh.polynormal.get(3 * p..3 * p + 3) {
                out.push(FaceRef { normal: self.at.mat.mul_vec(Vec3::new(n[0], n[1], n[2])), id: p });
            }
            // an edge has two faces and a triple of corners one
            if c.n > 1 && out.len() == 4 - c.n {
                break;
            }
        }
    }

    /// Edges that start at the first corner, or the line of a round side that faces `outward`.
    pub(crate) fn edges(&self, c: &Corners, outward: Vec3, out: &mut Vec<EdgeRef>) {
        out.clear();
        let mut add = |start: Vec3, end: Vec3| {
            out.push(EdgeRef { start, end, dir: (end - start).normalized().0 });
        };
        if let Core::Segment { half } | Core::Cylinder { half, .. } = self.core {
            let z = self.at.mat.col(2).scale(half);
            let radius = if let Core::Cylinder { radius, .. } = self.core { radius } else { self.radius };
            let side = self.at.pos.add_scaled(self.edge_lift(outward), radius);
            add(side - z, side + z);
            return;
        }
        let start = c.at[0];
        if c.n == 2 {
            add(start, c.at[1]);
            return;
        }
        match self.core {
            Core::Box { half } => {
                let corner =
                    Vec3([0, 1, 2].map(|k| if c.id[0] & (1 << k) != 0 { half[k] } else { -half[k] }));
                for k in 0..3 {
                    let mut end = corner;
                    end[k] = -end[k];
                    add(start, self.at.point(end));
                }
            }
            Core::Hull(mesh) => {
                for &p in polygons_of(mesh, c.id[0]).unwrap_or(&[]) {
                    let poly = polygon(mesh, p as usize);
                    // each polygon contributes the edge that enters the corner
                    if let Some(j) = poly.iter().position(|v| *v == c.id[0]) {
                        let prev = poly[if j == 0 { poly.len() - 1 } else { j - 1 }];
                        add(start, self.at.point(mesh.vertex(prev as usize)));
                    }
                }
            }
            _ => {}
        }
    }

    /// Direction in which a margin moves the edges of this core, if the contact normal is `outward`.
    pub(crate) fn edge_lift(&self, outward: Vec3) -> Vec3 {
        match self.core {
            Core::Segment { .. } => {
                let z = self.at.mat.col(2);
                outward - z.scale(outward.dot(z))
            }
            Core::Cylinder { .. } => {
                let z = self.at.mat.col(2);
                (outward - z.scale(outward.dot(z))).normalized().0
            }
            _ => outward,
        }
    }

    /// Corners of face `id`, clockwise seen from outside, moved by `lift`.
    pub(crate) fn outline(&self, id: usize, lift: Vec3, out: &mut Vec<Vec3>) {
        out.clear();
        match self.core {
            Core::Box { half } => {
                for s in BOX_FACES[id.min(5)] {
                    let p = Vec3([0, 1, 2].map(|k| if s[k] > 0 { half[k] } else { -half[k] }));
                    out.push(self.at.point(p) + lift);
                }
            }
            Core::Cylinder { radius, half } => {
                // a disc counts as a polygon of 16 corners
                let (s, z) = if id == 0 { (-1.0, half) } else { (1.0, -half) };
                for (c, y) in DISC {
                    out.push(self.at.point(Vec3::new(radius * c, s * radius * y, z)) + lift);
                }
            }
            Core::Hull(mesh) => {
                let place = |v: &i32| self.at.point(mesh.vertex(*v as usize)) + lift;
                out.extend(polygon(mesh, id).iter().rev().map(place));
            }
            _ => {}
        }
    }
}

/// Signs of the corners of the faces +x, −x, +y, −y, +z, −z.
const BOX_FACES: [[[i8; 3]; 4]; 6] = [
    [[1, 1, 1], [1, 1, -1], [1, -1, -1], [1, -1, 1]],
    [[-1, 1, -1], [-1, 1, 1], [-1, -1, 1], [-1, -1, -1]],
    [[-1, 1, -1], [1, 1, -1], [1, 1, 1], [-1, 1, 1]],
    [[-1, -1, 1], [1, -1, 1], [1, -1, -1], [-1, -1, -1]],
    [[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]],
    [[1, 1, -1], [-1, 1, -1], [-1, -1, -1], [1, -1, -1]],
];

/// cos and sin of multiples of π/8.
const DISC: [(f64, f64); 16] = {
    const C: f64 = 0.923_879_532_511_286_7;
    const S: f64 = 0.382_683_432_365_089_8;
    const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
    [
        (1.0, 0.0),
        (C, S),
        (H, H),
        (S, C),
        (0.0, 1.0),
        (-S, C),
        (-H, H),
        (-C, S),
        (-1.0, 0.0),
        (-C, -S),
        (-H, -H),
        (-S, -C),
        (0.0, -1.0),
        (S, -C),
        (H, -H),
        (C, -S),
    ]
};

/// Polygons around vertex `v`.
pub(crate) fn polygons_of<'a>(mesh: &ConvexMesh<'a>, v: i32) -> Option<&'a [i32]> {
    let v = usize::try_from(v).ok()?;
    let adr = usize::try_from(*mesh.polymapadr.get(v)?).ok()?;
    let num = usize::try_from(*mesh.polymapnum.get(v)?).ok()?;
    mesh.polymap.get(adr..adr + num)
}

/// Vertices of polygon `p`, counterclockwise seen from outside.
pub(crate) fn polygon<'a>(mesh: &ConvexMesh<'a>, p: usize) -> &'a [i32] {
    let adr = mesh.polyvertadr.get(p).map_or(0, |a| *a as usize);
    let num = mesh.polyvertnum.get(p).map_or(0, |n| *n as usize);
    mesh.polyvert.get(adr..adr + num).unwrap_or(&[])
}
