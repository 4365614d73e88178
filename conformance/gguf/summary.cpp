// SPDX-License-Identifier: Apache-2.0
// What pages about models say of a GGUF file: its architecture, quantisation and vocabulary.
#include "conformance/show/summary.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>

#include "codecs/core/findings.hpp"
#include "conformance/show/long_text.hpp"
#include "conformance/show/totals.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::gguf {
namespace {

using reports::Json;

// The types of tokens by their numbers, gguf#ggml.
constexpr const char* token_types[] = {"other", "normal", "unknown", "control", "user-defined", "unused", "byte"};

const char* type_of(const Value& type) { return token_types[type.bits < std::size(token_types) ? type.bits : 0]; }

// vocabulary gives the elements of what describes the tokens: none of what a file lacks, or has in another type.
Elements vocabulary(const FileView& file, const char* key, ValueType type) {
  const Value* value = find(file.metadata, fmt::format("tokenizer.ggml.{}", key));
  const bool fits = value != nullptr && value->type == ValueType::array && value->array.type == type;
  return Elements(fits ? value->array : Array(), file.big_endian);
}

void add_text(Json& to, const char* name, const FileView& file, std::string_view key) {
  const Value* value = find(file.metadata, key);
  if (value != nullptr && value->type == ValueType::string) to[name] = value->text;
}

Json say(Input input, Scratch& scratch, const Options& options) {
  Json summary = Json::object();
  const auto file = decode(input, scratch, options);
  if (!file) return summary;
  add_text(summary, "name", *file, "general.name");
  add_text(summary, "architecture", *file, "general.architecture");
  show::Totals totals;
  for (const TensorView& tensor : file->tensors) totals.tensor(tensor, FieldPlace());
  const Json sums = totals.json()["dtypes"];
  for (const auto& [dtype, sum] : sums.items()) {
    summary["quantisation"][dtype] = {{"tensors", sum["tensors"]}, {"nbytes", sum["nbytes"]}};
  }
  std::uint64_t count = 0;
  std::map<std::string_view, std::uint64_t> types;
  Value value;
  for (Elements tokens = vocabulary(*file, "tokens", ValueType::string); tokens.next(value);) ++count;
  for (Elements all = vocabulary(*file, "token_type", ValueType::i32); all.next(value);) ++types[type_of(value)];
  if (count != 0) {
    add_text(summary["vocabulary"], "model", *file, "tokenizer.ggml.model");
    summary["vocabulary"]["tokens"] = reports::number(count);
    for (const auto& [type, of] : types) summary["vocabulary"][std::string(type)] = reports::number(of);
  }
  if (find(file->metadata, "tokenizer.chat_template") != nullptr) {
    summary["note"] = "tokenizer.chat_template is a program that loaders run; what it does is not judged";
  }
  return summary;
}

void print_tokens(Input input, Scratch& scratch, const Options& options, show::TextSink& output) {
  const auto file = decode(input, scratch, options);
  if (!file) return;
  Elements tokens = vocabulary(*file, "tokens", ValueType::string);
  Elements types = vocabulary(*file, "token_type", ValueType::i32);
  Elements scores = vocabulary(*file, "scores", ValueType::f32);
  Value token;
  for (std::uint64_t number = 0; tokens.next(token); ++number) {
    if (number == 0) output.write(fmt::format("{:>8}  {:<12}  {:>12}  {}\n", "number", "type", "score", "token"));
    Value one;
    const char* const type = types.next(one) ? type_of(one) : "-";
    const bool scored = scores.next(one);
    const auto score = std::bit_cast<float>(static_cast<std::uint32_t>(one.bits));
    output.write(fmt::format("{:>8}  {:<12}  {:>12}  ", number, type, scored ? fmt::format("{:g}", score) : "-"));
    show::write_quoted_escaped(output, token.text);
    output.write("\n");
  }
}

}  // namespace

void add_to(std::vector<show::Summary>& all) { all.push_back({codec_named("gguf"), say, print_tokens}); }

}  // namespace hallmark::gguf
