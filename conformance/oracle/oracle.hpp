// SPDX-License-Identifier: Apache-2.0
// Oracles: the second opinion on each format, and what it says of an input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/core/options.hpp"
#include "hallmark/core/violation.hpp"

namespace hallmark::conformance {

// Fault is one finding of an oracle.
struct Fault {
  std::string rule;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string path;
  Severity severity = Severity::error;
  Verdict verdict = Verdict::invalid;  // that it gives as an error

  [[nodiscard]] bool operator==(const Fault&) const = default;
};

// OracleReport is everything that an oracle finds in an input.
struct OracleReport {
  std::vector<Fault> faults;  // in order, notes and warnings included

  // verdict is the gravest of all errors.
  [[nodiscard]] Verdict verdict() const {
    Verdict gravest = Verdict::valid;
    for (const Fault& fault : faults) {
      if (fault.severity == Severity::error && outranks(fault.verdict, gravest)) gravest = fault.verdict;
    }
    return gravest;
  }
  // decisive is the first error of the kind that gives the verdict, or null.
  [[nodiscard]] const Fault* decisive() const {
    for (const Fault& fault : faults) {
      if (fault.severity == Severity::error && fault.verdict == verdict()) return &fault;
    }
    return nullptr;
  }
  [[nodiscard]] bool operator==(const OracleReport&) const = default;
};

// agree compares what a decoder reports with the decisive fault of any oracle; null: the input is valid.
template <class AnyFault>
[[nodiscard]] bool agree(const Violation& violation, const AnyFault* decisive) {
  if (decisive == nullptr || violation.rule == nullptr) return decisive == nullptr && violation.rule == nullptr;
  return violation.rule->id == decisive->rule && violation.offset == decisive->offset &&
         violation.length == decisive->length;
}

// Oracle is the rules of a format, written a second time: from the specification, plainly, and in another way than the
// decoder. It allocates and recurses as it likes.
struct Oracle {
  std::string_view format;
  // report gives all that validate reports, in the same order.
  OracleReport (*report)(Bytes input, const Options& options);
  // difference says what else the codec finds in a valid input and the oracle does not; empty: nothing.
  std::string (*difference)(Bytes input, const Options& options) = nullptr;
  // embedded does the same with what programs that link the codec alone may call besides, of any input.
  std::string (*embedded)(Bytes input, const Options& options) = nullptr;
};

// oracle_of gives the oracle of a format id, which must exist.
[[nodiscard]] const Oracle& oracle_of(std::string_view format) noexcept;

}  // namespace hallmark::conformance
