// SPDX-License-Identifier: Apache-2.0
// Oracle of GGUF files: fields and values as a tree with their places, then one look at each table; the data by a mark
// for every byte. Sums and products are of 128 bits.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/wide.hpp"
#include "conformance/gguf/generate.hpp"
#include "conformance/model/opened.hpp"
#include "conformance/oracle/formats.hpp"
#include "conformance/oracle/log.hpp"
#include "conformance/oracle/utf8.hpp"

namespace hallmark::gguf::oracle {
namespace {

using conformance::Field;
using conformance::up;
using conformance::Wide;
using std::uint64_t;

// By the numbers of the format: its types, the bytes that a value takes at least, and integers with a sign or without.
constexpr uint64_t boolean = 7, string = 8, array = 9, u32 = 4, i32 = 5, f32 = 6, types = 13;
constexpr uint64_t smallest[] = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};
constexpr std::string_view integers = "+-+-+-    +- ";

const std::string lower = "abcdefghijklmnopqrstuvwxyz0123456789";

// Entry is a pair: of an array the type and number of its elements, too.
struct Entry {
  Field key;
  Field type;
  Field value;
  Field elements;
  Field count;
  bool wrong = false;  // a boolean is none: of the elements of an array the first is reported
};

struct Tensor {
  Field name;
  Field offset;
  std::optional<uint64_t> size;  // in bytes

  [[nodiscard]] Wide end() const { return Wide{offset.value} + *size; }
};

class Walk : public conformance::OracleLog {
 public:
  Walk(Bytes file, const Options& options) : OracleLog("gguf", options), file_(as_text(file)) {
    try {
      header();
      for (uint64_t i = 0; i < pairs_.value; ++i) pair("metadata[" + std::to_string(i) + "]");
      duplicates(entries_, &Entry::key, "key-duplicate");
      known_keys();
      for (uint64_t i = 0; i < count_.value; ++i) tensor("tensors[" + std::to_string(i) + "]");
      duplicates(tensors_, &Tensor::name, "name-duplicate");
      end_ = at_;
      if (alignment_ != 0) data();
    } catch (const conformance::End&) {
    }
  }

  // flat gives what a valid file holds: its tables with data at 0, and the data without padding.
  [[nodiscard]] File flat() const {
    std::string all(file_.substr(0, end_));
    for (const Tensor& one : tensors_) {
      all.replace(one.offset.at, 8, 8, '\0');
      if (*one.size != 0) all += file_.substr(start_ + one.offset.value, *one.size);
    }
    return {as_bytes(all).begin(), as_bytes(all).end()};
  }

 private:
  // pays ends the walk where the rest of the file cannot hold what a field counts.
  void pays(Wide size, const std::string& rule, const Field& field) {
    if (size > file_.size() - at_) fail(rule, file_.size(), 0, field.path);
  }
  // number reads the next field; `rule` is for a file that ends in it.
  Field number(uint64_t size, const std::string& path, const std::string& rule) {
    pays(size, rule, {.path = path});
    std::string bytes(file_.substr(at_, size));
    if (!big_endian_) std::ranges::reverse(bytes);
    Field field{0, at_, size, path};
    for (const char c : bytes) field.value = 256 * field.value + static_cast<unsigned char>(c);
    at_ += size;
    return field;
  }
  Field text(const std::string& path, const std::string& rule) {
    Field text = number(8, path, rule);
    pays(text.value, "string-truncated", text);
    text.text = file_.substr(at_, text.value);
    at_ += text.value;
    return text;
  }

  // Phase 1.
  void header() {
    const Field magic = number(4, "magic", "header-truncated");
    require(file_.starts_with("GGUF"), "magic", magic);
    pays(4, "header-truncated", {.path = "version"});
    big_endian_ = file_.substr(4, 2) == std::string(2, '\0');
    const Field version = number(4, "version", "header-truncated");
    require(version.value == 3 || (version.value == 2 && !big_endian_), "version", version);
    count_ = number(8, "tensor_count", "header-truncated");
    pairs_ = number(8, "metadata_kv_count", "header-truncated");
    const Wide tensors = Wide{24} * count_.value;
    pays(tensors, "counts-truncated", count_);
    pays(tensors + Wide{13} * pairs_.value, "counts-truncated", pairs_);
  }

