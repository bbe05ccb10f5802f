//! Mesh files: what is read, what is refused, and that no bytes make the loaders panic.

use stiction_geometry::asset::{
    Location, Mesh, MeshFormat, MeshParams, RawMesh, Texture, TextureParams, TextureType, load_hfield_bin,
    load_hfield_png, load_mesh, load_msh, load_obj, load_png, load_stl,
};

const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n";
const SIDES: &str = "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

fn binary_stl(tri: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut out = vec![0; 80];
    out.extend((tri.len() as u32).to_le_bytes());
    for t in tri {
        out.extend([0; 12]);
        out.extend(t.iter().flatten().flat_map(|x| x.to_le_bytes()));
        out.extend([0; 2]);
    }
    out
}

const TETRA: [[[f32; 3]; 3]; 4] = [
    [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]],
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
];

fn ascii_stl() -> String {
    let mut s = String::from("solid t\n");
    for t in TETRA {
        s += " facet normal 0 0 0\n  outer loop\n";
        for v in t {
            s += &format!("   vertex {:e} {} {}\n", v[0], v[1], v[2]);
        }
        s += "  endloop\n endfacet\n";
    }
    s + "endsolid t\n"
}

fn msh(mesh: &RawMesh) -> Vec<u8> {
    let n = [mesh.vert.len(), mesh.normal.len(), mesh.texcoord.len(), mesh.face.len()];
    let mut out: Vec<u8> = n.iter().flat_map(|&x| (x as i32).to_le_bytes()).collect();
    out.extend(mesh.vert.iter().flatten().chain(mesh.normal.iter().flatten()).flat_map(|x| x.to_le_bytes()));
    out.extend(mesh.texcoord.iter().flatten().flat_map(|x| x.to_le_bytes()));
    out.extend(mesh.face.iter().flatten().flat_map(|x| x.to_le_bytes()));
    out
}

fn png(width: u32, height: u32, color: png::ColorType, data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut e = png::Encoder::new(&mut out, width, height);
    e.set_color(color);
    e.set_depth(png::BitDepth::Eight);
    e.write_header().unwrap().write_image_data(data).unwrap();
    out
}

#[test]
fn obj_quads_split_along_the_shorter_diagonal() {
    let text = "v 0 0 0\nv 2 0 0\nv 3 1 0\nv 0 1 0\nv 0 0 1\nf 1 2 3 4\nf -5 -4 -1\n";
    let m = load_obj(text.as_bytes()).unwrap();
    assert_eq!(m.face, [[0, 1, 3], [1, 2, 3], [0, 1, 4]]);
    let m = load_obj("v 0 0 0\nv 2 0 0\nv 1 1 0\nv 0 3 0\nf 1 2 3 4\n".as_bytes()).unwrap();
    assert_eq!(m.face, [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn obj_concave_polygon_keeps_its_area() {
    // an L of area 3 with a reflex corner
    let text = "v 1 1 5\nv 3 1 5\nv 3 2 5\nv 2 2 5\nv 2 3 5\nv 1 3 5\nf 1 2 3 4 5 6\n";
    let m = load_obj(text.as_bytes()).unwrap();
    let area: f32 = m
        .face
        .iter()
        .map(|t| t.map(|i| m.vert[i as usize]))
        .map(|[a, b, c]| 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])))
        .sum();
    assert_eq!((m.face.len(), area), (4, 3.0));
}

#[test]
fn obj_reads_normals_texcoords_groups_and_line_ends() {
    let text =
        format!("# c\r\nmtllib x\r\n{CUBE}vn 0 0 1\rvt 0.5 0.25\n\tf 1/1/1 2/1/1 3/1/1\ng b\nf 5 6 7\n");
    let m = load_obj(text.as_bytes()).unwrap();
    assert_eq!(m.face, [[0, 1, 2]], "only the first shape has faces");
    assert_eq!((m.vert.len(), m.texcoord[0]), (8, [0.5, 0.75]));
    assert_eq!((&m.facenormal, &m.facetexcoord), (&vec![[0; 3]], &vec![[0; 3]]));
    // forward references are allowed
    let m = load_obj(format!("f 1 2 3\n{CUBE}").as_bytes()).unwrap();
    assert_eq!(m.face, [[0, 1, 2]]);
    let m = load_obj(b"v 1e1 -2.5E-1 .5\n").unwrap();
    assert_eq!(m.vert, [[10.0, -0.25, 0.5]]);
}

#[test]
fn obj_errors_name_the_line() {
    for (bad, line) in [
        ("f 1 2 9\n", 9),
        ("f 1 2 0\n", 9),
        ("f 1 2 -9\n", 9),
        ("f 1 2 99999999999999999999\n", 9),
        ("f 1 2 x\n", 9),
        ("f 1//1 2//1 3//1\n", 9),
        ("\n\nv 1 2\n", 11),
        ("v 1 2 nan\n", 9),
        ("v 1 2 inf\n", 9),
        ("v 1 2 1e99\n", 9),
        ("v 1 2 3x\n", 9),
    ] {
        let e = load_obj(format!("{CUBE}{bad}").as_bytes()).unwrap_err();
        assert_eq!(e.location, Some(Location::Line(line)), "{bad:?}: {e}");
        assert!(e.to_string().len() < 1000);
    }
}

