#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs every target in turn for as many hours as it is given, keeps and minimises the corpora, and prints a summary.
# The time is shared: each target gets a share under libFuzzer (ASan and UBSan; a tenth of it with inputs up to 65,536
# bytes, else 4,096), a decode target five shares, and half of one more under AFL++ on the same corpus. Long runs go in
# rounds. Then puts a sample of mutants of the codecs to the golden vectors: M of each folder (5), others each day.
# usage: fuzz/soak.sh [--hours H | --seconds N] [--random-seed N] [--jobs N] [--no-afl] [--new] [--mutants M] [--report]
# [--build DIR] [TARGET...]. --hours H is what all jobs spend together; --seconds N is one share of one round (120).
# --jobs N runs N at a time (1); --report writes reports/published/fuzzing.md, as soak_page.py DIR does at any time.
# TARGET is <family>/<target>; default: all. DIR/corpus is kept and reused. A run that was broken off goes on, whatever
# the options say, unless --new begins another. DIR/run has its logs and findings, DIR/earlier those of runs before.
# Exit code 1: a bug was found (the inputs are printed), or a mutant survived; 2: a build or an engine failed.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
seconds=120 hours="" random_seed=$(date +%Y%m%d) jobs=1 afl=yes new=no mutants=5 report=no build=$root/build-soak targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --hours) hours=$2; shift 2 ;;
    --seconds) seconds=$2; shift 2 ;;
    --random-seed) random_seed=$2; shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    --no-afl) afl=no; shift ;;
    --new) new=yes; shift ;;
    --mutants) mutants=$2; shift 2 ;;
    --report) report=yes; shift ;;
    --build) build=$2; shift 2 ;;
    -*) echo "soak.sh: unknown option $1" >&2; exit 4 ;;
    *) targets+=("$1"); shift ;;
  esac
done

mkdir -p "$build"
command -v ccache >/dev/null && export CMAKE_CXX_COMPILER_LAUNCHER=ccache
quietly() { "$@" >"$build/log" 2>&1 || { tail -n 40 "$build/log"; exit 2; }; }
export CXX=${CXX:-clang++-19}
build_for() {  # ENGINE TARGET...
  quietly cmake -S "$root" -B "$build/$1" -G Ninja -DHALLMARK_FUZZ=ON -DHALLMARK_FUZZ_ENGINE="$1" -DHALLMARK_TESTS=OFF \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12
  quietly cmake --build "$build/$1" --target "${@:2}"
}
# The plan of a run. DIR/run/slices has a line for each slice that was spent: what a run that goes on leaves out.
run=$build/run
if [ -f "$run/plan" ] && [ ! -f "$run/ended" ] && [ "$new" = no ]; then
  while read -r key value; do printf -v "$key" '%s' "$value"; done <"$run/plan"
  read -ra targets <<<"$names"
  echo "The run of $began goes on; --new begins another."
