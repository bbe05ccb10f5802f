//! Tendons, actuators, equalities, pairs and sensors that refer to scaled elements.

use super::{Axis, Coord, Scale, Scales};
use crate::compile::contact::{Surface, mix};
use crate::compile::report::{Report, Who};
use crate::kinds::{BiasKind, DynKind, EqKind, GainKind, JointKind, ObjKind, SensorKind, TrnKind};
use crate::spec::{Actuator, Equality, Pair, PathKind, Sensor, Spec, Tendon};

/// Bits of `ctrlspec` that make an input a position or velocity, or a pressure.
const POS_VEL: i32 = 3;
const PRESSURE: i32 = 32;

impl Scales<'_> {
    pub(super) fn relations(&self, out: &mut Spec, report: &mut Report) {
        for (t, e) in out.tendons.iter_mut().enumerate() {
            self.tendon(t, e);
        }
        for (i, a) in out.actuators.iter_mut().enumerate() {
            self.actuator(a, Who::new("actuator", &self.spec.actuators[i].meta, i), report);
        }
        out.equalities.iter_mut().for_each(|e| self.equality(e));
        out.pairs.iter_mut().for_each(|p| self.pair(p));
        out.sensors.iter_mut().for_each(|s| self.sensor(s));
    }

    fn body_scale(&self, b: usize) -> Scale {
        self.nodes[self.bodies[b].node].scale
    }

    /// Scale of a named object; one if it does not exist.
    fn scale_of(&self, kind: ObjKind, name: &str) -> Scale {
        let Some(i) = self.find(kind, name) else { return Scale::ONE };
        let s = self.spec;
        match kind {
            ObjKind::Body | ObjKind::Xbody => self.body_scale(i),
            ObjKind::Joint => self.scale(s.joints[i].body, s.joints[i].frame),
            ObjKind::Geom => self.scale(s.geoms[i].body, s.geoms[i].frame),
            ObjKind::Site => self.scale(s.sites[i].body, s.sites[i].frame),
            ObjKind::Camera => self.scale(s.cameras[i].body, s.cameras[i].frame),
            _ => Scale::ONE,
        }
    }

    /// The innermost scaled frame around all elements of a tendon's path, and what its coordinate measures.
    fn tendon_scale(&self, t: &Tendon) -> (Scale, Coord) {
        let s = self.spec;
        let mut node = None;
        let mut coord = Coord::Angle;
        for item in &t.path {
            let place = match &item.kind {
                PathKind::Joint { joint, .. } => self.find(ObjKind::Joint, joint).map(|j| {
                    if s.joints[j].kind == JointKind::Slide {
                        coord = Coord::Length;
                    }
                    self.place(s.joints[j].body, s.joints[j].frame)
                }),
                PathKind::Site(name) => {
                    coord = Coord::Length;
                    self.find(ObjKind::Site, name).map(|i| self.place(s.sites[i].body, s.sites[i].frame))
                }
                PathKind::Geom { geom, .. } => {
                    self.find(ObjKind::Geom, geom).map(|i| self.place(s.geoms[i].body, s.geoms[i].frame))
                }
                PathKind::Pulley(_) => None,
            };
            if let Some(p) = place {
                node = Some(node.map_or(p.node, |n| self.common(n, p.node)));
            }
        }
        (self.nodes[node.unwrap_or(0)].scale, coord)
    }

    fn tendon(&self, t: usize, e: &mut Tendon) {
        let (scale, coord) = self.tendon_scale(&self.spec.tendons[t]);
        let axis = Axis::new(scale, coord);
        let q = axis.q;
        axis.poly(&mut e.stiffness);
        axis.poly(&mut e.damping);
        e.armature *= axis.gain;
        e.frictionloss *= axis.force;
        e.actfrcrange = e.actfrcrange.map(|x| x * axis.force);
        e.range = e.range.map(|x| x * q);
        e.margin *= q;
        e.solimp_limit[2] *= q;
        e.solimp_friction[2] *= q;
        e.springyield *= q;
        if e.springlength != [-1.0, -1.0] {
            e.springlength = e.springlength.map(|x| x * q);
        }
        e.width *= scale.len;
        for item in &mut e.path {
            if let PathKind::Joint { joint, coef } = &mut item.kind {
                let own =
                    self.find(ObjKind::Joint, joint).and_then(|j| self.joint_axis(&self.spec.joints[j]));
                *coef *= q / own.map_or(1.0, |a| a.q);
            }
        }
    }

    /// Factors of what an actuator acts on, and whether its gear mixes forces and torques.
    pub(super) fn actuator_axis(&self, a: &Actuator) -> (Axis, bool) {
        let s = self.spec;
        let free = |scale: Scale| {
            let pulls = a.gear[..3].iter().any(|&g| g != 0.0);
            (Axis::new(scale, if pulls { Coord::Length } else { Coord::Angle }), pulls)
        };
        match a.trntype {
            TrnKind::Joint | TrnKind::Jointinparent => {
                let Some(j) = self.find(ObjKind::Joint, &a.target).map(|j| &s.joints[j]) else {
                    return (Axis::new(Scale::ONE, Coord::Angle), false);
                };
                match self.joint_axis(j) {
                    Some(axis) => (axis, false),
                    None => free(self.scale(j.body, j.frame)),
                }
            }
            TrnKind::Tendon => {
                let t = self.find(ObjKind::Tendon, &a.target);
                let (scale, coord) =
                    t.map_or((Scale::ONE, Coord::Length), |t| self.tendon_scale(&s.tendons[t]));
                (Axis::new(scale, coord), false)
            }
            TrnKind::Slidercrank => {
                let crank = self.scale_of(ObjKind::Site, &a.target);
                (Axis::new(crank.mean(self.scale_of(ObjKind::Site, &a.slidersite)), Coord::Length), false)
            }
            TrnKind::Body => (Axis::new(self.scale_of(ObjKind::Body, &a.target), Coord::Length), false),
            _ if a.gaintype == GainKind::So3 => {
                (Axis::new(self.scale_of(ObjKind::Site, &a.target), Coord::Angle), false)
            }
            _ => free(self.scale_of(ObjKind::Site, &a.target)),
        }
    }

    fn actuator(&self, a: &mut Actuator, who: Who<'_>, report: &mut Report) {
        let (axis, mixed) = self.actuator_axis(a);
        let changes = axis.force != 1.0 || axis.gain != 1.0;
        if changes && matches!(a.gaintype, GainKind::Dcmotor | GainKind::User) {
            report.error_hint(
                who,
                "the parameters of this kind of actuator cannot be scaled",
                "use scaling=\"geometry\" in the frame",
            );
        }
        if mixed {
            a.gear[3..].iter_mut().for_each(|g| *g *= axis.q);
        }
        a.cranklength *= axis.q;
        a.lengthrange = a.lengthrange.map(|x| x * axis.q);
        a.armature *= axis.gain;
        axis.poly(&mut a.damping);
        a.forcerange = a.forcerange.map(|x| x * axis.force);
        self.inputs(a, &axis);
        gains(a, &axis);
    }

    /// Ranges of declared inputs and of states that are coordinates.
    fn inputs(&self, a: &mut Actuator, axis: &Axis) {
        let declared = input_factor(a, axis);
        a.ctrlrange = a.ctrlrange.map(|x| x * declared);
        if a.gaintype == GainKind::Pid {
            a.velrange = a.velrange.map(|x| x * axis.q);
            a.ffrange = a.ffrange.map(|x| x * axis.force);
            a.dynprm[0] *= axis.q;
            a.dynprm[1] *= axis.q;
        }
        if declared != 1.0 && a.dyntype != DynKind::None {
            a.actrange = a.actrange.map(|x| x * declared);
        }
    }

    fn equality(&self, e: &mut Equality) {
        match e.kind {
            EqKind::Connect | EqKind::Weld => {
                let kind = e.objtype;
                let first = self.scale_of(kind, &e.name1);
                let second = self.scale_of(kind, &e.name2);
                let mean = first.mean(second).len;
                if e.kind == EqKind::Weld {
                    e.solimp[2] *= mean;
                    e.data[10] *= mean;
                    if kind == ObjKind::Body {
                        e.data[..3].iter_mut().for_each(|x| *x *= second.len);
                        e.data[3..6].iter_mut().for_each(|x| *x *= first.len);
                    }
                } else if kind == ObjKind::Body {
                    e.solimp[2] *= first.len;
                    e.data[..3].iter_mut().for_each(|x| *x *= first.len);
                } else {
                    e.solimp[2] *= mean;
                }
            }
            EqKind::Joint | EqKind::Tendon => {
                let kind = if e.kind == EqKind::Joint { ObjKind::Joint } else { ObjKind::Tendon };
                let (a, b) = (self.coordinate(kind, &e.name1), self.coordinate(kind, &e.name2));
                e.solimp[2] *= a;
                let mut f = a;
                for x in &mut e.data[..5] {
                    *x *= f;
                    f /= b;
                }
            }
            _ => {}
        }
    }

    /// Factor of the coordinate of a joint or tendon.
    fn coordinate(&self, kind: ObjKind, name: &str) -> f64 {
        let Some(i) = self.find(kind, name) else { return 1.0 };
        if kind == ObjKind::Joint {
            self.joint_axis(&self.spec.joints[i]).map_or(1.0, |a| a.q)
        } else {
            self.tendon_coordinate(&self.spec.tendons[i])
        }
    }

    /// Factor of a tendon's length.
    pub(super) fn tendon_coordinate(&self, t: &Tendon) -> f64 {
        let (s, c) = self.tendon_scale(t);
        Axis::new(s, c).q
    }

    /// A pair mixes what its geoms say before scaling, then takes the mean scale.
    fn pair(&self, p: &mut Pair) {
        let ids = [&p.geomname1, &p.geomname2].map(|n| self.find(ObjKind::Geom, n));
        let [Some(a), Some(b)] = ids else { return };
        let (ga, gb) = (&self.spec.geoms[a], &self.spec.geoms[b]);
        let (sa, sb) = (self.scale(ga.body, ga.frame), self.scale(gb.body, gb.frame));
        if sa == Scale::ONE && sb == Scale::ONE {
            return;
        }
        let s = sa.mean(sb);
        let mixed = mix(&Surface::of_spec(ga), &Surface::of_spec(gb));
        p.margin = Some(p.margin.unwrap_or(ga.margin.max(gb.margin)) * s.len);
        p.gap = Some(p.gap.unwrap_or(ga.gap.max(gb.gap)) * s.len);
        p.adhesion = p.adhesion.map(|x| x * s.umass * s.ulen);
        let mut friction = p.friction.unwrap_or(mixed.friction);
        friction[2..].iter_mut().for_each(|x| *x *= s.len);
        p.friction = Some(friction);
        let mut solimp = p.solimp.unwrap_or(mixed.solimp);
        solimp[2] *= s.len;
        p.solimp = Some(solimp);
        p.solref = p.solref.or(Some(mixed.solref));
    }

    fn sensor(&self, e: &mut Sensor) {
        use SensorKind as S;
        let s = self.scale_of(e.objtype, &e.objname);
        let axis = self.sensor_axis(e);
        let f = match e.kind {
            S::Touch | S::Force => s.umass * s.ulen,
            S::Torque | S::Subtreeangmom => s.umass * s.ulen * s.ulen,
            S::Accelerometer
            | S::Velocimeter
            | S::Rangefinder
            | S::Framepos
            | S::Framelinvel
            | S::Framelinacc
            | S::Subtreecom
            | S::Subtreelinvel => s.len,
            S::Geomdist | S::Geomfromto | S::Geomnormal => s.mean(self.scale_of(e.reftype, &e.refname)).len,
            S::Jointpos
            | S::Jointvel
            | S::Jointlimitpos
            | S::Jointlimitvel
            | S::Tendonpos
            | S::Tendonvel
            | S::Tendonlimitpos
            | S::Tendonlimitvel
            | S::Actuatorpos
            | S::Actuatorvel => axis.q,
            S::Jointactfrc | S::Tendonactfrc | S::Actuatorfrc | S::Jointlimitfrc | S::Tendonlimitfrc => {
                axis.force
            }
            _ => 1.0,
        };
        e.cutoff *= f;
        if e.kind != S::Geomnormal {
            e.noise *= f;
        }
    }

    fn sensor_axis(&self, e: &Sensor) -> Axis {
        let one = Axis::new(Scale::ONE, Coord::Angle);
        let s = self.spec;
        let Some(i) = self.find(e.objtype, &e.objname) else { return one };
        match e.objtype {
            ObjKind::Joint => self.joint_axis(&s.joints[i]).unwrap_or(one),
            ObjKind::Tendon => {
                let (scale, coord) = self.tendon_scale(&s.tendons[i]);
                Axis::new(scale, coord)
            }
            ObjKind::Actuator => self.actuator_axis(&s.actuators[i]).0,
            _ => one,
        }
    }
}

