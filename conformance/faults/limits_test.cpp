// SPDX-License-Identifier: Apache-2.0
// Limits of the system: address space, descriptors, size of files.
#include <sys/resource.h>

#include "conformance/program/testing/large_files.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

bool says(const Finished& finished, const char* text) {
  return finished.out.find(text) != std::string::npos || finished.err.find(text) != std::string::npos;
}

bool says_memory(const Finished& finished) {
  return says(finished, "out of memory") || says(finished, "allocate memory");
}

}  // namespace

TEST_CASE_METHOD(InFolder, "in little address space a command works or says that there is no memory",
                 "[limited-memory]") {
  const std::string bad = folder.write("bad"_file, bad_input());
  const std::string good = large_file().in(folder, 1, 64 * mebi);
  const std::string corpus = folder.write("small.json", hallmark::testing::small_corpus_text());
  struct Row {
    std::vector<std::string> arguments;
    int exit;
  };
  const Row rows[] = {
      {{"validate", "-j", "1", good}, 0},
      {{"validate", "-j", "2", bad, good}, 1},
      {{"inspect", good}, 0},
      {{"conform", "--vectors", corpus, "--", program, "serve-testee"}, 0},
  };
  int refused = 0;
  for (const Row& row : rows) {
    for (std::uint64_t size = 40; size <= 640; size = size * 3 / 2) {
      CAPTURE(row.arguments, size);
      const Finished finished = run(row.arguments, {.limits = {{RLIMIT_AS, size * mebi}}});
      CAPTURE(finished.out, finished.err);
      CHECK(finished.signal == 0);
      CHECK((finished.exit == row.exit || finished.exit == 2));
      if (finished.exit == row.exit) continue;
      ++refused;
      CHECK((says_memory(finished) || says(finished, "cannot start the testee")));
    }
    CHECK(run(row.arguments).exit == row.exit);
  }
  CHECK(refused > 2);  // else the sizes test nothing
}

TEST_CASE_METHOD(InFolder, "without memory for one input the others are judged", "[limited-memory]") {
  folder.write("a"_file, bad_input());
  fs::rename(large_file().in(folder, 1, 256 * mebi), folder.path("b"_file));
  folder.write("c"_file, good_input());
  const Finished finished = run({"validate", "-j", "1", "--report", "json", "a"_file, "b"_file, "c"_file},
                                {.folder = folder.path(), .limits = {{RLIMIT_AS, 128 * mebi}}});
  CHECK(finished.exit == 1);
  const Json inputs = parsed(finished.out).at("inputs");
  CHECK(inputs.at(0).at("verdict") == "invalid");
  CHECK(inputs.at(1).at("verdict") == "unreadable");
  CHECK(inputs.at(1).at("diagnostics").at(0).at("message") == "cannot read the input: Cannot allocate memory");
  CHECK(inputs.at(2).at("verdict") == "valid");
}

TEST_CASE_METHOD(InFolder, "few descriptors are enough, or the message says so") {
  std::string path = "deep";
  for (int i = 0; i < 40; ++i) {
    folder.write(path + "/x"_file, good_input());
    path += "/deep";
  }
  folder.write("bad"_file, bad_input());
  const std::string corpus = folder.write("small.json", hallmark::testing::small_corpus_text());
  for (const rlim_t files : {rlim_t{8}, rlim_t{16}, rlim_t{32}, rlim_t{64}}) {
    CAPTURE(files);
    const Finished flat =
        run({"validate", "-j", "1", "bad"_file}, {.folder = folder.path(), .limits = {{RLIMIT_NOFILE, files}}});
    CHECK((flat.exit == 1 || says(flat, "Too many open files")));
    const Finished deep =
        run({"validate", "-j", "1", "bad"_file, "deep"}, {.folder = folder.path(), .limits = {{RLIMIT_NOFILE, files}}});
    CAPTURE(deep.out, deep.err);
    CHECK(deep.signal == 0);
    if (deep.exit != 1 || deep.out.find("41 inputs: 40 valid, 1 invalid") == std::string::npos) {
      CHECK(says(deep, "Too many open files"));
    }
    const Finished conform =
        run({"conform", "--vectors", corpus, "--", program, "serve-testee"}, {.limits = {{RLIMIT_NOFILE, files}}});
    CAPTURE(conform.out, conform.err);
    CHECK(conform.signal == 0);
    CHECK((conform.exit == 0 || (conform.exit == 2 && says(conform, "Too many open files"))));
  }
}

TEST_CASE_METHOD(InFolder, "a long list of inputs leaves no descriptor open") {
  folder.write("good"_file, good_input());
  std::string list;
  for (int i = 0; i < 100'000; ++i) list += "good"_file + '\n';
  folder.write("list", list);
  const Finished finished =
      run({"validate", "-j", "2", "@list"}, {.folder = folder.path(), .limits = {{RLIMIT_NOFILE, rlim_t{16}}}});
  CHECK(finished.exit == 0);
  CHECK(finished.out == "100000 inputs: 100000 valid\n");
}

TEST_CASE_METHOD(InFolder, "a file that may not grow is an error that names it, and no half of it is left") {
  write_many(folder, "in", 400, warning_input());
  const std::string bad = folder.write("bad"_file, bad_input());
  const How little{.folder = folder.path(), .limits = {{RLIMIT_FSIZE, 20'000}}};
  for (const char* form : {"text", "json", "ndjson"}) {
    CAPTURE(form);
    const Finished finished = run({"validate", "--report", form, "-o", "report", "in"}, little);
    CHECK(finished.exit == 2);
    CHECK(finished.err == "hallmark: cannot write to report: File too large\n");
    CHECK_FALSE(fs::exists(folder.path("report")));
    // With one worker, the bad file is judged before the report breaks off.
    CHECK(run({"validate", "-j", "1", "--report", form, "-o", "report", bad, "in"}, little).exit == 1);
    CHECK_FALSE(fs::exists(folder.path("report")));
  }
  // What was there before stays.
  folder.write("out/old", "old");
  CHECK(run({"validate", "-o", "out/old", "in"}, little).exit == 2);
  CHECK(folder.read("out/old") == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path("out")), fs::directory_iterator()) == 1);
}
