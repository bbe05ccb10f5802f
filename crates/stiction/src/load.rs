//! From a file, a string or a spec to a model that is ready to simulate.

use std::path::Path;
use stiction_dynamics::set_const::{self, SetConstError, reference::Reference};
use stiction_mjcf::files::DiskAssets;
use stiction_mjcf::read_bytes;
use stiction_model::Model;
use stiction_model::assets::{Assets, NoAssets};
use stiction_model::compile::{self as structure, Pending};
use stiction_model::diag::{Diagnostic, Diagnostics};
use stiction_model::fixed::set_fixed;
use stiction_model::kinds::ObjKind;
use stiction_model::spec::Spec;
use stiction_sim::length_range::set_length_ranges;

/// A model, the spec it was made from, and what to warn about.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The compiled model.
    pub model: Model,
    /// What the file says.
    pub spec: Spec,
    /// The same without what the compiler discarded or fused, if it did: models are saved as this.
    pub simpler: Option<Spec>,
    /// Warnings, with the sources they point into.
    pub warnings: Diagnostics,
}

/// Constructors of [`Model`] from files.
pub trait ModelExt: Sized {
    /// Loads and compiles a file.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    fn from_xml_path(path: impl AsRef<Path>) -> Result<Self, Diagnostics>;
    /// Loads and compiles a model from text that names no other files.
    ///
    /// # Errors
    /// Everything that is wrong with the model.
    fn from_xml_string(xml: &str) -> Result<Self, Diagnostics>;
    /// [`ModelExt::from_xml_path`] by its short name.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    fn load(path: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        Self::from_xml_path(path)
    }
    /// [`ModelExt::from_xml_string`] by its short name.
    ///
    /// # Errors
    /// Everything that is wrong with the model.
    fn parse(xml: &str) -> Result<Self, Diagnostics> {
        Self::from_xml_string(xml)
    }
}

impl ModelExt for Model {
    fn from_xml_path(path: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        load_path(path).map(|l| l.model)
    }
    fn from_xml_string(xml: &str) -> Result<Self, Diagnostics> {
        load_string(xml, &NoAssets).map(|l| l.model)
    }
}

/// How to load a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Features that are not supported become warnings and are left out.
    pub permissive: bool,
    /// Only files below the main file's folder are opened.
    pub untrusted: bool,
    /// `NAME=DIR`: where `package://NAME/` of URDF files is.
    pub package_roots: Vec<String>,
    /// Textures that the file leaves by reference are read as well, for those who draw; one that cannot be read is a warning.
    pub textures: bool,
}

/// Loads and compiles a file (MJCF, URDF or `.mjz`); the files it names are looked up from its folder.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn load_path(path: impl AsRef<Path>) -> Result<Loaded, Diagnostics> {
    load_with(path.as_ref(), &LoadOptions::default())
}

/// The same with options.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn load_with(path: &Path, options: &LoadOptions) -> Result<Loaded, Diagnostics> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let files =
        if options.untrusted { DiskAssets::untrusted(folder, Vec::new()) } else { DiskAssets::new(folder) };
    let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
    let bytes = files.load(&name).map_err(|why| only(Diagnostic::error(why)))?;
    load_bytes(&path.to_string_lossy(), &bytes, &files, options)
}

/// Loads and compiles a model from text; the files it names come from `assets`.
///
/// # Errors
/// Everything that is wrong with the model.
pub fn load_string(xml: &str, assets: &dyn Assets) -> Result<Loaded, Diagnostics> {
    load_bytes("model.xml", xml.as_bytes(), assets, &LoadOptions::default())
}

