//! What the compiler leaves to dynamics.

use crate::model::Model;
use crate::spec::{LengthRange, Spec, StatisticOverride};

/// A joint whose spring and damper are given by their time constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringDamper {
    /// The joint.
    pub joint: usize,
    /// Time constant (s).
    pub timeconst: f64,
    /// Damping ratio.
    pub dampratio: f64,
}

/// Values that follow from the dynamics at the reference configuration, resolved once after compilation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pending {
    /// Joints whose stiffness and damping follow from `dof_invweight0`.
    pub springdamper: Vec<SpringDamper>,
    /// Actuators whose `biasprm[2] > 0` is a damping ratio.
    pub dampratio: Vec<usize>,
    /// Tendons whose spring is at rest in `qpos_spring`.
    pub springlength: Vec<usize>,
    /// Statistics that the author gives.
    pub statistic: StatisticOverride,
    /// How actuator length ranges are found.
    pub lengthrange: LengthRange,
    /// (keyframe, tendon): the plastic state of this tendon is that of its spring at rest.
    pub plastic: Vec<(usize, usize)>,
}

impl Pending {
    pub(crate) fn new(spec: &Spec) -> Self {
        Pending {
            statistic: spec.statistic.clone(),
            lengthrange: spec.compiler.lengthrange.clone(),
            ..Pending::default()
        }
    }

    /// Completes keyframes with the rest lengths of yielding tendons, once `tendon_lengthspring` is known.
    pub fn fill_keyframes(&self, m: &mut Model) {
        for &(key, tendon) in &self.plastic {
            let adr = m.tendon.plasticadr[tendon];
            m.key.plastic.row_mut(key)[adr.span(2)].copy_from_slice(&m.tendon.lengthspring[tendon]);
        }
    }
}
