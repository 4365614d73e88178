// SPDX-License-Identifier: Apache-2.0
// For each rule, at least one golden vector fails when the rule is switched off.
#include <fmt/format.h>

#include "codecs/core/findings.hpp"
#include "conformance/suite/agreement.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {
namespace {

// Large vectors, and those with tens of thousands of copies, are tried only with all rules on and with their own rule
// off: expanding them for every rule would take most of the time.
bool tried(const Vector& vector, const Rule* off) {
  constexpr std::uint64_t large = std::uint64_t{1} << 20;
  return (vector.byte_count() <= large && !vector.has_copies()) || off == nullptr ||
         (vector.error && vector.error->rule == off->id);
}

// The ids with a given prefix of the vectors on which the decoders disagree.
std::vector<std::string> noticing(const Corpus& corpus, std::string_view formats, const Rule* off) {
  std::vector<std::string> ids;
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) {
      const bool counts = vector.id.starts_with(formats) && tried(vector, off);
      if (counts && !disagreements(vector).empty()) ids.push_back(vector.id);
    }
  }
  return ids;
}

TEST_CASE("rule switch: with every rule on, the decoders agree with every vector") {
  CHECK(noticing(load_corpus(find_corpus("")), "", nullptr) == std::vector<std::string>{});
}

// Only vectors of the formats that have a rule can fail without it.
void check_noticed(const Corpus& corpus, const Rule& rule, std::string_view formats) {
  switched_off_rule = &rule;
  const std::vector<std::string> ids = noticing(corpus, formats, &rule);
  switched_off_rule = nullptr;
  fmt::print("{:<36} {:>3} vectors notice:", rule.id, ids.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(ids.size(), 5); ++i) fmt::print(" {}", ids[i]);
  fmt::print("{}\n", ids.size() > 5 ? " …" : "");
  INFO(rule.id);
  CHECK_FALSE(ids.empty());
}

TEST_CASE("rule switch: with any one rule off, a vector of the rule's own format notices") {
  const Corpus corpus = load_corpus(find_corpus(""));
  for (const Codec* codec : all_codecs()) {
    for (const Rule* rule : codec->rules) {
      if (rule->encoding) continue;  // for these lint demands a value that the encoder refuses
      check_noticed(corpus, *rule, fmt::format("{}/", codec->id));
    }
  }
}

}  // namespace
}  // namespace hallmark::conformance
