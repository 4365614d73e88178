// SPDX-License-Identifier: Apache-2.0
// hallmark validate: a sharded model, its index with the shards beside it.
#include <sys/stat.h>

#include <sstream>

#include "conformance/program/testing/support.hpp"
#include "conformance/safetensors/generate.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

const std::string first = "model-00001-of-00002.safetensors";
const std::string second = "model-00002-of-00002.safetensors";
const std::string file = "model.safetensors.index.json";

std::string replaced(std::string text, std::string_view old, std::string_view put) {
  return text.replace(text.find(old), old.size(), put);
}

// A shard of tensors of four bytes each.
std::string shard(const Words& names, const std::string& format = "pt") {
  safetensors::OwnedModel model{true, {{"format", format}}, {}};
  for (const std::string& name : names) model.tensors.push_back({name, DType::f32, {1}, std::vector<std::byte>(4)});
  return std::string(as_text(safetensors::file_of(model)));
}

// The index of "tensor=shard" words, of which 1 and 2 are the two shards: indented as transformers writes it, by 2.
std::string index_of(const std::string& words, const Json& total = 12, int indent = 2) {
  Json map = Json::object();
  std::istringstream in(words);
  for (std::string entry; in >> entry;) {
    const std::size_t sign = entry.find('=');
    const std::string name = entry.substr(sign + 1);
    map[entry.substr(0, sign)] = name == "1" ? first : name == "2" ? second : name;
  }
  return Json{{"metadata", {{"total_size", total}}}, {"weight_map", map}}.dump(indent);
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

TEST_CASE_METHOD(InFolder, "an index is judged with the shards beside it") {
  folder.write(first, shard({"a", "b"}));
  // As mlx writes it: compat takes it, and so does the index.
  folder.write(second, replaced(shard({"c"}), R"({"format":"pt"})", "null           "));
  const Row rows[] = {
      {index_of(right) + "\n"},
      {index_of(right, 12, 4)},  // as mlx-lm writes it
      {R"({"weight_map":{"a":")" + first + R"(","b":")" + first + R"(","c":")" + second + "\"}}"},
      {replaced(replaced(index_of(right), "\"a\"", R"("\u0061")"), "model-", R"(model\u002d)")},
      {index_of("a=x.safetensors b=1 c=2 d=x.safetensors"), "missing", "\"x.", "weight_map.a",
       ": x.safetensors: No such file or directory; 2 tensors are in it"},
      {index_of("a=2 b=1 c=2"), "absent", '"' + second, "weight_map.a", "no such tensor; " + first + " has it"},
      {index_of("a=1 b=1 c=2 d\x01=2"), "absent", '"' + second, "weight_map[\"d\\x01\"]", "no such tensor"},
      {index_of("a=1 c=2"), "unlisted", "{", "", "does not list: 1"},
      {index_of(right, 13), "total", "13", "metadata.total_size", "is 13; the tensors of the shards have 12 bytes"},
      {index_of(right, 13.5)},
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
      {index_of("a= b=1 c=2"), "name", "\"\"", "weight_map.a", "names no shard"},
  };
  for (const Row& row : rows) check(folder, row);
  folder.write(second, shard({"a", "c"}));
  check(folder, {index_of(right, 16), "twice", '"' + first, "weight_map.a", ": " + second + " has it, too"});
  const std::string whole = shard({"c"});
  for (const std::size_t size : {std::size_t{50}, whole.size() - 1}) {
    folder.write(second, whole.substr(0, size));
    check(folder, {index_of(right), "missing", '"' + second, "weight_map.c", "1 tensor is in it"});
  }
  folder.write(second, replaced(whole, "F32", "FP4"));
  expect(run({"validate", folder.write(file, index_of(right))}), 2, "safetensors/dtype-unknown");
}

TEST_CASE_METHOD(InFolder, "of a shard as much is read as its header takes") {
  Words names;
  std::string words;
  for (int i = 100; i < 300; ++i) words += names.emplace_back("t" + std::to_string(i)) + "=1 ";
  folder.write(first, shard(names));
  check(folder, {index_of(words, 800)});
  check(folder, {index_of(words + "u=1", 800), "absent", '"' + first, "weight_map.u", "no such tensor"});
}

