// Fuzz target: the two layouts of BinTensors compared. A file that one layout accepts is written in both, and so is the
// model that the input draws as a tape of choices: both files decode to the same content, and a file encoded from one
// decoded in the other layout is the same as one encoded directly. A model with a fault is refused in both layouts by
// the same rule. A file that both layouts accept has the same data in both.
#include "fuzz/bintensors/files.hpp"

namespace hallmark::fuzz {
namespace {

using bintensors::Layout;
using bintensors::OwnedModel;

constexpr Layout layouts[] = {Layout::v0, Layout::v1};
constexpr std::uint32_t most = 6;  // tensors, and entries of the metadata, of a drawn model

// both_ways writes a model in both layouts, and each file again in the other. True if the layouts do not refuse it.
bool both_ways(const OwnedModel& model) {
  const Written files[] = {write(Layout::v0, model), write(Layout::v1, model)};
  invariant(files[0].result.refusal.rule == files[1].result.refusal.rule,
            "both layouts refuse a model, and by the same rule");
  if (!files[0].result) return false;
  std::optional<OwnedModel> contents[2];
  for (const Layout layout : layouts) {
    const auto here = static_cast<std::size_t>(layout);
    contents[here] = read(layout, files[here].file.view());
    invariant(contents[here].has_value(), "what was encoded is accepted");
    invariant(same_bytes(write(layouts[1 - here], *contents[here]).file.view(), files[1 - here].file.view()),
              "a file encoded from the other layout is the same");
  }
  invariant(contents[0] == contents[1], "both layouts decode to the same content, in the same order");
  return true;
}

// breaks gives a model one fault of those that both layouts have to refuse; false if it has nothing to break.
bool breaks(OwnedModel& model, conformance::Choices& choices) {
  const bool of_metadata = choices.chance(3);
  if (of_metadata ? model.metadata.empty() : model.tensors.empty()) return false;
  if (of_metadata) {
    if (choices.chance(2)) {
      model.metadata.push_back(model.metadata[choices.below(model.metadata.size())]);
    } else {
      model.metadata[choices.below(model.metadata.size())].second += '\xff';
    }
    return true;
  }
  bintensors::OwnedTensor& tensor = model.tensors[choices.below(model.tensors.size())];
  switch (choices.below(5)) {
    case 0: tensor.data.push_back(std::byte{0}); break;
    case 1: tensor.name += '\x80'; break;
    case 2: tensor.dims.assign(3, std::uint64_t{1} << 40); break;
    case 3: tensor.dims.assign(bintensors::default_max_rank + 1, 1), tensor.data.resize(size_of(tensor.dtype)); break;
    default: {
      const bintensors::OwnedTensor copy = tensor;
      model.tensors.push_back(copy);
    }
  }
  return true;
}

void drawn(Bytes tape) {
  conformance::Choices choices({reinterpret_cast<const std::uint8_t*>(tape.data()), tape.size()});
  const bool faulty = choices.chance(3);
  OwnedModel model = bintensors::any_model(choices, most);
  for (const Layout layout : layouts) {
    // Written by other code than the encoder, in another order.
    conformance::Choices order = choices;
    const OwnedModel shuffled = bintensors::shuffled(model, order);
    const Block file(bintensors::any_file(layout, shuffled, &order));
    invariant(read(layout, file.view()) == shuffled, "each layout decodes to the model that was written");
  }
  const bool broken = faulty && breaks(model, choices);
  invariant(both_ways(model) != broken, "a model is refused if it has a fault");
}

void compare(const Block& input) {
  std::size_t data[2] = {};
  bool accepted[2];
  for (const Layout layout : layouts) {
    const auto here = static_cast<std::size_t>(layout);
    accepted[here] = with_file(layout, input.view(), {}, [&](const bintensors::FileView& file) {
      data[here] = file.data.size();
      invariant(both_ways(bintensors::owned(file)), "what one layout accepts can be written in both");
    });
  }
  invariant(!accepted[0] || !accepted[1] || data[0] == data[1], "both layouts find the same data");
}

}  // namespace

void run_target(const Block& input) {
  compare(input);
  drawn(input.view());
}

}  // namespace hallmark::fuzz
