//! Links: bodies that move as one, with the dofs that move them against their parent.

use std::ops::Range;

/// No link: the static world.
pub const WORLD: u32 = u32::MAX;

/// The kinematic trees of a model as the recursion walks them. Parents stand before their children, trees one after the other.
#[derive(Clone, Debug, Default)]
pub struct Links {
    pub(super) parent: Vec<u32>,
    /// First child and next sibling, ascending; [`WORLD`] ends a list.
    pub(super) child: Vec<u32>,
    pub(super) sibling: Vec<u32>,
    pub(super) dofs: Vec<Range<u32>>,
    /// Six dofs: three translations along the world's axes, then three rotations.
    pub(super) free: Vec<bool>,
    pub(super) of_dof: Vec<u32>,
    pub(super) trees: Vec<Range<u32>>,
    pub(super) tree_of: Vec<u32>,
}

impl Links {
    /// Appends a link with its parent ([`WORLD`] begins a tree), its number of dofs and whether they are a free joint's.
    pub fn push(&mut self, parent: u32, ndof: u32, free: bool) -> u32 {
        let l = self.parent.len() as u32;
        let first = self.of_dof.len() as u32;
        self.parent.push(parent);
        self.child.push(WORLD);
        self.sibling.push(WORLD);
        if parent != WORLD {
            let mut last = self.child[parent as usize];
            if last == WORLD {
                self.child[parent as usize] = l;
            } else {
                while self.sibling[last as usize] != WORLD {
                    last = self.sibling[last as usize];
                }
                self.sibling[last as usize] = l;
            }
        }
        self.dofs.push(first..first + ndof);
        self.free.push(free && ndof == 6);
        self.of_dof.resize((first + ndof) as usize, l);
        if parent == WORLD {
            self.trees.push(l..l + 1);
        } else if let Some(t) = self.trees.last_mut() {
            t.end = l + 1;
        }
        self.tree_of.push(self.trees.len() as u32 - 1);
        l
    }

    /// Number of links.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// True if nothing moves.
    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// Number of dofs.
    pub fn nv(&self) -> usize {
        self.of_dof.len()
    }

    /// Number of trees.
    pub fn ntree(&self) -> usize {
        self.trees.len()
    }

    /// Tree of a link.
    pub fn tree(&self, link: u32) -> usize {
        self.tree_of[link as usize] as usize
    }

    /// Link that a dof moves.
    pub fn of_dof(&self, dof: usize) -> u32 {
        self.of_dof[dof]
    }

    /// Dofs of a link.
    #[inline(always)]
    pub(super) fn range(&self, link: usize) -> Range<usize> {
        let r = &self.dofs[link];
        r.start as usize..r.end as usize
    }
}
