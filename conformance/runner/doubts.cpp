#include "conformance/runner/doubts.hpp"

#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <optional>

#include "conformance/suite/score.hpp"

namespace hallmark::runner {
namespace {

using reports::VectorResult;

constexpr std::size_t fewest_judged = 2;  // vectors; one alone shows nothing

// Kind is a way in which all vectors of a kind can go wrong.
struct Kind {
  std::function<bool(const VectorResult&)> among;
  std::function<bool(const VectorResult&)> wrong;
  const char* what;  // with format, "input" or "value", number
};

bool valid(const VectorResult& one) { return one.expected.verdict == "valid"; }

// The first is about all vectors: without any answer.
const Kind kinds[] = {
    {[](const VectorResult&) { return true; }, [](const VectorResult& one) { return one.actual.result.empty(); },
     "No {1} of {0} was answered ({2})."},
    {valid, [](const VectorResult& one) { return one.result == "rejected-valid"; },
     "Every valid {1} of {0} was rejected ({2})."},
    {[](const VectorResult& one) { return !valid(one); },
     [](const VectorResult& one) { return one.result == "accepted-invalid"; },
     "Every invalid {1} of {0} was accepted ({2}). Does it pass on the errors of its library?"},
};

std::optional<Doubt> doubt(const std::vector<const VectorResult*>& group, const Kind& kind) {
  std::size_t number = 0;
  std::string errors;
  std::string message;
  for (const VectorResult* one : group) {
    if (!kind.among(*one)) continue;
    if (!kind.wrong(*one) || one->expectation == "met") return std::nullopt;
    ++number;
    if (errors.empty()) errors = one->standard_error;
    if (message.empty()) message = one->actual.message.value_or("");
  }
  if (number < fewest_judged) return std::nullopt;
  const VectorResult& first = *group.front();
  return Doubt{first.format, first.op, &kind != std::begin(kinds),
               fmt::format(fmt::runtime(kind.what), first.format, first.op == "encode" ? "value" : "input", number),
               errors.empty() ? message : errors};
}

}  // namespace

std::vector<Doubt> adapter_doubts(const std::vector<VectorResult>& results) {
  std::vector<std::vector<const VectorResult*>> groups;
  for (const VectorResult& one : results) {
    if (!conformance::ran(*conformance::result_named(one.result))) continue;
    const bool another =
        groups.empty() || groups.back().front()->format != one.format || groups.back().front()->op != one.op;
    if (another) groups.emplace_back();
    groups.back().push_back(&one);
  }
  std::vector<Doubt> doubts;
  for (const auto& group : groups) {
    for (const Kind& kind : kinds) {
      auto found = doubt(group, kind);
      if (!found) continue;
      doubts.push_back(std::move(*found));
      break;
    }
  }
  return doubts;
}

}  // namespace hallmark::runner
