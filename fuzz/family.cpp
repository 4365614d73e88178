// SPDX-License-Identifier: Apache-2.0
// Compiled for each family; what they share is compiled once.
#include "fuzz/family.hpp"

namespace hallmark::fuzz {

const std::string_view family = HALLMARK_FAMILY;
const std::string_view used_families = " " HALLMARK_FAMILY " " HALLMARK_USES " ";

}  // namespace hallmark::fuzz
