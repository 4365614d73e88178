#include "conformance/statistics/statistics.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <random>

#include "benchmarks/core/core.hpp"

namespace hallmark::benchmarks {
namespace {

constexpr std::uint64_t small = std::uint64_t{256} << 10;  // for the gate

// Elements of one type as in model weights or samples; `make` returns one.
template <class T, class Make>
Workload statistics(const std::string& name, DType dtype, std::uint64_t size, Make make) {
  return {"statistics/" + name,
          [=] {
            auto numbers = std::make_shared<std::vector<T>>(size / sizeof(T));
            std::mt19937_64 random(4);
            for (T& number : *numbers) number = make(random);
            auto engine = std::make_shared<conformance::StatisticsEngine>();
            const Bytes data = std::as_bytes(std::span(*numbers));
            const conformance::Statistics expected = engine->of(dtype, data);
            return Work{[=] {
                          benchmark::ClobberMemory();
                          const conformance::Statistics found = engine->of(dtype, std::as_bytes(std::span(*numbers)));
                          check_answer(found.std == expected.std && found.median.real == expected.median.real, name);
                        },
                        1, size};
          },
          size <= small};
}

// Sums of twelve uniform numbers: nearly normal, and the same on every machine.
double normal(std::mt19937_64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 11) * 0x1p-53;
  return sum;
}

constexpr std::uint64_t large = std::uint64_t{64} << 20;
constexpr std::uint64_t vector_size = 768 * sizeof(float);

}  // namespace

void add_statistics(Workloads& all) {
  using Random = std::mt19937_64;
  const auto as_float = [](Random& random) { return static_cast<float>(normal(random)); };
  const auto narrow = [](Random& random) { return 1.0F + static_cast<float>(random() >> 48) * 1e-7F; };
  const auto half = [](Random& random) { return static_cast<std::uint16_t>(random() & 0xbbff); };  // magnitude below 1
  const auto word = [](Random& random) { return static_cast<std::int64_t>(random()); };
  const auto byte = [](Random& random) { return static_cast<std::uint8_t>(random()); };
  all.push_back(statistics<float>("f32/vector", DType::f32, vector_size, as_float));
  for (const std::uint64_t size : {small, large}) {
    const std::string ending = size == small ? "/256KiB" : "/64MiB";
    all.push_back(statistics<float>("f32/normal" + ending, DType::f32, size, as_float));
    all.push_back(statistics<float>("f32/narrow" + ending, DType::f32, size, narrow));
    all.push_back(statistics<double>("f64/normal" + ending, DType::f64, size, normal));
    all.push_back(statistics<std::uint16_t>("f16" + ending, DType::f16, size, half));
    all.push_back(statistics<std::int64_t>("i64" + ending, DType::i64, size, word));
    all.push_back(statistics<std::uint8_t>("u8" + ending, DType::u8, size, byte));
  }
}

}  // namespace hallmark::benchmarks
