// SPDX-License-Identifier: Apache-2.0
// Oracle: the rules of `kserve`, written a second time and plainly: a tree of JSON by recursion, then the members, then
// the tensors, then the bytes after; numbers as their lexemes and by the C library, 128-bit products. It reports
// everything that validate must report, in order, and what is in a valid body.
#pragma once

#include "conformance/kserve/generate.hpp"
#include "conformance/oracle/oracle.hpp"

namespace hallmark::kserve::oracle {

struct Message {
  std::uint64_t header_length = 0;
  OwnedTensors tensors;

  [[nodiscard]] bool operator==(const Message&) const = default;
};

struct OracleResult {
  conformance::OracleReport report;
  Message message;  // where the verdict is valid
};

[[nodiscard]] OracleResult read(Role role, Bytes body, const Options& options = {});

}  // namespace hallmark::kserve::oracle
