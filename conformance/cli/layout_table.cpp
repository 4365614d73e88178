#include "conformance/cli/layout_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/cli/preview.hpp"
#include "conformance/kit/text.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t shown_bytes = 8;
// A path is made anew for every range. Where keys are so long that their repetition would take minutes, paths end.
constexpr std::uint64_t most_paths_cost = std::uint64_t{1} << 30;

}  // namespace

std::string LayoutTable::path_at(const char* field, std::uint64_t offset, std::uint64_t length, const Place& place) {
  if (paths_cost_ > most_paths_cost) return "…";
  kit::PathText text;
  const Violation here{nullptr, offset, length, {}, {}, field};
  place.write(text, here);
  const std::uint64_t offered = text.offered();
  if (offered > kit::longest_path) paths_cost_ += offered;
  return reports::escaped(text.take());
}

void LayoutTable::range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept {
  if (failure_ != nullptr) return;
  try {
    const std::string path = path_at(field, offset, length, place);
    if (form_ == LayoutForm::json) {
      const reports::Json row = {
          {"offset", reports::number(offset)}, {"length", reports::number(length)}, {"field", field}, {"path", path}};
      output_.write(first_ ? "\n" : ",\n");
      output_.write(row.dump());
    } else {
      const Bytes bytes = input_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
      output_.write(fmt::format("{:>10} {:>#10x} {:>10}  {:<{}}  {:<14} {}\n", offset, offset, length,
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

}  // namespace hallmark::cli
