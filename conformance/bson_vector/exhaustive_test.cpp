// Every dtype byte with every padding byte, with data of 0 to 8 bytes and with every last byte: the codec agrees with
// the oracle, and the encoder writes what is valid and refuses the rest by the same rule. Fenced.
#include <algorithm>

#include "conformance/testing/counted.hpp"
#include "conformance/testing/fenced.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "conformance/testing/property.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {
namespace {

std::string difference(Bytes payload, bool valid) {
  const std::string found = testing::difference_from_oracle(*codec_named("bson-vector"), payload, {});
  if (!found.empty() || payload.size() < 2) return found;
  if (scratch_bound(payload) != 0) return "scratch";
  // A strict payload is the only encoding of its elements.
  const VectorView view{static_cast<VectorType>(payload[0]), std::to_integer<std::uint8_t>(payload[1]),
                        payload.subspan(2)};
  std::vector<std::byte> out(static_cast<std::size_t>(encoded_size(view)));
  Scratch none;
  const Encoded written = encode(view, none, out);
  if (valid) return written && std::ranges::equal(out, payload) ? "" : "encode writes";
  const auto faults = conformance::oracle_of("bson-vector").report(payload, {}).faults;
  return !written && written.refusal.rule->id == faults.front().rule ? "" : "encode refuses";
}

TEST_CASE("bson-vector: codec and encoder agree with the oracle on every dtype, padding and last byte") {
  // The last byte of the third, 10111000, has its lowest one in the middle: three paddings fit it, four do not.
  constexpr std::uint8_t data[][8] = {
      {}, {255, 255, 255, 255, 255, 255, 255, 255}, {0xc0, 0x55, 0x01, 0x80, 0x7f, 0xff, 0x00, 0xb8}};
  const testing::Fenced memory(10);
  testing::Counted compared;
  std::uint64_t accepted = 0;
  const auto compare = [&](Bytes unfenced) {
    const auto payload = memory.high().last(unfenced.size());
    std::ranges::copy(unfenced, payload.begin());
    Scratch none;
    const bool valid = static_cast<bool>(decode(payload, none));
    accepted += valid ? 1 : 0;
    const std::string found = difference(payload, valid);
    compared.check(found.empty(), [&] { return found + "; " + testing::hex(payload); });
  };
  compare({});
  for (int dtype = 0; dtype < 256; ++dtype) {
    compare(std::vector{static_cast<std::byte>(dtype)});
    for (int padding = 0; padding < 256; ++padding) {
      const auto with = [&](std::span<const std::uint8_t> elements) {
        std::vector payload{static_cast<std::byte>(dtype), static_cast<std::byte>(padding)};
        payload.insert(payload.end(), std::as_bytes(elements).begin(), std::as_bytes(elements).end());
        compare(payload);
      };
      for (const auto& bytes : data) {
        for (std::size_t length = 0; length <= 8; ++length) with(std::span(bytes).last(length));
      }
      if (dtype != 0x03 && dtype != 0x10 && dtype != 0x27) continue;
      for (int last = 0; last < 256; ++last) with(std::array{static_cast<std::uint8_t>(last)});
    }
  }
  compared.close(1 + 256 + 65536 * 27 + 3 * 65536);
  // INT8 and FLOAT32 with padding 0 and whole elements; PACKED_BIT with as many zero bits as padding.
  CHECK(accepted == (27 + 9 + 27 + 56 + 24) + (256 + 256 + 128 + 64 + 32 + 16 + 8 + 4 + 2));
}

}  // namespace
}  // namespace hallmark::bson_vector
