// Three independent faults in one BinTensors file give exactly those three diagnostics, whichever they are.
#include "conformance/testing/three_faults.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/bintensors/generate.hpp"

namespace hallmark::bintensors {
namespace {

using testing::Expected;
using File = std::vector<std::byte>;

constexpr std::uint32_t max_rank = 3;  // small enough to be broken by a shape of a few bytes
constexpr int slots = 3;

// Tensors of a slot, in the order of the original writer: one of each kind for each slot. One more ends the data.
enum Kind { word, real, octet, truth, kinds };
int tensor(int slot, Kind kind) { return slots * kind + slot; }
constexpr int last = slots * kinds;

std::string of_tensor(int i, std::string_view field) { return fmt::format("tensors[{}].{}", i, field); }
std::string of_mapping(int i, std::string_view field) { return fmt::format("index_map[{}].{}", i, field); }

File bytes_of(std::initializer_list<unsigned> list) {
  File out;
  for (const unsigned byte : list) out.push_back(static_cast<std::byte>(byte));
  return out;
}

void add(File& number, int step) { number[0] = static_cast<std::byte>(std::to_integer<int>(number[0]) + step); }

OwnedModel valid_model() {
  constexpr std::pair<DType, std::uint64_t> types[] = {
      {DType::u64, 2}, {DType::f32, 3}, {DType::u8, 5}, {DType::boolean, 4}};
  OwnedModel model;
  model.has_metadata = true;
  for (int i = 0; i < 2 * slots; ++i) model.metadata.emplace_back(fmt::format("k{}x", i), "value");
  for (int i = 0; i <= last; ++i) {
    const auto& [dtype, count] = types[std::min(i / slots, static_cast<int>(truth))];
    const std::byte element{dtype == DType::boolean ? std::uint8_t{1} : std::uint8_t{2}};
    model.tensors.push_back({fmt::format("n{:02}x", i), dtype, {count}, File(count * size_of(dtype), element)});
  }
  return model;
}

// Draft is a valid file as one piece of bytes for each field, known by its path. Faults change pieces.
class Draft {
 public:
  // In front of the data of the tensors of `gaps` 8 bytes belong to nothing.
  Draft(Layout layout, const std::set<int>& gaps) {
    const OwnedModel model = valid_model();
    std::vector<std::uint64_t> sizes;
    for (int i = 0; i <= last; ++i) {
      const File& elements = model.tensors[static_cast<std::size_t>(i)].data;
      const std::size_t gap = gaps.contains(i) ? 8 : 0;
      data_at.push_back(data.size() + gap);
      data.resize(data_at.back());
      data.insert(data.end(), elements.begin(), elements.end());
      sizes.push_back(gap + elements.size());
    }
    const File head = head_of(layout, model, sizes, nullptr, Liberty::none, &fields_);
    for (std::size_t i = 0; i + 1 < fields_.size(); ++i) {
      const auto at = [&](std::size_t field) { return head.begin() + static_cast<std::ptrdiff_t>(fields_[field].at); };
      pieces_[fields_[i].path].assign(at(i), at(i + 1));
    }
    for (const int i : gaps) add((*this)[of_tensor(i, "data_offsets[0]")], 8);
  }

  // claim is false when another fault is at the field already.
  [[nodiscard]] bool claim(const std::string& path) { return claimed_.insert(path).second; }
  [[nodiscard]] File& operator[](const std::string& path) { return pieces_.at(path); }

  File data;
  std::vector<std::size_t> data_at;  // where that of each tensor begins
  std::size_t tail = 0;              // bytes behind the padding
  bool dirty = false;                // the first byte of the padding is wrong
  std::string cut;                   // the field in front of which SofM ends
  int more = 0;                      // bytes behind the last tensor, or missing of it

