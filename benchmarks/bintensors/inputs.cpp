#include "benchmarks/bintensors/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/harness/random.hpp"
#include "codecs/bintensors/walk.hpp"

namespace hallmark::benchmarks {
namespace {

using bintensors::Layout;

// Tensors describes a file; names come from a function because there may be millions.
struct Tensors {
  std::uint32_t count = 0;
  DType dtype = DType::f32;
  std::vector<std::uint64_t> shape;
  std::uint64_t size = 0;                          // bytes of data of one tensor
  std::function<std::string(std::uint32_t)> name;  // of a tensor
  std::vector<std::uint32_t> order;                // order of the names; empty: ascending
  std::vector<std::uint32_t> map_order;            // v0: order of the index map
};

// The data are zeros.
File written(Layout layout, const Tensors& tensors) {
  const auto tensor = [&](std::size_t i) -> bintensors::OwnedTensor {
    const auto number = static_cast<std::uint32_t>(i);
    return {tensors.name(tensors.order.empty() ? number : tensors.order[i]), tensors.dtype, tensors.shape, {}};
  };
  File file = bintensors::head_of(layout, tensors.count, tensors.size, tensor, tensors.map_order);
  file.resize(static_cast<std::size_t>(file.size() + tensors.count * tensors.size));
  return file;
}

std::string name_in_model(std::uint32_t i) {
  constexpr std::string_view parts[] = {".attn.bias", ".attn.weight", ".norm.bias", ".norm.weight"};
  return fmt::format("layer.{:06}{}", i / 4, parts[i % 4]);
}

std::string short_name(std::uint32_t i) {
  constexpr std::string_view letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string name(4, '0');
  for (char& c : name) {
    c = letters[i % letters.size()];
    i /= static_cast<std::uint32_t>(letters.size());
  }
  return name;
}

void shuffle(Tensors& tensors) {
  Random random;
  tensors.order = random.permutation(tensors.count);
  tensors.map_order = random.permutation(tensors.count);
}

}  // namespace

File bintensors_tensors(Layout layout, std::uint32_t count, Order order) {
  Tensors tensors{count, DType::f32, {2, 2}, 16, name_in_model, {}, {}};
  if (order == Order::shuffled) shuffle(tensors);
  return written(layout, tensors);
}

File bintensors_booleans(Layout layout, std::uint64_t size) {
  File file = written(layout, {16, DType::boolean, {size / 16}, size / 16, name_in_model, {}, {}});
  for (std::size_t at = file.size() - size; at < file.size(); ++at) file[at] = static_cast<std::byte>(at * 7 % 11 & 1);
  return file;
}

File bintensors_header(Layout layout, Header header) {
  const bool named = layout == Layout::v1;
  Tensors tensors{0, DType::u8, {0}, 0, {}, {}, {}};
  constexpr std::size_t lengths[] = {4, 0, 0, 66, 1000};
  const std::size_t name = lengths[static_cast<std::size_t>(header)];  // in bytes
  if (header == Header::wide_empty) tensors.shape.resize(67);
  tensors.name = [](std::uint32_t) { return std::string(); };
  if (header == Header::short_names) tensors.name = short_name;
  if (header == Header::long_prefixes || header == Header::huge_prefixes) {
    const std::string prefix(name - 8, 'p');
    tensors.name = [prefix](std::uint32_t i) { return fmt::format("{}{:08}", prefix, i); };
  }
  // One byte each for dtype, rank and two offsets; in v0 five for the index. The counts take the rest of the limit.
  const std::size_t entry = 4 + tensors.shape.size() + bintensors::shortest_varint(name) + name + (named ? 0 : 5);
  tensors.count = static_cast<std::uint32_t>((bintensors::default_max_metadata - 64) / entry);
  if (header == Header::short_names)
    tensors.count = std::min<std::uint32_t>(tensors.count, named ? 9'500'000 : 6'500'000);
  if (name != 0) shuffle(tensors);
  return written(layout, tensors);
}

Sample bintensors_model(Layout layout, std::uint64_t size) {
  // The first tensor fills the page of the header, so that the others start at a page, which can be locked.
  bintensors::OwnedModel model;
  model.tensors.push_back({"embedding", DType::u8, {page_size()}, {}});
  for (std::uint32_t i = 0; i < 256; ++i) model.tensors.push_back({name_in_model(i), DType::f32, {size / 1024}, {}});
  std::vector<std::uint64_t> sizes(257, size / 256);
  std::uint64_t& first = sizes[0] = page_size();
  const std::uint64_t header = bintensors::head_of(layout, model, sizes).size();
  // Its size takes as many bytes in the header as that of a page.
  first = (header + 64 + page_size()) / page_size() * page_size() + page_size() - header;
  model.tensors[0].dims = {first};
  return untouchable(bintensors::head_of(layout, model, sizes), header + first, header + first + size);
}

Work encode_bintensors(Layout layout, std::uint32_t count, Order order) {
  // The model refers to the file and to `dimensions`; all tensors have the shape of the first one.
  struct Content {
    File file;
    std::byte dimensions[2 * sizeof(std::uint64_t)];
    std::vector<TensorView> tensors;
    std::vector<std::byte> scratch;
    File out;
  };
  auto content = std::make_shared<Content>();
  content->file = bintensors_tensors(layout, count, order);
  std::vector<std::byte> memory(bintensors::scratch_bound(layout, content->file));
  Scratch once(memory);
  const auto decoded = bintensors::decode(layout, content->file, once);
  check_answer(static_cast<bool>(decoded), "bintensors::decode");
  for (std::byte* at : {content->dimensions, content->dimensions + 8}) store_le(at, std::uint64_t{2});
  for (std::uint64_t i = 0; i < decoded->size(); ++i) {
    const bintensors::Tensor tensor = decoded->tensor(i);
    content->tensors.push_back({tensor.name, tensor.dtype, Shape(content->dimensions), tensor.data, true});
  }
  const bintensors::Model model{false, {}, content->tensors};
  content->scratch.resize(bintensors::encode_scratch(layout, model));
  content->out.resize(bintensors::encoded_size(layout, model, Scratch(content->scratch)));
  return {[layout, content, model] {
            clobber_memory();
            Scratch scratch(content->scratch);
            const Encoded encoded = bintensors::encode(layout, model, scratch, content->out);
            check_answer(encoded && encoded.size == content->out.size(), "bintensors::encode");
          },
          count, 0, ScratchMemory(content, &content->scratch)};
}

}  // namespace hallmark::benchmarks
