//! Outputs on request against the CPU engine: poses, motions and sensors at states in motion.

mod worlds;

use stiction::{Data, Model};
use stiction_gpu::{Items, Output, Twin};
use stiction_model::kinds::enable;
use worlds::{Random, every_model, load};

/// Largest difference of an output, relative to the size of its values.
fn apart(got: &[f64], want: &[f64]) -> f64 {
    assert_eq!(got.len(), want.len());
    let size = want.iter().fold(1.0f64, |s, x| s.max(x.abs()));
    got.iter()
        .zip(want)
        .fold(0.0f64, |s, (a, b)| if (a - b).is_nan() { f64::INFINITY } else { s.max((a - b).abs()) })
        / size
}

/// Energies of a state. Data of their own: with energies switched on, sensors of them show those of the step before, as in MuJoCo.
fn energies(m: &Model, d: &Data) -> Vec<f64> {
    let mut m = m.clone();
    m.opt.enableflags |= enable::ENERGY;
    let mut own = Data::new(&m);
    own.state.qpos.copy_from_slice(&d.state.qpos);
    own.state.qvel.copy_from_slice(&d.state.qvel);
    stiction::forward(&m, &mut own).expect("a state");
    own.energy.to_vec()
}

/// What the CPU engine says.
fn reference(m: &Model, d: &Data, output: Output) -> Vec<f64> {
    let flat = |x: &[stiction_spatial::Vec3]| x.iter().flat_map(|v| v.0).collect();
    match output {
        Output::Xpos => flat(&d.kin.xpos),
        Output::Xquat => d.kin.xquat.iter().flat_map(|q| q.0).collect(),
        Output::Xipos => flat(&d.kin.xipos),
        Output::GeomXpos => flat(&d.kin.geom_xpos),
        Output::SiteXpos => flat(&d.kin.site_xpos),
        Output::SubtreeCom => flat(&d.com.subtree_com),
        Output::Energy => energies(m, d),
        Output::Sensordata => d.sensors.sensordata.clone(),
    }
}

#[test]
fn outputs_are_those_of_the_cpu_engine() {
    let (mut checked, mut sensors) = (0, 0);
    for name in every_model() {
        let Some(m) = load(&name) else { continue };
        let mut twin = match Twin::<f64>::new(&m) {
            Ok(twin) => twin,
            Err(e) => {
                println!("{name}: {e}");
                continue;
            }
        };
        let mut d = Data::new(&m);
        for world in 0..4 {
            let mut random = Random::new(world);
            random.start(&m, &mut d);
            random.controls(&m, 0.5, &mut d.input.ctrl);
            stiction::forward(&m, &mut d).expect("a state");
            twin.qpos.copy_from_slice(&d.state.qpos);
            twin.qvel.copy_from_slice(&d.state.qvel);
            twin.qacc.copy_from_slice(&d.solution.qacc);
            for output in Output::ALL {
                let items = match Items::new(&m, &twin.tables().shape, output) {
                    Ok(items) => items,
                    Err(e) => {
                        assert!(matches!(output, Output::Energy | Output::Sensordata), "{name}: {e}");
                        continue;
                    }
                };
                let (got, want) = (twin.look(&items), reference(&m, &d, output));
                let e = apart(&got, &want);
                assert!(e < 1e-10, "{name}, {}: {e:e}\n{got:?}\n{want:?}", output.name());
                checked += 1;
                sensors += usize::from(output == Output::Sensordata && !want.is_empty());
            }
        }
    }
    assert!(checked > 100 && sensors >= 4, "{checked} outputs, {sensors} with sensors");
}

#[test]
fn sensors_that_are_not_there_are_named() {
    let xml = "<mujoco><worldbody><body><freejoint/><geom size='.1'/><site name='s'/></body></worldbody>\
               <sensor><touch name='skin' site='s'/><gyro site='s'/><subtreeangmom name='spin' body='world'/></sensor></mujoco>";
    let m = stiction::load_string(xml, &stiction::NoAssets).expect("a model").model;
    let twin = Twin::<f64>::new(&m).expect("tables: sensors are no part of a step");
    let no = Items::new(&m, &twin.tables().shape, Output::Sensordata).expect_err("two sensors");
    let said = no.to_string();
    assert!(said.contains("skin") && said.contains("spin") && !said.contains("Gyro"), "{said}");
}
