#include "benchmarks/futhark/inputs.hpp"

#include <charconv>
#include <iterator>
#include <memory>

#include "benchmarks/harness/random.hpp"
#include "codecs/futhark/types.hpp"

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

void put_value(File& to, DType dtype, std::optional<std::uint64_t> dimension, Bytes data, bool line_feed) {
  std::byte dims[sizeof(std::uint64_t)];
  store_le(dims, dimension.value_or(0));
  ToFile sink(to);
  const TensorView value{{}, dtype, Shape(dimension ? Bytes(dims) : Bytes()), data, true};
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
