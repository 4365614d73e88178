// hallmark report: render results of conform and validate.
#include <fmt/format.h>

#include <memory>

#include "conformance/program/command.hpp"
#include "conformance/program/input_bytes.hpp"
#include "conformance/program/output.hpp"
#include "conformance/suite/vector_details.hpp"
#include "reports/html.hpp"

namespace hallmark::program {
namespace {

using reports::Json;

// A result read from a pipe is held in memory; files of any size are mapped.
constexpr std::uint64_t largest_from_pipe = std::uint64_t{1} << 30;

struct Settings {
  std::vector<std::string> results;
  std::string output;
};

struct Results {
  std::vector<reports::ConformanceResult> conformance;
  std::vector<reports::ValidationReport> validations;
};

// BadResult: a file cannot be rendered. The message names the file and the reason.
struct BadResult : std::runtime_error {
  BadResult(const std::string& path, const std::string& what)
      : std::runtime_error(fmt::format("{}: {}", path == "-" ? "standard input" : path, what)) {}
};

Json parse(const std::string& path, Bytes bytes) {
  try {
    return Json::parse(as_text(bytes));
  } catch (const Json::parse_error& error) {
    throw BadResult(path,
                    fmt::format("this is not JSON (syntax error at byte {})", error.byte == 0 ? 0 : error.byte - 1));
  }
}

Json read(const std::string& path) {
  InputBytes input;
  const auto outcome = path == "-" ? input.read_standard_input(largest_from_pipe) : input.read(path, largest_from_pipe);
  if (outcome == InputBytes::Outcome::too_long)
    throw BadResult(path, "more than 1 GiB from a pipe; name a file instead");
  if (outcome == InputBytes::Outcome::unreadable) throw BadResult(path, input.problem());
  Json json = parse(path, input.bytes());
  if (!input.intact()) throw BadResult(path, input.problem());
  return json;
}

void add(Results& results, const std::string& path) {
  const Json json = read(path);
  try {
    if (json.is_object() && json.contains("result_version")) {
      results.conformance.push_back(reports::conformance_from(json));
    } else if (json.is_object() && json.contains("inputs")) {
      results.validations.push_back(reports::validation_from(json));
    } else {
      throw std::runtime_error("this is neither a result.json of `conform` nor a report of `validate --report json`");
    }
  } catch (const std::runtime_error& error) {
    throw BadResult(path, error.what());
  }
}

// Without a corpus the page lacks the bytes of the vectors, and a warning says so. A folder named with --corpus must
// exist.
reports::Details details_for(const Results& results, const std::string& corpus) {
  if (results.conformance.empty()) return conformance::rule_details();
  try {
    return conformance::report_details(conformance::load_corpus(conformance::find_corpus(corpus)));
  } catch (const conformance::BadCorpus& error) {
    if (!corpus.empty()) throw;
    warn(fmt::format("hallmark: {}; the page is written without the bytes of the vectors\n",
                     reports::escaped(error.what())));
    return conformance::rule_details();
  }
}

void html(const Settings& settings, const std::string& corpus) {
  Results results;
  for (const std::string& path : settings.results) add(results, path);
  const std::string page = reports::html(results.conformance, results.validations, details_for(results, corpus));
  // Opened last, so that an existing page is kept when a result cannot be read.
  Output output(settings.output);
  output.write(page);
  output.finish();
}

}  // namespace

void add_report(CLI::App& app, Program& program) {
  auto settings = std::make_shared<Settings>();
  CLI::App* command = app.add_subcommand("report", "Render results of conform and validate");
  command->require_subcommand(1);
  CLI::App* page = command->add_subcommand("html", "Write one self-contained HTML page");
  program.operands.add(*page, "RESULT", settings->results,
                       "Output of conform or validate --report json; - for standard input");
  page->add_option("-o", settings->output, "Write to FILE instead of standard output")->type_name("FILE");
  page->callback([settings, &program] { html(*settings, program.corpus); });
}

}  // namespace hallmark::program
