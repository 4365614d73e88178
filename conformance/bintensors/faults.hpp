// Faults that can be combined in one BinTensors file, and what is reported of each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/bintensors/draft.hpp"

namespace hallmark::bintensors {

// Report is a finding to come; `where` is a field of the draft.
struct Report {
  std::string rule;
  std::string path;
  std::string where = path;
  std::uint64_t shift = 0;
};

struct Fault {
  const char* name;
  int phase;
  bool fatal;  // nothing behind it is reported
  // Puts the fault into a slot; false when it would meet another.
  std::function<bool(Draft&, int, Report&)> apply;
  std::function<void(Plan&, int)> plan = nullptr;
  bool only_v0 = false;
};

[[nodiscard]] std::vector<Fault> all_faults();

}  // namespace hallmark::bintensors
