// SPDX-License-Identifier: Apache-2.0
// Oracle of BinTensors: one walk over the file, then the checks of places, names and elements.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "conformance/generate/wide.hpp"
#include "conformance/oracle/apart.hpp"
#include "conformance/oracle/formats.hpp"
#include "conformance/oracle/log.hpp"
#include "conformance/oracle/utf8.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::bintensors::oracle {
namespace {

using conformance::OracleReport;
using Spot = conformance::Field;  // a number or a text, and its place
using conformance::Wide;          // sums and products of file numbers are cut off before they wrap in it
using std::uint64_t;
constexpr uint64_t metadata_bound = 100000000;
// By discriminant: BOOL, U8, I8, two of F8, I16, U16, F16, BF16, I32, U32, F32, F64, I64, U64.
constexpr uint64_t element_sizes[] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8, 8, 8};
constexpr uint64_t dtypes = std::size(element_sizes);

struct Tensor {
  std::string path;
  Spot name;
  Spot dtype;
  std::vector<uint64_t> dims;
  uint64_t dims_at = 0;
  uint64_t dims_size = 0;
  Spot begin;
  Spot end;
  bool found = false;  // its elements are from `first` up to `behind`
  uint64_t first = 0;
  uint64_t behind = 0;
};
struct Mapping {
  Spot name;
  Spot index;
};

class Walk : conformance::OracleLog {
 public:
  Walk(Layout layout, Bytes file, const Options& options)
      : OracleLog(layout == Layout::v0 ? "bintensors-v0" : "bintensors-v1", options),
        mapped_(layout == Layout::v0),
        file_(file) {}

  OracleReport run() {
    try {
      sofm();
      metadata();
      tensors();
      if (mapped_) index_map();
      padding();
      places();
      file_size();
      keys();
      names();
      booleans();
      if (!failed()) habits();
    } catch (const conformance::End&) {
    }
    return {std::move(faults)};
  }

 private:
  uint64_t byte(uint64_t at) const { return std::to_integer<uint64_t>(file_[static_cast<std::size_t>(at)]); }
  uint64_t little(uint64_t at, uint64_t bytes) const {
    uint64_t value = 0;
    for (uint64_t i = bytes; i > 0; --i) value = value * 256 + byte(at + i - 1);
    return value;
  }

  // Phase 1.
  void sofm() {
    const uint64_t size = file_.size();
    if (size < 8) fail("sofm-truncated", size, 0, "sofm");
    const uint64_t sofm = little(0, 8);
    if (sofm > size - 8) fail("sofm-range", 0, 8, "sofm");
    if (sofm > metadata_bound) fail("metadata-limit", 0, 8, "sofm");
    at_ = 8;
    end_ = 8 + sofm;
  }

  // Phase 2. take gives where the next `size` bytes of the record stand.
  uint64_t take(uint64_t size, const std::string& path) {
    if (size > end_ - at_) fail("record-truncated", end_, 0, path);
    at_ += size;
    return at_ - size;
  }
  uint64_t left() const { return end_ - at_; }

  Spot number(const std::string& path, uint64_t last_mark = 253) {
    const uint64_t at = take(1, path);
    const uint64_t first = byte(at);
    if (first < 251) return {first, at, 1, path};
    if (first > last_mark) fail(first > 253 ? "varint-mark" : "varint-mark-dtype", at, 1, path);
    const uint64_t bytes = uint64_t{2} << (first - 251);
    const uint64_t value = little(take(bytes, path), bytes);
    const uint64_t too_few[] = {251, uint64_t{1} << 16, uint64_t{1} << 32};
    if (value < too_few[first - 251]) report("varint-not-minimal", at, 1 + bytes, path);
    return {value, at, 1 + bytes, path};
  }
  // entries reads a count of what takes at least `smallest` bytes each.
  Spot entries(const std::string& path, uint64_t smallest, const std::string& rule = "count") {
    const Spot count = number(path);
    if (Wide{count.value} * smallest > left()) fail(rule, count.at, count.size, path);
    return count;
  }
  Spot text(const std::string& path) {
    const Spot length = entries(path + ".length", 1, "string-overrun");
    Spot text{0, take(length.value, path), length.value, path};
    text.text = as_text(file_).substr(text.at, text.size);
    character(text, conformance::utf8_oracle(text.text), "utf8");
    return text;
  }
  Spot name(const std::string& path) {
    Spot name = text(path);
    holds(!name.text.empty(), "empty-name", name);
    character(name, name.text.find('\0'), "nul-in-name");
    return name;
  }

  void metadata() {
    const uint64_t at = take(1, "metadata");
    if (byte(at) > 1) fail("option-tag", at, 1, "metadata");
    if (byte(at) == 0) return;
    const uint64_t count = entries("metadata", 2).value;
    for (uint64_t i = 0; i < count; ++i) {
      keys_.push_back(text(fmt::format("metadata[{}].key", i)));
      (void)text(fmt::format("metadata[{}].value", i));
    }
  }

