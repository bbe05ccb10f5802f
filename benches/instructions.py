"""Instructions of a soft step, counted by callgrind: repeatable to the last digit on a busy machine.

    python benches/instructions.py [model.xml ...] [--steps 1000] [--functions 25] [--bars]

Each model runs alone, one step a call, with wandering controls held for ten steps (benches/programs/src/bin/step_cost.rs). Nothing but
the state is read, so what steps leave out is not counted. Without models, those of the speed set that are installed are run. With
--functions the most expensive functions are listed, callees included. With --bars only the models that have a bar are run, 300 steps
each, and the exit status is 1 if one is above it (`cargo xtask test instructions`). Needs valgrind, and a build with optimisations:
`cargo build --release -p stiction-benches --bin step_cost` is run first.
"""

import argparse
import importlib.util
import os
import re
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SET = [("gymnasium", f"envs/mujoco/assets/{n}.xml") for n in ("half_cheetah", "ant", "hopper", "humanoid")] + [
    ("dm_control", f"suite/{n}.xml")
    for n in ("cartpole", "cheetah", "walker", "humanoid", "humanoid_CMU", "quadruped", "dog", "stacker", "manipulator")
]
# instructions a step that a model may take, by the end of its path
BARS = {
    "dm_control/suite/cartpole.xml": 30_000,
    "dm_control/suite/cheetah.xml": 36_000,
    "dm_control/suite/walker.xml": 36_000,
    "dm_control/suite/humanoid.xml": 130_000,
}


def installed(only=()):
  for package, path in SET:
    if only and f"{package}/{path}" not in only:
      continue
    spec = importlib.util.find_spec(package)
    if spec and spec.origin:
      yield os.path.join(os.path.dirname(spec.origin), path)


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("models", nargs="*")
  parser.add_argument("--steps", type=int, default=1000)
  parser.add_argument("--functions", type=int, default=0)
  parser.add_argument("--bars", action="store_true")
  args = parser.parse_args()
  if args.bars:
    args.steps = 300
  above = []
  build = ["cargo", "build", "--release", "--quiet", "-p", "stiction-benches", "--bin", "step_cost"]
  subprocess.run(build, cwd=ROOT, check=True)
  target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
  program = os.path.join(target, "release", "step_cost")
  print("| model | instructions a step | bar | contacts | iterations |\n|---|---:|---:|---:|---:|")
  with tempfile.TemporaryDirectory() as folder:
    out = os.path.join(folder, "callgrind")
    for model in args.models or list(installed(BARS if args.bars else ())):
      command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--toggle-collect=*run_steps*"]
      run = subprocess.run(command + [program, "--steps", str(args.steps), "--runs", "1", model], capture_output=True, text=True)
      count = re.search(r"Collected : (\d+)", run.stderr)
      means = re.search(r"contacts ([\d.]+) rows [\d.]+ iterations ([\d.]+)", run.stdout)
      name = os.sep.join(os.path.normpath(model).split(os.sep)[-3:])
      if run.returncode == -signal.SIGILL:
        print(f"| {name} | NOT COUNTED: valgrind does not know an instruction that the compiler chose | | | |", flush=True)
        continue
      if not count or not means:
        raise SystemExit(run.stderr)
      each, bar = int(count[1]) / args.steps, BARS.get(name.replace(os.sep, "/"))
      if bar and each > bar:
        above.append(name)
      print(f"| {name} | {each:,.0f} | {f'{bar:,}' if bar else ''} | {means[1]} | {means[2]} |", flush=True)
      if args.functions:
        text = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", out], capture_output=True, text=True).stdout
        lines = [line for line in text.splitlines() if "stiction" in line and re.match(r" *[\d,]+ \(", line)]
        for line in lines[: args.functions]:
          total, name = int(line.split()[0].replace(",", "")), re.sub(r".*?\) +|\[.*", "", line)
          print(f"  {total / args.steps:10,.0f}  {name[:120]}")
  if args.bars and above:
    sys.exit(f"above their bar: {', '.join(above)}")


if __name__ == "__main__":
  main()
