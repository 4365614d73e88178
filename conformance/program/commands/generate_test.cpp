// hallmark generate: its files are what they are said to be, the same for the same seed, and errors have their codes.
#include <sys/resource.h>

#include <fstream>
#include <iterator>
#include <map>

#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Json manifest_of(const fs::path& folder) { return Json::parse(contents(folder / "manifest.json")); }

// generated runs the command in a folder of its own, and gives the contents of its files by name.
std::map<std::string, std::string> generated(const std::vector<std::string>& options) {
  const Folder folder;
  std::vector<std::string> arguments{"generate", "-o", folder.path()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Finished finished = run(arguments);
  CHECK(finished.err.empty());
  CHECK(finished.exit == 0);
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    files[entry.path().filename().string()] = contents(entry.path());
  }
  return files;
}

}  // namespace

TEST_CASE("generate writes as many valid files as are asked for, in every format") {
  for (const Codec* codec : all_codecs()) {
    const std::string format(codec->id);
    CAPTURE(format);
    const Folder folder;
    CHECK(run({"generate", "--format", format, "--count", "12", "-o", folder.path()}).exit == 0);
    const Finished validated = run({"validate", "--format", format, folder.path()});
    CHECK(validated.exit == 0);
    CHECK(validated.out.find("12 inputs: 12 valid") != std::string::npos);
    const Json files = manifest_of(folder.path())["files"];
    REQUIRE(files.size() == 12);
    CHECK(files[11]["id"] == format + "/generated/valid-1-12");
    CHECK(files[11]["file"] == format + "-generated-valid-1-12" + std::string(codec->extensions.front()));
    CHECK(files[11]["size"] == fs::file_size(fs::path(folder.path()) / files[11]["file"].get<std::string>()));
  }
}

TEST_CASE("generate --invalid writes files that break one rule and no other") {
  const Folder folder;
  const std::string out = folder.path();
  CHECK(run({"generate", "--format", "bson", "--invalid", "bson/boolean", "--count", "9", "-o", out}).exit == 0);
  const Finished validated = run({"validate", "--report", "json", out});
  CHECK(validated.exit == 1);
  const Json inputs = parsed(validated.out)["inputs"];
  REQUIRE(inputs.size() == 9);
  for (const Json& input : inputs) {
    REQUIRE(input["diagnostics"].size() == 1);
    CHECK(input["diagnostics"][0]["rule"] == "bson/boolean");
  }
  const Json manifest = manifest_of(folder.path());
  for (const Json& file : manifest["files"]) {
    CHECK(file["error"]["rule"] == "bson/boolean");
    CHECK(file["derived_from"].get<std::string>().starts_with("bson/"));
  }
}

TEST_CASE("what must be told from outside how to be read is said so") {
  const Folder folder;
  const std::string out = folder.path();
  const Finished finished =
      run({"generate", "--format", "kserve-request", "--invalid", "kserve/header-length", "--count", "4", "-o", out});
  CHECK(finished.exit == 0);
  CHECK(finished.out.find("4 must be read with --header-length") != std::string::npos);
  const Json manifest = manifest_of(folder.path());
  for (const Json& file : manifest["files"]) {
    const std::string length = file["options"]["header_length"].dump();
    const Finished validated = run({"validate", "--report", "json", "--format", "kserve-request", "--header-length",
                                    length, out + "/" + file["file"].get<std::string>()});
    CHECK(parsed(validated.out)["inputs"][0]["diagnostics"][0]["rule"] == "kserve/header-length");
  }
}

TEST_CASE("the same seed gives the same files, another seed others") {
  const std::vector<std::string> options{"--format", "oinf", "--count", "5"};
  const auto first = generated(options);
  CHECK(first.size() == 6);
  CHECK(generated(options) == first);
  std::vector<std::string> others = options;
  others.insert(others.end(), {"--seed", "2"});
  const auto second = generated(others);
  CHECK(second.size() == 6);
  CHECK(second.at("oinf-generated-valid-2-1.oinf") != first.at("oinf-generated-valid-1-1.oinf"));
}

