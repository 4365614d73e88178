#!/bin/sh
# A sixth family costs one folder in each room and one line in codecs/formats.cmake. To prove it, bson_vector is copied
# under another name in a copy of this tree, and the program built from that must know the new format.
#
#   house_copied_family.sh SOURCE SCRATCH [CMAKE-OPTION...]
set -eu

source=$1
scratch=$2
shift 2
tree=$scratch/tree
build=$scratch/build

rm -rf "$tree"
mkdir -p "$tree" "$build"
(cd "$source" && tar -cf - --exclude=./.git --exclude='./build*' --exclude=./.hallmark --exclude=__pycache__ .) |
  (cd "$tree" && tar -xf -)

# One folder a room: names of files, namespaces, ids and extensions are the family's own.
for room in codecs corpus conformance fuzz benchmarks; do
  cp -Rp "$tree/$room/bson_vector" "$tree/$room/copied"
  find "$tree/$room/copied" -type f ! -path '*/regressions/*' ! -path '*/seeds/*' \
    -exec sed -i -e 's/bson_vector/copied/g' -e 's/bson-vector/copied/g' -e 's/\.bsonvec/.copied/g' {} +
  find "$tree/$room/copied" -depth -name '*bson_vector*' | while read -r path; do
    mv "$path" "$(dirname "$path")/$(basename "$path" | sed 's/bson_vector/copied/')"
  done
done

# And one line.
echo 'hallmark_family(copied copied)' >>"$tree/codecs/formats.cmake"

# Paths in objects are written from the tree, so that ccache knows the unchanged files again.
CCACHE_BASEDIR=$scratch
CCACHE_NOHASHDIR=1
export CCACHE_BASEDIR CCACHE_NOHASHDIR
cmake -S "$tree" -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DHALLMARK_TESTS=OFF \
  -DHALLMARK_FUZZ=OFF -DHALLMARK_BENCHMARKS=OFF "$@" >"$scratch/configure.log" || {
  cat "$scratch/configure.log"
  exit 1
}
cmake --build "$build" --parallel --target hallmark copied_decode_replay >"$scratch/build.log" || {
  cat "$scratch/build.log"
  exit 1
}

hallmark=$build/hallmark
expect() { # expect EXIT-CODE ARGUMENT...
  wanted=$1
  shift
  got=0
  "$hallmark" "$@" >"$scratch/output" 2>&1 || got=$?
  if [ "$got" != "$wanted" ]; then
    echo "hallmark $*: exit code $got, not $wanted"
    cat "$scratch/output"
    exit 1
  fi
}

expect 0 vectors lint --format copied
expect 0 rules --format copied
grep -q '^copied/padding-range' "$scratch/output" || { echo "its rules are not listed"; cat "$scratch/output"; exit 1; }
printf '\003\000\177\007' >"$scratch/good.copied"
printf '\003\001\177\007' >"$scratch/bad.copied"
expect 0 validate "$scratch/good.copied"
expect 1 validate "$scratch/bad.copied"
grep -q 'copied/padding-not-applicable' "$scratch/output" || { cat "$scratch/output"; exit 1; }
# The family it was copied from is what it was.
expect 0 vectors lint --format bson-vector
