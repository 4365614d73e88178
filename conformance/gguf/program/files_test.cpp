// SPDX-License-Identifier: Apache-2.0
// hallmark validate: a model in parts. hallmark inspect: what is said of a model first.
#include "conformance/gguf/generate.hpp"
#include "conformance/model/encoded.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

using gguf::ValueType;

const std::string first_part = "m-00001-of-00002.gguf";
const std::string second_part = "m-00002-of-00002.gguf";

// Keys are the numbers that a part says; one of 9 is left out.
struct Keys {
  std::uint64_t no = 9;
  std::uint64_t count = 9;
  std::uint64_t tensors = 9;
  bool big_endian = false;
};

std::string text_of(const gguf::FileView& view) { return std::string(as_text(conformance::written(view))); }

// A part of tensors of four bytes each.
std::string part(const Keys& keys, const Words& names) {
  gguf::Model model = gguf::named("llama");
  model.big_endian = keys.big_endian;
  const auto add = [&](std::string_view key, ValueType type, std::uint64_t value) {
    if (value != 9) model.metadata.push_back({key, {type, value, {}, {}}});
  };
  add("split.no", ValueType::u16, keys.no);
  add("split.count", ValueType::u16, keys.count);
  add("split.tensors.count", ValueType::i32, keys.tensors);
  const gguf::File data(4, std::byte{1});
  for (const std::string& name : names) model.tensors.push_back({name, DType::f32, true, model.shape({1}), data});
  return text_of(model.view());
}

}  // namespace

TEST_CASE("parts of a model are judged together") {
  struct Row {
    Keys keys;
    Words names;
    std::string rule = {};
    std::string message = {};
  };
  const Row rows[] = {
      {{1, 2, 2}, {"b"}},
      {{1, 2, 2, true}, {"b"}},
      {{0, 2, 2}, {"b"}, "name", ": " + second_part + " is number 1 of 2 by its keys"},
      {{1, 3, 2}, {"b"}, "name", ": " + second_part + " is number 2 of 3 by its keys"},
      {{9, 2, 2}, {"b"}, "keys", ": " + second_part},
      {{1, 2, 9}, {"b"}, "keys", ": " + second_part},
      {{1, 2, 3}, {"b"}, "tensors", "is 3; the parts have 2, says " + second_part},
      {{1, 2, 2}, {"a"}, "twice", ": a is in " + first_part + " and " + second_part},
  };
  for (const Row& row : rows) {
    const Folder folder;
    folder.write(first_part, part({0, 2, 2}, {"a"}));
    folder.write(second_part, part(row.keys, row.names));
    const Json report = parsed(run({"validate", "--report", "json", folder.path("")}).out);
    CAPTURE(row.message, report.dump(1));
    const std::size_t wrong = row.rule.empty() ? 0 : 1;
    CHECK(report.at("summary").at("valid") == 2 - wrong);
    const Json& found = report.at("inputs").at(0).at("diagnostics");
    REQUIRE(found.size() == wrong);
    if (wrong == 0) continue;
    CHECK(found[0].at("rule") == "gguf/split-" + row.rule);
    CHECK_THAT(found[0].at("message").get<std::string>(), Catch::Contains(row.message));
  }
}

TEST_CASE("a part that is missing or broken is found on the first one that is there, at split.count") {
  const Folder folder;
  const std::string bytes = part({0, 2, 2}, {"a"});
  const std::string path = folder.write(first_part, bytes);
  const Json input = validated({path});
  const Json& found = input.at("diagnostics").at(0);
  CHECK(found.at("rule") == "gguf/split-missing");
  CHECK(found.at("path") == "metadata[2].value");
  CHECK(bytes.substr(found.at("offset").get<std::size_t>() - 15).starts_with("split.count"));
  CHECK(found.at("length") == 2);
  const std::string whole = part({1, 2, 2}, {"b"});
  for (const std::size_t size : {std::size_t{30}, whole.size() - 30}) {
    folder.write(second_part, whole.substr(0, size));
    expect(run({"validate", path}), 1, "this part is missing or broken: " + second_part + ": ");
  }
  fs::remove(path);
  folder.write(second_part, whole);
  expect(run({"validate", folder.path("")}), 1, ": " + first_part + ": No such file or directory");
}

