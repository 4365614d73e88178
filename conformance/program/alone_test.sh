#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that a program runs where nothing else is: no library, no shell, no vectors. It is the only file of an empty root.
#
#   alone_test.sh PROGRAM
#
# Exit: 0 it does, 1 not, 77 only root can try, or there is no such program.
set -eu
[ -x "$1" ] || { echo "skipped: there is no $1; .ci/static makes it"; exit 77; }
[ "$(id -u)" -eq 0 ] || { echo "skipped: only root can make a chroot"; exit 77; }
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp "$1" "$root/hallmark"
mkdir "$root/tmp" # for large inputs of a testee
printf '\003\000\177\007' >"$root/good.bsonvec"
printf '\003\001\177\007' >"$root/bad.bsonvec"
printf 'POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}' >"$root/a.http"
expect() {
  wanted=$1
  shift
  got=0
  chroot "$root" /hallmark "$@" >"$root/output" 2>&1 || got=$?
  [ "$got" -eq "$wanted" ] || { echo "hallmark $*: exit $got, not $wanted"; cat "$root/output"; exit 1; }
}
says() { grep -q -e "$1" "$root/output" || { echo "it does not say '$1':"; cat "$root/output"; exit 1; }; }
expect 0 --version
says 'corpus .*[0-9a-f]\{12\}'
expect 0 validate -j 4 good.bsonvec
expect 1 validate good.bsonvec bad.bsonvec a.http
says 'bson-vector/padding'
says 'a.http.*error: missing member'
expect 0 generate --format npy --count 3 -o made
for made in "$root"/made/*.npy; do expect 0 inspect --stats "made/${made##*/}"; done
expect 0 vectors lint --format bson
expect 0 explain bson/boolean
says 'golden vector'
# Child processes, threads, time limits: a testee that is there is the program itself.
expect 0 conform --format bson-vector --format npy --report-dir report -j 4 -- /hallmark serve-testee
[ -f "$root/report/report.html" ] || { echo "no report is written"; exit 1; }
expect 2 conform --format bson-vector -- /none
if command -v python3 >/dev/null; then
  (cd "$root" && python3 -m zipfile -c all.npz made/*.npy)
  expect 0 validate all.npz
  says '3 inputs'
fi
