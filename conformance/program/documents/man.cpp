#include <fmt/format.h>

#include <cctype>

#include "conformance/program/documents/documents.hpp"
#include "conformance/program/examples.hpp"
#include "hallmark/core/version.hpp"

namespace hallmark::documents {
namespace {

// Escapes text for roff: hyphens become minus signs, and no line starts with a control character.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool line_begins = out.empty() || out.back() == '\n';
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string names_of(const CLI::Option& option) {
  std::string out;
  const auto add = [&out](const std::string& name) {
    out += fmt::format("{}\\fB{}\\fR", out.empty() ? "" : ", ", roff(name));
  };
  for (const std::string& name : option.get_snames()) add("-" + name);
  for (const std::string& name : option.get_lnames()) add("--" + name);
  const std::string value = option.get_option_text();
  if (value.find_first_not_of(' ') != std::string::npos) out += fmt::format(" \\fI{}\\fR", roff(value));
  return out;
}

std::string options(const CLI::App& app, bool with_help) {
  std::string out;
  for (const CLI::Option* option : options_of(app)) {
    if (!with_help && option->check_lname("help")) continue;
    out += fmt::format(".TP\n{}\n{}.\n", names_of(*option), roff(option->get_description()));
  }
  return out;
}

std::string command(const CLI::App& app, const program::Operands& operands) {
  std::string out;
  if (const auto inner = commands_of(app); !inner.empty()) {
    for (const CLI::App* one : inner) out += command(*one, operands);
    return out;
  }
  out += fmt::format(".SS {}\n{}.\n.PP\n.nf\n\\fB{}\\fR [\\fIOPTIONS\\fR]{}\n.fi\n", roff(program::full_name(app)),
                     roff(app.get_description()), roff(program::full_name(app)), roff(operands.usage(app)));
  out += options(app, false);
  if (!app.get_footer().empty()) out += fmt::format(".PP\n{}\n", roff(app.get_footer()));
  return out;
}

}  // namespace

std::string man_page(const CLI::App& app, const program::Operands& operands) {
  const std::string name = app.get_name();
  std::string out = fmt::format(
      ".TH {} 1 \"\" \"Hallmark {}\" \"User commands\"\n"
      ".SH NAME\n{} \\- check tensor files and test the programs that read and write them\n"
      ".SH SYNOPSIS\n.nf\n\\fB{}\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIOPERANDS\\fR]\n.fi\n"
      ".SH DESCRIPTION\n{}\nOptions may be given before or after operands; all words after the first \\fB\\-\\-\\fR "
      "are "
      "operands. An option takes one value; the values of a repeatable option add up.\n",
      upper(name), HALLMARK_VERSION_STRING, name, name, roff(app.get_description()));
  out += ".SH OPTIONS\n" + options(app, true);
  out += ".SH COMMANDS\n";
  for (const CLI::App* one : commands_of(app)) out += command(*one, operands);
  out += fmt::format(".SH EXIT STATUS\n.nf\n{}\n.fi\n", roff(app.get_footer()));
  out +=
      ".SH ENVIRONMENT\nA variable counts as set if it is not empty.\n"
      ".TP\n\\fBNO_COLOR\\fR\nIf it is set, no colours are printed. It wins over FORCE_COLOR.\n"
      ".TP\n\\fBFORCE_COLOR\\fR\nIf it is set, colours are printed to files and pipes too.\n"
      ".TP\n\\fBCOLUMNS\\fR\nThe width of the terminal. Lines in files and pipes have any width.\n"
      ".SH FILES\n.TP\n\\fIshare/hallmark/corpus\\fR\nThe golden vectors, found relative to the program.\n"
      ".TP\n\\fIshare/hallmark/schema\\fR\nThe JSON schemas of the reports.\n"
      ".TP\n\\fIshare/hallmark/kits\\fR\nKits for adapters to other implementations, in Python and Rust.\n"
      ".SH EXAMPLES\n.nf\n";
  using namespace program::examples;
  out += roff(fmt::format("hallmark validate {}\nhallmark inspect --stats model.{}\nhallmark explain {}\n"
                          "hallmark conform --format {} --one-shot -- python3 adapter.py\n",
                          file, padded_format, explained_rule, explained_format));
  return out + ".fi\n";
}

}  // namespace hallmark::documents
