// The style and the script of a page, embedded when the program is built.
#pragma once

#include <string_view>

namespace hallmark::reports::assets {

extern const std::string_view style;
extern const std::string_view script;
extern const std::string_view script_sha256;  // in hexadecimal; the page allows no other script

}  // namespace hallmark::reports::assets
