// Searches of large data by several threads: the answer of one, wherever the offenders are.
#include "conformance/program/spare_threads.hpp"

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "conformance/examine/examiner.hpp"
#include "conformance/program/testing/large_files.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;
using hallmark::Bytes;
using hallmark::conformance::InputBytes;
using hallmark::program::SpareThreads;

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

std::atomic<int> searching = 0;
std::atomic<int> most_searching = 0;

std::uint64_t find_non_zero(Bytes data) noexcept {
  const int now = ++searching;
  int before = most_searching;
  while (now > before && !most_searching.compare_exchange_weak(before, now)) {
  }
  const auto found = std::ranges::find_if(data, [](std::byte byte) { return byte != std::byte{0}; });
  --searching;
  return found == data.end() ? UINT64_MAX : static_cast<std::uint64_t>(found - data.begin());
}

// A file of one BOOL tensor, with `faults` where a byte is 2.
std::string booleans(const Folder& folder, std::string_view format, std::uint64_t size,
                     const std::vector<std::uint64_t>& faults) {
  std::string path =
      format == "oinf" ? large_oinf(folder, size, 12, 1) : large_bintensors(folder, "b.bt", 1, size, 0, 1);
  const std::uint64_t begin = fs::file_size(path) - size;
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  for (const std::uint64_t at : faults) file.seekp(static_cast<std::streamoff>(begin + at)).put('\2');
  return path;
}

// As `booleans`, in memory, of any format.
std::string booleans_in_memory(const std::string& format, std::size_t size) {
  const Folder folder;
  if (format == "bintensors-v1" || format == "oinf")
    return folder.read(fs::path(booleans(folder, format, size, {})).filename());
  if (format == "futhark") {
    std::string value("b\2\1bool", 7);
    for (std::size_t at = 0; at < sizeof(std::uint64_t); ++at) value += static_cast<char>(size >> (8 * at) & 0xff);
    return value + std::string(size, '\1');
  }
  const std::string shape = "\"shape\": [" + std::to_string(size) + "], \"datatype\": \"BOOL\"";
  const std::string sized = "\"parameters\": {\"binary_data_size\": " + std::to_string(size) + "}";
  return "{\"inputs\": [{\"name\": \"a\", " + shape + ", " + sized + "}]}" + std::string(size, '\1');
}

// Counts what it is asked.
class Counting final : public hallmark::Searcher {
 public:
  [[nodiscard]] std::uint64_t first(Bytes data, hallmark::ByteSearch search) const noexcept override {
    bytes += data.size();
    return search(data);
  }
  mutable std::size_t bytes = 0;
};

}  // namespace

TEST_CASE("every format with binary BOOL data asks the caller to search them, if they are large") {
  for (const char* format : {"bintensors-v1", "oinf", "futhark", "kserve-request"}) {
    for (const std::size_t size : {std::size_t{mebi} - 8, std::size_t{mebi}}) {
      CAPTURE(format, size);
      std::string file = booleans_in_memory(format, size);
      for (const bool faulty : {false, true}) {
        if (faulty) file[file.size() - 5] = '\2';
        hallmark::conformance::ExaminerSettings settings;
        settings.format = format;
        if (format == std::string_view("kserve-request")) settings.header_length = file.size() - size;
        const Counting searcher;
        hallmark::conformance::Examiner examiner(settings, &searcher);
        const auto report = examiner.examine({.path = "a", .problem = "", .content = hallmark::as_bytes(file)});
        CHECK(report.diagnostics.size() == (faulty ? 1 : 0));
        if (!report.diagnostics.empty()) CHECK(report.diagnostics.front().offset == file.size() - 5);
        CHECK(searcher.bytes == (size >= mebi ? size : 0));
      }
    }
  }
}

