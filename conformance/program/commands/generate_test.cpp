// SPDX-License-Identifier: Apache-2.0
// hallmark generate: its files are what they are said to be, the same for the same seed, and errors have their codes.
#include <sys/resource.h>

#include "conformance/generate/generator.hpp"
#include "conformance/program/examples.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

Json manifest_of(const Folder& folder) { return Json::parse(folder.read("manifest.json")); }

// generate runs the command.
Finished generate(const Folder& folder, const Words& options, const How& how = {}) {
  return run(Words{"--corpus", example_corpus(), "generate", "-o", folder.path()} + options, how);
}

Finished shown(const std::string& id) { return run({"--corpus", example_corpus(), "vectors", "show", id}); }

}  // namespace

TEST_CASE("generate writes as many valid files as are asked for, in every format") {
  for (const Codec* codec : all_codecs()) {
    const std::string format(codec->id);
    CAPTURE(format);
    const Folder folder;
    CHECK(generate(folder, {"--format", format, "--count", "12"}).exit == 0);
    expect(run({"validate", "--format", format, folder.path()}), 0, "12 inputs: 12 valid");
    const Json files = manifest_of(folder)["files"];
    REQUIRE(files.size() == 12);
    CHECK(files[11]["id"] == format + "/generated/valid-1-12");
    CHECK(files[11]["file"] == format + "-generated-valid-1-12" + std::string(codec->extensions.front()));
    CHECK(files[11]["size"] == fs::file_size(fs::path(folder.path()) / files[11]["file"].get<std::string>()));
  }
}

TEST_CASE_METHOD(InFolder, "generate --invalid writes files that break one rule and no other") {
  CHECK(generate(folder, {"--format", example::format, "--invalid", "boolean"_rule, "--count", "9"}).exit == 0);
  const Finished validated = run({"validate", "--report", "json", folder.path()});
  CHECK(validated.exit == 1);
  const Json inputs = parsed(validated.out)["inputs"];
  REQUIRE(inputs.size() == 9);
  for (const Json& input : inputs) {
    REQUIRE(input["diagnostics"].size() == 1);
    CHECK(input["diagnostics"][0]["rule"] == "boolean"_rule);
  }
  const Json manifest = manifest_of(folder);
  for (const Json& file : manifest["files"]) {
    CHECK(file["error"]["rule"] == "boolean"_rule);
    CHECK(file["derived_from"].get<std::string>().starts_with("$format/"_filled));
  }
}

TEST_CASE("generate --set changes a field of any format, and only that") {
  for (const Codec* codec : all_codecs()) {
    const std::string format(codec->id);
    const Folder folder;
    CHECK(generate(folder, {"--format", format}).exit == 0);
    const std::string file = folder.path(manifest_of(folder)["files"][0]["file"].get<std::string>());
    const std::string whole = folder.read(fs::path(file).filename().string());
    const Json first = parsed(run({"inspect", "--layout", "--json", "--format", format, file}).out)["layout"][0];
    CAPTURE(format, first.dump());
    const auto made = [&](const Words& edits) {
      const Folder changed;
      Words words{"--format", format};
      for (const std::string& edit : edits) words = words + Words{"--set", edit};
      CHECK(generate(changed, words).exit == 0);
      const Json entry = manifest_of(changed)["files"][0];
      CHECK(entry["set"] == Json(edits));
      CHECK(entry["derived_from"] == format + "/generated/valid-1-1");
      return changed.read(entry["file"].get<std::string>());
    };
    const std::string path = first["path"] == "" ? first["field"] : first["path"];
    const auto set = [&](const std::string& value) { return made({path + "=" + value}); };
    const std::size_t at = first["offset"];
    const std::string rest = whole.substr(at + first["length"].get<std::size_t>());
    CHECK(set("text:") == whole.substr(0, at) + rest);
    CHECK(set("hex:00ffA0") == whole.substr(0, at) + std::string("\0\xff\xa0", 3) + rest);
    if (first["length"] <= 8) {
      std::string number(first["length"].get<std::size_t>(), '\xff');
      CHECK(set("-1") == whole.substr(0, at) + number + rest);
      number.assign(number.size(), '\0').front() = '\x7f';
      CHECK(set("0x7f") == whole.substr(0, at) + number + rest);
    }
    if (first["field"] != "json") continue;
    const std::string bytes = made({"id=a name", R"(parameters={"x": [1]})"});
    CHECK_THAT(bytes, Catch::Contains(R"("id":"a name")") && Catch::Contains(R"("parameters":{"x":[1]})"));
  }
}

TEST_CASE_METHOD(InFolder, "generate --set looks for files that have the field") {
  CHECK(generate(folder, {"--format", example::format, "--count", "3", "--set", "documents[0].title.length=5"}).exit ==
        0);
  const Json files = manifest_of(folder)["files"];
  REQUIRE(files.size() == 3);
  for (const Json& file : files) CHECK(file["error"]["rule"] == "string-terminator"_rule);
}

