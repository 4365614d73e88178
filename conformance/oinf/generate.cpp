// SPDX-License-Identifier: Apache-2.0
// Writes OINF models and files from choices.
#include "conformance/oinf/generate.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "codecs/oinf/writer.hpp"
#include "conformance/generate/formats.hpp"

namespace hallmark::oinf {
namespace {

// Names that end before, at and after the edges of 4, 8, 12 and 16 bytes, each other's prefixes among them.
constexpr std::string_view stems[] = {
    "a", "b", "D", "W.0", "w_1-x", "lang",     "layer",     "layer.0",    "layer.00",      "layer.00.",
    "Z", "-", ".", "_",   "0",     "attn.q_1", "attn.q_10", "embedding0", "block.11.norm", "block.11.norm.weight"};
constexpr std::string_view characters = "azAZ09._-m5K";

class Generator {
 public:
  explicit Generator(conformance::Choices& choices) : choices_(choices) {}

  Model model(std::uint32_t most) && {
    std::set<std::string> taken;
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      const std::string_view name = this->name(taken);
      model_.sizevars.push_back({name, choices_.chance(3) ? choices_.word() : choices_.below(1000)});
    }
    taken.clear();
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      const auto type = static_cast<ValueType>(1 + choices_.below(15));
      const std::string_view key = name(taken);
      model_.metadata.push_back({key, type, blob(type)});
    }
    taken.clear();
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      model_.tensors.push_back(tensor(name(taken)));
    }
    return std::move(model_);
  }

 private:
  std::string text(std::uint32_t least) {
    std::string text(stems[choices_.below(std::size(stems))]);
    if (choices_.chance(3)) {
      text.clear();
      for (std::uint32_t left = least + choices_.below(20); left > 0; --left) {
        text += characters[choices_.below(characters.size())];
      }
    }
    return text;
  }

  // A name that the table has not yet.
  std::string_view name(std::set<std::string>& taken) {
    std::string name = text(1);
    while (!taken.insert(name).second) name += characters[taken.size() % characters.size()];
    return arena().text(std::move(name));
  }

  Bytes elements(DType dtype, const conformance::Dims& dims) {
    return arena().bytes(conformance::elements_of(dtype, conformance::count_of(dims), choices_));
  }

  DType dtype() { return dtype_of(static_cast<ValueType>(1 + choices_.below(12))); }

  conformance::Dims dims() {
    conformance::Dims dims(choices_.below(5));
    for (std::uint64_t& size : dims) size = choices_.chance(10) ? 0 : 1 + choices_.below(3);
    return dims;
  }

  Bytes blob(ValueType type) {
    if (type == ValueType::string) return arena().put([text = text(1)](Writer& to) { put_string(to, text); });
    if (type == ValueType::bitset) {
      const std::uint32_t bits = choices_.below(40);
      std::vector<std::byte> data = choices_.bytes((bits + 7) / 8);
      if (bits % 8 != 0) data.back() &= static_cast<std::byte>((1U << bits % 8) - 1);
      return arena().put([&](Writer& to) { put_bitset(to, {bits, data}); });
    }
    if (type != ValueType::ndarray) return elements(dtype_of(type), {});
    const DType dtype = this->dtype();
    const conformance::Dims dims = this->dims();
    const TensorView array{{}, dtype, true, arena().shape(dims), elements(dtype, dims)};
    return arena().put([&](Writer& to) { put_ndarray(to, array); });
  }

  TensorView tensor(std::string_view name) {
    TensorView tensor{name, dtype(), false, {}, {}};
    conformance::Dims dims = this->dims();
    tensor.has_data = !choices_.chance(4);
    if (tensor.has_data) {
      tensor.data = elements(tensor.dtype, dims);
    } else if (!dims.empty() && choices_.chance(3)) {
      dims.back() = std::uint64_t{1} << choices_.below(50);  // nobody has to store it
    }
    tensor.shape = arena().shape(dims);
    return tensor;
  }

  conformance::Arena& arena() { return model_.arena; }

  conformance::Choices& choices_;
  Model model_;
};

// Indices from 0.
template <class T>
std::vector<T> in_order(std::size_t count) {
  std::vector<T> indices(count);
  std::iota(indices.begin(), indices.end(), T{0});
  return indices;
}

// put_model puts a model up to its data, with the tables as they stand.
template <class Place>
void put_model(Writer& to, const HeaderFields& header, const ModelView& model, Place&& place) {
  const auto all =
      in_order<std::uint32_t>(std::max({model.sizevars.size(), model.metadata.size(), model.tensors.size()}));
  const std::span<const std::uint32_t> order(all);
  put_head(to, header, model,
           {order.first(model.sizevars.size()), order.first(model.metadata.size()), order.first(model.tensors.size())},
           place);
}

std::vector<Bytes> blobs_of(const ModelView& model) {
  std::vector<Bytes> blobs;
  for (const Metadata& entry : model.metadata) blobs.push_back(entry.blob);
  for (const TensorView& entry : model.tensors) {
    if (entry.has_data) blobs.push_back(entry.data);
  }
  return blobs;
}

}  // namespace

