//! What makes two models interchangeable for data: sizes and structure.
//!
//! FNV-1a over every size and every table of indices that says which thing belongs to which. Numbers that may be written
//! between steps (masses, gains, options) are no part of it; neither is a counter: the same input gives the same identity.

use crate::Model;
use stiction_spatial::flat::flat;

/// Names the structure of a model. Data made for one model fit every model with the same identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Identity(u64);

impl Identity {
    /// The identity of a compiled structure.
    pub(crate) fn of(m: &Model) -> Identity {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut put = |x: u64| {
            for byte in x.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        m.size.each(&mut |_, n| put(n as u64));
        let tables: [&[i32]; 15] = [
            flat(&m.body.parentid),
            flat(&m.body.mocapid),
            flat(&m.body.geomadr),
            flat(&m.jnt.kind),
            flat(&m.jnt.bodyid),
            flat(&m.geom.bodyid),
            flat(&m.site.bodyid),
            flat(&m.tendon.adr),
            flat(&m.wrap.kind),
            flat(&m.actuator.trntype),
            flat(&m.actuator.actadr),
            flat(&m.actuator.outadr),
            flat(&m.sensor.kind),
            flat(&m.sensor.adr),
            &m.sparse.M_colind,
        ];
        for table in tables {
            table.iter().for_each(|&x| put(x as u64));
        }
        Identity(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structure_counts_and_numbers_do_not() {
        let mut a = Model::default();
        a.size.nbody = 2;
        a.body.parentid = vec![0.into(); 2].into();
        a.body.mass = vec![0.0, 1.0].into();
        let mut b = a.clone();
        b.body.mass[1] = 2.0;
        assert_eq!(Identity::of(&a), Identity::of(&b));
        b.body.parentid[1] = 1.into();
        assert_ne!(Identity::of(&a), Identity::of(&b));
        b = a.clone();
        b.size.nv = 1;
        assert_ne!(Identity::of(&a), Identity::of(&b));
    }
}
