// Oracle: the rules of `bson`, written a second time: recursive, and by offsets instead of windows.
#pragma once

#include "conformance/testing/expected_report.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/options.hpp"

namespace hallmark::bson::oracle {

[[nodiscard]] testing::OracleReport report_on(Bytes file, const Options& options = {});

}  // namespace hallmark::bson::oracle
