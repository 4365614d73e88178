#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Line coverage of a decoder by its target alone, after a run of N seconds.
# usage: fuzz/coverage.sh [--seconds N] [--no-seeds] [--bar PERCENT] [--build DIR] [TARGET...]
# TARGET is <family>/<target>; default: the decode target of every family. The decoder is codecs/<family> without encode.cpp.
# Exit code 1: a target is below PERCENT (95).
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
seconds=60 seeds=1 bar=95 build=$root/build-coverage targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2; shift 2 ;;
    --no-seeds) seeds=0; shift ;;
    --bar) bar=$2; shift 2 ;;
    --build) build=$2; shift 2 ;;
    -*) echo "coverage.sh: unknown option $1" >&2; exit 4 ;;
    *) targets+=("$1"); shift ;;
  esac
done
if [ ${#targets[@]} -eq 0 ]; then
  for file in "$root"/codecs/*/family.json; do targets+=("$(basename "$(dirname "$file")")/decode"); done
fi

export CXX=${CXX:-clang++-19}
version=${CXX##*clang++}
quietly() { "$@" >"$build/log" 2>&1 || { tail -n 40 "$build/log"; exit 2; }; }
mkdir -p "$build"
quietly cmake -S "$root" -B "$build/run" -G Ninja -DHALLMARK_FUZZ=ON -DHALLMARK_TESTS=OFF
quietly cmake -S "$root" -B "$build/count" -G Ninja -DHALLMARK_FUZZ=ON -DHALLMARK_TESTS=OFF -DHALLMARK_FUZZ_ENGINE=replay \
  -DHALLMARK_FUZZ_INSTRUMENT="-fprofile-instr-generate;-fcoverage-mapping"
if [ "$seeds" = 1 ]; then
  quietly "$root/fuzz/seeds.py" "$root/corpus" "$build/seeds" 1048576
fi

below=0
for target in "${targets[@]}"; do
  family=${target%/*} name=${target/\//_}
  quietly cmake --build "$build/run" --target "${name}_fuzzer"
  quietly cmake --build "$build/count" --target "${name}_fuzzer"
  corpus=$build/corpus/$name
  rm -rf "$corpus" && mkdir -p "$corpus"
  from=("$corpus")
  [ "$seeds" = 1 ] && from+=("$build/seeds/$family")
  words=()
  [ -f "$root/corpus/$family/decode.dict" ] && words=(-dict="$root/corpus/$family/decode.dict")
  "$build/run/fuzz/${name}_fuzzer" -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 "${words[@]}" \
    -artifact_prefix="$corpus/" "${from[@]}" >"$build/$name.log" 2>&1 || { tail -n 30 "$build/$name.log"; exit 1; }

  LLVM_PROFILE_FILE=$build/$name.raw "$build/count/fuzz/${name}_fuzzer" "${from[@]}" >/dev/null 2>&1
  "llvm-profdata$version" merge -sparse "$build/$name.raw" -o "$build/$name.profile"
  mapfile -t sources < <(find "$root/codecs/$family" -name '*.[ch]pp' ! -name encode.cpp | sort)
  echo "$target: $(grep -E '^Done' "$build/$name.log")"
  "llvm-cov$version" report "$build/count/fuzz/${name}_fuzzer" -instr-profile="$build/$name.profile" \
    -show-region-summary=0 -show-branch-summary=0 "${sources[@]}" | sed 's/^/  /'
  percent=$("llvm-cov$version" export -summary-only "$build/count/fuzz/${name}_fuzzer" -instr-profile="$build/$name.profile" \
    "${sources[@]}" | sed -E 's/.*"totals":.*"lines":\{[^}]*"percent":([0-9.]+).*/\1/')
  awk -v p="$percent" -v b="$bar" 'BEGIN { printf "  %.1f %% of the lines of the decoder (bar: %s %%)\n", p, b; exit !(p < b) }' && below=1
done
exit $below
