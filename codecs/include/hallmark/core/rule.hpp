// SPDX-License-Identifier: Apache-2.0
// Rule: one thing a format demands, with everything a report needs to say about it.
#pragma once

#include <cstdint>
#include <string_view>

#include "hallmark/core/api.hpp"

namespace hallmark {

// Kind says what a violation means for the reader: malformed cannot be read, invalid can be read and breaks a rule,
// unsupported is a value or revision outside ours, limit is a bound of ours.
enum class Kind : std::uint8_t { malformed, invalid, unsupported, limit };

// Level says who demands it: the specification (must, should), we where it is silent (decision), or a bound (limit).
enum class Level : std::uint8_t { must, should, decision, limit };

// Addressee says whom the sentence of a must or should speaks to.
enum class Addressee : std::uint8_t {
  nobody,  // there is no sentence
  data,    // it says what the bytes are
  reader,  // it lays a duty on who reads
  writer,  // it lays a duty on who writes
};

// Severity: only an error changes a verdict.
enum class Severity : std::uint8_t { error, warning, note };

// Category groups rules so that implementations can be compared across formats.
enum class Category : std::uint8_t {
  truncated,
  trailing_data,
  bad_magic,
  bad_version,
  bad_tag,
  bad_value,
  out_of_range,
  overflow,
  not_canonical,
  duplicate,
  bad_text,
  misaligned,
  bad_padding,
  mismatch,
  unsupported,
  resource_limit,
};

// Verdict of one input; what is not valid, the worst first. `unreadable` (no such file, unknown format) is given by the
// programs, never by a codec.
enum class Verdict : std::uint8_t { valid, invalid, limited, unsupported };

// Profile: strict follows every rule; compat turns the rules that deployed programs break into warnings.
enum class Profile : std::uint8_t { strict, compat };

// Clause is the place in a document that a rule comes from.
struct Clause {
  std::string_view document;  // a specification ("bson") or "rulings", the decisions in codecs/<family>/README.md
  std::string_view section;   // heading as a slug
  std::string_view revision;  // date or version of the document
};

// Demand is the sentence that a must or should rests on.
struct Demand {
  Addressee addressee = Addressee::nobody;
  std::string_view source;  // its place in the document of the clause: lines, "L10" or "L10-L12", or "section-7"
  std::string_view text;    // what it says, in at most fifteen words of ours
};

// Rule is identified by its address; rules are constexpr objects in <hallmark/FAMILY/rules.hpp>.
// `message` and `expected` are patterns (message.hpp fills them) over {actual} and {expected}, the numbers of a
// Violation, {actual:#04x} in hexadecimal, and {name}.
// {actual_bytes} and {expected_bytes} add the unit, "1 byte" or "3 bytes"; so do _dimensions, _documents and _entries.
struct Rule {
  std::string_view id;
  Kind kind;
  Category category;
  Level level;
  Clause clause;
  Demand demand = {};            // of must and should
  std::string_view title;        // one sentence: what the format demands
  std::string_view message;      // what is wrong, with the numbers
  std::string_view expected;     // what would be right
  std::string_view fix = {};     // what the author of the file can do about it
  std::string_view repair = {};  // of compat: what is written instead, or "None: " and why nothing can be
  std::string_view why = {};     // the reason of a decision or limit; may be empty for must and should
  Severity severity = Severity::error;
  bool compat = false;    // an error that the compat profile reports as a warning
  bool encoding = false;  // no input can break it, only a value that is to be encoded
  std::string_view (*name)(std::uint64_t actual) noexcept = nullptr;  // what {name} is for a number
};

// severity_under gives the severity of a rule in a profile.
[[nodiscard]] constexpr Severity severity_under(const Rule& rule, Profile profile) noexcept {
  if (rule.compat && profile == Profile::compat && rule.severity == Severity::error) return Severity::warning;
  return rule.severity;
}

// verdict_of gives the verdict that an error of this kind leads to.
[[nodiscard]] constexpr Verdict verdict_of(Kind kind) noexcept {
  if (kind == Kind::unsupported) return Verdict::unsupported;
  return kind == Kind::limit ? Verdict::limited : Verdict::invalid;
}

// outranks orders verdicts: invalid before limited before unsupported before valid.
[[nodiscard]] constexpr bool outranks(Verdict a, Verdict b) noexcept {
  return a != Verdict::valid && (b == Verdict::valid || a < b);
}

// Names as every report writes them.
[[nodiscard]] HALLMARK_API std::string_view to_string(Kind kind) noexcept;
[[nodiscard]] HALLMARK_API std::string_view to_string(Level level) noexcept;
[[nodiscard]] HALLMARK_API std::string_view to_string(Addressee addressee) noexcept;  // empty for nobody
[[nodiscard]] HALLMARK_API std::string_view to_string(Severity severity) noexcept;
[[nodiscard]] HALLMARK_API std::string_view to_string(Category category) noexcept;
[[nodiscard]] HALLMARK_API std::string_view to_string(Verdict verdict) noexcept;
[[nodiscard]] HALLMARK_API std::string_view to_string(Profile profile) noexcept;

}  // namespace hallmark
