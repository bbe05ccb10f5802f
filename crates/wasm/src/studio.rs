//! The viewer's session inside a page: the same scenes, commands and frames that the native server has, called by a worker.
//!
//! Times are the host's wall time (s). Texts come back in `stiction_message`, bytes through `stiction_view_*`.

use crate::session::{Folder, View};
use crate::{HOST, bytes, say};
use std::collections::BTreeMap;
use stiction::{LoadOptions, load_bytes};
use stiction_record::Recording;
use stiction_studio::scene::Scene;
use stiction_studio::{Command, Json, Player, Session, SessionOptions, Told, json, live};

/// A simulation or a recording that a page shows.
pub struct Studio {
    shown: Shown,
    assets: BTreeMap<String, Vec<u8>>,
    frame: Vec<u8>,
}

enum Shown {
    Live(Box<Session>),
    Recorded(Box<Player>),
}

impl Studio {
    /// Opens a model (MJCF, URDF or an archive) or a recording. Options: `set` (words NAME=VALUE), `keyframe`, `paused`.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn open(name: &str, content: &[u8], files: &Folder, options: &Json) -> Result<Studio, String> {
        let shown = if name.ends_with(".stic") {
            let recording = Recording::read(content.to_vec())?;
            let model = Player::model_of(&recording).map_err(|d| d.to_string())?;
            Shown::Recorded(Box::new(Player::new(model, recording)?))
        } else {
            let reading = LoadOptions { textures: true, ..LoadOptions::default() };
            let mut loaded = load_bytes(name, content, files, &reading).map_err(|e| e.to_string())?;
            live::set_options(&mut loaded.model, options.get("set").and_then(Json::as_str).unwrap_or(""))?;
            let key = options.get("keyframe").and_then(Json::as_u64).unwrap_or(0) as usize;
            let options = SessionOptions {
                paused: options.get("paused") == Some(&Json::Bool(true)),
                keyframe: (key < loaded.model.size.nkey).then_some(key),
                eager: true,
                ..SessionOptions::default()
            };
            Shown::Live(Box::new(Session::of(loaded, Box::new(files.clone()), options)))
        };
        Ok(Studio { shown, assets: BTreeMap::new(), frame: Vec::new() })
    }

    /// The scene as JSON; its assets are kept to be asked for.
    pub fn scene(&mut self) -> String {
        let Scene { json, assets } = match &self.shown {
            Shown::Live(s) => s.scene(),
            Shown::Recorded(p) => p.scene(),
        };
        self.assets = assets;
        json
    }

    /// Carries out a command; what is said, as a list of events.
    pub fn obey(&mut self, command: &str, now: f64) -> String {
        let read =
            serde_json::from_str(command).map_err(|e| e.to_string()).and_then(|j: Json| Command::read(&j));
        let said = match (read, &mut self.shown) {
            (Err(why), _) => vec![Told::refused(why)],
            (Ok(c), Shown::Live(s)) => s.obey(c, now),
            (Ok(c), Shown::Recorded(p)) => p.obey(c),
        };
        events(said)
    }

    /// What a viewer is told first.
    pub fn hello(&mut self, now: f64) -> String {
        let said = match &mut self.shown {
            Shown::Live(s) => s.obey(Command::Hello, now),
            Shown::Recorded(p) => p.obey(Command::Hello),
        };
        events(said)
    }

    /// Takes at most `steps` steps towards real time; what is said, as a list of events.
    pub fn advance(&mut self, now: f64, mut steps: u32) -> String {
        let Shown::Live(s) = &mut self.shown else { return "[]".into() };
        let more = || {
            steps = steps.saturating_sub(1);
            steps > 0
        };
        events(s.advance(now, more))
    }

    /// Time until there is something to do (s).
    pub fn idle(&self, now: f64) -> f64 {
        match &self.shown {
            Shown::Live(s) => s.idle(now),
            Shown::Recorded(_) => 1.0 / 60.0,
        }
    }

    /// The next frame, if it is time for one.
    ///
    /// # Errors
    /// If a state of a recording cannot be read.
    pub fn frame(&mut self, now: f64) -> Result<Option<&[u8]>, String> {
        let bytes = match &mut self.shown {
            Shown::Live(s) => s.frame(now, 1),
            Shown::Recorded(p) => p.frame(now, 1)?,
        };
        Ok(bytes.map(|b| {
            self.frame.clear();
            self.frame.extend_from_slice(b);
            self.frame.as_slice()
        }))
    }
}

fn events(said: Vec<Told>) -> String {
    let list = said.into_iter().map(|t| match t {
        Told::Asker(j) | Told::All(j) => j,
        Told::Scene => json!({ "event": "scene" }),
    });
    Json::Array(list.collect()).to_string()
}

fn lend(b: &[u8]) {
    HOST.with(|h| {
        h.borrow_mut().view = Some(View { start: b.as_ptr(), len: b.len(), kind: 4, in_model: false })
    });
}

