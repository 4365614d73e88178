// SPDX-License-Identifier: Apache-2.0
// The canonical writer: what numpy.save writes.
#include <algorithm>
#include <iterator>

#include "core/encoder_answers.hpp"
#include "core/json_writer.hpp"
#include "core/utf8.hpp"
#include "hallmark/core/writer.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};
// What Python escapes above ASCII: separators, formats, surrogates, private and no characters. What is not assigned
// differs between releases of Unicode, and is written as it is.
constexpr Range escaped[] = {
    {0x7f, 0xa0},       {0xad, 0xad},       {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},
    {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},     {0x1680, 0x1680},   {0x180e, 0x180e},
    {0x2000, 0x200f},   {0x2028, 0x202f},   {0x205f, 0x206f},   {0x3000, 0x3000},   {0xd800, 0xf8ff},
    {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},   {0xfff9, 0xfffb},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
    {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0001, 0xe007f}, {0xf0000, 0x10ffff}};

bool is_escaped(std::uint32_t c) noexcept {
  return std::ranges::any_of(escaped, [c](Range one) { return one.first <= c && c <= one.last; }) ||
         (c & 0xfffe) == 0xfffe;
}

// take_character decodes the first of valid UTF-8.
std::uint32_t take_character(std::string_view& text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  const std::size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  std::uint32_t character = size == 1 ? first : first & (0x7fU >> size);
  for (std::size_t i = 1; i < std::min(size, text.size()); ++i) character = character << 6 | (byte(i) & 0x3f);
  text.remove_prefix(std::min(size, text.size()));
  return character;
}

class Literal : public Writer {
 public:
  using Writer::Writer;

