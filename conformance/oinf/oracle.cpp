// SPDX-License-Identifier: Apache-2.0
// Oracle of OINF files: records read by tables of their fields, entries kept whole and judged by name, then one mark
// for each byte of the data section.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/generate/wide.hpp"
#include "conformance/oracle/formats.hpp"
#include "conformance/oracle/log.hpp"

namespace hallmark::oinf::oracle {
namespace {

using conformance::End;
using conformance::Fault;
using conformance::Field;
using conformance::OracleReport;
using conformance::up;
using conformance::Wide;  // sums and products of file numbers cannot wrap in it
using std::uint64_t;

// Columns are the fields of a record in their order, with their sizes in bytes.
struct Column {
  const char* name;
  uint64_t size;
};
using Columns = std::vector<Column>;
constexpr uint64_t text = UINT64_MAX;         // a String: its length, characters, padding
constexpr uint64_t numbers = UINT64_MAX - 1;  // as many u64 as `ndim` says

const Columns header_columns = {
    {"magic", 5},           {"version", 4},        {"flags", 4},       {"n_sizevars", 4},
    {"n_metadata", 4},      {"n_tensors", 4},      {"reserved", 4},    {"offset_sizevars", 8},
    {"offset_metadata", 8}, {"offset_tensors", 8}, {"offset_data", 8}, {"file_size", 8},
};

struct Table {
  std::string name;
  Columns columns;
  std::string duplicate;  // the rule for a name that is there twice
};
const Table tables[] = {
    {"sizevars", {{"name", text}, {"value", 8}}, "duplicate-sizevar"},
    {"metadata",
     {{"key", text}, {"value_type", 4}, {"value_flags", 4}, {"value_nbytes", 8}, {"value_offset", 8}},
     "duplicate-key"},
    {"tensors",
     {{"name", text},
      {"dtype", 4},
      {"ndim", 4},
      {"flags", 4},
      {"dims", numbers},
      {"data_nbytes", 8},
      {"data_offset", 8}},
     "duplicate-tensor"},
};
constexpr uint64_t element_sizes[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1};  // by type, 1 to 12
constexpr uint64_t boolean = 12, bitset = 13, string = 14;

bool is_element(uint64_t type) { return type >= 1 && type <= 12; }

// smallest is the size of a record with an empty text, which takes 8 bytes, and no numbers.
uint64_t smallest(const Columns& columns) {
  uint64_t size = 0;
  for (const Column& one : columns) size += one.size == text ? 8 : one.size == numbers ? 0 : one.size;
  return size;
}

struct Entry {
  std::string path;
  std::vector<std::pair<std::string_view, Field>> fields;
  std::string name;
  std::vector<uint64_t> dims;
  bool known = true;  // the type, and the rank

  const Field& operator[](std::string_view field) const {
    return std::ranges::find(fields, field, [](const auto& one) { return one.first; })->second;
  }
};

// Blob is a stretch of the data section that belongs to an entry.
struct Blob {
  uint64_t begin;
  uint64_t end;
  std::string path;
  bool booleans;  // every byte must be 0 or 1
};

// product gives the bytes of an array, or nothing when they do not fit 64 bits.
std::optional<uint64_t> product(const std::vector<uint64_t>& dims, Wide size) {
  size = conformance::product_of(dims, size);
  return size > UINT64_MAX ? std::nullopt : std::optional(static_cast<uint64_t>(size));
}

bool is_zero(uint64_t byte) { return byte == 0; }
bool is_boolean(uint64_t byte) { return byte <= 1; }
bool is_character(uint64_t byte) {
  constexpr std::string_view all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return all.find(static_cast<char>(byte)) != all.npos;
}

// TableEnd ends a table that cannot be read on.
struct TableEnd {};

class File : public conformance::OracleLog {
 public:
  File(Bytes bytes, const Options& options) : OracleLog("oinf", options), bytes_(bytes) {}

  OracleReport run() {
    try {
      header();
      sections();
      section_end(header_size_, "sizevars");
      for (std::size_t i = 0; i < 3; ++i) entries_[i] = table(tables[i], i < 2 ? tables[i + 1].name : "data");
      for (const Entry& entry : entries_[1]) value(entry);
      for (const Entry& entry : entries_[2]) tensor(entry);
      data_section();
      for (const Blob& blob : blobs_) {
        if (blob.booleans) check(blob.begin, blob.end, is_boolean, "boolean", blob.path);
      }
    } catch (const End&) {
    }
    return {std::move(faults)};
  }

