// SPDX-License-Identifier: Apache-2.0
// Catch2 3 under the name and with the words of Catch2 2: tests, and RapidCheck's header for Catch2, include this name.
#pragma once

#include <catch2/catch_all.hpp>

namespace Catch {

using Matchers::EndsWith;
using Matchers::StartsWith;

inline auto Contains(const std::string& part) { return Matchers::ContainsSubstring(part); }

}  // namespace Catch

using Catch::Approx;
