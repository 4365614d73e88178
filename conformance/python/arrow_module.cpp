// SPDX-License-Identifier: Apache-2.0
// Record batches of Arrow in Python: what hallmark.arrow.validate calls.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "conformance/examine/companions.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/examine/skip.hpp"
#include "conformance/python/choices.hpp"
#include "conformance/python/input.hpp"
#include "conformance/python/module.hpp"
#include "reports/validation.hpp"

namespace hallmark::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using reports::Diagnostic;
using reports::InputReport;

// A row of the batch: path, content or None, and why it cannot be read, or nothing.
using GivenInput = std::tuple<nb::bytes, std::optional<nb::object>, nb::bytes>;

// Item is the same, without a need for the GIL.
struct Item {
  std::string path;
  std::unique_ptr<Input> content;
  std::string problem;
};

std::vector<Item> items_of(const std::vector<GivenInput>& batch) {
  std::vector<Item> items;
  for (const auto& [path, content, problem] : batch) {
    items.push_back(
        {{path.c_str(), path.size()}, content ? buffer_of(*content) : nullptr, {problem.c_str(), problem.size()}});
  }
  return items;
}

// Judged is what is known of an input, or of a message in it.
struct Judged {
  const Item& item;
  std::uint64_t row;
  InputReport report;
  std::string_view skipped;  // why the input is not judged
};