 private:
  [[nodiscard]] uint64_t byte(uint64_t at) const {
    return std::to_integer<uint64_t>(bytes_[static_cast<std::size_t>(at)]);
  }
  // From the last byte to the first.
  [[nodiscard]] uint64_t number(uint64_t at, uint64_t size) const {
    return size == 0 ? 0 : byte(at) + 256 * number(at + 1, size - 1);
  }
  [[nodiscard]] Field field(uint64_t at, uint64_t size, const std::string& path) const {
    return {number(at, size), at, size, path};
  }
  std::vector<uint64_t> numbers_at(uint64_t at, uint64_t count) const {
    std::vector<uint64_t> all;
    for (uint64_t i = 0; i < count; ++i) all.push_back(number(at + 8 * i, 8));
    return all;
  }

  // check reports the first byte of [begin, end) that is not allowed.
  void check(uint64_t begin, uint64_t end, bool (*allowed)(uint64_t), const std::string& rule,
             const std::string& path) {
    while (begin < end && allowed(byte(begin))) ++begin;
    if (begin < end) report(rule, begin, 1, path);
  }
  // check_type reports a type that is not 1 to `last`.
  bool check_type(const Field& type, uint64_t last, const std::string& rule) {
    if (type.value >= 16 && type.value <= 25) return holds(false, "type-later", type);
    return holds(type.value >= 1 && type.value <= last, rule, type);
  }

  void header() {
    const uint64_t size = bytes_.size();
    const uint64_t packed = smallest(header_columns);
    header_size_ = static_cast<uint64_t>(up(packed));
    require(size >= header_size_, "header-truncated", {0, size, 0, "header"});
    uint64_t at = 0;
    for (const Column& one : header_columns) {
      header_.fields.emplace_back(one.name, field(at, one.size, one.name));
      at += one.size;
    }
    require(header_["magic"].value == 0x00464e494f, "magic", header_["magic"]);
    require(header_["version"].value != 2, "version-later", header_["version"]);
    require(header_["version"].value == 1, "version", header_["version"]);
    holds(header_["flags"].value == 0, "flags", header_["flags"]);
    holds(header_["reserved"].value == 0, "reserved", header_["reserved"]);
    Wide paid = header_size_;
    for (const Table& one : tables) {
      const Field& count = header_["n_" + one.name];
      paid += Wide{count.value} * smallest(one.columns);
      require(paid <= size, "count", count);
    }
    const Field& stated = header_["file_size"];
    file_size_right_ = holds(stated.value == size, "file-size", stated);
    if (file_size_right_) holds(size % 8 == 0, "file-size-aligned", stated);
    check(packed, header_size_, is_zero, "header-padding", "padding");
  }

  [[nodiscard]] const Field& section(const std::string& name) const { return header_["offset_" + name]; }
  void sections() {
    uint64_t before = header_size_;
    require(section("sizevars").value >= before, "section-start", section("sizevars"));
    for (const char* name : {"sizevars", "metadata", "tensors", "data"}) {
      const Field& begin = section(name);
      require(begin.value % 8 == 0, "section-aligned", begin);
      require(begin.value >= before, "section-order", begin);
      require(begin.value <= bytes_.size(), "section-range", begin);
      before = begin.value;
    }
  }
  // Checks what is between `end` and the next section.
  void section_end(uint64_t end, const std::string& next) {
    const Field& begin = section(next);
    if (holds(begin.value - end < 8, "section-gap", begin))
      check(end, begin.value, is_zero, "section-padding", "padding");
  }

  std::vector<Entry> table(const Table& table, const std::string& next) {
    at_ = section(table.name).value;
    end_ = section(next).value;
    std::vector<Entry> entries;
    std::set<std::string> names;
    std::vector<Field> again;
    try {
      for (uint64_t i = 0; i < header_["n_" + table.name].value; ++i) {
        Entry entry;
        entry.path = table.name + "[" + std::to_string(i) + "]";
        for (const Column& one : table.columns) read(one, entry);
        const Field& name = entry[table.columns.front().name];
        if (!entry.name.empty() && !names.insert(entry.name).second) again.push_back(name);
        entries.push_back(std::move(entry));
      }
      section_end(at_, next);
    } catch (const TableEnd&) {
      complete_ = false;
    }
    for (const Field& name : again) report(table.duplicate, name);
    return entries;
  }

