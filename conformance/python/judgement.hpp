// SPDX-License-Identifier: Apache-2.0
// Judgement: what `hallmark validate` says about one input.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/examine/examiner.hpp"
#include "reports/validation.hpp"

namespace hallmark::python {

struct Judgement {
  reports::ValidationReport report;  // several inputs only of a file of HTTP messages
  std::string text;                  // the report as the program prints it, where it is no terminal

  // verdict of all inputs together: the first of invalid, limited, unsupported, unreadable that one of them has.
  [[nodiscard]] reports::InputVerdict verdict() const noexcept;
  // error returns the finding that decides the verdict; null if the verdict is valid.
  [[nodiscard]] const reports::Diagnostic* error() const noexcept;
};

// `readers`: each finding has who takes such inputs.
[[nodiscard]] Judgement judge(const conformance::Source& source, const conformance::ExaminerSettings& settings,
                              bool readers);

// refusal makes the judgement of an input of which Python finds that it cannot be read, or breaks a rule that has no
// place. Null if there is no such rule.
[[nodiscard]] std::optional<Judgement> refusal(const std::string& path, std::string_view rule,
                                               const std::string& message, bool unreadable);

}  // namespace hallmark::python
