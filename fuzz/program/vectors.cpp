// SPDX-License-Identifier: Apache-2.0
// Fuzz target: files of golden vectors, which `--vectors` takes from anybody. A file is vectors, or has a fault that
// its message places; vectors are within the bounds of the schema, and everything that reads them copes with them:
// lint's comparison with the reference, the details of reports, the smallest vector of a rule.

#include "conformance/suite/agreement.hpp"
#include "conformance/suite/score.hpp"
#include "conformance/suite/vector_details.hpp"
#include "conformance/suite/vector_file.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {
namespace {

using conformance::Vector;

constexpr std::string_view name = "vectors.json";
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 16;  // of all vectors, expanded: more takes time, not thought

std::uint64_t expanded(const conformance::VectorFile& file) {
  std::uint64_t size = 0;
  for (const Vector& vector : file.vectors) {
    std::uint64_t one = 0;
    for (const conformance::Segment& segment : vector.segments) one += segment.size();
    invariant(one <= conformance::max_vector_bytes, "a vector is within its bound");
    if (vector.value) one += conformance::check_repeats(reports::JsonAt(*vector.value));
    size += one;
  }
  return size;
}

void check_vector(const Vector& vector) {
  invariant(vector.id.starts_with(vector.format + "/"), "an id begins with the format");
  invariant(!vector.description.empty() && !vector.clause.empty(), "a vector says what it is");
  invariant((vector.verdict == Verdict::valid) != vector.error.has_value(), "a vector has an error unless it is valid");
  const bool encode = vector.operation == conformance::Operation::encode;
  invariant((vector.verdict == Verdict::valid || encode) == vector.value.has_value(), "a valid vector has a value");
  (void)conformance::scored_level(vector);
}

void read(const std::string& text) {
  conformance::Corpus corpus;
  try {
    corpus.files.push_back(conformance::parse_vector_file(std::string(name), std::string(name), text));
  } catch (const conformance::BadCorpus& bad) {
    const std::string_view message = bad.what();
    return invariant(message.starts_with(name) && message.size() > name.size() + 2, "a fault names the file");
  }
  const conformance::VectorFile& file = corpus.files.front();
  invariant(file.digest.size() == 64 && codec_named(file.format) != nullptr, "a file has a digest and a format");
  for (const Vector& vector : file.vectors) check_vector(vector);
  if (expanded(file) > most_bytes) return;
  for (const Vector& vector : file.vectors) {
    for (const std::string& line : conformance::disagreements(vector)) {
      invariant(find_invalid_utf8(as_bytes(line)) == nowhere, "a disagreement is UTF-8");
    }
  }
  const reports::Details details = conformance::report_details(corpus);
  invariant(details.vectors.size() <= file.vectors.size(), "reports have a vector once");
  for (const auto& [rule, vector] : conformance::smallest_vectors(corpus)) {
    invariant(details.vectors.contains(vector->id), "the smallest vector of a rule is in reports");
  }
}

}  // namespace

void run_target(const Block& input) { read(std::string(as_text(input.view()))); }

}  // namespace hallmark::fuzz
