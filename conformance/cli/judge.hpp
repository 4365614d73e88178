// Judge: one input, from its name to its report.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "conformance/cli/input_bytes.hpp"
#include "conformance/cli/inputs.hpp"
#include "conformance/kit/messages.hpp"
#include "reports/validation.hpp"

namespace hallmark::cli {

struct JudgeSettings {
  std::string format = "auto";
  Options options;
  std::optional<std::uint64_t> header_length;  // for the formats that have one
  kit::Bounds bounds;
};

// Judge keeps the bytes of the last input, so that a report can show some of them: one for each thread.
class Judge {
 public:
  explicit Judge(const JudgeSettings& settings) : settings_(settings) {}

  [[nodiscard]] reports::InputReport judge(const Input& input);
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
  void judge_bytes(const Input& input, reports::InputReport& report);

  const JudgeSettings& settings_;
  InputBytes bytes_;
  std::string path_;
  std::optional<kit::MessageWalk> walk_;  // of a file of messages
  const Codec* codec_ = nullptr;
  Options options_;
};

// add_limits adds --max-alloc, --max-depth and --max-rank.
void add_limits(CLI::App& command, JudgeSettings& settings);
void add_header_length(CLI::App& command, JudgeSettings& settings);

// check_format throws UsageError when `format` is neither "auto" nor a format, or when a header length is given for a
// format that has none.
void check_format(const std::string& format, bool header_length_given);

}  // namespace hallmark::cli
