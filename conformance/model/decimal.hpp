// SPDX-License-Identifier: Apache-2.0
// Decimal numbers as text, compared by their exact value. See conformance/testees/VALUES.md.
#pragma once

#include <string_view>

namespace hallmark::conformance {

// same_decimal: two JSON numbers have the same value, however they are spelled: 1, 1.0 and 10e-1 are the same, and so
// are 0 and -0. Text that is not a number, or
// has an exponent of more than 18 digits, equals only itself.
[[nodiscard]] bool same_decimal(std::string_view a, std::string_view b);

}  // namespace hallmark::conformance
