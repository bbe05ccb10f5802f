//! A warp of a device as a group of lanes.
//!
//! Collective operations are the compiler's own intrinsics, which it knows not to move into branches. Registers are plain values: indexing by a lane
//! costs nothing. One warp is one block and one world.

use crate::lanes::{Lane, Lanes};
use crate::real::Real;
use core::arch::asm;
use core::cell::Cell;
use core::intrinsics::gpu::gpu_launch_sized_workgroup_mem;
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
        #[link_name = "llvm.nvvm.vote.any.sync"]
        pub fn any(mask: u32, p: bool) -> bool;
        #[link_name = "llvm.nvvm.bar.warp.sync"]
        pub fn sync(mask: u32);
        #[link_name = "llvm.fma.f32"]
        pub fn fma32(a: f32, b: f32, c: f32) -> f32;
        #[link_name = "llvm.fma.f64"]
        pub fn fma(a: f64, b: f64, c: f64) -> f64;
    }
}

const ALL: u32 = !0;

/// The operations that `core` does not have.
pub mod scalar {
    use super::intrinsic as i;
    use core::arch::asm;
    macro_rules! pure {
        ($($name:ident($($a:ident),*) -> $t:ty),*) => { $(
            #[inline(always)]
            pub fn $name($($a: $t),*) -> $t {
                // SAFETY: arithmetic without side effects.
                unsafe { i::$name($($a),*) }
            }
        )* };
    }
    pure!(fma(a, b, c) -> f64, fma32(a, b, c) -> f32);

    macro_rules! table {
        ($op:literal, $x:expr, $t:ty, $class:ident) => {{
            let y: $t;
            // SAFETY: arithmetic without side effects.
            unsafe {
                asm!(concat!($op, " {0}, {1};"), out($class) y, in($class) $x, options(pure, nomem, nostack));
            }
            y
        }};
    }

    /// The hardware's estimate with the lower half that Newton's steps below round correctly from.
    #[inline(always)]
    fn estimate(y: f64, x: f64, low: u32) -> f64 {
        f64::from_bits(y.to_bits() | u64::from(((x.to_bits() >> 32) as u32).wrapping_add(low)))
    }

    // Estimates and the Newton steps of the compiler's own correctly rounded operations, without their branch for numbers near the ends
    // of the range.

    #[inline(always)]
    pub fn inv32(x: f32) -> f32 {
        let y = table!("rcp.approx.ftz.f32", x, f32, reg32);
        fma32(y, -fma32(x, y, -1.0), y)
    }
    #[inline(always)]
    pub fn root32(x: f32) -> f32 {
        let y = table!("rsqrt.approx.ftz.f32", x, f32, reg32);
        let g = x * y;
        fma32(fma32(-g, g, x), 0.5 * y, g)
    }
    #[inline(always)]
    pub fn inv(x: f64) -> f64 {
        let y = estimate(table!("rcp.approx.ftz.f64", x, f64, reg64), x, 0x0030_0402);
        let e = fma(-x, y, 1.0);
        let y = fma(y, fma(e, e, e), y);
        fma(y, fma(-x, y, 1.0), y)
    }
    #[inline(always)]
    pub fn root(x: f64) -> f64 {
        let y = estimate(table!("rsqrt.approx.ftz.f64", x, f64, reg64), x, 0xfcb0_0000);
        let e = fma(-(y * y), x, 1.0);
        let y = fma(fma(e, 0.375, 0.5), y * e, y);
        let g = x * y;
        fma(fma(-g, g, x), 0.5 * y, g)
    }
}

/// What shared memory is aligned to.
#[repr(C, align(16))]
struct Sixteen([u8; 16]);

