// Properties of `bson-vector`: encoding and decoding, and inputs near valid ones, against the oracle.
#include <cstring>

#include "codecs/bson_vector/rules.hpp"
#include "codecs/core/memory_rules.hpp"
#include "conformance/bson_vector/generate.hpp"
#include "conformance/bson_vector/oracle.hpp"
#include "conformance/testing/expected_report.hpp"
#include "conformance/testing/near_inputs.hpp"
#include "hallmark/bson_vector.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::bson_vector {
namespace {

const Codec& codec() { return *codec_named("bson-vector"); }

std::vector<std::byte> encoded(const OwnedVector& vector) {
  std::vector<std::byte> out(static_cast<std::size_t>(encoded_size(vector.view())));
  Scratch none;
  const Encoded written = encode(vector.view(), none, out);
  RC_ASSERT(static_cast<bool>(written));
  RC_ASSERT(written.size == out.size());
  return out;
}

bool same_bytes(Bytes a, Bytes b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

OwnedVector any_vector_of_tape() {
  const testing::Tape tape = *testing::any_tape(200);
  conformance::Choices choices(tape);
  return any_vector(choices, 40);
}

// agrees_with_oracle compares rule and place of the decisive error in both profiles.
void agrees_with_oracle(Bytes payload) {
  const oracle::Faults faults = oracle::faults_of(payload);
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    Options options;
    options.profile = profile;
    const oracle::Fault* fault = oracle::decisive_under(faults, profile);
    const Violation violation = conformance::run_codec(codec(), payload, options).decoded;
    RC_ASSERT(testing::agree(violation, fault));
  }
}

testing::Subject subject() {
  return {codec(), [](Bytes payload, const Options&) { agrees_with_oracle(payload); }};
}

TEST_CASE("bson-vector: decode gives back what encode was given") {
  CHECK(rc::check([] {
    const OwnedVector vector = any_vector_of_tape();
    const std::vector<std::byte> payload = encoded(vector);
    Scratch none;
    const auto decoded = decode(payload, none);
    RC_ASSERT(static_cast<bool>(decoded));
    RC_ASSERT(decoded->dtype == vector.dtype);
    RC_ASSERT(decoded->padding == vector.padding);
    RC_ASSERT(same_bytes(decoded->data, vector.data));
    testing::holds_invariants_in_both_profiles(codec(), payload);
  }));
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
    std::vector<std::byte> out(payload.size());
    const Encoded written = encode(*decoded, none, out);
    RC_ASSERT(static_cast<bool>(written));
    RC_ASSERT(same_bytes(out, payload));
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
    const oracle::Faults faults = oracle::faults_of(payload);
    RC_ASSERT(static_cast<bool>(written) == (faults.count == 0));
    if (faults.count != 0) RC_ASSERT(written.refusal.rule->id == faults.list[0].rule);
  }));
}

TEST_CASE("bson-vector: encode leaves memory that is too short alone and says what it needs") {
  CHECK(rc::check([] {
    const OwnedVector vector = any_vector_of_tape();
    const auto need = static_cast<std::size_t>(encoded_size(vector.view()));
    const std::vector<std::byte> untouched(*rc::gen::inRange<std::size_t>(0, need), std::byte{0xa5});
    std::vector<std::byte> out = untouched;
    Scratch none;
    const Encoded written = encode(vector.view(), none, out);
    RC_ASSERT(!written);
    RC_ASSERT(written.refusal.rule == &hallmark::rule<"hallmark/output-exhausted">);
    RC_ASSERT(written.size == need);
    RC_ASSERT(out == untouched);
  }));
}

TEST_CASE("bson-vector: every prefix of a valid payload agrees with the oracle") {
  CHECK(rc::check([] {
    conformance::each_prefix(encoded(any_vector_of_tape()),
                             [](Bytes prefix, std::size_t) { testing::check(subject(), prefix); });
  }));
}

TEST_CASE("bson-vector: every single-byte change of a valid payload agrees with the oracle") {
  CHECK(rc::check([] { testing::check_byte_changes(subject(), encoded(any_vector_of_tape())); }));
}

TEST_CASE("bson-vector: mutated payloads and noise hold the invariants") {
  CHECK(rc::check([] { testing::check_mutant_and_noise({subject()}, encoded(any_vector_of_tape()), {64}); }));
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
    const OwnedVector vector = any_vector_of_tape();
    std::vector<std::byte> payload = encoded(vector);
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
