//! The engine for WebAssembly hosts: plain exports that `stiction.mjs` wraps.
//!
//! The host writes text and bytes into memory it took with `stiction_alloc`, calls, and reads results as typed arrays over the
//! module's memory. Functions that can fail return 0 (null) and leave their message in `stiction_message`. One thread, no imports.

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
    // SAFETY: passed on.
    let (name, content) = unsafe { (bytes(name, name_len), bytes(start, len)) };
    let loaded = HOST.with(|h| Session::new(&String::from_utf8_lossy(name), content, &h.borrow().files));
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
    match unsafe { &mut *session }.step(n) {
        Ok(()) => 1,
        Err(why) => {
            say(why);
            0
        }
    }
}

/// Computes everything from the present state.
///
/// # Safety
/// `session` comes from `stiction_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_forward(session: *mut Session) {
    // SAFETY: by the contract above; the host has one thread.
    unsafe { &mut *session }.forward();
}

/// Back to a keyframe, or to the reference configuration if there is no such keyframe.
///
/// # Safety
/// `session` comes from `stiction_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_reset(session: *mut Session, key: usize) {
    // SAFETY: by the contract above; the host has one thread.
    unsafe { &mut *session }.reset(key);
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
