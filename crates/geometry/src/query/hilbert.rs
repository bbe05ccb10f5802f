//! The Hilbert curve through a grid of 2¹⁶ cells along each axis: an order in which neighbours in space are near each other.
//!
//! Source: Skilling 2004 (transposed coordinates).

/// Bits per axis of the curve's grid.
pub(crate) const BITS: u32 = 16;

/// Place of a cell on the Hilbert curve, whose neighbours are neighbours in space (Skilling 2004).
pub(crate) fn hilbert(mut x: [u32; 3]) -> u64 {
    let top = 1u32 << (BITS - 1);
    let mut q = top;
    while q > 1 {
        let p = q - 1;
        for i in 0..3 {
            if x[i] & q != 0 {
                x[0] ^= p;
            } else {
                let t = (x[0] ^ x[i]) & p;
                x[0] ^= t;
                x[i] ^= t;
            }
        }
        q >>= 1;
    }
    x[1] ^= x[0];
    x[2] ^= x[1];
    let mut t = 0;
    q = top;
    while q > 1 {
        if x[2] & q != 0 {
            t ^= q - 1;
        }
        q >>= 1;
    }
    let [a, b, c] = x.map(|v| spread_bits(v ^ t));
    a << 2 | b << 1 | c
}

/// The lowest 21 bits of x, two zeros after each.
fn spread_bits(x: u32) -> u64 {
    let mut b = u64::from(x) & 0x1f_ffff;
    b = (b | b << 32) & 0x001f_0000_0000_ffff;
    b = (b | b << 16) & 0x001f_0000_ff00_00ff;
    b = (b | b << 8) & 0x100f_00f0_0f00_f00f;
    b = (b | b << 4) & 0x10c3_0c30_c30c_30c3;
    (b | b << 2) & 0x1249_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_visits_every_cell_and_steps_to_a_neighbour() {
        // cells of a 4 × 4 × 4 corner of the grid, scaled up so that they are whole sub-cubes of the curve
        let shift = BITS - 2;
        let mut cells: Vec<(u64, [i32; 3])> = vec![];
        for x in 0..4u32 {
            for y in 0..4u32 {
                for z in 0..4u32 {
                    let key = hilbert([x << shift, y << shift, z << shift]) >> (3 * shift);
                    cells.push((key, [x as i32, y as i32, z as i32]));
                }
            }
        }
        cells.sort_unstable();
        for (k, c) in cells.iter().enumerate() {
            assert_eq!(c.0, k as u64);
        }
        for w in cells.windows(2) {
            let step: i32 = (0..3).map(|k| (w[0].1[k] - w[1].1[k]).abs()).sum();
            assert_eq!(step, 1, "{w:?}");
        }
    }
}
