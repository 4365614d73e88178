// The text summary of a conformance run.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/conform.hpp"

namespace hallmark::runner {

// Reading says how a run is to be read: whether deviations were expected, and which expectations have rotted.
struct Reading {
  bool with_expectations = false;
  std::vector<std::string> rotten;
};

// summary gives a table for each format and operation, each deviation in full, and what it comes to.
[[nodiscard]] std::string summary(const Conformance& conformance, const conformance::Corpus& corpus,
                                  const Reading& reading);

}  // namespace hallmark::runner
