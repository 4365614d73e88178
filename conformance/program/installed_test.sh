#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that an installation is complete and works after it is moved.
#
#   installed_test.sh BUILD
set -eu
build=$1
# Outside the build folder, in which a program would find the vectors of the tree.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/first" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
mv "$scratch/first" "$scratch/moved"
cd "$scratch/moved"

for file in bin/hallmark include/hallmark/core/codec.hpp share/hallmark/corpus/vector.schema.json \
  share/hallmark/schema/diagnostic.schema.json share/man/man1/hallmark.1 \
  share/hallmark/kits/PROTOCOL.md share/hallmark/kits/VALUES.md share/hallmark/kits/python_kit/hallmark_testee.py \
  share/hallmark/kits/javascript_kit/hallmark_testee.mjs share/hallmark/kits/go_kit/go.mod \
  share/hallmark/kits/java_kit/HallmarkTestee.java share/hallmark/kits/c_kit/hallmark_testee.h \
  share/hallmark/kits/rust_kit/src/lib.rs share/hallmark/kits/one_shot/checker.sh \
  share/bash-completion/completions/hallmark share/zsh/vendor-completions/_hallmark \
  share/fish/vendor_completions.d/hallmark.fish share/doc/hallmark/LICENSE share/doc/hallmark/README.md \
  share/doc/hallmark/THIRD_PARTY_NOTICES share/doc/hallmark/copyright; do
  [ -f "$file" ] || { echo "$file is not installed"; exit 1; }
done
sources=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
for manifest in "$sources"/codecs/*/family.json; do
  family=$(basename "$(dirname "$manifest")")
  for header in "$family" "$family/rules"; do
    [ -f "include/hallmark/$header.hpp" ] || { echo "$header.hpp is not installed"; exit 1; }
  done
done
[ -n "$(find . -name hallmark.pc)" ] && [ -n "$(find . -name hallmark-config.cmake)" ]
[ -z "$(find include -name reader.hpp)" ] || { echo "private headers are installed"; exit 1; }

# expect STATUS ARGUMENT...: runs the installed program by a link from another folder.
ln -s "$scratch/moved/bin/hallmark" "$scratch/linked"
expect() {
  wanted=$1
  shift
  got=0
  (cd / && "$scratch/linked" "$@") >"$scratch/output" 2>&1 || got=$?
  [ "$got" -eq "$wanted" ] || { echo "hallmark $*: exit $got, not $wanted"; cat "$scratch/output"; exit 1; }
}
expect 0 vectors list
format=$(sed -n '2s|/.*||p' "$scratch/output") # the first line has the names of the columns
expect 0 vectors list --format "$format"
expect 0 rules --format "$format"
rule=$(grep -o -m 1 "^[a-z0-9-]*/[a-z0-9-]*" "$scratch/output")
expect 0 explain "$rule"
expect 0 generate --format "$format" --output "$scratch/good"
expect 0 validate --format "$format" "$scratch/good"
echo text >"$scratch/bad"
expect 1 validate --format "$format" "$scratch/bad"

# Without the installed vectors it fails: it does not use those of the tree.
mv share/hallmark/corpus share/hallmark/elsewhere
expect 2 vectors list
grep -q 'share/hallmark/corpus' "$scratch/output"
expect 0 --corpus "$scratch/moved/share/hallmark/elsewhere" vectors list
