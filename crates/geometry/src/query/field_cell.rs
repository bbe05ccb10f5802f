//! The triangles of a height field with their neighbours, computed from the grid.
//!
//! A cell (r, c) has the corners P_rc, P_r,c+1, P_r+1,c, P_r+1,c+1 and the diagonal from P_rc to P_r+1,c+1, as its prisms have. Seen from above
//! both triangles run counterclockwise:
//!
//! ```text
//! upper   P_rc,  P_r+1,c+1,  P_r+1,c            lower   P_rc,  P_r,c+1,  P_r+1,c+1
//! ```

use super::shape::HeightField;
use super::surface::{Around, Facet};
use super::topology::unit_normal;
use std::ops::Range;
use stiction_spatial::Vec3;

/// Steps (row, column) from the cell to the corners of its triangles, upper and lower.
const CORNER: [[[i32; 2]; 3]; 2] = [[[0, 0], [1, 1], [1, 0]], [[0, 0], [0, 1], [1, 1]]];
/// Steps to the corner beyond each edge.
const BEYOND: [[[i32; 2]; 3]; 2] = [[[0, 1], [2, 1], [0, -1]], [[-1, 0], [1, 2], [1, 0]]];
/// Steps along the edges that leave a grid point.
const RING: [[i32; 2]; 6] = [[0, 1], [1, 1], [1, 0], [0, -1], [-1, -1], [-1, 0]];

/// One triangle of a field.
#[derive(Clone, Copy)]
pub(crate) struct FieldCell<'m, 'a> {
    field: &'m HeightField<'a>,
    row: usize,
    col: usize,
    lower: usize,
}

impl<'m, 'a> FieldCell<'m, 'a> {
    /// All triangles of a part of the grid.
    pub(crate) fn all(
        field: &'m HeightField<'a>,
        rows: Range<usize>,
        cols: Range<usize>,
    ) -> impl Iterator<Item = Self> {
        rows.flat_map(move |row| {
            let cols = cols.clone();
            cols.flat_map(move |col| [0, 1].map(|lower| FieldCell { field, row, col, lower }))
        })
    }

    /// The triangle in the field's frame.
    pub(crate) fn facet(self) -> Facet<'m, 'a> {
        let at =
            |[r, c]: [i32; 2]| self.point(self.row as i64 + i64::from(r), self.col as i64 + i64::from(c));
        let corner = CORNER[self.lower].map(|s| at(s).unwrap_or(Vec3::ZERO));
        Facet { around: Around::Field(self), corner, normal: unit_normal(&corner) }
    }

    /// A grid point; `None` outside the grid.
    fn point(&self, row: i64, col: i64) -> Option<Vec3> {
        let f = self.field;
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        if row >= f.nrow || col >= f.ncol {
            return None;
        }
        let [sx, sy, ..] = f.size;
        let (dx, dy) = (2.0 * sx / (f.ncol - 1) as f64, 2.0 * sy / (f.nrow - 1) as f64);
        Some(Vec3::new(dx * col as f64 - sx, dy * row as f64 - sy, f.height(row, col)))
    }

    fn grid(&self, k: usize) -> (i64, i64) {
        let [r, c] = CORNER[self.lower][k];
        (self.row as i64 + i64::from(r), self.col as i64 + i64::from(c))
    }

    /// Place of corner `k`.
    pub(crate) fn corner(&self, k: usize) -> Vec3 {
        let (r, c) = self.grid(k);
        self.point(r, c).unwrap_or(Vec3::ZERO)
    }

    /// Number of corner `k`.
    pub(crate) fn id(&self, k: usize) -> u32 {
        let (r, c) = self.grid(k);
        r as u32 * self.field.ncol as u32 + c as u32
    }

    /// The corner beyond edge `k`; `None` at the border of the field.
    pub(crate) fn beyond(&self, k: usize) -> Option<Vec3> {
        let [r, c] = BEYOND[self.lower][k];
        self.point(self.row as i64 + i64::from(r), self.col as i64 + i64::from(c))
    }

    /// The grid points that share an edge with corner `k`.
    pub(crate) fn ring(&self, k: usize) -> impl Iterator<Item = Vec3> {
        let (r, c) = self.grid(k);
        RING.into_iter().filter_map(move |[i, j]| self.point(r + i64::from(i), c + i64::from(j)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::TriTopology;

    #[test]
    fn neighbours_are_those_of_the_same_triangles_as_a_mesh() {
        let data: Vec<f32> = (0..20).map(|i| (i * 7 % 11) as f32 / 11.0).collect();
        let field = HeightField { size: [1.0, 0.8, 0.5, 0.1], nrow: 4, ncol: 5, data: &data };
        let cells: Vec<_> = FieldCell::all(&field, 0..3, 0..4).collect();
        let mut vert = vec![0.0f32; 60];
        let mut face = vec![];
        for cell in &cells {
            let facet = cell.facet();
            assert!(facet.normal[2] > 0.0);
            for k in 0..3 {
                let id = cell.id(k) as usize;
                face.push(id as i32);
                vert[3 * id..3 * id + 3].copy_from_slice(&facet.corner[k].0.map(|x| x as f32));
            }
        }
        let topology = TriTopology::build(&vert, &face);
        let place = |i: usize| Vec3([0, 1, 2].map(|k| f64::from(vert[3 * i + k])));
        for (f, cell) in cells.iter().enumerate() {
            for k in 0..3 {
                match (cell.beyond(k), usize::try_from(topology.opposite[3 * f + k])) {
                    (Some(p), Ok(o)) => assert!((p - place(o)).norm() < 1e-6),
                    (p, o) => assert!(p.is_none() && o.is_err(), "{f} {k}"),
                }
                let mut ring: Vec<_> = cell.ring(k).collect();
                let other = topology.ring_of(cell.id(k) as usize);
                // the grid's border has all its edges too
                assert_eq!(ring.len(), other.len(), "{f} {k}");
                ring.retain(|p| !other.iter().any(|&j| (place(j as usize) - *p).norm() < 1e-6));
                assert!(ring.is_empty());
            }
        }
    }
}
