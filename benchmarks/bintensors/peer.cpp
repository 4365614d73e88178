// SPDX-License-Identifier: Apache-2.0
// BinTensors files, and files of safetensors with the same tensors. The number is a count of tensors, or for a model
// the size of its data in bytes, which are a hole in the file.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/peers/native/family.hpp"

namespace hallmark::benchmarks {
namespace {

using bintensors::Layout;
using Model = bintensors::OwnedModel;  // in the order of the file; what is written of the data is a hole

// Writes a header and a hole for the data.
void write_sparse(const std::string& path, Bytes header, std::uint64_t size) {
  write_file(path, header);
  if (truncate(path.c_str(), static_cast<off_t>(header.size() + size)) != 0) {
    throw std::runtime_error(path + ": cannot be made larger");
  }
}

void write_bintensors(const std::string& path, const Model& model) {
  std::uint64_t size = 0;
  for (const auto& tensor : model.tensors) size += data_size(tensor);
  write_sparse(path, head_of(Layout::v1, model), size);
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

std::string answer_of_file(const bintensors::FileView& file) {
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
  std::uint64_t names = 0;
  for (std::uint64_t i = 0; i < file.size(); ++i) {
    const TensorView tensor = file.tensor(i);
    elements += count_of(tensor.shape).elements();
    bytes += tensor.data.size();
    names += sum_of<std::uint8_t>(as_bytes(tensor.name));
  }
  return answer_of({{"tensors", file.size()}, {"elements", elements}, {"data_bytes", bytes}, {"name_sum", names}});
}

template <Layout Of>
PeerWork tensors(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto decode = [=] {
    Scratch scratch = memory->of(bintensors::scratch_bound(Of, input->bytes()));
    return bintensors::decode(Of, input->bytes(), scratch);
  };
  return {[=] { return valid(decode()).size(); }, [=] { return answer_of_file(valid(decode())); }};
}

// In each pass the file is opened, its header read, its data mapped, the header decoded, and the file closed.
PeerWork open_tensors(const std::string& path) {
  const auto memory = std::make_shared<Memory>();
  const auto start = std::make_shared<std::vector<std::byte>>(start_size);
  const auto decode = [memory](const MappedFile& file) {
    const bool whole = bintensors::header_size(file.start()) <= file.start().size();
    const Bytes header = whole ? file.start() : file.bytes();
    Scratch scratch = memory->of(bintensors::scratch_bound(Layout::v1, header));
    return bintensors::decode(Layout::v1, file.bytes(), header, scratch);
  };
  return {[=] {
            const MappedFile file(path, *start);
            return valid(decode(file)).size();
          },
          [=] {
            const MappedFile file(path, *start);
            return answer_of_file(valid(decode(file)));
          }};
}

}  // namespace

void add_bintensors(Families& all) {
  all.works.insert(
      {{"bintensors-v0", tensors<Layout::v0>}, {"bintensors-v1", tensors<Layout::v1>}, {"open", open_tensors}});
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
