// hallmark report site: a page for each rule.
#include <memory>

#include "conformance/program/commands/report.hpp"
#include "conformance/program/page_folder.hpp"

namespace hallmark::program {
namespace {

struct ReportSiteSettings {
  std::vector<std::string> results;
  std::string folder;
};

void write(const ReportSiteSettings& settings, const std::string& corpus) {
  const Results results = read_results(settings.results);
  if (!results.validations.empty()) {
    throw UsageError("report site takes results of conform; a report of validate says nothing about an implementation");
  }
  const reports::Details details = details_of(corpus);
  PageFolder folder{FolderLock(settings.folder)};
  reports::site_pages(results.conformance, details, [&](const reports::Page& page) { folder.write(page); });
  folder.finish();
}

}  // namespace

void add_report_site(CLI::App& report, Program& program) {
  auto settings = std::make_shared<ReportSiteSettings>();
  CLI::App* command = report.add_subcommand("site", "Write a page for each rule, and an index");
  program.operands.add_optional(*command, "RESULT", settings->results,
                                "result.json of conform: the pages say who breaks a rule");
  command->add_option("-o", settings->folder, "Write DIR/index.html and DIR/rules/<family>/<rule>.html")
      ->required()
      ->type_name("DIR");
  command->footer(
      "Example: hallmark report site -o site\nBuilt with -DHALLMARK_SITE=ADDRESS, explain and reports link to the "
      "pages "
      "there.");
  command->callback([settings, &program] { write(*settings, program.corpus); });
}

}  // namespace hallmark::program
