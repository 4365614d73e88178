// SPDX-License-Identifier: Apache-2.0
// How the costs of npy grow with the size of an input.
#include "benchmarks/growth/samples.hpp"
#include "benchmarks/npy/inputs.hpp"

namespace hallmark::benchmarks::growth {

void add_npy(Growth& all) {
  const Codec* codec = codec_named("npy");
  const auto fields = [](std::uint64_t each, const std::string& prefix = "f", bool same = false) {
    return [=](std::uint64_t size) { return npy_structure(size / each, prefix, same); };
  };
  const auto add = [&](const char* name, const auto& make) { all.subjects.push_back({codec, name, make}); };
  add("npy/shuffled", fields(28));
  add("npy/long-names", fields(80, std::string(52, 'p')));
  add("npy/escaped-names", fields(33, "\\xe9\\t"));
  add("npy/same-names", fields(28, "f", true));
  // A finding in every field: its mark of byte order.
  add("npy/findings", overwritten(fields(28), ", '", "|"));
  // Every field is the last of a structure in 30 others, so that each way back is long.
  add("npy/nested", [](std::uint64_t size) {
    std::string one = "'<f4'";
    for (int level = 0; level < 30; ++level) one = "[('a', " + one + ")]";
    std::string list;
    for (std::uint64_t i = 0; i < size / (one.size() + 16); ++i) list += "('" + std::to_string(i) + "', " + one + "), ";
    return npy::with_header(2, npy::header_of("[" + list + "]", {0}));
  });
  // Elements of booleans and text, each of which the last phase visits.
  add("npy/booleans", [](std::uint64_t size) {
    const std::string descr = "[('a', '|b1'), ('b', [('c', '|b1'), ('d', '<U1')], (2,))]";
    return npy::with_header(1, npy::header_of(descr, {size / 11}), File(size / 11 * 11));
  });
  add_encoder(all, *codec, "npy/shuffled", fields(28), npy::decode);
}

}  // namespace hallmark::benchmarks::growth