  // write puts the pieces together; after it offset_of knows where they, "padding", "data" and "end" are.
  [[nodiscard]] File write() {
    File out(8);
    for (const WrittenField& field : fields_) {
      offsets_[field.path] = out.size();
      const File& piece = pieces_[field.path];
      out.insert(out.end(), piece.begin(), piece.end());
    }
    out.resize((out.size() + 7) / 8 * 8 + tail, std::byte{0x20});
    if (dirty && offsets_["padding"] < out.size()) out[offsets_["padding"]] = std::byte{0};
    offsets_["data"] = out.size();
    store_le(out.data(), std::uint64_t{(cut.empty() ? out.size() : offsets_.at(cut)) - 8});
    out.insert(out.end(), data.begin(), data.end());
    offsets_["end"] = out.size();
    out.resize(out.size() + static_cast<std::size_t>(more));
    offsets_["file"] = out.size();
    return out;
  }
  [[nodiscard]] std::uint64_t offset_of(const std::string& path) const { return offsets_.at(path); }

 private:
  std::vector<WrittenField> fields_;
  std::map<std::string, File> pieces_;
  std::map<std::string, std::uint64_t> offsets_;
  std::set<std::string> claimed_;
};

// Report is a finding to come; `where` is a field of the draft.
struct Report {
  std::string rule;
  std::string path;
  std::string where = path;
  std::uint64_t shift = 0;
};

struct Fault {
  const char* name;
  int phase;
  bool fatal;  // nothing behind it is reported
  // Puts the fault into a slot; false when it would meet another.
  std::function<bool(Draft&, int, Report&)> apply;
  bool gap = false;  // in front of an octet
};

using Path = std::function<std::string(int slot)>;
Path tensors(Kind kind, const char* field) {
  return [=](int slot) { return of_tensor(tensor(slot, kind), field); };
}
Path metadata(int which, const char* field) {
  return [=](int slot) { return fmt::format("metadata[{}].{}", 2 * slot + which, field); };
}
Path header(const char* field) {
  return [=](int) { return field; };
}
Path mapping(Kind kind, const char* field) {
  return [=](int slot) { return of_mapping(tensor(slot, kind), field); };
}

// A fault of one field; `change` changes it, and is false when the fault would meet another.
Fault changed(const char* name, const char* rule, int phase, bool fatal, const Path& path_of,
              const std::function<bool(Draft&, int, Report&)>& change) {
  return {name, phase, fatal, [=](Draft& file, int slot, Report& report) {
            report = {rule, path_of(slot)};
            return file.claim(report.where) && change(file, slot, report);
          }};
}

// A number in three bytes that needs one; `part` of the field is what is reported.
Fault longer(const char* name, const Path& path_of, const char* part = "") {
  return changed(name, "varint-not-minimal", 2, false, path_of, [=](Draft& file, int, Report& report) {
    file[report.where] = {std::byte{251}, file[report.where][0], std::byte{0}};
    report.path += part;
    return true;
  });
}

// A field that becomes these bytes.
Fault becomes(const char* name, const char* rule, int phase, bool fatal, const Path& path_of, const File& bytes) {
  return changed(name, rule, phase, fatal, path_of, [=](Draft& file, int, Report& report) {
    file[report.where] = bytes;
    return true;
  });
}

// A field that decides how many bytes a tensor takes, which is one fault at most.
Fault of_size(const char* name, const char* rule, int phase, bool fatal, Kind kind, const char* field,
              const std::function<void(File&)>& change) {
  return changed(name, rule, phase, fatal, tensors(kind, field), [=](Draft& file, int slot, Report& report) {
    change(file[report.where]);
    return file.claim(of_tensor(tensor(slot, kind), "size"));
  });
}
const auto to = [](const File& bytes) { return [=](File& piece) { piece = bytes; }; };
const auto by = [](int step) { return [=](File& number) { add(number, step); }; };

// The last byte of a text: names and keys stay in order and unique.
Fault damaged(const char* name, const char* rule, const Path& path_of, std::byte byte) {
  return changed(name, rule, 2, false, path_of, [=](Draft& file, int, Report& report) {
    File& text = file[report.where];
    report.shift = text.size() - 1;
    text.back() = byte;
    return true;
  });
}

// The second field becomes what the first is.
Fault twice(const char* name, const char* rule, const Path& second, const Path& first) {
  return changed(name, rule, 6, false, second, [=](Draft& file, int slot, Report& report) {
    file[report.where] = file[first(slot)];
    return file.claim(first(slot));
  });
}

std::vector<Fault> faults_of(Layout layout) {
  const auto name = [layout](Kind kind, const char* part = "name") {
    return layout == Layout::v0 ? mapping(kind, part) : tensors(kind, part);
  };
  const File huge = bytes_of({253, 255, 255, 255, 255, 255, 255, 255, 127});  // larger than every file
  std::vector<Fault> faults = {
      changed("option tag", "option-tag", 2, true, header("metadata.tag"),
              [](Draft& file, int, Report& report) {
                file[report.where] = bytes_of({2});
                report.path = "metadata";
                return true;
              }),
      // Numbers longer than they need to be.
      longer("long count of metadata", header("metadata")),
      longer("long count of tensors", header("tensors")),
      longer("long key length", metadata(0, "key.length")),
      longer("long value length", metadata(1, "value.length")),
      longer("long name length", name(real, "name.length")),
      longer("long dtype", tensors(octet, "dtype")),
      longer("long rank", tensors(word, "shape.length")),
      longer("long dimension", tensors(octet, "shape"), "[0]"),
      longer("long begin", tensors(octet, "data_offsets[0]")),
      longer("long end", tensors(real, "data_offsets[1]")),
      // Counts and lengths that the record cannot hold.
      becomes("many metadata", "count", 2, true, header("metadata"), huge),
      becomes("many tensors", "count", 2, true, header("tensors"), huge),
      becomes("key overrun", "string-overrun", 2, true, metadata(0, "key.length"), huge),
      becomes("value overrun", "string-overrun", 2, true, metadata(0, "value.length"), bytes_of({251, 255, 255})),
      becomes("name overrun", "string-overrun", 2, true, name(octet, "name.length"), huge),
      becomes("reserved mark", "varint-mark", 2, true, metadata(1, "key.length"), bytes_of({255})),
      becomes("128-bit mark", "varint-mark", 2, true, tensors(truth, "shape.length"), bytes_of({254})),
      of_size("wide dtype", "varint-mark-dtype", 2, true, octet, "dtype", to(huge)),
      becomes("rank overrun", "rank-overrun", 2, true, tensors(real, "shape.length"), bytes_of({252, 0, 0, 1, 0})),
      // Texts, dtypes and ranks.
      damaged("key no UTF-8", "utf8", metadata(0, "key"), std::byte{0xff}),
      damaged("value no UTF-8", "utf8", metadata(0, "value"), std::byte{0x80}),
      damaged("name no UTF-8", "utf8", name(truth), std::byte{0xc0}),
      damaged("NUL in name", "nul-in-name", name(octet), std::byte{0}),
      of_size("dtype 15", "dtype", 2, false, real, "dtype", to(bytes_of({15}))),
      changed("rank 4", "rank", 2, false, tensors(truth, "shape.length"),
              [](Draft& file, int slot, Report& report) {
                file[report.where] = bytes_of({4});
                file[of_tensor(tensor(slot, truth), "shape")] = bytes_of({2, 1, 2, 1});
                return true;
              }),
      // The end of the record and its padding.
      {"SofM too small", 2, true,
       [](Draft& file, int, Report& report) {
         file.cut = of_tensor(last, "data_offsets[1]");
         report = {"record-truncated", file.cut};
         return file.claim("sofm");
       }},
      {"tail", 3, false,
       [](Draft& file, int, Report& report) {
         file.tail = 8;
         report = {"padding-size", "padding"};
         return file.claim("padding");
       }},
      {"padding byte", 3, false,
       [](Draft& file, int, Report& report) {
         file.dirty = true;
         report = {"padding-bytes", "padding"};
         return file.claim("padding");
       }},
      // Sizes and places of tensors. A start is neither where the tensor before ends nor, beside a late end, where it
      // says that it ends.
      of_size("huge tensor", "element-count", 4, false, word, "shape", to(bytes_of({253, 0, 0, 0, 0, 0, 0, 0, 128}))),
      of_size("late end", "offset-end", 4, false, octet, "data_offsets[1]", by(1)),
      of_size("begin elsewhere", "offset-begin", 4, false, octet, "data_offsets[0]", by(-3)),
      of_size("begin of BOOL elsewhere", "offset-begin", 4, false, truth, "data_offsets[0]", by(-3)),
      {"gap", 4, false,
       [](Draft& file, int slot, Report& report) {
         report = {"offset-begin", of_tensor(tensor(slot, octet), "data_offsets[0]")};
         return file.claim(report.where);
       },
       true},
      // The data, and what is repeated.
      {"data missing", 5, true,
       [](Draft& file, int, Report& report) {
         file.more = -1;
         report = {"data-truncated", "data", "file"};
         return file.claim("end");
       }},
      {"data too many", 5, false,
       [](Draft& file, int, Report& report) {
         file.more = 3;
         report = {"data-trailing", "data", "end"};
         return file.claim("end");
       }},
      twice("key twice", "duplicate-key", metadata(1, "key"), metadata(0, "key")),
      twice("name twice", "duplicate-name", name(real), name(word)),
      {"BOOL 2", 7, false,
       [](Draft& file, int slot, Report& report) {
         const std::size_t at = file.data_at[static_cast<std::size_t>(tensor(slot, truth))] + 3;
         report = {"boolean", of_tensor(tensor(slot, truth), "data"), "data", at};
         file.data[at] = std::byte{2};
         return file.claim(report.path);
       }},
  };
  if (layout == Layout::v1) return faults;
  const Fault of_index_map[] = {
      longer("long count of the index map", header("index_map")),
      longer("long index", mapping(octet, "index")),
      becomes("many mappings", "count", 2, true, header("index_map"), huge),
      twice("index twice", "index-twice", mapping(truth, "index"), mapping(word, "index")),
      becomes("index too large", "index-range", 6, false, mapping(real, "index"), bytes_of({last + 1})),
      changed("mapping missing", "index-count", 6, false, header("index_map"),
              [](Draft& file, int, Report& report) {
                file[report.where] = bytes_of({last});
                for (const char* field : {"name.length", "name", "index"}) file[of_mapping(last, field)].clear();
                return true;
              }),
  };
  faults.insert(faults.end(), std::begin(of_index_map), std::end(of_index_map));
  return faults;
}

using Chosen = testing::Chosen<Fault>;

// hidden is true when one of the faults keeps another from being reported.
bool hidden(const std::vector<Chosen>& chosen, const std::vector<std::uint64_t>& offsets) {
  static const std::set<std::string> of_map = {"name twice", "index twice", "index too large"};
  bool counted = false;
  bool mapped = false;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Fault& fault = *chosen[i].fault;
    counted = counted || std::string(fault.name) == "mapping missing";
    mapped = mapped || of_map.contains(fault.name);
    if (!fault.fatal) continue;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (k != i && std::pair(chosen[k].fault->phase, offsets[k]) >= std::pair(fault.phase, offsets[i])) return true;
    }
  }
  return counted && mapped;
}

