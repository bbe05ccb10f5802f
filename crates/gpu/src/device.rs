//! Worlds on a device: memory, launches, state in and out.
//!
//! NVIDIA's driver is looked for when a batch is made, not when the program is built or started. The kernels are PTX text that the
//! driver compiles for the card it finds. Calls go to one stream, the device's default one unless [`Worlds::set_stream`] names another, and
//! do not wait; only reading does.

use crate::look::{Items, Output};
use crate::tables::{Kernel, Tables, Unsupported};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, DriverError, LaunchConfig,
    PushKernelArg, ValidAsZeroBits,
};
use cudarc::nvrtc::Ptx;
use std::sync::Arc;
use stiction_batch::{Field, Simulations};
use stiction_kernel::exact::Verdict;
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
    /// Models of the worlds that differ in more than numbers.
    Structure,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::NoDriver => write!(f, "no GPU: NVIDIA's driver (libcuda) was not found"),
            Error::Driver(e) => write!(f, "the GPU's driver: {e}"),
            Error::Unsupported(e) => e.fmt(f),
            Error::Length(want, got) => write!(f, "an array of {got} numbers where {want} are needed"),
            Error::Structure => {
                write!(f, "the models of the worlds may differ in numbers only, not in structure")
            }
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
    /// PTX and name of every [`Kernel`](crate::Kernel).
    const KERNELS: &'static [(&'static str, &'static str)];
    /// The same of the kernel that looks.
    const LOOK: (&'static str, &'static str);
}
impl Scalar for f32 {
    const KERNELS: &'static [(&'static str, &'static str)] = &[
        (include_str!("../ptx/step_f32.ptx"), "step_f32"),
        (include_str!("../ptx/step_f32_loops.ptx"), "step_f32_loops"),
        (include_str!("../ptx/step_f32_spins.ptx"), "step_f32_spins"),
        (include_str!("../ptx/step_f32_full.ptx"), "step_f32_full"),
        (include_str!("../ptx/step_f32_wide.ptx"), "step_f32_wide"),
        (include_str!("../ptx/step_f32_sweeps.ptx"), "step_f32_sweeps"),
    ];
    const LOOK: (&'static str, &'static str) = (include_str!("../ptx/look_f32.ptx"), "look_f32");
}
impl Scalar for f64 {
    const KERNELS: &'static [(&'static str, &'static str)] = &[
        (include_str!("../ptx/step_f64.ptx"), "step_f64"),
        (include_str!("../ptx/step_f64_loops.ptx"), "step_f64_loops"),
        (include_str!("../ptx/step_f64_spins.ptx"), "step_f64_spins"),
        (include_str!("../ptx/step_f64_full.ptx"), "step_f64_full"),
        (include_str!("../ptx/step_f64_wide.ptx"), "step_f64_wide"),
        (include_str!("../ptx/step_f64_sweeps.ptx"), "step_f64_sweeps"),
        (include_str!("../ptx/step_f64_exact.ptx"), "step_f64_exact"),
    ];
    const LOOK: (&'static str, &'static str) = (include_str!("../ptx/look_f64.ptx"), "look_f64");
}

/// The kernel that puts worlds back.
const RESET: &str = include_str!("../ptx/reset.ptx");

/// [`Shape`] as a kernel's argument.
#[repr(transparent)]
struct Argument(Shape);
// SAFETY: integers in C's layout, as the kernels declare them.
unsafe impl DeviceRepr for Argument {}

/// Words per world of [`Worlds::tallies`].
pub const TALLY: usize = 8;

/// Numbers per world at [`Worlds::verdict_address`].
pub const VERDICT: usize = 4;

/// Controls of a launch.
#[derive(Clone, Copy, Debug)]
pub enum Controls<'a, F> {
    /// Those of [`Field::Ctrl`], held.
    Held,
    /// A set of all worlds for every step.
    Each(&'a [F]),
    /// The same in the device's memory, by its address.
    At(u64),
}

