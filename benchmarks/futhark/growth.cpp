// SPDX-License-Identifier: Apache-2.0
// How the costs of Futhark values grow with the size of an input.
#include "benchmarks/futhark/inputs.hpp"
#include "benchmarks/growth/samples.hpp"

namespace hallmark::benchmarks::growth {

void add_futhark(Growth& all) {
  using Make = std::function<Sample(std::uint64_t size)>;
  const std::pair<const char*, Make> subjects[] = {
      {"mixed-lines", [](std::uint64_t size) { return futhark_scalars(size / 11, Types::mixed, true); }},
      {"rows", [](std::uint64_t size) { return futhark_rows(size / 31); }},
      {"text-i32", [](std::uint64_t size) { return futhark_text_array(size / 12, Numbers::i32); }},
      {"text-f64", [](std::uint64_t size) { return futhark_text_array(size / 21, Numbers::f64); }},
      {"text-scalars", [](std::uint64_t size) { return futhark_text_scalars(size / 14, Numbers::i32); }},
      {"nested", [](std::uint64_t size) { return of_text(repeated_text(nested("1", 100) + "\n", size)); }},
      {"findings", [](std::uint64_t size) { return of_text(repeated_text({"b\2\0bool\2", 8}, size)); }},  // a bool of 2
  };
  for (const auto& [name, make] : subjects) {
    all.subjects.push_back({codec_named("futhark"), std::string("futhark/") + name, make});
  }
  for (const Form form : {Form::binary, Form::text}) {
    all.encoders.push_back({"encode/futhark/" + std::string(to_string(form)),
                            [form](std::uint64_t size) { return encode_futhark(size / 20, Numbers::f64, form); }});
  }
}

}  // namespace hallmark::benchmarks::growth
