// Oracle: the rulings on "BinTensors", written a second time and plainly: strings, maps and 128-bit sums. It says
// everything that validate must say, in order.
#pragma once

#include <string>
#include <vector>

#include "codecs/bintensors/bintensors.hpp"

namespace hallmark::bintensors::oracle {

struct Fault {
  std::string rule;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string path;
  Severity severity = Severity::error;
  Verdict verdict = Verdict::invalid;  // that it gives as an error

  [[nodiscard]] bool operator==(const Fault&) const = default;
};

struct Ruling {
  Verdict verdict = Verdict::valid;
  std::vector<Fault> faults;  // notes and warnings included

  // decisive is the first error of the kind that gives the verdict, or null.
  [[nodiscard]] const Fault* decisive() const;
};

[[nodiscard]] Ruling ruling_on(Layout layout, Bytes file, const Options& options = {});

}  // namespace hallmark::bintensors::oracle
