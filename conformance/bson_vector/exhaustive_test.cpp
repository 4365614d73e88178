// Every dtype byte with every padding byte, with data of 0 to 8 bytes: the codec agrees with the oracle, and the
// encoder writes what is valid and refuses the rest by the same rule. Fenced.
#include <algorithm>
#include <array>
#include <string>

#include "conformance/testing/fenced.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "conformance/testing/property.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {
namespace {

// Tally compares all operations, in both profiles; it counts inputs and describes the first disagreement.
struct Tally {
  std::uint64_t inputs = 0;
  std::uint64_t valid = 0;  // in strict
  std::string disagreement;
  testing::Fenced memory{10};

  void compare(Bytes unfenced) {
    ++inputs;
    const auto payload = memory.high().last(unfenced.size());
    std::ranges::copy(unfenced, payload.begin());
    Scratch none;
    if (decode(payload, none)) ++valid;
    if (!disagreement.empty()) return;
    disagreement = testing::difference_from_oracle(*codec_named("bson-vector"), payload, {});
    if (disagreement.empty() && payload.size() >= 2) disagreement = of_encoder(payload);
    if (disagreement.empty() && scratch_bound(payload) != 0) disagreement = "scratch";
    if (!disagreement.empty()) disagreement += "; " + testing::hex(payload);
  }
  // A strict payload is the only encoding of its elements.
  static std::string of_encoder(Bytes payload) {
    const VectorView view{static_cast<VectorType>(payload[0]), std::to_integer<std::uint8_t>(payload[1]),
                          payload.subspan(2)};
    std::vector<std::byte> out(static_cast<std::size_t>(encoded_size(view)));
    Scratch none;
    const Encoded written = encode(view, none, out);
    const auto faults = conformance::oracle_of("bson-vector").report(payload, {}).faults;
    if (!written) return faults.empty() || written.refusal.rule->id != faults.front().rule ? "encode refuses" : "";
    return faults.empty() && std::ranges::equal(out, payload) ? "" : "encode writes";
  }
};

// The last byte of the mixed data, 10111000, has its lowest one in the middle: three paddings fit it, four do not.
using Data = std::array<std::uint8_t, 8>;
constexpr Data zeros{};
constexpr Data ones{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
constexpr Data mixed{0xb8, 0x00, 0xff, 0x7f, 0x80, 0x01, 0x55, 0xc0};  // from the last byte to the first

TEST_CASE("bson-vector: every dtype and padding with 0 to 8 bytes of data agrees with the oracle") {
  Tally tally;
  std::array<std::byte, 10> payload{};
  for (const Data& data : {zeros, ones, mixed}) {
    for (std::size_t length = 0; length <= data.size(); ++length) {
      for (std::size_t i = 0; i < length; ++i) payload[2 + i] = static_cast<std::byte>(data[length - 1 - i]);
      for (int dtype = 0; dtype < 256; ++dtype) {
        for (int padding = 0; padding < 256; ++padding) {
          payload[0] = static_cast<std::byte>(dtype);
          payload[1] = static_cast<std::byte>(padding);
          tally.compare(Bytes(payload).first(2 + length));
        }
      }
    }
  }
  CHECK(tally.disagreement == "");
  CHECK(tally.inputs == 3 * 9 * 65536);
  // Counted by hand. INT8: padding 0, 27 inputs. FLOAT32: padding 0, lengths 0, 4, 8, 3 contents: 9. PACKED_BIT:
  // padding 0, 27; paddings 1 to 7 of 8 lengths: zeros all 56, ones none, mixed 3 of 7: 24.
  CHECK(tally.valid == 27 + 9 + 27 + 56 + 24);
}

TEST_CASE("bson-vector: every padding with every last byte agrees with the oracle") {
  Tally tally;
  for (const std::uint8_t dtype : {0x03, 0x10, 0x27}) {
    for (int padding = 0; padding < 256; ++padding) {
      for (int last = 0; last < 256; ++last) {
        const std::array payload{static_cast<std::byte>(dtype), static_cast<std::byte>(padding),
                                 static_cast<std::byte>(last)};
        tally.compare(payload);
      }
    }
  }
  CHECK(tally.disagreement == "");
  // INT8 with padding 0; PACKED_BIT: 256 >> padding bytes end in `padding` zero bits.
  CHECK(tally.valid == 256 + 256 + 128 + 64 + 32 + 16 + 8 + 4 + 2);
}

TEST_CASE("bson-vector: payloads shorter than the header are truncated at their end") {
  Tally tally;
  tally.compare({});
  for (int byte = 0; byte < 256; ++byte) {
    const std::array payload{static_cast<std::byte>(byte)};
    tally.compare(payload);
  }
  CHECK(tally.disagreement == "");
  CHECK(tally.valid == 0);
}

}  // namespace
}  // namespace hallmark::bson_vector
