// Oracle of OINF files: the header, every table entry by entry, values and tensors, then one mark for each byte of the
// data section.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/generate/wide.hpp"
#include "conformance/oracle/log.hpp"

namespace hallmark::oinf::oracle {
namespace {

using conformance::End;
using conformance::Fault;
using conformance::OracleReport;
using conformance::Wide;  // sums and products of file numbers cannot wrap in it
using std::uint32_t;
using std::uint64_t;
// up gives the next multiple of 8.
Wide up(Wide size) { return (size + 7) / 8 * 8; }

// File reads numbers at offsets, and keeps the faults that are found.
class File : public conformance::OracleLog {
 public:
  File(Bytes bytes, const Options& options)
      : OracleLog("oinf", options), max_rank(options.limits.max_rank.value_or(255)), bytes_(bytes) {}

  const uint32_t max_rank;

  [[nodiscard]] uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] int byte(uint64_t at) const { return std::to_integer<int>(bytes_[static_cast<std::size_t>(at)]); }
  [[nodiscard]] uint32_t u32(uint64_t at) const { return static_cast<uint32_t>(number(at, 4)); }
  [[nodiscard]] uint64_t u64(uint64_t at) const { return number(at, 8); }

  // These report the first byte of [begin, end) that is not 0, neither 0 nor 1, or no character of a name.
  void check_zeros(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path) {
    check(begin, end, rule, path, [](int byte) { return byte == 0; });
  }
  void check_booleans(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path) {
    check(begin, end, rule, path, [](int byte) { return byte <= 1; });
  }
  void check_characters(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path) {
    static const std::string characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    check(begin, end, rule, path, [](int byte) { return characters.find(static_cast<char>(byte)) != characters.npos; });
  }

 private:
  [[nodiscard]] uint64_t number(uint64_t at, uint64_t bytes) const {
    uint64_t value = 0;
    for (uint64_t i = bytes; i > 0; --i) value = value * 256 + static_cast<uint64_t>(byte(at + i - 1));
    return value;
  }
  void check(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path, bool (*allowed)(int)) {
    for (uint64_t at = begin; at < end; ++at) {
      if (!allowed(byte(at))) return report(rule, at, 1, path);
    }
  }

  Bytes bytes_;
};

// Entry is a row of metadata or tensors: its fields, and the offset of each.
struct Entry {
  std::string path{};
  uint32_t type = 0;
  bool known = false;   // the type, and the rank
  bool present = true;  // HAS_DATA
  std::vector<uint64_t> dims;
  uint64_t dims_at = 0;
  uint64_t nbytes = 0;
  uint64_t nbytes_at = 0;
  uint64_t offset = 0;
  uint64_t offset_at = 0;
};

struct Tables {
  uint64_t section[4] = {};  // where sizevars, metadata, tensors and data start
  std::vector<Entry> metadata;
  std::vector<Entry> tensors;
  bool complete = true;  // every table was read to its end
  bool file_size_right = true;
};

// check_type reports a type that is not 1 to `last`, and is false for one.
bool check_type(File& file, uint32_t type, uint32_t last, const std::string& rule, uint64_t at,
                const std::string& path) {
  if (type >= 16 && type <= 25) {
    file.report("type-later", at, 4, path);
  } else if (type < 1 || type > last) {
    file.report(rule, at, 4, path);
  } else {
    return true;
  }
  return false;
}

const char* const section_names[] = {"offset_sizevars", "offset_metadata", "offset_tensors", "offset_data"};

// Stop ends a table that cannot be read on.
struct Stop {};

// TableReader reports the faults of header and tables; it throws End where nothing behind can be read.
class TableReader {
 public:
  explicit TableReader(File& file) : file_(file) {}

  Tables run() {
    header();
    sections();
    tables();
    return std::move(tables_);
  }

