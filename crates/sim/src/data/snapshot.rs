//! A snapshot: all that must be saved to continue with the same bits, what sleeps included.

use super::{Data, Input, State};
use crate::sleep;
use crate::stage::hard::warm::Warm;
use stiction_model::{Identity, Model};

/// Time, state and inputs of a simulation, and what its solver remembers.
///
/// With the feature `serde` it can be saved; a snapshot that was read fits the model it was made of, compiled anew from the same file.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    model: Identity,
    time: f64,
    state: State,
    input: Input,
    /// Positions at which sleeping trees fell asleep.
    asleep_at: Vec<f64>,
    /// Forces that hard steps start from.
    #[cfg_attr(feature = "serde", serde(with = "numbers"))]
    forces: Warm,
}

/// How many fields state and input have together.
const FIELDS: usize = 14;

/// The lengths of all fields.
fn lengths(s: &State, i: &Input) -> [usize; FIELDS] {
    let (mut out, mut k) = ([0; FIELDS], 0);
    let mut put = |rows: usize| {
        out[k] = rows;
        k += 1;
    };
    s.each(&mut |_, shape, _| put(shape.rows));
    i.each(&mut |_, shape, _| put(shape.rows));
    out
}

impl Snapshot {
    /// Whether all arrays have the lengths of the data's.
    fn fits(&self, d: &Data) -> bool {
        lengths(&self.state, &self.input) == lengths(&d.state, &d.input)
            && self.asleep_at.len() == d.sleep.qpos.len()
    }
}

impl Data {
    /// Saves what is needed to continue from here.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            model: self.identity(),
            time: self.time,
            state: self.state.clone(),
            input: self.input.clone(),
            asleep_at: self.sleep.qpos.clone(),
            forces: self.hard.warm.clone(),
        }
    }

    /// What hard steps start from, as numbers: the part of the state that MuJoCo's vector has no room for. With it a state that is
    /// restored goes on with the same bits; without it, to the solver's tolerance. Its length changes with the contacts.
    pub fn warm_start(&self, out: &mut Vec<f64>) {
        out.clear();
        self.hard.warm.to_numbers(out);
    }

    /// Sets what [`Data::warm_start`] gave; nothing given: a cold start. False, and nothing changes, if it was not made by it.
    pub fn set_warm_start(&mut self, numbers: &[f64]) -> bool {
        let warm = Warm::from_numbers(numbers);
        let known = warm.is_some();
        if let Some(warm) = warm {
            self.stages.hard.warm.clone_from(&warm);
        }
        known
    }

    /// Returns to a snapshot of the same model. False, and nothing changes, if it is of another.
    pub fn restore(&mut self, m: &Model, from: &Snapshot) -> bool {
        // a snapshot that was read from a file may say anything
        let fits = self.identity() == from.model && from.model == m.identity && from.fits(self);
        if fits {
            self.time = from.time;
            self.state.clone_from(&from.state);
            self.input.clone_from(&from.input);
            self.stages.hard.warm.clone_from(&from.forces);
            sleep::restored(m, self);
            self.stages.sleep.open().qpos.clone_from(&from.asleep_at);
        }
        fits
    }
}

/// Forces as a list of numbers.
#[cfg(feature = "serde")]
mod numbers {
    use super::Warm;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    pub fn serialize<S: Serializer>(forces: &Warm, s: S) -> Result<S::Ok, S::Error> {
        let mut out = Vec::new();
        forces.to_numbers(&mut out);
        out.serialize(s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Warm, D::Error> {
        Warm::from_numbers(&Vec::deserialize(d)?)
            .ok_or_else(|| D::Error::custom("these numbers are no forces of a hard step"))
    }
}
