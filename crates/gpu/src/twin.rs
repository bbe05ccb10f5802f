//! One world on the host, by the device's kernels.

use crate::look::Items;
use crate::tables::{Kernel, Tables, Unsupported};
use stiction_kernel::exact::{Verdict, exact_step};
use stiction_kernel::host::Emulated;
use stiction_kernel::lanes::Lanes;
use stiction_kernel::look::{Access, look, words};
use stiction_kernel::real::Real;
use stiction_kernel::step::{State, Tally, step};
use stiction_kernel::tables::{flag, idof};
use stiction_model::Model;

/// A world that is stepped by emulated lanes; its bits are a device's.
#[derive(Clone, Debug)]
pub struct Twin<F> {
    tables: Tables<F>,
    /// Coordinates.
    pub qpos: Vec<F>,
    /// Velocities.
    pub qvel: Vec<F>,
    /// Accelerations of the last step, where the next solve begins.
    pub qacc: Vec<F>,
    /// Controls.
    pub ctrl: Vec<F>,
    /// Activations.
    pub act: Vec<F>,
    /// Which rows pushed at the end of the last step, lane by lane.
    pub memo: [u32; 32],
    /// What happened so far.
    pub tally: Tally,
    /// What the last step is worth, under the hard law.
    pub verdict: Verdict<F>,
}

impl<F: Real> Twin<F> {
    /// A world in the reference configuration.
    pub fn new(m: &Model) -> Result<Self, Unsupported> {
        Ok(Self::from_tables(Tables::new(m)?, m.qpos0.iter().map(|&x| F::of(x)).collect()))
    }

    /// The same from tables and a configuration.
    pub fn from_tables(tables: Tables<F>, qpos: Vec<F>) -> Self {
        let (nv, nu, zero) = (tables.shape.nv as usize, tables.shape.nu as usize, F::of(0.0));
        let (v, a, ctrl) = (vec![zero; nv], vec![zero; nv], vec![zero; nu]);
        let act = vec![zero; tables.shape.na as usize];
        let (tally, verdict) = (Tally::default(), Verdict::default());
        Twin { tables, qpos, qvel: v, qacc: a, ctrl, act, memo: [0; 32], tally, verdict }
    }

    /// The tables it runs on.
    pub fn tables(&self) -> &Tables<F> {
        &self.tables
    }

    /// The state, lane by lane.
    fn state<'a>(&self, g: &Emulated<'a, F>) -> State<F, Emulated<'a, F>> {
        let zero = F::of(0.0);
        let at = |field: u32, l: u32| self.tables.indices[(field * 32 + l) as usize] as usize;
        let here = |l: u32| (l < self.tables.shape.nv).then_some(l as usize);
        let turns = |l: u32| at(idof::FLAGS, l) as u32 & flag::TURN != 0;
        State {
            q: g.map(|l| here(l.id()).map_or(zero, |_| self.qpos[at(idof::QADR, l.id())])),
            w: g.map(|l| if turns(l.id()) { self.qpos[at(idof::WADR, l.id())] } else { zero }),
            v: g.map(|l| here(l.id()).map_or(zero, |i| self.qvel[i])),
            a: g.map(|l| here(l.id()).map_or(zero, |i| self.qacc[i])),
            memo: g.map(|l| self.memo[l.id() as usize]),
        }
    }

    /// The values of items at the present state.
    pub fn look(&self, items: &Items) -> Vec<F> {
        let sh = self.tables.shape;
        let g = Emulated::new(&self.tables.numbers, &self.tables.indices, words(&sh) as usize);
        let mut values = vec![F::of(0.0); items.width];
        let mut io = Access {
            count: (items.words.len() / 4) as u32,
            item: |i: u32| core::array::from_fn(|k| items.words[4 * i as usize + k]),
            qpos: |i: u32| self.qpos[i as usize],
            qvel: |i: u32| self.qvel[i as usize],
            put: |i: u32, x: F| values[i as usize] = x,
        };
        look(&g, &sh, &self.state(&g), &mut io);
        values
    }

    /// Advances by one step.
    pub fn step(&mut self) {
        let sh = self.tables.shape;
        if sh.nv == 0 {
            return;
        }
        let g = Emulated::new(&self.tables.numbers, &self.tables.indices, sh.words as usize);
        let here = |l: u32| (l < sh.nv).then_some(l as usize);
        let at = |field: u32, l: u32| self.tables.indices[(field * 32 + l) as usize] as usize;
        let turns = |l: u32| at(idof::FLAGS, l) as u32 & flag::TURN != 0;
        let mut st = self.state(&g);
        let mine = |l: u32| (l..sh.na).step_by(32);
        g.each(|l| mine(l.id()).for_each(|i| g.st(l, sh.acts + i, self.act[i as usize])));
        g.sync();
        let ctrl = |i: u32| self.ctrl[i as usize];
        let tally = &mut self.tally;
        match self.tables.kernel {
            Kernel::Plain => step::<F, _, 3, false, false, false, false>(&g, &sh, &mut st, &ctrl, tally),
            Kernel::Loops => step::<F, _, 3, true, false, false, false>(&g, &sh, &mut st, &ctrl, tally),
            Kernel::Spins => step::<F, _, 6, true, false, false, false>(&g, &sh, &mut st, &ctrl, tally),
            Kernel::Full => step::<F, _, 6, true, true, false, false>(&g, &sh, &mut st, &ctrl, tally),
            Kernel::Wide => step::<F, _, 6, true, true, true, false>(&g, &sh, &mut st, &ctrl, tally),
            Kernel::Exact => self.verdict = exact_step::<F, _, true>(&g, &sh, &mut st, &ctrl, tally),
            Kernel::Sweeps => step::<F, _, 6, true, true, false, true>(&g, &sh, &mut st, &ctrl, tally),
        }
        g.sync();
        g.each(|l| {
            mine(l.id()).for_each(|i| self.act[i as usize] = g.ld(l, sh.acts + i));
            self.memo[l.id() as usize] = st.memo[l];
            if let Some(i) = here(l.id()) {
                self.qpos[at(idof::QADR, l.id())] = st.q[l];
                self.qvel[i] = st.v[l];
                self.qacc[i] = st.a[l];
            }
            if turns(l.id()) {
                self.qpos[at(idof::WADR, l.id())] = st.w[l];
            }
        });
    }
}
