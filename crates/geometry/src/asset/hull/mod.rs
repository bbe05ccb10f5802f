//! Convex hull of points by quickhull with polygonal faces.
//!
//! Starting from a large tetrahedron, the point furthest outside of a face is added: the faces it sees are removed,
//! its horizon is joined to it, and neighbouring faces that are not clearly convex are merged. Faces therefore stay
//! planar polygons, and points within rounding error of a face never become vertices. At the end every polygon is
//! cut into a fan of triangles.
//!
//! Distances are f64, with one tolerance for the whole hull: with ε the machine epsilon, c the largest absolute
//! coordinate and s the sum over axes of the largest absolute coordinates,
//!
//! round = ε (3.03 min(√3 c, s) + c),   coplanar = 2 round,   outside = 4 round                      (1)
//!
//! Cost O(n log n) expected, one work space per hull.

mod ordered;
mod poly_build;
mod poly_topology;
mod simplex;

use poly_build::Builder;

/// Why points have no three-dimensional hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HullError {
    /// Fewer than four points.
    TooFew,
    /// A coordinate is NaN or infinite.
    NotFinite,
    /// All points coincide.
    Colocated,
    /// All points lie on a line.
    Collinear,
    /// All points lie on a plane.
    Coplanar,
    /// The points are so thin or so ill-scaled that no tolerance gave a closed surface.
    Numerical,
}

impl std::fmt::Display for HullError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            HullError::TooFew => "at least 4 vertices required",
            HullError::NotFinite => "vertex coordinate is not finite",
            HullError::Colocated => "vertices are colocated, cannot compute convex hull",
            HullError::Collinear => "vertices are collinear, cannot compute convex hull",
            HullError::Coplanar => "vertices are coplanar, cannot compute convex hull",
            HullError::Numerical => "vertices are too close to a plane to compute a convex hull",
        })
    }
}

impl std::error::Error for HullError {}

/// A convex polyhedron with triangulated faces, counter-clockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hull {
    /// Indices of the input points that are hull vertices; position here is the local id.
    pub vert: Vec<i32>,
    /// Triangles as input point indices.
    pub face: Vec<[i32; 3]>,
    /// Start of each vertex's neighbour list in `edge_localid`.
    pub vert_edgeadr: Vec<i32>,
    /// Neighbour lists as local ids, each closed by -1.
    pub edge_localid: Vec<i32>,
}

impl Hull {
    /// MuJoCo's `mesh_graph`: numvert, numface, vert_edgeadr, vert_globalid, edge_localid, face_globalid.
    pub fn graph(&self) -> Vec<i32> {
        let mut g = Vec::with_capacity(2 + 3 * self.vert.len() + 6 * self.face.len());
        g.extend([self.vert.len() as i32, self.face.len() as i32]);
        g.extend_from_slice(&self.vert_edgeadr);
        g.extend_from_slice(&self.vert);
        g.extend_from_slice(&self.edge_localid);
        g.extend(self.face.iter().flatten());
        g
    }

    /// Completes vertex order and neighbour lists from triangles over `npoint` points.
    fn from_triangles(vert: Vec<i32>, face: Vec<[i32; 3]>, npoint: usize) -> Hull {
        let mut local = vec![-1i32; npoint];
        for (k, &v) in vert.iter().enumerate() {
            local[v as usize] = k as i32;
        }
        // triangles around each vertex, in face order
        let mut start = vec![0usize; vert.len() + 1];
        for &v in face.iter().flatten() {
            start[local[v as usize] as usize + 1] += 1;
        }
        for k in 0..vert.len() {
            start[k + 1] += start[k];
        }
        let mut fill = start.clone();
        let mut around = vec![0usize; 3 * face.len()];
        for (k, &v) in face.iter().enumerate().flat_map(|(f, t)| t.iter().map(move |v| (f, v))) {
            let slot = &mut fill[local[v as usize] as usize];
            around[*slot] = k;
            *slot += 1;
        }
        let mut hull = Hull { vert, face, ..Hull::default() };
        hull.edge_localid.reserve(hull.vert.len() + 3 * hull.face.len());
        for k in 0..hull.vert.len() {
            let first = hull.edge_localid.len();
            hull.vert_edgeadr.push(first as i32);
            for &f in &around[start[k]..start[k + 1]] {
                for &v in &hull.face[f] {
                    let id = local[v as usize];
                    if id != k as i32 && !hull.edge_localid[first..].contains(&id) {
                        hull.edge_localid.push(id);
                    }
                }
            }
            hull.edge_localid.push(-1);
        }
        hull
    }
}

/// The hull of `points`, with at most `maxvert` (at least 4) vertices if given: then the point furthest from the
/// current hull is added each time, and the result lies inside the true hull.
pub fn convex_hull(points: &[[f64; 3]], maxvert: Option<usize>) -> Result<Hull, HullError> {
    simplex::check_spread(points)?;
    match ordered::build(points, maxvert) {
        Ok(hull) => Ok(hull),
        Err(ordered::GiveUp) => polygonal(points, maxvert).ok_or(HullError::Numerical),
    }
}

/// The hull in an order of its own. A wider tolerance merges more, until the surface is closed and convex or the
/// points are flat to it.
fn polygonal(points: &[[f64; 3]], maxvert: Option<usize>) -> Option<Hull> {
    [1.0, 16.0, 256.0, 65536.0]
        .into_iter()
        .find_map(|widen| Builder::new(points, widen).and_then(|b| b.run(maxvert)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on a lattice (many coplanar), on a sphere, or near a plane.
    fn cloud(kind: u64, n: usize, seed: u64) -> Vec<[f64; 3]> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut unit = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f64 / 16777216.0
        };
        (0..n)
            .map(|_| {
                let p = [unit() * 2.0 - 1.0, unit() * 2.0 - 1.0, unit() * 2.0 - 1.0];
                let r = f64::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
                match kind {
                    0 => p.map(|x| f64::trunc(x * 3.0)),
                    1 => p.map(|x| f64::from((x / r) as f32)),
                    _ => [p[0], p[1], p[2] * 1e-6],
                }
            })
            .collect()
    }

    #[test]
    fn both_builders_find_the_same_vertices() {
        for kind in 0..3 {
            for seed in 1..40 {
                let points = cloud(kind, 4 + 7 * seed as usize, seed);
                let (Ok(a), Some(b)) = (ordered::build(&points, None), polygonal(&points, None)) else {
                    assert!(simplex::check_spread(&points).is_err(), "kind {kind} seed {seed}");
                    continue;
                };
                let at = |h: &Hull| {
                    let mut v: Vec<[u64; 3]> =
                        h.vert.iter().map(|&v| points[v as usize].map(|x| (x + 0.0).to_bits())).collect();
                    v.sort_unstable();
                    v
                };
                assert_eq!(at(&a), at(&b), "kind {kind} seed {seed}");
                assert_eq!(a.face.len(), b.face.len());
                assert_eq!(b.edge_localid.len(), b.vert.len() + 3 * b.face.len());
            }
        }
    }
}
