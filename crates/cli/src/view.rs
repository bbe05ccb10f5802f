//! `stiction view`: the simulation in the browser.

use crate::args::Args;
use crate::excerpt;
use crate::load::{self, Outcome};
use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};
use stiction::kinds::ObjKind;
use stiction_viewer::scene::Scene;
use stiction_viewer::{Bind, Server, Session, SessionOptions};

/// Port if the user names none and it is free.
const PORT: u16 = 8610;

/// Shows the first file until the program is ended.
pub fn run(args: &Args) -> bool {
    let Some(file) = args.files.first() else {
        eprintln!("stiction view: name a model");
        return false;
    };
    let model = match load::load(file, args) {
        Outcome::Loaded { model, .. } => *model,
        Outcome::Refused(d) => {
            for x in &d.list {
                eprintln!("{}", excerpt::render(x, &d));
            }
            return false;
        }
    };
    let keyframe = match &args.keyframe {
        Some(k) => {
            match model.id(ObjKind::Key, k).or_else(|| k.parse().ok()).filter(|i| *i < model.size.nkey) {
                Some(i) => Some(i),
                None => {
                    eprintln!("stiction view: the model has no keyframe '{k}'");
                    return false;
                }
            }
        }
        None => (model.size.nkey > 0).then_some(0),
    };
    let server = match serve(args, Scene::new(&model)) {
        Ok(s) => s,
        Err(e) => {
            eprintln!("stiction view: {e}");
            return false;
        }
    };
    announce(&server, args);
    let options = SessionOptions { paused: args.paused, keyframe, eager: false };
    Session::new(model, options).run(&server, |_| true);
    true
}

/// Starts the server on the port that was asked for, or on the usual one, or on any.
pub fn serve(args: &Args, scene: Scene) -> Result<Server, String> {
    let address = args.bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let start = |port: u16, scene: Scene| Server::start(Bind { address, port }, scene);
    match args.port {
        Some(port) => start(port, scene).map_err(|e| format!("port {port}: {e}")),
        None => start(PORT, scene.clone()).or_else(|_| start(0, scene)).map_err(|e| e.to_string()),
    }
}

/// Prints the address and, on a desktop, opens it.
pub fn announce(server: &Server, args: &Args) {
    let url = server.url();
    println!("{url}");
    eprintln!("The page is at {url} (end with Ctrl+C)");
    let desktop = cfg!(any(target_os = "macos", target_os = "windows"))
        || std::env::var_os("DISPLAY").is_some()
        || std::env::var_os("WAYLAND_DISPLAY").is_some();
    if args.no_open || !desktop {
        return;
    }
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(target_os = "windows") {
        "explorer"
    } else {
        "xdg-open"
    };
    // a desktop without the opener still has the address on the terminal
    let _ = Command::new(opener).arg(&url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
