// The house rules find nothing in this tree.
#include "conformance/house/rules.hpp"

#include "conformance/testing/catch.hpp"

namespace hallmark::house {
namespace {

namespace fs = std::filesystem;

std::string joined(const Findings& findings) {
  std::string text;
  for (const std::string& finding : findings) text += finding + "\n";
  return text;
}

struct NamedRule {
  const char* name;
  Findings (*rule)(const Tree&);
};

constexpr NamedRule rules[] = {
    {"every family has every room", missing_rooms},
    {"no format is listed outside the manifests", formats_in_lists},
    {"includes point at codecs/core", wrong_includes},
    {"corpus holds no code", code_in_corpus},
    {"conformance holds no inputs", inputs_in_conformance},
    {"every data file is read", unread_data},
    {"no machine paths, no registry hosts", machine_specific_text},
    {"no parser without bounds", unbounded_parsers},
    {"no file above 1 MiB", large_files},
};

TEST_CASE("house: this tree keeps every rule") {
  const Tree tree = tree_of(HALLMARK_SOURCE_DIR);
  REQUIRE(families_of(tree).size() >= 2);
  for (const NamedRule& rule : rules) {
    INFO(rule.name);
    CHECK(joined(rule.rule(tree)) == "");
  }
}

TEST_CASE("house: codecs reference no allocator, throw, or I/O") {
  std::size_t archives = 0;
  for (const auto& entry : fs::directory_iterator(HALLMARK_CODECS_FOLDER)) {
    if (entry.path().filename().string().rfind("libhallmark-", 0) != 0) continue;
    INFO(entry.path());
    CHECK(joined(forbidden_symbols(HALLMARK_NM, entry.path())) == "");
    ++archives;
  }
  CHECK(archives == families_of(tree_of(HALLMARK_SOURCE_DIR)).size() + 2);  // plus the core and the registry
}

}  // namespace
}  // namespace hallmark::house