 private:
  void header() {
    const uint64_t size = file_.size();
    if (size < 72) file_.fail("header-truncated", size, 0, "header");
    const std::string magic("OINF\0", 5);
    for (uint64_t i = 0; i < 5; ++i) {
      if (file_.byte(i) != static_cast<unsigned char>(magic[i])) file_.fail("magic", 0, 5, "magic");
    }
    if (file_.u32(5) == 2) file_.fail("version-later", 5, 4, "version");
    if (file_.u32(5) != 1) file_.fail("version", 5, 4, "version");
    if (file_.u32(9) != 0) file_.report("flags", 9, 4, "flags");
    if (file_.u32(25) != 0) file_.report("reserved", 25, 4, "reserved");
    const Wide paid = size - 72;
    const Wide sizevars = Wide{file_.u32(13)} * 16;
    const Wide metadata = Wide{file_.u32(17)} * 32;
    const Wide tensors = Wide{file_.u32(21)} * 36;
    if (sizevars > paid) file_.fail("count", 13, 4, "n_sizevars");
    if (sizevars + metadata > paid) file_.fail("count", 17, 4, "n_metadata");
    if (sizevars + metadata + tensors > paid) file_.fail("count", 21, 4, "n_tensors");
    if (file_.u64(61) != size) {
      file_.report("file-size", 61, 8, "file_size");
      tables_.file_size_right = false;
    } else if (size % 8 != 0) {
      file_.report("file-size-aligned", 61, 8, "file_size");
    }
    file_.check_zeros(69, 72, "header-padding", "padding");
  }
  void sections() {
    uint64_t before = 72;
    for (uint64_t i = 0; i < 4; ++i) {
      const uint64_t at = 29 + 8 * i;
      tables_.section[i] = file_.u64(at);
      if (i == 0 && tables_.section[i] < 72) file_.fail("section-start", at, 8, section_names[i]);
      if (tables_.section[i] % 8 != 0) file_.fail("section-aligned", at, 8, section_names[i]);
      if (tables_.section[i] < before) file_.fail("section-order", at, 8, section_names[i]);
      if (tables_.section[i] > file_.size()) file_.fail("section-range", at, 8, section_names[i]);
      before = tables_.section[i];
    }
  }

  void tables() {
    section_end(72, 0);
    table("sizevars", 0, file_.u32(13), "duplicate-sizevar",
          [this](const std::string& path) { take(8, path + ".value"); });
    table("metadata", 1, file_.u32(17), "duplicate-key", [this](const std::string& path) { metadata_entry(path); });
    table("tensors", 2, file_.u32(21), "duplicate-tensor", [this](const std::string& path) { tensor_entry(path); });
  }

  // Checks what is between `end` and the section with this number.
  void section_end(uint64_t end, uint64_t section) {
    if (tables_.section[section] - end >= 8) {
      file_.report("section-gap", 29 + 8 * section, 8, section_names[section]);
    } else {
      file_.check_zeros(end, tables_.section[section], "section-padding", "padding");
    }
  }

  template <class Fields>
  void table(const std::string& table, uint64_t section, uint64_t count, const std::string& duplicate,
             const Fields& fields) {
    at_ = tables_.section[section];
    end_ = tables_.section[section + 1];
    std::set<std::string> names;
    std::vector<Fault> again;
    try {
      for (uint64_t i = 0; i < count; ++i) {
        const std::string path = table + "[" + std::to_string(i) + "]";
        const std::string name_path = path + (section == 1 ? ".key" : ".name");
        uint64_t at = 0;
        const std::string name = this->name(name_path, at);
        fields(path);
        if (!name.empty() && !names.insert(name).second) again.push_back({duplicate, at, name.size(), name_path});
      }
      section_end(at_, section + 1);
    } catch (const Stop&) {
      tables_.complete = false;
    }
    for (const Fault& one : again) file_.report(one.rule, one.offset, one.length, one.path);
  }

  // take gives the offset of the next `size` bytes of the section.
  uint64_t take(uint64_t size, const std::string& path) {
    if (end_ - at_ < size) {
      file_.report("table-overrun", end_, 0, path);
      throw Stop{};
    }
    at_ += size;
    return at_ - size;
  }

