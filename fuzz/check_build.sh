#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the targets as OSS-Fuzz does (oss-fuzz/build.sh, clang, libc++, its flags), demands that every target of the tree is
# in the package, and applies the bad-build check of the service.
# usage: fuzz/check_build.sh [address|undefined|afl]...   (default: all three; afl is the engine AFL++, without a sanitizer)
# Environment: CXX (clang++-19), KEEP=1 keeps the folders, LIBRARY_SOURCES keeps what oss-fuzz/sources.sh gets. Exit: 0 all are sound, 1 one is not, 77 a tool is missing.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap '[ -n "${KEEP:-}" ] && echo "kept: $work" || rm -rf "$work"' EXIT

base="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
undefined=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute
undefined+=,shift,signed-integer-overflow,unreachable,vla-bound,vptr
declare -A flags=(
  [address]="-fsanitize=address -fsanitize-address-use-after-scope"
  [undefined]="-fsanitize=$undefined,unsigned-integer-overflow -fno-sanitize-recover=$undefined"
  [afl]="-fsanitize-coverage=trace-pc-guard"
)
afl=/usr/lib/afl
for tool in "${CXX:-clang++-19}" unzip objdump afl-fuzz dpkg-source python3; do
  command -v "$tool" >/dev/null || { echo "check_build: skipped: $tool is missing; .ci/install fuzz"; exit 77; }
done
echo '#include <vector>' | "${CXX:-clang++-19}" -stdlib=libc++ -x c++ -fsyntax-only - 2>/dev/null ||
  { echo "check_build: skipped: libc++ is missing; .ci/install fuzz"; exit 77; }
export LIBRARY_SOURCES=${LIBRARY_SOURCES:-$root/build/library-sources}
"$root/fuzz/oss-fuzz/sources.sh" "$LIBRARY_SOURCES" ||
  { echo "check_build: skipped: apt has no sources of the libraries"; exit 77; }

command -v ccache >/dev/null && export CMAKE_CXX_COMPILER_LAUNCHER=ccache

fail() { echo "check_build: $*" >&2; exit 1; }

# calls TARGET NAME counts call sites of a sanitizer, those in its own runtime included.
calls() { objdump -dC --no-show-raw-insn "$1" | grep -cE "call.*$2" || true; }

# unpack_seeds TARGET fills the folder of seeds; false if the target has none.
unpack_seeds() {
  rm -rf "$work/seeds" && mkdir "$work/seeds"
  [ -e "${1}_seed_corpus.zip" ] && unzip -q -o -j "${1}_seed_corpus.zip" -d "$work/seeds"
}

check_target() {  # TARGET SANITIZER
  local target=$1 name log edges asan ubsan
  cd "$work"  # where libFuzzer leaves what it finds
  name=$(basename "$target")
  log=$work/$name.log
  grep -q LLVMFuzzerTestOneInput "$target" || fail "$name: not recognised as a target"

  "$target" -seed=1337 -runs=4 >"$log" 2>&1 || { cat "$log"; fail "$name: broken without a corpus"; }
  grep -q "Done 4 runs" "$log" || { cat "$log"; fail "$name: did not say Done 4 runs"; }
  edges=$(sed -nE 's/.*\(([0-9]+) inline 8-bit counters\).*/\1/p' "$log" | head -n 1)
  [ "${edges:-0}" -gt 100 ] || fail "$name: ${edges:-0} edges, partial coverage instrumentation"

  : >"$work/empty"
  printf input >"$work/input"
  "$target" "$work/empty" "$work/input" >"$log" 2>&1 || { cat "$log"; fail "$name: fails on an empty input or a short one"; }

  [ -s "$target.options" ] || fail "$name: no $name.options"
  if unpack_seeds "$target"; then  # a target with a language of its own has neither seeds nor words
    "$target" -seed=1337 -runs=4 -dict="$target.dict" "$work/seeds" >"$log" 2>&1 ||
      { cat "$log"; fail "$name: fails on its seeds"; }
    grep -q "^Dictionary: [1-9]" "$log" || fail "$name: its dictionary is not read"
  fi

  asan=$(calls "$target" __asan)
  ubsan=$(calls "$target" __ubsan)
  # The address runtime of a distribution may hold more than the 200 calls that the service allows, so the handlers count.
  [ "$2" = address ] && ubsan=$(calls "$target" "<__ubsan_handle")
  case $2 in
    address) [ "$asan" -ge 1000 ] && [ "$ubsan" -le 200 ] || fail "$name: $asan __asan and $ubsan __ubsan calls" ;;
    undefined) [ "$ubsan" -ge 168 ] && [ "$asan" -eq 0 ] || fail "$name: $asan __asan and $ubsan __ubsan calls" ;;
  esac
  echo "$2 $name: $edges edges, $asan __asan, $ubsan __ubsan calls, $(find "$work/seeds" -type f | wc -l) seeds"
}

