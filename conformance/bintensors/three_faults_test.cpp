// Three independent faults in one file give exactly those three diagnostics, whichever they are.
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

const Codec& codec(Layout layout) { return *codec_named(layout == Layout::v0 ? "bintensors-v0" : "bintensors-v1"); }

constexpr std::uint32_t max_rank = 3;  // small enough to be broken by a shape of a few bytes
constexpr int slots = 3;

// Tensors of a slot, in the order of the original writer; each kind stands once for each slot. One more ends the data.
enum Kind { word, real, octet, truth, kinds };
int tensor(int slot, Kind kind) { return slots * kind + slot; }
constexpr int last = slots * kinds;

std::string of_tensor(int i, const char* field) { return fmt::format("tensors[{}].{}", i, field); }
std::string of_mapping(int i, const char* field) { return fmt::format("index_map[{}].{}", i, field); }
std::string of_metadata(int slot, int which, const char* field) {
  return fmt::format("metadata[{}].{}", 2 * slot + which, field);
}

// Plan is what faults change before the file is written.
struct Plan {
  std::set<int> gaps;      // tensors in front of whose data 8 bytes belong to nothing
  bool short_map = false;  // the index map lacks its last entry
};

// Draft is a valid file but for its plan, as one piece of bytes for each field, known by its path.
class Draft {
 public:
  Draft(Layout layout, const Plan& plan) : layout_(layout) {
    piece("metadata.tag", {1});
    piece("metadata", {2 * slots});
    for (int i = 0; i < 2 * slots; ++i) {
      text(fmt::format("metadata[{}].key", i), fmt::format("k{}x", i));
      text(fmt::format("metadata[{}].value", i), "value");
    }
    piece("tensors", {last + 1});
    unsigned end = 0;
    for (int i = 0; i <= last; ++i) {
      const int kind = std::min(i / slots, static_cast<int>(truth));
      constexpr unsigned dtypes[] = {14, 11, 1, 0};
      constexpr unsigned counts[] = {2, 3, 5, 4};
      constexpr unsigned sizes[] = {16, 12, 5, 4};
      if (layout == Layout::v1) text(of_tensor(i, "name"), name(i));
      piece(of_tensor(i, "dtype"), {dtypes[kind]});
      piece(of_tensor(i, "shape.length"), {1});
      piece(of_tensor(i, "shape[0]"), {counts[kind]});
      if (plan.gaps.contains(i)) end += 8;
      piece(of_tensor(i, "data_offsets[0]"), {end});
      end += sizes[kind];
      piece(of_tensor(i, "data_offsets[1]"), {end});
      if (plan.gaps.contains(i)) data_.resize(data_.size() + 8);
      data_at_.push_back(data_.size());
      data_.resize(end, kind == truth ? std::byte{1} : std::byte{2});
    }
    if (layout == Layout::v1) return;
    const unsigned mappings = last + (plan.short_map ? 0 : 1);
    piece("index_map", {mappings});
    for (unsigned i = 0; i < mappings; ++i) {
      text(of_mapping(static_cast<int>(i), "name"), name(static_cast<int>(i)));
      piece(of_mapping(static_cast<int>(i), "index"), {i});
    }
  }

  [[nodiscard]] std::string name_of(int i) const {
    return layout_ == Layout::v0 ? of_mapping(i, "name") : of_tensor(i, "name");
  }
  // claim is false when another fault is at the field already.
  [[nodiscard]] bool claim(const std::string& path) { return claimed_.insert(path).second; }
  [[nodiscard]] File& operator[](const std::string& path) { return pieces_.at(path); }

  std::size_t tail = 0;  // bytes behind the padding
  bool soiled = false;   // the first byte of the padding is wrong
  std::string cut;       // the field in front of which SofM ends
  int more = 0;          // bytes behind the last tensor, or missing of it
  File& data() { return data_; }
  [[nodiscard]] std::size_t data_at(int i) const { return data_at_[static_cast<std::size_t>(i)]; }

