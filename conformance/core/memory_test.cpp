// SPDX-License-Identifier: Apache-2.0
// Scratch hands out, Writer fills; neither goes outside what the caller gave.
#include <array>
#include <cstdint>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/core/writer.hpp"

namespace {

using hallmark::Scratch;
using hallmark::Writer;

bool aligned(const void* at, std::size_t alignment) { return reinterpret_cast<std::uintptr_t>(at) % alignment == 0; }

std::vector<int> values_of(std::span<const std::byte> bytes) {
  std::vector<int> all;
  for (const std::byte byte : bytes) all.push_back(std::to_integer<int>(byte));
  return all;
}

struct alignas(16) Aligned {
  std::uint64_t words[2];
};

template <class T>
void check_every_start() {
  alignas(64) std::array<std::byte, 256> memory;
  for (std::size_t start = 0; start < 32; ++start) {
    CAPTURE(start, sizeof(T));
    memory.fill(std::byte{0xee});
    Scratch scratch{std::span(memory).subspan(start)};
    const auto taken = scratch.room<T>(3);
    REQUIRE(taken.size() == 3);
    CHECK(aligned(taken.data(), alignof(T)));
    const auto* first = reinterpret_cast<const std::byte*>(taken.data());
    const std::size_t skipped = static_cast<std::size_t>(first - memory.data()) - start;
    CHECK(skipped < alignof(T));
    CHECK(scratch.used() == skipped + 3 * sizeof(T));
    for (const std::byte byte : memory) CHECK(byte == std::byte{0xee});
  }
}

}  // namespace

TEST_CASE("scratch: what is taken is aligned, and nothing is touched") {
  check_every_start<std::uint8_t>();
  check_every_start<std::uint32_t>();
  check_every_start<std::uint64_t>();
  check_every_start<Aligned>();
}

// Where words lie: 4 on i686.
constexpr std::size_t word_bytes = alignof(std::uint64_t);

TEST_CASE("scratch: parts do not overlap and are used to the last byte") {
  alignas(8) std::array<std::byte, word_bytes + 24> memory{};
  Scratch scratch(memory);
  const auto bytes = scratch.room<std::uint8_t>(1);
  const auto words = scratch.room<std::uint64_t>(3);
  REQUIRE(bytes.size() == 1);
  REQUIRE(words.size() == 3);
  CHECK(static_cast<void*>(words.data()) == memory.data() + word_bytes);
  CHECK(scratch.used() == word_bytes + 24);
  CHECK(scratch.room<std::uint8_t>(1).empty());
}

TEST_CASE("scratch: what does not fit is refused and takes nothing") {
  alignas(8) std::array<std::byte, 16> memory{};
  for (const std::uint64_t count : {std::uint64_t{3}, std::uint64_t{1} << 61, UINT64_MAX}) {
    Scratch scratch(memory);
    CAPTURE(count);
    CHECK(scratch.room<std::uint64_t>(count).empty());
    CHECK(scratch.used() == 0);
    CHECK(scratch.room<std::uint64_t>(2).size() == 2);
  }
  Scratch one_off{std::span(memory).subspan(1)};
  CHECK(one_off.room<std::uint64_t>(2).empty());  // 15 bytes, 7 of them alignment
  CHECK(one_off.room<std::uint64_t>(1).size() == 1);
  Scratch none;
  CHECK(none.room<std::uint8_t>(1).empty());
  CHECK(none.room<std::uint8_t>(0).empty());
  CHECK(none.used() == 0);
}

TEST_CASE("scratch: after a reset the same memory is handed out again") {
  alignas(8) std::array<std::byte, 16> memory{};
  Scratch scratch(memory);
  const auto first = scratch.room<std::uint64_t>(2);
  REQUIRE(first.size() == 2);
  CHECK(scratch.room<std::uint64_t>(1).empty());
  scratch.reset();
  CHECK(scratch.used() == 0);
  CHECK(scratch.room<std::uint64_t>(2).data() == first.data());
}

