#include "reports/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "reports/bounded_json.hpp"

namespace hallmark::reports {
namespace {

constexpr int result_version = 1;
constexpr std::size_t most_capabilities = 1000;  // merge compares each with all others

Json or_null(const std::optional<std::string>& value) { return value ? Json(*value) : Json(nullptr); }

Json or_null(const std::optional<std::uint64_t>& value) { return value ? number(*value) : Json(nullptr); }

Json to_json(const Implementation& implementation) {
  return {{"name", implementation.name},
          {"version", implementation.version},
          {"language", implementation.language},
          {"homepage", implementation.homepage},
          {"capabilities", implementation.capabilities}};
}

Json to_json(const Run& run) {
  Json counts = Json::object();
  for (const auto& [level, results] : run.counts) {
    Json row = Json::object();
    for (const auto& [result, count] : results) row[result] = number(count);
    counts[level] = std::move(row);
  }
  return {{"format", run.format}, {"op", run.op}, {"verdict", run.verdict}, {"counts", std::move(counts)}};
}

Json to_json(const VectorResult& result) {
  return {{"id", result.id},
          {"format", result.format},
          {"op", result.op},
          {"level", result.level},
          {"result", result.result},
          {"expected",
           {{"verdict", result.expected.verdict},
            {"rule", or_null(result.expected.rule)},
            {"category", or_null(result.expected.category)},
            {"offset", or_null(result.expected.offset)}}},
          {"actual",
           {{"result", result.actual.result},
            {"category", or_null(result.actual.category)},
            {"offset", or_null(result.actual.offset)},
            {"message", or_null(result.actual.message)}}},
          {"expectation", or_null(result.expectation)},
          {"stderr", result.standard_error}};
}

// At is a value with its JSON pointer, for error messages.
class At {
 public:
  explicit At(const Json& json) : json_(&json) {}

  [[noreturn]] void fail(std::string_view what) const {
    throw std::runtime_error(fmt::format("{}: {}", pointer_.empty() ? "the whole file" : pointer_, what));
  }
  [[nodiscard]] const Json& json() const { return *json_; }
  [[nodiscard]] bool has(const char* name) const { return json_->is_object() && json_->contains(name); }
  At operator[](const char* name) const {
    if (!json_->is_object()) fail("this must be an object");
    const auto found = json_->find(name);
    if (found == json_->end()) fail(fmt::format("member \"{}\" is missing", name));
    return At(*found, pointer_ + "/" + name);
  }
  [[nodiscard]] std::string text() const {
    if (!json_->is_string()) fail("this must be a string");
    return json_->get<std::string>();
  }
  [[nodiscard]] std::string text_of(std::initializer_list<std::string_view> allowed) const {
    std::string value = text();
    if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return value;
    fail(fmt::format("\"{}\" is not an allowed value", escaped(value)));
  }
  // one_of returns the enumerator that a string names.
  template <class T>
  [[nodiscard]] T one_of() const {
    const std::string value = text();
    for (unsigned i = 0; i <= UINT8_MAX && !value.empty(); ++i) {
      if (to_string(static_cast<T>(i)) == value) return static_cast<T>(i);
    }
    fail(fmt::format("\"{}\" is not an allowed value", escaped(value)));
  }
  [[nodiscard]] std::uint64_t count() const {
    try {
      return number_from(*json_);
    } catch (const std::exception& error) {
      fail(fmt::format("this must be an integer from 0 to 2^64-1 ({})", error.what()));
    }
  }
  [[nodiscard]] std::optional<std::string> text_or_null() const {
    if (json_->is_null()) return std::nullopt;
    return text();
  }
  [[nodiscard]] std::optional<std::uint64_t> count_or_null() const {
    if (json_->is_null()) return std::nullopt;
    return count();
  }
  // An integer from -1.
  [[nodiscard]] std::int64_t count_or_some() const {
    const bool fits = !json_->is_number_unsigned() || json_->get<std::uint64_t>() <= INT64_MAX;
    if (json_->is_number_integer() && fits && json_->get<std::int64_t>() >= -1) return json_->get<std::int64_t>();
    fail("this must be an integer from -1");
  }
  template <class Read>
  void each(Read read) const {
    if (!json_->is_array()) fail("this must be an array");
    for (std::size_t i = 0; i < json_->size(); ++i) read(At((*json_)[i], fmt::format("{}/{}", pointer_, i)));
  }
  template <class Read>
  void members(Read read) const {
    if (!json_->is_object()) fail("this must be an object");
    for (const auto& [name, value] : json_->items()) read(name, At(value, pointer_ + "/" + escaped(name)));
  }

 private:
  At(const Json& json, std::string pointer) : json_(&json), pointer_(std::move(pointer)) {}

