// Writes OINF models and files from choices.
#include "conformance/oinf/generate.hpp"

#include <algorithm>
#include <concepts>
#include <set>

namespace hallmark::oinf {
namespace {

// Names that end before, at and behind the edges of 4, 8, 12 and 16 bytes, each other's prefixes among them.
constexpr std::string_view stems[] = {
    "a", "b", "D", "W.0", "w_1-x", "lang",     "layer",     "layer.0",    "layer.00",      "layer.00.",
    "Z", "-", ".", "_",   "0",     "attn.q_1", "attn.q_10", "embedding0", "block.11.norm", "block.11.norm.weight"};
constexpr std::string_view characters = "azAZ09._-m5K";

template <std::integral T>
void append(std::vector<std::byte>& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) out.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}
void append(std::vector<std::byte>& out, std::string_view text) {
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
}
void append(std::vector<std::byte>& out, Bytes bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

// Zeros until `from`, a size, and what was written behind it fill a multiple of 8.
void pad(std::vector<std::byte>& out, std::size_t from = 0) {
  while ((out.size() - from) % 8 != 0) out.push_back(std::byte{0});
}

void append_string(std::vector<std::byte>& out, std::string_view text) {
  const std::size_t from = out.size();
  append(out, static_cast<std::uint32_t>(text.size()));
  append(out, text);
  pad(out, from);
}

class Generator {
 public:
  explicit Generator(conformance::Choices& choices) : choices_(choices) {}

  OwnedModel model(std::uint32_t most) {
    OwnedModel model;
    std::set<std::string> taken;
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      model.sizevars.push_back({name(taken), choices_.chance(3) ? choices_.word() : choices_.below(1000)});
    }
    taken.clear();
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      const auto type = static_cast<ValueType>(1 + choices_.below(15));
      model.metadata.push_back({name(taken), type, blob(type)});
    }
    taken.clear();
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      model.tensors.push_back(tensor(name(taken)));
    }
    return model;
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
  std::string name(std::set<std::string>& taken) {
    std::string name = text(1);
    while (!taken.insert(name).second) name += characters[taken.size() % characters.size()];
    return name;
  }

  std::vector<std::byte> elements(ValueType type, std::uint64_t count) {
    std::vector<std::byte> data = choices_.bytes(static_cast<std::size_t>(count * size_of(dtype_of(type))));
    if (type == ValueType::boolean) {
      for (std::byte& b : data) b &= std::byte{1};
    }
    return data;
  }

  std::vector<std::uint64_t> dims() {
    std::vector<std::uint64_t> dims(choices_.below(5));
    for (std::uint64_t& size : dims) size = choices_.chance(10) ? 0 : 1 + choices_.below(3);
    return dims;
  }
  static std::uint64_t count_of(const std::vector<std::uint64_t>& dims) {
    std::uint64_t count = 1;
    for (const std::uint64_t size : dims) count *= size;
    return count;
  }

  std::vector<std::byte> blob(ValueType type) {
    std::vector<std::byte> out;
    if (type == ValueType::string) {
      append_string(out, text(1));
    } else if (type == ValueType::bitset) {
      const std::uint32_t bits = choices_.below(40);
      append(out, bits);
      append(out, (bits + 7) / 8);
      append(out, choices_.bytes((bits + 7) / 8));
      if (bits % 8 != 0) out.back() &= static_cast<std::byte>((1U << bits % 8) - 1);
      pad(out);
    } else if (type == ValueType::ndarray) {
      const auto element = static_cast<ValueType>(1 + choices_.below(12));
      const std::vector<std::uint64_t> shape = dims();
      append(out, static_cast<std::uint32_t>(element));
      append(out, static_cast<std::uint32_t>(shape.size()));
      for (const std::uint64_t size : shape) append(out, size);
      append(out, elements(element, count_of(shape)));
      pad(out);
    } else {
      out = elements(type, 1);
    }
    return out;
  }

  OwnedTensor tensor(std::string name) {
    OwnedTensor tensor{std::move(name), static_cast<ValueType>(1 + choices_.below(12)), dims(), false, {}};
    tensor.has_data = !choices_.chance(4);
    if (tensor.has_data) {
      tensor.data = elements(tensor.dtype, count_of(tensor.dims));
    } else if (!tensor.dims.empty() && choices_.chance(3)) {
      tensor.dims.back() = std::uint64_t{1} << choices_.below(50);  // nobody has to store it
    }
    return tensor;
  }

  conformance::Choices& choices_;
};

template <class T>
void shuffle(std::vector<T>& list, conformance::Choices& choices) {
  for (std::size_t left = list.size(); left > 1; --left) std::swap(list[left - 1], list[choices.below(left)]);
}

// FileWriter writes a model, its blobs in any order.
class FileWriter {
 public:
  explicit FileWriter(const OwnedModel& model) : model_(model) {
    for (const auto& entry : model.metadata) blobs_.push_back({entry.blob, entry.blob.size()});
    for (const auto& entry : model.tensors) {
      if (entry.has_data) blobs_.push_back({entry.data, entry.data.size()});
    }
    for (std::size_t i = 0; i < blobs_.size(); ++i) order_.push_back(i);
  }
  void shuffle_blobs(conformance::Choices& choices) { shuffle(order_, choices); }
  // The data of tensors are left out: this many bytes each, behind the blobs of the metadata.
  void leave_out_data(std::span<const std::uint64_t> sizes) {
    for (std::size_t i = 0; i < sizes.size(); ++i) blobs_[model_.metadata.size() + i].size = sizes[i];
  }