  // write puts the pieces together; after it offset_of knows where they, "padding", "data" and "end" are.
  [[nodiscard]] File write() {
    File out(8);
    for (const std::string& path : order_) {
      offsets_[path] = out.size();
      const File& piece = pieces_.at(path);
      out.insert(out.end(), piece.begin(), piece.end());
    }
    offsets_["padding"] = out.size();
    out.resize((out.size() + 7) / 8 * 8 + tail, std::byte{0x20});
    if (soiled && offsets_["padding"] < out.size()) out[offsets_["padding"]] = std::byte{0};
    offsets_["data"] = out.size();
    store_le(out.data(), std::uint64_t{(cut.empty() ? out.size() : offsets_.at(cut)) - 8});
    out.insert(out.end(), data_.begin(), data_.end());
    offsets_["end"] = out.size();
    if (more < 0) out.pop_back();
    if (more > 0) out.resize(out.size() + static_cast<std::size_t>(more));
    offsets_["file"] = out.size();
    return out;
  }
  [[nodiscard]] std::uint64_t offset_of(const std::string& path) const { return offsets_.at(path); }

 private:
  static std::string name(int i) { return fmt::format("n{:02}x", i); }
  void piece(const std::string& path, std::initializer_list<unsigned> bytes) {
    order_.push_back(path);
    for (const unsigned byte : bytes) pieces_[path].push_back(static_cast<std::byte>(byte));
  }
  void text(const std::string& path, const std::string& text) {
    piece(path + ".length", {static_cast<unsigned>(text.size())});
    piece(path, {});
    for (const char c : text) pieces_[path].push_back(static_cast<std::byte>(c));
  }

  Layout layout_;
  std::vector<std::string> order_;
  std::map<std::string, File> pieces_;
  std::map<std::string, std::uint64_t> offsets_;
  std::set<std::string> claimed_;
  File data_;
  std::vector<std::size_t> data_at_;
};

// Report is a diagnostic to come: where is a field of the draft.
struct Report {
  std::string rule;
  std::string path;
  std::string where = path;
  std::uint64_t shift = 0;
};

struct Fault {
  const char* name;
  int phase;
  bool fatal;  // nothing is said of what would come later
  // Puts the fault into a slot; false when it would meet another.
  std::function<bool(Draft&, int, Report&)> apply;
  std::function<void(Plan&, int)> plan = nullptr;
  bool only_v0 = false;
};

using Path = std::function<std::string(Draft&, int)>;
Path tensors(Kind kind, const char* field) {
  return [=](Draft&, int slot) { return of_tensor(tensor(slot, kind), field); };
}
Path metadata(int which, const char* field) {
  return [=](Draft&, int slot) { return of_metadata(slot, which, field); };
}
Path header(const char* field) {
  return [=](Draft&, int) { return std::string(field); };
}
Path mapping(Kind kind, const char* field) {
  return [=](Draft&, int slot) { return of_mapping(tensor(slot, kind), field); };
}
Path name(Kind kind) {
  return [=](Draft& file, int slot) { return file.name_of(tensor(slot, kind)); };
}
Path name_length(Kind kind) {
  return [=](Draft& file, int slot) { return file.name_of(tensor(slot, kind)) + ".length"; };
}

// A number in three bytes that needs one.
Fault longer(const char* name, const Path& path_of, bool only_v0 = false) {
  return {name,
          2,
          false,
          [=](Draft& file, int slot, Report& report) {
            const std::string path = path_of(file, slot);
            report = {"varint-not-minimal", path};
            if (!file.claim(path)) return false;
            file[path] = {std::byte{251}, file[path][0], std::byte{0}};
            return true;
          },
          nullptr,
          only_v0};
}

// A number that becomes these bytes; `size` when it decides how many bytes a tensor takes.
Fault becomes(const char* name, const char* rule, int phase, bool fatal, const Path& path_of, const File& bytes,
              bool only_v0 = false, const char* told = nullptr) {
  return {name,
          phase,
          fatal,
          [=](Draft& file, int slot, Report& report) {
            const std::string path = path_of(file, slot);
            const std::string tensor = path.substr(0, path.find('.'));
            report = {rule, told == nullptr ? path : tensor + told, path};
            if (!file.claim(path)) return false;
            // What decides how many bytes a tensor takes is one fault at most.
            if (path.starts_with("tensors[") && !path.ends_with("length") && !file.claim(tensor + " size"))
              return false;
            file[path] = bytes;
            return true;
          },
          nullptr,
          only_v0};
}

