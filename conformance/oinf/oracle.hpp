// Oracle: the rulings on `oinf`, written a second time and plainly: vectors, maps and one mark for each byte of the
// data section where the decoder sweeps over intervals. It says everything that validate must say, in order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codecs/core/bytes.hpp"
#include "codecs/core/options.hpp"

namespace hallmark::oinf::oracle {

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

[[nodiscard]] Ruling ruling_on(Bytes file, const Options& options = {});

}  // namespace hallmark::oinf::oracle
