// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "conformance/show/contents.hpp"
#include "conformance/show/hex.hpp"
#include "conformance/show/long_text.hpp"
#include "conformance/show/sink_writer.hpp"
#include "conformance/show/totals.hpp"
#include "conformance/statistics/statistics.hpp"
#include "reports/plural.hpp"

namespace hallmark::show {
namespace {

using conformance::Histogram;
using conformance::Statistics;
using conformance::text_of;

constexpr std::uint64_t shown_each_end = 5;
constexpr std::uint64_t shown_rows = 5;
constexpr std::size_t shown_bits_bytes = 4;

// A shape as "[2, 3]".
std::string text_of(const Shape& shape) { return fmt::format("[{}]", fmt::join(shape.begin(), shape.end(), ", ")); }

// `{ 1, 2, 3, 4, 5, ..., 8, 9, 10, 11, 12 }`: up to ten elements, else the first and the last five.
template <class Show>
std::string row(std::uint64_t first, std::uint64_t count, const Show& show) {
  std::string out = "{ ";
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i != 0) out += ", ";
    if (count > 2 * shown_each_end && i == shown_each_end) {
      out += "..., ";
      i = count - shown_each_end;
    }
    out += show(first + i);
  }
  return out + " }";
}

std::string element_text(const TensorView& tensor, std::uint64_t index) {
  const conformance::Quantity element = conformance::element_at(tensor.dtype, tensor.data, index);
  if (tensor.dtype == DType::boolean) return element.whole != 0 ? "true" : "false";
  return text_of(element);
}

std::uint64_t elements_of(const TensorView& tensor) {
  return conformance::has_numbers(tensor.dtype) ? tensor.data.size() / size_of(tensor.dtype) : 0;
}

// A tensor of n >= 2 dimensions shows its first n rows, as the OINF verifier does.
std::string values(const TensorView& tensor) {
  const auto show = [&](std::uint64_t index) { return element_text(tensor, index); };
  const std::uint64_t count = elements_of(tensor);
  if (tensor.shape.rank() <= 1) return row(0, count, show);
  const std::uint64_t rows = tensor.shape[0];
  const std::uint64_t shown = std::min({rows, tensor.shape.rank(), shown_rows});
  const std::uint64_t wide = rows == 0 ? 0 : count / rows;
  std::string out = "{ \n";
  for (std::uint64_t i = 0; i < shown; ++i) out += row(i * wide, wide, show) + " ,\n";
  if (rows > shown) out += "...\n";
  return out + "}";
}

std::string histogram_text(const Histogram& histogram) {
  std::string out;
  switch (histogram.form) {
    case Histogram::Form::none: return "";
    case Histogram::Form::constant: return fmt::format("={}\n", histogram.counts[0]);
    case Histogram::Form::values:
      for (std::size_t i = 0; i < histogram.size; ++i) {
        out += fmt::format("{}{}:{}", i == 0 ? "\t" : " ", text_of(plus(histogram.first, i)), histogram.counts[i]);
      }
      return out + "\n";
    case Histogram::Form::bins:
      for (std::size_t i = 0; i < histogram.size; ++i) {
        out += fmt::format("\t[{},{}):{}\n", text_of(histogram.edges[i]), text_of(histogram.edges[i + 1]),
                           histogram.counts[i]);
      }
      return out;
  }
  return out;
}

// ContentText prints what is no tensor, like the OINF verifier: `B := 1024`, `mode: str = "clamp"`,
// `a: f32[3] = { 1, 2, 3 }`. oinf#verification-and-printing.
class ContentText : public SinkWriter<ContentSink> {
 public:
  using SinkWriter::SinkWriter;