  std::string name(const std::string& path, uint64_t& text_at) {
    const uint64_t length_at = take(4, path);
    const uint64_t length = file_.u32(length_at);
    const Wide rest = up(Wide{4} + length) - 4;
    if (rest > end_ - at_) {
      file_.report("string-overrun", length_at, 4, path);
      throw Stop{};
    }
    text_at = at_;
    at_ += static_cast<uint64_t>(rest);
    std::string name;
    for (uint64_t i = 0; i < length; ++i) name += static_cast<char>(file_.byte(text_at + i));
    if (length == 0) file_.report("name-empty", length_at, 4, path);
    file_.check_characters(text_at, text_at + length, "name-characters", path);
    file_.check_zeros(text_at + length, at_, "string-padding", path);
    return name;
  }
  void metadata_entry(const std::string& path) {
    Entry entry;
    entry.path = path;
    const uint64_t type_at = take(4, path + ".value_type");
    entry.type = file_.u32(type_at);
    entry.known = check_type(file_, entry.type, 15, "value-type", type_at, path + ".value_type");
    const uint64_t flags_at = take(4, path + ".value_flags");
    if (file_.u32(flags_at) != 0) file_.report("value-flags", flags_at, 4, path + ".value_flags");
    blob(entry, ".value");
    tables_.metadata.push_back(entry);
  }
  void tensor_entry(const std::string& path) {
    Entry entry;
    entry.path = path;
    const uint64_t dtype_at = take(4, path + ".dtype");
    entry.type = file_.u32(dtype_at);
    entry.known = check_type(file_, entry.type, 12, "tensor-dtype", dtype_at, path + ".dtype");
    const uint64_t ndim_at = take(4, path + ".ndim");
    const uint64_t flags_at = take(4, path + ".flags");
    const uint64_t ndim = file_.u32(ndim_at);
    if (ndim * 8 > end_ - at_) {
      file_.report("dims-overrun", ndim_at, 4, path + ".ndim");
      throw Stop{};
    }
    if (ndim > file_.max_rank) {
      file_.report("rank", ndim_at, 4, path + ".ndim");
      entry.known = false;
    }
    if (file_.u32(flags_at) > 1) file_.report("tensor-flags", flags_at, 4, path + ".flags");
    entry.present = file_.u32(flags_at) % 2 == 1;
    entry.dims_at = take(ndim * 8, path + ".dims");
    for (uint64_t i = 0; i < ndim; ++i) entry.dims.push_back(file_.u64(entry.dims_at + 8 * i));
    blob(entry, ".data");
    tables_.tensors.push_back(entry);
  }

  void blob(Entry& entry, const std::string& field) {
    entry.nbytes_at = take(8, entry.path + field + "_nbytes");
    entry.offset_at = take(8, entry.path + field + "_offset");
    entry.nbytes = file_.u64(entry.nbytes_at);
    entry.offset = file_.u64(entry.offset_at);
  }

  File& file_;
  Tables tables_;
  uint64_t at_ = 0;   // in the table being read
  uint64_t end_ = 0;  // of its section
};

constexpr uint64_t element_sizes[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1};  // by type, 1 to 12
constexpr uint32_t boolean = 12;
constexpr uint32_t bitset = 13;
constexpr uint32_t string = 14;

bool is_element(uint32_t type) { return type >= 1 && type <= 12; }

// Blob is a stretch of the data section that belongs to an entry.
struct Blob {
  uint64_t begin;
  uint64_t end;
  std::string path;
  bool booleans;  // every byte must be 0 or 1
};

class Checker {
 public:
  Checker(File& file, const Tables& tables) : file_(file), tables_(tables), complete_(tables.complete) {}

  void run() {
    for (const Entry& entry : tables_.metadata) value(entry);
    for (const Entry& entry : tables_.tensors) place(entry);
    data_section();
    booleans();
  }

 private:
  // lost records that the blob of this entry is not known, so that what looks like a gap may be the blob.
  void lost(const Entry& entry) {
    complete_ = false;
    if (entry.offset % 8 != 0) aligned_ = false;
  }

  bool check_place(const Entry& entry, const std::string& field) {
    const bool aligned = entry.offset % 8 == 0;
    const bool inside = entry.offset >= tables_.section[3] && Wide{entry.offset} + entry.nbytes <= file_.size();
    if (aligned && inside) return true;
    const std::string rule = entry.nbytes == 0 ? "empty-place" : aligned ? "blob-range" : "blob-aligned";
    file_.report(rule, entry.offset_at, 8, entry.path + field);
    return false;
  }

