//! What a model asks for that the kernels do not have.

use crate::lengths;
use stiction_model::Model;
use stiction_model::ids::{Object, ObjectId};
use stiction_model::kinds::{
    BiasKind, ConeKind, DynKind, EqKind, GainKind, Integrator, JointKind, SolverKind, TrnKind, disable,
    enable,
};
use stiction_model::plugin::Plugin;
use stiction_model::stiction::{Friction, Impact};

/// Every such feature, by name.
pub(crate) fn check(m: &Model) -> Vec<String> {
    let mut out = Vec::new();
    let mut no = |is: bool, what: &str| {
        if is && !out.iter().any(|o| o == what) {
            out.push(what.to_string());
        }
    };
    if m.stiction.is_hard() {
        hard(m, &mut no);
    } else {
        soft(m, &mut no);
    }
    no(m.enabled(enable::SLEEP), "sleeping");
    no(m.enabled(enable::DIAGEXACT), "exact diagonals");
    no(m.enabled(enable::IPC) || m.enabled(enable::SPECULATIVE), "speculative contacts");
    if m.opt.density != 0.0 || m.opt.viscosity != 0.0 {
        no(m.opt.integrator == Integrator::Implicitfast as i32, "fluid forces under implicitfast");
        no(m.geom.fluid.iter().any(|f| f[0] != 0.0), "the ellipsoid model of fluid forces");
        let passive = !(m.disabled(disable::SPRING) && m.disabled(disable::DAMPER));
        no(!passive, "fluid forces without passive forces");
    }
    lengths::check(m, &mut no);
    no(m.size.nmocap > 0, "mocap bodies");
    no(m.size.nhistory > 0, "delays");
    no(m.size.nplastic > 0, "springs that yield");
    no(m.flg_surfacevel, "surface velocities");
    no(m.flg_adhesion, "adhesion");
    no(m.plugins.iter().any(|p| matches!(p, Plugin::Pid(_))), "actuators that are plugins");
    no(m.geom.gap.iter().any(|&g| g < 0.0), "negative gaps");
    no(m.pair.solreffriction.iter().any(|r| *r != [0.0; 2]), "solreffriction of a pair");
    joints(m, &mut no);
    actuators(m, &mut no);
    for e in lengths::active(m) {
        let kind = m.eq.kind[e].get();
        let known = matches!(kind, Some(EqKind::Connect | EqKind::Weld | EqKind::Joint | EqKind::Tendon));
        no(!known, "equalities other than connect, weld, joint and tendon");
    }
    out
}

/// Integrators and solvers.
fn soft(m: &Model, no: &mut impl FnMut(bool, &str)) {
    let integrator = Integrator::from_i32(m.opt.integrator);
    let known = matches!(integrator, Some(Integrator::Euler | Integrator::Implicitfast | Integrator::Rk4));
    no(!known, "integrators other than Euler, RK4 and implicitfast");
    let sweeps = m.opt.solver == SolverKind::Pgs as i32;
    no(!sweeps && m.opt.solver != SolverKind::Newton as i32, "solvers other than Newton and PGS");
    if sweeps {
        no(m.opt.cone == ConeKind::Elliptic as i32, "PGS with elliptic cones");
        no(lengths::active(m).next().is_some(), "PGS with equalities");
        no(lengths::any_rows(m), "PGS with limits of ball joints, or limits and dry friction of tendons");
        no(m.size.ntree > 1, "PGS with several trees");
    }
    no(m.opt.noslip_iterations > 0, "noslip iterations");
}

