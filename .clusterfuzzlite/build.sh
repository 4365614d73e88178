#!/bin/bash -eu
# One build for both services.
exec "$SRC/hallmark/fuzz/oss-fuzz/build.sh"
