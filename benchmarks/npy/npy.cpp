// SPDX-License-Identifier: Apache-2.0
// decode/npy/<input> and encode/npy/<input>: a plain array, and structures of many fields, whose item is a field.
#include <fmt/format.h>

#include "benchmarks/npy/inputs.hpp"

namespace hallmark::benchmarks {

Workloads workloads_npy() {
  constexpr std::uint64_t calls = 1000;
  Workloads all;
  const Codec& codec = *codec_named("npy");
  const auto plain = [] { return npy::with_header(1, npy::header_of("'<f4'", {6}), File(24)); };
  all.push_back({"decode/npy/plain", [=, &codec] { return repeated(calls, decoding(codec, plain())); }, true});
  all.push_back(
      {"encode/npy/plain", [=, &codec] { return repeated(calls, encoding_of(codec, 1, plain(), npy::decode)); }, true});
  for (const std::uint64_t count : {100U, 2000U, 100000U}) {
    const std::string input = fmt::format("npy/fields-{}", count);
    const auto file = [=] { return npy_structure(count); };
    add_codec(all, codec, input, count, file, npy::decode, count == 2000);
  }
  all.push_back({"decode/npy/booleans-16MB", [&codec] {
                   constexpr std::uint64_t size = 1U << 24;
                   return decoding(codec, npy::with_header(1, npy::header_of("'|b1'", {size}), File(size)));
                 }});
  add_floors(all, "npy/fields-100000", [] { return npy_structure(100000); });
  return all;
}

}  // namespace hallmark::benchmarks
