#include "benchmarks/oinf/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/random.hpp"
#include "conformance/oinf/generate.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::benchmarks {

using oinf::ValueType;

File oinf_tables(std::uint32_t sizevars, TableOrder order, Data data) {
  oinf::OwnedModel model;
  const bool present = data == Data::present;
  for (std::uint32_t i = 0; i < sizevars; ++i) model.sizevars.push_back({fmt::format("dim_{:06}", i), 10});
  for (std::uint32_t i = 0; i < sizevars / 2; ++i) {
    const std::string name =
        fmt::format("layer.{:06}{}{}", i / 4, i % 4 < 2 ? ".attn" : ".norm", i % 2 == 0 ? ".bias" : ".weight");
    model.tensors.push_back({name, ValueType::f32, {2, 2}, present, File(present ? 16 : 0)});
  }
  if (order == TableOrder::sorted) return oinf::any_file(model);
  Random random;
  random.shuffle(model.sizevars);
  random.shuffle(model.tensors);
  const auto blobs = random.permutation(present ? sizevars / 2 : 0);
  return oinf::file_in({blobs.begin(), blobs.end()}, model);
}

File oinf_metadata(std::uint32_t count) {
  const auto blob_of = [](std::initializer_list<std::uint32_t> words, std::string_view text) {
    File blob(40);
    Writer to(blob);
    for (const std::uint32_t word : words) to.u32le(word);
    to.bytes(as_bytes(text));
    return blob;
  };
  constexpr std::string_view text = "a.string-of_thirty-two.characters";
  const std::pair<ValueType, File> values[] = {
      {ValueType::u32, File(4)},
      {ValueType::string, blob_of({static_cast<std::uint32_t>(text.size())}, text)},
      {ValueType::bitset, blob_of({256, 32}, {})},
      {ValueType::ndarray, blob_of({static_cast<std::uint32_t>(ValueType::f32), 1, 6, 0}, {})}};
  oinf::OwnedModel model;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& [type, blob] = values[i % 4];
    model.metadata.push_back({fmt::format("config.{:06}.value", i), type, blob});
  }
  return oinf::any_file(model);
}

File oinf_booleans(std::uint64_t size) {
  oinf::OwnedModel model;
  for (std::uint64_t i = 0; i < 16; ++i) {
    model.tensors.push_back({fmt::format("mask.{:06}", i), ValueType::boolean, {size / 16}, true, File(size / 16)});
  }
  File file = oinf::any_file(model);
  for (std::size_t at = file.size() - size; at < file.size(); ++at) file[at] = static_cast<std::byte>(at * 7 % 11 & 1);
  return file;
}

Sample oinf_model(std::uint64_t size) {
  // The first tensor fills the page of the tables, so that the others start at a page, which can be locked.
  oinf::OwnedModel model;
  model.tensors.push_back({"embedding", ValueType::u8, {0}, true, {}});
  for (std::uint64_t i = 0; i < 256; ++i) {
    model.tensors.push_back({fmt::format("layer.{:06}.weight", i), ValueType::f32, {size / 1024}, true, {}});
  }
  std::vector<std::uint64_t> sizes(257, size / 256);
  const std::uint64_t data = oinf::head_of(model, sizes).size();
  sizes[0] = (data + page_size() - 1) / page_size() * page_size() - data;
  model.tensors[0].dims = {sizes[0]};
  return untouchable(oinf::head_of(model, sizes), data + sizes[0], data + sizes[0] + size);
}

Work encode_oinf(File file, std::uint64_t entries) {
  auto keep = std::make_shared<File>(std::move(file));
  auto tables = std::make_shared<std::vector<std::byte>>(oinf::scratch_bound(*keep));
  Scratch once(*tables);
  const auto decoded = oinf::decode(*keep, once);
  check_answer(static_cast<bool>(decoded), "oinf::decode");
  const oinf::ModelView model = *decoded;
  auto memory = std::make_shared<std::vector<std::byte>>(oinf::encode_scratch(model));
  auto out = std::make_shared<File>(oinf::encoded_size(model));
  return {[keep, tables, model, memory, out] {
            clobber_memory();
            Scratch scratch(*memory);
            const Encoded encoded = oinf::encode(model, scratch, *out);
            check_answer(encoded && encoded.size == keep->size(), "oinf::encode");
          },
          entries, 0, memory};
}

}  // namespace hallmark::benchmarks
