// SPDX-License-Identifier: Apache-2.0
// Stopping: once a sink wants no more reports and the input is invalid, decoding stops. The megabytes after that point
// are in inaccessible memory and are never read. The inputs are those of a Family (properties.hpp).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::testing::stopping {

// Enough keeps the rules, and asks for no paths: those are found by reading.
class Enough final : public DiagnosticSink {
 public:
  explicit Enough(std::size_t enough) : enough_(enough) {}
  bool report(const Violation& violation, Severity, const Place&) noexcept override {
    if (rules.size() < enough_) rules.push_back(violation.rule->id);
    return rules.size() < enough_;
  }
  std::vector<std::string_view> rules;

 private:
  std::size_t enough_;
};

inline constexpr std::size_t locked = std::size_t{8} << 20;
// Walks load words: so many bytes after the last fault may still be looked at.
inline constexpr std::size_t word = 16;

template <class T>
std::string le(T value) {
  std::string text(sizeof value, '\0');
  store_le(reinterpret_cast<std::byte*>(text.data()), value);
  return text;
}

struct Input {
  std::string_view format;
  std::string_view what;
  std::string text;  // what may be read
  std::vector<std::string_view> reports;
  Options options = {};
};

inline Options compat(Options options = {}) {
  options.profile = Profile::compat;
  return options;
}

inline void check_stops(const std::vector<Input>& inputs) {
  for (const Input& input : inputs) {
    DYNAMIC_SECTION(input.format << ": " << input.what) {
      const Fenced memory(input.text.size(), locked);
      std::ranges::copy(as_bytes(input.text), memory.high().begin());
      const Codec& codec = *codec_named(input.format);
      std::vector<std::byte> scratch_memory(codec.scratch_bound(memory.beyond(), input.options));
      Scratch scratch(scratch_memory);
      Enough sink(input.reports.size());
      CHECK(codec.validate(memory.beyond(), scratch, input.options, sink) == Verdict::invalid);
      CHECK(sink.rules == input.reports);
    }
  }
}

}  // namespace hallmark::testing::stopping
