#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks that shells and groff can read the generated documents, and that these name every command and option.
#
#   check.sh HALLMARK FOLDER
set -eu
hallmark=$1
folder=$2
fail() { echo "$*" >&2; exit 1; }

# completed WORD...: what bash offers for the last of these words.
completed() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _hallmark
  echo "${COMPREPLY[*]}"
}
expect() {  # expect OFFERED WORD...
  local offered=$1
  shift
  [ "$(completed "$@")" = "$offered" ] || fail "$*: bash offers '$(completed "$@")', not '$offered'"
}
# shellcheck disable=SC1091 # made by the build
. "$folder/hallmark.bash"
expect validate hallmark va
expect "strict" hallmark validate --profile s
format=$("$hallmark" vectors list | sed 's|/.*||' | sort -u | tail -n 1)
expect "$format" hallmark validate --format "${format%?}"
expect "--max-errors" hallmark validate --max-e
expect "lint" hallmark vectors lin
expect "--one-shot" hallmark conform --format "$format" --one
expect "html" hallmark report ht
cd "$folder"
expect "hallmark.fish" hallmark validate hallmark.f
expect "hallmark.fish" hallmark conform -- hallmark.f

# Every command and option of the help is in each document.
help_of() { "$hallmark" "$@" --help; }
for command in $(help_of | sed -n '/^Subcommands:/,$s/^  \([a-z-]*\) .*/\1/p'); do
  for document in hallmark.1 hallmark.bash _hallmark hallmark.fish; do
    sed 's/\\-/-/g' "$document" >text
    grep -q -- "$command" text || fail "$document does not name $command"
    for option in $(help_of "$command" | sed -n 's/^  \(-[A-Za-z],\)*--\([a-z-]*\).*/\2/p'); do
      grep -q -- "$option" text || fail "$document does not name --$option of $command"
    done
  done
done
rm -f text

# Each document is read by its own program, if that is installed.
bash -n hallmark.bash
if command -v zsh >/dev/null; then zsh -n _hallmark; fi
if command -v fish >/dev/null; then fish --no-execute hallmark.fish; fi
if command -v groff >/dev/null; then
  said=$(groff -man -Tutf8 -ww -z hallmark.1 2>&1)
  [ -z "$said" ] || fail "groff: $said"
fi
