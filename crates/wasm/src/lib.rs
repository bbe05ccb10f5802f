//! The engine for WebAssembly hosts: plain exports that `stiction.mjs` wraps.
//!
//! The host writes text and bytes into memory it took with `stiction_alloc`, calls, and reads results as typed arrays over the
//! module's memory. Functions that can fail return 0 (null) and leave their message in `stiction_message`. One thread, no imports.
//!
//! A panic ends the instance by a trap. Its words stay in `stiction_panic` and the state before the call in `stiction_saved`, where the
//! host reads them from the dead instance's memory and goes on with a fresh one.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod session;
mod studio;

pub use session::{Folder, Session, View};
pub use studio::Studio;

use std::cell::RefCell;

#[derive(Default)]
struct Host {
    files: Folder,
    message: String,
    view: Option<View>,
}

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
    /// Words of the panic that ended this instance. On its own: the host's things may be borrowed when it happens.
    static PANIC: RefCell<String> = RefCell::default();
}

/// Takes down what a panic says; there is no output to write it to.
fn hear_panics() {
    std::panic::set_hook(Box::new(|info| {
        PANIC.with(|p| {
            if let Ok(mut text) = p.try_borrow_mut() {
                *text = info.to_string();
            }
        });
    }));
}

fn say(message: String) {
    HOST.with(|h| h.borrow_mut().message = message);
}

/// What the host wrote at `start`.
///
/// # Safety
/// `start` comes from `stiction_alloc(len)` and is not freed during the call.
unsafe fn bytes<'a>(start: *const u8, len: usize) -> &'a [u8] {
    if len == 0 {
        return &[];
    }
    // SAFETY: by the contract above, len bytes of this module's memory.
    unsafe { std::slice::from_raw_parts(start, len) }
}

/// Memory for `len` bytes that the host writes.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_alloc(len: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; len].into_boxed_slice()).cast()
}

/// Gives it back.
///
/// # Safety
/// `start` comes from `stiction_alloc(len)` with the same `len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_free(start: *mut u8, len: usize) {
    // SAFETY: by the contract above this is the boxed slice of `stiction_alloc`.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, len)) });
}

/// Adds a file that models may name.
///
/// # Safety
/// Name and bytes are memory of `stiction_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_file(name: *const u8, name_len: usize, start: *const u8, len: usize) {
    // SAFETY: passed on.
    let (name, content) = unsafe { (bytes(name, name_len), bytes(start, len)) };
    HOST.with(|h| h.borrow_mut().files.add(&String::from_utf8_lossy(name), content));
}

/// Loads a model; null with a message if anything is wrong with it. With warnings the message holds those.
///
/// # Safety
/// Name and bytes are memory of `stiction_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_load(
    name: *const u8,
    name_len: usize,
    start: *const u8,
    len: usize,
) -> *mut Session {
    // on other targets the hook is the program's
    if cfg!(target_arch = "wasm32") {
        hear_panics();
    }
    // SAFETY: passed on.
    let (name, content) = unsafe { (bytes(name, name_len), bytes(start, len)) };
    // nothing of the host is borrowed while a model loads: after a trap it is read again
    let files = HOST.with(|h| std::mem::take(&mut h.borrow_mut().files));
    let loaded = Session::new(&String::from_utf8_lossy(name), content, &files);
    HOST.with(|h| h.borrow_mut().files = files);
    match loaded {
        Ok(session) => {
            say(session.warnings.clone());
            Box::into_raw(Box::new(session))
        }
        Err(why) => {
            say(why);
            std::ptr::null_mut()
        }
    }
}

/// Ends a simulation.
///
/// # Safety
/// `session` comes from `stiction_load` and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_drop(session: *mut Session) {
    // SAFETY: by the contract above.
    drop(unsafe { Box::from_raw(session) });
}

/// Advances by `n` steps: 1, or 0 with a message; the state is then the last good one.
///
/// # Safety
/// `session` comes from `stiction_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_step(session: *mut Session, n: u32) -> u32 {
    // SAFETY: by the contract above; the host has one thread.
    told(unsafe { &mut *session }.step(n))
}

/// 1, or 0 and a message.
fn told(done: Result<(), String>) -> u32 {
    match done {
        Ok(()) => 1,
        Err(why) => {
            say(why);
            0
        }
    }
}

