//! Links: bodies that move as one, with the dofs that move them against their parent.

use std::ops::Range;

/// No link: the static world.
pub const WORLD: u32 = u32::MAX;

/// The kinematic trees of a model as the recursion walks them. Parents stand before their children, trees one after the other.
#[derive(Clone, Debug, Default)]
pub struct Links {
    pub(super) list: Vec<Link>,
    pub(super) of_dof: Vec<u32>,
    pub(super) trees: Vec<Range<u32>>,
    pub(super) tree_of: Vec<u32>,
}

/// One link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub parent: u32,
    /// First child and next sibling, ascending; [`WORLD`] ends a list.
    pub child: u32,
    pub sibling: u32,
    first: u32,
    end: u32,
    /// Six dofs: three translations along the world's axes, then three rotations.
    pub free: bool,
}

impl Link {
    /// Its dofs.
    #[inline(always)]
    pub fn dofs(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

impl Links {
    /// Appends a link with its parent ([`WORLD`] begins a tree), its number of dofs and whether they are a free joint's.
    pub fn push(&mut self, parent: u32, ndof: u32, free: bool) -> u32 {
        let l = self.list.len() as u32;
        let first = self.of_dof.len() as u32;
        self.list.push(Link {
            parent,
            child: WORLD,
            sibling: WORLD,
            first,
            end: first + ndof,
            free: free && ndof == 6,
        });
        if parent != WORLD {
            let mut last = self.list[parent as usize].child;
            if last == WORLD {
                self.list[parent as usize].child = l;
            } else {
                while self.list[last as usize].sibling != WORLD {
                    last = self.list[last as usize].sibling;
                }
                self.list[last as usize].sibling = l;
            }
        }
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
        self.list.len()
    }

    /// True if nothing moves.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
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

    /// Dofs of a tree.
    #[inline(always)]
    pub(super) fn tree_dofs(&self, tree: u32) -> Range<usize> {
        let links = &self.trees[tree as usize];
        self.list[links.start as usize].first as usize..self.list[links.end as usize - 1].end as usize
    }

    /// Link that a dof moves.
    pub fn of_dof(&self, dof: usize) -> u32 {
        self.of_dof[dof]
    }

    /// Dofs of a link.
    #[inline(always)]
    pub(super) fn range(&self, link: usize) -> Range<usize> {
        self.list[link].dofs()
    }
}