TEST_CASE_METHOD(InFolder, "an index is limited by the memory that its shards take, unless more is wrong with it") {
  folder.write(first, shard({"a"}, std::string(20000, 'x')));
  for (const auto& [names, exit] : {std::pair{"a=1", 2}, std::pair{"a=1 b=../x", 1}}) {
    const Finished done =
        run({"validate", "--report", "ndjson", "--max-alloc", "10000", folder.write(file, index_of(names, 4))});
    CHECK(done.exit == exit);
    CHECK(parsed(done.out).at("verdict") == (exit == 2 ? "limited" : "invalid"));
    CHECK(parsed(done.out).at("diagnostics").back().at("rule") == "hallmark/max-alloc");
  }
}

TEST_CASE_METHOD(InFolder, "a name that leaves the folder is refused, and nothing is opened") {
  folder.write("x.safetensors", shard({"a"}));
  folder.write("in/below/x.safetensors", shard({"a"}));
  std::istringstream names(
      R"(../x.safetensors /x.safetensors below/../../x.safetensors ..\\x.safetensors C:x.safetensors ./x.safetensors)"
      R"( below//x.safetensors model.bin .safetensors/ x.safetensors\u0000.safetensors \u002e./x.safetensors)");
  for (std::string name; names >> name;) {
    CAPTURE(name);
    const Json input = validated({folder.write("in/" + file, replaced(index_of("a=NAME", 4), "NAME", name))});
    REQUIRE(input.at("diagnostics").size() == 1);
    CHECK(input.at("diagnostics")[0].at("rule") == "safetensors/index-name");
    CHECK(input.at("diagnostics")[0].at("path") == "weight_map.a");
  }
  expect(run({"validate", folder.write("in/" + file, index_of("a=below/x.safetensors", 4))}), 0, "1 input: 1 valid");
  // A pipe would keep a reader waiting.
  REQUIRE(mkfifo(folder.path("in/pipe.safetensors").c_str(), 0600) == 0);
  expect(run({"validate", folder.write("in/" + file, index_of("a=pipe.safetensors"))}), 1, "index-missing");
}

TEST_CASE_METHOD(InFolder, "a folder is judged with its index; an index in memory, or at its beginning, alone") {
  folder.write("m/" + first, shard({"a", "b"}));
  const std::string path = folder.write("m/" + file, index_of(right));
  expect(run({"validate", folder.path("m")}), 1, "[safetensors/index-missing DECISION]");
  expect(run({"validate", "--format", "safetensors-index", "-"}, {.input = index_of(right)}), 0, "1 valid");
  expect(run({"validate", "--format", "safetensors-index", "-"}, {.input = "[]"}), 1, "index-shape");
  expect(run({"validate", "--size", "9999", path}), 2, "hallmark/window");
  folder.write("m/" + second, shard({"c"}));
  expect(run({"validate", folder.path("m")}), 0, "3 inputs: 3 valid");
  expect(run({"validate", "--format", "safetensors", folder.path("m")}), 0, "2 inputs: 2 valid; 1 skipped");
  expect(run({"validate", "--format", "safetensors-index", folder.path("m")}), 0, "1 input: 1 valid; 2 skipped");
  expect(run({"inspect", path}), 0, "c: str = \"" + second);
  expect(run({"validate", "--warn", "safetensors/index-*", folder.write("m/" + file, index_of("a=x"))}), 0,
         "warning: this");
  // mlx-lm writes an index beside a single file, too.
  folder.write("one/model.safetensors", shard({"a"}));
  folder.write("one/" + file, index_of("a=model.safetensors", 4, 4));
  expect(run({"validate", folder.path("one")}), 0, "2 inputs: 2 valid");
}

TEST_CASE("rules of an index are explained and listed; nothing makes one") {
  expect(run({"explain", "safetensors/index-name"}), 0, "Hallmark opens nothing that such a name says");
  expect(run({"rules", "--format", "safetensors-index"}), 0, "safetensors/index-total");
  expect(run({"generate", "--format", "safetensors-index", "-o", "/nonexistent"}), 4, "unknown format");
}
