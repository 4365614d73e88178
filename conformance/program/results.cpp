// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/results.hpp"

#include <fmt/format.h>

#include "conformance/examine/text_file.hpp"
#include "conformance/suite/recall.hpp"
#include "reports/bounded_json.hpp"

namespace hallmark::program {
namespace {

constexpr std::uint64_t largest_result = std::uint64_t{256} << 20;

void add(const std::string& path, Results& results) {
  const bool piped = path == "-";
  const std::string name = piped ? "standard input" : path;
  try {
    reports::add_results(
        piped ? conformance::text_of_standard_input(largest_result) : conformance::text_of_file(path, largest_result),
        results);
  } catch (const reports::BadJson& bad) {
    throw std::runtime_error(fmt::format("{}:{}:{}: {}", name, bad.line, bad.column, bad.what()));
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}", name, error.what()));
  }
}

// Without a corpus, clauses are unknown; whoever shows vectors says so.
conformance::Corpus corpus_or_none(const std::string& folder) {
  try {
    return conformance::load_corpus(conformance::find_corpus(folder));
  } catch (const conformance::BadCorpus&) {
    if (!folder.empty()) throw;
    return {};
  }
}

}  // namespace

Results read_results(const std::vector<std::string>& paths, const std::string& corpus) {
  Results results;
  for (const std::string& path : paths) add(path, results);
  if (!results.conformance.empty()) conformance::recall(corpus_or_none(corpus), results.conformance);
  return results;
}

}  // namespace hallmark::program