/// Worlds of one model on a device.
pub struct Worlds<F: Scalar> {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    kernel: CudaFunction,
    reset: CudaFunction,
    tables: Tables<F>,
    nworld: usize,
    numbers: CudaSlice<F>,
    /// How far apart the numbers of two worlds are; 0 if all share them.
    own: u32,
    indices: CudaSlice<u32>,
    qpos: CudaSlice<F>,
    qvel: CudaSlice<F>,
    qacc: CudaSlice<F>,
    ctrl: CudaSlice<F>,
    /// Controls of the steps of a launch, if they came from the host.
    each: Option<CudaSlice<F>>,
    tally: CudaSlice<u32>,
    memo: CudaSlice<u32>,
    act: CudaSlice<F>,
    /// Under the hard law: what the steps of the last launch are worth, [`VERDICT`] numbers per world.
    verdict: Option<CudaSlice<F>>,
    /// Where a restart leads to.
    start: Vec<F>,
    look: CudaFunction,
    /// Outputs that were asked for so far.
    views: Vec<View<F>>,
}

/// An output: its items, and its values when it was last asked for.
struct View<F> {
    output: Output,
    items: CudaSlice<u32>,
    count: u32,
    width: usize,
    values: CudaSlice<F>,
}

impl<F: Scalar> Worlds<F> {
    /// `nworld` worlds in the reference configuration, on device number `device`.
    ///
    /// # Errors
    /// No driver, or a feature that the kernels do not have.
    pub fn new(m: &Model, nworld: usize, device: usize) -> Result<Self, Error> {
        let start: Vec<F> = m.qpos0.iter().map(|&x| F::of(x)).collect();
        Self::from_tables(Tables::new(m)?, &start, nworld, device)
    }

