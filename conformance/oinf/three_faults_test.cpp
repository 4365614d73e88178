// Three independent faults in one OINF file give exactly those three diagnostics, whichever they are.
#include "conformance/testing/three_faults.hpp"

#include <concepts>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/oinf/file_writer.hpp"

namespace hallmark::oinf {
namespace {

using testing::Expected;
using File = std::vector<std::byte>;

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

// Every slot has entries of its own for each kind of fault.
enum { scalar, flag, text, text_too, bits, array, flags, metadata_of_slot };
enum { odd, booleans, absent, plain, plain_too, before_end, at_end, tensors_of_slot };

// Paths of the entries of a slot.
std::string sizevar(int slot, int which) { return fmt::format("sizevars[{}]", 2 * slot + which); }
std::string metadata(int slot, int which) { return fmt::format("metadata[{}]", metadata_of_slot * slot + which); }
std::string tensor(int slot, int which) { return fmt::format("tensors[{}]", tensors_of_slot * slot + which); }

File words(std::initializer_list<std::uint32_t> list) {
  File out;
  for (const std::uint32_t word : list) append(out, word);
  return out;
}

void add_tensor(OwnedModel& model, const std::string& name, ValueType type, const conformance::Dims& dims,
                bool has_data = true) {
  const std::uint64_t size = has_data ? conformance::count_of(dims) * size_of(dtype_of(type)) : 0;
  model.tensors.push_back({name, type, dims, has_data, File(static_cast<std::size_t>(size), std::byte{1})});
}

// Names of one table are of one length, so that one can be written over another.
void add_slot(OwnedModel& model, int slot, const Plan& plan) {
  const std::string s = std::to_string(slot);
  model.sizevars.push_back({"a" + s, 1});
  model.sizevars.push_back({"b" + s, 2});
  model.metadata.push_back({"a" + s, ValueType::i32, File(4, std::byte{1})});
  model.metadata.push_back({"b" + s, ValueType::boolean, File(1, std::byte{1})});
  model.metadata.push_back({"c" + s, ValueType::string, words({2, 'h' | 'i' << 8})});
  model.metadata.push_back({"d" + s, ValueType::string, words({3, 'y' | 'e' << 8 | 's' << 16})});
  model.metadata.push_back({"e" + s, ValueType::bitset, words({11, 2, 0x0105, 0})});
  model.metadata.push_back({"f" + s, ValueType::ndarray, words({6, 2, 1, 0, 3, 0, 0, 0})});
  model.metadata.push_back({"g" + s, ValueType::ndarray, words({12, 1, 5, 0, 0x01010001, 1})});
  add_tensor(model, "a" + s, ValueType::u8, {5});
  add_tensor(model, "b" + s, ValueType::boolean, {3, 3});
  add_tensor(model, "c" + s, ValueType::f64, {7}, false);
  add_tensor(model, "d" + s, ValueType::f32, {4});
  add_tensor(model, "e" + s, ValueType::u64,
             plan.ranks.contains(slot) ? std::vector<std::uint64_t>(max_rank + 1, 1) : std::vector<std::uint64_t>{2});
  add_tensor(model, "f" + s, ValueType::u64, {3});
  add_tensor(model, "g" + s, ValueType::u64, {3});
}

OwnedModel model_of(const Plan& plan) {
  OwnedModel model;
  for (int slot = 0; slot < slots; ++slot) add_slot(model, slot, plan);
  model.sizevars.push_back({"last", 0});
  model.metadata.push_back({"last", ValueType::u8, File(1, std::byte{1})});
  add_tensor(model, "void", ValueType::u8, {0});  // makes the table end at 4 mod 8
  add_tensor(model, "last", ValueType::u8, {1});
  return model;
}

// Draft is a valid file but for its plan. It knows the offset of each field, by its path.
class Draft final : FileWriter {
 public:
  explicit Draft(const Plan& plan) : Draft(model_of(plan), plan) {}

