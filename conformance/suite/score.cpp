// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/examine.hpp"
#include "conformance/suite/sha256.hpp"
#include "reports/deviations.hpp"

namespace hallmark::conformance {
namespace {

// shown shortens a value for a message.
std::string shown(const Json& value) {
  constexpr std::size_t longest = 80;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > longest) {
    text.resize(longest);
    text += "…";
  }
  return reports::escaped(text);
}

// hashed converts {"base64"} to the {"sha256", "nbytes"} that a reply may give instead.
std::optional<Json> hashed(const Json& data) {
  if (!data.is_object() || !data.contains("base64") || !data["base64"].is_string()) return std::nullopt;
  const std::vector<std::byte> bytes = from_base64(data["base64"].get_ref<const std::string&>());
  return Json{{"sha256", sha256_hex(bytes)}, {"nbytes", reports::number(bytes.size())}};
}

// pairwise calls `visit` with the parts of two values that have the same place, without those that only one has.
template <class Visit>
void pairwise(Json& value, const Json& other, const Visit& visit) {
  if (value.is_object() && other.is_object()) {
    for (auto& [name, part] : value.items()) {
      if (const auto found = other.find(name); found != other.end()) visit(part, *found);
    }
  } else if (value.is_array() && other.is_array()) {
    for (std::size_t i = 0; i < value.size() && i < other.size(); ++i) visit(value[i], other[i]);
  }
}

// align replaces data in `expected` by their hash wherever `actual` gives only a hash.
void align(Json& expected, const Json& actual) {
  if (!expected.is_object() || !actual.is_object() || !actual.contains("sha256") || !expected.contains("base64")) {
    return pairwise(expected, actual, align);
  }
  if (auto hash = hashed(expected)) expected = std::move(*hash);
}

// difference names the first place where two values differ.
std::string difference(const Json& expected, const Json& actual, const std::string& path) {
  if (expected.is_object() && actual.is_object()) {
    for (const auto& [name, value] : expected.items()) {
      const std::string below = path + "." + reports::escaped(name);
      const auto found = actual.find(name);
      if (found == actual.end()) return fmt::format("{} is missing", below);
      if (!same_value(value, *found)) return difference(value, *found, below);
    }
    for (const auto& [name, value] : actual.items()) {
      if (!expected.contains(name)) return fmt::format("{}.{} is not expected", path, reports::escaped(name));
    }
  } else if (expected.is_array() && actual.is_array()) {
    if (expected.size() != actual.size()) {
      return fmt::format("{} has {} entries, expected {}", path, actual.size(), expected.size());
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (!same_value(expected[i], actual[i]))
        return difference(expected[i], actual[i], fmt::format("{}[{}]", path, i));
    }
  }
  return fmt::format("{} is {}, expected {}", path, shown(actual), shown(expected));
}

// Score is a result with an optional message, and the level at which it counts if that is not the vector's.
struct Score {
  Result result = Result::pass;
  std::string message;
  std::optional<Level> level = {};
};

bool arrays_of_other_sizes(const Json& a, const Json& b) {
  return a.is_array() && b.is_array() && a.size() != b.size();
}

// complete puts members into `value` that it lacks. What it has stays as it is.
void complete(Json& value, const Json& members) {
  if (arrays_of_other_sizes(value, members)) return;
  pairwise(value, members, complete);
  if (!value.is_object() || !members.is_object()) return;
  // insert would look for each among those that came before it, too.
  auto& all = value.get_ref<Json::object_t&>();
  const auto had = static_cast<std::ptrdiff_t>(all.size());
  all.reserve(all.size() + members.size());
  for (const auto& [name, member] : members.items()) {
    const auto is_it = [&](const auto& one) { return one.first == name; };
    if (std::none_of(all.begin(), all.begin() + had, is_it)) all.emplace_back(name, member);
  }
}

// unlike returns where a value differs from that of the vector with the members `added`, or "".
std::string unlike(const Vector& vector, const Json& value, const Json& added = {}) {
  Json asked = vector.whole_value();
  // Values of tens of thousands of entries are the rule rather than differences: neither is sorted to see that.
  if (added.is_null() && same_value(asked, value)) return "";
  const Model& model = *model_named(vector.format);
  complete(asked, added);
  Json expected = comparable(model, std::move(asked));
  const Json actual = comparable(model, value);
  align(expected, actual);
  return same_value(expected, actual) ? "" : difference(expected, actual, "value");
}

// Where the value is owed, to accept the input is to be judged by it: as a MUST, passed or failed.
Score score_value(const Vector& vector, const Json& value) {
  const std::optional<Level> level = vector.owed ? std::optional(Level::must) : std::nullopt;
  std::string where = unlike(vector, value);
  return {where.empty() ? Result::pass : Result::wrong_value, std::move(where), level};
}

Score score_decode(const Vector& vector, const Answer& answer, bool verdict_only) {
  const bool valid = vector.verdict == Verdict::valid;
  if (answer.kind == Answer::Kind::rejected) return {valid ? Result::rejected_valid : Result::pass, {}};
  if (answer.kind != Answer::Kind::accepted) return {Result::protocol_error, "this is not a reply to decode"};
  if (!valid) return {Result::accepted_invalid, {}};
  if (answer.value) return score_value(vector, *answer.value);
  if (verdict_only) return {};
  return {Result::protocol_error, "accepted without a value, but the capability lacks verdict-only"};
}

std::string hex(Bytes bytes, std::size_t from) {
  const Bytes rest = bytes.subspan(from);
  return rest.empty() ? "the end" : to_hex(rest.first(std::min<std::size_t>(8, rest.size())));
}

std::string first_difference(Bytes output, Bytes expected) {
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(output, expected).in1 - output.begin());
  return fmt::format("{} bytes, expected {}; offset {} has {}, expected {}", output.size(), expected.size(), at,
                     hex(output, at), hex(expected, at));
}

