#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the golden vectors and the regressions alone reach of the codecs, without any fuzzing: lines and branches of each
# family, encoders included, by `hallmark vectors lint` and the replay of every target.
# usage: fuzz/vector_coverage.sh [--build DIR] [--lines PERCENT] [--branches PERCENT] [--missing] [FAMILY...]
# --missing also lists the lines that are not reached. Exit code 1: a family is below a bar (100 and 98), 2: a build failed.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build-vector-coverage lines=100 branches=98 missing=0 families=()
while [ $# -gt 0 ]; do
  case $1 in
    --build) build=$2; shift 2 ;;
    --lines) lines=$2; shift 2 ;;
    --branches) branches=$2; shift 2 ;;
    --missing) missing=1; shift ;;
    -*) echo "vector_coverage.sh: unknown option $1" >&2; exit 4 ;;
    *) families+=("$1"); shift ;;
  esac
done
if [ ${#families[@]} -eq 0 ]; then
  for folder in "$root"/codecs/*/family.json; do families+=("$(basename "$(dirname "$folder")")"); done
  families+=(core)
fi

export CXX=${CXX:-clang++-19}
version=${CXX##*clang++}
mkdir -p "$build"
quietly() { "$@" >"$build/log" 2>&1 || { tail -n 40 "$build/log"; exit 2; }; }
quietly cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DHALLMARK_TESTS=OFF -DHALLMARK_FUZZ_PEERS=OFF \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 -DCMAKE_CXX_FLAGS="-O1 -fprofile-instr-generate -fcoverage-mapping"
quietly cmake --build "$build"

seeds=$build/vectors
quietly "$root/fuzz/seeds.py" "$root/corpus" "$seeds" 1048576
rm -rf "$build/profiles" && mkdir -p "$build/profiles"
quietly env LLVM_PROFILE_FILE="$build/profiles/lint.raw" "$build/hallmark" --corpus "$root/corpus" vectors lint
objects=("$build/hallmark")
for replay in "$build"/fuzz/*_replay; do
  name=$(basename "$replay" _replay)
  for family in "${families[@]}"; do
    # The longest family whose name the target begins with: bson_vector_decode is none of bson.
    case $name in "$family"_*) [ "$family" = bson ] && [[ $name = bson_vector_* ]] && continue ;; *) continue ;; esac
    quietly env LLVM_PROFILE_FILE="$build/profiles/$name.raw" "$replay" "$seeds/$family"
    objects+=(-object "$replay")
  done
done
"llvm-profdata$version" merge -sparse "$build"/profiles/*.raw -o "$build/profile"

below=0
for family in "${families[@]}"; do
  mapfile -t sources < <(find "$root/codecs/$family" -name '*.[ch]pp' | sort)
  read -r line_percent branch_percent < <("llvm-cov$version" export -summary-only "${objects[@]}" -instr-profile="$build/profile" "${sources[@]}" |
    python3 -c 'import json, sys; total = json.load(sys.stdin)["data"][0]["totals"]; print(total["lines"]["percent"], total["branches"]["percent"])')
  awk -v f="$family" -v l="$line_percent" -v b="$branch_percent" -v lb="$lines" -v bb="$branches" \
    'BEGIN { printf "%-12s %6.2f %% of lines  %6.2f %% of branches\n", f, l, b; exit l < lb || b < bb }' || below=1
  if [ "$missing" = 1 ]; then
    "llvm-cov$version" show "${objects[@]}" -instr-profile="$build/profile" -show-line-counts-or-regions=false "${sources[@]}" |
      sed -nE "s|^/.*/(codecs/.*):\$|\1|p; s/^ *([0-9]+)\| +0\|(.*)/    \1:\2/p"
  fi
done
exit $below
