// SPDX-License-Identifier: Apache-2.0
// The common model of GGUF files, to and from JSON: numbers of files in either byte order as those of a little-endian
// one.
#include "conformance/model/model.hpp"

#include <algorithm>
#include <charconv>

#include "codecs/core/utf8.hpp"
#include "codecs/gguf/writer.hpp"
#include "conformance/model/formats.hpp"
#include "conformance/model/tensor_json.hpp"

namespace hallmark::gguf {
namespace {

using conformance::Entry;
using conformance::Json;
using conformance::JsonAt;
using Data = std::vector<std::byte>;

bool is_signed(ValueType type) { return name_of(type).starts_with('i'); }
bool is_float(ValueType type) { return name_of(type).starts_with('f'); }

// turn writes the elements of an array in the other byte order, which is that of `to`. What holds no element, or lies
// deeper than arrays may, stays as it is.
void turn(Fields& to, const Array& array, bool from_big, std::uint32_t depth = 1) {
  Elements elements(array, from_big);
  for (Value one; depth <= default_max_depth && elements.next(one);) {
    if (one.type != ValueType::array) {
      to.value(one);
      continue;
    }
    to.value({ValueType::array, 0, {}, {one.array.type, one.array.count, {}}});
    turn(to, one.array, from_big, depth + 1);
  }
  to.bytes(elements.rest());
}
Data turned(const Array& array, bool from_big) {
  Data data(array.data.size());
  Fields to(!from_big, data);
  turn(to, array, from_big);
  return data;
}

Json integer(const Value& value) {
  const auto unused = static_cast<unsigned>(64 - 8 * size_of(value.type));
  const auto number = static_cast<std::int64_t>(value.bits << unused) >> unused;
  if (!is_signed(value.type) || number >= 0) return reports::number(value.bits);
  return number > -(std::int64_t{1} << 53) ? Json(number) : Json(std::to_string(number));
}

// entry_of gives a pair; what it shows lies in the file or in `memory`.
Entry entry_of(const Pair& pair, bool big_endian, Data& memory) {
  const Value& value = pair.value;
  Entry shown{"key", pair.key, {{"type", name_of(value.type)}}, {}, Entry::Holds::value, {}, nullptr};
  if (value.type == ValueType::array) {
    const auto& [type, count, data] = value.array;
    shown.value = {{"type", name_of(type)}, {"length", reports::number(count)}};
    if (big_endian) memory = turned(value.array, true);
    shown.content = big_endian ? Bytes(memory) : data;
  } else if (value.type == ValueType::string) {
    shown.content = as_bytes(value.text);
    if (find_invalid_utf8(shown.content) == nowhere) shown.holds = Entry::Holds::text;
  } else if (is_float(value.type)) {
    memory.resize(8);
    store_le(memory.data(), value.bits);
    shown.content = Bytes(memory).first(size_of(value.type));
  } else {
    shown.holds = Entry::Holds::members;
    shown.members["value"] = value.type == ValueType::boolean ? Json(value.bits != 0) : integer(value);
  }
  return shown;
}

void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  const conformance::Opened<FileView> file(input, options, scratch_bound, decode);
  if (!file) return;
  Data memory_of_one;
  sink.member("version", file->version);
  sink.member("byte_order", file->big_endian ? "big" : "little");
  sink.begin_list("metadata", file->metadata.size());
  for (const Pair& pair : file->metadata) sink.entry(entry_of(pair, file->big_endian, memory_of_one));
  sink.end();
  sink.begin_list("tensors", file->tensors.size());
  for (TensorView tensor : file->tensors) {
    if (file->big_endian) {
      memory_of_one.resize(tensor.data.size());
      turn_elements(tensor, memory_of_one);
    }
    sink.entry(conformance::tensor_entry(tensor));
  }
  sink.end();
}

// Of a big-endian file what is turned is copied, one after the other. The version shows it.
std::uint64_t show_bound(Bytes input, const Options&) {
  return input.size() > 8 && load_le<std::uint16_t>(input.data() + 4) == 0 ? input.size() : 0;
}

std::uint64_t bits_from(const JsonAt& at, ValueType type) {
  const std::size_t size = size_of(type);
  if (type == ValueType::boolean) return at.truth() ? 1 : 0;
  if (is_float(type)) {
    const Data data = conformance::from_base64(at["base64"]);
    if (data.size() != size) at.fail("the data is no number of the type");
    return load_up_to_word(data.data(), size);
  }
  std::string digits = at.json().is_string() ? at.text() : at.json().dump();
  const bool negative = is_signed(type) && digits.starts_with('-');
  if (negative) digits.erase(0, 1);
  const std::uint64_t all = UINT64_MAX >> (64 - 8 * size);
  const char* const end = digits.data() + digits.size();
  std::uint64_t number = 0;
  const bool read = std::from_chars(digits.data(), end, number) == std::from_chars_result{end, {}};
  if (!read || number > (is_signed(type) ? all / 2 : all) + (negative ? 1 : 0)) {
    at.fail("this is no integer of the type");
  }
  return (negative ? 0 - number : number) & all;
}

ValueType type_from(const JsonAt& at) {
  const auto* const found = std::ranges::find(value_type_names, at.text());
  if (found == std::end(value_type_names)) at.fail('"' + at.text() + "\" is no type of the format");
  return static_cast<ValueType>(found - value_type_names);
}

Pair pair_from(const JsonAt& at, bool big_endian, conformance::Owned& owned) {
  const JsonAt given = at["value"];
  Pair pair{owned.text(at["key"]), {type_from(at["type"]), 0, {}, {}}};
  Value& value = pair.value;
  if (value.type == ValueType::array) {
    value.array = {type_from(given["type"]), given["length"].count(), owned.data(given["data"])};
    if (big_endian) value.array.data = owned.bytes(turned(value.array, false));
  } else if (value.type == ValueType::string) {
    value.text = given.json().is_object() ? as_text(owned.data(given)) : owned.text(given);
  } else {
    value.bits = bits_from(given, value.type);
  }
  return pair;
}

constexpr conformance::ArrayTerms terms{.has = [](DType dtype) { return number_of(dtype) != UINT32_MAX; }};

conformance::EncodeReply encode_value(const Json& value, Form) {
  const JsonAt at(value);
  conformance::Owned owned;
  const std::uint64_t version = at["version"].count();
  if (version > UINT32_MAX) at["version"].fail("this must be an integer from 0 to 2^32-1");
  const bool big_endian = at["byte_order"].one_of({"little", "big"}) == "big";
  const auto metadata = at["metadata"].list([&](const JsonAt& pair) { return pair_from(pair, big_endian, owned); });
  const auto tensors = at["tensors"].list([&](const JsonAt& entry) {
    TensorView tensor = owned.tensor(entry, terms);
    if (big_endian) {
      Data memory(tensor.data.size());
      turn_elements(tensor, memory);
      owned.bytes(std::move(memory));
    }
    return tensor;
  });
  const FileView file{static_cast<std::uint32_t>(version), big_endian, metadata, tensors};
  return conformance::encoded(file);
}

}  // namespace

// The order of pairs and of tensors means nothing: most readers keep them in maps.
constexpr std::string_view gguf_tables[] = {"metadata", "tensors"};
constexpr conformance::Model gguf_model{
    .format = "gguf", .show = show_value, .encode = encode_value, .tables = gguf_tables, .show_bound = show_bound};

}  // namespace hallmark::gguf
