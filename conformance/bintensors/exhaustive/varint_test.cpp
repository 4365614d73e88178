// SPDX-License-Identifier: Apache-2.0
// Varints: every input of up to three bytes; up to ten bytes with every first byte and 00, 01 or ff after it; every
// value of 32 bits after its mark.
#include "codecs/bintensors/varint.hpp"

#include <array>

#include "conformance/testing/counted.hpp"
#include "conformance/testing/fenced.hpp"
#include "conformance/testing/property.hpp"
#include "conformance/testing/recorded.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;
using bintensors::rule;
using bintensors::Width;

struct Answer {
  const Rule* rule = nullptr;
  std::uint64_t value = 0;
  std::uint64_t size = 0;
  bool operator==(const Answer&) const = default;
};

// The specification: up to 250 a number is itself; 251, 252 and 253 stand before 2, 4 and 8 bytes, of a number that
// needs them.
Answer specified(Bytes input, std::uint64_t widest) {
  if (input.empty()) return {&truncated};
  const auto first = std::to_integer<std::uint64_t>(input[0]);
  if (first <= 250) return {nullptr, first, 1};
  if (first > widest) return {first > 253 ? &rule<"bintensors/varint-mark"> : &rule<"bintensors/varint-mark-dtype">};
  const std::size_t bytes = std::size_t{2} << (first - 251);
  if (input.size() - 1 < bytes) return {&truncated};
  std::uint64_t value = 0;
  for (std::size_t i = bytes; i > 0; --i) value = value << 8 | std::to_integer<std::uint64_t>(input[i]);
  const std::uint64_t shorter = bytes == 2 ? 250 : bytes == 4 ? 0xffff : 0xffffffff;
  if (value <= shorter) return {&rule<"bintensors/varint-not-minimal">};
  return {nullptr, value, 1 + bytes};
}

template <Width width>
Answer found(Bytes input) {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  const bintensors::Varint number = bintensors::read_varint<true, width>(in, "number");
  if (findings.verdict() != Verdict::valid) return {findings.decisive().rule};
  return {nullptr, number.value, in.offset()};
}

// A number that is accepted is also written with these bytes, and read back without its form being judged.
bool is_written(Bytes input, const Answer& answer) {
  std::array<std::byte, 9> memory;
  Writer to(memory);
  bintensors::write_varint(to, answer.value, bintensors::shortest_varint(answer.value));
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  const std::uint64_t value = bintensors::read_varint<false>(in, "number");
  return to.size() == answer.size && std::equal(memory.begin(), memory.begin() + answer.size, input.begin()) &&
         in.ok() && value == answer.value && in.offset() == answer.size;
}

void check(Counted& counted, Bytes input) {
  const Answer answer = specified(input, 253);
  counted.check(found<Width::u64>(input) == answer && found<Width::u32>(input) == specified(input, 252) &&
                    (answer.rule != nullptr || is_written(input, answer)),
                [&] { return hex(input); });
}

// The bytes end at an inaccessible page.
std::span<std::byte> last(const Fenced& memory, std::size_t size) { return memory.high().last(size); }

}  // namespace

TEST_CASE("exhaustive: every varint of up to three bytes") {
  Counted counted;
  const Fenced memory(3);
  for (std::size_t size = 0; size <= 3; ++size) {
    const auto input = last(memory, size);
    for (std::uint32_t number = 0; number < std::uint32_t{1} << (8 * size); ++number) {
      for (std::size_t i = 0; i < size; ++i) input[i] = static_cast<std::byte>(number >> (8 * i) & 0xff);
      check(counted, input);
    }
  }
  counted.close(1 + 0x100 + 0x10000 + 0x1000000);
}

TEST_CASE("exhaustive: varints of up to ten bytes, of bytes that are the least, the next and the greatest") {
  constexpr std::array alphabet = {std::byte{0x00}, std::byte{0x01}, std::byte{0xff}};
  Counted counted;
  const Fenced memory(10);
  std::uint64_t cases = 0;
  std::uint64_t tails = 27;
  for (std::size_t size = 4; size <= 10; ++size, tails *= 3) {
    const auto input = last(memory, size);
    for (unsigned first = 0; first < 256; ++first) {
      input[0] = static_cast<std::byte>(first);
      for (std::uint64_t tail = 0; tail < tails; ++tail) {
        std::uint64_t left = tail;
        for (std::size_t i = 1; i < size; ++i, left /= 3) input[i] = alphabet[left % 3];
        check(counted, input);
      }
    }
    cases += 256 * tails;
  }
  counted.close(cases);
}

TEST_CASE("exhaustive: every varint of 32 bits, with and without bytes after it") {
  Counted counted;
  const Fenced memory(9);
  const auto exact = last(memory, 5);
  const auto more = last(memory, 9);
  constexpr std::uint64_t shortest = 0x10000;
  for (std::uint64_t value = 0; value <= UINT32_MAX; ++value) {
    // The other half of the values lies in the longer input.
    const auto input = value % 2 == 0 ? exact : more;
    input[0] = std::byte{252};
    store_le(input.data() + 1, static_cast<std::uint32_t>(value));
    const Answer answer =
        value < shortest ? Answer{&bintensors::rule<"bintensors/varint-not-minimal">} : Answer{nullptr, value, 5};
    counted.check(found<Width::u64>(input) == answer, [&] { return std::to_string(value); });
  }
  counted.close(std::uint64_t{1} << 32);
}
