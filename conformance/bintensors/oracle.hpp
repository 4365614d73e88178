// Oracle: the rules of BinTensors, written a second time and plainly: strings, maps and 128-bit sums. It reports
// everything that validate must report, in order.
#pragma once

#include "conformance/testing/expected_report.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::bintensors::oracle {

using testing::Fault;
using testing::OracleReport;

[[nodiscard]] OracleReport report_on(Layout layout, Bytes file, const Options& options = {});

}  // namespace hallmark::bintensors::oracle
