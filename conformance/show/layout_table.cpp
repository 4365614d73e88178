#include "conformance/show/layout_table.hpp"

#include <fmt/format.h>

#include "conformance/show/hex.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::show {
namespace {

constexpr std::size_t shown_bytes = 8;

}  // namespace

void LayoutTable::range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept {
  attempt([&] {
    const std::string path = path_of(place, {nullptr, offset, length, {}, {}, field});
    if (form_ == LayoutForm::json) {
      const reports::Json row = {
          {"offset", reports::number(offset)}, {"length", reports::number(length)}, {"field", field}, {"path", path}};
      if (!first_) write(",");
      write(row.dump());
    } else {
      write_row(offset, length, field, path);
    }
    first_ = false;
    end_ = offset + length;
  });
}

void LayoutTable::write_row(std::uint64_t offset, std::uint64_t length, const char* field, const std::string& path) {
  if (first_) {
    write(
        fmt::format("{:>10} {:>10} {:>10}  {:<25}  {:<15} {}\n", "offset", "hex", "length", "bytes", "field", "path"));
  }
  const Bytes bytes = input_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
  write(fmt::format("{:>10} {:>#10x} {:>10}  {:<{}}  {:<15} {}\n", offset, offset, length,
                    hex(bytes, shown_bytes), 3 * shown_bytes + (bytes.size() > shown_bytes ? 3 : 1), field, path));
}

void LayoutTable::finish() {
  SinkWriter::finish();
  if (form_ == LayoutForm::text && end_ < input_.size()) write_row(end_, input_.size() - end_, "(not read)", "");
}

}  // namespace hallmark::show
