#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <string>

#include "benchmarks/core/core.hpp"
#include "codecs/core/scan.hpp"

namespace hallmark::benchmarks {
namespace {

using Scan = std::uint64_t (*)(Bytes) noexcept;
using Memory = std::shared_ptr<std::vector<std::byte>>;

Memory bools(std::uint64_t size) {
  auto memory = std::make_shared<std::vector<std::byte>>(size);
  std::minstd_rand random(1);
  for (std::byte& byte : *memory) byte = static_cast<std::byte>(random() >> 8 & 1);
  return memory;
}

// Text with `of_hundred` percent of multi-byte characters.
Memory text(std::uint64_t size, unsigned of_hundred) {
  constexpr std::string_view longer[] = {"\xc3\xa9", "\xe4\xba\xac", "\xf0\x9f\x8c\x8a"};
  std::string all;
  std::minstd_rand random(2);
  while (all.size() < size) {
    if (random() % 100 < of_hundred) {
      all += longer[random() % 3];
    } else {
      all += static_cast<char>('a' + random() % 26);
    }
  }
  const auto bytes = as_bytes(all);
  return std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
}

Workload scan(const std::string& name, Scan find, std::function<Memory()> input, bool gated) {
  return {name,
          [=] {
            const Memory memory = input();
            return Work{[=] {
                          benchmark::ClobberMemory();
                          check_answer(find(*memory) == nowhere, name);
                        },
                        1, memory->size()};
          },
          gated};
}

// Strings as in documents: 5 to 30 bytes, one in ten not ASCII.
Workload short_strings() {
  return {"scan/utf8/short",
          [] {
            constexpr std::size_t count = 1024;
            auto strings = std::make_shared<std::vector<Memory>>();
            std::minstd_rand random(3);
            for (std::size_t i = 0; i < count; ++i) {
              const std::uint64_t size = 5 + random() % 26;
              strings->push_back(text(size, i % 10 == 0 ? 10 : 0));
            }
            return repeated(count, 0, [strings](std::uint64_t i) {
              check_answer(find_invalid_utf8(*(*strings)[i]) == nowhere, "scan/utf8/short");
            });
          },
          true};
}

constexpr std::uint64_t small = std::uint64_t{64} << 10;
constexpr std::uint64_t large = std::uint64_t{64} << 20;

}  // namespace

void add_scans(Workloads& all) {
  for (const auto& [size, name] : {std::pair{small, "64KiB"}, std::pair{large, "64MiB"}}) {
    const std::string suffix = std::string("/") + name;
    const bool gated = size == small;
    const auto make_bools = [bytes = size] { return bools(bytes); };
    const auto make_text = [bytes = size](unsigned of_hundred) {
      return [bytes, of_hundred] { return text(bytes, of_hundred); };
    };
    all.push_back(scan("scan/bool" + suffix, find_non_bool, make_bools, gated));
    all.push_back(scan(
        "scan/zero" + suffix, find_non_zero, [bytes = size] { return std::make_shared<std::vector<std::byte>>(bytes); },
        gated));
    all.push_back(scan("scan/utf8/ascii" + suffix, find_invalid_utf8, make_text(0), gated));
    all.push_back(scan("scan/utf8/mixed" + suffix, find_invalid_utf8, make_text(10), gated));
    all.push_back(scan("scan/utf8/foreign" + suffix, find_invalid_utf8, make_text(100), gated));
    auto input = bools(size);
    add_floors(all, std::string("core/") + name, [input] { return Bytes(*input); });
  }
  all.push_back(short_strings());
}

}  // namespace hallmark::benchmarks
