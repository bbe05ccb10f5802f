//! The checker itself, by analytic cases: one body, one constraint, one kind of violation each, with the number it must find.
//!
//! A point of mass 2 in three directions without couplings: A = J M⁻¹ Jᵀ = I/2, so that u and f are found by hand.

use stiction_linalg::TreePattern;
use stiction_solver::contact::{ContactProblem, Csc};
use stiction_solver::residual::{Checker, Residuals, Work, check_contact};
use stiction_solver::verdict::{ACCEPT, GRAVITY, RESOLUTION, TIGHTEST, floor};
use stiction_solver::{BlockInfo, Cone, Ellipse, Friction, Problem, RowKind, Rows, Rule, Status};

const MASS: f64 = 2.0;
const MU: f64 = 0.5;
/// α of a block: 1/m.
const ALPHA: f64 = 1.0 / MASS;

/// A point and its rows.
struct Point {
    tree: TreePattern,
    rows: Rows,
    smooth: [f64; 3],
}

impl Point {
    /// Rows along the axes, with a smooth acceleration.
    fn new(kind: RowKind, cone: Cone, dim: usize, smooth: [f64; 3]) -> Point {
        let tree = TreePattern::new(&[-1, -1, -1], |_| false).expect("three dofs");
        let mut rows = Rows::default();
        let b = rows.push(BlockInfo { kind, id: 0, cone }, &[0, 1, 2], dim);
        for k in 0..dim {
            rows.jac.row_mut(b, k)[k] = 1.0;
        }
        rows.diag.fill(ALPHA);
        rows.r.fill(0.0);
        Point { tree, rows, smooth }
    }

    /// A contact that approaches at 4 m/s² and slides.
    fn contact(smooth: [f64; 3]) -> Point {
        let ellipse = Ellipse { mu: [MU; 5], mu_reg: MU };
        Point::new(RowKind::ContactElliptic, Cone::Ellipse(ellipse), 3, smooth)
    }

    /// a_s + f/m.
    fn motion(&self, f: &[f64]) -> Vec<f64> {
        (0..3).map(|k| self.smooth[k] + f.get(k).unwrap_or(&0.0) / MASS).collect()
    }

    fn check(&self, a: &[f64], f: &[f64], rule: Rule) -> (Residuals, Work) {
        let (m, one, back) = ([MASS; 3], [1.0 / MASS; 3], self.smooth.map(|a| MASS * a));
        let p = Problem {
            tree: &self.tree,
            m: &m,
            ld: &m,
            dinv: &one,
            qacc_smooth: &self.smooth,
            qfrc_smooth: &back,
            rows: &self.rows,
        };
        Checker::default().check_step(&p, a, f, &[0.0; 3], 1.0, rule)
    }

    /// Residuals of forces with the motion that follows from them.
    fn forces(&self, f: &[f64]) -> Residuals {
        self.check(&self.motion(f), f, RULE).0
    }
}

const RULE: Rule = Rule { friction: Friction::Coulomb, tolerance: 1e-9, floor: 0.0, rigid: false };

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{a} is not {b}");
}

/// Own speeds of the only block: |g_N| + |u_N| + c α |f̂|.
fn own(g: f64, u: f64, f: f64) -> f64 {
    g.abs() + u.abs() + RESOLUTION * ALPHA * f
}

#[test]
fn contact_at_rest_passes() {
    // falls at 4, held by 8; pushed sideways by 1 (in all 2 N of 4 N that friction can hold)
    let r = Point::contact([-4.0, 1.0, 0.0]).forces(&[8.0, -2.0, 0.0]);
    assert_eq!((r.coulomb, r.convex, r.violation, r.worst), (0.0, 0.0, 0.0, None));
}

#[test]
fn open_contact_passes_and_pulls_nothing() {
    let r = Point::contact([3.0, 5.0, -2.0]).forces(&[0.0; 3]);
    assert_eq!((r.coulomb, r.violation, r.approach), (0.0, 0.0, 0.0));
}

#[test]
fn sliding_contact_opposes_slip() {
    // slides along +x: friction 4 N against it, no lift
    let p = Point::contact([-4.0, 5.0, 0.0]);
    let r = p.forces(&[8.0, -4.0, 0.0]);
    close(r.coulomb, 0.0);
    close(r.dissipation, 4.0 * 3.0);
    assert!(r.convex > 1e-3, "the convex law would lift it");
}

