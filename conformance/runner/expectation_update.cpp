// SPDX-License-Identifier: Apache-2.0
// Brings a list of expectations up to date with the results of a run.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "conformance/runner/expectation_matches.hpp"
#include "conformance/runner/glob.hpp"
#include "conformance/suite/score.hpp"

namespace hallmark::runner {
namespace {

using reports::VectorResult;

constexpr const char* unexplained = "not explained yet";

using Covered = std::set<std::pair<std::string, std::string>>;  // id, op

// Keeper keeps the entries that are still true, and the true part of the others.
class Keeper {
 public:
  Keeper(const conformance::Corpus& corpus, const std::vector<VectorResult>& results)
      : corpus_(corpus), results_(results) {}

  void add(const Expectation& entry) {
    const Matches found = match(entry, corpus_, results_);
    if (found.vectors == 0) return;
    const bool still_true =
        found.vectors <= most_matches && found.passing.empty() && found.deviating.size() == found.met.size();
    if (still_true) return keep(entry);
    for (const std::string& id : found.met) {
      Expectation part = entry;
      part.pattern = id;
      keep(part);
    }
  }

  std::vector<Expectation> entries;
  Covered covered;

 private:
  void keep(const Expectation& entry) {
    for (const VectorResult& result : results_) {
      if (applies_to(entry, result) && result.result == entry.result) covered.emplace(result.id, result.op);
    }
    entries.push_back(entry);
  }

  const conformance::Corpus& corpus_;
  const std::vector<VectorResult>& results_;
};

std::string theme_of(const std::string& id) { return id.substr(0, id.rfind('/') + 1); }

// Merger finds entries for deviations that have none. A glob of its own never leaves the theme of a vector.
class Merger {
 public:
  Merger(const conformance::Corpus& corpus, const std::vector<VectorResult>& results, Covered covered)
      : results_(results), covered_(std::move(covered)) {
    for (const conformance::VectorFile& file : corpus.files) {
      for (const conformance::Vector& vector : file.vectors) themes_[theme_of(vector.id)].ids.push_back(vector.id);
    }
    for (const VectorResult& result : results) themes_[theme_of(result.id)].results.push_back(&result);
  }

  std::vector<Expectation> entries() {
    std::vector<Expectation> all;
    for (const VectorResult& result : results_) {
      if (!conformance::disqualifies(result) || covered_.count({result.id, result.op}) != 0) continue;
      const Theme& theme = themes_[theme_of(result.id)];
      all.push_back(entry_for(result, theme));
      for (const VectorResult* other : theme.results) {
        if (applies_to(all.back(), *other)) covered_.emplace(other->id, other->op);
      }
    }
    return all;
  }

 private:
  struct Theme {
    std::vector<std::string> ids;
    std::vector<const VectorResult*> results;
  };

  // Patterns that match an id: from that of its whole theme, word by word, and in the last word letter by letter.
  static std::vector<std::string> patterns_for(const std::string& id) {
    std::vector<std::string> patterns;
    const std::size_t last_word = id.find_last_of("/-");
    for (std::size_t end = id.rfind('/'); end < id.size(); ++end) {
      if (end >= last_word || id[end] == '/' || id[end] == '-') patterns.push_back(id.substr(0, end + 1) + '*');
    }
    patterns.push_back(id);
    return patterns;
  }

  // The widest glob that stands for nothing but this result, of both operations where it can.
  [[nodiscard]] Expectation entry_for(const VectorResult& result, const Theme& theme) const {
    const std::string message = result.actual.message.value_or("");
    const std::string reason = message.empty() ? unexplained : fmt::format("{}: {}", unexplained, message);
    for (const std::string& pattern : patterns_for(result.id)) {
      for (const std::string& op : {std::string(), result.op}) {
        const Expectation entry{pattern, result.result, reason, "", "", op, 0};
        if (fits(entry, theme, pattern == result.id ? 1 : 2)) return entry;
      }
    }
    return {result.id, result.result, reason, "", "", result.op, 0};
  }

  // fits: the glob matches enough vectors and not too many, and all that it applies to ended as it says.
  [[nodiscard]] bool fits(const Expectation& entry, const Theme& theme, std::size_t fewest) const {
    std::size_t matches = 0;
    for (const std::string& id : theme.ids) matches += glob_matches(entry.pattern, id) ? 1 : 0;
    if (matches > most_matches) return false;
    std::set<std::string_view> met;
    for (const VectorResult* result : theme.results) {
      if (!applies_to(entry, *result)) continue;
      if (result->result != entry.result || covered_.count({result->id, result->op}) != 0) return false;
      met.insert(result->id);
    }
    return met.size() >= fewest;
  }

  const std::vector<VectorResult>& results_;
  Covered covered_;
  std::map<std::string, Theme> themes_;
};

}  // namespace

std::vector<Expectation> updated(const std::vector<Expectation>& expectations, const conformance::Corpus& corpus,
                                 const std::vector<VectorResult>& results) {
  Keeper keeper(corpus, results);
  for (const Expectation& entry : expectations) keeper.add(entry);
  std::vector<Expectation> entries = std::move(keeper.entries);
  std::ranges::move(Merger(corpus, results, std::move(keeper.covered)).entries(), std::back_inserter(entries));
  return entries;
}

}  // namespace hallmark::runner