  void tensors() {
    const uint64_t count = entries("tensors", mapped_ ? 4 : 5).value;
    for (uint64_t i = 0; i < count; ++i) {
      Tensor tensor;
      tensor.path = fmt::format("tensors[{}]", i);
      if (!mapped_) tensor.name = name(tensor.path + ".name");
      tensor.dtype = number(tensor.path + ".dtype", 252);
      if (tensor.dtype.value >= dtypes) report("dtype", tensor.dtype);
      const std::string shape = tensor.path + ".shape";
      const Spot rank = entries(shape + ".length", 1, "rank-overrun");
      if (rank.value > max_rank) report("rank", rank);
      tensor.dims_at = at_;
      for (uint64_t axis = 0; axis < rank.value; ++axis) {
        tensor.dims.push_back(number(fmt::format("{}[{}]", shape, axis)).value);
      }
      tensor.dims_size = at_ - tensor.dims_at;
      tensor.begin = number(tensor.path + ".data_offsets[0]");
      tensor.end = number(tensor.path + ".data_offsets[1]");
      tensors_.push_back(tensor);
    }
  }

  void index_map() {
    count_ = entries("index_map", 2);
    for (uint64_t i = 0; i < count_.value; ++i) {
      const Spot text = name(fmt::format("index_map[{}].name", i));
      map_.push_back({text, number(fmt::format("index_map[{}].index", i))});
    }
  }

  // Phase 3.
  void padding() {
    uint64_t filled = at_;
    while (filled % 8 != 0) ++filled;
    if (filled != end_) return report("padding-size", at_, left(), "padding");
    for (uint64_t at = at_; at < end_; ++at) {
      if (byte(at) != 0x20) return report("padding-bytes", at, 1, "padding");
    }
  }

  // The end of the data if they cover a stretch of bytes, each byte once, in whatever order.
  std::optional<uint64_t> cover() const {
    std::vector<std::pair<uint64_t, uint64_t>> stretches;
    for (const Tensor& one : tensors_) {
      if (one.begin.value != one.end.value) stretches.emplace_back(one.begin.value, one.end.value);
    }
    std::ranges::sort(stretches);
    const uint64_t first = stretches.empty() ? 0 : stretches[0].first;
    uint64_t last = first;
    for (const auto& [begin, end] : stretches) {
      if (begin != last || end < begin) return std::nullopt;
      last = end;
    }
    return first == 0 || last - first == file_.size() - end_ ? std::optional(last) : std::nullopt;
  }

  // Phase 4. A tensor may start where the one before says that it ends, or where that one should have ended. One that
  // starts elsewhere may end as if it started there.
  void places() {
    std::set<uint64_t> starts = {0};
    const std::optional<uint64_t> covered = cover();
    bool misplaced = false;
    data_size_ = 0;
    for (Tensor& tensor : tensors_) {
      const uint64_t begin = tensor.begin.value;
      const uint64_t end = tensor.end.value;
      const bool joins = starts.contains(begin);
      if (!joins) report(covered ? "data-order" : "offset-begin", tensor.begin);
      misplaced = misplaced || !joins;
      const std::set<uint64_t> before = std::exchange(starts, {end});
      size_known_ = false;
      if (tensor.dtype.value >= dtypes) continue;
      const Wide bytes = conformance::product_of(tensor.dims, element_sizes[tensor.dtype.value]);
      tensor.first = begin;
      for (const uint64_t start : before) {
        if (!joins && start + bytes == end) tensor.first = start;
      }
      const Wide right = tensor.first + bytes;
      if (right > UINT64_MAX) {
        report("element-count", tensor.dims_at, tensor.dims_size, tensor.path + ".shape");
        continue;
      }
      if (end != right) report("offset-end", tensor.end);
      tensor.found = joins || end == right;
      data_size_ = static_cast<uint64_t>(right);
      tensor.behind = data_size_;
      starts.insert(data_size_);
      size_known_ = true;
    }
    if (!misplaced || !covered) return;
    data_size_ = *covered;
    size_known_ = *covered <= file_.size() - end_;
  }

  // Phase 5, unless the last tensor has left open where it ends.
  void file_size() {
    if (!size_known_) return;
    const uint64_t size = file_.size() - end_;
    if (size < data_size_) fail("data-truncated", file_.size(), 0, "data");
    if (size > data_size_) report("data-trailing", end_ + data_size_, size - data_size_, "data");
  }