#[test]
fn penetrating_velocity() {
    // 2 N too little: it sinks at 1 m/s²
    let r = Point::contact([-4.0, 0.0, 0.0]).forces(&[6.0, 0.0, 0.0]);
    close(r.approach, 1.0);
    close(r.violation, 1.0);
    close(r.coulomb, 1.0 / own(4.0, 1.0, 6.0));
    assert_eq!(r.worst, Some(0));
}

#[test]
fn missing_complementarity() {
    // 2 N too much: it leaves at 1 m/s² and is still pushed
    let r = Point::contact([-4.0, 0.0, 0.0]).forces(&[10.0, 0.0, 0.0]);
    close(r.complementarity, 10.0);
    close(r.violation, 1.0);
    assert_eq!(r.approach, 0.0);
    // pushed although far from the ground: all that it was pushed by
    let r = Point::contact([40.0, 0.0, 0.0]).forces(&[2.0, 0.0, 0.0]);
    close(r.violation, ALPHA * 2.0);
}

#[test]
fn pulling_contact() {
    let r = Point::contact([4.0, 0.0, 0.0]).forces(&[-8.0, 0.0, 0.0]);
    close(r.cone_excess, 8.0);
    close(r.violation, ALPHA * 8.0);
}

#[test]
fn friction_outside_the_cone() {
    // sticks by 6 N of friction where 4 N is all there is: (f̂_N, f̂_T) = (8, 12), nearest point of the cone (10, 10)
    let r = Point::contact([-4.0, 3.0, 0.0]).forces(&[8.0, -6.0, 0.0]);
    close(r.cone_excess, 4.0);
    close(r.violation, ALPHA * 8.0_f64.sqrt());
}

#[test]
fn friction_along_slip() {
    // slides along +x and is pushed on: û_T = μ 7, f̂_T = 8; z = (8 − 7, 8 − 7) is inside: the whole of α (7, 7)/α is missing
    let r = Point::contact([-4.0, 5.0, 0.0]).forces(&[8.0, 4.0, 0.0]);
    close(r.dissipation, -4.0 * 7.0);
    close(r.violation, MU * 7.0 * 2.0_f64.sqrt());
}

#[test]
fn friction_across_slip() {
    // on the surface of the cone but at right angles to the slip: û_T = (2, −1), f̂ = (8, 0, 4/μ = 8) with s = √5
    let r = Point::contact([-4.0, 4.0, -4.0]).forces(&[8.0, 0.0, 4.0]);
    let s = (2.0_f64.powi(2) + 1.0).sqrt();
    let z = [8.0 - s / ALPHA, -2.0 / ALPHA, 8.0 + 1.0 / ALPHA];
    let t = z[1].hypot(z[2]);
    let n = 0.5 * (z[0] + t);
    let r_n = [8.0 - n, -z[1] * n / t, 8.0 - z[2] * n / t];
    close(r.violation, ALPHA * r_n.iter().map(|x| x * x).sum::<f64>().sqrt());
    close(r.dissipation, 2.0 * 4.0);
}

#[test]
fn stick_that_slides() {
    // 1 N of friction, inside the cone, but it slides at 2.5 m/s²; z = (8 − 2.5, −2 − 2.5): still inside
    let r = Point::contact([-4.0, 3.0, 0.0]).forces(&[8.0, -1.0, 0.0]);
    close(r.violation, MU * 2.5 * 2.0_f64.sqrt());
    assert_eq!((r.cone_excess, r.approach), (0.0, 0.0));
}

#[test]
fn limit_is_one_sided() {
    let p = Point::new(RowKind::LimitJoint, Cone::Orthant, 1, [-4.0, 0.0, 0.0]);
    assert_eq!(p.forces(&[8.0]).coulomb, 0.0);
    let r = p.forces(&[6.0]);
    close(r.approach, 1.0);
    close(r.violation, 1.0);
    let r = p.forces(&[-2.0]);
    close(r.cone_excess, 2.0);
    close(r.violation, 5.0);
    let free = Point::new(RowKind::LimitJoint, Cone::Orthant, 1, [4.0, 0.0, 0.0]);
    close(free.forces(&[1.0]).violation, ALPHA);
    close(free.forces(&[-1.0]).violation, ALPHA);
}

