// SPDX-License-Identifier: Apache-2.0
// ValidationReport: the result of `hallmark validate`. See reports/schema/validation.schema.json.
// Reports are rendered input by input, so that memory does not grow with the number of inputs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/core/bytes.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::reports {

// InputVerdict is a codec's verdict, in the order of Verdict, or `unreadable`: no such file, unknown format.
enum class InputVerdict : std::uint8_t { valid, invalid, limited, unsupported, unreadable };

[[nodiscard]] std::string_view to_string(InputVerdict verdict) noexcept;
[[nodiscard]] constexpr InputVerdict input_verdict(Verdict verdict) noexcept {
  return static_cast<InputVerdict>(verdict);
}
static_assert(input_verdict(Verdict::unsupported) == InputVerdict::unsupported);

// Cut is what is known of a file whose end is not here.
struct Cut {
  std::uint64_t size = 0;  // that the file should have
  bool counted = false;    // its tensors are known: how many are here, in part, not at all
  std::uint64_t whole = 0;
  std::uint64_t partial = 0;
  std::uint64_t missing = 0;
};

struct InputReport {
  std::string path;                   // as given or found, in the bytes of the file system; "-" is standard input
  std::optional<std::string> format;  // id; absent if unknown
  std::uint64_t size = 0;             // in bytes; 0 if unreadable
  InputVerdict verdict = InputVerdict::valid;
  std::optional<InputVerdict> compat = {};  // the other answer: of the compat profile, where strict does not take it
  std::vector<Diagnostic> diagnostics;
  std::int64_t more = 0;                        // findings that --max-errors held back; -1: at least one
  std::uint64_t scratch = 0;                    // bytes of working memory
  std::optional<Cut> cut = {};                  // of a file that is right, but for its end
  std::optional<std::string> alternative = {};  // id of another format in which the input is valid
  std::optional<std::uint64_t> message = {};    // index of the HTTP message in the file
  std::optional<std::string> member = {};       // of an archive: path ends with a colon and this name
  std::optional<std::uint64_t> skipped = {};    // of an archive as a whole: members that are not judged
  std::optional<std::string> compression = {};  // "gzip": size and offsets count decompressed bytes
};

// subject returns the path of an input, and the index of a message, escaped.
[[nodiscard]] std::string subject(const InputReport& input);

// file_of returns the path of the file that an input is, or of the archive that it is a member of.
[[nodiscard]] std::string_view file_of(const InputReport& input) noexcept;

struct Summary {
  std::uint64_t inputs = 0;  // archives as a whole do not count, unless they cannot be read
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  std::uint64_t unsupported = 0;
  std::uint64_t limited = 0;
  std::uint64_t unreadable = 0;
  std::uint64_t skipped =
      0;  // files of folders and members of archives that are not judged, and what --exclude leaves out
  // Shown in text only: inputs that compat takes and strict does not, number of diagnostics by severity, and of those
  // that --max-errors held back.
  std::uint64_t readable = 0;
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t more = 0;
  bool more_counted = true;  // else there are more than `more`
  // Those skipped that the user did not exclude, by kind: "npy", ".json", "other".
  std::map<std::string, std::uint64_t> skipped_kinds = {};

  void add(const InputReport& input);
};

struct ValidationReport {
  std::string hallmark;  // version
  Profile profile = Profile::strict;
  std::optional<std::string> config = {};  // path of the hallmark.toml that was used
  std::vector<InputReport> inputs;
  Summary summary;
  bool complete = true;  // no interrupt left inputs unexamined
};

[[nodiscard]] Json to_json(const InputReport& input);
[[nodiscard]] Json to_json(const Summary& summary);
[[nodiscard]] Json to_json(const ValidationReport& report);
// validation_from parses the output of to_json; throws std::runtime_error, which names the faulty member.
[[nodiscard]] ValidationReport validation_from(const Json& json);

// RuleStatistics: how often each rule is broken, over many inputs. See schema/statistics.schema.json.
// Memory grows with the number of rules, not with that of inputs or findings.
class RuleStatistics {
 public:
  struct Row {
    Diagnostic first;        // the first finding, in the order of the inputs
    std::size_t index = 0;   // of the input that has it
    InputReport input = {};  // its path and message
    std::uint64_t findings = 0;
    std::uint64_t inputs = 0;

    // example returns where the first finding is: "path:offset", escaped.
    [[nodiscard]] std::string example() const;
  };

  // add counts the findings of a report of input `index`. Inputs may come in any order.
  void add(const InputReport& input, std::size_t index);

  // worst_first returns errors before warnings and notes, then MUST before SHOULD, DECISION and LIMIT, then the most
  // frequent rule.
  [[nodiscard]] std::vector<Row> worst_first() const;

 private:
  std::map<std::pair<std::string, Severity>, Row> rows_;
};

[[nodiscard]] Json to_json(const RuleStatistics& statistics);

enum class ReportForm : std::uint8_t { text, json, ndjson };

struct ReportStyle {
  ReportForm form = ReportForm::text;
  Profile profile = Profile::strict;
  bool colour = false;
  bool quiet = false;       // text: errors only, without excerpt and summary
  std::string config = {};  // path of the hallmark.toml that was used; empty if none
  std::size_t columns = 0;  // text: width of the terminal; 0: lines of any width
  bool statistics = false;  // how often each rule is broken, in place of the findings; text and JSON
};

// text_of returns the findings of one input, `path:offset: severity: message [rule LEVEL] at FIELD (expected …)`, each
// with the bytes around it, and once for each rule what the specification says and what to do about it. `bytes` is the
// input (or the file of a message), `body` the body of a message.
[[nodiscard]] std::string text_of(const InputReport& input, Bytes bytes, Bytes body, const ReportStyle& style);

// text_of returns a line that counts verdicts and findings. `complete` is false after an interrupt.
[[nodiscard]] std::string text_of(const Summary& summary, bool complete, const ReportStyle& style);

// text_of returns a table of the rules that are broken, worst first.
[[nodiscard]] std::string text_of(const RuleStatistics& statistics, const ReportStyle& style);

// ValidationWriter renders a report in pieces: opening, separator and input for each input (or statistics), closing. It
// has no state, so several threads may call it.
class ValidationWriter {
 public:
  explicit ValidationWriter(const ReportStyle& style) : style_(style) {}

  [[nodiscard]] std::string opening() const;
  [[nodiscard]] std::string separator(bool first) const;
  // `bytes` is the input (or the file of a message) and `body` the body of a message, for excerpts. They may be empty.
  [[nodiscard]] std::string input(const InputReport& input, Bytes bytes, Bytes body = {}) const;
  [[nodiscard]] std::string statistics(const RuleStatistics& statistics) const;
  // `complete` is false if an interrupt left inputs unexamined.
  [[nodiscard]] std::string closing(const Summary& summary, bool complete) const;

 private:
  ReportStyle style_;
};

}  // namespace hallmark::reports
