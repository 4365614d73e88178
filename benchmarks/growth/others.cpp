// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "benchmarks/growth/growth.hpp"
#include "benchmarks/harness/random.hpp"
#include "codecs/core/unique_names.hpp"
#include "conformance/model/model.hpp"
#include "conformance/statistics/statistics.hpp"

namespace hallmark::benchmarks::growth {
namespace {

// Names that all have the same hash, as in an attack, and are equal up to their last bytes.
Work one_hash(std::uint64_t size) {
  auto names = std::make_shared<std::vector<std::string>>();
  Random random;
  for (const std::uint32_t number : random.permutation(static_cast<std::uint32_t>(size / 64))) {
    names->push_back(fmt::format("{:>64}", number));
  }
  auto slots = std::make_shared<std::vector<std::uint64_t>>(2 * names->size());
  return {[=] {
            const auto at = [](const void* table, std::uint32_t index) {
              return as_bytes((*static_cast<const std::vector<std::string>*>(table))[index]);
            };
            const auto same_hash = [](std::uint32_t) { return std::uint32_t{0}; };
            check_answer(unique_names::find_same(*slots, {names.get(), at}, same_hash).size() == 0, "find_same");
          },
          1, size};
}

Work statistics(DType dtype, std::uint64_t size) {
  auto data = std::make_shared<std::vector<std::uint64_t>>(size / 8);
  Random random;
  // Numbers between 1 and 2, as floats of either width.
  const std::uint64_t ones = dtype == DType::f64 ? std::uint64_t{0x3ff} << 52 : 0x3f8000003f800000;
  const std::uint64_t fractions = dtype == DType::f64 ? ~(std::uint64_t{0xfff} << 52) : 0x007fffff007fffff;
  for (std::uint64_t& word : *data) word = ones | (random.below(UINT64_MAX) & fractions);
  return {[=] {
            const conformance::Statistics found = conformance::statistics_of(dtype, std::as_bytes(std::span(*data)));
            check_answer(found.median.real >= 1, "statistics");
          },
          1, size};
}

// A value whose object has a member for each entry of a file, as metadata of BinTensors in the compat profile.
Work members(std::uint64_t size) {
  static std::vector<std::string> names;
  names.clear();
  Random random;
  for (const std::uint32_t number : random.permutation(static_cast<std::uint32_t>(size / 16))) {
    names.push_back(fmt::format("{:>16}", number));
  }
  static constexpr conformance::Model model{.format = "bintensors-v1",
                                            .show =
                                                [](Bytes, const Options&, conformance::ValueSink& sink) {
                                                  sink.begin_object("metadata");
                                                  for (const std::string& name : names) sink.text(name, name);
                                                  sink.end();
                                                },
                                            .encode = nullptr};
  return {[] { check_answer(model.decode({}, {})["metadata"].size() == names.size(), "decode"); }, 1, size};
}

}  // namespace

std::vector<Case> others() {
  return {{"unique_names/one-hash", one_hash},
          {"value/members", members},
          {"statistics/f32", [](std::uint64_t size) { return statistics(DType::f32, size); }},
          {"statistics/f64", [](std::uint64_t size) { return statistics(DType::f64, size); }}};
}

}  // namespace hallmark::benchmarks::growth
