//! One interface to many simulations of a model, wherever they are computed: on threads ([`Batch`]), or on a GPU (`stiction_gpu::Worlds`).

use crate::batch::{Batch, Failure, Policy};
use crate::run::Task;
use stiction_model::kinds::{Stage, state as bit};

/// Arrays that every batch has, one row per simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Coordinates.
    Qpos,
    /// Velocities.
    Qvel,
    /// Accelerations of the last step, where the next solve begins.
    Qacc,
    /// Controls that are held.
    Ctrl,
    /// Activations of actuators.
    Act,
}

impl Field {
    /// All of them.
    pub const ALL: [Field; 5] = [Field::Qpos, Field::Qvel, Field::Qacc, Field::Ctrl, Field::Act];
}

/// Many simulations of one model. Numbers are exchanged in double precision, whatever the simulations keep.
///
/// ```ignore
/// fn drop_all(sims: &mut impl Simulations) -> Result<f64, Box<dyn std::error::Error>> {
///     sims.advance(250)?;
///     let nq = sims.width(Field::Qpos);
///     Ok(sims.values(Field::Qpos)?.chunks(nq).map(|q| q[2]).sum::<f64>() / sims.count() as f64)
/// }
/// ```
pub trait Simulations {
    /// What can go wrong.
    type Error: std::error::Error + 'static;

    /// How many there are.
    fn count(&self) -> usize;
    /// Numbers of a field per simulation.
    fn width(&self, field: Field) -> usize;
    /// A field of all simulations, row by row.
    ///
    /// # Errors
    /// A device's.
    fn values(&self, field: Field) -> Result<Vec<f64>, Self::Error>;
    /// Sets a field of all simulations.
    ///
    /// # Errors
    /// Another length than `count · width`, or a device's.
    fn set_values(&mut self, field: Field, x: &[f64]) -> Result<(), Self::Error>;
    /// Advances all simulations by `nstep` steps.
    ///
    /// # Errors
    /// Simulations whose numbers are no longer finite: they keep the state they had. On a device they say so in their tallies instead.
    fn advance(&mut self, nstep: usize) -> Result<(), Self::Error>;
    /// Puts the simulations of a mask back to the reference configuration, at rest.
    ///
    /// # Errors
    /// Another length than `count`, or a device's.
    fn restart(&mut self, mask: &[bool]) -> Result<(), Self::Error>;
}

/// Component of the state row of a field.
fn component(field: Field) -> i32 {
    match field {
        Field::Qpos => bit::QPOS,
        Field::Qvel => bit::QVEL,
        Field::Qacc => bit::WARMSTART,
        Field::Ctrl => bit::CTRL,
        Field::Act => bit::ACT,
    }
}

fn length(want: usize, got: usize) -> Result<(), Failure> {
    let message = format!("an array of {got} numbers where {want} are needed");
    if want == got { Ok(()) } else { Err(Failure { ids: Vec::new(), message }) }
}

impl Simulations for Batch {
    type Error = Failure;

    fn count(&self) -> usize {
        self.nsim()
    }
    fn width(&self, field: Field) -> usize {
        self.component(component(field)).1
    }
    fn values(&self, field: Field) -> Result<Vec<f64>, Failure> {
        let (at, width) = self.component(component(field));
        let mut all = vec![0.0; self.nsim() * width];
        if width > 0 {
            for (sim, row) in all.chunks_exact_mut(width).enumerate() {
                self.state().read_f64(sim * self.nstate() + at, row);
            }
        }
        Ok(all)
    }
    fn set_values(&mut self, field: Field, x: &[f64]) -> Result<(), Failure> {
        let (at, width) = self.component(component(field));
        length(self.nsim() * width, x.len())?;
        if width > 0 {
            for (sim, row) in x.chunks_exact(width).enumerate() {
                self.state().write_f64(sim * self.nstate() + at, row);
            }
        }
        Ok(())
    }
    fn advance(&mut self, nstep: usize) -> Result<(), Failure> {
        let task = Task::Step { nstep, stage: Stage::None, policy: Policy::Quarantine, post: false };
        self.run(None, task, None)
    }
    fn restart(&mut self, mask: &[bool]) -> Result<(), Failure> {
        length(self.nsim(), mask.len())?;
        let ids: Vec<usize> = (0..mask.len()).filter(|&i| mask[i]).collect();
        self.run(Some(&ids), Task::Reset { keys: None, stage: Stage::None }, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_model::assets::NoAssets;

    fn drop_all(sims: &mut impl Simulations) -> f64 {
        sims.advance(100).expect("steps");
        sims.values(Field::Qpos).expect("positions")[2]
    }

    #[test]
    fn a_batch_is_read_set_stepped_and_put_back() {
        let xml = "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='.1'/></body><body><joint name='j'/><geom size='.1' pos='1 0 0' contype='0' conaffinity='0'/></body></worldbody>\
                   <actuator><motor joint='j'/></actuator></mujoco>";
        let spec = stiction_mjcf::load("drop.xml", xml, &NoAssets, &Default::default()).expect("a file").spec;
        let m = stiction_model::compile::compile(&spec, &NoAssets).expect("a model").model;
        let mut batch = Batch::new(&m, 3, 2, false).expect("a batch");
        assert_eq!(Field::ALL.map(|f| batch.width(f)), [8, 7, 7, 1, 0]);
        let z = drop_all(&mut batch);
        // semi-implicit Euler falls by g h² n (n + 1) / 2
        assert!((z - (1.0 - 9.81 * 4e-6 * 5050.0)).abs() < 1e-9, "{z}");
        batch.set_values(Field::Ctrl, &[0.0, 1.0, -1.0]).expect("controls");
        batch.advance(1).expect("a step");
        let v = batch.values(Field::Qvel).expect("velocities");
        assert!(v[6 + 7] > v[6] && v[6] > v[6 + 14]);
        batch.restart(&[false, true, false]).expect("a reset");
        let q = batch.values(Field::Qpos).expect("positions");
        assert_eq!(q[8..16], m.qpos0[..]);
        assert!(q[2] < 1.0 && q[18] < 1.0);
        assert!(
            batch.set_values(Field::Ctrl, &[0.0; 2]).is_err_and(|e| e.to_string().contains("3 are needed"))
        );
        assert!(batch.restart(&[true]).is_err());
    }
}
