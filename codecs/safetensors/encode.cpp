// SPDX-License-Identifier: Apache-2.0
// The canonical writer.
#include "core/encoder_answers.hpp"
#include "core/json_writer.hpp"
#include "core/sort_names.hpp"
#include "safetensors/walk.hpp"

namespace hallmark::safetensors {
namespace {

void string(Writer& to, std::string_view text) noexcept { put_json_string(to, text, true); }

// What a format lacks is written by our own name of it, and refused.
std::string_view dtype_name(DType dtype) noexcept {
  const std::uint32_t order = order_of(dtype);
  return order < std::size(named_dtypes) ? named_dtypes[order].name : name_of(dtype);
}

// put writes a canonical file; where the scratch is too small to sort, nothing.
bool put(Writer& to, const FileView& file, Scratch& scratch) noexcept {
  const auto key_at = [&](std::uint32_t i) { return as_bytes(file.metadata[i].key); };
  const auto name_at = [&](std::uint32_t i) { return as_bytes(file.tensors[i].name); };
  const auto rank_at = [&](std::uint32_t i) {
    return static_cast<std::uint32_t>(std::size(named_dtypes)) - order_of(file.tensors[i].dtype);
  };
  const auto by_key = sorted_names(file.metadata.size(), scratch, key_at, [](std::uint32_t) { return 0U; });
  const auto by_name = sorted_names(file.tensors.size(), scratch, name_at, rank_at);
  if (by_key.size() != file.metadata.size() || by_name.size() != file.tensors.size()) return false;
  to.u64le(0);
  to.text("{");
  std::string_view before_member = "";
  if (file.has_metadata) {
    to.text("\"__metadata__\":{");
    before_member = ",";
    std::string_view before_pair = "";
    for (const std::uint32_t i : by_key) {
      to.text(std::exchange(before_pair, ","));
      string(to, file.metadata[i].key);
      to.text(":");
      string(to, file.metadata[i].value);
    }
    to.text("}");
  }
  std::uint64_t begin = 0;
  for (const std::uint32_t i : by_name) {
    const TensorView& tensor = file.tensors[i];
    to.text(std::exchange(before_member, ","));
    string(to, tensor.name);
    to.text(":{\"dtype\":\"");
    to.text(dtype_name(tensor.dtype));
    to.text("\",\"shape\":[");
    std::string_view before_size = "";
    tensor.shape.each([&](std::uint64_t size) {
      to.text(std::exchange(before_size, ","));
      put_json_number(to, size);
    });
    to.text("],\"data_offsets\":[");
    put_json_number(to, begin);
    to.text(",");
    begin += tensor.data.size();
    put_json_number(to, begin);
    to.text("]}");
  }
  to.text("}");
  while (to.size() % 8 != 0) to.text(" ");
  to.patch(0, to.size() - length_size);
  for (const std::uint32_t i : by_name) to.bytes(file.tensors[i].data);
  return true;
}

// The bytes that a text takes in JSON if it has escapes, else 0.
std::uint64_t escaped_size(std::string_view text) noexcept {
  const std::uint64_t size = measured([&](Writer& to) { string(to, text); }) - 2;
  return size == text.size() ? 0 : size;
}

}  // namespace

std::uint64_t encode_scratch(const FileView& file) noexcept {
  const std::uint64_t pairs = file.metadata.size();
  const std::uint64_t tensors = file.tensors.size();
  std::uint64_t escaped = 0;
  for (const Pair& pair : file.metadata) escaped += escaped_size(pair.key) + escaped_size(pair.value);
  for (const TensorView& tensor : file.tensors) escaped += escaped_size(tensor.name);
  // What sorting borrows is less than what the decoder takes.
  return sorted_names_scratch(pairs) + sorted_names_scratch(tensors) + scratch_for(1 + pairs + 4 * tensors, 0, escaped);
}

std::uint64_t encoded_size(const FileView& file, Scratch scratch) noexcept {
  return measured([&](Writer& to) { put(to, file, scratch); });
}

Encoded encode(const FileView& file, Scratch& scratch, std::span<std::byte> out) noexcept {
  const std::uint64_t entries = file.metadata.size() + file.tensors.size();
  Writer to(out);
  if (!put(to, file, scratch))
    return {.refusal = {&hallmark::rule<"hallmark/scratch-exhausted">, 0, 0, entries, {}, ""}};
  return checked(to, out, [&](Bytes written) { return decode(written, scratch); });
}

}  // namespace hallmark::safetensors
