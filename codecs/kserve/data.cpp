// SPDX-License-Identifier: Apache-2.0
// Data in JSON, to the bytes that binary data would be.
#include <algorithm>

#include "core/element_output.hpp"
#include "core/fractions.hpp"
#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

bool ends_element(unsigned byte) noexcept { return byte == ',' || byte == ']'; }

}  // namespace

// Goes from token to token: what is open ends before the token that it is linked with. `misshapen` is the first place
// that is not nested as the shape says.
bool Walk::read_data(Draft& draft) noexcept {
  const bool nested = tape_.after(draft.data) != draft.data + 1;
  if (nested && mode_ == Mode::ahead) return false;
  const std::uint64_t rank = draft.dims.rank();
  const std::byte* const first = values_.data();
  std::uint64_t level = 0;  // of the array that is open, from 1
  std::uint64_t leaf = 0;   // the level at which elements stand; 0: not known yet
  std::uint64_t elements = 0;
  std::uint64_t entries = 0;  // of the array that is open
  TextCursor misshapen;
  const auto mark = [&misshapen](TextCursor at) { misshapen = misshapen ? misshapen : at; };
  const std::uint32_t tensor_size = tape_.enter(draft.object);
  const std::uint32_t data_size = tape_[draft.data].size;
  std::uint32_t i = draft.data;
  do {
    const JsonToken& token = tape_[i];
    const JsonKind kind = token.kind();
    TextCursor at = tape_.begin(token);
    const bool flat = kind == JsonKind::array && token.link() == i + 1;
    const TextCursor scalar = flat || token.is_run() ? tape_.first_scalar(token) : TextCursor();
    const std::uint32_t next = kind == JsonKind::array ? i + 1 : tape_.after(i);
    if (kind == JsonKind::array) {
      if (level++ >= std::max<std::uint64_t>(rank, 1)) mark(at);
      (void)tape_.enter(i);
      entries = 0;
    } else {
      tape_.stand(token.key);
      entries = token.key;
    }
    if (scalar || kind == JsonKind::object) {
      if (leaf == 0) leaf = level;
      if (level != leaf || (level != 1 && level != rank)) mark(scalar ? scalar : at);
    }
    if (kind == JsonKind::object) {
      if (!report(rule<"kserve/data-element">, token)) return false;
      ++elements;
      ++entries;
      at = at.skip(token.size);
    } else if (scalar) {
      const std::uint64_t before = elements;
      at = read_elements(token, scalar, draft.dtype, elements);
      if (!at) {
        if (mode_ == Mode::ahead) {
          tape_.leave(data_size);
          tape_.leave(tensor_size);
        }
        return false;
      }
      entries += elements - before;
    } else {
      at = at.next();
    }
    i = next;
    for (; level != 0 && i == tape_[tape_.top()].link(); --level) {
      const JsonToken& open = tape_[tape_.top()];
      const bool whole = level == 1 && (leaf == 1 || entries == 0);
      at = skip_space(at);  // at the bracket
      if (!whole && level <= rank && entries != draft.dims[level - 1]) mark(at);
      at = at.next();
      entries = std::uint64_t{open.key} + 1;
      tape_.leave(level == 1 ? data_size : 0);  // nobody asks for the text of what is nested
    }
  } while (level != 0);
  tape_.leave(tensor_size);
  if (!draft.sound) return true;
  if (elements != draft.elements) {
    return report(rule<"kserve/data-count">, tape_[draft.data], elements, draft.elements, "data");
  }
  // Where the text has changed, the place may be its end.
  const std::uint64_t length = misshapen.ended() ? 0 : 1;
  if (misshapen && !report(rule<"kserve/data-shape">, offset(misshapen), length, {}, {}, "data")) return false;
  draft.converted = Bytes(first, static_cast<std::size_t>(values_.data() - first));
  return draft.complete = true;
}

TextCursor Walk::read_elements(const JsonToken& token, TextCursor at, DType dtype, std::uint64_t& elements) noexcept {
  std::uint64_t entry = token.is_run() ? token.key : 0;
  for (;;) {
    std::uint64_t read = 0;
    TextCursor end = row(at, dtype, read);
    if (read == 0) {
      tape_.stand(entry);
      end = element(at, dtype);
      if (!end) return end;
      read = 1;
    }
    entry += read;
    elements += read;
    at = tape_.next_scalar(token, end);
    if (!at) return end;
  }
}

