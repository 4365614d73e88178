// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/gguf/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/random.hpp"
#include "codecs/gguf/writer.hpp"
#include "conformance/gguf/generate.hpp"

namespace hallmark::benchmarks {

using gguf::ValueType;

File gguf_tables(std::uint32_t sizevars, TableOrder order, Data data) {
  gguf::Model model;
  const bool present = data == Data::present;
  const Shape square = model.arena.shape({2, 2});
  const Bytes elements = model.arena.bytes(File(present ? 16 : 0));
  for (std::uint32_t i = 0; i < sizevars; ++i) {
    model.sizevars.push_back({model.arena.text(fmt::format("dim_{:06}", i)), 10});
  }
  for (std::uint32_t i = 0; i < sizevars / 2; ++i) {
    std::string name =
        fmt::format("layer.{:06}{}{}", i / 4, i % 4 < 2 ? ".attn" : ".norm", i % 2 == 0 ? ".bias" : ".weight");
    model.tensors.push_back({model.arena.text(std::move(name)), DType::f32, present, square, elements});
  }
  if (order == TableOrder::sorted) return gguf::file_of(model.view());
  Random random;
  random.shuffle(model.sizevars);
  random.shuffle(model.tensors);
  const auto blobs = random.permutation(present ? sizevars / 2 : 0);
  return gguf::file_of(model.view(), std::vector<std::size_t>(blobs.begin(), blobs.end()));
}

File gguf_metadata(std::uint32_t count) {
  gguf::Model model;
  conformance::Arena& arena = model.arena;
  const Bytes zeros = arena.bytes(File(32));
  const std::pair<ValueType, Bytes> values[] = {
      {ValueType::u32, zeros.first(4)},
      {ValueType::string, arena.put([](Writer& to) { gguf::put_string(to, "a.string-of_thirty-two.characters"); })},
      {ValueType::bitset, arena.put([&](Writer& to) { gguf::put_bitset(to, {256, zeros}); })},
      {ValueType::ndarray, arena.put([&, six = arena.shape({6})](Writer& to) {
         gguf::put_ndarray(to, {{}, DType::f32, true, six, zeros.first(24)});
       })}};
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& [type, blob] = values[i % 4];
    model.metadata.push_back({arena.text(fmt::format("config.{:06}.value", i)), type, blob});
  }
  return gguf::file_of(model.view());
}

File gguf_booleans(std::uint64_t size) {
  File elements(size);
  for (std::size_t at = 0; at < size; ++at) elements[at] = static_cast<std::byte>(at * 7 % 11 & 1);
  gguf::Model model;
  const Shape shape = model.arena.shape({size / 16});
  for (std::uint64_t i = 0; i < 16; ++i) {
    model.tensors.push_back({model.arena.text(fmt::format("mask.{:06}", i)), DType::boolean, true, shape,
                             Bytes(elements).subspan(i * (size / 16), size / 16)});
  }
  return gguf::file_of(model.view());
}

Sample gguf_model(std::uint64_t size) {
  // The first tensor fills the page of the tables, so that the others start at a page, which can be locked.
  gguf::Model model;
  model.tensors.push_back({"embedding", DType::u8, true, model.arena.shape({0}), {}});
  const Shape shape = model.arena.shape({size / 1024});
  for (std::uint64_t i = 0; i < 256; ++i) {
    model.tensors.push_back({model.arena.text(fmt::format("layer.{:06}.weight", i)), DType::f32, true, shape, {}});
  }
  std::vector<std::uint64_t> sizes(257, size / 256);
  const std::uint64_t data = gguf::head_of(model.view(), sizes).size();
  sizes[0] = (data + page_size() - 1) / page_size() * page_size() - data;
  model.tensors[0].shape = model.arena.shape({sizes[0]});
  return untouchable(gguf::head_of(model.view(), sizes), data + sizes[0], data + sizes[0] + size);
}

Work encode_gguf(File file, std::uint64_t entries) {
  auto keep = std::make_shared<File>(std::move(file));
  auto tables = std::make_shared<std::vector<std::byte>>(gguf::scratch_bound(*keep));
  Scratch once(*tables);
  const auto decoded = gguf::decode(*keep, once);
  check_answer(static_cast<bool>(decoded), "gguf::decode");
  const gguf::ModelView model = *decoded;
  auto memory = std::make_shared<std::vector<std::byte>>(gguf::encode_scratch(model));
  auto out = std::make_shared<File>(gguf::encoded_size(model));
  return {[keep, tables, model, memory, out] {
            clobber_memory();
            Scratch scratch(*memory);
            const Encoded encoded = gguf::encode(model, scratch, *out);
            check_answer(encoded && encoded.size == keep->size(), "gguf::encode");
          },
          entries, 0, memory};
}

}  // namespace hallmark::benchmarks
