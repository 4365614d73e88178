// SPDX-License-Identifier: Apache-2.0
// Draws GGUF models from choices, and writes their files.
#include "conformance/gguf/generate.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "codecs/gguf/format.hpp"
#include "conformance/model/encoded.hpp"

namespace hallmark::gguf {
namespace {

using conformance::Choices;
using namespace std::string_view_literals;

std::uint64_t alignment_of(const OwnedModel& model) {
  const Borrowed borrowed(model);
  const Value* const given = find(borrowed.view().metadata, "general.alignment");
  return given == nullptr ? default_alignment : given->bits;
}

// Texts of one to four bytes a character, each other's prefixes, and one with NUL.
constexpr std::string_view texts[] = {
    "a", "", "b", "blk.0.attn_q.weight", "blk.0", "\u00fc", "\u6f22", "n\0l"sv, "\xf0\x9f\x8c\x8d", "\x7f", "output"};

class Maker {
 public:
  Maker(Choices& choices, bool compat) : choices_(choices), compat_(compat) {}

  OwnedModel model(std::uint32_t most) {
    model_.version = choices_.chance(4) ? 2 : 3;
    model_.big_endian = model_.version == 3 && choices_.chance(3);
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) tensor();
    general();
    if (choices_.chance(4)) vocabulary();
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      const auto type = static_cast<ValueType>(choices_.below(13));
      add(key(), type, [&](Put& to) { value(to, type, 0); });
    }
    conformance::shuffle(model_.metadata, choices_);
    return std::move(model_);
  }

 private:
  bool only_compat(std::uint32_t in) { return compat_ && choices_.chance(in); }

  template <class Write>
  void add(std::string key, ValueType type, const Write& write) {
    Put to{model_.big_endian};
    write(to);
    model_.metadata.push_back({std::move(key), type, std::move(to.file)});
  }
  void add(std::string key, ValueType type, std::uint64_t number, std::size_t width) {
    add(std::move(key), type, [&](Put& to) { to.number(number, width); });
  }

  // The keys that the format knows.
  void general() {
    if (!only_compat(6)) {
      const std::string name = only_compat(6) ? "Llama-3" : conformance::word_of(choices_, 1 + choices_.below(6));
      add("general.architecture", ValueType::string, [&](Put& to) { to.text(name); });
    }
    if (choices_.chance(2)) {
      constexpr std::uint32_t odd[] = {1, 2, 4, 24, 40};
      const std::uint32_t alignment = only_compat(2) ? odd[choices_.below(5)] : 8U << choices_.below(4);
      add("general.alignment", ValueType::u32, alignment, 4);
    }
    if (choices_.chance(6)) {
      add("split.no", ValueType::u16, 1, 2);
    } else if (quantised_ && !only_compat(4)) {
      const bool other = only_compat(4);
      add("general.quantization_version", other ? ValueType::u16 : ValueType::u32, 2, other ? 2 : 4);
    }
  }

