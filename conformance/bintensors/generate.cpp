// Writes BinTensors models and files from choices.
#include "conformance/bintensors/generate.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>

namespace hallmark::bintensors {
namespace {

using namespace std::string_view_literals;

// Texts of one to four bytes a character, each other's prefixes, and one with NUL.
constexpr std::string_view stems[] = {"a",
                                      "b",
                                      "B",
                                      "w.0",
                                      "w.00",
                                      "bias",
                                      "layer.1",
                                      "layer.1.weight",
                                      "layer.10",
                                      "-",
                                      "\u00fc\u00df",
                                      "\u6f22",
                                      " ",
                                      "\xf0\x9f\x8c\x8d",
                                      "\x7f",
                                      "n\0l"sv};
constexpr std::string_view characters = "azAZ09._-/ \n";

class Generator {
 public:
  explicit Generator(conformance::Choices& choices) : choices_(choices) {}

  OwnedModel model(std::uint32_t most) {
    OwnedModel model;
    std::set<std::string> taken;
    model.has_metadata = choices_.chance(2);
    if (model.has_metadata) {
      for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
        std::string key = unique(taken);
        model.metadata.emplace_back(std::move(key), text());
      }
    }
    taken.clear();
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      model.tensors.push_back(tensor(unique(taken)));
    }
    return model;
  }

 private:
  std::string text() {
    if (choices_.chance(12)) return std::string(240 + choices_.below(30), 'x');  // around the longest one-byte length
    if (!choices_.chance(3)) return std::string(stems[choices_.below(std::size(stems))]);
    std::string text;
    for (std::uint32_t left = choices_.below(20); left > 0; --left) {
      text += characters[choices_.below(characters.size())];
    }
    return text;
  }

  // A text that the table has not yet.
  std::string unique(std::set<std::string>& taken) {
    std::string name = text();
    while (!taken.insert(name).second) name += characters[taken.size() % characters.size()];
    return name;
  }

  OwnedTensor tensor(std::string name) {
    OwnedTensor tensor{std::move(name), discriminants[choices_.below(std::size(discriminants))], {}, {}};
    tensor.dims = conformance::small_dims(choices_);
    if (!tensor.dims.empty() && choices_.chance(6)) {
      conformance::make_empty(tensor.dims, choices_, 0);
    } else if (!tensor.dims.empty() && choices_.chance(10)) {
      tensor.dims.front() = 60 + choices_.below(200);
    }
    tensor.data = conformance::elements_of(tensor.dtype, conformance::count_of(tensor.dims), choices_);
    return tensor;
  }

  conformance::Choices& choices_;
};

std::uint64_t discriminant(DType dtype) {
  return static_cast<std::uint64_t>(std::ranges::find(discriminants, dtype) - std::begin(discriminants));
}

// RecordWriter writes a record field by field.
class RecordWriter {
 public:
  RecordWriter(Layout layout, conformance::Choices* choices, Liberty liberty, std::vector<WrittenField>* fields)
      : layout_(layout), choices_(choices), liberty_(liberty), fields_(fields), out_(8) {}

  void metadata(const OwnedModel& model) {
    named("metadata.tag");
    byte(model.has_metadata ? 1 : 0);
    if (!model.has_metadata) return;
    named("metadata");
    number(model.metadata.size());
    for (std::size_t i = 0; i < model.metadata.size(); ++i) {
      text("metadata", i, "key", model.metadata[i].first);
      text("metadata", i, "value", model.metadata[i].second);
    }
  }
  // `tensor` and `size` give a tensor and the bytes of its data.
  void tensors(std::size_t count, const auto& tensor, const auto& size) {
    named("tensors");
    number(count);
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const OwnedTensor& one = tensor(i);
      if (layout_ == Layout::v1) text("tensors", i, "name", one.name);
      named("tensors", i, "dtype");
      number(discriminant(one.dtype), 5);
      named("tensors", i, "shape.length");
      number(one.dims.size());
      named("tensors", i, "shape");
      for (const std::uint64_t dim : one.dims) number(dim);
      named("tensors", i, "data_offsets[0]");
      number(end);
      end += size(i);
      named("tensors", i, "data_offsets[1]");
      number(end);
    }
  }
  // The index map of layout v0; `index` gives the number of a tensor at a place of the map.
  void mappings(std::size_t count, const auto& tensor, const auto& index) {
    if (layout_ == Layout::v1) return;
    named("index_map");
    number(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t of = index(i);
      text("index_map", i, "name", tensor(of).name);
      named("index_map", i, "index");
      number(of);
    }
  }
  // The tail behind the record, and the size of both.
  [[nodiscard]] std::vector<std::byte> close() {
    named("padding");
    while (out_.size() % 8 != 0) byte(0x20);
    if (liberty_ == Liberty::compat && choices_->chance(2)) {
      const std::size_t tail = choices_->below(20);
      for (const std::byte b : choices_->bytes(tail)) out_.push_back(b);
    }
    store_le(out_.data(), std::uint64_t{out_.size() - 8});
    return std::move(out_);
  }

 private:
  void named(const char* path) {
    if (fields_ != nullptr) fields_->push_back({path, out_.size()});
  }
  void named(std::string_view table, std::size_t entry, std::string_view field, std::string_view part = "") {
    if (fields_ == nullptr) return;
    const std::string path = std::string(table) + "[" + std::to_string(entry) + "].";
    named((path + std::string(field) + std::string(part)).c_str());
  }
  void byte(std::uint64_t value) { out_.push_back(static_cast<std::byte>(value & 0xff)); }
  void number(std::uint64_t value, int widest = 9) {
    if (liberty_ == Liberty::hostile && choices_->chance(16)) value = hostile(value);
    int width = value < 251 ? 1 : value < 65536 ? 3 : value < std::uint64_t{1} << 32 ? 5 : 9;
    if (liberty_ == Liberty::compat && choices_->chance(4)) {
      while (width < widest && choices_->chance(2)) width = width == 1 ? 3 : 2 * width - 1;
    }
    if (width > 1) byte(width == 3 ? 251 : width == 5 ? 252 : 253);
    for (int i = 0; i < std::max(width - 1, 1); ++i) byte(value >> (8 * i));
  }
  void text(const char* table, std::size_t entry, const char* field, std::string_view text) {
    named(table, entry, field, ".length");
    number(text.size());
    named(table, entry, field);
    const Bytes bytes = as_bytes(text);
    out_.insert(out_.end(), bytes.begin(), bytes.end());
  }

  // Neighbours, and what is near the edges of 8, 16, 32 and 64 bits.
  std::uint64_t hostile(std::uint64_t value) {
    constexpr std::uint64_t edges[] = {
        0, 0, 15, 251, std::uint64_t{1} << 16, std::uint64_t{1} << 32, std::uint64_t{1} << 61, std::uint64_t{1} << 63};
    if (choices_->chance(2)) value = edges[choices_->below(std::size(edges))];
    return value + choices_->below(5) - 2;
  }

  Layout layout_;
  conformance::Choices* choices_;
  Liberty liberty_;
  std::vector<WrittenField>* fields_;
  std::vector<std::byte> out_;
};

}  // namespace

