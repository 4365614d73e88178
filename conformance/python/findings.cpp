#include "conformance/python/findings.hpp"

#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

namespace hallmark::python {
namespace {

namespace nb = nanobind;
using reports::Diagnostic;
using reports::InputReport;

struct Row {
  std::uint64_t row;
  std::string_view path;
  std::uint64_t ordinal;
  const InputReport& input;
  const Diagnostic* finding;
  std::string_view skipped;  // why the input is not judged
};

Cell cell(std::uint64_t number) { return number; }
Cell cell(std::int64_t number) { return static_cast<std::uint64_t>(number); }
Cell cell(std::string_view text) { return text; }
Cell cell(reports::Part part) { return part == reports::Part::whole ? Cell() : to_string(part); }
template <class T>
Cell cell(const std::optional<T>& value) {
  return value ? cell(*value) : Cell();
}
template <class Enum>
  requires std::is_enum_v<Enum>
Cell cell(Enum value) {
  return to_string(value);
}

template <auto member>
Cell of(const Row& row) {
  return cell(row.*member);
}
template <auto member>
Cell of_input(const Row& row) {
  return cell(row.input.*member);
}
template <auto member>
Cell of_finding(const Row& row) {
  return row.finding == nullptr ? Cell() : cell(row.finding->*member);
}
Cell verdict_of(const Row& row) { return row.skipped.empty() ? to_string(row.input.verdict) : "skipped"; }
Cell message_of(const Row& row) { return row.skipped.empty() ? of_finding<&Diagnostic::message>(row) : row.skipped; }

struct Type {
  std::string_view name;
  bool text;
  bool nullable;
  Cell (*of)(const Row& row);
};

constexpr Type types[] = {
    {"row", false, false, of<&Row::row>},
    {"path", true, false, of<&Row::path>},
    {"ordinal", false, false, of<&Row::ordinal>},
    {"message_index", false, true, of_input<&InputReport::message>},
    {"format", true, true, of_input<&InputReport::format>},
    {"size", false, false, of_input<&InputReport::size>},
    {"compression", true, true, of_input<&InputReport::compression>},
    {"verdict", true, false, verdict_of},
    {"more", false, false, of_input<&InputReport::more>},
    {"scratch", false, false, of_input<&InputReport::scratch>},
    {"alternative", true, true, of_input<&InputReport::alternative>},
    {"rule", true, true, of_finding<&Diagnostic::rule>},
    {"level", true, true, of_finding<&Diagnostic::level>},
    {"clause", true, true, of_finding<&Diagnostic::clause>},
    {"severity", true, true, of_finding<&Diagnostic::severity>},
    {"category", true, true, of_finding<&Diagnostic::category>},
    {"offset", false, true, of_finding<&Diagnostic::offset>},
    {"length", false, true, of_finding<&Diagnostic::length>},
    {"part", true, true, of_finding<&Diagnostic::part>},
    {"place", true, true, of_finding<&Diagnostic::path>},
    {"message", true, true, message_of},
    {"expected", true, true, of_finding<&Diagnostic::expected>},
    {"actual", true, true, of_finding<&Diagnostic::actual>},
};

constexpr auto columns_of_input = static_cast<std::size_t>(
    std::ranges::find(types, std::string_view("rule"), &Type::name) - std::begin(types));

template <class T>
nb::bytes bytes_of(const T& buffer) {
  return nb::bytes(buffer.data(), buffer.size() * sizeof(typename T::value_type));
}

}  // namespace

void Column::fill(std::size_t rows) {
  nulls_ = nulls_ || rows != rows_;
  rows_ = rows;
  validity_.resize((rows + 7) / 8);
  if (offsets_.empty()) {
    numbers_.resize(rows);
  } else {
    offsets_.resize(rows + 1, offsets_.back());
  }
}

void Column::set(std::size_t row, const Cell& cell) {
  if (cell.index() == 0) return;
  if (row != rows_) fill(row);
  if (row % 8 == 0) validity_.push_back(0);
  validity_.back() = static_cast<std::uint8_t>(validity_.back() | 1U << row % 8);
  ++rows_;
  if (const auto* number = std::get_if<std::uint64_t>(&cell)) {
    return numbers_.push_back(static_cast<std::int64_t>(*number));
  }
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  const std::string_view text = *std::get_if<std::string_view>(&cell);
  if (text.size() > most - data_.size()) throw std::length_error("2 GiB of findings: take smaller batches");
  data_.append(text);
  offsets_.push_back(static_cast<std::int32_t>(data_.size()));
}

nb::list Column::buffers(std::size_t rows) {
  fill(rows);
  nb::list list;
  list.append(nulls_ ? nb::object(bytes_of(validity_)) : nb::none());
  list.append(offsets_.empty() ? bytes_of(numbers_) : bytes_of(offsets_));
  if (!offsets_.empty()) list.append(bytes_of(data_));
  return list;
}

FindingTable::FindingTable() {
  for (const Type& type : types) columns_.emplace_back(type.text);
}

void FindingTable::start(std::uint64_t row, std::string_view path) {
  row_ = row;
  path_ = path;
  ordinal_ = 0;
}

void FindingTable::add(const InputReport& input) {
  if (input.diagnostics.empty()) add_row(input, nullptr);
  for (const Diagnostic& finding : input.diagnostics) add_row(input, &finding);
}

void FindingTable::skip(std::uint64_t size, std::string_view reason) {
  InputReport input;
  input.size = size;
  add_row(input, nullptr, reason);
}

void FindingTable::add_row(const InputReport& input, const Diagnostic* finding, std::string_view skipped) {
  const Row row{row_, path_, ordinal_++, input, finding, skipped};
  // Most inputs have no findings: the other columns stay null.
  const std::size_t used = finding == nullptr && skipped.empty() ? columns_of_input : std::size(types);
  for (std::size_t i = 0; i < used; ++i) columns_[i].set(rows_, types[i].of(row));
  ++rows_;
}

nb::list FindingTable::columns() {
  nb::list list;
  for (std::size_t i = 0; i < std::size(types); ++i) {
    list.append(nb::make_tuple(types[i].name, types[i].text, types[i].nullable, columns_[i].buffers(rows_)));
  }
  return list;
}

}  // namespace hallmark::python
