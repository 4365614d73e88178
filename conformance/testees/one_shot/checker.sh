#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Any program that checks a file, as a testee. It gets the name of the file as its last argument:
#
#   hallmark conform --one-shot --format bson -- sh checker.sh mychecker --strict
#
# Say here what its exit status means. What is left as it is counts as a crash.
set -eu
[ "$HALLMARK_OP" = decode ] || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/input.$HALLMARK_FORMAT"

status=0
"$@" "$folder/input.$HALLMARK_FORMAT" >"$folder/said" 2>&1 || status=$?
case $status in
  0) exit 0 ;;                                                          # valid
  1 | 2) echo "rejected: $(head -n 1 "$folder/said")" >&2; exit 1 ;;    # invalid, or what the program does not support
  *) cat "$folder/said" >&2; exit "$status" ;;
esac
