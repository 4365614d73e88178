// Pieces: a valid input of text as named pieces, which faults replace.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark::testing {

// A piece is known by its name and slot. It has a path and, once the input has been written, an offset.
class Pieces {
 public:
  [[nodiscard]] static std::string key(std::string_view name, int slot) { return fmt::format("{} {}", name, slot); }

  void add(std::string_view name, int slot, std::string_view text, const std::string& path) {
    order_.push_back(key(name, slot));
    pieces_[order_.back()] = {std::string(text), path};
  }
  // add_fixed adds text that no fault replaces.
  void add_fixed(std::string_view text) { add("fixed", static_cast<int>(order_.size()), text, ""); }

  void replace(std::string_view name, int slot, std::string_view text) {
    pieces_.at(key(name, slot)).text = std::string(text);
  }
  // claim is false when another fault has claimed the same.
  [[nodiscard]] bool claim(std::string_view what) { return claimed_.emplace(what).second; }

  // write gives the input, up to the piece with the key `last` where there is one; after it offset_of knows where
  // pieces begin.
  [[nodiscard]] std::string write(const std::string& last = "") {
    std::string out;
    for (const std::string& name : order_) {
      offsets_[name] = out.size();
      out += pieces_.at(name).text;
      if (name == last) break;
    }
    return out;
  }
  [[nodiscard]] std::uint64_t offset_of(std::string_view name, int slot) const { return offsets_.at(key(name, slot)); }
  [[nodiscard]] std::string path_of(std::string_view name, int slot) const { return pieces_.at(key(name, slot)).path; }

 private:
  struct Piece {
    std::string text;
    std::string path;
  };

  std::vector<std::string> order_;
  std::map<std::string, Piece> pieces_;
  std::map<std::string, std::uint64_t> offsets_;
  std::set<std::string> claimed_;
};

}  // namespace hallmark::testing
