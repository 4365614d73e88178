// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/decimal.hpp"
#include "core/encoder_answers.hpp"
#include "core/scan.hpp"
#include "core/words.hpp"
#include "futhark/print.hpp"
#include "futhark/writer.hpp"
#include "hallmark/futhark.hpp"
#include "hallmark/futhark/rules.hpp"

namespace hallmark::futhark {
namespace {

// ToMemory counts what does not fit, too.
class ToMemory final : public ByteSink {
 public:
  explicit ToMemory(std::span<std::byte> out) noexcept : to_(out) {}
  void write(Bytes piece) noexcept override { to_.bytes(piece); }
  [[nodiscard]] std::uint64_t size() const noexcept { return to_.size(); }

 private:
  Writer to_;
};

// Pieces collects what is written in small parts.
class Pieces {
 public:
  explicit Pieces(ByteSink& out) noexcept : out_(out) {}
  void text(std::string_view text) noexcept {
    if (text.size() - 1 >= sizeof buffer_ / 16) {  // nothing, or too large to be copied
      pass(text);
      return;
    }
    std::memcpy(room(text.size()), text.data(), text.size());
    size_ += text.size();
  }
  // room gives where `most` bytes at most can be written; `written` says where they ended.
  [[nodiscard]] char* room(std::size_t most) noexcept {
    if (sizeof buffer_ - size_ < most) pass({});
    return buffer_ + size_;
  }
  void written(const char* end) noexcept { size_ = static_cast<std::size_t>(end - buffer_); }
  // pass writes what was collected, and more after it. It returns how many bytes were passed on so far.
  [[gnu::noinline]] std::uint64_t pass(std::string_view more) noexcept {
    for (const std::string_view piece : {std::string_view(buffer_, size_), more}) {
      if (!piece.empty()) out_.write(as_bytes(piece));
      total_ += piece.size();
    }
    size_ = 0;
    return total_;
  }

