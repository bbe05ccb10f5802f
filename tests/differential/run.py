#!/usr/bin/env python3
"""Random models in both engines: nothing may differ without a reason that is known.

  run.py [--count 5000] [--first 0] [--jobs 2] [--keep FOLDER] [--minimise] [--seed N]

Each model is made from its number by `generate`, run through both engines by `compare`, and a difference is either one of the classes of
`known`, each a predicate on the model, or unexplained. Exit status 0 if nothing is unexplained and the known classes together are at most
a tenth of the models. `--keep` writes unexplained models there, `--minimise` reduced ones. `--seed N` looks at one model and prints all.
"""

import argparse
import collections
import multiprocessing
import os
import pathlib
import sys

for _v in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
  os.environ.setdefault(_v, "1")
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import compare  # noqa: E402
import generate  # noqa: E402
import known  # noqa: E402
import minimise  # noqa: E402

SHARE = 0.1   # of all models that known classes may take


def engines():
  import mujoco
  import stiction.mujoco as ours
  return ours, mujoco


def look(seed, xml=None):
  """(seed, class or None, difference) of one model; the class is `same` where nothing differs."""
  ours, ref = engines()
  if xml is None:
    root, _ = generate.model(seed)
    xml = generate.text(root)
  difference, model = compare.run(ours, ref, xml, seed)
  if difference is None:
    return seed, "same" if model is not None else "refused", ""
  return seed, known.classify(difference, xml, model), str(difference)


def reduce(seed):
  """A minimal model with the same stage and field of difference."""
  ours, ref = engines()
  root, _ = generate.model(seed)
  first, model = compare.run(ours, ref, generate.text(root), seed)

  def fails(candidate):
    xml = generate.text(candidate)
    found, b = compare.run(ours, ref, xml, seed)
    return found is not None and (found.stage, found.field) == (first.stage, first.field) and known.classify(found, xml, b) is None

  return minimise.minimise(root, fails), first


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--count", type=int, default=5000)
  parser.add_argument("--first", type=int, default=0)
  parser.add_argument("--jobs", type=int, default=2)
  parser.add_argument("--keep", type=pathlib.Path)
  parser.add_argument("--minimise", action="store_true")
  parser.add_argument("--seed", type=int)
  args = parser.parse_args()
  if args.seed is not None:
    print(generate.text(generate.model(args.seed)[0]))
    print(*look(args.seed))
    return 0
  seeds = range(args.first, args.first + args.count)
  with multiprocessing.Pool(args.jobs) as pool:
    results = []
    for result in pool.imap_unordered(look, seeds, chunksize=8):
      results.append(result)
      if result[1] is None:
        print(f"model {result[0]}: {result[2]}", flush=True)
  return report(results, args)


def report(results, args):
  """Prints the table of classes and keeps unexplained models; returns the exit status."""
  counts = collections.Counter(c or "UNEXPLAINED" for _, c, _ in results)
  for name, n in counts.most_common():
    print(f"{n:6d}  {name}")
  unexplained = sorted((s, text) for s, c, text in results if c is None)
  for seed, _ in unexplained:
    if args.keep:
      args.keep.mkdir(parents=True, exist_ok=True)
      root = reduce(seed)[0] if args.minimise else generate.model(seed)[0]
      (args.keep / f"{seed}.xml").write_text(generate.text(root))
  explained = sum(n for name, n in counts.items() if name not in ("same", "refused", "UNEXPLAINED"))
  print(f"{len(results)} models, {explained} explained, {len(unexplained)} unexplained")
  return 0 if not unexplained and explained <= SHARE * len(results) else 1


if __name__ == "__main__":
  sys.exit(main())
