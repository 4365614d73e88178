// SPDX-License-Identifier: Apache-2.0
// Headers that are cut off, in memory between fences; and bounds that look at no header that is not here.
#include "conformance/safetensors/generate.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"
#include "conformance/testing/invariants.hpp"

namespace hallmark::safetensors {
namespace {

TEST_CASE("safetensors: between fences every length of a header that is cut off is looked at and not read across") {
  testing::each_cut_text({R"(8 bytes:{")", R"(8 bytes:{"\)", R"(8 bytes:{"a":{"shape":[1,)",
                          R"(8 bytes:{"a":{"dtype":")", R"(8 bytes:{"a":1.5e)", "8 bytes:{}"},
                         "a7 \"\\", [](std::span<std::byte> data) {
                           if (data.size() < 8) return;
                           store_le(data.data(), std::uint64_t{data.size() - 8});
                           (void)codec().recognise(Bytes(data));
                           CHECK(conformance::run_codec(codec(), data, {}).verdict != Verdict::limited);
                         });
}

TEST_CASE("safetensors: of a file that is here in part, N says what is asked for, and what is too large") {
  const auto decided = [](std::uint64_t n) {
    const testing::Fenced memory(8);
    store_le(memory.high().data(), n);
    const Input file(memory.high(), n + 8);
    CHECK(codec().scratch_bound(file, {}) == 0);
    Scratch none;
    return codec().decode(file, none, {});
  };
  CHECK(decided(default_max_header).rule->id == "hallmark/window");
  CHECK(decided(default_max_header).expected.magnitude == default_max_header + 8);
  CHECK(decided(default_max_header + 1).rule->id == "safetensors/header-limit");
}

}  // namespace
}  // namespace hallmark::safetensors
