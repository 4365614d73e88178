// Fuzz target: what `hallmark validate` does with the bytes of an input: decompression, detection of the format, choice
// of a layout, examination of bodies and HTTP messages, and every form of the report. Findings lie in the input; the
// JSON follows the schema and reads back as the same report; SARIF, JUnit and annotations can be parsed.
#include <algorithm>
#include <pugixml.hpp>

#include "conformance/compression/gzip.hpp"
#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/examine/foreign.hpp"
#include "conformance/examine/layouts.hpp"
#include "conformance/examine/messages.hpp"
#include "conformance/suite/vector_details.hpp"
#include "conformance/testing/schema.hpp"
#include "fuzz/invariants.hpp"
#include "reports/annotations.hpp"
#include "reports/junit.hpp"
#include "reports/sarif.hpp"
#include "reports/validation.hpp"

namespace hallmark::fuzz {
namespace {

using conformance::Examination;
using reports::Diagnostic;
using reports::InputReport;
using reports::Json;
using reports::ReportForm;
using reports::ReportStyle;
using reports::ValidationReport;

constexpr std::uint64_t memory = std::uint64_t{1} << 20;
constexpr std::size_t longest_name = 12;

// Names of files are bytes that nobody chose for a report either: here the last ones of the input.
std::string name_of(Bytes input) {
  std::string name(as_text(input.last(std::min(input.size(), longest_name))));
  std::erase(name, '\0');
  return name.empty() ? "-" : name;
}

void check_findings(const Examination& found, const Codec& codec, Bytes file, Bytes body) {
  std::uint64_t errors = 0;
  for (const Diagnostic& one : found.diagnostics) {
    if (one.severity == Severity::error) ++errors;
    const std::uint64_t size = one.part == reports::Part::body ? body.size() : file.size();
    invariant(one.offset <= size && one.length <= size - one.offset, "a finding lies in the input");
    invariant(!one.rule.empty() && !one.message.empty(), "a finding has a rule and a message");
    invariant(conformance::fault_of_path(one.path).empty(), "a path is text");
  }
  invariant((found.verdict == Verdict::valid) == (errors == 0), "an input is valid if it has no errors");
  const Diagnostic* decisive = conformance::decisive(found, codec);
  invariant((decisive == nullptr) == (found.verdict == Verdict::valid),
            "an input that is not valid has a decisive error");
}

// Run examines one input, and keeps its reports and every form of them.
class Run {
 public:
  Run(const Options& options, const conformance::Bounds& bounds) : options_(options), bounds_(bounds) {
    constexpr ReportForm forms[] = {ReportForm::json, ReportForm::ndjson, ReportForm::text};
    for (const ReportForm form : forms) {
      ReportStyle style;
      style.form = form;
      style.profile = options.profile;
      style.columns = 40;
      writers_.emplace_back(style);
    }
    report_.hallmark = HALLMARK_VERSION;
    report_.profile = options.profile;
    for (const auto& writer : writers_) texts_.push_back(writer.opening());
  }

  void examine(Bytes input) {
    name_ = name_of(input);
    Bytes file = input;
    if (conformance::is_compressed(input, {}, true)) {
      const compression::Unzipped unzipped = compression::unzip(input, bounds_.max_alloc, buffer_);
      if (unzipped.damage == nullptr && !unzipped.too_large) file = unzipped.content;
    }
    const Codec* codec = conformance::detect(file, {});
    if (codec == nullptr) {
      (void)conformance::foreign_format(file);
      return;
    }
    const conformance::Reading reading = conformance::choose(*codec, file, options_, bounds_);
    codec = reading.codec;
    if (conformance::holds_messages(*codec, file)) {
      conformance::MessageWalk walk(file, nullptr, options_, bounds_);
      while (walk.next()) {
        add(walk.examination(), *walk.codec(), file, walk.message().body);
        report_.inputs.back().message = walk.message().index;
      }
    } else {
      Examination found = conformance::examine(*codec, file, options_, bounds_);
      add(found, *codec, file, file);
      if (reading.alternative != nullptr) report_.inputs.back().alternative = reading.alternative->id;
    }
    write(file);
  }

