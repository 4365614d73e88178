// SPDX-License-Identifier: Apache-2.0
// Futhark values. The number is a count of elements.
#include "benchmarks/futhark/inputs.hpp"
#include "benchmarks/peers/native/family.hpp"

namespace hallmark::benchmarks {
namespace {

// One binary array.
File floats(std::uint64_t count) {
  File file;
  put_value(file, DType::f32, count, floats_of(count));
  return file;
}

// Every value is read: text is converted, binary data are copied, so that the caller has elements as the peers give
// them.
PeerWork values(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto each = [=](auto&& visit) {
    Scratch scratch = memory->of(futhark::scratch_bound(input->bytes()));
    const auto decoded = futhark::decode(input->bytes(), scratch);
    const futhark::StreamView& stream = valid(decoded);
    futhark::Values values(stream, memory->of(futhark::read_scratch(stream)));
    std::uint64_t count = 0;
    for (futhark::ValueView value; values.next(value); ++count) visit(value.tensor);
    return count;
  };
  const auto copy = std::make_shared<std::vector<std::byte>>();
  return {[=] { return each([&](const TensorView& tensor) { copy->assign(tensor.data.begin(), tensor.data.end()); }); },
          [=] {
            std::uint64_t elements = 0;
            std::uint64_t sum = 0;
            const std::uint64_t count = each([&](const TensorView& tensor) {
              elements += count_of(tensor.shape).elements();
              sum += sum_of(tensor);
            });
            return answer_of({{"values", count}, {"elements", elements}, {"sum", sum}});
          }};
}

}  // namespace

void add_futhark(Families& all) {
  all.works.insert({"futhark", values});
  all.inputs.insert({{"futhark-floats", made(floats)},
                     {"futhark-scalars", made([](auto count) { return futhark_scalars(count, Types::one, false); })},
                     {"futhark-mixed", made([](auto count) { return futhark_scalars(count, Types::mixed, false); })},
                     {"futhark-text-i32", made([](auto count) { return futhark_text_array(count, Numbers::i32); })},
                     {"futhark-text-f64", made([](auto count) { return futhark_text_array(count, Numbers::f64); })}});
}

}  // namespace hallmark::benchmarks
