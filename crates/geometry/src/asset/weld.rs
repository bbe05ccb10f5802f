//! Joining equal vertices: an open-addressing table from coordinate bits to vertex ids.

/// Finds or adds vertices by their exact bits; ids count up from 0 in order of first appearance.
pub(crate) struct Welder {
    /// The distinct vertices.
    pub vert: Vec<[f32; 3]>,
    /// Vertex id + 1 per slot, 0 if free; the length is a power of two.
    slots: Vec<u32>,
}

impl Welder {
    /// A table that expects about `n` distinct vertices.
    pub fn with_capacity(n: usize) -> Self {
        Welder { vert: Vec::with_capacity(n), slots: vec![0; (2 * n).next_power_of_two().max(64)] }
    }

    /// The id of `v`.
    pub fn id(&mut self, v: [f32; 3]) -> i32 {
        let mut slot = self.probe(v);
        if self.slots[slot] == 0 {
            if 4 * (self.vert.len() + 1) > 3 * self.slots.len() {
                self.grow();
                slot = self.probe(v);
            }
            self.vert.push(v);
            self.slots[slot] = self.vert.len() as u32;
        }
        self.slots[slot] as i32 - 1
    }

    /// The slot that holds `v`, or the free one where it belongs.
    fn probe(&self, v: [f32; 3]) -> usize {
        let key = v.map(f32::to_bits);
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return slot,
                id if self.vert[id as usize - 1].map(f32::to_bits) == key => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let n = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(n, 0);
        for k in 0..self.vert.len() {
            let slot = self.probe(self.vert[k]);
            self.slots[slot] = k as u32 + 1;
        }
    }
}

/// Mixes three words so that nearby coordinates spread over the whole table.
fn hash(key: [u32; 3]) -> u64 {
    let mut h = u64::from(key[0]) | u64::from(key[1]) << 32;
    h = (h ^ u64::from(key[2]).rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    h = (h ^ (h >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h ^ (h >> 32)
}
