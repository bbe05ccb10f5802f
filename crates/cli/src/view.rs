//! `stiction view`: the simulation in the browser.

use crate::args::{Common, Serve, View};
use crate::load;
use crate::term::{complain, say};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};
use stiction_viewer::scene::Scene;
use stiction_viewer::{Bind, Server, Session, SessionOptions};

/// Port if the user names none and it is free.
const PORT: u16 = 8610;

/// Shows a model until the program is ended.
pub fn run(args: &View, common: &Common) -> Result<bool, String> {
    let Some(model) = load::model(&args.file, common) else { return Ok(false) };
    let keyframe = load::keyframe(&model, args.keyframe.as_deref())?;
    let server = serve(&args.serve, Scene::new(&model))?;
    announce(&server, &args.serve, common);
    let options =
        SessionOptions { paused: args.paused, keyframe, eager: false, budget: load::budget(common) };
    Session::new(model, options).run(&server, |_| true);
    Ok(true)
}

/// Starts the server on the port that was asked for, or on the usual one, or on any.
pub fn serve(args: &Serve, scene: Scene) -> Result<Server, String> {
    let address = args.bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let start = |port: u16, scene: Scene| Server::start(Bind { address, port }, scene);
    match args.port {
        Some(port) => start(port, scene).map_err(|e| format!("port {port}: {e}")),
        None => start(PORT, scene.clone()).or_else(|_| start(0, scene)).map_err(|e| e.to_string()),
    }
}

/// Prints the address and, on a desktop, opens it.
pub fn announce(server: &Server, args: &Serve, common: &Common) {
    let url = server.url();
    if common.json {
        say!("{}", json!({ "url": url, "port": server.port() }));
    } else {
        say!("{url}");
    }
    complain!("The page is at {url} (end with Ctrl+C)");
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
