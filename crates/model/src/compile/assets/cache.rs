//! Assets that were made before in this process: a second load of the same files decodes no picture and builds no hull.
//!
//! An asset is found again by everything that it is made from: the bytes of its files, compared to the last one, and its parameters to the
//! last bit. So a model has the same numbers with and without the cache, whatever happens to files in between. What was used
//! longest ago goes first when the limit is reached. One lock guards the list; nothing is made while it is held.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stiction_geometry::asset as geo;

/// Bytes of sources and assets that are kept, unless [`set_limit`] says otherwise.
const LIMIT: usize = 256 << 20;
/// Bytes at each of so many places that tell most sources apart before they are compared.
const SAMPLE: usize = 16;
const SAMPLES: usize = 16;

/// What an asset is made from.
#[derive(Debug)]
pub(super) struct Recipe {
    /// Kind and parameters; numbers are written so that no two have the same words.
    pub words: String,
    /// Files and arrays.
    pub sources: Vec<Arc<[u8]>>,
}

impl Recipe {
    fn hash(&self) -> u64 {
        let mut h = DefaultHasher::new();
        self.words.hash(&mut h);
        for s in &self.sources {
            s.len().hash(&mut h);
            let step = (s.len() / SAMPLES).max(1);
            for from in (0..s.len()).step_by(step) {
                h.write(&s[from..(from + SAMPLE).min(s.len())]);
            }
        }
        h.finish()
    }

    fn is(&self, other: &Recipe) -> bool {
        self.words == other.words && self.sources == other.sources
    }

    fn bytes(&self) -> usize {
        self.words.len() + self.sources.iter().map(|s| s.len()).sum::<usize>()
    }
}

/// A thing that can be kept.
pub(super) trait Asset: Sized {
    /// Its memory, about.
    fn bytes(&self) -> usize;
    fn keep(this: Arc<Self>) -> Kept;
    fn of(kept: &Kept) -> Option<Arc<Self>>;
}

/// What is kept.
#[derive(Debug)]
pub(super) enum Kept {
    Mesh(Arc<geo::Mesh>),
    Texture(Arc<geo::Texture>),
    HField(Arc<geo::HField>),
}

macro_rules! assets {
    ($($kind:ident: $bytes:expr;)*) => {$(
        impl Asset for geo::$kind {
            fn bytes(&self) -> usize {
                let of: fn(&geo::$kind) -> usize = $bytes;
                size_of::<Self>() + of(self)
            }
            fn keep(this: Arc<Self>) -> Kept {
                Kept::$kind(this)
            }
            fn of(kept: &Kept) -> Option<Arc<Self>> {
                match kept {
                    Kept::$kind(x) => Some(x.clone()),
                    _ => None,
                }
            }
        }
    )*};
}

assets! {
    Mesh: |m| {
        let p = &m.polygons;
        let hull = m.hull.as_ref().map_or(0, |h| 8 * h.vert.len() + 12 * h.face.len() + 4 * h.edge_localid.len());
        let octree = m.octree.as_ref().map_or(0, |o| 148 * o.depth.len());
        12 * (m.vert.len() + m.normal.len()) + 8 * m.texcoord.len()
            + 12 * (m.face.len() + m.facenormal.len() + m.facetexcoord.len())
            + 24 * p.normal.len() + 4 * (p.vert.len() + p.map.len() + 2 * p.vertadr.len() + 2 * p.mapadr.len())
            + 64 * m.bvh.depth.len() + hull + octree
    };
    Texture: |t| t.data.len();
    HField: |h| 4 * h.data.len();
}

#[derive(Debug)]
struct Entry {
    recipe: Recipe,
    kept: Kept,
    bytes: usize,
    used: u64,
}

#[derive(Debug)]
struct Cache {
    entries: HashMap<u64, Vec<Entry>>,
    bytes: usize,
    limit: usize,
    /// Counts uses: the age of entries.
    uses: u64,
}

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

/// The cache; what a thread left that panicked is sound, as entries come and go whole.
fn locked() -> MutexGuard<'static, Option<Cache>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with<T>(act: impl FnOnce(&mut Cache) -> T) -> T {
    let mut guard = locked();
    act(guard.get_or_insert_with(|| Cache { entries: HashMap::new(), bytes: 0, limit: LIMIT, uses: 0 }))
}

/// The asset of a recipe: that of before, or what `make` makes.
pub(super) fn get_or_make<T: Asset, E>(
    recipe: Recipe,
    make: impl FnOnce(&Recipe) -> Result<T, E>,
) -> Result<Arc<T>, E> {
    let hash = recipe.hash();
    if let Some(found) = with(|c| c.find(hash, &recipe)) {
        return Ok(found);
    }
    let made = Arc::new(make(&recipe)?);
    with(|c| c.put(hash, recipe, made.clone()));
    Ok(made)
}

