// SPDX-License-Identifier: Apache-2.0
// Type strings, and what callers read from a tape: fields, shapes, common dtypes.
#include "npy/types.hpp"

#include <algorithm>
#include <cstring>

#include "core/words.hpp"

namespace hallmark::npy {
namespace {

struct Plain {
  DType dtype;
  TypeKind kind;
  std::uint8_t size;
  std::string_view name;  // which numpy.dtype takes
};
constexpr Plain plain_types[] = {{DType::boolean, TypeKind::boolean, 1, "bool"},
                                 {DType::i8, TypeKind::signed_integer, 1, "int8"},
                                 {DType::i16, TypeKind::signed_integer, 2, "int16"},
                                 {DType::i32, TypeKind::signed_integer, 4, "int32"},
                                 {DType::i64, TypeKind::signed_integer, 8, "int64"},
                                 {DType::u8, TypeKind::unsigned_integer, 1, "uint8"},
                                 {DType::u16, TypeKind::unsigned_integer, 2, "uint16"},
                                 {DType::u32, TypeKind::unsigned_integer, 4, "uint32"},
                                 {DType::u64, TypeKind::unsigned_integer, 8, "uint64"},
                                 {DType::f16, TypeKind::real, 2, "float16"},
                                 {DType::f32, TypeKind::real, 4, "float32"},
                                 {DType::f64, TypeKind::real, 8, "float64"},
                                 {DType::c64, TypeKind::complex, 8, "complex64"},
                                 {DType::c128, TypeKind::complex, 16, "complex128"}};

// What some release of NumPy takes on some machine, beside those and what has the form of a type string.
constexpr std::string_view other_names =
    " int uint float complex str bytes void bool_ byte ubyte short ushort intc uintc long ulong longlong ulonglong "
    "intp "
    "uintp half single double longdouble csingle cdouble clongdouble int_ float_ complex_ str_ bytes_ void0 object_ "
    "object0 str0 bytes0 int0 uint0 bool8 float96 float128 complex192 complex256 datetime64 timedelta64 unicode "
    "unicode_ string string_ cfloat singlecomplex longfloat longcomplex clongfloat ";
constexpr std::string_view letters = "?bBhHiIlLqQnNpPefdgFDGSaUVcOmMT";

// A text may change while it is read: then it may have a space after all.
bool is_other_name(std::string_view text) noexcept {
  if (text.empty() || text.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = 1; (at = other_names.find(text, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + text.size();
    if (other_names[at - 1] == ' ' && end < other_names.size() && other_names[end] == ' ') return true;
  }
  return false;
}

// take_number reads digits from the front of a text; false where there are none, or they do not fit.
bool take_number(std::string_view& text, std::uint64_t& number, std::uint64_t most) noexcept {
  const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
  number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (number > (most - static_cast<unsigned>(text[i] - '0')) / 10) return false;
    number = number * 10 + static_cast<unsigned>(text[i] - '0');
  }
  const bool zeros = size > 1 && text.front() == '0';
  text.remove_prefix(size);
  return size != 0 && !zeros;
}

// The unit of a duration or date in brackets, "[25s]"; false where that is none of ours.
bool read_unit(std::string_view text, TypeText& type) noexcept {
  if (text.empty()) return true;
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return false;
  text.remove_prefix(1);
  text.remove_suffix(1);
  std::uint64_t count = 1;
  if (!text.empty() && text.front() >= '1' && text.front() <= '9' && !take_number(text, count, INT32_MAX)) return false;
  const auto* const found = std::ranges::find(unit_names, text);
  if (found == std::end(unit_names) || text.empty()) return false;
  type.unit = static_cast<std::uint8_t>(found - unit_names);
  type.unit_count = static_cast<std::uint32_t>(count);
  return true;
}

// refusal_of says why no type of ours has this text: `rest` is the text without its mark.
const Rule& refusal_of(std::string_view text, std::string_view rest) noexcept {
  const auto is_one_of = [](std::string_view any, char c) { return any.find(c) != std::string_view::npos; };
  if (rest.empty()) return rule<"npy/descr-unknown">;
  const char first = rest.front();
  const bool digits = rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (text == "object" || (first == 'O' && digits)) return rule<"npy/descr-object">;
  if (rest == "f12" || rest == "f16" || rest == "c24" || rest == "c32") return rule<"npy/descr-long-double">;
  const bool taken = is_other_name(text) || (rest.size() == 1 && is_one_of(letters, first)) ||
                     (digits && is_one_of("biufcSaUVmM", first) && rest.size() > 1 && rest[1] == '0') ||
                     (rest.size() > 1 && is_one_of("biufcmMSUVa", first) && is_one_of(" +", rest[1])) ||
                     (digits && first == 'a') || is_one_of("(0123456789", first) || is_one_of(text, ',') ||
                     ((rest.starts_with("m8[") || rest.starts_with("M8[") || rest.starts_with("datetime64[") ||
                       rest.starts_with("timedelta64[")) &&
                      rest.ends_with(']'));
  return taken ? rule<"npy/descr-form"> : rule<"npy/descr-unknown">;
}

}  // namespace

TypeText read_type_text(std::string_view text) noexcept {
  TypeText type;
  const auto* const named = std::ranges::find(plain_types, text, &Plain::name);
  if (named != std::end(plain_types)) {
    type.kind = named->kind;
    type.size = named->size;
    type.mark = &rule<"npy/descr-name">;
    return type;
  }
  std::string_view rest = text;
  const char mark =
      text.empty() || std::string_view("<>|=").find(text.front()) == std::string_view::npos ? '\0' : text.front();
  if (mark != '\0') rest.remove_prefix(1);
  type.kind = rest.empty() ? TypeKind::structure : static_cast<TypeKind>(rest.front());
  std::string_view after_kind = rest;
  after_kind.remove_prefix(rest.empty() ? 0 : 1);
  const bool is_text = type.kind == TypeKind::text;
  const bool is_counted = is_text || type.kind == TypeKind::bytes || type.kind == TypeKind::raw;
  const bool is_dated = type.kind == TypeKind::duration || type.kind == TypeKind::date;
  std::uint64_t number = 0;
  const bool fits = take_number(after_kind, number, INT64_MAX);
  const bool is_plain =
      std::ranges::any_of(plain_types, [&](const Plain& one) { return one.kind == type.kind && one.size == number; });
  const bool good =
      fits && (is_dated ? number == 8 && read_unit(after_kind, type) : (is_plain || is_counted) && after_kind.empty());
  if (!good) {
    const bool is_large = is_counted && !fits && rest.size() >= 20 && rest[1] != '0' &&
                          after_kind.find_first_not_of("0123456789") == std::string_view::npos;
    type.broken = is_large ? &rule<"npy/item-size"> : &refusal_of(text, rest);
    return type;
  }
  const bool wide = is_counted ? is_text : number != 1;  // has a byte order
  if (is_text) number = number > INT64_MAX / 4 ? UINT64_MAX : 4 * number;
  type.size = number;
  type.big_endian = wide && mark == '>';
  if (number > INT64_MAX) type.broken = &rule<"npy/item-size">;
  if (wide ? mark != '<' && mark != '>' : mark != '|') type.mark = &rule<"npy/descr-mark">;
  return type;
}

std::string_view text_of(const Fields::Tape& tape, std::uint32_t i) noexcept {
  const Token& token = tape.tokens[i];
  if (token.kind != Token::Kind::text) return {};
  if ((token.flags & is_kept) != 0) {
    return as_text(
        tape.texts.subspan(static_cast<std::uint32_t>(token.value), static_cast<std::size_t>(token.value >> 32)));
  }
  const auto begin = static_cast<std::size_t>(token.value);
  return as_text(tape.file.subspan(begin, token.begin + token.size - 1 - begin));
}

Shape shape_at(Tokens tape, std::uint32_t i) noexcept {
  const auto next = [](const std::byte* at, const std::byte*, std::uint64_t& dimension) noexcept {
    std::memcpy(&dimension, at + offsetof(Token, value), sizeof dimension);
    return at + sizeof(Token);
  };
  const bool is_tuple = tape[i].kind == Token::Kind::tuple;
  return {std::as_bytes(tape.subspan(i + (is_tuple ? 1 : 0))), is_tuple ? tape[i].link - i - 1 : 1, next};
}

bool is_either_order(const Shape& shape) noexcept {
  std::uint64_t longer = 0;
  bool empty = false;
  shape.each([&](std::uint64_t size) {
    longer += size > 1 ? 1 : 0;
    empty = empty || size == 0;
  });
  return empty || longer < 2;
}

Type type_at(const Fields::Tape& tape, std::uint32_t i) noexcept {
  const Token& token = tape.tokens[i];
  Type type;
  type.size = token.value;
  if (token.kind == Token::Kind::list) {
    type.kind = TypeKind::structure;
    type.fields = Fields(tape, i);
  } else {
    type.kind = token.type;
    type.big_endian = (token.flags & is_big_endian) != 0;
    type.unit = token.unit;
    type.unit_count = token.link;
  }
  return type;
}

bool Fields::next(Field& field) noexcept {
  const Tokens tape = tape_.tokens;
  if (at_ >= tape.size() || tape[at_].kind != Token::Kind::tuple) return false;
  Field read;
  const std::uint32_t name = at_ + 1;
  read.has_title = tape[name].kind == Token::Kind::tuple;
  if (read.has_title) read.title = text_of(tape_, name + 1);
  read.name = text_of(tape_, read.has_title ? name + 2 : name);
  read.type = type_at(tape_, descr_of(tape, at_));
  const std::uint32_t shape = npy::shape_of(tape, at_);
  if (has_shape(tape, shape)) read.shape = shape_at(tape, shape);
  read.is_padding = !read.has_title && read.name.empty() && read.type.kind == TypeKind::raw && !has_shape(tape, shape);
  read.offset = tape[at_].value;
  read.size = elements_of(tape, at_) * read.type.size;
  at_ = after(tape, at_);
  field = read;
  return true;
}

DType dtype_of(const Type& type) noexcept {
  const auto* const found = std::ranges::find_if(
      plain_types, [&](const Plain& one) { return one.kind == type.kind && one.size == type.size; });
  return found == std::end(plain_types) ? DType::bytes : found->dtype;
}

Type type_of(DType dtype) noexcept {
  const auto* const found = std::ranges::find(plain_types, dtype, &Plain::dtype);
  Type type;
  type.size = hallmark::size_of(dtype);
  if (found != std::end(plain_types)) type.kind = found->kind;
  return type;
}

}  // namespace hallmark::npy
