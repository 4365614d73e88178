// Oracle: the rules of `oinf`, written a second time and plainly: vectors, maps and one mark for each byte of the data
// section where the decoder sweeps over intervals. It reports everything that validate must report, in order.
#pragma once

#include "conformance/testing/expected_report.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/options.hpp"

namespace hallmark::oinf::oracle {

using testing::Fault;
using testing::OracleReport;

[[nodiscard]] OracleReport report_on(Bytes file, const Options& options = {});

}  // namespace hallmark::oinf::oracle