#[test]
fn dry_friction_has_bounds() {
    let mut p = Point::new(RowKind::FrictionDof, Cone::Interval, 1, [-4.0, 0.0, 0.0]);
    p.rows.frictionloss.fill(3.0);
    // 3 N against a motion that they do not stop
    let r = p.forces(&[3.0]);
    assert_eq!((r.coulomb, r.cone_excess), (0.0, 0.0));
    close(r.dissipation, 3.0 * 2.5);
    // more than there is
    let r = p.forces(&[5.0]);
    close(r.cone_excess, 2.0);
    close(r.violation, ALPHA * 2.0);
    // less than there is, and it moves: 1 N of 2 are missing
    close(p.forces(&[2.0]).violation, ALPHA);
    // the wrong way
    let r = p.forces(&[-3.0]);
    close(r.violation, 5.5 - ALPHA * 0.0_f64.max(11.0 - 6.0));
    assert!(r.dissipation < 0.0);
    // strong enough to hold, and it does; and the same force where nothing moves it
    p.rows.frictionloss.fill(9.0);
    assert_eq!(p.forces(&[8.0]).coulomb, 0.0);
    close(p.forces(&[6.0]).violation, 1.0);
}

#[test]
fn equality_is_met_or_not() {
    let mut p = Point::new(RowKind::Equality, Cone::Free, 2, [-4.0, 1.0, 0.0]);
    p.rows.aref[1] = 2.0;
    assert_eq!(p.forces(&[8.0, 2.0]).coulomb, 0.0);
    let r = p.forces(&[8.0, 3.0]);
    close(r.violation, 0.5);
    close(r.coulomb, 0.5 / own(1.0, 0.5, 3.0));
}

#[test]
fn momentum_must_balance() {
    let p = Point::contact([-4.0, 0.0, 0.0]);
    let r = p.check(&[0.0, 0.25, 0.0], &[8.0, 0.0, 0.0], RULE).0;
    close(r.momentum_defect, MASS * 0.25);
    let r = p.check(&[0.0, 0.0, -0.25], &[8.0, 0.0, 0.0], RULE).0;
    close(r.momentum_defect, MASS * 0.25);
}

#[test]
fn work_and_energy_given() {
    // brought to rest from rest in one step: u° = −4, u⁺ = 0, taken ½ 8 4
    let p = Point::contact([-4.0, 5.0, 0.0]);
    let f = [8.0, -4.0, 0.0];
    let work = p.check(&p.motion(&f), &f, RULE).1;
    close(work.other, -16.0);
    close(work.friction, -4.0 * 0.5 * (5.0 + 3.0));
    close(work.given, -16.0 - 16.0);
    close(work.moved, 32.0);
    assert_eq!(work.carrying, 2);
    // thrown out at 4: as much as it came with; friction along the slip gives
    let f = [16.0, 4.0, 0.0];
    let work = p.check(&p.motion(&f), &f, RULE).1;
    close(work.other, 0.0);
    close(work.friction, 4.0 * 0.5 * (5.0 + 7.0));
    close(work.given, 24.0);
    // a rebound is judged by the velocity before the step: came with −3, leaves with +3
    let mut p = Point::contact([-4.0, 0.0, 0.0]);
    p.rows.vel[0] = -3.0;
    p.rows.aref[0] = 6.0;
    let f = [20.0, 0.0, 0.0];
    close(p.check(&p.motion(&f), &f, RULE).1.given, 0.0);
    // an equality that is driven at 4: its drive gives 16 · 4, of which 16 · ½ (4 − 4) is in the motion
    let mut p = Point::new(RowKind::Equality, Cone::Free, 1, [-4.0, 0.0, 0.0]);
    p.rows.aref[0] = 4.0;
    let work = p.check(&p.motion(&[16.0]), &[16.0], RULE).1;
    close(work.given, -64.0);
    close(work.moved, 16.0 * (4.0 + 4.0));
}

#[test]
fn compliance_is_part_of_the_law_unless_rigid() {
    let mut p = Point::new(RowKind::LimitJoint, Cone::Orthant, 1, [-4.0, 0.0, 0.0]);
    p.rows.r.fill(0.5);
    // (1/m + R) f = 4
    assert_eq!(p.forces(&[4.0]).coulomb, 0.0);
    let rigid = Rule { rigid: true, ..RULE };
    assert!(p.check(&p.motion(&[4.0]), &[4.0], rigid).0.approach == 2.0);
}

