// SPDX-License-Identifier: Apache-2.0
// The walk over a stream, and the one reader of a binary value. futhark#specification.
#pragma once

#include "futhark/walk.hpp"

namespace hallmark::futhark {

// The binary value at `at`, which begins with `word`, as far as that is its header, or 0. Scalars and rows of up to
// 2^32 elements are judged here; the others, and whatever is wrong, out of line.
[[gnu::always_inline]] inline bool Walk::binary(TextCursor at, std::uint64_t word, std::uint64_t header, Binary& value,
                                                TextCursor& end) noexcept {
  const Type& type = type_at(header >> 24);
  const auto ahead = at.ahead(type.scalar);
  if (type.header == header && ahead && (!type.is_bool() || ahead.load<std::uint8_t, header_size>() <= 1)) {
    value.header = type.is_bool() ? Binary::none : header;
    value.rank = 0;
    value.size = type.scalar;
    value.type = &type;
    end = ahead.behind();
    return true;
  }
  const std::uint64_t dimension = ahead ? ahead.load<std::uint64_t, header_size>() : UINT64_MAX;
  if ((type.header ^ header) == 1 << 16 && dimension <= UINT32_MAX && max_rank_ != 0 && !type.is_bool()) {
    value = {header, dimension, 1, Stride<smallest_array>(smallest_array + dimension * type.size), &type};
    const auto row = at.ahead(value.size);
    if (row) {
      end = row.behind();
      return true;
    }
  }
  Binary copy;  // the value itself stays in registers
  end = judge(at, word, copy);
  value = copy;
  return bool(end);
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
  Position& position = position_;
  std::uint64_t mask = header_mask;  // 0 where the next value has to be judged whatever it is
  for (;;) {
    const std::uint64_t word = at.word();
    const unsigned byte = word & 0xff;
    if ((word & 0xffff) == header_start) {
      TextCursor end;
      if (!before.repeats(at, word & mask, end)) {
        if (!binary(at, word, word & mask, before, end)) return {};
        mask = header_mask;
      }
      Value value;
      value.begin = at;
      value.end = end;
      value.type = before.type;
      value.rank = before.rank;
      const TextCursor dims = at.skip(header_size);
      const TextCursor data = dims.skip(before.rank * sizeof(std::uint64_t));
      value.dims = dims.to(data);
      value.data = data.to(end);
      at = end;
      if (!watcher(value)) return at;
      ++position.value;
      continue;
    }
    if (is_space(byte)) {
      at = at.next();
      continue;
    }
    if (at.ended()) return at;
    mask = 0;
    if (byte == 'b') {
      Binary refused;
      return judge(at, word, refused);
    }
    if (byte == '-' && (word >> 8 & 0xff) == '-') {
      at = comment(at);
      continue;
    }
    Value read;
    at = text(at, read, std::is_same_v<std::remove_reference_t<Watcher>, Unwatched>);
    if (!at || !watcher(read)) return at;
    ++position.value;
  }
}

template <class Watcher>
void Walk::run(Watcher&& watcher) noexcept {
  const TextCursor end = run(text_, watcher);
  if (position_.value == 0 && findings_.verdict() == Verdict::valid) report(rule<"futhark/no-values">, end, 0);
}

}  // namespace hallmark::futhark