OwnedModel owned(const FileView& file) {
  OwnedModel copy;
  copy.has_metadata = file.has_metadata;
  for (Pairs pairs = file.metadata; pairs.left() != 0;) {
    const Pair pair = pairs.next();
    copy.metadata.emplace_back(pair.key, pair.value);
  }
  for (std::uint64_t i = 0; i < file.size(); ++i) {
    const Tensor tensor = file.tensor(i);
    OwnedTensor& to = copy.tensors.emplace_back();
    to.name = tensor.name;
    to.dtype = tensor.dtype;
    for (Dimensions shape = tensor.shape; shape.left() != 0;) to.dims.push_back(shape.next());
    to.data.assign(tensor.data.begin(), tensor.data.end());
  }
  return copy;
}

OwnedModel sorted(OwnedModel model) {
  std::ranges::sort(model.metadata);
  std::ranges::sort(model.tensors, [](const OwnedTensor& a, const OwnedTensor& b) {
    return a.dtype != b.dtype ? discriminant(a.dtype) > discriminant(b.dtype) : a.name < b.name;
  });
  return model;
}

Borrowed::Borrowed(const OwnedModel& model) : has_metadata_(model.has_metadata) {
  for (const auto& [key, value] : model.metadata) metadata_.push_back({key, value});
  for (const OwnedTensor& entry : model.tensors) {
    tensors_.push_back({entry.name, entry.dtype, shapes_.of(entry.dims), entry.data, true});
  }
}

OwnedModel any_model(conformance::Choices& choices, std::uint32_t most) { return Generator(choices).model(most); }

OwnedModel shuffled(OwnedModel model, conformance::Choices& choices) {
  conformance::shuffle(model.metadata, choices);
  conformance::shuffle(model.tensors, choices);
  return model;
}

std::vector<std::byte> head_of(Layout layout, const OwnedModel& model, std::span<const std::uint64_t> sizes,
                               conformance::Choices* choices, Liberty liberty, std::vector<WrittenField>* fields) {
  const auto tensor = [&](std::size_t i) -> const OwnedTensor& { return model.tensors[i]; };
  RecordWriter out(layout, choices, liberty, fields);
  out.metadata(model);
  out.tensors(sizes.size(), tensor, [&](std::size_t i) { return sizes[i]; });
  std::vector<std::size_t> order(layout == Layout::v0 ? sizes.size() : 0);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (choices != nullptr) conformance::shuffle(order, *choices);
  out.mappings(order.size(), tensor, [&](std::size_t i) { return order[i]; });
  return out.close();
}

std::vector<std::byte> head_of(Layout layout, std::size_t count, std::uint64_t size,
                               const std::function<OwnedTensor(std::size_t)>& tensor,
                               std::span<const std::uint32_t> order) {
  RecordWriter out(layout, nullptr, Liberty::none, nullptr);
  out.metadata({});
  out.tensors(count, tensor, [&](std::size_t) { return size; });
  out.mappings(count, tensor, [&](std::size_t i) { return order.empty() ? i : order[i]; });
  return out.close();
}

std::vector<std::byte> any_file(Layout layout, const OwnedModel& model, conformance::Choices* choices,
                                Liberty liberty) {
  std::vector<std::uint64_t> sizes;
  for (const OwnedTensor& tensor : model.tensors) sizes.push_back(tensor.data.size());
  std::vector<std::byte> out = head_of(layout, model, sizes, choices, liberty);
  for (const OwnedTensor& tensor : model.tensors) out.insert(out.end(), tensor.data.begin(), tensor.data.end());
  return out;
}

std::vector<std::byte> written(Layout layout, const OwnedModel& model) {
  const Borrowed borrowed(model);
  std::vector<std::byte> memory(static_cast<std::size_t>(encode_scratch(layout, borrowed.view())));
  Scratch scratch(memory);
  std::vector<std::byte> out(static_cast<std::size_t>(encoded_size(layout, borrowed.view(), scratch)));
  if (!encode(layout, borrowed.view(), scratch, out)) return {};
  return out;
}

}  // namespace hallmark::bintensors
