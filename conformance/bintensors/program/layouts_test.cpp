// SPDX-License-Identifier: Apache-2.0
// Detection of the BinTensors layout, which has no magic.
#include <fstream>

#include "conformance/bintensors/generate.hpp"
#include "conformance/program/testing/large_files.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;
using namespace std::string_literals;

namespace {

using bintensors::Layout;
using bintensors::OwnedModel;

std::string file_of(Layout layout, const OwnedModel& model) {
  return std::string(as_text(bintensors::any_file(layout, model)));
}

// A tensor "b" of booleans, `last` the last of them.
OwnedModel booleans(char last, std::size_t size = 2) {
  OwnedModel model{false, {}, {{"b", DType::boolean, {size}, std::vector<std::byte>(size, std::byte{1})}}};
  model.tensors[0].data.back() = static_cast<std::byte>(last);
  return model;
}
std::string booleans_v0(char last) { return file_of(Layout::v0, booleans(last)); }
std::string booleans_v1(char last) { return file_of(Layout::v1, booleans(last)); }

// v1 has a wrong end of its data, which is an error of phase 4; v0 reads a record whose index map has an entry up to
// the end of it, and is cut there, which is one of phase 2.
std::string wrong_end() {
  std::string file = file_of(Layout::v1, {false, {}, {{"\1", DType::u8, {1, 1, 7}, std::vector<std::byte>(7)}}});
  file[18] = 8;
  return file;
}

// Valid in both layouts: an i16 tensor in v0, an f8_e5m2 tensor in v1, both empty, with overlapping names.
std::string both() {
  return "\x10\0\0\0\0\0\0\0"
         "\0\1"
         "\5\1\0\0\0"
         "\1\3\1\0\0"
         "\0   "s;
}

}  // namespace

