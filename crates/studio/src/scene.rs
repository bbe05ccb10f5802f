//! The scene: everything that does not move, told once. JSON for structure, binary assets named by the SHA-1 of their content.

mod assets;
mod tables;

use crate::Json;
use std::collections::BTreeMap;
use stiction::Model;

/// A scene, ready to be served.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Structure.
    pub json: String,
    /// Vertices, heights and pixels by the hash of their content.
    pub assets: BTreeMap<String, Vec<u8>>,
}

impl Scene {
    /// The scene of a model.
    pub fn new(m: &Model) -> Scene {
        Scene::with(m, Vec::new())
    }

    /// The same with more values for the page.
    pub fn with(m: &Model, more: Vec<(String, Json)>) -> Scene {
        let mut assets = BTreeMap::new();
        let mut all = vec![
            ("name".to_owned(), Json::from(m.name.as_str())),
            ("meshes".to_owned(), assets::meshes(m, &mut assets)),
            ("hfields".to_owned(), assets::heights(m, &mut assets)),
            ("skins".to_owned(), assets::skins(m, &mut assets)),
            ("textures".to_owned(), assets::textures(m, &mut assets)),
        ];
        all.extend(tables::all(m));
        all.extend(more);
        Scene { json: Json::Object(all.into_iter().collect()).to_string(), assets }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::ModelExt;

    #[test]
    fn equal_meshes_are_kept_once() {
        let xml = r#"<mujoco><asset>
            <mesh name="a" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><mesh name="b" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
            <texture name="t" type="2d" builtin="checker" width="8" height="8"/></asset>
            <worldbody><geom type="mesh" mesh="a"/><geom type="mesh" mesh="b"/></worldbody></mujoco>"#;
        let m = Model::from_xml_string(xml).expect("loads");
        let s = Scene::new(&m);
        assert_eq!(s.assets.len(), 2);
        let j = serde_json::from_str::<Json>(&s.json).expect("is JSON");
        assert_eq!(j.get("meshes").and_then(Json::as_array).map(Vec::len), Some(2));
        assert_eq!(j.get("geoms").and_then(Json::as_array).map(Vec::len), Some(2));
        for (hash, bytes) in &s.assets {
            assert_eq!(*hash, assets::name(bytes));
        }
    }

    #[test]
    fn a_texture_by_reference_is_told_without_texels() {
        let xml = r#"<mujoco><compiler passthrough="textures"/><asset><texture name="t" type="2d" file="none.png"/><material name="m" texture="t"/></asset>
            <worldbody><geom size=".1" material="m"/></worldbody></mujoco>"#;
        let m = Model::from_xml_string(xml).expect("loads");
        let j = serde_json::from_str::<Json>(&Scene::new(&m).json).expect("is JSON");
        assert_eq!(j["textures"][0]["width"], 0);
    }
}