TEST_CASE("a name that no part has is refused where the keys say that it is one; others are judged alone") {
  const Folder folder;
  expect(run({"validate", folder.write("x.gguf", part({1, 2, 2}, {"b"}))}), 1, "gguf/split-name");
  expect(run({"validate", folder.write("x.bin", part({1, 2, 2}, {"b"}))}), 0, "1 valid");
  expect(run({"validate", folder.write("y.gguf", part({0, 1, 1}, {"b"}))}), 0, "1 valid");
  expect(run({"validate", folder.write("z-00001-of-00001.gguf", part({}, {"b"}))}), 0, "1 valid");
  expect(run({"validate", folder.write("z-00003-of-00002.gguf", part({}, {"b"}))}), 0, "1 valid");
  expect(run({"explain", "gguf/split-twice"}), 0, "A tensor is in one part");
}

TEST_CASE("inspect says first what pages about models say, and --tokens prints the vocabulary") {
  std::string texts;
  for (const std::string token : {"<s>", "a", "\x1b["}) texts += word<std::uint64_t>(token.size()) + token;
  const std::string types = word<std::uint32_t>(3) + word<std::uint32_t>(1) + word<std::uint32_t>(99);
  const std::string scores = word<std::uint32_t>(0) + word<std::uint32_t>(0x3fc00000) + word<std::uint32_t>(0);
  gguf::Model model;
  model.metadata = {
      {"general.architecture", {ValueType::string, 0, "llama", {}}},
      {"general.quantization_version", {ValueType::u32, 2, {}, {}}},
      {"tokenizer.ggml.model", {ValueType::string, 0, "gpt2", {}}},
      {"tokenizer.ggml.tokens", {ValueType::array, 0, {}, {ValueType::string, 3, as_bytes(texts)}}},
      {"tokenizer.ggml.scores", {ValueType::array, 0, {}, {ValueType::f32, 3, as_bytes(scores)}}},
      {"tokenizer.ggml.token_type", {ValueType::array, 0, {}, {ValueType::i32, 3, as_bytes(types)}}},
      {"tokenizer.chat_template", {ValueType::string, 0, "{% if a %}\n\x1b[2J", {}}},
  };
  model.tensors = {{"w", DType::q8_0, true, model.shape({64}), model.bytes(gguf::File(68, std::byte{1}))}};
  const Folder folder;
  const std::string path = folder.write("m.gguf", text_of(model.view()));
  const Finished text = run({"inspect", path});
  CHECK(text.exit == 0);
  CHECK_THAT(text.out, Catch::Contains("\narchitecture: llama\nquantisation q8_0: tensors 1, nbytes 68\n"
                                       "vocabulary: model gpt2, tokens 3, control 1, normal 1, other 1\n"
                                       "note: tokenizer.chat_template is a program"));
  CHECK_THAT(text.out, Catch::Contains("tokenizer.ggml.tokens: bytes[3] = 30 bytes\n"));
  CHECK_THAT(text.out, Catch::Contains("tokenizer.chat_template: str =\n    {% if a %}\n    \\x1b[2J\n"));
  expect(run({"inspect", "--tokens", path}), 0, "       1  normal                 1.5  \"a\"\n");
  const Json summary = parsed(run({"inspect", "--json", path}).out).at("summary");
  CHECK(summary.at("quantisation").at("q8_0") == Json{{"tensors", 1}, {"nbytes", 68}});
  CHECK(summary.at("vocabulary").at("tokens") == 3);
  CHECK(run({"inspect", "--tokens", "--json", path}).exit == 4);
}