TEST_CASE("writer: zeros and reserved parts take their place, and are refused when they do not fit") {
  std::array<std::byte, 8> memory;
  memory.fill(std::byte{0xee});
  Writer out(memory);
  out.zeros(2);
  const auto part = out.reserve(3);
  REQUIRE(part.size() == 3);
  part[2] = std::byte{7};
  CHECK(values_of(memory) == std::vector<int>{0, 0, 0xee, 0xee, 7, 0xee, 0xee, 0xee});
  CHECK(out.reserve(4).empty());
  CHECK_FALSE(out.fits());
  CHECK(out.size() == 9);
  out.zeros(1);  // nothing follows a part that was left out
  CHECK(values_of(memory) == std::vector<int>{0, 0, 0xee, 0xee, 7, 0xee, 0xee, 0xee});
  Writer most(memory);
  const volatile std::uint64_t everything = UINT64_MAX;  // volatile: g++ 12 warns of the size it can see
  most.zeros(everything);
  most.zeros(2);  // the size wraps; that it does not fit is remembered
  CHECK_FALSE(most.fits());
  CHECK(values_of(memory)[0] == 0);
  CHECK(values_of(memory)[2] == 0xee);
}

TEST_CASE("writer: integers are little-endian and bytes follow each other") {
  std::array<std::byte, 32> memory{};
  Writer out(memory);
  out.u8(0x01);
  out.u32le(0x05040302);
  out.i32le(-2);
  out.u64le(0x1122334455667788);
  const std::byte last[] = {std::byte{9}, std::byte{8}};
  out.bytes(last);
  out.bytes({});
  CHECK(out.fits());
  CHECK(out.size() == 19);
  CHECK(values_of(std::span(memory).first(20)) == std::vector<int>{1,    2,    3,    4,    5,    0xfe, 0xff,
                                                                   0xff, 0xff, 0x88, 0x77, 0x66, 0x55, 0x44,
                                                                   0x33, 0x22, 0x11, 9,    8,    0});
}

TEST_CASE("writer: a short memory is measured, not overrun") {
  const auto fill = [](Writer& out) {
    out.u32le(0xaaaaaaaa);
    out.u64le(0xbbbbbbbbbbbbbbbb);
    out.u8(0xcc);
  };
  for (std::size_t room = 0; room <= 14; ++room) {
    CAPTURE(room);
    std::array<std::byte, 16> memory;
    memory.fill(std::byte{0xee});
    Writer out{std::span(memory).first(room)};
    fill(out);
    CHECK(out.size() == 13);
    CHECK(out.fits() == (room >= 13));
    for (std::size_t i = room; i < memory.size(); ++i) CHECK(memory[i] == std::byte{0xee});
    // Nothing is written behind a part that was left out.
    if (room < 13) CHECK(memory[12] == std::byte{0xee});
    if (room >= 4 && room < 12) CHECK(memory[4] == std::byte{0xee});
  }
  Writer measuring;
  fill(measuring);
  CHECK(measuring.size() == 13);
  CHECK_FALSE(measuring.fits());
}

TEST_CASE("writer: patch overwrites inside the memory and nowhere else") {
  std::array<std::byte, 8> memory{};
  Writer out{std::span(memory).first(6)};
  out.patch<std::uint32_t>(2, 0xffffffff);
  CHECK(values_of(memory) == std::vector<int>{0, 0, 255, 255, 255, 255, 0, 0});
  memory.fill(std::byte{0});
  for (const std::uint64_t at : {std::uint64_t{3}, std::uint64_t{6}, std::uint64_t{7}, UINT64_MAX - 1, UINT64_MAX}) {
    out.patch<std::uint32_t>(at, 0xffffffff);
  }
  CHECK(values_of(memory) == std::vector<int>(8, 0));
  Writer none;
  none.patch<std::uint8_t>(0, 1);
}
