//! Height fields and textures.

use stiction_geometry::asset::{
    ColorSpace, Texture, TextureBuiltin, TextureMark, TextureParams, TextureType, flip_rows,
    hfield_from_elevation, load_hfield_bin, load_hfield_png, load_png,
};

fn png(width: u32, height: u32, color: png::ColorType, data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut e = png::Encoder::new(&mut out, width, height);
    e.set_color(color);
    e.set_depth(png::BitDepth::Eight);
    e.write_header().unwrap().write_image_data(data).unwrap();
    out
}

#[test]
fn png_channels_convert() {
    let file = png(2, 1, png::ColorType::Rgba, &[1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(load_png(&file, 1).unwrap().data, [1, 5]);
    assert_eq!(load_png(&file, 3).unwrap().data, [1, 2, 3, 5, 6, 7]);
    assert_eq!(load_png(&file, 4).unwrap().data, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(load_png(&file, 2).is_err());
    let gray = png(2, 1, png::ColorType::Grayscale, &[9, 250]);
    assert_eq!(load_png(&gray, 4).unwrap().data, [9, 9, 9, 255, 250, 250, 250, 255]);
}

#[test]
fn bombs_and_lies_are_refused_before_decoding() {
    let mut file = png(2, 1, png::ColorType::Rgb, &[0; 6]);
    for (w, h) in [(1u32 << 20, 1u32 << 20), (16385, 16385), (16000, 16000), (0, 4)] {
        file[16..20].copy_from_slice(&w.to_be_bytes());
        file[20..24].copy_from_slice(&h.to_be_bytes());
        let e = load_png(&file, 3).unwrap_err();
        assert!(e.message.contains("pixels") || e.message.contains("decode"), "{e}");
    }
    assert!(load_png(b"", 3).is_err());
    assert!(load_png(b"\x89PNG\r\n\x1a\n", 3).is_err());
    assert!(load_png(b"GIF89a", 3).is_err());
}

#[test]
fn height_fields_are_flipped_and_normalised() {
    let h =
        load_hfield_png(&png(2, 2, png::ColorType::Rgb, &[0, 9, 9, 3, 9, 9, 10, 9, 9, 13, 9, 9])).unwrap();
    assert_eq!((h.nrow, h.ncol), (2, 2));
    assert_eq!(h.data, [10.0f32 / 13.0, 1.0, 0.0, 3.0 / 13.0]);
    let mut bytes: Vec<u8> = [2i32, 2].iter().flat_map(|x| x.to_le_bytes()).collect();
    bytes.extend([1f32, 2.0, 3.0, 5.0].iter().flat_map(|x| x.to_le_bytes()));
    assert_eq!(load_hfield_bin(&bytes).unwrap().data, [0.0, 0.25, 0.5, 1.0]);
    let top_first = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let h = hfield_from_elevation(2, 3, &flip_rows(&top_first, 3)).unwrap();
    assert_eq!(h.data, [0.6, 0.8, 1.0, 0.0, 0.2, 0.4]);
    assert_eq!(hfield_from_elevation(2, 2, &[7.0; 4]).unwrap().data, [0.0; 4]);
    assert_eq!(hfield_from_elevation(2, 3, &[]).unwrap().data, [0.0; 6]);
}

#[test]
fn bad_height_fields_are_errors() {
    assert!(hfield_from_elevation(1, 3, &[0.0; 3]).is_err());
    assert!(hfield_from_elevation(2, 3, &[0.0; 5]).is_err());
    assert!(hfield_from_elevation(2, 2, &[0.0, f32::NAN, 1.0, 2.0]).is_err());
    assert!(hfield_from_elevation(i64::MAX, i64::MAX, &[]).is_err());
    for header in [[2i32, 2], [-1, -1], [i32::MAX, i32::MAX], [1, 4]] {
        let bytes: Vec<u8> = header.iter().flat_map(|x| x.to_le_bytes()).collect();
        assert!(load_hfield_bin(&bytes).is_err(), "{header:?}");
    }
}

fn builtin(kind: TextureType, builtin: TextureBuiltin, mark: TextureMark) -> Texture {
    let (rgb1, rgb2, markrgb) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    let size = TextureParams { width: 4, height: 4, ..TextureParams::default() };
    Texture::builtin(&TextureParams { kind, builtin, mark, rgb1, rgb2, markrgb, random: 0.5, ..size })
        .unwrap()
}

#[test]
fn patterns_have_their_colours_in_place() {
    let at = |t: &Texture, r: usize, c: usize| -> [u8; 3] {
        let k = 3 * (r * t.width + c);
        [t.data[k], t.data[k + 1], t.data[k + 2]]
    };
    let (red, green, blue) = ([255, 0, 0], [0, 255, 0], [0, 0, 255]);
    let t = builtin(TextureType::TwoD, TextureBuiltin::Checker, TextureMark::None);
    assert_eq!([at(&t, 0, 0), at(&t, 0, 2), at(&t, 2, 0), at(&t, 3, 3)], [red, green, green, red]);
    let t = builtin(TextureType::Cube, TextureBuiltin::Checker, TextureMark::None);
    assert_eq!((t.height, at(&t, 0, 0), at(&t, 16, 0)), (24, red, green));
    let t = builtin(TextureType::Skybox, TextureBuiltin::Flat, TextureMark::Edge);
    assert_eq!([at(&t, 1, 1), at(&t, 13, 1), at(&t, 12, 0), at(&t, 3, 2)], [red, green, blue, blue]);
    let t = builtin(TextureType::TwoD, TextureBuiltin::Flat, TextureMark::Cross);
    assert_eq!([at(&t, 2, 0), at(&t, 0, 2), at(&t, 1, 1)], [blue, blue, red]);
    // the first eight draws of the seeded twister below one half, row by row
    let t = builtin(TextureType::TwoD, TextureBuiltin::Flat, TextureMark::Random);
    let dots: Vec<bool> = (0..16).map(|k| at(&t, k / 4, k % 4) == blue).collect();
    assert!(dots.iter().any(|&d| d) && dots.iter().any(|&d| !d));
    let t = builtin(TextureType::TwoD, TextureBuiltin::Gradient, TextureMark::None);
    assert!(at(&t, 0, 0)[1] > at(&t, 1, 1)[1], "rgb2 grows outwards");
    assert_eq!(t.colorspace, ColorSpace::Auto);
}

#[test]
fn cube_images_are_cut_by_their_grid() {
    let pixels: Vec<u8> = (0..6).flat_map(|k| [k * 10, k * 10 + 1, k * 10 + 2]).collect();
    let file = png(3, 2, png::ColorType::Rgb, &pixels);
    let mut p = TextureParams { gridsize: [2, 3], gridlayout: "RL.DFB".into(), ..TextureParams::default() };
    p.rgb1 = [0.1, 0.2, 0.3];
    let t = Texture::from_file(&p, &file).unwrap();
    assert_eq!((t.width, t.height, t.colorspace), (1, 6, ColorSpace::Linear));
    assert_eq!(t.data, [0, 1, 2, 10, 11, 12, 25, 51, 76, 30, 31, 32, 40, 41, 42, 50, 51, 52]);
    p.gridlayout = "RXXXXX".into();
    assert!(Texture::from_file(&p, &file).is_err());
    p.gridsize = [2, 2];
    assert!(Texture::from_file(&p, &file).is_err());
    let one = png(1, 1, png::ColorType::Rgb, &[1, 2, 3]);
    let t = Texture::from_cube_files(&p, &[None, Some(&one), None, None, None, None]).unwrap();
    assert_eq!(&t.data[..6], [25, 51, 76, 1, 2, 3]);
    assert!(Texture::from_cube_files(&p, &[None; 6]).is_err());
    assert!(Texture::from_cube_files(&p, &[Some(&one), Some(&file), None, None, None, None]).is_err());
}

#[test]
fn flips_and_sizes() {
    let file = png(2, 2, png::ColorType::Grayscale, &[1, 2, 3, 4]);
    let p = TextureParams {
        kind: TextureType::TwoD,
        nchannel: 1,
        hflip: true,
        vflip: true,
        ..TextureParams::default()
    };
    assert_eq!(Texture::from_file(&p, &file).unwrap().data, [4, 3, 2, 1]);
    let p = TextureParams { width: 2, height: 2, vflip: true, hflip: false, ..p };
    assert_eq!(Texture::from_data(&p, vec![1, 2, 3, 4]).unwrap().data, [3, 4, 1, 2]);
    assert!(Texture::from_data(&p, vec![1, 2, 3]).is_err());
    let huge =
        TextureParams { builtin: TextureBuiltin::Flat, width: 1 << 40, height: 1 << 40, nchannel: 3, ..p };
    assert!(Texture::builtin(&huge).is_err());
    assert!(Texture::builtin(&TextureParams { width: 0, ..huge.clone() }).is_err());
    assert!(Texture::builtin(&TextureParams { width: 4, height: 4, nchannel: 4, ..huge }).is_err());
}

/// A palette of 14 bytes, found by fuzzing: the decoder cuts it into threes.
#[test]
fn a_palette_that_is_not_made_of_threes_is_refused() {
    let file: &[u8] = &[
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
        0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x02, 0x02, 0x03, 0x00, 0x00, 0x00, 0x02, 0xc6, 0x95, 0xf0, 0x00,
        0x00, 0x00, 0x0e, 0x50, 0x4c, 0x54, 0x45, 0x00, 0x01, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x10,
        0x02, 0x00, 0x00, 0x00, 0x46, 0x73, 0xfd, 0x33, 0x00, 0x00, 0x13, 0x11, 0x49, 0x44, 0x41, 0x54, 0x78,
        0x9c, 0x62, 0x60, 0x64, 0x62, 0x66, 0x61, 0x65, 0x84, 0x50, 0x00, 0x0d, 0x08, 0x00, 0x00, 0x1d, 0x07,
        0xd2, 0xae, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a,
        0x0b, 0xdc, 0x00, 0x0c, 0x38, 0x00, 0x4c, 0x00, 0x9c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x90,
        0x66, 0x78, 0x02, 0x00, 0x01, 0x39, 0x01, 0x00, 0x45, 0x64, 0x91, 0x9b, 0x00, 0x00, 0x00, 0x00, 0x49,
        0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
    ];
    assert!(stiction_geometry::asset::load_png(file, 3).is_err());
}