impl Cache {
    fn find<T: Asset>(&mut self, hash: u64, recipe: &Recipe) -> Option<Arc<T>> {
        let entry = self.entries.get_mut(&hash)?.iter_mut().find(|e| e.recipe.is(recipe))?;
        self.uses += 1;
        entry.used = self.uses;
        T::of(&entry.kept)
    }

    fn put<T: Asset>(&mut self, hash: u64, recipe: Recipe, made: Arc<T>) {
        let bytes = recipe.bytes() + made.bytes();
        // what would push out most of the others is not worth its place
        if bytes > self.limit / 4
            || self.entries.get(&hash).is_some_and(|l| l.iter().any(|e| e.recipe.is(&recipe)))
        {
            return;
        }
        self.shrink(self.limit - bytes);
        self.uses += 1;
        self.bytes += bytes;
        let entry = Entry { recipe, kept: T::keep(made), bytes, used: self.uses };
        self.entries.entry(hash).or_default().push(entry);
    }

    /// Drops what was used longest ago until no more than so many bytes are left.
    fn shrink(&mut self, to: usize) {
        if self.bytes <= to {
            return;
        }
        let mut ages: Vec<(u64, usize)> =
            self.entries.values().flatten().map(|e| (e.used, e.bytes)).collect();
        ages.sort_unstable();
        let mut left = self.bytes;
        let mut oldest = 0;
        for (used, bytes) in ages {
            if left <= to {
                break;
            }
            left -= bytes;
            oldest = used;
        }
        for list in self.entries.values_mut() {
            list.retain(|e| e.used > oldest);
        }
        self.entries.retain(|_, list| !list.is_empty());
        self.bytes = left;
    }
}

/// Bytes that the cache of assets may hold, of files and of what was made from them; 0 switches it off. What is above is dropped.
pub fn set_limit(bytes: usize) {
    with(|c| {
        c.limit = bytes;
        c.shrink(bytes);
    });
}

/// Bytes that the cache of assets holds.
pub fn size() -> usize {
    with(|c| c.bytes)
}

/// Empties the cache of assets.
pub fn clear() {
    with(|c| c.shrink(0));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(words: &str, fill: u8, len: usize) -> Recipe {
        Recipe { words: words.into(), sources: vec![vec![fill; len].into()] }
    }

    fn field(n: usize) -> geo::HField {
        geo::HField { nrow: 1, ncol: n, data: vec![0.5; n] }
    }

    fn cache(limit: usize) -> Cache {
        Cache { entries: HashMap::new(), bytes: 0, limit, uses: 0 }
    }

    fn put(c: &mut Cache, r: Recipe, n: usize) {
        c.put(r.hash(), r, Arc::new(field(n)));
    }

    fn has(c: &mut Cache, r: &Recipe) -> bool {
        c.find::<geo::HField>(r.hash(), r).is_some()
    }

    #[test]
    fn the_same_words_and_bytes_find_it_and_no_others() {
        let mut c = cache(1 << 20);
        put(&mut c, recipe("a", 1, 1000), 10);
        assert!(has(&mut c, &recipe("a", 1, 1000)));
        assert!(!has(&mut c, &recipe("b", 1, 1000)) && !has(&mut c, &recipe("a", 1, 1001)));
        // one byte that no sample sees
        let mut bytes = vec![1; 1000];
        bytes[40] = 2;
        let other = Recipe { words: "a".into(), sources: vec![bytes.into()] };
        assert_eq!(other.hash(), recipe("a", 1, 1000).hash());
        assert!(!has(&mut c, &other));
        // another kind of asset of the same recipe is none
        assert!(c.find::<geo::Texture>(recipe("a", 1, 1000).hash(), &recipe("a", 1, 1000)).is_none());
    }

    #[test]
    fn the_oldest_goes_and_the_limit_holds() {
        let mut c = cache(10_000);
        for k in 0..4 {
            put(&mut c, recipe("x", k, 2000), 10);
        }
        assert!(has(&mut c, &recipe("x", 0, 2000)));
        put(&mut c, recipe("x", 4, 2000), 10);
        assert!(has(&mut c, &recipe("x", 0, 2000)) && !has(&mut c, &recipe("x", 1, 2000)));
        assert!(c.bytes <= 10_000);
        put(&mut c, recipe("large", 0, 3000), 10);
        assert!(!has(&mut c, &recipe("large", 0, 3000)));
        c.shrink(0);
        assert!(c.bytes == 0 && c.entries.is_empty());
    }

    #[test]
    fn a_failure_is_not_kept() {
        let r = || recipe("failure", 9, 10);
        assert!(get_or_make::<geo::HField, &str>(r(), |_| Err("no")).is_err());
        assert!(get_or_make::<geo::HField, &str>(r(), |_| Ok(field(3))).is_ok_and(|f| f.ncol == 3));
        assert!(get_or_make::<geo::HField, &str>(r(), |_| Err("made again")).is_ok_and(|f| f.ncol == 3));
    }
}
