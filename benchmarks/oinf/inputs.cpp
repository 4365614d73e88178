#include "benchmarks/oinf/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/random.hpp"
#include "conformance/oinf/file_writer.hpp"

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
  Random random;
  if (order == TableOrder::shuffled) {
    random.shuffle(model.sizevars);
    random.shuffle(model.tensors);
  }
  oinf::FileWriter writer(model);
  if (order == TableOrder::shuffled) random.shuffle(writer.order);
  return writer.write();
}

File oinf_metadata(std::uint32_t count) {
  File text;
  oinf::append_string(text, "a.string-of_thirty-two.characters");
  File bits;
  oinf::append(bits, std::uint32_t{256});
  oinf::append(bits, std::uint32_t{32});
  File array;
  oinf::append(array, static_cast<std::uint32_t>(ValueType::f32));
  oinf::append(array, std::uint32_t{1});
  oinf::append(array, std::uint64_t{6});
  for (File* blob : {&bits, &array}) blob->resize(40);
  const std::pair<ValueType, File> values[] = {{ValueType::u32, File(4)},
                                               {ValueType::string, text},
                                               {ValueType::bitset, bits},
                                               {ValueType::ndarray, array}};
  oinf::OwnedModel model;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& [type, blob] = values[i % 4];
    model.metadata.push_back({fmt::format("config.{:06}.value", i), type, blob});
  }
  return oinf::FileWriter(model).write();
}

File oinf_booleans(std::uint64_t size) {
  oinf::OwnedModel model;
  for (std::uint64_t i = 0; i < 16; ++i) {
    model.tensors.push_back({fmt::format("mask.{:06}", i), ValueType::boolean, {size / 16}, true, File(size / 16)});
  }
  File file = oinf::FileWriter(model).write();
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
  const auto head = [&] {
    oinf::FileWriter writer(model);
    writer.leave_out_data(sizes);
    return writer.write();
  };
  const std::uint64_t data = head().size();
  sizes[0] = (data + page_size() - 1) / page_size() * page_size() - data;
  model.tensors[0].dims = {sizes[0]};
  return untouchable(head(), data + sizes[0], data + sizes[0] + size);
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
