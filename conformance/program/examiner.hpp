// Examiner: reads one input, detects its format and examines it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "conformance/compression/buffer.hpp"
#include "conformance/examine/messages.hpp"
#include "conformance/program/input_bytes.hpp"
#include "conformance/program/inputs.hpp"
#include "reports/validation.hpp"

namespace hallmark::program {

struct ExaminerSettings {
  std::string format = "auto";
  std::vector<FormatGlob> formats = {};  // of hallmark.toml, if `format` is "auto"
  Options options;
  std::optional<std::uint64_t> header_length;  // for the formats that have one
  conformance::Bounds bounds;
};

// Examiner keeps the bytes of the last input, from which reports take excerpts. Use one for each thread.
class Examiner {
 public:
  // `searcher` may be null.
  explicit Examiner(const ExaminerSettings& settings, const Searcher* searcher = nullptr)
      : settings_(settings), searcher_(searcher) {}

  [[nodiscard]] reports::InputReport examine(const Input& input);
  // next examines the next HTTP message of a file of messages; false if there is none. An input for which there is no
  // memory is `unreadable`, so that the others are examined.
  [[nodiscard]] bool next(reports::InputReport& report);

  // bytes of the last input, decompressed; empty if it could not be read.
  [[nodiscard]] Bytes bytes() const noexcept { return compressed_ ? content_ : bytes_.bytes(); }
  // body is what the codec examined: the body of a message, else all of the input.
  [[nodiscard]] Bytes body() const noexcept { return walk_ ? walk_->message().body : bytes(); }
  // confirm returns false, and makes the report `unreadable`, if the file changed while it was read. Call it after the
  // last use of bytes().
  [[nodiscard]] bool confirm(reports::InputReport& report);
  // give_up makes the report `unreadable` for want of memory, and ends the input.
  void give_up(reports::InputReport& report);
  // codec of the last input, or null.
  [[nodiscard]] const Codec* codec() const noexcept { return codec_; }
  [[nodiscard]] const Options& options() const noexcept { return options_; }

 private:
  // guarded calls `work`, and gives up if memory runs out in it.
  template <class Work>
  void guarded(reports::InputReport& report, const Work& work);
  void read(const Input& input, reports::InputReport& report);
  bool next_message(reports::InputReport& report);
  void examine_bytes(const Input& input, reports::InputReport& report);
  bool decompress(std::string_view name, reports::InputReport& report);
  void judge(std::string_view name, reports::InputReport& report);
  void remark(std::string_view name, bool given, reports::InputReport& report) const;

  const ExaminerSettings& settings_;
  const Searcher* searcher_;
  InputBytes bytes_;
  bool compressed_ = false;  // the file is in gzip format
  Bytes content_;            // of a compressed file
  compression::Buffer buffer_;
  std::string path_;
  std::optional<conformance::MessageWalk> walk_;  // of a file of messages
  const Codec* codec_ = nullptr;
  Options options_;
};

// add_limits adds --max-alloc, --max-depth and --max-rank.
void add_limits(CLI::App& command, ExaminerSettings& settings);
void add_header_length(CLI::App& command, ExaminerSettings& settings);

// check_format throws UsageError if `format` is neither "auto" nor a format id, or if the format takes no header
// length and one is given.
void check_format(const std::string& format, bool header_length_given);

}  // namespace hallmark::program
