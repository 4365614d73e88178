// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the encoder of `oinf`. The input is a tape of choices that draws a model and spoils some of its entries.
// What is encoded is accepted, decodes to the same model and is its own re-encoding; a model that is not encoded breaks
// a rule of the format.
#include "fuzz/oinf/files.hpp"
#include "hallmark/oinf/rules.hpp"

namespace hallmark::fuzz {
namespace {

using conformance::Choices;

// An entry of a table that is not empty.
template <class Entry>
Entry& any_of(std::vector<Entry>& table, Choices& choices) {
  return table[choices.below(table.size())];
}

// spoil changes one thing to what the format may not allow: a name, a type, a shape, data, or that a name is unique.
void spoil(oinf::Model& model, Choices& choices) {
  const auto bytes = [&] { return model.arena.bytes(choices.bytes(choices.below(40))); };
  const std::uint32_t what = choices.below(8);
  if (what < 2 && !model.sizevars.empty()) {
    any_of(model.sizevars, choices).name = what == 0 ? as_text(bytes()) : any_of(model.sizevars, choices).name;
  } else if (what < 5 && !model.metadata.empty()) {
    oinf::Metadata& entry = any_of(model.metadata, choices);
    if (what == 2) entry.key = choices.chance(2) ? as_text(bytes()) : any_of(model.metadata, choices).key;
    if (what == 3) entry.type = static_cast<oinf::ValueType>(choices.below(17));
    if (what == 4) entry.blob = choices.chance(2) ? bytes() : any_of(model.metadata, choices).blob;
  } else if (what >= 5 && !model.tensors.empty()) {
    TensorView& tensor = any_of(model.tensors, choices);
    if (what == 5) tensor.name = choices.chance(2) ? as_text(bytes()) : any_of(model.tensors, choices).name;
    if (what == 6) tensor.dtype = static_cast<DType>(choices.below(16));
    if (what == 7) {
      std::vector<std::uint64_t> dims(choices.below(4));
      for (std::uint64_t& size : dims) size = choices.chance(2) ? choices.below(5) : choices.word();
      const Bytes data = bytes();
      const bool stored = choices.below(4) != 0;  // what is not stored is not read back
      tensor = {tensor.name, tensor.dtype, stored, model.arena.shape(dims), stored ? data : Bytes()};
    }
  }
}

void check(const oinf::ModelView& model) {
  const Written made = write(model);
  const std::uint64_t size = made.file.view().size();
  const Violation& refusal = made.result.refusal;
  invariant(made.result.size == size, "encoded_size is the size of the file");
  if (made.result) return check_file(made.file.view(), model);
  invariant(std::ranges::find(oinf::rules, refusal.rule) != std::end(oinf::rules),
            "an encoder refuses by a rule of the format");
  invariant(refusal.offset <= size && refusal.length <= size - refusal.offset, "a refusal names bytes of the file");
}

}  // namespace

void run_target(const Block& input) {
  Choices choices({reinterpret_cast<const std::uint8_t*>(input.view().data()), input.view().size()});
  const std::uint32_t spoilt = choices.below(4);
  oinf::Model model = oinf::any_model(choices, 5);
  shuffle(model, choices);
  for (std::uint32_t i = 0; i < spoilt; ++i) spoil(model, choices);
  check(model.view());
}

}  // namespace hallmark::fuzz
