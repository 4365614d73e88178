// SPDX-License-Identifier: Apache-2.0
// Catch2 2; version 3 has the same name and words here, by catch2_3/.
#pragma once

#include <catch2/catch.hpp>