  // Phase 2.
  void pair(const std::string& path) {
    Entry& one = entries_.emplace_back();
    one.key = text(path + ".key", "pair-truncated");
    key(one.key);
    one.type = type(path + ".type");
    one.value = {0, at_, smallest[one.type.value], path + ".value"};
    value(one.type.value, one.value.path, 1, one);
  }
  void key(const Field& key) {
    const std::string& text = key.text;
    holds(!text.empty(), "key-empty", key);
    holds(text.size() < 65536, "key-length", key);
    const auto control = std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~'; });
    if (character(key, static_cast<std::size_t>(control - text.begin()), "key-characters", 8)) return;
    // A segment that is empty is reported at the point after it, the last one at the point before it.
    const std::size_t last = text.size() - 1;
    const std::size_t empty = text.starts_with('.') ? 0 : std::min(text.find(".."), last) + 1;
    const std::size_t end = text.ends_with('.') ? last : text.size();
    character(key, std::min({text.find_first_not_of(lower + "_-."), empty, end}), "key-segments", 8);
    character(key, text.find('-'), "key-hyphen", 8);
  }
  Field type(const std::string& path, uint64_t depth = 0) {
    const Field type = number(4, path, "pair-truncated");
    if (depth > max_depth) fail("array-depth", type.at, type.size, type.path);
    require(type.value < types, "value-type", type);
    return type;
  }
  // `entry` is that of a pair, or of the elements of one array.
  void value(uint64_t type, const std::string& path, uint64_t depth, Entry& entry) {
    if (type == string) {
      entry.value = text(path, "pair-truncated");
      character(entry.value, conformance::utf8_oracle(entry.value.text), "string-utf8", 8);
      character(entry.value, entry.value.text.find('\0'), "string-nul", 8);
      entry.value.size += entry.value.text.size();
    } else if (type == array) {
      const Field elements = this->type(path + ".type", depth);
      if (elements.value == array && depth == 1) report("array-nested", elements);
      const Field count = number(8, path + ".len", "pair-truncated");
      pays(Wide{count.value} * smallest[elements.value], "array-truncated", count);
      Entry element;
      for (uint64_t i = 0; i < count.value; ++i) {
        value(elements.value, path + "[" + std::to_string(i) + "]", depth + 1, element);
      }
      entry.elements = elements;
      entry.count = count;
    } else {
      entry.value = number(smallest[type], path, "pair-truncated");
      const bool right = type != boolean || entry.value.value <= 1 || std::exchange(entry.wrong, true);
      holds(right, "bool-value", entry.value);
    }
  }

  template <class Table, class Name>
  void duplicates(const Table& table, Name name, const std::string& rule) {
    std::set<std::string_view> seen;
    for (const auto& one : table) {
      const Field& text = one.*name;
      if (!seen.insert(text.text).second) report(rule, text.at, 8 + text.text.size(), text.path);
    }
  }

