// Log: the faults that the oracle finds, with the path of the value where each is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/testing/expected_report.hpp"

namespace hallmark::futhark::oracle {

// End ends the walk over a stream.
struct End {};

class Log {
 public:
  explicit Log(bool compat) : compat_(compat) {}

  // report adds a fault; its rule is without the name of the family.
  void report(const std::string& rule, std::uint64_t offset, std::uint64_t length, const std::string& field = "");
  // fail reports a fault that ends the walk.
  [[noreturn]] void fail(const std::string& rule, std::uint64_t offset, std::uint64_t length,
                         const std::string& field = "") {
    report(rule, offset, length, field);
    throw End{};
  }

  std::uint64_t value = 0;             // the index of the value being read
  std::vector<std::uint64_t> open;     // for each open array, how many elements it has
  std::vector<testing::Fault> faults;  // in order

 private:
  bool compat_;
};

}  // namespace hallmark::futhark::oracle
