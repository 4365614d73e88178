// Three independent faults in one file give exactly those three diagnostics, whichever they are.
#include "conformance/testing/three_faults.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/oinf/generate.hpp"

namespace hallmark::oinf {
namespace {

using testing::Expected;

const Codec& codec() { return *codec_named("oinf"); }

constexpr std::uint32_t max_rank = 3;  // small enough to be broken by an entry of a few bytes
constexpr int slots = 3;

// Plan is what a fault changes before the file is laid out, for each slot.
struct Plan {
  std::set<int> gaps;      // 16 bytes that belong to nothing in front of the slot's last blob
  std::set<int> overlaps;  // the slot's last blob starts 8 bytes early
  std::set<int> ranks;     // its tensor has one dimension more than max_rank
  std::set<int> late;      // sections that start 8 bytes late
  bool backwards = false;  // the slots' blobs lie in the other order
};

// Layout is a valid file but for its plan: every slot has entries of its own for each kind of fault. It knows where
// each field stands, by its path.
class Layout {
 public:
  explicit Layout(const Plan& plan) {
    for (int slot = 0; slot < slots; ++slot) add_slot(slot, plan);
    model_.sizevars.push_back({"last", 0});
    model_.metadata.push_back({"last", ValueType::u8, data(1)});
    tensor("void", ValueType::u8, {0});  // makes the table end at 4 mod 8
    tensor("last", ValueType::u8, {1});
    write(plan);  // once to know where the blobs lie, once to write where
    write(plan);
  }

  [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_; }
  [[nodiscard]] std::uint64_t at(const std::string& path) const { return offsets_.at(path); }
  template <std::integral T>
  void put(std::uint64_t at, T value) {
    store_le(bytes_.data() + at, value);
  }
  [[nodiscard]] std::uint64_t u64(std::uint64_t at) const { return load_le<std::uint64_t>(bytes_.data() + at); }

  // Paths of the entries of a slot, and of the last of a table.
  [[nodiscard]] static std::string sizevar(int slot, int which) {
    return fmt::format("sizevars[{}]", 2 * slot + which);
  }
  [[nodiscard]] static std::string metadata(int slot, int which) {
    return fmt::format("metadata[{}]", metadata_of_slot * slot + which);
  }
  [[nodiscard]] static std::string tensor(int slot, int which) {
    return fmt::format("tensors[{}]", tensors_of_slot * slot + which);
  }
  enum { scalar, flag, text, text_too, bits, array, flags };             // metadata of a slot
  enum { odd, booleans, absent, plain, plain_too, before_end, at_end };  // tensors of a slot
  static constexpr int metadata_of_slot = 7;
  static constexpr int tensors_of_slot = 7;

 private:
  static std::vector<std::byte> data(std::size_t size, int value = 1) {
    return std::vector<std::byte>(size, static_cast<std::byte>(value));
  }
  static std::vector<std::byte> words(std::initializer_list<std::uint32_t> list) {
    std::vector<std::byte> out(list.size() * 4);
    std::size_t at = 0;
    for (const std::uint32_t word : list) store_le(out.data() + 4 * at++, word);
    return out;
  }
  void tensor(const std::string& name, ValueType type, const std::vector<std::uint64_t>& dims, bool has_data = true) {
    std::uint64_t count = 1;
    for (const std::uint64_t dim : dims) count *= dim;
    const std::uint64_t size = has_data ? count * size_of(dtype_of(type)) : 0;
    model_.tensors.push_back({name, type, dims, has_data, data(static_cast<std::size_t>(size))});
  }

