#!/bin/bash -eu
# Copyright 2026 Google LLC
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#      http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.
#
################################################################################

# The seeds, by a program that runs here: built without the flags of the environment.
env -u CC -u CFLAGS -u CXXFLAGS -u LDFLAGS -u LIB_FUZZING_ENGINE CXX="${HOST_CXX:-g++}" \
  cmake -S "$SRC/hallmark" -B "$WORK/host" -G Ninja -DHALLMARK_TESTS=OFF
cmake --build "$WORK/host" --target hallmark_seeds
"$WORK/host/fuzz/hallmark_seeds" "$SRC/hallmark/corpus" "$WORK/seeds" 65536

# The targets, with the compiler, flags and engine of the environment; dictionaries, options and seeds beside them.
cmake -S "$SRC/hallmark/fuzz" -B "$WORK/targets" -G Ninja -DCMAKE_BUILD_TYPE=None \
  -DHALLMARK_FUZZ=ON -DHALLMARK_FUZZ_PACKAGE="$OUT" -DHALLMARK_FUZZ_SEEDS="$WORK/seeds"
cmake --build "$WORK/targets" --target hallmark_fuzz_package
