// Draft: a valid OINF file whose fields faults can change.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/oinf/generate.hpp"

namespace hallmark::oinf {

inline constexpr std::uint32_t max_rank = 3;  // small enough to be broken by an entry of a few bytes
inline constexpr int slots = 3;

// Plan is what a fault changes before the file is laid out, for each slot.
struct Plan {
  std::set<int> gaps;      // 16 bytes that belong to nothing in front of the slot's last blob
  std::set<int> overlaps;  // the slot's last blob starts 8 bytes early
  std::set<int> ranks;     // its tensor has one dimension more than max_rank
  std::set<int> late;      // sections that start 8 bytes late
  bool backwards = false;  // the slots' blobs lie in the other order
};

// Draft is a valid file but for its plan: every slot has entries of its own for each kind of fault. It knows the offset
// of each field, by its path.
class Draft {
 public:
  explicit Draft(const Plan& plan) {
    for (int slot = 0; slot < slots; ++slot) add_slot(slot, plan);
    model_.sizevars.push_back({"last", 0});
    model_.metadata.push_back({"last", ValueType::u8, data(1)});
    tensor("void", ValueType::u8, {0});  // makes the table end at 4 mod 8
    tensor("last", ValueType::u8, {1});
    write(plan);  // once to know where the blobs lie, once to write where
    write(plan);
  }

  [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_; }
  [[nodiscard]] std::uint64_t at(const std::string& path) const { return offsets_.at(path); }
  template <std::integral T>
  void put(std::uint64_t at, T value) {
    store_le(bytes_.data() + at, value);
  }
  [[nodiscard]] std::uint64_t u64(std::uint64_t at) const { return load_le<std::uint64_t>(bytes_.data() + at); }

  // Paths of the entries of a slot, and of the last of a table.
  [[nodiscard]] static std::string sizevar(int slot, int which) {
    return fmt::format("sizevars[{}]", 2 * slot + which);
  }
  [[nodiscard]] static std::string metadata(int slot, int which) {
    return fmt::format("metadata[{}]", metadata_of_slot * slot + which);
  }
  [[nodiscard]] static std::string tensor(int slot, int which) {
    return fmt::format("tensors[{}]", tensors_of_slot * slot + which);
  }
  enum { scalar, flag, text, text_too, bits, array, flags };             // metadata of a slot
  enum { odd, booleans, absent, plain, plain_too, before_end, at_end };  // tensors of a slot
  static constexpr int metadata_of_slot = 7;
  static constexpr int tensors_of_slot = 7;

 private:
  static std::vector<std::byte> data(std::size_t size, int value = 1) {
    return std::vector<std::byte>(size, static_cast<std::byte>(value));
  }
  static std::vector<std::byte> words(std::initializer_list<std::uint32_t> list) {
    std::vector<std::byte> out(list.size() * 4);
    std::size_t at = 0;
    for (const std::uint32_t word : list) store_le(out.data() + 4 * at++, word);
    return out;
  }
  void tensor(const std::string& name, ValueType type, const std::vector<std::uint64_t>& dims, bool has_data = true) {
    std::uint64_t count = 1;
    for (const std::uint64_t dim : dims) count *= dim;
    const std::uint64_t size = has_data ? count * size_of(dtype_of(type)) : 0;
    model_.tensors.push_back({name, type, dims, has_data, data(static_cast<std::size_t>(size))});
  }

  // Names of one table are of one length, so that one can be written over another.
  void add_slot(int slot, const Plan& plan);

  template <std::integral T>
  void field(const std::string& path, T value) {
    offsets_[path] = bytes_.size();
    bytes_.resize(bytes_.size() + sizeof(T));
    put(bytes_.size() - sizeof(T), value);
  }
  void name(const std::string& path, const std::string& name) {
    field(path + ".length", static_cast<std::uint32_t>(name.size()));
    offsets_[path] = bytes_.size();
    for (const char c : name) bytes_.push_back(static_cast<std::byte>(c));
    const std::size_t size = (4 + name.size() + 7) / 8 * 8;
    bytes_.resize(bytes_.size() + size - 4 - name.size());
  }
  void pad() { bytes_.resize((bytes_.size() + 7) / 8 * 8); }
  void section(int number, const Plan& plan) {
    pad();
    if (plan.late.contains(number)) bytes_.resize(bytes_.size() + 8);
    sections_[number] = bytes_.size();
  }
  void blob(const std::string& path, const std::vector<std::byte>& data) {
    offsets_[path] = bytes_.size();
    bytes_.insert(bytes_.end(), data.begin(), data.end());
    pad();
  }

  void write(const Plan& plan);
  void write_header();
  void write_sizevars(const Plan& plan);
  void write_metadata(const Plan& plan);
  void write_tensors(const Plan& plan);

  void blobs_of(int slot, const Plan& plan);

  OwnedModel model_;
  std::vector<std::byte> bytes_;
  std::map<std::string, std::uint64_t> offsets_;
  std::uint64_t sections_[5] = {};
};

}  // namespace hallmark::oinf
