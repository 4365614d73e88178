// SPDX-License-Identifier: Apache-2.0
// hallmark inspect: contents, layout and statistics of valid and invalid files, and of files much larger than its
// memory.
#include <fmt/format.h>

#include <algorithm>

#include "conformance/model/model.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/large_files.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/sha256.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

constexpr std::uint64_t memory = 64 * mebi;

std::string bytes_of(const std::vector<float>& numbers) {
  return std::string(as_text(std::as_bytes(std::span(numbers))));
}

// The output without its headline.
std::string shown(const std::string& file, const char* format) {
  const Finished finished = run({"inspect", "--stats", "--format", format, "-"}, {.input = file});
  CHECK(finished.exit == 0);
  CHECK(finished.err.empty());
  const std::size_t line = finished.out.find("\n\n");
  REQUIRE(line != std::string::npos);
  return finished.out.substr(line + 2);
}

Json shown_json(const std::string& file, const char* format) {
  return parsed(run({"inspect", "--stats", "--json", "--format", format, "-"}, {.input = file}).out).at("stats");
}

}  // namespace

TEST_CASE_METHOD(InFolder, "inspect lists vectors in aligned columns, the name last, without their elements") {
  using namespace std::string_literals;
  std::string floats = "\x27\x00"s;
  for (int i = 0; i < 1000; ++i) floats += "\x00\x00\x80\x3f"s;
  folder.write("v"_file, document(binary("small", "\x03\x00\x01\xff"s) + binary("bits", "\x10\x03\xa0"s)) +
                             document(binary("x.y", floats)));
  const Finished finished = run({"inspect", "v"_file}, here);
  CHECK(finished.exit == 0);
  CHECK(finished.out ==
        "v.$ext: $format, 4052 bytes, valid\n"_filled
        "\n"
        "offset  bytes  dtype       shape   name\n"
        "    18      2  i8          [2]     documents[0].small\n"
        "    33      1  packed_bit  [5]     documents[0].bits\n"
        "    51   4000  f32         [1000]  documents[1][\"x.y\"]\n"
        "3 tensors, 1007 parameters, 4003 bytes of data: 4000 f32, 2 i8, 1 packed_bit\n");
}

TEST_CASE_METHOD(
    InFolder,
    "inspect --json says what the tensors add up to, and with --sha256 the hash of each in place of its data") {
  using namespace std::string_literals;
  folder.write("v"_file, document(binary("a", "\x03\x00\x01\xff"s) + binary("b", "\x10\x03\xa0"s)) +
                             document(binary("c", "\x03\x00\x07"s)));
  const Json plain = parsed(run({"inspect", "--json", "v"_file}, here).out);
  const Finished finished = run({"inspect", "--json", "--sha256", "v"_file}, here);
  CHECK(finished.exit == 0);
  const Json hashed = parsed(finished.out);
  CHECK(breach(hashed, "inspect.schema.json") == "");
  CHECK(hashed.at("totals") == plain.at("totals"));
  CHECK(hashed.at("totals").dump() ==
        R"({"tensors":3,"parameters":8,"nbytes":4,"dtypes":{"i8":{"tensors":2,"parameters":3,"nbytes":3},)"
        R"("packed_bit":{"tensors":1,"parameters":5,"nbytes":1}}})");
  const Json& vectors = hashed.at("value").at("vectors");
  REQUIRE(vectors.size() == 3);
  CHECK(plain.at("value").at("vectors")[0].at("data").contains("base64"));
  for (const auto& [index, data] : {std::pair(0, "\x01\xff"s), {1, "\xa0"s}, {2, "\x07"s}}) {
    CHECK(vectors[static_cast<std::size_t>(index)].at("data") ==
          Json{{"sha256", conformance::sha256_hex(as_bytes(data))}, {"nbytes", data.size()}});
  }
  CHECK(run({"inspect", "--sha256", "v"_file}, here).exit == 4);
  CHECK(run({"inspect", "--json", "--sha256", "--stats", "v"_file}, here).exit == 4);
}

TEST_CASE_METHOD(InFolder, "several paths are shown one after the other, and each counts for the exit code") {
  folder.write("a"_file, good_input());
  folder.write("b"_file, bad_input());
  folder.write("c.$ext2"_filled, bytes("\x10\x03\xf8"));
  const Finished text = run({"inspect", "a"_file, "missing", "c.$ext2"_filled, "b"_file}, here);
  CHECK(text.exit == 1);
  std::size_t at = 0;
  for (const std::string& part :
       Words{"a.$ext: $format, "_filled, "\n\nmissing: unknown format, 0 bytes, unreadable\n",
             "\n\nc.$ext2: $second, 3 bytes, valid\n"_filled, "\n\nb.$ext: $format, 16 bytes, invalid\n"_filled}) {
    CAPTURE(text.out, part);
    at = text.out.find(part, at);
    CHECK(at != std::string::npos);
  }
  const auto documents = parsed_lines(run({"inspect", "--json", "a"_file, "c.$ext2"_filled, "b"_file}, here).out);
  REQUIRE(documents.size() == 3);
  CHECK(documents[1].at("value").at("dtype") == "packed_bit");
  CHECK(run({"inspect", "a"_file, "c.$ext2"_filled}, here).exit == 0);
  CHECK(run({"inspect", "a"_file, "missing"}, here).exit == 2);
}

