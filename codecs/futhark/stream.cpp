// SPDX-License-Identifier: Apache-2.0
// Findings, comments, and values in text. futhark#specification.
#include "core/path.hpp"
#include "core/scan.hpp"
#include "futhark/walk.hpp"

namespace hallmark::futhark {

void Position::write(TextSink& out, const Violation& violation) const noexcept {
  out.write("values");
  write_index(out, value);
  for (std::uint64_t i = 0; i < depth; ++i) write_index(out, frame(i).count);
  if (*violation.field == '\0') return;
  out.write(".");
  const std::string_view field = violation.field;
  if (field != "dims[]") return out.write(field);
  out.write("dims");
  write_index(out, dimension);
}

bool Walk::report(const Rule& rule, TextCursor at, std::uint64_t length, Number actual, Number expected,
                  const char* field) noexcept {
  if (!quiet_) findings_.condemns(rule, offset(at), length, field, actual, expected);
  return !findings_.stopped();
}

TextCursor Walk::reject(const Rule& rule, TextCursor at, std::uint64_t length, Number actual, Number expected,
                        const char* field) noexcept {
  findings_.condemns(rule, offset(at), length, field, actual, expected);
  return {};
}

TextCursor Walk::unexpected(const Rule& broken, TextCursor at) noexcept {
  if (!at) return {};
  if (!at.ended()) return reject(disputed(broken, at), at, 1, at.peek());
  const bool in_number = &broken == &rule<"futhark/part-missing">;
  return reject(in_number ? rule<"futhark/number-truncated"> : rule<"futhark/text-truncated">, at, 0);
}

// From "--" to the byte after the next line feed.
TextCursor Walk::comment(TextCursor at) noexcept {
  const TextCursor end = at.skip(find_char(at.rest(), '\n'));
  if (!gap_.comment) {
    gap_.comment = at;
    gap_.comment_length = end - at;
  }
  return end.next();
}

bool Walk::text_tensor(const Value& value, TensorView& tensor) noexcept {
  const std::uint64_t size = value.elements * value.type->size;
  const std::uint64_t dims = value.rank * sizeof(std::uint64_t);
  const std::span<std::byte> memory = output_.memory;
  if (size > memory.size() || dims > memory.size() - size || value.rank > position_.frames())
    return report(hallmark::rule<"hallmark/scratch-exhausted">, value.begin, value.end - value.begin, value.elements);
  if (value.elements != 0 && output_.type != value.type) {
    Value again;
    (void)text(value.begin, again, false, value.type);
  }
  const auto data = memory.first(static_cast<std::size_t>(size));
  const auto shape = memory.subspan(data.size(), static_cast<std::size_t>(dims));
  for (std::size_t axis = 0; axis < value.rank; ++axis)
    store_le(shape.data() + axis * sizeof(std::uint64_t), position_.frame(axis).size);
  tensor.shape = Shape(shape);
  tensor.data = data;
  return true;
}

}  // namespace hallmark::futhark