/// What the width of a scalar decides.
pub trait Wide: Real {
    fn shuffle(self, lane: u32) -> Self;
    fn butterfly(self, mask: u32) -> Self;
    /// Bytes of a number.
    const BYTES: u32;
    /// # Safety
    /// A word of shared memory.
    unsafe fn load(at: u32) -> Self;
    /// # Safety
    /// Two aligned words of shared memory.
    unsafe fn load2(at: u32) -> [Self; 2];
    /// # Safety
    /// Four aligned words of shared memory.
    unsafe fn load4(at: u32) -> [Self; 4];
    /// # Safety
    /// A word of shared memory.
    unsafe fn store(self, at: u32);
    /// # Safety
    /// Four aligned words of shared memory.
    unsafe fn store4(x: [Self; 4], at: u32);
}

/// Shared memory by its own addresses of 32 bits: a pointer would take 64.
macro_rules! shared {
    ($t:ty, $class:ident, $bytes:literal, $one:literal) => {
        const BYTES: u32 = $bytes;
        #[inline(always)]
        unsafe fn load(at: u32) -> $t {
            let x: $t;
            // SAFETY: the caller's.
            unsafe {
                asm!(concat!("ld.shared.", $one, " {0}, [{1}];"), out($class) x, in(reg32) at, options(pure, readonly, nostack));
            }
            x
        }
        #[inline(always)]
        unsafe fn load2(at: u32) -> [$t; 2] {
            let (x, y): ($t, $t);
            // SAFETY: the caller's.
            unsafe {
                asm!(
                    concat!("ld.shared.v2.", $one, " {{{0}, {1}}}, [{2}];"),
                    out($class) x, out($class) y, in(reg32) at, options(pure, readonly, nostack)
                );
            }
            [x, y]
        }
        #[inline(always)]
        unsafe fn store(self, at: u32) {
            // SAFETY: the caller's.
            unsafe {
                asm!(concat!("st.shared.", $one, " [{0}], {1};"), in(reg32) at, in($class) self, options(nostack));
            }
        }
    };
}

impl Wide for f32 {
    shared!(f32, reg32, 4, "f32");
    #[inline(always)]
    unsafe fn load4(at: u32) -> [f32; 4] {
        let (x, y, z, w): (f32, f32, f32, f32);
        // SAFETY: the caller's.
        unsafe {
            asm!(
                "ld.shared.v4.f32 {{{0}, {1}, {2}, {3}}}, [{4}];",
                out(reg32) x, out(reg32) y, out(reg32) z, out(reg32) w, in(reg32) at, options(pure, readonly, nostack)
            );
        }
        [x, y, z, w]
    }
    #[inline(always)]
    unsafe fn store4(x: [f32; 4], at: u32) {
        // SAFETY: the caller's.
        unsafe {
            asm!(
                "st.shared.v4.f32 [{4}], {{{0}, {1}, {2}, {3}}};",
                in(reg32) x[0], in(reg32) x[1], in(reg32) x[2], in(reg32) x[3], in(reg32) at, options(nostack)
            );
        }
    }
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
}

impl Wide for f64 {
    shared!(f64, reg64, 8, "f64");
    #[inline(always)]
    unsafe fn load4(at: u32) -> [f64; 4] {
        // SAFETY: the caller's.
        let ([x, y], [z, w]) = unsafe { (Self::load2(at), Self::load2(at + 16)) };
        [x, y, z, w]
    }
    #[inline(always)]
    unsafe fn store4(x: [f64; 4], at: u32) {
        // SAFETY: the caller's.
        unsafe {
            for i in 0..2 {
                asm!(
                    "st.shared.v2.f64 [{2}], {{{0}, {1}}};",
                    in(reg64) x[2 * i], in(reg64) x[2 * i + 1], in(reg32) at + 16 * i as u32, options(nostack)
                );
            }
        }
    }
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
}

/// A register.
#[derive(Clone, Copy)]
pub struct One<T>(pub T);

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
pub struct Warp<F> {
    /// Address of shared memory in its own space.
    memory: u32,
    numbers: *const F,
    indices: *const u32,
    lane: Cell<u32>,
}

