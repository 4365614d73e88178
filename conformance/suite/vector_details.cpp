#include "conformance/suite/vector_details.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/messages.hpp"
#include "conformance/examine/rules.hpp"
#include "conformance/suite/smallest.hpp"

namespace hallmark::conformance {
namespace {

reports::RuleDetail detail_of(const Rule& rule) {
  return {.title = std::string(rule.title),
          .kind = std::string(to_string(rule.kind)),
          .category = std::string(to_string(rule.category)),
          .level = std::string(to_string(rule.level)),
          .severity = std::string(to_string(rule.severity)),
          .clause = fmt::format("{}#{}", rule.clause.document, rule.clause.section),
          .revision = std::string(rule.clause.revision),
          .demand = std::string(rule.demand),
          .fix = std::string(rule.fix),
          .why = std::string(rule.why),
          .compat = rule.compat};
}

reports::SegmentDetail detail_of(const Segment& segment) {
  return {.bytes = std::string(as_text(segment.bytes)), .text = segment.text, .repeat = segment.repeat};
}

// ReferenceReport is the outcome of the reference decoder for one message of a vector, or for all of it.
struct ReferenceReport {
  Examination examination;
  std::optional<std::uint64_t> start;  // of the body in the bytes of the vector; absent if it was decoded from them
  reports::BodyDetail body;            // set if `start` is absent
};

// Messages are examined up to the first invalid one, as in examine_input.
std::vector<ReferenceReport> reference_reports(const Codec& codec, Bytes input, const Options& options) {
  if (!holds_messages(codec, input)) return {{.examination = examine(codec, input, options), .start = 0, .body = {}}};
  std::vector<ReferenceReport> all;
  MessageWalk walk(input, &codec, options, {});
  while ((all.empty() || all.back().examination.verdict == Verdict::valid) && walk.next()) {
    const http::Message& message = walk.message();
    ReferenceReport one{
        .examination = std::move(walk.examination()), .start = {}, .body = {.message = message.index, .bytes = {}}};
    const auto& found = one.examination.diagnostics;
    if (message.memory == 0 && !message.body.empty()) {
      one.start = static_cast<std::uint64_t>(message.body.data() - input.data());
    } else if (std::ranges::find(found, reports::Part::body, &reports::Diagnostic::part) != found.end()) {
      one.body.bytes = as_text(message.body);
    }
    all.push_back(std::move(one));
  }
  return all;
}

// add_body returns the index of the body of a message among those of the vector.
std::size_t add_body(reports::VectorDetail& vector, const reports::BodyDetail& body) {
  const auto same = std::ranges::find(vector.bodies, body.message, &reports::BodyDetail::message);
  if (same != vector.bodies.end()) return static_cast<std::size_t>(same - vector.bodies.begin());
  vector.bodies.push_back(body);
  return vector.bodies.size() - 1;
}

// The expected error of a vector, with length, part and message of the reference decoder if they agree.
reports::OffenceDetail offence(const std::vector<ReferenceReport>& reports_of, std::string rule, std::uint64_t offset,
                               std::string path, reports::VectorDetail& vector) {
  reports::OffenceDetail detail;
  detail.rule = std::move(rule);
  detail.offset = offset;
  detail.path = std::move(path);
  const auto same = [&](const reports::Diagnostic& diagnostic) {
    return diagnostic.rule == detail.rule && diagnostic.offset == offset && diagnostic.path == detail.path;
  };
  for (const ReferenceReport& one : reports_of) {
    const auto found = std::ranges::find_if(one.examination.diagnostics, same);
    if (found == one.examination.diagnostics.end()) continue;
    detail.length = found->length;
    detail.message = found->message;
    detail.part = found->part;
    if (found->part != reports::Part::body) break;
    if (one.start) {
      detail.start = *one.start;
    } else {
      detail.body = add_body(vector, one.body);
    }
    break;
  }
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
      if (!found.hazard.empty() && std::ranges::find(detail.hazards, found.hazard) == detail.hazards.end()) {
        detail.hazards.push_back(found.hazard);
      }
    }
  }
  detail.features = vector.features;
  for (const Segment& segment : vector.segments) detail.segments.push_back(detail_of(segment));
  if (vector.value) detail.value = vector.value->dump();
  if (!vector.raw_options.empty()) detail.options = vector.raw_options.dump();
  detail.derived_from = vector.derived_from.value_or("");
  detail.canonical = vector.canonical;

  std::vector<ReferenceReport> reports_of;
  const Codec* codec = codec_named(vector.format);
  detail.refused = vector.operation == Operation::encode;
  if (codec != nullptr && !detail.refused && (vector.error || !vector.warnings.empty())) {
    reports_of = reference_reports(*codec, vector.bytes(), vector.options);
  }
  if (vector.error) {
    detail.error = offence(reports_of, vector.error->rule, vector.error->offset, vector.error->path, detail);
  }
  for (const ExpectedRemark& warning : vector.warnings) {
    detail.warnings.push_back(offence(reports_of, warning.rule, warning.offset, warning.path, detail));
  }
  return detail;
}

}  // namespace

reports::Details rule_details() {
  reports::Details details;
  for (const Rule* rule : all_rules()) details.rules.emplace(rule->id, detail_of(*rule));
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

}  // namespace hallmark::conformance
