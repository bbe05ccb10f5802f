//! Equality constraints: references and data.
//!
//! | kind | eq_data |
//! |---|---|
//! | connect (bodies) | anchor in body 1 (3), anchor in body 2 (3, from the reference pose) |
//! | weld (bodies) | anchor in body 2 (3), relative pose (3 + 4), torque scale, 1 if the pose is that of `qpos0` |
//! | joint, tendon | polynomial coefficients (5) |

use super::Build;
use super::math::unit;
use super::report::Who;
use crate::elements::Fields;
use crate::kinds::{EqKind, ObjKind};
use crate::spec::Equality;

impl Build<'_> {
    /// `eq_*`.
    pub(crate) fn equalities(&mut self) {
        for (i, e) in self.spec.equalities.iter().enumerate() {
            let who = Who::new("equality", &e.meta, i);
            let Some(kind) = self.equality_objects(e, who) else {
                continue;
            };
            let first = self.find(kind, &e.name1, who);
            let second = if e.name2.is_empty() { None } else { self.find(kind, &e.name2, who) };
            // a body is tied to the world if there is no other
            let second = second.or((e.name2.is_empty() && kind == ObjKind::Body).then_some(0));
            if first.is_some() && first == second {
                let who = who.about(&["body1", "body2", "joint1", "joint2", "site1", "site2"]);
                self.report.error(who, "it ties an object to itself");
            }
            if kind == ObjKind::Site && e.name2.is_empty() {
                self.report.error(who, "it needs a second site");
            }
            if kind == ObjKind::Joint {
                self.check_scalar([first, second], who);
            }
            let data = self.equality_data(e, who);
            e.fill(&mut self.model);
            let t = &mut self.model.eq;
            t.obj1id.push(first.into());
            t.obj2id.push(second.into());
            t.data.push(data);
            self.model.size.nemax += match e.kind {
                EqKind::Connect => 3,
                EqKind::Weld => 7,
                _ => 1,
            };
        }
    }

    /// What kind of objects the constraint ties.
    fn equality_objects(&mut self, e: &Equality, who: Who<'_>) -> Option<ObjKind> {
        match e.kind {
            EqKind::Connect | EqKind::Weld => {
                if matches!(e.objtype, ObjKind::Body | ObjKind::Site) {
                    return Some(e.objtype);
                }
                self.report.error(who, "connect and weld tie two bodies or two sites");
            }
            EqKind::Joint => return Some(ObjKind::Joint),
            EqKind::Tendon => return Some(ObjKind::Tendon),
            EqKind::Distance => self.report.error(who, "distance constraints were removed from MJCF"),
            _ => self.report.error(who, "flex constraints are not supported"),
        }
        None
    }

    fn check_scalar(&mut self, joints: [Option<usize>; 2], who: Who<'_>) {
        for j in joints.into_iter().flatten() {
            if self.is_not_scalar(j) {
                let who = who.about(&["joint1", "joint2"]);
                self.report.error(who, "only hinge and slide joints can be constrained");
            }
        }
    }

    fn equality_data(&mut self, e: &Equality, who: Who<'_>) -> [f64; 12] {
        let mut data = e.data;
        match (e.kind, e.objtype) {
            (EqKind::Connect, ObjKind::Site) => data = [0.0; 12],
            (EqKind::Weld, ObjKind::Body) => {
                let quat: [f64; 4] = std::array::from_fn(|k| data[6 + k]);
                if quat == [0.0; 4] {
                    data[11] = 1.0; // the pose at qpos0, filled when that is known
                } else if let Some((u, _)) = unit(quat) {
                    data[6..10].copy_from_slice(&u);
                    data[11] = 0.0;
                } else {
                    self.report.error(who, "the quaternion of relpose is too small");
                }
            }
            _ => {}
        }
        data
    }
}