  [[nodiscard]] std::uint64_t at(const std::string& path) const { return offsets_.at(path); }
  template <std::integral T>
  void put(std::uint64_t at, T value) {
    store_le(bytes.data() + at, value);
  }
  template <std::integral T>
  [[nodiscard]] T get(std::uint64_t at) const {
    return load_le<T>(bytes.data() + at);
  }

  File bytes;

 private:
  Draft(const OwnedModel& model, const Plan& plan) : FileWriter(model), plan_(plan) {
    // Each slot has its values and tensors side by side; one tensor of each has no data.
    const std::size_t values = model.metadata.size();
    order.clear();
    for (int i = 0; i < slots; ++i) {
      const auto slot = static_cast<std::size_t>(plan.backwards ? slots - 1 - i : i);
      for (std::size_t k = 0; k < metadata_of_slot; ++k) order.push_back(metadata_of_slot * slot + k);
      for (std::size_t k = 0; k + 1 < tensors_of_slot; ++k) order.push_back(values + (tensors_of_slot - 1) * slot + k);
    }
    order.push_back(values - 1);
    for (std::size_t k = 0; k < 2; ++k) order.push_back(values + (tensors_of_slot - 1) * slots + k);
    bytes = write();
  }

  void named(std::string_view table, std::size_t entry, std::string_view field, std::size_t at) override {
    offsets_[table.empty() ? std::string(field) : fmt::format("{}[{}].{}", table, entry, field)] = at;
  }
  std::size_t before_section(int number) override { return plan_.late.contains(number) ? 8 : 0; }
  std::ptrdiff_t before_blob(std::string_view table, std::size_t entry, std::size_t at) override {
    const int slot = static_cast<int>(entry) / tensors_of_slot;
    if (table != "tensors" || entry % tensors_of_slot != at_end || slot == slots) return 0;
    if (plan_.gaps.contains(slot)) offsets_[fmt::format("gap {}", slot)] = at;
    return (plan_.gaps.contains(slot) ? 16 : 0) - (plan_.overlaps.contains(slot) ? 8 : 0);
  }