TEST_CASE_METHOD(InFolder, "inspect --profile compat shows the value of what is only tolerated") {
  const std::string path = folder.write("bits.$ext2"_filled, bytes("\x10\x03\x7f\x07"));
  CHECK(run({"inspect", path}).exit == 1);
  const Finished compat = run({"inspect", "--profile", "compat", "--json", path});
  CHECK(compat.exit == 0);
  CHECK(parsed(compat.out).at("value").at("padding") == 3);
  CHECK(run({"inspect", "--profile", "lax", path}).exit == 4);
}

TEST_CASE_METHOD(InFolder, "the layout covers every byte of a valid file once and in order") {
  const std::string path = folder.write("v"_file, good_input() + warning_input() + deep_input(20));
  const Json shown = parsed(run({"inspect", "--json", "--layout", path}).out);
  std::uint64_t next = 0;
  for (const Json& range : shown.at("layout")) {
    CHECK(range.at("offset") == next);
    next += range.at("length").get<std::uint64_t>();
    CHECK_FALSE(range.at("field").get<std::string>().empty());
  }
  CHECK(next == fs::file_size(path));
  CHECK(next == shown.at("size"));

  const std::string text = run({"inspect", "--layout", path}).out;
  CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) >= shown.at("layout").size() + 2);
  CHECK(text.find("        12        0xc          1  03                         dtype           documents[0].a\n") !=
        std::string::npos);
}

TEST_CASE_METHOD(InFolder, "inspect of what is not valid shows why") {
  folder.write("bad"_file, bad_input());
  folder.write("later"_file, unsupported_input());
  for (const Words& options : {Words{}, {"--layout"}}) {
    const Finished bad = run(Words{"inspect", "bad"_file} + options, here);
    expect(bad, 1, "bad.$ext:13: error: padding is 7"_filled);
    CHECK(bad.err.empty());
  }
  const Finished json = run({"inspect", "--json", "bad"_file}, here);
  CHECK(json.exit == 1);
  CHECK(parsed(json.out).at("diagnostics").size() == 1);
  CHECK_FALSE(parsed(json.out).contains("value"));
  CHECK(parsed(run({"inspect", "--json", "--layout", "bad"_file}, here).out).at("layout").size() > 3);
  CHECK(run({"inspect", "later"_file}, here).exit == 2);
  CHECK(run({"inspect", "missing"}, here).exit == 2);
  CHECK(run({"inspect", "--json", "missing"}, here).exit == 2);
  CHECK(run({"inspect", "."}, here).exit == 2);
  CHECK(run({"inspect"}, here).exit == 4);
  CHECK(run({"inspect", "--format", "x", "bad"_file}, here).exit == 4);
  CHECK(run({"inspect", "--stats", "bad"_file}, here).exit == 1);
  CHECK(run({"inspect", "--stats", "--layout", "bad"_file}, here).exit == 4);
}

TEST_CASE_METHOD(InFolder,
                 "only tables and text that is converted count as memory; what needs too much still has a layout") {
  const std::string vector = folder.write("big.$ext2"_filled, std::string("\x03\x00", 2) + std::string(1000, 'x'));
  CHECK(run({"inspect", "--max-alloc", "0", vector}).exit == 0);
  CHECK(run({"inspect", "--json", "--max-alloc", "0", vector}).exit == 0);

  std::string numbers = "[0.5";
  for (int i = 1; i < 1000; ++i) numbers += ", 0.5";
  const std::string text = folder.write("text.in", numbers + "]");
  const std::string header = folder.write("header.http", R"({"inputs":[{"name":"a","shape":[1],"datatype":"INT8",)"
                                                         R"("data":[1]}],"id":")" +
                                                             std::string(1000, 'x') + "\"}");
  for (const std::string& path : {text, header}) {
    CAPTURE(path);
    CHECK(run({"inspect", "--max-alloc", "200000", path}).exit == 0);
    for (const Words& form : {Words{"--stats"}, {}, {"--json"}}) {
      if (path == header && form != Words{"--json"}) continue;  // shows the text of the header as it is
      const Finished bounded = run(Words{"inspect", "--max-alloc", "9000", path} + form);
      expect(bounded, 2, "hallmark/max-alloc");
      expect(bounded, 2, "; --layout ");
      CHECK(bounded.err.empty());
    }
    CHECK(run({"inspect", "--layout", "--max-alloc", "9000", path}).exit == 0);
  }
}

TEST_CASE_METHOD(InFolder, "a layout whose paths would take minutes gives them up") {
  using namespace std::string_literals;
  std::string many;
  for (int i = 0; i < 60000; ++i) many += "\x0a"s + "k\0"s;
  const std::string key(std::size_t{200} << 10, 'k');
  const std::string path = folder.write("keys"_file, document("\x03"s + key + "\0"s + document(many)));
  const Finished finished = run({"inspect", "--layout", path}, {.output = folder.path("layout")});
  CHECK(finished.exit == 0);
  CHECK(finished.signal == 0);
}

