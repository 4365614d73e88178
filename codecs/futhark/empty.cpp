// SPDX-License-Identifier: Apache-2.0
// `empty`: arrays without elements in text. README.md.
#include "futhark/numbers.hpp"

namespace hallmark::futhark {
namespace {

// Whether a byte after a size goes on with it, as the C reader sees it, which takes the digits before it.
bool is_part_of_size(unsigned c) noexcept { return is_alphanumeric(c) || c == '.' || c == '-' || c == '+' || c == '_'; }

}  // namespace

// From the "e" on.
TextCursor Walk::empty(TextCursor at, Value& value) noexcept {
  bool space_reported = false;
  at = spaces(word(at, "empty"), space_reported);
  if (!at.is('(')) return unexpected(rule<"futhark/empty-syntax">, at);
  at = spaces(at.next(), space_reported);
  const TextCursor dims = at;
  ElementCount count;
  for (position_.dimension = 0; at.is('['); ++position_.dimension) {
    std::uint64_t size = 0;
    at = spaces(at.next(), space_reported);
    at = spaces(empty_size(at, size), space_reported);
    const Rule& broken = is_part_of_size(at.peek()) ? rule<"futhark/empty-size"> : rule<"futhark/empty-syntax">;
    if (!at.is(']')) return unexpected(broken, at);
    at = spaces(at.next(), space_reported);
    count.dimension(size);
    if (position_.dimension < position_.frames()) position_.frame(position_.dimension).size = size;
  }
  value.rank = position_.dimension;
  if (!at || (value.rank > max_rank_ && !report(rule<"futhark/rank">, dims, 1, value.rank, max_rank_))) return {};
  value.type = &type_named(at.word());
  if (!value.type->is_named(at.word())) {
    const bool cut = ends_in_name(at, [](const Type&) { return true; });
    return unexpected(rule<"futhark/empty-syntax">, cut ? at.end() : at);
  }
  at = spaces(at.skip(value.type->name_length), space_reported);
  if (!at.is(')')) return unexpected(rule<"futhark/empty-syntax">, at);
  at = at.next();
  // Only now: a dimension of 0 may have been cut off.
  const Rule& broken = count.overflows() ? rule<"futhark/empty-overflow"> : rule<"futhark/empty-count">;
  if (count.elements() != 0 && !report(broken, value.begin, at - value.begin)) return {};
  return at;
}

// Whatever is unusual in the way a size is written is one finding.
TextCursor Walk::empty_size(TextCursor at, std::uint64_t& size) noexcept {
  const unsigned first = at.peek();
  const bool is_comment = first == '-' && at.peek(1) == '-';
  if (is_comment || (!is_digit(first) && first != '-' && first != '+' && first != '_'))
    return unexpected(rule<"futhark/empty-syntax">, at);
  Lexeme lexeme;
  lexeme.begin = at;
  quiet_ = true;
  const TextCursor end = number<Spelling::any>(at, lexeme);
  quiet_ = false;
  if (!end) return {};
  if (lexeme.kind != Lexeme::Kind::integer || lexeme.type != nullptr)
    return reject(rule<"futhark/empty-size">, at, 1, first, {}, "dims[]");
  const std::uint64_t length = end - at;
  const bool is_plain = length == lexeme.digits && (first != '0' || length == 1);
  if (!is_plain && !report(rule<"futhark/empty-dimension">, at, length, {}, {}, "dims[]")) return {};
  const bool in_range = !lexeme.below_zero() && lexeme.beyond == 0 && lexeme.mantissa <= INT64_MAX;
  if (!in_range && !report(rule<"futhark/empty-range">, at, length, {}, {}, "dims[]")) return {};
  size = lexeme.beyond != 0 ? UINT64_MAX : lexeme.mantissa;
  return end;
}

// White space inside `empty`; one finding is enough.
TextCursor Walk::spaces(TextCursor at, bool& reported) noexcept {
  const TextCursor end = at.skip_while(is_space);
  if (end == at || reported) return end;
  reported = true;
  return report(rule<"futhark/empty-space">, at, end - at) ? end : TextCursor();
}

}  // namespace hallmark::futhark
