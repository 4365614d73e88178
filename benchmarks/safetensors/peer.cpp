// SPDX-License-Identifier: Apache-2.0
// safetensors files. The number is a count of tensors, or for a model the size of its data in bytes, which are a hole
// in the file.
#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/peers/native/tensor_files.hpp"
#include "benchmarks/safetensors/inputs.hpp"

namespace hallmark::benchmarks {
namespace {

struct Format {
  static std::uint64_t scratch_bound(Bytes header) { return safetensors::scratch_bound(header); }
  static std::uint64_t header_size(Bytes start) { return safetensors::header_size(start); }
  template <class... From>
  static auto decode(From&&... from) {
    return safetensors::decode(from...);
  }
  static std::uint64_t count(const safetensors::FileView& file) { return file.tensors.size(); }
  static TensorView tensor(const safetensors::FileView& file, std::uint64_t i) { return file.tensors[i]; }
};

}  // namespace

void add_safetensors(Families& all) {
  all.works.insert({{"safetensors", TensorFiles<Format>::read}, {"safetensors-open", TensorFiles<Format>::open}});
  const auto of = [](Order order) {
    return made([order](auto count) { return safetensors_tensors(static_cast<std::uint32_t>(count), order); });
  };
  all.inputs.insert(
      {{"safetensors-written", of(Order::written)},
       {"safetensors-shuffled", of(Order::shuffled)},
       {"safetensors-data-shuffled", of(Order::data_shuffled)},
       {"safetensors-prefixes", made([](auto) { return safetensors_header(Header::long_prefixes, 99'000'000); })},
       {"safetensors-7b",
        [](auto, const auto& path) { write_sparse(path, safetensors::head_of(model_7b()), data_size(model_7b())); }}});
}

}  // namespace hallmark::benchmarks
