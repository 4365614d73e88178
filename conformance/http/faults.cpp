// Writes the paths of faults in HTTP messages.
#include "conformance/http/faults.hpp"

#include <charconv>

namespace hallmark::http {

void Faults::WherePlace::write(TextSink& out, const Violation&) const noexcept {
  if (where.list == nullptr) return out.write(where.member);
  char digits[20];
  const auto written = std::to_chars(digits, digits + sizeof digits, where.index);
  out.write(where.list);
  out.write("[");
  out.write({digits, static_cast<std::size_t>(written.ptr - digits)});
  out.write("]");
  if (*where.member == '\0') return;
  out.write(".");
  out.write(where.member);
}

}  // namespace hallmark::http
