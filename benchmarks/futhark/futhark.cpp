// SPDX-License-Identifier: Apache-2.0
// validate/futhark/<input> with floors for the same bytes, decode/futhark/<input> for the inputs of the peer, and
// encode/futhark/<form>-<input>. An item is a value, or an element of a text array.
#include "hallmark/futhark.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "benchmarks/futhark/inputs.hpp"
#include "conformance/futhark/generate.hpp"

namespace hallmark::benchmarks {
namespace {

Work validate(std::uint64_t items, const Sample& sample) {
  Work work = validating(*codec_named("futhark"), sample);
  work.items = items;
  return work;
}

Sample untouchable_array(std::uint64_t elements) {
  const File header = futhark::written_header(DType::f32, {elements});
  return untouchable(header, page_size(), header.size() + elements * 4);
}

// Reads every value of a stream as numbers, as a program would.
Work decode_file(File file) {
  auto keep = std::make_shared<File>(std::move(file));
  const auto memory = std::make_shared<File>(futhark::scratch_bound(*keep));
  const auto read = [keep, memory] {
    Scratch scratch(*memory);
    const auto decoded = futhark::decode(*keep, scratch);
    check_answer(static_cast<bool>(decoded), "futhark::decode");
    return *decoded;
  };
  memory->resize(futhark::read_scratch(read()));
  return {[read, memory] {
            const futhark::StreamView stream = read();
            futhark::Values values(stream, Scratch(*memory));
            std::uint64_t count = 0;
            for (futhark::ValueView value; values.next(value); ++count) benchmark::DoNotOptimize(value);
            check_answer(count == stream.values, "futhark::Values");
          },
          1, keep->size(), memory};
}

constexpr std::uint64_t small = 1000;  // for the gate
constexpr std::uint64_t large = 1000000;

struct Stream {
  std::string name;
  File (*make)(std::uint64_t count);
};
const Stream scalars{"scalars", [](std::uint64_t n) { return futhark_scalars(n, Types::one, false); }};
const Stream text_i32{"text-i32", [](std::uint64_t n) { return futhark_text_array(n, Numbers::i32); }};
const Stream text_f64{"text-f64", [](std::uint64_t n) { return futhark_text_array(n, Numbers::f64); }};
const Stream streams[] = {
    scalars,
    {"scalars-lines", [](std::uint64_t n) { return futhark_scalars(n, Types::one, true); }},
    {"mixed", [](std::uint64_t n) { return futhark_scalars(n, Types::mixed, false); }},
    {"mixed-lines", [](std::uint64_t n) { return futhark_scalars(n, Types::mixed, true); }},
    {"rows", futhark_rows},
    text_i32,
    text_f64,
    {"text-scalars-i32", [](std::uint64_t n) { return futhark_text_scalars(n, Numbers::i32); }},
    {"text-scalars-f64", [](std::uint64_t n) { return futhark_text_scalars(n, Numbers::f64); }},
};

}  // namespace

Workloads workloads_futhark() {
  Workloads all;
  const auto add = [&all](std::string_view operation, const Stream& stream, std::uint64_t count, auto prepare) {
    all.push_back({fmt::format("{}/futhark/{}-{}", operation, stream.name, count),
                   [=] { return prepare(stream.make(count)); }, count == small});
  };
  for (const std::uint64_t count : {small, large}) {
    for (const Stream& stream : streams) {
      add("validate", stream, count, [count](File file) { return validate(count, std::move(file)); });
    }
    for (const Numbers numbers : {Numbers::i32, Numbers::f64}) {
      all.push_back({fmt::format("encode/futhark/{}-{}", (numbers == Numbers::i32 ? text_i32 : text_f64).name, count),
                     [=] { return encode_futhark(count, numbers, Form::text); }, count == small});
    }
  }
  constexpr std::uint64_t many = 10000000;
  add("validate", scalars, many, [](File file) { return validate(many, std::move(file)); });
  all.push_back(
      {"validate/futhark/array-1GiB", [] { return of_items(1, validate(1, untouchable_array(1U << 28))); }, true});
  for (const std::uint64_t mebibytes : {1, 64}) {
    const std::string input = fmt::format("futhark/booleans-{}MiB", mebibytes);
    const auto make = [=] { return futhark_booleans(mebibytes << 20); };
    all.push_back({"validate/" + input, [=] { return validate(1, make()); }, mebibytes == 1});
    add_floors(all, input, make);
  }
  for (const Stream& stream : {scalars, text_i32, text_f64}) {
    add("decode", {"peer-" + stream.name, stream.make}, 100000, decode_file);
  }
  return all;
}

}  // namespace hallmark::benchmarks
