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
// What Python escapes by a number: controls, separators, formats, surrogates, private and no characters. What is not
// assigned differs between releases of Unicode, and is written as it is.
constexpr Range escaped[] = {{0, 0x1f},          {0x7f, 0xa0},       {0xad, 0xad},       {0x600, 0x605},
                             {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},
                             {0x8e2, 0x8e2},     {0x1680, 0x1680},   {0x180e, 0x180e},   {0x2000, 0x200f},
                             {0x2028, 0x202f},   {0x205f, 0x206f},   {0x3000, 0x3000},   {0xd800, 0xf8ff},
                             {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},   {0xfff9, 0xfffb},   {0x110bd, 0x110bd},
                             {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
                             {0xe0001, 0xe007f}, {0xf0000, 0x10ffff}};

bool is_escaped(std::uint32_t c) noexcept {
  const auto* const range = std::ranges::lower_bound(escaped, c, {}, &Range::last);
  return (range != std::end(escaped) && range->first <= c) || (c & 0xfffe) == 0xfffe;
}

// take_character decodes the first of valid UTF-8.
std::uint32_t take_character(std::string_view& text) noexcept {
  const std::size_t most = std::min<std::size_t>(text.size(), 4);
  std::uint32_t character = static_cast<unsigned char>(text.front());
  std::size_t size = 1;
  for (; size < most && (text[size] & 0xc0) == 0x80; ++size)
    character = character << 6 | static_cast<unsigned>(text[size] & 0x3f);
  text.remove_prefix(size);
  return size == 1 ? character : character & ((2U << 5 * size) - 1);
}

class Literal : public Writer {
 public:
  using Writer::Writer;

  void number(std::uint64_t value) noexcept { put_json_number(*this, value); }
  // string writes what repr does. What is no UTF-8 is written as it is, and refused.
  void string(std::string_view value) noexcept {
    const bool doubled = value.find('\'') != std::string_view::npos && value.find('"') == std::string_view::npos;
    const char quote = doubled ? '"' : '\'';
    const char special[] = {'\\', quote, '\n', '\r', '\t'};
    const char letters[] = {'\\', quote, 'n', 'r', 't'};
    text({&quote, 1});
    if (find_invalid_utf8(as_bytes(value)) != nowhere) {
      text(value);
      value = {};
    }
    while (!value.empty()) {
      const char* const begin = value.data();
      const std::uint32_t c = take_character(value);
      const auto which = static_cast<std::size_t>(std::ranges::find(special, c) - special);
      if (which != std::size(special)) {
        const char escape[] = {'\\', letters[which]};
        text({escape, sizeof escape});
      } else if ((c < 0x20 || c > 0x7e) && is_escaped(c)) {
        escape(c);
      } else {
        ascii_ = ascii_ && c < 0x80;
        text({begin, value.data()});
      }
    }
    text({&quote, 1});
  }
  void type(const Type& type) noexcept {
    if (type.kind == TypeKind::structure) return structure(type.fields);
    text("'");
    put_type(*this, type);
    text("'");
  }
  // structure writes the tokens of a list in their order.
  void structure(const Fields& fields) noexcept {
    using Kind = Token::Kind;
    const Fields::Tape& all = fields.tape();
    const Tokens tape = all.tokens;
    const Index last = tape[fields.list()].link;
    for (Index i = fields.list(); i <= last; ++i) {
      const Token& token = tape[i];
      const bool is_one = token.kind == Kind::end && after(tape, token.link + 1) == i;
      switch (token.kind) {
        case Kind::list: text("["); continue;
        case Kind::tuple: text("("); continue;
        case Kind::end: text(tape[token.link].kind == Kind::list ? "]" : is_one ? ",)" : ")"); break;
        case Kind::text: string(text_of(all, i)); break;
        case Kind::type: type(type_at(all, i)); break;
        default: (token.flags & is_shape) != 0 ? shape(shape_at(tape, i)) : number(token.value);
      }
      if (i != last && tape[i + 1].kind != Kind::end) text(", ");
    }
  }
  void shape(const Shape& shape) noexcept {
    text("(");
    std::string_view before = "";
    shape.each([&](std::uint64_t size) {
      text(std::exchange(before, ", "));
      number(size);
    });
    text(shape.rank() == 1 ? ",)" : ")");
  }
  [[nodiscard]] bool is_ascii() const noexcept { return ascii_; }

 private:
  void escape(std::uint32_t character) noexcept {
    const unsigned digits = character < 0x100 ? 2 : character < 0x10000 ? 4 : 8;
    text(digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U");
    for (unsigned shift = 4 * digits; shift != 0;) text({&"0123456789abcdef"[character >> (shift -= 4) & 15], 1});
  }

  bool ascii_ = true;
};

// The dictionary, with room for a first dimension of 21 digits, of the last in Fortran order.
void put_literal(Literal& to, const FileView& file) noexcept {
  constexpr std::uint64_t room = 21;
  const std::uint64_t rank = file.shape.rank();
  const bool fortran = is_column_major(file);
  to.text("{'descr': ");
  to.type(file.type);
  to.text(fortran ? ", 'fortran_order': True, 'shape': " : ", 'fortran_order': False, 'shape': ");
  to.shape(file.shape);
  to.text(", }");
  if (rank == 0) return;
  Literal measure;
  measure.number(file.shape[fortran ? rank - 1 : 0]);
  for (std::uint64_t digits = measure.size(); digits < room; ++digits) to.text(" ");
}

// Layout is where things lie in the canonical file.
struct Layout {
  std::uint8_t version;
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
  return {version, prefix, begin(prefix)};
}

}  // namespace

void put_type(Writer& to, const Type& type) noexcept {
  const bool ordered = number_size(type.kind, type.size) != 1;
  const char start[] = {!ordered ? '|' : type.big_endian ? '>' : '<', static_cast<char>(type.kind)};
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
  const std::uint64_t length = std::min<std::uint64_t>(layout.data - layout.prefix, UINT32_MAX);
  for (unsigned shift = 0; to.size() < layout.prefix; shift += 8) to.u8(static_cast<std::uint8_t>(length >> shift));
  put_literal(to, file);
  while (to.size() + 1 < layout.data) to.text(" ");
  to.text("\n");
  to.bytes(file.data);
  return checked(to, out, [&](Bytes written) { return decode(written, scratch); });
}

}  // namespace hallmark::npy
