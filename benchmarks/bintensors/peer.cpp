// SPDX-License-Identifier: Apache-2.0
// BinTensors files, and files of safetensors with the same tensors. The number is a count of tensors, or for a model
// the size of its data in bytes, which are a hole in the file.
#include <fmt/format.h>

#include <stdexcept>

#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/peers/native/tensor_files.hpp"

namespace hallmark::benchmarks {
namespace {

using bintensors::Layout;
using Model = bintensors::OwnedModel;  // in the order of the file; what is written of the data is a hole

void write_bintensors(const std::string& path, const Model& model) {
  write_sparse(path, head_of(Layout::v1, model), data_size(model));
}

// A header of JSON, filled with spaces to a multiple of 8 bytes, after its length.
void write_safetensors(const std::string& path, const Model& model) {
  std::string json = "{";
  std::uint64_t begin = 0;
  for (const auto& tensor : model.tensors) {
    const std::uint64_t end = begin + data_size(tensor);
    json +=
        fmt::format(R"({}"{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", json.size() == 1 ? "" : ",",
                    tensor.name, tensor.dtype == DType::bf16 ? "BF16" : "F32", fmt::join(tensor.dims, ","), begin, end);
    begin = end;
  }
  json += "}";
  json.resize((json.size() + 7) / 8 * 8, ' ');
  File header(sizeof(std::uint64_t));
  store_le(header.data(), std::uint64_t{json.size()});
  const Bytes text = as_bytes(json);
  header.insert(header.end(), text.begin(), text.end());
  write_sparse(path, header, begin);
}

// The tensors of a file of the other benchmarks.
Model tensors_of(Bytes bytes) {
  std::vector<std::byte> memory(bintensors::scratch_bound(Layout::v1, bytes));
  Scratch scratch(memory);
  const auto file = bintensors::decode(Layout::v1, bytes, scratch);
  if (!file) throw std::runtime_error("an input is not valid");
  return bintensors::owned(*file);
}

// 256 tensors of f32.
Model model_of(std::uint64_t size) {
  Model model;
  for (int i = 0; i < 256; ++i) {
    model.tensors.push_back({fmt::format("layer.{:06}.weight", i), DType::f32, {size / 1024}, {}});
  }
  return model;
}

template <Layout layout>
struct Format {
  static std::uint64_t scratch_bound(Bytes header) { return bintensors::scratch_bound(layout, header); }
  static std::uint64_t header_size(Bytes start) { return bintensors::header_size(start); }
  template <class... From>
  static auto decode(From&&... from) {
    return bintensors::decode(layout, from...);
  }
  static std::uint64_t count(const bintensors::FileView& file) { return file.size(); }
  static TensorView tensor(const bintensors::FileView& file, std::uint64_t i) { return file.tensor(i); }
};
using V0 = TensorFiles<Format<Layout::v0>>;
using V1 = TensorFiles<Format<Layout::v1>>;

}  // namespace

void add_bintensors(Families& all) {
  all.works.insert({{"bintensors-v0", V0::read}, {"bintensors-v1", V1::read}, {"open", V1::open}});
  all.inputs.insert(
      {{"bintensors-v1-model", [](auto size, const auto& path) { write_bintensors(path, model_of(size)); }},
       {"bintensors-v1-7b", [](auto, const auto& path) { write_bintensors(path, model_7b()); }},
       {"bintensors-safetensors-model", [](auto size, const auto& path) { write_safetensors(path, model_of(size)); }},
       {"bintensors-safetensors-7b", [](auto, const auto& path) { write_safetensors(path, model_7b()); }},
       {"bintensors-v1-prefixes", made([](auto) { return bintensors_header(Layout::v1, Header::long_prefixes); })}});
  for (const Order order : {Order::written, Order::shuffled}) {
    const std::string name = order == Order::written ? "written" : "shuffled";
    const auto files = [order](Layout layout, std::uint64_t count) {
      return bintensors_tensors(layout, static_cast<std::uint32_t>(count), order);
    };
    all.inputs["bintensors-v0-" + name] = made([=](auto count) { return files(Layout::v0, count); });
    all.inputs["bintensors-v1-" + name] = made([=](auto count) { return files(Layout::v1, count); });
    all.inputs["bintensors-safetensors-" + name] = [=](auto count, const std::string& path) {
      write_safetensors(path, tensors_of(files(Layout::v1, count)));
    };
  }
}

}  // namespace hallmark::benchmarks
