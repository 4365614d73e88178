#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
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

# Seeds, dictionaries and options lie beside the targets. Libraries of the image are built with another standard library, and
# without the sanitizer: they are compiled here.
"$SRC/hallmark/fuzz/seeds.py" "$SRC/hallmark/corpus" "$WORK/seeds" 65536
"$SRC/hallmark/fuzz/oss-fuzz/sources.sh" "${LIBRARY_SOURCES:-$WORK/sources}"
cmake -S "$SRC/hallmark" -B "$WORK/targets" -G Ninja -DCMAKE_BUILD_TYPE=None -DHALLMARK_TESTS=OFF -DHALLMARK_FUZZ=ON \
  -DHALLMARK_LIBRARY_SOURCES="${LIBRARY_SOURCES:-$WORK/sources}" -DHALLMARK_FUZZ_PACKAGE="$OUT" -DHALLMARK_FUZZ_SEEDS="$WORK/seeds"
cmake --build "$WORK/targets" --target hallmark_fuzz_package
