//! "Did you mean": the nearest word by edit distance.

/// Number of single-letter edits (insert, delete, replace, swap of neighbours) between two words.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let w = b.len() + 1;
    let mut d = vec![0usize; (a.len() + 1) * w];
    for j in 0..w {
        d[j] = j;
    }
    for i in 1..=a.len() {
        d[i * w] = i;
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut best =
                (d[(i - 1) * w + j] + 1).min(d[i * w + j - 1] + 1).min(d[(i - 1) * w + j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(d[(i - 2) * w + j - 2] + 1);
            }
            d[i * w + j] = best;
        }
    }
    d[a.len() * w + b.len()]
}

/// The word that was probably meant, if one is near enough.
pub fn nearest<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let n = word.chars().count();
    if n == 0 || n > 64 {
        return None;
    }
    let low = word.to_lowercase();
    let limit = match n {
        1..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &'a str)> = None;
    for w in among {
        if w.len() > 128 || w.is_empty() {
            continue;
        }
        let d = distance(&low, &w.to_lowercase());
        if d <= limit && d < n.max(w.chars().count()) && best.is_none_or(|b| d < b.0) {
            best = Some((d, w));
        }
    }
    best.map(|b| b.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("damping", "damping"), 0);
        assert_eq!(distance("dampign", "damping"), 1);
        assert_eq!(distance("daming", "damping"), 1);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn nearest_finds_typos_only() {
        let words = ["damping", "stiffness", "range"];
        assert_eq!(nearest("dampng", words.into_iter()), Some("damping"));
        assert_eq!(nearest("Range", words.into_iter()), Some("range"));
        assert_eq!(nearest("colour", words.into_iter()), None);
    }
}
