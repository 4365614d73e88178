// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/bintensors/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/harness/random.hpp"
#include "codecs/bintensors/writer.hpp"

namespace hallmark::benchmarks {
namespace {

using bintensors::Layout;

const bintensors::Model no_metadata;

// Tensors are the contents of a file; names come from a function because there may be millions.
struct Tensors : bintensors::Ordered {
  [[nodiscard]] std::size_t tensors() const { return count; }
  // The name is that of the last tensor that was asked for.
  [[nodiscard]] TensorView tensor(std::size_t i) const {
    last = name(static_cast<std::uint32_t>(in_file[i]));
    return {last, dtype, false, shape, {}};
  }
  [[nodiscard]] std::uint64_t data_size(const TensorView&) const { return size; }

  std::uint32_t count = 0;
  DType dtype = DType::f32;
  Shape shape;
  std::uint64_t size = 0;                          // bytes of data of one tensor
  std::function<std::string(std::uint32_t)> name;  // of a tensor
  std::vector<std::uint32_t> orders[2] = {};       // of the names, and of the index map
  mutable std::string last{};
};

// The data are zeros.
File written(Layout layout, const Tensors& tensors) {
  bintensors::Fields measure;
  put_header(layout, tensors, measure);
  File file(static_cast<std::size_t>(measure.size() + tensors.count * tensors.size));
  bintensors::Fields to(file);
  put_header(layout, tensors, to);
  return file;
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
  for (auto& order : tensors.orders) order = random.permutation(tensors.count);
  tensors.in_file = {tensors.orders[0]};
  tensors.in_map = {tensors.orders[1]};
}

}  // namespace

File bintensors_tensors(Layout layout, std::uint32_t count, Order order) {
  conformance::Shapes shapes;
  Tensors tensors{{&no_metadata}, count, DType::f32, shapes.of({2, 2}), 16, name_in_model};
  if (order == Order::shuffled) shuffle(tensors);
  return written(layout, tensors);
}

File bintensors_booleans(Layout layout, std::uint64_t size) {
  conformance::Shapes shapes;
  File file = written(layout, {{&no_metadata}, 16, DType::boolean, shapes.of({size / 16}), size / 16, name_in_model});
  for (std::size_t at = file.size() - size; at < file.size(); ++at) file[at] = static_cast<std::byte>(at * 7 % 11 & 1);
  return file;
}

File bintensors_header(Layout layout, Header header) {
  constexpr std::size_t lengths[] = {4, 0, 0, 66, 1000};
  const std::size_t name = lengths[static_cast<std::size_t>(header)];  // in bytes
  conformance::Shapes shapes;
  Tensors tensors{
      {&no_metadata}, 0, DType::u8, shapes.of(conformance::Dims(header == Header::wide_empty ? 67 : 1)), 0, {}};
  tensors.name = [](std::uint32_t) { return std::string(); };
  if (header == Header::short_names) tensors.name = short_name;
  if (header == Header::long_prefixes || header == Header::huge_prefixes) {
    const std::string prefix(name - 8, 'p');
    tensors.name = [prefix](std::uint32_t i) { return fmt::format("{}{:08}", prefix, i); };
  }
  // Indices take five bytes in v0. The counts take the rest of the limit.
  bintensors::Fields entry;
  put_text(entry, "name.length", "name", tensors.name(0));
  put_info(entry, tensors.tensor(0), 0, 0);
  if (layout == Layout::v0) entry.number("index", UINT32_MAX);
  tensors.count = static_cast<std::uint32_t>((bintensors::default_max_metadata - 64) / entry.size());
  if (header == Header::short_names)
    tensors.count = std::min<std::uint32_t>(tensors.count, layout == Layout::v1 ? 9'500'000 : 6'500'000);
  if (name != 0) shuffle(tensors);
  return written(layout, tensors);
}

Sample bintensors_model(Layout layout, std::uint64_t size) {
  // The first tensor fills the page of the header, so that the others start at a page, which can be locked.
  bintensors::OwnedModel model;
  model.tensors.push_back({"embedding", DType::u8, {page_size()}, {}});
  for (std::uint32_t i = 0; i < 256; ++i) model.tensors.push_back({name_in_model(i), DType::f32, {size / 1024}, {}});
  const std::uint64_t header = bintensors::head_of(layout, model).size();
  // Its size takes as many bytes in the header as that of a page.
  std::uint64_t& first = model.tensors[0].dims[0];
  first = (header + 64 + page_size()) / page_size() * page_size() + page_size() - header;
  return untouchable(bintensors::head_of(layout, model), header + first, header + first + size);
}

Work encode_bintensors(Layout layout, std::uint32_t count, Order order) {
  struct Content {
    explicit Content(bintensors::OwnedModel one) : model(std::move(one)), borrowed(model) {}
    bintensors::OwnedModel model;
    bintensors::Borrowed borrowed;
  };
  Tensors tensors{{&no_metadata}, count, DType::f32, {}, 16, name_in_model};
  if (order == Order::shuffled) shuffle(tensors);
  bintensors::OwnedModel model;
  for (std::uint32_t i = 0; i < count; ++i) {
    model.tensors.push_back({std::string(tensors.tensor(i).name), DType::f32, {2, 2}, File(16)});
  }
  const auto content = std::make_shared<Content>(std::move(model));
  return encoding(count, content, layout, content->borrowed.view());
}

}  // namespace hallmark::benchmarks
