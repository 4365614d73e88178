// SPDX-License-Identifier: Apache-2.0
// OINF models. The number is a count of size variables; there are half as many tensors.
#include "benchmarks/oinf/inputs.hpp"
#include "benchmarks/peers/native/family.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::benchmarks {
namespace {

PeerWork read_model(const std::string& path) {
  return reading(
      path, oinf::scratch_bound, oinf::decode, [](const oinf::ModelView& model) { return model.tensors.size(); },
      [](const oinf::ModelView& model) {
        return answer_of({{"sizevars", model.sizevars.size()},
                          {"metadata", model.metadata.size()},
                          {"tensors", model.tensors.size()}});
      });
}

}  // namespace

void add_oinf(Families& all) {
  all.works.insert({"oinf", read_model});
  const auto tables = [](TableOrder order, Data data) {
    return made([=](auto sizevars) { return oinf_tables(static_cast<std::uint32_t>(sizevars), order, data); });
  };
  all.inputs.insert({{"oinf-sorted", tables(TableOrder::sorted, Data::present)},
                     {"oinf-shuffled", tables(TableOrder::shuffled, Data::present)},
                     {"oinf-declared", tables(TableOrder::sorted, Data::absent)}});
}

}  // namespace hallmark::benchmarks
