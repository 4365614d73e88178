// Expectations: the deviations of an implementation that are known, each with its reason. Contract, section 7.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/suite/vector.hpp"
#include "reports/result.hpp"

namespace hallmark::runner {

// One [[expect]] table. Without `op` an entry speaks of a vector whichever operation deviates.
struct Expectation {
  std::string pattern;  // glob over vector ids; `*` also stands for `/`
  std::string result;
  std::string reason;
  std::string issue;
  std::string op;
  std::uint64_t line = 0;  // in the file, for messages
};

// BadExpectations: the file cannot be read or says something that is not understood.
struct BadExpectations : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[nodiscard]] std::vector<Expectation> load_expectations(const std::filesystem::path& path);

inline constexpr std::size_t most_matches = 50;  // of one entry: a pattern that excuses everything explains nothing

// apply_expectations marks each result as met, unexpected-pass or unexpected-fail, and gives a message for each entry
// that has rotted: it matches nothing, matches too much, or its vector now passes. A deviation that is not scored
// (SHOULD, DECISION, LIMIT) need not be expected.
std::vector<std::string> apply_expectations(const std::vector<Expectation>& expectations,
                                            const conformance::Corpus& corpus,
                                            std::vector<reports::VectorResult>& results);

// updated gives the entries that match reality: those that hold stay as they are, rotten ones go or shrink to the
// vectors that still deviate, and each deviation that nobody explained gets an entry of its own.
[[nodiscard]] std::vector<Expectation> updated(const std::vector<Expectation>& expectations,
                                               const conformance::Corpus& corpus,
                                               const std::vector<reports::VectorResult>& results);

// save_expectations writes the file anew and keeps the comment at its head. Throws BadExpectations.
void save_expectations(const std::filesystem::path& path, const std::vector<Expectation>& expectations);

}  // namespace hallmark::runner