  // The bytes of `count` elements, or nothing when they do not fit 64 bits.
  static std::optional<uint64_t> bytes_of(const std::vector<uint64_t>& dims, uint64_t size) {
    if (std::ranges::find(dims, uint64_t{0}) != dims.end()) return 0;
    Wide product = 1;
    for (const uint64_t dim : dims) {
      product *= dim;
      if (product > UINT64_MAX) return std::nullopt;
    }
    product *= size;
    if (product > UINT64_MAX) return std::nullopt;
    return static_cast<uint64_t>(product);
  }

  bool right_size(const Entry& entry, Wide bare, bool padded) {
    const Wide full = up(bare);
    if (entry.nbytes == (padded ? full : bare)) return true;
    const bool other = entry.nbytes == (padded ? bare : full);
    file_.report(other ? "value-size-padding" : "value-size", entry.nbytes_at, 8, entry.path + ".value_nbytes");
    return false;
  }

  void value(const Entry& entry) {
    if (!entry.known || !sized(entry) || !check_place(entry, ".value_offset") || !payload(entry)) {
      lost(entry);
    } else if (entry.nbytes > 0) {
      blobs_.push_back({entry.offset, entry.offset + entry.nbytes, entry.path + ".value", false});
    }
  }
  // What value_nbytes must be, whatever the payload is.
  bool sized(const Entry& entry) {
    if (is_element(entry.type)) return right_size(entry, element_sizes[entry.type], false);
    if (entry.nbytes < 8) file_.report("value-truncated", entry.nbytes_at, 8, entry.path + ".value_nbytes");
    return entry.nbytes >= 8;
  }
  bool payload(const Entry& entry) {
    if (entry.type == string) return text(entry);
    if (entry.type == bitset) return bits(entry);
    if (!is_element(entry.type)) return array(entry);
    if (entry.type == boolean) {
      file_.check_booleans(entry.offset, entry.offset + 1, "value-bool", entry.path + ".value");
    }
    return true;
  }
  bool text(const Entry& entry) {
    const std::string path = entry.path + ".value";
    const uint64_t at = entry.offset;
    const uint64_t length = file_.u32(at);
    if (!right_size(entry, Wide{4} + length, true)) return false;
    if (length == 0) file_.report("string-empty", at, 4, path + ".length");
    file_.check_characters(at + 4, at + 4 + length, "string-characters", path);
    file_.check_zeros(at + 4 + length, at + entry.nbytes, "value-padding", path + ".padding");
    return true;
  }
  bool bits(const Entry& entry) {
    const std::string path = entry.path + ".value";
    const uint64_t at = entry.offset;
    const uint64_t bits = file_.u32(at);
    const uint64_t bytes = (bits + 7) / 8;
    if (file_.u32(at + 4) != bytes) {
      file_.report("bitset-bytes", at + 4, 4, path + ".byte_count");
      return false;
    }
    if (!right_size(entry, Wide{8} + bytes, true)) return false;
    if (bits % 8 != 0 && file_.byte(at + 8 + bytes - 1) >= 1 << bits % 8) {
      file_.report("bitset-slack", at + 8 + bytes - 1, 1, path);
    }
    file_.check_zeros(at + 8 + bytes, at + entry.nbytes, "value-padding", path + ".padding");
    return true;
  }
  bool array(const Entry& entry) {
    const std::string path = entry.path + ".value";
    const uint64_t at = entry.offset;
    const uint32_t element = file_.u32(at);
    const uint64_t ndim = file_.u32(at + 4);
    if (!check_type(file_, element, 12, "element-type", at, path + ".element_type")) return false;
    if (8 + ndim * 8 > entry.nbytes) {
      file_.report("value-dims", at + 4, 4, path + ".ndim");
      return false;
    }
    if (ndim > file_.max_rank) {
      file_.report("rank", at + 4, 4, path + ".ndim");
      return false;
    }
    std::vector<uint64_t> dims;
    for (uint64_t i = 0; i < ndim; ++i) dims.push_back(file_.u64(at + 8 + 8 * i));
    const auto size = bytes_of(dims, element_sizes[element]);
    if (!size) {
      file_.report("value-count", at + 8, ndim * 8, path + ".dims");
      return false;
    }
    if (!right_size(entry, Wide{8} + ndim * 8 + *size, true)) return false;
    const uint64_t data = at + 8 + ndim * 8;
    if (element == boolean) file_.check_booleans(data, data + *size, "value-bool", path + ".data");
    file_.check_zeros(data + *size, at + entry.nbytes, "value-padding", path + ".padding");
    return true;
  }

