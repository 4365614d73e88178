// hallmark inspect: contents and layout of valid and invalid files.
#include <algorithm>

#include "conformance/program/testing/bytes.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE("inspect lists vectors in aligned columns, the name last, without their elements") {
  using namespace std::string_literals;
  const Folder folder;
  std::string floats = "\x27\x00"s;
  for (int i = 0; i < 1000; ++i) floats += "\x00\x00\x80\x3f"s;
  folder.write("v.bson", document(binary("small", "\x03\x00\x01\xff"s) + binary("bits", "\x10\x03\xa0"s)) +
                             document(binary("x.y", floats)));
  const Finished finished = run({"inspect", "v.bson"}, {.folder = folder.path()});
  CHECK(finished.exit == 0);
  CHECK(finished.out ==
        "v.bson: bson, 4052 bytes, valid\n"
        "\n"
        "offset  bytes  dtype       shape   name\n"
        "    18      2  i8          [2]     documents[0].small\n"
        "    33      1  packed_bit  [5]     documents[0].bits\n"
        "    51   4000  f32         [1000]  documents[1][\"x.y\"]\n"
        "3 tensors, 4003 bytes of data\n");
}

TEST_CASE("several paths are shown one after the other, and each counts for the exit code") {
  const Folder folder;
  folder.write("a.bson", good_bson());
  folder.write("b.bson", bad_bson());
  folder.write("c.bsonvec", bytes("\x10\x03\xf8"));
  const How here{.folder = folder.path()};
  const Finished text = run({"inspect", "a.bson", "missing", "c.bsonvec", "b.bson"}, here);
  CHECK(text.exit == 1);
  std::size_t at = 0;
  for (const char* part : {"a.bson: bson, ", "\n\nmissing: unknown format, 0 bytes, unreadable\n",
                           "\n\nc.bsonvec: bson-vector, 3 bytes, valid\n", "\n\nb.bson: bson, 16 bytes, invalid\n"}) {
    CAPTURE(text.out, part);
    at = text.out.find(part, at);
    CHECK(at != std::string::npos);
  }
  const auto documents = parsed_lines(run({"inspect", "--json", "a.bson", "c.bsonvec", "b.bson"}, here).out);
  REQUIRE(documents.size() == 3);
  CHECK(documents[1].at("value").at("dtype") == "packed_bit");
  CHECK(run({"inspect", "a.bson", "c.bsonvec"}, here).exit == 0);
  CHECK(run({"inspect", "a.bson", "missing"}, here).exit == 2);
}

TEST_CASE("inspect --profile compat shows the value of what is only tolerated") {
  const Folder folder;
  const std::string path = folder.write("bits.bsonvec", bytes("\x10\x03\x7f\x07"));
  CHECK(run({"inspect", path}).exit == 1);
  const Finished compat = run({"inspect", "--profile", "compat", "--json", path});
  CHECK(compat.exit == 0);
  CHECK(parsed(compat.out).at("value").at("padding") == 3);
  CHECK(run({"inspect", "--profile", "lax", path}).exit == 4);
}

TEST_CASE("inspect --json gives the value of the common model") {
  const Json shown = parsed(run({"inspect", "--json", "--format", "bson-vector", "-"}, {.input = "\x10\x03\xf8"}).out);
  CHECK(shown.at("verdict") == "valid");
  CHECK(shown.at("value").dump() == R"({"dtype":"packed_bit","padding":3,"data":{"base64":"+A=="}})");
}

TEST_CASE("the layout covers every byte of a valid file once and in order") {
  const Folder folder;
  const std::string path = folder.write("v.bson", good_bson() + warning_bson() + deep_bson(20));
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
  folder.write("bad.bson", bad_bson());
  folder.write("later.bson", unsupported_bson());
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--layout"}}) {
    std::vector<std::string> arguments{"inspect", "bad.bson"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Finished bad = run(arguments, here);
    CHECK(bad.exit == 1);
    CHECK(bad.out.find("bad.bson:13: error: padding is 7") != std::string::npos);
  }
  const Finished json = run({"inspect", "--json", "bad.bson"}, here);
  CHECK(json.exit == 1);
  CHECK(parsed(json.out).at("diagnostics").size() == 1);
  CHECK_FALSE(parsed(json.out).contains("value"));
  CHECK(parsed(run({"inspect", "--json", "--layout", "bad.bson"}, here).out).at("layout").size() > 3);
  CHECK(run({"inspect", "later.bson"}, here).exit == 2);
  CHECK(run({"inspect", "missing"}, here).exit == 2);
  CHECK(run({"inspect", "--json", "missing"}, here).exit == 2);
  CHECK(run({"inspect", "."}, here).exit == 2);
  CHECK(run({"inspect"}, here).exit == 4);
  CHECK(run({"inspect", "--format", "x", "bad.bson"}, here).exit == 4);
  CHECK(run({"inspect", "--stats", "bad.bson"}, here).exit == 1);
  CHECK(run({"inspect", "--stats", "--layout", "bad.bson"}, here).exit == 4);
}

