//! Neighbourhood of the triangles of a mesh: what lies across each edge and around each vertex.
//!
//! A contact at an edge or a vertex is genuine only if its direction is one from which no neighbouring triangle is nearer
//! (the Voronoi region of that edge or vertex). That test needs, per triangle edge, the neighbour, and per vertex, the other ends of
//! its edges. Vertices at the same place count as one, as in STL files.

use stiction_spatial::Vec3;

/// Neighbours of the triangles of one mesh; made once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriTopology {
    /// Per triangle edge (0–1, 1–2, 2–0): the vertex opposite to the edge in the neighbouring triangle, −1 at the border and at
    /// edges of three or more triangles.
    pub opposite: Vec<i32>,
    /// First neighbour of each vertex in `ring`; one more entry than vertices.
    pub ring_adr: Vec<u32>,
    /// Other ends of the edges at each vertex.
    pub ring: Vec<u32>,
}

impl TriTopology {
    /// Finds the neighbours. Triangles with an index out of range are left without any.
    pub fn build(vert: &[f32], face: &[i32]) -> TriTopology {
        let n = vert.len() / 3;
        let same = weld(vert);
        let id = |i: i32| usize::try_from(i).ok().filter(|i| *i < n).map(|i| same[i]);
        // (edge as a sorted pair, triangle, edge of it, opposite vertex)
        let mut edges: Vec<([u32; 2], u32, u8, u32)> = vec![];
        for (f, t) in face.chunks_exact(3).enumerate() {
            let (Some(a), Some(b), Some(c)) = (id(t[0]), id(t[1]), id(t[2])) else { continue };
            for (k, [p, q, r]) in [[a, b, c], [b, c, a], [c, a, b]].into_iter().enumerate() {
                if p != q {
                    edges.push(([p.min(q), p.max(q)], f as u32, k as u8, r));
                }
            }
        }
        edges.sort_unstable();
        let mut opposite = vec![-1; face.len() / 3 * 3];
        let mut pairs: Vec<(u32, u32)> = vec![];
        for group in edges.chunk_by(|x, y| x.0 == y.0) {
            let [p, q] = group[0].0;
            pairs.extend([(p, q), (q, p)]);
            if let [x, y] = group {
                opposite[3 * x.1 as usize + x.2 as usize] = y.3 as i32;
                opposite[3 * y.1 as usize + y.2 as usize] = x.3 as i32;
            }
        }
        pairs.sort_unstable();
        let mut ring_adr = vec![0u32; n + 1];
        let mut ring = vec![];
        for v in 0..n {
            // every copy of a vertex sees the ring of all of them
            let of = same[v];
            let first = pairs.partition_point(|p| p.0 < of);
            ring.extend(pairs[first..].iter().take_while(|p| p.0 == of).map(|p| p.1));
            ring_adr[v + 1] = ring.len() as u32;
        }
        TriTopology { opposite, ring_adr, ring }
    }

    /// Other ends of the edges at vertex `v`.
    pub fn ring_of(&self, v: usize) -> &[u32] {
        match (self.ring_adr.get(v), self.ring_adr.get(v + 1)) {
            (Some(&a), Some(&b)) => self.ring.get(a as usize..b as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}

/// For each vertex the first one at the same place.
fn weld(vert: &[f32]) -> Vec<u32> {
    let n = vert.len() / 3;
    // +0.0 turns −0 into 0, so that the two are one place
    let key = |i: u32| [0, 1, 2].map(|k| (vert[3 * i as usize + k] + 0.0).to_bits());
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.sort_unstable_by_key(|&i| (key(i), i));
    let mut same: Vec<u32> = (0..n as u32).collect();
    for group in order.chunk_by(|&i, &j| key(i) == key(j)) {
        for &i in group {
            same[i as usize] = group[0];
        }
    }
    same
}

/// Unit normal of a triangle; zero if it is degenerate.
#[inline]
pub(crate) fn unit_normal(t: &[Vec3; 3]) -> Vec3 {
    let n = (t[1] - t[0]).cross(t[2] - t[0]);
    let len = n.norm();
    if len > 0.0 { n.scale(1.0 / len) } else { Vec3::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_a_tetrahedron_with_split_vertices() {
        let p = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        // every triangle has its own copies of the corners, as in an STL file
        let vert: Vec<f32> = faces.iter().flatten().flat_map(|&i: &usize| p[i]).collect();
        let face: Vec<i32> = (0..12).collect();
        let t = TriTopology::build(&vert, &face);
        assert!(t.opposite.iter().all(|o| *o >= 0));
        for f in 0..4 {
            for k in 0..3 {
                let o = t.opposite[3 * f + k] as usize;
                let q = &vert[3 * o..3 * o + 3];
                // the opposite vertex is the corner that this triangle does not have
                assert!(faces[f].iter().all(|&i| p[i] != q));
            }
        }
        assert!((0..12).all(|v| t.ring_of(v).len() == 3));
    }

    #[test]
    fn borders_and_fans_of_three_have_no_neighbour() {
        let vert = [0., 0., 0., 1., 0., 0., 0., 1., 0., 0., -1., 0., 0., 0., 1.0f32];
        let open = TriTopology::build(&vert, &[0, 1, 2]);
        assert_eq!(open.opposite, [-1, -1, -1]);
        let fan = TriTopology::build(&vert, &[0, 1, 2, 1, 0, 3, 0, 1, 4]);
        assert_eq!(fan.opposite, [-1; 9]);
        assert_eq!(TriTopology::build(&vert, &[0, 1, 99]).opposite, [-1, -1, -1]);
    }
}
