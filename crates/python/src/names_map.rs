//! `names_map`: MuJoCo's open-addressing table from names to ids, two entries per object.
//!
//! h(s) = ((5381 · 33) ⊕ c₀) · 33 ⊕ c₁ …, modulo the length of the kind's part; collisions move to the next free entry.

/// The part of one kind: entry → id, or −1.
pub fn table(names: &[String]) -> Vec<i32> {
    let n = 2 * names.len();
    let mut map = vec![-1; n];
    for (id, name) in names.iter().enumerate() {
        if name.is_empty() {
            continue;
        }
        let mut at = (hash(name) % n as u64) as usize;
        while map[at] != -1 {
            at = (at + 1) % n;
        }
        map[at] = id as i32;
    }
    map
}

fn hash(s: &str) -> u64 {
    s.bytes().fold(5381, |h: u64, c| h.wrapping_mul(33) ^ c.cast_signed() as u64)
}