fi
programs=("${targets[@]/\//_}")
if [ ${#targets[@]} -eq 0 ]; then build_for libfuzzer hallmark_fuzz_package; else build_for libfuzzer "${programs[@]/%/_fuzzer}"; fi
quietly "$root/fuzz/seeds.py" "$root/corpus" "$build/seeds" 65536
commit=$(git -C "$root" describe --always --dirty 2>/dev/null || echo unknown)

if [ -z "${began-}" ]; then
  if [ ${#targets[@]} -eq 0 ]; then
    for file in "$build"/libfuzzer/fuzz/package/*_fuzzer; do
      name=$(basename "$file" _fuzzer)
      targets+=("${name%_*}/${name##*_}")
    done
    mapfile -t targets < <(printf '%s\n' "${targets[@]}" | awk '{ print !/\/decode$/, $0 }' | sort | cut -d' ' -f2)
  fi
  rounds=1
  if [ -n "$hours" ]; then
    # Halves of shares, and as many rounds as keep a share of each at the default of --seconds or below it.
    halves=0
    for target in "${targets[@]}"; do
      [[ $target = */decode ]] && halves=$((halves + 11)) || halves=$((halves + 2))
    done
    read -r rounds seconds < <(awk -v h="$hours" -v halves="$halves" -v most="$seconds" 'BEGIN {
      share = h * 3600 / (halves / 2); rounds = int(share / most); if (rounds * most < share) rounds++
      print rounds, int(share / rounds + 0.999) }')
  fi
  if [ -d "$run" ]; then mkdir -p "$build/earlier" && mv "$run" "$build/earlier/$(date -r "$run/plan" +%F.%H%M%S)"; fi
  mkdir -p "$run/edges" "$run/found"
  names=${targets[*]} began=$(date -u '+%F %H:%M')
  for key in began hours rounds seconds random_seed names; do echo "$key ${!key}"; done >"$run/plan"
  echo "seed_inputs $(find "$build/seeds" -type f | wc -l)" >>"$run/plan"
  mkdir -p "$build/corpus" && echo "kept_inputs $(find "$build/corpus" -type f | wc -l)" >>"$run/plan"
fi

decoders=()
for target in "${targets[@]}"; do
  if [[ $target = */decode ]]; then decoders+=("${target%/*}_decode_fuzzer"); fi
done
[ "$afl" = no ] || [ ${#decoders[@]} -eq 0 ] || build_for afl "${decoders[@]}"

# Both engines look at the clock, which runs on while a program waits on a busy machine. What they call slow is a finding
# only if it takes ten seconds of the processor.
keep_findings() {  # PROGRAM OUT FILE...
  local program=$1 out=$2 file name
  shift 2
  for file in "$@"; do
    case $file in
      */timeout-* | */slow-unit-* | */hangs/*) ! { (ulimit -t 10 && "$program" "$file"); } >/dev/null 2>&1 || continue ;;
    esac
    mkdir -p "$out" && name=${file##*/} && cp -p "$file" "$out/${name//:/-}"
  done
}

# Prints the lines of libFuzzer. From where its inputs are read, when more edges are reached: SECOND EDGES to FILE.
note_edges() {  # BEFORE FILE
  local line read=no last=0 start=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ $line != *INITED* ]] || read=yes
    [ "$read" = yes ] && [[ $line =~ ^\#.*\ cov:\ ([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -gt "$last" ] || continue
    last=${BASH_REMATCH[1]}
    echo "$(($1 + SECONDS - start)) $last" >>"$2"
  done
}

dictionary_of() {  # TARGET: as package.cmake chooses it
  local words
  [[ $1 != */roundtrip ]] || return 0
  for words in "$1" "${1%/*}/decode" "${1%/*}/validate"; do
    if [ -f "$root/corpus/$words.dict" ]; then echo "$root/corpus/$words.dict" && return; fi
  done
}

# Runs one target under one engine for one slice of a round, prints its line and adds it to the slices.
run_slice() {  # ROUND TARGET ENGINE SECONDS
  local round=$1 target=$2 engine=$3 slice=$4
  local name=${target/\//_}
  local program=$build/$engine/fuzz/${name}_fuzzer log=$run/$name.$engine.log edges=$run/edges/$name.$engine
  local corpus=$build/corpus/$name out=$run/found/$name.$engine work=$build/slice/$name.$engine seeds dictionary words=() part runs reached before spent processor=0
  before=$(awk -v t="$target" -v e="$engine" '$2 == t && $3 == e { sum += $5 } END { print sum + 0 }' "$run/slices")
  seeds=$build/seeds/${target%/*} dictionary=$(dictionary_of "$target")
  # A target with its own input language has no dictionary and no seeds.
  [ -n "$dictionary" ] || { seeds=$build/nothing && mkdir -p "$seeds" && printf 0 >"$seeds/input"; }
  rm -rf "$work" && mkdir -p "$work/new" "$corpus" && touch "$edges"
  local start=$SECONDS TIMEFORMAT='%U'
  if [ "$engine" = libfuzzer ]; then
    [ -n "$dictionary" ] && words=(-dict="$dictionary")
    for part in "$((slice - (slice + 9) / 10)) 4096" "$(((slice + 9) / 10)) 65536"; do
      [ "${part% *}" -gt 0 ] || continue
      { time "$program" -seed=$((random_seed + round)) -max_total_time="${part% *}" -max_len="${part#* }" -timeout=60 -rss_limit_mb=1024 \
        -print_final_stats=1 "${words[@]}" -artifact_prefix="$work/" "$corpus" "$seeds" 2>&1 |
        note_edges "$((before + SECONDS - start))" "$edges" >>"$work/log" || true; } 2>>"$work/time"
    done
    processor=$(awk '{ sum += $1 } END { print int(sum + 0.5) }' "$work/time")
    runs=$(awk '/^stat::number_of_executed_units:/ { runs += $2 } END { print runs + 0 }' "$work/log")
    reached=$(awk '{ if ($2 > most) most = $2 } END { print most + 0 }' "$edges")
  else
    [ -n "$dictionary" ] && words=(-x "$dictionary")
    AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
      afl-fuzz -s $((random_seed + round)) -V "$slice" -t 5000 -m none -i "$corpus" -o "$work/afl" "${words[@]}" -- "$program" \
      >"$work/log" 2>&1 || true
    local stats=$work/afl/default/fuzzer_stats
    [ -f "$stats" ] || { tail -n 20 "$work/log"; exit 2; }
    runs=$(sed -nE 's/^execs_done *: *//p' "$stats")
    reached=$(sed -nE 's/^edges_found *: *//p' "$stats")
    awk -F', *' -v before="$before" '!/^#/ { print before + $1, $13 }' "$work/afl/default/plot_data" >>"$edges"
    echo "$((before + SECONDS - start)) $reached" >>"$edges"
    keep_findings "$program" "$out" "$work"/afl/default/crashes/id:* "$work"/afl/default/hangs/id:*
    # AFL++ skips seeds that crash.
    if grep -q 'results in a crash, skipping' "$work/log"; then mkdir -p "$out" && cp "$work/log" "$out/crashes-of-the-corpus"; fi
    mkdir -p "$work/afl/default/queue" && seeds=$work/afl/default/queue
  fi
  spent=$((SECONDS - start))
  cat "$work/log" >>"$log"
  [ "$runs" -gt 0 ] || { mkdir -p "$out" && cp "$work/log" "$out/did-not-run"; }
  # Minimised: of the inputs that reach the same, the smallest stays.
  if "$build/libfuzzer/fuzz/${name}_fuzzer" -merge=1 -max_len=65536 -timeout=60 -artifact_prefix="$work/" \
    "$work/new" "$corpus" "$seeds" >>"$log" 2>&1 && [ -n "$(ls -A "$work/new")" ]; then
    mv "$corpus" "$work/old" && mv "$work/new" "$corpus"
  fi
  keep_findings "$build/libfuzzer/fuzz/${name}_fuzzer" "$out" "$work"/*-*
  echo "$round $target $engine $(date -u +%FT%H:%M) $spent $processor $runs $reached" \
    "$(find "$corpus" -type f | wc -l) $(find "$out" -type f 2>/dev/null | wc -l) $commit" >>"$run/slices"
  printf '%-24s %-10s %5d s %12s runs %6s edges %6s inputs kept\n' "$target" "$engine" "$spent" "$runs" "$reached" "$(find "$corpus" -type f | wc -l)"
  rm -rf "$work"
}

run_target() {  # ROUND TARGET
  if [[ $2 != */decode ]]; then
    once "$1" "$2" libfuzzer "$seconds"
    return
  fi
  once "$1" "$2" libfuzzer $((5 * seconds))
  [ "$afl" = no ] || once "$1" "$2" afl $(((seconds + 1) / 2))
}
once() { grep -q "^$1 $2 $3 " "$run/slices" || run_slice "$@"; }

touch "$run/slices"
shopt -s nullglob
for ((round = 1; round <= rounds; round++)); do
  for target in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || exit 2; done
    run_target "$round" "$target" &
  done
done
while [ -n "$(jobs -rp)" ]; do wait -n || exit 2; done
# A slice that ended while nobody waited for it has no line if it failed.
for target in "${targets[@]}"; do grep -q "^$rounds $target libfuzzer " "$run/slices" || exit 2; done
touch "$run/ended"

status=0
if [ -n "$(find "$run/found" -type f)" ]; then status=1 && echo "FINDINGS:" && find "$run/found" -type f; fi
[ "$report" = no ] || "$root/fuzz/soak_page.py" "$build"
if [ "$mutants" -gt 0 ]; then
  "$root/conformance/mutants/score.py" --count "$mutants" --seed "$(date +%F)" 2>"$build/mutants.log" || status=1
fi
exit $status