    /// The same from tables and one configuration.
    ///
    /// # Errors
    /// No driver.
    pub fn from_tables(t: Tables<F>, start: &[F], nworld: usize, device: usize) -> Result<Self, Error> {
        // SAFETY: opens the driver's library, which runs its initialisation.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            return Err(Error::NoDriver);
        }
        let context = CudaContext::new(device)?;
        let stream = context.default_stream();
        let Some(&(ptx, name)) = F::KERNELS.get(t.kernel as usize) else {
            return Err(Unsupported(vec!["the hard law in single precision".into()]).into());
        };
        let kernel = context.load_module(Ptx::from_src(ptx))?.load_function(name)?;
        let bytes = t.shape.words * size_of::<F>() as u32;
        if bytes > 48 << 10 {
            use cudarc::driver::sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            kernel.set_attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes as i32)?;
        }
        let reset = context.load_module(Ptx::from_src(RESET))?.load_function("reset")?;
        let (nv, nu) = (t.shape.nv as usize, t.shape.nu as usize);
        Ok(Worlds {
            kernel,
            reset,
            nworld,
            numbers: stream.clone_htod(&t.numbers)?,
            own: 0,
            indices: stream.clone_htod(&t.indices)?,
            qpos: match start.len() {
                0 => stream.alloc_zeros(1)?,
                _ => stream.clone_htod(&start.repeat(nworld))?,
            },
            // no memory is no address
            qvel: stream.alloc_zeros((nworld * nv).max(1))?,
            qacc: stream.alloc_zeros((nworld * nv).max(1))?,
            ctrl: stream.alloc_zeros((nworld * nu).max(1))?,
            each: None,
            tally: stream.alloc_zeros(nworld * TALLY)?,
            memo: stream.alloc_zeros(nworld * 32)?,
            act: stream.alloc_zeros((nworld * t.shape.na as usize).max(1))?,
            verdict: match t.kernel {
                Kernel::Exact => Some(stream.alloc_zeros(nworld * VERDICT)?),
                _ => None,
            },
            start: start.to_vec(),
            look: context.load_module(Ptx::from_src(F::LOOK.0))?.load_function(F::LOOK.1)?,
            views: Vec::new(),
            tables: t,
            context,
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
    /// Numbers of a field per world.
    pub fn width(&self, field: Field) -> usize {
        let sh = &self.tables.shape;
        (match field {
            Field::Qpos => sh.nq,
            Field::Qvel | Field::Qacc => sh.nv,
            Field::Ctrl => sh.nu,
            Field::Act => sh.na,
        }) as usize
    }

    fn array(&self, field: Field) -> &CudaSlice<F> {
        match field {
            Field::Qpos => &self.qpos,
            Field::Qvel => &self.qvel,
            Field::Qacc => &self.qacc,
            Field::Ctrl => &self.ctrl,
            Field::Act => &self.act,
        }
    }

    /// Address of a field in the device's memory: rows of [`Self::width`] numbers, one per world. It stays where it is.
    pub fn address(&self, field: Field) -> u64 {
        self.array(field).device_ptr(&self.stream).0
    }
    /// Address of the controls that the last [`Controls::Each`] brought; 0 if none did.
    pub fn controls_address(&self) -> u64 {
        self.each.as_ref().map_or(0, |x| x.device_ptr(&self.stream).0)
    }
    /// Address of the tallies, [`TALLY`] integers per world.
    pub fn tally_address(&self) -> u64 {
        self.tally.device_ptr(&self.stream).0
    }

    /// Address of the verdicts on the steps of the last launch, [`VERDICT`] numbers per world: the largest violation (m/s), the largest depth (m),
    /// who was off most ([`Tables::who`]), and 1 if a step ended above the tolerance. `None` under the soft law.
    pub fn verdict_address(&self) -> Option<u64> {
        self.verdict.as_ref().map(|x| x.device_ptr(&self.stream).0)
    }

    /// Calls go to this stream of the driver from now on; 0 is the default one.
    ///
    /// # Safety
    /// A stream of this device that outlives the calls.
    pub unsafe fn set_stream(&mut self, stream: u64) {
        self.stream = if stream == 0 {
            self.context.default_stream()
        } else {
            // SAFETY: the caller's.
            unsafe { self.context.wrap_borrowed_stream(stream as *mut _) }
        };
    }

    /// Gives every world numbers of its own, from models that are alike but for numbers.
    ///
    /// # Errors
    /// Another number of models than worlds, another structure, a feature that the kernels do not have, or the driver's.
    pub fn set_models<'a>(&mut self, models: impl ExactSizeIterator<Item = &'a Model>) -> Result<(), Error> {
        if models.len() != self.nworld {
            return Err(Error::Length(self.nworld, models.len()));
        }
        let mut all = Vec::with_capacity(self.nworld * self.tables.numbers.len());
        for m in models {
            let t = Tables::<F>::new(m)?;
            let own = &self.tables;
            if (t.shape, t.kernel, &t.indices) != (own.shape, own.kernel, &own.indices) {
                return Err(Error::Structure);
            }
            all.extend_from_slice(&t.numbers);
        }
        self.numbers = self.stream.clone_htod(&all)?;
        self.own = self.tables.numbers.len() as u32;
        Ok(())
    }

    /// Advances all worlds by `steps` steps in one launch. Does not wait.
    ///
    /// # Errors
    /// Too few controls, or the driver's.
    pub fn step(&mut self, steps: u32, controls: Controls<'_, F>) -> Result<(), Error> {
        let one = self.nworld * self.tables.shape.nu as usize;
        let (mut at, mut stride) = (self.address(Field::Ctrl), 0);
        match controls {
            Controls::Held => {}
            Controls::Each(x) => {
                if x.len() != one * steps as usize {
                    return Err(Error::Length(one * steps as usize, x.len()));
                }
                // an empty array has no address
                if !x.is_empty() {
                    let each = match self.each.take() {
                        Some(mut old) if old.len() == x.len() => {
                            self.stream.memcpy_htod(x, &mut old)?;
                            old
                        }
                        _ => self.stream.clone_htod(x)?,
                    };
                    (at, stride) = (each.device_ptr(&self.stream).0, one as u32);
                    self.each = Some(each);
                }
            }
            Controls::At(address) => (at, stride) = (address, one as u32),
        }
        self.launch(steps, at, stride)
    }

    fn launch(&mut self, steps: u32, ctrl: u64, stride: u32) -> Result<(), Error> {
        let config = LaunchConfig {
            grid_dim: (self.nworld as u32, 1, 1),
            block_dim: (32, 1, 1),
            shared_mem_bytes: self.tables.shape.words * size_of::<F>() as u32,
        };
        let shape = Argument(self.tables.shape);
        let mut launch = self.stream.launch_builder(&self.kernel);
        launch.arg(&shape).arg(&self.numbers).arg(&self.own).arg(&self.indices);
        launch.arg(&mut self.qpos).arg(&mut self.qvel).arg(&mut self.qacc);
        launch
            .arg(&ctrl)
            .arg(&mut self.tally)
            .arg(&mut self.memo)
            .arg(&mut self.act)
            .arg(&steps)
            .arg(&stride);
        if let Some(verdict) = &mut self.verdict {
            launch.arg(verdict);
        }
        // SAFETY: the arguments of the kernel, arrays of the sizes in the tables for every block, shared memory as the layout asks.
        unsafe { launch.launch(config)? };
        Ok(())
    }

    /// Puts the worlds of a mask (one byte every `stride` bytes, in the device's memory) to these coordinates, velocities, controls and activations,
    /// and their flags to zero. Does not wait for the device.
    ///
    /// # Errors
    /// Wrong lengths, or the driver's.
    pub fn reset_at(&mut self, mask: u64, stride: u32, start: [&[F]; 4]) -> Result<(), Error> {
        for (field, x) in [Field::Qpos, Field::Qvel, Field::Ctrl, Field::Act].into_iter().zip(start) {
            if x.len() != self.width(field) {
                return Err(Error::Length(self.width(field), x.len()));
            }
        }
        let start = self.stream.clone_htod(&start.concat())?;
        let wide = (size_of::<F>() / 4) as u32;
        let sh = self.tables.shape;
        let config =
            LaunchConfig { grid_dim: (self.nworld as u32, 1, 1), block_dim: (32, 1, 1), shared_mem_bytes: 0 };
        let mut launch = self.stream.launch_builder(&self.reset);
        launch.arg(&mask).arg(&stride).arg(&start).arg(&wide);
        launch.arg(&sh.nq).arg(&sh.nv).arg(&sh.nu).arg(&sh.na);
        launch.arg(&mut self.qpos).arg(&mut self.qvel).arg(&mut self.qacc).arg(&mut self.ctrl);
        launch.arg(&mut self.act).arg(&mut self.tally).arg(&mut self.memo);
        // SAFETY: the arguments of the kernel and arrays of these sizes for every block.
        unsafe { launch.launch(config)? };
        Ok(())
    }

    /// The same for a mask of the host.
    ///
    /// # Errors
    /// Wrong lengths, or the driver's.
    pub fn reset(&mut self, mask: &[bool], start: [&[F]; 4]) -> Result<(), Error> {
        if mask.len() != self.nworld {
            return Err(Error::Length(self.nworld, mask.len()));
        }
        let bytes: Vec<u8> = mask.iter().map(|&m| u8::from(m)).collect();
        let mask = self.stream.clone_htod(&bytes)?;
        let at = mask.device_ptr(&self.stream).0;
        self.reset_at(at, 1, start)
    }

    /// Computes an output of all worlds at their present states; does not wait. `m` is the model they were made of. Returns the address of
    /// the values in the device's memory, which stays the same, and how many each world has.
    ///
    /// # Errors
    /// Sensors that the kernels do not have, or the driver's.
    pub fn look(&mut self, m: &Model, output: Output) -> Result<(u64, usize), Error> {
        let sh = self.tables.shape;
        let at = match self.views.iter().position(|v| v.output == output) {
            Some(at) => at,
            None => {
                let Items { words, width } = Items::new(m, &sh, output)?;
                let count = (words.len() / 4) as u32;
                // no memory is no address
                let items =
                    if count == 0 { self.stream.alloc_zeros(1)? } else { self.stream.clone_htod(&words)? };
                let values = self.stream.alloc_zeros((self.nworld * width).max(1))?;
                self.views.push(View { output, items, count, width, values });
                self.views.len() - 1
            }
        };
        let config = LaunchConfig {
            grid_dim: (self.nworld as u32, 1, 1),
            block_dim: (32, 1, 1),
            shared_mem_bytes: stiction_kernel::look::words(&sh) * size_of::<F>() as u32,
        };
        let (shape, view) = (Argument(sh), &mut self.views[at]);
        let width = view.width as u32;
        let mut launch = self.stream.launch_builder(&self.look);
        launch.arg(&shape).arg(&self.numbers).arg(&self.own).arg(&self.indices);
        launch.arg(&mut self.qpos).arg(&mut self.qvel).arg(&mut self.qacc).arg(&mut self.memo);
        launch.arg(&view.items).arg(&view.count).arg(&mut view.values).arg(&width);
        // SAFETY: the arguments of the kernel, arrays of the sizes in the tables and in the items for every block, shared memory as it asks.
        unsafe { launch.launch(config)? };
        Ok((view.values.device_ptr(&self.stream).0, view.width))
    }

    /// The values of an output that was asked for, all worlds one after the other; empty if it was not. Waits.
    ///
    /// # Errors
    /// The driver's.
    pub fn seen(&self, output: Output) -> Result<Vec<F>, Error> {
        let Some(view) = self.views.iter().find(|v| v.output == output) else { return Ok(Vec::new()) };
        let mut all = self.stream.clone_dtoh(&view.values)?;
        all.truncate(self.nworld * view.width);
        Ok(all)
    }

    /// Waits for all calls.
    ///
    /// # Errors
    /// The driver's, also of earlier calls.
    pub fn wait(&self) -> Result<(), Error> {
        Ok(self.stream.synchronize()?)
    }

    /// A field of all worlds; waits.
    ///
    /// # Errors
    /// The driver's.
    pub fn read(&self, field: Field) -> Result<Vec<F>, Error> {
        let mut all = self.stream.clone_dtoh(self.array(field))?;
        all.truncate(self.nworld * self.width(field));
        Ok(all)
    }

    /// Sets a field of all worlds. New coordinates forget what a solve would begin with, so that a run does not depend on what was before.
    ///
    /// # Errors
    /// Wrong length, or the driver's.
    pub fn write(&mut self, field: Field, x: &[F]) -> Result<(), Error> {
        let want = self.nworld * self.width(field);
        if x.len() != want {
            return Err(Error::Length(want, x.len()));
        }
        if want == 0 {
            return Ok(());
        }
        let to = match field {
            Field::Qpos => &mut self.qpos,
            Field::Qvel => &mut self.qvel,
            Field::Qacc => &mut self.qacc,
            Field::Ctrl => &mut self.ctrl,
            Field::Act => &mut self.act,
        };
        self.stream.memcpy_htod(x, to)?;
        if field == Field::Qpos {
            self.stream.memset_zeros(&mut self.memo)?;
        }
        Ok(())
    }

    /// Under the hard law, of every world over the steps of the last launch: how far the worst contact or row was from its law (m/s), the depth
    /// of the deepest contact (m), who was off most ([`Verdict::worst`]), and whether a step ended above the tolerance. Empty under the soft law.
    ///
    /// # Errors
    /// The driver's.
    pub fn verdicts(&self) -> Result<Vec<(Verdict<F>, bool)>, Error> {
        let Some(verdict) = &self.verdict else { return Ok(Vec::new()) };
        let all = self.stream.clone_dtoh(verdict)?;
        let of = |v: &[F]| {
            (Verdict { violation: v[0], depth: v[1], worst: v[2].to_f64() as u32 }, v[3] > F::of(0.0))
        };
        Ok(all.chunks_exact(VERDICT).map(of).collect())
    }

    /// The tables it runs on.
    pub fn tables(&self) -> &Tables<F> {
        &self.tables
    }

    /// Counts of every world since it was made: contacts, Hessians, line searches; then, since its last reset, 1 if contacts were left out,
    /// 1 if a solve was cut off, 1 if a step led to numbers that are not finite, and the number of steps.
    ///
    /// # Errors
    /// The driver's.
    pub fn tallies(&self) -> Result<Vec<[u32; TALLY]>, Error> {
        let all = self.stream.clone_dtoh(&self.tally)?;
        Ok(all.chunks_exact(TALLY).map(|t| core::array::from_fn(|k| t[k])).collect())
    }
}

impl<F: Scalar> Simulations for Worlds<F> {
    type Error = Error;

    fn count(&self) -> usize {
        self.nworld
    }
    fn width(&self, field: Field) -> usize {
        Worlds::width(self, field)
    }
    fn values(&self, field: Field) -> Result<Vec<f64>, Error> {
        Ok(self.read(field)?.iter().map(|x| x.to_f64()).collect())
    }
    fn set_values(&mut self, field: Field, x: &[f64]) -> Result<(), Error> {
        self.write(field, &x.iter().map(|&x| F::of(x)).collect::<Vec<F>>())
    }
    fn advance(&mut self, nstep: usize) -> Result<(), Error> {
        self.step(nstep as u32, Controls::Held)
    }
    fn restart(&mut self, mask: &[bool]) -> Result<(), Error> {
        let zero = F::of(0.0);
        let sh = self.tables.shape;
        let start = self.start.clone();
        let [v, u, w] = [sh.nv, sh.nu, sh.na].map(|n| vec![zero; n as usize]);
        self.reset(mask, [&start, &v, &u, &w])
    }
}
