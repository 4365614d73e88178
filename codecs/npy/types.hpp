// SPDX-License-Identifier: Apache-2.0
// Type strings, and the tape as decoder, encoder and Fields read it.
#pragma once

#include "hallmark/npy.hpp"
#include "hallmark/npy/rules.hpp"

namespace hallmark::npy {

// read_type_text makes a token the type that a type string says. It gives what that breaks: where the token stays what
// it was, there is no such type.
[[nodiscard]] const Rule* read_type_text(std::string_view text, Token& token) noexcept;
// number_size gives the bytes that change places where the byte order is another: of a complex number those of a part,
// of text those of a character. Of what has no byte order it is 1.
[[nodiscard]] std::uint64_t number_size(TypeKind kind, std::uint64_t size) noexcept;

// Flags of tokens.
inline constexpr std::uint8_t is_kept = 1;        // a text lies in the texts, not in the file
inline constexpr std::uint8_t is_big_endian = 2;  // of a type
inline constexpr std::uint8_t is_negative = 4;    // of an integer
inline constexpr std::uint8_t is_too_large = 8;   // above 2^63-1
inline constexpr std::uint8_t is_repeated = 16;   // a name that was there before
inline constexpr std::uint8_t is_shape = 32;      // an integer that is the shape of a field, alone

using Tokens = std::span<const Token>;
using Index = std::uint32_t;  // of a token

// after gives the token that follows a value.
[[nodiscard]] inline Index after(Tokens tape, Index i) noexcept {
  const bool is_bracket = tape[i].kind >= Token::Kind::list && tape[i].kind <= Token::Kind::dictionary;
  return (is_bracket ? tape[i].link : i) + 1;
}
// A field is a tuple of name, descr and maybe shape.
[[nodiscard]] inline Index descr_of(Tokens tape, Index field) noexcept { return after(tape, field + 1); }
// shape_of gives 0 where there is none.
[[nodiscard]] inline Index shape_of(Tokens tape, Index field) noexcept {
  const Index shape = after(tape, descr_of(tape, field));
  return tape[shape].kind == Token::Kind::end ? 0 : shape;
}
// elements_of gives the elements of a field that was read.
[[nodiscard]] inline std::uint64_t elements_of(Tokens tape, Index field) noexcept {
  const Index shape = shape_of(tape, field);
  return shape != 0 ? tape[shape].value : 1;
}
// owner_of gives the field that a descr is of: before it is its name, or its title and name in brackets.
[[nodiscard]] inline Index owner_of(Tokens tape, Index descr) noexcept {
  const Token& name = tape[descr - 1];
  return (name.kind == Token::Kind::end ? name.link : descr - 1) - 1;
}
// The closing bracket of an entry knows what it is an entry of, and which one.
[[nodiscard]] inline Index parent_of(Tokens tape, Index bracket) noexcept {
  return static_cast<Index>(tape[tape[bracket].link].value);
}
[[nodiscard]] inline std::uint32_t index_of(Tokens tape, Index bracket) noexcept {
  return static_cast<std::uint32_t>(tape[tape[bracket].link].value >> 32);
}
[[nodiscard]] std::string_view text_of(const Fields::Tape& tape, Index i) noexcept;
// shape_at gives the dimensions of a tuple that was read, or of an integer alone.
[[nodiscard]] Shape shape_at(Tokens tape, Index i) noexcept;
// is_column_major: not where both orders are one, for at most one dimension is above 1, or one is 0.
[[nodiscard]] bool is_column_major(const FileView& file) noexcept;
[[nodiscard]] Type type_at(const Fields::Tape& tape, Index i) noexcept;

// Room is what a header takes of the scratch.
struct Room {
  std::uint64_t tokens;
  std::uint64_t texts;  // bytes, where it has escapes or bytes that are not ASCII
};
[[nodiscard]] Room room_of(Bytes header) noexcept;
[[nodiscard]] std::uint64_t scratch_of(Room room) noexcept;

}  // namespace hallmark::npy