TextCursor Walk::row(TextCursor at, DType dtype, std::uint64_t& count) noexcept {
  if (dtype == DType::boolean) return booleans(at, count);
  if (dtype == DType::bytes) return strings(at, count);
  if (dtype == DType::f32) return reals<DType::f32>(at, count);
  if (dtype == DType::f64) return reals<DType::f64>(at, count);
  return is_half(dtype) ? at : integers(at, dtype, count);
}

// The scan has checked the words, so their first letters and sizes are enough. As reals, they are read from their
// commas: how long a word is could not be predicted.
TextCursor Walk::booleans(TextCursor at, std::uint64_t& count) noexcept {
  ElementOutput out(values_, size_of(DType::boolean));
  ElementRow elements(at);
  for (; !out.full() && elements.more(); elements.pass()) {
    const Bytes text = elements.element();
    const std::size_t no = text.size() - 4;  // 1 for false
    if (no > 1 || text.front() != std::byte("tf"[no])) break;
    out.put(no ^ 1);
  }
  TextCursor behind = elements.behind();
  if (behind != at) at = after_comma(behind);
  for (; !out.full() && (at.is('t') || at.is('f')); at = after_comma(behind)) {
    out.put(at.is('t') ? 1 : 0);
    behind = at.skip(at.is('t') ? 4 : 5);
  }
  values_ = values_.subspan(out.bytes());
  count = out.count();
  return behind;
}

// Digits alone: no look for a fraction or an exponent.
TextCursor Walk::integers(TextCursor at, DType dtype, std::uint64_t& count) noexcept {
  const IntegerRange range = integer_range(dtype);
  ElementOutput out(values_, size_of(dtype));
  TextCursor behind = at;
  while (!out.full() && !at.ended()) {
    const Integer integer = read_integer(at);
    if (!ends_element(integer.end.peek()) || !fits_64_bits(integer.first, integer.digits(), integer.magnitude)) break;
    if (integer.digits() == 0 || !range.holds(integer.minus, integer.magnitude)) break;
    out.put(integer_bits(integer.minus, integer.magnitude));
    behind = integer.end;
    at = after_comma(behind);
  }
  values_ = values_.subspan(out.bytes());
  count = out.count();
  return behind;
}

// The commas of a row are found first; after its last block, and where numbers are of another form, it goes on from
// one end to the next begin.
template <DType dtype>
TextCursor Walk::reals(TextCursor at, std::uint64_t& count) noexcept {
  constexpr std::uint64_t sign = 8 * size_of(dtype) - 1;
  ElementOutput out(values_, size_of(dtype));
  const bool divides = dtype == DType::f32 && divides_to_nearest();
  FractionRow fractions(at, dtype == DType::f64);
  Fraction fraction;
  JsonNumber number;
  std::uint64_t others = 0;
  for (; !out.full() && fractions.more(); fractions.pass()) {
    if (fractions.read(fraction)) [[likely]] {
      out.put(float_bits(fraction.as_decimal(), dtype, divides) | fraction.minus << sign);
      continue;
    }
    // One in eight is tolerable: of other numbers the loop below reads more in the same time.
    if (++others > 16 + out.count() / 8) break;
    const TextCursor end = tape_.lexer().number(fractions.begin(), number);
    if (!end || end != fractions.end() || !is_small(number.decimal, dtype)) break;
    out.put(float_bits(number.decimal, dtype) | std::uint64_t{number.negative} << sign);
  }
  TextCursor behind = fractions.behind();
  if (behind != at) at = after_comma(behind);
  while (!out.full() && (at.is('-') || is_digit(at.peek()))) {
    const TextCursor end = tape_.lexer().number(at, number);
    if (!end || !ends_element(end.peek()) || !is_small(number.decimal, dtype)) break;
    out.put(float_bits(number.decimal, dtype) | std::uint64_t{number.negative} << sign);
    behind = end;
    at = after_comma(behind);
  }
  values_ = values_.subspan(out.bytes());
  count = out.count();
  return behind;
}

