// SPDX-License-Identifier: Apache-2.0
// Violation: a rule broken at a byte. It owns nothing; its text is written when somebody asks (message.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "hallmark/core/rule.hpp"

namespace hallmark {

// Number is an integer that a message may quote, of either sign and up to 64 bits, or absent.
struct Number {
  std::uint64_t magnitude = 0;
  bool negative = false;
  bool present = false;

  constexpr Number() noexcept = default;
  template <std::integral T>
  constexpr Number(T value) noexcept  // NOLINT(google-explicit-constructor): a number is what it is made from
      : magnitude(static_cast<std::uint64_t>(value)), present(true) {
    if constexpr (std::signed_integral<T>) {
      if (value < 0) {
        negative = true;
        magnitude = std::uint64_t{0} - magnitude;
      }
    }
  }
};

struct Violation {
  const Rule* rule = nullptr;  // null: nothing is wrong
  std::uint64_t offset = 0;    // of the first byte that breaks the rule, from the start of the input
  std::uint64_t length = 0;    // how many bytes break it; 0 where bytes are missing
  Number actual;               // what stands there
  Number expected;             // what the rule would accept, where that is one number
  const char* field = "";      // the specification's name of the field
};

// TextSink takes text piece by piece; codecs write paths into it without allocating.
class TextSink {
 public:
  virtual void write(std::string_view text) noexcept = 0;

 protected:
  ~TextSink() = default;
};

// Place writes where in the structure a walk stands: `documents[3].a.items[0]`. It is asked while the walk stands
// there.
class Place {
 public:
  virtual void write(TextSink& out, const Violation& violation) const noexcept = 0;

 protected:
  ~Place() = default;
};

// DiagnosticSink receives the findings of a validation in walking order. Returning false says that the reader of the
// report has seen enough; the walk then goes on only until the verdict is settled.
class DiagnosticSink {
 public:
  virtual bool report(const Violation& violation, Severity severity, const Place& place) noexcept = 0;

 protected:
  ~DiagnosticSink() = default;
};

}  // namespace hallmark