  // Names of one table are of one length, so that one can be written over another.
  void add_slot(int slot, const Plan& plan) {
    const std::string s = std::to_string(slot);
    model_.sizevars.push_back({"a" + s, 1});
    model_.sizevars.push_back({"b" + s, 2});
    model_.metadata.push_back({"a" + s, ValueType::i32, data(4)});
    model_.metadata.push_back({"b" + s, ValueType::boolean, data(1)});
    model_.metadata.push_back({"c" + s, ValueType::string, words({2, 'h' | 'i' << 8})});
    model_.metadata.push_back({"d" + s, ValueType::string, words({3, 'y' | 'e' << 8 | 's' << 16})});
    model_.metadata.push_back({"e" + s, ValueType::bitset, words({11, 2, 0x0105, 0})});
    model_.metadata.push_back({"f" + s, ValueType::ndarray, words({6, 2, 1, 0, 3, 0, 0, 0})});
    model_.metadata.push_back({"g" + s, ValueType::ndarray, words({12, 1, 5, 0, 0x01010001, 1})});
    tensor("a" + s, ValueType::u8, {5});
    tensor("b" + s, ValueType::boolean, {3, 3});
    tensor("c" + s, ValueType::f64, {7}, false);
    tensor("d" + s, ValueType::f32, {4});
    tensor("e" + s, ValueType::u64,
           plan.ranks.contains(slot) ? std::vector<std::uint64_t>(max_rank + 1, 1) : std::vector<std::uint64_t>{2});
    tensor("f" + s, ValueType::u64, {3});
    tensor("g" + s, ValueType::u64, {3});
  }

  template <std::integral T>
  void field(const std::string& path, T value) {
    offsets_[path] = bytes_.size();
    bytes_.resize(bytes_.size() + sizeof(T));
    put(bytes_.size() - sizeof(T), value);
  }
  void name(const std::string& path, const std::string& name) {
    field(path + ".length", static_cast<std::uint32_t>(name.size()));
    offsets_[path] = bytes_.size();
    for (const char c : name) bytes_.push_back(static_cast<std::byte>(c));
    const std::size_t size = (4 + name.size() + 7) / 8 * 8;
    bytes_.resize(bytes_.size() + size - 4 - name.size());
  }
  void pad() { bytes_.resize((bytes_.size() + 7) / 8 * 8); }
  void section(int number, const Plan& plan) {
    pad();
    if (plan.late.contains(number)) bytes_.resize(bytes_.size() + 8);
    sections_[number] = bytes_.size();
  }
  void blob(const std::string& path, const std::vector<std::byte>& data) {
    offsets_[path] = bytes_.size();
    bytes_.insert(bytes_.end(), data.begin(), data.end());
    pad();
  }

  void write(const Plan& plan) {
    bytes_.clear();
    for (const char c : {'O', 'I', 'N', 'F', '\0'}) bytes_.push_back(static_cast<std::byte>(c));
    field("version", std::uint32_t{1});
    field("flags", std::uint32_t{0});
    field("n_sizevars", static_cast<std::uint32_t>(model_.sizevars.size()));
    field("n_metadata", static_cast<std::uint32_t>(model_.metadata.size()));
    field("n_tensors", static_cast<std::uint32_t>(model_.tensors.size()));
    field("reserved", std::uint32_t{0});
    const char* const names[] = {"offset_sizevars", "offset_metadata", "offset_tensors", "offset_data", "file_size"};
    for (int i = 0; i < 5; ++i) field(names[i], sections_[i]);
    offsets_["padding"] = bytes_.size();
    section(0, plan);
    for (std::size_t i = 0; i < model_.sizevars.size(); ++i) {
      const std::string path = fmt::format("sizevars[{}]", i);
      name(path + ".name", model_.sizevars[i].name);
      field(path + ".value", model_.sizevars[i].value);
    }
    section(1, plan);
    for (std::size_t i = 0; i < model_.metadata.size(); ++i) {
      const std::string path = fmt::format("metadata[{}]", i);
      name(path + ".key", model_.metadata[i].key);
      field(path + ".value_type", static_cast<std::uint32_t>(model_.metadata[i].type));
      field(path + ".value_flags", std::uint32_t{0});
      field(path + ".value_nbytes", std::uint64_t{model_.metadata[i].blob.size()});
      field(path + ".value_offset", offsets_[path + ".value"]);
    }
    section(2, plan);
    for (std::size_t i = 0; i < model_.tensors.size(); ++i) {
      const OwnedTensor& tensor = model_.tensors[i];
      const std::string path = fmt::format("tensors[{}]", i);
      name(path + ".name", tensor.name);
      field(path + ".dtype", static_cast<std::uint32_t>(tensor.dtype));
      field(path + ".ndim", static_cast<std::uint32_t>(tensor.dims.size()));
      field(path + ".flags", std::uint32_t{tensor.has_data ? 1U : 0U});
      offsets_[path + ".dims"] = bytes_.size();
      for (const std::uint64_t dim : tensor.dims) field("", dim);
      field(path + ".data_nbytes", std::uint64_t{tensor.data.size()});
      field(path + ".data_offset", tensor.has_data ? offsets_[path + ".data"] : 0);
    }
    offsets_["behind tensors"] = bytes_.size();
    section(3, plan);
    for (int i = 0; i < slots; ++i) blobs_of(plan.backwards ? slots - 1 - i : i, plan);
    blob(metadata(slots, 0) + ".value", model_.metadata.back().blob);
    blob(tensor(slots, 0) + ".data", {});
    blob(tensor(slots, 1) + ".data", model_.tensors.back().data);
    sections_[4] = bytes_.size();
  }

