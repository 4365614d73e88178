// Oracle of OINF files: after the tables, values and tensors, then one mark for each byte of the data section.
#include <algorithm>
#include <optional>

#include "conformance/oinf/oracle.hpp"
#include "conformance/oinf/oracle_tables.hpp"

namespace hallmark::oinf::oracle {
namespace {

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
    if (entry.offset % 8 != 0) {
      file_.report("blob-aligned", entry.offset_at, 8, entry.path + field);
    } else if (entry.offset < tables_.section[3] || Wide{entry.offset} + entry.nbytes > file_.size()) {
      file_.report("blob-range", entry.offset_at, 8, entry.path + field);
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
    file_.report("value-size", entry.nbytes_at, 8, entry.path + ".value_nbytes");
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
    if (is_element(entry.type)) return entry.nbytes == element_sizes[entry.type] || wrong_size(entry);
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
    if (up(Wide{4} + length) != entry.nbytes) return wrong_size(entry);
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
    if (up(Wide{8} + bytes) != entry.nbytes) return wrong_size(entry);
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
    if (up(Wide{8} + ndim * 8 + *size) != entry.nbytes) return wrong_size(entry);
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

}  // namespace

OracleReport report_on(Bytes bytes, const Options& options) {
  File file(bytes, options);
  try {
    const Tables tables = read_tables(file);
    Checker(file, tables).run();
  } catch (const End&) {
  }
  return {std::move(file.faults)};
}

}  // namespace hallmark::oinf::oracle
