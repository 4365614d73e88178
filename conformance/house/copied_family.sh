#!/bin/sh
# A family more costs one folder in each room, its public header, and one line in codecs/formats.cmake. To prove it,
# bson_vector is copied under another name in a copy of this tree, and the program built from that must know the format.
#
#   house_copied_family.sh SOURCE SCRATCH BUILD [CMAKE-OPTION...]
#
# BUILD is a build of SOURCE by Ninja: only what belongs to the copy, and the registries, are compiled, and linked with
# what lies there, which also shows that nothing else depends on the list of families. `whole` builds everything anew.
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

# One folder a room, and the public header: names of files, namespaces, ids and extensions are the family's own.
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

# And one line.
echo 'hallmark_family(copied copied)' >>"$tree/codecs/formats.cmake"

# logged NAME COMMAND...: what it prints is shown when it fails.
logged() {
  log=$scratch/$1.log
  shift
  "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
}
# Paths in objects are written from the tree, so that ccache knows the unchanged files again.
CCACHE_BASEDIR=$scratch
CCACHE_NOHASHDIR=1
export CCACHE_BASEDIR CCACHE_NOHASHDIR
logged configure cmake -S "$tree" -B "$build" -DHALLMARK_TESTS=OFF -DHALLMARK_FUZZ=OFF -DHALLMARK_BENCHMARKS=OFF "$@"

hallmark=$build/hallmark
replay=$build/fuzz/copied_decode_replay
if [ "$built" = whole ]; then
  logged build cmake --build "$build" --parallel --target hallmark copied_decode_replay
else
  # Objects of the copy and of the registries, as this build names them.
  ninja -C "$build" -t targets all | sed -n 's/: [A-Z_]*COMPILER.*//p' | grep '\.o$' >"$scratch/objects"
  grep -E '/copied/|[/_]registry\.cpp\.o$' "$scratch/objects" >"$scratch/own"
  # shellcheck disable=SC2046 # one object a word
  logged build ninja -C "$build" $(cat "$scratch/own")

  # linked PROGRAM OUTPUT FROM TO: links PROGRAM as BUILD does, with own objects first, so that those of the same name
  # in its libraries are left where they are; object FROM is left out.
  own=$(sed "s|^|$build/|" "$scratch/own")
  linked() {
    objects=$(printf '%s\n' "$own" | grep "$4" | tr '\n' ' ')
    ninja -C "$built" -t commands "$1" | tail -n 1 |
      sed -e "s|[^ ]*$3||g" -e "s| -o [^ ]* | -o $2 $objects |" >"$scratch/link.sh"
    (cd "$built" && logged link sh -e "$scratch/link.sh")
  }
  linked hallmark "$hallmark" '/no/object' '/codecs/\|/conformance/'
  linked bson_vector_decode_replay "$replay" '/bson_vector/decode\.cpp\.o' '/codecs/\|/fuzz/'
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
# The family it was copied from is what it was.
expect 0 vectors lint --format bson-vector