TEST_CASE("only tables and text that is converted count as memory; what needs too much still has a layout") {
  const Folder folder;
  const std::string vector = folder.write("big.bsonvec", std::string("\x03\x00", 2) + std::string(1000, 'x'));
  CHECK(run({"inspect", "--max-alloc", "0", vector}).exit == 0);
  CHECK(run({"inspect", "--json", "--max-alloc", "0", vector}).exit == 0);

  std::string numbers = "[0.5";
  for (int i = 1; i < 1000; ++i) numbers += ", 0.5";
  const std::string text = folder.write("text.futhark", numbers + "]");
  const std::string header = folder.write("header.kserve", R"({"inputs":[{"name":"a","shape":[1],"datatype":"INT8",)"
                                                           R"("data":[1]}],"id":")" +
                                                               std::string(1000, 'x') + "\"}");
  for (const std::string& path : {text, header}) {
    CAPTURE(path);
    CHECK(run({"inspect", "--max-alloc", "200000", path}).exit == 0);
    for (const std::vector<std::string>& form : {std::vector<std::string>{"--stats"}, {}, {"--json"}}) {
      if (path == header && form != std::vector<std::string>{"--json"})
        continue;  // shows the text of the header as it is
      std::vector<std::string> arguments{"inspect", "--max-alloc", "9000", path};
      arguments.insert(arguments.end(), form.begin(), form.end());
      const Finished bounded = run(arguments);
      CAPTURE(bounded.out);
      CHECK(bounded.exit == 2);
      CHECK(bounded.out.find("hallmark/max-alloc") != std::string::npos);
      CHECK(bounded.out.find("; --layout ") != std::string::npos);
    }
    CHECK(run({"inspect", "--layout", "--max-alloc", "9000", path}).exit == 0);
  }
}

TEST_CASE("names and texts as long as their file are shown whole") {
  const Folder folder;
  std::string text;
  while (text.size() < std::size_t{300} << 10)
    text += "ab\u00fc\u20ac\"\x01";  // 9 bytes, so that a cut falls on every position
  const std::string name = padded("\x01\x01" + varint(3) + "key" + varint(text.size()) + text + "\x01" +
                                      varint(text.size()) + text + bytes({"\x01\0\0\x01", 4}),
                                  ' ');
  const std::string path = folder.write("long.bt", word(std::uint64_t{name.size()}) + name + "\x07");
  const Json value = parsed(run({"inspect", "--json", path}).out).at("value");
  CHECK(value.at("metadata").at("key").get_ref<const std::string&>() == text);
  CHECK(value.at("tensors").at(0).at("name").get_ref<const std::string&>() == text);
  const std::string shown = run({"inspect", path}).out;
  const std::string escaped = hallmark::reports::escaped(text);
  const std::string quoted = hallmark::reports::Json(text).dump();
  CHECK(shown.find("\nkey: str = " + hallmark::reports::escaped(quoted) + "\n") != std::string::npos);
  CHECK(shown.find("      1  u8     []     " + escaped + "\n1 tensor, 1 byte of data\n") != std::string::npos);
}

TEST_CASE("a layout whose paths would take minutes gives them up") {
  using namespace std::string_literals;
  const Folder folder;
  std::string many;
  for (int i = 0; i < 60000; ++i) many += "\x0a"s + "k\0"s;
  const std::string key(std::size_t{200} << 10, 'k');
  const std::string path = folder.write("keys.bson", document("\x03"s + key + "\0"s + document(many)));
  const Finished finished = run({"inspect", "--layout", path}, {.output = folder.path("layout")});
  CHECK(finished.exit == 0);
  CHECK(finished.signal == 0);
}
