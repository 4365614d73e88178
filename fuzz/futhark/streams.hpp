// Futhark streams as values: read with exactly the required scratch, and written as every encoder must.
#pragma once

#include "conformance/futhark/generate.hpp"
#include "fuzz/encoding.hpp"

namespace hallmark::fuzz {

// check_value checks one value; `memory` is where text was converted.
inline void check_value(const futhark::ValueView& value, Bytes input, Bytes memory) noexcept {
  invariant(value.length > 0 && value.offset <= input.size() && value.length <= input.size() - value.offset,
            "a value lies inside the input");
  const Bytes here = input.subspan(static_cast<std::size_t>(value.offset), static_cast<std::size_t>(value.length));
  invariant(inside(value.tensor.data, value.form == Form::binary ? here : memory),
            "binary data are not copied, text is converted into the scratch");
  invariant(value.form == Form::binary || value.tensor.data.size() + 8 * value.tensor.shape.rank() <= 4 * value.length,
            "text is converted into 4 bytes for each of its own at most");
}

// read returns the values of a stream, or none if it is not accepted.
[[nodiscard]] inline std::optional<futhark::OwnedValues> read(Bytes input, const Options& options) {
  Block memory(static_cast<std::size_t>(futhark::scratch_bound(input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto stream = futhark::decode(input, scratch, options);
  if (!stream) return std::nullopt;
  Block reading(static_cast<std::size_t>(futhark::read_scratch(*stream, options)), 0x5a);
  futhark::Values values(*stream, Scratch(reading.bytes()), options);
  futhark::OwnedValues all;
  std::uint64_t end = 0;
  for (futhark::ValueView value; values.next(value); end = value.offset + value.length) {
    invariant(value.offset >= end, "values follow each other");
    check_value(value, input, reading.view());
    all.push_back(futhark::owned(value));
  }
  invariant(all.size() == stream->values, "all values that were counted can be read");
  return all;
}

[[nodiscard]] inline Written write(const futhark::OwnedValues& values, const futhark::Style& style) {
  const futhark::Borrowed borrowed(values);
  const std::uint64_t size = futhark::encoded_size({borrowed.view(), style});
  return written(size, 0, ShortMemory::written_to, [&](Scratch& none, std::span<std::byte> out) {
    return futhark::encode({borrowed.view(), style}, none, out);
  });
}

}  // namespace hallmark::fuzz
