#include "conformance/runner/deviations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <tuple>

#include "conformance/examine/all_rules.hpp"
#include "reports/hazards.hpp"
#include "reports/plural.hpp"

namespace hallmark::runner {
namespace {

using reports::Tone;
using reports::VectorResult;

constexpr std::size_t examples = 3;
constexpr std::array<std::string_view, 4> labels{"FAIL", "BROKEN", "WARN", "DIFFER"};

// Index finds vectors and their files by id.
class Index {
 public:
  explicit Index(const conformance::Corpus& corpus) {
    for (const conformance::VectorFile& file : corpus.files) {
      for (const conformance::Vector& vector : file.vectors) entries_.emplace(vector.id, Entry{&file, &vector});
    }
  }

  [[nodiscard]] const conformance::Vector* vector(const std::string& id) const {
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : found->second.vector;
  }

  [[nodiscard]] std::string_view hazard(const std::string& id) const {
    const auto found = entries_.find(id);
    std::string_view worst;
    if (found == entries_.end()) return worst;
    for (const auto& [flag, note] : found->second.file->notes) {
      const auto& flags = found->second.vector->flags;
      const bool flagged = std::find(flags.begin(), flags.end(), flag) != flags.end();
      if (flagged && reports::rank_of(note.hazard) < reports::rank_of(worst)) worst = note.hazard;
    }
    return worst;
  }

 private:
  struct Entry {
    const conformance::VectorFile* file;
    const conformance::Vector* vector;
  };
  std::map<std::string_view, Entry> entries_;
};

std::string_view label_of(Tone tone) {
  switch (tone) {
    case Tone::breaks:
    case Tone::fails: return "FAIL";
    case Tone::unjudged: return "BROKEN";
    case Tone::warns: return "WARN";
    default: return "DIFFER";
  }
}

void describe(Deviation& deviation, const Index& index) {
  const VectorResult& first = *deviation.results.front();
  if (const Rule* rule = conformance::rule_named(conformance::all_rules(), deviation.subject); rule != nullptr) {
    deviation.clause = fmt::format("{}#{}", rule->clause.document, rule->clause.section);
    deviation.demand = rule->demand.empty() ? rule->title : rule->demand;
  } else if (const conformance::Vector* vector = index.vector(first.id)) {
    deviation.clause = vector->clause;
  }
  for (const VectorResult* one : deviation.results) {
    const std::string_view hazard = index.hazard(one->id);
    if (reports::rank_of(hazard) < reports::rank_of(deviation.hazard)) deviation.hazard = hazard;
  }
}

std::string first_bytes(const conformance::Vector& vector) {
  constexpr std::size_t shown = 24;
  const std::vector<std::byte> bytes = vector.bytes();
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, bytes.size()); ++i) {
    text += fmt::format("{:02x} ", std::to_integer<unsigned>(bytes[i]));
  }
  return fmt::format("{}{}({})", text, bytes.size() > shown ? "… " : "", reports::plural(bytes.size(), "byte"));
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
                 reports::plural(deviation.results.size(), "vector"),
                 deviation.hazard.empty() ? "" : "; hazard: " + deviation.hazard);
  if (!deviation.scored) {
    fmt::format_to(out, ", {}{}\n", deviation.results.size() == 1 ? "" : "first ", first.id);
    return;
  }
  fmt::format_to(out, "\n        {}{}\n", deviation.clause, deviation.demand.empty() ? "" : ": " + deviation.demand);
  for (std::size_t i = 0; i < std::min(examples, deviation.results.size()); ++i) {
    write_example(*deviation.results[i], index.vector(deviation.results[i]->id), said, text);
  }
  if (deviation.results.size() > examples)
    fmt::format_to(out, "        and {} more\n", deviation.results.size() - examples);
}

}  // namespace

std::vector<Deviation> deviations_of(const std::vector<VectorResult>& results, const conformance::Corpus& corpus) {
  const Index index(corpus);
  std::vector<Deviation> all;
  for (reports::Deviations& group : reports::deviations_of(results)) {
    if (group.known() || group.result == "not-run") continue;
    Deviation& one = all.emplace_back(Deviation{std::move(group), {}, {}, {}, {}, false});
    one.label = label_of(one.tone);
    one.scored =
        !one.expectation.empty() || one.tone == Tone::fails || one.tone == Tone::breaks || one.tone == Tone::unjudged;
    describe(one, index);
  }
  const auto order = [](const Deviation& one) {
    return std::tuple(!one.scored, reports::rank_of(one.hazard), std::ranges::find(labels, one.label) - labels.begin(),
                      -static_cast<std::ptrdiff_t>(one.results.size()));
  };
  std::ranges::stable_sort(all, {}, order);
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

}  // namespace hallmark::runner