/// What the kernel of the hard law leaves out.
fn hard(m: &Model, no: &mut impl FnMut(bool, &str)) {
    let s = &m.stiction;
    no(s.friction != Friction::Coulomb, "the hard law with convex friction");
    no(s.restitution.iter().chain(&s.stop_restitution).any(|&e| e > 0.0), "restitution under the hard law");
    no(s.patch.iter().any(|&r| r > 0.0), "patches under the hard law");
    no(s.values_of("exact").next().is_some(), "exact surfaces under the hard law");
    no(s.impact != Impact::Newton, "impacts one after the other under the hard law");
    no(s.accuracy.is_some(), "steps of a given accuracy under the hard law");
    no(lengths::active(m).next().is_some(), "equalities under the hard law");
    no(
        lengths::any_rows(m),
        "limits of ball joints, and limits and dry friction of tendons under the hard law",
    );
    no(m.size.na > 0, "activations under the hard law");
    let tendons = m.actuator.trntype.iter().any(|&t| t != TrnKind::Joint) || m.size.ntendon > 0;
    no(tendons, "tendons, and actuators on other things than joints under the hard law");
    no(m.opt.density != 0.0 || m.opt.viscosity != 0.0, "fluids under the hard law");
}

fn joints(m: &Model, no: &mut impl FnMut(bool, &str)) {
    for j in 0..m.size.njnt {
        let turns = matches!(m.jnt.kind[j].get(), Some(JointKind::Ball | JointKind::Free));
        no(turns && m.jnt.stiffness[j] != 0.0, "springs of ball and free joints");
        no(m.jnt.stiffnesspoly[j] != [0.0; 2], "springs with polynomial stiffness");
        no(m.jnt.actgravcomp[j], "gravity compensation by actuators");
        // a body that floats alone gets a gyroscopic term in implicitfast
        let alone =
            m.jnt.kind[j] == JointKind::Free && m.body.parentid.iter().skip(1).all(|&p| p != m.jnt.bodyid[j]);
        let fast = m.opt.integrator == Integrator::Implicitfast as i32 && !m.stiction.is_hard();
        no(alone && fast, "bodies that float alone under implicitfast");
    }
    no(m.dof.dampingpoly.iter().any(|d| *d != [0.0; 2]), "dampers with polynomial damping");
    let springs_off = m.disabled(disable::SPRING) && m.disabled(disable::DAMPER);
    no(
        springs_off && m.body.gravcomp.iter().any(|&g| g != 0.0),
        "gravity compensation without passive forces",
    );
}

fn actuators(m: &Model, no: &mut impl FnMut(bool, &str)) {
    let a = &m.actuator;
    for i in 0..m.size.nactuator {
        let joint = a.trntype[i] == TrnKind::Joint;
        let site = a.trntype[i] == TrnKind::Site;
        no(
            !joint && !site && a.trntype[i] != TrnKind::Tendon,
            "actuators on other things than joints, tendons and sites",
        );
        no(site && a.trnid[i][1].is_some(), "actuators between two sites");
        let hinge = joint
            && matches!(
                m.jnt.kind[a.trnid[i][0].max(ObjectId::FIRST).joint()].get(),
                Some(JointKind::Hinge | JointKind::Slide)
            );
        no(joint && !hinge, "actuators on ball and free joints");
        let known = matches!(
            a.dyntype[i].get(),
            Some(
                DynKind::None
                    | DynKind::Integrator
                    | DynKind::Filter
                    | DynKind::Filterexact
                    | DynKind::Muscle
            )
        );
        no(!known, "activations of motors with current, PID controllers and users");
        no(a.actnum[i] > 1, "several activations of an actuator");
        no(a.actnum[i] > 0 && !lengths::works(m, i), "activations of actuators that are switched off");
        let gain = matches!(a.gaintype[i].get(), Some(GainKind::Fixed | GainKind::Affine | GainKind::Muscle));
        no(!gain, "gains other than fixed, affine and of muscles");
        let bias = matches!(a.biastype[i].get(), Some(BiasKind::None | BiasKind::Affine | BiasKind::Muscle));
        no(!bias, "biases other than affine and of muscles");
        let plain = a.damping[i] == 0.0 && a.dampingpoly[i] == [0.0; 2] && a.armature[i] == 0.0;
        no(!plain, "damping and armature of actuators");
    }
}