  bool number(std::string_view name, std::uint64_t value) noexcept override {
    return put(Part::numbers, [&] { return fmt::format("{} := {}\n", reports::escaped(name), value); });
  }
  bool text(std::string_view name, std::string_view value) noexcept override {
    return put(Part::metadata, [&] {
      write_escaped(output(), name);
      if (value.find('\n') != value.npos) return lines(value);
      write(": str = ");
      write_quoted_escaped(output(), value);
      return "\n";
    });
  }
  bool scalar(const TensorView& value) noexcept override {
    return put(Part::metadata, [&] {
      return fmt::format("{}: {} = {}\n", reports::escaped(value.name), name_of(value.dtype), element_text(value, 0));
    });
  }
  bool array(const TensorView& value) noexcept override {
    return put(Part::metadata, [&] {
      return fmt::format(
          "{}: {}{} = {}\n", reports::escaped(value.name), name_of(value.dtype), text_of(value.shape),
          conformance::has_numbers(value.dtype) ? values(value) : reports::plural(value.data.size(), "byte"));
    });
  }
  bool bits(const BitsView& value) noexcept override {
    return put(Part::metadata, [&] {
      return fmt::format("{}: bitset[{}] = {}\n", reports::escaped(value.name), value.count,
                         hex(value.data, shown_bits_bytes));
    });
  }

 protected:
  ~ContentText() = default;
  enum class Part : std::uint8_t { none, numbers, metadata, tensors };
  // begin writes an empty line before each section.
  void begin(Part part) {
    if (part != part_) write("\n");
    part_ = part;
  }

 private:
  // Text of several lines, which are indented so that none looks like another member.
  const char* lines(std::string_view text) {
    write(": str =");
    for (std::size_t end = 0; end != text.npos; text.remove_prefix(std::min(end, text.size() - 1) + 1)) {
      write("\n    ");
      end = text.find('\n');
      write_escaped(output(), text.substr(0, end));
    }
    return "\n";
  }
  template <class Line>
  bool put(Part part, const Line& line) noexcept {
    return attempt([&] {
      begin(part);
      write(line());
    });
  }

  Part part_ = Part::none;
};

// StatisticsText prints a tensor like the OINF verifier too, `a: f32[1024] = { … }`, and under it its statistics and a
// histogram.
class StatisticsText final : public ContentText {
 public:
  using ContentText::ContentText;

  bool tensor(const TensorView& tensor, const Place& place) noexcept override {
    return attempt([&] {
      begin_tensor();
      const std::string head = known_as(tensor.name, place) + std::string(name_of(tensor.dtype));
      const std::string shape = text_of(tensor.shape);
      const std::uint64_t count = elements_of(tensor);
      if (!tensor.has_data) return write(head + shape + " -- uninitialized\n");
      if (!conformance::has_numbers(tensor.dtype)) {
        return write(fmt::format("{}{}\n- [nbytes: {}]\n", head, shape, tensor.data.size()));
      }
      if (count == 0) return write(head + shape + " -- empty\n");
      if (count == 1) {
        const bool plain = tensor.shape.rank() == 0;
        return write(fmt::format("{}{} = {}\n", head, plain ? "" : shape, element_text(tensor, 0)));
      }
      write(fmt::format("{}{} = {}\n", head, shape, values(tensor)));
      write_statistics(tensor.data.size(), conformance::statistics_of(tensor.dtype, tensor.data));
    });
  }
  bool bit_tensor(const BitsView& tensor, const Place& place) noexcept override {
    return attempt([&] {
      begin_tensor();
      const std::string head = fmt::format("{}packed_bit[{}]", known_as(tensor.name, place), tensor.count);
      if (tensor.count == 0) return write(head + " -- empty\n");
      const auto show = [&](std::uint64_t index) { return std::string(bit_at(tensor, index) ? "1" : "0"); };
      write(fmt::format("{} = {}\n", head, row(0, tensor.count, show)));
      write_statistics(tensor.data.size(), conformance::statistics_of(tensor));
    });
  }

 private:
  void begin_tensor() {
    begin(Part::tensors);
    if (!first_) write("\n");
    first_ = false;
  }
  std::string known_as(std::string_view name, const Place& place) {
    const std::string known = name.empty() ? path_of(place) : reports::escaped(name);
    return known.empty() ? known : known + ": ";
  }
  void write_statistics(std::uint64_t nbytes, const Statistics& of) {
    if (of.finite == 0) {
      write(fmt::format("- [nbytes: {}]\n", nbytes));
    } else {
      const bool sampled = of.median_of < of.finite;
      write(fmt::format("- [nbytes: {}, min: {}, max: {}, mean: {}, median: {}{}, std: {}]\n", nbytes, text_of(of.min),
                        text_of(of.max), text_of(of.mean), text_of(of.median),
                        sampled ? fmt::format(" (of a sample of {})", of.median_of) : "", text_of(of.std)));
    }
    if (of.nan + of.inf + of.negative_inf != 0) {
      write(fmt::format("- nan: {}, inf: {}, -inf: {} (all else is of the {} finite values)\n", of.nan, of.inf,
                        of.negative_inf, of.finite));
    }
    if (of.finite == 0) return;
    write("- hist:\n");
    if (of.histogram.form == Histogram::Form::constant) write(fmt::format("\t[{}]", text_of(of.min)));
    write(histogram_text(of.histogram));
  }

