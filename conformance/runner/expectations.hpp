// SPDX-License-Identifier: Apache-2.0
// Expectations: the known deviations of an implementation, each with a reason. See conformance/suite/README.md.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/suite/vector.hpp"
#include "reports/result.hpp"

namespace hallmark::runner {

// One [[expect]] table. Without `op` it applies to both operations.
struct Expectation {
  std::string pattern;  // glob over vector ids; `*` also stands for `/`
  std::string result;
  std::string reason;
  std::string issue;
  std::string position;  // what the maintainers hold of it: "accepted", "by design" or "open"; the issue shows it
  std::string op;
  std::uint64_t line = 0;  // in the file, for messages
};

// BadExpectations: the file cannot be read or written, or has an invalid entry.
struct BadExpectations : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[nodiscard]] std::vector<Expectation> load_expectations(const std::filesystem::path& path);
// expectations_from parses the text of a file; `path` names it in messages, before the line.
[[nodiscard]] std::vector<Expectation> expectations_from(const std::string& text, const std::filesystem::path& path);
// expectations_text is the reverse: [[expect]] tables. Comments are not kept.
[[nodiscard]] std::string expectations_text(const std::vector<Expectation>& expectations);

inline constexpr std::size_t most_matches = 50;  // per entry, so that one pattern cannot excuse a whole suite

// apply_expectations marks each result as met, with its cause, unexpected-pass or unexpected-fail, and returns a
// message for each stale entry: it matches nothing that is or was a vector, or too much, or its vector now passes. A
// deviation that is not scored (SHOULD, DECISION, LIMIT) need not be expected.
std::vector<std::string> apply_expectations(const std::vector<Expectation>& expectations,
                                            const conformance::Corpus& corpus,
                                            std::vector<reports::VectorResult>& results);

// withdrawn_expectations returns a message for each entry that matches only vectors withdrawn from the corpus.
[[nodiscard]] std::vector<std::string> withdrawn_expectations(const std::vector<Expectation>& expectations,
                                                              const conformance::Corpus& corpus);

// updated returns entries that match the results: correct entries stay as they are, stale ones are removed or reduced
// to the vectors that still deviate, and each scored deviation without an entry gets one.
[[nodiscard]] std::vector<Expectation> updated(const std::vector<Expectation>& expectations,
                                               const conformance::Corpus& corpus,
                                               const std::vector<reports::VectorResult>& results);

// save_expectations rewrites the file and keeps the comment at its start. Throws BadExpectations.
void save_expectations(const std::filesystem::path& path, const std::vector<Expectation>& expectations);

}  // namespace hallmark::runner
