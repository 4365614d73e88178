#include "conformance/oinf/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace hallmark::oinf::oracle {
namespace {

using std::uint32_t;
using std::uint64_t;
using Wide = unsigned __int128;  // sums and products of file numbers cannot wrap in it

// The rulings' *compat* marks, and the kinds other than wrong.
const std::set<std::string> tolerated = {"oinf/file-size-aligned", "oinf/header-padding",  "oinf/string-padding",
                                         "oinf/tensor-flags",      "oinf/section-padding", "oinf/section-gap",
                                         "oinf/value-bool",        "oinf/string-empty",    "oinf/value-padding",
                                         "oinf/bitset-slack",      "oinf/blob-overlap",    "oinf/blob-gap",
                                         "oinf/blob-padding",      "oinf/boolean"};
const std::set<std::string> beyond_us = {"oinf/version-later", "oinf/type-later"};

constexpr uint64_t element_sizes[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1};  // by type, 1 to 12
constexpr uint32_t boolean = 12;
constexpr uint32_t bitset = 13;
constexpr uint32_t string = 14;

bool is_element(uint32_t type) { return type >= 1 && type <= 12; }
bool is_later(uint32_t type) { return type >= 16 && type <= 25; }
Wide up(Wide size) { return (size + 7) / 8 * 8; }

bool allowed(int c) {
  static const std::string characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return c != 0 && characters.find(static_cast<char>(c)) != std::string::npos;
}

// Entry is a row of metadata or tensors: what stands in it, and where each field stands.
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

// Blob is a stretch of the data section that belongs to an entry.
struct Blob {
  uint64_t begin;
  uint64_t end;
  std::string path;
  bool booleans;  // every byte must be 0 or 1
};

// Stop ends a table that cannot be read on; Over ends the judging.
struct Stop {};
struct Over {};

class Oracle {
 public:
  Oracle(Bytes file, const Options& options)
      : file_(file), compat_(options.profile == Profile::compat), max_rank_(options.limits.max_rank.value_or(255)) {}

  OracleReport run() {
    try {
      header();
      sections();
      tables();
      for (const Entry& entry : metadata_) value(entry);
      for (const Entry& entry : tensors_) place(entry);
      data_section();
      booleans();
    } catch (const Over&) {
    }
    return std::move(report_);
  }

 private:
  int byte(uint64_t at) const { return std::to_integer<int>(file_[static_cast<std::size_t>(at)]); }
  uint64_t number(uint64_t at, int bytes) const {
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; --i)
      value = value * 256 + static_cast<uint64_t>(byte(at + static_cast<uint64_t>(i)));
    return value;
  }
  uint32_t u32(uint64_t at) const { return static_cast<uint32_t>(number(at, 4)); }
  uint64_t u64(uint64_t at) const { return number(at, 8); }

  // broken tells a fault; true when it is an error in this profile.
  bool broken(const std::string& rule, uint64_t at, uint64_t length, const std::string& path) {
    const std::string id = "oinf/" + rule;
    Fault fault{id, at, length, path, Severity::error, Verdict::invalid};
    if (compat_ && tolerated.contains(id)) fault.severity = Severity::warning;
    if (rule == "absent-overflow") fault.severity = Severity::note;
    if (rule == "rank") fault.verdict = Verdict::limited;
    if (beyond_us.contains(id)) fault.verdict = Verdict::unsupported;
    report_.faults.push_back(fault);
    return fault.severity == Severity::error;
  }
  // zeros tells the first byte of [begin, end) that is not 0.
  void zeros(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path) {
    for (uint64_t at = begin; at < end; ++at) {
      if (byte(at) == 0) continue;
      broken(rule, at, 1, path);
      return;
    }
  }

