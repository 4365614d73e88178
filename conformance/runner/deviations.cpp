// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/deviations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>

#include "conformance/examine/all_rules.hpp"
#include "conformance/show/hex.hpp"
#include "conformance/suite/score.hpp"
#include "reports/hazards.hpp"
#include "reports/plural.hpp"

namespace hallmark::runner {
namespace {

using reports::Tone;
using reports::VectorResult;

constexpr std::size_t examples = 3;
// Entry is a vector and its file; null if the corpus does not have it.
struct Entry {
  const conformance::VectorFile* file = nullptr;
  const conformance::Vector* vector = nullptr;
};

// Index finds vectors by id.
class Index {
 public:
  explicit Index(const conformance::Corpus& corpus) {
    for (const conformance::VectorFile& file : corpus.files) {
      for (const conformance::Vector& vector : file.vectors) entries_.emplace(vector.id, Entry{&file, &vector});
    }
  }

  [[nodiscard]] Entry operator[](const std::string& id) const {
    const auto found = entries_.find(id);
    return found == entries_.end() ? Entry{} : found->second;
  }

 private:
  std::map<std::string_view, Entry> entries_;
};

std::string_view label_of(Tone tone) {
  switch (tone) {
    case Tone::breaks:
    case Tone::fails: return "FAIL";
    case Tone::lenient: return "LENIENT";
    case Tone::unjudged: return "BROKEN";
    case Tone::warns: return "WARN";
    default: return "DIFFER";
  }
}

void describe(Deviation& deviation, const Index& index) {
  const VectorResult& first = *deviation.results.front();
  if (const Rule* rule = conformance::rule_named(conformance::all_rules(), deviation.subject); rule != nullptr) {
    deviation.clause = fmt::format("{}#{}", rule->clause.document, rule->clause.section);
    deviation.demand = rule->demand.text.empty() ? rule->title : rule->demand.text;
  } else if (const conformance::Vector* vector = index[first.id].vector) {
    deviation.clause = vector->clause;
  }
}

std::string hazard_of(const VectorResult& result, const Index& index) {
  const auto [file, vector] = index[result.id];
  std::string hazard;
  if (file == nullptr) return hazard;
  for (const auto& [flag, note] : file->notes) {
    const bool worse = reports::rank_of(note.hazard) < reports::rank_of(hazard);
    if (worse && std::ranges::count(vector->flags, flag) != 0) hazard = note.hazard;
  }
  return hazard;
}

std::string first_bytes(const conformance::Vector& vector) {
  const std::vector<std::byte> bytes = vector.bytes();
  return fmt::format("{}{}({})", show::hex(bytes, 24), bytes.empty() ? "" : " ", reports::plural(bytes.size(), "byte"));
}

std::string expected_text(const VectorResult& result) {
  const bool encode = result.op == "encode";
  const bool accept = !result.expected.rule;
  std::string text = encode ? (accept ? "encoded" : "rejected") : result.expected.verdict;
  if (result.expected.category) text += fmt::format(", {}", *result.expected.category);
  if (result.expected.offset) text += fmt::format(" at offset {}", *result.expected.offset);
  return text;
}

std::string actual_text(const VectorResult& result) {
  std::string text = result.actual.result.empty() ? "no answer" : result.actual.result;
  if (result.actual.category) text += fmt::format(" ({})", *result.actual.category);
  if (result.actual.offset) text += fmt::format(" at offset {}", *result.actual.offset);
  if (result.actual.message) text += ": " + *result.actual.message;
  return text;
}

// `said` is the standard error that was shown last: a broken program says the same every time.
void write_example(const VectorResult& result, const conformance::Vector* vector, std::string& said,
                   std::string& text) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "        {}{}\n", result.id,
                 vector == nullptr ? "" : ": " + reports::escaped(vector->description));
  if (vector != nullptr && vector->operation == conformance::Operation::decode) {
    fmt::format_to(out, "          bytes     {}\n", first_bytes(*vector));
  }
  fmt::format_to(out, "          expected  {}\n          actual    {}\n", expected_text(result), actual_text(result));
  if (result.standard_error != said) write_evidence("stderr", result.standard_error, text);
  said = result.standard_error;
}