// The level of the strongest rule that an input breaks. Levels are ordered, MUST first.
Level strongest(const Examination& examination) {
  Level level = Level::limit;
  for (const reports::Diagnostic& diagnostic : examination.diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    const Rule* rule = rule_named(all_rules(), diagnostic.rule);
    level = std::min(level, rule == nullptr ? Level::must : rule->level);
  }
  return level;
}

// without_nulls removes members that are null and that `expected` does not have, and takes null for an object without
// members: an encoder that writes null for what it does not know means what one means that leaves it out.
void without_nulls(Json& value, const Json& expected) {
  if (value.is_null() && expected.is_object() && expected.empty()) value = expected;
  if (arrays_of_other_sizes(value, expected)) return;
  pairwise(value, expected, without_nulls);
  if (!value.is_object() || !expected.is_object()) return;
  Json rest = Json::object();
  auto& members = rest.get_ref<Json::object_t&>();
  for (auto& [name, member] : value.items()) {
    if (!member.is_null() || expected.contains(name)) members.emplace_back(name, std::move(member));
  }
  value = std::move(rest);
}

// another_value returns where output that breaks only what the compat profile allows differs in value, or "".
std::string another_value(const Vector& vector, const Answer& answer, Options options) {
  options.profile = Profile::compat;
  if (examine(*codec_named(vector.format), answer.output, options).verdict != Verdict::valid) return "";
  Json value = model_named(vector.format)->decode(answer.output, options);
  Json expected = vector.whole_value();
  complete(expected, answer.added);
  without_nulls(value, expected);
  return unlike(vector, value, answer.added);
}

Score score_bytes(const Vector& vector, const Answer& answer) {
  const Bytes output = answer.output;
  const Options options = reading(vector.options, answer.header_length);
  const bool same_frame =
      !answer.header_length || !vector.options.header_length || *answer.header_length == *vector.options.header_length;
  if (same_frame && output.size() == vector.byte_count() && std::ranges::equal(output, vector.bytes())) return {};
  const Codec* codec = codec_named(vector.format);
  const Examination examination = examine(*codec, output, options);
  if (examination.verdict != Verdict::valid) {
    const reports::Diagnostic* error = decisive(examination, *codec);
    if (error == nullptr) return {Result::wrong_bytes, "the output is not valid"};
    std::string message =
        fmt::format("the output breaks {} at offset {}: {}", error->rule, error->offset, error->message);
    const std::string where = another_value(vector, answer, options);
    if (!where.empty()) return {Result::wrong_bytes, message + "; and it decodes to a different value: " + where};
    return {Result::wrong_bytes, std::move(message), std::max(scored_level(vector), strongest(examination))};
  }
  const std::string where = unlike(vector, model_named(vector.format)->decode(output, options), answer.added);
  if (!where.empty()) return {Result::wrong_bytes, "the output decodes to a different value: " + where};
  if (!vector.canonical || !answer.added.is_null()) return {};
  return {Result::other_bytes, "the same value in other bytes: " + first_difference(output, vector.bytes()),
          Level::decision};
}

