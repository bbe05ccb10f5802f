//! The kernels of a device: the worlds' arrays, and what is launched over them. One block, one warp, one world.

use crate::exact::{Verdict, exact_step};
use crate::lanes::Lanes;
use crate::look::{Access, look};
use crate::step::{State, Tally, step};
use crate::tables::{Shape, flag, idof};
use crate::warp::{One, Warp, Wide};
use core::arch::nvptx::{_block_idx_x, _thread_idx_x};

/// Arrays of all worlds.
#[derive(Clone, Copy)]
struct Worlds<F> {
    numbers: *const F,
    /// How far apart the numbers of two worlds are; 0 if all share them.
    own: u32,
    indices: *const u32,
    qpos: *mut F,
    qvel: *mut F,
    qacc: *mut F,
    ctrl: *const F,
    tally: *mut u32,
    memo: *mut u32,
    act: *mut F,
}

/// The warp of this block, and the number of its world.
#[inline(always)]
fn group<F>(w: &Worlds<F>) -> (Warp<F>, usize) {
    // SAFETY: registers of the hardware.
    let (lane, world) = unsafe { (_thread_idx_x() as u32 & 31, _block_idx_x() as u32 as usize) };
    (Warp::new(w.numbers.wrapping_add(world * w.own as usize), w.indices, lane), world)
}

/// The state of a world.
///
/// # Safety
/// Arrays of the sizes in `sh` that have this world.
#[inline(always)]
unsafe fn state<F: Wide>(sh: &Shape, w: &Worlds<F>, g: &Warp<F>, world: usize) -> State<F, Warp<F>> {
    let lane = g.me().id();
    let int = |field: u32| g.index(field * 32 + lane) as usize;
    let (here, turns) = (lane < sh.nv, int(idof::FLAGS) as u32 & flag::TURN != 0);
    let (q, v) = (world * sh.nq as usize, world * sh.nv as usize + lane as usize);
    let zero = F::of(0.0);
    // SAFETY: the caller's arrays.
    unsafe {
        State {
            q: One(if here { *w.qpos.add(q + int(idof::QADR)) } else { zero }),
            w: One(if turns { *w.qpos.add(q + int(idof::WADR)) } else { zero }),
            v: One(if here { *w.qvel.add(v) } else { zero }),
            a: One(if here { *w.qacc.add(v) } else { zero }),
            memo: One(*w.memo.add(32 * world + lane as usize)),
        }
    }
}

/// `steps` steps of the world of this block; the controls of step k stand `stride · k` numbers further.
///
/// # Safety
/// Arrays of the sizes in `sh`, for as many worlds as there are blocks.
#[inline(always)]
unsafe fn run<
    F: Wide,
    const DIM: usize,
    const EQ: bool,
    const FULL: bool,
    const WIDE: bool,
    const SWEEPS: bool,
    const EXACT: bool,
