// Log: the faults that the oracle finds, with the path of the value where each is.
#pragma once

#include <fmt/format.h>

#include "conformance/oracle/log.hpp"

namespace hallmark::futhark::oracle {

using conformance::End;

class Log : public conformance::OracleLog {
 public:
  using OracleLog::OracleLog;

  void report(const std::string& rule, std::uint64_t offset, std::uint64_t length, const std::string& field = "") {
    OracleLog::report(rule, offset, length, path(field));
  }
  [[noreturn]] void fail(const std::string& rule, std::uint64_t offset, std::uint64_t length,
                         const std::string& field = "") {
    OracleLog::fail(rule, offset, length, path(field));
  }

  std::uint64_t value = 0;          // the index of the value being read
  std::vector<std::uint64_t> open;  // for each open array, how many elements it has

 private:
  [[nodiscard]] std::string path(const std::string& field) const {
    std::string path = fmt::format("values[{}]", value);
    for (const std::uint64_t i : open) path += fmt::format("[{}]", i);
    return field.empty() ? path : path + "." + field;
  }
};

}  // namespace hallmark::futhark::oracle
