// SPDX-License-Identifier: Apache-2.0
// The main program of every Catch2 test, for version 2; version 3 brings its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
