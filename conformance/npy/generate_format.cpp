// SPDX-License-Identifier: Apache-2.0
// The generator of npy.
#include <algorithm>

#include "conformance/generate/generator.hpp"
#include "conformance/generate/noise.hpp"
#include "conformance/npy/generate.hpp"

namespace hallmark::npy {
namespace {

void add_features(const OwnedFile& file, std::vector<std::string>& features) {
  const auto has = [&](std::string_view text) { return file.descr.find(text) != std::string::npos; };
  if (has("[(") || file.descr == "[]") conformance::add_feature(features, "structured");
  if (file.fortran_order) conformance::add_feature(features, "fortran-order");
  if (has(">")) conformance::add_feature(features, "big-endian");
  if (has("M8") || has("m8")) conformance::add_feature(features, "datetime");
  if (has("<U") || has(">U") || has("|S")) conformance::add_feature(features, "text");
}

conformance::Input any(conformance::Choices& choices) {
  const OwnedFile file = any_file(choices, 4);
  conformance::Input input{put_file(file, choices), {}, {}};
  add_features(file, input.features);
  return input;
}

// A row of floats, or of bytes where the size asks for it.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  constexpr std::uint64_t header = 128;
  conformance::Noise noise(seed);
  const std::uint64_t data = std::max(size, header) - header;
  const DType dtype = data % 4 == 0 ? DType::f32 : DType::u8;
  const std::string count = std::to_string(data / size_of(dtype));
  std::string text = std::string("{'descr': '") + (dtype == DType::f32 ? "<f4" : "|u1") +
                     "', 'fortran_order': False, 'shape': (" + count + ",), }";
  text.append(21 - count.size(), ' ');
  out.write(with_header(1, text, {}));
  write_elements(noise, dtype, data, out);
  return {};
}

}  // namespace
}  // namespace hallmark::npy

namespace hallmark::conformance::generator {

extern const Generator npy;
const Generator npy{"npy", "npy#format-version-1.0", hallmark::npy::any, hallmark::npy::sized};

}  // namespace hallmark::conformance::generator
