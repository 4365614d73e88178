// SPDX-License-Identifier: Apache-2.0
#include "bson/elements.hpp"
#include "core/encoder_answers.hpp"
#include "core/utf8.hpp"
#include "hallmark/bson.hpp"
#include "hallmark/bson/rules.hpp"

namespace hallmark::bson {

constexpr std::uint64_t longest = 0x7fffffff;  // an int32 length

void Builder::require(bool condition, const Rule& rule, const char* field, Number actual, Number expected) noexcept {
  if (!condition && refusal_.rule == nullptr) refusal_ = {&rule, out_.size(), 0, actual, expected, field};
}

void Builder::element(Type type, std::string_view key) noexcept {
  require(depth_ != 0, rule<"bson/no-document">, "element");
  if (depth_ == 0) return;
  Open& parent = stack_[depth_ - 1];
  char digits[10];
  if (parent.array) key = {digits, std::to_chars(digits, std::end(digits), parent.next++).ptr};
  out_.u8(static_cast<std::uint8_t>(type));
  cstring(key, rule<"bson/key-utf8">, rule<"bson/key-modified-utf8">, "key");
}

// The first fault decides which of the two rules is broken; a string has one for both.
void Builder::require_utf8(std::string_view value, const Rule& rule, const Rule& modified, const char* field) noexcept {
  const std::uint64_t bad = find_invalid_utf8(as_bytes(value));
  if (bad == nowhere) return;
  const NotUtf8 found = sort_out(as_bytes(value), bad);
  const auto byte = static_cast<std::uint8_t>(value[static_cast<std::size_t>(bad)]);
  require(false, found.modified == bad ? modified : rule, field, byte);
}

void Builder::cstring(std::string_view value, const Rule& utf8, const Rule& modified, const char* field) noexcept {
  const std::size_t nul = value.find('\0');
  require(nul == std::string_view::npos, rule<"bson/cstring-nul">, field, nul);
  require_utf8(value, utf8, modified, field);
  out_.text(value);
  out_.u8(0);
}

void Builder::length(std::uint64_t value, const Rule& rule) noexcept {
  require(value <= longest, rule, "length", value);
  out_.i32le(static_cast<std::int32_t>(value));
}

// What the codec of vectors refuses is refused by the same rules.
void Builder::inherit(const Violation& fault) noexcept {
  if (fault.rule != nullptr) require(false, *fault.rule, fault.field, fault.actual, fault.expected);
}

void Builder::text(std::string_view value) noexcept {
  length(std::uint64_t{value.size()} + 1, rule<"bson/string-length">);
  require_utf8(value, rule<"bson/string-utf8">, rule<"bson/string-utf8">, "value");
  out_.text(value);
  out_.u8(0);
}

void Builder::open(bool array, std::uint64_t scope_at) noexcept {
  require(depth_ <= deepest, rule<"bson/nesting-depth">, "document", depth_, deepest);
  if (depth_ > deepest) return;
  stack_[depth_++] = {out_.size(), scope_at, 0, array};
  out_.i32le(0);
}

void Builder::begin_document() noexcept {
  require(depth_ == 0, rule<"bson/open-documents">, "document", depth_);
  if (depth_ == 0) open(false, none);
}

void Builder::nest(Type type, std::string_view key) noexcept {
  element(type, key);
  open(type == Type::array, none);
}

void Builder::begin_code_with_scope(std::string_view key, std::string_view source) noexcept {
  element(Type::code_with_scope, key);
  const std::uint64_t scope_at = out_.size();
  out_.i32le(0);
  text(source);
  open(false, scope_at);
}

void Builder::end() noexcept {
  require(depth_ != 0, rule<"bson/no-document">, "terminator");
  if (depth_ == 0) return;
  out_.u8(0);
  const Open closed = stack_[--depth_];
  close(closed.length_at);
  if (closed.scope_at != none) close(closed.scope_at);
}

// Writes the length of what began at `at` and ends here.
void Builder::close(std::uint64_t at) noexcept {
  const std::uint64_t length = out_.size() - at;
  require(length <= longest, rule<"bson/document-length">, "length", length);
  out_.patch(at, static_cast<std::int32_t>(length));
}

void Builder::binary(std::string_view key, std::uint8_t subtype, Bytes value) noexcept {
  element(Type::binary, key);
  const std::uint64_t inner = subtype == subtype_old_binary ? 4 : 0;
  length(value.size() + inner, rule<"bson/binary-length">);
  out_.u8(subtype);
  if (inner != 0) out_.i32le(static_cast<std::int32_t>(value.size()));
  out_.bytes(value);
  Scratch none_needed;
  if (subtype == subtype_vector) inherit(bson_vector::decode(value, none_needed).violation());
}

void Builder::vector(std::string_view key, const bson_vector::VectorView& value) noexcept {
  element(Type::binary, key);
  const std::uint64_t size = bson_vector::encoded_size(value);
  length(size, rule<"bson/binary-length">);
  out_.u8(subtype_vector);
  const std::span<std::byte> room = out_.reserve(size);
  Scratch none_needed;
  if (!room.empty()) inherit(bson_vector::encode(value, none_needed, room).refusal);  // else finish says so
}

void Builder::regex(std::string_view key, std::string_view pattern, std::string_view options) noexcept {
  element(Type::regex, key);
  cstring(pattern, rule<"bson/regex-utf8">, rule<"bson/regex-modified-utf8">, "pattern");
  cstring(options, rule<"bson/regex-utf8">, rule<"bson/regex-modified-utf8">, "options");
}

void Builder::db_pointer(std::string_view key, std::string_view collection,
                         std::span<const std::byte, 12> id) noexcept {
  put(Type::db_pointer, key, collection);
  out_.bytes(id);
}

Encoded Builder::finish() const noexcept {
  const std::uint64_t size = out_.size();
  if (refusal_.rule != nullptr) return {.size = size, .refusal = refusal_};
  if (depth_ != 0) return {.size = size, .refusal = {&rule<"bson/open-documents">, size, 0, depth_, {}, "document"}};
  if (!out_.fits()) return too_short(out_.memory(), size);
  return {.size = size};
}

}  // namespace hallmark::bson
