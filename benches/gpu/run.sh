#!/bin/sh
# Everything that a machine with a GPU has to say, in one run: parity, bits, races, memory, speed, verdicts of the hard law.
#
#   benches/gpu/run.sh                      with what prepare.sh left in target/gpu-bench
#   benches/gpu/run.sh PROGRAM FILE...
#
# PROGRAM is the example gpu_bench of stiction-gpu, FILEs are models that `gpu_bench pack MODEL.xml FILE [AMPLITUDE] [euler] [exact]` wrote; those
# named *.small are checked and not timed.
set -eu
if [ $# -eq 0 ]; then
    here=$(cd "$(dirname "$0")/../.." && pwd)/target/gpu-bench
    set -- "$here/gpu_bench" "$here"/*.tables "$here"/*.small
fi
program=$1
shift
date -u +%F
nvidia-smi --query-gpu=name,driver_version,clocks.max.sm --format=csv,noheader
for file in "$@"; do
    case $file in
        *.small) "$program" check "$file" ;;
        *) timed="${timed:-} $file" ;;
    esac
done
# names without blanks
# shellcheck disable=SC2086
"$program" run ${timed:-}
nvidia-smi --query-gpu=clocks.sm --format=csv,noheader
if command -v compute-sanitizer > /dev/null; then
    for tool in memcheck racecheck synccheck; do
        for file in "$@"; do
            echo "$tool $file: $(compute-sanitizer --tool "$tool" "$program" check "$file" 2>&1 | grep -E 'SUMMARY|f64' | tr '\n' ' ')"
        done
    done
fi
