// SPDX-License-Identifier: Apache-2.0
// GGUF models. The number is a count of size variables; there are half as many tensors.
#include "benchmarks/gguf/inputs.hpp"
#include "benchmarks/peers/native/family.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::benchmarks {
namespace {

PeerWork read_model(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto decode = [=] {
    Scratch scratch = memory->of(gguf::scratch_bound(input->bytes()));
    return gguf::decode(input->bytes(), scratch);
  };
  return {[=]() -> std::uint64_t { return valid(decode()).tensors.size(); },
          [=] {
            const auto decoded = decode();
            const gguf::ModelView& model = valid(decoded);
            return answer_of({{"sizevars", model.sizevars.size()},
                              {"metadata", model.metadata.size()},
                              {"tensors", model.tensors.size()}});
          }};
}

}  // namespace

void add_gguf(Families& all) {
  all.works.insert({"gguf", read_model});
  const auto tables = [](TableOrder order, Data data) {
    return made([=](auto sizevars) { return gguf_tables(static_cast<std::uint32_t>(sizevars), order, data); });
  };
  all.inputs.insert({{"gguf-sorted", tables(TableOrder::sorted, Data::present)},
                     {"gguf-shuffled", tables(TableOrder::shuffled, Data::present)},
                     {"gguf-declared", tables(TableOrder::sorted, Data::absent)}});
}

}  // namespace hallmark::benchmarks
