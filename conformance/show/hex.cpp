#include "conformance/show/hex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace hallmark::show {

std::string hex(Bytes data, std::size_t most) {
  std::string out;
  for (const std::byte byte : data.first(std::min(data.size(), most))) {
    fmt::format_to(std::back_inserter(out), "{}{:02x}", out.empty() ? "" : " ", std::to_integer<unsigned>(byte));
  }
  if (data.size() > most) out += " …";
  return out;
}

}  // namespace hallmark::show
