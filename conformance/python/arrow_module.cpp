// Record batches of Arrow in Python: what hallmark.arrow.validate calls.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "conformance/examine/detect.hpp"
#include "conformance/examine/skip.hpp"
#include "conformance/python/choices.hpp"
#include "conformance/python/findings.hpp"
#include "conformance/python/input.hpp"
#include "conformance/python/module.hpp"

namespace hallmark::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

// A column of type large_binary: where its rows start, and its buffers of Arrow, some of which may be None: validity,
// offsets of 64 bits, data.
using Buffers = std::optional<std::tuple<std::size_t, nb::object, nb::object, nb::object>>;

class BytesColumn {
 public:
  BytesColumn(const Buffers& given, std::size_t rows) {
    if (!given || rows == 0) return;
    const auto& [start, validity, offsets, data] = *given;
    start_ = start;
    validity_ = kept(validity);
    offsets_ = kept(offsets);
    data_ = kept(data);
    constexpr std::size_t most = SIZE_MAX / sizeof(std::uint64_t) / 2;
    if (start > most || rows > most || offsets_.size() / sizeof(std::uint64_t) < start + rows + 1 ||
        (!validity_.empty() && validity_.size() < (start + rows + 7) / 8)) {
      throw nb::value_error("a column has fewer rows than the batch");
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const auto [first, last] = ends(row);
      if (first > last || last > data_.size()) throw nb::value_error("a value of a column lies outside its data");
    }
  }

  // at is empty where the value is null, and where there is no column.
  [[nodiscard]] std::optional<Bytes> at(std::size_t row) const noexcept {
    const std::size_t i = start_ + row;
    if (offsets_.empty()) return std::nullopt;
    if (!validity_.empty() && (std::to_integer<unsigned>(validity_[i / 8]) >> i % 8 & 1) == 0) return std::nullopt;
    const auto [first, last] = ends(row);
    return data_.subspan(first, last - first);
  }

 private:
  Bytes kept(const nb::object& buffer) {
    return buffer.is_none() ? Bytes() : kept_.emplace_back(buffer_of(buffer))->bytes();
  }

  // ends returns where the value of a row starts and ends in the data.
  [[nodiscard]] std::array<std::uint64_t, 2> ends(std::size_t row) const noexcept {
    std::array<std::uint64_t, 2> both;
    std::memcpy(both.data(), offsets_.data() + (start_ + row) * sizeof both[0], sizeof both);
    return both;
  }

  std::size_t start_ = 0;
  Bytes validity_;
  Bytes offsets_;
  Bytes data_;
  std::vector<std::unique_ptr<Input>> kept_;
};

// Batch has the inputs: one without content is a file. `problem` says why an input cannot be read.
struct Batch {
  std::size_t rows;
  BytesColumn path;
  BytesColumn content;
  BytesColumn problem;
};

// BatchJudge judges the inputs of a batch, one after the other.
class BatchJudge {
 public:
  // `as_folder`: what shows no format is skipped, as it is in a folder.
  BatchJudge(const conformance::ExaminerSettings& settings, bool as_folder)
      : examiner_(settings), given_(codec_named(settings.format)), as_folder_(as_folder) {}

  void judge(const Batch& batch, FindingTable& findings) {
    for (std::size_t row = 0; row < batch.rows; ++row) {
      // Of many formats the first bytes are all that is read, and they are in no cache.
      if (row + ahead < batch.rows) __builtin_prefetch(batch.content.at(row + ahead).value_or(Bytes()).data());
      judge(batch, row, findings);
    }
  }

 private:
  static constexpr std::size_t ahead = 8;

  void judge(const Batch& batch, std::size_t row, FindingTable& findings) {
    const std::string_view path = as_text(batch.path.at(row).value_or(Bytes()));
    source_.path.assign(path);
    source_.content = batch.content.at(row);
    source_.problem.assign(as_text(batch.problem.at(row).value_or(Bytes())));
    // A system call would stop at the NUL and open another path than the findings name.
    if (!source_.content && path.find('\0') != std::string_view::npos) source_.problem = std::strerror(ENOENT);
    findings.start(row, path);
    if (const std::string_view reason = reason_to_skip(); !reason.empty()) {
      return findings.skip(source_.content ? source_.content->size() : 0, reason);
    }
    reports::InputReport report = examiner_.examine(source_);
    while (true) {
      const bool holds = examiner_.confirm(report);
      findings.add(report);
      if (!holds || !examiner_.next(report)) return;
    }
  }

  [[nodiscard]] std::string_view reason_to_skip() {
    if (!as_folder_ || !source_.problem.empty()) return {};
    if (conformance::name_suffices(conformance::content_name(source_.path), given_)) return {};
    Bytes start = source_.content.value_or(Bytes());
    if (!source_.content) {
      std::size_t got = 0;
      if (conformance::read_start(source_.path, start_, got) != 0) return {};  // the examiner says why
      start = start_;
      start = start.first(got);
    }
    return conformance::reason_to_skip_file(start.first(std::min(start.size(), conformance::start_window)),
                                            source_.path, given_, unzipped_);
  }

  conformance::Examiner examiner_;
  const Codec* given_;
  bool as_folder_;
  conformance::Source source_{};
  std::array<std::byte, conformance::start_window> start_;
  compression::Buffer unzipped_;
};

// validate_batch returns the number of rows and the columns of the findings.
nb::tuple validate_batch(std::size_t rows, const Buffers& path, const Buffers& content, const Buffers& problem,
                         const Choices& choices, std::uint64_t max_errors, bool as_folder) {
  const Batch batch{rows, BytesColumn(path, rows), BytesColumn(content, rows), BytesColumn(problem, rows)};
  const conformance::ExaminerSettings settings = settings_of(choices, max_errors);
  FindingTable findings;
  {
    nb::gil_scoped_release released;
    BatchJudge(settings, as_folder).judge(batch, findings);
  }
  return nb::make_tuple(findings.rows(), findings.columns());
}

}  // namespace

void add_arrow(nb::module_& module) {
  module.def("validate_batch", &validate_batch, "rows"_a, "path"_a.none(), "content"_a.none(), "problem"_a.none(),
             "choices"_a, "max_errors"_a, "as_folder"_a);
}

}  // namespace hallmark::python
