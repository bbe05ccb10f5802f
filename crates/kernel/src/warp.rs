//! A warp of a device as a group of lanes, and the kernels' entries.
//!
//! Collective operations are the compiler's own intrinsics, which it knows not to move into branches. Registers are plain values: indexing by a lane
//! costs nothing. One warp is one block and one world.

use crate::lanes::{Lane, Lanes};
use crate::real::Real;
use crate::step::{State, Tally, step};
use crate::tables::{Shape, flag, idof};
use core::cell::Cell;
use core::ops::{Index, IndexMut};

// loops are unrolled where the source says so, and nowhere else: code has to fit the instruction cache
core::arch::global_asm!(".pragma \"nounroll\";");

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: ends the kernel with an error that the host sees.
    unsafe { core::arch::nvptx::trap() }
}

mod intrinsic {
    unsafe extern "unadjusted" {
        #[link_name = "llvm.nvvm.shfl.sync.idx.i32"]
        pub fn shuffle(mask: u32, x: u32, lane: u32, clamp: u32) -> u32;
        #[link_name = "llvm.nvvm.shfl.sync.idx.f32"]
        pub fn shuffle_f(mask: u32, x: f32, lane: u32, clamp: u32) -> f32;
        #[link_name = "llvm.nvvm.shfl.sync.bfly.i32"]
        pub fn butterfly(mask: u32, x: u32, lane: u32, clamp: u32) -> u32;
        #[link_name = "llvm.nvvm.vote.ballot.sync"]
        pub fn ballot(mask: u32, p: bool) -> u32;
        #[link_name = "llvm.nvvm.bar.warp.sync"]
        pub fn sync(mask: u32);
        #[link_name = "llvm.fma.f32"]
        pub fn fma32(a: f32, b: f32, c: f32) -> f32;
        #[link_name = "llvm.fma.f64"]
        pub fn fma(a: f64, b: f64, c: f64) -> f64;
        #[link_name = "llvm.sqrt.f32"]
        pub fn root32(a: f32) -> f32;
        #[link_name = "llvm.sqrt.f64"]
        pub fn root(a: f64) -> f64;
    }
}

const ALL: u32 = !0;

/// The operations that `core` does not have.
pub mod scalar {
    use super::intrinsic as i;
    macro_rules! pure {
        ($($name:ident($($a:ident),*) -> $t:ty),*) => { $(
            #[inline(always)]
            pub fn $name($($a: $t),*) -> $t {
                // SAFETY: arithmetic without side effects.
                unsafe { i::$name($($a),*) }
            }
        )* };
    }
    pure!(fma(a, b, c) -> f64, fma32(a, b, c) -> f32, root(a) -> f64, root32(a) -> f32);
}

#[repr(simd)]
#[derive(Clone, Copy)]
struct F4([f32; 4]);
#[repr(simd)]
#[derive(Clone, Copy)]
struct D2([f64; 2]);

/// What the width of a scalar decides.
trait Wide: Real {
    fn shuffle(self, lane: u32) -> Self;
    fn butterfly(self, mask: u32) -> Self;
    /// # Safety
    /// `p` is aligned to 16 bytes and in shared memory.
    unsafe fn load4(p: *const Self) -> [Self; 4];
}

impl Wide for f32 {
    #[inline(always)]
    fn shuffle(self, lane: u32) -> f32 {
        // SAFETY: all lanes are here.
        unsafe { intrinsic::shuffle_f(ALL, self, lane, 31) }
    }
    #[inline(always)]
    fn butterfly(self, mask: u32) -> f32 {
        // SAFETY: all lanes are here.
        f32::from_bits(unsafe { intrinsic::butterfly(ALL, self.to_bits(), mask, 31) })
    }
    #[inline(always)]
    unsafe fn load4(p: *const f32) -> [f32; 4] {
        use core::intrinsics::simd::simd_extract as e;
        // SAFETY: the caller's.
        unsafe {
            let v = *p.cast::<F4>();
            [e(v, 0), e(v, 1), e(v, 2), e(v, 3)]
        }
    }
}

impl Wide for f64 {
    #[inline(always)]
    fn shuffle(self, lane: u32) -> f64 {
        let b = self.to_bits();
        // SAFETY: all lanes are here.
        let half = |x: u32| u64::from(unsafe { intrinsic::shuffle(ALL, x, lane, 31) });
        f64::from_bits(half(b as u32) | half((b >> 32) as u32) << 32)
    }
    #[inline(always)]
    fn butterfly(self, mask: u32) -> f64 {
        let b = self.to_bits();
        // SAFETY: all lanes are here.
        let half = |x: u32| u64::from(unsafe { intrinsic::butterfly(ALL, x, mask, 31) });
        f64::from_bits(half(b as u32) | half((b >> 32) as u32) << 32)
    }
    #[inline(always)]
    unsafe fn load4(p: *const f64) -> [f64; 4] {
        use core::intrinsics::simd::simd_extract as e;
        // SAFETY: the caller's.
        unsafe {
            let (a, b) = (*p.cast::<D2>(), *p.add(2).cast::<D2>());
            [e(a, 0), e(a, 1), e(b, 0), e(b, 1)]
        }
    }
}

