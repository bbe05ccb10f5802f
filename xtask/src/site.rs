//! `cargo xtask site`: the documentation site in target/site, with the course executed and every link checked.

use crate::{gallery, python, root, run, run_with};
use std::path::{Path, PathBuf};

/// The version of MathJax that lies beside the pages.
const MATHJAX: &str = "mathjax@3.2.2";

/// Builds the site. True if nothing was wrong with it.
pub fn run_command() -> bool {
    let Some(python) = python::set_up() else { return false };
    let python = python.to_string_lossy().into_owned();
    let extra = root().join("target/site-extra");
    let out = root().join("target/site");
    let _ = std::fs::remove_dir_all(&out);
    let sphinx = ["-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", &out.to_string_lossy()];
    let api = [
        "doc",
        "-q",
        "--workspace",
        "--no-deps",
        "--exclude",
        "xtask",
        "--exclude",
        "stiction-testkit",
        "--exclude",
        "stiction-python",
    ];
    run(&python, &["-m", "pip", "install", "-q", "-r", "docs/requirements.txt"])
        && mathematics(&extra)
        && run_with(&python, &sphinx, &[("STICTION_SITE_EXTRA", &extra.to_string_lossy())])
        && run("cargo", &api)
        && copy(&root().join("target/doc"), &out.join("rust"))
        && gallery::run_command()
        && copy(&gallery::folder(), &out.join("gallery"))
        && links(&out)
}

/// A copy of MathJax, so that the site is read without a network.
fn mathematics(extra: &Path) -> bool {
    if extra.join("mathjax/tex-chtml.js").exists() {
        return true;
    }
    let folder = extra.to_string_lossy().into_owned();
    let package = root().join("target/site-package");
    let unpacked = package.to_string_lossy().into_owned();
    std::fs::create_dir_all(extra).is_ok()
        && std::fs::create_dir_all(&package).is_ok()
        && run("npm", &["install", "--silent", "--no-save", "--prefix", &unpacked, MATHJAX])
        && copy(&package.join("node_modules/mathjax/es5"), &Path::new(&folder).join("mathjax"))
}

fn copy(from: &Path, to: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(from) else {
        println!("{} is not there", from.display());
        return false;
    };
    std::fs::create_dir_all(to).is_ok()
        && entries.flatten().all(|e| {
            let target = to.join(e.file_name());
            if e.path().is_dir() { copy(&e.path(), &target) } else { std::fs::copy(e.path(), target).is_ok() }
        })
}

/// Every link of every page of ours leads to a file, and no page fetches scripts or styles from elsewhere.
fn links(site: &Path) -> bool {
    let mut pages = Vec::new();
    collect(site, &mut pages);
    let mut dead = 0;
    for page in &pages {
        let Ok(text) = std::fs::read_to_string(page) else { continue };
        for (kind, target) in targets(&text) {
            let wrong = if target.contains("://") {
                kind == "src"
            } else {
                let path = target.split(['#', '?']).next().unwrap_or_default();
                let name = path.replace("%20", " ");
                !path.is_empty() && !page.with_file_name(&name).exists()
            };
            if wrong {
                println!("{}: {kind} \"{target}\" leads nowhere", page.display());
                dead += 1;
            }
        }
    }
    println!("{} pages, {dead} dead links", pages.len());
    dead == 0
}

/// Pages below a folder, rustdoc's left out: it checks its own links.
fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for e in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = e.path();
        let name = e.file_name();
        if path.is_dir() && name != "rust" && name != "mathjax" {
            collect(&path, pages);
        } else if path.extension().is_some_and(|x| x == "html") {
            pages.push(path);
        }
    }
}

/// What a page's `href` and `src` attributes name, anchors and mail addresses left out.
fn targets(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for kind in ["href", "src"] {
        for part in text.split(&format!(" {kind}=\"")).skip(1) {
            let target = part.split('"').next().unwrap_or_default();
            if !target.starts_with(['#', '{'])
                && !target.starts_with("mailto:")
                && !target.starts_with("data:")
            {
                found.push((kind, target));
            }
        }
    }
    found
}