/// Factor of the first input: a declared coordinate or pressure; anything else is a number.
pub(super) fn input_factor(a: &Actuator, axis: &Axis) -> f64 {
    match a.gaintype {
        GainKind::Pid => axis.q,
        GainKind::Fixed | GainKind::Affine if a.ctrlspec & POS_VEL != 0 => axis.q,
        GainKind::Fixed | GainKind::Affine if a.ctrlspec & PRESSURE != 0 => axis.pressure,
        _ => 1.0,
    }
}

fn gains(a: &mut Actuator, axis: &Axis) {
    match a.gaintype {
        GainKind::Fixed | GainKind::Affine => {
            a.gainprm[0] *= match a.ctrlspec {
                c if c & POS_VEL != 0 => axis.gain,
                c if c & PRESSURE != 0 => axis.force / axis.pressure,
                _ => axis.force,
            };
            a.gainprm[1] *= axis.gain;
            a.gainprm[2] *= axis.gain;
        }
        GainKind::So3 => a.gainprm[0] *= axis.gain,
        GainKind::Pid => a.gainprm[0] *= axis.gain,
        GainKind::Muscle if a.gainprm[2] > 0.0 => a.gainprm[2] *= axis.force,
        _ => {}
    }
    // a positive biasprm[2] of a servo is a damping ratio, which has no dimension
    let ratio = a.biasprm[2] > 0.0;
    match a.biastype {
        BiasKind::Affine => {
            a.biasprm[0] *= axis.force;
            a.biasprm[1] *= axis.gain;
            a.biasprm[2] *= if ratio { 1.0 } else { axis.gain };
        }
        BiasKind::So3 => {
            a.biasprm[1] *= axis.gain;
            a.biasprm[2] *= if ratio { 1.0 } else { axis.gain };
        }
        BiasKind::Muscle if a.biasprm[2] > 0.0 => a.biasprm[2] *= axis.force,
        _ => {}
    }
}
