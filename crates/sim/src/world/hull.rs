//! Meshes that come and go: the tables of one mesh appended to those of the world's model.
//!
//! All numbers of a mesh are local to it, except the addresses of its parts, which move with where they are put. A mesh that no geom
//! names any more stays until the tables hold more of them than of the others; then those in use are written anew.
//!
//! Reads  a model with one hull     Writes model.{mesh, bvh, size}
//! Cost   O(size of the mesh)

use std::ops::Range;
use stiction_model::Model;
use stiction_model::ids::ObjectId;
use stiction_model::kinds::GeomKind;

/// Where the part that begins at `adr` ends: where that of the next mesh begins.
fn part(adr: &[i32], k: usize, len: usize) -> Range<usize> {
    let Ok(start) = usize::try_from(adr[k]) else { return 0..0 };
    let end = adr[k + 1..].iter().find_map(|&a| usize::try_from(a).ok()).unwrap_or(len);
    start..end.max(start)
}

/// Copies mesh k of `from` behind the meshes of `to`; its new number.
pub(super) fn append(from: &Model, k: usize, to: &mut Model) -> i32 {
    let (f, t) = (&from.mesh, &mut to.mesh);
    let adr = |len: usize, old: i32| if old < 0 { -1 } else { len as i32 };
    macro_rules! copy {
        ($adr:ident, $num:ident, $($list:ident),*) => {{
            let range = f.$adr[k].max(0) as usize..(f.$adr[k].max(0) + f.$num[k]) as usize;
            let first = [$(t.$list.len()),*][0];
            t.$adr.push(adr(first, f.$adr[k]));
            t.$num.push(f.$num[k]);
            $( t.$list.extend_from_slice(&f.$list[range.clone()]); )*
            range
        }};
    }
    let verts = copy!(vertadr, vertnum, vert);
    copy!(faceadr, facenum, face, facenormal, facetexcoord);
    copy!(normaladr, normalnum, normal);
    copy!(texcoordadr, texcoordnum, texcoord);
    let polys = copy!(polyadr, polynum, polynormal, polyvertnum);
    // addresses within tables of tables
    let moved = |from: &[i32], range: &Range<usize>, to: usize| -> (Vec<i32>, i32) {
        let first = from[range.clone()].iter().copied().min().unwrap_or(0);
        (from[range.clone()].iter().map(|a| a - first + to as i32).collect(), first)
    };
    let count =
        |num: &[i32], range: &Range<usize>| num[range.clone()].iter().map(|&n| n as usize).sum::<usize>();
    let (adrs, first) = moved(&f.polyvertadr, &polys, t.polyvert.len());
    t.polyvertadr.extend(adrs);
    t.polyvert.extend_from_slice(&f.polyvert[first as usize..][..count(&f.polyvertnum, &polys)]);
    let (adrs, first) = moved(&f.polymapadr, &verts, t.polymap.len());
    t.polymapadr.extend(adrs);
    t.polymapnum.extend_from_slice(&f.polymapnum[verts.clone()]);
    t.polymap.extend_from_slice(&f.polymap[first as usize..][..count(&f.polymapnum, &verts)]);
    let graph = part(&f.graphadr, k, f.graph.len());
    t.graphadr.push(adr(t.graph.len(), f.graphadr[k]));
    t.graph.extend_from_slice(&f.graph[graph]);
    t.octadr.push(-1);
    t.octnum.push(0);
    t.pathadr.push(-1);
    t.extrema.push(f.extrema[k]);
    t.scale.push(f.scale[k]);
    t.pos.push(f.pos[k]);
    t.quat.push(f.quat[k]);
    let nodes = f.bvhadr[k].max(0) as usize..(f.bvhadr[k].max(0) + f.bvhnum[k]) as usize;
    t.bvhadr.push(adr(to.bvh.depth.len(), f.bvhadr[k]));
    t.bvhnum.push(f.bvhnum[k]);
    to.bvh.depth.extend_from_slice(&from.bvh.depth[nodes.clone()]);
    to.bvh.child.extend_from_slice(&from.bvh.child[nodes.clone()]);
    to.bvh.nodeid.extend_from_slice(&from.bvh.nodeid[nodes.clone()]);
    to.bvh.aabb.extend_from_slice(&from.bvh.aabb[nodes]);
    count_sizes(to);
    to.size.nmesh as i32 - 1
}

fn count_sizes(m: &mut Model) {
    let (s, t) = (&mut m.size, &m.mesh);
    s.nmesh = t.vertadr.len();
    s.nmeshvert = t.vert.len();
    s.nmeshnormal = t.normal.len();
    s.nmeshtexcoord = t.texcoord.len();
    s.nmeshface = t.face.len();
    s.nmeshgraph = t.graph.len();
    s.nmeshpoly = t.polynormal.len();
    s.nmeshpolyvert = t.polyvert.len();
    s.nmeshpolymap = t.polymap.len();
    s.nbvh = m.bvh.depth.len();
    s.nbvhstatic = s.nbvh;
}

/// True if a geom is a mesh.
pub(super) fn is_mesh(m: &Model, g: usize) -> bool {
    m.geom.kind[g] == GeomKind::Mesh && m.geom.dataid[g].is_some()
}

/// Forgets the meshes that no geom names, if they are the most.
pub(super) fn compact(m: &mut Model) {
    let mut used = vec![-1; m.size.nmesh];
    for g in (0..m.size.ngeom).filter(|&g| is_mesh(m, g)) {
        used[m.geom.dataid[g]] = 0;
    }
    let live = used.iter().filter(|u| **u == 0).count();
    if m.size.nmesh <= 2 * live + 16 {
        return;
    }
    let mut old = Model { mesh: std::mem::take(&mut m.mesh), bvh: m.bvh.clone(), ..Model::default() };
    old.size.nmesh = used.len();
    let bodies =
        m.body.bvhadr.iter().zip(&m.body.bvhnum).map(|(a, n)| (a.max(&0) + n) as usize).max().unwrap_or(0);
    m.bvh.depth.truncate(bodies);
    m.bvh.child.truncate(bodies);
    m.bvh.nodeid.truncate(bodies);
    m.bvh.aabb.truncate(bodies);
    for (k, u) in used.iter_mut().enumerate() {
        if *u == 0 {
            *u = append(&old, k, m);
        }
    }
    count_sizes(m);
    for g in 0..m.size.ngeom {
        if is_mesh(m, g) {
            m.geom.dataid[g] = ObjectId::of(used[m.geom.dataid[g]]);
        }
    }
}
