//! The state of a simulation and its inputs: all that must be saved to continue with the same bits.
//!
//! A state vector is the concatenation, in the order of the bits of `kinds::state`, of the parts that a mask selects.

use stiction_model::kinds::state as bit;
use stiction_model::{Model, fields};
use stiction_spatial::flat::{flat, flat_mut};
use stiction_spatial::{Quat, Vec3};

fields! {
    /// What the simulation carries from step to step.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct State("") {
        qpos: Vec<f64>,
        qvel: Vec<f64>,
        act: Vec<f64>,
        history: Vec<f64>,
        plastic: Vec<f64>,
        qacc_warmstart: Vec<f64>,
        eq_active: Vec<bool>,
        mocap_pos: Vec<Vec3>,
        mocap_quat: Vec<Quat>,
        userdata: Vec<f64>,
        tree_asleep: Vec<i32>,
    }
}

fields! {
    /// What the user sets.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Input("") {
        ctrl: Vec<f64>,
        qfrc_applied: Vec<f64>,
        xfrc_applied: Vec<[f64; 6]>,
    }
}

/// Rows of each field.
fn rows(m: &Model, name: &str) -> usize {
    let s = &m.size;
    match name {
        "qpos" => s.nq,
        "qvel" | "qacc_warmstart" | "qfrc_applied" => s.nv,
        "act" => s.na,
        "history" => s.nhistory,
        "plastic" => s.nplastic,
        "eq_active" => s.neq,
        "mocap_pos" | "mocap_quat" => s.nmocap,
        "userdata" => s.nuserdata,
        "tree_asleep" => s.ntree,
        "ctrl" => s.nu,
        _ => s.nbody,
    }
}

impl State {
    /// Arrays of the sizes that `m` needs, zeroed.
    pub fn allocate(m: &Model) -> Self {
        let mut out = Self::default();
        out.each_field(&mut |name, field| field.resize_rows(rows(m, name)));
        out
    }
}

impl Input {
    /// Arrays of the sizes that `m` needs, zeroed.
    pub fn allocate(m: &Model) -> Self {
        let mut out = Self::default();
        out.each_field(&mut |name, field| field.resize_rows(rows(m, name)));
        out
    }
}

/// One part of a state vector.
enum Part<'a> {
    Scalar(&'a mut f64),
    Numbers(&'a mut [f64]),
    Flags(&'a mut [bool]),
}

/// Visits the selected parts in MuJoCo's order.
fn each_part(mask: i32, time: &mut f64, s: &mut State, i: &mut Input, visit: &mut dyn FnMut(Part<'_>)) {
    let parts: [(i32, Part<'_>); 14] = [
        (bit::TIME, Part::Scalar(time)),
        (bit::QPOS, Part::Numbers(&mut s.qpos)),
        (bit::QVEL, Part::Numbers(&mut s.qvel)),
        (bit::ACT, Part::Numbers(&mut s.act)),
        (bit::HISTORY, Part::Numbers(&mut s.history)),
        (bit::WARMSTART, Part::Numbers(&mut s.qacc_warmstart)),
        (bit::CTRL, Part::Numbers(&mut i.ctrl)),
        (bit::QFRC_APPLIED, Part::Numbers(&mut i.qfrc_applied)),
        (bit::XFRC_APPLIED, Part::Numbers(flat_mut(&mut i.xfrc_applied))),
        (bit::EQ_ACTIVE, Part::Flags(&mut s.eq_active)),
        (bit::MOCAP_POS, Part::Numbers(flat_mut(&mut s.mocap_pos))),
        (bit::MOCAP_QUAT, Part::Numbers(flat_mut(&mut s.mocap_quat))),
        (bit::USERDATA, Part::Numbers(&mut s.userdata)),
        (bit::PLASTIC, Part::Numbers(&mut s.plastic)),
    ];
    for (b, part) in parts {
        if mask & b != 0 {
            visit(part);
        }
    }
}

/// Length of the state vector that `mask` selects (`mj_stateSize`).
pub fn state_size(m: &Model, mask: i32) -> usize {
    let s = &m.size;
    let sizes = [
        (bit::TIME, 1),
        (bit::QPOS, s.nq),
        (bit::QVEL, s.nv),
        (bit::ACT, s.na),
        (bit::HISTORY, s.nhistory),
        (bit::WARMSTART, s.nv),
        (bit::CTRL, s.nu),
        (bit::QFRC_APPLIED, s.nv),
        (bit::XFRC_APPLIED, 6 * s.nbody),
        (bit::EQ_ACTIVE, s.neq),
        (bit::MOCAP_POS, 3 * s.nmocap),
        (bit::MOCAP_QUAT, 4 * s.nmocap),
        (bit::USERDATA, s.nuserdata),
        (bit::PLASTIC, s.nplastic),
    ];
    sizes.iter().filter(|(b, _)| mask & b != 0).map(|(_, n)| n).sum()
}

/// Copies the selected parts out (`mj_getState`). `out` has [`state_size`] numbers.
pub fn get_state(time: f64, s: &State, i: &Input, mask: i32, out: &mut [f64]) {
    let mut rest = out;
    let mut put = |b: i32, x: &[f64]| {
        if mask & b != 0 {
            let (head, tail) = std::mem::take(&mut rest).split_at_mut(x.len());
            head.copy_from_slice(x);
            rest = tail;
        }
    };
    put(bit::TIME, &[time]);
    put(bit::QPOS, &s.qpos);
    put(bit::QVEL, &s.qvel);
    put(bit::ACT, &s.act);
    put(bit::HISTORY, &s.history);
    put(bit::WARMSTART, &s.qacc_warmstart);
    put(bit::CTRL, &i.ctrl);
    put(bit::QFRC_APPLIED, &i.qfrc_applied);
    put(bit::XFRC_APPLIED, flat(&i.xfrc_applied));
    for &on in &s.eq_active {
        put(bit::EQ_ACTIVE, &[f64::from(u8::from(on))]);
    }
    put(bit::MOCAP_POS, flat(&s.mocap_pos));
    put(bit::MOCAP_QUAT, flat(&s.mocap_quat));
    put(bit::USERDATA, &s.userdata);
    put(bit::PLASTIC, &s.plastic);
}

/// Copies the selected parts in (`mj_setState`). `src` has [`state_size`] numbers.
pub fn set_state(time: &mut f64, s: &mut State, i: &mut Input, mask: i32, src: &[f64]) {
    let mut rest = src;
    each_part(mask, time, s, i, &mut |part| match part {
        Part::Scalar(x) => {
            let (head, tail) = rest.split_at(1);
            *x = head[0];
            rest = tail;
        }
        Part::Numbers(x) => {
            let (head, tail) = rest.split_at(x.len());
            x.copy_from_slice(head);
            rest = tail;
        }
        Part::Flags(x) => {
            let (head, tail) = rest.split_at(x.len());
            for (dst, v) in x.iter_mut().zip(head) {
                *dst = *v != 0.0;
            }
            rest = tail;
        }
    });
}
