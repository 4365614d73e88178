// The house rules find nothing in this tree, and each finds its planted defect in a sample tree.
#include "conformance/house/rules.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "conformance/testing/catch.hpp"

namespace hallmark::house {
namespace {

namespace fs = std::filesystem;

std::string joined(const Findings& findings) {
  std::string text;
  for (const std::string& finding : findings) text += finding + "\n";
  return text;
}

// A small tree without findings, to which tests add defects.
class SampleTree {
 public:
  SampleTree() : root_(fs::temp_directory_path() / fmt::format("hallmark-house-{}-{}", ::getpid(), next())) {
    write("codecs/red/family.json", R"({"formats": [{"id": "red-v0"}, {"id": "red-v1"}], "extensions": [".red"]})");
    write("codecs/include/hallmark/core/rule.hpp", "#include <cstdint>\n");
    write("codecs/include/hallmark/red.hpp", "#include \"hallmark/core/rule.hpp\"\n");
    write("codecs/core/core.hpp", "#include \"hallmark/core/rule.hpp\"\n");
    write("codecs/core/utf8_vectors.hpp", "#include <immintrin.h>\n#include <arm_neon.h>\n");
    write("codecs/core/text_lanes.hpp", "#include <emmintrin.h>\n");
    write("codecs/red/rules.hpp", "#include \"core/core.hpp\"\n#include <fast_float/fast_float.h>\n");
    for (const char* file : {"codec.cpp", "decode.cpp", "encode.cpp"}) {
      write(std::string("codecs/red/") + file, "#include \"hallmark/red.hpp\"\n#include \"red/rules.hpp\"\n");
    }
    write("codecs/red/README.md", "red\n");
    write("reports/html.cpp", "#include \"hallmark/core/rule.hpp\"\n#include <string>\n");
    write("corpus/vector.schema.json", "{}\n");
    write("corpus/red/golden/headers.json", "{\"format\": \"red-v0\", \"vectors\": []}\n");
    write("corpus/red/regressions/0001", std::string("\0\1", 2));
    write("corpus/red/decode.dict", "\"\\x00\"\n");
    write("conformance/red/model.cpp",
          "#include \"reports/html.cpp\"\n#include \"codecs/red/rules.hpp\"\n#include \"hallmark/red.hpp\"\n");
    for (const char* file :
         {"generate.hpp", "generate_format.cpp", "oracle.hpp", "properties_test.cpp", "three_faults_test.cpp"}) {
      write(std::string("conformance/red/") + file, "\n");
    }
    write("conformance/model/model.hpp", "\n");
    write("fuzz/red/decode.cpp", "#include \"conformance/model/model.hpp\"\n");
    write("benchmarks/red/decode.cpp", "\n");
  }
  SampleTree(const SampleTree&) = delete;
  SampleTree& operator=(const SampleTree&) = delete;
  ~SampleTree() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file, std::ios::binary) << text;
  }
  void remove(const std::string& path) const { fs::remove_all(root_ / path); }
  [[nodiscard]] fs::path path(const std::string& file) const { return root_ / file; }
  [[nodiscard]] Tree tree() const { return tree_of(root_); }

 private:
  static int next() {
    static int count = 0;
    return count++;
  }

  fs::path root_;
};

struct NamedRule {
  const char* name;
  Findings (*rule)(const Tree&);
};

