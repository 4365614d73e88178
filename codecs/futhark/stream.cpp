// Findings, what stands between values, and values in text. futhark#specification.
#include <algorithm>
#include <cstring>

#include "core/path.hpp"
#include "futhark/walk.hpp"

namespace hallmark::futhark {

void Position::write(TextSink& out, const Violation& violation) const noexcept {
  out.write("values");
  write_index(out, value);
  for (std::uint64_t i = 0; i < depth; ++i) write_index(out, frames_[static_cast<std::size_t>(i)].count);
  if (*violation.field == '\0') return;
  out.write(".");
  const std::string_view field = violation.field;
  if (field != "dims[]") return out.write(field);
  out.write("dims");
  write_index(out, dimension);
}

bool Walk::report(const Rule& rule, TextCursor at, std::uint64_t length, Number actual, Number expected,
                  const char* field) noexcept {
  if (quiet_) return true;
  in_.require(false, rule, offset(at), length, field, actual, expected);
  return !findings_.stopped();
}

TextCursor Walk::reject(const Rule& rule, TextCursor at, std::uint64_t length, Number actual, Number expected,
                        const char* field) noexcept {
  in_.require(false, rule, offset(at), length, field, actual, expected);
  return {};
}

TextCursor Walk::unexpected(const Rule& broken, TextCursor at) noexcept {
  if (!at.ended()) return reject(disputed(broken, at), at, 1, at.peek());
  const bool in_number = &broken == &rule<"futhark/part-missing">;
  return reject(in_number ? rule<"futhark/number-truncated"> : rule<"futhark/text-truncated">, at, 0);
}

void Walk::run() noexcept {
  Value value;
  do {
    // Behind white space it no longer matters what came before.
    if (is_space(at_.peek())) {
      gap_.after_scalar = false;
      at_ = at_.skip_while(is_space);
    }
    if (!gap_.after_scalar) at_ = skip_plain_scalars(skip_plain_binary(at_));
  } while (next(value));
  if (position_.value == 0 && at_.ended()) report(rule<"futhark/no-values">, at_, 0);
}

bool Walk::next(Value& value) noexcept {
  gap_.comment = {};
  const TextCursor at = separator(at_);
  if (at.ended()) {
    at_ = at;
    return false;
  }
  value = {};
  value.begin = at;
  const TextCursor behind = at.is('b') ? binary(at, value) : text(at, value);
  if (!behind || findings_.stopped()) return false;
  value.end = at_ = behind;
  ++position_.value;
  return true;
}

// Plain numbers with white space behind each are only counted here; whatever else comes is left to `next`.
TextCursor Walk::skip_plain_scalars(TextCursor at) noexcept {
  constexpr const Bounds* i32 = bounds_of(DType::i32);
  constexpr const Bounds* f64 = bounds_of(DType::f64);
  const Bounds* last = i32;
  std::uint64_t largest = 0;
  std::uint64_t count = 0;
  Plain number;
  while (at.ahead<sizeof(std::uint64_t)>()) {
    if (!read_plain<false>(at, number)) break;
    const TextCursor end = number.end;
    const auto suffix = end.ahead<sizeof(std::uint32_t)>();
    if (!suffix) break;
    const Bounds* bounds = number.decimal ? f64 : i32;
    std::uint64_t suffix_size = 0;
    if (!is_space(suffix.load<std::uint8_t>())) {
      const auto named = [suffix](const Bounds& type) { return type.is_suffix(suffix); };
      if (!named(*last)) {
        last = std::find_if(number_types.data(), number_types.data() + number_types.size() - 1, named);
      }
      if (!named(*last)) break;
      bounds = last;
      suffix_size = bounds->suffix_size;
      if (!is_space(end.peek(suffix_size))) break;
    }
    if (!within(number, *bounds)) break;
    largest = std::max<std::uint64_t>(largest, bounds->size);
    ++count;
    at = end.skip(suffix_size + 1).skip_while(is_space);
  }
  position_.value += count;
  text_memory_ = std::max(text_memory_, largest);
  return at;
}

TextCursor Walk::separator(TextCursor at) noexcept {
  for (;;) {
    at = at.skip_while(is_space);
    if (!at.is('-') || at.peek(1) != '-') return at;
    at = comment(at);
  }
}

// From "--" behind the next line feed.
TextCursor Walk::comment(TextCursor at) noexcept {
  const Bytes rest = at.rest();
  const void* const found = std::memchr(rest.data(), '\n', rest.size());
  const TextCursor end = found == nullptr
                             ? at.end()
                             : at.skip(static_cast<std::uint64_t>(static_cast<const std::byte*>(found) - rest.data()));
  if (!gap_.comment) {
    gap_.comment = at;
    gap_.comment_length = end - at;
  }
  return end.next();
}

TextCursor Walk::text(TextCursor at, Value& value) noexcept {
  value.form = Form::text;
  gap_.after_scalar = false;
  TextCursor behind;
  if (at.is('[')) {
    behind = array(at, value);
  } else if (at.is('e')) {
    behind = empty(at, value);
  } else {
    Element element;
    Elements elements;
    behind = scalar(at, element);
    if (behind) behind = scalar_end(behind);
    if (!behind || !take(element, elements)) return {};
    value.dtype = elements.dtype;
    value.elements = 1;
    gap_.after_scalar = true;
    output_.put(element, value.dtype);
  }
  if (!behind) return {};
  const std::uint64_t memory = value.elements * size_of(value.dtype) + value.rank * sizeof(std::uint64_t);
  text_memory_ = std::max(text_memory_, memory);
  return behind;
}

void Walk::store_again(const Value& value, std::span<std::byte> out) noexcept {
  output_ = {out, value.dtype};
  Value stored;
  (void)text(value.begin, stored);
}

void Walk::dimensions(const Value& value, std::span<std::byte> out) noexcept {
  TextCursor at = value.empty;
  bool space_reported = true;
  for (std::uint64_t axis = 0; axis < value.rank && !out.empty(); ++axis) {
    std::uint64_t size = 0;
    if (value.empty) {
      at = empty_dimension(at, size, space_reported);
      if (at) at = spaces(at, space_reported);
    } else {
      size = position_.frames()[static_cast<std::size_t>(axis)].size;
    }
    store_le(out.data(), size);
    out = out.subspan(sizeof size);
  }
}

}  // namespace hallmark::futhark
