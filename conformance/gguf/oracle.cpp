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

#include "codecs/gguf/format.hpp"
#include "conformance/generate/wide.hpp"
#include "conformance/gguf/generate.hpp"
#include "conformance/oracle/log.hpp"
#include "conformance/oracle/utf8.hpp"

namespace hallmark::gguf::oracle {
namespace {

using conformance::OracleReport;
using conformance::Wide;
using std::uint64_t;

// By the numbers of the format: its types, and the bytes that a value takes at least.
constexpr uint64_t boolean = 7, string = 8, array = 9, u32 = 4, i32 = 5, f32 = 6, types = 13;
constexpr uint64_t smallest[] = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};
constexpr uint64_t most_dimension = INT64_MAX;

Wide up(Wide size, uint64_t step) { return (size + step - 1) / step * step; }

// Field is what stands in a file, and where.
struct Field {
  uint64_t value = 0;
  uint64_t at = 0;
  uint64_t size = 0;
  std::string path{};
};

// Text is a string: its length, and what follows.
struct Text : Field {
  std::string text{};
  [[nodiscard]] uint64_t begin() const { return at + 8; }
};

// Entry is a pair: of an array the type and number of its elements, too.
struct Entry {
  Text key;
  Field type;
  Field value;
  Text text;
  Field elements;
  Field count;
  uint64_t end = 0;
  bool wrong = false;  // a boolean is none: of the elements of an array the first is reported
};

struct Tensor {
  Text name;
  Field rank;
  std::vector<Field> dims;  // in the order of the file
  Field type;
  Field offset;
  std::optional<DType> dtype;
  std::optional<uint64_t> size;  // in bytes

  [[nodiscard]] Wide end() const { return Wide{offset.value} + *size; }
};

class Walk : public conformance::OracleLog {
 public:
  Walk(Bytes file, const Options& options)
      : OracleLog("gguf", options),
        file_(as_text(file)),
        max_depth_(options.limits.max_depth.value_or(64)),
        max_rank_(options.limits.max_rank.value_or(255)) {}

  void run() {
    try {
      header();
      for (uint64_t i = 0; i < pairs_.value; ++i) pair("metadata[" + std::to_string(i) + "]");
      duplicates(entries_, &Entry::key, "key-duplicate");
      known_keys();
      for (uint64_t i = 0; i < count_.value; ++i) tensor("tensors[" + std::to_string(i) + "]");
      duplicates(tensors_, &Tensor::name, "name-duplicate");
      if (alignment_ != 0) data();
    } catch (const conformance::End&) {
    }
  }

  // model gives what a valid file holds.
  [[nodiscard]] OwnedModel model() const {
    OwnedModel model{static_cast<std::uint32_t>(version_), big_endian_, {}, {}};
    const auto piece = [&](uint64_t begin, uint64_t size) {
      const Bytes bytes = as_bytes(file_).subspan(begin, size);
      return File(bytes.begin(), bytes.end());
    };
    for (const Entry& one : entries_) {
      model.metadata.push_back({one.key.text, ValueType(one.type.value), piece(one.value.at, one.end - one.value.at)});
    }
    for (const Tensor& one : tensors_) {
      conformance::Dims dims;
      for (const Field& size : one.dims) dims.insert(dims.begin(), size.value);
      const uint64_t at = *one.size == 0 ? 0 : start_ + one.offset.value;
      model.tensors.push_back({one.name.text, *one.dtype, dims, piece(at, *one.size)});
    }
    return model;
  }

 private:
  using OracleLog::report;
  void report(const std::string& rule, const Field& at) { report(rule, at.at, at.size, at.path); }
  bool holds(bool condition, const std::string& rule, const Field& at) {
    if (!condition) report(rule, at);
    return condition;
  }
  void require(bool condition, const std::string& rule, const Field& at) {
    if (!holds(condition, rule, at)) throw conformance::End{};
  }

  // pays ends the walk where the rest of the file cannot hold what a field counts.
  void pays(Wide size, const std::string& rule, const Field& field) {
    if (size > rest()) fail(rule, file_.size(), 0, field.path);
  }

  [[nodiscard]] unsigned byte(uint64_t at) const { return static_cast<unsigned char>(file_[at]); }
  [[nodiscard]] uint64_t rest() const { return file_.size() - at_; }

