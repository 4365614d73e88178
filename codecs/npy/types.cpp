// SPDX-License-Identifier: Apache-2.0
// Type strings, and what callers read from a tape: fields, shapes, common dtypes.
#include "npy/types.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace hallmark::npy {
namespace {

struct Plain {
  DType dtype;
  std::string_view name;  // which numpy.dtype takes; it begins with the letter of the kind
};
constexpr Plain plain_types[] = {{DType::boolean, "bool"},  {DType::i8, "int8"},        {DType::i16, "int16"},
                                 {DType::i32, "int32"},     {DType::i64, "int64"},      {DType::u8, "uint8"},
                                 {DType::u16, "uint16"},    {DType::u32, "uint32"},     {DType::u64, "uint64"},
                                 {DType::f16, "float16"},   {DType::f32, "float32"},    {DType::f64, "float64"},
                                 {DType::c64, "complex64"}, {DType::c128, "complex128"}};

TypeKind kind_of(const Plain& plain) noexcept { return static_cast<TypeKind>(plain.name.front()); }

// find_plain gives the plain type of a kind and size, or the end of them.
const Plain* find_plain(TypeKind kind, std::uint64_t size) noexcept {
  return std::ranges::find_if(
      plain_types, [=](const Plain& one) { return kind_of(one) == kind && hallmark::size_of(one.dtype) == size; });
}

// What some release of NumPy takes on some machine, beside those and what has the form of a type string.
constexpr std::string_view other_names[] = {
    "int",      "uint",      "float",       "complex",       "str",        "bytes",       "void",      "bool_",
    "byte",     "ubyte",     "short",       "ushort",        "intc",       "uintc",       "long",      "ulong",
    "longlong", "ulonglong", "intp",        "uintp",         "half",       "single",      "double",    "longdouble",
    "csingle",  "cdouble",   "clongdouble", "int_",          "float_",     "complex_",    "str_",      "bytes_",
    "void0",    "object_",   "object0",     "str0",          "bytes0",     "int0",        "uint0",     "bool8",
    "float96",  "float128",  "complex192",  "complex256",    "datetime64", "timedelta64", "unicode",   "unicode_",
    "string",   "string_",   "cfloat",      "singlecomplex", "longfloat",  "longcomplex", "clongfloat"};
constexpr std::string_view long_doubles[] = {"f12", "f16", "c24", "c32"};
constexpr std::string_view dates[] = {"m8[", "M8[", "datetime64[", "timedelta64["};
constexpr std::string_view letters = "?bBhHiIlLqQnNpPefdgFDGSaUVcOmMT";
constexpr std::string_view decimal = "0123456789";

template <std::size_t size>
bool is_one_of(const std::string_view (&names)[size], std::string_view name) noexcept {
  return std::ranges::find(names, name) != std::end(names);
}
bool is_one_of(std::string_view any, char c) noexcept { return any.find(c) != std::string_view::npos; }

// take_number reads digits from the front of a text, if they fit; false where they do not, or are no number.
bool take_number(std::string_view& text, std::uint64_t& number, std::uint64_t most) noexcept {
  const bool zero = text.starts_with('0');
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto size = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || number > most) return false;
  text.remove_prefix(size);
  return !zero || size == 1;
}

// The unit of a duration or date in brackets, "[25s]"; false where that is none of ours.
bool read_unit(std::string_view text, Token& type) noexcept {
  if (text.empty()) return true;
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return false;
  text.remove_prefix(1);
  text.remove_suffix(1);
  std::uint64_t count = 1;
  if (!text.empty() && is_one_of("123456789", text.front()) && !take_number(text, count, INT32_MAX)) return false;
  const auto* const found = std::ranges::find(unit_names, text);
  if (found == std::end(unit_names) || text.empty()) return false;
  type.unit = static_cast<std::uint8_t>(found - unit_names);
  type.link = static_cast<std::uint32_t>(count);
  return true;
}

// refusal_of says why no type of ours has this text: `rest` is the text without its mark, and not empty.
const Rule& refusal_of(std::string_view text, std::string_view rest) noexcept {
  const char first = rest.front();
  const char second = rest.size() == 1 ? '\0' : rest[1];
  const bool digits = rest.find_first_not_of(decimal, 1) == std::string_view::npos;
  if (text == "object" || (first == 'O' && digits)) return rule<"npy/descr-object">;
  if (is_one_of(long_doubles, rest)) return rule<"npy/descr-long-double">;
  const bool taken =
      is_one_of(other_names, text) || (rest.size() == 1 && is_one_of(letters, first)) ||
      (is_one_of("biufcmMSUVa", first) && ((digits && second == '0') || second == ' ' || second == '+')) ||
      (first == 'a' && digits) || is_one_of("(0123456789", first) || is_one_of(text, ',') ||
      (rest.ends_with(']') && std::ranges::any_of(dates, [rest](auto date) { return rest.starts_with(date); }));
  return taken ? rule<"npy/descr-form"> : rule<"npy/descr-unknown">;
}

}  // namespace

