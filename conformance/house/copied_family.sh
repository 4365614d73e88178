#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that a new family needs only its folder in each room, with the manifest, and its public header: copies oinf under
# another name in a copy of this tree. The program must know the format, and with `whole` all tests of the copy
# must pass, side by side has its rows, and Python opens it.
#
#   copied_family.sh SOURCE SCRATCH BUILD [CMAKE-OPTION...]
#
# BUILD is a Ninja build of SOURCE: only the copy and the registries are compiled, and linked with the objects of BUILD.
# This also shows that nothing else depends on the list of families. With `whole` for BUILD everything is built.
set -eu

source=$1
scratch=$2
built=$3
shift 3
tree=$scratch/tree
build=$scratch/build

rm -rf "$tree" "$build"
mkdir -p "$tree" "$build"
(cd "$source" && tar -cf - --exclude=./.git --exclude='./build*' --exclude=./.hallmark --exclude=__pycache__ .) |
  (cd "$tree" && tar -xf -)

# One folder per room, and the public header, with new file names, namespaces, ids and extensions.
renamed() {
  sed -i -e 's/oinf/copied/g' -e 's/Oinf/Copied/g' "$@"
}
for room in codecs corpus conformance benchmarks; do
  cp -Rp "$tree/$room/oinf" "$tree/$room/copied"
  find "$tree/$room/copied" -depth -name '*oinf*' | while read -r path; do
    mv "$path" "$(dirname "$path")/$(basename "$path" | sed 's/oinf/copied/')"
  done
  find "$tree/$room/copied" -type f ! -path '*/regressions/*' ! -path '*/seeds/*' | while read -r path; do
    renamed "$path"
  done
done
public=$tree/codecs/include/hallmark
cp "$public/oinf.hpp" "$public/copied.hpp"
cp -R "$public/oinf" "$public/copied"
renamed "$public/copied.hpp" "$public/copied/rules.hpp"

# logged NAME COMMAND...: prints the output of the command only if it fails.
logged() {
  log=$scratch/$1.log
  shift
  "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
}
# Paths in objects are relative to the tree, so that ccache recognises unchanged files.
CCACHE_BASEDIR=$scratch
CCACHE_NOHASHDIR=1
export CCACHE_BASEDIR CCACHE_NOHASHDIR
whole=OFF
[ "$built" != whole ] || whole=ON
# What the Python package is built with and tested by is shared.
venv=$source/.hallmark/python/venv
python=OFF
module=
if [ $whole = ON ] && [ -x "$venv/bin/python" ]; then
  python=ON
  module=_core
  mkdir -p "$tree/.hallmark"
  ln -s "$source/.hallmark/python" "$tree/.hallmark/python"
elif [ $whole = ON ]; then
  echo "Python does not open the copy here: run conformance/python/install first"
fi
logged configure cmake -S "$tree" -B "$build" -DHALLMARK_TESTS=$whole -DHALLMARK_REPLAYS=$whole -DHALLMARK_FUZZ=OFF -DHALLMARK_BENCHMARKS=$whole -DHALLMARK_PYTHON=$python "$@"

hallmark=$build/hallmark
if [ "$built" = whole ]; then
  logged build cmake --build "$build" --parallel --target hallmark properties_copied copied_decode_replay \
    copied_changing_replay copied_oracle_replay copied_roundtrip_replay hallmark_growth \
    hallmark_bench_inputs hallmark_bench_peers ${module:+"$module"}
  logged tests ctest --test-dir "$build" --output-on-failure --no-tests=error -R 'properties_copied|replay.*copied'
  logged growth sh -c "'$build/benchmarks/growth/hallmark_growth' --gate-list | grep copied/shuffled"
  logged mutants sh -c "cd '$tree/conformance/mutants' && python3 -B -c 'import build; assert build.FORMATS[\"copied\"] == [\"copied\"]'"
  logged side_by_side "$tree/benchmarks/peers/side_by_side" --build "$build" --quick --filter '^copied/sorted, 20 sizes$'
else
  # The objects of the copy and of the registries.
  ninja -C "$build" -t targets all | sed -n 's/: [A-Z_]*COMPILER.*//p' | grep '\.o$' >"$scratch/objects"
  grep -E '/copied/|[/_]registry\.cpp\.o$' "$scratch/objects" >"$scratch/own"
  # shellcheck disable=SC2046 # one object per word
  logged build ninja -C "$build" $(cat "$scratch/own")

  # The program is linked as in BUILD, with the new objects first: they replace those of the same name in the libraries.
  ninja -C "$built" -t commands hallmark | tail -n 1 |
    sed "s| -o [^ ]* | -o $hallmark $(sed "s|^|$build/|" "$scratch/own" | tr '\n' ' ') |" >"$scratch/link.sh"
  (cd "$built" && logged link sh -e "$scratch/link.sh")
fi

expect() { # expect EXIT-CODE ARGUMENT...
  wanted=$1
  shift
  got=0
  "$hallmark" --corpus "$tree/corpus" "$@" >"$scratch/output" 2>&1 || got=$?
  if [ "$got" != "$wanted" ]; then
    echo "hallmark $*: exit code $got, not $wanted"
    cat "$scratch/output"
    exit 1
  fi
}

expect 0 vectors lint --format copied
expect 0 rules --format copied
grep -q '^copied/magic' "$scratch/output" || { echo "its rules are not listed"; cat "$scratch/output"; exit 1; }
# The copy has the mark of the original, which is tried first: the format is named.
mkdir -p "$scratch/inputs"
rm -rf "$scratch/made"
expect 0 generate --format copied --count 3 -o "$scratch/made"
cp "$scratch"/made/*.copied "$scratch/inputs"
expect 0 validate --format copied "$scratch/inputs"
expect 0 inspect --format copied "$scratch"/inputs/*
printf 'x' | dd of="$(ls "$scratch"/inputs/* | head -n 1)" conv=notrunc bs=1 2>"$scratch/dd"
expect 1 validate --format copied "$scratch/inputs"
grep -q 'copied/magic' "$scratch/output" || { cat "$scratch/output"; exit 1; }
[ "$built" != whole ] || logged replay "$build/fuzz/copied_decode_replay" "$scratch/inputs"
if [ $python = ON ]; then
  PYTHONPATH=$build/conformance/python logged python "$venv/bin/python" -B -c '
import sys, hallmark, numpy
for path in sys.argv[2:]:
    assert hallmark.open(path, format="copied").format == "copied", path
hallmark.dump({"x": numpy.arange(3)}, sys.argv[1])
assert hallmark.open(sys.argv[1], format="copied")["x"].tolist() == [0, 1, 2]
' "$scratch/dumped.copied" "$scratch"/made/*.copied
fi
# The original family still works.
expect 0 vectors lint --format oinf