bool same(const ModelView& a, const ModelView& b) {
  const auto equal = [](Bytes one, Bytes other) { return std::ranges::equal(one, other); };
  return std::ranges::equal(a.sizevars, b.sizevars,
                            [](const Sizevar& one, const Sizevar& other) {
                              return one.name == other.name && one.value == other.value;
                            }) &&
         std::ranges::equal(a.metadata, b.metadata,
                            [&](const Metadata& one, const Metadata& other) {
                              return one.key == other.key && one.type == other.type && equal(one.blob, other.blob);
                            }) &&
         std::ranges::equal(a.tensors, b.tensors, [&](const TensorView& one, const TensorView& other) {
           return one.name == other.name && one.dtype == other.dtype && one.has_data == other.has_data &&
                  conformance::dims_of(one.shape) == conformance::dims_of(other.shape) && equal(one.data, other.data);
         });
}

Model any_model(conformance::Choices& choices, std::uint32_t most) { return Generator(choices).model(most); }

void shuffle(Tables& tables, conformance::Choices& choices) {
  conformance::shuffle(tables.sizevars, choices);
  conformance::shuffle(tables.metadata, choices);
  conformance::shuffle(tables.tensors, choices);
}

Tables sorted(const ModelView& model) {
  Tables tables{{model.sizevars.begin(), model.sizevars.end()},
                {model.metadata.begin(), model.metadata.end()},
                {model.tensors.begin(), model.tensors.end()}};
  std::ranges::sort(tables.sizevars, {}, &Sizevar::name);
  std::ranges::sort(tables.metadata, {}, &Metadata::key);
  std::ranges::sort(tables.tensors, {}, &TensorView::name);
  return tables;
}

std::vector<std::byte> file_of(const ModelView& model, std::span<const std::size_t> order) {
  const HeaderFields header = header_of(model);
  const std::vector<Bytes> blobs = blobs_of(model);
  const auto as_they_stand = in_order<std::size_t>(blobs.size());
  if (order.empty()) order = as_they_stand;
  std::vector<BlobPlace> places(blobs.size());
  std::uint64_t next = header.offset_data;
  for (const std::size_t i : order) {
    places[i] = {blobs[i].size(), next};
    next += rounded_up(blobs[i].size());
  }
  std::vector<std::byte> file(static_cast<std::size_t>(header.file_size));
  Writer to(file);
  put_model(to, header, model, [place = places.begin()](Bytes) mutable { return *place++; });
  for (const std::size_t i : order) put_blob(to, blobs[i]);
  return file;
}

std::vector<std::byte> any_file(const ModelView& model, conformance::Choices& choices) {
  auto order = in_order<std::size_t>(blobs_of(model).size());
  conformance::shuffle(order, choices);
  return file_of(model, order);
}

std::vector<std::byte> head_of(const conformance::OwnedModel& model) {
  Model tables;
  for (const auto& [key, value] : model.metadata) {
    const Bytes text = tables.arena.put([&](Writer& to) { put_string(to, value); });
    tables.metadata.push_back({key, ValueType::string, text});
  }
  for (const conformance::OwnedTensor& one : model.tensors) {
    tables.tensors.push_back({one.name, one.dtype, true, tables.arena.shape(one.dims), {}});
  }
  HeaderFields header = header_of(tables.view());
  const std::uint64_t head = header.file_size;  // without the data
  for (const conformance::OwnedTensor& one : model.tensors) header.file_size += rounded_up(data_size(one));
  std::vector<std::byte> file(static_cast<std::size_t>(head));
  Writer to(file);
  const std::size_t texts = model.metadata.size();
  put_model(to, header, tables.view(), [&, next = header.offset_data, i = std::size_t{0}](Bytes blob) mutable {
    const std::uint64_t size = i < texts ? blob.size() : data_size(model.tensors[i - texts]);
    ++i;
    return BlobPlace{size, std::exchange(next, next + rounded_up(size))};
  });
  for (const Metadata& entry : tables.metadata) put_blob(to, entry.blob);
  return file;
}

namespace {

conformance::Input any(conformance::Choices& choices) {
  const Model model = any_model(choices, 5);
  return {any_file(model.view(), choices), {}, {}};
}

// head gives that of a model of the field; what it has in bf16 is in f16 here.
std::vector<std::byte> head(const conformance::OwnedModel& field) {
  conformance::OwnedModel model = field;
  for (conformance::OwnedTensor& tensor : model.tensors) {
    if (tensor.dtype == DType::bf16) tensor.dtype = DType::f16;
  }
  return head_of(model);
}

constexpr conformance::ModelLayout field_layout{head, 64, 8};

}  // namespace

const conformance::Generator oinf_generator =
    definite(conformance::model_generator<field_layout>("oinf", "oinf#high-level-layout", any));

}  // namespace hallmark::oinf
