// SPDX-License-Identifier: Apache-2.0
// The text of violations, as the program prints it. Nothing is allocated: text goes into a sink, piece by piece.
#pragma once

#include <cstdint>
#include <string_view>

#include "hallmark/core/api.hpp"
#include "hallmark/core/violation.hpp"

namespace hallmark {

// The parts of a message; the violation must have a rule. write_expected writes nothing where the rule names nothing.
HALLMARK_API void write_message(TextSink& out, const Violation& violation) noexcept;   // "invalid boolean 0x02"
HALLMARK_API void write_expected(TextSink& out, const Violation& violation) noexcept;  // "0x00 or 0x01"
HALLMARK_API void write_actual(TextSink& out, const Violation& violation) noexcept;    // "0x02"

// describe writes all of them in one line, without its end:
// `7: error: invalid boolean 0x02 [bson/boolean MUST] at documents[0].k (expected 0x00 or 0x01)`.
// The byte is left out of the rules `hallmark/...`, which are about the input as a whole.
HALLMARK_API void describe(TextSink& out, const Violation& violation, Severity severity = Severity::error,
                           const Place* place = nullptr) noexcept;

// DiagnosticText describes the findings of a validation, each in a line of its own. With `only`, the violation that
// decode gave of the same input and options, it describes that one alone, with its path, and stops the walk there.
class HALLMARK_API DiagnosticText final : public DiagnosticSink {
 public:
  explicit DiagnosticText(TextSink& out, const Violation* only = nullptr) noexcept : out_(out), only_(only) {}

  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override;

 private:
  TextSink& out_;
  const Violation* only_;
};

// Escape says what becomes \xHH: bytes that are no UTF-8; with `controls` what must not reach a terminal, too: control
// characters, and those that reorder or break lines. `quoted` puts a backslash before quotes and backslashes besides.
enum class Escape : std::uint8_t { invalid, controls, quoted };

// write_escaped writes text of an input, such as the name of a tensor.
HALLMARK_API void write_escaped(TextSink& out, std::string_view text, Escape what = Escape::controls) noexcept;

}  // namespace hallmark