// encoded gives the level at which it counts that a value was encoded which has no encoding. A sentence about bytes is
// broken by bytes alone: output that breaks none lost the value, as null for NaN does, which no sentence forbids.
Level encoded(const Vector& vector, const Answer& answer) {
  const Rule* rule = rule_named(all_rules(), vector.error->rule);
  if (rule == nullptr || rule->demand.addressee != Addressee::data) return scored_level(vector);
  const Options options = reading(vector.options, answer.header_length);
  const Level broken = strongest(examine(*codec_named(vector.format), answer.output, options));
  return std::max(scored_level(vector), std::min(broken, Level::decision));
}

Score score_encode(const Vector& vector, const Answer& answer) {
  const bool valid = vector.verdict == Verdict::valid;
  if (answer.kind == Answer::Kind::rejected) return {valid ? Result::rejected_valid : Result::pass, {}};
  if (answer.kind != Answer::Kind::encoded) return {Result::protocol_error, "this is not a reply to encode"};
  if (valid) {
    Score score = score_bytes(vector, answer);
    // How a reader should round says nothing of how many digits a writer gives.
    if (vector.level == Level::should) score.level = Level::decision;
    return score;
  }
  return {Result::accepted_invalid, fmt::format("encoded in {} bytes", answer.output.size()), encoded(vector, answer)};
}

// What each kind of answer is called, and its result if there was no verdict to score.
struct Said {
  std::string_view word;
  Result result;
};

Said said(Answer::Kind kind) {
  switch (kind) {
    case Answer::Kind::accepted: return {"accepted", Result::pass};
    case Answer::Kind::rejected: return {"rejected", Result::pass};
    case Answer::Kind::encoded: return {"encoded", Result::pass};
    case Answer::Kind::unsupported: return {"unsupported", Result::unsupported};
    case Answer::Kind::failed: return {"failed", Result::harness_error};
    case Answer::Kind::crash: return {"", Result::crash};
    case Answer::Kind::hang: return {"", Result::hang};
    case Answer::Kind::over_budget: return {"", Result::over_budget};
    case Answer::Kind::protocol_error: return {"", Result::protocol_error};
    case Answer::Kind::skipped: return {"", Result::skipped};
    case Answer::Kind::not_run: return {"", Result::not_run};
  }
  return {"", Result::harness_error};
}

Score score_answer(const Vector& vector, Operation operation, const Answer& answer, bool verdict_only) {
  if (const Result result = said(answer.kind).result; result != Result::pass) return {result, {}};
  return operation == Operation::decode ? score_decode(vector, answer, verdict_only) : score_encode(vector, answer);
}

// Tally counts the results of one run.
class Tally {
 public:
  explicit Tally(const reports::VectorResult& first) : run_{first.format, first.op, {}, {}} {}

  void add(const reports::VectorResult& result) {
    ++run_.counts[result.level][result.result];
    const bool must = result.level == to_string(Level::must);
    if (!ran(kind_of(result))) return void(missing_ = missing_ || must);
    any_ran_ = true;
    worst_ = std::max(worst_, reports::tone_of(result));
    Requirement& requirement = requirements_[reports::requirement_of(result)];
    ++(must ? requirement.must : requirement.others);
    if (!disqualifies(result)) return;
    requirement.at_any_level = requirement.at_any_level || !must;
    const std::string& cause = result.cause.empty() ? result.result : result.cause;
    ++requirement.broken.try_emplace(cause, broken(result, cause)).first->second.failed;
  }

  reports::Run run() {
    reports::Requirements& all = run_.requirements.emplace();
    for (const auto& [name, requirement] : requirements_) {
      all.judged += requirement.must != 0 || requirement.at_any_level ? 1 : 0;
      for (const auto& [cause, broken] : requirement.broken) {
        all.broken.push_back(broken);
        all.broken.back().of = requirement.must + (requirement.at_any_level ? requirement.others : 0);
      }
    }
    run_.verdict = verdict();
    return std::move(run_);
  }

