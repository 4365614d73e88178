// SPDX-License-Identifier: Apache-2.0
// Phase 3: the alignment, and what else the document says of the values of certain keys.
#include <algorithm>

#include "gguf/walk.hpp"

namespace hallmark::gguf {
namespace {

// The arrays of a vocabulary, and the type of their elements.
struct Part {
  std::string_view key;
  ValueType type;
};
constexpr Part vocabulary[] = {{"tokenizer.ggml.tokens", ValueType::string},
                               {"tokenizer.ggml.scores", ValueType::f32},
                               {"tokenizer.ggml.token_type", ValueType::i32}};

// Integers are the types up to i32, and the two of 64 bits; the odd ones have a sign.
bool is_positive(const Value& value) noexcept {
  const bool is_integer = value.type <= ValueType::i32 || value.type == ValueType::u64 || value.type == ValueType::i64;
  const bool is_signed = static_cast<unsigned>(value.type) % 2 == 1;
  return is_integer && value.bits != 0 && !(is_signed && value.bits >> (8 * size_of(value.type) - 1) != 0);
}

bool is_architecture(const Value& value) noexcept {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return value.type == ValueType::string && !value.text.empty() && std::ranges::all_of(value.text, allowed);
}

}  // namespace

const Pair* Walk::stand_at(std::string_view key) noexcept {
  const auto found = std::ranges::find(pairs_, key, &Pair::key);
  if (found == pairs_.end()) return nullptr;
  position_.at("metadata");
  position_.entry(static_cast<std::uint64_t>(found - pairs_.begin()));
  return &*found;
}

void Walk::check_alignment() noexcept {
  const Pair* const pair = stand_at("general.alignment");
  if (pair == nullptr) return;
  const std::uint64_t at = type_at(*pair);
  const auto type = static_cast<std::uint8_t>(pair->value.type);
  alignment_ = pair->value.bits;
  const bool small = alignment_ == 1 || alignment_ == 2 || alignment_ == 4;
  const auto require = [&](bool condition, const Rule& rule) {
    return in_.require(condition, rule, at + type_size, sizeof(std::uint32_t), "value", alignment_);
  };
  aligned_ =
      in_.require(pair->value.type == ValueType::u32, rule<"gguf/alignment-type">, at, type_size, "type", type) &&
      require(alignment_ != 0, rule<"gguf/alignment-zero">) &&
      require(small || alignment_ % 8 == 0, rule<"gguf/alignment-multiple">) &&
      require(!small, rule<"gguf/alignment-small">) &&
      require((alignment_ & (alignment_ - 1)) == 0, rule<"gguf/alignment-power">);
  if (!aligned_) alignment_ = default_alignment;  // of a text that changes after it was judged, too
}

void Walk::check_architecture() noexcept {
  const Pair* const pair = stand_at("general.architecture");
  if (pair == nullptr) {
    position_.whole_file();
    in_.require(false, rule<"gguf/architecture-missing">, header_.metadata_kv_count);
  } else {
    const Value& value = pair->value;
    const std::uint64_t size = value.type == ValueType::string ? 8 + value.text.size() : smallest_of(value.type);
    in_.require(is_architecture(value), rule<"gguf/architecture-value">, type_at(*pair) + type_size, size, "value");
  }
}

void Walk::check_quantization_version() noexcept {
  const Pair* const pair = stand_at("general.quantization_version");
  const Value* const part = find(pairs_, "split.no");
  versioned_ = pair != nullptr || (part != nullptr && is_positive(*part));
  if (pair == nullptr) return;
  in_.require(pair->value.type == ValueType::u32, rule<"gguf/quantization-version-type">, type_at(*pair), type_size,
              "type", static_cast<std::uint8_t>(pair->value.type));
}

void Walk::check_vocabulary() noexcept {
  const Value* const tokens = find(pairs_, vocabulary[0].key);
  const bool counted = tokens != nullptr && tokens->type == ValueType::array && tokens->array.type == ValueType::string;
  position_.at("metadata");
  for (const Pair& pair : pairs_) {
    const auto* const part = std::ranges::find(vocabulary, pair.key, &Part::key);
    if (part == std::end(vocabulary)) continue;
    const Array& array = pair.value.array;
    const bool is_array = pair.value.type == ValueType::array;
    const std::uint64_t at = type_at(pair) + (is_array ? type_size : 0);
    const ValueType expected = is_array ? part->type : ValueType::array;
    const ValueType actual = is_array ? array.type : pair.value.type;
    position_.entry(static_cast<std::uint64_t>(&pair - pairs_.data()));
    in_.require(actual == expected, rule<"gguf/vocabulary-type">, at, type_size, is_array ? "value.type" : "type",
                static_cast<std::uint8_t>(actual), static_cast<std::uint8_t>(expected));
    if (counted && is_array && actual == expected)
      in_.require(array.count == tokens->array.count, rule<"gguf/vocabulary-length">, at + type_size,
                  sizeof(std::uint64_t), "value.len", array.count, tokens->array.count);
  }
}

}  // namespace hallmark::gguf
