// SPDX-License-Identifier: Apache-2.0
// Fuzz target of every family: round trips of its formats. The input is a tape of choices that draws a valid file, in
// any of the ways that the format leaves open, and a fault. The file has a value, which is encoded, is read as the same
// value and encoded as the same bytes again; then a byte of the file is broken. The broken file obeys the invariants of
// every decoder, and where the byte lies in plain data, it is the file with that element changed, or invalid where no
// element has that value.
#include <algorithm>
#include <vector>

#include "conformance/generate/generator.hpp"
#include "conformance/testing/edit_tape.hpp"
#include "fuzz/encoding.hpp"
#include "fuzz/family.hpp"
#include "fuzz/parts.hpp"

// Of libFuzzer. Other engines, and the replay, have none.
extern "C" [[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t longest);

namespace hallmark::fuzz {
namespace {

using conformance::Choices;
using conformance::Model;
using reports::Json;

struct Fault {
  std::uint64_t position;
  std::byte mask;  // of the bits that change
};

Fault any_fault(Choices& choices) {
  const std::uint64_t position = choices.word();
  const std::uint32_t bits = choices.chance(2) ? 1 + choices.below(255) : 1U << choices.below(8);
  return {position, static_cast<std::byte>(bits)};
}

void check_broken(const Codec& codec, const Model& model, Bytes file, const Options& options, const Fault& fault) {
  const std::size_t at = static_cast<std::size_t>(fault.position % file.size());
  Block broken(file);
  broken.bytes()[at] ^= fault.mask;
  const conformance::Trial trial = check_invariants(codec, broken, rules_of_others(), options);
  std::vector<Part> parts = parts_of(codec, file, options);
  const auto plain = std::ranges::find_if(
      parts, [&](const Part& one) { return one.at && at >= *one.at && at - *one.at < one.data.size(); });
  if (plain == parts.end()) return;
  std::byte& element = plain->data[at - *plain->at];
  const std::byte free = &element == &plain->data.back() ? plain->last : plain->free;
  const bool invalid = trial.strict.verdict == Verdict::invalid;
  const bool remarked = std::ranges::any_of(trial.strict.findings, [&](const auto& one) { return one.offset == at; });
  if ((fault.mask & ~free) != std::byte{0})
    return invariant(invalid || remarked, "bits that an element does not have are 0, or remarked upon");
  // The rest of a file may depend on a scalar of its header, as places do on an alignment. Of elements that are shown
  // as their bytes, one may be a boolean.
  if (invalid && (plain->kind == "scalar" || remarked)) return;
  invariant(trial.strict.verdict == Verdict::valid, "a file with another element is valid");
  element ^= fault.mask;
  invariant(parts == parts_of(codec, broken.view(), options),
            "a file with another element has the contents with that element");
  if (model.encode == nullptr || plain->kind == "scalar") return;
  const Json value = model.decode(broken.view(), options);
  invariant(std::ranges::equal(encoded(model, value).bytes, broken.view()),
            "the value with another element is encoded as that file");
}

void check_roundtrip(const Codec& codec, std::span<const std::uint8_t> tape) {
  const Model& model = *conformance::model_named(codec.id);
  Choices choices(tape);
  const Fault fault = any_fault(choices);
  const conformance::Input file = conformance::generator_named(codec.id)->any(choices);
  const Options options = conformance::reading({}, file.header_length);
  const Json value = model.decode(file.bytes, options);
  invariant(!value.is_null(), "what was drawn is accepted");
  const auto broken = [&](Bytes bytes, const Options& its) {
    if (!bytes.empty()) check_broken(codec, model, bytes, its, fault);
  };
  if (model.encode == nullptr) return broken(file.bytes, options);
  const conformance::EncodeReply own = encoded(model, value);
  check_encoded(model, value, own, [&](const Options& its) { broken(own.bytes, its); });
  check_scarce(model, value, own);
}

// each_codec calls `use` with the codecs of the family.
template <class Use>
void each_codec(const Use& use) {
  for (const Codec* codec : all_codecs()) {
    if (codec->family == family) use(*codec);
  }
}

// draws_of returns the decisions that the generators of the family read of a tape.
std::vector<conformance::Draw> draws_of(std::span<const std::uint8_t> tape) {
  std::vector<conformance::Draw> draws;
  each_codec([&](const Codec& codec) {
    draws.clear();
    Choices drawn(tape, &draws);
    (void)any_fault(drawn);
    (void)conformance::generator_named(codec.id)->any(drawn);
  });
  return draws;
}

}  // namespace

void run_target(const Block& input) {
  const std::span tape(reinterpret_cast<const std::uint8_t*>(input.view().data()), input.view().size());
  each_codec([&](const Codec& codec) { check_roundtrip(codec, tape); });
}

}  // namespace hallmark::fuzz

// Edits the decisions of a tape; with libFuzzer, now and then its bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t longest,
                                               unsigned seed) {
  using namespace hallmark;
  const std::vector<std::uint8_t> random = conformance::tape_of(seed, 256);
  conformance::Choices choices(random);
  if (LLVMFuzzerMutate != nullptr && choices.chance(4)) return LLVMFuzzerMutate(data, size, longest);
  std::vector<std::uint8_t> tape(data, data + size);
  for (std::uint32_t left = 1 + choices.below(3); left > 0; --left) {
    tape = conformance::edited_tape(tape, fuzz::draws_of(tape), choices);
  }
  tape.resize(std::min(tape.size(), longest));
  std::copy(tape.begin(), tape.end(), data);
  return tape.size();
}