# start_afl TARGET: AFL++ starts the target and sees edges; the target runs its seeds.
start_afl() {
  local name in=$work/in out=$work/out log edges
  name=$(basename "$1")
  log=$work/$name.afl.log
  rm -rf "$in" "$out" && mkdir "$in" && printf input >"$in/input"
  AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
    afl-fuzz -V 1 -t 5000 -m none -i "$in" -o "$out" -- "$1" >"$log" 2>&1 || { tail -n 20 "$log"; fail "$name: AFL++ does not start it"; }
  grep -q 'All set and ready to roll' "$log" || { tail -n 20 "$log"; fail "$name: AFL++ is not ready to roll"; }
  unpack_seeds "$1" || true
  find "$work/seeds" -type f -exec "$1" {} + >"$log" 2>&1 || { tail -n 20 "$log"; fail "$name: fails on its seeds"; }
  edges=$(sed -nE 's/^total_edges *: *//p' "$out/default/fuzzer_stats")
  [ "${edges:-0}" -gt 100 ] || fail "$name: ${edges:-0} edges under AFL++"
  echo "afl $name: $edges edges, $(sed -nE 's/^execs_done *: *//p' "$out/default/fuzzer_stats") runs in a second"
}

mkdir -p "$work"/{src,scratch}
ln -s "$root" "$work/src/hallmark"

check() {  # SANITIZER
  local out=$work/$1 name common="$base ${flags[$1]} -fsanitize=fuzzer-no-link" engine="-fsanitize=fuzzer"
  [ "$1" = afl ] && common="$base ${flags[afl]}" engine="$afl/libAFLDriver.a $afl/afl-compiler-rt.o"
  mkdir -p "$out"
  # libstdc++: the libFuzzer of a distribution is built with it, that of OSS-Fuzz brings its own library.
  OUT=$out SRC=$work/src WORK=$work/scratch CC=${CC:-clang-19} CXX=${CXX:-clang++-19} CFLAGS=$common \
    CXXFLAGS="$common -stdlib=libc++" LIB_FUZZING_ENGINE="$engine -l:libstdc++.so.6" \
    "$root/fuzz/oss-fuzz/build.sh" >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; fail "build.sh failed"; }
  # Run it in another folder, without other files.
  mv "$out" "$work/moved-$1"
  rm -rf "$work/scratch/targets"
  for name in $(cd "$root/fuzz" && ls -- */*.cpp) $(cd "$root/corpus" && for family in */golden; do echo "${family%golden}"{decode,roundtrip,changing}.cpp; done); do
    name=${name%.cpp}
    [ -x "$work/moved-$1/${name/\//_}_fuzzer" ] || fail "$name is not in the package"
  done
  for target in "$work/moved-$1"/*_fuzzer; do
    if [ "$1" = afl ]; then start_afl "$target"; else check_target "$target" "$1"; fi
  done
  compgen -G "$work/moved-$1/*_seed_corpus.zip" >/dev/null || fail "no target has seeds"
}

[ $# -gt 0 ] || set -- address undefined afl
for sanitizer in "$@"; do
  [ -n "${flags[$sanitizer]:-}" ] || fail "unknown sanitizer $sanitizer"
  check "$sanitizer"
done
