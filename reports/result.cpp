#include "reports/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace hallmark::reports {
namespace {

constexpr int result_version = 1;
constexpr std::size_t most_capabilities = 1000;  // merge compares each with all others

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json number_or_null(const std::optional<std::uint64_t>& value) { return value ? number(*value) : Json(nullptr); }

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
            {"offset", number_or_null(result.expected.offset)}}},
          {"actual",
           {{"result", result.actual.result},
            {"category", or_null(result.actual.category)},
            {"offset", number_or_null(result.actual.offset)},
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
    for (const std::string_view name : allowed) {
      if (value == name) return value;
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

}  // namespace

bool verdicts_only(const Implementation& implementation, std::string_view format) {
  const auto lists = [](const Json& capability, const char* member, const char* entry) {
    const auto list = capability.find(member);
    return list != capability.end() && std::find(list->begin(), list->end(), entry) != list->end();
  };
  return std::any_of(implementation.capabilities.begin(), implementation.capabilities.end(), [&](const Json& one) {
    return one.is_object() && one.value("format", Json()) == format && lists(one, "ops", "decode") &&
           lists(one, "features", "verdict-only");
  });
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

ConformanceResult conformance_from(const Json& json) {
  const At at(json);
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

}  // namespace hallmark::reports
