// SPDX-License-Identifier: Apache-2.0
// Fuzz target: files of expectations (TOML). A file is entries, or has a fault on a line of it; entries written as text
// are read as the same entries; applied to results, each entry marks them or is said to be stale.
#include "conformance/runner/expectations.hpp"

#include <algorithm>

#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {
namespace {

using runner::Expectation;

constexpr std::string_view name = "expect.toml";
constexpr std::size_t most_applied = 50;  // entries: each is compared with every result

// lines_of counts lines as editors do, and the one after the last line feed.
std::size_t lines_of(std::string_view text) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void check_fault(std::string_view message, std::string_view text) {
  invariant(message.starts_with(name) && message[name.size()] == ':', "a fault names the file");
  const std::size_t line = std::strtoull(message.data() + name.size() + 1, nullptr, 10);
  invariant(line >= 1 && line <= lines_of(text), "a fault names a line of the file");
}

bool same_entry(const Expectation& a, const Expectation& b) {
  return a.pattern == b.pattern && a.result == b.result && a.reason == b.reason && a.issue == b.issue &&
         a.position == b.position && a.op == b.op;
}

// A corpus and results of a run over it: of each vector one that passes or deviates.
conformance::Corpus small_corpus() {
  conformance::Corpus corpus;
  conformance::VectorFile& file = corpus.files.emplace_back();
  file.format = "bson-vector";
  for (const char* id :
       {"bson-vector/grid/int8-empty", "bson-vector/grid/packed-bit-padding-9", "bson-vector/size/0"}) {
    conformance::Vector& vector = file.vectors.emplace_back();
    vector.id = id;
    vector.format = file.format;
  }
  return corpus;
}

std::vector<reports::VectorResult> results_of(const conformance::Corpus& corpus) {
  std::vector<reports::VectorResult> results;
  const char* const found[] = {"pass", "accepted-invalid", "crash"};
  for (const conformance::Vector& vector : corpus.files.front().vectors) {
    reports::VectorResult& result = results.emplace_back();
    result.id = vector.id;
    result.format = vector.format;
    result.op = "decode";
    result.level = "MUST";
    result.result = found[(results.size() - 1) % std::size(found)];
  }
  return results;
}

void apply(std::vector<Expectation> entries) {
  static const conformance::Corpus corpus = small_corpus();
  if (entries.size() > most_applied) entries.resize(most_applied);
  std::vector<reports::VectorResult> results = results_of(corpus);
  (void)runner::apply_expectations(entries, corpus, results);
  for (const reports::VectorResult& result : results) {
    invariant(result.result != "crash" || result.expectation.has_value(), "a deviation is expected or not");
  }
  const std::vector<Expectation> updated = runner::updated(entries, corpus, results);
  results = results_of(corpus);
  invariant(runner::apply_expectations(updated, corpus, results).empty(), "updated entries are not stale");
  for (const reports::VectorResult& result : results) {
    invariant(result.expectation == (result.result == "pass" ? std::nullopt : std::optional<std::string>("met")),
              "updated entries expect every deviation");
  }
}

void read(const std::string& text) {
  std::vector<Expectation> entries;
  try {
    entries = runner::expectations_from(text, name);
  } catch (const runner::BadExpectations& bad) {
    return check_fault(bad.what(), text);
  }
  for (const Expectation& entry : entries) {
    invariant(!entry.pattern.empty() && !entry.result.empty() && !entry.reason.empty(), "an entry is complete");
    invariant(entry.line >= 1 && entry.line <= lines_of(text), "an entry is on a line of the file");
  }
  const std::string written = runner::expectations_text(entries);
  const std::vector<Expectation> again = runner::expectations_from(written, name);
  invariant(std::ranges::equal(entries, again, same_entry), "written entries are read as the same entries");
  invariant(runner::expectations_text(again) == written, "entries are written the same way again");
  apply(std::move(entries));
}

}  // namespace

void run_target(const Block& input) { read(std::string(as_text(input.view()))); }

}  // namespace hallmark::fuzz
