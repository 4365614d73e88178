// OINF models. NUMBER is a count of size variables; there are half as many tensors.
#include "benchmarks/oinf/inputs.hpp"
#include "benchmarks/peers/inputs/kind.hpp"

namespace hallmark::benchmarks {

std::vector<Kind> kinds() {
  const auto tables = [](TableOrder order, Data data) {
    return made([=](auto sizevars) { return oinf_tables(static_cast<std::uint32_t>(sizevars), order, data); });
  };
  return {{"oinf-sorted", tables(TableOrder::sorted, Data::present)},
          {"oinf-shuffled", tables(TableOrder::shuffled, Data::present)},
          {"oinf-declared", tables(TableOrder::sorted, Data::absent)}};
}

}  // namespace hallmark::benchmarks
