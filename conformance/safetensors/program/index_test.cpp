// SPDX-License-Identifier: Apache-2.0
// hallmark validate: a sharded model, its index with the shards beside it.
#include <sys/stat.h>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;  // tensors, and of each the name in JSON of its shard

const std::string first = "model-00001-of-00002.safetensors";
const std::string second = "model-00002-of-00002.safetensors";
const std::string file = "model.safetensors.index.json";

// A shard of tensors of four bytes each.
std::string shard(const std::vector<std::string>& names, const std::string& metadata = R"({"format":"pt"})") {
  std::string header = R"({"__metadata__":)" + metadata;
  for (std::size_t i = 0; i < names.size(); ++i) {
    header += ",\"" + names[i] + R"(":{"dtype":"F32","shape":[1],"data_offsets":[)" + std::to_string(4 * i) + "," +
              std::to_string(4 * i + 4) + "]}";
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  return word<std::uint64_t>(header.size()) + header + std::string(4 * names.size(), '\1');
}

// As transformers writes it: indented by 2, keys sorted, a line feed at the end.
std::string index(const Names& map, const std::string& total = "12") {
  std::string text = "{\n  \"metadata\": {\n    \"total_size\": " + total + "\n  },\n  \"weight_map\": {";
  const char* separator = "\n";
  for (const auto& [tensor, name] : map) {
    text += separator + ("    \"" + tensor + "\": \"" + name + "\"");
    separator = ",\n";
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

const Names right = {{"a", first}, {"b", first}, {"c.weight", second}};

struct Finding {
  std::string rule;  // after "safetensors/index-"
  std::string at;    // what stands there
  std::string path;
  std::string message;  // a part of it
};

struct Row {
  std::string name;
  std::string text;
  std::vector<Finding> findings;
  int exit = 1;
};

// check expects of an index these findings, and nothing else.
void check(const Folder& folder, const Row& row) {
  CAPTURE(row.name, row.text);
  const std::string path = folder.write(file, row.text);
  const Finished done = run({"validate", "--report", "json", path});
  CHECK(done.exit == row.exit);
  const Json input = parsed(done.out).at("inputs").at(0);
  CHECK(input.at("format") == "safetensors-index");
  CHECK(input.at("verdict") == (row.exit == 0 ? "valid" : "invalid"));
  const Json& found = input.at("diagnostics");
  CAPTURE(found.dump(1));
  REQUIRE(found.size() == row.findings.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Finding& wanted = row.findings[i];
    CHECK(found[i].at("rule") == "safetensors/index-" + wanted.rule);
    CHECK(row.text.substr(found[i].at("offset").get<std::size_t>()).starts_with(wanted.at));
    CHECK(found[i].at("path") == wanted.path);
    CHECK_THAT(found[i].at("message").get<std::string>(), Catch::Contains(wanted.message));
    CHECK(row.exit == (found[i].at("severity") == "error" ? 1 : row.exit));
  }
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

}  // namespace

TEST_CASE("an index is judged with the shards beside it") {
  const Folder folder;
  folder.write(first, shard({"a", "b"}));
  folder.write(second, shard({"c.weight"}, "null"));  // as mlx writes it: compat takes it, and so does the index
  const std::string map = "weight_map";
  const Row rows[] = {
      {"as transformers writes it", index(right), {}, 0},
      {"as mlx-lm writes it", indented_by_four(index(right)), {}, 0},
      {"without metadata",
       R"({"weight_map":{"a":")" + first + R"(","b":")" + first + R"(","c.weight":")" + second + "\"}}",
       {},
       0},
      {"escapes",
       index({{"\\u0061", "model\\u002d00001-of-00002.safetensors"}, {"b", first}, {"c.weight", second}}),
       {},
       0},
      {"no shard of it",
       index({{"a", "gone.safetensors"}, {"b", first}, {"c.weight", second}, {"d", "gone.safetensors"}}),
       {{"missing", "\"gone.", "weight_map.a", ": gone.safetensors: No such file or directory; 2 tensors are in it"}}},
      {"in another shard",
       index({{"a", second}, {"b", first}, {"c.weight", second}}),
       {{"absent", quoted(second), "weight_map.a", "; " + first + " has it"}}},
      {"in none",
       index({{"a", first}, {"b", first}, {"c.weight", second}, {"d \\n", second}}),
       {{"absent", quoted(second), "weight_map[\"d \\x0a\"]", "no such tensor"}}},
      {"not listed", index({{"a", first}, {"c.weight", second}}), {{"unlisted", "{", "", "does not list: 1"}}, 0},
      {"another total",
       index(right, "13"),
       {{"total", "13", "metadata.total_size", "is 13; the tensors of the shards have 12 bytes"}},
       0},
      {"a total that is no integer", index(right, "1.2e1"), {}, 0},
      {"blank", " ", {{"shape", "", "", "ends too early"}}},
      {"cut", R"({"weight_map": {"a": ")", {{"shape", "", "weight_map.a", "ends too early"}}},
      {"no JSON", "{\"weight_map\": {\"a\": 'b'}}", {{"shape", "'b'", "weight_map.a", "JSON is wrong"}}},
      {"no object", "[]", {{"shape", "[", "", "should be an object"}}},
      {"no map", R"({"metadata": {}})", {{"shape", "{", "", "no weight_map"}}},
      {"a map of no names", R"({"weight_map": []})", {{"shape", "[", map, "should be an object"}}},
      {"a shard that is no name",
       R"({"weight_map": {"a": 1}})",
       {{"shape", "1", "weight_map.a", "should be a string"}}},
      {"a key twice", R"({"weight_map": {"a": "x", "a": "y"}})", {{"shape", "a\": \"y", "weight_map.a", "twice"}}},
      {"something after it", R"({"weight_map": {}} x)", {{"shape", "x", "", "JSON is wrong"}}},
      {"nothing in it", R"({"weight_map": {}})", {}, 0},
  };
  for (const Row& row : rows) check(folder, row);
}

TEST_CASE("of a shard as much is read as its header takes") {
  const Folder folder;
  std::vector<std::string> names;
  Names map;
  for (int i = 100; i < 300; ++i) map.emplace_back(names.emplace_back("t" + std::to_string(i)), first);
  const std::string whole = shard(names);
  REQUIRE(whole.size() > 10'000);
  folder.write(first, whole);
  check(folder, {"many tensors", index(map, "800"), {}, 0});
  map.emplace_back("u", first);
  check(folder, {"and one more", index(map, "800"), {{"absent", quoted(first), "weight_map.u", "no such tensor"}}});
}

TEST_CASE("a tensor in two shards, a shard that is broken") {
  const Folder folder;
  folder.write(first, shard({"a", "b"}));
  folder.write(second, shard({"a", "c.weight"}));
  check(folder,
        {"twice", index(right, "16"), {{"twice", quoted(first), "weight_map.a", ": " + second + " has it, too"}}});
  folder.write(second, shard({"c.weight"}).substr(0, 100));
  check(folder, {"cut in its header",
                 index(right),
                 {{"missing", quoted(second), "weight_map[\"c.weight\"]", "1 tensor is in it"}}});
  const std::string whole = shard({"c.weight"});
  folder.write(second, whole.substr(0, whole.size() - 1));
  check(folder,
        {"cut in its data", index(right), {{"missing", quoted(second), "weight_map[\"c.weight\"]", second + ": "}}});
}

TEST_CASE("a name that leaves the folder is refused, and nothing is opened") {
  const Folder folder;
  folder.write("other.safetensors", shard({"a"}));
  folder.write("in/below/x.safetensors", shard({"a"}));
  const char* const names[] = {"../other.safetensors",
                               "/other.safetensors",
                               "below/../../other.safetensors",
                               "..\\\\other.safetensors",
                               "C:other.safetensors",
                               "./x.safetensors",
                               "below//x.safetensors",
                               "model.bin",
                               "",
                               ".safetensors/",
                               "other.safetensors\\u0000.safetensors",
                               "\\u002e./other.safetensors",
                               "http://a/x.safetensors"};
  for (const char* name : names) {
    CAPTURE(name);
    const std::string path = folder.write("in/" + file, index({{"a", name}}, "4"));
    const Json input = validated({path});
    REQUIRE(input.at("diagnostics").size() == 1);
    CHECK(input.at("diagnostics")[0].at("rule") == "safetensors/index-name");
    CHECK(input.at("diagnostics")[0].at("path") == "weight_map.a");
  }
  const std::string path = folder.write("in/" + file, index({{"a", "below/x.safetensors"}}, "4"));
  expect(run({"validate", path}), 0, "1 input: 1 valid");
  // A pipe would keep a reader waiting.
  REQUIRE(mkfifo(folder.path("in/pipe.safetensors").c_str(), 0600) == 0);
  expect(run({"validate", folder.write("in/" + file, index({{"a", "pipe.safetensors"}}, "4"))}), 1, "index-missing");
}

TEST_CASE("a folder with an index is judged with it, and an index in memory or at its beginning alone") {
  const Folder folder;
  folder.write("m/" + first, shard({"a", "b"}));
  const std::string path = folder.write("m/" + file, index(right));
  const Finished done = run({"validate", folder.path("m")});
  expect(done, 1, "[safetensors/index-missing DECISION]");
  expect(done, 1, "2 inputs: 1 valid, 1 invalid");
  expect(run({"validate", "--format", "safetensors-index", "-"}, {.input = index(right)}), 0, "1 valid");
  expect(run({"validate", "--format", "safetensors-index", "-"}, {.input = "[]"}), 1, "index-shape");
  expect(run({"validate", "--size", "9999", path}), 2, "hallmark/window");
  folder.write("m/" + second, shard({"c.weight"}));
  expect(run({"validate", folder.path("m")}), 0, "3 inputs: 3 valid");
  expect(run({"validate", "--warn", "safetensors/index-*", folder.write("m/" + file, index({{"a", "x"}}))}), 0,
         "warning: this names no shard");
  // mlx-lm writes an index beside a single file, too.
  folder.write("one/model.safetensors", shard({"a"}));
  folder.write("one/" + file, indented_by_four(index({{"a", "model.safetensors"}}, "4")));
  expect(run({"validate", folder.path("one")}), 0, "2 inputs: 2 valid");
  expect(run({"inspect", folder.path("one/" + file)}), 0, "model.safetensors");
}

TEST_CASE("rules of an index are explained and listed") {
  expect(run({"explain", "safetensors/index-name"}), 0, "Hallmark opens nothing that such a name says");
  expect(run({"rules", "--format", "safetensors-index"}), 0, "safetensors/index-total");
  expect(run({"generate", "--format", "safetensors-index", "-o", "/nonexistent"}), 4, "unknown format");
}
