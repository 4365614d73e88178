// Draft: a valid OINF file whose fields faults can change.
#pragma once

#include <fmt/format.h>

#include <concepts>
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
  explicit Draft(const Plan& plan);

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
  class Writer;

  std::vector<std::byte> bytes_;
  std::map<std::string, std::uint64_t> offsets_;
};

}  // namespace hallmark::oinf
