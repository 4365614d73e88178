#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
# One build for both services.
exec "$SRC/hallmark/fuzz/oss-fuzz/build.sh"
