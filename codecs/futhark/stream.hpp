// The walk over a stream, and the one reader of a binary value. futhark#specification.
#pragma once

#include <algorithm>

#include "futhark/walk.hpp"

namespace hallmark::futhark {

// The value at `at`, which begins with `word`. What only arrays and bools need is judged out of line.
[[gnu::always_inline]] inline bool Walk::binary(TextCursor at, std::uint64_t word, Binary& value) noexcept {
  if (gap_.any && !check_gap(at)) return false;
  const std::uint64_t left = at.remaining();
  const auto string = static_cast<std::uint32_t>(word >> 24);
  value.rank = 0;
  if ((word & 0xff0000) != 0) {
    const std::uint64_t rank = word >> 16 & 0xff;
    value.rank = rank;
    if (left < header_size) return truncated(at);
    const std::uint64_t after = left - header_size;
    if (rank > after / sizeof(std::uint64_t))
      return report(rule<"futhark/rank-overrun">, at.skip(2), 1, rank, after, "rank") && false;
    if (rank > max_rank_ && !report(rule<"futhark/rank">, at.skip(2), 1, rank, max_rank_, "rank")) return false;
  }
  const Type* const type = type_with(string);
  if (type == nullptr) [[unlikely]] {
    if (left < header_size) return truncated(at);
    return report(rule<"futhark/type">, at.skip(3), sizeof string, string, {}, "type") && false;
  }
  value.type = type;
  value.header = word & Binary::mask;
  if (value.rank != 0) {
    Binary copy = value;  // the value itself stays in registers
    const bool read = array(at, copy);
    value = copy;
    return read;
  }
  value.size = type->scalar;
  if (value.size.distance() > left) [[unlikely]]
    return report(rule<"futhark/data-truncated">, at.end(), 0, left - header_size, type->size, "data") && false;
  if (!type->is_bool()) [[likely]]
    return true;
  value.header = 0;
  return at.peek(header_size) <= 1 || check_booleans(at.skip(header_size), 1);
}

inline bool Walk::tensor(const Value& value, TensorView& tensor) noexcept {
  tensor.dtype = value.type->dtype;
  tensor.shape = Shape(value.dims);
  tensor.data = value.data;
  return value.form == Form::binary || text_tensor(value, tensor);
}

template <class Watcher>
TextCursor Walk::run(TextCursor at, Watcher&& watcher) noexcept {
  Binary before;
  for (;;) {
    const std::uint64_t word = at.word();
    const unsigned byte = word & 0xff;
    Value value;
    value.begin = at;
    if ((word & 0xffff) == header_start) {
      if (!before.repeats(at, word, value.end)) {
        if (!binary(at, word, before)) return {};
        value.end = at.skip(before.size.distance());
      }
      value.type = before.type;
      value.rank = before.rank;
      const TextCursor dims = at.skip(header_size);
      const TextCursor data = dims.skip(before.rank * sizeof(std::uint64_t));
      value.dims = dims.to(data);
      value.data = data.to(value.end);
      at = value.end;
      if (!watcher.value(value)) return at;
      ++position_.value;
      continue;
    }
    if (is_space(byte)) {
      at = at.next();
      continue;
    }
    if (at.ended()) return at;
    before.header = 0;
    if (byte == 'b' && !other_version(at)) return {};
    if (byte == '-' && (word >> 8 & 0xff) == '-') {
      at = comment(at);
      continue;
    }
    Value read;
    at = text(at, read, std::remove_reference_t<Watcher>::counted);
    if (!at || !watcher.value(read)) return at;
    ++position_.value;
  }
}

template <class Watcher>
void Walk::run(Watcher&& watcher) noexcept {
  const TextCursor end = run(text_, watcher);
  if (position_.value == 0 && findings_.verdict() == Verdict::valid) report(rule<"futhark/no-values">, end, 0);
}

}  // namespace hallmark::futhark
