// SPDX-License-Identifier: Apache-2.0
// unique_names/<input>: names in order and shuffled. What colliding hashes cost is counted by the growth of costs.
#include "codecs/core/unique_names.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <string>

#include "benchmarks/core/core.hpp"

namespace hallmark::benchmarks {
namespace {

// Names stored one after the other, as in an input.
struct Table {
  std::string all;
  std::vector<std::uint64_t> ends;
  std::vector<std::byte> scratch;

  [[nodiscard]] Bytes name(std::uint32_t index) const {
    const std::uint64_t from = index == 0 ? 0 : ends[index - 1];
    return as_bytes(all).subspan(from, ends[index] - from);
  }
};

std::shared_ptr<Table> table(std::uint64_t count, bool ascending) {
  std::vector<std::uint64_t> numbers(count);
  for (std::uint64_t i = 0; i < count; ++i) numbers[i] = 10000000 + i;
  if (!ascending) std::shuffle(numbers.begin(), numbers.end(), std::mt19937_64(4));
  auto made = std::make_shared<Table>();
  for (const std::uint64_t number : numbers) {
    made->all += "model.layers." + std::to_string(number) + ".weight";
    made->ends.push_back(made->all.size());
  }
  made->scratch.resize(unique_names_scratch(count));
  return made;
}

Workload unique(const std::string& name, std::uint64_t count, bool ascending, bool gated) {
  return {"unique_names/" + name,
          [=] {
            auto names = table(count, ascending);
            return Work{[=] {
                          clobber_memory();
                          Scratch scratch(names->scratch);
                          const auto same =
                              find_same_names(count, [&](std::uint32_t i) { return names->name(i); }, scratch);
                          check_answer(same && same->size() == 0, name);
                        },
                        1, names->all.size(), ScratchMemory(names, &names->scratch)};
          },
          gated};
}

}  // namespace

void add_unique_names(Workloads& all) {
  all.push_back(unique("ascending-1000", 1000, true, true));
  all.push_back(unique("shuffled-100", 100, false, true));
  all.push_back(unique("shuffled-10000", 10000, false, true));
  all.push_back(unique("shuffled-1000000", 1000000, false, false));
  add_floors(all, "names-1000000", [] {
    const auto million = table(1000000, false);
    return Sample{million, as_bytes(million->all), {}};
  });
}

}  // namespace hallmark::benchmarks
