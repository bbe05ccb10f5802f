//! Giving outside points to facets.

use super::data::{NONE, TAIL};
use super::{Builder, GiveUp, Step};

impl Builder<'_> {
    /// Height above which a point is given to a facet without looking for a better one.
    fn clearly_outside(&self) -> f64 {
        let factor = if self.merges > 50 { 2.0 } else { 1.0 };
        factor * f64::max(2.0 * self.tol.outside, self.max_outside)
    }

    /// Gives every point to the first facet of the simplex that it is clearly outside of, and the rest to the best.
    pub(super) fn partition_all(&mut self) {
        let corner = [1, 2, 3, 4].map(|v| self.mesh.v(v).point);
        let mut rest: Vec<u32> = (0..self.points.len() as u32).filter(|p| !corner.contains(p)).collect();
        let limit = self.clearly_outside();
        let all: Vec<u32> = self.list(self.mesh.facet_list).collect();
        for f in all {
            let mut outside = std::mem::take(&mut self.mesh.fm(f).outside);
            let facet = self.mesh.f(f);
            let points = self.points;
            let (mut best, mut distance) = (NONE, 0.0);
            rest.retain(|&p| {
                let d = facet.above(&points[p as usize]);
                if d < limit {
                    return true;
                }
                if best == NONE || d > distance {
                    if best != NONE {
                        outside.push(best);
                    }
                    (best, distance) = (p, d);
                } else {
                    outside.push(p);
                }
                false
            });
            if best != NONE {
                outside.push(best);
            }
            self.mesh.fm(f).outside = outside;
            self.mesh.fm(f).furthest = distance;
        }
        self.search_all = true;
        for p in rest {
            let start = self.mesh.facet_list;
            self.partition_point(p, start);
        }
        self.search_all = false;
    }

    /// Gives the points of the visible facets to the new ones.
    pub(super) fn partition_visible(&mut self) -> Step {
        let mut f = self.mesh.visible_list;
        while f != TAIL && self.mesh.f(f).visible {
            if !self.mesh.f(f).outside.is_empty() {
                let start = match self.mesh.replacement(f) {
                    NONE => self.mesh.new_list,
                    g => g,
                };
                if start == TAIL {
                    return Err(GiveUp);
                }
                let points = std::mem::take(&mut self.mesh.fm(f).outside);
                for &p in &points {
                    self.partition_point(p, start);
                }
                self.mesh.fm(f).outside = points;
                self.mesh.fm(f).outside.clear();
            }
            f = self.mesh.f(f).next;
        }
        Ok(())
    }

    /// Gives one point to the facet it is above, looking from `start`.
    fn partition_point(&mut self, p: u32, start: u32) {
        let (f, d) = if self.search_all { self.best_of_new(p, start) } else { self.climb(p, start) };
        let kept = if self.narrow { -self.tol.near_inside } else { self.tol.outside };
        if d < kept {
            if d >= -self.tol.visible {
                self.max_outside = self.max_outside.max(d);
            }
            return;
        }
        let limit = self.tol.outside;
        let facet = self.mesh.fm(f);
        // true if the facet has its first point that is really outside
        let mut wakes = facet.outside.is_empty() && (!self.narrow || d > limit);
        if facet.outside.is_empty() || facet.furthest < d {
            wakes |= self.narrow && !facet.outside.is_empty() && facet.furthest < limit && d >= limit;
            facet.outside.push(p);
            facet.furthest = d;
        } else {
            facet.outside.insert(facet.outside.len() - 1, p);
        }
        if !wakes || self.mesh.facet_next == f {
            return;
        }
        if self.mesh.f(f).fresh {
            let next = self.mesh.facet_next;
            if self.mesh.f(next).fresh {
                self.mesh.facet_next = self.mesh.new_list;
            }
        } else {
            self.mesh.requeue_facet(f);
            if self.mesh.new_list != NONE {
                self.mesh.fm(f).fresh = true;
            }
        }
    }

    /// Climbs over new facets to one that the point is outside of, or to the highest.
    fn climb(&mut self, p: u32, start: u32) -> (u32, f64) {
        let x = &self.points[p as usize];
        let visit = self.mesh.next_visit();
        let mut best = self.mesh.f(start).above(x);
        let mut at = start;
        if best >= self.tol.outside {
            return (at, best);
        }
        self.mesh.fm(start).visit = visit;
        'walk: loop {
            for k in 0..self.mesh.f(at).neigh.len() {
                let g = self.mesh.f(at).neigh[k];
                if !self.mesh.f(g).fresh || self.mesh.f(g).visit == visit {
                    continue;
                }
                self.mesh.fm(g).visit = visit;
                let d = self.mesh.f(g).above(x);
                if d > best {
                    (at, best) = (g, d);
                    if d >= self.tol.outside {
                        return (at, best);
                    }
                    continue 'walk;
                }
            }
            break;
        }
        if !self.not_sharp && best < -self.tol.round {
            if self.sharp() {
                self.search_all = true;
                return self.best_of_new(p, at);
            }
            self.not_sharp = true;
        }
        self.look_around(p, at, best)
    }

    /// True if the normals of the new facets lie in more than one octant.
    fn sharp(&self) -> bool {
        let octant = |f: u32| self.mesh.f(f).normal.0.map(|x| x > 0.0);
        let first = octant(self.mesh.new_list);
        self.list(self.mesh.new_list).any(|f| octant(f) != first)
    }

    /// The first facet, from `start` around the new ones, that the point is clearly outside of, or the highest.
    fn best_of_new(&mut self, p: u32, start: u32) -> (u32, f64) {
        let x = &self.points[p as usize];
        let limit = self.clearly_outside();
        let (mut at, mut best) = (NONE, -f64::MAX / 2.0);
        let mut f = start;
        let mut wrapped = false;
        loop {
            if f == TAIL || f == NONE {
                if wrapped || f == NONE {
                    break;
                }
                wrapped = true;
                f = self.mesh.new_list;
                continue;
            }
            if wrapped && f == start {
                break;
            }
            let d = self.mesh.f(f).above(x);
            if d > best {
                (at, best) = (f, d);
                if d >= limit {
                    return (at, best);
                }
            }
            f = self.mesh.f(f).next;
        }
        let from = if at == NONE { start } else { at };
        self.look_around(p, from, best)
    }

    /// Follows facets that are about as high as `start`, new or not, to a higher one.
    fn look_around(&mut self, p: u32, start: u32, height: f64) -> (u32, f64) {
        let x = &self.points[p as usize];
        let factor = if self.merges > 50 { 2.0 } else { 1.0 };
        let reach = factor * (self.max_outside + 2.0 * self.tol.round + self.tol.visible);
        let (mut at, mut best) = (start, height);
        let mut least = best - reach;
        let visit = self.mesh.next_visit();
        self.mesh.fm(start).visit = visit;
        self.stack.clear();
        let mut f = start;
        let mut next = NONE;
        loop {
            for k in 0..self.mesh.f(f).neigh.len() {
                let g = self.mesh.f(f).neigh[k];
                if self.mesh.f(g).visit == visit {
                    continue;
                }
                self.mesh.fm(g).visit = visit;
                let d = self.mesh.f(g).above(x);
                if d > best {
                    least = d - reach;
                    if d > best + reach {
                        self.stack.clear();
                    }
                    (at, best) = (g, d);
                } else if d < least {
                    continue;
                }
                if next != NONE {
                    self.stack.push(next);
                }
                next = g;
            }
            f = match (next, self.stack.pop()) {
                (NONE, None) => return (at, best),
                (NONE, Some(top)) => top,
                (found, top) => {
                    self.stack.extend(top);
                    found
                }
            };
            next = NONE;
        }
    }
}
