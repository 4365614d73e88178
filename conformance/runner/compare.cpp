// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conformance/model/model.hpp"
#include "conformance/runner/compare_inputs.hpp"
#include "conformance/runner/compare_path.hpp"
#include "conformance/runner/conform.hpp"
#include "conformance/suite/agreement.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;
using conformance::Vector;
using AnswerKind = Answer::Kind;

// Questions to each testee to make one disagreement smaller: fewer where each costs a start, few where it costs the
// time limit.
constexpr std::uint64_t most_questions = 1000;
constexpr std::uint64_t most_crashing_questions = 200;
constexpr std::uint64_t most_hanging_questions = 12;

std::string_view name_of(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::accepted: return "accepted";
    case AnswerKind::rejected: return "rejected";
    case AnswerKind::crash: return "crash";
    case AnswerKind::hang: return "hang";
    case AnswerKind::over_budget: return "over-budget";
    default: return "protocol-error";
  }
}

// Answers are what both say to one input.
struct Answers {
  Answer first;
  Answer second;

  [[nodiscard]] bool any(AnswerKind kind) const { return first.kind == kind || second.kind == kind; }
};

// other_values ends what the answers differ in if both accept.
constexpr std::string_view other_values = ", different values";

// outcomes_of names what the answers differ in; "" if they agree.
std::string outcomes_of(const conformance::Model& model, const Answers& answers) {
  const auto& [first, second] = answers;
  const auto plain = [](AnswerKind kind) { return kind == AnswerKind::accepted || kind == AnswerKind::rejected; };
  const std::string both = fmt::format("{} / {}", name_of(first.kind), name_of(second.kind));
  if (first.kind != second.kind || !plain(first.kind)) return both;
  if (first.kind == AnswerKind::rejected || !first.value || !second.value) return "";
  if (conformance::same_value(comparable(model, *first.value), comparable(model, *second.value))) return "";
  return both + std::string(other_values);
}

// Pair is two testees that are asked the same.
struct Pair {
  Session first;
  Session second;

  [[nodiscard]] bool usable() const { return first.usable() && second.usable(); }
  Answers ask(const Vector& vector) {
    return {first.answer(vector, conformance::Operation::decode),
            second.answer(vector, conformance::Operation::decode)};
  }
};

// Key is what inputs of one class have in common. Where both accept, the place at which their values differ names the
// class, and no rule: what else the reference finds in the input does not matter.
struct Key {
  std::string outcomes;
  std::string rule;
  std::string path;

  [[nodiscard]] auto operator<=>(const Key&) const = default;
  [[nodiscard]] bool of_values() const { return outcomes.ends_with(other_values); }
};

// Class is the inputs of one key: how many, the first golden vector among them, and the smallest, with what was said
// of it.
struct Class {
  std::uint64_t inputs = 0;
  std::string golden;
  Vector smallest;
  std::string rule;  // that the reference finds in the smallest
  Answers answers;
};

// OneFormat compares the answers to inputs of one format.
class OneFormat {
 public:
  OneFormat(const conformance::Corpus& corpus, const std::string& format, Pair& pair, Comparison& comparison)
      : model_(*conformance::model_named(format)), words_(corpus, format), pair_(pair), comparison_(comparison) {}

  // put asks both, and says whether the next input shall be asked, too. `golden` names the golden vector that the
  // input is, if it is one.
  bool put(const Vector& vector, const std::string& golden) {
    const Answers answers = pair_.ask(vector);
    if (answers.any(AnswerKind::not_run)) return true;  // interrupted
    ++comparison_.inputs;
    if (answers.any(AnswerKind::failed)) {
      ++comparison_.broken;
      return pair_.usable();
    }
    if (answers.any(AnswerKind::unsupported)) {
      ++comparison_.not_compared;
      return true;
    }
    const std::string outcomes = outcomes_of(model_, answers);
    if (outcomes.empty()) {
      ++comparison_.agreements;
      const auto& [first, second] = answers;
      if (first.category && second.category && *first.category != *second.category) ++comparison_.other_categories;
    } else {
      add(vector, golden, outcomes, answers);
    }
    hangs_ = answers.any(AnswerKind::hang) ? hangs_ + 1 : 0;
    crashes_ = answers.any(AnswerKind::crash) || answers.any(AnswerKind::over_budget) ? crashes_ + 1 : 0;
    return hangs_ < most_hangs && crashes_ < most_crashes;
  }

