//! The page and its program, built by `crates/viewer/web` and kept in the repository so that Node is not needed to build; and
//! a page that carries a recording inside and needs no server.

use crate::json;
use crate::scene::Scene;
use data_encoding::BASE64;
use std::collections::BTreeMap;

/// The page.
pub const INDEX: &str = include_str!("../web/index.html");
/// Its program.
pub const PROGRAM: &str = include_str!("../web/dist/main.js");
/// Its style.
pub const STYLE: &str = include_str!("../web/style.css");

/// One file that replays frames anywhere, offline.
pub fn export(scene: &Scene, frames: &[Vec<u8>], times: &[f64]) -> String {
    let mut offsets = vec![0];
    let mut all = Vec::new();
    for f in frames {
        all.extend_from_slice(f);
        offsets.push(all.len());
    }
    let assets: BTreeMap<&str, String> =
        scene.assets.iter().map(|(k, v)| (k.as_str(), BASE64.encode(v))).collect();
    let data = format!(
        "window.stictionRecording={{\"scene\":{},\"assets\":{},\"frames\":\"{}\",\"offsets\":{},\"times\":{}}};",
        scene.json,
        json!(assets),
        BASE64.encode(&all),
        json!(offsets),
        json!(times)
    );
    // a name may hold "</script"; in a text, "<\/" means the same
    let data = data.replace("</", "<\\/");
    // "</script" inside a program would end it
    let program = PROGRAM.replace("</script", "<\\/script");
    INDEX
        .replace("<link rel=\"stylesheet\" href=\"style.css\">", &format!("<style>\n{STYLE}</style>"))
        .replace(
            "<script src=\"main.js\"></script>",
            &format!("<script>{data}</script>\n<script>{program}</script>"),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_page_needs_nothing_else() {
        let scene = Scene { json: "{\"name\":\"</script>\"}".into(), ..Scene::default() };
        let page = export(&scene, &[vec![1, 2, 3], vec![4]], &[0.0, 0.1]);
        assert!(page.contains("window.stictionRecording") && page.contains("\"offsets\":[0,3,4]"));
        assert!(!page.contains("src=\"main.js\"") && !page.contains("href=\"style.css\""));
        assert_eq!(page.matches("</script>").count(), 2);
    }
}
