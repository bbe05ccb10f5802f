//! What a reader could not make of a file, so that problems which are there can be told from problems that only follow.
//!
//! A reader leaves out what it does not understand and goes on. Of the elements it touched it keeps here which attributes are not as the author
//! meant them, which elements are missing inside, and which names are lost. A compiler that finds a problem asks whether it rests on
//! such a place; if so, the reader has told its cause already.

use crate::diag::Loc;
use std::collections::{BTreeMap, BTreeSet};

/// Where an element stands: file and offset.
type Place = (u32, u32);

fn place(at: Loc) -> Place {
    (at.file, at.start)
}

/// An element that was read in part.
#[derive(Clone, Debug, Default)]
struct Part {
    /// Attributes whose values are not known.
    bad: BTreeSet<String>,
    /// Attributes that are written and understood, if the others may be other than they seem: an unknown attribute, or a default class
    /// that was not read.
    only: Option<BTreeSet<String>>,
    /// Elements inside are missing.
    inside: bool,
}

/// What is not known about a file that was read in part.
#[derive(Clone, Debug, Default)]
pub struct Damage {
    parts: BTreeMap<Place, Part>,
    sections: BTreeSet<String>,
    names: BTreeSet<String>,
    prefixes: BTreeSet<String>,
    lost: bool,
}

impl Damage {
    /// The value of an attribute is not known.
    pub fn attribute(&mut self, element: Loc, name: &str) {
        self.part(element).bad.insert(name.into());
    }

    /// Only these attributes are as they seem.
    pub fn only(&mut self, element: Loc, given: impl IntoIterator<Item = String>) {
        let part = self.part(element);
        let given: BTreeSet<String> = given.into_iter().collect();
        part.only = Some(match part.only.take() {
            Some(before) => before.intersection(&given).cloned().collect(),
            None => given,
        });
    }

    /// An element inside is missing.
    pub fn inside(&mut self, element: Loc) {
        self.lost = true;
        self.part(element).inside = true;
    }

    /// What one element lacks, another lacks too: it is made from both.
    pub fn carry(&mut self, from: Loc, to: Loc) {
        let Some(part) = self.parts.get(&place(from)).cloned() else { return };
        let into = self.part(to);
        into.bad.extend(part.bad);
        into.inside |= part.inside || part.only.is_some();
    }

    /// A section of settings has problems.
    pub fn section(&mut self, tag: &str) {
        self.sections.insert(tag.into());
    }

    /// An element of this name is missing.
    pub fn name(&mut self, name: &str) {
        if !name.is_empty() {
            self.names.insert(name.into());
        }
        self.lost = true;
    }

    /// Elements are missing whose names begin so; nothing means that they may have any name.
    pub fn prefix(&mut self, prefix: &str) {
        self.prefixes.insert(prefix.into());
        self.lost = true;
    }

    /// Takes over the damage of another file, whose sources begin at `base`.
    pub fn merge(&mut self, other: Damage, base: u32) {
        self.parts.extend(other.parts.into_iter().map(|((file, at), part)| ((file + base, at), part)));
        self.names.extend(other.names);
        self.prefixes.extend(other.prefixes);
        self.lost |= other.lost;
    }

    /// Whether the reader has touched this element.
    pub fn touches(&self, element: Loc) -> bool {
        self.parts.contains_key(&place(element))
    }

    /// Whether the value of an attribute is not known.
    pub fn misses(&self, element: Option<Loc>, name: &str) -> bool {
        self.find(element).is_some_and(|p| p.bad.contains(name))
    }

    /// Whether a missing element may have had this name.
    pub fn may_have(&self, name: &str) -> bool {
        self.names.contains(name)
            || self.prefixes.iter().any(|p| name.starts_with(p.as_str()))
            // an attachment puts a prefix before the names of another file
            || !self.names.is_empty() && name.char_indices().any(|(i, _)| self.names.contains(&name[i..]))
    }

    /// Whether elements are missing.
    pub(crate) fn lost(&self) -> bool {
        self.lost
    }

    /// Whether elements are missing inside this one.
    pub(crate) fn is_hollow(&self, element: Option<Loc>) -> bool {
        self.find(element).is_some_and(|p| p.inside)
    }

    /// Whether a problem with these attributes follows from what is told already: one of them is not known, or all of them may be what an
    /// unknown attribute or a lost default was meant to give. Of no attribute in particular, whether anything is.
    pub fn explains(&self, element: Option<Loc>, about: &[&str]) -> bool {
        let Some(part) = self.find(element) else { return false };
        let given = |a: &&str| part.only.as_ref().is_none_or(|given| given.contains(*a));
        about.is_empty() || about.iter().any(|a| part.bad.contains(*a)) || !about.iter().any(given)
    }

    /// Whether all these attributes of an element are as they seem; of no attribute in particular, whether all of it is.
    pub(crate) fn knows(&self, element: Option<Loc>, about: &[&str]) -> bool {
        let Some(part) = self.find(element) else { return true };
        !about.is_empty()
            && about
                .iter()
                .all(|a| !part.bad.contains(*a) && part.only.as_ref().is_none_or(|given| given.contains(*a)))
    }

    /// Whether a section of settings is as it seems.
    pub(crate) fn knows_section(&self, tag: &str) -> bool {
        !self.sections.contains(tag)
    }

    fn find(&self, element: Option<Loc>) -> Option<&Part> {
        self.parts.get(&place(element?))
    }

    fn part(&mut self, element: Loc) -> &mut Part {
        self.parts.entry(place(element)).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(start: u32) -> Loc {
        Loc { file: 0, start, len: 1, line: 1, col: 1 }
    }

    #[test]
    fn a_problem_rests_on_what_is_not_known() {
        let mut d = Damage::default();
        d.attribute(at(5), "size");
        assert!(d.knows(Some(at(5)), &["friction"]) && !d.knows(Some(at(5)), &["friction", "size"]));
        assert!(!d.knows(Some(at(5)), &[]) && d.knows(Some(at(6)), &[]) && d.knows(None, &[]));
        d.only(at(5), ["friction".to_string(), "mass".to_string()]);
        d.only(at(5), ["friction".to_string()]);
        assert!(d.knows(Some(at(5)), &["friction"]) && !d.knows(Some(at(5)), &["mass"]));
        assert!(!d.explains(Some(at(5)), &["friction", "mass"]) && d.explains(Some(at(5)), &["mass"]));
        assert!(d.explains(Some(at(5)), &["size", "friction"]) && !d.explains(Some(at(6)), &[]));
    }

    #[test]
    fn names_may_be_lost_with_a_prefix() {
        let mut d = Damage::default();
        assert!(!d.may_have("hip") && !d.lost());
        d.name("hip");
        assert!(d.may_have("hip") && d.may_have("left/hip") && !d.may_have("knee"));
        d.prefix("arm_");
        assert!(d.may_have("arm_knee") && !d.may_have("knee"));
    }

    #[test]
    fn other_files_keep_their_places_apart() {
        let (mut a, mut b) = (Damage::default(), Damage::default());
        b.inside(at(5));
        a.merge(b, 3);
        assert!(!a.touches(at(5)) && a.touches(Loc { file: 3, ..at(5) }) && a.lost());
    }
}
