// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/oinf/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/harness/random.hpp"
#include "codecs/oinf/writer.hpp"
#include "conformance/oinf/generate.hpp"

namespace hallmark::benchmarks {

using oinf::ValueType;

File oinf_tables(std::uint32_t sizevars, TableOrder order, Data data) {
  oinf::Model model;
  const bool present = data == Data::present;
  const Shape square = model.arena.shape({2, 2});
  const Bytes elements = model.arena.bytes(File(present ? 16 : 0));
  for (std::uint32_t i = 0; i < sizevars; ++i) {
    model.sizevars.push_back({model.arena.text(fmt::format("dim_{:06}", i)), 10});
  }
  for (std::uint32_t i = 0; i < sizevars / 2; ++i) {
    model.tensors.push_back({model.arena.text(name_in_model(i)), DType::f32, present, square, elements});
  }
  if (order == TableOrder::sorted) return oinf::file_of(model.view());
  Random random;
  random.shuffle(model.sizevars);
  random.shuffle(model.tensors);
  const auto blobs = random.permutation(present ? sizevars / 2 : 0);
  return oinf::file_of(model.view(), std::vector<std::size_t>(blobs.begin(), blobs.end()));
}

File oinf_metadata(std::uint32_t count) {
  oinf::Model model;
  conformance::Arena& arena = model.arena;
  const Bytes zeros = arena.bytes(File(32));
  const std::pair<ValueType, Bytes> values[] = {
      {ValueType::u32, zeros.first(4)},
      {ValueType::string, arena.put([](Writer& to) { oinf::put_string(to, "a.string-of_thirty-two.characters"); })},
      {ValueType::bitset, arena.put([&](Writer& to) { oinf::put_bitset(to, {256, zeros}); })},
      {ValueType::ndarray, arena.put([&, six = arena.shape({6})](Writer& to) {
         oinf::put_ndarray(to, {{}, DType::f32, true, six, zeros.first(24)});
       })}};
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& [type, blob] = values[i % 4];
    model.metadata.push_back({arena.text(fmt::format("config.{:06}.value", i)), type, blob});
  }
  return oinf::file_of(model.view());
}

File oinf_booleans(std::uint64_t size) {
  File elements(size);
  for (std::size_t at = 0; at < size; ++at) elements[at] = static_cast<std::byte>(at * 7 % 11 & 1);
  oinf::Model model;
  const Shape shape = model.arena.shape({size / 16});
  for (std::uint64_t i = 0; i < 16; ++i) {
    model.tensors.push_back({model.arena.text(fmt::format("mask.{:06}", i)), DType::boolean, true, shape,
                             Bytes(elements).subspan(i * (size / 16), size / 16)});
  }
  return oinf::file_of(model.view());
}

Sample oinf_model(std::uint64_t size) {
  // The first tensor fills the page of the tables, so that the others start at a page, which can be locked.
  conformance::OwnedModel model{false, {}, {{"embedding", DType::u8, {0}, {}}}};
  for (std::uint64_t i = 0; i < 256; ++i) {
    model.tensors.push_back({fmt::format("layer.{:06}.weight", i), DType::f32, {size / 1024}, {}});
  }
  const std::uint64_t tables = oinf::head_of(model).size();
  const std::uint64_t data = (tables + page_size() - 1) / page_size() * page_size();
  model.tensors[0].dims[0] = data - tables;
  return untouchable(oinf::head_of(model), data, data + size);
}

}  // namespace hallmark::benchmarks
