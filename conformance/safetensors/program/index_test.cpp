// SPDX-License-Identifier: Apache-2.0
// hallmark validate: a sharded model, its index with the shards beside it.
#include <sys/stat.h>

#include <sstream>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

const std::string first = "model-00001-of-00002.safetensors";
const std::string second = "model-00002-of-00002.safetensors";
const std::string file = "model.safetensors.index.json";

// A shard of tensors of four bytes each.
std::string shard(const Words& names, const std::string& metadata = R"({"format":"pt"})") {
  std::string header = R"({"__metadata__":)" + metadata;
  std::size_t end = 0;
  for (const std::string& name : names) {
    header += ",\"" + name + R"(":{"dtype":"F32","shape":[1],"data_offsets":[)" + std::to_string(end) + ",";
    header += std::to_string(end += 4) + "]}";
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  return word<std::uint64_t>(header.size()) + header + std::string(end, '\1');
}

// The index of "tensor=shard" words, as transformers writes it: indented by 2, a line feed at the end. 1 and 2 are the
// two shards.
std::string index(const std::string& words, const std::string& total = "12") {
  std::string text = "{\n  \"metadata\": {\n    \"total_size\": " + total + "\n  },\n  \"weight_map\": {";
  std::istringstream in(words);
  const char* separator = "\n";
  for (std::string entry; in >> entry; separator = ",\n") {
    const std::size_t sign = entry.find('=');
    const std::string name = entry.substr(sign + 1);
    text += separator + ("    \"" + entry.substr(0, sign) + "\": \"");
    text += (name == "1" ? first : name == "2" ? second : name) + '"';
  }
  return text + "\n  }\n}\n";
}

// As mlx-lm does: by 4, no line feed at the end.
std::string indented_by_four(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; ++at) {
    const std::size_t blanks = text.find_first_not_of(' ', at + 1);
    if (blanks != text.npos) text.insert(at + 1, blanks - at - 1, ' ');
  }
  text.pop_back();
  return text;
}

const std::string right = "a=1 b=1 c=2";

// Row is an index, and its only finding, if any.
struct Row {
  std::string text;
  std::string rule = {};  // after "safetensors/index-"
  std::string at = {};    // what stands there
  std::string path = {};
  std::string message = {};  // a part of it
};

void check(const Folder& folder, const Row& row) {
  CAPTURE(row.text);
  const Finished done = run({"validate", "--report", "json", folder.write(file, row.text)});
  const Json input = parsed(done.out).at("inputs").at(0);
  CHECK(input.at("format") == "safetensors-index");
  const Json& found = input.at("diagnostics");
  CAPTURE(found.dump(1));
  REQUIRE(found.size() == (row.rule.empty() ? 0 : 1));
  const bool valid = row.rule.empty() || found[0].at("severity") == "warning";
  CHECK(valid == (row.rule.empty() || row.rule == "unlisted" || row.rule == "total"));
  CHECK(input.at("verdict") == (valid ? "valid" : "invalid"));
  CHECK(done.exit == (valid ? 0 : 1));
  if (row.rule.empty()) return;
  CHECK(found[0].at("rule") == "safetensors/index-" + row.rule);
  CHECK(row.text.substr(found[0].at("offset").get<std::size_t>()).starts_with(row.at));
  CHECK(found[0].at("path") == row.path);
  CHECK_THAT(found[0].at("message").get<std::string>(), Catch::Contains(row.message));
}

}  // namespace

TEST_CASE("an index is judged with the shards beside it") {
  const Folder folder;
  folder.write(first, shard({"a", "b"}));
  folder.write(second, shard({"c"}, "null"));  // as mlx writes it: compat takes it, and so does the index
  const Row rows[] = {
      {index(right)},
      {indented_by_four(index(right))},
      {R"({"weight_map":{"a":")" + first + R"(","b":")" + first + R"(","c":")" + second + "\"}}"},
      {index("\\u0061=model\\u002d00001-of-00002.safetensors b=1 c=2")},
      {index("a=x.safetensors b=1 c=2 d=x.safetensors"), "missing", "\"x.", "weight_map.a",
       ": x.safetensors: No such file or directory; 2 tensors are in it"},
      {index("a=2 b=1 c=2"), "absent", '"' + second, "weight_map.a", "no such tensor; " + first + " has it"},
      {index("a=1 b=1 c=2 d\\n=2"), "absent", '"' + second, "weight_map[\"d\\x0a\"]", "no such tensor"},
      {index("a=1 c=2"), "unlisted", "{", "", "does not list: 1"},
      {index(right, "13"), "total", "13", "metadata.total_size", "is 13; the tensors of the shards have 12 bytes"},
      {index(right, "1.2e1")},
      {" ", "shape", "", "", "ends too early"},
      {R"({"weight_map": {"a": ")", "shape", "", "weight_map.a", "ends too early"},
      {"{\"weight_map\": {\"a\": 'b'}}", "shape", "'b'", "weight_map.a", "JSON is wrong"},
      {"[]", "shape", "[", "", "should be an object"},
      {R"({"metadata": {}})", "shape", "{", "", "no weight_map"},
      {R"({"weight_map": []})", "shape", "[", "weight_map", "should be an object"},
      {R"({"weight_map": {"a": 1}})", "shape", "1", "weight_map.a", "should be a string"},
      {R"({"weight_map": {"a": "x.safetensors", "a": "y.safetensors"}})", "shape", "\"a\": \"y", "weight_map.a",
       "twice"},
      {R"({"weight_map": {}} x)", "shape", "x", "", "JSON is wrong"},
      {R"({"weight_map": {}})"},
  };
  for (const Row& row : rows) check(folder, row);
  folder.write(second, shard({"a", "c"}));
  check(folder, {index(right, "16"), "twice", '"' + first, "weight_map.a", ": " + second + " has it, too"});
  const std::string whole = shard({"c"});
  for (const std::size_t size : {std::size_t{50}, whole.size() - 1}) {
    folder.write(second, whole.substr(0, size));
    check(folder, {index(right), "missing", '"' + second, "weight_map.c", "1 tensor is in it"});
  }
  folder.write(second, std::string(shard({"c"})).replace(whole.find("F32"), 3, "FP4"));
  expect(run({"validate", folder.write(file, index(right))}), 2, "safetensors/dtype-unknown");
}