  void vocabulary() {
    const std::uint32_t count = choices_.below(4);
    const auto array = [&](const char* key, ValueType type) {
      if (only_compat(8)) type = ValueType::u8;
      const std::uint32_t length = count + (only_compat(8) ? 1 : 0);
      add(key, ValueType::array, [&](Put& to) { elements(to, type, length, 1); });
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

  void elements(Put& to, ValueType type, std::uint32_t count, int depth) {
    to.number(static_cast<std::uint64_t>(type), 4).number(count, 8);
    for (; count > 0; --count) value(to, type, depth);
  }

  void value(Put& to, ValueType type, int depth) {
    if (type == ValueType::string) {
      to.text(text());
    } else if (type == ValueType::boolean) {
      to.number(only_compat(4) ? 2 : choices_.below(2), 1);
    } else if (type == ValueType::array) {
      const bool nested = depth < 3 && choices_.chance(3);
      const auto inner = nested ? ValueType::array : static_cast<ValueType>(choices_.below(9));
      elements(to, inner, choices_.below(4), depth + 1);
    } else {
      to.number(choices_.chance(3) ? choices_.word() : choices_.below(256), size_of(type));
    }
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
    OwnedTensor tensor{name(), dtypes[choices_.below(dtypes.size())], {}, {}};
    const std::uint64_t block = block_of(tensor.dtype).elements;
    quantised_ = quantised_ || is_quantised(tensor.dtype);
    tensor.dims = conformance::small_dims(choices_, block == 1 ? 5 : 3);
    if (only_compat(6)) tensor.dims.resize(5 + choices_.below(2), 1);
    if (block != 1 && tensor.dims.empty()) tensor.dims = {1};
    if (!tensor.dims.empty() && choices_.chance(6)) {
      conformance::make_empty(tensor.dims, choices_, 10);
    }
    if (!tensor.dims.empty()) tensor.dims.back() *= block;
    tensor.data = conformance::elements_of(tensor.dtype, conformance::count_of(tensor.dims), choices_);
    model_.tensors.push_back(std::move(tensor));
  }

  Choices& choices_;
  bool compat_;
  bool quantised_ = false;
  OwnedModel model_;
  std::set<std::string> keys_;
  std::set<std::string> names_;
};

// value_of views a value, and bytes_of writes it again.
Value value_of(ValueType type, Bytes bytes, bool big_endian) {
  const auto number = [&](std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
      value = value << 8 | std::to_integer<unsigned>(bytes[at + (big_endian ? i : width - 1 - i)]);
    }
    return value;
  };
  if (type == ValueType::string) return {type, 0, as_text(bytes.subspan(8)), {}};
  if (type == ValueType::array) {
    return {type, 0, {}, {static_cast<ValueType>(number(0, 4)), number(4, 8), bytes.subspan(12)}};
  }
  return {type, number(0, bytes.size()), {}, {}};
}

File bytes_of(const Value& value, bool big_endian) {
  Put to{big_endian};
  switch (value.type) {
    case ValueType::string: to.text(value.text); break;
    case ValueType::array:
      to.number(static_cast<std::uint64_t>(value.array.type), 4).number(value.array.count, 8).bytes(value.array.data);
      break;
    default: to.number(value.bits, size_of(value.type));
  }
  return to.file;
}

// put_head writes a file up to its padding, with the tensors at these places.
File put_head(const OwnedModel& model, const std::vector<std::uint64_t>& places) {
  Put to{model.big_endian};
  to.bytes(as_bytes("GGUF"sv)).number(model.version, 4);
  to.number(model.tensors.size(), 8).number(model.metadata.size(), 8);
  for (const OwnedPair& pair : model.metadata) {
    to.text(pair.key).number(static_cast<std::uint64_t>(pair.type), 4).bytes(pair.value);
  }
  for (std::size_t i = 0; i < model.tensors.size(); ++i) {
    const OwnedTensor& tensor = model.tensors[i];
    to.text(tensor.name).number(tensor.dims.size(), 4);
    for (std::size_t axis = tensor.dims.size(); axis-- > 0;) to.number(tensor.dims[axis], 8);
    to.number(number_of(tensor.dtype), 4).number(places[i], 8);
  }
  return to.file;
}

// fill_up grows a file to a size.
void fill_up(File& file, std::uint64_t size, std::byte filler = {}) {
  file.resize(static_cast<std::size_t>(size), filler);
}

}  // namespace

OwnedModel owned(const FileView& file) {
  OwnedModel copy{file.version, file.big_endian, {}, {}};
  for (const auto& [key, value] : file.metadata) {
    copy.metadata.push_back({std::string(key), value.type, bytes_of(value, file.big_endian)});
  }
  for (const TensorView& tensor : file.tensors) copy.tensors.push_back(conformance::owned(tensor));
  return copy;
}

Borrowed::Borrowed(const OwnedModel& model) : version_(model.version), big_endian_(model.big_endian) {
  for (const auto& [key, type, value] : model.metadata) metadata_.push_back({key, value_of(type, value, big_endian_)});
  for (const OwnedTensor& one : model.tensors) {
    tensors_.push_back({one.name, one.dtype, true, shapes_.of(one.dims), one.data});
  }
}

OwnedModel any_model(Choices& choices, std::uint32_t most, bool compat) { return Maker(choices, compat).model(most); }

File any_file(const OwnedModel& model, Choices& choices, bool compat) {
  const auto only_compat = [&](std::uint32_t in) { return compat && choices.chance(in); };
  const std::uint64_t alignment = alignment_of(model);
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
  File file = put_head(model, places);
  const std::byte filler{only_compat(4) ? std::uint8_t{0xff} : std::uint8_t{0}};
  const std::uint64_t data = rounded_up(file.size(), alignment);
  if (order.empty() && choices.chance(2)) return file;
  fill_up(file, data + (choices.chance(2) ? end : rounded_up(end, alignment)), filler);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (model.tensors[i].data.empty()) continue;
    std::ranges::copy(model.tensors[i].data, file.begin() + static_cast<std::ptrdiff_t>(data + places[i]));
  }
  if (only_compat(8)) fill_up(file, file.size() + 1 + choices.below(9), filler);
  return file;
}

File head_of(const OwnedModel& model) {
  const std::uint64_t alignment = alignment_of(model);
  std::vector<std::uint64_t> places;
  std::uint64_t next = 0;
  for (const OwnedTensor& tensor : model.tensors) {
    places.push_back(next);
    next = rounded_up(next + conformance::data_size(tensor), alignment);
  }
  File file = put_head(model, places);
  fill_up(file, rounded_up(file.size(), alignment));
  return file;
}

File file_of(const OwnedModel& model) {
  const std::uint64_t alignment = alignment_of(model);
  File file = head_of(model);
  for (const OwnedTensor& tensor : model.tensors) {
    file.insert(file.end(), tensor.data.begin(), tensor.data.end());
    fill_up(file, rounded_up(file.size(), alignment));
  }
  return file;
}

File written(const OwnedModel& model) {
  const Borrowed borrowed(model);
  return conformance::written(borrowed.view());
}

}  // namespace hallmark::gguf
