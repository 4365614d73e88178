// Decimal numbers as text, compared by their exact value. Contract, section 4.
#pragma once

#include <string_view>

namespace hallmark::conformance {

// same_decimal: two JSON numbers have the same value, however they are spelled: 1, 1.0 and 10e-1 are the same, and so
// are 0 and -0. Text that is not a number equals only itself.
[[nodiscard]] bool same_decimal(std::string_view a, std::string_view b);

}  // namespace hallmark::conformance
