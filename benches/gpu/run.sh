#!/bin/sh
# Everything that a machine with a GPU has to say, in one run: parity, bits, races, memory, speed.
#
#   benches/gpu/run.sh PROGRAM FILE...
#
# PROGRAM is the example gpu_bench of stiction-gpu, FILEs are models that `gpu_bench pack MODEL.xml FILE [AMPLITUDE] [euler]` wrote.
set -eu
program=$1
shift
date -u +%F
nvidia-smi --query-gpu=name,driver_version,clocks.max.sm --format=csv,noheader
"$program" run "$@"
nvidia-smi --query-gpu=clocks.sm --format=csv,noheader
if command -v compute-sanitizer > /dev/null; then
    for tool in memcheck racecheck synccheck; do
        for file in "$@"; do
            echo "$tool $file: $(compute-sanitizer --tool "$tool" "$program" check "$file" 2>&1 | grep -E 'SUMMARY|f64' | tr '\n' ' ')"
        done
    done
fi
