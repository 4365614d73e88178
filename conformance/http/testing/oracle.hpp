// Oracle: the rules of `http`, written a second time and plainly: a head as a list of lines, a body joined and undone
// in one go. It gives every message of a file and everything that the reader must report of it, in order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/http/messages.hpp"
#include "conformance/testing/expected_report.hpp"

namespace hallmark::http::oracle {

struct Read {
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
  Role role = Role::request;
  bool readable = false;
  std::string body{};                            // where it is readable
  std::optional<std::uint64_t> header_length{};  // where it is readable
  testing::OracleReport report{};

  [[nodiscard]] bool operator==(const Read&) const = default;
};

[[nodiscard]] std::vector<Read> read_all(std::string_view file, const Settings& settings = {});

}  // namespace hallmark::http::oracle