  // Phase 6.
  void unique(const std::string& rule, std::set<std::string>& seen, const Spot& text) {
    if (!seen.insert(text.text).second) report(rule, text);
  }
  void keys() {
    std::set<std::string> seen;
    for (const Spot& key : keys_) unique("duplicate-key", seen, key);
  }
  void names() {
    std::set<std::string> seen;
    if (!mapped_) {
      for (const Tensor& tensor : tensors_) unique("duplicate-name", seen, tensor.name);
      return;
    }
    if (map_.size() != tensors_.size()) return report("index-count", count_);
    std::set<uint64_t> taken;
    for (const auto& [name, index] : map_) {
      unique("duplicate-name", seen, name);
      if (index.value >= tensors_.size()) {
        report("index-range", index);
      } else if (!taken.insert(index.value).second) {
        report("index-twice", index);
      } else {
        tensors_[static_cast<std::size_t>(index.value)].name = name;
      }
    }
  }

  // Phase 7, of every tensor whose data lie in the file.
  void booleans() {
    for (const Tensor& tensor : tensors_) {
      if (tensor.dtype.value != 0 || !tensor.found || tensor.behind > file_.size() - end_) continue;
      for (uint64_t at = tensor.first; at < tensor.behind; ++at) {
        if (byte(end_ + at) <= 1) continue;
        report("boolean", end_ + at, 1, tensor.path + ".data");
        break;
      }
    }
  }

  // What the original writer does, and others need not. Of each table the first entry that belongs before another.
  void habits() {
    const auto key = std::ranges::is_sorted_until(keys_, {}, &Spot::text);
    if (key != keys_.end()) report("order", *key);
    const std::size_t before = faults.size();
    for (const Tensor& tensor : tensors_) {
      const uint64_t at = end_ + tensor.begin.value;
      if (tensor.begin.value == tensor.end.value || at % element_sizes[tensor.dtype.value] == 0) continue;
      report("tensor-misaligned", tensor.begin);
    }
    const auto belongs = [](const Tensor& one) { return std::pair(dtypes - one.dtype.value, one.name.text); };
    const auto tensor = std::ranges::is_sorted_until(tensors_, {}, belongs);
    // A misaligned tensor says more than the order.
    if (faults.size() == before && tensor != tensors_.end()) report("order", tensor->dtype);
    const auto entry = std::ranges::is_sorted_until(map_, {}, [](const Mapping& one) { return one.index.value; });
    if (entry != map_.end()) report("order", entry->index);
  }

  bool mapped_;
  Bytes file_;
  uint64_t at_ = 0;   // in the record
  uint64_t end_ = 0;  // of what SofM counts
  std::vector<Spot> keys_;
  std::vector<Tensor> tensors_;
  Spot count_;  // of the index map
  std::vector<Mapping> map_;
  uint64_t data_size_ = 0;
  bool size_known_ = true;
};

template <Layout layout>
OracleReport report_on(Bytes file, const Options& options) {
  return Walk(layout, file, options).run();
}

// layout_of finds a layout in which a file is valid, if there is one.
std::string difference_of_layouts(Bytes file, const Options& options) {
  conformance::ScratchMemory memory;
  Scratch scratch =
      memory.of(std::max(scratch_bound(Layout::v0, file, options), scratch_bound(Layout::v1, file, options)));
  const auto decodes = [&](Layout layout) {
    scratch.reset();
    return static_cast<bool>(decode(layout, file, scratch, options));
  };
  const auto found = layout_of(file, scratch, options);
  const bool valid = decodes(Layout::v0) || decodes(Layout::v1);
  if (valid && !found) return "a valid file has no layout";
  const bool known = !valid || options.profile == Profile::compat || decodes(*found);
  return known ? "" : "a file is not valid in the layout that is found, and is in the other";
}

template <Layout layout>
std::string embedded(Bytes file, const Options& options) {
  std::string different = conformance::difference_apart(
      file, header_size(file),
      [&](Bytes input, const Bytes* copy) { return scratch_bound(layout, copy == nullptr ? input : *copy, options); },
      [&](Bytes input, const Bytes* copy, Scratch& scratch) {
        return copy == nullptr ? decode(layout, input, scratch, options)
                               : decode(layout, input, *copy, scratch, options);
      },
      [](const FileView& view) {
        std::vector<TensorView> tensors;
        for (uint64_t i = 0; i < view.size(); ++i) tensors.push_back(view.tensor(i));
        return tensors;
      });
  return different.empty() ? difference_of_layouts(file, options) : different;
}

}  // namespace
}  // namespace hallmark::bintensors::oracle

const hallmark::conformance::Oracle hallmark::bintensors::bintensors_v0_oracle{
    "bintensors-v0", oracle::report_on<Layout::v0>, nullptr, oracle::embedded<Layout::v0>};
const hallmark::conformance::Oracle hallmark::bintensors::bintensors_v1_oracle{
    "bintensors-v1", oracle::report_on<Layout::v1>, nullptr, oracle::embedded<Layout::v1>};
