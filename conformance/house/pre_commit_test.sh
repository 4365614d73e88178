#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lets pre-commit run the hook `hallmark` of .pre-commit-hooks.yaml in a repository of its own.
#
#   pre_commit_test.sh TREE PROGRAM
#
# Exit: 0 as it should be, 1 not, 77 pre-commit or git is not installed.
set -eu
tree=$1
PATH=$(dirname "$2"):$PATH
export PATH
for program in pre-commit git; do
  command -v "$program" >/dev/null || { echo "skipped: $program is not installed; apt-get install $program"; exit 77; }
done
[ -e "$tree/.git" ] || { echo "skipped: the tree is no repository, from which pre-commit takes hooks"; exit 77; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PRE_COMMIT_HOME="$scratch/home" GIT_CONFIG_GLOBAL="$scratch/gitconfig"
git config --global user.name hallmark
git config --global user.email hallmark@localhost
git config --global safe.directory '*'
pre-commit validate-manifest "$tree/.pre-commit-hooks.yaml"

git init -q -b main "$scratch/mine"
cd "$scratch/mine"
printf '\003\000\177\007' >good.bsonvec
printf '\003\001\177\007' >'not good.bsonvec'
printf '\003\001\177\007' >notes.txt  # which is no concern of the hook
git add .

# expect STATUS FILE...
expect() {
  wanted=$1
  shift
  got=0
  pre-commit try-repo "$tree" hallmark --files "$@" >"$scratch/output" 2>&1 || got=$?
  [ "$got" -eq "$wanted" ] || { echo "files $*: exit $got, not $wanted"; cat "$scratch/output"; exit 1; }
}
expect 0 good.bsonvec notes.txt
expect 1 good.bsonvec 'not good.bsonvec'
for word in 'not good.bsonvec' 'bson-vector/padding-not-applicable'; do
  grep -q "$word" "$scratch/output" || { cat "$scratch/output"; exit 1; }
done