  // take gives the next `size` bytes of the section.
  uint64_t take(uint64_t size, const std::string& path) {
    require<TableEnd>(end_ - at_ >= size, "table-overrun", {0, end_, 0, path});
    at_ += size;
    return at_ - size;
  }
  void read(const Column& column, Entry& entry) {
    const std::string path = entry.path + "." + column.name;
    Field field;
    if (column.size == text) {
      field = name(path);
      entry.name = std::string(as_text(bytes_).substr(field.at, field.size));
    } else if (column.size == numbers) {
      const uint64_t ndim = entry["ndim"].value;
      require<TableEnd>(ndim * 8 <= end_ - at_, "dims-overrun", entry["ndim"]);
      entry.known &= holds(ndim <= max_rank, "rank", entry["ndim"]);
      holds(entry["flags"].value <= 1, "tensor-flags", entry["flags"]);
      field = {0, take(ndim * 8, path), ndim * 8, path};
      entry.dims = numbers_at(field.at, ndim);
    } else {
      field = this->field(take(column.size, path), column.size, path);
      if (path.ends_with(".value_type")) entry.known = check_type(field, 15, "value-type");
      if (path.ends_with(".dtype")) entry.known = check_type(field, 12, "tensor-dtype");
      if (path.ends_with(".value_flags")) holds(field.value == 0, "value-flags", field);
    }
    entry.fields.emplace_back(column.name, std::move(field));
  }
  // The characters of a name.
  Field name(const std::string& path) {
    const Field length = field(take(4, path), 4, path);
    const Wide rest = up(Wide{4} + length.value) - 4;
    require<TableEnd>(rest <= end_ - at_, "string-overrun", length);
    const uint64_t begin = take(static_cast<uint64_t>(rest), path);
    const uint64_t end = begin + length.value;
    holds(length.value != 0, "name-empty", length);
    check(begin, end, is_character, "name-characters", path);
    check(end, at_, is_zero, "string-padding", path);
    return {0, begin, length.value, path};
  }

  // lost records that the blob at an offset is not known, so that what looks like a gap may be the blob.
  void lost(uint64_t offset) {
    complete_ = false;
    if (offset % 8 != 0) aligned_ = false;
  }
  bool check_place(const Field& offset, uint64_t nbytes) {
    const bool aligned = offset.value % 8 == 0;
    const bool inside = offset.value >= section("data").value && Wide{offset.value} + nbytes <= bytes_.size();
    return holds(aligned && inside, nbytes == 0 ? "empty-place" : aligned ? "blob-range" : "blob-aligned", offset);
  }

  void value(const Entry& entry) {
    const uint64_t type = entry["value_type"].value;
    const Field& nbytes = entry["value_nbytes"];
    const uint64_t at = entry["value_offset"].value;
    const bool known = entry.known &&
                       (is_element(type) ? right_size(nbytes, element_sizes[type], false)
                                         : holds(nbytes.value >= 8, "value-truncated", nbytes)) &&
                       check_place(entry["value_offset"], nbytes.value) &&
                       payload(type, at, nbytes, entry.path + ".value");
    if (!known) return lost(at);
    blobs_.push_back({at, at + nbytes.value, entry.path + ".value", false});
  }
  bool right_size(const Field& nbytes, Wide bare, bool padded) {
    const Wide right = padded ? up(bare) : bare;
    const bool other = nbytes.value == (padded ? bare : up(bare));
    return holds(nbytes.value == right, other ? "value-size-padding" : "value-size", nbytes);
  }
  bool payload(uint64_t type, uint64_t at, const Field& nbytes, const std::string& path) {
    if (is_element(type)) {
      if (type == boolean) check(at, at + 1, is_boolean, "value-bool", path);
      return true;
    }
    const auto end = type == string   ? text_end(at, nbytes, path)
                     : type == bitset ? bits_end(at, nbytes, path)
                                      : array_end(at, nbytes, path);
    if (end) check(*end, at + nbytes.value, is_zero, "value-padding", path + ".padding");
    return end.has_value();
  }
  // These give where the padding of a payload begins, or nothing where its size is wrong.
  std::optional<uint64_t> text_end(uint64_t at, const Field& nbytes, const std::string& path) {
    const Field length = field(at, 4, path + ".length");
    if (!right_size(nbytes, Wide{4} + length.value, true)) return std::nullopt;
    holds(length.value != 0, "string-empty", length);
    check(at + 4, at + 4 + length.value, is_character, "string-characters", path);
    return at + 4 + length.value;
  }
  std::optional<uint64_t> bits_end(uint64_t at, const Field& nbytes, const std::string& path) {
    const uint64_t bits = number(at, 4);
    const Field bytes = field(at + 4, 4, path + ".byte_count");
    const uint64_t end = at + 8 + (bits + 7) / 8;
    if (!holds(at + 8 + bytes.value == end, "bitset-bytes", bytes) || !right_size(nbytes, end - at, true)) {
      return std::nullopt;
    }
    if (bits % 8 != 0) holds(byte(end - 1) >> bits % 8 == 0, "bitset-slack", {0, end - 1, 1, path});
    return end;
  }
  std::optional<uint64_t> array_end(uint64_t at, const Field& nbytes, const std::string& path) {
    const Field type = field(at, 4, path + ".element_type");
    const Field ndim = field(at + 4, 4, path + ".ndim");
    if (!check_type(type, 12, "element-type") || !holds(8 + ndim.value * 8 <= nbytes.value, "value-dims", ndim) ||
        !holds(ndim.value <= max_rank, "rank", ndim)) {
      return std::nullopt;
    }
    const uint64_t data = at + 8 + ndim.value * 8;
    const auto size = product(numbers_at(at + 8, ndim.value), element_sizes[type.value]);
    if (!holds(size.has_value(), "value-count", {0, at + 8, ndim.value * 8, path + ".dims"}) ||
        !right_size(nbytes, Wide{data - at} + *size, true)) {
      return std::nullopt;
    }
    if (type.value == boolean) check(data, data + *size, is_boolean, "value-bool", path + ".data");
    return data + *size;
  }

