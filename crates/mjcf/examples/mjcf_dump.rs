fn main() {
    let opts = stiction_mjcf::LoadOptions { permissive: true, ..Default::default() };
    for arg in std::env::args().skip(1) {
        println!("FILE {arg}");
        match stiction_mjcf::load_path(std::path::Path::new(&arg), &opts) {
            Ok(l) => {
                let s = l.spec;
                macro_rules! d { ($($k:ident),*) => {$(for x in &s.$k { println!("{} {:?}", stringify!($k), x); })*} }
                println!("option {:?}", s.option);
                println!("visual {:?}", s.visual);
                println!("compiler {:?}", s.compiler);
                println!("size {:?}", s.size);
                d!(bodies, frames, joints, geoms, sites, cameras, lights, meshes, hfields, textures, materials, pairs, excludes, equalities, tendons, actuators, sensors, numerics, texts, tuples, keys);
            }
            Err(d) => println!("ERR {}", d.to_string().replace('\n', " || ")),
        }
    }
}
