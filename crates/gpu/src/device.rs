//! Worlds on a device: memory, launches, state in and out.
//!
//! NVIDIA's driver is looked for when a batch is made, not when the program is built or started. The kernels are PTX text that the
//! driver compiles for the card it finds.

use crate::tables::{Tables, Unsupported};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DeviceRepr, DriverError, LaunchConfig, PushKernelArg,
    ValidAsZeroBits,
};
use cudarc::nvrtc::Ptx;
use std::sync::Arc;
use stiction_kernel::real::Real;
use stiction_kernel::tables::Shape;
use stiction_model::Model;

/// Why there is no batch on a device.
#[derive(Debug)]
pub enum Error {
    /// NVIDIA's driver is not installed.
    NoDriver,
    /// The driver refused.
    Driver(DriverError),
    /// The model has something that the kernels do not.
    Unsupported(Unsupported),
    /// An array of the wrong length: expected, given.
    Length(usize, usize),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::NoDriver => write!(f, "no GPU: NVIDIA's driver (libcuda) was not found"),
            Error::Driver(e) => write!(f, "the GPU's driver: {e}"),
            Error::Unsupported(e) => e.fmt(f),
            Error::Length(want, got) => write!(f, "an array of {got} numbers where {want} are needed"),
        }
    }
}
impl std::error::Error for Error {}
impl From<DriverError> for Error {
    fn from(e: DriverError) -> Self {
        Error::Driver(e)
    }
}
impl From<Unsupported> for Error {
    fn from(e: Unsupported) -> Self {
        Error::Unsupported(e)
    }
}

/// A scalar that kernels exist for.
pub trait Scalar: Real + DeviceRepr + ValidAsZeroBits + Unpin + 'static {
    /// PTX and name of the kernel for models without and with equalities, and with spins.
    const KERNELS: [(&'static str, &'static str); 3];
}
impl Scalar for f32 {
    const KERNELS: [(&'static str, &'static str); 3] = [
        (include_str!("../ptx/step_f32.ptx"), "step_f32"),
        (include_str!("../ptx/step_f32_loops.ptx"), "step_f32_loops"),
        (include_str!("../ptx/step_f32_spins.ptx"), "step_f32_spins"),
    ];
}
impl Scalar for f64 {
    const KERNELS: [(&'static str, &'static str); 3] = [
        (include_str!("../ptx/step_f64.ptx"), "step_f64"),
        (include_str!("../ptx/step_f64_loops.ptx"), "step_f64_loops"),
        (include_str!("../ptx/step_f64_spins.ptx"), "step_f64_spins"),
    ];
}

/// [`Shape`] as a kernel's argument.
#[repr(transparent)]
struct Argument(Shape);
// SAFETY: integers in C's layout, as the kernels declare them.
unsafe impl DeviceRepr for Argument {}

/// Worlds of one model on a device.
pub struct Worlds<F: Scalar> {
    stream: Arc<CudaStream>,
    kernel: CudaFunction,
    shape: Shape,
    nworld: usize,
    numbers: CudaSlice<F>,
    indices: CudaSlice<u32>,
    qpos: CudaSlice<F>,
    qvel: CudaSlice<F>,
    qacc: CudaSlice<F>,
    ctrl: CudaSlice<F>,
    tally: CudaSlice<u32>,
    memo: CudaSlice<u32>,
    start: Vec<F>,
}

impl<F: Scalar> Worlds<F> {
    /// `nworld` worlds in the reference configuration, on the first device.
    ///
    /// # Errors
    /// No driver, or a feature that the kernels do not have.
    pub fn new(m: &Model, nworld: usize) -> Result<Self, Error> {
        let start: Vec<F> = m.qpos0.iter().map(|&x| F::of(x)).collect();
        Self::from_tables(&Tables::new(m)?, &start, nworld)
    }