const Rule* read_type_text(std::string_view text, Token& token) noexcept {
  Token type{0, token.begin, token.size, 1, Token::Kind::type, TypeKind::raw, 0, 0};
  const auto* const named = std::ranges::find(plain_types, text, &Plain::name);
  if (named != std::end(plain_types)) {
    type.type = kind_of(*named);
    type.value = hallmark::size_of(named->dtype);
    token = type;
    return &rule<"npy/descr-name">;
  }
  const char mark = text.empty() ? '\0' : text.front();
  std::string_view rest = text;
  if (is_one_of("<>|=", mark)) rest.remove_prefix(1);
  if (rest.empty()) return &rule<"npy/descr-unknown">;
  type.type = static_cast<TypeKind>(rest.front());
  std::string_view left = rest;
  left.remove_prefix(1);
  const bool is_text = type.type == TypeKind::text;
  const bool is_counted = is_text || type.type == TypeKind::bytes || type.type == TypeKind::raw;
  const bool is_dated = type.type == TypeKind::duration || type.type == TypeKind::date;
  std::uint64_t number = 0;
  const bool fits = take_number(left, number, INT64_MAX);
  const bool is_sized = is_counted || find_plain(type.type, number) != std::end(plain_types);
  if (!fits || !(is_dated ? number == 8 && read_unit(left, type) : is_sized && left.empty())) {
    const bool is_large = is_counted && !fits && !left.empty() && left.front() != '0' &&
                          left.find_first_not_of(decimal) == std::string_view::npos;
    return is_large ? &rule<"npy/item-size"> : &refusal_of(text, rest);
  }
  if (is_text && number > INT64_MAX / 4) return &rule<"npy/item-size">;
  type.value = is_text ? 4 * number : number;
  const bool ordered = number_size(type.type, type.value) != 1;
  if (ordered && mark == '>') type.flags = is_big_endian;
  token = type;
  return (ordered ? mark == '<' || mark == '>' : mark == '|') ? nullptr : &rule<"npy/descr-mark">;
}

std::uint64_t number_size(TypeKind kind, std::uint64_t size) noexcept {
  switch (kind) {
    case TypeKind::bytes:
    case TypeKind::raw:
    case TypeKind::structure: return 1;
    case TypeKind::text: return 4;
    case TypeKind::complex: return size / 2;
    default: return size;
  }
}

std::string_view text_of(const Fields::Tape& tape, Index i) noexcept {
  const Token& token = tape.tokens[i];
  if (token.kind != Token::Kind::text) return {};
  const Bytes memory = (token.flags & is_kept) != 0 ? tape.texts : tape.file;
  return as_text(memory.subspan(static_cast<std::uint32_t>(token.value), static_cast<std::size_t>(token.value >> 32)));
}

Shape shape_at(Tokens tape, Index i) noexcept {
  const auto next = [](const std::byte* at, const std::byte*, std::uint64_t& dimension) noexcept {
    std::memcpy(&dimension, at + offsetof(Token, value), sizeof dimension);
    return at + sizeof(Token);
  };
  const bool is_tuple = tape[i].kind == Token::Kind::tuple;
  return {std::as_bytes(tape.subspan(i + (is_tuple ? 1 : 0))), is_tuple ? tape[i].link - i - 1 : 1, next};
}

bool is_column_major(const FileView& file) noexcept {
  const auto longer = std::ranges::count_if(file.shape, [](std::uint64_t size) { return size > 1; });
  return file.fortran_order && longer > 1 && std::ranges::find(file.shape, std::uint64_t{0}) == file.shape.end();
}

Type type_at(const Fields::Tape& tape, Index i) noexcept {
  const Token& token = tape.tokens[i];
  if (token.kind == Token::Kind::list)
    return {.kind = TypeKind::structure, .size = token.value, .fields = Fields(tape, i)};
  return {token.type, (token.flags & is_big_endian) != 0, token.unit, token.link, token.value};
}

bool Fields::next(Field& field) noexcept {
  const Tokens tape = tape_.tokens;
  if (at_ >= tape.size() || tape[at_].kind != Token::Kind::tuple) return false;
  field = {};
  const Index name = at_ + 1;
  field.has_title = tape[name].kind == Token::Kind::tuple;
  if (field.has_title) field.title = text_of(tape_, name + 1);
  field.name = text_of(tape_, field.has_title ? name + 2 : name);
  field.type = type_at(tape_, descr_of(tape, at_));
  const Index shape = shape_of(tape, at_);
  if (shape != 0) field.shape = shape_at(tape, shape);
  field.is_padding = !field.has_title && field.name.empty() && field.type.kind == TypeKind::raw && shape == 0;
  field.offset = tape[at_].value;
  field.size = elements_of(tape, at_) * field.type.size;
  at_ = after(tape, at_);
  return true;
}

DType dtype_of(const Type& type) noexcept {
  const Plain* const found = find_plain(type.kind, type.size);
  return found == std::end(plain_types) ? DType::bytes : found->dtype;
}

}  // namespace hallmark::npy
