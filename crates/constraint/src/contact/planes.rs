//! The planes of many contacts in a tree: which of them could have a property is asked of whole branches.
//!
//! A plane (n, p) is the four numbers (n, n·(p − o)), o a point among the contacts. Each branch knows the box of its planes in these numbers
//! and halves its planes along the widest side, where a normal's change counts by how far it moves what is farthest from o. Planes are taken out,
//! none is added.
//!
//! Cost   O(c log c) to build without memory of its own after warm-up; a question costs the branches that it cannot rule out

use super::seams::Sided;
use stiction_spatial::Vec3;

/// Planes of a branch that is not divided.
const LEAF: usize = 8;

/// What a branch knows of its planes that are left.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub normal: [Vec3; 2],
    /// n·(p − o) (m).
    pub at: [f64; 2],
    /// The least of the distances and zero (m).
    pub deepest: f64,
    /// The pair of geoms that all are of.
    pub geom: Option<[usize; 2]>,
}

#[derive(Clone, Debug)]
struct Branch {
    bounds: Bounds,
    /// Planes that have not been taken out.
    left: u32,
    /// The second half; the first one follows its parent.
    second: u32,
}

#[derive(Clone, Debug)]
struct Plane {
    sided: Sided,
    at: f64,
    /// Which one it was when the tree was built.
    member: u32,
}

/// The tree and its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    list: Vec<Plane>,
    branches: Vec<Branch>,
    /// Where in `list` each member is.
    place: Vec<u32>,
    /// o.
    pub origin: Vec3,
    /// Branches and planes looked at since the tree was built.
    pub looked: usize,
}

impl Planes {
    /// The tree of `members`, contacts of geoms of at most this `radius` (m), about the first one's point.
    pub fn build(&mut self, members: impl Iterator<Item = Sided>, radius: f64) {
        self.list.clear();
        self.branches.clear();
        self.looked = 0;
        for (k, sided) in members.enumerate() {
            if k == 0 {
                self.origin = sided.point;
            }
            let at = sided.normal.dot(sided.point - self.origin);
            self.list.push(Plane { sided, at, member: k as u32 });
        }
        let far = |p: &Plane| (p.sided.point - self.origin).norm();
        let size = radius + self.list.iter().map(far).fold(0.0, f64::max);
        self.grow(0, self.list.len(), size);
        self.place.clear();
        self.place.resize(self.list.len(), 0);
        for (at, p) in self.list.iter().enumerate() {
            self.place[p.member as usize] = at as u32;
        }
    }

    fn grow(&mut self, from: usize, to: usize, size: f64) {
        let (branch, planes) = (self.branches.len(), &mut self.list[from..to]);
        let bounds = Bounds::of(planes);
        let wide = (bounds.normal[1] - bounds.normal[0]).scale(size);
        let wide = [wide[0], wide[1], wide[2], bounds.at[1] - bounds.at[0]];
        self.branches.push(Branch { bounds, left: planes.len() as u32, second: 0 });
        if planes.len() <= LEAF {
            return;
        }
        let side = (1..4).fold(0, |best, k| if wide[k] > wide[best] { k } else { best });
        let key = |p: &Plane| if side < 3 { p.sided.normal[side] } else { p.at };
        planes.select_nth_unstable_by(planes.len() / 2, |a, b| key(a).total_cmp(&key(b)));
        let half = from + (to - from) / 2;
        self.grow(from, half, size);
        self.branches[branch].second = self.branches.len() as u32;
        self.grow(half, to, size);
    }

    /// A member.
    pub fn member(&self, k: usize) -> &Sided {
        &self.list[self.place[k] as usize].sided
    }

    /// Takes a member out.
    pub fn take_out(&mut self, k: usize) {
        let place = self.place[k] as usize;
        let (mut branch, mut from, mut to) = (0, 0, self.list.len());
        loop {
            self.branches[branch].left -= 1;
            if to - from <= LEAF {
                break;
            }
            let half = from + (to - from) / 2;
            if place < half {
                (branch, to) = (branch + 1, half);
            } else {
                (branch, from) = (self.branches[branch].second as usize, half);
            }
        }
        self.list[place].member = u32::MAX;
    }

    /// Whether a plane that is left has the property `has`, which no plane of a branch has that `may_not` rules out.
    pub fn any(&mut self, may_not: &dyn Fn(&Bounds) -> bool, has: &dyn Fn(&Sided) -> bool) -> bool {
        let mut looked = 0;
        let found = self.any_below(0, [0, self.list.len()], may_not, has, &mut looked);
        self.looked += looked;
        found
    }

    fn any_below(
        &self,
        branch: usize,
        [from, to]: [usize; 2],
        may_not: &dyn Fn(&Bounds) -> bool,
        has: &dyn Fn(&Sided) -> bool,
        looked: &mut usize,
    ) -> bool {
        let b = &self.branches[branch];
        *looked += 1;
        if b.left == 0 || may_not(&b.bounds) {
            return false;
        }
        if to - from <= LEAF {
            *looked += to - from;
            return self.list[from..to].iter().any(|p| p.member != u32::MAX && has(&p.sided));
        }
        let half = from + (to - from) / 2;
        self.any_below(branch + 1, [from, half], may_not, has, looked)
            || self.any_below(b.second as usize, [half, to], may_not, has, looked)
    }
}

impl Bounds {
    fn of(planes: &[Plane]) -> Self {
        let first = planes.first().map(|p| p.sided.geom);
        let mut b = Bounds {
            normal: [Vec3([f64::INFINITY; 3]), Vec3([f64::NEG_INFINITY; 3])],
            at: [f64::INFINITY, f64::NEG_INFINITY],
            deepest: 0.0,
            geom: first.filter(|g| planes.iter().all(|p| p.sided.geom == *g)),
        };
        for p in planes {
            for k in 0..3 {
                b.normal[0][k] = b.normal[0][k].min(p.sided.normal[k]);
                b.normal[1][k] = b.normal[1][k].max(p.sided.normal[k]);
            }
            b.at = [b.at[0].min(p.at), b.at[1].max(p.at)];
            b.deepest = b.deepest.min(p.sided.dist);
        }
        b
    }

    /// The least and the most of x·n over the box.
    pub fn along(&self, x: Vec3) -> [f64; 2] {
        let ends = |k: usize| [x[k] * self.normal[0][k], x[k] * self.normal[1][k]];
        let sum = |f: fn(f64, f64) -> f64| -> f64 { (0..3).map(|k| f(ends(k)[0], ends(k)[1])).sum() };
        [sum(f64::min), sum(f64::max)]
    }
}
