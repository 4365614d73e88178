// SPDX-License-Identifier: Apache-2.0
// Properties of `bson-vector` alone: payloads in and out, the elements of a view, and every small payload.
#include "conformance/testing/properties.hpp"

#include <algorithm>
#include <memory>

#include "conformance/bson_vector/generate.hpp"
#include "conformance/testing/counted.hpp"
#include "conformance/testing/fenced.hpp"
#include "conformance/testing/lasting.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::bson_vector {
namespace {

using testing::File;

HALLMARK_REFUSES_TEMPORARIES();

const Codec& codec() { return *codec_named("bson-vector"); }

void check_elements(const VectorView& view, Bytes data) {
  const std::uint64_t bits = view.dtype == VectorType::float32 ? 32 : view.dtype == VectorType::int8 ? 8 : 1;
  RC_ASSERT(view.elements() * bits + view.padding == data.size() * 8);
  for (std::size_t i = 0; i < view.elements(); ++i) {
    if (bits == 1) RC_ASSERT(bit(view, i) == (std::to_integer<int>(data[i / 8]) / (128 >> i % 8) % 2 == 1));
    if (bits != 32) continue;
    const auto read = std::bit_cast<std::uint32_t>(element<float>(view.data, i));
    RC_ASSERT(read == load_le<std::uint32_t>(data.data() + 4 * i));
  }
}

testing::Sample sample(const testing::Size& size, bool) {
  testing::Drawn choices(size.tape);
  const auto vector = std::make_shared<OwnedVector>(any_vector(choices, size.most));
  testing::Sample one{&codec(), conformance::written(vector->view()), {}, nullptr, {}};
  one.holds_model = [vector](const Codec&, Bytes payload, const Options&, bool) {
    Scratch none;
    const auto decoded = decode(payload, none);
    RC_ASSERT(static_cast<bool>(decoded));
    const File data(decoded->data.begin(), decoded->data.end());
    RC_ASSERT((OwnedVector{decoded->dtype, decoded->padding, data} == *vector));
    check_elements(*decoded, vector->data);
  };
  one.writings = {{&codec(), 0, [vector](Scratch&) { return encoded_size(vector->view()); },
                   [vector](Scratch& none, std::span<std::byte> out) { return encode(vector->view(), none, out); }}};
  return one;
}

TEST_CASE("bson-vector: every dtype, padding and last byte, and data of 0 to 8 bytes agree with the oracle") {
  // The last byte of the third, 10111000, has its lowest one in the middle: three paddings fit it, four do not.
  constexpr std::uint8_t data[][8] = {
      {}, {255, 255, 255, 255, 255, 255, 255, 255}, {0xc0, 0x55, 0x01, 0x80, 0x7f, 0xff, 0x00, 0xb8}};
  const testing::Fenced memory(10);
  testing::Counted compared;
  std::uint64_t accepted = 0;
  const auto compare = [&](std::initializer_list<int> header, std::span<const std::uint8_t> elements) {
    const auto payload = memory.high().last(header.size() + elements.size());
    std::ranges::transform(header, payload.begin(), [](int byte) { return static_cast<std::byte>(byte); });
    std::ranges::copy(std::as_bytes(elements), payload.begin() + static_cast<std::ptrdiff_t>(header.size()));
    Scratch none;
    const auto decoded = decode(payload, none);
    accepted += decoded ? 1 : 0;
    std::string found = testing::difference_from_oracle(codec(), payload, {});
    if (payload.size() >= 2) {  // a strict payload is the only encoding of its elements
      File out(payload.size());
      const Encoded written =
          encode({VectorType(payload[0]), std::to_integer<std::uint8_t>(payload[1]), payload.subspan(2)}, none, out);
      if (written.refusal.rule != decoded.violation().rule || !std::ranges::equal(out, payload)) found += "encoder";
    }
    compared.check(found.empty(), [&] { return found + "; " + testing::hex(payload); });
  };
  compare({}, {});
  for (int dtype = 0; dtype < 256; ++dtype) {
    compare({dtype}, {});
    for (int padding = 0; padding < 256; ++padding) {
      for (const auto& bytes : data) {
        for (std::size_t length = 0; length <= 8; ++length) compare({dtype, padding}, std::span(bytes).last(length));
      }
      if (dtype != 0x03 && dtype != 0x10 && dtype != 0x27) continue;
      for (int last = 0; last < 256; ++last) compare({dtype, padding, last}, {});
    }
  }
  compared.close(1 + 256 + 65536 * 27 + 3 * 65536);
  // INT8 and FLOAT32 with padding 0 and whole elements; PACKED_BIT with as many zero bits as padding.
  CHECK(accepted == (27 + 9 + 27 + 56 + 24) + (256 + 256 + 128 + 64 + 32 + 16 + 8 + 4 + 2));
}

}  // namespace
}  // namespace hallmark::bson_vector

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{.name = "bson_vector",
                          .sample = bson_vector::sample,
                          .whole = {200, 40},
                          .cut = {200, 40},
                          .edge = {200, 40},
                          .small = Size{200, 40},
                          .three_faults = 0};  // a payload has no place for three
  return own;
}
