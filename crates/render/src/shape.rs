//! Triangles of geoms. Unit shapes are made once; sizes are applied when they are placed.

use stiction::Model;
use stiction::kinds::GeomKind;

/// A corner: position, normal, texture coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Position [m].
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

const SLICES: usize = 28;
const STACKS: usize = 14;

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

    fn join(mut self, other: Mesh) -> Mesh {
        let n = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + n)));
        self
    }

    /// Sphere of radius r about (0, 0, z), between two polar angles (0: south).
    fn ball(r: f64, z: f64, from: f64, to: f64) -> Mesh {
        Mesh::grid(SLICES, STACKS, |u, v| {
            let (s, c) = libm::sincos(u * std::f64::consts::TAU);
            let (sp, cp) = libm::sincos((from + (to - from) * v) * std::f64::consts::PI);
            let n = [sp * c, sp * s, -cp];
            Vertex { pos: [r * n[0], r * n[1], z + r * n[2]], normal: n, uv: [u, v] }
        })
    }

    fn tube(r: f64, half: f64) -> Mesh {
        Mesh::grid(SLICES, 1, |u, v| {
            let (s, c) = libm::sincos(u * std::f64::consts::TAU);
            Vertex { pos: [r * c, r * s, half * (2.0 * v - 1.0)], normal: [c, s, 0.0], uv: [u, v] }
        })
    }

    fn disc(r: f64, z: f64, up: f64) -> Mesh {
        Mesh::grid(SLICES, 1, |u, v| {
            let (s, c) = libm::sincos(up * u * std::f64::consts::TAU);
            let q = r * (1.0 - v);
            Vertex { pos: [q * c, q * s, z], normal: [0.0, 0.0, up], uv: [0.5 + 0.5 * c, 0.5 + 0.5 * s] }
        })
    }

    fn cuboid(h: [f64; 3]) -> Mesh {
        let mut out = Mesh::default();
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
                out = out.join(Mesh::grid(1, 1, |u, v| {
                    let (mut p, mut n) = ([0.0; 3], [0.0; 3]);
                    n[axis] = side;
                    p[axis] = side * h[axis];
                    p[a] = side * h[a] * (2.0 * u - 1.0);
                    p[b] = h[b] * (2.0 * v - 1.0);
                    Vertex { pos: p, normal: n, uv: [u, v] }
                }));
            }
        }
        out
    }

    /// The triangles of a primitive; none for what is not one.
    pub fn primitive(kind: GeomKind, size: [f64; 3], far: f64) -> Option<Mesh> {
        let [a, b, c] = size;
        Some(match kind {
            GeomKind::Plane => {
                let (x, y) = (if a > 0.0 { a } else { far }, if b > 0.0 { b } else { far });
                Mesh::grid(1, 1, |u, v| Vertex {
                    pos: [x * (2.0 * u - 1.0), y * (2.0 * v - 1.0), 0.0],
                    normal: [0.0, 0.0, 1.0],
                    uv: [x * (2.0 * u - 1.0), y * (2.0 * v - 1.0)],
                })
            }
            GeomKind::Sphere => Mesh::ball(a, 0.0, 0.0, 1.0),
            GeomKind::Capsule => {
                Mesh::ball(a, -b, 0.0, 0.5).join(Mesh::tube(a, b)).join(Mesh::ball(a, b, 0.5, 1.0))
            }
            GeomKind::Cylinder => Mesh::tube(a, b).join(Mesh::disc(a, b, 1.0)).join(Mesh::disc(a, -b, -1.0)),
            GeomKind::Ellipsoid => {
                let mut m = Mesh::ball(1.0, 0.0, 0.0, 1.0);
                for v in &mut m.vertices {
                    for (k, s) in size.into_iter().enumerate() {
                        v.pos[k] *= s;
                        v.normal[k] /= s.max(1e-12);
                    }
                    let n = v.normal.iter().map(|x| x * x).sum::<f64>().sqrt();
                    v.normal = v.normal.map(|x| x / n);
                }
                m
            }
            GeomKind::Box => Mesh::cuboid([a, b, c]),
            _ => return None,
        })
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

    /// A height field.
    pub fn heights(m: &Model, i: usize) -> Mesh {
        let h = &m.hfield;
        let (rows, cols) = (h.nrow[i] as usize, h.ncol[i] as usize);
        let [sx, sy, top, _] = h.size[i];
        let adr = h.adr[i] as usize;
        let z = |r: usize, c: usize| top * f64::from(h.data[adr + r.min(rows - 1) * cols + c.min(cols - 1)]);
        let (dx, dy) = (2.0 * sx / (cols - 1) as f64, 2.0 * sy / (rows - 1) as f64);
        Mesh::grid(cols - 1, rows - 1, |u, v| {
            let (c, r) = ((u * (cols - 1) as f64).round() as usize, (v * (rows - 1) as f64).round() as usize);
            let gx = (z(r, c + 1) - z(r, c.saturating_sub(1))) / (2.0 * dx);
            let gy = (z(r + 1, c) - z(r.saturating_sub(1), c)) / (2.0 * dy);
            let n = (1.0 + gx * gx + gy * gy).sqrt();
            Vertex {
                pos: [sx * (2.0 * u - 1.0), sy * (2.0 * v - 1.0), z(r, c)],
                normal: [-gx / n, -gy / n, 1.0 / n],
                uv: [u, v],
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (GeomKind::Sphere, [0.5, 0.0, 0.0], 4.0 / 3.0 * pi * 0.125),
            (GeomKind::Capsule, [0.5, 1.0, 0.0], 4.0 / 3.0 * pi * 0.125 + pi * 0.25 * 2.0),
            (GeomKind::Cylinder, [0.5, 1.0, 0.0], pi * 0.25 * 2.0),
            (GeomKind::Ellipsoid, [0.5, 1.0, 0.2], 4.0 / 3.0 * pi * 0.1),
            (GeomKind::Box, [0.5, 1.0, 0.2], 0.8),
        ];
        for (kind, size, want) in cases {
            let got = volume(&Mesh::primitive(kind, size, 1.0).expect("is one"));
            assert!((got / want - 1.0).abs() < 0.03, "{kind:?}: {got} for {want}");
        }
    }
}
