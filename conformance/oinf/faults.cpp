// The table of faults that are put into a draft.
#include "conformance/oinf/faults.hpp"

namespace hallmark::oinf {
namespace {

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
  return [=](int slot) { return Draft::sizevar(slot, which) + field; };
};
const auto of_metadata = [](int which, const char* field) {
  return [=](int slot) { return Draft::metadata(slot, which) + field; };
};
const auto of_tensor = [](int which, const char* field) {
  return [=](int slot) { return Draft::tensor(slot, which) + field; };
};
std::string last_sizevar(int) { return Draft::sizevar(slots, 0) + ".name"; }
std::string last_metadata(int) { return Draft::metadata(slots, 0) + ".key"; }
std::string last_tensor(int) { return Draft::tensor(slots, 1); }

// The second name of a slot becomes that of the first.
template <class PathOf>
Fault twice(const char* name, const char* rule, const PathOf& second, const PathOf& first) {
  return {name, "", none, nullptr, [=](Draft& file, int slot) {
            file.bytes()[file.at(second(slot))] = file.bytes()[file.at(first(slot))];
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
            file.put(file.at(count), load_le<std::uint32_t>(file.bytes().data() + file.at(count)) + 1);
            return Expected{"oinf/table-overrun", file.u64(file.at(end)), path};
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
            const std::uint64_t at = file.at(Draft::metadata(slot, which) + ".value") + shift;
            file.put(at, value);
            return Expected{std::string("oinf/") + rule, at, Draft::metadata(slot, which) + field};
          }};
}

// The element count of an NDARRAY is wrong: the size in the table no longer fits.
Fault resized(const char* name, const char* rule, std::uint64_t first, std::uint64_t second, bool in_table) {
  return {name, "", loses, nullptr, [=](Draft& file, int slot) {
            const std::string entry = Draft::metadata(slot, Draft::array);
            const std::uint64_t dims = file.at(entry + ".value") + 8;
            file.put(dims, first);
            file.put(dims + 8, second);
            if (in_table)
              return Expected{std::string("oinf/") + rule, file.at(entry + ".value_nbytes"), entry + ".value_nbytes"};
            return Expected{std::string("oinf/") + rule, dims, entry + ".value.dims"};
          }};
}

constexpr std::uint8_t disallowed = '!';  // in names and strings

// The header and the sections.
std::vector<Fault> header_faults() {
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
       [](Draft& file, int) {
         file.bytes()[file.at("after tensors") + 2] = std::byte{3};
         return Expected{"oinf/section-padding", file.at("after tensors") + 2, "padding"};
       }},
  };
}

// Sizevars.
std::vector<Fault> sizevar_faults() {
  return {
      {"empty name", "", none, nullptr,
       [](Draft& file, int slot) {
         const std::string path = Draft::sizevar(slot, 0) + ".name";
         file.put(file.at(path + ".length"), std::uint64_t{0});
         return Expected{"oinf/name-empty", file.at(path + ".length"), path};
       }},
      patch("name character", "name-characters", none, of_sizevar(1, ".name"), disallowed),
      patch("name padding", "string-padding", none, of_sizevar(0, ".name"), std::uint8_t{1}, 3),
      twice("sizevar twice", "duplicate-sizevar", of_sizevar(1, ".name"), of_sizevar(0, ".name")),
      overrun("sizevar name overrun", "sizevars-end", last_sizevar),
      overcount("a sizevar too few", "sizevars-end", "n_sizevars", "offset_metadata", "sizevars[7].name"),
  };
}

// Entries of metadata.
std::vector<Fault> metadata_faults() {
  return {
      patch("key character", "name-characters", none, of_metadata(Draft::flag, ".key"), disallowed),
      patch("key padding", "string-padding", none, of_metadata(Draft::text, ".key"), std::uint8_t{0x80}, 2),
      twice("key twice", "duplicate-key", of_metadata(Draft::array, ".key"), of_metadata(Draft::bits, ".key")),
      overrun("key overrun", "metadata-end", last_metadata),
      overcount("a value too few", "metadata-end", "n_metadata", "offset_tensors", "metadata[22].key"),
      patch("type 0", "value-type", loses, of_metadata(Draft::scalar, ".value_type"), std::uint32_t{0}),
      patch("type 26", "value-type", loses, of_metadata(Draft::text, ".value_type"), std::uint32_t{26}),
      patch("type 16", "type-later", loses, of_metadata(Draft::flag, ".value_type"), std::uint32_t{16}),
      patch("value flags", "value-flags", none, of_metadata(Draft::bits, ".value_flags"), std::uint32_t{1}),
      patch("scalar size", "value-size", loses, of_metadata(Draft::scalar, ".value_nbytes"), std::uint64_t{8}),
      patch("string size", "value-size", loses, of_metadata(Draft::text, ".value_nbytes"), std::uint64_t{16}),
      patch("bitset size", "value-truncated", loses, of_metadata(Draft::bits, ".value_nbytes"), std::uint64_t{7}),
      patch("value beyond the end", "blob-range", loses, of_metadata(Draft::flags, ".value_offset"), ~std::uint64_t{7}),
      patch("value before the data", "blob-range", loses, of_metadata(Draft::bits, ".value_offset"), std::uint64_t{64}),
      patch("value at 4 mod 8", "blob-aligned", misplaces, of_metadata(Draft::scalar, ".value_offset"),
            std::uint64_t{1004}),
  };
}