  void header() {
    const uint64_t size = file_.size();
    if (size < 72) over(broken("header-truncated", size, 0, "header"));
    const std::string magic("OINF\0", 5);
    for (uint64_t i = 0; i < 5; ++i) {
      if (byte(i) != static_cast<unsigned char>(magic[i])) over(broken("magic", 0, 5, "magic"));
    }
    if (u32(5) == 2) over(broken("version-later", 5, 4, "version"));
    if (u32(5) != 1) over(broken("version", 5, 4, "version"));
    if (u32(9) != 0) broken("flags", 9, 4, "flags");
    if (u32(25) != 0) broken("reserved", 25, 4, "reserved");
    const Wide paid = size - 72;
    const Wide sizevars = Wide{u32(13)} * 16;
    const Wide metadata = Wide{u32(17)} * 32;
    const Wide tensors = Wide{u32(21)} * 36;
    if (sizevars > paid) over(broken("count", 13, 4, "n_sizevars"));
    if (sizevars + metadata > paid) over(broken("count", 17, 4, "n_metadata"));
    if (sizevars + metadata + tensors > paid) over(broken("count", 21, 4, "n_tensors"));
    if (u64(61) != size) {
      broken("file-size", 61, 8, "file_size");
      end_known_ = false;
    } else if (size % 8 != 0) {
      broken("file-size-aligned", 61, 8, "file_size");
    }
    zeros(69, 72, "header-padding", "padding");
  }
  static void over(bool) { throw Over{}; }

  void sections() {
    static const char* const names[] = {"offset_sizevars", "offset_metadata", "offset_tensors", "offset_data"};
    uint64_t before = 72;
    for (uint64_t i = 0; i < 4; ++i) {
      const uint64_t at = 29 + 8 * i;
      section_[i] = u64(at);
      if (i == 0 && section_[i] < 72) over(broken("section-start", at, 8, names[i]));
      if (section_[i] % 8 != 0) over(broken("section-aligned", at, 8, names[i]));
      if (section_[i] < before) over(broken("section-order", at, 8, names[i]));
      if (section_[i] > file_.size()) over(broken("section-range", at, 8, names[i]));
      before = section_[i];
    }
  }

  void tables() {
    section_end(72, 0);
    table("sizevars", 0, u32(13), "duplicate-sizevar", [this](const std::string& path) { take(8, path + ".value"); });
    table("metadata", 1, u32(17), "duplicate-key", [this](const std::string& path) { metadata_entry(path); });
    table("tensors", 2, u32(21), "duplicate-tensor", [this](const std::string& path) { tensor_entry(path); });
  }

  // What lies between `end` and the section whose offset is the header's number `section`.
  void section_end(uint64_t end, uint64_t section) {
    static const char* const names[] = {"offset_sizevars", "offset_metadata", "offset_tensors", "offset_data"};
    if (section_[section] - end >= 8) {
      broken("section-gap", 29 + 8 * section, 8, names[section]);
    } else {
      zeros(end, section_[section], "section-padding", "padding");
    }
  }

  template <class Fields>
  void table(const std::string& table, uint64_t section, uint64_t count, const std::string& duplicate,
             const Fields& fields) {
    const std::string name_field = section == 1 ? "key" : "name";
    at_ = section_[section];
    end_ = section_[section + 1];
    std::map<std::string, uint64_t> first;
    std::vector<std::pair<uint64_t, uint64_t>> again;  // index and where its name stands
    std::vector<uint64_t> lengths;
    try {
      for (uint64_t i = 0; i < count; ++i) {
        const std::string path = fmt::format("{}[{}]", table, i);
        uint64_t at = 0;
        const std::string name = this->name(path + "." + name_field, at);
        fields(path);
        if (!name.empty() && !first.emplace(name, i).second) {
          again.emplace_back(i, at);
          lengths.push_back(name.size());
        }
      }
      section_end(at_, section + 1);
    } catch (const Stop&) {
      complete_ = false;
    }
    for (std::size_t i = 0; i < again.size(); ++i) {
      broken(duplicate, again[i].second, lengths[i], fmt::format("{}[{}].{}", table, again[i].first, name_field));
    }
  }

