// A second reader of OINF, for comparison with the codec: written from the document and the decisions in
// codecs/oinf/README.md, with nothing of codecs/oinf in it. It copies what it reads, looks at one field after the
// other, and gives up at the first thing that is wrong.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/testing/wide.hpp"

namespace hallmark::fuzz::plain_oinf {

enum class Verdict : std::uint8_t { valid, invalid, not_ours };  // not_ours: of a later draft, or above a limit

struct Value {
  std::uint32_t type = 0;
  std::string blob;

  [[nodiscard]] bool operator==(const Value&) const = default;
};

struct Tensor {
  std::uint32_t dtype = 0;
  std::vector<std::uint64_t> dims;
  bool has_data = false;
  std::string data;

  [[nodiscard]] bool operator==(const Tensor&) const = default;
};

struct Model {
  std::map<std::string, std::uint64_t> sizevars;
  std::map<std::string, Value> metadata;
  std::map<std::string, Tensor> tensors;

  [[nodiscard]] bool operator==(const Model&) const = default;
};

class Reader {
 public:
  Reader(std::string_view file, bool strict) : file_(file), strict_(strict) {}

  [[nodiscard]] Verdict read() {
    try {
      header();
      tables();
      for (const Entry& entry : values_) value(entry);
      for (const Entry& entry : blobs_of_tensors_) tensor(entry);
      if (!not_ours_) blobs();
      return not_ours_ ? Verdict::not_ours : Verdict::valid;
    } catch (const Stop& stop) {
      return stop.verdict;
    }
  }
  // model is what was read of a valid file.
  [[nodiscard]] const Model& model() const { return model_; }

 private:
  using Number = testing::Wide;  // no product of three 64-bit numbers is needed, and none of two overflows

  struct Stop {
    Verdict verdict;
  };
  struct Entry {
    std::string name;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
  };

  static constexpr std::uint32_t types_of_later_drafts[] = {16, 25};
  static constexpr std::uint64_t most_dimensions = 255;

  static void need(bool holds) {
    if (!holds) throw Stop{Verdict::invalid};
  }
  void need_strictly(bool holds) const { need(holds || !strict_); }

  std::uint64_t number(std::uint64_t at, unsigned width) const {
    need(at <= file_.size() && width <= file_.size() - at);
    std::uint64_t value = 0;
    for (unsigned i = width; i-- > 0;) value = value * 256 + static_cast<unsigned char>(file_[at + i]);
    return value;
  }
  std::uint32_t u32(std::uint64_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
  std::uint64_t u64(std::uint64_t at) const { return number(at, 8); }
  std::string text(std::uint64_t at, std::uint64_t size) const { return std::string(file_.substr(at, size)); }
  void zeros(std::uint64_t from, std::uint64_t to) const {
    for (; from < to; ++from) need_strictly(file_[from] == '\0');
  }
  static std::uint64_t to_eight(std::uint64_t size) { return size + (8 - size % 8) % 8; }

  static bool later(std::uint32_t type) { return type >= types_of_later_drafts[0] && type <= types_of_later_drafts[1]; }
  static unsigned width_of(std::uint32_t type) {
    constexpr unsigned widths[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1};  // I8 to BOOL, by their tags
    return type < std::size(widths) ? widths[type] : 0;
  }
  static constexpr std::uint32_t boolean = 12, bitset = 13, string = 14, ndarray = 15;

  void header() {
    need(file_.size() >= 72);
    need(file_.substr(0, 5) == std::string_view("OINF\0", 5));
    const std::uint32_t version = u32(5);
    if (version == 2) throw Stop{Verdict::not_ours};
    need(version == 1 && u32(9) == 0 && u32(25) == 0);
    need(u64(61) == file_.size());
    need_strictly(file_.size() % 8 == 0);
    zeros(69, 72);
    std::uint64_t last = 72;
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t offset = u64(29 + 8 * static_cast<std::uint64_t>(i));
      need(offset % 8 == 0 && offset >= last && offset <= file_.size());
      sections_[i] = last = offset;
    }
    padding(72, sections_[0]);
  }

  // Between a table and the next section there is padding alone.
  void padding(std::uint64_t from, std::uint64_t to) const {
    need_strictly(to - from < 8);
    if (to - from < 8) zeros(from, to);
  }

  // string reads a String at the cursor: its length, its characters, padding to 8 from its own start.
  std::string name(std::uint64_t end) {
    const std::uint64_t start = at_;
    const std::uint64_t length = field(4, end);
    need(to_eight(4 + length) - 4 <= end - at_);
    const std::string name = text(at_, length);
    need(!name.empty() && allowed(name));
    at_ = start + to_eight(4 + length);
    zeros(start + 4 + length, at_);
    return name;
  }
  static bool allowed(std::string_view name) {
    return name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") ==
           std::string_view::npos;
  }
  std::uint64_t field(unsigned width, std::uint64_t end) {
    need(width <= end - at_);
    const std::uint64_t value = number(at_, width);
    at_ += width;
    return value;
  }

  // type says whether a type can be read; one of a later draft makes the file not ours.
  bool type(std::uint32_t type, std::uint32_t highest) {
    if (later(type)) not_ours_ = true;
    need(later(type) || (type >= 1 && type <= highest));
    return !later(type);
  }

