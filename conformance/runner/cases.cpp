#include "conformance/runner/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "conformance/runner/glob.hpp"
#include "conformance/runner/list.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;
using conformance::Operation;

// Selection selects the cases.
class Selection {
 public:
  Selection(const Plan& plan, const Hello& hello) : plan_(plan), hello_(hello) {}

  std::vector<Case> of(const conformance::Corpus& corpus, const std::vector<conformance::VectorFile>& generated) {
    std::vector<Case> cases;
    for (const auto* files : {&corpus.files, &generated}) {
      for (const conformance::VectorFile& file : *files) {
        for (const conformance::Vector& vector : file.vectors) {
          for (const Operation operation : {Operation::decode, Operation::encode}) add(vector, operation, cases);
        }
      }
    }
    std::ranges::sort(cases, {}, key);
    drop_unselected(cases);
    return cases;
  }

 private:
  static std::tuple<std::string_view, std::string_view, std::string_view> key(const Case& c) {
    return {c.vector->format, conformance::to_string(c.operation), c.vector->id};
  }

  [[nodiscard]] bool wanted(const conformance::Vector& vector, Operation operation) const {
    if (!plan_.formats.empty() && !contains(plan_.formats, vector.format)) return false;
    return !plan_.operation || *plan_.operation == operation;
  }

  void add(const conformance::Vector& vector, Operation operation, std::vector<Case>& cases) const {
    if (!wanted(vector, operation) || !conformance::offers(vector, operation)) return;
    Case test;
    test.vector = &vector;
    test.operation = operation;
    const Capability* capability = hello_.offers(vector.format, operation);
    if (capability == nullptr) return;  // what the testee does not offer is neither run nor counted
    if (const auto feature = missing_feature(vector, *capability)) {
      test.preset = answer_of(Answer::Kind::unsupported, fmt::format("feature {} is not offered", *feature));
    }
    test.verdict_only = capability->has("verdict-only");
    const bool selected = plan_.run.empty() || any_glob_matches(plan_.run, vector.id);
    if (!selected || any_glob_matches(plan_.skip, vector.id)) test.preset = answer_of(Answer::Kind::skipped, "");
    cases.push_back(std::move(test));
  }

  // With --run, formats and operations without a selected vector are left out.
  void drop_unselected(std::vector<Case>& cases) const {
    if (plan_.run.empty() || !plan_.formats.empty()) return;
    std::set<std::pair<std::string_view, Operation>> selected;
    for (const Case& test : cases) {
      if (any_glob_matches(plan_.run, test.vector->id)) selected.emplace(test.vector->format, test.operation);
    }
    std::erase_if(cases,
                  [&](const Case& test) { return !selected.contains({test.vector->format, test.operation}); });
  }

  const Plan& plan_;
  const Hello& hello_;
};

}  // namespace

std::optional<std::string> missing_feature(const conformance::Vector& vector, const Capability& capability) {
  if (vector.options.profile == Profile::compat && !capability.has("compat")) return "compat";
  for (const std::string& feature : vector.features) {
    if (!capability.has(feature)) return feature;
  }
  return std::nullopt;
}

Answer answer_of(Answer::Kind kind, std::string message) {
  Answer answer;
  answer.kind = kind;
  answer.message = std::move(message);
  return answer;
}

std::vector<Case> select_cases(const conformance::Corpus& corpus, const std::vector<conformance::VectorFile>& generated,
                               const Plan& plan, const Hello& hello) {
  return Selection(plan, hello).of(corpus, generated);
}

}  // namespace hallmark::runner
