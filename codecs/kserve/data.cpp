// Data in JSON, to the bytes that binary data would be.
#include <algorithm>

#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {

bool Walk::takes_json(DType dtype) const noexcept {
  return !is_half(dtype) || (dtype == DType::f16 && options_.profile == Profile::compat);
}

TextCursor Walk::data(TextCursor at, Draft& draft) noexcept {
  if (at.is('n')) {
    draft.data.null = true;
    return skip(at);
  }
  if (!at.is('[')) return wrong_type(Json::array, at);
  in_data_ = true;
  // What is wrong with elements is reported behind what is wrong with the tensor, wherever its data stand.
  draft.data.converted = phase_ != Phase::tensors && draft.sound() && takes_json(draft.datatype.dtype);
  const TextCursor behind = draft.data.converted ? elements(at, draft) : skip(at);
  in_data_ = false;
  return behind;
}

// Data that stood before the shape or the datatype.
bool Walk::reread_data(Draft& draft) noexcept {
  ++position_.depth;
  top() = {.key = as_bytes("data"), .keyed = true, .array = false, .number = key_count_};
  rereading_ = in_data_ = true;
  const TextCursor behind = elements(draft.data.slot.begin(), draft);
  rereading_ = in_data_ = false;
  --position_.depth;
  return static_cast<bool>(behind);
}

namespace {

void mark_misshapen(DraftData& data, TextCursor at) noexcept {
  if (!data.misshapen) data.misshapen = at;
}

}  // namespace

// From "[" to what follows it.
[[gnu::always_inline]] inline TextCursor Walk::open_data(TextCursor at, const DataNesting& nesting,
                                                         Draft& draft) noexcept {
  if (position_.depth - nesting.outside >= std::max<std::uint64_t>(nesting.rank, 1)) mark_misshapen(draft.data, at);
  at = open(at, true);
  if (!at) return {};
  at = skip_space(at);
  return at.ended() ? unexpected(rule<"kserve/json-value">, at) : at;
}

[[gnu::always_inline]] inline TextCursor Walk::close_data(TextCursor at, const DataNesting& nesting,
                                                          Draft& draft) noexcept {
  const std::uint64_t level = position_.depth - nesting.outside;
  const bool flat = level == 1 && (nesting.leaf == 1 || top().number == 0);
  if (!flat && level <= nesting.rank && top().number != draft.shape.dims[level - 1]) mark_misshapen(draft.data, at);
  at = close(at);
  if (at && position_.depth != nesting.outside) ++top().number;
  return at;
}

// One element, or several plain ones and the commas between them.
[[gnu::always_inline]] inline TextCursor Walk::data_elements(TextCursor at, DataNesting& nesting,
                                                             Draft& draft) noexcept {
  const std::uint64_t level = position_.depth - nesting.outside;
  if (nesting.leaf == 0) nesting.leaf = level;
  if (level != nesting.leaf || (level != 1 && level != nesting.rank)) mark_misshapen(draft.data, at);
  std::uint64_t count = 0;
  const DType dtype = draft.datatype.dtype;
  TextCursor behind = plain_elements(at, dtype, count);
  if (count == 0) {
    behind = element(at, dtype);
    if (!behind) return {};
    count = 1;
  }
  draft.data.elements += count;
  top().number += count;
  return behind;
}

// Behind a value: the ends of as many arrays as it is the last of, then a comma. Returns where the next value begins,
// or, at the depth outside, where the last array ended.
[[gnu::always_inline]] inline TextCursor Walk::after_data(TextCursor at, const DataNesting& nesting,
                                                          Draft& draft) noexcept {
  while (position_.depth != nesting.outside) {
    at = skip_space(at);
    if (at.is(',')) {
      at = skip_space(at.next());
      return at.ended() ? unexpected(rule<"kserve/json-value">, at) : at;
    }
    if (!at.is(']')) {
      --top().number;  // the path names the value before
      return unexpected(rule<"kserve/json-separator">, at);
    }
    at = close_data(at, nesting, draft);
    if (!at) return {};
  }
  return at;
}