/// A register.
#[derive(Clone, Copy)]
pub struct One<T>(T);

impl<T> Index<Lane> for One<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, _: Lane) -> &T {
        &self.0
    }
}
impl<T> IndexMut<Lane> for One<T> {
    #[inline(always)]
    fn index_mut(&mut self, _: Lane) -> &mut T {
        &mut self.0
    }
}

/// This warp.
struct Warp<F> {
    memory: *mut F,
    numbers: *const F,
    indices: *const u32,
    lane: Cell<u32>,
}

impl<F> Warp<F> {
    #[inline(always)]
    fn me(&self) -> Lane {
        Lane(self.lane.get())
    }
}

impl<F: Wide> Lanes<F> for Warp<F> {
    type Reg<T: Copy> = One<T>;

    #[inline(always)]
    fn fill<T: Copy>(&self, x: T) -> One<T> {
        One(x)
    }
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(Lane)) {
        f(self.me());
    }
    #[inline(always)]
    fn sync(&self) {
        // SAFETY: all lanes are here.
        unsafe { intrinsic::sync(ALL) }
    }
    #[inline(always)]
    fn shuffle(&self, x: &One<F>, from: impl Fn(Lane) -> u32) -> One<F> {
        One(x.0.shuffle(from(self.me())))
    }
    #[inline(always)]
    fn shuffle_n<const N: usize>(&self, x: &One<[F; N]>, from: impl Fn(Lane) -> u32) -> One<[F; N]> {
        let lane = from(self.me());
        let mut y = *x;
        for c in 0..N {
            y.0[c] = x.0[c].shuffle(lane);
        }
        y
    }
    #[inline(always)]
    fn take(&self, x: &One<F>, lane: u32) -> F {
        x.0.shuffle(lane)
    }
    #[inline(always)]
    fn take_u(&self, x: &One<u32>, lane: u32) -> u32 {
        // SAFETY: all lanes are here.
        unsafe { intrinsic::shuffle(ALL, x.0, lane, 31) }
    }
    #[inline(always)]
    fn shuffle_u(&self, x: &One<u32>, from: impl Fn(Lane) -> u32) -> One<u32> {
        One(self.take_u(x, from(self.me())))
    }
    #[inline(always)]
    fn ballot(&self, mut f: impl FnMut(Lane) -> bool) -> u32 {
        let p = f(self.me());
        // SAFETY: all lanes are here.
        unsafe { intrinsic::ballot(ALL, p) }
    }
    #[inline(always)]
    fn sum(&self, mut f: impl FnMut(Lane) -> F) -> F {
        let mut x = f(self.me());
        x += x.butterfly(16);
        x += x.butterfly(8);
        x += x.butterfly(4);
        x += x.butterfly(2);
        x + x.butterfly(1)
    }
    #[inline(always)]
    fn ld(&self, _: Lane, i: u32) -> F {
        // SAFETY: within the words that the host gave, by the layout of `Shape`; emulated lanes check the same accesses.
        unsafe { *self.memory.add(i as usize) }
    }
    #[inline(always)]
    fn ld4(&self, _: Lane, i: u32) -> [F; 4] {
        // SAFETY: as in `ld`; i is a multiple of four and the memory is aligned to 16 bytes.
        unsafe { F::load4(self.memory.add(i as usize)) }
    }
    #[inline(always)]
    fn ld_any(&self, l: Lane, i: u32) -> F {
        self.ld(l, i)
    }
    #[inline(always)]
    fn st(&self, _: Lane, i: u32, x: F) {
        // SAFETY: as in `ld`.
        unsafe { *self.memory.add(i as usize) = x }
    }
    #[inline(always)]
    fn ld_c(&self, _: Lane, i: u32, c: u32) -> F {
        // SAFETY: as in `ld`.
        unsafe { *self.memory.add(i as usize).add(c as usize) }
    }
    #[inline(always)]
    fn ld4_c(&self, _: Lane, i: u32, c: u32) -> [F; 4] {
        // SAFETY: as in `ld4`.
        unsafe { F::load4(self.memory.add(i as usize).add(c as usize)) }
    }
    #[inline(always)]
    fn st_c(&self, _: Lane, i: u32, c: u32, x: F) {
        // SAFETY: as in `ld`.
        unsafe { *self.memory.add(i as usize).add(c as usize) = x }
    }
    #[inline(always)]
    fn ld_u(&self, _: Lane, i: u32) -> u32 {
        // SAFETY: as in `ld`; a word holds an integer.
        unsafe { *self.memory.add(i as usize).cast::<u32>() }
    }
    #[inline(always)]
    fn st_u(&self, _: Lane, i: u32, x: u32) {
        // SAFETY: as in `ld`; a word holds an integer.
        unsafe { *self.memory.add(i as usize).cast::<u32>() = x }
    }
    #[inline(always)]
    fn number(&self, i: u32) -> F {
        // SAFETY: within the tables, by the layout of `Shape`.
        unsafe { *self.numbers.add(i as usize) }
    }
    #[inline(always)]
    fn index(&self, i: u32) -> u32 {
        // SAFETY: within the tables, by the layout of `Shape`.
        unsafe { *self.indices.add(i as usize) }
    }
    #[inline(always)]
    fn refresh(&self) {
        let mut y = self.lane.get();
        // SAFETY: an empty line.
        unsafe { core::arch::asm!("/* {0} */", inout(reg32) y, options(nomem, nostack)) }
        self.lane.set(y & 31);
    }
    #[inline(always)]
    fn opaque(&self, x: u32) -> u32 {
        let mut y = x;
        // SAFETY: an empty line.
        unsafe { core::arch::asm!("/* {0} */", inout(reg32) y, options(pure, nomem, nostack)) }
        y
    }
}

