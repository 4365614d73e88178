#include "conformance/show/tensor_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "conformance/show/long_text.hpp"
#include "reports/plural.hpp"

namespace hallmark::show {
namespace {

constexpr std::size_t most_rows = 1000;
constexpr std::uint64_t most_kept = std::uint64_t{1} << 20;
constexpr std::size_t longest_kept = std::size_t{1} << 16;
// A cell that is wider, the shape of many dimensions, does not widen its column.
constexpr std::size_t widest_column = 32;

constexpr const char* titles[] = {"offset", "bytes", "dtype", "shape"};
constexpr bool right_aligned[] = {true, true, false, false};
constexpr const char* absent = "-";

template <class Cells>
std::string line(const Cells& cells, const std::size_t* widths) {
  std::string text;
  for (std::size_t i = 0; i < std::size(titles); ++i) {
    if (i != 0) text += "  ";
    text += right_aligned[i] ? fmt::format("{:>{}}", cells[i], widths[i]) : fmt::format("{:<{}}", cells[i], widths[i]);
  }
  return text;
}

}  // namespace

void TensorTable::tensor(const TensorView& tensor, const Place& place) noexcept {
  attempt([&] { add(tensor.name, place, name_of(tensor.dtype), text_of(tensor.shape), tensor.data, tensor.has_data); });
}

void TensorTable::bit_tensor(const BitsView& tensor, const Place& place) noexcept {
  attempt([&] { add(tensor.name, place, "packed_bit", fmt::format("[{}]", tensor.count), tensor.data, true); });
}

// Data that were converted from text lie in memory of their own.
std::string TensorTable::offset_of(Bytes data) const {
  const auto address = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at); };
  const std::uintptr_t begin = address(input_.data());
  const bool inside = address(data.data()) >= begin && address(data.data()) - begin <= input_.size();
  return inside ? std::to_string(address(data.data()) - begin) : absent;
}

void TensorTable::add(std::string_view name, const Place& place, std::string_view dtype, std::string shape, Bytes data,
                      bool has_data) {
  ++tensors_;
  bytes_ += data.size();
  Row row{.cells = {has_data ? offset_of(data) : absent, has_data ? std::to_string(data.size()) : absent,
                    std::string(dtype), std::move(shape)},
          .name = {}};
  const bool kept = name.size() <= longest_kept;
  if (kept) row.name = name.empty() ? path_of(place) : reports::escaped(name);
  kept_ += row.name.size() + row.cells[columns - 1].size();
  rows_.push_back(std::move(row));
  if (kept && rows_.size() < most_rows && kept_ < most_kept) return;
  write_rows(!kept);
  if (kept) return write("\n");
  write("  ");
  write_escaped(output(), name);
  write("\n");
}

void TensorTable::write_rows(bool name_follows) {
  begin(Part::tensors);
  const bool first = widths_[0] == 0;
  if (first) {
    for (std::size_t i = 0; i < columns; ++i) widths_[i] = std::string_view(titles[i]).size();
  }
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < columns; ++i) {
      if (row.cells[i].size() <= widest_column) widths_[i] = std::max(widths_[i], row.cells[i].size());
    }
  }
  if (first) write(line(titles, widths_) + "  name\n");
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (i != 0) write("\n");
    std::string text = line(rows_[i].cells, widths_);
    const bool nameless = rows_[i].name.empty() && !(name_follows && i + 1 == rows_.size());
    if (nameless) text.resize(text.find_last_not_of(' ') + 1);
    write(text);
    if (!rows_[i].name.empty()) write("  " + rows_[i].name);
  }
  rows_.clear();
  kept_ = 0;
}

void TensorTable::finish() {
  attempt([&] {
    if (!rows_.empty()) {
      write_rows(false);
      write("\n");
    }
    if (tensors_ == 0 && !whole_) return;
    begin(Part::tensors);
    const char* where = whole_ ? "" : " before the first error";
    const std::string count = tensors_ == 0 ? "no tensors" : reports::plural(tensors_, "tensor");
    const std::string bytes = bytes_ == 0 ? "" : fmt::format(", {} of data", reports::plural(bytes_, "byte"));
    write(count + where + bytes + "\n");
  });
  ContentWriter::finish();
}

}  // namespace hallmark::show
