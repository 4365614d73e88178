// Properties of `bson-vector` alone: payloads in and out, what an encoder refuses, the elements of a view.
#include <algorithm>
#include <memory>

#include "codecs/bson_vector/rules.hpp"
#include "conformance/bson_vector/generate.hpp"
#include "conformance/bson_vector/oracle.hpp"
#include "conformance/testing/oracle_check.hpp"
#include "conformance/testing/properties.hpp"
#include "hallmark/bson_vector.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::bson_vector {
namespace {

using testing::File;

const Codec& codec() { return *codec_named("bson-vector"); }

File encoded(const VectorView& vector) {
  File out(static_cast<std::size_t>(encoded_size(vector)));
  Scratch none;
  RC_ASSERT(static_cast<bool>(encode(vector, none, out)));
  return out;
}

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

TEST_CASE("bson-vector: a payload that strict accepts is its own re-encoding") {
  CHECK(rc::check([] {
    // Two bytes of known kinds, so that many payloads are accepted.
    auto bytes = *testing::any_tape(64);
    const auto dtype = *rc::gen::element<std::uint8_t>(0x03, 0x10, 0x27);
    const auto padding = *rc::gen::inRange<std::uint8_t>(0, 9);
    bytes.insert(bytes.begin(), {dtype, padding});
    const Bytes payload = std::as_bytes(std::span(bytes));
    Scratch none;
    const auto decoded = decode(payload, none);
    if (!decoded) return;
    RC_ASSERT(std::ranges::equal(encoded(*decoded), payload));
  }));
}

TEST_CASE("bson-vector: encode refuses what the decoder would reject, by the same rule") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(64);
    const auto dtype = *rc::gen::element<std::uint8_t>(0x00, 0x03, 0x04, 0x10, 0x27, 0xff);
    const auto padding = *rc::gen::inRange<std::uint8_t>(0, 10);
    const VectorView view{static_cast<VectorType>(dtype), padding, std::as_bytes(std::span(tape))};
    std::vector<std::byte> out(static_cast<std::size_t>(encoded_size(view)));
    Scratch none;
    const Encoded written = encode(view, none, out);
    std::vector<std::byte> payload{static_cast<std::byte>(dtype), static_cast<std::byte>(padding)};
    for (const std::uint8_t byte : tape) payload.push_back(static_cast<std::byte>(byte));
    const auto faults = oracle::report_on(payload, {}).faults;
    RC_ASSERT(static_cast<bool>(written) == faults.empty());
    if (!faults.empty()) RC_ASSERT(written.refusal.rule->id == faults.front().rule);
  }));
}

TEST_CASE("bson-vector: two faults in one payload give exactly those two") {
  const std::vector<std::byte> payload{std::byte{0x27}, std::byte{3}, std::byte{1}, std::byte{2}, std::byte{3}};
  const conformance::Outcome outcome = conformance::run_codec(codec(), payload, {});
  REQUIRE(outcome.findings.size() == 2);
  CHECK(outcome.findings[0] ==
        conformance::Finding{&rule<"bson-vector/padding-not-applicable">, Severity::error, 1, 1, "padding"});
  CHECK(outcome.findings[1] ==
        conformance::Finding{&rule<"bson-vector/float32-length">, Severity::error, 2, 3, "data"});
  CHECK(outcome.decoded.rule == &rule<"bson-vector/padding-not-applicable">);
}

TEST_CASE("bson-vector: no input needs scratch") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(64);
    RC_ASSERT(scratch_bound(std::as_bytes(std::span(tape))) == 0U);
  }));
}

TEST_CASE("bson-vector: the elements of a view are those that were put in, at any alignment") {
  CHECK(rc::check([] {
    const OwnedVector vector = vector_of(200, 40);
    std::vector<std::byte> payload = encoded(vector.view());
    const auto shift = *rc::gen::inRange<std::size_t>(0, 8);
    payload.insert(payload.begin(), shift, std::byte{0});
    Scratch none;
    const auto decoded = decode(Bytes(payload).subspan(shift), none);
    RC_ASSERT(static_cast<bool>(decoded));
    switch (decoded->dtype) {
      case VectorType::int8: RC_ASSERT(decoded->elements() == vector.data.size()); break;
      case VectorType::float32:
        RC_ASSERT(decoded->elements() * 4 == vector.data.size());
        for (std::uint64_t i = 0; i < decoded->elements(); ++i) {
          const auto bits = std::bit_cast<std::uint32_t>(element<float>(decoded->data, i));
          RC_ASSERT(bits == load_le<std::uint32_t>(vector.data.data() + 4 * i));
        }
        break;
      case VectorType::packed_bit:
        RC_ASSERT(decoded->elements() == vector.data.size() * 8 - vector.padding);
        for (std::uint64_t i = 0; i < decoded->elements(); ++i) {
          const auto byte = std::to_integer<int>(vector.data[static_cast<std::size_t>(i / 8)]);
          RC_ASSERT(bit(*decoded, i) == (byte / (128 >> i % 8) % 2 == 1));
        }
        break;
    }
  }));
}

}  // namespace
}  // namespace hallmark::bson_vector

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{
      .name = "bson_vector",
      .sample = bson_vector::sample,
      .agrees_with_oracle =
          [](const Codec& codec, Bytes payload, const Options& options) {
            agrees_with_oracle(codec, payload, options,
                               [&](const Options& under) { return bson_vector::oracle::report_on(payload, under); });
          },
      .whole = {200, 40},
      .cut = {200, 40},
      .edge = {200, 40},
      .small = Size{200, 40}};
  return own;
}