 private:
  void add(Examination& found, const Codec& codec, Bytes file, Bytes body) {
    check_findings(found, codec, file, body);
    InputReport& input = report_.inputs.emplace_back();
    input.path = name_;
    input.format = codec.id;
    input.size = file.size();
    input.verdict = reports::input_verdict(found.verdict);
    input.diagnostics = std::move(found.diagnostics);
    input.scratch = found.scratch;
    input.more = found.more;
    // A body is valid until the next message.
    texts_.back() += writers_.back().input(input, file, body);
  }

  void write(Bytes file) {
    for (const InputReport& input : report_.inputs) {
      const bool first = &input == &report_.inputs.front();
      report_.summary.add(input);
      for (std::size_t i = 0; i + 1 < writers_.size(); ++i) {
        texts_[i] += writers_[i].separator(first) + writers_[i].input(input, file);
      }
    }
    for (std::size_t i = 0; i < writers_.size(); ++i) texts_[i] += writers_[i].closing(report_.summary, true);
    check_json();
    check_text();
    check_sarif();
    check_junit();
  }

  void check_json() const {
    const Json whole = Json::parse(texts_[0]);
    const std::string breach = testing::breach(whole, "validation.schema.json");
    if (!breach.empty()) std::fprintf(stderr, "%s\n", breach.c_str());
    invariant(breach.empty(), "the report follows its schema");
    invariant(whole == reports::to_json(report_), "the report in pieces is the report");
    invariant(reports::to_json(reports::validation_from(whole)) == whole, "a report reads back as the same report");
    std::size_t lines = 0;
    std::string_view rest = texts_[1];
    for (; !rest.empty(); ++lines) {
      const std::size_t end = rest.find('\n');
      invariant(end != std::string_view::npos, "a line ends");
      invariant(Json::parse(rest.substr(0, end)) == whole["inputs"][lines], "a line is an input of the report");
      rest.remove_prefix(end + 1);
    }
    invariant(lines == report_.inputs.size(), "every input has a line");
  }

  // No control character of an input reaches a terminal.
  void check_text() const {
    for (const std::string& text : {texts_[2], reports::annotations({}, {report_})}) {
      for (const char c : text)
        invariant(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f), "text is text");
      invariant(find_invalid_utf8(as_bytes(text)) == nowhere, "text is UTF-8");
    }
  }

  void check_sarif() const {
    static const reports::RuleDetails rules = conformance::rule_details().rules;
    const Json log = Json::parse(reports::sarif_text({}, {report_}, rules));
    invariant(log.at("version") == "2.1.0" && log.at("runs").size() == 1, "a log has one run for a report");
    const Json& run = log.at("runs").front();
    std::size_t findings = 0;
    for (const InputReport& input : report_.inputs) findings += input.diagnostics.size();
    invariant(run.at("results").size() == findings, "every finding is a result");
    const std::size_t known = run.at("tool").at("driver").at("rules").size();
    for (const Json& result : run.at("results")) {
      invariant(result.at("ruleIndex").get<std::size_t>() < known, "a result names a rule of the log");
    }
  }

  void check_junit() const {
    const std::string text = reports::junit({}, {report_});
    pugi::xml_document document;
    invariant(static_cast<bool>(document.load_buffer(text.data(), text.size())), "JUnit is XML");
    invariant(document.select_nodes("//testcase").size() == report_.inputs.size(), "every input is a test");
  }

  Options options_;
  const conformance::Bounds& bounds_;
  compression::Buffer buffer_;
  std::string name_;
  ValidationReport report_;
  std::vector<reports::ValidationWriter> writers_;
  std::vector<std::string> texts_;
};

}  // namespace
}  // namespace hallmark::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  Options options;
  conformance::Bounds bounds;
  bounds.max_alloc = fuzz::memory;
  fuzz::Run(options, bounds).examine(input.view());
  options.profile = Profile::compat;
  bounds.max_errors = 2;
  fuzz::Run(options, bounds).examine(input.view());
  bounds.warned = conformance::all_rules();
  bounds.count = true;
  fuzz::Run(options, bounds).examine(input.view());
  return 0;
}
