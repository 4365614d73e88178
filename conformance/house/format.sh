#!/bin/sh
# house_format.sh CLANG-FORMAT SOURCE OPTION...: clang-format over every C++ file of the rooms.
set -eu
format=$1
cd "$2"
shift 2
find codecs reports conformance fuzz benchmarks \( -name '*.cpp' -o -name '*.hpp' \) -exec "$format" "$@" {} +
