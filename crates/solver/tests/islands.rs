//! Islands: union–find against a plain search, numbering by the smallest tree.

mod common;

use common::Rng;
use stiction_solver::{BlockInfo, Cone, Islands, RowKind, Rows, Run};

fn rows_of(lists: &[Vec<u32>]) -> Rows {
    let mut rows = Rows::default();
    for list in lists {
        rows.push(BlockInfo { kind: RowKind::Equality, id: 0, cone: Cone::Free }, list, 2);
    }
    rows
}

#[test]
fn numbering_follows_the_smallest_tree() {
    // Trees 0 … 4 with 2 dofs each; rows join 3–1 and 4 alone.
    let dof_tree: Vec<u32> = (0..10).map(|i| i / 2).collect();
    let rows = rows_of(&[vec![8, 9], vec![2, 3, 6], vec![7]]);
    let mut s = Islands::default();
    s.find(&dof_tree, 5, &[], &rows);
    assert_eq!(s.tree_island, [-1, 0, -1, 0, 1]);
    assert_eq!(s.dof_island, [-1, -1, 0, 0, -1, -1, 0, 0, 1, 1]);
    assert_eq!(s.blocks_of(0), [1, 2]);
    assert_eq!(s.blocks_of(1), [0]);
    assert_eq!(s.runs_of(0), [Run { start: 2, end: 4 }, Run { start: 6, end: 8 }]);
    assert_eq!(s.runs_of(1), [Run { start: 8, end: 10 }]);
    assert_eq!((s.list[0].nv, s.list[0].nrow, s.list[1].nv), (4, 4, 2));
    s.whole(&dof_tree, 5, &rows);
    assert_eq!(s.len(), 1);
    assert_eq!(s.runs_of(0), [Run { start: 0, end: 10 }]);
    s.find(&dof_tree, 5, &[], &Rows::default());
    assert!(s.is_empty());
}

#[test]
fn trees_that_move_together_are_one_island_if_one_has_rows() {
    let dof_tree: Vec<u32> = (0..10).map(|i| i / 2).collect();
    let mut s = Islands::default();
    // 1 and 2 move together, 3 and 4 too; rows on 2 and on 0 alone
    let joined = [0, 1, 1, 3, 3];
    s.find(&dof_tree, 5, &joined, &rows_of(&[vec![4], vec![0, 1]]));
    assert_eq!(s.tree_island, [0, 1, 1, -1, -1]);
    assert_eq!((s.blocks_of(0), s.blocks_of(1)), (&[1][..], &[0][..]));
    // a row between 2 and 4 brings all four together
    s.find(&dof_tree, 5, &joined, &rows_of(&[vec![5, 8]]));
    assert_eq!(s.tree_island, [-1, 0, 0, 0, 0]);
    assert_eq!(s.runs_of(0), [Run { start: 2, end: 10 }]);
}

#[test]
fn random_partitions_match_a_plain_search() {
    let mut rng = Rng::new(3);
    let mut s = Islands::default();
    for _ in 0..200 {
        let ntree = 1 + rng.below(12);
        let dof_tree: Vec<u32> = (0..ntree as u32 * 2).map(|i| i / 2).collect();
        let lists: Vec<Vec<u32>> = (0..rng.below(8))
            .map(|_| {
                let mut l: Vec<u32> = (0..1 + rng.below(3)).map(|_| rng.below(2 * ntree) as u32).collect();
                l.sort_unstable();
                l.dedup();
                l
            })
            .collect();
        let rows = rows_of(&lists);
        s.find(&dof_tree, ntree, &[], &rows);
        // Colours by repeated relabelling.
        let mut colour: Vec<i32> = vec![-1; ntree];
        for l in &lists {
            l.iter().for_each(|&j| colour[j as usize / 2] = j as i32 / 2);
        }
        for _ in 0..ntree {
            for l in &lists {
                let least = l.iter().map(|&j| colour[j as usize / 2]).min().unwrap();
                l.iter().for_each(|&j| colour[j as usize / 2] = least);
            }
        }
        let mut ids: Vec<i32> = colour.iter().copied().filter(|&c| c >= 0).collect();
        ids.sort_unstable();
        ids.dedup();
        let want: Vec<i32> =
            colour.iter().map(|c| ids.iter().position(|i| i == c).map_or(-1, |p| p as i32)).collect();
        assert_eq!(s.tree_island, want);
        let total: u32 = s.list.iter().map(|i| i.block_num).sum();
        assert_eq!(total as usize, lists.len());
    }
}