  // take gives where the next `size` bytes of the section stand.
  uint64_t take(uint64_t size, const std::string& path) {
    if (end_ - at_ < size) {
      broken("table-overrun", end_, 0, path);
      throw Stop{};
    }
    at_ += size;
    return at_ - size;
  }

  std::string name(const std::string& path, uint64_t& text_at) {
    const uint64_t length_at = take(4, path);
    const uint64_t length = u32(length_at);
    const Wide rest = up(Wide{4} + length) - 4;
    if (rest > end_ - at_) {
      broken("string-overrun", length_at, 4, path);
      throw Stop{};
    }
    text_at = at_;
    at_ += static_cast<uint64_t>(rest);
    std::string name;
    for (uint64_t i = 0; i < length; ++i) name += static_cast<char>(byte(text_at + i));
    if (length == 0) broken("name-empty", length_at, 4, path);
    characters(text_at, length, "name-characters", path);
    zeros(text_at + length, at_, "string-padding", path);
    return name;
  }
  void characters(uint64_t at, uint64_t length, const std::string& rule, const std::string& path) {
    for (uint64_t i = at; i < at + length; ++i) {
      if (allowed(byte(i))) continue;
      broken(rule, i, 1, path);
      return;
    }
  }

  void metadata_entry(const std::string& path) {
    Entry entry;
    entry.path = path;
    const uint64_t type_at = take(4, path + ".value_type");
    entry.type = u32(type_at);
    entry.known = known(entry.type, 15, "value-type", type_at, path + ".value_type");
    const uint64_t flags_at = take(4, path + ".value_flags");
    if (u32(flags_at) != 0) broken("value-flags", flags_at, 4, path + ".value_flags");
    entry.nbytes_at = take(8, path + ".value_nbytes");
    entry.offset_at = take(8, path + ".value_offset");
    entry.nbytes = u64(entry.nbytes_at);
    entry.offset = u64(entry.offset_at);
    metadata_.push_back(entry);
  }
  bool known(uint32_t type, uint32_t last, const std::string& rule, uint64_t at, const std::string& path) {
    if (is_later(type)) {
      broken("type-later", at, 4, path);
    } else if (type < 1 || type > last) {
      broken(rule, at, 4, path);
    } else {
      return true;
    }
    return false;
  }

  void tensor_entry(const std::string& path) {
    Entry entry;
    entry.path = path;
    const uint64_t dtype_at = take(4, path + ".dtype");
    entry.type = u32(dtype_at);
    entry.known = known(entry.type, 12, "tensor-dtype", dtype_at, path + ".dtype");
    const uint64_t ndim_at = take(4, path + ".ndim");
    const uint64_t flags_at = take(4, path + ".flags");
    const uint64_t ndim = u32(ndim_at);
    if (ndim * 8 > end_ - at_) {
      broken("dims-overrun", ndim_at, 4, path + ".ndim");
      throw Stop{};
    }
    if (ndim > max_rank_) {
      broken("rank", ndim_at, 4, path + ".ndim");
      entry.known = false;
    }
    if (u32(flags_at) > 1) broken("tensor-flags", flags_at, 4, path + ".flags");
    entry.present = u32(flags_at) % 2 == 1;
    entry.dims_at = take(ndim * 8, path + ".dims");
    for (uint64_t i = 0; i < ndim; ++i) entry.dims.push_back(u64(entry.dims_at + 8 * i));
    entry.nbytes_at = take(8, path + ".data_nbytes");
    entry.offset_at = take(8, path + ".data_offset");
    entry.nbytes = u64(entry.nbytes_at);
    entry.offset = u64(entry.offset_at);
    tensors_.push_back(entry);
  }

  // lost: this entry's blob is not in the picture, so what looks like a gap may be it.
  void lost(const Entry& entry) {
    complete_ = false;
    if (entry.offset % 8 != 0) aligned_ = false;
  }

