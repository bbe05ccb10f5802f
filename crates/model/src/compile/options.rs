//! Physics options, visual settings and user data: copied after checks.

use super::Build;
use super::report::{Report, Who};
use crate::fields::Wide;
use crate::kinds::{ConeKind, Integrator, JacobianKind, SolverKind};
use crate::options::Options;

/// Iteration counts above this are cut, with a warning.
const MAX_ITERATIONS: i32 = 100_000;
/// Largest number of values that one array may ask for.
pub(crate) const MAX_ELEMENTS: u64 = 10_000_000;

impl Build<'_> {
    /// `opt`, `vis`.
    pub(crate) fn options(&mut self) {
        let mut o = self.spec.option.clone();
        check(&mut o, &mut self.report);
        self.model.opt = o;
        self.model.vis = self.spec.visual.clone();
        self.check_compiler();
    }

    fn check_compiler(&mut self) {
        let c = &self.spec.compiler;
        let who = Who::section("compiler");
        for (name, x) in [("boundmass", c.boundmass), ("boundinertia", c.boundinertia)] {
            if x.is_nan() || x < 0.0 {
                self.report.error(who, format!("{name} must not be negative"));
            }
        }
        if c.inertiagrouprange[0] > c.inertiagrouprange[1] {
            self.report.warn(who, "inertiagrouprange is reversed: no geom has mass");
        }
    }

    /// User data of every kind: width, then one row per object, padded with zeros.
    pub(crate) fn user_sizes(&mut self) {
        let (s, o, z) = (self.spec, &self.order, &self.spec.size);
        let r = &mut self.report;
        let m = &mut self.model;
        macro_rules! rows {
            ($word:literal, $list:ident, $ids:expr) => {
                $ids.iter()
                    .map(|&i| (Who::new($word, &s.$list[i].meta, i), &s.$list[i].userdata[..]))
                    .collect()
            };
            ($word:literal, $list:ident) => {
                s.$list
                    .iter()
                    .enumerate()
                    .map(|(i, e)| (Who::new($word, &e.meta, i), &e.userdata[..]))
                    .collect()
            };
        }
        m.body.user = user("nuser_body", z.nuser_body, rows!("body", bodies, o.bodies), r);
        m.jnt.user = user("nuser_jnt", z.nuser_jnt, rows!("joint", joints, o.joints.list), r);
        m.geom.user = user("nuser_geom", z.nuser_geom, rows!("geom", geoms, o.geoms.list), r);
        m.site.user = user("nuser_site", z.nuser_site, rows!("site", sites, o.sites.list), r);
        m.cam.user = user("nuser_cam", z.nuser_cam, rows!("camera", cameras, o.cameras.list), r);
        m.tendon.user = user("nuser_tendon", z.nuser_tendon, rows!("tendon", tendons), r);
        m.actuator.user = user("nuser_actuator", z.nuser_actuator, rows!("actuator", actuators), r);
        m.sensor.user = user("nuser_sensor", z.nuser_sensor, rows!("sensor", sensors), r);
    }
}

/// Rows of user data: as wide as requested, or as the longest (request −1).
fn user(name: &str, request: i32, rows: Vec<(Who<'_>, &[f64])>, report: &mut Report) -> Wide {
    if request < -1 {
        report.error(Who::section("size"), format!("{name} must be −1 or more, not {request}"));
        return Wide::default();
    }
    let longest = rows.iter().map(|(_, d)| d.len()).max().unwrap_or(0);
    let width = usize::try_from(request).unwrap_or(longest);
    if width as u64 * rows.len() as u64 > MAX_ELEMENTS {
        report.error(
            Who::section("size"),
            format!("{name} = {width} needs too much memory (limit {MAX_ELEMENTS} numbers)"),
        );
        return Wide::default();
    }
    let mut out = Wide::zeros(rows.len(), width);
    for (i, (who, data)) in rows.iter().enumerate() {
        if data.len() > width {
            report.error_hint(
                who.about(&["user"]),
                format!("it has {} user values, but {name} is {width}", data.len()),
                format!("leave {name} out of <size>, or raise it"),
            );
        } else {
            out.row_mut(i)[..data.len()].copy_from_slice(data);
        }
    }
    out
}

/// Values that no simulation can use.
/// What loads but does not act yet is never silent.
fn not_yet(o: &Options, report: &mut Report) {
    use crate::kinds::enable;
    let who = Who::section("option");
    for (bit, name) in [(enable::IPC, "ipc")] {
        if o.enableflags & bit != 0 {
            report.warn(who, format!("the flag '{name}' has no effect yet"));
        }
    }
}

fn check(o: &mut Options, report: &mut Report) {
    not_yet(o, report);
    let who = Who::section("option");
    if o.timestep.is_nan() || o.timestep <= 0.0 {
        report.error_hint(
            who,
            format!("timestep must be positive, not {}", o.timestep),
            "0.002 is the default",
        );
    }
    for (name, x) in [("density", o.density), ("viscosity", o.viscosity)] {
        if x < 0.0 {
            report.warn(who, format!("{name} is negative"));
        }
    }
    let mut kind = |name: &str, value: i32, known: bool| {
        if !known {
            report.error(who, format!("{name} has no value {value}"));
        }
    };
    kind("integrator", o.integrator, Integrator::from_i32(o.integrator).is_some());
    kind("cone", o.cone, ConeKind::from_i32(o.cone).is_some());
    kind("jacobian", o.jacobian, JacobianKind::from_i32(o.jacobian).is_some());
    kind("solver", o.solver, SolverKind::from_i32(o.solver).is_some());
    for (name, x) in [
        ("iterations", &mut o.iterations),
        ("ls_iterations", &mut o.ls_iterations),
        ("noslip_iterations", &mut o.noslip_iterations),
        ("ccd_iterations", &mut o.ccd_iterations),
    ] {
        if *x > MAX_ITERATIONS {
            report.warn(who, format!("{name} = {x} is cut to {MAX_ITERATIONS}"));
            *x = MAX_ITERATIONS;
        }
        if *x < 0 {
            report.error(who, format!("{name} must not be negative"));
        }
    }
}

/// Largest count that may be allocated; reports what is over it.
pub(crate) fn within_budget(count: Option<u64>, what: &str, who: Who<'_>, report: &mut Report) -> bool {
    let ok = count.is_some_and(|c| c <= MAX_ELEMENTS);
    if !ok {
        let n = count.map_or("more than 2^64".into(), |c| c.to_string());
        report.error(who, format!("{what} asks for {n} values (limit {MAX_ELEMENTS})"));
    }
    ok
}