  void blobs_of(int slot, const Plan& plan) {
    for (int i = 0; i < metadata_of_slot; ++i) {
      blob(metadata(slot, i) + ".value", model_.metadata[static_cast<std::size_t>(metadata_of_slot * slot + i)].blob);
    }
    for (int i = 0; i < tensors_of_slot; ++i) {
      if (i == at_end && plan.gaps.contains(slot)) {
        offsets_[fmt::format("gap {}", slot)] = bytes_.size();
        bytes_.resize(bytes_.size() + 16);
      }
      if (i == at_end && plan.overlaps.contains(slot)) bytes_.resize(bytes_.size() - 8);
      const OwnedTensor& tensor = model_.tensors[static_cast<std::size_t>(tensors_of_slot * slot + i)];
      if (tensor.has_data) blob(Layout::tensor(slot, i) + ".data", tensor.data);
    }
  }

  OwnedModel model_;
  std::vector<std::byte> bytes_;
  std::map<std::string, std::uint64_t> offsets_;
  std::uint64_t sections_[5] = {};
};

// What a fault takes away from the others: the same place in two of them, or the picture of the blobs.
enum Effect : std::uint8_t {
  none,
  loses,      // a blob is not in the picture: gaps are not told
  misplaces,  // and may lie where padding would be
};

struct Fault {
  const char* name;
  const char* place;  // faults of one place cannot stand in one file; "" where every slot has its own
  Effect effect;
  std::function<void(Plan&, int)> plan;
  std::function<Expected(Layout&, int)> apply;
};

using L = Layout;

// A fault of one field: `path` names it, `shift` bytes into it the value is written.
template <std::integral T, class PathOf>
Fault patch(const char* name, const char* rule, Effect effect, const PathOf& path_of, T value, std::uint64_t shift = 0,
            const char* place = "") {
  return {name, place, effect, nullptr, [=](Layout& file, int slot) {
            const std::string path = path_of(slot);
            file.put(file.at(path) + shift, value);
            return Expected{std::string("oinf/") + rule, file.at(path) + shift, path};
          }};
}

const auto header = [](const char* field) { return [field](int) { return std::string(field); }; };
const auto of_sizevar = [](int which, const char* field) {
  return [=](int slot) { return L::sizevar(slot, which) + field; };
};
const auto of_metadata = [](int which, const char* field) {
  return [=](int slot) { return L::metadata(slot, which) + field; };
};
const auto of_tensor = [](int which, const char* field) {
  return [=](int slot) { return L::tensor(slot, which) + field; };
};
std::string last_sizevar(int) { return L::sizevar(slots, 0) + ".name"; }
std::string last_metadata(int) { return L::metadata(slots, 0) + ".key"; }
std::string last_tensor(int) { return L::tensor(slots, 1); }

// The second name of a slot becomes that of the first.
template <class PathOf>
Fault twice(const char* name, const char* rule, const PathOf& second, const PathOf& first) {
  return {name, "", none, nullptr, [=](Layout& file, int slot) {
            file.bytes()[file.at(second(slot))] = file.bytes()[file.at(first(slot))];
            return Expected{std::string("oinf/") + rule, file.at(second(slot)), second(slot)};
          }};
}

// A string that claims more than its section has.
template <class PathOf>
Fault overrun(const char* name, const char* place, const PathOf& path_of) {
  return {name, place, loses, nullptr, [=](Layout& file, int slot) {
            const std::string path = path_of(slot);
            file.put(file.at(path + ".length"), std::uint32_t{0xfffffff0});
            return Expected{"oinf/string-overrun", file.at(path + ".length"), path};
          }};
}

// A table that counts one entry more than it has.
Fault overcount(const char* name, const char* place, const char* count, const char* end, const std::string& path) {
  return {name, place, loses, nullptr, [=](Layout& file, int) {
            file.put(file.at(count), load_le<std::uint32_t>(file.bytes().data() + file.at(count)) + 1);
            return Expected{"oinf/table-overrun", file.u64(file.at(end)), path};
          }};
}

// Where a table cannot be read to its end, nothing is said of what follows it.
Fault section_gap(const char* name, const char* place, int section, const char* field) {
  return {name, place, none, [=](Plan& plan, int) { plan.late.insert(section); },
          [=](Layout& file, int) { return Expected{"oinf/section-gap", file.at(field), field}; }};
}

// An error in the payload of a value, whose path is not that of a field of the table.
template <std::integral T>
Fault payload(const char* name, const char* rule, Effect effect, int which, std::uint64_t shift, T value,
              const char* field) {
  return {name, "", effect, nullptr, [=](Layout& file, int slot) {
            const std::uint64_t at = file.at(L::metadata(slot, which) + ".value") + shift;
            file.put(at, value);
            return Expected{std::string("oinf/") + rule, at, L::metadata(slot, which) + field};
          }};
}

// The element count of an NDARRAY is wrong: the size in the table no longer fits.
Fault resized(const char* name, const char* rule, std::uint64_t first, std::uint64_t second, bool in_table) {
  return {name, "", loses, nullptr, [=](Layout& file, int slot) {
            const std::string entry = L::metadata(slot, L::array);
            const std::uint64_t dims = file.at(entry + ".value") + 8;
            file.put(dims, first);
            file.put(dims + 8, second);
            if (in_table)
              return Expected{std::string("oinf/") + rule, file.at(entry + ".value_nbytes"), entry + ".value_nbytes"};
            return Expected{std::string("oinf/") + rule, dims, entry + ".value.dims"};
          }};
}

std::vector<Fault> all_faults() {
  constexpr std::uint8_t bang = '!';
  return {
      patch("header flags", "flags", none, header("flags"), std::uint32_t{4}, 0, "flags"),
      patch("reserved", "reserved", none, header("reserved"), std::uint32_t{1}, 0, "reserved"),
      patch("file size", "file-size", none, header("file_size"), std::uint64_t{8}, 0, "file-size"),
      patch("header padding", "header-padding", none, header("padding"), std::uint8_t{9}, 1, "header-padding"),
      section_gap("gap before sizevars", "sizevars-start", 0, "offset_sizevars"),
      section_gap("gap before metadata", "sizevars-end", 1, "offset_metadata"),
      section_gap("gap before tensors", "metadata-end", 2, "offset_tensors"),
      section_gap("gap before data", "tensors-end", 3, "offset_data"),
      {"padding before data", "tensors-end", none, nullptr,
       [](Layout& file, int) {
         file.bytes()[file.at("behind tensors") + 2] = std::byte{3};
         return Expected{"oinf/section-padding", file.at("behind tensors") + 2, "padding"};
       }},
      {"empty name", "", none, nullptr,
       [](Layout& file, int slot) {
         const std::string path = L::sizevar(slot, 0) + ".name";
         file.put(file.at(path + ".length"), std::uint64_t{0});
         return Expected{"oinf/name-empty", file.at(path + ".length"), path};
       }},
      patch("name character", "name-characters", none, of_sizevar(1, ".name"), bang),
      patch("name padding", "string-padding", none, of_sizevar(0, ".name"), std::uint8_t{1}, 3),
      twice("sizevar twice", "duplicate-sizevar", of_sizevar(1, ".name"), of_sizevar(0, ".name")),
      overrun("sizevar name overrun", "sizevars-end", last_sizevar),
      overcount("a sizevar too few", "sizevars-end", "n_sizevars", "offset_metadata", "sizevars[7].name"),

      patch("key character", "name-characters", none, of_metadata(L::flag, ".key"), bang),
      patch("key padding", "string-padding", none, of_metadata(L::text, ".key"), std::uint8_t{0x80}, 2),
      twice("key twice", "duplicate-key", of_metadata(L::array, ".key"), of_metadata(L::bits, ".key")),
      overrun("key overrun", "metadata-end", last_metadata),
      overcount("a value too few", "metadata-end", "n_metadata", "offset_tensors", "metadata[22].key"),
      patch("type 0", "value-type", loses, of_metadata(L::scalar, ".value_type"), std::uint32_t{0}),
      patch("type 26", "value-type", loses, of_metadata(L::text, ".value_type"), std::uint32_t{26}),
      patch("type 16", "type-later", loses, of_metadata(L::flag, ".value_type"), std::uint32_t{16}),
      patch("value flags", "value-flags", none, of_metadata(L::bits, ".value_flags"), std::uint32_t{1}),
      patch("scalar size", "value-size", loses, of_metadata(L::scalar, ".value_nbytes"), std::uint64_t{8}),
      patch("string size", "value-size", loses, of_metadata(L::text, ".value_nbytes"), std::uint64_t{16}),
      patch("value beyond the end", "blob-range", loses, of_metadata(L::flags, ".value_offset"), ~std::uint64_t{7}),
      patch("value before the data", "blob-range", loses, of_metadata(L::bits, ".value_offset"), std::uint64_t{64}),
      patch("value at 4 mod 8", "blob-aligned", misplaces, of_metadata(L::scalar, ".value_offset"),
            std::uint64_t{1004}),
      payload("BOOL 2", "value-bool", none, L::flag, 0, std::uint8_t{2}, ".value"),
      payload("empty string", "string-empty", none, L::text, 0, std::uint64_t{0}, ".value.length"),
      payload("string character", "string-characters", none, L::text_too, 5, bang, ".value"),
      payload("string value padding", "value-padding", none, L::text_too, 7, std::uint8_t{1}, ".value.padding"),
      payload("bitset bytes", "bitset-bytes", loses, L::bits, 4, std::uint32_t{3}, ".value.byte_count"),
      payload("bitset slack", "bitset-slack", none, L::bits, 9, std::uint8_t{8}, ".value"),
      payload("bitset padding", "value-padding", none, L::bits, 12, std::uint8_t{1}, ".value.padding"),
      payload("element type 13", "element-type", loses, L::array, 0, std::uint32_t{13}, ".value.element_type"),
      payload("element type 25", "type-later", loses, L::flags, 0, std::uint32_t{25}, ".value.element_type"),
      payload("array rank", "dims-overrun", loses, L::flags, 4, std::uint32_t{0x20000001}, ".value.ndim"),
      payload("array padding", "value-padding", none, L::flags, 21, std::uint8_t{1}, ".value.padding"),
      payload("array BOOL", "value-bool", none, L::flags, 18, std::uint8_t{0x80}, ".value.data"),
      resized("array size", "value-size", 2, 3, true),
      resized("array overflow", "element-count", std::uint64_t{1} << 33, std::uint64_t{1} << 33, false),

      patch("tensor name character", "name-characters", none, of_tensor(L::booleans, ".name"), std::uint8_t{0x80}),
      patch("tensor name padding", "string-padding", none, of_tensor(L::absent, ".name"), std::uint8_t{1}, 2),
      twice("tensor twice", "duplicate-tensor", of_tensor(L::plain_too, ".name"), of_tensor(L::plain, ".name")),
      overrun("tensor name overrun", "tensors-end", [](int slot) { return last_tensor(slot) + ".name"; }),
      patch(
          "dims overrun", "dims-overrun", loses, [](int slot) { return last_tensor(slot) + ".ndim"; },
          std::uint32_t{0x20000000}, 0, "tensors-end"),
      patch("dtype 13", "tensor-dtype", loses, of_tensor(L::plain, ".dtype"), std::uint32_t{13}),
      patch("dtype 17", "type-later", loses, of_tensor(L::plain_too, ".dtype"), std::uint32_t{17}),
      {"rank", "", loses, [](Plan& plan, int slot) { plan.ranks.insert(slot); },
       [](Layout& file, int slot) {
         const std::string path = L::tensor(slot, L::plain_too) + ".ndim";
         return Expected{"oinf/rank", file.at(path), path};
       }},
      patch("tensor flags", "tensor-flags", none, of_tensor(L::odd, ".flags"), std::uint32_t{3}),
      patch("absent with size", "tensor-absent", none, of_tensor(L::absent, ".data_nbytes"), std::uint64_t{56}),
      patch("absent with place", "tensor-absent", none, of_tensor(L::absent, ".data_offset"), std::uint64_t{72}),
      patch("tensor size", "tensor-size", loses, of_tensor(L::plain, ".data_nbytes"), std::uint64_t{15}),
      patch("tensor overflow", "element-count", loses, of_tensor(L::plain, ".dims"), ~std::uint64_t{0}),
      patch("tensor beyond the end", "blob-range", loses, of_tensor(L::before_end, ".data_offset"), ~std::uint64_t{7}),
      patch("tensor before the data", "blob-range", loses, of_tensor(L::odd, ".data_offset"), std::uint64_t{0}),
      patch("tensor at 1 mod 8", "blob-aligned", misplaces, of_tensor(L::booleans, ".data_offset"),
            std::uint64_t{1001}),
      patch("BOOL element", "boolean", none, of_tensor(L::booleans, ".data"), std::uint8_t{0xff}, 8),
      {"blob padding", "", none, nullptr,
       [](Layout& file, int slot) {
         const std::uint64_t at = file.at(L::tensor(slot, L::odd) + ".data") + 6;
         file.put(at, std::uint8_t{1});
         return Expected{"oinf/blob-padding", at, "padding"};
       }},
      {"overlap", "", none, [](Plan& plan, int slot) { plan.overlaps.insert(slot); },
       [](Layout& file, int slot) {
         const std::string path = L::tensor(slot, L::at_end) + ".data";
         return Expected{"oinf/blob-overlap", file.at(path), path};
       }},
      {"gap", "", none, [](Plan& plan, int slot) { plan.gaps.insert(slot); },
       [](Layout& file, int slot) { return Expected{"oinf/blob-gap", file.at(fmt::format("gap {}", slot)), "data"}; }},
  };
}

using Chosen = testing::Chosen<Fault>;

// independent says that none of the faults explains or hides another.
bool independent(const std::vector<Chosen>& chosen) {
  Effect worst = none;
  for (const Chosen& one : chosen) worst = std::max(worst, one.fault->effect);
  std::set<std::string> places;
  for (const Chosen& one : chosen) {
    const std::string name = one.fault->name;
    if (one.fault->place[0] != '\0' && !places.insert(one.fault->place).second) return false;
    if (worst != none && name == "gap") return false;
    if (worst == misplaces && name == "blob padding") return false;
  }
  return true;
}

// difference is empty when exactly the expected errors are reported, and decode picks the gravest first one.
std::string difference(const std::vector<Chosen>& chosen, bool backwards) {
  Plan plan;
  plan.backwards = backwards;
  for (const Chosen& one : chosen) {
    if (one.fault->plan) one.fault->plan(plan, one.slot);
  }
  Layout file(plan);
  std::vector<Expected> expected;
  for (const Chosen& one : chosen) expected.push_back(one.fault->apply(file, one.slot));

  Options options;
  options.limits.max_rank = max_rank;
  return testing::difference(conformance::run_codec(codec(), file.bytes(), options), std::move(expected),
                             testing::Sequence::any);
}

TEST_CASE("oinf: the file that the faults are put into is valid") {
  CHECK(difference({}, false) == "");
  CHECK(difference({}, true) == "");
}

TEST_CASE("oinf: each fault alone gives exactly one diagnostic, in every slot") {
  for (const Fault& fault : all_faults()) {
    for (int slot = 0; slot < slots; ++slot) {
      INFO(fault.name << " in slot " << slot);
      CHECK(difference({{&fault, slot}}, slot == 1) == "");
    }
  }
}

TEST_CASE("oinf: any three independent faults give exactly those three diagnostics") {
  bool odd = false;
  const auto judged = [&odd](const std::vector<Chosen>& chosen) -> std::optional<std::string> {
    if (!independent(chosen)) return std::nullopt;
    odd = !odd;
    return difference(chosen, odd);
  };
  const testing::Triples triples =
      testing::any_three(all_faults(), slots, judged, [](const Fault& fault) { return fault.name; });
  CHECK(triples.first == "");
  CHECK(triples.inputs > 30000U);
}

}  // namespace
}  // namespace hallmark::oinf
