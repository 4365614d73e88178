// Report: everything that the pages of one report share.
#pragma once

#include <string>
#include <vector>

#include "reports/html/frame.hpp"
#include "reports/html/places.hpp"

namespace hallmark::reports::web {

// Input is one input of a validation, with its place.
struct Input {
  const ValidationReport* report;
  const InputReport* input;
  std::string anchor;
  std::string path;  // of its page
};

struct Report {
  const Details& details;
  const std::vector<ValidationReport>& validations;
  Matrix matrix;
  std::vector<Group> groups;         // by format, the worst first
  std::vector<Tally> tallies;        // by format, implementation, operation
  std::vector<std::string> formats;  // the worst first
  std::vector<Input> inputs;         // of all validations, the worst first
  Places places;
  std::string name;            // of the first page, for the way back: "Report", "Rules"
  std::uint64_t withheld = 0;  // results left out of a published report
};

// View is a report as one of its pages sees it: `root` leads to the folder of the report.
struct View {
  const Report& report;
  std::string root;
};

// frame_of returns the frame of a page below the first one, with the script.
[[nodiscard]] Frame frame_of(const View& view, std::string title);

// inputs_of returns the inputs of all validations, the worst first, in pages of a bounded size.
[[nodiscard]] std::vector<Input> inputs_of(const std::vector<ValidationReport>& validations);

// columns_of returns the implementations that were tested on a format, the worst first.
[[nodiscard]] std::vector<std::size_t> columns_of(const Report& report, std::string_view format);

// tally_of returns the tally of an implementation for a format and operation, null without one.
[[nodiscard]] const Tally* tally_of(const Report& report, std::string_view format, std::size_t column,
                                    std::string_view op);

// put_clause writes a clause, linked to the public specification where there is one.
void put_clause(Markup& page, std::string_view clause);

// put_rule_link writes the id of a rule, linked to its page if it has one.
void put_rule_link(Markup& page, const View& view, std::string_view id);

// put_title writes a space and what the rule demands, if that is known.
void put_title(Markup& page, const View& view, std::string_view id);

// put_implementation writes the label of an implementation, linked to its page.
void put_implementation(Markup& page, const View& view, std::size_t column, std::string_view anchor = {});

// link_of returns the address of a vector on its page.
[[nodiscard]] std::string link_of(const View& view, const Row& row);

// put_expected writes what the answer should have been. `vector` may be null.
void put_expected(Markup& page, const VectorResult& answer, const VectorDetail* vector);

// put_answer writes result, reply and message. Long text of a testee is shortened.
void put_answer(Markup& page, const VectorResult& answer);

// put_standard_error writes the standard error of a testee, if there is any.
void put_standard_error(Markup& page, const VectorResult& answer);

// put_groups writes one line for each group: whose demand, which rule, who fails. `most` groups are shown, and `names`
// implementations of each; links to the page of the format replace the rest.
void put_groups(Markup& page, const View& view, const std::vector<const Group*>& groups, std::size_t most,
                std::size_t names);

// put_levels writes one line for each tally, with a column for each level.
void put_levels(Markup& page, const View& view, const std::vector<const Tally*>& tallies, bool by_format);

// put_validations writes the section of the first page: counts, findings by rule, what is not valid.
void put_validations(Markup& page, const View& view);

// The pages.
void put_first_page(Markup& page, const View& view);
void put_format_page(Markup& page, const View& view, std::string_view format);
void put_implementation_page(Markup& page, const View& view, std::size_t column);
// `rows` are the vectors of one theme.
void put_vectors_page(Markup& page, const View& view, const std::vector<const Row*>& rows);
// put_inputs_page writes the inputs from `first` to `last`, which share a page.
void put_inputs_page(Markup& page, const View& view, std::size_t first, std::size_t last);
// put_rule_page writes what a rule demands, why, what to do, the smallest vector that breaks it and, where the report
// has results, who breaks it.
void put_rule_page(Markup& page, const View& view, std::string_view id);
// put_rule_index writes the first page of a site: all rules by family.
void put_rule_index(Markup& page, const View& view);

}  // namespace hallmark::reports::web
