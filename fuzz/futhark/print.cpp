// Fuzz target: the numbers of `futhark`. The input, taken as elements of each type, printed and read again, has the
// same bits. Each float in the text of the input is read as the C library reads it, for f32 and f64; for f16 as the
// nearest value, ties to even.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "codecs/core/decimal.hpp"
#include "conformance/generate/halves.hpp"
#include "fuzz/futhark/streams.hpp"

namespace hallmark::fuzz {
namespace {

void printed(Bytes input, DType dtype) {
  const auto size = static_cast<std::size_t>(size_of(dtype));
  futhark::OwnedValue value{dtype, {}, {input.begin(), input.end()}};
  value.data.resize(input.size() / size * size);
  if (value.data.empty()) return;
  value.dims.push_back(value.data.size() / size);
  for (std::size_t at = 0; futhark::is_floating(dtype) && at < value.data.size(); at += size) {
    if (!futhark::is_nan(futhark::load(value, at / size), dtype)) continue;
    // The only NaN with a spelling.
    for (std::size_t i = 0; i < size; ++i) value.data[at + i] = static_cast<std::byte>(nan_bits(dtype) >> 8 * i);
  }
  const Written text = write({value}, {Form::text});
  invariant(static_cast<bool>(text.result), "numbers can be printed");
  const auto again = read(text.file.view(), {});
  invariant(again && again->size() == 1, "printed numbers are read");
  invariant(again->front() == value, "printed numbers read back to the same bits");
}

// as_float compares a word that is one finite scalar of a float type.
void as_float(const std::string& text) {
  Options options;
  options.profile = Profile::compat;
  const Block input(as_bytes(text));
  const auto values = read(input.view(), options);
  if (!values || values->size() != 1) return;
  const futhark::OwnedValue& value = values->front();
  if (!value.dims.empty() || !futhark::is_floating(value.dtype)) return;
  const std::uint64_t bits = futhark::load(value, 0);
  if ((bits & infinity_bits(value.dtype)) == infinity_bits(value.dtype)) return;
  std::string plain;
  for (const char c : text) {
    if (c != '_') plain += c;
  }
  if (value.dtype == DType::f32) {
    const float number = std::strtof(plain.c_str(), nullptr);
    return invariant(bits == std::bit_cast<std::uint32_t>(number), "an f32 is what the C library reads");
  }
  if (value.dtype == DType::f64) {
    const double number = std::strtod(plain.c_str(), nullptr);
    return invariant(bits == std::bit_cast<std::uint64_t>(number), "an f64 is what the C library reads");
  }
  invariant(bits == conformance::half_of(plain), "an f16 is the nearest");
}

void read_words(Bytes input) {
  constexpr std::string_view of_numbers = "0123456789abcdefABCDEFxXpP+-._";
  constexpr std::size_t longest = 2000;
  constexpr int most = 40;
  std::string_view rest = as_text(input);
  for (int words = 0; words < most; ++words) {
    const std::size_t first = rest.find_first_of(of_numbers);
    if (first == std::string_view::npos) return;
    rest.remove_prefix(first);
    const std::size_t size = std::min(rest.find_first_not_of(of_numbers), rest.size());
    const std::string word(rest.substr(0, std::min(size, longest)));
    rest.remove_prefix(size);
    as_float(word);
    for (const DType dtype : {DType::f16, DType::f32, DType::f64}) as_float(word + std::string(name_of(dtype)));
  }
}

}  // namespace

void run_target(const Block& input) {
  for (const DType dtype : futhark::dtypes) {
    if (dtype != DType::boolean) printed(input.view(), dtype);
  }
  read_words(input.view());
}

}  // namespace hallmark::fuzz
