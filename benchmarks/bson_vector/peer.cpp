// SPDX-License-Identifier: Apache-2.0
// One BSON vector. The number is a count of elements.
#include <cstring>

#include "benchmarks/peers/native/family.hpp"
#include "conformance/bson_vector/generate.hpp"

namespace hallmark::benchmarks {
namespace {

// The payload of one vector.
File vector_of(std::uint64_t elements) {
  const File data = floats_of(elements);
  return conformance::written(bson_vector::VectorView{bson_vector::VectorType::float32, 0, data});
}

// Elements begin at a multiple of 64 bytes, as tensors do. Where an array begins must not decide the row: processors of
// AMD copy 15 times slower to a place that lies a few bytes after its source modulo 4096.
struct alignas(64) Line {
  std::byte bytes[64];
};

// The elements are put into an array, as the peers do it, in their order: little-endian, as nearly every machine is.
PeerWork vector(const std::string& path) {
  const Input input = input_of(path);
  const auto floats = std::make_shared<std::vector<Line>>();
  const auto decode = [=]() -> std::uint64_t {
    Scratch none;
    const auto decoded = bson_vector::decode(input->bytes(), none);
    const bson_vector::VectorView& read = valid(decoded);
    floats->resize(read.data.size() / sizeof(Line) + 1);
    std::memcpy(floats->data(), read.data.data(), read.data.size());
    return read.elements();
  };
  return {decode, [=] {
            const std::uint64_t elements = decode();
            const std::uint64_t sum =
                sum_of<std::uint8_t>(std::as_bytes(std::span(*floats)).first(4 * static_cast<std::size_t>(elements)));
            return answer_of({{"elements", elements}, {"sum", sum}});
          }};
}

}  // namespace

void add_bson_vector(Families& all) {
  all.works.insert({"bson-vector", vector});
  all.inputs.insert({"bson-vector", made(vector_of)});
}

}  // namespace hallmark::benchmarks
