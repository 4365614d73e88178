// Round trips of a format. The input is a tape of choices that draws a valid model and a fault: the model is written in
// every way that the format has, is read as the same model and written again as the same bytes; then a byte of the file
// is broken. The broken file obeys the invariants of every decoder, and where the byte lies in plain data, it is the
// file of the model with that element changed, or invalid where no element has that value.
//
// A target gives a struct `Format` and HALLMARK_ROUNDTRIP(Format):
//   Model, with ==                                     drawn and read in the same, canonical, order
//   static std::span<const Way> ways()
//   static Model draw(Choices&)
//   static std::optional<File> written(const Way&, const Model&)    none if the way cannot say the model
//   static std::optional<Found<Model>> read(const Way&, const File&)           none if the file is not accepted
//   static void change(Model&, const Plain&, std::size_t at, std::byte mask)   the byte `at` of plain data
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "conformance/generate/choices.hpp"
#include "conformance/testing/edit_tape.hpp"
#include "fuzz/invariants.hpp"

// Of libFuzzer. Other engines, and the replay, have none.
extern "C" [[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t longest);

namespace hallmark::fuzz {

using conformance::Choices;

// Way is one way to write a model; `form` is for the target to say what it means.
struct Way {
  const Codec* codec = nullptr;
  int form = 0;
  std::span<const Rule* const> rules_of_others = {};  // that the codec reports besides those of its format
};

struct File {
  std::vector<std::byte> bytes;
  Options options = {};  // that it is read with
};

// Plain is bytes of a file that hold elements: `size` of them at `offset`, the data of the model's part `part` from
// `from` on. Of each the bits in `free` may have any value, the others are 0.
struct Plain {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::size_t part = 0;
  std::size_t from = 0;
  std::byte free{0xff};
};

// plain_data is that of a tensor whose data are a view of the file.
[[nodiscard]] inline Plain plain_data(const File& file, Bytes data, DType dtype, std::size_t part) noexcept {
  if (data.empty()) return {};
  const std::byte free = dtype == DType::boolean ? std::byte{1} : std::byte{0xff};
  return {static_cast<std::size_t>(data.data() - file.bytes.data()), data.size(), part, 0, free};
}

template <class Model>
struct Found {
  Model model;
  std::vector<Plain> plain;
};

struct Fault {
  std::uint64_t position;
  std::byte mask;  // of the bits that change
};

inline Fault any_fault(Choices& choices) {
  const std::uint64_t position = choices.word();
  const std::uint32_t bits = choices.chance(2) ? 1 + choices.below(255) : 1U << choices.below(8);
  return {position, static_cast<std::byte>(bits)};
}

[[nodiscard]] inline std::span<const std::uint8_t> tape_of(Bytes input) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(input.data()), input.size()};
}

template <class Format>
void check_broken(const Way& way, const File& file, const Found<typename Format::Model>& found, const Fault& fault) {
  const std::size_t at = static_cast<std::size_t>(fault.position % file.bytes.size());
  File broken = file;
  broken.bytes[at] ^= fault.mask;
  const Block input(broken.bytes);
  const conformance::Trial trial = check_invariants(*way.codec, input, way.rules_of_others, file.options);
  const auto plain = std::ranges::find_if(
      found.plain, [&](const Plain& one) { return at >= one.offset && at - one.offset < one.size; });
  if (plain == found.plain.end()) return;
  if ((fault.mask & ~plain->free) != std::byte{0}) {
    return invariant(trial.strict.verdict == Verdict::invalid, "bits that an element does not have are 0");
  }
  invariant(trial.strict.verdict == Verdict::valid, "a file with another element is valid");
  typename Format::Model changed = found.model;
  Format::change(changed, *plain, plain->from + (at - plain->offset), fault.mask);
  const auto again = Format::read(way, broken);
  invariant(again && again->model == changed, "a file with another element is that of the model with that element");
  const auto twice = Format::written(way, changed);
  invariant(twice && twice->bytes == broken.bytes, "the model with another element is written as that file");
}

template <class Format>
void check_roundtrip(Bytes input) {
  Choices choices(tape_of(input));
  const Fault fault = any_fault(choices);
  const typename Format::Model model = Format::draw(choices);
  for (const Way& way : Format::ways()) {
    const std::optional<File> file = Format::written(way, model);
    if (!file) continue;
    const auto found = Format::read(way, *file);
    invariant(found.has_value(), "what was written is accepted");
    invariant(found->model == model, "what was written is read as the same model");
    const auto twice = Format::written(way, found->model);
    invariant(twice && twice->bytes == file->bytes, "what was read is written as the same bytes");
    if (!file->bytes.empty()) check_broken<Format>(way, *file, *found, fault);
  }
}

// mutated_tape edits the decisions of a tape; with libFuzzer, now and then its bytes.
template <class Format>
std::size_t mutated_tape(std::uint8_t* data, std::size_t size, std::size_t longest, unsigned seed) {
  const std::vector<std::uint8_t> random = conformance::tape_of(seed, 256);
  Choices choices(random);
  if (LLVMFuzzerMutate != nullptr && choices.chance(4)) return LLVMFuzzerMutate(data, size, longest);
  std::vector<std::uint8_t> tape(data, data + size);
  for (std::uint32_t left = 1 + choices.below(3); left > 0; --left) {
    std::vector<conformance::Draw> draws;
    Choices drawn(tape, &draws);
    (void)any_fault(drawn);
    (void)Format::draw(drawn);
    tape = conformance::edited_tape(tape, draws, choices);
  }
  tape.resize(std::min(tape.size(), longest));
  std::copy(tape.begin(), tape.end(), data);
  return tape.size();
}

}  // namespace hallmark::fuzz

#define HALLMARK_ROUNDTRIP(Format)                                                                          \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {                       \
    hallmark::fuzz::check_roundtrip<Format>(hallmark::fuzz::bytes_of(data, size));                          \
    return 0;                                                                                               \
  }                                                                                                         \
  extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t longest, \
                                                 unsigned seed) {                                           \
    return hallmark::fuzz::mutated_tape<Format>(data, size, longest, seed);                                 \
  }