// The last byte of a text: names and keys stay in order and unique.
Fault spoilt(const char* name, const char* rule, const Path& path_of, std::byte byte) {
  return {name, 2, false, [=](Draft& file, int slot, Report& report) {
            const std::string path = path_of(file, slot);
            report = {rule, path, path, file[path].size() - 1};
            if (!file.claim(path)) return false;
            file[path].back() = byte;
            return true;
          }};
}

// The second field becomes what the first is.
Fault twice(const char* name, const char* rule, const Path& second, const Path& first, bool only_v0 = false) {
  return {name,
          6,
          false,
          [=](Draft& file, int slot, Report& report) {
            const std::string path = second(file, slot);
            report = {rule, path};
            if (!file.claim(path) || !file.claim(first(file, slot))) return false;
            file[path] = file[first(file, slot)];
            return true;
          },
          nullptr,
          only_v0};
}

// A start that is neither where the tensor before ends nor, beside a late end, where it says that it ends.
Fault elsewhere(const char* name, Kind kind) {
  return {name, 4, false, [=](Draft& file, int slot, Report& report) {
            const int i = tensor(slot, kind);
            const std::string path = of_tensor(i, "data_offsets[0]");
            report = {"offset-begin", path};
            if (!file.claim(path) || !file.claim(fmt::format("tensors[{}] size", i))) return false;
            file[path][0] = static_cast<std::byte>(std::to_integer<unsigned>(file[path][0]) - 3);
            return true;
          }};
}

File bytes_of(std::initializer_list<unsigned> list) {
  File out;
  for (const unsigned byte : list) out.push_back(static_cast<std::byte>(byte));
  return out;
}

std::vector<Fault> all_faults() {
  const File huge = bytes_of({253, 255, 255, 255, 255, 255, 255, 255, 127});
  return {
      becomes(
          "option tag", "option-tag", 2, true, [](Draft&, int) { return std::string("metadata.tag"); }, bytes_of({2}),
          false, ""),
      longer("long count of metadata", header("metadata")),
      longer("long count of tensors", header("tensors")),
      longer("long count of the index map", header("index_map"), true),
      longer("long key length", metadata(0, "key.length")),
      longer("long value length", metadata(1, "value.length")),
      longer("long name length", name_length(real)),
      longer("long dtype", tensors(octet, "dtype")),
      longer("long rank", tensors(word, "shape.length")),
      longer("long dimension", tensors(octet, "shape[0]")),
      longer("long begin", tensors(octet, "data_offsets[0]")),
      longer("long end", tensors(real, "data_offsets[1]")),
      longer("long index", mapping(octet, "index"), true),
      becomes("many metadata", "count", 2, true, header("metadata"), huge),
      becomes("many tensors", "count", 2, true, header("tensors"), huge),
      becomes("many mappings", "count", 2, true, header("index_map"), huge, true),
      becomes("key overrun", "string-overrun", 2, true, metadata(0, "key.length"), huge),
      becomes("value overrun", "string-overrun", 2, true, metadata(0, "value.length"), bytes_of({251, 255, 255})),
      becomes("name overrun", "string-overrun", 2, true, name_length(octet), huge),
      becomes("reserved mark", "varint-mark", 2, true, metadata(1, "key.length"), bytes_of({255})),
      becomes("128-bit mark", "varint-mark", 2, true, tensors(truth, "shape.length"), bytes_of({254})),
      becomes("wide dtype", "varint-mark", 2, true, tensors(octet, "dtype"), huge),
      becomes("rank overrun", "rank-overrun", 2, true, tensors(real, "shape.length"), bytes_of({252, 0, 0, 1, 0})),
      spoilt("key no UTF-8", "utf8", metadata(0, "key"), std::byte{0xff}),
      spoilt("value no UTF-8", "utf8", metadata(0, "value"), std::byte{0x80}),
      spoilt("name no UTF-8", "utf8", name(truth), std::byte{0xc0}),
      spoilt("NUL in name", "nul-in-name", name(octet), std::byte{0}),
      becomes("dtype 15", "dtype", 2, false, tensors(real, "dtype"), bytes_of({15})),
      {"rank 4", 2, false,
       [](Draft& file, int slot, Report& report) {
         const std::string path = of_tensor(tensor(slot, truth), "shape.length");
         report = {"rank", path};
         if (!file.claim(path)) return false;
         file[path] = bytes_of({4});
         file[of_tensor(tensor(slot, truth), "shape[0]")] = bytes_of({2, 1, 2, 1});
         return true;
       }},
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
         file.soiled = true;
         report = {"padding-bytes", "padding"};
         return file.claim("padding");
       }},
      becomes("huge tensor", "element-count", 4, false, tensors(word, "shape[0]"),
              bytes_of({253, 0, 0, 0, 0, 0, 0, 0, 128}), false, ".shape"),
      {"late end", 4, false,
       [](Draft& file, int slot, Report& report) {
         const int i = tensor(slot, octet);
         const std::string path = of_tensor(i, "data_offsets[1]");
         report = {"offset-end", path};
         if (!file.claim(path) || !file.claim(fmt::format("tensors[{}] size", i))) return false;
         file[path][0] = static_cast<std::byte>(std::to_integer<unsigned>(file[path][0]) + 1);
         return true;
       }},
      elsewhere("begin elsewhere", octet),
      elsewhere("begin of BOOL elsewhere", truth),
      {"gap", 4, false,
       [](Draft& file, int slot, Report& report) {
         const std::string path = of_tensor(tensor(slot, octet), "data_offsets[0]");
         report = {"offset-begin", path};
         return file.claim(path);
       },
       [](Plan& plan, int slot) { plan.gaps.insert(tensor(slot, octet)); }},
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
      twice("index twice", "index-twice", mapping(truth, "index"), mapping(word, "index"), true),
      becomes("index too large", "index-range", 6, false, mapping(real, "index"), bytes_of({last + 1}), true),
      {"mapping missing", 6, false,
       [](Draft& file, int, Report& report) {
         report = {"index-count", "index_map"};
         return file.claim("index_map");
       },
       [](Plan& plan, int) { plan.short_map = true; }, true},
      {"BOOL 2", 7, false,
       [](Draft& file, int slot, Report& report) {
         const int i = tensor(slot, truth);
         report = {"boolean", of_tensor(i, "data"), "data", file.data_at(i) + 3};
         file.data()[file.data_at(i) + 3] = std::byte{2};
         return file.claim(report.path);
       }},
  };
}

