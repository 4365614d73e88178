// Makes the model of a draft, and writes it with the faults of a plan.
#include "conformance/oinf/draft.hpp"

#include <initializer_list>

#include "conformance/oinf/file_writer.hpp"

namespace hallmark::oinf {
namespace {

using File = std::vector<std::byte>;

File words(std::initializer_list<std::uint32_t> list) {
  File out;
  for (const std::uint32_t word : list) append(out, word);
  return out;
}

void tensor(OwnedModel& model, const std::string& name, ValueType type, const conformance::Dims& dims,
            bool has_data = true) {
  const std::uint64_t size = has_data ? conformance::count_of(dims) * size_of(dtype_of(type)) : 0;
  model.tensors.push_back({name, type, dims, has_data, File(static_cast<std::size_t>(size), std::byte{1})});
}

// Names of one table are of one length, so that one can be written over another.
void add_slot(OwnedModel& model, int slot, const Plan& plan) {
  const std::string s = std::to_string(slot);
  model.sizevars.push_back({"a" + s, 1});
  model.sizevars.push_back({"b" + s, 2});
  model.metadata.push_back({"a" + s, ValueType::i32, File(4, std::byte{1})});
  model.metadata.push_back({"b" + s, ValueType::boolean, File(1, std::byte{1})});
  model.metadata.push_back({"c" + s, ValueType::string, words({2, 'h' | 'i' << 8})});
  model.metadata.push_back({"d" + s, ValueType::string, words({3, 'y' | 'e' << 8 | 's' << 16})});
  model.metadata.push_back({"e" + s, ValueType::bitset, words({11, 2, 0x0105, 0})});
  model.metadata.push_back({"f" + s, ValueType::ndarray, words({6, 2, 1, 0, 3, 0, 0, 0})});
  model.metadata.push_back({"g" + s, ValueType::ndarray, words({12, 1, 5, 0, 0x01010001, 1})});
  tensor(model, "a" + s, ValueType::u8, {5});
  tensor(model, "b" + s, ValueType::boolean, {3, 3});
  tensor(model, "c" + s, ValueType::f64, {7}, false);
  tensor(model, "d" + s, ValueType::f32, {4});
  tensor(model, "e" + s, ValueType::u64,
         plan.ranks.contains(slot) ? std::vector<std::uint64_t>(max_rank + 1, 1) : std::vector<std::uint64_t>{2});
  tensor(model, "f" + s, ValueType::u64, {3});
  tensor(model, "g" + s, ValueType::u64, {3});
}

OwnedModel model_of(const Plan& plan) {
  OwnedModel model;
  for (int slot = 0; slot < slots; ++slot) add_slot(model, slot, plan);
  model.sizevars.push_back({"last", 0});
  model.metadata.push_back({"last", ValueType::u8, File(1, std::byte{1})});
  tensor(model, "void", ValueType::u8, {0});  // makes the table end at 4 mod 8
  tensor(model, "last", ValueType::u8, {1});
  return model;
}

}  // namespace

// Writer keeps the offsets of fields, and puts the faults of the plan between them.
class Draft::Writer final : public FileWriter {
 public:
  Writer(const OwnedModel& model, const Plan& plan, std::map<std::string, std::uint64_t>& offsets)
      : FileWriter(model), plan_(plan), offsets_(offsets) {
    // Each slot has its values and tensors side by side; one tensor of each has no data.
    const std::size_t values = model.metadata.size();
    order.clear();
    for (int i = 0; i < slots; ++i) {
      const auto slot = static_cast<std::size_t>(plan.backwards ? slots - 1 - i : i);
      for (std::size_t k = 0; k < metadata_of_slot; ++k) order.push_back(metadata_of_slot * slot + k);
      for (std::size_t k = 0; k + 1 < tensors_of_slot; ++k) order.push_back(values + (tensors_of_slot - 1) * slot + k);
    }
    order.push_back(values - 1);
    for (std::size_t k = 0; k < 2; ++k) order.push_back(values + (tensors_of_slot - 1) * slots + k);
  }

 private:
  void named(std::string_view table, std::size_t entry, std::string_view field, std::size_t at) override {
    offsets_[table.empty() ? std::string(field) : fmt::format("{}[{}].{}", table, entry, field)] = at;
  }
  std::size_t before_section(int number) override { return plan_.late.contains(number) ? 8 : 0; }
  std::ptrdiff_t before_blob(std::string_view table, std::size_t entry, std::size_t at) override {
    const int slot = static_cast<int>(entry) / tensors_of_slot;
    if (table != "tensors" || entry % tensors_of_slot != at_end || slot == slots) return 0;
    if (plan_.gaps.contains(slot)) offsets_[fmt::format("gap {}", slot)] = at;
    return (plan_.gaps.contains(slot) ? 16 : 0) - (plan_.overlaps.contains(slot) ? 8 : 0);
  }

  const Plan& plan_;
  std::map<std::string, std::uint64_t>& offsets_;
};

Draft::Draft(const Plan& plan) {
  const OwnedModel model = model_of(plan);
  bytes_ = Writer(model, plan, offsets_).write();
}

}  // namespace hallmark::oinf
