#include "hallmark/core/rule.hpp"

namespace hallmark {

std::string_view to_string(Kind kind) noexcept {
  switch (kind) {
    case Kind::malformed: return "malformed";
    case Kind::invalid: return "invalid";
    case Kind::unsupported: return "unsupported";
    case Kind::limit: return "limit";
  }
  return "";
}

std::string_view to_string(Level level) noexcept {
  switch (level) {
    case Level::must: return "MUST";
    case Level::should: return "SHOULD";
    case Level::decision: return "DECISION";
    case Level::limit: return "LIMIT";
  }
  return "";
}

std::string_view to_string(Addressee addressee) noexcept {
  switch (addressee) {
    case Addressee::nobody: return "";
    case Addressee::data: return "data";
    case Addressee::reader: return "reader";
    case Addressee::writer: return "writer";
  }
  return "";
}

std::string_view to_string(Severity severity) noexcept {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

std::string_view to_string(Category category) noexcept {
  switch (category) {
    case Category::truncated: return "truncated";
    case Category::trailing_data: return "trailing-data";
    case Category::bad_magic: return "bad-magic";
    case Category::bad_version: return "bad-version";
    case Category::bad_tag: return "bad-tag";
    case Category::bad_value: return "bad-value";
    case Category::out_of_range: return "out-of-range";
    case Category::overflow: return "overflow";
    case Category::not_canonical: return "not-canonical";
    case Category::duplicate: return "duplicate";
    case Category::bad_text: return "bad-text";
    case Category::misaligned: return "misaligned";
    case Category::bad_padding: return "bad-padding";
    case Category::mismatch: return "mismatch";
    case Category::unsupported: return "unsupported";
    case Category::resource_limit: return "resource-limit";
  }
  return "";
}

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::valid: return "valid";
    case Verdict::invalid: return "invalid";
    case Verdict::limited: return "limited";
    case Verdict::unsupported: return "unsupported";
  }
  return "";
}

std::string_view to_string(Profile profile) noexcept { return profile == Profile::strict ? "strict" : "compat"; }

}  // namespace hallmark
