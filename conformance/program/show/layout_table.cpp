#include "conformance/program/show/layout_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/program/show/preview.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program {
namespace {

constexpr std::size_t shown_bytes = 8;

}  // namespace

void LayoutTable::range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept {
  if (failure_ != nullptr) return;
  try {
    const std::string path = paths_.at(place, {nullptr, offset, length, {}, {}, field});
    if (form_ == LayoutForm::json) {
      const reports::Json row = {
          {"offset", reports::number(offset)}, {"length", reports::number(length)}, {"field", field}, {"path", path}};
      output_.write(first_ ? "\n" : ",\n");
      output_.write(row.dump());
    } else {
      const Bytes bytes = input_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
      output_.write(fmt::format("{:>10} {:>#10x} {:>10}  {:<{}}  {:<15} {}\n", offset, offset, length,
                                hex(bytes, shown_bytes), 3 * shown_bytes + (bytes.size() > shown_bytes ? 3 : 1), field,
                                path));
    }
    first_ = false;
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void LayoutTable::finish() const {
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

}  // namespace hallmark::program
