// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/expectation_matches.hpp"

#include "conformance/runner/glob.hpp"
#include "conformance/suite/score.hpp"

namespace hallmark::runner {

using reports::VectorResult;

bool applies_to(const Expectation& entry, const VectorResult& result) {
  return (entry.op.empty() || entry.op == result.op) && glob_matches(entry.pattern, result.id);
}

Matches match(const Expectation& entry, const conformance::Corpus& corpus, const std::vector<VectorResult>& results) {
  Matches found;
  for (const conformance::VectorFile& file : corpus.files) {
    for (const conformance::Vector& one : file.vectors) found.vectors += glob_matches(entry.pattern, one.id) ? 1 : 0;
  }
  for (const auto& [id, version] : corpus.withdrawn) {
    if (glob_matches(entry.pattern, id)) found.withdrawn = &version;
  }
  for (const VectorResult& result : results) {
    if (!applies_to(entry, result)) continue;
    if (result.result == entry.result) found.met.insert(result.id);
    if (conformance::deviates(conformance::kind_of(result))) found.deviating.insert(result.id);
    if (result.result == "pass") found.passing.insert(result.id);
  }
  for (const std::string& id : found.met) found.passing.erase(id);
  for (const std::string& id : found.deviating) found.passing.erase(id);
  return found;
}

}  // namespace hallmark::runner
