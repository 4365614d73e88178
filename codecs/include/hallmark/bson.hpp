// SPDX-License-Identifier: Apache-2.0
// BSON documents, one after the other as mongodump writes them, with every subtype-9 binary at any depth judged as a
// vector. Decisions where the specification is silent: codecs/bson/README.md.
#pragma once

#include <bit>
#include <optional>
#include <string_view>
#include <type_traits>

#include "hallmark/bson_vector.hpp"
#include "hallmark/core/decoder.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::bson {

// Nesting that is followed unless Limits::max_depth says otherwise. The outermost document is level 0.
inline constexpr std::uint32_t default_max_depth = 200;

// DocumentsView is a valid file. Elements are visited (visit_elements), not collected.
struct DocumentsView {
  Bytes input;
  std::uint64_t documents = 0;
  std::uint64_t vectors = 0;
};

// scratch_bound is 32 bytes for each level of nesting that the limits allow and the input can pay for.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(LastingBytes input, const Options& options = {}) noexcept;

// decode walks all documents; iterative, linear, O(depth) memory. Rejections: bson/rules.hpp and bson_vector/rules.hpp.
HALLMARK_API Decoded<DocumentsView> decode(LastingBytes input, Scratch& scratch, const Options& options = {}) noexcept;

// validate goes on after an error: with the next element where the bytes can still be told apart, else after the
// enclosing document.
HALLMARK_API Verdict validate(LastingBytes input, Scratch& scratch, const Options& options,
                              DiagnosticSink& sink) noexcept;

// Type is the first byte of an element. BSON 1.1, deprecated types included.
enum class Type : std::uint8_t {
  number = 0x01,
  string = 0x02,
  document = 0x03,
  array = 0x04,
  binary = 0x05,
  undefined = 0x06,  // deprecated
  object_id = 0x07,
  boolean = 0x08,
  datetime = 0x09,
  null = 0x0a,
  regex = 0x0b,
  db_pointer = 0x0c,  // deprecated
  code = 0x0d,
  symbol = 0x0e,           // deprecated
  code_with_scope = 0x0f,  // deprecated
  int32 = 0x10,
  timestamp = 0x11,
  int64 = 0x12,
  decimal128 = 0x13,
  max_key = 0x7f,
  min_key = 0xff,
};

// Element is one element of a valid input.
struct Element {
  std::uint64_t document = 0;  // of the file, from 0
  std::uint64_t depth = 1;     // documents, arrays and scopes that it lies in, 1 for those of the file itself
  Type type = Type::null;
  std::string_view key;  // of an array's: its number
  Bytes value;           // as it lies in the input: load numbers with hallmark::element, an ObjectId is 12 bytes
};

// text_of gives the text of a string, code or symbol.
[[nodiscard]] inline std::string_view text_of(const Element& element) noexcept {
  const bool text = element.type == Type::string || element.type == Type::code || element.type == Type::symbol;
  return text ? as_text(element.value.subspan(4, element.value.size() - 5)) : std::string_view();
}

// vector_of gives the vector that a binary of subtype 9 holds; nothing of another element.
[[nodiscard]] HALLMARK_API std::optional<bson_vector::VectorView> vector_of(const Element& element) noexcept;

// ElementSink receives each element in byte order, one that is a document or an array before those in it, with its
// path. Returning false ends the walk.
class ElementSink {
 public:
  virtual bool element(const Element& element, const Place& place) noexcept = 0;

 protected:
  ~ElementSink() = default;
};

// visit_elements walks a valid input again, in scratch_bound bytes, and shows every element. The violation has a null
// rule when all were shown, and when the sink had enough; a scratch that is too small is hallmark/scratch-exhausted.
HALLMARK_API Violation visit_elements(const DocumentsView& documents, Scratch& scratch, const Options& options,
                                      ElementSink& sink) noexcept;

// Builder is the encoder of BSON: it writes one document after the other into memory that the caller owns, and needs no
// working memory of its own. What the decoder would refuse is refused, by the same rules; `finish` says which.
class HALLMARK_API Builder {
 public:
  static constexpr std::uint32_t deepest = default_max_depth;

  explicit Builder(std::span<std::byte> out) noexcept : out_(out) {}