constexpr NamedRule rules[] = {
    {"no format is listed outside the manifests", formats_in_lists},
    {"every family has every room", missing_rooms},
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

TEST_CASE("house: a tree in order keeps every rule") {
  const SampleTree sample;
  for (const NamedRule& rule : rules) {
    INFO(rule.name);
    CHECK(joined(rule.rule(sample.tree())) == "");
  }
}

// One defect, and the file that the only finding must name.
struct Breach {
  const char* what;
  Findings (*rule)(const Tree&);
  void (*breach)(const SampleTree&);
  const char* finding;
};

const Breach breaches[] = {
    {"no corpus room", missing_rooms, [](const SampleTree& d) { d.remove("corpus/red"); }, "corpus/red: "},
    {"no conformance room", missing_rooms, [](const SampleTree& d) { d.remove("conformance/red"); },
     "conformance/red: "},
    {"no fuzz room", missing_rooms, [](const SampleTree& d) { d.remove("fuzz/red"); }, "fuzz/red: "},
    {"no benchmarks room", missing_rooms, [](const SampleTree& d) { d.remove("benchmarks/red"); }, "benchmarks/red: "},
    {"no oracle", missing_rooms, [](const SampleTree& d) { d.remove("conformance/red/oracle.hpp"); },
     "conformance/red/oracle.hpp: "},
    {"no three faults", missing_rooms, [](const SampleTree& d) { d.remove("conformance/red/three_faults_test.cpp"); },
     "conformance/red/three_faults_test.cpp: "},
    {"no vectors", missing_rooms, [](const SampleTree& d) { d.remove("corpus/red/golden"); }, "corpus/red/golden: "},
    {"no public header", missing_rooms, [](const SampleTree& d) { d.remove("codecs/include/hallmark/red.hpp"); },
     "codecs/include/hallmark/red.hpp: "},
    {"no README", missing_rooms, [](const SampleTree& d) { d.remove("codecs/red/README.md"); },
     "codecs/red/README.md: "},
    {"a family without format", missing_rooms,
     [](const SampleTree& d) { d.write("codecs/red/family.json", R"({"formats": [], "extensions": []})"); },
     "codecs/red/family.json: "},
    {"an unregistered family", missing_rooms, [](const SampleTree& d) { d.write("codecs/blue/rules.hpp", ""); },
     "codecs/blue: "},

    {"vectors of a processor outside their file", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/core/a.hpp", "#include <immintrin.h>\n"); }, "codecs/core/a.hpp: "},
    {"vectors of every x86-64 in another file", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/core/a.hpp", "#include <emmintrin.h>\n"); }, "codecs/core/a.hpp: "},
    {"core knows a format", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/core/a.hpp", "#include \"red/rules.hpp\"\n"); }, "codecs/core/a.hpp: "},
    {"a public header of the core knows a format", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/include/hallmark/core/a.hpp", "#include \"hallmark/red.hpp\"\n"); },
     "codecs/include/hallmark/core/a.hpp: "},
    {"a public header includes a private one", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/include/hallmark/red.hpp", "#include \"red/rules.hpp\"\n"); },
     "codecs/include/hallmark/red.hpp: "},
    {"a codec uses another family's public header", wrong_includes,
     [](const SampleTree& d) {
       d.write("codecs/include/hallmark/blue.hpp", "");
       d.write("codecs/red/a.cpp", "#include \"hallmark/blue.hpp\"\n");
     },
     "codecs/red/a.cpp: "},
    {"core includes a library", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/core/a.hpp", "#include <fmt/format.h>\n"); }, "codecs/core/a.hpp: "},
    {"a codec uses POSIX", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/red/a.cpp", "  #  include <unistd.h>\n"); }, "codecs/red/a.cpp: "},
    {"a codec prints", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/red/a.cpp", "#include <iostream>\n"); }, "codecs/red/a.cpp: "},
    {"a codec uses reports", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/red/a.cpp", "#include \"reports/html.cpp\"\n"); }, "codecs/red/a.cpp: "},
    {"a codec uses conformance", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/red/a.cpp", "#include \"conformance/model/model.hpp\"\n"); },
     "codecs/red/a.cpp: "},
    {"a codec uses another family", wrong_includes,
     [](const SampleTree& d) {
       d.write("codecs/blue/rules.hpp", "");
       d.write("codecs/red/a.cpp", "#include \"blue/rules.hpp\"\n");
     },
     "codecs/red/a.cpp: "},
    {"reports know a format", wrong_includes,
     [](const SampleTree& d) { d.write("reports/a.cpp", "#include \"codecs/red/rules.hpp\"\n"); }, "reports/a.cpp: "},
    {"reports judge", wrong_includes,
     [](const SampleTree& d) { d.write("reports/a.cpp", "#include \"conformance/model/model.hpp\"\n"); },
     "reports/a.cpp: "},
    {"conformance uses fuzz", wrong_includes,
     [](const SampleTree& d) { d.write("conformance/suite/a.cpp", "#include \"fuzz/red/decode.cpp\"\n"); },
     "conformance/suite/a.cpp: "},
    {"a room of conformance uses one above it", wrong_includes,
     [](const SampleTree& d) {
       d.write("conformance/program/a.hpp", "");
       d.write("conformance/suite/a.cpp", "#include \"conformance/program/a.hpp\"\n");
     },
     "conformance/suite/a.cpp: "},
    {"what is shipped uses what tests share", wrong_includes,
     [](const SampleTree& d) {
       d.write("conformance/testing/a.hpp", "");
       d.write("conformance/program/a.cpp", "#include \"conformance/testing/a.hpp\"\n");
     },
     "conformance/program/a.cpp: "},
    {"a model uses what tests share", wrong_includes,
     [](const SampleTree& d) {
       d.write("conformance/testing/a.hpp", "");
       d.write("conformance/red/model.cpp", "#include \"conformance/testing/a.hpp\"\n");
     },
     "conformance/red/model.cpp: "},
    {"fuzz uses a family's oracle", wrong_includes,
     [](const SampleTree& d) { d.write("fuzz/red/a.cpp", "#include \"conformance/red/model.cpp\"\n"); },
     "fuzz/red/a.cpp: "},
    {"an include not written from the root of the library", wrong_includes,
     [](const SampleTree& d) { d.write("codecs/red/a.cpp", "#include \"rules.hpp\"\n"); }, "codecs/red/a.cpp: "},
    {"an include not written from the root of the project", wrong_includes,
     [](const SampleTree& d) { d.write("conformance/red/a.cpp", "#include \"red/rules.hpp\"\n"); },
     "conformance/red/a.cpp: "},

    {"a program in the corpus", code_in_corpus, [](const SampleTree& d) { d.write("corpus/red/make.py", ""); },
     "corpus/red/make.py: "},
    {"a script without suffix", code_in_corpus,
     [](const SampleTree& d) { d.write("corpus/red/regressions/make", "#!/bin/sh\n"); },
     "corpus/red/regressions/make: "},
    {"an executable", code_in_corpus,
     [](const SampleTree& d) { fs::permissions(d.path("corpus/red/decode.dict"), fs::perms::owner_all); },
     "corpus/red/decode.dict: "},

    {"a format's file", inputs_in_conformance, [](const SampleTree& d) { d.write("conformance/red/a.red", ""); },
     "conformance/red/a.red: "},
    {"a binary file", inputs_in_conformance,
     [](const SampleTree& d) { d.write("conformance/red/a", std::string("a\0", 2)); }, "conformance/red/a: "},
    {"text that is no UTF-8", inputs_in_conformance, [](const SampleTree& d) { d.write("conformance/red/a", "\xff"); },
     "conformance/red/a: "},
    {"golden vectors", inputs_in_conformance,
     [](const SampleTree& d) { d.write("conformance/red/a.json", "{\"vectors\": []}"); }, "conformance/red/a.json: "},

    {"data of no family", unread_data, [](const SampleTree& d) { d.write("corpus/blue/golden/a.json", "{}"); },
     "corpus/blue/golden/a.json: "},
    {"data of no kind", unread_data, [](const SampleTree& d) { d.write("corpus/red/extra/a.json", "{}"); },
     "corpus/red/extra/a.json: "},
    {"golden, but no JSON", unread_data, [](const SampleTree& d) { d.write("corpus/red/golden/a.txt", "{}"); },
     "corpus/red/golden/a.txt: "},
    {"golden, but deeper than the loader looks", unread_data,
     [](const SampleTree& d) { d.write("corpus/red/golden/more/a.json", "{}"); }, "corpus/red/golden/more/a.json: "},
    {"regressions without a target to replay them", unread_data, [](const SampleTree& d) { d.remove("fuzz/red"); },
     "corpus/red/decode.dict: "},
    {"errata that no script reads", unread_data, [](const SampleTree& d) { d.write("corpus/red/errata.toml", ""); },
     "corpus/red/errata.toml: "},
    {"errata of no family", unread_data, [](const SampleTree& d) { d.write("corpus/errata.toml", ""); },
     "corpus/errata.toml: "},
    {"a dictionary without its target", unread_data, [](const SampleTree& d) { d.write("corpus/red/encode.dict", ""); },
     "corpus/red/encode.dict: "},

    {"a path of a machine", machine_specific_text,
     [](const SampleTree& d) { d.write("codecs/red/a.md", std::string("ok\nsee /ho") + "me/red\n"); },
     "codecs/red/a.md:2: "},
    {"a registry", machine_specific_text,
     [](const SampleTree& d) { d.write("anywhere", std::string("from pypi") + ".org\n"); }, "anywhere:1: "},
    {"JSON parsed without bounds", unbounded_parsers,
     [](const SampleTree& d) { d.write("reports/a.cpp", "auto a = Json::parse(text);"); }, "reports/a.cpp: "},
    {"TOML parsed without bounds", unbounded_parsers,
     [](const SampleTree& d) { d.write("conformance/runner/a.cpp", "auto a = toml::parse_file(path);"); },
     "conformance/runner/a.cpp: "},
    {"a large file", large_files,
     [](const SampleTree& d) { d.write("corpus/red/regressions/b", std::string((1 << 20) + 1, 'x')); },
     "corpus/red/regressions/b: "},
};

TEST_CASE("house: each rule finds what breaks it") {
  for (const Breach& breach : breaches) {
    const SampleTree sample;
    breach.breach(sample);
    const Findings findings = breach.rule(sample.tree());
    INFO(breach.what << " found:\n" << joined(findings));
    REQUIRE_FALSE(findings.empty());
    CHECK(findings.front().rfind(breach.finding, 0) == 0);
  }
}

TEST_CASE("house: exactly 1 MiB is not too large") {
  const SampleTree sample;
  sample.write("corpus/red/regressions/b", std::string(1 << 20, 'x'));
  CHECK(joined(large_files(sample.tree())) == "");
}

TEST_CASE("house: a folder of a build is no path of a machine") {
  const SampleTree sample;
  sample.write("fuzz/tests.cmake", std::string("set(folder ${build}/wo") + "rk/seeds)\n");
  CHECK(joined(machine_specific_text(sample.tree())) == "");
}

TEST_CASE("house: a lock file names its registry") {
  const SampleTree sample;
  sample.write("conformance/testees/red/Cargo.lock", std::string("source = \"crates") + ".io\"\n");
  CHECK(joined(machine_specific_text(sample.tree())) == "");
}

TEST_CASE("house: a family may include another one that its manifest says it uses") {
  const SampleTree sample;
  sample.write("codecs/blue/family.json", R"({"formats": [{"id": "blue"}], "extensions": [], "uses": ["red"]})");
  sample.write("codecs/include/hallmark/blue.hpp", "#include \"hallmark/red.hpp\"\n");
  sample.write("codecs/blue/a.cpp", "#include \"red/rules.hpp\"\n#include \"hallmark/red.hpp\"\n");
  CHECK(joined(wrong_includes(sample.tree())) == "");
  sample.write("codecs/blue/family.json", R"({"formats": [{"id": "blue"}], "extensions": []})");
  CHECK(wrong_includes(sample.tree()).size() == 3);
}

TEST_CASE("house: a list of formats is found, and four names far from each other are none") {
  const SampleTree sample;
  for (const char* family : {"blue", "green", "grey"}) {
    sample.write(std::string("codecs/") + family + "/family.json", R"({"formats": [], "extensions": [".x"]})");
  }
  sample.write("reports/a.cpp", "red\n\n\n\nblue\n\n\ngreen\n\n\ngrey\nredder blue green grey\n");
  CHECK(joined(formats_in_lists(sample.tree())) == "");
  sample.write("reports/a.cpp", "\n\"RED\",\n\"blue-v1\",\ngreen,\ngrey,\n");
  CHECK_THAT(joined(formats_in_lists(sample.tree())), Catch::StartsWith("reports/a.cpp:2: "));
  sample.write(".pre-commit-hooks.yaml", "files: '\\.(red)(\\.gz)?$'\n");
  CHECK_THAT(joined(formats_in_lists(sample.tree())), Catch::Contains(".pre-commit-hooks.yaml: "));
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

TEST_CASE("house: the symbol rule sees each thing that codecs may not do") {
  const std::string found = joined(forbidden_symbols(HALLMARK_NM, HALLMARK_CONTROL_LIBRARY));
  INFO(found);
  for (const char* symbol : {"_Znw", "malloc", "__cxa_throw", "__cxa_allocate_exception", "puts", "abort"}) {
    INFO(symbol);
    CHECK(found.find(symbol) != std::string::npos);
  }
  // A throw by a standard library function has a symbol of its own.
  CHECK(found.find("__throw_") != std::string::npos);
}

TEST_CASE("house: the symbol rule does not pass what it cannot read") {
  CHECK_THROWS(forbidden_symbols(HALLMARK_NM, HALLMARK_SOURCE_DIR "/codecs/CMakeLists.txt"));
  CHECK_THROWS(forbidden_symbols(HALLMARK_NM, HALLMARK_SOURCE_DIR "/no-such-library.a"));
}

}  // namespace
}  // namespace hallmark::house
