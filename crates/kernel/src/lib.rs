//! The step of one world over flat tables, by a group of 32 lanes: the kernels of a GPU, and their twin on a host.
//!
//! The crate knows neither models nor devices. [`tables`] says how a model is laid out; [`lanes::Lanes`] is the group: a warp
//! on a device, [`host::Emulated`] on a host. Both compute the same bits.

#![no_std]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(
        abi_ptx,
        abi_unadjusted,
        stdarch_nvptx,
        asm_experimental_arch,
        core_intrinsics,
        gpu_intrinsics,
        gpu_launch_sized_workgroup_mem,
        link_llvm_intrinsics
    ),
    allow(internal_features, improper_ctypes)
)]

pub mod advance;
pub mod boxes;
pub mod capsule;
pub mod collide;
pub mod dual;
#[cfg(target_arch = "nvptx64")]
mod entries;
pub mod exact;
pub mod factor;
pub mod field;
pub mod hessian;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
pub mod lanes;
pub mod lines;
pub mod look;
pub mod math;
pub mod muscle;
pub mod narrow;
pub mod newton;
pub mod pose;
pub mod real;
pub mod rows;
pub mod step;
pub mod tables;
pub mod tendon;
mod turns;
pub mod velocity;
#[cfg(target_arch = "nvptx64")]
mod warp;
pub mod welds;
pub mod wrap;
