#include "reports/tone.hpp"

#include <algorithm>
#include <array>

namespace hallmark::reports {
namespace {

struct Meaning {
  std::string_view result;
  std::string_view text;
};

// Every result that is a failure.
constexpr std::array failures{
    Meaning{"accepted-invalid", "accepts what the format forbids"},
    Meaning{"rejected-valid", "rejects what the format allows"},
    Meaning{"wrong-value", "reads another value"},
    Meaning{"wrong-bytes", "writes bytes of another value, or none"},
    Meaning{"other-bytes", "writes other bytes of the same value than the canonical ones"},
    Meaning{"over-budget", "takes more memory than allowed"},
    Meaning{"crash", "crashes"},
    Meaning{"hang", "does not answer in time"},
    Meaning{"protocol-error", "answers what the protocol does not know"},
};

const Meaning* failure_named(std::string_view result) {
  const auto* found = std::ranges::find(failures, result, &Meaning::result);
  return found == failures.end() ? nullptr : found;
}

}  // namespace

bool failed(std::string_view result) { return failure_named(result) != nullptr; }

std::string_view result_meaning(std::string_view result) {
  const Meaning* meaning = failure_named(result);
  return meaning == nullptr ? "" : meaning->text;
}

Tone tone_of(std::string_view level, std::string_view result) {
  if (result == "pass") return Tone::good;
  if (result == "unsupported" || result == "skipped") return Tone::silent;
  if (result == "crash" || result == "hang" || result == "protocol-error" || result == "over-budget") {
    return Tone::breaks;
  }
  if (!failed(result)) return Tone::unjudged;
  if (level == "MUST") return Tone::fails;
  return level == "SHOULD" ? Tone::warns : Tone::differs;
}

Severity severity_of(Tone tone) {
  if (tone >= Tone::fails) return Severity::error;
  return tone == Tone::warns || tone == Tone::unjudged ? Severity::warning : Severity::note;
}

}  // namespace hallmark::reports