impl<F> Warp<F> {
    /// The warp of a block that is one warp, over the tables of a world; the launch gave it shared memory.
    #[inline(always)]
    pub fn new(numbers: *const F, indices: *const u32, lane: u32) -> Self {
        let memory: u64;
        // SAFETY: an address, in another space.
        unsafe {
            asm!("cvta.to.shared.u64 {0}, {1};", out(reg64) memory, in(reg64) gpu_launch_sized_workgroup_mem::<Sixteen>(), options(pure, nomem, nostack));
        }
        Warp { memory: memory as u32, numbers, indices, lane: Cell::new(lane) }
    }
    /// This lane.
    #[inline(always)]
    pub fn me(&self) -> Lane {
        Lane(self.lane.get())
    }
}

impl<F: Wide> Lanes<F> for Warp<F> {
    type At = u32;
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
        unsafe { F::load(self.at(i)) }
    }
    #[inline(always)]
    fn ld4(&self, _: Lane, i: u32) -> [F; 4] {
        // SAFETY: as in `ld`; aligned, as emulated lanes check.
        unsafe { F::load4(self.at(i)) }
    }
    #[inline(always)]
    fn st(&self, _: Lane, i: u32, x: F) {
        // SAFETY: as in `ld`.
        unsafe { x.store(self.at(i)) }
    }
    #[inline(always)]
    fn at(&self, i: u32) -> u32 {
        self.ahead(self.memory, i)
    }
    #[inline(always)]
    fn ahead(&self, a: u32, n: u32) -> u32 {
        a.wrapping_add(n.wrapping_mul(F::BYTES))
    }
    #[inline(always)]
    fn back(&self, a: u32, n: u32) -> u32 {
        a.wrapping_sub(n.wrapping_mul(F::BYTES))
    }
    #[inline(always)]
    fn ld_at(&self, _: Lane, a: u32, c: u32) -> F {
        // SAFETY: as in `ld`.
        unsafe { F::load(self.ahead(a, c)) }
    }
    #[inline(always)]
    fn ld2_at(&self, _: Lane, a: u32, c: u32) -> [F; 2] {
        // SAFETY: as in `ld4`.
        unsafe { F::load2(self.ahead(a, c)) }
    }
    #[inline(always)]
    fn ld4_at(&self, _: Lane, a: u32, c: u32) -> [F; 4] {
        // SAFETY: as in `ld4`.
        unsafe { F::load4(self.ahead(a, c)) }
    }
    #[inline(always)]
    fn st_at(&self, _: Lane, a: u32, c: u32, x: F) {
        // SAFETY: as in `ld`.
        unsafe { x.store(self.ahead(a, c)) }
    }
    #[inline(always)]
    fn st4_at(&self, _: Lane, a: u32, c: u32, x: [F; 4]) {
        // SAFETY: as in `ld4`.
        unsafe { F::store4(x, self.ahead(a, c)) }
    }
    #[inline(always)]
    fn ld_u(&self, _: Lane, i: u32) -> u32 {
        // SAFETY: as in `ld`; a word holds an integer.
        unsafe { f32::load(self.at(i)).to_bits() }
    }
    #[inline(always)]
    fn ld_u_at(&self, _: Lane, a: u32) -> u32 {
        // SAFETY: as in `ld`; a word holds an integer.
        unsafe { f32::load(a).to_bits() }
    }
    #[inline(always)]
    fn st_u(&self, _: Lane, i: u32, x: u32) {
        // SAFETY: as in `ld`; a word holds an integer.
        unsafe { f32::from_bits(x).store(self.at(i)) }
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
        unsafe { asm!("/* {0} */", inout(reg32) y, options(nomem, nostack)) }
        self.lane.set(y & 31);
    }
    #[inline(always)]
    fn agree(&self, x: bool) -> bool {
        // SAFETY: all lanes are here.
        unsafe { intrinsic::any(ALL, x) }
    }
    #[inline(always)]
    fn opaque(&self, x: u32) -> u32 {
        let mut y = x;
        // SAFETY: an empty line.
        unsafe { asm!("/* {0} */", inout(reg32) y, options(pure, nomem, nostack)) }
        y
    }
}