  void begin_document() noexcept;  // the next document of the file
  void begin_document(std::string_view key) noexcept { nest(Type::document, key); }
  void begin_array(std::string_view key) noexcept { nest(Type::array, key); }  // its elements take the keys "0", "1", …
  void begin_code_with_scope(std::string_view key, std::string_view source) noexcept;  // then the scope's elements
  void end() noexcept;  // of the innermost document, array or scope

  void number(std::string_view key, double value) noexcept {
    put(Type::number, key, std::bit_cast<std::uint64_t>(value));
  }
  void string(std::string_view key, std::string_view value) noexcept { put(Type::string, key, value); }
  void binary(std::string_view key, std::uint8_t subtype, Bytes value) noexcept;
  void vector(std::string_view key, const bson_vector::VectorView& value) noexcept;  // a binary of subtype 9
  void undefined(std::string_view key) noexcept { element(Type::undefined, key); }
  void object_id(std::string_view key, std::span<const std::byte, 12> value) noexcept {
    put(Type::object_id, key, value);
  }
  void boolean(std::string_view key, bool value) noexcept { put(Type::boolean, key, std::uint8_t{value}); }
  void datetime(std::string_view key, std::int64_t milliseconds) noexcept {  // since 1970
    put(Type::datetime, key, milliseconds);
  }
  void null(std::string_view key) noexcept { element(Type::null, key); }
  void regex(std::string_view key, std::string_view pattern, std::string_view options) noexcept;
  void db_pointer(std::string_view key, std::string_view collection, std::span<const std::byte, 12> id) noexcept;
  void code(std::string_view key, std::string_view source) noexcept { put(Type::code, key, source); }
  void symbol(std::string_view key, std::string_view value) noexcept { put(Type::symbol, key, value); }
  void int32(std::string_view key, std::int32_t value) noexcept { put(Type::int32, key, value); }
  void timestamp(std::string_view key, std::uint64_t value) noexcept { put(Type::timestamp, key, value); }
  void int64(std::string_view key, std::int64_t value) noexcept { put(Type::int64, key, value); }
  void decimal128(std::string_view key, std::span<const std::byte, 16> value) noexcept {
    put(Type::decimal128, key, value);
  }
  void min_key(std::string_view key) noexcept { element(Type::min_key, key); }
  void max_key(std::string_view key) noexcept { element(Type::max_key, key); }

  // size is what was written so far, or would have been had the memory sufficed.
  [[nodiscard]] std::uint64_t size() const noexcept { return out_.size(); }
  // finish gives what was written. It refuses what breaks a rule, first of all what was added first, a document left
  // open, and memory that is too short. The offset of a refusal is where the output stood.
  Encoded finish() const noexcept;

 private:
  static constexpr std::uint64_t none = UINT64_MAX;

  struct Open {
    std::uint64_t length_at = 0;    // of the document's length
    std::uint64_t scope_at = none;  // of the length of the code with scope around it
    std::uint32_t next = 0;         // key of the next array element
    bool array = false;
  };

  void require(bool condition, const Rule& rule, const char* field, Number actual = {}, Number expected = {}) noexcept;
  void inherit(const Violation& fault) noexcept;
  void element(Type type, std::string_view key) noexcept;
  void nest(Type type, std::string_view key) noexcept;
  template <class T>
  void put(Type type, std::string_view key, T value) noexcept {
    element(type, key);
    if constexpr (std::is_integral_v<T>) {
      out_.integer(value);
    } else if constexpr (std::is_convertible_v<T, Bytes>) {
      out_.bytes(value);
    } else {
      text(value);
    }
  }
  void length(std::uint64_t value, const Rule& rule) noexcept;
  void text(std::string_view value) noexcept;
  void require_utf8(std::string_view value, const Rule& rule, const Rule& modified, const char* field) noexcept;
  void cstring(std::string_view value, const Rule& utf8, const Rule& modified, const char* field) noexcept;
  void open(bool array, std::uint64_t scope_at) noexcept;
  void close(std::uint64_t at) noexcept;

  Writer out_;
  Open stack_[deepest + 1];
  std::uint32_t depth_ = 0;  // documents open
  Violation refusal_;        // the first, or one without a rule
};

}  // namespace hallmark::bson