 private:
  struct Requirement {
    std::uint64_t must = 0;
    std::uint64_t others = 0;                       // vectors of other levels
    bool at_any_level = false;                      // one of those crashed, and so counts as a MUST
    std::map<std::string, reports::Broken> broken;  // by cause
  };

  static reports::Broken broken(const reports::VectorResult& result, const std::string& cause) {
    const bool rule = result.expected.rule.has_value();
    return {.rule = result.expected.rule.value_or(""),
            .clause = rule ? "" : reports::requirement_of(result),
            .addressee = result.addressee,
            .cause = cause,
            .position = result.position};
  }

  [[nodiscard]] const char* verdict() const {
    if (worst_ > reports::Tone::lenient) return "non-conformant";
    if (worst_ == reports::Tone::lenient) return "lenient";
    if (!any_ran_) return "not-tested";
    return missing_ ? "partial" : "conformant";
  }

  reports::Run run_;
  std::map<std::string, Requirement> requirements_;
  reports::Tone worst_ = reports::Tone::good;
  bool any_ran_ = false;
  bool missing_ = false;  // a MUST vector did not run
};

}  // namespace

// Result lists what is a deviation after `pass`, and what is none after those.
bool deviates(Result result) noexcept { return result > Result::pass && result < Result::harness_error; }

bool ran(Result result) noexcept { return result == Result::pass || deviates(result); }

bool disqualifies(const reports::VectorResult& result) noexcept {
  return reports::tone_of(result) >= reports::Tone::lenient;
}

bool offers(const Vector& vector, Operation operation) noexcept {
  if (vector.operation == Operation::encode || operation == Operation::decode) return vector.operation == operation;
  const Model* model = model_named(vector.format);
  return vector.verdict == Verdict::valid && vector.options.profile == Profile::strict && model != nullptr &&
         model->encode != nullptr;
}

Level scored_level(const Vector& vector) noexcept {
  return vector.options.profile == Profile::compat && vector.level == Level::must ? Level::decision : vector.level;
}

reports::VectorResult score(const Vector& vector, Operation operation, const Answer& answer, bool verdict_only) {
  const Score score = score_answer(vector, operation, answer, verdict_only);
  reports::VectorResult result;
  result.id = vector.id;
  result.format = vector.format;
  result.op = to_string(operation);
  result.level = to_string(score.level.value_or(scored_level(vector)));
  result.result = to_string(score.result);
  asks_for(vector, result);
  result.expected.verdict = to_string(vector.verdict);
  if (vector.error) {
    result.expected.rule = vector.error->rule;
    result.expected.category = vector.error->category;
    if (vector.operation == Operation::decode) result.expected.offset = vector.error->offset;
  }
  result.actual.result = said(answer.kind).word;
  result.actual.category = answer.category;
  result.actual.offset = answer.offset;
  std::string message = score.message.empty() ? answer.message : score.message;
  if (answer.unexpected) message.insert(0, by_accident);
  if (!message.empty()) result.actual.message = std::move(message);
  // Standard error of passing vectors is dropped: it is often not reproducible.
  if (score.result != Result::pass) result.standard_error = answer.standard_error;
  return result;
}

void asks_for(const Vector& vector, reports::VectorResult& result) {
  if (!vector.error) {
    result.clause = vector.clause;
    result.addressee = to_string(result.op == to_string(Operation::decode) ? Addressee::reader : Addressee::writer);
    return;
  }
  const Rule* rule = rule_named(all_rules(), vector.error->rule);
  const bool known = rule != nullptr && rule->demand.addressee != Addressee::nobody;
  result.addressee = to_string(known ? rule->demand.addressee : Addressee::data);
}

std::vector<reports::Run> tally(const std::vector<reports::VectorResult>& results) {
  std::vector<reports::Run> runs;
  for (auto first = results.begin(); first != results.end();) {
    Tally run(*first);
    auto next = first;
    for (; next != results.end() && next->format == first->format && next->op == first->op; ++next) run.add(*next);
    runs.push_back(run.run());
    first = next;
  }
  return runs;
}

}  // namespace hallmark::conformance
