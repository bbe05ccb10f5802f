//! "Did you mean": the nearest word by edit distance.

use crate::words::edit_distance;

/// The word that was probably meant, if one is near enough.
pub fn nearest<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let n = word.chars().count();
    if n == 0 || n > 64 {
        return None;
    }
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
        let d = edit_distance(word, w);
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
    fn nearest_finds_typos_only() {
        let words = ["damping", "stiffness", "range"];
        assert_eq!(nearest("dampng", words.into_iter()), Some("damping"));
        assert_eq!(nearest("Range", words.into_iter()), Some("range"));
        assert_eq!(nearest("colour", words.into_iter()), None);
    }
}
