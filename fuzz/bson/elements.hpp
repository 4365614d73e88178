// Where a Builder's elements come from: any operations, or valid documents, which are read by other code than the
// decoder.
#pragma once

#include <iterator>
#include <string>
#include <utility>

#include "fuzz/operations.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::fuzz {

using Binary = std::pair<std::uint8_t, Bytes>;  // subtype and data

// AnyElements are operations with operands: 0 begins a document, 1 ends one, 2 to 23 are elements.
class AnyElements : public OperationReader {
 public:
  explicit AnyElements(Bytes input) noexcept : OperationReader(input, 32) {}

  std::uint8_t operation() noexcept { return byte() % 24; }
  std::string_view cstring() noexcept { return text(); }
  Binary binary() noexcept {
    const std::uint8_t subtype = byte();
    return {subtype, bytes()};
  }
  bson_vector::VectorView vector() noexcept {
    using bson_vector::VectorType;
    static constexpr VectorType types[] = {VectorType::int8, VectorType::packed_bit, VectorType::float32};
    bson_vector::VectorView vector;
    vector.dtype = types[byte() % 3];
    vector.padding = byte();
    vector.data = bytes();
    return vector;
  }
};

// DocumentElements are those of valid documents, as the same operations.
class DocumentElements : public OperationReader {
 public:
  explicit DocumentElements(Bytes documents) noexcept : OperationReader(documents, 255) {}

  std::uint8_t operation() noexcept {
    // Of the types 0 to 0x13. Vectors are binary too.
    static constexpr std::uint8_t operations[] = {1,  5,  6,  2,  3,  7, 9,  10, 11, 12,
                                                  13, 14, 15, 16, 17, 4, 18, 19, 20, 21};
    if (depth_ == 0 || opens()) bytes(4);  // the length of a document
    if (depth_ == 0) return ++depth_, std::uint8_t{0};
    type_ = byte();
    if (opens()) ++depth_;
    if (type_ == 0) --depth_;
    if (type_ >= 0x7f) return type_ == 0xff ? 22 : 23;
    invariant(type_ < std::size(operations), "a valid document has no other element");
    return operations[type_];
  }
  std::string cstring() {
    std::string text;
    while (const std::uint8_t c = byte()) text += static_cast<char>(c);
    return text;
  }
  std::string_view text() noexcept {
    if (type_ == code_with_scope) bytes(4);  // the length of both
    const std::string_view whole = as_text(bytes(integer<std::uint32_t>()));
    return whole.substr(0, whole.size() - 1);
  }
  Binary binary() noexcept {
    constexpr std::uint8_t old_binary = 2;  // has its length twice
    const auto size = integer<std::uint32_t>();
    const std::uint8_t subtype = byte();
    if (subtype != old_binary) return {subtype, bytes(size)};
    return {subtype, bytes(integer<std::uint32_t>())};
  }
  bson_vector::VectorView vector() noexcept { return {}; }  // no operation of documents

 private:
  static constexpr std::uint8_t code_with_scope = 0x0f;

  [[nodiscard]] bool opens() const noexcept { return type_ == 3 || type_ == 4 || type_ == code_with_scope; }

  std::uint8_t type_ = 0;  // of the element at hand
  std::uint64_t depth_ = 0;
};

}  // namespace hallmark::fuzz