  bool first_ = true;
};

constexpr std::size_t most_rows = 1000;
constexpr std::uint64_t most_kept = std::uint64_t{1} << 20;
constexpr std::size_t longest_kept = std::size_t{1} << 16;
// A cell that is wider, the shape of many dimensions, does not widen its column.
constexpr std::size_t widest_column = 32;

constexpr std::size_t columns = 4;  // before the name
constexpr const char* titles[columns] = {"offset", "bytes", "dtype", "shape"};
constexpr bool right_aligned[columns] = {true, true, false, false};
constexpr const char* absent = "-";

template <class Cells>
std::string line(const Cells& cells, const std::size_t* widths) {
  std::string text;
  for (std::size_t i = 0; i < columns; ++i) {
    if (i != 0) text += "  ";
    text += right_aligned[i] ? fmt::format("{:>{}}", cells[i], widths[i]) : fmt::format("{:<{}}", cells[i], widths[i]);
  }
  return text;
}

// TensorTable prints the tensors as a table: offset, bytes, dtype, shape and name.
//
// Memory is bounded: columns are aligned over a thousand rows at a time, and keep their width after that. The name
// comes last, because it may be long.
class TensorTable final : public ContentText {
 public:
  TensorTable(TextSink& output, Bytes input, bool whole) : ContentText(output), input_(input), whole_(whole) {}

  bool tensor(const TensorView& tensor, const Place& place) noexcept override {
    return attempt([&] {
      totals_.tensor(tensor, place);
      add(tensor.name, place, name_of(tensor.dtype), text_of(tensor.shape), tensor.data, tensor.has_data);
    });
  }
  bool bit_tensor(const BitsView& tensor, const Place& place) noexcept override {
    return attempt([&] {
      totals_.bit_tensor(tensor, place);
      add(tensor.name, place, "packed_bit", fmt::format("[{}]", tensor.count), tensor.data, true);
    });
  }
  // finish writes the last rows and a line with the sum.
  void finish() {
    attempt([&] {
      if (!rows_.empty()) {
        write_rows(false);
        write("\n");
      }
      const std::uint64_t tensors = totals_.tensors();
      if (tensors == 0 && !whole_) return;
      begin(Part::tensors);
      const char* where = whole_ ? "" : " before the first error";
      const std::string count = tensors == 0 ? "no tensors" : reports::plural(tensors, "tensor");
      write(count + where + totals_.text() + "\n");
    });
    ContentText::finish();
  }

 private:
  struct Row {
    std::string cells[columns];
    std::string name;
  };

  // Data that were converted from text lie in memory of their own.
  [[nodiscard]] std::string offset_of(Bytes data) const {
    const auto address = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at); };
    const std::uintptr_t begin = address(input_.data());
    const bool inside = address(data.data()) >= begin && address(data.data()) - begin <= input_.size();
    return inside ? std::to_string(address(data.data()) - begin) : absent;
  }
  void add(std::string_view name, const Place& place, std::string_view dtype, std::string shape, Bytes data,
           bool has_data) {
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
  // write_rows leaves the last line open; `name_follows` says that its name is written next.
  void write_rows(bool name_follows) {
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

  Bytes input_;
  bool whole_;
  std::vector<Row> rows_;
  std::size_t widths_[columns] = {};
  std::uint64_t kept_ = 0;  // bytes of names in rows_
  Totals totals_;
};

}  // namespace

void print_statistics(TextSink& output, const Contents& contents) {
  StatisticsText writer(output);
  contents(writer);
  writer.finish();
}

void print_table(TextSink& output, Bytes input, bool whole, const Contents& contents) {
  TensorTable writer(output, input, whole);
  contents(writer);
  writer.finish();
}

}  // namespace hallmark::show