TEST_CASE("generate --size is met to the byte, but by OINF to the next multiple of 8") {
  for (const Codec* codec : all_codecs()) {
    const std::string format(codec->id);
    for (const std::uint64_t size : {1000U, 65537U, 1048576U, 3000001U}) {
      CAPTURE(format, size);
      const Folder folder;
      const std::string out = folder.path();
      CHECK(run({"generate", "--format", format, "--size", std::to_string(size), "-o", out}).exit == 0);
      const Json files = manifest_of(folder.path())["files"];
      const std::uint64_t expected = format == "oinf" ? (size + 7) / 8 * 8 : size;
      CHECK(fs::file_size(fs::path(folder.path()) / files[0]["file"].get<std::string>()) == expected);
      CHECK(run({"validate", "--fail-on", "warning", "--format", format, out}).exit == 0);
    }
  }
}

TEST_CASE("a large file needs no memory of its size", "[limited-memory]") {
  const Folder folder;
  const std::string out = folder.path();
  const Finished finished = run({"generate", "--format", "bintensors-v1", "--size", "512MiB", "-o", out});
  CHECK(finished.exit == 0);
  CHECK(finished.peak < std::uint64_t{256} << 20);
  const Json files = manifest_of(folder.path())["files"];
  CHECK(fs::file_size(fs::path(folder.path()) / files[0]["file"].get<std::string>()) == std::uint64_t{512} << 20);
}

TEST_CASE("generate: exit codes and words of what cannot be done") {
  struct Row {
    std::vector<std::string> options;
    int exit;
    const char* expected;
  };
  const Row rows[] = {
      {{"--format", "bison"}, 4, "unknown format bison; did you mean bson?"},
      {{}, 4, "--format is required"},
      {{"--format", "bson", "--invalid", "bson/bolean"}, 4, "unknown rule bson/bolean; did you mean bson/boolean?"},
      {{"--format", "oinf", "--invalid", "bson/boolean"}, 4, "bson/boolean is no rule of oinf"},
      {{"--format", "bson", "--invalid", "bson/cstring-nul"}, 4, "no file can break bson/cstring-nul"},
      {{"--format", "bson", "--invalid", "hallmark/gzip"}, 4, "hallmark/gzip is no rule of bson"},
      {{"--format", "bson", "--size", "1KiB", "--invalid", "bson/boolean"}, 4, "it excludes --invalid"},
      {{"--format", "bson", "--count", "0"}, 4, "--count"},
  };
  for (const Row& row : rows) {
    const Folder folder;
    std::vector<std::string> arguments{"generate", "-o", folder.path()};
    arguments.insert(arguments.end(), row.options.begin(), row.options.end());
    const Finished finished = run(arguments);
    CAPTURE(finished.err);
    CHECK(finished.exit == row.exit);
    CHECK(finished.err.find(row.expected) != std::string::npos);
    CHECK(fs::is_empty(folder.path()));
  }
  CHECK(run({"generate", "--format", "bson", "-o", "/dev/null/x"}).exit == 2);
}

TEST_CASE("a file that does not fit on the disk is an error, and no part of it stays") {
  const Folder folder;
  const std::string out = folder.path();
  const Finished finished =
      run({"generate", "--format", "bson", "--size", "8MiB", "-o", out}, {.limits = {{RLIMIT_FSIZE, rlim_t{1} << 20}}});
  CHECK(finished.exit == 2);
  CHECK(finished.err.find("cannot write to ") != std::string::npos);
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("vectors show prints a generated vector from its id") {
  const Finished valid = run({"vectors", "show", "bson/generated/valid-1-347"});
  CHECK(valid.exit == 0);
  CHECK(valid.out.find("  verdict   valid") != std::string::npos);
  const Finished broken = run({"vectors", "show", "bson/generated/bson-boolean-1-347"});
  CHECK(broken.exit == 0);
  CHECK(broken.out.find("  error     bson/boolean") != std::string::npos);
  CHECK(broken.out.find("  from      bson/") != std::string::npos);
  const auto files = generated({"--format", "bson", "--invalid", "bson/boolean"});
  const Finished first = run({"vectors", "show", "bson/generated/bson-boolean-1-1"});
  const std::string size = std::to_string(files.at("bson-generated-bson-boolean-1-1.bson").size());
  CHECK(first.out.find("  bytes     " + size + "\n") != std::string::npos);
  CHECK(run({"vectors", "show", "bson/generated/no-rule-1-1"}).exit == 4);
}
