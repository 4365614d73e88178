// SPDX-License-Identifier: Apache-2.0
// Valid files of any size, for tests of memory: their data are zeros that use no disk space. A family writes its own
// in conformance/<family>/program/large_file.cpp, unless its generator says how models lie in its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/models.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/testing/example.hpp"
#include "conformance/testing/temporary_folder.hpp"

namespace hallmark::program_testing {

// Sparse writes a file whose zeros use no disk space.
class Sparse {
 public:
  explicit Sparse(const std::string& path) : path_(path), file_(path, std::ios::binary) {}
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;
  ~Sparse() {
    const auto end = static_cast<std::uint64_t>(file_.tellp());
    file_.close();
    std::filesystem::resize_file(path_, end);
  }

  Sparse& put(std::string_view bytes) {
    file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return *this;
  }
  Sparse& zeros(std::uint64_t count) {
    file_.seekp(static_cast<std::streamoff>(count), std::ios::cur);
    return *this;
  }

 private:
  std::string path_;
  std::ofstream file_;
};

// LargeFile writes files of one format; their tensors have one dimension.
struct LargeFile {
  std::string format;
  std::string dtype;      // of one byte
  const char* name;       // of the first tensor, as inspect shows it
  const char* data;       // where the value has the data of the first tensor
  std::uint64_t largest;  // bytes that one tensor can have
  std::function<void(Sparse& file, std::uint64_t tensors, std::uint64_t size)> write;

  // in writes a file of some tensors of `size` bytes each, and returns its path.
  [[nodiscard]] std::string in(const testing::Folder& folder, std::uint64_t tensors, std::uint64_t size) const {
    const std::string path = folder.path("large." + format + std::string(codec_named(format)->extensions.front()));
    Sparse file(path);
    write(file, tensors, size);
    return path;
  }
};

// model_file is for formats that store the data of named tensors after all else.
[[nodiscard]] inline LargeFile model_file(const conformance::Generator& of) {
  const conformance::ModelLayout& layout = *of.layout;
  const auto write = [&layout](Sparse& file, std::uint64_t tensors, std::uint64_t size) {
    conformance::OwnedModel model;
    for (std::uint64_t i = 0; i < tensors; ++i) {
      model.tensors.push_back({"t" + std::to_string(1000 + i), DType::u8, {size}, {}});
    }
    const std::uint64_t padded = (size + layout.alignment - 1) / layout.alignment * layout.alignment;
    file.put(as_text(layout.head_of(model))).zeros(tensors * padded);
  };
  const std::string dtype(name_of(layout.byte));
  return {std::string(of.format), dtype, "t1000", "/value/tensors/0/data", UINT64_MAX, write};
}

// add_large_files adds those of families with a file for it; the call is made by CMake.
void add_large_files(std::vector<LargeFile>& all);

[[nodiscard]] inline std::vector<LargeFile> large_files() {
  std::vector<LargeFile> all;
  add_large_files(all);
  for (const conformance::Generator* one : conformance::all_generators()) {
    if (one->layout != nullptr) all.push_back(model_file(*one));
  }
  return all;
}

// large_file is that of the example, or of another format.
[[nodiscard]] inline LargeFile large_file(std::string_view format = testing::example::format) {
  for (LargeFile& one : large_files()) {
    if (one.format == format) return one;
  }
  throw std::invalid_argument("no large file of this format");
}

}  // namespace hallmark::program_testing
