#include "benchmarks/futhark/inputs.hpp"

#include <charconv>
#include <iterator>
#include <memory>

#include "benchmarks/harness/random.hpp"
#include "codecs/futhark/types.hpp"

namespace hallmark::benchmarks {
namespace {

using futhark::Type;
using futhark::types;

void put(File& to, std::string_view text) {
  const Bytes bytes = as_bytes(text);
  to.insert(to.end(), bytes.begin(), bytes.end());
}

template <class T>
void put_le(File& to, T value) {
  to.resize(to.size() + sizeof value);
  store_le(to.data() + to.size() - sizeof value, value);
}

void header(File& to, const Type& type, std::uint8_t rank) {
  put(to, "b\2");
  put_le(to, rank);
  put_le(to, type.string);
}

const Type& type_of(DType dtype) {
  const Type* found = types;
  while (found->dtype != dtype) ++found;
  return *found;
}

void print(File& to, Random& random, Numbers numbers) {
  char text[32];
  const std::to_chars_result end =
      numbers == Numbers::i32
          ? std::to_chars(text, std::end(text), static_cast<std::int32_t>(random.below(std::uint64_t{1} << 31)))
          : std::to_chars(text, std::end(text), static_cast<double>(random.below(std::uint64_t{1} << 53) | 1) * 0x1p-53,
                          std::chars_format::fixed);
  put(to, {text, static_cast<std::size_t>(end.ptr - text)});
}

}  // namespace

File futhark_scalars(std::uint64_t count, Types kind, bool line_feeds) {
  File file;
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Type& type = kind == Types::one ? type_of(DType::i32) : types[random.below(std::size(types))];
    header(file, type, 0);
    const bool boolean = type.dtype == DType::boolean;
    for (unsigned byte = 0; byte < type.size; ++byte)
      put_le(file, static_cast<std::uint8_t>(random.below(boolean ? 2 : 256)));
    if (line_feeds) put(file, "\n");
  }
  return file;
}

File futhark_rows(std::uint64_t count) {
  constexpr std::uint64_t elements = 4;
  File file;
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    header(file, type_of(DType::i32), 1);
    put_le(file, elements);
    for (std::uint64_t at = 0; at < elements; ++at) put_le(file, static_cast<std::uint32_t>(random.below(1000)));
  }
  return file;
}

File futhark_booleans(std::uint64_t size) {
  File file;
  Random random;
  header(file, type_of(DType::boolean), 1);
  put_le(file, size);
  for (std::uint64_t i = 0; i < size; ++i) put_le(file, static_cast<std::uint8_t>(random.below(2)));
  return file;
}

File futhark_text_array(std::uint64_t count, Numbers numbers) {
  File file;
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    put(file, i == 0 ? "[" : ", ");
    print(file, random, numbers);
  }
  put(file, "]\n");
  return file;
}

File futhark_text_scalars(std::uint64_t count, Numbers numbers) {
  File file;
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    print(file, random, numbers);
    put(file, numbers == Numbers::i32 ? "i32 " : "f64 ");
  }
  return file;
}

futhark::StreamView futhark_stream(Bytes input) {
  std::vector<std::byte> memory(futhark::scratch_bound(input));
  Scratch scratch(memory);
  const auto stream = futhark::decode(input, scratch);
  check_answer(static_cast<bool>(stream), "futhark::decode");
  return *stream;
}

Work encode_futhark(File file, Form form, std::uint64_t items) {
  auto keep = std::make_shared<File>(std::move(file));
  const futhark::StreamView stream = futhark_stream(*keep);
  auto memory = std::make_shared<std::vector<std::byte>>(futhark::read_scratch(stream));
  futhark::Values values(stream, Scratch(*memory));
  futhark::ValueView value;
  check_answer(values.next(value), "futhark::Values");
  const futhark::Style style{.form = form};
  const TensorView tensor = value.tensor;
  auto out = std::make_shared<File>(futhark::encoded_size({{&tensor, 1}, style}));
  return {[keep, memory, tensor, style, out] {
            clobber_memory();
            Scratch none;
            const Encoded encoded = futhark::encode({{&tensor, 1}, style}, none, *out);
            check_answer(encoded && encoded.size == out->size(), "futhark::encode");
          },
          items, out->size()};
}

}  // namespace hallmark::benchmarks
