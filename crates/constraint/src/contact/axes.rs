//! Directions along which general convex pairs were found apart, remembered from step to step.
//!
//! Most pairs that are near but apart stay apart along the same direction, which one support query each confirms. A pair is
//! skipped only if it is apart by more than rounding could undo, so the contacts do not depend on what is remembered: a state has
//! the same contacts whatever came before it.
//!
//! Reads, writes  a table of fixed size, one place per hash of a pair; a collision of hashes forgets the older pair

use stiction_spatial::Vec3;

/// Of the sizes of the two geoms: gaps below are left to the search.
const SLACK: f64 = 1e-8;

/// A pair and its direction, from the first geom to the second.
#[derive(Clone, Copy, Debug)]
struct Axis {
    geoms: [u32; 2],
    dir: Vec3,
}

const NONE: Axis = Axis { geoms: [u32::MAX; 2], dir: Vec3::ZERO };

/// The table.
#[derive(Debug, Default)]
pub(super) struct Axes(Vec<Axis>);

impl Axes {
    /// A table for this many geoms.
    pub(super) fn new(ngeom: usize) -> Self {
        Axes(vec![NONE; (4 * ngeom).next_power_of_two().clamp(64, 1 << 16)])
    }

    /// An empty table of the same size.
    pub(super) fn fresh(&self) -> Self {
        Axes(vec![NONE; self.0.len()])
    }

    #[inline]
    fn place(&self, g: [usize; 2]) -> usize {
        let key = (g[0] as u64) << 32 | g[1] as u64;
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & self.0.len().wrapping_sub(1)
    }

    /// The direction of a pair.
    #[inline]
    pub(super) fn get(&self, g: [usize; 2]) -> Option<Vec3> {
        let found = self.0.get(self.place(g))?;
        (found.geoms == g.map(|x| x as u32)).then_some(found.dir)
    }

    /// Remembers the direction of a pair.
    #[inline]
    pub(super) fn put(&mut self, g: [usize; 2], dir: Vec3) {
        let place = self.place(g);
        if let Some(slot) = self.0.get_mut(place) {
            *slot = Axis { geoms: g.map(|x| x as u32), dir };
        }
    }
}

/// How much farther than its reach a pair of this size must be apart to be skipped.
#[inline]
pub(super) fn slack(size: f64) -> f64 {
    SLACK * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_found_until_another_takes_its_place() {
        let mut axes = Axes::new(1);
        let n = axes.0.len();
        axes.put([3, 5], Vec3::X);
        assert_eq!(axes.get([3, 5]), Some(Vec3::X));
        assert_eq!(axes.get([5, 3]), None);
        assert_eq!(axes.fresh().get([3, 5]), None);
        let other = (6..).find(|&g| axes.place([3, g]) == axes.place([3, 5])).unwrap_or(0);
        axes.put([3, other], Vec3::Y);
        assert_eq!((axes.get([3, 5]), axes.get([3, other])), (None, Some(Vec3::Y)));
        assert_eq!(axes.0.len(), n);
        assert_eq!(Axes::default().get([0, 1]), None);
    }
}
