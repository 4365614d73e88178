#!/bin/sh
# Checks that a new family needs only one folder per room, with its manifest, and its public header: copies
# bson_vector under another name in a copy of this tree; the program built from it must know the format.
#
#   copied_family.sh SOURCE SCRATCH BUILD [CMAKE-OPTION...]
#
# BUILD is a Ninja build of SOURCE: only the copy and the registries are compiled, and linked with the objects of BUILD.
# This also shows that nothing else depends on the list of families. With `whole` everything is built.
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
  sed -i -e 's/bson_vector/copied/g' -e 's/bson-vector/copied/g' -e 's/\.bsonvec/.copied/g' "$@"
}
for room in codecs corpus conformance fuzz benchmarks; do
  cp -Rp "$tree/$room/bson_vector" "$tree/$room/copied"
  find "$tree/$room/copied" -depth -name '*bson_vector*' | while read -r path; do
    mv "$path" "$(dirname "$path")/$(basename "$path" | sed 's/bson_vector/copied/')"
  done
  find "$tree/$room/copied" -type f ! -path '*/regressions/*' ! -path '*/seeds/*' | while read -r path; do
    renamed "$path"
  done
done
cp "$tree/codecs/include/hallmark/bson_vector.hpp" "$tree/codecs/include/hallmark/copied.hpp"
renamed "$tree/codecs/include/hallmark/copied.hpp"

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
logged configure cmake -S "$tree" -B "$build" -DHALLMARK_TESTS=OFF -DHALLMARK_FUZZ=OFF -DHALLMARK_BENCHMARKS=OFF "$@"

hallmark=$build/hallmark
replay=$build/fuzz/copied_decode_replay
if [ "$built" = whole ]; then
  logged build cmake --build "$build" --parallel --target hallmark copied_decode_replay
else
  # The objects of the copy and of the registries.
  ninja -C "$build" -t targets all | sed -n 's/: [A-Z_]*COMPILER.*//p' | grep '\.o$' >"$scratch/objects"
  grep -E '/copied/|[/_]registry\.cpp\.o$' "$scratch/objects" >"$scratch/own"
  # shellcheck disable=SC2046 # one object per word
  logged build ninja -C "$build" $(cat "$scratch/own")

  # linked PROGRAM OUTPUT FROM TO: links PROGRAM as BUILD does, with the new objects first, so that they replace those of
  # the same name in the libraries; object FROM is left out.
  own=$(sed "s|^|$build/|" "$scratch/own")
  linked() {
    objects=$(printf '%s\n' "$own" | grep "$4" | tr '\n' ' ')
    ninja -C "$built" -t commands "$1" | tail -n 1 |
      sed -e "s|[^ ]*$3||g" -e "s| -o [^ ]* | -o $2 $objects |" >"$scratch/link.sh"
    (cd "$built" && logged link sh -e "$scratch/link.sh")
  }
  linked hallmark "$hallmark" '/no/object' '/build/codecs/\|/build/conformance/'
  linked bson_vector_decode_replay "$replay" '/bson_vector/decode\.cpp\.o' '/codecs/\|/copied_decode_replay\.dir/'
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
grep -q '^copied/padding-range' "$scratch/output" || { echo "its rules are not listed"; cat "$scratch/output"; exit 1; }
mkdir -p "$scratch/inputs"
printf '\003\000\177\007' >"$scratch/inputs/good.copied"
printf '\003\001\177\007' >"$scratch/inputs/bad.copied"
expect 0 validate "$scratch/inputs/good.copied"
expect 1 validate "$scratch/inputs/bad.copied"
grep -q 'copied/padding-not-applicable' "$scratch/output" || { cat "$scratch/output"; exit 1; }
logged replay "$replay" "$scratch/inputs"
# The original family still works.
expect 0 vectors lint --format bson-vector
