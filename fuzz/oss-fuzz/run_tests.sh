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

# The tests of the project, in the container of the build and without its flags.
env -u CC -u CFLAGS -u CXXFLAGS -u LDFLAGS -u LIB_FUZZING_ENGINE CXX="${HOST_CXX:-g++}" \
  cmake -S "$SRC/hallmark" -B "$WORK/tests" -G Ninja
cmake --build "$WORK/tests"
ctest --test-dir "$WORK/tests" --output-on-failure -j"$(nproc)"
