#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "conformance/house/rules.hpp"

namespace hallmark::house {
namespace {

constexpr std::size_t close = 6;  // lines
constexpr std::size_t many = 4;   // families

// It names formats as examples: real writers.
constexpr std::string_view of_examples = "demo";
constexpr std::string_view hook = ".pre-commit-hooks.yaml";

bool part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// names says whether a line has the name of a family as a word: "bson-vector", "BSON_VECTOR". "bson" is not in these.
bool names(std::string line, const std::string& family) {
  std::ranges::transform(line, line.begin(),
                         [](char c) { return c == '-' ? '_' : static_cast<char>(std::tolower(c)); });
  for (std::size_t at = 0; (at = line.find(family, at)) != std::string::npos; at += family.size()) {
    const std::string_view rest = std::string_view(line).substr(at + family.size());
    const bool starts = at == 0 || !part_of_word(line[at - 1]);
    const bool ends = rest.empty() || !part_of_word(rest.front());
    if (starts && ends && !rest.starts_with("_vector")) return true;
  }
  return false;
}

// What is judged here: code and data of ours, but no tests, no text for people, and nothing that is other people's.
bool is_judged(const std::string& file, const std::vector<Family>& families) {
  if (file.ends_with(".md") || file.find("_test.") != file.npos || file.find("/tests/") != file.npos) return false;
  for (const std::string_view room : {"corpus/", "conformance/testees/", "benchmarks/peers/", "reports/published/"}) {
    if (file.starts_with(room)) return false;
  }
  if (file == of_examples || file == hook) return false;
  return std::ranges::none_of(families, [&](const Family& family) {
    return file.find("/" + family.folder + "/") != file.npos || file.ends_with("/" + family.folder + ".hpp");
  });
}

// The number of the first line that has a list after it, from 1 on; 0: none has.
std::size_t first_list(const std::string& text, const std::vector<Family>& families) {
  std::vector<std::pair<std::size_t, std::size_t>> found;  // line, family
  std::istringstream in(text);
  std::string line;
  for (std::size_t number = 0; std::getline(in, line); ++number) {
    for (std::size_t family = 0; family < families.size(); ++family) {
      if (names(line, families[family].folder)) found.emplace_back(number, family);
    }
  }
  for (std::size_t first = 0; first < found.size(); ++first) {
    std::set<std::size_t> near;
    for (std::size_t at = first; at < found.size() && found[at].first < found[first].first + close; ++at) {
      near.insert(found[at].second);
    }
    if (near.size() >= many) return found[first].first + 1;
  }
  return 0;
}

// The extensions that need no look at the file.
std::string pattern_of(const Tree& tree) {
  std::set<std::string> extensions;
  for (const Family& family : families_of(tree)) {
    for (const std::string& extension : family.extensions) {
      if (std::ranges::find(family.by_structure, extension) == family.by_structure.end()) {
        extensions.insert(extension.substr(1));
      }
    }
  }
  std::string pattern;
  for (const std::string& extension : extensions) pattern += (pattern.empty() ? "" : "|") + extension;
  return "'\\.(" + pattern + ")(\\.gz)?$'";
}

}  // namespace

Findings formats_in_lists(const Tree& tree) {
  Findings findings;
  const std::vector<Family> families = families_of(tree);
  for (const std::string& file : tree.files) {
    if (file == hook && tree.text(file).find(pattern_of(tree)) == std::string::npos) {
      findings.push_back(file + ": the files must be " + pattern_of(tree));
    }
    if (!is_judged(file, families)) continue;
    const std::size_t line = first_list(tree.text(file), families);
    if (line != 0) findings.push_back(file + ":" + std::to_string(line) + ": a list of formats, which manifests have");
  }
  return findings;
}

}  // namespace hallmark::house
