//! States as differences: the bits of each number xor those of the same number one step before; leading zero bytes are left
//! out, runs of equal numbers are counted.
//!
//! Per number a nibble: 0…8 bytes that follow, or 9: as many equal numbers as the next byte says. Nibbles first, then bytes,
//! with the number of nibbles in front (u32).

use crate::format::Cursor;

const RUN: u8 = 9;

/// Appends the difference of `now` to `before`.
pub fn encode(before: &[f64], now: &[f64], out: &mut Vec<u8>) {
    let mut nibbles: Vec<u8> = Vec::with_capacity(now.len());
    let mut bytes: Vec<u8> = Vec::with_capacity(now.len() * 6);
    let mut i = 0;
    while i < now.len() {
        let x = now[i].to_bits() ^ before[i].to_bits();
        if x == 0 {
            let same = |k: &usize| now[*k].to_bits() == before[*k].to_bits();
            let n = (i..now.len()).take_while(same).take(255).count();
            if n > 2 {
                nibbles.push(RUN);
                bytes.push(n as u8);
                i += n;
                continue;
            }
        }
        let n = 8 - (x.leading_zeros() / 8) as usize;
        nibbles.push(n as u8);
        bytes.extend(&x.to_le_bytes()[..n]);
        i += 1;
    }
    out.extend((nibbles.len() as u32).to_le_bytes());
    out.extend(nibbles.chunks(2).map(|p| p[0] | p.get(1).map_or(0, |b| b << 4)));
    out.extend(bytes);
}

/// Turns `state` into the next one. `None` if the bytes make no sense.
pub fn decode(from: &mut Cursor<'_>, state: &mut [f64]) -> Option<()> {
    let count = from.u32()? as usize;
    let nibbles = from.take(count.div_ceil(2))?;
    let mut i = 0;
    for k in 0..count {
        let n = (nibbles[k / 2] >> (4 * (k % 2))) & 15;
        match n {
            0..=8 => {
                let mut raw = [0; 8];
                raw[..n as usize].copy_from_slice(from.take(n as usize)?);
                let x = state.get_mut(i)?;
                *x = f64::from_bits(x.to_bits() ^ u64::from_le_bytes(raw));
                i += 1;
            }
            RUN => i += usize::from(from.take(1)?[0]),
            _ => return None,
        }
    }
    (i == state.len()).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_comes_back() {
        let a = [1.0, -0.0, 5.0, f64::NAN, 0.0, 0.0, 0.0, 0.0, 3.5, 1e-300];
        let b = [1.0 + 1e-15, 0.0, 5.0, 7.0, 0.0, 0.0, 0.0, 0.0, -3.5, 1e300];
        let mut out = Vec::new();
        encode(&a, &b, &mut out);
        let mut c = a;
        decode(&mut Cursor(&out), &mut c).expect("decodes");
        assert!(c.iter().zip(&b).all(|(x, y)| x.to_bits() == y.to_bits()));
        let mut long = vec![0.0; 1000];
        let zero = long.clone();
        let mut out = Vec::new();
        encode(&zero, &long, &mut out);
        assert!(out.len() < 20);
        decode(&mut Cursor(&out), &mut long).expect("decodes");
    }

    #[test]
    fn nonsense_is_no_state() {
        for bad in [&[][..], &[1, 0, 0, 0], &[1, 0, 0, 0, 15], &[200, 0, 0, 0, 1, 1], &[1, 0, 0, 0, 9, 200]] {
            assert!(decode(&mut Cursor(bad), &mut [0.0; 3]).is_none());
        }
    }
}
