// Faults that can be combined in one OINF file, and what is reported of each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/oinf/draft.hpp"
#include "conformance/testing/expected_report.hpp"

namespace hallmark::oinf {

using testing::Expected;

// Effect is what a fault does to the others: whether all blobs are still known.
enum Effect : std::uint8_t {
  none,
  loses,      // a blob is not known: gaps are not reported
  misplaces,  // and it may be where padding would be
};

struct Fault {
  const char* name;
  const char* place;  // faults of one place cannot stand in one file; "" where every slot has its own
  Effect effect;
  std::function<void(Plan&, int)> plan;
  std::function<Expected(Draft&, int)> apply;
};

[[nodiscard]] std::vector<Fault> all_faults();

}  // namespace hallmark::oinf
