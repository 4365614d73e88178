// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "conformance/examine/bounded_toml.hpp"
#include "conformance/examine/text_file.hpp"
#include "conformance/runner/expectation_matches.hpp"
#include "conformance/runner/file.hpp"
#include "conformance/suite/score.hpp"

namespace hallmark::runner {
namespace {

using reports::VectorResult;

constexpr std::uint64_t longest_file = std::uint64_t{16} << 20;

[[noreturn]] void fail(const std::filesystem::path& path, std::uint64_t line, std::string_view what) {
  throw BadExpectations(fmt::format("{}:{}: {}", path.string(), line, what));
}

struct Member {
  std::string_view name;
  std::string Expectation::* value;
  bool needed = false;
};
constexpr Member members[] = {{"pattern", &Expectation::pattern, true},
                              {"result", &Expectation::result, true},
                              {"op", &Expectation::op},
                              {"reason", &Expectation::reason, true},
                              {"issue", &Expectation::issue},
                              {"position", &Expectation::position}};
constexpr std::string_view positions[] = {"accepted", "by design", "open"};

Expectation read_entry(const std::filesystem::path& path, const toml::table& table) {
  Expectation entry;
  entry.line = table.source().begin.line;
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    const std::uint64_t line = node.source().begin.line;
    const auto text = node.value<std::string>();
    if (!node.is_string() || !text) fail(path, line, fmt::format("{} must be a string", reports::escaped(name)));
    const auto member = std::ranges::find(members, name, &Member::name);
    if (member == std::end(members)) fail(path, line, fmt::format("unknown key {}", reports::escaped(name)));
    entry.*member->value = *text;
    const auto result = reports::enumerator_named<reports::Result>(entry.result);
    if (name == "result" && (!result || *result == reports::Result::pass)) {
      fail(path, line, fmt::format("\"{}\" is not a result that can be expected", reports::escaped(*text)));
    }
    if (name == "position" && std::ranges::find(positions, *text) == std::end(positions)) {
      fail(path, line, "position must be accepted, by design or open");
    }
    if (name == "op" && *text != "decode" && *text != "encode") fail(path, line, "op must be decode or encode");
  }
  for (const auto& [name, value, needed] : members) {
    if (needed && (entry.*value).empty()) fail(path, entry.line, fmt::format("an entry needs a {}", name));
  }
  if (!entry.position.empty() && entry.issue.empty())
    fail(path, entry.line, "a position needs the issue that shows it");
  return entry;
}

toml::table parse(const std::filesystem::path& path, const std::string& text) {
  try {
    return conformance::parse_toml(text);
  } catch (const conformance::BadToml& bad) {
    fail(path, bad.line, bad.what());
  }
}

std::string title(const Expectation& entry) {
  return fmt::format("line {}: {}{} = {}", entry.line, entry.pattern, entry.op.empty() ? "" : " (" + entry.op + ")",
                     entry.result);
}

// toml++ puts several lines between three quotation marks, even where they have three themselves or begin with the line
// feed that TOML leaves out there. The strings of JSON are strings of TOML, but for one character.
std::string quoted(const std::string& text) {
  if (text.starts_with('\n') || text.find("'''") != std::string::npos) {
    std::string json = reports::Json(text).dump();
    for (std::size_t at = 0; (at = json.find('\x7f', at)) != std::string::npos;) json.replace(at, 1, "\\u007f");
    return json;
  }
  std::ostringstream out;
  out << toml::value<std::string>(text);
  return out.str();
}

// head_of returns the comment lines at the start of a file.
std::string head_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string head;
  for (std::string line; std::getline(file, line) && (line.empty() || line.front() == '#');) head += line + '\n';
  while (head.size() > 1 && head.compare(head.size() - 2, 2, "\n\n") == 0) head.pop_back();
  return head == "\n" ? "" : head;
}

}  // namespace

std::vector<Expectation> load_expectations(const std::filesystem::path& path) {
  std::string text;
  try {
    text = conformance::text_of_file(path.string(), longest_file);
  } catch (const conformance::UnreadableText& error) {
    throw BadExpectations(fmt::format("{}: {}", path.string(), error.what()));
  }
  return expectations_from(text, path);
}

std::vector<Expectation> expectations_from(const std::string& text, const std::filesystem::path& path) {
  std::vector<Expectation> entries;
  for (const auto& [key, node] : parse(path, text)) {
    const std::uint64_t line = node.source().begin.line;
    if (key.str() != "expect") fail(path, line, fmt::format("unknown key {}", reports::escaped(key.str())));
    const toml::array* tables = node.as_array();
    if (tables == nullptr) fail(path, line, "expect must be an array of tables: [[expect]]");
    for (const toml::node& table : *tables) {
      if (!table.is_table()) fail(path, line, "expect must be an array of tables: [[expect]]");
      entries.push_back(read_entry(path, *table.as_table()));
    }
  }
  return entries;
}

std::vector<std::string> apply_expectations(const std::vector<Expectation>& expectations,
                                            const conformance::Corpus& corpus, std::vector<VectorResult>& results) {
  for (VectorResult& result : results) {
    if (conformance::disqualifies(result)) result.expectation = "unexpected-fail";
  }
  std::vector<std::string> stale;
  for (const Expectation& entry : expectations) {
    const Matches found = match(entry, corpus, results);
    if (found.vectors == 0 && found.withdrawn == nullptr) {
      stale.push_back(fmt::format("{}: matches no vector", title(entry)));
    }
    if (found.vectors > most_matches) {
      stale.push_back(fmt::format("{}: matches {} vectors, more than {}", title(entry), found.vectors, most_matches));
      continue;
    }
    for (const std::string& id : found.passing) stale.push_back(fmt::format("{}: {} now passes", title(entry), id));
    for (VectorResult& result : results) {
      if (!applies_to(entry, result)) continue;
      if (result.result == entry.result) {
        result.expectation = "met";
        result.cause = entry.reason;
        result.position = entry.position;
      }
      if (result.result == "pass" && found.passing.count(result.id) != 0) result.expectation = "unexpected-pass";
      if (conformance::deviates(conformance::kind_of(result)) && result.expectation != "met")
        result.expectation = "unexpected-fail";
    }
  }
  return stale;
}

std::vector<std::string> withdrawn_expectations(const std::vector<Expectation>& expectations,
                                                const conformance::Corpus& corpus) {
  std::vector<std::string> messages;
  for (const Expectation& entry : expectations) {
    const Matches found = match(entry, corpus, {});
    if (found.vectors != 0 || found.withdrawn == nullptr) continue;
    messages.push_back(fmt::format("{}: what it matches was withdrawn in version {} of the corpus", title(entry),
                                   to_string(*found.withdrawn)));
  }
  return messages;
}

std::string expectations_text(const std::vector<Expectation>& expectations) {
  std::string text;
  for (const Expectation& entry : expectations) {
    if (!text.empty()) text += '\n';
    text += "[[expect]]\n";
    for (const auto& [name, value, needed] : members) {
      if (needed || !(entry.*value).empty()) text += fmt::format("{} = {}\n", name, quoted(entry.*value));
    }
  }
  return text;
}

void save_expectations(const std::filesystem::path& path, const std::vector<Expectation>& expectations) {
  const std::string head = head_of(path);
  const std::string text = expectations_text(expectations);
  try {
    write_file(path, head.empty() || text.empty() ? head + text : head + '\n' + text);
  } catch (const std::runtime_error& error) {
    throw BadExpectations(error.what());
  }
}

}  // namespace hallmark::runner