TEST_CASE("the same seed gives the same files, another seed others") {
  const Folder folders[3];
  for (const Folder& folder : folders) {
    const char* seed = &folder == &folders[2] ? "2" : "1";
    CHECK(generate(folder, {"--format", example::second, "--count", "5", "--seed", seed}).exit == 0);
  }
  const std::string name = "$second-generated-valid-1-1.$ext2"_filled;
  CHECK(folders[0].read("manifest.json") == folders[1].read("manifest.json"));
  CHECK(folders[0].read(name) == folders[1].read(name));
  CHECK(folders[0].read(name) != folders[2].read("$second-generated-valid-2-1.$ext2"_filled));
}

TEST_CASE("generate --size is met to the byte, or to the step of the format") {
  for (const Codec* codec : all_codecs()) {
    const std::string format(codec->id);
    const std::uint64_t step = conformance::generator_named(format)->step;
    for (const std::uint64_t size : {1000U, 65537U, 1048576U, 3000001U}) {
      CAPTURE(format, size);
      const Folder folder;
      CHECK(generate(folder, {"--format", format, "--size", std::to_string(size)}).exit == 0);
      const Json files = manifest_of(folder)["files"];
      CHECK(fs::file_size(folder.path(files[0]["file"].get<std::string>())) == (size + step - 1) / step * step);
      CHECK(run({"validate", "--fail-on", "warning", "--format", format, folder.path()}).exit == 0);
    }
  }
}

TEST_CASE_METHOD(InFolder, "a large file needs no memory of its size", "[limited-memory]") {
  const Finished finished = generate(folder, {"--format", example::second, "--size", "512MiB"});
  CHECK(finished.exit == 0);
  CHECK(finished.peak < std::uint64_t{256} << 20);
  const Json files = manifest_of(folder)["files"];
  CHECK(fs::file_size(folder.path(files[0]["file"].get<std::string>())) == std::uint64_t{512} << 20);
}

TEST_CASE("generate: exit codes and words of what cannot be done") {
  struct Row {
    std::vector<std::string> options;
    int exit;
    std::string expected;
  };
  const Row rows[] = {
      {{"--format", "$formats"_filled}, 4, "unknown format $formats; did you mean $format?"_filled},
      {{}, 4, "--format is required"},
      {{"--format", ""}, 4, "--format: no format is named"},
      {{"--format", example::format, "--invalid", "$format/bolean"_filled},
       4,
       "unknown rule $format/bolean; did you mean $format/boolean?"_filled},
      {{"--format", example::second, "--invalid", "boolean"_rule},
       4,
       "$format/boolean is not a rule of $second"_filled},
      {{"--format", example::format, "--invalid", "cstring-nul"_rule},
       4,
       "no file can break $format/cstring-nul"_filled},
      {{"--format", example::format, "--invalid", "hallmark/gzip"}, 4, "hallmark/gzip is not a rule of $format"_filled},
      {{"--format", example::format, "--size", "1KiB", "--invalid", "boolean"_rule}, 4, "it excludes --invalid"},
      {{"--format", example::format, "--count", "0"}, 4, "--count"},
      {{"--format", example::format, "--size", "1KiB", "--set", "a=1"}, 4, "it excludes --size"},
      {{"--format", example::format, "--set", "a"}, 4, "--set a: this is not PATH=VALUE"},
      {{"--format", example::format, "--set", "a=1"}, 4, "--set a: no field has such a path"},
      {{"--format", example::format, "--set", "documents[0].length=4294967296"}, 4, "the field has 4 bytes"},
      {{"--format", example::format, "--set", "documents[0].length=hex:123"}, 4, "two digits for each byte"},
      {{"--format", example::format, "--set", "documents[0].length=five"}, 4, "the value is no number"},
  };
  for (const Row& row : rows) {
    const Folder folder;
    const Finished finished = generate(folder, row.options);
    expect(finished, row.exit, row.expected);
    CHECK(finished.out.empty());
    CHECK(fs::is_empty(folder.path()));
  }
  CHECK(run({"--corpus", example_corpus(), "generate", "--format", example::format, "-o", "/dev/null/x"}).exit == 2);
}

TEST_CASE_METHOD(InFolder, "a file that does not fit on the disk is an error, and no part of it stays") {
  expect(
      generate(folder, {"--format", example::format, "--size", "8MiB"}, {.limits = {{RLIMIT_FSIZE, rlim_t{1} << 20}}}),
      2, "cannot write to ");
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE_METHOD(InFolder, "vectors show prints a generated vector from its id") {
  expect(shown("$format/generated/valid-1-347"_filled), 0, "  verdict   valid");
  const Finished broken = shown("$format/generated/$format-boolean-1-347"_filled);
  expect(broken, 0, "  error     $format/boolean"_filled);
  expect(broken, 0, "  from      $format/"_filled);
  CHECK(generate(folder, {"--format", example::format, "--invalid", "boolean"_rule}).exit == 0);
  const std::string size = std::to_string(folder.read("$format-generated-$format-boolean-1-1.$ext"_filled).size());
  expect(shown("$format/generated/$format-boolean-1-1"_filled), 0, "  bytes     " + size + "\n");
  CHECK(shown("$format/generated/no-rule-1-1"_filled).exit == 4);
}