/// Arrays of all worlds.
#[derive(Clone, Copy)]
struct Worlds<F> {
    numbers: *const F,
    indices: *const u32,
    qpos: *mut F,
    qvel: *mut F,
    qacc: *mut F,
    ctrl: *const F,
    tally: *mut u32,
    memo: *mut u32,
}

/// `steps` steps of the world of this block; the controls of step k stand `stride · k` numbers further.
///
/// # Safety
/// Arrays of the sizes in `sh`, for as many worlds as there are blocks.
#[inline(always)]
unsafe fn run<F: Wide, const DIM: usize, const EQ: bool>(sh: &Shape, w: Worlds<F>, steps: u32, stride: u32) {
    // SAFETY: registers of the hardware, and shared memory that the launch sized by `Shape::words`.
    let (lane, world, memory) = unsafe {
        (
            core::arch::nvptx::_thread_idx_x() as u32 & 31,
            core::arch::nvptx::_block_idx_x() as u32 as usize,
            core::intrinsics::gpu::gpu_launch_sized_workgroup_mem::<F4>().cast::<F>(),
        )
    };
    let g = Warp { memory, numbers: w.numbers, indices: w.indices, lane: Cell::new(lane) };
    let int = |field: u32| g.index(field * 32 + lane) as usize;
    let (here, turns) = (lane < sh.nv, int(idof::FLAGS) as u32 & flag::TURN != 0);
    let (q, v) = (world * sh.nq as usize, world * sh.nv as usize + lane as usize);
    let zero = F::of(0.0);
    // SAFETY: the caller's arrays.
    let mut st: State<F, Warp<F>> = unsafe {
        State {
            q: One(if here { *w.qpos.add(q + int(idof::QADR)) } else { zero }),
            w: One(if turns { *w.qpos.add(q + int(idof::WADR)) } else { zero }),
            v: One(if here { *w.qvel.add(v) } else { zero }),
            a: One(if here { *w.qacc.add(v) } else { zero }),
            memo: One(*w.memo.add(32 * world + lane as usize)),
        }
    };
    let mut tally = Tally::default();
    let mut ctrl = w.ctrl.wrapping_add(world * sh.nu as usize);
    let mut k = 0;
    while k < steps {
        // SAFETY: the caller's arrays.
        let input = |i: u32| unsafe { *ctrl.wrapping_add(i as usize) };
        step::<F, Warp<F>, DIM, EQ>(&g, sh, &mut st, &input, &mut tally);
        ctrl = ctrl.wrapping_add(stride as usize);
        k += 1;
    }
    // SAFETY: the caller's arrays.
    unsafe {
        if here {
            *w.qpos.add(q + int(idof::QADR)) = st.q.0;
            *w.qvel.add(v) = st.v.0;
            *w.qacc.add(v) = st.a.0;
        }
        if turns && int(idof::FRAME) as u32 == lane {
            *w.qpos.add(q + int(idof::WADR)) = st.w.0;
        }
        *w.memo.add(32 * world + lane as usize) = st.memo.0;
        if lane == 0 {
            let t = w.tally.add(8 * world);
            *t += tally.contacts;
            *t.add(1) += tally.builds;
            *t.add(2) += tally.searches;
            *t.add(3) |= tally.over;
            *t.add(4) |= tally.stopped;
        }
    }
}

macro_rules! entries {
    ($($name:ident: $F:ty, $dim:literal, $eq:literal;)*) => { $(
        /// # Safety
        /// As for [`run`].
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            sh: Shape,
            numbers: *const $F,
            indices: *const u32,
            qpos: *mut $F,
            qvel: *mut $F,
            qacc: *mut $F,
            ctrl: *const $F,
            tally: *mut u32,
            memo: *mut u32,
            steps: u32,
            stride: u32,
        ) {
            let w = Worlds { numbers, indices, qpos, qvel, qacc, ctrl, tally, memo };
            // SAFETY: the caller's.
            unsafe { run::<$F, $dim, $eq>(&sh, w, steps, stride) }
        }
    )* };
}

entries! {
    step_f32: f32, 3, false;
    step_f32_loops: f32, 3, true;
    step_f32_spins: f32, 6, true;
    step_f64: f64, 3, false;
    step_f64_loops: f64, 3, true;
    step_f64_spins: f64, 6, true;
}
