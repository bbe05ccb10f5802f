//! Triangles of geoms, with the texture coordinates that MuJoCo gives them.
//!
//! Shapes are made at their size and kept; a texture coordinate runs from 0 to 1 over a face, and is scaled where the texture is looked up.

use crate::camera::Camera;
use crate::scene::Shape;
use stiction::Model;
use stiction::dynamics::skin::SkinShape;
use stiction::kinds::GeomKind;
use stiction::spatial::Vec3;

/// A corner: position, normal, texture coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Position (m).
    pub pos: [f64; 3],
    /// Normal.
    pub normal: [f64; 3],
    /// Texture coordinate.
    pub uv: [f64; 2],
}

/// Triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<Vertex>,
    /// Three corners each, anticlockwise from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// How finely round shapes are divided, `visual/quality`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detail {
    /// Pieces around an axis.
    pub slices: usize,
    /// Pieces along it.
    pub stacks: usize,
}

impl Detail {
    /// The model's choice.
    pub fn of(m: &Model) -> Self {
        let count = |x: i32, least: i32| x.clamp(least, 200) as usize;
        Detail { slices: count(m.vis.quality.numslices, 3), stacks: count(m.vis.quality.numstacks, 2) }
    }
}

impl Mesh {
    /// A surface over (u, v) ∈ [0, 1]² on a grid.
    fn grid(nu: usize, nv: usize, at: impl Fn(f64, f64) -> Vertex) -> Mesh {
        let mut m = Mesh::default();
        for j in 0..=nv {
            for i in 0..=nu {
                m.vertices.push(at(i as f64 / nu as f64, j as f64 / nv as f64));
            }
        }
        for j in 0..nv {
            for i in 0..nu {
                let a = (j * (nu + 1) + i) as u32;
                let b = a + nu as u32 + 1;
                m.triangles.extend([[a, a + 1, b + 1], [a, b + 1, b]]);
            }
        }
        m
    }