  bool lies_well(const Entry& entry, const std::string& field) {
    if (entry.offset % 8 != 0) {
      broken("blob-aligned", entry.offset_at, 8, entry.path + field);
    } else if (entry.offset < section_[3] || Wide{entry.offset} + entry.nbytes > file_.size()) {
      broken("blob-range", entry.offset_at, 8, entry.path + field);
    } else {
      return true;
    }
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

  bool wrong_size(const Entry& entry) {
    broken("value-size", entry.nbytes_at, 8, entry.path + ".value_nbytes");
    return false;
  }

  void value(const Entry& entry) {
    if (!entry.known || !sized(entry) || !lies_well(entry, ".value_offset") || !payload(entry)) {
      lost(entry);
    } else if (entry.nbytes > 0) {
      blobs_.push_back({entry.offset, entry.offset + entry.nbytes, entry.path + ".value", false});
    }
  }
  // What value_nbytes must be whatever the payload says.
  bool sized(const Entry& entry) {
    if (is_element(entry.type)) return entry.nbytes == element_sizes[entry.type] || wrong_size(entry);
    return entry.nbytes >= 8 || wrong_size(entry);
  }
  bool payload(const Entry& entry) {
    const std::string path = entry.path + ".value";
    const uint64_t at = entry.offset;
    const uint64_t end = at + entry.nbytes;
    if (is_element(entry.type)) {
      if (entry.type == boolean && byte(at) > 1) broken("value-bool", at, 1, path);
      return true;
    }
    if (entry.type == string) {
      const uint64_t length = u32(at);
      if (up(Wide{4} + length) != entry.nbytes) return wrong_size(entry);
      if (length == 0) broken("string-empty", at, 4, path + ".length");
      characters(at + 4, length, "string-characters", path);
      zeros(at + 4 + length, end, "value-padding", path + ".padding");
      return true;
    }
    if (entry.type == bitset) {
      const uint64_t bits = u32(at);
      const uint64_t bytes = (bits + 7) / 8;
      if (u32(at + 4) != bytes) {
        broken("bitset-bytes", at + 4, 4, path + ".byte_count");
        return false;
      }
      if (up(Wide{8} + bytes) != entry.nbytes) return wrong_size(entry);
      if (bits % 8 != 0 && byte(at + 8 + bytes - 1) >= 1 << bits % 8) {
        broken("bitset-slack", at + 8 + bytes - 1, 1, path);
      }
      zeros(at + 8 + bytes, end, "value-padding", path + ".padding");
      return true;
    }
    const uint32_t element = u32(at);
    const uint64_t ndim = u32(at + 4);
    if (!known(element, 12, "element-type", at, path + ".element_type")) return false;
    if (8 + ndim * 8 > entry.nbytes) {
      broken("dims-overrun", at + 4, 4, path + ".ndim");
      return false;
    }
    if (ndim > max_rank_) {
      broken("rank", at + 4, 4, path + ".ndim");
      return false;
    }
    std::vector<uint64_t> dims;
    for (uint64_t i = 0; i < ndim; ++i) dims.push_back(u64(at + 8 + 8 * i));
    const auto size = bytes_of(dims, element_sizes[element]);
    if (!size) {
      broken("element-count", at + 8, ndim * 8, path + ".dims");
      return false;
    }
    if (up(Wide{8} + ndim * 8 + *size) != entry.nbytes) return wrong_size(entry);
    const uint64_t data = at + 8 + ndim * 8;
    if (element == boolean) only_booleans(data, data + *size, "value-bool", path + ".data");
    zeros(data + *size, end, "value-padding", path + ".padding");
    return true;
  }
  void only_booleans(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path) {
    for (uint64_t at = begin; at < end; ++at) {
      if (byte(at) <= 1) continue;
      broken(rule, at, 1, path);
      return;
    }
  }

  void place(const Entry& entry) {
    const uint64_t dims_size = entry.dims.size() * 8;
    const auto size = entry.known ? bytes_of(entry.dims, element_sizes[entry.type]) : std::nullopt;
    if (!entry.present) {
      if (entry.known && !size) broken("absent-overflow", entry.dims_at, dims_size, entry.path + ".dims");
      if (entry.nbytes != 0) broken("tensor-absent", entry.nbytes_at, 8, entry.path + ".data_nbytes");
      if (entry.offset != 0) broken("tensor-absent", entry.offset_at, 8, entry.path + ".data_offset");
      return;
    }
    if (!entry.known) return lost(entry);
    if (!size) {
      broken("element-count", entry.dims_at, dims_size, entry.path + ".dims");
      return lost(entry);
    }
    if (*size != entry.nbytes) {
      broken("tensor-size", entry.nbytes_at, 8, entry.path + ".data_nbytes");
      return lost(entry);
    }
    if (!lies_well(entry, ".data_offset")) return lost(entry);
    if (*size > 0) blobs_.push_back({entry.offset, entry.offset + *size, entry.path + ".data", entry.type == boolean});
  }

  // Every byte of the data section gets marked by the blobs it belongs to; a blob that finds a mark overlaps.
  void data_section() {
    std::ranges::stable_sort(blobs_, {}, &Blob::begin);
    std::vector<bool> marked(static_cast<std::size_t>(file_.size()));
    std::multimap<uint64_t, Fault> found;  // by offset
    OracleReport told = std::move(report_);
    const auto tell = [&] {
      for (const Fault& fault : report_.faults) found.emplace(fault.offset, fault);
      report_.faults.clear();
    };
    report_ = {};
    for (const Blob& blob : blobs_) {
      uint64_t shared = 0;
      for (uint64_t at = blob.begin; at < blob.end; ++at) {
        if (marked[at]) ++shared;
        marked[at] = true;
      }
      if (shared > 0) broken("blob-overlap", blob.begin, shared, blob.path);
      tell();
    }
    for (uint64_t at = section_[3]; at < file_.size();) {
      uint64_t end = at;
      while (end < file_.size() && !marked[end]) ++end;
      if (end > at) between(at, end);
      tell();
      at = end + 1;
    }
    report_ = std::move(told);
    for (const auto& [at, fault] : found) report_.faults.push_back(fault);
  }
  // Bytes that belong to no blob. Behind the last one, a wrong file_size has said already what is wrong.
  void between(uint64_t begin, uint64_t end) {
    const bool tail = end == file_.size();
    if (complete_ && (!tail || end_known_)) {
      if (end - begin >= 8) {
        broken("blob-gap", begin, end - begin, "data");
      } else {
        zeros(begin, end, "blob-padding", "padding");
      }
    } else if (aligned_) {
      // No blob starts before the next multiple of 8.
      zeros(begin, std::min(end, static_cast<uint64_t>(up(begin))), "blob-padding", "padding");
    }
  }

  void booleans() {
    for (const Blob& blob : blobs_) {
      if (blob.booleans) only_booleans(blob.begin, blob.end, "boolean", blob.path);
    }
  }

  Bytes file_;
  bool compat_;
  uint32_t max_rank_;
  OracleReport report_;
  uint64_t section_[4] = {};
  uint64_t at_ = 0;   // in the table being read
  uint64_t end_ = 0;  // of its section
  std::vector<Entry> metadata_;
  std::vector<Entry> tensors_;
  std::vector<Blob> blobs_;  // that are not empty
  bool complete_ = true;     // every blob is in the picture
  bool aligned_ = true;      // those that are not would start at multiples of 8
  bool end_known_ = true;    // file_size is the size of the file
};

}  // namespace

OracleReport report_on(Bytes file, const Options& options) { return Oracle(file, options).run(); }

}  // namespace hallmark::oinf::oracle
