// The objects in a list as nearly every client writes them: known members, each once, plain names, no white space but
// blanks behind colons and commas. Anything else gives a false cursor and changes nothing; the complete parser then
// reads the object from its start. What is read here breaks no rule.
#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

// Data of more elements than this are left to the complete parser: if one of them is not plain, it would have to read
// all of them again. Of decimal numbers, many are not.
constexpr std::uint64_t few_elements = 1024;
constexpr std::uint64_t few_reals = 32;

enum class PlainKey : std::uint8_t { name, shape, datatype, parameters, data };

// skip_plain returns where what follows `text` begins, or a false cursor where `text` does not stand at `at`.
[[gnu::always_inline]] inline TextCursor skip_plain(std::string_view text, TextCursor at) noexcept {
  return as_text(at.rest()).starts_with(text) ? skip_space(at.skip(text.size())) : TextCursor();
}

// What follows a quote, if it is one of the keys and a colon. Returns where the value begins.
[[gnu::always_inline]] inline TextCursor plain_key(TextCursor quote, PlainKey& key) noexcept {
  const auto ahead = quote.ahead<1 + word_size>();
  if (!ahead || ahead.load<std::uint8_t>() != '"') return {};
  const auto word = ahead.load<std::uint64_t, 1>();
  const auto tail = quote.ahead<1 + word_size + sizeof(std::uint32_t)>();  // the longest key ends there
  const std::uint32_t last = tail ? tail.load<std::uint32_t, 1 + word_size>() : 0;
  std::size_t size = 0;
  if (first_bytes(word, 6) == word_of("name\":")) {
    key = PlainKey::name;
    size = 6;
  } else if (first_bytes(word, 7) == word_of("shape\":")) {
    key = PlainKey::shape;
    size = 7;
  } else if (word == word_of("datatype") && (last & 0xffff) == word_of("\":")) {
    key = PlainKey::datatype;
    size = 10;
  } else if (word == word_of("paramete") && last == word_of("rs\":")) {
    key = PlainKey::parameters;
    size = 12;
  } else if (first_bytes(word, 6) == word_of("data\":")) {
    key = PlainKey::data;
    size = 6;
  } else {
    return {};
  }
  return skip_space(quote.skip(1 + size));
}

// A string of plain ASCII.
[[gnu::always_inline]] inline TextCursor plain_string(TextCursor at, Bytes& text) noexcept {
  if (!at.is('"')) return {};
  const TextCursor begin = at.next();
  const TextCursor end = find_not_plain(begin);
  text = begin.to(end);
  return end.is('"') ? end.next() : TextCursor();
}

// A datatype of the protocol: no name has more characters than a word holds with its quote.
[[gnu::always_inline]] inline TextCursor plain_datatype(TextCursor at, DType& dtype) noexcept {
  const auto ahead = at.ahead<1 + word_size>();
  if (!ahead || ahead.load<std::uint8_t>() != '"') return {};
  const auto word = ahead.load<std::uint64_t, 1>();
  const unsigned size = first_marked(not_plain(word));
  if (size == word_size) return {};
  const auto found = dtype_of(first_bytes(word, size));
  const TextCursor end = ahead.skip(1 + size);
  if (!found || !end.is('"')) return {};
  dtype = *found;
  return end.next();
}

// Where the text of a member is kept; not that of a name.
[[gnu::always_inline]] inline Slot* slot_of(PlainKey key, Draft& draft) noexcept {
  switch (key) {
    case PlainKey::name: return nullptr;
    case PlainKey::shape: return &draft.shape.slot;
    case PlainKey::datatype: return &draft.datatype.slot;
    case PlainKey::parameters: return &draft.parameters;
    case PlainKey::data: return &draft.data.slot;
  }
  return nullptr;
}

}  // namespace

// What is read here nests twice: an object, and a shape, data or parameters in it.
[[gnu::always_inline]] inline bool Walk::can_nest() const noexcept {
  return position_.frames.size() - position_.depth >= 2;
}

[[gnu::always_inline]] inline TextCursor Walk::plain_data(TextCursor at, Draft& draft) noexcept {
  const DType dtype = draft.datatype.dtype;
  if (!draft.sound() || draft.shape.count.elements() > (is_real(dtype) ? few_reals : few_elements)) return {};
  if (!at.is('[')) return {};
  const std::byte* const first = values_.data();
  const TextCursor end = plain_elements(skip_space(at.next()), dtype, draft.data.elements);
  if (!end.is(']')) return {};
  draft.data.converted = true;
  draft.data.bytes = Bytes(first, values_.data());
  return end.next();
}

// Parameters that say the size of binary data, and nothing else.
[[gnu::always_inline]] inline TextCursor Walk::plain_parameters(TextCursor at, Draft& draft) noexcept {
  DraftSize& size = draft.size;
  const TextCursor begin = skip_plain("{\"binary_data_size\":", at);
  const TextCursor end = plain_size(begin, size.bytes);
  if (!end.is('}')) return {};
  size.slot.text = begin.to(end);
  size.sound = true;
  return end.next();
}

TextCursor Walk::plain_tensor(TextCursor at, Draft& draft, Key& named) noexcept {
  const std::span<std::byte> values = values_;
  const auto member = [&](PlainKey key, TextCursor value) noexcept {
    switch (key) {
      case PlainKey::name:
        draft.seen_name = draft.named = true;
        named.at = offset(value);
        return plain_string(value, named.text);
      case PlainKey::shape: return value.is('[') ? plain_shape(value, draft.shape) : TextCursor();
      case PlainKey::datatype: draft.datatype.sound = true; return plain_datatype(value, draft.datatype.dtype);
      case PlainKey::parameters: return plain_parameters(value, draft);
      case PlainKey::data: return plain_data(value, draft);
    }
    return TextCursor();
  };
  unsigned seen = 0;
  at = can_nest() ? at.next() : TextCursor();
  for (;;) {
    PlainKey key{};
    const TextCursor value = plain_key(at, key);
    const unsigned bit = 1U << static_cast<unsigned>(key);
    if (!value || (seen & bit) != 0) break;
    seen |= bit;
    at = member(key, value);
    if (!at) break;
    if (Slot* const slot = slot_of(key, draft)) slot->text = value.to(at);
    if (at.is('}')) {
      draft.name = named.text;
      return at.next();
    }
    if (!at.is(',')) break;
    at = skip_space(at.next());
  }
  values_ = values;
  draft = {};
  named.at = Key::absent;
  return {};
}

// Of what a request wants back, the name, and whether as binary data.
TextCursor Walk::plain_requested(TextCursor at, Key& named) noexcept {
  const TextCursor name = can_nest() ? skip_plain("{\"name\":", at) : TextCursor();
  Bytes text;
  at = plain_string(name, text);
  if (at.is(',')) {
    at = skip_plain("\"parameters\":", skip_space(at.next()));
    at = skip_plain("{\"binary_data\":", at);
    const bool wanted = at.is('t');
    at = skip_plain(wanted ? "true}" : "false}", at);
  }
  if (!at.is('}')) return {};
  named.at = offset(name);
  named.text = text;
  return at.next();
}

}  // namespace hallmark::kserve