// One level is open at a time on top of the others; nesting needs no recursion.
TextCursor Walk::elements(TextCursor at, Draft& draft) noexcept {
  DataNesting nesting{position_.depth, draft.shape.dims.rank()};
  const std::byte* const first = values_.data();
  while (at) {
    if (at.is('[')) {
      at = open_data(at, nesting, draft);
      if (!at) return {};
      if (!at.is(']')) continue;
      at = close_data(at, nesting, draft);
    } else {
      at = data_elements(at, nesting, draft);
    }
    if (at) at = after_data(at, nesting, draft);
    if (at && position_.depth == nesting.outside) {
      draft.data.bytes = Bytes(first, values_.data());
      return at;
    }
  }
  return {};
}

TextCursor Walk::element(TextCursor at, DType dtype) noexcept {
  const unsigned c = at.peek();
  if (c == '"' && dtype == DType::bytes) return bytes_element(at);
  if (is_nan_literal(at)) return nan_element(at, dtype);
  const bool number = c == '-' || is_digit(c);
  if (number && dtype != DType::boolean && dtype != DType::bytes) return number_element(at, dtype);
  const TextCursor behind = skip(at);
  if (!behind) return {};
  if (dtype == DType::boolean && (c == 't' || c == 'f')) return put(c == 't' ? 1 : 0, 1) ? behind : exhausted(at);
  if (c == 'n' && is_real(dtype)) return null_element(at, behind, dtype);
  const Rule& broken = c == 'n' || c == '{' ? rule<"kserve/data-element"> : rule<"kserve/data-coercion">;
  return report(Phase::tensors, broken, at, behind - at) ? behind : TextCursor();
}

// What one server writes for NaN.
TextCursor Walk::null_element(TextCursor at, TextCursor behind, DType dtype) noexcept {
  if (!report(Phase::tensors, rule<"kserve/data-null">, at, behind - at)) return {};
  return put(nan_bits(dtype), size_of(dtype)) ? behind : exhausted(at);
}

TextCursor Walk::nan_element(TextCursor at, DType dtype) noexcept {
  const TextCursor behind = nan_literal(at);
  if (!behind) return {};
  if (!is_real(dtype)) {
    return report(Phase::tensors, rule<"kserve/data-coercion">, at, behind - at) ? behind : TextCursor();
  }
  const std::uint64_t bits = at.is('N') ? nan_bits(dtype) : infinity_bits(dtype);
  return put(bits | (at.is('-') ? sign_bit(dtype) : 0), size_of(dtype)) ? behind : exhausted(at);
}

TextCursor Walk::number_element(TextCursor at, DType dtype) noexcept {
  Lexeme lexeme;
  const TextCursor behind = lexer_.number(at, lexeme);
  if (!behind) return reject(lexer_.fault());
  const auto broken = [&](const Rule& rule) {
    return report(Phase::tensors, rule, at, behind - at) ? behind : TextCursor();
  };
  std::uint64_t bits = 0;
  if (is_decimal(dtype)) {
    bits = float_bits(lexeme.decimal, dtype);
    if (bits == infinity_bits(dtype)) return broken(rule<"kserve/data-range">);
    bits |= lexeme.negative ? sign_bit(dtype) : 0;
  } else {
    if (!lexeme.integer) return broken(rule<"kserve/data-integer">);
    std::uint64_t magnitude = 0;
    if (!integer_of(lexeme, magnitude) || !integer_range(dtype).holds(lexeme.negative ? 1 : 0, magnitude)) {
      return broken(rule<"kserve/data-range">);
    }
    bits = integer_bits(lexeme.negative ? 1 : 0, magnitude);
  }
  return put(bits, size_of(dtype)) ? behind : exhausted(at);
}

TextCursor Walk::bytes_element(TextCursor at) noexcept {
  Text text;
  const TextCursor behind = lexer_.string(at, text);
  if (!behind) return reject(lexer_.fault());
  const std::span<std::byte> to = values_;
  constexpr std::size_t prefix = sizeof(std::uint32_t);
  if (to.size() < prefix || to.size() - prefix < text.raw.size()) return exhausted(at);
  std::byte* end = to.data() + prefix;
  if (text.escaped) {
    end = unescape(text.raw, end);
  } else {
    end = std::copy_n(text.raw.data(), text.raw.size(), end);
  }
  const auto size = static_cast<std::uint64_t>(end - to.data()) - prefix;
  if (size > UINT32_MAX) {
    return report(Phase::tensors, rule<"kserve/data-range">, at, behind - at) ? behind : TextCursor();
  }
  store_le(to.data(), static_cast<std::uint32_t>(size));
  values_ = to.subspan(static_cast<std::size_t>(size) + prefix);
  return behind;
}

}  // namespace hallmark::kserve
