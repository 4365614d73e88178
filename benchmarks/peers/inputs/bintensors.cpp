// BinTensors files, and files of safetensors with the same tensors. NUMBER is a count of tensors, or for a model the
// size of its data in bytes, which are a hole in the file.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/peers/inputs/kind.hpp"
#include "codecs/bintensors/varint.hpp"
#include "codecs/bintensors/walk.hpp"

namespace hallmark::benchmarks {
namespace {

using bintensors::Layout;
using bintensors::write_varint;

// Declared is a tensor whose data are zeros.
struct Declared {
  std::string name;
  DType dtype = DType::f32;
  std::vector<std::uint64_t> shape;

  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t bytes = size_of(dtype);
    for (const std::uint64_t each : shape) bytes *= each;
    return bytes;
  }
};
using Model = std::vector<Declared>;  // in the order of the file

std::uint64_t data_size(const Model& model) {
  std::uint64_t size = 0;
  for (const Declared& tensor : model) size += tensor.size();
  return size;
}

// Writes a header and a hole for the data.
void write_sparse(const std::string& path, Bytes header, std::uint64_t size) {
  write_file(path, header);
  if (truncate(path.c_str(), static_cast<off_t>(header.size() + size)) != 0) {
    throw std::runtime_error(path + ": cannot be made larger");
  }
}

void write_header(Writer& to, const Model& model) {
  to.u64le(0);
  to.u8(0);
  write_varint(to, model.size());
  std::uint64_t begin = 0;
  for (const Declared& tensor : model) {
    write_varint(to, tensor.name.size());
    to.bytes(as_bytes(tensor.name));
    write_varint(to, bintensors::discriminant_of(tensor.dtype));
    write_varint(to, tensor.shape.size());
    for (const std::uint64_t size : tensor.shape) write_varint(to, size);
    write_varint(to, begin);
    write_varint(to, begin + tensor.size());
    begin += tensor.size();
  }
  while (to.size() % 8 != 0) to.u8(bintensors::padding_byte);
  to.patch(0, to.size() - bintensors::sofm_size);
}

void write_bintensors(const std::string& path, const Model& model) {
  Writer measure;
  write_header(measure, model);
  File header(static_cast<std::size_t>(measure.size()));
  Writer to(header);
  write_header(to, model);
  write_sparse(path, header, data_size(model));
}

// A header of JSON, filled with spaces to a multiple of 8 bytes, behind its length.
void write_safetensors(const std::string& path, const Model& model) {
  std::string json = "{";
  std::uint64_t begin = 0;
  for (const Declared& tensor : model) {
    const std::string_view dtype = tensor.dtype == DType::bf16 ? "BF16" : "F32";
    json += fmt::format(R"({}"{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", begin == 0 ? "" : ",",
                        tensor.name, dtype, fmt::join(tensor.shape, ","), begin, begin + tensor.size());
    begin += tensor.size();
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
  Model model;
  for (std::uint64_t i = 0; i < file->size(); ++i) {
    bintensors::Tensor tensor = file->tensor(i);
    Declared& last = model.emplace_back(Declared{std::string(tensor.name), tensor.dtype, {}});
    while (tensor.shape.left() != 0) last.shape.push_back(tensor.shape.next());
  }
  return model;
}

// 256 tensors of f32.
Model model_of(std::uint64_t size) {
  Model model;
  for (int i = 0; i < 256; ++i) model.push_back({fmt::format("layer.{:06}.weight", i), DType::f32, {size / 1024}});
  return model;
}

// The 291 tensors of a language model of seven billion parameters: 32 layers of width 4096.
Model model_7b() {
  constexpr std::uint64_t width = 4096;
  constexpr std::uint64_t inner = 11008;
  constexpr std::uint64_t words = 32000;
  Model model{{"model.embed_tokens.weight", DType::bf16, {words, width}},
              {"model.norm.weight", DType::bf16, {width}},
              {"lm_head.weight", DType::bf16, {words, width}}};
  for (int layer = 0; layer < 32; ++layer) {
    const std::string before = fmt::format("model.layers.{}.", layer);
    for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
      model.push_back({before + "self_attn." + name + ".weight", DType::bf16, {width, width}});
    }
    model.push_back({before + "mlp.gate_proj.weight", DType::bf16, {inner, width}});
    model.push_back({before + "mlp.up_proj.weight", DType::bf16, {inner, width}});
    model.push_back({before + "mlp.down_proj.weight", DType::bf16, {width, inner}});
    model.push_back({before + "input_layernorm.weight", DType::bf16, {width}});
    model.push_back({before + "post_attention_layernorm.weight", DType::bf16, {width}});
  }
  std::sort(model.begin(), model.end(), [](const Declared& a, const Declared& b) { return a.name < b.name; });
  return model;
}

}  // namespace

std::vector<Kind> kinds() {
  std::vector<Kind> all{
      {"bintensors-v1-model", [](auto size, const auto& path) { write_bintensors(path, model_of(size)); }},
      {"bintensors-v1-7b", [](auto, const auto& path) { write_bintensors(path, model_7b()); }},
      {"bintensors-safetensors-model", [](auto size, const auto& path) { write_safetensors(path, model_of(size)); }},
      {"bintensors-safetensors-7b", [](auto, const auto& path) { write_safetensors(path, model_7b()); }},
      {"bintensors-v1-prefixes", made([](auto) { return bintensors_header(Layout::v1, Header::long_prefixes); })}};
  for (const Order order : {Order::written, Order::shuffled}) {
    const std::string name = order == Order::written ? "written" : "shuffled";
    const auto tensors = [order](Layout layout, std::uint64_t count) {
      return bintensors_tensors(layout, static_cast<std::uint32_t>(count), order);
    };
    all.push_back({"bintensors-v0-" + name, made([=](auto count) { return tensors(Layout::v0, count); })});
    all.push_back({"bintensors-v1-" + name, made([=](auto count) { return tensors(Layout::v1, count); })});
    all.push_back({"bintensors-safetensors-" + name, [=](auto count, const std::string& path) {
                     write_safetensors(path, tensors_of(tensors(Layout::v1, count)));
                   }});
  }
  return all;
}

}  // namespace hallmark::benchmarks
