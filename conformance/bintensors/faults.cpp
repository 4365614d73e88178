// The table of faults that are put into a draft.
#include "conformance/bintensors/faults.hpp"

namespace hallmark::bintensors {
namespace {

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

// A fault of what layout v1 does not have.
Fault in_v0(Fault fault) {
  fault.only_v0 = true;
  return fault;
}

// A number in three bytes that needs one.
Fault longer(const char* name, const Path& path_of) {
  return {name, 2, false, [=](Draft& file, int slot, Report& report) {
            const std::string path = path_of(file, slot);
            report = {"varint-not-minimal", path};
            if (!file.claim(path)) return false;
            file[path] = {std::byte{251}, file[path][0], std::byte{0}};
            return true;
          }};
}

// A number that becomes these bytes; `size` when it decides how many bytes a tensor takes.
Fault becomes(const char* name, const char* rule, int phase, bool fatal, const Path& path_of, const File& bytes,
              const char* field = nullptr) {
  return {name, phase, fatal, [=](Draft& file, int slot, Report& report) {
            const std::string path = path_of(file, slot);
            const std::string tensor = path.substr(0, path.find('.'));
            report = {rule, field == nullptr ? path : tensor + field, path};
            if (!file.claim(path)) return false;
            // What decides how many bytes a tensor takes is one fault at most.
            if (path.starts_with("tensors[") && !path.ends_with("length") && !file.claim(tensor + " size"))
              return false;
            file[path] = bytes;
            return true;
          }};
}

// The last byte of a text: names and keys stay in order and unique.
Fault damaged(const char* name, const char* rule, const Path& path_of, std::byte byte) {
  return {name, 2, false, [=](Draft& file, int slot, Report& report) {
            const std::string path = path_of(file, slot);
            report = {rule, path, path, file[path].size() - 1};
            if (!file.claim(path)) return false;
            file[path].back() = byte;
            return true;
          }};
}

// The second field becomes what the first is.
Fault twice(const char* name, const char* rule, const Path& second, const Path& first) {
  return {name, 6, false, [=](Draft& file, int slot, Report& report) {
            const std::string path = second(file, slot);
            report = {rule, path};
            if (!file.claim(path) || !file.claim(first(file, slot))) return false;
            file[path] = file[first(file, slot)];
            return true;
          }};
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

// bytes_of gives these bytes.
File bytes_of(std::initializer_list<unsigned> list) {
  File out;
  for (const unsigned byte : list) out.push_back(static_cast<std::byte>(byte));
  return out;
}

// A number of 64 bits that is larger than every file.
File huge_number() { return bytes_of({253, 255, 255, 255, 255, 255, 255, 255, 127}); }

// Numbers longer than they need to be.
std::vector<Fault> length_faults() {
  return {
      becomes("option tag", "option-tag", 2, true, header("metadata.tag"), bytes_of({2}), ""),
      longer("long count of metadata", header("metadata")),
      longer("long count of tensors", header("tensors")),
      in_v0(longer("long count of the index map", header("index_map"))),
      longer("long key length", metadata(0, "key.length")),
      longer("long value length", metadata(1, "value.length")),
      longer("long name length", name_length(real)),
      longer("long dtype", tensors(octet, "dtype")),
      longer("long rank", tensors(word, "shape.length")),
      longer("long dimension", tensors(octet, "shape[0]")),
      longer("long begin", tensors(octet, "data_offsets[0]")),
      longer("long end", tensors(real, "data_offsets[1]")),
      in_v0(longer("long index", mapping(octet, "index"))),
  };
}

// Counts and lengths that the record cannot hold.
std::vector<Fault> count_faults() {
  const File huge = huge_number();
  return {
      becomes("many metadata", "count", 2, true, header("metadata"), huge),
      becomes("many tensors", "count", 2, true, header("tensors"), huge),
      in_v0(becomes("many mappings", "count", 2, true, header("index_map"), huge)),
      becomes("key overrun", "string-overrun", 2, true, metadata(0, "key.length"), huge),
      becomes("value overrun", "string-overrun", 2, true, metadata(0, "value.length"), bytes_of({251, 255, 255})),
      becomes("name overrun", "string-overrun", 2, true, name_length(octet), huge),
      becomes("reserved mark", "varint-mark", 2, true, metadata(1, "key.length"), bytes_of({255})),
      becomes("128-bit mark", "varint-mark", 2, true, tensors(truth, "shape.length"), bytes_of({254})),
      becomes("wide dtype", "varint-mark", 2, true, tensors(octet, "dtype"), huge),
      becomes("rank overrun", "rank-overrun", 2, true, tensors(real, "shape.length"), bytes_of({252, 0, 0, 1, 0})),
  };
}

// Texts, dtypes and ranks.
std::vector<Fault> value_faults() {
  return {
      damaged("key no UTF-8", "utf8", metadata(0, "key"), std::byte{0xff}),
      damaged("value no UTF-8", "utf8", metadata(0, "value"), std::byte{0x80}),
      damaged("name no UTF-8", "utf8", name(truth), std::byte{0xc0}),
      damaged("NUL in name", "nul-in-name", name(octet), std::byte{0}),
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
  };
}

// The end of the record and its padding.
std::vector<Fault> padding_faults() {
  return {
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
  };
}

// Sizes and places of tensors.
std::vector<Fault> place_faults() {
  return {
      becomes("huge tensor", "element-count", 4, false, tensors(word, "shape[0]"),
              bytes_of({253, 0, 0, 0, 0, 0, 0, 0, 128}), ".shape"),
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
  };
}

// The data, and what is repeated.
std::vector<Fault> data_faults() {
  return {
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
      in_v0(twice("index twice", "index-twice", mapping(truth, "index"), mapping(word, "index"))),
      in_v0(becomes("index too large", "index-range", 6, false, mapping(real, "index"), bytes_of({last + 1}))),
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

}  // namespace

std::vector<Fault> all_faults() {
  std::vector<Fault> all;
  for (const auto& faults : {length_faults, count_faults, value_faults, padding_faults, place_faults, data_faults}) {
    for (Fault& fault : faults()) all.push_back(std::move(fault));
  }
  return all;
}

}  // namespace hallmark::bintensors