using Chosen = testing::Chosen<Fault>;

// hidden says that one of the faults keeps another from being told.
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
  Plan plan;
  for (const Chosen& one : chosen) {
    if (one.fault->only_v0 && layout == Layout::v1) return std::nullopt;
    if (one.fault->plan) one.fault->plan(plan, one.slot);
  }
  Draft draft(layout, plan);
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
  if (draft.soiled && draft.offset_of("padding") == draft.offset_of("data")) return std::nullopt;

  Options options;
  options.limits.max_rank = max_rank;
  return testing::difference(conformance::run_codec(codec(layout), file, options), std::move(expected),
                             testing::Sequence::any);
}

constexpr Layout layouts[] = {Layout::v0, Layout::v1};

TEST_CASE("bintensors: the file that the faults are put into is valid and canonical") {
  for (const Layout layout : layouts) CHECK(difference(layout, {}).value_or("hidden") == "");
}

TEST_CASE("bintensors: each fault alone gives exactly one diagnostic, in every slot") {
  const std::vector<Fault> faults = all_faults();
  for (const Fault& fault : faults) {
    for (const Layout layout : layouts) {
      for (int slot = 0; slot < slots; ++slot) {
        INFO(codec(layout).id << ", " << fault.name << " in slot " << slot);
        CHECK(difference(layout, {{&fault, slot}}).value_or("") == "");
      }
    }
  }
}

TEST_CASE("bintensors: any three independent faults give exactly those three diagnostics") {
  for (const Layout layout : layouts) {
    const testing::Triples triples = testing::any_three(
        all_faults(), slots, [layout](const std::vector<Chosen>& chosen) { return difference(layout, chosen); },
        [](const Fault& fault) { return fault.name; });
    INFO(codec(layout).id << ", " << triples.inputs << " files");
    CHECK(triples.first == "");
    CHECK(triples.inputs > 3000U);
  }
}

}  // namespace
}  // namespace hallmark::bintensors
