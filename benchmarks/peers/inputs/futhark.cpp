// Futhark values. NUMBER is a count of elements.
#include "benchmarks/futhark/inputs.hpp"
#include "benchmarks/peers/inputs/kind.hpp"

namespace hallmark::benchmarks {
namespace {

// One binary array.
File floats(std::uint64_t count) {
  File file;
  const Bytes head = as_bytes({"b\2\1 f32", 7});
  file.insert(file.end(), head.begin(), head.end());
  file.resize(file.size() + 8 + 4 * static_cast<std::size_t>(count));
  store_le(file.data() + 7, count);
  for (std::uint64_t i = 0; i < count; ++i) {
    store_le(file.data() + 15 + 4 * i, std::bit_cast<std::uint32_t>(static_cast<float>(i) / 8.0F));
  }
  return file;
}

}  // namespace

std::vector<Kind> kinds() {
  return {{"futhark-floats", made(floats)},
          {"futhark-scalars", made([](auto count) { return futhark_scalars(count, Types::one, false); })},
          {"futhark-mixed", made([](auto count) { return futhark_scalars(count, Types::mixed, false); })},
          {"futhark-text-i32", made([](auto count) { return futhark_text_array(count, Numbers::i32); })},
          {"futhark-text-f64", made([](auto count) { return futhark_text_array(count, Numbers::f64); })}};
}

}  // namespace hallmark::benchmarks
