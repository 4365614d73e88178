#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs every target N seconds under libFuzzer (ASan and UBSan; a tenth of them with inputs up to 65,536 bytes, else 4,096),
# then N seconds under AFL++, and prints a summary. Then puts
# a sample of mutants of the codecs to the golden vectors: M of each folder (5), others each day.
# usage: fuzz/soak.sh [--seconds N] [--random-seed N] [--jobs N] [--engine libfuzzer|afl]... [--mutants M] [--presets] [--report]
# [--build DIR] [TARGET...]. --jobs N runs N at a time (1); --presets builds every preset first (.ci/presets);
# --report writes reports/published/fuzzing.md, as soak_page.py DIR does later.
# TARGET is <family>/<target>; default: all. The corpus of an engine is kept in DIR and reused.
# Exit code 1: a bug was found (the inputs are printed), or a mutant survived; 2: a build or an engine failed.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
seconds=600 random=$(date +%Y%m%d) jobs=1 engines=() mutants=5 presets=no report=no build=$root/build-soak targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2; shift 2 ;;
    --random-seed) random=$2; shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    --engine) engines+=("$2"); shift 2 ;;
    --mutants) mutants=$2; shift 2 ;;
    --presets) presets=yes; shift ;;
    --report) report=yes; shift ;;
    --build) build=$2; shift 2 ;;
    -*) echo "soak.sh: unknown option $1" >&2; exit 4 ;;
    *) targets+=("$1"); shift ;;
  esac
done
[ ${#engines[@]} -gt 0 ] || engines=(libfuzzer afl)

mkdir -p "$build"
if [ "$presets" = yes ]; then "$root/.ci/presets" || exit 2; fi
command -v ccache >/dev/null && export CMAKE_CXX_COMPILER_LAUNCHER=ccache
quietly() { "$@" >"$build/log" 2>&1 || { tail -n 40 "$build/log"; exit 2; }; }
export CXX=${CXX:-clang++-19}
for engine in "${engines[@]}"; do
  quietly cmake -S "$root" -B "$build/$engine" -G Ninja -DHALLMARK_FUZZ=ON -DHALLMARK_FUZZ_ENGINE="$engine" -DHALLMARK_TESTS=OFF \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12
  quietly cmake --build "$build/$engine" --target hallmark_fuzz_package
done
quietly "$root/fuzz/seeds.py" "$root/corpus" "$build/seeds" 65536
if [ ${#targets[@]} -eq 0 ]; then
  for file in "$build/${engines[0]}"/fuzz/package/*_fuzzer; do
    name=$(basename "$file" _fuzzer)
    targets+=("${name%_*}/${name##*_}")
  done
fi

found=0
: >"$build/table"
printf '{"seconds": %d, "random_seed": %d, "seeds": %d}\n' "$seconds" "$random" "$(find "$build/seeds" -type f | wc -l)" >"$build/run.json"
findings() {  # FOLDER PATTERN
  local list
  list=$(find "$1" -type f -path "$2" | sort)
  [ -z "$list" ] && { echo "no finding"; return; }
  echo "FINDINGS:"
  sed 's/^/    /' <<<"$list"
}

# Runs one target under one engine, prints its line and adds it to the table.
run() {  # TARGET ENGINE
  local target=$1 engine=$2
  local family=${target%/*} name=${target/\//_}
  local program log out seeds words=() large short round runs= rate edges inputs from stats result
  program=$build/$engine/fuzz/package/${name}_fuzzer
  log=$build/$name.$engine.log
  out=$build/found/$engine/$name
  # A target with its own input language has no dictionary and no seeds.
  seeds=$build/seeds/$family
  [ -f "$program.dict" ] || { seeds=$build/nothing && mkdir -p "$seeds" && printf 0 >"$seeds/input"; }
  words=()
  if [ "$engine" = libfuzzer ]; then
    mkdir -p "$out/corpus" "$out/artifacts"
    [ -f "$program.dict" ] && words=(-dict="$program.dict")
    large=$(((seconds + 9) / 10)) short=$((seconds - (seconds + 9) / 10))
    : >"$log"
    for round in "$short 4096" "$large 65536"; do
      [ "${round% *}" -gt 0 ] || continue
      "$program" -seed="$random" -max_total_time="${round% *}" -max_len="${round#* }" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        "${words[@]}" -artifact_prefix="$out/artifacts/" "$out/corpus" "$seeds" >>"$log" 2>&1 || true
    done
    runs=$(awk '/^stat::number_of_executed_units:/ { runs += $2 } END { if (runs) print runs }' "$log")
    rate=$((${runs:-0} / seconds))
    edges=$(sed -nE 's/.* cov: ([0-9]+) .*/\1/p' "$log" | tail -n 1)
    inputs=$(find "$out/corpus" -type f | wc -l)
    result=$(findings "$out/artifacts" '*')
  else
    mkdir -p "$out"
    [ -f "$program.dict" ] && words=(-x "$program.dict")
    [ -d "$out/default" ] && from=- || from=$seeds
    AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
      afl-fuzz -s "$random" -V "$seconds" -t 5000 -m none -i "$from" -o "$out" "${words[@]}" -- "$program" >"$log" 2>&1 || true
    stats=$out/default/fuzzer_stats
    [ -f "$stats" ] || { tail -n 20 "$log"; exit 2; }
    runs=$(sed -nE 's/^execs_done *: *//p' "$stats")
    rate=$(sed -nE 's/^execs_per_sec *: *//p' "$stats")
    edges=$(sed -nE 's/^edges_found *: *//p' "$stats")
    inputs=$(sed -nE 's/^(corpus_count|paths_total) *: *([0-9]+).*/\2/p' "$stats")
    result=$(findings "$out/default" '*/[ch][ra][an][sg][hs]*/id:*')
    # AFL++ skips seeds that crash.
    grep -q 'results in a crash, skipping' "$log" && result="FINDINGS: seeds crash, see $log"
  fi
  [ -n "${runs:-}" ] || { tail -n 20 "$log"; result="FINDINGS: it did not run, see $log"; }
  printf '%-10s %-24s %12s runs %10s/s %6s edges %6s inputs kept  %s\n' \
    "$engine" "$target" "${runs:-?}" "${rate:-?}" "${edges:-?}" "$inputs" "$result"
  echo "$target $engine ${runs:-0} ${edges:-0} $inputs ${result%%:*}" >>"$build/table"
}

for target in "${targets[@]}"; do
  for engine in "${engines[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || exit 2; done
    run "$target" "$engine" &
  done
done
while [ -n "$(jobs -rp)" ]; do wait -n || exit 2; done
# A run that ended while nobody waited for it has no row if it failed.
[ "$(wc -l <"$build/table")" -eq $((${#targets[@]} * ${#engines[@]})) ] || exit 2
sort -o "$build/table" "$build/table"
! grep -q FINDINGS "$build/table" || found=1
[ "$report" = no ] || "$root/fuzz/soak_page.py" "$build"
if [ "$mutants" -gt 0 ]; then
  "$root/conformance/mutants/score.py" --count "$mutants" --seed "$(date +%F)" 2>"$build/mutants.log" || found=1
fi
exit $found
