//! What a viewer does to a simulation: controls, joints, options, the pull of the mouse; and the numbers that it plots.
//!
//! The pull is a critically damped spring between a point of a body and the target,
//! F = m (k (x* − x) − 2√k ẋ), with m = 1/`body_invweight0` and k = `visual/map/stiffness`; likewise for turning.

use crate::command::Command;
use crate::frame::{STATS, Tag, Writer};
use stiction::dynamics::energy;
use stiction::kinds::JointKind;
use stiction::sim::forward::problem;
use stiction::sim::timer::Stage;
use stiction::solver::residual::{Checker, Residuals};
use stiction::spatial::{Quat, Vec3};
use stiction::{Data, Model, StepReport};

mod choices;
pub use choices::{choices, set_option, set_options};

/// The pull of the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    /// Body.
    pub body: usize,
    /// Point in the body's frame (m) and its target in the world, if it is pulled.
    pub point: Option<(Vec3, Vec3)>,
    /// Orientation that the body shall take, if it is turned.
    pub orientation: Option<Quat>,
}

/// Work done on the system since the start, by source (J).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Actuators.
    pub actuators: f64,
    /// Dampers and fluid.
    pub damping: f64,
    /// Constraints.
    pub constraints: f64,
    /// The user, the mouse.
    pub applied: f64,
}

/// What viewers have set, and what is measured for them.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// The pull of the mouse.
    pub pull: Option<Pull>,
    /// Forces that the pull has put into `xfrc_applied`, to be taken out again.
    added: Option<(usize, [f64; 6])>,
    /// Work by source.
    pub work: Work,
    /// The last step.
    pub report: StepReport,
    /// Whether [`Live::after_step`] sees every step. If not, work and iterations are not known: their numbers are NaN, not zero.
    measures: bool,
    checker: Checker,
    kinetic: Vec<f64>,
}

impl Live {
    /// For a simulation whose every step is told to [`Live::after_step`].
    pub fn measuring() -> Live {
        Live { measures: true, ..Live::default() }
    }

