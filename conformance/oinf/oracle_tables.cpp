// Oracle of OINF files, first part: the header, then every table entry by entry.
#include "conformance/oinf/oracle_tables.hpp"

#include <map>

namespace hallmark::oinf::oracle {
namespace {

const char* const section_names[] = {"offset_sizevars", "offset_metadata", "offset_tensors", "offset_data"};

// Stop ends a table that cannot be read on.
struct Stop {};

class Reader {
 public:
  explicit Reader(File& file) : file_(file) {}

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
    const std::string name_field = section == 1 ? "key" : "name";
    at_ = tables_.section[section];
    end_ = tables_.section[section + 1];
    std::map<std::string, uint64_t> first;
    std::vector<std::pair<uint64_t, uint64_t>> again;  // index and the offset of its name
    std::vector<uint64_t> lengths;
    try {
      for (uint64_t i = 0; i < count; ++i) {
        const std::string path = table + "[" + std::to_string(i) + "]";
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
      tables_.complete = false;
    }
    for (std::size_t i = 0; i < again.size(); ++i) {
      const std::string path = table + "[" + std::to_string(again[i].first) + "]." + name_field;
      file_.report(duplicate, again[i].second, lengths[i], path);
    }
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
    entry.nbytes_at = take(8, path + ".value_nbytes");
    entry.offset_at = take(8, path + ".value_offset");
    entry.nbytes = file_.u64(entry.nbytes_at);
    entry.offset = file_.u64(entry.offset_at);
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
    entry.nbytes_at = take(8, path + ".data_nbytes");
    entry.offset_at = take(8, path + ".data_offset");
    entry.nbytes = file_.u64(entry.nbytes_at);
    entry.offset = file_.u64(entry.offset_at);
    tables_.tensors.push_back(entry);
  }

  File& file_;
  Tables tables_;
  uint64_t at_ = 0;   // in the table being read
  uint64_t end_ = 0;  // of its section
};

}  // namespace

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

Tables read_tables(File& file) { return Reader(file).run(); }

}  // namespace hallmark::oinf::oracle
