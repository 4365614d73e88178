// The family of a target that every family has.
#pragma once

#include <string_view>

namespace hallmark::fuzz {

extern const std::string_view family;
extern const std::string_view used_families;  // whose decoders it calls, each between blanks; itself as well

}  // namespace hallmark::fuzz
