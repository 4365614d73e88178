// SPDX-License-Identifier: Apache-2.0
// Excerpts: the bytes around findings of a report, from the files that it is about.
#pragma once

#include <string>

#include "conformance/examine/examiner.hpp"
#include "reports/validation.hpp"

namespace hallmark::program {

// Excerpts reads the files that reports name, and keeps the last one.
class Excerpts {
 public:
  // of returns the hex dump of a finding; "" unless the file is there and still has this finding.
  [[nodiscard]] std::string of(const reports::InputReport& input, const reports::Diagnostic& finding);

 private:
  void open(const reports::InputReport& input);

  conformance::ExaminerSettings settings_;
  conformance::Examiner examiner_{settings_};
  const reports::InputReport* input_ = nullptr;  // the last one
  reports::InputReport now_;                     // what its file has today
};

}  // namespace hallmark::program
