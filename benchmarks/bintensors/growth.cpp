// How the costs of BinTensors grow with the size of an input.
#include <fmt/format.h>

#include <memory>

#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/growth/samples.hpp"
#include "benchmarks/harness/random.hpp"

namespace hallmark::benchmarks::growth {
namespace {

Work encode_bintensors(bintensors::Layout layout, std::uint64_t size) {
  struct Model {
    std::vector<std::string> names;
    std::vector<TensorView> tensors;
    std::byte shape[8]{std::byte{4}};  // four elements
    std::byte data[16]{};
  };
  auto keep = std::make_shared<Model>();
  Random random;
  for (const std::uint32_t number : random.permutation(static_cast<std::uint32_t>(size / 50))) {
    keep->names.push_back(fmt::format("layer.{:08}.weight", number));
  }
  for (const std::string& name : keep->names) {
    keep->tensors.push_back({name, DType::f32, Shape(keep->shape), keep->data, true});
  }
  const bintensors::Model model{false, {}, keep->tensors};
  auto memory = std::make_shared<Memory>(bintensors::encode_scratch(layout, model));
  auto out = std::make_shared<Memory>(bintensors::encoded_size(layout, model, Scratch(*memory)));
  return {[=] {
            Scratch scratch(*memory);
            check_answer(static_cast<bool>(bintensors::encode(layout, model, scratch, *out)), "bintensors::encode");
            (void)keep;
          },
          1, out->size(), memory};
}

}  // namespace

void add_bintensors(Growth& all) {
  constexpr std::uint64_t tensor = 50;  // bytes, about
  for (const bintensors::Layout layout : {bintensors::Layout::v0, bintensors::Layout::v1}) {
    const std::string id(id_of(layout));
    const auto tensors = [layout](std::uint64_t size) {
      return bintensors_tensors(layout, static_cast<std::uint32_t>(size / tensor), Order::shuffled);
    };
    all.subjects.push_back({codec_named(id), id + "/shuffled", plain(tensors)});
    // The names of all layers become that of the first.
    all.subjects.push_back({codec_named(id), id + "/findings",
                   [tensors](std::uint64_t size) { return overwritten(tensors(size), "layer.", "000000"); }});
    all.encoders.push_back(
        {"encode/" + id + "/shuffled", [layout](std::uint64_t size) { return encode_bintensors(layout, size); }});
  }
}

}  // namespace hallmark::benchmarks::growth
