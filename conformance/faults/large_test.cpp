// SPDX-License-Identifier: Apache-2.0
// Many files, and large ones: time and memory follow what has to be read.
#include <algorithm>

#include "conformance/program/testing/large_files.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

constexpr std::uint64_t gibi = std::uint64_t{1} << 30;

void check_many_files(int count) {
  const Folder folder;
  for (int i = 0; i < count; ++i) {
    folder.write(example::file("f" + std::to_string(i % 100) + "/" + std::to_string(i)),
                 i % 10 == 0 ? bad_input() : good_input());
  }
  const Finished finished = run({"validate", "--report", "json", "-j", "2", "."}, {.folder = folder.path()});
  CHECK(finished.exit == 1);
  const Json summary = parsed(finished.out).at("summary");
  CHECK(summary.at("inputs") == count);
  CHECK(summary.at("valid") == count - count / 10);
  CHECK(summary.at("invalid") == count / 10);
  const Finished counted =
      run({"validate", "--quiet", "-j", "2", "."}, {.output = "/dev/null", .folder = folder.path()});
  CHECK(counted.exit == 1);
  CHECK(counted.peak < (200 + static_cast<std::uint64_t>(count) / 500) * mebi);
}

}  // namespace

TEST_CASE("thousands of small files are judged in bounded memory") { check_many_files(5'000); }
TEST_CASE("a hundred thousand small files are judged in bounded memory", "[.long]") { check_many_files(100'000); }

TEST_CASE_METHOD(InFolder, "a report of the most findings takes less than two kilobytes for each", "[limited-memory]") {
  constexpr std::uint64_t findings = 10'000;
  std::string elements;
  for (std::uint64_t i = 0; i < findings; ++i) elements += bytes({"\x08k\0\2", 4});
  const std::string path = folder.write("bad"_file, document(elements));
  for (const char* form : {"text", "json", "ndjson"}) {
    CAPTURE(form);
    const std::string report = folder.path(form);
    const Finished finished =
        run({"validate", "--max-errors", std::to_string(findings), "--report", form, "-o", report, path});
    CHECK(finished.exit == 1);
    CAPTURE(finished.peak, fs::file_size(report));
    CHECK(fs::file_size(report) > findings * 200);
    CHECK(finished.peak < 16 * mebi + findings * 2000);
  }
}

// A sparse file has no pages to read; what is mapped counts only when it is touched.
TEST_CASE_METHOD(InFolder, "of a file of 64 GiB only the header is read", "[limited-memory]") {
  for (const LargeFile& large : large_files()) {
    const std::uint64_t tensors = 64 * gibi / large.largest + 1;
    const std::uint64_t size = std::min(64 * gibi, large.largest);
    const std::string path = large.in(folder, tensors, size);
    CAPTURE(path);
    REQUIRE(fs::file_size(path) > tensors * size);
    const Finished finished = run({"validate", "--report", "ndjson", path}, {.memory = 64 * mebi});
    CAPTURE(finished.out, finished.err);
    CHECK(finished.exit == 0);
    CHECK(finished.peak < 256 * mebi);
    CHECK(parsed_lines(finished.out).front().at("size") == fs::file_size(path));
    // One byte less is noticed without reading the data.
    fs::resize_file(path, fs::file_size(path) - 1);
    const Finished cut = run({"validate", path}, {.memory = 64 * mebi});
    CHECK(cut.exit == 1);
    CHECK(cut.peak < 256 * mebi);
  }
}
