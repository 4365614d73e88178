// Log: the faults that the oracle finds, in the order in which they are reported.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/testing/expected_report.hpp"

namespace hallmark::kserve::oracle {

// End ends the walk over a body.
struct End {};

class Log {
 public:
  explicit Log(bool compat) : compat_(compat) {}

  // report adds a fault; its rule is without the name of the family.
  void report(const std::string& rule, std::uint64_t at, std::uint64_t length, const std::string& path);
  // fail reports a fault that ends the walk.
  [[noreturn]] void fail(const std::string& rule, std::uint64_t at, std::uint64_t length, const std::string& path) {
    report(rule, at, length, path);
    throw End{};
  }

  std::vector<testing::Fault> faults;  // in order

 private:
  bool compat_;
};

}  // namespace hallmark::kserve::oracle