TEST_CASE("of a shard as much is read as its header takes") {
  const Folder folder;
  Words names;
  std::string words;
  for (int i = 100; i < 300; ++i) words += names.emplace_back("t" + std::to_string(i)) + "=1 ";
  folder.write(first, shard(names));
  check(folder, {index(words, "800")});
  check(folder, {index(words + "u=1", "800"), "absent", '"' + first, "weight_map.u", "no such tensor"});
}

TEST_CASE("an index is limited by the memory that its shards take, unless more is wrong with it") {
  const Folder folder;
  folder.write(first, shard({"a"}, R"({"of":")" + std::string(20000, 'x') + "\"}"));
  for (const auto& [names, exit] : {std::pair{"a=1", 2}, std::pair{"a=1 b=../x", 1}}) {
    const Finished done =
        run({"validate", "--report", "ndjson", "--max-alloc", "10000", folder.write(file, index(names, "4"))});
    CHECK(done.exit == exit);
    CHECK(parsed(done.out).at("verdict") == (exit == 2 ? "limited" : "invalid"));
    CHECK(parsed(done.out).at("diagnostics").back().at("rule") == "hallmark/max-alloc");
  }
}

TEST_CASE("a name that leaves the folder is refused, and nothing is opened") {
  const Folder folder;
  folder.write("x.safetensors", shard({"a"}));
  folder.write("in/below/x.safetensors", shard({"a"}));
  const char* const names[] = {"../x.safetensors",
                               "/x.safetensors",
                               "below/../../x.safetensors",
                               "..\\\\x.safetensors",
                               "C:x.safetensors",
                               "./x.safetensors",
                               "below//x.safetensors",
                               "model.bin",
                               "",
                               ".safetensors/",
                               "x.safetensors\\u0000.safetensors",
                               "\\u002e./x.safetensors"};
  for (const char* name : names) {
    CAPTURE(name);
    const Json input = validated({folder.write("in/" + file, index(std::string("a=") + name, "4"))});
    REQUIRE(input.at("diagnostics").size() == 1);
    CHECK(input.at("diagnostics")[0].at("rule") == "safetensors/index-name");
    CHECK(input.at("diagnostics")[0].at("path") == "weight_map.a");
  }
  expect(run({"validate", folder.write("in/" + file, index("a=below/x.safetensors", "4"))}), 0, "1 input: 1 valid");
  // A pipe would keep a reader waiting.
  REQUIRE(mkfifo(folder.path("in/pipe.safetensors").c_str(), 0600) == 0);
  expect(run({"validate", folder.write("in/" + file, index("a=pipe.safetensors"))}), 1, "index-missing");
}

TEST_CASE("a folder is judged with its index; an index in memory, or at its beginning, alone") {
  const Folder folder;
  folder.write("m/" + first, shard({"a", "b"}));
  const std::string path = folder.write("m/" + file, index(right));
  expect(run({"validate", folder.path("m")}), 1, "[safetensors/index-missing DECISION]");
  expect(run({"validate", "--format", "safetensors-index", "-"}, {.input = index(right)}), 0, "1 valid");
  expect(run({"validate", "--format", "safetensors-index", "-"}, {.input = "[]"}), 1, "index-shape");
  expect(run({"validate", "--size", "9999", path}), 2, "hallmark/window");
  folder.write("m/" + second, shard({"c"}));
  expect(run({"validate", folder.path("m")}), 0, "3 inputs: 3 valid");
  expect(run({"validate", "--format", "safetensors", folder.path("m")}), 0, "2 inputs: 2 valid; 1 skipped");
  expect(run({"validate", "--format", "safetensors-index", folder.path("m")}), 0, "1 input: 1 valid; 2 skipped");
  expect(run({"inspect", path}), 0, "c: str = \"" + second);
  expect(run({"validate", "--warn", "safetensors/index-*", folder.write("m/" + file, index("a=x"))}), 0,
         "warning: this");
  // mlx-lm writes an index beside a single file, too.
  folder.write("one/model.safetensors", shard({"a"}));
  folder.write("one/" + file, indented_by_four(index("a=model.safetensors", "4")));
  expect(run({"validate", folder.path("one")}), 0, "2 inputs: 2 valid");
}

TEST_CASE("rules of an index are explained and listed; nothing makes one") {
  expect(run({"explain", "safetensors/index-name"}), 0, "Hallmark opens nothing that such a name says");
  expect(run({"rules", "--format", "safetensors-index"}), 0, "safetensors/index-total");
  expect(run({"generate", "--format", "safetensors-index", "-o", "/nonexistent"}), 4, "unknown format");
}