 private:
  ByteSink& out_;
  char buffer_[4096];
  std::size_t size_ = 0;
  std::uint64_t total_ = 0;
};

void element(Pieces& to, std::uint64_t bits, DType dtype) noexcept {
  if (dtype == DType::boolean) return to.text(bits != 0 ? "true" : "false");
  if (is_float(dtype) && (bits & infinity_bits(dtype)) == infinity_bits(dtype)) {
    if (!is_nan(bits, dtype) && (bits & sign_bit(dtype)) != 0) to.text("-");
    to.text(name_of(dtype));
    return to.text(is_nan(bits, dtype) ? ".nan" : ".inf");
  }
  char* const at = to.room(longest_number);
  to.written(is_float(dtype) ? print_float(at, bits, dtype) : print_integer(at, bits, dtype));
  to.text(name_of(dtype));
}

void empty(Pieces& to, const TensorView& value) noexcept {
  to.text("empty(");
  for (const std::uint64_t size : value.shape) {
    to.text("[");
    to.written(print_integer(to.room(longest_number), size, DType::u64));
    to.text("]");
  }
  to.text(name_of(value.dtype));
  to.text(")");
}

// The elements one after the other; before and after each as many brackets as rows of it start and end there.
void array(Pieces& to, const TensorView& value) noexcept {
  const std::uint64_t size = size_of(value.dtype);
  std::uint64_t rows[default_max_rank];
  std::size_t rank = 0;
  for (const std::uint64_t dimension : value.shape) rows[rank++] = dimension;
  const std::uint64_t elements = value.data.size() / size;
  for (std::uint64_t i = 0; i < elements; ++i) {
    std::uint64_t starts = 0;
    std::uint64_t ends = 0;
    std::uint64_t row = 1;
    for (std::size_t axis = rank; axis != 0; --axis) {
      row *= rows[axis - 1];
      const bool first = i % row == 0;
      const bool last = (i + 1) % row == 0;
      starts += first ? 1 : 0;
      ends += last ? 1 : 0;
      if (!first && !last) break;
    }
    if (i != 0) to.text(", ");
    for (; starts != 0; --starts) to.text("[");
    element(to, load_up_to_word(value.data.data() + i * size, size), value.dtype);
    for (; ends != 0; --ends) to.text("]");
  }
}

void text(Pieces& to, const TensorView& value) noexcept {
  value.data.empty() ? empty(to, value) : array(to, value);
  to.text("\n");
}

void binary(Pieces& to, const TensorView& value) noexcept {
  std::byte header[header_size + default_max_rank * sizeof(std::uint64_t)];
  Writer out(header);
  Header(*type_of(value.dtype), value.shape).put(out);
  to.text(as_text(Bytes(header, static_cast<std::size_t>(out.size()))));
  to.text(as_text(value.data));
}

Violation check_shape(const TensorView& value) noexcept {
  const Shape& shape = value.shape;
  if (shape.rank() > default_max_rank) return {&rule<"futhark/rank">, 0, 0, shape.rank(), default_max_rank, "shape"};
  const ElementCount count = count_of(shape);
  for (const std::uint64_t size : shape) {
    if (size <= INT64_MAX) continue;
    const bool none = !count.overflows() && count.elements() == 0;
    return {none ? &rule<"futhark/dimension-empty"> : &rule<"futhark/dimension">, 0, 0, size, {}, "shape"};
  }
  std::uint64_t size = 0;
  if (!count.bytes(size_of(value.dtype), size)) return {&rule<"futhark/element-count">, 0, 0, {}, {}, "shape"};
  if (size != value.data.size()) return {&rule<"futhark/data-size">, 0, 0, value.data.size(), size, "data"};
  return {};
}

}  // namespace

Violation refusal(const TensorView& value, const Style& style) noexcept {
  if (type_of(value.dtype) == nullptr) return {&rule<"futhark/dtype">, 0, 0, {}, {}, "dtype"};
  if (const Violation broken = check_shape(value); broken.rule != nullptr) return broken;
  if (value.dtype == DType::boolean) {
    const std::uint64_t bad = find_non_bool(value.data);
    if (bad == nowhere) return {};
    const auto byte = std::to_integer<std::uint8_t>(value.data[static_cast<std::size_t>(bad)]);
    return {&rule<"futhark/boolean">, bad, 1, byte, {}, "data"};
  }
  if (style.form == Form::binary || !is_float(value.dtype)) return {};
  const std::uint64_t size = size_of(value.dtype);
  for (std::uint64_t at = 0; at < value.data.size(); at += size) {
    const std::uint64_t bits = load_up_to_word(value.data.data() + at, size);
    if (is_nan(bits, value.dtype) && bits != nan_bits(value.dtype)) {
      return {&rule<"futhark/nan-text">, at, size, bits, nan_bits(value.dtype), "data"};
    }
  }
  return {};
}

Encoded write(const TensorView& value, const Style& style, ByteSink& out) noexcept {
  const Violation broken = refusal(value, style);
  if (broken.rule != nullptr) return {.refusal = broken};
  Pieces to(out);
  if (style.form == Form::text) {
    text(to, value);
  } else {
    binary(to, value);
    if (style.line_feeds) to.text("\n");
  }
  return {.size = to.pass({})};
}

std::uint64_t encoded_size(const ValueList& stream) noexcept {
  ToMemory nowhere({});
  for (const TensorView& value : stream.values) (void)write(value, stream.style, nowhere);
  return nowhere.size();
}

Encoded encode(const ValueList& stream, Scratch&, std::span<std::byte> out) noexcept {
  ToMemory memory(out);
  for (const TensorView& value : stream.values) {
    const Encoded one = write(value, stream.style, memory);
    if (!one) return {.size = memory.size(), .refusal = one.refusal};
  }
  if (memory.size() > out.size()) return too_short(out, memory.size());
  return {.size = memory.size()};
}

}  // namespace hallmark::futhark