  // string writes what repr does. What is no UTF-8 is written as it is, and refused.
  void string(std::string_view value) noexcept {
    const bool doubled = value.find('\'') != std::string_view::npos && value.find('"') == std::string_view::npos;
    const std::string_view quote = doubled ? "\"" : "'";
    text(quote);
    if (find_invalid_utf8(as_bytes(value)) != nowhere) {
      text(value);
      value = {};
    }
    while (!value.empty()) {
      const std::string_view rest = value;
      const std::uint32_t c = take_character(value);
      if (c == '\\' || c == static_cast<unsigned char>(quote.front())) {
        text("\\");
        text({rest.data(), 1});
      } else if (c == '\n' || c == '\r' || c == '\t') {
        text(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
      } else if (c < 0x20 || (c > 0x7e && is_escaped(c))) {
        escape(c);
      } else {
        ascii_ = ascii_ && c < 0x80;
        text({rest.data(), rest.size() - value.size()});
      }
    }
    text(quote);
  }
  void type(const Type& type) noexcept {
    text("'");
    put_type(*this, type);
    text("'");
  }
  // structure writes the tokens of a list in their order.
  void structure(const Fields& fields) noexcept {
    using Kind = Token::Kind;
    const Tokens tape = fields.tape().tokens;
    for (std::uint32_t i = fields.list(); i < after(tape, fields.list()); ++i) {
      const Token& token = tape[i];
      const bool is_first = i == fields.list() || tape[i - 1].kind == Kind::list || tape[i - 1].kind == Kind::tuple;
      if (token.kind == Kind::end) {
        const bool is_tuple = tape[token.link].kind == Kind::tuple;
        const bool is_one = is_tuple && token.link + 1 != i && after(tape, token.link + 1) == i;
        text(!is_tuple ? "]" : is_one ? ",)" : ")");
        continue;
      }
      if (!is_first) text(", ");
      if (token.kind == Kind::list) {
        text("[");
      } else if (token.kind == Kind::tuple) {
        text("(");
      } else if (token.kind == Kind::text) {
        string(text_of(fields.tape(), i));
      } else if (token.kind == Kind::type) {
        type(type_at(fields.tape(), i));
      } else if (tape[i + 1].kind == Kind::end && tape[tape[i + 1].link + 1].kind != Kind::integer) {
        text("(");  // a shape that is an integer alone
        put_json_number(*this, token.value);
        text(",)");
      } else {
        put_json_number(*this, token.value);
      }
    }
  }
  void shape(const Shape& shape) noexcept {
    text("(");
    std::string_view before = "";
    shape.each([&](std::uint64_t size) {
      text(std::exchange(before, ", "));
      put_json_number(*this, size);
    });
    text(shape.rank() == 1 ? ",)" : ")");
  }
  [[nodiscard]] bool is_ascii() const noexcept { return ascii_; }

 private:
  void escape(std::uint32_t character) noexcept {
    const unsigned digits = character < 0x100 ? 2 : character < 0x10000 ? 4 : 8;
    text(digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U");
    for (unsigned left = digits; left != 0; --left) {
      const char digit = "0123456789abcdef"[character >> (4 * (left - 1)) & 15];
      text({&digit, 1});
    }
  }

  bool ascii_ = true;
};

// The dictionary, with room for a first dimension of 21 digits, of the last in Fortran order.
void put_literal(Literal& to, const FileView& file) noexcept {
  constexpr std::uint64_t room = 21;
  const std::uint64_t rank = file.shape.rank();
  const bool fortran = is_column_major(file);
  to.text("{'descr': ");
  if (file.type.kind == TypeKind::structure) {
    to.structure(file.type.fields);
  } else {
    to.type(file.type);
  }
  to.text(fortran ? ", 'fortran_order': True, 'shape': " : ", 'fortran_order': False, 'shape': ");
  to.shape(file.shape);
  to.text(", }");
  if (rank == 0) return;
  Literal measure;
  put_json_number(measure, file.shape[fortran ? rank - 1 : 0]);
  for (std::uint64_t digits = measure.size(); digits < room; ++digits) to.text(" ");
}

// Layout is where things lie in the canonical file.
struct Layout {
  std::uint8_t version;
  std::uint64_t literal;  // bytes
  std::uint64_t prefix;
  std::uint64_t data;  // where they begin
};
Layout layout_of(const FileView& file) noexcept {
  Literal measure;
  put_literal(measure, file);
  const auto begin = [&](std::uint64_t prefix) { return (prefix + measure.size() + 1) / modulus * modulus + modulus; };
  const bool is_short = begin(10) - 10 <= UINT16_MAX;
  const std::uint8_t version = !measure.is_ascii() ? 3 : is_short ? 1 : 2;
  const std::uint64_t prefix = version == 1 ? 10 : 12;
  return {version, measure.size(), prefix, begin(prefix)};
}

}  // namespace

void put_type(Writer& to, const Type& type) noexcept {
  const bool has_order = type.kind == TypeKind::text || type.kind == TypeKind::duration ||
                         type.kind == TypeKind::date ||
                         (type.size != 1 && type.kind != TypeKind::bytes && type.kind != TypeKind::raw);
  const char start[] = {!has_order ? '|' : type.big_endian ? '>' : '<', static_cast<char>(type.kind)};
  to.text({start, sizeof start});
  put_json_number(to, type.kind == TypeKind::text ? type.size / 4 : type.size);
  if (type.unit == 0 || type.unit >= std::size(unit_names)) return;
  to.text("[");
  if (type.unit_count != 1) put_json_number(to, type.unit_count);
  to.text(unit_names[type.unit]);
  to.text("]");
}

std::uint64_t encoded_size(const FileView& file) noexcept { return layout_of(file).data + file.data.size(); }

std::uint64_t encode_scratch(const FileView& file) noexcept {
  const std::uint64_t size = layout_of(file).data;
  return scratch_of({size, 2 * size});
}

Encoded encode(const FileView& file, Scratch& scratch, std::span<std::byte> out) noexcept {
  const Layout layout = layout_of(file);
  Literal to(out);
  to.text(magic);
  to.u8(layout.version);
  to.u8(0);
  const std::uint64_t length = layout.data - layout.prefix;
  if (layout.version == 1) {
    to.integer(static_cast<std::uint16_t>(length));
  } else {
    to.u32le(static_cast<std::uint32_t>(std::min<std::uint64_t>(length, UINT32_MAX)));
  }
  put_literal(to, file);
  while (to.size() + 1 < layout.data) to.text(" ");
  to.text("\n");
  to.bytes(file.data);
  return checked(to, out, [&](Bytes written) { return decode(written, scratch); });
}

}  // namespace hallmark::npy