/// Opens a model or a recording for a page; null with a message if anything is wrong with it.
///
/// # Safety
/// Name, content and options (JSON) are memory of `stiction_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_open(
    name: *const u8,
    name_len: usize,
    start: *const u8,
    len: usize,
    options: *const u8,
    options_len: usize,
) -> *mut Studio {
    // SAFETY: passed on.
    let (name, content, options) =
        unsafe { (bytes(name, name_len), bytes(start, len), bytes(options, options_len)) };
    let options = serde_json::from_slice(options).unwrap_or(Json::Null);
    let opened =
        HOST.with(|h| Studio::open(&String::from_utf8_lossy(name), content, &h.borrow().files, &options));
    match opened {
        Ok(s) => Box::into_raw(Box::new(s)),
        Err(why) => {
            say(why);
            std::ptr::null_mut()
        }
    }
}

/// Ends it.
///
/// # Safety
/// `studio` comes from `stiction_studio_open` and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_drop(studio: *mut Studio) {
    // SAFETY: by the contract above.
    drop(unsafe { Box::from_raw(studio) });
}

/// The scene as JSON in the message.
///
/// # Safety
/// `studio` comes from `stiction_studio_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_scene(studio: *mut Studio) {
    // SAFETY: by the contract above; the host has one thread.
    say(unsafe { &mut *studio }.scene());
}

/// An asset of the last scene: 1 and its bytes in `stiction_view_*`, or 0.
///
/// # Safety
/// `studio` comes from `stiction_studio_open`, the hash is memory of `stiction_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_asset(studio: *mut Studio, hash: *const u8, hash_len: usize) -> u32 {
    // SAFETY: by the contract above; the host has one thread.
    let (studio, hash) = unsafe { (&*studio, bytes(hash, hash_len)) };
    let found = studio.assets.get(&*String::from_utf8_lossy(hash));
    found.map(|b| lend(b)).map_or(0, |()| 1)
}

/// What a viewer is told first, as a list of events in the message.
///
/// # Safety
/// `studio` comes from `stiction_studio_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_hello(studio: *mut Studio, now: f64) {
    // SAFETY: by the contract above; the host has one thread.
    say(unsafe { &mut *studio }.hello(now));
}

/// Carries out a command (JSON); what is said is a list of events in the message.
///
/// # Safety
/// `studio` comes from `stiction_studio_open`, the command is memory of `stiction_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_obey(studio: *mut Studio, start: *const u8, len: usize, now: f64) {
    // SAFETY: by the contract above; the host has one thread.
    let (studio, text) = unsafe { (&mut *studio, bytes(start, len)) };
    say(studio.obey(&String::from_utf8_lossy(text), now));
}

/// Takes at most `steps` steps towards real time; what is said is a list of events in the message.
///
/// # Safety
/// `studio` comes from `stiction_studio_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_advance(studio: *mut Studio, now: f64, steps: u32) {
    // SAFETY: by the contract above; the host has one thread.
    say(unsafe { &mut *studio }.advance(now, steps));
}

/// Time until there is something to do (s).
///
/// # Safety
/// `studio` comes from `stiction_studio_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_idle(studio: *const Studio, now: f64) -> f64 {
    // SAFETY: by the contract above; the host has one thread.
    unsafe { &*studio }.idle(now)
}

/// 1 and a frame in `stiction_view_*`, 0 if it is not time for one, 2 with a message if a recording cannot be read.
///
/// # Safety
/// `studio` comes from `stiction_studio_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stiction_studio_frame(studio: *mut Studio, now: f64) -> u32 {
    // SAFETY: by the contract above; the host has one thread.
    match unsafe { &mut *studio }.frame(now) {
        Ok(Some(b)) => {
            lend(b);
            1
        }
        Ok(None) => 0,
        Err(why) => {
            say(why);
            2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BALL: &str = "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 1'><freejoint/>
        <geom size='0.1'/></body></worldbody></mujoco>";

    #[test]
    fn a_page_steps_in_real_time_and_asks() {
        let mut s = Studio::open("ball.xml", BALL.as_bytes(), &Folder::default(), &Json::Null).unwrap();
        assert!(s.scene().contains("\"geoms\""));
        assert!(s.hello(0.0).contains("choices"));
        assert_eq!(s.advance(0.05, 1000), "[]");
        assert!(s.frame(0.05).unwrap().is_some_and(|f| f.starts_with(b"STF1")));
        assert!(s.frame(0.051).unwrap().is_none());
        let told = s.obey(r#"{"cmd":"get","what":"state"}"#, 0.05);
        assert!(told.contains("\"time\":0.05"), "{told}");
        assert!(s.obey("nonsense", 0.0).contains("refused"));
    }

    #[test]
    fn what_cannot_be_opened_says_why() {
        let open = |name, content: &[u8]| Studio::open(name, content, &Folder::default(), &Json::Null).err();
        assert!(open("x.xml", b"<mujoco><nothing/></mujoco>").unwrap().contains("nothing"));
        assert!(open("x.stic", b"what").unwrap().contains("not a recording"));
    }
}