#[test]
fn light_bodies_are_not_hidden_and_nothing_is_nothing() {
    // 4e-18 m/s² in free flight, floor of gravity
    let rule = Rule { floor: floor(9.81), ..RULE };
    let p = Point::contact([-4e-18, 0.0, 0.0]);
    let r = p.check(&p.motion(&[0.0; 3]), &[0.0; 3], rule).0;
    assert!(r.coulomb < 1e-19 && rule.verdict(r.coulomb) == Status::Solved, "{r:?}");
    close(r.coulomb, 4e-18 / (8e-18 + 98.1));
    assert_eq!(floor(0.0), floor(GRAVITY));
    assert_eq!(floor(1.0), 10.0);
}

#[test]
fn the_rule_names_the_status() {
    let v = |r: f64| RULE.verdict(r);
    assert_eq!([v(0.0), v(1e-9), v(1.1e-9)], [Status::Solved, Status::Solved, Status::Accepted]);
    assert_eq!([v(ACCEPT * 1e-9), v(1.1 * ACCEPT * 1e-9)], [Status::Accepted, Status::Stuck]);
    assert_eq!([v(f64::NAN), v(f64::INFINITY)], [Status::NotFinite; 2]);
    let tight = Rule { tolerance: 0.0, ..RULE };
    assert_eq!([tight.verdict(TIGHTEST), tight.verdict(2.0 * TIGHTEST)], [Status::Solved, Status::Stuck]);
    let solved = [Status::Solved, Status::Accepted, Status::Stuck, Status::Contradiction, Status::NotFinite];
    assert_eq!(solved.map(Status::is_solved), [true, true, false, false, false]);
}

#[test]
fn not_a_number_is_the_worst() {
    let p = Point::contact([-4.0, 0.0, 0.0]);
    let r = p.check(&[f64::NAN, 0.0, 0.0], &[8.0, 0.0, 0.0], RULE).0;
    assert!(r.coulomb.is_nan() && r.violation.is_nan() && r.momentum_defect.is_nan(), "{r:?}");
    assert_eq!((r.worst, RULE.verdict(r.coulomb)), (Some(0), Status::NotFinite));
    let p = Point::new(RowKind::LimitJoint, Cone::Orthant, 1, [-4.0, 0.0, 0.0]);
    assert!(p.check(&[f64::NAN, 0.0, 0.0], &[8.0], RULE).0.coulomb.is_nan());
}

/// The stand-alone problem of the same point: A = I/2, α = 1/2.
fn alone(g: [f64; 3], f: [f64; 3]) -> Residuals {
    let a = Csc { indptr: &[0, 1, 2, 3], indices: &[0, 1, 2], data: &[ALPHA; 3] };
    let p = ContactProblem::new(a, &g, &[MU]).expect("a problem");
    check_contact(&p, &f, &p.velocity(&f))
}

#[test]
fn stand_alone_problems() {
    let root = ALPHA.sqrt();
    // rest, slip and open
    assert_eq!(alone([-4.0, 1.0, 0.0], [8.0, -2.0, 0.0]).coulomb, 0.0);
    close(alone([-4.0, 5.0, 0.0], [8.0, -4.0, 0.0]).coulomb, 0.0);
    assert_eq!(alone([3.0, 5.0, -2.0], [0.0; 3]).coulomb, 0.0);
    // sinks at 1, of 4
    let r = alone([-4.0, 0.0, 0.0], [6.0, 0.0, 0.0]);
    close(r.approach, 1.0);
    close(r.coulomb, 0.25);
    // leaves at 1 and is pushed
    let r = alone([-4.0, 0.0, 0.0], [10.0, 0.0, 0.0]);
    close(r.complementarity, 10.0);
    close(r.coulomb, 0.25);
    // sticks by 6 N where the cone has 4: its nearest point to (8, 6) is (11, 5.5)/(1.25)
    let r = alone([-4.0, 3.0, 0.0], [8.0, -6.0, 0.0]);
    close(r.cone_excess, 2.0);
    let n = (8.0 + MU * 6.0) / (1.0 + MU * MU);
    close(r.coulomb, root * (8.0 - n).hypot(6.0 - MU * n) / (5.0 / root));
    // along the slip of 7: s = 3.5, z = (8 − 7, 4 − 14): outside
    let r = alone([-4.0, 5.0, 0.0], [8.0, 4.0, 0.0]);
    close(r.dissipation, -28.0);
    let (z0, z1) = (8.0 - MU * 7.0 / ALPHA, 4.0 - 7.0 / ALPHA);
    let n = ((z0 + MU * z1.abs()) / (1.0 + MU * MU)).max(0.0);
    close(r.coulomb, root * (8.0 - n).hypot(4.0 + MU * n) / (41.0_f64.sqrt() / root));
    // pulls: P(z) = 0 for z = (−8, 0)
    close(alone([4.0, 0.0, 0.0], [-8.0, 0.0, 0.0]).coulomb, root * 8.0 / (4.0 / root));
}