    /// Least and greatest coordinates of its corners.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        let mut out = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for v in &self.vertices {
            for k in 0..3 {
                out[0][k] = out[0][k].min(v.pos[k]);
                out[1][k] = out[1][k].max(v.pos[k]);
            }
        }
        out
    }

    fn join(mut self, other: Mesh) -> Mesh {
        let n = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + n)));
        self
    }

    /// Sphere of radius r about (0, 0, z), between two polar angles (0: south, 1: north); `v` runs from the north end.
    fn ball(d: Detail, r: f64, z: f64, from: f64, to: f64) -> Mesh {
        Mesh::grid(d.slices, d.stacks, |u, v| {
            let (s, c) = turn(u);
            let (sp, cp) = libm::sincos((from + (to - from) * v) * std::f64::consts::PI);
            let n = [sp * c, sp * s, -cp];
            Vertex { pos: [r * n[0], r * n[1], z + r * n[2]], normal: n, uv: [u, 1.0 - v] }
        })
    }

    /// A cone frustum about z with radius r0 at z0 and r1 at z1.
    fn frustum(d: Detail, r0: f64, z0: f64, r1: f64, z1: f64) -> Mesh {
        let slant = libm::hypot(r0 - r1, z1 - z0).max(1e-12);
        let (out, up) = ((z1 - z0) / slant, (r0 - r1) / slant);
        Mesh::grid(d.slices, 1, |u, v| {
            let (s, c) = turn(u);
            let r = r0 + (r1 - r0) * v;
            Vertex {
                pos: [r * c, r * s, z0 + (z1 - z0) * v],
                normal: [out * c, out * s, up],
                uv: [u, 1.0 - v],
            }
        })
    }

    /// A disc at height z that faces up (1) or down (−1), with a hole of a share of its radius.
    fn disc(d: Detail, r: f64, hole: f64, z: f64, up: f64) -> Mesh {
        Mesh::grid(d.slices, 1, |u, v| {
            let (s, c) = turn(up * u);
            let q = 1.0 - v * (1.0 - hole);
            Vertex {
                pos: [r * q * c, r * q * s, z],
                normal: [0.0, 0.0, up],
                uv: [0.5 + 0.5 * q * c, 0.5 + 0.5 * q * s],
            }
        })
    }

    /// A box: on its sides the texture hangs down from +z, on top and bottom it lies with its first row towards +y.
    fn cuboid(h: [f64; 3]) -> Mesh {
        // outward normal, and the directions of u and v, of each face
        const FACES: [[[f64; 3]; 3]; 6] = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]],
            [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]],
            [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
            [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
            [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
            [[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
        ];
        FACES.iter().fold(Mesh::default(), |out, [n, du, dv]| {
            out.join(Mesh::grid(1, 1, |u, v| Vertex {
                pos: std::array::from_fn(|k| {
                    h[k] * (n[k] + du[k] * (2.0 * u - 1.0) - dv[k] * (2.0 * v - 1.0))
                }),
                normal: *n,
                uv: [u, 1.0 - v],
            }))
        })
    }

    /// An arrow along z: a shaft, and a head of twice its width over the last part.
    fn arrow(d: Detail, r: f64, length: f64, heads: [bool; 2]) -> Mesh {
        let head = (3.0 * r).min(0.3 * length);
        let (from, to) = (if heads[0] { head } else { 0.0 }, if heads[1] { length - head } else { length });
        let mut out = Mesh::frustum(d, r, from, r, to);
        for (on, base, tip, up) in [(heads[1], to, length, 1.0), (heads[0], from, 0.0, -1.0)] {
            out = out.join(match (on, up > 0.0) {
                (true, true) => Mesh::frustum(d, 2.0 * r, base, 0.0, tip),
                (true, false) => Mesh::frustum(d, 0.0, tip, 2.0 * r, base),
                (false, _) => Mesh::disc(d, r, 0.0, tip, up),
            });
            if on {
                out = out.join(Mesh::disc(d, 2.0 * r, 0.5, base, -up));
            }
        }
        out
    }

    /// The triangles of a primitive of this size along its axes; none for what is not one.
    pub fn primitive(d: Detail, kind: GeomKind, size: [f64; 3], far: f64) -> Option<Mesh> {
        let [a, b, c] = size;
        Some(match kind {
            GeomKind::Plane => {
                let (x, y) = (if a > 0.0 { a } else { far }, if b > 0.0 { b } else { far });
                Mesh::grid(1, 1, |u, v| Vertex {
                    pos: [x * (2.0 * u - 1.0), y * (2.0 * v - 1.0), 0.0],
                    normal: [0.0, 0.0, 1.0],
                    uv: [u, 1.0 - v],
                })
            }
            GeomKind::Sphere | GeomKind::Ellipsoid => Mesh::ball(d, 1.0, 0.0, 0.0, 1.0).stretched(size),
            GeomKind::Capsule => Mesh::ball(d, a, -c, 0.0, 0.5)
                .join(Mesh::frustum(d, a, -c, a, c))
                .join(Mesh::ball(d, a, c, 0.5, 1.0)),
            GeomKind::Cylinder => Mesh::frustum(d, 1.0, -1.0, 1.0, 1.0)
                .join(Mesh::disc(d, 1.0, 0.0, 1.0, 1.0))
                .join(Mesh::disc(d, 1.0, 0.0, -1.0, -1.0))
                .stretched(size),
            GeomKind::Box => Mesh::cuboid([a, b, c]),
            GeomKind::Arrow => Mesh::arrow(d, a, c, [false, true]),
            GeomKind::Arrow1 => Mesh::arrow(d, a, c, [false, false]),
            GeomKind::Arrow2 => Mesh::arrow(d, a, c, [true, true]),
            _ => return None,
        })
    }

    /// A line of this many pixels along z, seen by a camera whose picture has so many rows; none behind the camera.
    pub fn line(s: &Shape, camera: &Camera, rows: usize) -> Option<Mesh> {
        let length = f64::from(s.size[2]);
        // distance from the camera's plane, which is linear along the line, as is the width of a pixel there
        let (at, along) = ((s.position() - camera.pos), s.rotation().col(2));
        let (d0, slope) = (-at.dot(camera.axes.col(2)), -along.dot(camera.axes.col(2)));
        let meets = (camera.near - d0) / slope;
        let (from, to) = match (d0 >= camera.near, d0 + slope * length >= camera.near) {
            (true, true) => (0.0, length),
            (true, false) => (0.0, meets),
            (false, true) => (meets, length),
            (false, false) => return None,
        };
        let radius = |z: f64| {
            let distance = if camera.orthographic { 1.0 } else { d0 + slope * z };
            f64::from(s.size[0]) * camera.half * distance / rows as f64
        };
        Some(Mesh::frustum(Detail { slices: 8, stacks: 1 }, radius(from), from, radius(to), to))
    }

    fn stretched(mut self, size: [f64; 3]) -> Mesh {
        for v in &mut self.vertices {
            for (k, s) in size.into_iter().enumerate() {
                v.pos[k] *= s;
                v.normal[k] /= s.max(1e-12);
            }
            let n = v.normal.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-300);
            v.normal = v.normal.map(|x| x / n);
        }
        self
    }

    /// A mesh asset.
    pub fn asset(m: &Model, i: usize) -> Mesh {
        let t = &m.mesh;
        let (v0, n0) = (t.vertadr[i] as usize, t.normaladr[i] as usize);
        let uv0 = usize::try_from(t.texcoordadr[i]).ok();
        let mut out = Mesh::default();
        for f in t.faceadr[i] as usize..(t.faceadr[i] + t.facenum[i]) as usize {
            let first = out.vertices.len() as u32;
            for k in 0..3 {
                out.vertices.push(Vertex {
                    pos: t.vert[v0 + t.face[f][k] as usize].map(f64::from),
                    normal: t.normal[n0 + t.facenormal[f][k] as usize].map(f64::from),
                    uv: uv0
                        .map_or([0.0; 2], |u| t.texcoord[u + t.facetexcoord[f][k] as usize].map(f64::from)),
                });
            }
            out.triangles.push([first, first + 1, first + 2]);
        }
        out
    }

    /// A skin as it is now, about a point; corners that are not there are left out with their triangles.
    pub fn skin(m: &Model, i: usize, now: &SkinShape, about: Vec3) -> Mesh {
        let t = &m.skin;
        let uv0 = usize::try_from(t.texcoordadr[i]).ok();
        let vertex = |(k, (p, n)): (usize, (&[f32; 3], &[f32; 3]))| Vertex {
            pos: (Vec3(p.map(f64::from)) - about).0,
            normal: n.map(f64::from),
            uv: uv0.and_then(|u| t.texcoord.get(u + k)).map_or([0.0; 2], |c| c.map(f64::from)),
        };
        let faces = t.faceadr[i].max(0) as usize..(t.faceadr[i].max(0) + t.facenum[i].max(0)) as usize;
        let has = |f: &[u32; 3]| f.iter().all(|v| (*v as usize) < now.vert.len());
        Mesh {
            vertices: now.vert.iter().zip(&now.normal).enumerate().map(vertex).collect(),
            triangles: t.face[faces].iter().map(|f| f.map(|v| v as u32)).filter(has).collect(),
        }
    }

    /// The convex hull of a mesh asset, in flat facets.
    pub fn hull(m: &Model, i: usize) -> Mesh {
        let t = &m.mesh;
        let mut out = Mesh::default();
        let Some(graph) = usize::try_from(t.graphadr[i]).ok().and_then(|a| t.graph.get(a..)) else {
            return out;
        };
        // numvert, numface, addresses and names of vertices, edges, then three vertices per face
        let (nv, nf) = (graph[0] as usize, graph[1] as usize);
        let v0 = t.vertadr[i] as usize;
        for f in graph[2 + 3 * nv + 3 * nf..].chunks_exact(3).take(nf) {
            let p = [f[0], f[1], f[2]].map(|v| t.vert[v0 + v as usize].map(f64::from));
            out.facet(p, [1.0; 2]);
        }
        out
    }

    /// A height field: its surface in flat facets, its four sides and its base.
    pub fn heights(m: &Model, i: usize) -> Mesh {
        let h = &m.hfield;
        let (rows, cols) = (h.nrow[i] as usize, h.ncol[i] as usize);
        let [sx, sy, top, base] = h.size[i];
        let adr = h.adr[i] as usize;
        let at = |r: usize, c: usize| {
            let (u, v) = (c as f64 / (cols - 1) as f64, r as f64 / (rows - 1) as f64);
            [sx * (2.0 * u - 1.0), sy * (2.0 * v - 1.0), top * f64::from(h.data[adr + r * cols + c])]
        };
        let low = |p: [f64; 3]| [p[0], p[1], -base];
        let mut out = Mesh::default();
        for r in 1..rows {
            for c in 1..cols {
                let (p, q, s, t) = (at(r - 1, c - 1), at(r - 1, c), at(r, c), at(r, c - 1));
                out.facet([p, q, s], [sx, sy]);
                out.facet([p, s, t], [sx, sy]);
            }
        }
        for r in 1..rows {
            for (c, turned) in [(0, true), (cols - 1, false)] {
                out.wall(at(r - 1, c), at(r, c), low, turned, [sx, sy]);
            }
        }
        for c in 1..cols {
            for (r, turned) in [(0, false), (rows - 1, true)] {
                out.wall(at(r, c - 1), at(r, c), low, turned, [sx, sy]);
            }
        }
        let corner = |x: f64, y: f64| [sx * x, sy * y, -base];
        let (a, b, c, d) = (corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0));
        out.facet([a, b, c], [sx, sy]);
        out.facet([a, c, d], [sx, sy]);
        out
    }

    /// A piece of a side from an edge of the surface down to the base.
    fn wall(
        &mut self,
        p: [f64; 3],
        q: [f64; 3],
        low: impl Fn([f64; 3]) -> [f64; 3],
        turned: bool,
        half: [f64; 2],
    ) {
        let (p, q) = if turned { (q, p) } else { (p, q) };
        self.facet([p, low(p), low(q)], half);
        self.facet([p, low(q), q], half);
    }

    /// A triangle with a normal of its own and a texture laid over (x, y).
    fn facet(&mut self, p: [[f64; 3]; 3], half: [f64; 2]) {
        let e = |k: usize| -> [f64; 3] { std::array::from_fn(|i| p[k][i] - p[0][i]) };
        let (a, b) = (e(1), e(2));
        let n = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length <= 0.0 {
            return;
        }
        let first = self.vertices.len() as u32;
        self.vertices.extend(p.map(|pos| Vertex {
            pos,
            normal: n.map(|x| x / length),
            uv: [0.5 + 0.5 * pos[0] / half[0], 0.5 - 0.5 * pos[1] / half[1]],
        }));
        self.triangles.push([first, first + 1, first + 2]);
    }
}

