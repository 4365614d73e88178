// SPDX-License-Identifier: Apache-2.0
// Headers that are cut off, in memory between fences; and bounds that look at no header that is not here.
#include "conformance/safetensors/generate.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"
#include "conformance/testing/invariants.hpp"

namespace hallmark::safetensors {
namespace {

TEST_CASE("safetensors: between fences every length of a header that is cut off is looked at and not read across") {
  for (std::size_t size = 8; size <= 300; ++size) {
    const testing::Fenced memory(size);
    for (const auto data : {memory.low(), memory.high()}) {
      for (const std::string_view text :
           {"{\"", "{\"\\", "{\"a\":{\"shape\":[1,", "{\"a\":{\"dtype\":\"", "{\"a\":1.5e", "{}"}) {
        for (const char fill : {'a', '7', ' ', '"', '\\'}) {
          std::ranges::fill(data, static_cast<std::byte>(fill));
          store_le(data.data(), std::uint64_t{size - 8});
          std::ranges::copy(as_bytes(text.substr(0, std::min(text.size(), size - 8))), data.begin() + 8);
          (void)codec().recognise(Bytes(data));
          CHECK(conformance::run_codec(codec(), data, {}).verdict != Verdict::limited);
        }
      }
    }
  }
}

TEST_CASE("safetensors: of a file that is here in part, N says what is asked for, and what is too large") {
  const auto decided = [](std::uint64_t n) {
    const testing::Fenced memory(8);
    store_le(memory.high().data(), n);
    const Input file(memory.high(), n + 8);
    std::vector<std::byte> scratch_memory(static_cast<std::size_t>(codec().scratch_bound(file, {})));
    Scratch scratch(scratch_memory);
    return codec().decode(file, scratch, {});
  };
  CHECK(decided(default_max_header).rule->id == "hallmark/window");
  CHECK(decided(default_max_header).expected.magnitude == default_max_header + 8);
  CHECK(decided(default_max_header + 1).rule->id == "safetensors/header-limit");
}

}  // namespace
}  // namespace hallmark::safetensors
