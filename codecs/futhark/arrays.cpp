// Arrays in text, and `empty`. rulings, "futhark".
#include <algorithm>

#include "futhark/walk.hpp"

namespace hallmark::futhark {
namespace {

constexpr std::uint64_t unknown = UINT64_MAX;  // a rank or a size that nothing has told yet

}  // namespace

// One level is open at a time on top of the others; what is nested needs no recursion.
Walk::At Walk::array(At at, Value& value) noexcept {
  Elements elements;
  std::uint64_t rank = unknown;
  misshapen_ = false;
  deepest_ = 0;
  if (!open(at, rank)) return nullptr;
  ++at;
  At comma = nullptr;  // behind the element before, where one has been read
  for (;;) {
    at = separator(at);
    if (ended(at)) return missing(rule<"futhark/value-start">, at);
    const unsigned char c = byte_at(at);
    if (c == '[') {
      if (!open(at, rank)) return nullptr;
      ++at;
      comma = nullptr;
      continue;
    }
    bool closing = c == ']';
    const bool plain = elements.any && rank == position_.depth;
    if (plain && (out_.empty() ? plain_elements<false>(at, elements) : plain_elements<true>(at, elements))) {
      // Goes on behind an element.
    } else if (closing) {
      if (comma != nullptr && !remark(rule<"futhark/trailing-comma">, comma, 1)) return nullptr;
    } else {
      Element element;
      const At begin = at;
      at = scalar(at, element);
      if (at != nullptr) at = scalar_end(at);
      if (at == nullptr) return nullptr;
      element.number.end = at;
      if (!take(element, elements) || !leaf(begin, rank)) return nullptr;
      if (!out_.empty()) put(element);
      ++elements.count;
      ++position_.frames()[static_cast<std::size_t>(position_.depth - 1)].count;
    }
    // Behind an element: the ends of as many arrays as it is the last of, then a comma.
    for (;;) {
      if (!closing) {
        at = separator(at);
        if (ended(at)) return missing(rule<"futhark/array-syntax">, at);
        if (byte_at(at) == ',') break;
        if (byte_at(at) != ']') return missing(rule<"futhark/array-syntax">, at);
      }
      closing = false;
      if (!close(at, rank)) return nullptr;
      ++at;
      if (position_.depth == 0) {
        if (elements.count == 0) {
          const auto length = static_cast<std::uint64_t>(at - value.begin);
          if (value.begin != nullptr && !remark(rule<"futhark/empty-untyped">, value.begin, length)) return nullptr;
        }
        value.dtype = elements.dtype;
        value.elements = elements.count;
        value.rank = rank;
        return at;
      }
    }
    comma = at++;
  }
}

// Plain elements and the commas between them are only counted here. False when what stands at `at` then is none of
// them, true when it follows one; the walk reads on in both cases.
template <bool storing>
bool Walk::plain_elements(At& at, Elements& elements) noexcept {
  const Bounds* const found = bounds_of(elements.dtype);
  // What is wider than i32 without a suffix has to be looked at as a whole.
  if (found == nullptr || (!elements.pinned && elements.dtype != DType::i32 && elements.dtype != DType::f64)) {
    return false;
  }
  const Bounds bounds = *found;
  At next = at;
  bool behind = false;
  std::uint64_t count = 0;
  Plain number;
  while (left(next) >= sizeof(std::uint64_t) && read_plain<false>(next, end_, number) && within(number, bounds)) {
    At end = number.end;
    const bool suffixed = left(end) >= sizeof(std::uint32_t) && has_suffix(end, bounds);
    if (suffixed) end += bounds.suffix_size;
    if (ended(end) || (bounds.is_float && !number.decimal && !suffixed)) break;
    const unsigned char c = byte_at(end);
    if (c != ',' && c != ']') break;
    if constexpr (storing) put_plain(number);
    elements.pinned = elements.pinned || suffixed;
    elements.negative = elements.negative || (number.negative && number.mantissa != 0);
    ++count;
    at = end;
    behind = true;
    if (c == ']') break;
    next = end + 1;
    while (!ended(next) && is_space(byte_at(next))) ++next;
  }
  elements.count += count;
  position_.frames()[static_cast<std::size_t>(position_.depth - 1)].count += count;
  return behind;
}

bool Walk::open(At at, std::uint64_t& rank) noexcept {
  const std::uint64_t depth = position_.depth + 1;
  if (depth > position_.frames().size()) {
    if (depth > max_rank_) {
      (void)fail(rule<"futhark/rank">, at, 1, depth, max_rank_);
    } else {
      (void)fail(hallmark::rule<"hallmark/scratch-exhausted">, at, 1, depth);
    }
    return false;
  }
  if (rank != unknown && depth > rank && !misshapen_) {
    misshapen_ = true;
    if (!remark(rule<"futhark/depth">, at, 1, depth, rank)) return false;
  }
  Frame& frame = position_.frames()[static_cast<std::size_t>(depth - 1)];
  frame.count = 0;
  if (depth > deepest_) frame.size = unknown;
  deepest_ = std::max(deepest_, depth);
  position_.depth = depth;
  return true;
}

bool Walk::close(At at, std::uint64_t& rank) noexcept {
  Frame& frame = position_.frames()[static_cast<std::size_t>(position_.depth - 1)];
  if (frame.count == 0 && rank == unknown) rank = position_.depth;
  --position_.depth;
  if (frame.size == unknown) {
    frame.size = frame.count;
  } else if (frame.size != frame.count && !misshapen_) {
    misshapen_ = true;
    if (!remark(rule<"futhark/ragged">, at, 1, frame.count, frame.size)) return false;
  }
  if (position_.depth != 0) ++position_.frames()[static_cast<std::size_t>(position_.depth - 1)].count;
  return true;
}

bool Walk::leaf(At at, std::uint64_t& rank) noexcept {
  if (rank == position_.depth) [[likely]]
    return true;
  if (rank == unknown) {
    rank = position_.depth;
    return true;
  }
  if (misshapen_) return true;
  misshapen_ = true;
  return remark(rule<"futhark/depth">, at, 1, position_.depth, rank);
}

// From the "e" on.
Walk::At Walk::empty(At at, Value& value) noexcept {
  at = word(at, "empty");
  if (at == nullptr) return nullptr;
  bool told = false;
  if ((at = spaces(at, told)) == nullptr) return nullptr;
  if (ended(at) || byte_at(at) != '(') return missing(rule<"futhark/empty-syntax">, at);
  if ((at = spaces(at + 1, told)) == nullptr) return nullptr;
  value.empty = at;
  bool zero = false;
  position_.dimension = 0;
  for (; !ended(at) && byte_at(at) == '['; ++position_.dimension) {
    std::uint64_t size = 0;
    at = empty_dimension(at, size, told);
    if (at != nullptr) at = spaces(at, told);
    if (at == nullptr) return nullptr;
    zero = zero || size == 0;
  }
  value.rank = position_.dimension;
  if (value.rank > max_rank_ && !remark(rule<"futhark/rank">, value.empty, 1, value.rank, max_rank_)) return nullptr;
  const Named named = type_named(Bytes(at, end_), [](DType) { return true; });
  if (named.type == nullptr) return missing(rule<"futhark/empty-syntax">, named.cut ? end_ : at);
  value.dtype = named.type->dtype;
  if ((at = spaces(at + name_of(value.dtype).size(), told)) == nullptr) return nullptr;
  if (ended(at) || byte_at(at) != ')') return missing(rule<"futhark/empty-syntax">, at);
  ++at;
  // Only now: a dimension of 0 may have been cut off.
  if (!zero && !remark(rule<"futhark/empty-count">, value.begin, static_cast<std::uint64_t>(at - value.begin)))
    return nullptr;
  return at;
}

// From "[" behind "]". How a size is written is told in one word.
Walk::At Walk::empty_dimension(At at, std::uint64_t& size, bool& told) noexcept {
  if ((at = spaces(at + 1, told)) == nullptr) return nullptr;
  if (ended(at)) return missing(rule<"futhark/empty-syntax">, at);
  const unsigned char c = byte_at(at);
  if (!is_digit(c) && c != '-' && c != '+' && c != '_') return missing(rule<"futhark/empty-syntax">, at);
  Lexeme lexeme;
  quiet_ = true;
  const At end = number(at, lexeme);
  quiet_ = false;
  if (end == nullptr) return nullptr;
  if (lexeme.kind != Lexeme::Kind::integer || lexeme.suffixed)
    return fail(rule<"futhark/empty-syntax">, at, 1, c, {}, "dims[]");
  const auto length = static_cast<std::uint64_t>(end - at);
  const bool is_plain = length == lexeme.number.digits && (c != '0' || length == 1);
  if (!is_plain && !remark(rule<"futhark/empty-dimension">, at, length, {}, {}, "dims[]")) return nullptr;
  const bool below = lexeme.negative && lexeme.number.mantissa != 0;
  if (below || lexeme.more || lexeme.number.mantissa > INT64_MAX) {
    if (!remark(rule<"futhark/empty-range">, at, length, {}, {}, "dims[]")) return nullptr;
  }
  size = lexeme.number.mantissa;
  at = spaces(end, told);
  if (at == nullptr) return nullptr;
  if (ended(at) || byte_at(at) != ']') return missing(rule<"futhark/empty-syntax">, at);
  return at + 1;
}

// White space inside `empty`, which is told once.
Walk::At Walk::spaces(At at, bool& told) noexcept {
  const At from = at;
  while (!ended(at) && is_space(byte_at(at))) ++at;
  if (at == from || told) return at;
  told = true;
  return remark(rule<"futhark/empty-space">, from, static_cast<std::uint64_t>(at - from)) ? at : nullptr;
}

}  // namespace hallmark::futhark
