//! The one small deterministic generator: the same numbers for the same seed on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014); the field is the seed.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// Uniform in [-1, 1).
    pub fn sym(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
    /// Uniform in 0..n.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_numbers() {
        // the reference implementation, from seed 1234567
        let mut g = SplitMix64(1_234_567);
        assert_eq!([g.next_u64(), g.next_u64()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        for _ in 0..1000 {
            assert!((0.0..1.0).contains(&g.unit()) && (-1.0..1.0).contains(&g.sym()) && g.below(7) < 7);
        }
    }
}