/// (sin, cos) of a share of a full turn; the end is exactly the beginning, so that seams close.
fn turn(share: f64) -> (f64, f64) {
    libm::sincos((share - share.trunc()) * std::f64::consts::TAU)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DETAIL: Detail = Detail { slices: 28, stacks: 16 };

    /// Volume by the divergence theorem: ⅓ Σ area (n · p), so that a wrong winding shows.
    fn volume(m: &Mesh) -> f64 {
        let p = |i: u32| m.vertices[i as usize].pos;
        m.triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(p);
                (a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]))
                    / 6.0
            })
            .sum()
    }

    #[test]
    fn closed_shapes_have_their_volume() {
        let pi = std::f64::consts::PI;
        let cases = [
            (GeomKind::Sphere, [0.5; 3], 4.0 / 3.0 * pi * 0.125),
            (GeomKind::Capsule, [0.5, 0.5, 1.0], 4.0 / 3.0 * pi * 0.125 + pi * 0.25 * 2.0),
            (GeomKind::Cylinder, [0.5, 0.5, 1.0], pi * 0.25 * 2.0),
            (GeomKind::Ellipsoid, [0.5, 1.0, 0.2], 4.0 / 3.0 * pi * 0.1),
            (GeomKind::Box, [0.5, 1.0, 0.2], 0.8),
            (GeomKind::Arrow1, [0.5, 0.5, 2.0], pi * 0.25 * 2.0),
            // the head: a third of a cylinder of twice the radius
            (GeomKind::Arrow, [0.1, 0.1, 2.0], pi * (0.01 * 1.7 + 0.04 * 0.3 / 3.0)),
            (GeomKind::Arrow2, [0.1, 0.1, 2.0], pi * (0.01 * 1.4 + 0.04 * 0.6 / 3.0)),
        ];
        for (kind, size, want) in cases {
            let got = volume(&Mesh::primitive(DETAIL, kind, size, 1.0).expect("is one"));
            assert!((got / want - 1.0).abs() < 0.03, "{kind:?}: {got} for {want}");
        }
    }
}