TEST_CASE_METHOD(
    InFolder,
    "a BinTensors file is judged by the layout that reads it, else by the one whose first error comes later") {
  struct Row {
    const char* name;
    std::string file;
    std::string format;
    std::string rule;  // of the last finding; empty if there is none
    int exit;
  };
  const Row rows[] = {
      {"v0 alone", booleans_v0('\0'), "bintensors-v0", "", 0},
      {"v1 alone", booleans_v1('\0'), "bintensors-v1", "", 0},
      {"v0 comes to its elements", booleans_v0('\2'), "bintensors-v0", "bintensors/boolean", 1},
      {"v1 comes to its elements", booleans_v1('\2'), "bintensors-v1", "bintensors/boolean", 1},
      {"a later phase, at an earlier byte", wrong_end(), "bintensors-v1", "bintensors/offset-end", 1},
      {"neither comes anywhere: the later layout", "\7\0\0"s, "bintensors-v1", "bintensors/sofm-truncated", 1},
      {"both", both(), "bintensors-v1", "bintensors/ambiguous-layout", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const std::string path = folder.write("model.bt", row.file);
    for (const char* profile : {"strict", "compat"}) {
      const bool tolerated = profile == std::string("compat") && row.rule == "bintensors/boolean";
      const Finished done = run({"validate", "--report", "ndjson", "--profile", profile, path});
      CHECK(done.exit == (tolerated ? 0 : row.exit));
      const Json input = parsed_lines(done.out).at(0);
      CHECK(input.at("format") == row.format);
      CHECK(input.at("diagnostics").empty() == row.rule.empty());
      if (!row.rule.empty()) CHECK(input.at("diagnostics").back().at("rule") == row.rule);
      CHECK(input.contains("alternative") == (row.format == "bintensors-v1" && row.exit == 0 && !row.rule.empty()));
    }
  }
}

TEST_CASE_METHOD(InFolder, "a file of both layouts says so, names the other one, and fails where warnings do") {
  const std::string path = folder.write("model.bt", both());
  const Json input = validated({path});
  CHECK(input.at("alternative") == Json{{"format", "bintensors-v0"}});
  CHECK(input.at("diagnostics").back().at("severity") == "warning");
  CHECK(run({"validate", "--fail-on", "warning", path}).exit == 1);
  for (const char* format : {"bintensors-v0", "bintensors-v1"}) {
    CHECK_FALSE(validated({"--fail-on", "warning", "--format", format, path}).contains("alternative"));
  }
}

TEST_CASE("without a known file extension the structure shows the layout") {
  for (const auto& [file, format] :
       {std::pair(booleans_v0('\0'), "bintensors-v0"), std::pair(booleans_v1('\0'), "bintensors-v1")}) {
    const Finished done = run({"validate", "--report", "ndjson", "-"}, {.input = file});
    CHECK(done.exit == 0);
    CHECK(parsed_lines(done.out).at(0).at("format") == format);
  }
  CHECK(run({"validate", "-"}, {.input = booleans_v1('\0') + "x"}).exit == 2);
}

TEST_CASE("the layout shows in the beginning of a file, too, however little of its header there is") {
  const OwnedModel model = booleans('\1', 3000);
  for (const auto& [layout, format] :
       {std::pair(Layout::v0, "bintensors-v0"), std::pair(Layout::v1, "bintensors-v1")}) {
    const std::string file = file_of(layout, model);
    const std::string size = std::to_string(file.size());
    const std::string header = std::to_string(bintensors::header_size(as_bytes(file)));
    const auto judged = [&](std::size_t held) {
      const Finished done =
          run({"validate", "--report", "ndjson", "--size", size, "-"}, {.input = file.substr(0, held)});
      CHECK(done.exit == (held < std::stoul(header) ? 2 : 0));
      return parsed_lines(done.out).at(0);
    };
    for (const std::size_t held : {std::size_t{10}, std::stoul(header) - 1}) {
      CAPTURE(format, held);
      const Json input = judged(held);
      CHECK(input.at("verdict") == "unreadable");
      CHECK(input.at("diagnostics").at(0).at("rule") == "hallmark/window");
      CHECK(input.at("diagnostics").at(0).at("expected") == header);
    }
    const Json input = judged(std::stoul(header));
    CHECK(input.at("format") == format);
    CHECK(input.at("size") == file.size());
    CHECK(input.at("verdict") == "valid");
    CHECK(input.at("diagnostics").at(0).at("rule") == "hallmark/data-unread");
    CHECK(judged(file.size()).at("diagnostics").empty());
  }
}

TEST_CASE_METHOD(InFolder, "a file of 20 GiB is judged by its first 64 KiB as by all of it") {
  std::string path;
  try {
    path = large_file("bintensors-v1").in(folder, 5, std::uint64_t{4} << 30);
  } catch (const std::filesystem::filesystem_error& error) {
    WARN("skipped: the disk takes no file of 20 GiB: " << error.what());
    return;
  }
  const std::string size = std::to_string(std::filesystem::file_size(path));
  std::string head(std::size_t{64} << 10, '\0');
  std::ifstream(path, std::ios::binary).read(head.data(), static_cast<std::streamsize>(head.size()));
  const std::string start = folder.write("head.bt", head);
  CHECK(run({"validate", path}).exit == 0);
  expect(run({"validate", "--size", size, start}), 0, "[hallmark/data-unread");
  const std::string less = std::to_string(std::filesystem::file_size(path) - 1);
  expect(run({"validate", "--size", less, start}), 1, "[bintensors/data-truncated");
}

TEST_CASE_METHOD(InFolder, "a hundred thousand tensors are a table in bounded memory, aligned a thousand at a time",
                 "[limited-memory]") {
  const std::string path = large_file("bintensors-v1").in(folder, 100'000, 4);
  const Finished finished = run({"inspect", path}, {.memory = std::uint64_t{64} << 20});
  expect(finished, 0, "\n\n offset  bytes  dtype  shape  name\n1926232      4  u8     [4]    t1000\n");
  expect(finished, 0,
         "\n2326228      4  u8     [4]    t100999\n100000 tensors, 400000 parameters, 400000 bytes of u8\n");
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = finished.out.find("      4  u8     [4]    t", at)) != std::string::npos; ++at) ++rows;
  CHECK(rows == 100'000);
  const std::string out = folder.path("out");
  const Finished json = run({"inspect", "--json", path}, {.output = out, .memory = std::uint64_t{64} << 20});
  CAPTURE(json.err);
  CHECK(json.exit == 0);
  CHECK(parsed(folder.read("out")).at("value").at("tensors").size() == 100'000);
}

TEST_CASE_METHOD(InFolder, "inspect shows every dimension that --max-rank allows") {
  OwnedModel model{false, {}, {{"a", DType::u8, std::vector<std::uint64_t>(300, 1), std::vector<std::byte>(2)}}};
  model.tensors[0].dims.back() = 2;
  std::string shape;
  for (int i = 1; i < 300; ++i) shape += "1, ";
  const std::string path = folder.write("a.bt", file_of(Layout::v1, model));
  CHECK(run({"inspect", "--format", "bintensors-v1", path}).exit == 2);
  expect(run({"inspect", "--max-rank", "1000", path}), 0, "  u8     [" + shape + "2]  a\n");
  expect(run({"inspect", "--stats", "--max-rank", "1000", path}), 0, "a: u8[" + shape + "2] = ");
  const Json value = parsed(run({"inspect", "--json", "--max-rank", "1000", path}).out).at("value");
  CHECK(value.at("tensors").at(0).at("shape").size() == 300);
}

TEST_CASE_METHOD(InFolder, "names and texts as long as their file are shown whole") {
  std::string text;
  while (text.size() < std::size_t{300} << 10)
    text += "ab\u00fc\u20ac\"\x01";  // 9 bytes, so that a cut falls on every position
  const OwnedModel model{true, {{"key", text}}, {{text, DType::u8, {}, {std::byte{7}}}}};
  const std::string path = folder.write("long.bt", file_of(Layout::v1, model));
  const Json value = parsed(run({"inspect", "--json", path}).out).at("value");
  CHECK(value.at("metadata").at("key").get_ref<const std::string&>() == text);
  CHECK(value.at("tensors").at(0).at("name").get_ref<const std::string&>() == text);
  const std::string shown = run({"inspect", path}).out;
  const std::string escaped = hallmark::reports::escaped(text);
  const std::string quoted = hallmark::reports::Json(text).dump();
  CHECK(shown.find("\nkey: str = " + hallmark::reports::escaped(quoted) + "\n") != std::string::npos);
  CHECK(shown.find("      1  u8     []     " + escaped + "\n1 tensor, 1 parameter, 1 byte of u8\n") !=
        std::string::npos);
}