  // number reads the next field; `rule` is for a file that ends in it.
  Field number(uint64_t size, const std::string& path, const std::string& rule) {
    if (rest() < size) fail(rule, file_.size(), 0, path);
    Field field{0, at_, size, path};
    for (uint64_t i = 0; i < size; ++i) field.value = 256 * field.value + byte(at_ + (big_endian_ ? i : size - 1 - i));
    at_ += size;
    return field;
  }
  Text text(const std::string& path, const std::string& rule) {
    Text text{number(8, path, rule)};
    pays(text.value, "string-truncated", text);
    text.text = file_.substr(at_, text.value);
    at_ += text.value;
    return text;
  }
  // These report the first byte of a text that is not allowed, or that is 0.
  bool utf8(const Text& text, const std::string& rule) {
    const uint64_t at = conformance::utf8_oracle(text.text);
    if (at != nowhere) report(rule, text.begin() + at, 1, text.path);
    return at == nowhere;
  }
  void nul(const Text& text, const std::string& rule) {
    const std::size_t at = text.text.find('\0');
    if (at != std::string::npos) report(rule, text.begin() + at, 1, text.path);
  }

  // Phase 1.
  void header() {
    const Field magic = number(4, "magic", "header-truncated");
    require(file_.starts_with("GGUF"), "magic", magic);
    Field version = number(4, "version", "header-truncated");
    if (version.value % 65536 == 0) {
      big_endian_ = true;
      at_ = 4;
      version = number(4, "version", "header-truncated");
    }
    version_ = version.value;
    require(version_ == 3 || (version_ == 2 && !big_endian_), "version", version);
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
    one.end = at_;
  }
  void key(const Text& key) {
    const auto any = [&](const std::string& rule, const auto& wrong) {
      for (std::size_t i = 0; i < key.text.size(); ++i) {
        if (wrong(i)) return report(rule, key.begin() + i, 1, key.path), true;
      }
      return false;
    };
    const auto c = [&](std::size_t i) { return i < key.text.size() ? key.text[i] : '.'; };
    holds(!key.text.empty(), "key-empty", key);
    holds(key.text.size() < 65536, "key-length", key);
    if (any("key-characters", [&](std::size_t i) { return c(i) < ' ' || c(i) > '~'; })) return;
    const std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    const auto breaks = [&](std::size_t i) {
      if (c(i) == '.') return i == 0 || c(i - 1) == '.' || i + 1 == key.text.size();
      return allowed.find(c(i)) == std::string_view::npos;
    };
    any("key-segments", breaks);
    any("key-hyphen", [&](std::size_t i) { return c(i) == '-'; });
  }
  Field type(const std::string& path, uint64_t depth = 0) {
    const Field type = number(4, path, "pair-truncated");
    if (depth > max_depth_) fail("array-depth", type.at, type.size, type.path);
    require(type.value < types, "value-type", type);
    return type;
  }
  // `entry` is that of a pair, or of the elements of one array.
  void value(uint64_t type, const std::string& path, uint64_t depth, Entry& entry) {
    if (type == string) {
      Text text = this->text(path, "pair-truncated");
      utf8(text, "string-utf8");
      nul(text, "string-nul");
      entry.value.size = 8 + text.text.size();
      entry.text = std::move(text);
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
      const Field field = number(smallest[type], path, "pair-truncated");
      if (type == boolean && field.value > 1 && !std::exchange(entry.wrong, true)) report("bool-value", field);
      entry.value = field;
    }
  }

  template <class Table, class Name>
  void duplicates(const Table& table, Name name, const std::string& rule) {
    std::set<std::string_view> seen;
    for (const auto& one : table) {
      const Text& text = one.*name;
      if (!seen.insert(text.text).second) report(rule, text.at, 8 + text.text.size(), text.path);
    }
  }