  // Phase 3.
  [[nodiscard]] const Entry* find(std::string_view key) const {
    const auto found = std::ranges::find_if(entries_, [&](const Entry& one) { return one.key.text == key; });
    return found == entries_.end() ? nullptr : &*found;
  }
  void known_keys() {
    if (const Entry* const given = find("general.alignment")) alignment(*given);
    if (const Entry* const given = find("general.architecture")) {
      const std::string& text = given->value.text;
      holds(!text.empty() && text.find_first_not_of(lower) == text.npos, "architecture-value", given->value);
    } else {
      report("architecture-missing", pairs_);
    }
    const Entry* const version = find("general.quantization_version");
    const Entry* const part = find("split.no");
    if (version != nullptr) holds(version->type.value == u32, "quantization-version-type", version->type);
    needs_version_ = version == nullptr && (part == nullptr || !is_positive(*part));
    vocabulary();
  }
  static bool is_positive(const Entry& one) {
    const char sign = integers[one.type.value];
    return sign != ' ' && one.value.value > 0 && (sign == '+' || one.value.value >> (8 * one.value.size - 1) == 0);
  }
  void alignment(const Entry& given) {
    const uint64_t value = given.value.value;
    const bool small = value == 1 || value == 2 || value == 4;
    const bool right = holds(given.type.value == u32, "alignment-type", given.type) &&
                       holds(value != 0, "alignment-zero", given.value) &&
                       holds(value % 8 == 0 || small, "alignment-multiple", given.value) &&
                       holds(!small, "alignment-small", given.value) &&
                       holds((value & (value - 1)) == 0, "alignment-power", given.value);
    alignment_ = right || faults.back().severity == Severity::warning ? value : 0;
  }
  void vocabulary() {
    const std::map<std::string_view, uint64_t> parts = {
        {"tokenizer.ggml.tokens", string}, {"tokenizer.ggml.scores", f32}, {"tokenizer.ggml.token_type", i32}};
    const Entry* const tokens = find("tokenizer.ggml.tokens");
    const bool counted = tokens != nullptr && tokens->type.value == array && tokens->elements.value == string;
    for (const Entry& one : entries_) {
      const auto part = parts.find(one.key.text);
      if (part == parts.end() || !holds(one.type.value == array, "vocabulary-type", one.type)) continue;
      const bool typed = holds(one.elements.value == part->second, "vocabulary-type", one.elements);
      if (typed && counted) holds(one.count.value == tokens->count.value, "vocabulary-length", one.count);
    }
  }

  // Phase 4.
  void tensor(const std::string& path) {
    Tensor& one = tensors_.emplace_back();
    const Field& name = one.name = text(path + ".name", "info-truncated");
    holds(name.value <= 64, "name-length", name);
    holds(name.value != 64, "name-long", name);
    holds(name.value != 0, "name-empty", name);
    character(name, conformance::utf8_oracle(name.text), "name-utf8", 8);
    character(name, name.text.find('\0'), "name-nul", 8);
    const Field rank = number(4, path + ".n_dimensions", "info-truncated");
    pays(Wide{8} * rank.value, "dimensions-truncated", rank);
    require(rank.value <= max_rank, "rank-limit", rank);
    holds(rank.value <= 4, "rank", rank);
    Field first = rank;  // stands for a dimension of 1 where there is none
    first.value = 1;
    std::vector<uint64_t> dims;
    for (uint64_t i = 0; i < rank.value; ++i) {
      const Field size = number(8, path + ".dimensions[" + std::to_string(i) + "]", "info-truncated");
      holds(size.value >> 63 == 0, "dimension-range", size);
      if (i == 0) first = size;
      dims.push_back(size.value);
    }
    const Field type = number(4, path + ".type", "info-truncated");
    if (holds(type.value < std::size(manifest::gguf_types), "type-unknown", type)) {
      const auto& [dtype, removed] = manifest::gguf_types[type.value];
      if (holds(removed.empty(), "type-removed", type)) one.size = size_of(dtype, type, first, dims);
    }
    one.offset = number(8, path + ".offset", "info-truncated");
    const bool aligned = alignment_ == 0 || holds(one.offset.value % alignment_ == 0, "offset-alignment", one.offset);
    placed_ = placed_ && aligned && one.size;
  }
  std::optional<uint64_t> size_of(DType dtype, const Field& type, const Field& first,
                                  const std::vector<uint64_t>& dims) {
    const Block block = block_of(dtype);
    if (is_quantised(dtype)) {
      if (std::exchange(needs_version_, false)) report("quantization-version", type);
      if (big_endian_ && !std::exchange(noted_order_, true)) report("block-order", type);
    }
    const Wide elements = conformance::product_of(dims);
    const Wide bytes = elements / block.elements * block.bytes;
    const bool sized = holds(first.value % block.elements == 0, "block-multiple", first) &&
                       holds(elements <= UINT64_MAX && bytes <= UINT64_MAX, "size-overflow", first);
    return sized ? std::optional(static_cast<uint64_t>(bytes)) : std::nullopt;
  }

