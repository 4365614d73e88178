// SPDX-License-Identifier: Apache-2.0
// A disk that fills up while reports are written: exit 2, a message that names the file, and no part of a file that
// could be taken for all of it. The disk is a tmpfs in a mount namespace of its own.
#include <unistd.h>

#include <algorithm>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

// on_disk runs words of shell, in which $0 is the program, while `disk` in the folder is a file system of its own. What
// is on it in the end is copied to `left`.
Ran on_disk(const Folder& folder, const std::string& options, const std::string& words) {
  fs::remove_all(folder.path("left"));
  fs::create_directories(folder.path("disk"));
  const std::string space = geteuid() == 0 ? "unshare --mount" : "unshare --mount --map-root-user";
  return run_line("cd '" + folder.path() + "' && " + space + " sh -c 'mount -t tmpfs -o " + options +
                  " disk disk || exit 125; " + words + "; status=$?; cp -r disk left; exit $status' '" + program + "'");
}

bool skipped(const Folder& folder) {
  if (on_disk(folder, "size=64k", "true").exit == 0) return false;
  WARN("skipped: a file system cannot be mounted here (unshare --mount, tmpfs)");
  return true;
}

std::vector<std::string> left(const Folder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path("left"))) {
    if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), folder.path("left")).string());
  }
  std::ranges::sort(names);
  return names;
}

constexpr const char* no_space = "No space left on device";

}  // namespace

// Without /proc a file cannot get its name afterwards: it has another one until it is whole.
TEST_CASE_METHOD(InFolder, "on a full disk what was there stays, also where a file has a name from the start") {
  if (skipped(folder)) return;
  write_many(folder, "in", 400, warning_input());
  folder.write("good"_file, good_input());
  for (const std::string hidden : {"", "mount -t tmpfs none /proc; "}) {
    CAPTURE(hidden);
    const std::string words = hidden + "echo old >disk/report; \"$0\" validate -j 1 -o disk/report ";
    expect(on_disk(folder, "size=20k", words + "in"), 2, no_space);
    CHECK(left(folder) == std::vector<std::string>{"report"});
    CHECK(folder.read("left/report") == "old\n");
    expect(on_disk(folder, "size=4m", words + "good"_file), 0, "");
    CHECK(left(folder) == std::vector<std::string>{"report"});
    CHECK(folder.read("left/report") == "1 input: 1 valid\n");
  }
}

// Pages appear together or not at all; results come before them.
TEST_CASE_METHOD(InFolder, "on a full disk conform and report html leave files that are whole, and no others") {
  if (skipped(folder)) return;
  folder.write("small.json", hallmark::testing::small_corpus_text());
  const auto conform = [](const std::string& reports) {
    return "\"$0\" conform --vectors small.json --report-dir " + reports + " -- \"$0\" serve-testee";
  };
  const auto html = [](const std::string& pages) {
    return "\"$0\" --corpus '" + example_corpus() + "' report html result/result.json -o " + pages;
  };
  expect(on_disk(folder, "size=4m", conform("result")), 0, "");
  const std::vector<std::string> results{"result.json", "timing.json"};
  for (const char* size : {"4k", "8k", "16k", "32k"}) {
    CAPTURE(size);
    expect(on_disk(folder, std::string("size=") + size, conform("disk")), 2, no_space);
    const std::vector<std::string> written = left(folder);
    CHECK(std::ranges::includes(results, written));
    if (size == std::string("32k")) CHECK(written == results);
    for (const std::string& name : written) CHECK_NOTHROW(parsed(folder.read("left/" + name)));
    expect(on_disk(folder, std::string("size=") + size, html("disk")), 2, no_space);
    CHECK(left(folder).empty());
  }
  // What an earlier run has written stays, and there may be no room for a folder.
  const std::string earlier = "cp result/style.css disk; ";
  expect(on_disk(folder, "size=32k", earlier + html("disk")), 2, no_space);
  CHECK(left(folder) == std::vector<std::string>{"style.css"});
  CHECK(folder.read("left/style.css") == folder.read("result/style.css"));
  expect(on_disk(folder, "size=4m,nr_inodes=1", conform("disk/new")), 2, no_space);
  expect(on_disk(folder, "size=4m,nr_inodes=1", html("disk/new")), 2, no_space);
}