  const Plan& plan_;
  std::map<std::string, std::uint64_t> offsets_;
};

// Effect is what a fault does to the others: whether all blobs are still known.
enum Effect : std::uint8_t {
  none,
  loses,      // a blob is not known: gaps are not reported
  misplaces,  // and it may be where padding would be
};

struct Fault {
  const char* name;
  const char* place;  // faults of one place cannot stand in one file; "" where every slot has its own
  Effect effect;
  std::function<void(Plan&, int)> plan;
  std::function<Expected(Draft&, int)> apply;
};

// A fault of one field: `path` names it, `shift` bytes into it the value is written.
template <std::integral T, class PathOf>
Fault patch(const char* name, const char* rule, Effect effect, const PathOf& path_of, T value, std::uint64_t shift = 0,
            const char* place = "") {
  return {name, place, effect, nullptr, [=](Draft& file, int slot) {
            const std::string path = path_of(slot);
            file.put(file.at(path) + shift, value);
            return Expected{std::string("oinf/") + rule, file.at(path) + shift, path};
          }};
}

const auto header = [](const char* field) { return [field](int) { return std::string(field); }; };
const auto of_sizevar = [](int which, const char* field) {
  return [=](int slot) { return sizevar(slot, which) + field; };
};
const auto of_metadata = [](int which, const char* field) {
  return [=](int slot) { return metadata(slot, which) + field; };
};
const auto of_tensor = [](int which, const char* field) {
  return [=](int slot) { return tensor(slot, which) + field; };
};
std::string last_sizevar(int) { return sizevar(slots, 0) + ".name"; }
std::string last_metadata(int) { return metadata(slots, 0) + ".key"; }
std::string last_tensor(int) { return tensor(slots, 1); }

// The second name of a slot becomes that of the first.
template <class PathOf>
Fault twice(const char* name, const char* rule, const PathOf& second, const PathOf& first) {
  return {name, "", none, nullptr, [=](Draft& file, int slot) {
            file.bytes[file.at(second(slot))] = file.bytes[file.at(first(slot))];
            return Expected{std::string("oinf/") + rule, file.at(second(slot)), second(slot)};
          }};
}

// A string that claims more than its section has.
template <class PathOf>
Fault overrun(const char* name, const char* place, const PathOf& path_of) {
  return {name, place, loses, nullptr, [=](Draft& file, int slot) {
            const std::string path = path_of(slot);
            file.put(file.at(path + ".length"), std::uint32_t{0xfffffff0});
            return Expected{"oinf/string-overrun", file.at(path + ".length"), path};
          }};
}

// A table that counts one entry more than it has.
Fault overcount(const char* name, const char* place, const char* count, const char* end, const std::string& path) {
  return {name, place, loses, nullptr, [=](Draft& file, int) {
            file.put(file.at(count), file.get<std::uint32_t>(file.at(count)) + 1);
            return Expected{"oinf/table-overrun", file.get<std::uint64_t>(file.at(end)), path};
          }};
}

// Where a table cannot be read to its end, what follows it is not checked.
Fault section_gap(const char* name, const char* place, int section, const char* field) {
  return {name, place, none, [=](Plan& plan, int) { plan.late.insert(section); },
          [=](Draft& file, int) { return Expected{"oinf/section-gap", file.at(field), field}; }};
}

// An error in the payload of a value, whose path is not that of a field of the table.
template <std::integral T>
Fault payload(const char* name, const char* rule, Effect effect, int which, std::uint64_t shift, T value,
              const char* field) {
  return {name, "", effect, nullptr, [=](Draft& file, int slot) {
            const std::uint64_t at = file.at(metadata(slot, which) + ".value") + shift;
            file.put(at, value);
            return Expected{std::string("oinf/") + rule, at, metadata(slot, which) + field};
          }};
}

// The element count of an NDARRAY is wrong: the size in the table no longer fits.
Fault resized(const char* name, const char* rule, std::uint64_t first, std::uint64_t second, bool in_table) {
  return {name, "", loses, nullptr, [=](Draft& file, int slot) {
            const std::string entry = metadata(slot, array);
            const std::uint64_t dims = file.at(entry + ".value") + 8;
            file.put(dims, first);
            file.put(dims + 8, second);
            if (in_table)
              return Expected{std::string("oinf/") + rule, file.at(entry + ".value_nbytes"), entry + ".value_nbytes"};
            return Expected{std::string("oinf/") + rule, dims, entry + ".value.dims"};
          }};
}

constexpr std::uint8_t disallowed = '!';  // in names and strings

std::vector<Fault> all_faults() {
  return {
      // The header and the sections.
      patch("header flags", "flags", none, header("flags"), std::uint32_t{4}, 0, "flags"),
      patch("reserved", "reserved", none, header("reserved"), std::uint32_t{1}, 0, "reserved"),
      patch("file size", "file-size", none, header("file_size"), std::uint64_t{8}, 0, "file-size"),
      patch("header padding", "header-padding", none, header("padding"), std::uint8_t{9}, 1, "header-padding"),
      section_gap("gap before sizevars", "sizevars-start", 0, "offset_sizevars"),
      section_gap("gap before metadata", "sizevars-end", 1, "offset_metadata"),
      section_gap("gap before tensors", "metadata-end", 2, "offset_tensors"),
      section_gap("gap before data", "tensors-end", 3, "offset_data"),
      {"padding before data", "tensors-end", none, nullptr,
       [](Draft& file, int) {
         file.bytes[file.at("after tensors") + 2] = std::byte{3};
         return Expected{"oinf/section-padding", file.at("after tensors") + 2, "padding"};
       }},
      // Sizevars.
      {"empty name", "", none, nullptr,
       [](Draft& file, int slot) {
         const std::string path = sizevar(slot, 0) + ".name";
         file.put(file.at(path + ".length"), std::uint64_t{0});
         return Expected{"oinf/name-empty", file.at(path + ".length"), path};
       }},
      patch("name character", "name-characters", none, of_sizevar(1, ".name"), disallowed),
      patch("name padding", "string-padding", none, of_sizevar(0, ".name"), std::uint8_t{1}, 3),
      twice("sizevar twice", "duplicate-sizevar", of_sizevar(1, ".name"), of_sizevar(0, ".name")),
      overrun("sizevar name overrun", "sizevars-end", last_sizevar),
      overcount("a sizevar too few", "sizevars-end", "n_sizevars", "offset_metadata", "sizevars[7].name"),
      // Entries of metadata.
      patch("key character", "name-characters", none, of_metadata(flag, ".key"), disallowed),
      patch("key padding", "string-padding", none, of_metadata(text, ".key"), std::uint8_t{0x80}, 2),
      twice("key twice", "duplicate-key", of_metadata(array, ".key"), of_metadata(bits, ".key")),
      overrun("key overrun", "metadata-end", last_metadata),
      overcount("a value too few", "metadata-end", "n_metadata", "offset_tensors", "metadata[22].key"),
      patch("type 0", "value-type", loses, of_metadata(scalar, ".value_type"), std::uint32_t{0}),
      patch("type 26", "value-type", loses, of_metadata(text, ".value_type"), std::uint32_t{26}),
      patch("type 16", "type-later", loses, of_metadata(flag, ".value_type"), std::uint32_t{16}),
      patch("value flags", "value-flags", none, of_metadata(bits, ".value_flags"), std::uint32_t{1}),
      patch("scalar size", "value-size", loses, of_metadata(scalar, ".value_nbytes"), std::uint64_t{16}),
      patch("string size", "value-size", loses, of_metadata(text, ".value_nbytes"), std::uint64_t{16}),
      patch("bitset size", "value-truncated", loses, of_metadata(bits, ".value_nbytes"), std::uint64_t{7}),
      patch("value beyond the end", "blob-range", loses, of_metadata(flags, ".value_offset"), ~std::uint64_t{7}),
      patch("value before the data", "blob-range", loses, of_metadata(bits, ".value_offset"), std::uint64_t{64}),
      patch("value at 4 mod 8", "blob-aligned", misplaces, of_metadata(scalar, ".value_offset"), std::uint64_t{1004}),
      // Payloads of values.
      payload("BOOL 2", "value-bool", none, flag, 0, std::uint8_t{2}, ".value"),
      payload("empty string", "string-empty", none, text, 0, std::uint64_t{0}, ".value.length"),
      payload("string character", "string-characters", none, text_too, 5, disallowed, ".value"),
      payload("string value padding", "value-padding", none, text_too, 7, std::uint8_t{1}, ".value.padding"),
      payload("bitset bytes", "bitset-bytes", loses, bits, 4, std::uint32_t{3}, ".value.byte_count"),
      payload("bitset slack", "bitset-slack", none, bits, 9, std::uint8_t{8}, ".value"),
      payload("bitset padding", "value-padding", none, bits, 12, std::uint8_t{1}, ".value.padding"),
      payload("element type 13", "element-type", loses, array, 0, std::uint32_t{13}, ".value.element_type"),
      payload("element type 25", "type-later", loses, flags, 0, std::uint32_t{25}, ".value.element_type"),
      payload("array rank", "value-dims", loses, flags, 4, std::uint32_t{0x20000001}, ".value.ndim"),
      payload("array padding", "value-padding", none, flags, 21, std::uint8_t{1}, ".value.padding"),
      payload("array BOOL", "value-bool", none, flags, 18, std::uint8_t{0x80}, ".value.data"),
      resized("array size", "value-size", 2, 3, true),
      resized("array overflow", "value-count", std::uint64_t{1} << 33, std::uint64_t{1} << 33, false),
      // Entries of tensors.
      patch("tensor name character", "name-characters", none, of_tensor(booleans, ".name"), std::uint8_t{0x80}),
      patch("tensor name padding", "string-padding", none, of_tensor(absent, ".name"), std::uint8_t{1}, 2),
      twice("tensor twice", "duplicate-tensor", of_tensor(plain_too, ".name"), of_tensor(plain, ".name")),
      overrun("tensor name overrun", "tensors-end", [](int slot) { return last_tensor(slot) + ".name"; }),
      patch(
          "dims overrun", "dims-overrun", loses, [](int slot) { return last_tensor(slot) + ".ndim"; },
          std::uint32_t{0x20000000}, 0, "tensors-end"),
      patch("dtype 13", "tensor-dtype", loses, of_tensor(plain, ".dtype"), std::uint32_t{13}),
      patch("dtype 17", "type-later", loses, of_tensor(plain_too, ".dtype"), std::uint32_t{17}),
      {"rank", "", loses, [](Plan& plan, int slot) { plan.ranks.insert(slot); },
       [](Draft& file, int slot) {
         const std::string path = tensor(slot, plain_too) + ".ndim";
         return Expected{"oinf/rank", file.at(path), path};
       }},
      patch("tensor flags", "tensor-flags", none, of_tensor(odd, ".flags"), std::uint32_t{3}),
      patch("absent with size", "tensor-absent", none, of_tensor(absent, ".data_nbytes"), std::uint64_t{56}),
      patch("absent with place", "tensor-absent", none, of_tensor(absent, ".data_offset"), std::uint64_t{72}),
      // Sizes and places of tensors, and their data.
      patch("tensor size", "tensor-size", loses, of_tensor(plain, ".data_nbytes"), std::uint64_t{15}),
      patch("tensor overflow", "element-count", loses, of_tensor(plain, ".dims"), ~std::uint64_t{0}),
      patch("tensor beyond the end", "blob-range", loses, of_tensor(before_end, ".data_offset"), ~std::uint64_t{7}),
      patch("tensor before the data", "blob-range", loses, of_tensor(odd, ".data_offset"), std::uint64_t{0}),
      patch("tensor at 1 mod 8", "blob-aligned", misplaces, of_tensor(booleans, ".data_offset"), std::uint64_t{1001}),
      patch("BOOL element", "boolean", none, of_tensor(booleans, ".data"), std::uint8_t{0xff}, 8),
      {"blob padding", "", none, nullptr,
       [](Draft& file, int slot) {
         const std::uint64_t at = file.at(tensor(slot, odd) + ".data") + 6;
         file.put(at, std::uint8_t{1});
         return Expected{"oinf/blob-padding", at, "padding"};
       }},
      {"overlap", "", none, [](Plan& plan, int slot) { plan.overlaps.insert(slot); },
       [](Draft& file, int slot) {
         const std::string path = tensor(slot, at_end) + ".data";
         return Expected{"oinf/blob-overlap", file.at(path), path};
       }},
      {"gap", "", none, [](Plan& plan, int slot) { plan.gaps.insert(slot); },
       [](Draft& file, int slot) { return Expected{"oinf/blob-gap", file.at(fmt::format("gap {}", slot)), "data"}; }},
  };
}

using Chosen = testing::Chosen<Fault>;

// independent is true when no fault causes or hides another.
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

// difference is empty when exactly the expected errors are reported, and decode picks the gravest first one; nothing
// when the faults are not independent.
std::optional<std::string> difference(const std::vector<Chosen>& chosen) {
  if (!independent(chosen)) return std::nullopt;
  Plan plan;
  plan.backwards = !chosen.empty() && chosen.front().slot == 1;
  for (const Chosen& one : chosen) {
    if (one.fault->plan) one.fault->plan(plan, one.slot);
  }
  Draft file(plan);
  std::vector<Expected> expected;
  for (const Chosen& one : chosen) expected.push_back(one.fault->apply(file, one.slot));

  Options options;
  options.limits.max_rank = max_rank;
  return testing::difference(conformance::run_codec(*codec_named("oinf"), file.bytes, options), std::move(expected),
                             testing::Sequence::any);
}

TEST_CASE("oinf: a valid file whose blobs lie in the other order has no fault") {
  Plan plan;
  plan.backwards = true;
  Draft file(plan);
  CHECK(testing::difference(conformance::run_codec(*codec_named("oinf"), file.bytes, {}), {}, testing::Sequence::any) ==
        "");
}

TEST_CASE("oinf: faults in a valid file are reported, each alone and any three, and nothing else") {
  testing::check_three_faults(all_faults(), slots, 30000, difference, [](const Fault& fault) { return fault.name; });
}

}  // namespace
}  // namespace hallmark::oinf