  // Writes once with offsets of 0 to know where the sections and blobs begin, and once more with those.
  std::vector<std::byte> write() {
    for (int round = 0; round < 2; ++round) {
      out_.clear();
      next_blob_ = 0;
      header();
      sizevars();
      metadata();
      tensors();
      data();
      sections_[4] = end_;
    }
    return std::move(out_);
  }

 private:
  struct Blob {
    Bytes bytes;
    std::uint64_t size;  // in the file
    std::uint64_t offset = 0;
  };

  void header() {
    append(out_, std::string_view("OINF\0", 5));
    append(out_, std::uint32_t{1});
    append(out_, std::uint32_t{0});
    append(out_, static_cast<std::uint32_t>(model_.sizevars.size()));
    append(out_, static_cast<std::uint32_t>(model_.metadata.size()));
    append(out_, static_cast<std::uint32_t>(model_.tensors.size()));
    append(out_, std::uint32_t{0});
    for (const std::uint64_t section : sections_) append(out_, section);
    pad(out_);
  }
  void sizevars() {
    sections_[0] = out_.size();
    for (const auto& entry : model_.sizevars) {
      append_string(out_, entry.name);
      append(out_, entry.value);
    }
  }
  void metadata() {
    sections_[1] = out_.size();
    for (const auto& entry : model_.metadata) {
      append_string(out_, entry.key);
      append(out_, static_cast<std::uint32_t>(entry.type));
      append(out_, std::uint32_t{0});
      append(out_, std::uint64_t{entry.blob.size()});
      append(out_, blobs_[next_blob_++].offset);
    }
  }
  void tensors() {
    sections_[2] = out_.size();
    for (const auto& entry : model_.tensors) {
      append_string(out_, entry.name);
      append(out_, static_cast<std::uint32_t>(entry.dtype));
      append(out_, static_cast<std::uint32_t>(entry.dims.size()));
      append(out_, std::uint32_t{entry.has_data ? 1U : 0U});
      for (const std::uint64_t size : entry.dims) append(out_, size);
      append(out_, entry.has_data ? blobs_[next_blob_].size : 0);
      append(out_, entry.has_data ? blobs_[next_blob_++].offset : 0);
    }
    pad(out_);
  }
  void data() {
    sections_[3] = end_ = out_.size();
    for (const std::size_t i : order_) {
      blobs_[i].offset = end_;
      append(out_, blobs_[i].bytes);
      pad(out_);
      end_ += (blobs_[i].size + 7) / 8 * 8;
    }
  }

  const OwnedModel& model_;
  std::vector<Blob> blobs_;         // in the order of the tables
  std::vector<std::size_t> order_;  // in which they are written
  std::size_t next_blob_ = 0;
  std::uint64_t sections_[5] = {};
  std::uint64_t end_ = 0;  // of the file
  std::vector<std::byte> out_;
};

constexpr auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
constexpr auto by_key = [](const auto& a, const auto& b) { return a.key < b.key; };

}  // namespace

OwnedModel owned(const ModelView& model) {
  OwnedModel copy;
  for (const Sizevar& entry : model.sizevars) copy.sizevars.push_back({std::string(entry.name), entry.value});
  for (const Metadata& entry : model.metadata) {
    copy.metadata.push_back({std::string(entry.key), entry.type, {entry.blob.begin(), entry.blob.end()}});
  }
  for (const TensorView& entry : model.tensors) {
    OwnedTensor tensor{
        std::string(entry.name), type_of(entry.dtype), {}, entry.has_data, {entry.data.begin(), entry.data.end()}};
    for (std::uint64_t axis = 0; axis < entry.shape.rank(); ++axis) tensor.dims.push_back(entry.shape[axis]);
    copy.tensors.push_back(std::move(tensor));
  }
  return copy;
}

OwnedModel sorted(OwnedModel model) {
  std::ranges::sort(model.sizevars, by_name);
  std::ranges::sort(model.metadata, by_key);
  std::ranges::sort(model.tensors, by_name);
  return model;
}

Borrowed::Borrowed(const OwnedModel& model) {
  for (const auto& entry : model.sizevars) sizevars_.push_back({entry.name, entry.value});
  for (const auto& entry : model.metadata) metadata_.push_back({entry.key, entry.type, entry.blob});
  dims_.reserve(model.tensors.size());
  for (const auto& entry : model.tensors) {
    std::vector<std::byte>& dims = dims_.emplace_back();
    for (const std::uint64_t size : entry.dims) append(dims, size);
    tensors_.push_back({entry.name, dtype_of(entry.dtype), Shape(dims), entry.data, entry.has_data});
  }
}

OwnedModel any_model(conformance::Choices& choices, std::uint32_t most) { return Generator(choices).model(most); }

OwnedModel shuffled(OwnedModel model, conformance::Choices& choices) {
  shuffle(model.sizevars, choices);
  shuffle(model.metadata, choices);
  shuffle(model.tensors, choices);
  return model;
}

std::vector<std::byte> any_file(const OwnedModel& model, conformance::Choices* choices) {
  FileWriter writer(model);
  if (choices != nullptr) writer.shuffle_blobs(*choices);
  return writer.write();
}

std::vector<std::byte> head_of(const OwnedModel& model, std::span<const std::uint64_t> sizes) {
  FileWriter writer(model);
  writer.leave_out_data(sizes);
  return writer.write();
}

std::vector<std::byte> written(const OwnedModel& model) {
  const Borrowed borrowed(model);
  std::vector<std::byte> out(static_cast<std::size_t>(encoded_size(borrowed.view())));
  std::vector<std::byte> memory(static_cast<std::size_t>(encode_scratch(borrowed.view())));
  Scratch scratch(memory);
  if (!encode(borrowed.view(), scratch, out)) return {};
  return out;
}

}  // namespace hallmark::oinf
