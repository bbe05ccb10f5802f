//! Contact parameters of a geom pair from the parameters of its geoms.
//!
//! Higher priority wins; at equal priority condim and friction are the larger ones, solimp and a positive solref are
//! weighted by solmix, a direct (non-positive) solref is the smaller one.

use stiction_model::Model;
use stiction_model::kinds::enable;
use stiction_spatial::MIN_VAL;

/// Friction below this is raised to it, so that every cone has an interior (MuJoCo's `mjMINMU`).
pub const MIN_MU: f64 = 1e-5;

/// Parameters that contacts of one geom pair share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactParams {
    /// Dimension of the contact: 1, 3, 4 or 6.
    pub condim: i32,
    /// Sliding 1, 2, torsional, rolling 1, 2.
    pub friction: [f64; 5],
    /// Normal direction.
    pub solref: [f64; 2],
    /// Friction directions; zero: as the normal.
    pub solreffriction: [f64; 2],
    /// Impedance.
    pub solimp: [f64; 5],
    /// Attraction [N].
    pub adhesion: f64,
}

/// Distance below which forces act, and the additional distance up to which contacts are reported.
pub(super) fn margin_gap(m: &Model, g1: usize, g2: usize, pair: Option<usize>) -> (f64, f64) {
    let (margin, gap) = match pair {
        Some(p) => (m.pair.margin[p], m.pair.gap[p]),
        None => (m.geom.margin[g1] + m.geom.margin[g2], m.geom.gap[g1] + m.geom.gap[g2]),
    };
    (if m.enabled(enable::OVERRIDE) { m.opt.o_margin } else { margin }, gap)
}

/// Parameters of the contacts between two geoms, from the explicit pair if there is one; where manifolds are `complete` (the hard law)
/// without the directions that have no friction, and with the torsion of a patch.
pub fn pair_params(m: &Model, g1: usize, g2: usize, pair: Option<usize>, complete: bool) -> ContactParams {
    let mut p = match pair {
        Some(p) => ContactParams {
            condim: m.pair.dim[p],
            friction: m.pair.friction[p],
            solref: m.pair.solref[p],
            solreffriction: m.pair.solreffriction[p],
            solimp: m.pair.solimp[p],
            adhesion: m.pair.adhesion[p],
        },
        None => mixed(m, g1, g2),
    };
    if m.enabled(enable::OVERRIDE) {
        p.friction = m.opt.o_friction;
        p.solref = m.opt.o_solref;
        p.solreffriction = m.opt.o_solref;
        p.solimp = m.opt.o_solimp;
    }
    let patch = m.stiction.pair_patch([g1 as i32, g2 as i32]);
    if complete && patch > 0.0 && p.condim >= 3 {
        // pressed evenly on a disc, it spins against the mean arm of its friction
        p.condim = p.condim.max(4);
        p.friction[2] = 2.0 / 3.0 * patch * p.friction[0];
    }
    if complete {
        p.condim = with_friction(p.condim, &p.friction);
    }
    for f in &mut p.friction {
        *f = f.max(MIN_MU);
    }
    p
}

/// The dimension without trailing directions that have no friction: under the hard law no friction is none, not `MIN_MU`.
fn with_friction(condim: i32, friction: &[f64; 5]) -> i32 {
    let without = |range: std::ops::Range<usize>| friction[range].iter().all(|f| *f <= MIN_MU);
    match condim {
        6 if !without(3..5) => 6,
        4.. if !without(2..3) => 4,
        3.. if !without(0..2) => 3,
        _ => 1,
    }
}

fn mixed(m: &Model, g1: usize, g2: usize) -> ContactParams {
    let t = &m.geom;
    let unpack = |f: [f64; 3]| [f[0], f[0], f[1], f[2], f[2]];
    let of = |g: usize| ContactParams {
        condim: t.condim[g],
        friction: unpack(t.friction[g]),
        solref: t.solref[g],
        solreffriction: [0.0; 2],
        solimp: t.solimp[g],
        adhesion: t.adhesion[g],
    };
    match t.priority[g1].cmp(&t.priority[g2]) {
        std::cmp::Ordering::Greater => of(g1),
        std::cmp::Ordering::Less => of(g2),
        std::cmp::Ordering::Equal => blend(&of(g1), &of(g2), mix_weight(t.solmix[g1], t.solmix[g2])),
    }
}

/// Weight of the first geom.
fn mix_weight(s1: f64, s2: f64) -> f64 {
    match (s1 >= MIN_VAL, s2 >= MIN_VAL) {
        (true, true) => s1 / (s1 + s2),
        (false, false) => 0.5,
        (false, true) => 0.0,
        (true, false) => 1.0,
    }
}

fn blend(a: &ContactParams, b: &ContactParams, mix: f64) -> ContactParams {
    let weighted = |x: f64, y: f64| mix * x + (1.0 - mix) * y;
    let standard = a.solref[0] > 0.0 && b.solref[0] > 0.0;
    ContactParams {
        condim: a.condim.max(b.condim),
        friction: std::array::from_fn(|i| a.friction[i].max(b.friction[i])),
        solref: std::array::from_fn(|i| {
            if standard { weighted(a.solref[i], b.solref[i]) } else { a.solref[i].min(b.solref[i]) }
        }),
        solreffriction: [0.0; 2],
        solimp: std::array::from_fn(|i| weighted(a.solimp[i], b.solimp[i])),
        adhesion: a.adhesion + b.adhesion,
    }
}

#[cfg(test)]
mod tests {
    use super::with_friction;

    #[test]
    fn directions_without_friction_are_left_out_from_the_end() {
        assert_eq!(with_friction(6, &[0.5, 0.5, 0.1, 0.01, 0.01]), 6);
        assert_eq!(with_friction(6, &[0.5, 0.5, 0.1, 0.0, 0.0]), 4);
        assert_eq!(with_friction(6, &[0.5, 0.5, 0.0, 0.0, 0.0]), 3);
        assert_eq!(with_friction(6, &[0.5, 0.5, 0.0, 0.01, 0.01]), 6);
        assert_eq!(with_friction(4, &[0.0, 0.0, 0.1, 0.0, 0.0]), 4);
        assert_eq!(with_friction(3, &[0.0, 0.4, 0.1, 0.0, 0.0]), 3);
        assert_eq!(with_friction(3, &[0.0, 0.0, 0.1, 0.1, 0.1]), 1);
        assert_eq!(with_friction(1, &[1.0; 5]), 1);
    }
}
