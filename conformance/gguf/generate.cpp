// SPDX-License-Identifier: Apache-2.0
// Draws GGUF models from choices, and writes their files.
#include "conformance/gguf/generate.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "conformance/generate/formats.hpp"
#include "conformance/generate/shapes.hpp"

namespace hallmark::gguf {
namespace {

using conformance::Choices;
using namespace std::string_view_literals;

// Texts of one to four bytes a character, each other's prefixes, and one with NUL.
constexpr std::string_view texts[] = {
    "a", "", "b", "blk.0.attn_q.weight", "blk.0", "\u00fc", "\u6f22", "n\0l"sv, "\xf0\x9f\x8c\x8d", "\x7f", "output"};

class Maker {
 public:
  Maker(Choices& choices, bool compat) : choices_(choices), compat_(compat) {}

  Model model(std::uint32_t most) {
    model_.version = choices_.chance(4) ? 2 : 3;
    model_.big_endian = model_.version == 3 && choices_.chance(3);
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) tensor();
    general();
    if (choices_.chance(4)) vocabulary();
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      const auto type = static_cast<ValueType>(choices_.below(13));
      const std::string_view key = model_.text(this->key());
      add(key, value(type, 0));
    }
    conformance::shuffle(model_.metadata, choices_);
    return std::move(model_);
  }

 private:
  bool only_compat(std::uint32_t in) { return compat_ && choices_.chance(in); }

  void add(std::string_view key, const Value& value) { model_.metadata.push_back({key, value}); }

  // The keys that the format knows.
  void general() {
    if (!only_compat(6)) {
      std::string name = only_compat(6) ? "Llama-3" : conformance::word_of(choices_, 1 + choices_.below(6));
      add("general.architecture", {ValueType::string, 0, model_.text(std::move(name)), {}});
    }
    if (choices_.chance(2)) {
      constexpr std::uint32_t odd[] = {1, 2, 4, 24, 40};
      const std::uint32_t alignment = only_compat(2) ? odd[choices_.below(5)] : 8U << choices_.below(4);
      add("general.alignment", {ValueType::u32, alignment, {}, {}});
    }
    if (choices_.chance(6)) {
      add("split.no", {ValueType::u16, 1, {}, {}});
    } else if (quantised_ && !only_compat(4)) {
      add("general.quantization_version", {only_compat(4) ? ValueType::u16 : ValueType::u32, 2, {}, {}});
    }
  }

  void vocabulary() {
    const std::uint32_t count = choices_.below(4);
    const auto array = [&](std::string_view key, ValueType type) {
      if (only_compat(8)) type = ValueType::u8;
      const std::uint32_t length = count + (only_compat(8) ? 1 : 0);
      add(key, {ValueType::array, 0, {}, elements(type, length, 1)});
    };
    array("tokenizer.ggml.tokens", ValueType::string);
    if (choices_.chance(2)) array("tokenizer.ggml.scores", ValueType::f32);
    if (choices_.chance(2)) array("tokenizer.ggml.token_type", ValueType::i32);
  }

  std::string key() {
    constexpr std::string_view stems[] = {"a", "llama.block_count", "x_1.y", "tokenizer.ggml.model", "0", "_.a"};
    constexpr std::string_view others[] = {"command-r.a", "A", "a..b", ".", "a b", "~"};
    std::string key(only_compat(6) ? others[choices_.below(std::size(others))]
                                   : stems[choices_.below(std::size(stems))]);
    while (!keys_.insert(key).second) key += "a_0"[choices_.below(3)];
    return key;
  }

  std::string_view text() { return only_compat(6) ? "\xff"sv : texts[choices_.below(std::size(texts))]; }

  Array elements(ValueType type, std::uint32_t count, int depth) {
    std::vector<Value> drawn(count);
    for (Value& one : drawn) one = value(type, depth);
    const auto put = [&](Fields& to) {
      for (const Value& one : drawn) to.value(one);
    };
    return {type, count, model_.bytes(conformance::bytes_with<Fields>(put, model_.big_endian))};
  }

  Value value(ValueType type, int depth) {
    if (type == ValueType::string) return {type, 0, text(), {}};
    if (type == ValueType::boolean) return {type, only_compat(4) ? 2 : choices_.below(2), {}, {}};
    if (type == ValueType::array) {
      const bool nested = depth < 3 && choices_.chance(3);
      const auto inner = nested ? ValueType::array : static_cast<ValueType>(choices_.below(9));
      const std::uint32_t count = choices_.below(4);
      return {type, 0, {}, elements(inner, count, depth + 1)};
    }
    const std::uint64_t number = choices_.chance(3) ? choices_.word() : choices_.below(256);
    return {type, number & UINT64_MAX >> (64 - 8 * size_of(type)), {}, {}};
  }

  std::string name() {
    std::string name(texts[choices_.below(std::size(texts))]);
    if (choices_.chance(8)) name.resize(only_compat(2) ? 65 : 64, 'x');
    while (!names_.insert(name).second) {
      if (name.size() >= 60) name.resize(40);
      name += std::to_string(names_.size());
    }
    return name;
  }