// Strings of plain characters, which are copied two words at a time while their end is looked for: the next one covers
// what is too much. Where that begins is known from the quotes, so that it need not wait.
TextCursor Walk::strings(TextCursor at, std::uint64_t& count) noexcept {
  constexpr std::size_t prefix = sizeof(std::uint32_t);
  constexpr std::size_t step = 2 * word_size;
  std::byte* to = values_.data();
  std::size_t left = values_.size();
  TextCursor behind = at;
  TextMarks<'"'> quotes(at.rest());
  while (at.is('"')) {
    (void)quotes.next();
    const std::byte* const quote = quotes.next();
    const TextCursor first = at.next();
    TextCursor end = first;
    std::size_t plain = step;
    for (std::size_t done = prefix; plain == step && left >= done + step; done += step) {
      const auto ahead = end.ahead<step>();
      if (!ahead) break;
      store_le(to + done, ahead.load<std::uint64_t>());
      store_le(to + done + word_size, ahead.load<std::uint64_t, word_size>());
      plain = first_not_plain(ahead.data());
      end = ahead.skip(plain);
    }
    if (plain == step || !end.is('"')) break;
    store_le(to, static_cast<std::uint32_t>(end - first));
    const auto used = prefix + static_cast<std::size_t>(end - first);
    to += used;
    left -= used;
    ++count;
    if (quote != nullptr) [[likely]] {
      behind = at.skip(static_cast<std::uint64_t>(quote + 1 - at.rest().data()));
    } else {
      behind = end.next();
    }
    at = after_comma(behind);
  }
  values_ = values_.last(left);
  return behind;
}

TextCursor Walk::broken(const Rule& rule, TextCursor at, TextCursor end) noexcept {
  return report(rule, offset(at), end - at) ? end : TextCursor();
}

TextCursor Walk::put(std::uint64_t bits, DType dtype, TextCursor at, TextCursor end) noexcept {
  const std::uint64_t size = size_of(dtype);
  if (values_.size() < size) return exhausted(offset(at)) ? end : TextCursor();
  store_bits(values_.data(), bits, size);
  values_ = values_.subspan(static_cast<std::size_t>(size));
  return end;
}

TextCursor Walk::element(TextCursor at, DType dtype) noexcept {
  const unsigned c = at.peek();
  const bool nan = c == 'N' || c == 'I' || (c == '-' && at.peek(1) == 'I');
  const bool number = !nan && (c == '-' || is_digit(c));
  if (number && dtype != DType::boolean && dtype != DType::bytes) return number_element(at, dtype);
  const TextCursor end = tape_.scalar_end(at);
  if (nan && is_real(dtype)) {
    return put((c == 'N' ? nan_bits(dtype) : infinity_bits(dtype)) | (c == '-' ? sign_bit(dtype) : 0), dtype, at, end);
  }
  if (dtype == DType::boolean && (c == 't' || c == 'f')) return put(c == 't' ? 1 : 0, dtype, at, end);
  if (dtype == DType::bytes && c == '"') return string_element(at);
  // What one server writes for NaN.
  if (c == 'n' && is_real(dtype)) {
    return broken(rule<"kserve/data-null">, at, end) ? put(nan_bits(dtype), dtype, at, end) : TextCursor();
  }
  return broken(c == 'n' ? rule<"kserve/data-element"> : rule<"kserve/data-coercion">, at, end);
}

TextCursor Walk::string_element(TextCursor at) noexcept {
  constexpr std::size_t prefix = sizeof(std::uint32_t);
  JsonString text;
  const TextCursor end = tape_.lexer().string(at, text);
  if (!end) return tape_.scalar_end(at);  // it was read before, and has changed
  const std::size_t size = text.raw.size();
  if (values_.size() < prefix || values_.size() - prefix < size) return exhausted(offset(at)) ? end : TextCursor();
  std::byte* const to = values_.data() + prefix;
  const std::byte* const stop = text.escaped ? unescape(text.raw, to) : std::copy_n(text.raw.data(), size, to);
  store_le(values_.data(), static_cast<std::uint32_t>(stop - to));
  values_ = values_.subspan(static_cast<std::size_t>(stop - values_.data()));
  return end;
}

TextCursor Walk::number_element(TextCursor at, DType dtype) noexcept {
  JsonNumber number;
  const TextCursor end = tape_.lexer().number(at, number);
  if (!end) return tape_.scalar_end(at);  // it was read before, and has changed
  std::uint64_t bits = 0;
  if (is_decimal(dtype)) {
    bits = float_bits(number.decimal, dtype);
    if (bits == infinity_bits(dtype)) return broken(rule<"kserve/data-range">, at, end);
    bits |= number.negative ? sign_bit(dtype) : 0;
  } else {
    if (!number.integer) return broken(rule<"kserve/data-integer">, at, end);
    std::uint64_t magnitude = 0;
    if (!integer_of(number, magnitude) || !integer_range(dtype).holds(number.negative ? 1 : 0, magnitude)) {
      return broken(rule<"kserve/data-range">, at, end);
    }
    bits = integer_bits(number.negative ? 1 : 0, magnitude);
  }
  return put(bits, dtype, at, end);
}

}  // namespace hallmark::kserve
