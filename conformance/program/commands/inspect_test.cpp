// hallmark inspect: contents and layout of valid and invalid files.
#include <algorithm>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE("inspect lists vectors in aligned columns, the name last, without their elements") {
  using namespace std::string_literals;
  const Folder folder;
  std::string floats = "\x27\x00"s;
  for (int i = 0; i < 1000; ++i) floats += "\x00\x00\x80\x3f"s;
  folder.write("v"_file, document(binary("small", "\x03\x00\x01\xff"s) + binary("bits", "\x10\x03\xa0"s)) +
                             document(binary("x.y", floats)));
  const Finished finished = run({"inspect", "v"_file}, {.folder = folder.path()});
  CHECK(finished.exit == 0);
  CHECK(finished.out ==
        "v.$ext: $format, 4052 bytes, valid\n"_filled
        "\n"
        "offset  bytes  dtype       shape   name\n"
        "    18      2  i8          [2]     documents[0].small\n"
        "    33      1  packed_bit  [5]     documents[0].bits\n"
        "    51   4000  f32         [1000]  documents[1][\"x.y\"]\n"
        "3 tensors, 4003 bytes of data\n");
}

TEST_CASE("several paths are shown one after the other, and each counts for the exit code") {
  const Folder folder;
  folder.write("a"_file, good_input());
  folder.write("b"_file, bad_input());
  folder.write("c.$ext2"_filled, bytes("\x10\x03\xf8"));
  const How here{.folder = folder.path()};
  const Finished text = run({"inspect", "a"_file, "missing", "c.$ext2"_filled, "b"_file}, here);
  CHECK(text.exit == 1);
  std::size_t at = 0;
  for (const std::string& part : Words{"a.$ext: $format, "_filled, "\n\nmissing: unknown format, 0 bytes, unreadable\n",
                           "\n\nc.$ext2: $second, 3 bytes, valid\n"_filled,
                            "\n\nb.$ext: $format, 16 bytes, invalid\n"_filled}) {
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

TEST_CASE("inspect --profile compat shows the value of what is only tolerated") {
  const Folder folder;
  const std::string path = folder.write("bits.$ext2"_filled, bytes("\x10\x03\x7f\x07"));
  CHECK(run({"inspect", path}).exit == 1);
  const Finished compat = run({"inspect", "--profile", "compat", "--json", path});
  CHECK(compat.exit == 0);
  CHECK(parsed(compat.out).at("value").at("padding") == 3);
  CHECK(run({"inspect", "--profile", "lax", path}).exit == 4);
}

TEST_CASE("inspect --json gives the value of the common model") {
  const Json shown = parsed(run({"inspect", "--json", "--format", example::second, "-"},
                                {.input = "\x10\x03\xf8"}).out);
  CHECK(shown.at("verdict") == "valid");
  CHECK(shown.at("value").dump() == R"({"dtype":"packed_bit","padding":3,"data":{"base64":"+A=="}})");
}

TEST_CASE("the layout covers every byte of a valid file once and in order") {
  const Folder folder;
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

TEST_CASE("inspect of what is not valid shows why") {
  const Folder folder;
  const How here{.folder = folder.path()};
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

TEST_CASE("only tables and text that is converted count as memory; what needs too much still has a layout") {
  const Folder folder;
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
      if (path == header && form != Words{"--json"})
        continue;  // shows the text of the header as it is
      const Finished bounded = run(Words{"inspect", "--max-alloc", "9000", path} + form);
      expect(bounded, 2, "hallmark/max-alloc");
      expect(bounded, 2, "; --layout ");
      CHECK(bounded.err.empty());
    }
    CHECK(run({"inspect", "--layout", "--max-alloc", "9000", path}).exit == 0);
  }
}

TEST_CASE("a layout whose paths would take minutes gives them up") {
  using namespace std::string_literals;
  const Folder folder;
  std::string many;
  for (int i = 0; i < 60000; ++i) many += "\x0a"s + "k\0"s;
  const std::string key(std::size_t{200} << 10, 'k');
  const std::string path = folder.write("keys"_file, document("\x03"s + key + "\0"s + document(many)));
  const Finished finished = run({"inspect", "--layout", path}, {.output = folder.path("layout")});
  CHECK(finished.exit == 0);
  CHECK(finished.signal == 0);
}
