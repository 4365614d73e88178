// Valid files of any size, for tests of memory: their data are zeros that use no disk space.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/program/testing/bytes.hpp"
#include "conformance/program/testing/support.hpp"

namespace hallmark::program_testing {

// Sparse writes files whose zeros use no disk space.
class Sparse {
 public:
  explicit Sparse(std::string path) : path_(std::move(path)), file_(path_, std::ios::binary) {}

  Sparse& put(std::string_view bytes) {
    file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return *this;
  }
  Sparse& zeros(std::uint64_t count) {
    file_.seekp(static_cast<std::streamoff>(count), std::ios::cur);
    return *this;
  }
  std::string done() {
    const auto end = static_cast<std::uint64_t>(file_.tellp());
    file_.close();
    fs::resize_file(path_, end);
    return path_;
  }

 private:
  std::string path_;
  std::ofstream file_;
};

// A BinTensors file of `tensors` tensors of `size` bytes each, by default f32.
inline std::string large_bintensors(const Folder& folder, const std::string& file, std::uint64_t tensors,
                                    std::uint64_t size, std::uint64_t dtype = 11, std::uint64_t element = 4) {
  std::string record = '\0' + varint(tensors);
  for (std::uint64_t i = 0; i < tensors; ++i) {
    const std::string name = "t" + std::to_string(1000 + i);
    record += varint(name.size()) + name + varint(dtype) + varint(1) + varint(size / element) + varint(i * size) +
              varint((i + 1) * size);
  }
  record = padded(std::move(record), ' ');
  return Sparse(folder.path(file)).put(word(std::uint64_t{record.size()}) + record).zeros(tensors * size).done();
}

// One document for each INT8 vector.
inline std::string large_bson(const Folder& folder, std::uint64_t vectors, std::uint64_t size) {
  Sparse file(folder.path("large.bson"));
  for (std::uint64_t i = 0; i < vectors; ++i) {
    const std::string element = "\x05v" + bytes({"\0", 1}) + word(static_cast<std::uint32_t>(size + 2)) + "\x09\x03";
    file.put(word(static_cast<std::uint32_t>(4 + element.size() + 1 + size + 1)) + element).zeros(1 + size + 1);
  }
  return file.done();
}

// An OINF file of one tensor, by default f32.
inline std::string large_oinf(const Folder& folder, std::uint64_t size, std::uint32_t dtype = 10,
                              std::uint64_t element = 4) {
  constexpr std::uint64_t tables = 72;
  constexpr std::uint64_t data = tables + 8 + 12 + 8 + 16 + 4;
  std::string file = bytes({"OINF\0", 5}) + word(std::uint32_t{1}) + std::string(12, '\0') + word(std::uint32_t{1}) +
                     word(std::uint32_t{0}) + word(tables) + word(tables) + word(tables) + word(data) +
                     word(data + size) + std::string(3, '\0');
  file += word(std::uint32_t{1}) + "w" + std::string(3, '\0') + word(dtype) + word(std::uint32_t{1}) +
          word(std::uint32_t{1}) + word(size / element) + word(size) + word(data) + std::string(4, '\0');
  return Sparse(folder.path("large.oinf")).put(file).zeros(size).done();
}

inline std::string large_kserve(const Folder& folder, std::uint64_t size) {
  return Sparse(folder.path("large.kserve"))
      .put(R"({"inputs":[{"name":"x","shape":[)" + std::to_string(size) +
           R"(],"datatype":"INT8","parameters":{"binary_data_size":)" + std::to_string(size) + "}}]}")
      .zeros(size)
      .done();
}

inline std::string large_futhark(const Folder& folder, std::uint64_t size) {
  return Sparse(folder.path("large.futhark")).put("b\x02\x01  i8" + word(size)).zeros(size).done();
}

}  // namespace hallmark::program_testing
