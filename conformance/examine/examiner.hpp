// SPDX-License-Identifier: Apache-2.0
// Examiner: reads one input, detects its format and examines it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/compression/buffer.hpp"
#include "conformance/examine/input_bytes.hpp"
#include "conformance/examine/members.hpp"
#include "conformance/examine/messages.hpp"
#include "reports/validation.hpp"

namespace hallmark::conformance {

// Source is one input to examine, or one that cannot be.
struct Source {
  std::string path;     // "-" is standard input if `standard_input`
  std::string problem;  // why it cannot be read; empty if nothing is known
  bool standard_input = false;
  std::uint64_t size = 0;             // in bytes when it was found, for progress; 0 if unknown or not asked for
  std::optional<Bytes> content = {};  // of an input in memory, which is not read; `path` is its name
};

struct ExaminerSettings {
  std::string format = "auto";
  // The format of a path, or "", if `format` is "auto": what hallmark.toml says.
  std::function<std::string(const std::string& path)> format_of = {};
  Options options;
  std::optional<std::uint64_t> header_length;  // for the formats that have one
  std::optional<std::uint64_t> size;           // of a file that is not here in full: an input is its beginning
  Bounds bounds;
};

// Examiner keeps the bytes of the last input, from which reports take excerpts. Use one for each thread.
class Examiner {
 public:
  explicit Examiner(const ExaminerSettings& settings) : settings_(settings) {}

  [[nodiscard]] reports::InputReport examine(const Source& input);
  // next examines the next HTTP message of a file of messages, or the next member of an archive; false if there is
  // none. An input for which there is no memory is `unreadable`, so that the others are examined.
  [[nodiscard]] bool next(reports::InputReport& report);

  // bytes of the last input, decompressed; empty if it could not be read.
  [[nodiscard]] Bytes bytes() const noexcept { return content_; }
  // input is the last one with the size that it has in full.
  [[nodiscard]] hallmark::Input input() const noexcept { return {bytes(), settings_.size.value_or(bytes().size())}; }
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
  void read(const Source& input, reports::InputReport& report);
  bool next_message(reports::InputReport& report);
  bool next_member(reports::InputReport& report);
  void examine_bytes(const Source& input, const std::string& member, reports::InputReport& report);
  void open_archive(const std::string& member, reports::InputReport& report);
  bool decompress(std::string_view name, reports::InputReport& report);
  void judge(std::string_view name, reports::InputReport& report);
  void answer_again(reports::InputReport& report, hallmark::Input judged) const;
  void remark(std::string_view name, bool given, reports::InputReport& report);

  const ExaminerSettings& settings_;
  InputBytes bytes_;
  Bytes content_;            // as given or read; decompressed; of a member
  bool compressed_ = false;  // the file is in gzip format
  compression::Buffer buffer_;
  std::string path_;
  Surroundings around_;
  std::optional<MessageWalk> walk_;  // of a file of messages
  std::optional<Members> members_;   // of an archive
  const Codec* codec_ = nullptr;
  Options options_;
};

}  // namespace hallmark::conformance
