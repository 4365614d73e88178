// SPDX-License-Identifier: Apache-2.0
#include "conformance/statistics/statistics.hpp"

#include <memory>
#include <random>

#include "benchmarks/core/core.hpp"

namespace hallmark::benchmarks {
namespace {

constexpr std::uint64_t large = std::uint64_t{64} << 20;
constexpr std::uint64_t small = std::uint64_t{256} << 10;  // for the gate
constexpr std::uint64_t vector_size = 768 * sizeof(float);

// Elements of one type as in model weights or samples; `make` returns one.
template <class T, class Make>
std::shared_ptr<std::vector<T>> elements(std::uint64_t size, Make make) {
  auto numbers = std::make_shared<std::vector<T>>(size / sizeof(T));
  std::mt19937_64 random(4);
  for (T& number : *numbers) number = make(random);
  return numbers;
}

template <class T, class Make>
Workload statistics(const std::string& name, DType dtype, std::uint64_t size, Make make, bool gated = false) {
  return {"statistics/" + name,
          [=] {
            auto numbers = elements<T>(size, make);
            const Bytes data = std::as_bytes(std::span(*numbers));
            const conformance::Statistics expected = conformance::statistics_of(dtype, data);
            return Work{[=] {
                          clobber_memory();
                          const Bytes again = std::as_bytes(std::span(*numbers));
                          const conformance::Statistics found = conformance::statistics_of(dtype, again);
                          check_answer(found.std == expected.std && found.median.real == expected.median.real, name);
                        },
                        1, size};
          },
          gated};
}

// Statistics of a large tensor, and of a small one for the gate.
template <class T, class Make>
void add(Workloads& all, const std::string& name, DType dtype, Make make) {
  all.push_back(statistics<T>(name + "/64MiB", dtype, large, make));
  all.push_back(statistics<T>(name + "/256KiB", dtype, small, make, true));
}

// Sums of twelve uniform numbers: nearly normal, and the same on every machine.
double normal(std::mt19937_64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 11) * 0x1p-53;
  return sum;
}

}  // namespace

void add_statistics(Workloads& all) {
  using Random = std::mt19937_64;
  const auto as_float = [](Random& random) { return static_cast<float>(normal(random)); };
  const auto narrow = [](Random& random) { return 1.0F + static_cast<float>(random() >> 48) * 1e-7F; };
  add<float>(all, "f32/normal", DType::f32, as_float);
  add<float>(all, "f32/narrow", DType::f32, narrow);
  all.push_back(statistics<float>("f32/vector", DType::f32, vector_size, as_float, true));
  add<double>(all, "f64/normal", DType::f64, normal);
  const auto half = [](Random& random) { return static_cast<std::uint16_t>(random() & 0xbbff); };  // magnitude below 1
  add<std::uint16_t>(all, "f16", DType::f16, half);
  const auto word = [](Random& random) { return static_cast<std::int64_t>(random()); };
  add<std::int64_t>(all, "i64", DType::i64, word);
  const auto byte = [](Random& random) { return static_cast<std::uint8_t>(random()); };
  add<std::uint8_t>(all, "u8", DType::u8, byte);
  add_floors(all, "statistics/64MiB", [byte] {
    const auto numbers = elements<std::uint8_t>(large, byte);
    return Sample{numbers, std::as_bytes(std::span(*numbers)), {}};
  });
}

}  // namespace hallmark::benchmarks
