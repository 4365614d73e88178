// Writes OINF models and files from choices.
#include "conformance/oinf/generate.hpp"

#include <algorithm>
#include <set>

#include "conformance/oinf/file_writer.hpp"

namespace hallmark::oinf {
namespace {

// Names that end before, at and behind the edges of 4, 8, 12 and 16 bytes, each other's prefixes among them.
constexpr std::string_view stems[] = {
    "a", "b", "D", "W.0", "w_1-x", "lang",     "layer",     "layer.0",    "layer.00",      "layer.00.",
    "Z", "-", ".", "_",   "0",     "attn.q_1", "attn.q_10", "embedding0", "block.11.norm", "block.11.norm.weight"};
constexpr std::string_view characters = "azAZ09._-m5K";

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

  std::vector<std::byte> elements(ValueType type, const conformance::Dims& dims) {
    return conformance::elements_of(dtype_of(type), conformance::count_of(dims), choices_);
  }

  std::vector<std::uint64_t> dims() {
    std::vector<std::uint64_t> dims(choices_.below(5));
    for (std::uint64_t& size : dims) size = choices_.chance(10) ? 0 : 1 + choices_.below(3);
    return dims;
  }

  std::vector<std::byte> blob(ValueType type) {
    if (type == ValueType::string) return string_blob(text(1));
    if (type == ValueType::bitset) {
      const std::uint32_t bits = choices_.below(40);
      std::vector<std::byte> data = choices_.bytes((bits + 7) / 8);
      if (bits % 8 != 0) data.back() &= static_cast<std::byte>((1U << bits % 8) - 1);
      return bitset_blob(bits, data);
    }
    if (type != ValueType::ndarray) return elements(type, {});
    const auto element = static_cast<ValueType>(1 + choices_.below(12));
    const std::vector<std::uint64_t> shape = dims();
    return ndarray_blob(element, shape, elements(element, shape));
  }

  OwnedTensor tensor(std::string name) {
    OwnedTensor tensor{std::move(name), static_cast<ValueType>(1 + choices_.below(12)), dims(), false, {}};
    tensor.has_data = !choices_.chance(4);
    if (tensor.has_data) {
      tensor.data = elements(tensor.dtype, tensor.dims);
    } else if (!tensor.dims.empty() && choices_.chance(3)) {
      tensor.dims.back() = std::uint64_t{1} << choices_.below(50);  // nobody has to store it
    }
    return tensor;
  }

  conformance::Choices& choices_;
};

}  // namespace

OwnedModel owned(const ModelView& model) {
  OwnedModel copy;
  for (const Sizevar& entry : model.sizevars) copy.sizevars.push_back({std::string(entry.name), entry.value});
  for (const Metadata& entry : model.metadata) {
    copy.metadata.push_back({std::string(entry.key), entry.type, {entry.blob.begin(), entry.blob.end()}});
  }
  for (const TensorView& entry : model.tensors) {
    copy.tensors.push_back({std::string(entry.name),
                            type_of(entry.dtype),
                            conformance::dims_of(entry.shape),
                            entry.has_data,
                            {entry.data.begin(), entry.data.end()}});
  }
  return copy;
}

OwnedModel sorted(OwnedModel model) {
  std::ranges::sort(model.sizevars, {}, &OwnedModel::Size::name);
  std::ranges::sort(model.metadata, {}, &OwnedMetadata::key);
  std::ranges::sort(model.tensors, {}, &OwnedTensor::name);
  return model;
}

Borrowed::Borrowed(const OwnedModel& model) {
  for (const auto& entry : model.sizevars) sizevars_.push_back({entry.name, entry.value});
  for (const auto& entry : model.metadata) metadata_.push_back({entry.key, entry.type, entry.blob});
  for (const auto& entry : model.tensors) {
    tensors_.push_back({entry.name, dtype_of(entry.dtype), shapes_.of(entry.dims), entry.data, entry.has_data});
  }
}

OwnedModel any_model(conformance::Choices& choices, std::uint32_t most) { return Generator(choices).model(most); }

OwnedModel shuffled(OwnedModel model, conformance::Choices& choices) {
  conformance::shuffle(model.sizevars, choices);
  conformance::shuffle(model.metadata, choices);
  conformance::shuffle(model.tensors, choices);
  return model;
}

std::vector<std::byte> any_file(const OwnedModel& model, conformance::Choices* choices) {
  FileWriter writer(model);
  if (choices != nullptr) conformance::shuffle(writer.order, *choices);
  return writer.write();
}

std::vector<std::byte> file_in(std::vector<std::size_t> order, const OwnedModel& model) {
  FileWriter writer(model);
  writer.order = std::move(order);
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