// reason_by_kind says why a walk leaves out what is neither a file nor a folder. A link to nothing is judged by its
// name.
std::string_view reason_by_kind(const std::string& path, bool named) noexcept {
  struct stat status{};
  if (lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return {};
  if (S_ISLNK(status.st_mode) && stat(path.c_str(), &status) != 0) return named ? "" : "is a link to nothing";
  if (S_ISDIR(status.st_mode)) return "is a link to a folder";
  return S_ISREG(status.st_mode) ? "" : "is not a regular file";
}

// BatchJudge judges the inputs of a batch, one after the other.
class BatchJudge {
 public:
  // `as_folder`: what shows no format is skipped, as it is in a folder.
  BatchJudge(const conformance::ExaminerSettings& settings, bool as_folder)
      : examiner_(settings), given_(conformance::format_named(settings.format)), as_folder_(as_folder) {}

  void judge(const Item& item, std::uint64_t row, std::vector<Judged>& judged) {
    conformance::Source source{.path = item.path, .problem = item.problem};
    if (item.content) source.content = item.content->bytes();
    // A system call would stop at the NUL and open another path than the findings name.
    if (!item.content && item.path.find('\0') != std::string::npos) source.problem = std::strerror(ENOENT);
    if (const std::string_view reason = reason_to_skip(source); !reason.empty()) {
      InputReport report;
      report.size = source.content ? source.content->size() : 0;
      judged.push_back({item, row, std::move(report), reason});
      return;
    }
    InputReport report = examiner_.examine(source);
    while (true) {
      const bool holds = examiner_.confirm(report);
      judged.push_back({item, row, report, {}});
      if (!holds || !examiner_.next(report)) return;
    }
  }

 private:
  [[nodiscard]] std::string_view reason_to_skip(const conformance::Source& source) {
    if (!as_folder_ || !source.problem.empty()) return {};
    const bool named = conformance::name_suffices(conformance::content_name(source.path), given_);
    if (!source.content) {
      if (const std::string_view reason = reason_by_kind(source.path, named); !reason.empty()) {
        return reason;
      }
    }
    if (named) return {};
    Bytes start = source.content.value_or(Bytes());
    if (!source.content) {
      std::size_t got = 0;
      if (conformance::read_start(source.path, start_, got) != 0) return {};  // the examiner says why
      start = start_;
      start = start.first(got);
    }
    return conformance::reason_to_skip_file(start.first(std::min(start.size(), start_window)), source.path, given_,
                                            unzipped_);
  }

  conformance::Examiner examiner_;
  const Codec* given_;
  bool as_folder_;
  std::array<std::byte, start_window> start_;
  compression::Buffer unzipped_;
};

// Row is a row of the findings: one of them, or an input without.
struct Row {
  const Judged& judged;
  std::uint64_t ordinal;  // in the rows of an input
  const Diagnostic* finding;
};

std::vector<Row> rows_of(const std::vector<Judged>& judged) {
  std::vector<Row> rows;
  const auto add = [&](const Judged& one, const Diagnostic* finding) {
    const bool first = rows.empty() || rows.back().judged.row != one.row;
    rows.push_back({one, first ? 0 : rows.back().ordinal + 1, finding});
  };
  for (const Judged& one : judged) {
    if (one.report.diagnostics.empty()) add(one, nullptr);
    for (const Diagnostic& finding : one.report.diagnostics) add(one, &finding);
  }
  return rows;
}

// Numbers are int64, as Spark has no other.
nb::object cell(std::uint64_t number) { return nb::int_(static_cast<std::int64_t>(number)); }
nb::object cell(std::int64_t number) { return nb::int_(number); }
nb::object cell(std::string_view text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}
nb::object cell(reports::Part part) { return part == reports::Part::whole ? nb::none() : cell(to_string(part)); }
template <class Enum>
  requires std::is_enum_v<Enum>
nb::object cell(Enum value) {
  return cell(to_string(value));
}
template <class T>
nb::object cell(const std::optional<T>& value) {
  return value ? cell(*value) : nb::none();
}

template <auto member>
nb::object of_input(const Row& row) {
  return cell(row.judged.report.*member);
}
template <auto member>
nb::object of_cut(const Row& row) {
  const std::optional<reports::Cut>& cut = row.judged.report.cut;
  return cut && (cut->counted || member == &reports::Cut::size) ? cell(*cut.*member) : nb::none();
}
template <auto member>
nb::object of_finding(const Row& row) {
  return row.finding == nullptr ? nb::none() : cell(row.finding->*member);
}
nb::object row_of(const Row& row) { return cell(row.judged.row); }
nb::object path_of(const Row& row) { return cell(row.judged.item.path); }
nb::object ordinal_of(const Row& row) { return cell(row.ordinal); }
nb::object verdict_of(const Row& row) {
  return row.judged.skipped.empty() ? cell(row.judged.report.verdict) : cell("skipped");
}
nb::object message_of(const Row& row) {
  return row.judged.skipped.empty() ? of_finding<&Diagnostic::message>(row) : cell(row.judged.skipped);
}

struct Type {
  std::string_view name;
  bool text;
  bool nullable;
  nb::object (*of)(const Row& row);
};

// The columns are the members of INPUT and of its diagnostics (reports/schema), whose `path` here is `place`, and the
// index of an HTTP message is `message_index`; the members of `cut` are `cut_size` and so on.
constexpr Type types[] = {
    {"row", false, false, row_of},
    {"path", true, false, path_of},
    {"ordinal", false, false, ordinal_of},
    {"message_index", false, true, of_input<&InputReport::message>},
    {"format", true, true, of_input<&InputReport::format>},
    {"size", false, false, of_input<&InputReport::size>},
    {"compression", true, true, of_input<&InputReport::compression>},
    {"verdict", true, false, verdict_of},
    {"compat", true, true, of_input<&InputReport::compat>},
    {"more", false, false, of_input<&InputReport::more>},
    {"scratch", false, false, of_input<&InputReport::scratch>},
    {"cut_size", false, true, of_cut<&reports::Cut::size>},
    {"cut_whole", false, true, of_cut<&reports::Cut::whole>},
    {"cut_partial", false, true, of_cut<&reports::Cut::partial>},
    {"cut_missing", false, true, of_cut<&reports::Cut::missing>},
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

// validate_batch returns the columns of the findings: name, whether it is text, whether it may be null, and values.
nb::list validate_batch(const std::vector<GivenInput>& batch, const Choices& choices, std::uint64_t max_errors,
                        bool as_folder) {
  const std::vector<Item> items = items_of(batch);
  const conformance::ExaminerSettings settings = settings_of(choices, max_errors);
  std::vector<Judged> judged;
  {
    nb::gil_scoped_release released;
    BatchJudge judge(settings, as_folder);
    for (std::size_t row = 0; row < items.size(); ++row) judge.judge(items[row], row, judged);
  }
  const std::vector<Row> rows = rows_of(judged);
  nb::list columns;
  for (const Type& type : types) {
    nb::list values;
    for (const Row& row : rows) values.append(type.of(row));
    columns.append(nb::make_tuple(type.name, type.text, type.nullable, values));
  }
  return columns;
}

}  // namespace

void add_arrow(nb::module_& module) {
  module.def("validate_batch", &validate_batch, "batch"_a, "choices"_a, "max_errors"_a, "as_folder"_a);
}

}  // namespace hallmark::python
