#!/bin/sh
# Everything that run.sh needs on a machine with a GPU, which has neither compiler nor models: the program and the scenes of the table, in
# target/gpu-bench.
#
#   benches/gpu/prepare.sh [MODELS] [ASSETS]
#
# MODELS is the folder with humanoid_mjw.xml's and the menagerie's folders (gpu/, models/; ../shared), ASSETS that of gymnasium's models.
set -eu
cd "$(dirname "$0")/../.."
models=${1:-../shared}
assets=${2:-$(echo .venv/lib/python3*/site-packages/gymnasium/envs/mujoco/assets)}
out=target/gpu-bench
mkdir -p "$out"
cargo build --release -p stiction-gpu --example gpu_bench
cp "${CARGO_TARGET_DIR:-target}/release/examples/gpu_bench" "$out/"
pack() { "$out/gpu_bench" pack "$@"; }
pack "$models/gpu/humanoid_mjw.xml" "$out/humanoid.02.tables" 0.02
pack "$models/gpu/humanoid_mjw.xml" "$out/humanoid.1.tables" 1
pack "$assets/ant.xml" "$out/ant.tables" 1 euler
pack "$models/models/google_barkour_vb/scene_mjx.xml" "$out/barkour.tables" 1
pack "$models/models/google_barkour_vb/scene_hfield_mjx.xml" "$out/barkour.field.tables" 1
pack "$models/models/kuka_iiwa_14/scene.xml" "$out/iiwa.tables" 1
pack "$models/models/agility_cassie/scene.xml" "$out/cassie.tables" 1
pack "$models/gpu/humanoid_mjw.xml" "$out/humanoid.exact.02.tables" 0.02 exact
pack "$models/gpu/humanoid_mjw.xml" "$out/humanoid.exact.1.tables" 1 exact
for model in crates/gpu/tests/models/*.xml; do
    pack "$model" "$out/$(basename "$model" .xml).small"
done