  // Phase 3.
  [[nodiscard]] const Entry* find(std::string_view key) const {
    const auto found =
        std::ranges::find(entries_, key, [](const Entry& one) -> std::string_view { return one.key.text; });
    return found == entries_.end() ? nullptr : &*found;
  }
  void known_keys() {
    if (const Entry* const given = find("general.alignment")) alignment(*given);
    const Entry* const architecture = find("general.architecture");
    if (architecture == nullptr) {
      report("architecture-missing", pairs_);
    } else {
      const std::string& text = architecture->text.text;
      const bool right = !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == text.npos;
      holds(right, "architecture-value", architecture->value);
    }
    if (const Entry* const version = find("general.quantization_version")) {
      holds(version->type.value == u32, "quantization-version-type", version->type);
      needs_version_ = false;
    }
    const Entry* const split = find("split.no");
    if (split != nullptr && split->type.value != string && split->type.value != array) {
      constexpr uint64_t no_integers[] = {f32, boolean, 12};
      const bool whole = std::ranges::find(no_integers, split->type.value) == std::end(no_integers);
      const bool is_signed = split->type.value % 2 == 1;
      const bool negative = is_signed && split->value.value >> (8 * split->value.size - 1) != 0;
      if (whole && split->value.value > 0 && !negative) needs_version_ = false;
    }
    vocabulary();
  }
  void alignment(const Entry& given) {
    const uint64_t value = given.value.value;
    const bool small = value == 1 || value == 2 || value == 4;
    const std::size_t before = faults.size();
    if (holds(given.type.value == u32, "alignment-type", given.type) &&
        holds(value != 0, "alignment-zero", given.value) &&
        holds(value % 8 == 0 || small, "alignment-multiple", given.value) &&
        holds(!small, "alignment-small", given.value)) {
      holds((value & (value - 1)) == 0, "alignment-power", given.value);
    }
    const bool failed = faults.size() > before && faults.back().severity == Severity::error;
    alignment_ = failed ? 0 : value;
  }
  void vocabulary() {
    const std::map<std::string, uint64_t> parts = {{"tokens", string}, {"scores", f32}, {"token_type", i32}};
    const Entry* const tokens = find("tokenizer.ggml.tokens");
    for (const Entry& one : entries_) {
      for (const auto& [name, elements] : parts) {
        if (one.key.text != "tokenizer.ggml." + name) continue;
        if (holds(one.type.value == array, "vocabulary-type", one.type) &&
            holds(one.elements.value == elements, "vocabulary-type", one.elements) && tokens != nullptr &&
            tokens->type.value == array && tokens->elements.value == string) {
          holds(one.count.value == tokens->count.value, "vocabulary-length", one.count);
        }
      }
    }
  }

  // Phase 4.
  void tensor(const std::string& path) {
    Tensor& one = tensors_.emplace_back();
    one.name = text(path + ".name", "info-truncated");
    const uint64_t length = one.name.value;
    holds(length <= 64, "name-length", one.name);
    holds(length != 64, "name-long", one.name);
    holds(length != 0, "name-empty", one.name);
    utf8(one.name, "name-utf8");
    nul(one.name, "name-nul");
    one.rank = number(4, path + ".n_dimensions", "info-truncated");
    pays(Wide{8} * one.rank.value, "dimensions-truncated", one.rank);
    require(one.rank.value <= max_rank_, "rank-limit", one.rank);
    holds(one.rank.value <= 4, "rank", one.rank);
    for (uint64_t i = 0; i < one.rank.value; ++i) {
      one.dims.push_back(number(8, path + ".dimensions[" + std::to_string(i) + "]", "info-truncated"));
      holds(one.dims.back().value <= most_dimension, "dimension-range", one.dims.back());
    }
    one.type = number(4, path + ".type", "info-truncated");
    if (one.type.value >= std::size(manifest::gguf_types)) {
      report("type-unknown", one.type);
    } else if (const auto& [dtype, removed] = manifest::gguf_types[one.type.value]; !removed.empty()) {
      report("type-removed", one.type);
    } else {
      one.dtype = dtype;
      size(one);
    }
    one.offset = number(8, path + ".offset", "info-truncated");
    const bool aligned = alignment_ == 0 || holds(one.offset.value % alignment_ == 0, "offset-alignment", one.offset);
    placed_ = placed_ && aligned && one.size;
  }
  void size(Tensor& one) {
    const Block block = block_of(*one.dtype);
    if (is_quantised(*one.dtype)) {
      if (std::exchange(needs_version_, false)) report("quantization-version", one.type);
      if (big_endian_ && !std::exchange(noted_order_, true)) report("block-order", one.type);
    }
    const Field& first = one.dims.empty() ? one.rank : one.dims[0];
    if (!holds((one.dims.empty() ? 1 : first.value) % block.elements == 0, "block-multiple", first)) return;
    Wide elements = 1;
    for (const Field& size : one.dims) elements = elements > UINT64_MAX ? elements : elements * size.value;
    for (const Field& size : one.dims) elements = size.value == 0 ? 0 : elements;
    const Wide bytes = elements / block.elements * block.bytes;
    if (holds(elements <= UINT64_MAX && bytes <= UINT64_MAX, "size-overflow", first))
      one.size = static_cast<uint64_t>(bytes);
  }

  // zeros reports the first of the bytes that is not 0.
  void zeros(uint64_t begin, uint64_t end, const std::string& rule) {
    const std::size_t at = std::min(file_.find_first_not_of('\0', begin), file_.size());
    if (at < end) report(rule, at, 1, "padding");
  }