  void minimise(const CompareInputs& inputs) {
    for (auto& [key, found] : classes_) minimise(key, found, inputs);
  }

  [[nodiscard]] std::vector<Disagreement> take(const Hello& first, const Hello& second) {
    std::vector<Disagreement> all;
    // What costs too much does so whatever else is wrong, and by time or memory as it happens: a golden vector that
    // costs too much shows it.
    const auto costs_too_much = [](const Class& one) {
      return one.answers.any(AnswerKind::hang) || one.answers.any(AnswerKind::over_budget);
    };
    const auto shown = std::ranges::find_if(
        classes_, [&](const auto& one) { return costs_too_much(one.second) && !one.second.golden.empty(); });
    for (auto& [key, found] : classes_) {
      if (found.golden.empty() && costs_too_much(found) && shown != classes_.end()) found.golden = shown->second.golden;
    }
    for (auto& [key, found] : classes_) {
      Vector& vector = found.smallest;
      judge(vector, conformance::examine_vector(vector));
      vector.description = fmt::format("{}; {}", said("first", first, found.answers.first),
                                       said("second", second, found.answers.second));
      if (key.of_values()) vector.description += "; " + values_of(found.answers);
      if (vector.value) vector.level = Level::decision;
      all.push_back({vector.format, key.outcomes, found.rule, key.path, found.inputs, std::move(vector),
                     std::move(found.golden)});
    }
    return all;
  }

 private:
  // Both may have the same name, so each is called by its side.
  static std::string said(std::string_view side, const Hello& hello, const Answer& answer) {
    const std::string message = answer.message.empty() ? "" : ": " + reports::escaped(answer.message);
    return fmt::format("{} ({}) {}{}", side, hello.implementation.name, name_of(answer.kind), message);
  }

  [[nodiscard]] Unlike unlike_in(const Answers& answers) const {
    return unlike(comparable(model_, *answers.first.value), comparable(model_, *answers.second.value));
  }

  [[nodiscard]] std::string values_of(const Answers& answers) const {
    const Unlike where = unlike_in(answers);
    return fmt::format("{}: {} / {}", where.path, where.first, where.second);
  }

  // `reference` is the key by the reference alone.
  [[nodiscard]] Key key_of(Key reference, const Answers& answers) const {
    Key key = std::move(reference);
    if (key.of_values()) return {key.outcomes, "", unlike_in(answers).place};
    if (!key.rule.empty()) return key;
    const auto& [first, second] = answers;
    if (answers.any(AnswerKind::rejected)) {
      key.path = stem_of(first.kind == AnswerKind::rejected ? first.message : second.message);
    }
    return key;
  }
  // The path is known already where the reference finds an error.
  Key key_of(const Vector& vector, const std::string& outcomes) const {
    const conformance::Examination examination = conformance::examine_vector(vector);
    const reports::Diagnostic* error = decisive(examination, *codec_named(vector.format));
    if (error == nullptr) return {outcomes, "", ""};
    return {outcomes, std::string(error->rule), words_.without_indices(error->path)};
  }

  void add(const Vector& vector, const std::string& golden, const std::string& outcomes, const Answers& answers) {
    const Key reference = key_of(vector, outcomes);
    Class& found = classes_[key_of(reference, answers)];
    if (found.golden.empty()) found.golden = golden;
    // What the reference accepts shows a difference in values best.
    const auto size = [](const Vector& one, const std::string& rule) {
      return std::pair(!rule.empty(), one.byte_count());
    };
    if (found.inputs == 0 || size(vector, reference.rule) < size(found.smallest, found.rule)) {
      found.smallest = vector;
      found.rule = reference.rule;
      found.answers = answers;
    }
    ++found.inputs;
  }

  // holds asks both whether an input is of a class; if so it is its smallest.
  bool holds(const Key& key, Class& found, const Vector& vector, std::uint64_t& questions) {
    if (questions == 0) return false;
    // The reference is asked first: it costs nothing.
    const Key before = key_of(vector, key.outcomes);
    if (before.rule != found.rule || (!key.rule.empty() && before != key)) return false;
    --questions;
    Answers answers = pair_.ask(vector);
    if (outcomes_of(model_, answers) != key.outcomes || key_of(before, answers) != key) return false;
    found.smallest = vector;
    found.answers = std::move(answers);
    return true;
  }

