// SPDX-License-Identifier: Apache-2.0
#include <boost/locale/utf.hpp>
#include <iterator>

#include "benchmarks/core/core.hpp"
#include "benchmarks/harness/random.hpp"
#include "codecs/core/scan.hpp"
#include "codecs/core/utf8_kernels.hpp"

namespace hallmark::benchmarks {
namespace {

using Scan = std::function<std::uint64_t(Bytes)>;
using Memory = std::shared_ptr<File>;

Memory bools(std::uint64_t size) {
  auto memory = std::make_shared<File>(size);
  Random random;
  for (std::byte& byte : *memory) byte = static_cast<std::byte>(random.below(2));
  return memory;
}

using Utf8 = boost::locale::utf::utf_traits<char>;

// Text of random characters: nothing of it can be predicted.
struct Script {
  const char* name;
  unsigned of_hundred;             // so many percent are not ASCII
  unsigned least_size, most_size;  // of those, in bytes
  bool gated = false;              // counted by the gate, 64 KiB of it
};
constexpr Script scripts[] = {
    {"ascii", 0, 2, 2, true}, {"mixed", 10, 2, 4}, {"half", 50, 2, 4},   {"foreign", 100, 2, 4, true},
    {"cyrillic", 100, 2, 2},  {"cjk", 100, 3, 3},  {"emoji", 100, 4, 4},
};

// The characters of two, three and four bytes: the three scripts.
struct Block {
  std::uint32_t first, characters;
};
constexpr Block blocks[] = {{0x400, 0x100}, {0x4e00, 0x5200}, {0x1f300, 0x300}};

Memory text(std::uint64_t size, const Script& script, Random& random) {
  std::string all;
  while (all.size() < size) {
    if (random.below(100) < script.of_hundred) {
      const std::uint64_t sizes = script.most_size - script.least_size + 1;
      const Block& block = blocks[script.least_size + random.below(sizes) - 2];
      Utf8::encode(static_cast<std::uint32_t>(block.first + random.below(block.characters)), std::back_inserter(all));
    } else {
      all += static_cast<char>('a' + random.below(26));
    }
  }
  const auto bytes = as_bytes(all);
  return std::make_shared<File>(bytes.begin(), bytes.end());
}

Workload scan(const std::string& name, const Scan& find, std::function<Memory()> input, bool gated) {
  return {name,
          [=] {
            const Memory memory = input();
            return Work{[=] {
                          clobber_memory();
                          check_answer(find(*memory) == nowhere, name);
                        },
                        1, memory->size()};
          },
          gated};
}

// Strings as in documents: 5 to 30 bytes, one in ten of this script. They are too short for kernels.
Workload short_strings(const std::string& name, const Script& script) {
  return {name,
          [=] {
            constexpr std::size_t count = 1024;
            auto strings = std::make_shared<std::vector<Memory>>();
            Random random;
            for (std::size_t i = 0; i < count; ++i) {
              const std::uint64_t size = 5 + random.below(26);
              strings->push_back(text(size, scripts[0], random));
              if (i % 10 == 0) strings->back() = text(size, script, random);
            }
            return repeated(count, 0, [strings, name](std::uint64_t i) {
              check_answer(find_invalid_utf8(*(*strings)[i]) == nowhere, name);
            });
          },
          true};
}

// By the kernel that this processor gets, and by each that it can run. The gate counts the latter: what it counts must
// not depend on the processor.
void add_text(Workloads& all, const Script& script, std::uint64_t size, const std::string& suffix, bool small_size) {
  const bool gated = small_size && script.gated;
  const std::string name = std::string("scan/utf8/") + script.name + suffix;
  const auto make = [=] {
    Random random;
    return text(size, script, random);
  };
  all.push_back(scan(name, find_invalid_utf8, make, false));
  for (const Utf8Kernel& kernel : utf8_kernels()) {
    if (!kernel.runs_here()) continue;
    const auto find = [&kernel](Bytes bytes) { return find_invalid_utf8_with(kernel, bytes); };
    all.push_back(scan(name + "/" + kernel.name, find, make, gated));
  }
}

constexpr std::uint64_t small = std::uint64_t{64} << 10;
constexpr std::uint64_t large = std::uint64_t{64} << 20;

}  // namespace

void add_scans(Workloads& all) {
  for (const auto& [size, name] : {std::pair{small, "64KiB"}, std::pair{large, "64MiB"}}) {
    const std::string suffix = std::string("/") + name;
    const bool gated = size == small;
    const auto make_bools = [bytes = size] { return bools(bytes); };
    all.push_back(scan("scan/bool" + suffix, find_non_bool, make_bools, gated));
    all.push_back(
        scan("scan/zero" + suffix, find_non_zero, [bytes = size] { return std::make_shared<File>(bytes); }, gated));
    for (const Script& script : scripts) add_text(all, script, size, suffix, gated);
    add_floors(all, std::string("core/") + name, [bytes = size] { return *bools(bytes); });
  }
  all.push_back(short_strings("scan/utf8/short", scripts[1]));
  all.push_back(short_strings("scan/utf8/short-foreign", scripts[3]));
}

}  // namespace hallmark::benchmarks
