// SPDX-License-Identifier: Apache-2.0
// For tests: archives in zip format, which may be wrong in one thing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/compression/zipped.hpp"

namespace hallmark::archive {

struct Zipped {
  std::string name;
  std::string content;
  bool deflate = false;
  bool zip64 = false;       // sizes in an extra field
  bool descriptor = false;  // checksum and sizes after the data
  // What both headers say, if not what is right.
  unsigned flags = 0;
  std::optional<unsigned> method = {};
  std::optional<unsigned long> checksum = {};
  std::optional<std::size_t> size = {};
  std::optional<std::size_t> packed_size = {};
  std::optional<std::string> own_name = {};  // in the header before the data
};

// number writes one in little-endian order.
inline std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

inline std::string zip_file(const std::vector<Zipped>& members) {
  std::string file;
  std::string directory;
  for (const Zipped& one : members) {
    const std::string stream = compression::zipped(one.content, false);
    // Without the header and the checksum of zlib.
    const std::string packed = one.deflate ? stream.substr(2, stream.size() - 6) : one.content;
    const auto* const bytes = reinterpret_cast<const Bytef*>(one.content.data());
    const std::uint64_t checksum = one.checksum.value_or(crc32(0, bytes, static_cast<uInt>(one.content.size())));
    const std::size_t size = one.size.value_or(one.content.size());
    const std::size_t packed_size = one.packed_size.value_or(packed.size());
    const std::string sizes64 = number(size, 8) + number(packed_size, 8);
    const std::string extra = one.zip64 ? number(1, 2) + number(16, 2) + sizes64 : "";
    const std::string sizes = one.zip64 ? std::string(8, '\xff') : number(packed_size, 4) + number(size, 4);
    const auto header = [&](const std::string& name, bool described) {
      return number(45, 2) + number(one.flags | (one.descriptor ? 8U : 0U), 2) +
             number(one.method.value_or(one.deflate ? 8U : 0U), 2) + number(0x21'0000, 4) +
             (described ? std::string(12, '\0') : number(checksum, 4) + sizes) + number(name.size(), 2) +
             number(extra.size(), 2);
    };
    const std::string own = one.own_name.value_or(one.name);
    directory += "PK\x01\x02" + number(45, 2) + header(one.name, false) + std::string(10, '\0') +
                 number(file.size(), 4) + one.name + extra;
    file += "PK\x03\x04" + header(own, one.descriptor) + own + extra + packed;
    if (one.descriptor) file += "PK\x07\x08" + number(checksum, 4) + number(packed.size(), 4) + number(size, 4);
  }
  return file + directory + "PK\x05\x06" + number(0, 4) + number(members.size(), 2) + number(members.size(), 2) +
         number(directory.size(), 4) + number(file.size(), 4) + number(0, 2);
}

}  // namespace hallmark::archive
