// Draft: a valid BinTensors file whose fields faults can change.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/bintensors/generate.hpp"

namespace hallmark::bintensors {

using File = std::vector<std::byte>;

inline constexpr std::uint32_t max_rank = 3;  // small enough to be broken by a shape of a few bytes
inline constexpr int slots = 3;

// Tensors of a slot, in the order of the original writer: one of each kind for each slot. One more ends the data.
enum Kind { word, real, octet, truth, kinds };
inline int tensor(int slot, Kind kind) { return slots * kind + slot; }
inline constexpr int last = slots * kinds;

inline std::string of_tensor(int i, const char* field) { return fmt::format("tensors[{}].{}", i, field); }
inline std::string of_mapping(int i, const char* field) { return fmt::format("index_map[{}].{}", i, field); }
inline std::string of_metadata(int slot, int which, const char* field) {
  return fmt::format("metadata[{}].{}", 2 * slot + which, field);
}

// Plan is what faults change before the file is written.
struct Plan {
  std::set<int> gaps;      // tensors in front of whose data 8 bytes belong to nothing
  bool short_map = false;  // the index map lacks its last entry
};

// Draft is a valid file but for its plan, as one piece of bytes for each field, known by its path.
class Draft {
 public:
  Draft(Layout layout, const Plan& plan);

  [[nodiscard]] std::string name_of(int i) const {
    return layout_ == Layout::v0 ? of_mapping(i, "name") : of_tensor(i, "name");
  }
  // claim is false when another fault is at the field already.
  [[nodiscard]] bool claim(const std::string& path) { return claimed_.insert(path).second; }
  [[nodiscard]] File& operator[](const std::string& path) { return pieces_.at(path); }

  std::size_t tail = 0;  // bytes behind the padding
  bool dirty = false;    // the first byte of the padding is wrong
  std::string cut;       // the field in front of which SofM ends
  int more = 0;          // bytes behind the last tensor, or missing of it
  File& data() { return data_; }
  [[nodiscard]] std::size_t data_at(int i) const { return data_at_[static_cast<std::size_t>(i)]; }

  // write puts the pieces together; after it offset_of knows where they, "padding", "data" and "end" are.
  [[nodiscard]] File write();
  [[nodiscard]] std::uint64_t offset_of(const std::string& path) const { return offsets_.at(path); }

 private:
  void write_metadata();
  void write_tensors(const Plan& plan);
  void write_index_map(unsigned mappings);
  static std::string name(int i) { return fmt::format("n{:02}x", i); }
  void piece(const std::string& path, std::initializer_list<unsigned> bytes) {
    order_.push_back(path);
    for (const unsigned byte : bytes) pieces_[path].push_back(static_cast<std::byte>(byte));
  }
  void text(const std::string& path, const std::string& text) {
    piece(path + ".length", {static_cast<unsigned>(text.size())});
    piece(path, {});
    for (const char c : text) pieces_[path].push_back(static_cast<std::byte>(c));
  }

  Layout layout_;
  std::vector<std::string> order_;
  std::map<std::string, File> pieces_;
  std::map<std::string, std::uint64_t> offsets_;
  std::set<std::string> claimed_;
  File data_;
  std::vector<std::size_t> data_at_;
};

}  // namespace hallmark::bintensors
