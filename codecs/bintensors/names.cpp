// SPDX-License-Identifier: Apache-2.0
// Phase 6, names, keys and the index map; and the order that the original writer gives them.
#include <algorithm>

#include "bintensors/walk.hpp"

namespace hallmark::bintensors {

// A caller may give less scratch than the bound.
bool Walk::has_room(bool room, const char* table, std::uint64_t entries) noexcept {
  return in_.require(room, hallmark::rule<"hallmark/scratch-exhausted">, sofm_size, 1, table, entries);
}

// The keys of a canonical file ascend; only others are looked up, for which each key is found once.
void Walk::check_keys() noexcept {
  if (to_.keys.unbroken()) return;
  const std::uint64_t count = header_.pairs;
  const auto keys = scratch_.room<Name>(count);
  if (!has_room(keys.size() == count, "metadata", count)) return;
  Pairs again = pairs();
  for (Name& key : keys) {
    const std::string_view text = again.next().key;
    key = {static_cast<std::uint32_t>(offset_of(text)), static_cast<std::uint32_t>(text.size())};
  }
  const auto same = find_same_names(count, [&](std::uint32_t i) { return bytes_of(keys[i]); }, scratch_);
  if (!has_room(same.has_value(), "metadata", count)) return;
  position_.at("metadata");
  for (std::uint64_t i = 0; i < same->size() && !stopped(); ++i) {
    const auto [later, earlier] = (*same)[i];
    position_.entry(later);
    in_.require(false, rule<"bintensors/duplicate-key">, keys[later].at, keys[later].size, "key", {}, earlier);
  }
  position_.whole_file();
}

// Unless the index map is known to be a bijection, a name and its index are looked at together, in the order of the
// bytes.
void Walk::check_names() noexcept {
  const bool mapped = to_.layout == Layout::v0;
  const Varint& mappings = header_.mappings;
  if (mapped && !require(in_, mappings == header_.tensors, rule<"bintensors/index-count">, mappings, header_.tensors))
    return;
  const bool judged = mapped && !to_.bijective;
  if (to_.ascent.unbroken() && !judged) return;
  const auto name_at = [this](std::uint32_t i) { return bytes_of(to_.names[i]); };
  const auto same = to_.ascent.unbroken() ? SameNames() : find_same_names(header_.tensors, name_at, scratch_);
  if (!has_room(same.has_value(), "tensors", header_.tensors)) return;
  if (judged) std::fill(to_.name_of.begin(), to_.name_of.end(), no_name);
  position_.at(mapped ? "index_map" : "tensors");
  std::uint64_t pair = 0;
  const std::uint64_t last = judged ? header_.tensors : same->size();
  for (std::uint64_t i = 0; i < last && !stopped(); ++i) {
    const std::uint64_t entry = judged ? i : (*same)[i].later;
    position_.entry(entry);
    if (pair < same->size() && (*same)[pair].later == entry) {
      const Name& name = to_.names[static_cast<std::size_t>(entry)];
      in_.require(false, rule<"bintensors/duplicate-name">, name.at, name.size, "name", {}, (*same)[pair].earlier);
      ++pair;
    }
    if (judged && !stopped()) check_mapping(entry);
  }
  position_.whole_file();
}

void Walk::check_mapping(std::uint64_t entry) noexcept {
  const Varint index = index_behind(to_.names[static_cast<std::size_t>(entry)]);
  if (!require(in_, index < header_.tensors, rule<"bintensors/index-range">, index, header_.tensors)) return;
  std::uint32_t& owner = to_.name_of[static_cast<std::size_t>(index.value)];
  if (require(in_, owner == no_name, rule<"bintensors/index-twice">, index)) owner = static_cast<std::uint32_t>(entry);
}

// The order is reported once for each table, at the first entry that belongs before the previous one.
void Walk::remark_order() noexcept {
  remark_keys();
  if (findings_.validating()) remark_tensors();
  if (findings_.validating() && to_.layout == Layout::v0) remark_mappings();
  position_.whole_file();
}

void Walk::remark_keys() noexcept {
  if (to_.keys.unbroken()) return;
  std::string_view last;
  Pairs again = pairs();
  position_.at("metadata");
  for (std::uint64_t i = 0; again.left() != 0; ++i) {
    const std::string_view key = again.next().key;
    if (i != 0 && key < last) {
      position_.entry(i);
      in_.require(false, rule<"bintensors/order">, offset_of(key), key.size(), "key");
      return;
    }
    last = key;
  }
}

// Tensors in the canonical order are aligned: where one is misaligned, the order is not reported as well.
void Walk::remark_tensors() noexcept {
  const auto file = decoded();
  position_.at("tensors");
  bool aligned = true;
  std::uint64_t first = header_.tensors;  // out of order
  std::uint64_t previous = 0;
  std::string_view name_before;
  for (std::uint64_t i = 0; i < header_.tensors && findings_.validating(); ++i) {
    const Info info = info_at(i);
    const std::string_view name = file->name(i);
    const bool behind = previous > info.dtype || (previous == info.dtype && name_before < name);
    if (first == header_.tensors && i != 0 && !behind) first = i;
    const std::uint64_t element = element_size(info.dtype);
    const std::uint64_t at = header_.data_begin + info.begin;
    previous = info.dtype;
    name_before = name;
    if (info.begin == info.end || element == 0 || at % element == 0) continue;
    aligned = false;
    position_.entry(i);
    require(in_, false, rule<"bintensors/tensor-misaligned">, {at, info.begin.at, info.begin.size, info.begin.name},
            element);
  }
  if (aligned && first != header_.tensors && findings_.validating()) {
    const Varint dtype = info_at(first).dtype;
    position_.entry(first);
    in_.require(false, rule<"bintensors/order">, dtype.at, dtype.size, "dtype");
  }
}

// The index map of a canonical file goes through the tensors from the first to the last.
void Walk::remark_mappings() noexcept {
  position_.at("index_map");
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < header_.tensors; ++i) {
    const Varint index = index_behind(to_.names[static_cast<std::size_t>(i)]);
    if (index < last) {
      position_.entry(i);
      require(in_, false, rule<"bintensors/order">, index);
      return;
    }
    last = index;
  }
}

}  // namespace hallmark::bintensors
