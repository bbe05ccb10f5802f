//! `stiction view`: the simulation in the browser.

use crate::args::{Common, Serve, View};
use crate::load;
use crate::term::{complain, say};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;
use stiction_record::Bundle;
use stiction_viewer::scene::Scene;
use stiction_viewer::{Bind, Server, Session, SessionOptions, clock};

/// Port if the user names none and it is free.
const PORT: u16 = 8610;

/// Shows a model until the program is ended; when one of its files is saved, it is loaded again.
pub fn run(args: &View, common: &Common) -> Result<bool, String> {
    let Some((loaded, bundle)) = load::told(load::bundle(&args.file, common)) else { return Ok(false) };
    let keyframe = load::keyframe(&loaded.model, args.keyframe.as_deref())?;
    let mut watch = Watch::new(&args.file, &bundle);
    let options = SessionOptions {
        paused: args.paused,
        keyframe,
        eager: false,
        budget: load::budget(common),
        clock: Some(clock),
    };
    let mut session = Session::of(loaded, Box::new(bundle), options);
    let server = serve(&args.serve, session.scene())?;
    announce(&server, &args.serve, common);
    stiction_viewer::run(&mut session, &server, |s| {
        if watch.changed() {
            reload(&args.file, common, s, &server, &mut watch);
        }
        true
    });
    Ok(true)
}

/// Takes the file as it is now, or says in the page what is wrong with it.
fn reload(file: &str, common: &Common, session: &mut Session, server: &Server, watch: &mut Watch) {
    match load::bundle(file, common) {
        Ok((loaded, bundle)) => {
            *watch = Watch::new(file, &bundle);
            session.replace(loaded, Box::new(bundle));
            server.show(session.scene());
        }
        Err(d) => {
            let why = d.to_string();
            server.event(&json!({ "event": "refused", "why": why }));
            let _ = load::told::<()>(Err(d));
        }
    }
}

/// Times at which a model's files were last written. Looked at twice a second: cheaper than a notifier, and works on shared folders.
struct Watch {
    files: Vec<PathBuf>,
    seen: Vec<Option<SystemTime>>,
    next: f64,
}

impl Watch {
    fn new(file: &str, bundle: &Bundle) -> Watch {
        let main = Path::new(file);
        let folder = main.parent().unwrap_or(Path::new(""));
        let mut files: Vec<PathBuf> = bundle.files.keys().map(|f| folder.join(f)).collect();
        if file != load::STDIN {
            files.push(main.to_owned());
        }
        let mut out = Watch { files, seen: Vec::new(), next: 0.0 };
        out.seen = out.times();
        out
    }

    fn times(&self) -> Vec<Option<SystemTime>> {
        self.files.iter().map(|f| std::fs::metadata(f).and_then(|m| m.modified()).ok()).collect()
    }

    /// True once after each change.
    fn changed(&mut self) -> bool {
        if clock() < self.next {
            return false;
        }
        self.next = clock() + 0.5;
        let now = self.times();
        // a file that an editor is replacing is not there for a moment
        let changed = now != self.seen && now.iter().all(Option::is_some);
        if changed {
            self.seen = now;
        }
        changed
    }
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