  void tensor() {
    static const std::vector<DType> dtypes = [] {
      std::vector<DType> all;
      for (const auto& type : manifest::gguf_types) {
        if (type.removed.empty()) all.push_back(type.dtype);
      }
      return all;
    }();
    const std::string_view name = model_.text(this->name());
    const DType dtype = dtypes[choices_.below(dtypes.size())];
    const std::uint64_t block = block_of(dtype).elements;
    quantised_ = quantised_ || is_quantised(dtype);
    conformance::Dims dims = conformance::small_dims(choices_, block == 1 ? 5 : 3);
    if (only_compat(6)) dims.resize(5 + choices_.below(2), 1);
    if (block != 1 && dims.empty()) dims = {1};
    if (!dims.empty() && choices_.chance(6)) conformance::make_empty(dims, choices_, 10);
    if (!dims.empty()) dims.back() *= block;
    const Bytes data = model_.bytes(conformance::elements_of(dtype, conformance::count_of(dims), choices_));
    model_.tensors.push_back({name, dtype, true, model_.shape(dims), data});
  }

  Choices& choices_;
  bool compat_;
  bool quantised_ = false;
  Model model_;
  std::set<std::string> keys_;
  std::set<std::string> names_;
};

// tables_at writes a file up to its padding, with the tensors at these places.
File tables_at(const std::vector<std::uint64_t>& places, const FileView& model) {
  const auto put = [&](Fields& to) { put_tables(to, model, [&](std::size_t i) { return places[i]; }); };
  return conformance::bytes_with<Fields>(put, model.big_endian);
}

}  // namespace

Model any_model(Choices& choices, std::uint32_t most, bool compat) { return Maker(choices, compat).model(most); }

File any_file(const FileView& model, Choices& choices, bool compat) {
  const auto only_compat = [&](std::uint32_t in) { return compat && choices.chance(in); };
  const std::uint64_t alignment = alignment_of(model.metadata);
  std::vector<std::size_t> order(model.tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (only_compat(2)) conformance::shuffle(order, choices);
  std::vector<std::uint64_t> places(order.size());
  std::uint64_t end = 0;   // of the data
  std::uint64_t next = 0;  // where the next may begin
  for (const std::size_t i : order) {
    const std::uint64_t size = model.tensors[i].data.size();
    if (size != 0 && only_compat(4)) next += alignment * choices.below(3);
    places[i] = next;
    if (size != 0) end = next + size;
    next = rounded_up(std::max(next, end), alignment);
  }
  File file = tables_at(places, model);
  const std::byte filler{only_compat(4) ? std::uint8_t{0xff} : std::uint8_t{0}};
  const std::uint64_t data = rounded_up(file.size(), alignment);
  if (order.empty() && choices.chance(2)) return file;
  file.resize(data + (choices.chance(2) ? end : rounded_up(end, alignment)), filler);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (model.tensors[i].data.empty()) continue;
    std::ranges::copy(model.tensors[i].data, file.begin() + static_cast<std::ptrdiff_t>(data + places[i]));
  }
  if (only_compat(8)) file.resize(file.size() + 1 + choices.below(9), filler);
  return file;
}

File file_of(const FileView& model) {
  Choices none({});
  return any_file(model, none);
}

File head_of(const conformance::OwnedModel& field) {
  Model model = named("transformer");
  for (const auto& [name, dtype, dims, data] : field.tensors) {
    model.tensors.push_back({name, hallmark::size_of(dtype) == 1 ? DType::i8 : dtype, false, model.shape(dims), {}});
  }
  const auto size = [](const TensorView& tensor) {
    return conformance::bytes_of(tensor.dtype, count_of(tensor.shape).elements());
  };
  return conformance::bytes_with<Fields>([&](Fields& to) { put_head(to, model.view(), default_alignment, size); },
                                         false);
}

File flat(const FileView& model) {
  File file = tables_at(std::vector<std::uint64_t>(model.tensors.size()), model);
  for (const TensorView& tensor : model.tensors) file.insert(file.end(), tensor.data.begin(), tensor.data.end());
  return file;
}

namespace {

conformance::Input any(conformance::Choices& choices) {
  const Model model = any_model(choices, 5);
  conformance::Input input{any_file(model.view(), choices), {}, {}};
  if (model.big_endian) input.features.emplace_back("big-endian");
  if (model.version == 2) input.features.emplace_back("version-2");
  const auto nested = [](const Pair& pair) { return pair.value.array.type == ValueType::array; };
  if (std::ranges::any_of(model.metadata, nested)) input.features.emplace_back("nested-arrays");
  return input;
}

constexpr conformance::ModelLayout field_layout{head_of, 96, default_alignment, nullptr, DType::i8};

}  // namespace

const conformance::Generator gguf_generator =
    conformance::model_generator<field_layout>("gguf", "gguf#file-structure", any);

}  // namespace hallmark::gguf
