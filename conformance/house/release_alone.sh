#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that the given presets configure without the libraries that only tests and benchmarks use: a new machine has
# only the packages of `.ci/install build`.
#
#   release_alone.sh SOURCE SCRATCH PRESET...
set -eu

source=$1
scratch=$2
shift 2
rm -rf "$scratch"
mkdir -p "$scratch"

# How CMake finds each package. A package that is not listed here fails the check.
hidden=
found='^('
"$source/.ci/install" --list tests benchmarks | sort -u >"$scratch/packages"
"$source/.ci/install" --list build | sort -u >"$scratch/build_packages"
for package in $(comm -23 "$scratch/packages" "$scratch/build_packages"); do
  case $package in
    catch2) hidden="$hidden Catch2" found="${found}Catch2_|" ;;
    librapidcheck-dev) hidden="$hidden rapidcheck" found="${found}rapidcheck_|" ;;
    libbenchmark-dev) hidden="$hidden benchmark" found="${found}benchmark_|" ;;
    libbson-dev) hidden="$hidden bson-1.0 libbson-1.0" found="${found}bson|libbson|LIBBSON|HALLMARK_BSON|" ;;
    libboost-json*) hidden="$hidden Boost boost_json" found="${found}Boost_|boost_|HALLMARK_BOOST|" ;;
    libsimdjson-dev) hidden="$hidden simdjson" found="${found}simdjson|HALLMARK_SIMDJSON|" ;;
    binutils | python3 | python3-yaml | shellcheck | valgrind) ;; # programs, which only tests call
    *) echo "$0: how does CMake find what $package brings?"; exit 1 ;;
  esac
done
found="${found%|})[^:]*:"
mkdir "$scratch/none"

for preset in "$@"; do
  build=$scratch/$preset
  options=
  for name in $hidden; do options="$options -DCMAKE_DISABLE_FIND_PACKAGE_$name=ON"; done
  # shellcheck disable=SC2086 # one option per word
  (cd "$source" && PKG_CONFIG_LIBDIR=$scratch/none PKG_CONFIG_PATH='' cmake --preset "$preset" -B "$build" $options) \
    >"$scratch/$preset.log" 2>&1 || {
    cat "$scratch/$preset.log"
    echo "preset $preset cannot be configured from what '.ci/install build' names"
    exit 1
  }
  # Headers and libraries found by path cannot be hidden; a search for one is detected here.
  if grep -E "$found" "$build/CMakeCache.txt"; then
    echo "preset $preset looks for these, which '.ci/install build' does not install"
    exit 1
  fi
done
