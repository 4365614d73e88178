// Examiner: one input, from its name to its report.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "conformance/examine/messages.hpp"
#include "conformance/program/input_bytes.hpp"
#include "conformance/program/inputs.hpp"
#include "reports/validation.hpp"

namespace hallmark::program {

struct ExaminerSettings {
  std::string format = "auto";
  Options options;
  std::optional<std::uint64_t> header_length;  // for the formats that have one
  conformance::Bounds bounds;
};

// Examiner keeps the bytes of the last input, so that a report can show some of them: one for each thread.
class Examiner {
 public:
  explicit Examiner(const ExaminerSettings& settings) : settings_(settings) {}

  [[nodiscard]] reports::InputReport examine(const Input& input);
  // next judges the next HTTP message, where the input is a file of such; false when there is none.
  [[nodiscard]] bool next(reports::InputReport& report);

  // bytes of the input judged last; none where it could not be read.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_.bytes(); }
  // body is what the codec has seen: the body of a message, else all of the input.
  [[nodiscard]] Bytes body() const noexcept { return walk_ ? walk_->message().body : bytes(); }
  // confirm withdraws the report when the bytes changed while they were looked at, to be asked when nobody will look
  // again. True: the report holds.
  [[nodiscard]] bool confirm(reports::InputReport& report);
  // codec of the input judged last, or null.
  [[nodiscard]] const Codec* codec() const noexcept { return codec_; }
  [[nodiscard]] const Options& options() const noexcept { return options_; }

 private:
  void examine_bytes(const Input& input, reports::InputReport& report);

  const ExaminerSettings& settings_;
  InputBytes bytes_;
  std::string path_;
  std::optional<conformance::MessageWalk> walk_;  // of a file of messages
  const Codec* codec_ = nullptr;
  Options options_;
};

// add_limits adds --max-alloc, --max-depth and --max-rank.
void add_limits(CLI::App& command, ExaminerSettings& settings);
void add_header_length(CLI::App& command, ExaminerSettings& settings);

// check_format throws UsageError when `format` is neither "auto" nor a format, or when a header length is given for a
// format that has none.
void check_format(const std::string& format, bool header_length_given);

}  // namespace hallmark::program
