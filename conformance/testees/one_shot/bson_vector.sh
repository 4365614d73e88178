#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A decoder of BSON vectors in shell, started once for each vector:
#
#   hallmark conform --one-shot --format bson-vector -- sh bson_vector.sh
set -eu
[ "$HALLMARK_FORMAT $HALLMARK_OP" = 'bson-vector decode' ] || exit 77  # not offered

input=$(mktemp)
trap 'rm -f "$input"' EXIT
cat >"$input"
size=$(wc -c <"$input")

rejected() { echo "rejected: $*" >&2; exit 1; }
byte() { od -An -tu1 -j "$1" -N 1 "$input" | tr -d ' '; }

[ "$size" -ge 2 ] || rejected "dtype and padding are missing"
case $(byte 0) in
  3) dtype=int8 ;;
  39) dtype=float32 ;;
  16) dtype=packed_bit ;;
  *) rejected "unknown dtype $(byte 0)" ;;
esac
padding=$(byte 1)
[ "$dtype" != float32 ] || [ $(((size - 2) % 4)) -eq 0 ] || rejected "float32 data is no multiple of 4 bytes"
if [ "$padding" -ne 0 ]; then
  if [ "$dtype" != packed_bit ] || [ "$padding" -gt 7 ] || [ "$size" -eq 2 ]; then rejected "padding out of range"; fi
  [ $(($(byte $((size - 1))) & (1 << padding) - 1)) -eq 0 ] || rejected "ignored bits are not zero"
fi
printf '{"dtype": "%s", "padding": %s, "data": {"base64": "%s"}}\n' "$dtype" "$padding" "$(tail -c +3 "$input" | base64 -w 0)"
