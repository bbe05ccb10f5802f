//! Skins are not drawn yet, but a skin with broken data is still an error.
//!
//! File: four counts (vertices, texture coordinates, faces, bones), then 3 floats per vertex, 2 per texture coordinate, 3 indices per
//! face, then the bones.

use crate::dom::{NodeId, Tree};

/// What is wrong with the data of a skin. `load` gives the bytes of a file, if they can be had.
pub(super) fn problem(tree: &Tree, skin: NodeId, load: impl Fn(&str) -> Option<Vec<u8>>) -> Option<String> {
    match tree.get(skin, "file") {
        Some(file) => in_file(&load(file)?).err(),
        None => inline(tree, skin).err(),
    }
}

fn inline(tree: &Tree, skin: NodeId) -> Result<(), String> {
    let words = |name| tree.get(skin, name).unwrap_or("").split_whitespace();
    let numbers = words("vertex").count();
    if !numbers.is_multiple_of(3) {
        return Err(format!("vertex has {numbers} numbers, not three per vertex"));
    }
    let faces = words("face").map(|w| w.parse().map_err(|_| format!("face: '{w}' is not an index")));
    in_range(faces.collect::<Result<Vec<i64>, String>>()?.into_iter(), numbers as i64 / 3)
}

fn in_file(bytes: &[u8]) -> Result<(), String> {
    let int = |at: usize| -> Option<i64> {
        let b = bytes.get(at..at + 4)?;
        Some(i64::from(i32::from_le_bytes([b[0], b[1], b[2], b[3]])))
    };
    let [Some(vertices), Some(coordinates), Some(faces), Some(bones)] = [0, 4, 8, 12].map(int) else {
        return Err(format!("the skin file has {} bytes and no header", bytes.len()));
    };
    if [vertices, coordinates, faces, bones].iter().any(|&n| n < 0) {
        return Err("the skin file's header has a negative count".into());
    }
    let start = 16 + 12 * vertices + 8 * coordinates;
    let need = start + 12 * faces + bones;
    if (bytes.len() as i64) < need {
        return Err(format!(
            "the skin file ends early: {} bytes, at least {need} are announced",
            bytes.len()
        ));
    }
    in_range((0..3 * faces).filter_map(|k| int((start + 4 * k) as usize)), vertices)
}

fn in_range(mut faces: impl Iterator<Item = i64>, vertices: i64) -> Result<(), String> {
    match faces.find(|i| !(0..vertices).contains(i)) {
        Some(i) => Err(format!("face index {i} is out of range: there are {vertices} vertices")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(counts: [i32; 4], rest: &[i32]) -> Vec<u8> {
        counts.iter().chain(rest).flat_map(|x| x.to_le_bytes()).collect()
    }

    #[test]
    fn files_are_checked() {
        let vertices = [0; 9];
        let whole = file([3, 0, 1, 0], &[&vertices[..], &[0, 1, 2]].concat());
        assert_eq!(in_file(&whole), Ok(()));
        assert!(in_file(&whole[..40]).is_err_and(|e| e.contains("ends early")));
        assert!(in_file(&whole[..10]).is_err_and(|e| e.contains("no header")));
        assert!(in_file(&file([-1, 0, 0, 0], &[])).is_err_and(|e| e.contains("negative")));
        let wrong = file([3, 0, 1, 0], &[&vertices[..], &[0, 1, 3]].concat());
        assert!(in_file(&wrong).is_err_and(|e| e.contains("index 3")));
    }
}