TEST_CASE("several threads find what one finds, wherever the first offender is") {
  constexpr std::size_t piece = 16;
  const SpareThreads threads(2, piece);
  for (const std::size_t size : {piece - 1, piece, piece + 1, 2 * piece, 5 * piece + 3}) {
    std::vector<std::byte> data(size);
    CHECK(threads.first(data, find_non_zero) == UINT64_MAX);
    for (std::size_t first = 0; first < size; ++first) {
      for (const std::size_t second : {first, first + 1, first + piece, size - 1}) {
        std::ranges::fill(data, std::byte{0});
        if (second < size) data[second] = std::byte{1};
        data[first] = std::byte{1};
        REQUIRE(threads.first(data, find_non_zero) == first);
      }
    }
  }
}

TEST_CASE("all searches together have no more helpers than there are spare threads") {
  constexpr int searches = 3;
  SpareThreads threads(1, 1024);
  threads.add();
  const std::vector<std::byte> data(std::size_t{1} << 20);
  most_searching = 0;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < searches; ++i) {
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 20; ++repeat) wrong += threads.first(data, find_non_zero) != UINT64_MAX;
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(wrong == 0);
  CHECK(most_searching <= searches + 2);
}

TEST_CASE("a report of large BOOL data does not depend on -j") {
  constexpr std::uint64_t piece = SpareThreads::piece_size;
  constexpr std::uint64_t size = 2 * piece + 8 * 1000;
  const std::vector<std::vector<std::uint64_t>> rows = {{},
                                                        {0},
                                                        {piece - 1},
                                                        {piece},
                                                        {piece, piece - 1},
                                                        {2 * piece, piece + 5},
                                                        {size - 1},
                                                        {0, piece, 2 * piece, size - 1}};
  for (const char* format : {"bintensors-v1", "oinf"}) {
    for (const auto& faults : rows) {
      CAPTURE(format, faults);
      const Folder folder;
      const std::string path = booleans(folder, format, size, faults);
      const Finished one = run({"validate", "--report", "ndjson", "-j", "1", path});
      CHECK(one.exit == (faults.empty() ? 0 : 1));
      const Json input = parsed_lines(one.out).front();
      CHECK(input.at("format") == format);
      if (!faults.empty()) {
        CHECK(input.at("diagnostics").at(0).at("offset") == fs::file_size(path) - size + std::ranges::min(faults));
      }
      for (const char* threads : {"2", "5"}) {
        CHECK(run({"validate", "--report", "ndjson", "-j", threads, path}).out == one.out);
      }
    }
  }
}

TEST_CASE("a mapped file that shrinks while several threads read it is reported, not fatal") {
  const Folder folder;
  const std::string path = folder.write("shrinks", std::string(64 * mebi, '\0'));
  InputBytes input;
  REQUIRE(input.read(path, 0) == InputBytes::Outcome::ok);
  REQUIRE(truncate(path.c_str(), 12345) == 0);
  CHECK(SpareThreads(3).first(input.bytes(), find_non_zero) == UINT64_MAX);
  CHECK_FALSE(input.intact());
}

TEST_CASE("what was searched can be read again, in a mapped file and elsewhere") {
  const Folder folder;
  InputBytes input;
  REQUIRE(input.read(folder.write("file", std::string(8 * mebi, '\0') + "end"), 0) == InputBytes::Outcome::ok);
  std::vector<std::byte> memory(8 * mebi, std::byte{0});
  std::ranges::fill(std::span(memory).last(4 * mebi), std::byte{1});
  const SpareThreads threads(2, mebi);
  for (int repeat = 0; repeat < 2; ++repeat) {
    CHECK(threads.first(input.bytes(), find_non_zero) == 8 * mebi);
    CHECK(hallmark::as_text(input.bytes()).ends_with("end"));
    CHECK(threads.first(memory, find_non_zero) == 4 * mebi);
    CHECK(static_cast<std::uint64_t>(std::ranges::count(memory, std::byte{1})) == 4 * mebi);
  }
  CHECK(input.intact());
}