  // zeros reports the first of the bytes that is not 0.
  void zeros(uint64_t begin, uint64_t end, const std::string& rule) {
    const std::size_t at = file_.substr(begin, end - begin).find_first_not_of('\0');
    if (at != std::string_view::npos) report(rule, begin + at, 1, "padding");
  }

  // Phases 5 to 9.
  void data() {
    const Wide start = up(at_, alignment_);
    if (tensors_.empty()) return tail(at_, start, "padding-zero");
    if (start > file_.size()) fail("padding-truncated", file_.size(), 0, "padding");
    start_ = static_cast<uint64_t>(start);
    zeros(at_, start_, "padding-zero");
    if (!placed_) return;
    const std::size_t before = faults.size();
    const uint64_t end = places();
    if (faults.size() > before) return;  // what follows from it is no fault of its own
    Wide next = 0;
    for (const Tensor& one : tensors_) {
      holds(one.offset.value == next, "data-order", one.offset);
      next = up(one.end(), alignment_);
    }
    for (uint64_t at = start_; at < end; ++at) {
      const uint64_t begin = at;
      while (at < end && !marked_[at]) ++at;
      zeros(begin, at, "data-padding");
    }
    tail(end, start_ + up(end - start_, alignment_), "final-padding");
  }
  // places marks the bytes of the tensors, in the order of their offsets, those without any at last, and gives where
  // the last data end.
  uint64_t places() {
    std::vector<Tensor> sorted = tensors_;
    std::ranges::stable_sort(sorted, {}, [](const Tensor& one) { return std::pair(*one.size == 0, one.offset.value); });
    const uint64_t there = file_.size() - start_;
    marked_.resize(file_.size() + 1);
    uint64_t end = 0;
    for (const Tensor& one : sorted) {
      if (*one.size == 0) {
        holds(one.offset.value <= std::max<Wide>(there, up(end, alignment_)), "empty-place", one.offset);
        continue;
      }
      require(one.end() <= UINT64_MAX, "data-overflow", one.offset);
      if (one.end() > there) fail("data-truncated", file_.size(), 0, "data");
      const auto begin = marked_.begin() + static_cast<std::ptrdiff_t>(start_ + one.offset.value);
      holds(!*begin, "data-overlap", one.offset);
      std::fill_n(begin, *one.size, true);
      end = std::max(end, static_cast<uint64_t>(one.end()));
    }
    return start_ + end;
  }
  // tail judges what follows `end`: nothing, or 0 up to the multiple of the alignment.
  void tail(uint64_t end, Wide padded, const std::string& rule) {
    const uint64_t size = file_.size();
    const auto last = size < padded ? end : static_cast<uint64_t>(padded);
    zeros(end, last, rule);
    if (size > last) report("trailing-data", last, size - last, "data");
    if (size == end && padded > end && !tensors_.empty()) report("final-padding-missing", size, 0, "padding");
  }

  std::string_view file_;
  uint64_t at_ = 0;
  bool big_endian_ = false;
  Field count_;  // of tensors
  Field pairs_;
  std::vector<Entry> entries_;
  std::vector<Tensor> tensors_;
  uint64_t alignment_ = 32;  // 0: not known
  bool needs_version_ = true;
  bool noted_order_ = false;
  bool placed_ = true;        // the place of every tensor is known
  uint64_t end_ = 0;          // of the tables
  uint64_t start_ = 0;        // of the data
  std::vector<bool> marked_;  // bytes of the file that a tensor has
};

conformance::OracleReport report_on(Bytes file, const Options& options) { return {Walk(file, options).faults}; }

std::string difference(Bytes file, const Options& options) {
  const conformance::Opened<FileView> read(file, options, scratch_bound, decode);
  return read && gguf::flat(*read) == Walk(file, options).flat() ? "" : "another model is read";
}

}  // namespace
}  // namespace hallmark::gguf::oracle

const hallmark::conformance::Oracle hallmark::gguf::gguf_oracle{"gguf", oracle::report_on, oracle::difference};
