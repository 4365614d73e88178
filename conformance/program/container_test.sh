#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the container of .ci/Containerfile and checks two files in it.
#
#   container_test.sh PROGRAM     the program as one file
#
# Exit: 0 as it should be, 1 not, 77 buildah is not installed, or there is no such program.
set -eu
[ -x "$1" ] || { echo "skipped: there is no $1; .ci/static makes it"; exit 77; }
tree=$(cd "$(dirname "$0")/../.." && pwd)
command -v buildah >/dev/null || { echo "skipped: buildah is not installed; apt-get install buildah"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/context" "$scratch/data"
cp "$tree/LICENSE" "$tree/THIRD_PARTY_NOTICES" "$scratch/context"
cp "$1" "$scratch/context/hallmark"
printf '\003\000\177\007' >"$scratch/data/good.bsonvec"
printf '\003\001\177\007' >"$scratch/data/bad.bsonvec"
chmod 755 "$scratch/data"
container() { buildah --storage-driver vfs --root "$scratch/images" --runroot "$scratch/run" "$@"; }
container bud --isolation chroot -t hallmark -f "$tree/.ci/Containerfile" "$scratch/context" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
name=$(container from localhost/hallmark)
# expect STATUS ARGUMENT...
expect() {
  wanted=$1
  shift
  got=0
  container run --isolation chroot -v "$scratch/data:/data:ro" "$name" -- /usr/bin/hallmark "$@" >"$scratch/log" 2>&1 || got=$?
  [ "$got" -eq "$wanted" ] || { echo "hallmark $*: exit $got, not $wanted"; cat "$scratch/log"; exit 1; }
}
[ "$(container inspect --format '{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.User}}' "$name")" = '[/usr/bin/hallmark] 65534:65534' ] ||
  { echo "its entry point or user is another"; exit 1; }
expect 0 validate good.bsonvec
expect 1 validate good.bsonvec bad.bsonvec
expect 0 vectors list --format bson-vector
