// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/futhark/inputs.hpp"

#include <charconv>
#include <iterator>
#include <memory>

#include "benchmarks/harness/random.hpp"
#include "conformance/futhark/generate.hpp"

namespace hallmark::benchmarks {
namespace {

using futhark::Type;

class ToFile final : public futhark::ByteSink {
 public:
  explicit ToFile(File& file) : file_(file) {}
  void write(Bytes piece) noexcept override { file_.insert(file_.end(), piece.begin(), piece.end()); }

 private:
  File& file_;
};

void put(File& to, std::string_view text) { ToFile(to).write(as_bytes(text)); }

// elements gives the numbers as they lie in a binary array.
File elements(std::uint64_t count, Numbers numbers) {
  const std::uint64_t size = numbers == Numbers::i32 ? sizeof(std::int32_t) : sizeof(double);
  Random random;
  File data(count * size);
  for (std::uint64_t at = 0; at < data.size(); at += size) {
    const std::uint64_t digits = random.below(std::uint64_t{1} << (numbers == Numbers::i32 ? 31 : 53));
    const double fraction = static_cast<double>(digits | 1) * 0x1p-53;
    store_bits(data.data() + at, numbers == Numbers::i32 ? digits : std::bit_cast<std::uint64_t>(fraction), size);
  }
  return data;
}

// The numbers without a suffix, which the encoder would write, each between two texts.
File text_of(std::uint64_t count, Numbers numbers, std::string_view before, std::string_view behind) {
  const File data = elements(count, numbers);
  File file;
  for (std::uint64_t i = 0; i < count; ++i) {
    char text[32];
    const std::to_chars_result end =
        numbers == Numbers::i32
            ? std::to_chars(text, std::end(text), element<std::int32_t>(data, i))
            : std::to_chars(text, std::end(text), element<double>(data, i), std::chars_format::fixed);
    if (i != 0) put(file, before);
    put(file, {text, static_cast<std::size_t>(end.ptr - text)});
    put(file, behind);
  }
  return file;
}

}  // namespace

void put_value(File& to, DType dtype, std::optional<std::uint64_t> dimension, Bytes data, bool line_feed) {
  std::byte dims[sizeof(std::uint64_t)];
  store_le(dims, dimension.value_or(0));
  ToFile sink(to);
  const TensorView value{{}, dtype, true, Shape(dimension ? Bytes(dims) : Bytes()), data};
  check_answer(static_cast<bool>(futhark::write(value, {.line_feeds = line_feed}, sink)), "futhark::write");
}

File futhark_scalars(std::uint64_t count, Types kind, bool line_feeds) {
  File file;
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Type& type =
        kind == Types::one ? *futhark::type_of(DType::i32) : futhark::types[random.below(std::size(futhark::types))];
    std::byte element[sizeof(std::uint64_t)];
    const Bytes data(element, type.size);
    for (unsigned byte = 0; byte < type.size; ++byte)
      element[byte] = static_cast<std::byte>(random.below(type.is_bool() ? 2 : 256));
    put_value(file, type.dtype, std::nullopt, data, line_feeds);
  }
  return file;
}

File futhark_rows(std::uint64_t count) {
  std::byte row[4 * sizeof(std::uint32_t)];
  File file;
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    for (std::size_t at = 0; at < std::size(row); at += sizeof(std::uint32_t))
      store_le(row + at, static_cast<std::uint32_t>(random.below(1000)));
    put_value(file, DType::i32, 4, row);
  }
  return file;
}

File futhark_booleans(std::uint64_t size) {
  File data(size);
  Random random;
  for (std::byte& element : data) element = static_cast<std::byte>(random.below(2));
  File file;
  put_value(file, DType::boolean, size, data);
  return file;
}

File futhark_text_array(std::uint64_t count, Numbers numbers) {
  File file;
  put(file, "[");
  put(file, as_text(text_of(count, numbers, ", ", "")));
  put(file, "]\n");
  return file;
}

File futhark_text_scalars(std::uint64_t count, Numbers numbers) {
  return text_of(count, numbers, "", numbers == Numbers::i32 ? "i32 " : "f64 ");
}

Work encode_futhark(std::uint64_t count, Numbers numbers, Form form) {
  const DType dtype = numbers == Numbers::i32 ? DType::i32 : DType::f64;
  const auto values = std::make_shared<futhark::OwnedValues>();
  values->push_back({dtype, {count}, elements(count, numbers)});
  const auto borrowed = std::make_shared<futhark::Borrowed>(*values);
  const futhark::ValueList list{borrowed->view(), {.form = form}};
  const auto out = std::make_shared<File>(futhark::encoded_size(list));
  return {[values, borrowed, list, out] {
            clobber_memory();
            Scratch none;
            const Encoded encoded = futhark::encode(list, none, *out);
            check_answer(encoded && encoded.size == out->size(), "futhark::encode");
          },
          count, out->size()};
}

}  // namespace hallmark::benchmarks
