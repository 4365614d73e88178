// Doubts about an adapter: answers that rather come from a broken adapter than from an implementation.
#pragma once

#include <string>
#include <vector>

#include "reports/result.hpp"

namespace hallmark::runner {

// Doubt is about one format and operation.
struct Doubt {
  std::string format;
  std::string op;
  bool answered = true;  // at least one vector
  std::string finding;   // "Every valid input of bson was rejected (68)."
  std::string evidence;  // the first standard error among those vectors, else the first message
};

// adapter_doubts finds formats and operations in which no vector was answered at all, every valid one was rejected, or
// every invalid one accepted, and no expectation says so.
[[nodiscard]] std::vector<Doubt> adapter_doubts(const std::vector<reports::VectorResult>& results);

}  // namespace hallmark::runner
