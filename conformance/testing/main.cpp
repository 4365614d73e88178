// SPDX-License-Identifier: Apache-2.0
// The main program of every Catch2 test, where the package has none.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