    /// Carries out a command that acts on the state. True if it did something.
    ///
    /// # Errors
    /// If the model has no such thing, or the option cannot be set.
    pub fn apply(&mut self, m: &mut Model, d: &mut Data, c: &Command) -> Result<bool, String> {
        let none = |what: &str, i: usize| format!("the model has no {what} {i}");
        match c {
            Command::Ctrl(i, x) => *d.input.ctrl.get_mut(*i).ok_or_else(|| none("control", *i))? = *x,
            Command::Qpos(i, x) => {
                *d.state.qpos.get_mut(*i).ok_or_else(|| none("position", *i))? = *x;
                d.state.qvel.fill(0.0);
                stiction::forward(m, d).map_err(|e| e.to_string())?;
            }
            Command::Equality(i, on) => {
                *d.state.eq_active.get_mut(*i).ok_or_else(|| none("equality", *i))? = *on;
            }
            Command::Pull { body, point, target } => {
                self.check_body(m, *body)?;
                let orientation = self.pull.filter(|p| p.body == *body).and_then(|p| p.orientation);
                self.pull =
                    Some(Pull { body: *body, point: Some((Vec3(*point), Vec3(*target))), orientation });
            }
            Command::Turn { body, by } => {
                self.check_body(m, *body)?;
                let before = self.pull.filter(|p| p.body == *body);
                let from = before.and_then(|p| p.orientation).unwrap_or(d.kin.xquat[*body]);
                let orientation = Some(Quat::from_rotation_vector(Vec3(*by)).mul_quat(from).normalized());
                self.pull = Some(Pull { body: *body, point: before.and_then(|p| p.point), orientation });
            }
            Command::Release => self.pull = None,
            Command::Option(name, value) => {
                set_option(m, name, value)?;
                stiction::forward(m, d).map_err(|e| e.to_string())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn check_body(&self, m: &Model, b: usize) -> Result<(), String> {
        if b > 0 && b < m.size.nbody { Ok(()) } else { Err(format!("the model has no movable body {b}")) }
    }

    /// Puts the spring's force into the inputs of the next step; takes the last one out.
    pub fn before_step(&mut self, m: &Model, d: &mut Data) {
        self.take_out(d);
        let Some(p) = self.pull else { return };
        if let Some(k) = m.body.mocapid[p.body].get() {
            move_mocap(d, k.idx(), &p);
            return;
        }
        let f = force(m, d, &p);
        for (x, y) in d.input.xfrc_applied[p.body].iter_mut().zip(f) {
            *x += y;
        }
        self.added = Some((p.body, f));
    }

    /// Takes the spring's force out of the inputs.
    pub fn take_out(&mut self, d: &mut Data) {
        if let Some((b, f)) = self.added.take() {
            for (x, y) in d.input.xfrc_applied[b].iter_mut().zip(f) {
                *x -= y;
            }
        }
    }

    /// Adds the work of a step that was taken.
    pub fn after_step(&mut self, m: &Model, d: &Data, report: &StepReport) {
        let h = m.opt.timestep;
        let work = |f: &[f64]| h * f.iter().zip(&d.state.qvel).map(|(a, b)| a * b).sum::<f64>();
        let w = &mut self.work;
        w.actuators += work(&d.actuation.qfrc_actuator);
        w.damping += work(&d.passive.qfrc_damper) + work(&d.passive.qfrc_fluid);
        w.constraints += work(&d.solution.qfrc_constraint);
        if let Some((b, f)) = self.added {
            let v = d.vel.cvel[b];
            let at = v.lin + v.ang.cross(d.kin.xipos[b] - d.com.subtree_com[m.body.rootid[b]]);
            w.applied += h * (Vec3([f[0], f[1], f[2]]).dot(at) + Vec3([f[3], f[4], f[5]]).dot(v.ang));
        }
        self.report = *report;
    }

    /// While paused, a free body follows the mouse at once.
    pub fn paused_pull(&mut self, m: &Model, d: &mut Data) {
        let Some(p) = self.pull else { return };
        if let Some(k) = m.body.mocapid[p.body].get() {
            move_mocap(d, k.idx(), &p);
        } else if m.body.jntnum[p.body] == 1 && m.jnt.kind[m.body.jntadr[p.body]] == JointKind::Free {
            let q = m.jnt.qposadr[m.body.jntadr[p.body]];
            if let Some(o) = p.orientation {
                d.state.qpos[(q + 3).span(4)].copy_from_slice(&o.0);
            }
            if let Some((point, target)) = p.point {
                let o = Quat([0, 1, 2, 3].map(|k| d.state.qpos[q + 3 + k])).normalized();
                d.state.qpos[q.span(3)].copy_from_slice(&(target - o.rotate(point)).0);
            }
        } else {
            return;
        }
        let _ = stiction::forward(m, d);
    }

    /// Residuals of the last solve, measured by the checker.
    pub fn residuals(&mut self, m: &Model, d: &Data) -> Residuals {
        if d.rows.nefc() == 0 || d.solution.efc_force.len() < d.rows.jac.nrow() {
            return Residuals::default();
        }
        self.checker.check(&problem(m, d), &d.solution.qacc, &d.solution.efc_force)
    }

    /// Kinetic and potential energy at the state of the last forward pass (J).
    pub fn energy(&mut self, m: &Model, d: &Data) -> [f64; 2] {
        self.kinetic.resize(m.size.nv, 0.0);
        [
            energy::energy_vel(&d.tree, &d.mass, &d.state.qvel, &mut self.kinetic),
            energy::energy_pos(m, &d.kin, &d.ten.ten_length, &d.state.qpos, &d.state.plastic),
        ]
    }

    /// The numbers of [`crate::frame::STATS`], NaN where nothing was measured; times in µs per step, then the timers start anew.
    pub fn stats(&mut self, m: &Model, d: &mut Data) -> [f64; STATS.len()] {
        let [kinetic, potential] = self.energy(m, d);
        let r = self.residuals(m, d);
        let us = |s: Stage| {
            let t = d.timers.stats[s as usize];
            if d.timers.stats[0].number == 0 {
                f64::NAN
            } else {
                1e6 * t.duration / f64::from(d.timers.stats[0].number.max(1))
            }
        };
        let told = |x: f64| if self.measures { x } else { f64::NAN };
        let w = self.work;
        let counts = [d.contacts.list.len(), d.rows.nefc(), d.islands.list.len()].map(|n| n as f64);
        let out = [
            kinetic,
            potential,
            told(w.actuators),
            told(w.damping),
            told(w.constraints),
            told(w.applied),
            counts[0],
            counts[1],
            counts[2],
            told(f64::from(self.report.iterations)),
            r.convex,
            r.coulomb,
            us(Stage::Step),
            us(Stage::Kinematics) + us(Stage::Inertia),
            us(Stage::Collision),
            us(Stage::Make),
            us(Stage::Velocity),
            us(Stage::Actuation),
            us(Stage::Constraint),
            us(Stage::Advance),
            r.momentum_defect,
            told(self.report.certificate.violation),
            told(f64::from(self.report.certificate.status as u8)),
            d.contacts.list.iter().fold(0.0, |depth, c| f64::max(depth, -c.dist)),
        ];
        if d.timers.stats[0].number > 0 {
            d.timers.clear();
        }
        out
    }

    /// The section that shows the pull.
    pub fn write_pull(&self, w: &mut Writer, d: &Data) {
        let Some(Pull { body, point: Some((point, target)), .. }) = self.pull else { return };
        let from = d.kin.xpos[body] + d.kin.xquat[body].rotate(point);
        w.section(Tag::Pull, [body as f64].into_iter().chain(from.0).chain(target.0));
    }
}

fn move_mocap(d: &mut Data, k: usize, p: &Pull) {
    if let Some(o) = p.orientation {
        d.state.mocap_quat[k] = o;
    }
    if let Some((point, target)) = p.point {
        d.state.mocap_pos[k] = target - d.state.mocap_quat[k].rotate(point);
    }
}

/// Force and torque of the spring about the body's centre of mass, world axes.
fn force(m: &Model, d: &Data, p: &Pull) -> [f64; 6] {
    let b = p.body;
    let weight = |k: usize| {
        let w = m.body.invweight0[b][k];
        if w > 0.0 { 1.0 / w } else { 0.0 }
    };
    let v = d.vel.cvel[b];
    let (mut f, mut t) = (Vec3::ZERO, Vec3::ZERO);
    if let Some((point, target)) = p.point {
        let x = d.kin.xpos[b] + d.kin.xquat[b].rotate(point);
        // cvel is about the centre of mass of the tree
        let rate = v.lin + v.ang.cross(x - d.com.subtree_com[m.body.rootid[b]]);
        let k = f64::from(m.vis.map.stiffness);
        f = (target - x).scale(k).add_scaled(rate, -2.0 * k.sqrt()).scale(weight(0));
        t = (x - d.kin.xipos[b]).cross(f);
    }
    if let Some(o) = p.orientation {
        let k = f64::from(m.vis.map.stiffnessrot);
        let error = o.mul_quat(d.kin.xquat[b].conj()).to_rotation_vector();
        t += error.scale(k).add_scaled(v.ang, -2.0 * k.sqrt()).scale(weight(1));
    }
    [f.0[0], f.0[1], f.0[2], t.0[0], t.0[1], t.0[2]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use stiction::{ModelExt, step};

    const BALL: &str = r#"<mujoco><option gravity="0 0 0"/><worldbody><body pos="0 0 1"><freejoint/>
        <geom size=".1"/></body></worldbody></mujoco>"#;

    #[test]
    fn the_pull_brings_the_point_to_its_target_without_overshoot() {
        let mut m = Model::from_xml_string(BALL).expect("loads");
        let mut d = Data::new(&m);
        let mut live = Live::default();
        stiction::forward(&m, &mut d).unwrap();
        let c = Command::Pull { body: 1, point: [0.0; 3], target: [0.5, 0.0, 1.0] };
        live.apply(&mut m, &mut d, &c).expect("is a body");
        let mut farthest: f64 = 0.0;
        for _ in 0..1500 {
            live.before_step(&m, &mut d);
            step(&m, &mut d).expect("steps");
            farthest = farthest.max(d.state.qpos[0]);
        }
        assert!((d.state.qpos[0] - 0.5).abs() < 1e-3 && farthest < 0.51, "{} {farthest}", d.state.qpos[0]);
        live.take_out(&mut d);
        assert_eq!(d.input.xfrc_applied[1], [0.0; 6]);
    }

    #[test]
    fn turning_reaches_the_orientation() {
        let mut m = Model::from_xml_string(BALL).expect("loads");
        let mut d = Data::new(&m);
        let mut live = Live::default();
        stiction::forward(&m, &mut d).unwrap();
        live.apply(&mut m, &mut d, &Command::Turn { body: 1, by: [0.0, 0.0, 1.0] }).expect("is a body");
        for _ in 0..1500 {
            live.before_step(&m, &mut d);
            step(&m, &mut d).expect("steps");
        }
        let angle = d.kin.xquat[1].to_rotation_vector();
        assert!((angle.0[2] - 1.0).abs() < 1e-3, "{angle:?}");
    }

    #[test]
    fn what_was_not_measured_is_not_zero() {
        let m = Model::from_xml_string(BALL).expect("loads");
        let mut d = Data::new(&m);
        stiction::forward(&m, &mut d).unwrap();
        let names = crate::frame::STATS;
        let unknown = |live: &mut Live, d: &mut Data| {
            let stats = live.stats(&m, d);
            names.iter().zip(stats).filter(|(_, x)| x.is_nan()).map(|(n, _)| *n).collect::<Vec<_>>()
        };
        let times =
            ["step", "position", "collision", "constraint rows", "velocity", "actuation", "solve", "advance"];
        let work = ["actuators", "damping", "constraints", "applied", "iterations"];
        let verdict = ["violation", "verdict"];
        assert_eq!(unknown(&mut Live::default(), &mut d), [&work[..], &times, &verdict].concat());
        // a clock that stands still measures too
        d.timers.clock = Some(|| 0.0);
        step(&m, &mut d).expect("steps");
        assert_eq!(unknown(&mut Live::measuring(), &mut d), [""; 0]);
        // no step since the last look: no time of a step
        assert_eq!(unknown(&mut Live::measuring(), &mut d), times);
    }

    #[test]
    fn things_that_are_not_there_are_refused() {
        let mut m = Model::from_xml_string(BALL).expect("loads");
        let mut d = Data::new(&m);
        let mut live = Live::default();
        for c in [
            Command::Ctrl(0, 1.0),
            Command::Qpos(7, 0.0),
            Command::Equality(0, true),
            Command::Turn { body: 9, by: [0.0; 3] },
        ] {
            assert!(live.apply(&mut m, &mut d, &c).is_err());
        }
        assert!(live.apply(&mut m, &mut d, &Command::Option("solver".into(), json!("magic"))).is_err());
    }
}
