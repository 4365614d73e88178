// How the costs of Futhark values grow with the size of an input.
#include "benchmarks/futhark/inputs.hpp"
#include "benchmarks/growth/samples.hpp"

namespace hallmark::benchmarks::growth {

void add_futhark(Growth& all) {
  const Codec* codec = codec_named("futhark");
  all.subjects.push_back({codec, "futhark/mixed-lines",
                 plain([](std::uint64_t size) { return futhark_scalars(size / 11, Types::mixed, true); })});
  all.subjects.push_back({codec, "futhark/rows", plain([](std::uint64_t size) { return futhark_rows(size / 31); })});
  all.subjects.push_back({codec, "futhark/text-i32",
                 plain([](std::uint64_t size) { return futhark_text_array(size / 12, Numbers::i32); })});
  all.subjects.push_back({codec, "futhark/text-f64",
                 plain([](std::uint64_t size) { return futhark_text_array(size / 21, Numbers::f64); })});
  all.subjects.push_back({codec, "futhark/text-scalars",
                 plain([](std::uint64_t size) { return futhark_text_scalars(size / 14, Numbers::i32); })});
  all.subjects.push_back({codec, "futhark/nested",
                 [](std::uint64_t size) { return of_text(repeated_text(nested("1", 100) + "\n", size)); }});
  all.subjects.push_back({codec, "futhark/findings", [](std::uint64_t size) {
                   return of_text(repeated_text({"b\2\0bool\2", 8}, size));  // a bool of 2
                 }});
  for (const Form form : {Form::binary, Form::text}) {
    all.encoders.push_back({form == Form::binary ? "encode/futhark/binary" : "encode/futhark/text",
                            [form](std::uint64_t size) {
                              return encode_futhark(futhark_text_array(size / 20, Numbers::f64), form, 1);
                            }});
  }
}

}  // namespace hallmark::benchmarks::growth
