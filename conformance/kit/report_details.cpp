#include "conformance/kit/report_details.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/http/rules.hpp"
#include "conformance/kit/messages.hpp"
#include "conformance/kit/rules.hpp"

namespace hallmark::kit {
namespace {

reports::RuleDetail detail_of(const Rule& rule) {
  return {.title = std::string(rule.title),
          .kind = std::string(to_string(rule.kind)),
          .category = std::string(to_string(rule.category)),
          .level = std::string(to_string(rule.level)),
          .severity = std::string(to_string(rule.severity)),
          .clause = fmt::format("{}#{}", rule.clause.document, rule.clause.section),
          .revision = std::string(rule.clause.revision),
          .why = std::string(rule.why),
          .compat = rule.compat};
}

reports::SegmentDetail detail_of(const Segment& segment) {
  return {.bytes = std::string(as_text(segment.bytes)), .text = segment.text, .repeat = segment.repeat};
}

// What the vector expects, with length and words from the reference decoder where it says the same.
reports::OffenceDetail offence(const Examination& examination, std::string rule, std::uint64_t offset,
                               std::string path) {
  reports::OffenceDetail detail{.rule = std::move(rule),
                                .offset = offset,
                                .length = 0,
                                .path = std::move(path),
                                .message = "",
                                .elsewhere = false};
  const auto same = [&](const reports::Diagnostic& diagnostic) {
    return diagnostic.rule == detail.rule && diagnostic.offset == offset && diagnostic.path == detail.path;
  };
  const auto found = std::ranges::find_if(examination.diagnostics, same);
  if (found != examination.diagnostics.end()) {
    detail.length = found->length;
    detail.message = found->message;
    detail.elsewhere = found->part == reports::Part::body;
  }
  return detail;
}

reports::VectorDetail detail_of(const Vector& vector, const VectorFile& file) {
  reports::VectorDetail detail;
  detail.description = vector.description;
  detail.clause = vector.clause;
  for (const std::string& flag : vector.flags) {
    const auto note = std::ranges::find(file.notes, flag, &std::pair<std::string, Note>::first);
    detail.flags.emplace_back(flag, note == file.notes.end() ? "" : note->second.description);
  }
  detail.features = vector.features;
  for (const Segment& segment : vector.segments) detail.segments.push_back(detail_of(segment));
  if (vector.value) detail.value = vector.value->dump();
  if (!vector.raw_options.empty()) detail.options = vector.raw_options.dump();
  detail.derived_from = vector.derived_from.value_or("");
  detail.canonical = vector.canonical;

  Examination examination;
  const Codec* codec = codec_named(vector.format);
  if (codec != nullptr && (vector.error || !vector.warnings.empty())) {
    examination = examine_input(*codec, vector.bytes(), vector.options);
  }
  if (vector.error) {
    detail.error = offence(examination, vector.error->rule, vector.error->offset, vector.error->path);
  }
  for (const ExpectedRemark& warning : vector.warnings) {
    detail.warnings.push_back(offence(examination, warning.rule, warning.offset, warning.path));
  }
  return detail;
}

}  // namespace

reports::Details rule_details() {
  reports::Details details;
  for (const Codec* codec : all_codecs()) {
    for (const Rule* rule : codec->rules) details.rules.emplace(rule->id, detail_of(*rule));
  }
  for (const Rule* rule : http::rules) details.rules.emplace(rule->id, detail_of(*rule));
  for (const Rule* rule : rules) details.rules.emplace(rule->id, detail_of(*rule));
  return details;
}

reports::Details report_details(const Corpus& corpus) {
  reports::Details details = rule_details();
  details.corpus_sha256 = corpus.sha256();
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) details.vectors.emplace(vector.id, detail_of(vector, file));
  }
  return details;
}

}  // namespace hallmark::kit
