// SPDX-License-Identifier: Apache-2.0
// OracleLog: the faults that an oracle finds, with the severity and verdict of their rules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "codecs/core/path.hpp"
#include "conformance/oracle/oracle.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// End ends the walk of an oracle.
struct End {};

// Field is what stands in a file, and where; of a length, what it counts, too.
struct Field {
  std::uint64_t value = 0;
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::string path{};
  std::string text{};
};

class OracleLog {
 public:
  // The rules are those of a format.
  OracleLog(std::string_view format, const Options& options)
      : max_rank(options.limits.max_rank.value_or(255)),
        max_depth(options.limits.max_depth.value_or(64)),
        codec_(*codec_named(format)),
        compat_(options.profile == Profile::compat) {}

  // report adds a fault; its rule is without the name of the family.
  void report(const std::string& rule, std::uint64_t at, std::uint64_t length, const std::string& path) {
    const Rule& known = **std::ranges::find_if(
        codec_.rules, [&](const Rule* one) { return one->id.substr(one->id.find('/') + 1) == rule; });
    const Severity severity = compat_ && known.compat ? Severity::warning : known.severity;
    faults.push_back({std::string(known.id), at, length, path, severity, verdict_of(known.kind)});
  }
  void report(const std::string& rule, const Field& field) { report(rule, field.at, field.size, field.path); }
  // These report what does not hold: the one gives whether it does, the other throws where nothing after it can be
  // read.
  bool holds(bool condition, const std::string& rule, const Field& field) {
    if (!condition) report(rule, field);
    return condition;
  }
  template <class Stop = End>
  void require(bool condition, const std::string& rule, const Field& field) {
    if (!holds(condition, rule, field)) throw Stop{};
  }
  // character reports a byte of a text, which has so many others before its own; false: it ends before.
  bool character(const Field& text, std::uint64_t at, const std::string& rule, std::uint64_t before = 0) {
    if (at < text.text.size()) report(rule, text.at + before + at, 1, text.path);
    return at < text.text.size();
  }
  // fail reports a fault that ends the walk.
  [[noreturn]] void fail(const std::string& rule, std::uint64_t at, std::uint64_t length, const std::string& path) {
    report(rule, at, length, path);
    throw End{};
  }

  // failed: an error was reported.
  [[nodiscard]] bool failed() const {
    return std::ranges::any_of(faults, [](const Fault& one) { return one.severity == Severity::error; });
  }

  std::vector<Fault> faults;  // in order
  std::uint64_t max_rank;     // these two as most formats have them by default
  std::uint64_t max_depth;

 private:
  const Codec& codec_;
  bool compat_;
};

// key_text gives a key as it stands in a path, with the dot or the brackets.
[[nodiscard]] inline std::string key_text(Bytes key) {
  struct Text final : TextSink {
    void write(std::string_view piece) noexcept override { all += piece; }
    std::string all;
  } text;
  write_key(text, key);
  return text.all;
}

}  // namespace hallmark::conformance
