// The report of `hallmark validate` as text: for people, and one line for each finding for grep.
#pragma once

#include "reports/validation.hpp"

namespace hallmark::reports {

class RuleStatistics;

struct TextStyle {
  bool colour = false;
  bool quiet = false;       // errors only, one line each
  std::size_t columns = 0;  // width of the terminal; 0: lines of any width
};

// text_of returns the findings of one input, `path:offset: severity: message [rule LEVEL] at FIELD (expected …)`, each
// with the bytes around it, and once for each rule what to do about it. `bytes` is the input (or the file of a
// message), `body` the body of a message.
[[nodiscard]] std::string text_of(const InputReport& input, Bytes bytes, Bytes body, const TextStyle& style);

// text_of returns a line that counts verdicts and findings. `complete` is false after an interrupt.
[[nodiscard]] std::string text_of(const Summary& summary, bool complete, const TextStyle& style);

// text_of returns a table of the rules that are broken, worst first.
[[nodiscard]] std::string text_of(const RuleStatistics& statistics, const TextStyle& style);

}  // namespace hallmark::reports