  const Json* json_;
  std::string pointer_;
};

Json read_capability(const At& at) {
  Json capability{{"format", at["format"].text()}};
  for (const char* member : {"ops", "features"}) {
    Json& names = capability[member] = Json::array();
    at[member].each([&](const At& name) { names.push_back(name.text()); });
  }
  return capability;
}

Implementation read_implementation(const At& at) {
  Implementation implementation;
  implementation.name = at["name"].text();
  implementation.version = at["version"].text();
  implementation.language = at["language"].text();
  implementation.homepage = at["homepage"].text();
  at["capabilities"].each([&](const At& capability) {
    implementation.capabilities.push_back(read_capability(capability));
    if (implementation.capabilities.size() > most_capabilities) {
      at["capabilities"].fail(fmt::format("more than {} capabilities", most_capabilities));
    }
  });
  return implementation;
}

Run read_run(const At& at) {
  Run run;
  run.format = at["format"].text();
  run.op = at["op"].text_of({"decode", "encode"});
  run.verdict = at["verdict"].text_of({"conformant", "non-conformant", "partial", "not-tested"});
  at["counts"].members([&](const std::string& level, const At& results) {
    results.members([&](const std::string& result, const At& count) { run.counts[level][result] = count.count(); });
  });
  return run;
}

VectorResult read_result(const At& at) {
  VectorResult result;
  result.id = at["id"].text();
  result.format = at["format"].text();
  result.op = at["op"].text_of({"decode", "encode"});
  result.level = at["level"].text_of({"MUST", "SHOULD", "DECISION", "LIMIT"});
  result.result = at["result"].text_of({"pass", "accepted-invalid", "rejected-valid", "wrong-value", "wrong-bytes",
                                        "other-bytes", "over-budget", "crash", "hang", "protocol-error",
                                        "harness-error", "unsupported", "skipped", "not-run"});
  const At expected = at["expected"];
  result.expected.verdict = expected["verdict"].text();
  result.expected.rule = expected["rule"].text_or_null();
  result.expected.category = expected["category"].text_or_null();
  result.expected.offset = expected["offset"].count_or_null();
  const At actual = at["actual"];
  result.actual.result = actual["result"].text();
  result.actual.category = actual["category"].text_or_null();
  result.actual.offset = actual["offset"].count_or_null();
  result.actual.message = actual["message"].text_or_null();
  result.expectation = at["expectation"].text_or_null();
  result.standard_error = at["stderr"].text();
  return result;
}

Diagnostic read_diagnostic(const At& at) {
  Diagnostic diagnostic;
  diagnostic.rule = at["rule"].text();
  diagnostic.level = at["level"].one_of<Level>();
  diagnostic.clause = at["clause"].text();
  diagnostic.severity = at["severity"].one_of<Severity>();
  diagnostic.category = at["category"].one_of<Category>();
  diagnostic.offset = at["offset"].count();
  diagnostic.length = at["length"].count();
  if (at.has("part")) diagnostic.part = at["part"].one_of<Part>();
  diagnostic.path = at["path"].text();
  diagnostic.message = at["message"].text();
  if (at.has("expected")) diagnostic.expected = at["expected"].text();
  if (at.has("actual")) diagnostic.actual = at["actual"].text();
  return diagnostic;
}

InputReport read_input(const At& at) {
  InputReport input;
  input.path = at["path"].text();
  if (at.has("message")) input.message = at["message"].count();
  input.format = at["format"].text_or_null();
  input.size = at["size"].count();
  if (at.has("compression")) input.compression = at["compression"].text();
  input.verdict = at["verdict"].one_of<InputVerdict>();
  at["diagnostics"].each([&](const At& one) { input.diagnostics.push_back(read_diagnostic(one)); });
  input.more = at["more"].count_or_some();
  input.scratch = at["scratch"].count();
  if (at.has("alternative")) input.alternative = at["alternative"]["format"].text();
  return input;
}

ConformanceResult read_conformance(const At& at) {
  if (const std::uint64_t version = at["result_version"].count(); version != result_version) {
    at["result_version"].fail(fmt::format("version {} is not known; this program reads {}", version, result_version));
  }
  ConformanceResult result;
  result.hallmark = at["hallmark"].text();
  result.corpus_sha256 = at["corpus"]["sha256"].text();
  result.corpus_vectors = at["corpus"]["vectors"].count();
  result.complete = at["status"].text_of({"complete", "interrupted"}) == "complete";
  result.implementation = read_implementation(at["implementation"]);
  at["runs"].each([&](const At& run) { result.runs.push_back(read_run(run)); });
  at["results"].each([&](const At& vector) { result.results.push_back(read_result(vector)); });
  return result;
}

ValidationReport read_validation(const At& at) {
  ValidationReport report;
  report.hallmark = at["hallmark"].text();
  report.profile = at["profile"].one_of<Profile>();
  if (at.has("config")) report.config = at["config"].text();
  at["inputs"].each([&](const At& input) {
    report.inputs.push_back(read_input(input));
    report.summary.add(report.inputs.back());
  });
  const At summary = at["summary"];
  report.summary.skipped = summary["skipped"].count();
  if (summary.json() != to_json(report.summary)) summary.fail("this does not match the inputs");
  report.complete = !at.has("status");
  if (!report.complete) (void)at["status"].text_of({"interrupted"});
  return report;
}

}  // namespace

Json to_json(const Diagnostic& diagnostic) {
  Json json = {{"rule", diagnostic.rule},
               {"level", to_string(diagnostic.level)},
               {"clause", diagnostic.clause},
               {"severity", to_string(diagnostic.severity)},
               {"category", to_string(diagnostic.category)},
               {"offset", number(diagnostic.offset)},
               {"length", number(diagnostic.length)}};
  if (diagnostic.part != Part::whole) json["part"] = to_string(diagnostic.part);
  json["path"] = diagnostic.path;
  json["message"] = diagnostic.message;
  if (diagnostic.expected) json["expected"] = *diagnostic.expected;
  if (diagnostic.actual) json["actual"] = *diagnostic.actual;
  return json;
}

Json to_json(const InputReport& input) {
  Json json = {{"path", as_utf8(input.path)}};
  if (input.message) json["message"] = number(*input.message);
  json["format"] = input.format ? Json(*input.format) : Json();
  json["size"] = number(input.size);
  if (input.compression) json["compression"] = *input.compression;
  json["verdict"] = to_string(input.verdict);
  json["diagnostics"] = Json::array();
  for (const Diagnostic& diagnostic : input.diagnostics) json["diagnostics"].push_back(to_json(diagnostic));
  json["more"] = input.more;
  json["scratch"] = number(input.scratch);
  if (input.alternative) json["alternative"] = {{"format", *input.alternative}};
  return json;
}

Json to_json(const Summary& summary) {
  return {{"inputs", number(summary.inputs)},   {"valid", number(summary.valid)},
          {"invalid", number(summary.invalid)}, {"unsupported", number(summary.unsupported)},
          {"limited", number(summary.limited)}, {"unreadable", number(summary.unreadable)},
          {"skipped", number(summary.skipped)}};
}

Json to_json(const ValidationReport& report) {
  Json inputs = Json::array();
  for (const InputReport& input : report.inputs) inputs.push_back(to_json(input));
  Json json = {{"hallmark", report.hallmark}, {"profile", to_string(report.profile)}};
  if (report.config) json["config"] = as_utf8(*report.config);
  json["inputs"] = std::move(inputs);
  json["summary"] = to_json(report.summary);
  if (!report.complete) json["status"] = "interrupted";
  return json;
}

Json to_json(const ConformanceResult& result) {
  Json runs = Json::array();
  for (const Run& run : result.runs) runs.push_back(to_json(run));
  Json results = Json::array();
  for (const VectorResult& vector : result.results) results.push_back(to_json(vector));
  return {{"result_version", result_version},
          {"hallmark", result.hallmark},
          {"corpus", {{"sha256", result.corpus_sha256}, {"vectors", number(result.corpus_vectors)}}},
          {"status", result.complete ? "complete" : "interrupted"},
          {"implementation", to_json(result.implementation)},
          {"runs", std::move(runs)},
          {"results", std::move(results)}};
}

bool verdicts_only(const Implementation& implementation, const Run& run) {
  const auto lists = [](const Json& capability, const char* member, const char* entry) {
    const auto list = capability.find(member);
    return list != capability.end() && std::find(list->begin(), list->end(), entry) != list->end();
  };
  return run.op == "decode" && std::ranges::any_of(implementation.capabilities, [&](const Json& one) {
           return one.is_object() && one.value("format", Json()) == run.format && lists(one, "ops", "decode") &&
                  lists(one, "features", "verdict-only");
         });
}

ConformanceResult conformance_from(const Json& json) { return read_conformance(At(json)); }

ValidationReport validation_from(const Json& json) { return read_validation(At(json)); }

void add_results(std::string_view text, Results& results) {
  const Json json = parse_json(text);
  const At at(json);
  const auto add_conformance = [&](const At& one) { results.conformance.push_back(read_conformance(one)); };
  const auto add_validation = [&](const At& one) { results.validations.push_back(read_validation(one)); };
  if (at.has("result_version")) {
    add_conformance(at);
  } else if (at.has("inputs")) {
    add_validation(at);
  } else if (at.has("matrix_version")) {
    // What `report merge` writes.
    if (json["matrix_version"] != 1) throw std::runtime_error("\"matrix_version\" is not 1");
    at["results"].each(add_conformance);
    at["validations"].each(add_validation);
  } else {
    throw std::runtime_error(
        "this is neither a result of `conform` or `report merge` nor a report of `validate --report json`");
  }
}

}  // namespace hallmark::reports