/// Loads and compiles the bytes of a file (MJCF, URDF or `.mjz`); the files it names come from `files`.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn load_bytes(
    name: &str,
    bytes: &[u8],
    files: &dyn Assets,
    options: &LoadOptions,
) -> Result<Loaded, Diagnostics> {
    if stiction_mjcf::mjz::is_archive(bytes) {
        let archive = stiction_mjcf::mjz::open(name, bytes).map_err(|why| only(Diagnostic::error(why)))?;
        let model = archive.model().map_err(|why| only(Diagnostic::error(why)))?;
        return load_bytes(&archive.main, &model, &archive, options);
    }
    let reading = stiction_mjcf::LoadOptions {
        permissive: options.permissive,
        package_roots: options.package_roots.clone(),
    };
    let mut read = read_bytes(name, bytes, files, &reading);
    if read.problems.has_errors()
        && let Some(spec) = &read.spec
    {
        let more = structure::problems(spec, files, std::mem::take(&mut read.damage));
        read.problems.list.extend(more);
        // as a person reads the file
        read.problems.list.sort_by_key(|d| d.loc.map_or((1, 0, 0), |l| (0, l.file, l.start)));
    }
    let stiction_mjcf::Loaded { spec, mut warnings } = read.finish()?;
    let (mut model, more) = compile(&spec, files)?;
    warnings.list.extend(more);
    if options.textures {
        warnings.list.extend(structure::read_textures(&mut model, &spec, files));
    }
    let simpler = structure::simplify::simplified(&spec, files);
    Ok(Loaded { model, spec, simpler, warnings })
}

/// Compiles a spec: structure first, then every constant that needs dynamics.
///
/// # Errors
/// Everything that is wrong with the spec.
pub fn compile(spec: &Spec, assets: &dyn Assets) -> Result<(Model, Vec<Diagnostic>), Diagnostics> {
    let structure::Compiled { mut model, pending, mut warnings } = structure::compile(spec, assets)?;
    let told = |d: Diagnostic| Diagnostics { list: vec![d], sources: spec.sources.clone() };
    let reference = resolve(&mut model, &pending).map_err(|e| told(describe(&model, &e)))?;
    warnings.extend(reference.singular.map(|dof| singular(&model, dof)));
    set_length_ranges(&mut model, &pending.lengthrange)
        .map_err(|e| told(Diagnostic::error(e.to_string())))?;
    Ok((model, warnings))
}

/// Constants at the reference configuration, and the conventions that are resolved once with them.
fn resolve(m: &mut Model, pending: &Pending) -> Result<Reference, SetConstError> {
    set_const::spring_lengths(m, &pending.springlength);
    pending.fill_keyframes(m);
    let reference = set_const::at_reference(m)?;
    set_const::damp_ratios(m, &pending.dampratio, &reference);
    for s in &pending.springdamper {
        set_const::spring_damper(m, s.joint, s.timeconst, s.dampratio);
    }
    set_const::statistics(m, &reference, &pending.statistic);
    Ok(reference)
}

/// A dof that its tree can turn without moving any mass: steps raise its pivot and count a warning.
fn singular(m: &Model, dof: usize) -> Diagnostic {
    let joint = m.dof.jntid[dof];
    let name = match m.names.get(ObjKind::Joint, joint.idx()) {
        "" => format!("joint {joint}"),
        n => format!("joint '{n}'"),
    };
    Diagnostic::warning("the inertia that it moves is zero at qpos0: give it armature, or an axis of its own")
        .on(name)
}

/// Refreshes every constant after numbers of a compiled model were changed (`mj_setConst`).
///
/// # Errors
/// If the changed model is inconsistent.
pub fn refresh(m: &mut Model) -> Result<(), SetConstError> {
    set_fixed(m).map_err(SetConstError::Fixed)?;
    set_const::set_const(m)
}

fn describe(m: &Model, e: &SetConstError) -> Diagnostic {
    let body = match *e {
        SetConstError::Massless { body } => Some(body),
        SetConstError::Fixed(_) => None,
    };
    let name = body.map_or(String::new(), |b| match m.names.get(ObjKind::Body, b) {
        "" => format!("body {b}"),
        n => format!("body '{n}'"),
    });
    Diagnostic::error(e.to_string()).on(name)
}

fn only(d: Diagnostic) -> Diagnostics {
    Diagnostics { list: vec![d], sources: Vec::new() }
}