  void tensor(const Entry& entry) {
    const uint64_t type = entry["dtype"].value;
    const Field& nbytes = entry["data_nbytes"];
    const Field& offset = entry["data_offset"];
    const auto size = entry.known ? product(entry.dims, element_sizes[type]) : 0;
    if (entry["flags"].value % 2 == 0) {
      holds(size.has_value(), "absent-overflow", entry["dims"]);
      holds(nbytes.value == 0, "tensor-absent", nbytes);
      holds(offset.value == 0, "tensor-absent", offset);
      return;
    }
    if (!entry.known || !holds(size.has_value(), "element-count", entry["dims"]) ||
        !holds(*size == nbytes.value, "tensor-size", nbytes) || !check_place(offset, *size)) {
      return lost(offset.value);
    }
    if (*size > 0) blobs_.push_back({offset.value, offset.value + *size, entry.path + ".data", type == boolean});
  }

  // Every byte of the data section gets marked by the blobs it belongs to; a blob that finds a mark overlaps.
  void data_section() {
    std::ranges::stable_sort(blobs_, {}, &Blob::begin);
    std::vector<bool> marked(bytes_.size() + 1);
    marked.back() = true;
    const auto before = static_cast<std::ptrdiff_t>(faults.size());
    for (const Blob& blob : blobs_) {
      const auto begin = marked.begin() + static_cast<std::ptrdiff_t>(blob.begin);
      const auto end = marked.begin() + static_cast<std::ptrdiff_t>(blob.end);
      const auto shared = static_cast<uint64_t>(std::count(begin, end, true));
      if (shared > 0) report("blob-overlap", blob.begin, shared, blob.path);
      std::fill(begin, end, true);
    }
    for (uint64_t at = section("data").value; at < bytes_.size(); ++at) {
      const uint64_t begin = at;
      while (!marked[at]) ++at;
      if (at > begin) between(begin, at);
    }
    // What was found in the data section is reported in the order of the bytes.
    std::stable_sort(faults.begin() + before, faults.end(),
                     [](const Fault& a, const Fault& b) { return a.offset < b.offset; });
  }
  // Bytes that belong to no blob. After the last blob, a wrong file_size has been reported already.
  void between(uint64_t begin, uint64_t end) {
    if (complete_ && (end < bytes_.size() || file_size_right_)) {
      if (end - begin >= 8) return report("blob-gap", begin, end - begin, "data");
      check(begin, end, is_zero, "blob-padding", "padding");
    } else if (aligned_) {
      // No blob starts before the next multiple of 8.
      check(begin, std::min(end, static_cast<uint64_t>(up(begin))), is_zero, "blob-padding", "padding");
    }
  }

  Bytes bytes_;
  uint64_t header_size_ = 0;
  Entry header_;
  std::vector<Entry> entries_[3];
  uint64_t at_ = 0;   // in the table being read
  uint64_t end_ = 0;  // of its section
  std::vector<Blob> blobs_;
  bool file_size_right_ = true;
  bool complete_ = true;  // every table was read to its end, and every blob is known
  bool aligned_ = true;   // blobs that are not known would start at multiples of 8
};

OracleReport report_on(Bytes bytes, const Options& options) { return File(bytes, options).run(); }

}  // namespace
}  // namespace hallmark::oinf::oracle

const hallmark::conformance::Oracle hallmark::oinf::oinf_oracle{"oinf", oracle::report_on};