  void place(const Entry& entry) {
    const uint64_t dims_size = entry.dims.size() * 8;
    const auto size = entry.known ? bytes_of(entry.dims, element_sizes[entry.type]) : std::nullopt;
    if (!entry.present) {
      if (entry.known && !size) file_.report("absent-overflow", entry.dims_at, dims_size, entry.path + ".dims");
      if (entry.nbytes != 0) file_.report("tensor-absent", entry.nbytes_at, 8, entry.path + ".data_nbytes");
      if (entry.offset != 0) file_.report("tensor-absent", entry.offset_at, 8, entry.path + ".data_offset");
      return;
    }
    if (!entry.known) return lost(entry);
    if (!size) {
      file_.report("element-count", entry.dims_at, dims_size, entry.path + ".dims");
      return lost(entry);
    }
    if (*size != entry.nbytes) {
      file_.report("tensor-size", entry.nbytes_at, 8, entry.path + ".data_nbytes");
      return lost(entry);
    }
    if (!check_place(entry, ".data_offset")) return lost(entry);
    if (*size > 0) blobs_.push_back({entry.offset, entry.offset + *size, entry.path + ".data", entry.type == boolean});
  }

  // Every byte of the data section gets marked by the blobs it belongs to; a blob that finds a mark overlaps.
  void data_section() {
    std::ranges::stable_sort(blobs_, {}, &Blob::begin);
    std::vector<bool> marked(static_cast<std::size_t>(file_.size()));
    std::vector<Fault> before;
    std::swap(before, file_.faults);
    for (const Blob& blob : blobs_) mark(blob, marked);
    for (uint64_t at = tables_.section[3]; at < file_.size();) {
      uint64_t end = at;
      while (end < file_.size() && !marked[end]) ++end;
      if (end > at) between(at, end);
      at = end + 1;
    }
    // What was found in the data section is reported in the order of the bytes.
    std::ranges::stable_sort(file_.faults, {}, &Fault::offset);
    file_.faults.insert(file_.faults.begin(), before.begin(), before.end());
  }
  void mark(const Blob& blob, std::vector<bool>& marked) {
    uint64_t shared = 0;
    for (uint64_t at = blob.begin; at < blob.end; ++at) {
      if (marked[at]) ++shared;
      marked[at] = true;
    }
    if (shared > 0) file_.report("blob-overlap", blob.begin, shared, blob.path);
  }
  // Bytes that belong to no blob. Behind the last blob, a wrong file_size has been reported already.
  void between(uint64_t begin, uint64_t end) {
    const bool tail = end == file_.size();
    if (complete_ && (!tail || tables_.file_size_right)) {
      if (end - begin >= 8) {
        file_.report("blob-gap", begin, end - begin, "data");
      } else {
        file_.check_zeros(begin, end, "blob-padding", "padding");
      }
    } else if (aligned_) {
      // No blob starts before the next multiple of 8.
      file_.check_zeros(begin, std::min(end, static_cast<uint64_t>(up(begin))), "blob-padding", "padding");
    }
  }

  void booleans() {
    for (const Blob& blob : blobs_) {
      if (blob.booleans) file_.check_booleans(blob.begin, blob.end, "boolean", blob.path);
    }
  }

  File& file_;
  const Tables& tables_;
  std::vector<Blob> blobs_;  // that are not empty
  bool complete_;            // every blob is known
  bool aligned_ = true;      // those that are not known would start at multiples of 8
};

OracleReport report_on(Bytes bytes, const Options& options) {
  File file(bytes, options);
  try {
    const Tables tables = TableReader(file).run();
    Checker(file, tables).run();
  } catch (const End&) {
  }
  return {std::move(file.faults)};
}

}  // namespace
}  // namespace hallmark::oinf::oracle

namespace hallmark::conformance::oracle {

extern const Oracle oinf;
const Oracle oinf{"oinf", hallmark::oinf::oracle::report_on};

}  // namespace hallmark::conformance::oracle
