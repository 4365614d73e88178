#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# format.sh CLANG-FORMAT SOURCE OPTION...: runs clang-format on every C++ file.
set -eu
format=$1
cd "$2"
shift 2
find codecs reports conformance fuzz benchmarks \( -name '*.cpp' -o -name '*.hpp' \) -exec "$format" "$@" {} +
