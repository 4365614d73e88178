// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/vector_details.hpp"

#include <algorithm>
#include <tuple>

#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/examine.hpp"
#include "conformance/examine/rules.hpp"

namespace hallmark::conformance {
namespace {

reports::SegmentDetail detail_of(const ShownRun& run) {
  return {.bytes = std::string(as_text(run.bytes)), .text = run.text, .repeat = run.repeat, .left_out = run.left_out};
}

// The expected error of a vector, with length and message of the reference decoder if they agree.
reports::OffenceDetail offence(const Examination& examination, std::string rule, std::uint64_t offset,
                               std::string path) {
  reports::OffenceDetail detail;
  detail.rule = std::move(rule);
  detail.offset = offset;
  detail.path = std::move(path);
  const auto found = std::ranges::find_if(examination.diagnostics, [&](const reports::Diagnostic& diagnostic) {
    return diagnostic.rule == detail.rule && diagnostic.offset == offset && diagnostic.path == detail.path;
  });
  if (found == examination.diagnostics.end()) return detail;
  detail.length = found->length;
  detail.message = found->message;
  return detail;
}

reports::VectorDetail detail_of(const Vector& vector, const VectorFile& file) {
  reports::VectorDetail detail;
  detail.description = vector.description;
  detail.clause = vector.clause;
  for (const std::string& flag : vector.flags) {
    const auto note = std::ranges::find(file.notes, flag, &std::pair<std::string, Note>::first);
    if (note == file.notes.end()) {
      detail.flags.emplace_back(flag, "");
    } else {
      const Note& found = note->second;
      detail.flags.emplace_back(flag, found.description);
      if (!found.hazard.empty()) detail.hazards.insert(found.hazard);
    }
  }
  detail.features = vector.features;
  for (const ShownRun& run : vector.shown_runs()) detail.segments.push_back(detail_of(run));
  if (vector.value) detail.value = vector.value->dump();
  if (!vector.raw_options.empty()) detail.options = vector.raw_options.dump();
  detail.derived_from = vector.derived_from.value_or("");
  detail.canonical = vector.canonical;

  Examination examination;
  const Codec* codec = codec_named(vector.format);
  detail.refused = vector.operation == Operation::encode;
  if (codec != nullptr && !detail.refused && (vector.error || !vector.warnings.empty())) {
    const std::vector<std::byte> bytes = vector.bytes();
    examination = examine(*codec, bytes, vector.options);
  }
  if (vector.error) {
    detail.error = offence(examination, vector.error->rule, vector.error->offset, vector.error->path);
  }
  for (const ExpectedRemark& warning : vector.warnings) {
    detail.warnings.push_back(offence(examination, warning.rule, warning.offset, warning.path));
  }
  return detail;
}

auto rank(const Vector& vector, std::string_view rule) {
  const bool as_error = vector.error && vector.error->rule == rule;
  const std::uint64_t size = vector.value ? vector.value->dump().size() : 0;
  return std::tuple(vector.operation == Operation::encode, vector.options.profile != Profile::strict, !as_error,
                    vector.byte_count(), size);
}

}  // namespace

reports::Details rule_details() {
  reports::Details details;
  for (const Rule* rule : all_rules()) details.rules.emplace(rule->id, rule);
  return details;
}

reports::Details report_details(const Corpus& corpus) {
  reports::Details details = rule_details();
  details.corpus_sha256 = corpus.sha256();
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) details.vectors.emplace(vector.id, detail_of(vector, file));
  }
  for (const auto& [rule, vector] : smallest_vectors(corpus)) details.smallest.emplace(rule, vector->id);
  return details;
}

std::map<std::string_view, const Vector*> smallest_vectors(const Corpus& corpus) {
  std::map<std::string_view, const Vector*> smallest;
  const auto consider = [&](const Vector& vector, std::string_view rule) {
    const Vector*& best = smallest[rule];
    if (best == nullptr || rank(vector, rule) < rank(*best, rule)) best = &vector;
  };
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) {
      if (vector.error) consider(vector, vector.error->rule);
      for (const ExpectedRemark& remark : vector.warnings) consider(vector, remark.rule);
    }
  }
  return smallest;
}

}  // namespace hallmark::conformance
