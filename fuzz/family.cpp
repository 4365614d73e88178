// SPDX-License-Identifier: Apache-2.0
// Compiled for each family, and so without any header; what targets share is compiled once.
namespace hallmark::fuzz {

extern const char* const family;  // family.hpp says what these are
extern const char* const used_families;
const char* const family = HALLMARK_FAMILY;
const char* const used_families = " " HALLMARK_FAMILY " " HALLMARK_USES " ";

}  // namespace hallmark::fuzz