TEST_CASE("vectors are known by their paths, bits by their two values") {
  using namespace std::string_literals;
  const std::string floats = "\x27\x00"s + bytes_of({1, 2});
  CHECK(shown(document(binary("small", "\x03\x00\x01\xff"s) + binary("bits", "\x10\x03\xa0"s)) +
                  document(binary("x.y", floats) + binary("none", "\x10\x00"s)),
              example::format) ==
        "documents[0].small: i8[2] = { 1, -1 }\n"
        "- [nbytes: 2, min: -1, max: 1, mean: 0, median: 0, std: 1]\n"
        "- hist:\n"
        "\t-1:1 0:0 1:1\n"
        "\n"
        "documents[0].bits: packed_bit[5] = { 1, 0, 1, 0, 0 }\n"
        "- [nbytes: 1, min: 0, max: 1, mean: 0.4, median: 0, std: 0.489898]\n"
        "- hist:\n"
        "\t0:3 1:2\n"
        "\n"
        "documents[1][\"x.y\"]: f32[2] = { 1, 2 }\n"
        "- [nbytes: 8, min: 1, max: 2, mean: 1.5, median: 1.5, std: 0.5]\n"
        "- hist:\n"
        "\t[1,1.1):1\n\t[1.1,1.2):0\n\t[1.2,1.3):0\n\t[1.3,1.4):0\n\t[1.4,1.5):0\n"
        "\t[1.5,1.6):0\n\t[1.6,1.7):0\n\t[1.7,1.8):0\n\t[1.8,1.9):0\n\t[1.9,2):1\n"
        "\n"
        "documents[1].none: packed_bit[0] -- empty\n");
  CHECK(shown("\x03\x00\x07\x09"s, example::second).find("i8[2] = { 7, 9 }\n") == 0);
}

TEST_CASE("the median of a sample says so") {
  std::string file("\x27\x00", 2);
  for (int i = 0; i < 1 << 20; ++i) file += bytes_of({static_cast<float>(i)});
  CHECK(shown(file, example::second).find(", median: 524288, std: ") != std::string::npos);
  CHECK_FALSE(shown_json(file, example::second)[0].contains("median_sample"));
  file += bytes_of({static_cast<float>(1 << 20)});
  const Json stats = shown_json(file, example::second)[0];
  const std::uint64_t sample = stats.at("median_sample").get<std::uint64_t>();
  CHECK(sample <= 1 << 20);
  const std::string said = " (of a sample of " + std::to_string(sample) + "), std: ";
  CHECK(shown(file, example::second).find(said) != std::string::npos);
}

TEST_CASE_METHOD(InFolder, "inspect needs no memory for the data of a tensor; --json gives their hash",
                 "[limited-memory]") {
  const std::uint64_t size = 100'000'000;  // more than the memory
  // head -c 100000000 /dev/zero | sha256sum
  const std::string hash = "a993f8c574e0fea8c1cdcbcd9408d9e2e107ee6e4d120edcfa11decd53fa0cae";
  for (const LargeFile& large : large_files()) {
    const std::string path = large.in(folder, 1, size);
    const Finished text = run({"inspect", path}, {.memory = memory});
    expect(text, 0, fmt::format("  {0}  {1}     [{0}]  {2}\n", size, large.dtype, large.name));
    const Finished json = run({"inspect", "--json", path}, {.memory = memory});
    CAPTURE(large.format, json.err);
    CHECK(json.exit == 0);
    CHECK(parsed(json.out)[Json::json_pointer(large.data)] == Json{{"sha256", hash}, {"nbytes", size}});
    if (size * 5 > large.largest) continue;
    expect(run({"inspect", large.in(folder, 1, size * 5)}, {.memory = memory}), 0, fmt::format("  {}  ", size * 5));
  }
}

TEST_CASE_METHOD(InFolder, "data of 1 MiB are given in full, one byte more as a hash") {
  for (const std::uint64_t more : {0, 1}) {
    const std::string path = large_file().in(folder, 1, mebi + more);
    const Json data = parsed(run({"inspect", "--json", path}).out)[Json::json_pointer(large_file().data)];
    const std::string zeros(mebi + more, '\0');
    if (more == 0) CHECK(data == Json{{"base64", conformance::to_base64(as_bytes(zeros))}});
    if (more == 1) CHECK(data == Json{{"sha256", conformance::sha256_hex(as_bytes(zeros))}, {"nbytes", zeros.size()}});
  }
}

TEST_CASE_METHOD(InFolder, "many tensors, none of them large, are written as they are found", "[limited-memory]") {
  const std::uint64_t count = 150;
  const std::string path = large_file().in(folder, count, 1'000'000);
  const std::string out = folder.path("out");
  const Finished json = run({"inspect", "--json", path}, {.output = out, .memory = memory});
  CAPTURE(json.err);
  CHECK(json.exit == 0);
  CHECK(fs::file_size(out) > count * 1'333'333);
  expect(run({"inspect", path}, {.memory = memory}), 0,
         "\n150 tensors, 150000000 parameters (150.00 million), 150000000 bytes of ");
}