// Payloads of values.
std::vector<Fault> payload_faults() {
  return {
      payload("BOOL 2", "value-bool", none, Draft::flag, 0, std::uint8_t{2}, ".value"),
      payload("empty string", "string-empty", none, Draft::text, 0, std::uint64_t{0}, ".value.length"),
      payload("string character", "string-characters", none, Draft::text_too, 5, disallowed, ".value"),
      payload("string value padding", "value-padding", none, Draft::text_too, 7, std::uint8_t{1}, ".value.padding"),
      payload("bitset bytes", "bitset-bytes", loses, Draft::bits, 4, std::uint32_t{3}, ".value.byte_count"),
      payload("bitset slack", "bitset-slack", none, Draft::bits, 9, std::uint8_t{8}, ".value"),
      payload("bitset padding", "value-padding", none, Draft::bits, 12, std::uint8_t{1}, ".value.padding"),
      payload("element type 13", "element-type", loses, Draft::array, 0, std::uint32_t{13}, ".value.element_type"),
      payload("element type 25", "type-later", loses, Draft::flags, 0, std::uint32_t{25}, ".value.element_type"),
      payload("array rank", "value-dims", loses, Draft::flags, 4, std::uint32_t{0x20000001}, ".value.ndim"),
      payload("array padding", "value-padding", none, Draft::flags, 21, std::uint8_t{1}, ".value.padding"),
      payload("array BOOL", "value-bool", none, Draft::flags, 18, std::uint8_t{0x80}, ".value.data"),
      resized("array size", "value-size", 2, 3, true),
      resized("array overflow", "value-count", std::uint64_t{1} << 33, std::uint64_t{1} << 33, false),
  };
}

// Entries of tensors.
std::vector<Fault> tensor_faults() {
  return {
      patch("tensor name character", "name-characters", none, of_tensor(Draft::booleans, ".name"), std::uint8_t{0x80}),
      patch("tensor name padding", "string-padding", none, of_tensor(Draft::absent, ".name"), std::uint8_t{1}, 2),
      twice("tensor twice", "duplicate-tensor", of_tensor(Draft::plain_too, ".name"), of_tensor(Draft::plain, ".name")),
      overrun("tensor name overrun", "tensors-end", [](int slot) { return last_tensor(slot) + ".name"; }),
      patch(
          "dims overrun", "dims-overrun", loses, [](int slot) { return last_tensor(slot) + ".ndim"; },
          std::uint32_t{0x20000000}, 0, "tensors-end"),
      patch("dtype 13", "tensor-dtype", loses, of_tensor(Draft::plain, ".dtype"), std::uint32_t{13}),
      patch("dtype 17", "type-later", loses, of_tensor(Draft::plain_too, ".dtype"), std::uint32_t{17}),
      {"rank", "", loses, [](Plan& plan, int slot) { plan.ranks.insert(slot); },
       [](Draft& file, int slot) {
         const std::string path = Draft::tensor(slot, Draft::plain_too) + ".ndim";
         return Expected{"oinf/rank", file.at(path), path};
       }},
      patch("tensor flags", "tensor-flags", none, of_tensor(Draft::odd, ".flags"), std::uint32_t{3}),
      patch("absent with size", "tensor-absent", none, of_tensor(Draft::absent, ".data_nbytes"), std::uint64_t{56}),
      patch("absent with place", "tensor-absent", none, of_tensor(Draft::absent, ".data_offset"), std::uint64_t{72}),
  };
}

// Sizes and places of tensors, and their data.
std::vector<Fault> data_faults() {
  return {
      patch("tensor size", "tensor-size", loses, of_tensor(Draft::plain, ".data_nbytes"), std::uint64_t{15}),
      patch("tensor overflow", "element-count", loses, of_tensor(Draft::plain, ".dims"), ~std::uint64_t{0}),
      patch("tensor beyond the end", "blob-range", loses, of_tensor(Draft::before_end, ".data_offset"),
            ~std::uint64_t{7}),
      patch("tensor before the data", "blob-range", loses, of_tensor(Draft::odd, ".data_offset"), std::uint64_t{0}),
      patch("tensor at 1 mod 8", "blob-aligned", misplaces, of_tensor(Draft::booleans, ".data_offset"),
            std::uint64_t{1001}),
      patch("BOOL element", "boolean", none, of_tensor(Draft::booleans, ".data"), std::uint8_t{0xff}, 8),
      {"blob padding", "", none, nullptr,
       [](Draft& file, int slot) {
         const std::uint64_t at = file.at(Draft::tensor(slot, Draft::odd) + ".data") + 6;
         file.put(at, std::uint8_t{1});
         return Expected{"oinf/blob-padding", at, "padding"};
       }},
      {"overlap", "", none, [](Plan& plan, int slot) { plan.overlaps.insert(slot); },
       [](Draft& file, int slot) {
         const std::string path = Draft::tensor(slot, Draft::at_end) + ".data";
         return Expected{"oinf/blob-overlap", file.at(path), path};
       }},
      {"gap", "", none, [](Plan& plan, int slot) { plan.gaps.insert(slot); },
       [](Draft& file, int slot) { return Expected{"oinf/blob-gap", file.at(fmt::format("gap {}", slot)), "data"}; }},
  };
}

}  // namespace

std::vector<Fault> all_faults() {
  std::vector<Fault> all;
  for (const auto& faults :
       {header_faults, sizevar_faults, metadata_faults, payload_faults, tensor_faults, data_faults}) {
    for (Fault& fault : faults()) all.push_back(std::move(fault));
  }
  return all;
}

}  // namespace hallmark::oinf
