// Properties of `bson-vector` alone: payloads in and out, the elements of a view.
#include "conformance/testing/properties.hpp"

#include <algorithm>
#include <memory>

#include "conformance/bson_vector/generate.hpp"
#include "hallmark/bson_vector.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::bson_vector {
namespace {

using testing::File;

const Codec& codec() { return *codec_named("bson-vector"); }

OwnedVector vector_of(int tape_length, std::uint32_t most) {
  const testing::Tape tape = *testing::any_tape(tape_length);
  conformance::Choices choices(tape);
  return any_vector(choices, most);
}

testing::Sample sample(const testing::Size& size, bool) {
  const auto vector = std::make_shared<OwnedVector>(vector_of(size.tape, size.most));
  testing::Sample one{&codec(), encoded(vector->view()), {}, nullptr, {}};
  one.holds_model = [vector](const Codec&, Bytes payload, const Options&, bool) {
    Scratch none;
    const auto decoded = decode(payload, none);
    RC_ASSERT(static_cast<bool>(decoded));
    RC_ASSERT(decoded->dtype == vector->dtype);
    RC_ASSERT(decoded->padding == vector->padding);
    RC_ASSERT(std::ranges::equal(decoded->data, vector->data));
  };
  const auto again = [](const Codec&, Bytes payload, const Options&) {
    Scratch none;
    return encoded(*decode(payload, none));
  };
  one.writings = {{&codec(), 0, [vector](Scratch&) { return encoded_size(vector->view()); },
                   [vector](Scratch& none, std::span<std::byte> out) { return encode(vector->view(), none, out); },
                   again}};
  return one;
}

TEST_CASE("bson-vector: the elements of a view are those that were put in, at any alignment") {
  CHECK(rc::check([] {
    const OwnedVector vector = vector_of(200, 40);
    File payload = encoded(vector.view());
    const auto shift = *rc::gen::inRange<std::size_t>(0, 8);
    payload.insert(payload.begin(), shift, std::byte{0});
    Scratch none;
    const auto decoded = decode(Bytes(payload).subspan(shift), none);
    RC_ASSERT(static_cast<bool>(decoded));
    const bool bits = vector.dtype == VectorType::packed_bit;
    const std::size_t width = vector.dtype == VectorType::float32 ? 4 : 1;
    RC_ASSERT(decoded->elements() == vector.data.size() * (bits ? 8 : 1) / width - vector.padding);
    for (std::uint64_t i = 0; i < decoded->elements(); ++i) {
      if (bits) {
        const auto byte = std::to_integer<int>(vector.data[static_cast<std::size_t>(i / 8)]);
        RC_ASSERT(bit(*decoded, i) == (byte / (128 >> i % 8) % 2 == 1));
      } else if (width == 4) {
        const auto read = std::bit_cast<std::uint32_t>(element<float>(decoded->data, i));
        RC_ASSERT(read == load_le<std::uint32_t>(vector.data.data() + 4 * i));
      }
    }
  }));
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
