// Oracle: the rules of `bson`, written a second time: recursive, and by offsets instead of windows. It reports the
// decisive error, as decode must.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/options.hpp"

namespace hallmark::bson::oracle {

struct Fault {
  std::string_view rule;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;

  [[nodiscard]] bool operator==(const Fault&) const = default;
};

struct OracleReport {
  Verdict verdict = Verdict::valid;
  std::optional<Fault> fault;
};

[[nodiscard]] OracleReport report_on(Bytes file, const Options& options = {});

}  // namespace hallmark::bson::oracle