#[test]
fn stl_joins_equal_vertices_in_order() {
    for bytes in [binary_stl(&TETRA), ascii_stl().into_bytes()] {
        let m = load_stl(&bytes).unwrap();
        assert_eq!(m.vert, [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
        assert_eq!(m.face, [[0, 1, 2], [0, 2, 3], [0, 3, 1], [2, 1, 3]]);
        assert!(Mesh::compile(m, &MeshParams::default()).is_ok());
    }
    // many vertices, so that the table grows
    let tri: Vec<[[f32; 3]; 3]> =
        (0..5000).map(|k| [0.0, 1.0, 2.0].map(|j| [k as f32, j, (k % 7) as f32])).collect();
    let m = load_stl(&binary_stl(&tri)).unwrap();
    assert_eq!((m.vert.len(), m.face.len()), (15000, 5000));
}

#[test]
fn stl_lies_are_refused() {
    let good = binary_stl(&TETRA);
    let mut count = good.clone();
    count[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let e = load_stl(&count).unwrap_err();
    assert_eq!(e.location, Some(Location::Byte(80)));
    assert!(load_stl(&good[..good.len() - 1]).is_err());
    assert!(load_stl(&good[..83]).is_err());
    assert!(load_stl(b"").is_err());
    let mut nan = good.clone();
    nan[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(load_stl(&nan).unwrap_err().location, Some(Location::Face(0)));
    let mut huge = good;
    huge[96..100].copy_from_slice(&2e9f32.to_le_bytes());
    assert!(load_stl(&huge).is_err());
    for bad in [
        "solid\nfacet\nvertex 1 2\nendfacet",
        "solid\nvertex 1 2 3\n",
        "solid x\nendsolid",
        "solid\nendfacet",
    ] {
        assert!(load_stl(bad.as_bytes()).is_err(), "{bad}");
    }
}

#[test]
fn msh_round_trip_and_lies() {
    let mut mesh = load_obj(format!("{CUBE}{SIDES}").as_bytes()).unwrap();
    assert_eq!(load_msh(&msh(&mesh)).unwrap(), mesh);
    mesh.normal = vec![[0.0, 0.0, 1.0]; 8];
    mesh.texcoord = vec![[0.5, 0.5]; 8];
    let bytes = msh(&mesh);
    let back = load_msh(&bytes).unwrap();
    assert_eq!((back.facenormal.len(), back.facetexcoord.len()), (12, 12));
    for (at, value) in [(0, -1), (0, i32::MAX), (4, 3), (12, i32::MAX), (12, -5), (0, 3)] {
        let mut bad = bytes.clone();
        bad[at..at + 4].copy_from_slice(&i32::to_le_bytes(value));
        assert!(load_msh(&bad).is_err(), "{at} {value}");
    }
    assert!(load_msh(&bytes[..15]).is_err());
}

#[test]
fn formats_are_known_by_extension() {
    assert_eq!(MeshFormat::from_file_name("a/b.OBJ"), Some(MeshFormat::Obj));
    assert_eq!(MeshFormat::from_file_name("x.stl"), Some(MeshFormat::Stl));
    assert_eq!(MeshFormat::from_file_name("x.y.msh"), Some(MeshFormat::Msh));
    assert_eq!(MeshFormat::from_file_name("obj"), None);
    assert!(load_mesh(format!("{CUBE}{SIDES}").as_bytes(), MeshFormat::Obj).is_ok());
}

/// 20,000 mutations of valid files: errors are fine, panics are not.
#[test]
fn mutated_files_never_panic() {
    let obj =
        format!("{CUBE}vn 0 0 1\nvt .5 .5\n{SIDES}f 1/1/1 2/1/1 3/1/1 4/1/1 5/1/1 6/1/1\nl 1 2 3\no x\n");
    let mesh = load_obj(format!("{CUBE}{SIDES}").as_bytes()).unwrap();
    let hfield: Vec<u8> = [3i32, 2].iter().flat_map(|x| x.to_le_bytes()).chain([0x40u8; 24]).collect();
    let seeds: Vec<Vec<u8>> = vec![
        obj.into_bytes(),
        binary_stl(&TETRA),
        ascii_stl().into_bytes(),
        msh(&mesh),
        png(5, 4, png::ColorType::Rgb, &[7; 60]),
        hfield,
    ];
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut next = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n.max(1) as u64) as usize
    };
    let mut accepted = 0;
    for case in 0..20_000 {
        let kind = case % seeds.len();
        let mut bytes = seeds[kind].clone();
        for _ in 0..1 + next(4) {
            let at = next(bytes.len());
            match next(5) {
                0 => bytes[at] ^= 1 << next(8),
                1 => bytes[at] = [b'0', b'9', b'-', b' ', b'\n', b'/', b'e', 0, 255][next(9)],
                2 => bytes.truncate(at.max(1)),
                3 => bytes.insert(at, next(256) as u8),
                _ => {
                    let end = (at + 1 + next(8)).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    let to = next(bytes.len());
                    bytes.splice(to..to, piece);
                }
            }
        }
        let loaded = match kind {
            0 => load_obj(&bytes),
            1 | 2 => load_stl(&bytes),
            3 => load_msh(&bytes),
            4 => {
                let p = TextureParams { kind: TextureType::TwoD, ..TextureParams::default() };
                accepted += usize::from(Texture::from_file(&p, &bytes).is_ok());
                let _ = load_hfield_png(&bytes);
                let _ = load_png(&bytes, 4);
                continue;
            }
            _ => {
                accepted += usize::from(load_hfield_bin(&bytes).is_ok());
                continue;
            }
        };
        if let Ok(raw) = loaded {
            accepted += 1;
            let params = MeshParams { needhull: next(4) > 0, ..MeshParams::default() };
            if let Ok(m) = Mesh::compile(raw, &params) {
                assert!(m.volume.is_finite() && m.pos.is_finite() && m.boxsz.is_finite());
            }
        }
    }
    assert!(accepted > 1000, "the mutations test nothing: {accepted} files were accepted");
}
