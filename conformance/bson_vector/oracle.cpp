// SPDX-License-Identifier: Apache-2.0
// Oracle: the rules of `bson-vector`, written a second time and in another way than the decoder.
#include "conformance/oracle/formats.hpp"
#include "conformance/oracle/log.hpp"

namespace hallmark::bson_vector::oracle {
namespace {

// report_on gives every rule that a payload breaks, in the order of the phases.
conformance::OracleReport report_on(Bytes payload, const Options& options) {
  conformance::OracleLog log("bson-vector", options);
  const std::uint64_t size = payload.size();
  if (size < 2) {
    log.report("header-truncated", size, 0, size == 0 ? "dtype" : "padding");
    return {log.faults};
  }
  const int dtype = std::to_integer<int>(payload[0]);
  const int padding = std::to_integer<int>(payload[1]);
  const std::uint64_t data = size - 2;
  switch (dtype) {
    case 0x03:
    case 0x27:
      if (padding > 0) log.report("padding-not-applicable", 1, 1, "padding");
      if (dtype == 0x27 && data / 4 * 4 != data) log.report("float32-length", 2, data, "data");
      break;
    case 0x10:
      if (padding > 7) {
        log.report("padding-range", 1, 1, "padding");
      } else if (padding > 0 && data == 0) {
        log.report("padding-empty", 1, 1, "padding");
      } else if (padding > 0 && std::to_integer<int>(payload.back()) % (1 << padding) != 0) {
        log.report("ignored-bits", size - 1, 1, "data");  // the last byte is no multiple of 2^padding
      }
      break;
    default: log.report("dtype-unknown", 0, 1, "dtype"); break;
  }
  return {log.faults};
}

}  // namespace
}  // namespace hallmark::bson_vector::oracle

const hallmark::conformance::Oracle hallmark::bson_vector::bson_vector_oracle{"bson-vector", oracle::report_on};
