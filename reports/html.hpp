// One self-contained page over results: no request leaves it, nothing is needed to read it but a browser, and the same
// input gives the same bytes. What comes from a testee or an input file is hostile text: it is shown, never obeyed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/result.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {

// SegmentDetail is one annotated run of bytes; `repeat` copies stand one after the other.
struct SegmentDetail {
  std::string bytes;  // raw
  std::string text;   // what it is
  std::uint64_t repeat = 1;
};

// BodyDetail is a body that does not stand in the bytes of a vector: chunks were joined, compression was undone.
struct BodyDetail {
  std::uint64_t message = 0;  // index of its HTTP message
  std::string bytes;          // raw
};

// OffenceDetail is where a vector breaks its rule, in the words of the reference decoder.
struct OffenceDetail {
  std::string rule;
  std::uint64_t offset = 0;  // in its part
  std::uint64_t length = 0;  // 0 where bytes are missing
  std::string path;
  std::string message;
  Part part = Part::whole;
  std::uint64_t start = 0;               // of the body, in the bytes of the vector
  std::optional<std::size_t> body = {};  // index of VectorDetail::bodies, for a body that stands nowhere else
};

// VectorDetail is what the corpus knows of a vector and result.json does not say.
struct VectorDetail {
  std::string description;
  std::string clause;                                      // "document#section"
  std::vector<std::pair<std::string, std::string>> flags;  // with what the note says of it
  std::vector<std::string> features;
  std::vector<SegmentDetail> segments;
  std::vector<BodyDetail> bodies;  // those with offences
  std::string value;               // JSON, for a valid vector
  std::string options;             // JSON, empty without any
  std::string derived_from;
  bool canonical = false;
  std::optional<OffenceDetail> error;   // for a vector that is not valid
  std::vector<OffenceDetail> warnings;  // pinned warnings and notes
};

struct RuleDetail {
  std::string title;
  std::string kind;
  std::string category;
  std::string level;
  std::string severity;
  std::string clause;  // "document#section"
  std::string revision;
  std::string why;      // may be empty
  bool compat = false;  // an error that the compat profile reports as a warning
};

// Details is what a page can look up, by id. What is not found is left out of the page.
struct Details {
  std::string corpus_sha256;  // of the corpus that `vectors` come from
  std::map<std::string, VectorDetail, std::less<>> vectors;
  std::map<std::string, RuleDetail, std::less<>> rules;
};

// html renders results side by side, in the order given. Throws std::runtime_error when one lists a vector twice for
// the same operation.
[[nodiscard]] std::string html(const std::vector<ConformanceResult>& results, const Details& details);
// The same with the validations of files below.
[[nodiscard]] std::string html(const std::vector<ConformanceResult>& results,
                               const std::vector<ValidationReport>& validations, const Details& details);

}  // namespace hallmark::reports
