// The style and the script of the page, embedded at build time.
#pragma once

#include <string_view>

namespace hallmark::reports::assets {

extern const std::string_view style;
extern const std::string_view script;
extern const std::string_view script_sha256;  // hexadecimal; the page allows this script only

}  // namespace hallmark::reports::assets
