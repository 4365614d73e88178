#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Gets the sources of libraries that a distribution has compiled, with its own patches: with another standard library, or under
# the memory sanitizer, they must be compiled again. Needs apt and dpkg-dev; changes no settings of apt.
# usage: sources.sh FOLDER [LIBRARY...]    FOLDER/<library> for each, pugixml and zlib if none is named; what is there already is kept
set -euo pipefail

mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- pugixml zlib
wanted=()
for library in "$@"; do
  [ -d "$folder/$library" ] || wanted+=("$library")
done
[ ${#wanted[@]} -gt 0 ] || exit 0

apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
chmod 755 "$apt"
mkdir -p "$apt"/{lists/partial,cache/archives/partial,parts}
# The places that packages come from, asked for sources.
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"$apt/parts/$(basename "$list" .list).list"
done
for list in /etc/apt/sources.list.d/*.sources; do
  [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/parts/$(basename "$list")"
done
cat >"$apt/apt.conf" <<CONF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$apt/parts";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt/cache";
APT::Sandbox::User "root";
CONF
export APT_CONFIG=$apt/apt.conf
apt-get update -qq
cd "$apt"
apt-get source -qq "${wanted[@]}"
for library in "${wanted[@]}"; do
  mv "$(find . -maxdepth 1 -type d -name "$library-*")" "$folder/$library"
done
