// SPDX-License-Identifier: Apache-2.0
// Renders results as a folder of static HTML pages, which make no requests and are reproducible byte for byte. All text
// from testees and input files is untrusted and escaped.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reports/result.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

// SegmentDetail is one annotated run of bytes, repeated `repeat` times; or it stands for bytes that are not shown.
struct SegmentDetail {
  std::string bytes;  // raw
  std::string text;   // what it is
  std::uint64_t repeat = 1;
  std::uint64_t left_out = 0;  // bytes that are not shown; then there are no others

  [[nodiscard]] std::uint64_t size() const { return left_out + bytes.size() * repeat; }
};

// OffenceDetail is the place where a vector breaks a rule, with the message of the reference decoder.
struct OffenceDetail {
  std::string rule;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // 0 if bytes are missing
  std::string path;
  std::string message;
};

// VectorDetail is the data about a vector that the corpus has and result.json lacks.
struct VectorDetail {
  std::string description;
  std::string clause;                                      // "document#section"
  std::vector<std::pair<std::string, std::string>> flags;  // with the text of the note
  std::set<std::string> hazards;  // of the flags: "memory", "resources", "smuggling", "corruption"
  std::vector<std::string> features;
  std::vector<SegmentDetail> segments;
  std::string value;     // JSON, for a valid vector or a value to be refused
  bool refused = false;  // the vector is a value that an encoder must refuse; it has no bytes
  std::string options;   // JSON, empty without any
  std::string derived_from;
  bool canonical = false;
  std::optional<OffenceDetail> error;   // for a vector that is not valid
  std::vector<OffenceDetail> warnings;  // pinned warnings and notes
};

// Details holds vectors and rules by id. The page leaves out what is missing here.
struct Details {
  std::string corpus_sha256;  // the corpus that `vectors` come from
  std::map<std::string, VectorDetail, std::less<>> vectors;
  RulesById rules;
  std::map<std::string, std::string, std::less<>> smallest;  // by rule: the id of the smallest vector that breaks it

  // Both return null for what is missing.
  [[nodiscard]] const VectorDetail* vector(std::string_view id) const {
    const auto found = vectors.find(id);
    return found == vectors.end() ? nullptr : &found->second;
  }
  [[nodiscard]] const Rule* rule(std::string_view id) const {
    const auto found = rules.find(id);
    return found == rules.end() ? nullptr : found->second;
  }
};

// Page is one file of a report; `path` is relative to its folder, with '/'.
struct Page {
  std::string path;
  std::string text;
};
using PageSink = std::function<void(const Page&)>;

// is_page: a file that starts with this text was written by report_pages or site_pages, so that later ones may replace
// it.
[[nodiscard]] bool is_page(std::string_view start);

struct PageOptions {
  std::string first_page = "index.html";
  // Leave out what published forms must not show: standard error, folders of inputs, and what may be a security problem
  // of released software (failures with hazard memory or resources, crashes, hangs, memory over budget), which is
  // counted.
  bool published = false;
  // What is shown of the bytes around a finding of a validation, as plain text; "" if the input is not at hand.
  std::function<std::string(const InputReport& input, const Diagnostic& finding)> excerpt = {};
};

// report_pages renders results side by side: a first page that says who is wrong where, and pages of formats,
// implementations, vectors, inputs and rules. One page is in memory at a time; `sink` may throw. Throws
// std::runtime_error before the first page if a result lists a vector twice for one operation.
void report_pages(std::vector<ConformanceResult> results, std::vector<ValidationReport> validations,
                  const Details& details, const PageOptions& options, const PageSink& sink);

// site_pages renders every rule on a page of its own, rules/<family>/<slug>.html, and an index of them; with results,
// in their published form, each page says who breaks the rule.
void site_pages(std::vector<ConformanceResult> results, const Details& details, const PageSink& sink);

}  // namespace hallmark::reports
