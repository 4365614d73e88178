// hallmark report html: results as a folder of pages.
#include <memory>

#include "conformance/program/commands/report.hpp"
#include "conformance/program/page_folder.hpp"

namespace hallmark::program {
namespace {

struct ReportHtmlSettings {
  std::vector<std::string> results;
  std::string folder;
  reports::PageOptions pages;
};

void write(const ReportHtmlSettings& settings, const std::string& corpus) {
  const Results results = read_results(settings.results);
  const reports::Details details = details_of(corpus);
  PageFolder folder{FolderLock(settings.folder)};
  reports::report_pages(results.conformance, results.validations, details, settings.pages,
                        [&](const reports::Page& page) { folder.write(page); });
  folder.finish();
}

}  // namespace

void add_report_html(CLI::App& report, Program& program) {
  auto settings = std::make_shared<ReportHtmlSettings>();
  CLI::App* command = report.add_subcommand("html", "Write a folder of HTML pages");
  program.operands.add(*command, "RESULT", settings->results,
                       "Output of conform or validate --report json; - for standard input");
  command->add_option("-o", settings->folder, "Write DIR/index.html and the pages that it links to")
      ->required()
      ->type_name("DIR");
  command->add_flag("--published", settings->pages.published,
                    "Leave out standard error, folders, and what may be a security problem");
  command->footer(
      "Example: hallmark report html a/result.json b/result.json -o report\nDIR may hold an earlier report, which is "
      "replaced; other files in it are kept.");
  command->callback([settings, &program] { write(*settings, program.corpus); });
}

}  // namespace hallmark::program