    /// The same from tables and one configuration.
    ///
    /// # Errors
    /// No driver.
    pub fn from_tables(t: &Tables<F>, start: &[F], nworld: usize) -> Result<Self, Error> {
        // SAFETY: opens the driver's library, which runs its initialisation.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            return Err(Error::NoDriver);
        }
        let context = CudaContext::new(0)?;
        let stream = context.default_stream();
        let (ptx, name) = F::KERNELS[if t.spins { 2 } else { usize::from(t.shape.neq > 0) }];
        let kernel = context.load_module(Ptx::from_src(ptx))?.load_function(name)?;
        let (nv, nu) = (t.shape.nv as usize, t.shape.nu as usize);
        Ok(Worlds {
            kernel,
            shape: t.shape,
            nworld,
            numbers: stream.clone_htod(&t.numbers)?,
            indices: stream.clone_htod(&t.indices)?,
            qpos: stream.clone_htod(&start.repeat(nworld))?,
            qvel: stream.alloc_zeros(nworld * nv)?,
            qacc: stream.alloc_zeros(nworld * nv)?,
            ctrl: stream.alloc_zeros((nworld * nu).max(1))?,
            tally: stream.alloc_zeros(nworld * 8)?,
            memo: stream.alloc_zeros(nworld * 32)?,
            start: start.to_vec(),
            stream,
        })
    }

    /// Number of worlds.
    pub fn len(&self) -> usize {
        self.nworld
    }
    /// True without worlds.
    pub fn is_empty(&self) -> bool {
        self.nworld == 0
    }

    /// Controls, world by world: one set that is held, or several for the steps of a launch.
    ///
    /// # Errors
    /// A length that is no multiple of worlds times controls, or the driver's.
    pub fn set_ctrl(&mut self, ctrl: &[F]) -> Result<(), Error> {
        let one = self.nworld * self.shape.nu as usize;
        if one == 0 || ctrl.is_empty() || !ctrl.len().is_multiple_of(one) {
            return Err(Error::Length(one, ctrl.len()));
        }
        if ctrl.len() != self.ctrl.len() {
            self.ctrl = self.stream.clone_htod(ctrl)?;
        } else {
            self.stream.memcpy_htod(ctrl, &mut self.ctrl)?;
        }
        Ok(())
    }

    /// Advances all worlds by `steps` steps in one launch, from set `first` of the controls on; with one set it is held. Does not wait.
    ///
    /// # Errors
    /// Fewer sets of controls than steps, or the driver's.
    pub fn launch(&mut self, steps: u32, first: usize) -> Result<(), Error> {
        let one = self.nworld * self.shape.nu as usize;
        let sets = self.ctrl.len().checked_div(one).unwrap_or(1);
        let stride = if sets > 1 { one } else { 0 };
        if sets > 1 && first + steps as usize > sets {
            return Err(Error::Length((first + steps as usize) * one, self.ctrl.len()));
        }
        let config = LaunchConfig {
            grid_dim: (self.nworld as u32, 1, 1),
            block_dim: (32, 1, 1),
            shared_mem_bytes: self.shape.words * size_of::<F>() as u32,
        };
        let (shape, stride) = (Argument(self.shape), stride as u32);
        let ctrl = self.ctrl.slice(first * stride as usize..);
        let mut launch = self.stream.launch_builder(&self.kernel);
        launch.arg(&shape).arg(&self.numbers).arg(&self.indices);
        launch.arg(&mut self.qpos).arg(&mut self.qvel).arg(&mut self.qacc);
        launch.arg(&ctrl).arg(&mut self.tally).arg(&mut self.memo).arg(&steps).arg(&stride);
        // SAFETY: the arguments of the kernel, arrays of the sizes in `shape` for every block, shared memory as the layout asks.
        unsafe { launch.launch(config)? };
        Ok(())
    }

    /// Waits for all launches.
    ///
    /// # Errors
    /// The driver's, also of earlier launches.
    pub fn wait(&self) -> Result<(), Error> {
        Ok(self.stream.synchronize()?)
    }

    /// Coordinates, velocities and accelerations of all worlds; waits.
    ///
    /// # Errors
    /// The driver's.
    pub fn state(&self) -> Result<[Vec<F>; 3], Error> {
        let s = &self.stream;
        Ok([s.clone_dtoh(&self.qpos)?, s.clone_dtoh(&self.qvel)?, s.clone_dtoh(&self.qacc)?])
    }

    /// Sets coordinates, velocities and accelerations of all worlds.
    ///
    /// # Errors
    /// Wrong lengths, or the driver's.
    pub fn set_state(&mut self, state: [&[F]; 3]) -> Result<(), Error> {
        let to = [&mut self.qpos, &mut self.qvel, &mut self.qacc];
        for (from, to) in state.into_iter().zip(to) {
            if from.len() != to.len() {
                return Err(Error::Length(to.len(), from.len()));
            }
            self.stream.memcpy_htod(from, to)?;
        }
        // what a solve begins with must not depend on where the worlds were before
        Ok(self.stream.memset_zeros(&mut self.memo)?)
    }

    /// Puts the worlds of the mask back to where all began.
    ///
    /// # Errors
    /// Wrong length, or the driver's.
    pub fn reset(&mut self, mask: &[bool]) -> Result<(), Error> {
        if mask.len() != self.nworld {
            return Err(Error::Length(self.nworld, mask.len()));
        }
        let [mut q, mut v, mut a] = self.state()?;
        let nv = self.shape.nv as usize;
        for w in mask.iter().enumerate().filter_map(|(w, &m)| m.then_some(w)) {
            q[w * self.start.len()..(w + 1) * self.start.len()].copy_from_slice(&self.start);
            v[w * nv..(w + 1) * nv].fill(F::of(0.0));
            a[w * nv..(w + 1) * nv].fill(F::of(0.0));
        }
        self.set_state([&q, &v, &a])
    }

    /// Counts of every world since it was made: contacts, Hessians, line searches, then 1 if contacts were left out, 1 if a solve was cut off.
    ///
    /// # Errors
    /// The driver's.
    pub fn tallies(&self) -> Result<Vec<[u32; 5]>, Error> {
        let all = self.stream.clone_dtoh(&self.tally)?;
        Ok(all.chunks_exact(8).map(|t| [t[0], t[1], t[2], t[3], t[4]]).collect())
    }
}