/// Computes everything from the present state: 1, or 0 with a message.
///
/// # Safety
/// `session` comes from `stiction_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_forward(session: *mut Session) -> u32 {
    // SAFETY: by the contract above; the host has one thread.
    told(unsafe { &mut *session }.forward())
}

/// Back to a keyframe, or to the reference configuration if there is no such keyframe: 1, or 0 with a message.
///
/// # Safety
/// `session` comes from `stiction_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_reset(session: *mut Session, key: usize) -> u32 {
    // SAFETY: by the contract above; the host has one thread.
    told(unsafe { &mut *session }.reset(key))
}

/// First number of the state before the last call that computes. It can be read after a trap.
///
/// # Safety
/// `session` comes from `stiction_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_saved(session: *const Session) -> *const f64 {
    // SAFETY: by the contract above.
    unsafe { &*session }.saved().as_ptr()
}

/// How many numbers it has.
///
/// # Safety
/// `session` comes from `stiction_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_saved_len(session: *const Session) -> usize {
    // SAFETY: by the contract above.
    unsafe { &*session }.saved().len()
}

/// Returns to a state that `stiction_saved` gave for the same model, as bytes: 1, or 0 if it is none.
///
/// # Safety
/// `session` comes from `stiction_load`, the bytes are memory of `stiction_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_restore(session: *mut Session, start: *const u8, len: usize) -> u32 {
    // SAFETY: by the contract above; the host has one thread.
    let (session, bytes) = unsafe { (&mut *session, bytes(start, len)) };
    let numbers: Vec<f64> =
        bytes.chunks_exact(8).filter_map(|b| Some(f64::from_le_bytes(b.try_into().ok()?))).collect();
    u32::from(session.restore(&numbers))
}

/// Looks up an array: 1 and its place in `stiction_view_*`, or 0.
///
/// # Safety
/// `session` comes from `stiction_load`, the name is memory of `stiction_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_array(session: *mut Session, name: *const u8, name_len: usize) -> u32 {
    // SAFETY: by the contract above; the host has one thread.
    let (session, name) = unsafe { (&mut *session, bytes(name, name_len)) };
    let view = session.array(&String::from_utf8_lossy(name));
    HOST.with(|h| h.borrow_mut().view = view);
    u32::from(view.is_some())
}

/// First byte of the array last looked up.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_view_start() -> *const u8 {
    HOST.with(|h| h.borrow().view.map_or(std::ptr::null(), |v| v.start))
}

/// How many numbers it has.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_view_len() -> usize {
    HOST.with(|h| h.borrow().view.map_or(0, |v| v.len))
}

/// Their kind: 0 f64, 1 f32, 2 i32, 3 i64, 4 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_view_kind() -> u32 {
    HOST.with(|h| h.borrow().view.map_or(0, |v| v.kind))
}

/// 1 if it belongs to the model.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_view_in_model() -> u32 {
    HOST.with(|h| u32::from(h.borrow().view.is_some_and(|v| v.in_model)))
}

/// One number about model, state or last step; NaN if there is none of this name.
///
/// # Safety
/// `session` comes from `stiction_load`, the name is memory of `stiction_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_number(session: *const Session, name: *const u8, name_len: usize) -> f64 {
    // SAFETY: by the contract above.
    let (session, name) = unsafe { (&*session, bytes(name, name_len)) };
    session.number(&String::from_utf8_lossy(name)).unwrap_or(f64::NAN)
}

/// First byte of what a panic said, after a trap.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_panic() -> *const u8 {
    PANIC.with(|p| p.try_borrow().map_or(std::ptr::null(), |p| p.as_ptr()))
}

/// Its length in bytes (UTF-8); 0 if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_panic_len() -> usize {
    PANIC.with(|p| p.try_borrow().map_or(0, |p| p.len()))
}

/// First byte of the last message.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_message() -> *const u8 {
    HOST.with(|h| h.borrow().message.as_ptr())
}

/// Its length in bytes (UTF-8).
#[unsafe(no_mangle)]
pub extern "C" fn stiction_message_len() -> usize {
    HOST.with(|h| h.borrow().message.len())
}
