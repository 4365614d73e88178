// ValidationReport: what `hallmark validate` found. Contract, section 3; reports/schema/validation.schema.json.
// The renderers work input by input, so that a report of a million inputs needs the memory of one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/core/bytes.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::reports {

// InputVerdict is a codec's verdict, or `unreadable`: no such file, unknown format.
enum class InputVerdict : std::uint8_t { valid, invalid, unsupported, limited, unreadable };

[[nodiscard]] std::string_view to_string(InputVerdict verdict) noexcept;
[[nodiscard]] InputVerdict input_verdict(Verdict verdict) noexcept;

struct InputReport {
  std::string path;                   // as given or found, in the bytes of the file system; "-" is standard input
  std::optional<std::string> format;  // id; absent where nobody could tell
  std::uint64_t size = 0;             // bytes; 0 where they could not be read
  InputVerdict verdict = InputVerdict::valid;
  std::vector<Diagnostic> diagnostics;
  std::uint64_t scratch = 0;                    // bytes of working memory
  bool more = false;                            // there are findings beyond those kept; only text says so
  std::optional<std::string> alternative = {};  // id of another format that reads the input too
  std::optional<std::uint64_t> message = {};    // which HTTP message of the file it is, from 0
};

// subject names an input for people; a message by its file and number. Escaped.
[[nodiscard]] std::string subject(const InputReport& input);

struct Summary {
  std::uint64_t inputs = 0;
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  std::uint64_t unsupported = 0;
  std::uint64_t limited = 0;
  std::uint64_t unreadable = 0;
  std::uint64_t skipped = 0;  // files of directories that have no known extension, and what --exclude took out
  std::uint64_t errors = 0;   // diagnostics, by severity; only text shows them
  std::uint64_t warnings = 0;

  void add(const InputReport& input);
};

struct ValidationReport {
  std::string hallmark;  // version
  Profile profile = Profile::strict;
  std::vector<InputReport> inputs;
  Summary summary;
};

[[nodiscard]] Json to_json(const InputReport& input);
[[nodiscard]] Json to_json(const Summary& summary);
[[nodiscard]] Json to_json(const ValidationReport& report);
// validation_from reads what to_json wrote; throws std::runtime_error naming the member that is wrong.
[[nodiscard]] ValidationReport validation_from(const Json& json);

enum class ReportForm : std::uint8_t { text, json, ndjson };

struct ReportStyle {
  ReportForm form = ReportForm::text;
  Profile profile = Profile::strict;
  bool colour = false;
  bool quiet = false;  // text: errors alone, without excerpt and summary
};

// ValidationWriter renders a report piece by piece: opening, for each input separator and input, closing. The pieces
// have no state; `input` may be called by several threads at once.
class ValidationWriter {
 public:
  explicit ValidationWriter(const ReportStyle& style) : style_(style) {}

  [[nodiscard]] std::string opening() const;
  [[nodiscard]] std::string separator(bool first) const;
  // `bytes` is the input, for the excerpts of text, of a message the file; `body` is that of a message. They may be
  // empty.
  [[nodiscard]] std::string input(const InputReport& input, Bytes bytes, Bytes body = {}) const;
  [[nodiscard]] std::string closing(const Summary& summary) const;

 private:
  ReportStyle style_;
};

}  // namespace hallmark::reports
