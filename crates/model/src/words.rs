//! How far two words are apart, for "did you mean".

/// Number of single-letter edits (insert, delete, replace, swap of neighbours) between two words, case ignored.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|w| w.to_lowercase().chars().collect::<Vec<char>>());
    // three rows of the table: the last two and the one that is filled
    let mut rows = [(0..=b.len()).collect::<Vec<usize>>(), vec![0; b.len() + 1], vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        let [above, before, now] = &mut rows;
        now[0] = i;
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            now[j] = replaced.min(above[j] + 1).min(now[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                now[j] = now[j].min(before[j - 2] + 1);
            }
        }
        // above, before, now → now, above, (free)
        rows.rotate_right(1);
    }
    rows[0][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (a, b, n) in [
            ("damping", "damping", 0),
            ("dampign", "damping", 1),
            ("daming", "damping", 1),
            ("abc", "", 3),
            ("", "abc", 3),
            ("kitten", "Sitting", 3),
            ("hip", "HIP", 0),
            ("ab", "ba", 1),
            ("ca", "abc", 3),
        ] {
            assert_eq!(edit_distance(a, b), n, "{a} {b}");
        }
    }
}