void write_deviation(const Deviation& deviation, const Index& index, std::string& said, std::string& text) {
  const VectorResult& first = *deviation.results.front();
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{:<7} {} {} [{} {}]{}: {}{}", deviation.label, first.op, first.result, deviation.subject,
                 first.level, first.expectation ? fmt::format(" [{}]", *first.expectation) : "",
                 reports::share(deviation), deviation.hazard.empty() ? "" : "; hazard: " + deviation.hazard);
  if (!deviation.scored) {
    fmt::format_to(out, ", {}{}\n", deviation.results.size() == 1 ? "" : "first ", first.id);
    return;
  }
  text += '\n';
  if (deviation.clause != deviation.subject) {
    fmt::format_to(out, "        {}{}\n", deviation.clause, deviation.demand.empty() ? "" : ": " + deviation.demand);
  }
  for (std::size_t i = 0; i < std::min(examples, deviation.results.size()); ++i) {
    write_example(*deviation.results[i], index[deviation.results[i]->id].vector, said, text);
  }
  if (deviation.results.size() > examples)
    fmt::format_to(out, "        and {} more\n", deviation.results.size() - examples);
}

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

std::vector<Deviation> deviations_of(const std::vector<VectorResult>& results, const conformance::Corpus& corpus) {
  const Index index(corpus);
  std::vector<Deviation> all;
  const auto hazard = [&](const VectorResult& result) { return hazard_of(result, index); };
  for (reports::Deviations& group : reports::deviations_of(results, hazard)) {
    if (group.known() || group.result == "not-run") continue;
    Deviation& one = all.emplace_back(Deviation{std::move(group), {}, {}, {}, false});
    one.label = label_of(one.tone);
    one.scored = !one.expectation.empty() || one.tone >= Tone::lenient || one.tone == Tone::unjudged;
    describe(one, index);
  }
  std::ranges::stable_sort(all, {}, [](const Deviation& one) { return !one.scored; });
  return all;
}

void write_deviations(const std::vector<Deviation>& deviations, const conformance::Corpus& corpus, std::string& text) {
  const Index index(corpus);
  std::string said;
  bool all_scored = true;
  for (const Deviation& one : deviations) {
    if (all_scored && !one.scored) text += text.ends_with("\n\n") ? "Not scored:\n" : "\nNot scored:\n";
    all_scored = all_scored && one.scored;
    write_deviation(one, index, said, text);
  }
  const auto about = std::ranges::find_if(deviations, [](const Deviation& one) { return one.scored; });
  if (about == deviations.end()) return;
  fmt::format_to(std::back_inserter(text),
                 "\nMore about a rule: hallmark explain RULE. About a vector: hallmark vectors show {}\n",
                 about->results.front()->id);
}

void write_evidence(std::string_view name, std::string_view text, std::string& out) {
  constexpr std::size_t most_lines = 8;  // the last ones: a traceback ends with what happened
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::vector<std::string_view> lines;
  for (; !text.empty(); text.remove_prefix(std::min(lines.back().size() + 1, text.size()))) {
    lines.push_back(text.substr(0, text.find('\n')));
  }
  const std::size_t from = lines.size() > most_lines ? lines.size() - most_lines : 0;
  for (std::size_t i = from; i < lines.size(); ++i) {
    fmt::format_to(std::back_inserter(out), "          {:<9} {}{}\n", i == from ? name : "",
                   i == from && from > 0 ? "… " : "", lines[i]);
  }
}

std::vector<Doubt> adapter_doubts(const std::vector<VectorResult>& results) {
  std::vector<std::vector<const VectorResult*>> groups;
  for (const VectorResult& one : results) {
    if (!conformance::ran(conformance::kind_of(one))) continue;
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