// difference is empty when exactly the expected errors are reported, and decode picks the gravest first one; nothing
// when the faults are not independent.
std::optional<std::string> difference(Layout layout, const std::vector<Chosen>& chosen) {
  std::set<int> gaps;
  for (const Chosen& one : chosen) {
    if (one.fault->gap) gaps.insert(tensor(one.slot, octet));
  }
  Draft draft(layout, gaps);
  std::vector<Report> reports(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i].fault->apply(draft, chosen[i].slot, reports[i])) return std::nullopt;
  }
  const File file = draft.write();
  std::vector<std::uint64_t> offsets;
  std::vector<Expected> expected;
  for (const Report& report : reports) {
    offsets.push_back(draft.offset_of(report.where) + report.shift);
    expected.push_back({"bintensors/" + report.rule, offsets.back(), report.path});
  }
  if (hidden(chosen, offsets)) return std::nullopt;
  if (draft.dirty && draft.offset_of("padding") == draft.offset_of("data")) return std::nullopt;

  Options options;
  options.limits.max_rank = max_rank;
  return testing::difference(conformance::run_codec(codec(layout), file, options), std::move(expected),
                             testing::Sequence::any);
}

TEST_CASE("bintensors: faults in a valid file are reported, each alone and any three, and nothing else") {
  for (const Layout layout : {Layout::v0, Layout::v1}) {
    INFO(codec(layout).id);
    testing::check_three_faults(
        faults_of(layout), slots, 3000,
        [layout](const std::vector<Chosen>& chosen) { return difference(layout, chosen); },
        [](const Fault& fault) { return fault.name; });
  }
}

}  // namespace
}  // namespace hallmark::bintensors