#[test]
fn stand_alone_problems_in_both_tangents() {
    // slips along (3, −4)/5 at 5: friction of 4 against it is right, along or across it is not
    let root = ALPHA.sqrt();
    let slip = |f: [f64; 3]| {
        let g = [-4.0, 3.0 - ALPHA * f[1], -4.0 - ALPHA * f[2]];
        (alone(g, f), g.iter().map(|x| x * x).sum::<f64>().sqrt() / root)
    };
    let (r, _) = slip([8.0, -2.4, 3.2]);
    close(r.coulomb, 0.0);
    close(r.dissipation, 2.4 * 3.0 + 3.2 * 4.0);
    close(r.complementarity, 20.0);
    close(r.cone_excess, 0.0);
    for (f, power) in [([8.0, 2.4, -3.2], 20.0), ([8.0, 3.2, 2.4], 0.0), ([8.0, -2.4, -3.2], 5.6)] {
        let (r, size) = slip(f);
        close(r.dissipation, -power);
        close(r.complementarity, power);
        // by hand: z = f − (u + s)/α, projected on the cone of slope μ
        let z = [8.0 - MU * 5.0 / ALPHA, f[1] - 3.0 / ALPHA, f[2] + 4.0 / ALPHA];
        let t = z[1].hypot(z[2]);
        let n = (z[0] + MU * t) / (1.0 + MU * MU);
        let left = [8.0 - n, f[1] - MU * n * z[1] / t, f[2] - MU * n * z[2] / t];
        close(r.coulomb, root * left.iter().map(|x| x * x).sum::<f64>().sqrt() / size);
    }
    // the convex law lifts by μ times the slip
    let (r, _) = slip([8.0, -2.4, 3.2]);
    assert!(r.convex > 0.1);
    let lifted = alone([MU * 5.0 - 4.0, 3.0 + 1.2, -4.0 - 1.6], [8.0, -2.4, 3.2]);
    close(lifted.convex, 0.0);
    assert!(lifted.coulomb > 0.1);
    // inside the cone and sliding: all of u is missing
    let r = alone([-4.0, 3.0, -4.0], [8.0, 0.0, 0.0]);
    let (s, z0) = (MU * 5.0, 8.0 - MU * 5.0 / ALPHA);
    let t = 5.0 / ALPHA;
    let n = (z0 + MU * t) / (1.0 + MU * MU);
    assert!(s > 0.0 && t > MU * z0);
    close(r.coulomb, root * (8.0 - n).hypot(MU * n) / (41f64.sqrt() / root));
    // no force, no gap, no slip: nothing is wrong, whatever it is divided by
    assert_eq!(alone([0.0; 3], [0.0; 3]).coulomb, 0.0);
}

/// Two limits that ask for opposite motions: forces that cancel can be as large as they like, and measure themselves.
#[test]
fn forces_that_cancel_explain_nothing() {
    let tree = TreePattern::new(&[-1, -1, -1], |_| false).expect("three dofs");
    let mut rows = Rows::default();
    for (id, sign) in [(0, 1.0), (1, -1.0)] {
        let b = rows.push(BlockInfo { kind: RowKind::LimitJoint, id, cone: Cone::Orthant }, &[0, 1, 2], 1);
        rows.jac.row_mut(b, 0)[0] = sign;
    }
    rows.diag.fill(ALPHA);
    rows.r.fill(0.0);
    // both want to leave at 1, and the point stands still
    rows.aref.fill(1.0);
    let point = Point { tree, rows, smooth: [0.0; 3] };
    for force in [1e13, 1e20, 1e40] {
        let r = point.check(&[0.0; 3], &[force; 2], RULE).0;
        assert!(RULE.verdict(r.coulomb).is_solved(), "{r:?}");
        assert!(r.cancelled >= 1.0 && r.violation >= 1.0, "{r:?}");
    }
    // forces that carry a load are none of that, however large it is
    let held = Point::contact([-4e6, 0.0, 0.0]).forces(&[8e6, 0.0, 0.0]);
    assert_eq!(held.cancelled, 0.0);
}
