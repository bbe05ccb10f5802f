//! Who a verdict of the hard law is about.

use crate::geoms::used;
use crate::tables::Tables;
use stiction_kernel::exact::OF_DOF;
use stiction_model::Model;

/// Who is farthest from its law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Nobody is off.
    Nobody,
    /// A contact of two geoms.
    Geoms([usize; 2]),
    /// The limit or the dry friction of a degree of freedom.
    Dof(usize),
}

impl<F> Tables<F> {
    /// Whom [`stiction_kernel::exact::Verdict::worst`] means; `m` is the model the tables were made of.
    pub fn who(&self, m: &Model, worst: u32) -> Who {
        if worst == 0 {
            return Who::Nobody;
        }
        if worst & OF_DOF != 0 {
            return Who::Dof((worst & !OF_DOF) as usize);
        }
        let pair = self.indices[(self.shape.pair_u + ((worst - 1) >> 3)) as usize];
        let geoms = used(m);
        Who::Geoms([pair & 255, (pair >> 8) & 255].map(|g| geoms[g as usize]))
    }
}