>(
    sh: &Shape,
    w: Worlds<F>,
    steps: u32,
    stride: u32,
    verdict: *mut F,
) {
    let (g, world) = group(&w);
    let lane = g.me().id();
    let int = |field: u32| g.index(field * 32 + lane) as usize;
    let (here, turns) = (lane < sh.nv, int(idof::FLAGS) as u32 & flag::TURN != 0);
    let (q, v) = (world * sh.nq as usize, world * sh.nv as usize + lane as usize);
    // SAFETY: the caller's arrays.
    let mut st = unsafe { state(sh, &w, &g, world) };
    let mut tally = Tally::default();
    let mut worst = Verdict::default();
    let acts = w.act.wrapping_add(world * sh.na as usize);
    if WIDE {
        let mut i = lane;
        while i < sh.na {
            // SAFETY: the caller's arrays.
            g.st(g.me(), sh.acts + i, unsafe { *acts.wrapping_add(i as usize) });
            i += 32;
        }
        g.sync();
    }
    let mut ctrl = w.ctrl.wrapping_add(world * sh.nu as usize);
    let mut k = 0;
    while k < steps && tally.bad == 0 {
        // SAFETY: the caller's arrays.
        let input = |i: u32| unsafe { *ctrl.wrapping_add(i as usize) };
        if sh.nv > 0 {
            if EXACT {
                worst = worst.or(exact_step::<F, Warp<F>, true>(&g, sh, &mut st, &input, &mut tally));
            } else {
                step::<F, Warp<F>, DIM, EQ, FULL, WIDE, SWEEPS>(&g, sh, &mut st, &input, &mut tally);
            }
        }
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
        if WIDE {
            g.sync();
            let mut i = lane;
            while i < sh.na {
                *acts.wrapping_add(i as usize) = g.ld(g.me(), sh.acts + i);
                i += 32;
            }
        }
        if lane == 0 {
            let t = w.tally.add(8 * world);
            *t += tally.contacts;
            *t.add(1) += tally.builds;
            *t.add(2) += tally.searches;
            *t.add(3) |= tally.over;
            *t.add(4) |= tally.stopped;
            *t.add(5) |= tally.bad;
            *t.add(6) += k - tally.bad;
            if EXACT {
                let to = verdict.add(4 * world);
                *to = worst.violation;
                *to.add(1) = worst.depth;
                *to.add(2) = F::of(f64::from(worst.worst));
                *to.add(3) = F::of(f64::from(tally.stopped));
            }
        }
    }
}

macro_rules! entries {
    ($($name:ident: $F:ty, $dim:literal, $eq:literal, $full:literal, $wide:literal, $sweeps:literal;)*) => { $(
        /// # Safety
        /// As for [`run`].
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            sh: Shape,
            numbers: *const $F,
            own: u32,
            indices: *const u32,
            qpos: *mut $F,
            qvel: *mut $F,
            qacc: *mut $F,
            ctrl: *const $F,
            tally: *mut u32,
            memo: *mut u32,
            act: *mut $F,
            steps: u32,
            stride: u32,
        ) {
            let w = Worlds { numbers, own, indices, qpos, qvel, qacc, ctrl, tally, memo, act };
            // SAFETY: the caller's.
            unsafe { run::<$F, $dim, $eq, $full, $wide, $sweeps, false>(&sh, w, steps, stride, core::ptr::null_mut()) }
        }
    )* };
}

entries! {
    step_f32: f32, 3, false, false, false, false;
    step_f32_loops: f32, 3, true, false, false, false;
    step_f32_spins: f32, 6, true, false, false, false;
    step_f32_full: f32, 6, true, true, false, false;
    step_f32_wide: f32, 6, true, true, true, false;
    step_f32_sweeps: f32, 6, true, true, false, true;
    step_f64: f64, 3, false, false, false, false;
    step_f64_loops: f64, 3, true, false, false, false;
    step_f64_spins: f64, 6, true, false, false, false;
    step_f64_full: f64, 6, true, true, false, false;
    step_f64_wide: f64, 6, true, true, true, false;
    step_f64_sweeps: f64, 6, true, true, false, true;
}

/// Steps under the hard law; `verdict` takes four numbers per world: the largest violation of any step, the largest depth, who is off most, and
/// 1 if some step ended above the tolerance.
///
/// # Safety
/// As for [`run`].
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn step_f64_exact(
    sh: Shape,
    numbers: *const f64,
    own: u32,
    indices: *const u32,
    qpos: *mut f64,
    qvel: *mut f64,
    qacc: *mut f64,
    ctrl: *const f64,
    tally: *mut u32,
    memo: *mut u32,
    act: *mut f64,
    steps: u32,
    stride: u32,
    verdict: *mut f64,
) {
    let w = Worlds { numbers, own, indices, qpos, qvel, qacc, ctrl, tally, memo, act };
    // SAFETY: the caller's.
    unsafe { run::<f64, 3, false, false, false, false, true>(&sh, w, steps, stride, verdict) }
}