  // Phases 5 to 9.
  void data() {
    const Wide start = up(at_, alignment_);
    if (tensors_.empty()) return tail(at_, start, "padding-zero");
    if (start > file_.size()) fail("padding-truncated", file_.size(), 0, "padding");
    start_ = static_cast<uint64_t>(start);
    zeros(at_, start_, "padding-zero");
    if (!placed_) return;
    std::vector<const Tensor*> sorted;
    for (const Tensor& one : tensors_) sorted.push_back(&one);
    std::ranges::stable_sort(sorted, {}, [](const Tensor* one) { return one->offset.value; });
    const std::size_t before = faults.size();
    const uint64_t end = places(sorted);
    if (faults.size() > before) return;  // what follows from it is no fault of its own
    uint64_t next = 0;
    for (const Tensor& one : tensors_) {
      holds(one.offset.value == next, "data-order", one.offset);
      next = static_cast<uint64_t>(up(one.end(), alignment_));
    }
    between(sorted, end);
    tail(end, start_ + up(end - start_, alignment_), "final-padding");
  }
  // places gives where the last data end.
  uint64_t places(const std::vector<const Tensor*>& sorted) {
    const uint64_t there = file_.size() - start_;
    uint64_t end = 0;
    for (const Tensor* const one : sorted) {
      if (*one->size == 0) continue;
      require(one->end() <= UINT64_MAX, "data-overflow", one->offset);
      if (one->end() > there) fail("data-truncated", file_.size(), 0, "data");
      holds(one->offset.value >= end, "data-overlap", one->offset);
      end = std::max(end, static_cast<uint64_t>(one->end()));
    }
    for (const Tensor* const one : sorted) {
      if (*one->size == 0) {
        holds(one->offset.value <= std::max<Wide>(there, up(end, alignment_)), "empty-place", one->offset);
      }
    }
    return start_ + end;
  }
  void between(const std::vector<const Tensor*>& sorted, uint64_t end) {
    std::vector<bool> marked(file_.size() + 1);
    for (const Tensor* const one : sorted) {
      const auto begin = marked.begin() + static_cast<std::ptrdiff_t>(*one->size == 0 ? 0 : start_ + one->offset.value);
      std::fill(begin, begin + static_cast<std::ptrdiff_t>(*one->size), true);
    }
    for (uint64_t at = start_; at < end; ++at) {
      const uint64_t begin = at;
      while (at < end && !marked[at]) ++at;
      if (begin < at) zeros(begin, at, "data-padding");
    }
  }
  // tail judges what follows `end`: nothing, or 0 up to the multiple of the alignment.
  void tail(uint64_t end, Wide padded, const std::string& rule) {
    const uint64_t size = file_.size();
    if (size == end) {
      if (padded > end && !tensors_.empty()) report("final-padding-missing", size, 0, "padding");
      return;
    }
    if (size < padded) return report("trailing-data", end, size - end, "data");
    const auto last = static_cast<uint64_t>(padded);
    zeros(end, last, rule);
    if (size > last) report("trailing-data", last, size - last, "data");
  }

  std::string_view file_;
  uint64_t max_depth_;
  uint64_t max_rank_;
  uint64_t at_ = 0;
  bool big_endian_ = false;
  uint64_t version_ = 0;
  Field count_;  // of tensors
  Field pairs_;
  std::vector<Entry> entries_;
  std::vector<Tensor> tensors_;
  uint64_t alignment_ = 32;  // 0: not known
  bool needs_version_ = true;
  bool noted_order_ = false;
  bool placed_ = true;  // the place of every tensor is known
  uint64_t start_ = 0;  // of the data
};

OracleReport report_on(Bytes file, const Options& options) {
  Walk walk(file, options);
  walk.run();
  return {std::move(walk.faults)};
}

std::string difference(Bytes file, const Options& options) {
  Walk walk(file, options);
  walk.run();
  File memory(static_cast<std::size_t>(scratch_bound(file, options)));
  Scratch scratch(memory);
  const auto read = decode(file, scratch, options);
  return read && owned(*read) == walk.model() ? "" : "another model is read";
}

}  // namespace
}  // namespace hallmark::gguf::oracle

namespace hallmark::conformance::oracle {

extern const Oracle gguf;
const Oracle gguf{"gguf", hallmark::gguf::oracle::report_on, hallmark::gguf::oracle::difference};

}  // namespace hallmark::conformance::oracle