  // minimise takes a smaller input of the same rule if one is of the class, then removes pieces of bytes.
  void minimise(const Key& key, Class& found, const CompareInputs& inputs) {
    const bool starts_anew = found.answers.any(AnswerKind::crash) || found.answers.any(AnswerKind::over_budget);
    std::uint64_t questions = found.answers.any(AnswerKind::hang) ? most_hanging_questions
                              : starts_anew                       ? most_crashing_questions
                                                                  : most_questions;
    const std::string id = found.smallest.id;
    std::vector<Vector> like = inputs.like(found.rule);
    std::ranges::stable_sort(like, {}, &Vector::byte_count);
    for (const Vector& other : like) {
      if (other.byte_count() >= found.smallest.byte_count() || holds(key, found, other, questions)) break;
    }
    for (std::uint64_t piece = std::max<std::uint64_t>(1, found.smallest.byte_count() / 2); piece > 0; piece /= 2) {
      for (std::uint64_t at = 0; at < found.smallest.byte_count();) {
        if (!holds(key, found, without(found.smallest, at, piece), questions)) at += piece;
      }
    }
    found.smallest.id = id;
  }

  static Vector without(const Vector& vector, std::uint64_t at, std::uint64_t piece) {
    conformance::Input input = conformance::input_of(vector);
    const std::uint64_t end = std::min<std::uint64_t>(input.bytes.size(), at + piece);
    if (input.header_length && at < *input.header_length) {
      *input.header_length -= std::min<std::uint64_t>(end, *input.header_length) - at;
    }
    input.bytes.erase(input.bytes.begin() + static_cast<std::ptrdiff_t>(at),
                      input.bytes.begin() + static_cast<std::ptrdiff_t>(end));
    Vector smaller = vector;
    set_input(smaller, std::move(input));
    smaller.derived_from.reset();
    smaller.flags.clear();
    return smaller;
  }

  const conformance::Model& model_;
  PathWords words_;
  Pair& pair_;
  Comparison& comparison_;
  std::map<Key, Class> classes_;
  unsigned hangs_ = 0;  // in a row
  unsigned crashes_ = 0;
};

std::vector<std::string> common_formats(const ComparePlan& plan, Comparison& comparison) {
  std::vector<std::string> formats;
  for (const Codec* codec : all_codecs()) {
    const std::string format(codec->id);
    if (!plan.formats.empty() && !contains(plan.formats, format)) continue;
    const bool first = comparison.first.offers(format, conformance::Operation::decode) != nullptr;
    const bool second = comparison.second.offers(format, conformance::Operation::decode) != nullptr;
    if (first && second) {
      formats.push_back(format);
    } else if (!plan.formats.empty()) {
      comparison.notes.push_back(
          fmt::format("{} testee does not decode {}", first ? "the second" : "the first", format));
    }
  }
  return formats;
}

}  // namespace

Comparison compare(const conformance::Corpus& corpus, const ComparePlan& plan, const std::atomic<bool>& interrupted,
                   const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  const IgnoreBrokenPipes guard;
  Pair pair{{plan.first, plan.limits, interrupted}, {plan.second, plan.limits, interrupted}};
  Comparison comparison;
  comparison.first = pair.first.hello();
  comparison.second = pair.second.hello();
  const std::vector<std::string> formats = common_formats(plan, comparison);
  const conformance::Maker maker(corpus);
  std::uint64_t done = 0;
  for (const std::string& format : formats) {
    const CompareInputs inputs(corpus, maker, format, plan.seed,
                               *comparison.first.offers(format, conformance::Operation::decode),
                               *comparison.second.offers(format, conformance::Operation::decode));
    OneFormat one(corpus, format, pair, comparison);
    bool open = true;
    for (std::uint64_t number = 1; number <= plan.count && open && !interrupted; ++number) {
      if (const auto vector = inputs.input(number)) open = one.put(*vector, inputs.golden(number));
      if (progress) progress(++done, plan.count * formats.size());
    }
    if (!open)
      comparison.notes.push_back(fmt::format("{}: a testee only hangs or crashes; the rest was not put", format));
    if (!interrupted) one.minimise(inputs);
    for (Disagreement& found : one.take(comparison.first, comparison.second)) {
      comparison.disagreements.push_back(std::move(found));
    }
  }
  comparison.complete = !interrupted;
  return comparison;
}

}  // namespace hallmark::runner