  void tables() {
    std::uint64_t end = sections_[1];
    at_ = sections_[0];
    for (std::uint32_t left = u32(13); left > 0; --left) {
      const std::string key = name(end);
      need(model_.sizevars.emplace(key, field(8, end)).second);
    }
    padding(at_, end);
    end = sections_[2];
    at_ = sections_[1];
    for (std::uint32_t left = u32(17); left > 0; --left) {
      Entry entry{name(end)};
      Value value{static_cast<std::uint32_t>(field(4, end)), {}};
      const bool known = type(value.type, ndarray);
      need(field(4, end) == 0);  // flags
      entry.size = field(8, end);
      entry.offset = field(8, end);
      need(model_.metadata.emplace(entry.name, std::move(value)).second);
      if (known) values_.push_back(std::move(entry));
    }
    padding(at_, end);
    end = sections_[3];
    at_ = sections_[2];
    for (std::uint32_t left = u32(21); left > 0; --left) tensor_entry(end);
    padding(at_, end);
  }

  void tensor_entry(std::uint64_t end) {
    Entry entry{name(end)};
    Tensor tensor;
    tensor.dtype = static_cast<std::uint32_t>(field(4, end));
    bool known = type(tensor.dtype, boolean);
    const std::uint64_t rank = field(4, end);
    const std::uint64_t flags = field(4, end);
    need_strictly(flags <= 1);
    tensor.has_data = flags % 2 == 1;
    need(rank <= (end - at_) / 8);
    for (std::uint64_t i = 0; i < rank; ++i) tensor.dims.push_back(field(8, end));
    if (rank > most_dimensions) {
      not_ours_ = true;
      known = false;
    }
    entry.size = field(8, end);
    entry.offset = field(8, end);
    if (!tensor.has_data) need(entry.size == 0 && entry.offset == 0);
    const bool has_data = tensor.has_data;
    need(model_.tensors.emplace(entry.name, std::move(tensor)).second);
    if (known && has_data) blobs_of_tensors_.push_back(std::move(entry));
  }

  // The bytes of `count` elements; none if they do not fit 64 bits.
  static std::uint64_t bytes_of(const std::vector<std::uint64_t>& dims, unsigned width) {
    if (std::ranges::find(dims, std::uint64_t{0}) != dims.end()) return 0;
    Number count = width;
    for (const std::uint64_t dim : dims) {
      count *= dim;
      need(count <= UINT64_MAX);
    }
    return static_cast<std::uint64_t>(count);
  }

  // blob takes the bytes of an entry.
  std::string blob(const Entry& entry) {
    need(entry.offset % 8 == 0 && entry.offset >= sections_[3] && entry.offset <= file_.size() &&
         entry.size <= file_.size() - entry.offset);
    if (entry.size > 0) used_.emplace_back(entry.offset, entry.offset + entry.size);
    return text(entry.offset, entry.size);
  }

  void booleans(std::string_view elements) const {
    for (const char c : elements) need_strictly(c == '\0' || c == '\1');
  }

  void value(const Entry& entry) {
    Value& value = model_.metadata[entry.name];
    if (value.type <= boolean) {
      need(entry.size == width_of(value.type));
      value.blob = blob(entry);
      if (value.type == boolean) booleans(value.blob);
      return;
    }
    need(entry.size >= 8);
    value.blob = blob(entry);
    const std::uint32_t first = u32(entry.offset);
    if (value.type == string) return string_value(entry, first);
    const std::uint32_t second = u32(entry.offset + 4);
    if (value.type == bitset) return bitset_value(entry, first, second);
    array_value(entry, first, second);
  }
  void string_value(const Entry& entry, std::uint64_t length) const {
    need(entry.size == to_eight(4 + length));
    need_strictly(length != 0);
    need(allowed(file_.substr(entry.offset + 4, length)));
    zeros(entry.offset + 4 + length, entry.offset + entry.size);
  }
  void bitset_value(const Entry& entry, std::uint64_t bits, std::uint64_t bytes) const {
    need(bytes == (bits + 7) / 8 && entry.size == to_eight(8 + bytes));
    for (std::uint64_t bit = bits; bit < 8 * bytes; ++bit) {
      need_strictly((static_cast<unsigned char>(file_[entry.offset + 8 + bit / 8]) >> bit % 8) % 2 == 0);
    }
    zeros(entry.offset + 8 + bytes, entry.offset + entry.size);
  }
  void array_value(const Entry& entry, std::uint32_t element, std::uint64_t rank) {
    if (!type(element, boolean)) return;
    need(rank <= (entry.size - 8) / 8);
    if (rank > most_dimensions) {
      not_ours_ = true;
      return;
    }
    std::vector<std::uint64_t> dims;
    for (std::uint64_t i = 0; i < rank; ++i) dims.push_back(u64(entry.offset + 8 + 8 * i));
    const std::uint64_t head = 8 + 8 * rank;
    const std::uint64_t data = bytes_of(dims, width_of(element));
    need(data <= entry.size && entry.size == to_eight(head + data));
    if (element == boolean) booleans(file_.substr(entry.offset + head, data));
    zeros(entry.offset + head + data, entry.offset + entry.size);
  }

  void tensor(const Entry& entry) {
    Tensor& tensor = model_.tensors[entry.name];
    need(entry.size == bytes_of(tensor.dims, width_of(tensor.dtype)));
    tensor.data = blob(entry);
    if (tensor.dtype == boolean) booleans(tensor.data);
  }

  // Every byte of the data section belongs to one blob, or to the padding behind one.
  void blobs() {
    std::sort(used_.begin(), used_.end());
    std::uint64_t covered = sections_[3];
    for (const auto& [begin, end] : used_) {
      need_strictly(begin >= covered);
      if (begin > covered) padding(covered, begin);
      covered = std::max(covered, end);
    }
    padding(covered, file_.size());
  }

  std::string_view file_;
  bool strict_;
  bool not_ours_ = false;
  std::uint64_t at_ = 0;  // in the tables
  std::uint64_t sections_[4]{};
  std::vector<Entry> values_;
  std::vector<Entry> blobs_of_tensors_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> used_;  // by blobs, from and to
  Model model_;
};

}  // namespace hallmark::fuzz::plain_oinf
