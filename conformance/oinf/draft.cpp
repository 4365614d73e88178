// Writes the fields and blobs of a draft.
#include "conformance/oinf/draft.hpp"

namespace hallmark::oinf {

void Draft::add_slot(int slot, const Plan& plan) {
  const std::string s = std::to_string(slot);
  model_.sizevars.push_back({"a" + s, 1});
  model_.sizevars.push_back({"b" + s, 2});
  model_.metadata.push_back({"a" + s, ValueType::i32, data(4)});
  model_.metadata.push_back({"b" + s, ValueType::boolean, data(1)});
  model_.metadata.push_back({"c" + s, ValueType::string, words({2, 'h' | 'i' << 8})});
  model_.metadata.push_back({"d" + s, ValueType::string, words({3, 'y' | 'e' << 8 | 's' << 16})});
  model_.metadata.push_back({"e" + s, ValueType::bitset, words({11, 2, 0x0105, 0})});
  model_.metadata.push_back({"f" + s, ValueType::ndarray, words({6, 2, 1, 0, 3, 0, 0, 0})});
  model_.metadata.push_back({"g" + s, ValueType::ndarray, words({12, 1, 5, 0, 0x01010001, 1})});
  tensor("a" + s, ValueType::u8, {5});
  tensor("b" + s, ValueType::boolean, {3, 3});
  tensor("c" + s, ValueType::f64, {7}, false);
  tensor("d" + s, ValueType::f32, {4});
  tensor("e" + s, ValueType::u64,
         plan.ranks.contains(slot) ? std::vector<std::uint64_t>(max_rank + 1, 1) : std::vector<std::uint64_t>{2});
  tensor("f" + s, ValueType::u64, {3});
  tensor("g" + s, ValueType::u64, {3});
}

void Draft::write_header() {
  bytes_.clear();
  for (const char c : {'O', 'I', 'N', 'F', '\0'}) bytes_.push_back(static_cast<std::byte>(c));
  field("version", std::uint32_t{1});
  field("flags", std::uint32_t{0});
  field("n_sizevars", static_cast<std::uint32_t>(model_.sizevars.size()));
  field("n_metadata", static_cast<std::uint32_t>(model_.metadata.size()));
  field("n_tensors", static_cast<std::uint32_t>(model_.tensors.size()));
  field("reserved", std::uint32_t{0});
  const char* const names[] = {"offset_sizevars", "offset_metadata", "offset_tensors", "offset_data", "file_size"};
  for (int i = 0; i < 5; ++i) field(names[i], sections_[i]);
  offsets_["padding"] = bytes_.size();
}

void Draft::write_sizevars(const Plan& plan) {
  section(0, plan);
  for (std::size_t i = 0; i < model_.sizevars.size(); ++i) {
    const std::string path = fmt::format("sizevars[{}]", i);
    name(path + ".name", model_.sizevars[i].name);
    field(path + ".value", model_.sizevars[i].value);
  }
}

void Draft::write_metadata(const Plan& plan) {
  section(1, plan);
  for (std::size_t i = 0; i < model_.metadata.size(); ++i) {
    const std::string path = fmt::format("metadata[{}]", i);
    name(path + ".key", model_.metadata[i].key);
    field(path + ".value_type", static_cast<std::uint32_t>(model_.metadata[i].type));
    field(path + ".value_flags", std::uint32_t{0});
    field(path + ".value_nbytes", std::uint64_t{model_.metadata[i].blob.size()});
    field(path + ".value_offset", offsets_[path + ".value"]);
  }
}

void Draft::write_tensors(const Plan& plan) {
  section(2, plan);
  for (std::size_t i = 0; i < model_.tensors.size(); ++i) {
    const OwnedTensor& tensor = model_.tensors[i];
    const std::string path = fmt::format("tensors[{}]", i);
    name(path + ".name", tensor.name);
    field(path + ".dtype", static_cast<std::uint32_t>(tensor.dtype));
    field(path + ".ndim", static_cast<std::uint32_t>(tensor.dims.size()));
    field(path + ".flags", std::uint32_t{tensor.has_data ? 1U : 0U});
    offsets_[path + ".dims"] = bytes_.size();
    for (const std::uint64_t dim : tensor.dims) field("", dim);
    field(path + ".data_nbytes", std::uint64_t{tensor.data.size()});
    field(path + ".data_offset", tensor.has_data ? offsets_[path + ".data"] : 0);
  }
  offsets_["behind tensors"] = bytes_.size();
}

void Draft::write(const Plan& plan) {
  write_header();
  write_sizevars(plan);
  write_metadata(plan);
  write_tensors(plan);
  section(3, plan);
  for (int i = 0; i < slots; ++i) blobs_of(plan.backwards ? slots - 1 - i : i, plan);
  blob(metadata(slots, 0) + ".value", model_.metadata.back().blob);
  blob(tensor(slots, 0) + ".data", {});
  blob(tensor(slots, 1) + ".data", model_.tensors.back().data);
  sections_[4] = bytes_.size();
}

void Draft::blobs_of(int slot, const Plan& plan) {
  for (int i = 0; i < metadata_of_slot; ++i) {
    blob(metadata(slot, i) + ".value", model_.metadata[static_cast<std::size_t>(metadata_of_slot * slot + i)].blob);
  }
  for (int i = 0; i < tensors_of_slot; ++i) {
    if (i == at_end && plan.gaps.contains(slot)) {
      offsets_[fmt::format("gap {}", slot)] = bytes_.size();
      bytes_.resize(bytes_.size() + 16);
    }
    if (i == at_end && plan.overlaps.contains(slot)) bytes_.resize(bytes_.size() - 8);
    const OwnedTensor& tensor = model_.tensors[static_cast<std::size_t>(tensors_of_slot * slot + i)];
    if (tensor.has_data) blob(Draft::tensor(slot, i) + ".data", tensor.data);
  }
}

}  // namespace hallmark::oinf
