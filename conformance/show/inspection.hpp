// SPDX-License-Identifier: Apache-2.0
// Inspection: prints what `hallmark inspect` says of an input.
#pragma once

#include <cstdint>

#include "conformance/examine/examiner.hpp"
#include "conformance/show/text_sink.hpp"

namespace hallmark::show {

struct InspectionStyle {
  bool json = false;
  bool layout = false;  // at most one of layout, stats and tokens
  bool stats = false;
  bool tokens = false;  // the vocabulary alone
  bool sha256 = false;  // JSON: a hash in place of data
  bool colour = false;
  std::size_t columns = 0;  // width of the terminal; 0: lines of any width
};

class Inspection {
 public:
  // `max_alloc` is the memory that printing an input may take.
  Inspection(const InspectionStyle& style, std::uint64_t max_alloc, TextSink& output)
      : style_(style), max_alloc_(max_alloc), output_(output) {}

  // show prints the input, or the message of it, that the examiner has examined last. The report becomes `limited` if
  // printing takes too much memory. JSON is one document on a line.
  void show(const conformance::Examiner& examiner, reports::InputReport& report);

 private:
  void print_text(const conformance::Examiner& examiner, const reports::InputReport& report, std::uint64_t needed);
  void print_json(const conformance::Examiner& examiner, const reports::InputReport& report, std::uint64_t needed);

  InspectionStyle style_;
  std::uint64_t max_alloc_;
  TextSink& output_;
  bool first_ = true;
};

}  // namespace hallmark::show
