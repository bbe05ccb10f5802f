//! Where users plug in: dynamics, gains and biases of actuators of kind `user`.

use crate::inputs::ActuationInput;
use stiction_model::Model;

/// User-defined parts of actuators (MuJoCo's `mjcb_act_dyn`, `mjcb_act_gain`, `mjcb_act_bias`).
pub trait ActuatorHooks {
    /// Rates of the actuator's activations, into `act_dot` (actnum numbers, zero before the call).
    fn rates(&self, m: &Model, x: &ActuationInput<'_>, actuator: usize, act_dot: &mut [f64]) {
        let _ = (m, x, actuator, act_dot);
    }
    /// Gain.
    fn gain(&self, m: &Model, x: &ActuationInput<'_>, actuator: usize) -> f64 {
        let _ = (m, x, actuator);
        1.0
    }
    /// Bias.
    fn bias(&self, m: &Model, x: &ActuationInput<'_>, actuator: usize) -> f64 {
        let _ = (m, x, actuator);
        0.0
    }
}

/// No user code: activations rest, gain 1, bias 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHooks;

impl ActuatorHooks for NoHooks {}