/// Values of `count` items of the world of this block, `width` numbers per world.
///
/// # Safety
/// Arrays of the sizes in `sh` and `width`, for as many worlds as there are blocks.
#[inline(always)]
unsafe fn see<F: Wide>(sh: &Shape, w: Worlds<F>, items: *const u32, count: u32, values: *mut F, width: u32) {
    let (g, world) = group(&w);
    // SAFETY: the caller's arrays.
    let st = unsafe { state(sh, &w, &g, world) };
    let (q, v) = (world * sh.nq as usize, world * sh.nv as usize);
    let to = values.wrapping_add(world * width as usize);
    // SAFETY: the caller's arrays; items name what is in them.
    let mut io = Access {
        count,
        item: |i: u32| core::array::from_fn(|k| unsafe { *items.wrapping_add(4 * i as usize + k) }),
        qpos: |i: u32| unsafe { *w.qpos.wrapping_add(q + i as usize) },
        qvel: |i: u32| unsafe { *w.qvel.wrapping_add(v + i as usize) },
        put: |i: u32, x: F| unsafe { *to.wrapping_add(i as usize) = x },
    };
    look(&g, sh, &st, &mut io);
}

macro_rules! looks {
    ($($name:ident: $F:ty;)*) => { $(
        /// # Safety
        /// As for [`see`].
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            sh: Shape,
            numbers: *const $F,
            own: u32,
            indices: *const u32,
            qpos: *mut $F,
            qvel: *mut $F,
            qacc: *mut $F,
            memo: *mut u32,
            items: *const u32,
            count: u32,
            values: *mut $F,
            width: u32,
        ) {
            let (ctrl, tally, act) = (core::ptr::null(), core::ptr::null_mut(), core::ptr::null_mut());
            let w = Worlds { numbers, own, indices, qpos, qvel, qacc, ctrl, tally, memo, act };
            // SAFETY: the caller's.
            unsafe { see::<$F>(&sh, w, items, count, values, width) }
        }
    )* };
}

looks! {
    look_f32: f32;
    look_f64: f64;
}

/// Puts the worlds of a mask (one byte every `stride` bytes) back: coordinates, velocities, controls and activations to `start`, accelerations, guesses and flags to zero. Numbers are
/// `wide` words of 32 bits.
///
/// # Safety
/// Arrays of these sizes, for as many worlds as there are blocks.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn reset(
    mask: *const u8,
    stride: u32,
    start: *const u32,
    wide: u32,
    nq: u32,
    nv: u32,
    nu: u32,
    na: u32,
    qpos: *mut u32,
    qvel: *mut u32,
    qacc: *mut u32,
    ctrl: *mut u32,
    act: *mut u32,
    tally: *mut u32,
    memo: *mut u32,
) {
    // SAFETY: registers of the hardware, and the caller's arrays.
    unsafe {
        let (lane, world) = (_thread_idx_x() as u32, _block_idx_x() as u32 as usize);
        if *mask.wrapping_add(world * stride as usize) == 0 {
            return;
        }
        let sizes = [nq * wide, nv * wide, nu * wide, na * wide];
        let mut from = start;
        for (to, n) in [(qpos, sizes[0]), (qvel, sizes[1]), (ctrl, sizes[2]), (act, sizes[3])] {
            let mut i = lane;
            while i < n {
                *to.wrapping_add(world * n as usize + i as usize) = *from.wrapping_add(i as usize);
                i += 32;
            }
            from = from.wrapping_add(n as usize);
        }
        for (to, first, n) in [(qacc, 0, sizes[1]), (memo, 0, 32), (tally, 3, 8)] {
            let mut i = first + lane;
            while i < n {
                let row = if first == 3 { 8 } else { n };
                *to.wrapping_add(world * row as usize + i as usize) = 0;
                i += 32;
            }
        }
    }
}
