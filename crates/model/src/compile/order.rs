//! Depth-first order of the body tree, and the lists of what each body carries.
//!
//! Ids of the compiled model follow the tree: parents before children, siblings and the elements of one body in the
//! order they were made. No recursion: a chain of any length is walked with an explicit stack.

use super::report::{Report, Who};
use crate::spec::Spec;

/// Elements grouped by body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grouped {
    /// Model id → index in the spec.
    pub list: Vec<usize>,
    /// First element of each body (by model id); one more entry at the end.
    pub start: Vec<usize>,
    /// Model id → model id of the body.
    pub body: Vec<usize>,
}

impl Grouped {
    /// Model ids of the elements of body `b`.
    pub(crate) fn of(&self, b: usize) -> std::ops::Range<usize> {
        self.start[b]..self.start[b + 1]
    }
}

/// Order of bodies and of everything they carry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    /// Model id → index in the spec.
    pub bodies: Vec<usize>,
    /// Index in the spec → model id.
    pub body_id: Vec<usize>,
    /// Model id → model id of the parent (0 for the world).
    pub parent: Vec<usize>,
    pub joints: Grouped,
    pub geoms: Grouped,
    pub sites: Grouped,
    pub cameras: Grouped,
    pub lights: Grouped,
}

/// Finds the order; `None` if indices are out of range or the bodies are no tree (reported).
pub(crate) fn order(spec: &Spec, report: &mut Report) -> Option<Order> {
    let n = spec.bodies.len();
    if n == 0 {
        report.error(Who::section("model"), "there is no world body");
        return None;
    }
    let before = report.errors();
    check_indices(spec, report);
    if report.errors() > before {
        return None;
    }
    let (bodies, parent) = depth_first(spec);
    if bodies.len() < n {
        let mut seen = vec![false; n];
        bodies.iter().for_each(|&b| seen[b] = true);
        for (i, b) in spec.bodies.iter().enumerate().filter(|(i, _)| !seen[*i]) {
            report.error(
                Who::new("body", &b.meta, i),
                "its chain of parents is a loop that never reaches the world",
            );
        }
        return None;
    }
    let mut body_id = vec![0; n];
    for (id, &b) in bodies.iter().enumerate() {
        body_id[b] = id;
    }
    let group = |of: &mut dyn Iterator<Item = usize>| grouped(n, of.map(|b| body_id[b]).collect());
    Some(Order {
        joints: group(&mut spec.joints.iter().map(|e| e.body)),
        geoms: group(&mut spec.geoms.iter().map(|e| e.body)),
        sites: group(&mut spec.sites.iter().map(|e| e.body)),
        cameras: group(&mut spec.cameras.iter().map(|e| e.body)),
        lights: group(&mut spec.lights.iter().map(|e| e.body)),
        bodies,
        body_id,
        parent,
    })
}

/// Children lists by counting sort, then a walk with a stack.
fn depth_first(spec: &Spec) -> (Vec<usize>, Vec<usize>) {
    let n = spec.bodies.len();
    let mut start = vec![0usize; n + 1];
    for b in &spec.bodies[1..] {
        start[b.parent + 1] += 1;
    }
    for i in 0..n {
        start[i + 1] += start[i];
    }
    let mut next = start.clone();
    let mut child = vec![0usize; n - 1];
    for (i, b) in spec.bodies.iter().enumerate().skip(1) {
        child[next[b.parent]] = i;
        next[b.parent] += 1;
    }
    let (mut bodies, mut parent) = (Vec::with_capacity(n), Vec::with_capacity(n));
    let mut stack = vec![(0usize, 0usize)];
    while let Some((b, par)) = stack.pop() {
        let id = bodies.len();
        bodies.push(b);
        parent.push(par);
        stack.extend(child[start[b]..start[b + 1]].iter().rev().map(|&c| (c, id)));
    }
    (bodies, parent)
}

/// Stable grouping of elements by body id.
fn grouped(nbody: usize, body_of: Vec<usize>) -> Grouped {
    let mut start = vec![0usize; nbody + 1];
    for &b in &body_of {
        start[b + 1] += 1;
    }
    for i in 0..nbody {
        start[i + 1] += start[i];
    }
    let mut next = start.clone();
    let mut list = vec![0usize; body_of.len()];
    for (i, &b) in body_of.iter().enumerate() {
        list[next[b]] = i;
        next[b] += 1;
    }
    let body = list.iter().map(|&i| body_of[i]).collect();
    Grouped { list, start, body }
}

/// Every body and frame index of the spec exists.
fn check_indices(spec: &Spec, report: &mut Report) {
    let (nb, nf) = (spec.bodies.len(), spec.frames.len());
    let mut check = |who: Who<'_>, body: usize, frame: Option<usize>| {
        if body >= nb {
            report.error(who, format!("it belongs to body {body}, but there are only {nb} bodies"));
        }
        if let Some(f) = frame.filter(|&f| f >= nf) {
            report.error(who, format!("it stands in frame {f}, but there are only {nf} frames"));
        }
    };
    for (i, e) in spec.bodies.iter().enumerate().skip(1) {
        check(Who::new("body", &e.meta, i), e.parent, e.frame);
    }
    for (i, e) in spec.frames.iter().enumerate() {
        check(Who::new("frame", &e.meta, i), e.body, e.frame);
    }
    for (i, e) in spec.joints.iter().enumerate() {
        check(Who::new("joint", &e.meta, i), e.body, e.frame);
    }
    for (i, e) in spec.geoms.iter().enumerate() {
        check(Who::new("geom", &e.meta, i), e.body, e.frame);
    }
    for (i, e) in spec.sites.iter().enumerate() {
        check(Who::new("site", &e.meta, i), e.body, e.frame);
    }
    for (i, e) in spec.cameras.iter().enumerate() {
        check(Who::new("camera", &e.meta, i), e.body, e.frame);
    }
    for (i, e) in spec.lights.iter().enumerate() {
        check(Who::new("light", &e.meta, i), e.body, e.frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_depth_first_and_elements_follow() {
        let mut s = Spec::new();
        let a = s.add_body(0, "a");
        let b = s.add_body(0, "b");
        let c = s.add_body(a, "c");
        for body in [b, c, 0, a, c] {
            s.add_geom(body);
        }
        let o = order(&s, &mut Report::default()).unwrap();
        assert_eq!(o.bodies, [0, a, c, b]);
        assert_eq!(o.parent, [0, 0, 1, 0]);
        assert_eq!(o.geoms.list, [2, 3, 1, 4, 0]);
        assert_eq!(o.geoms.of(2), 2..4);
        assert_eq!(o.geoms.body, [0, 1, 2, 2, 3]);
    }

    #[test]
    fn long_chains_and_loops_are_survived() {
        let mut s = Spec::new();
        let mut last = 0;
        for _ in 0..50_000 {
            last = s.add_body(last, "");
        }
        let o = order(&s, &mut Report::default()).unwrap();
        assert_eq!(o.bodies.len(), 50_001);
        s.bodies[1].parent = last;
        let mut r = Report::default();
        assert!(order(&s, &mut r).is_none());
        assert!(r.errors() > 0);
        s.bodies[1].parent = 1_000_000;
        assert!(order(&s, &mut Report::default()).is_none());
    }
}
