// SPDX-License-Identifier: Apache-2.0
// Well-known files of other formats.
#include "conformance/examine/foreign.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "conformance/examine/detect.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"

namespace hallmark::conformance {
namespace {

using namespace std::string_literals;

// A zip file whose first entry has this name.
std::string zip(const std::string& entry) {
  return "PK\x03\x04"s + std::string(22, '\0') + static_cast<char>(entry.size()) + std::string(3, '\0') + entry +
         "data";
}

TEST_CASE("foreign: well-known files are named, and none of them is taken for one of ours") {
  const std::string tar = "a.txt" + std::string(252, '\0') + "ustar\00000"s;
  const std::pair<std::string, std::string> rows[] = {
      {zip("arr_0.npy"), "NumPy arrays (npz)"},
      {zip("archive/data.pkl"), "a PyTorch checkpoint, whose pickle can run any code when it is loaded"},
      {zip("word/document.xml"), "a zip archive"},
      {"PK\x03\x04"s, "a zip archive"},
      {"\x08\x08\x12\x07pytorch\x1a\x05"s + "2.1.0", "an ONNX model"},
      {"\x80\x04\x95\x0b\0\0\0\0\0\0\0"s, "a Python pickle, which can run any code when it is loaded"},
      {"\x80\x02}q\0."s, "a Python pickle, which can run any code when it is loaded"},
      {"\x80\x02\x8a\nl\xfc\x9c\x46\xf9\x20"s, "a Python pickle, which can run any code when it is loaded"},
      {"\x28\xb5\x2f\xfd\x04"s, "a zstd archive"},
      {"\xfd\x37zXZ\0\0"s, "an xz archive"},
      {"BZh61AY&SYxx"s, "a bzip2 archive"},
      {tar, "a tar archive"},
      {"\x89PNG\r\n\x1a\n\0\0"s, "a PNG image"},
      {"\xff\xd8\xff\xe0\0"s, "a JPEG image"},
      {"\x89HDF\r\n\x1a\n\0"s, "an HDF5 file"},
      {"PAR1\x15"s, "a Parquet file"},
      {"ARROW1\0\0\xff"s, "an Arrow file"},
      {"\x7f"
       "ELF\x02"s,
       "an ELF program or library"},
      {"%PDF-1.7\n"s, "a PDF document"},
      {"SQLite format 3\0"s, "an SQLite database"},
      {"\x1c\0\0\0TFL3"s, "a TensorFlow Lite model"},
      {"#!/bin/sh\n"s, "a script"},
      {"version https://git-lfs.github.com/spec/v1\n"s, "a Git LFS pointer, not the file itself"},
  };
  for (const auto& [file, name] : rows) {
    CAPTURE(name, file);
    CHECK(foreign_format(as_bytes(file)) == name);
    CHECK(detect(as_bytes(file), "x.bin") == nullptr);
  }
}

TEST_CASE("foreign: the kind of a file of tensors shows in its first bytes") {
  const std::pair<std::string, const char*> rows[] = {
      {"\x93NUMPY\x01\0v\0"s, "npy"},
      {zip("arr_0.npy"), "npz"},
      {zip("archive/data.pkl"), "pytorch"},
      {zip("word/document.xml"), ""},
      {"", ""},
      {"\x89PNG\r\n\x1a\n\0\0"s, ""},
      {"hello", ""},
  };
  for (const auto& [start, kind] : rows) {
    CAPTURE(start);
    CHECK(foreign_kind(as_bytes(start)) == kind);
  }
}

TEST_CASE("foreign: what is not certain is not named") {
  const std::string_view unknown[] = {
      "",
      "hello",
      {"\x08\x08\x12\x07pytorch", 11},             // nothing after the name of the producer
      {"\x08\x08\x12\x07pytor\x01h\x1a\x05", 13},  // not text
      {"\x08\x08\x12\x07pytorch\x7f\x05", 13},     // no field of a model
      {"\x08\x96\x01", 3},                         // some other Protobuf
      {"\x80\x06\x95", 3},
      {"\x80\x04", 2},
      {"\x50\0\0\0\0\0\0\0{\"a\"", 12},  // a size beyond the end
      {"PK\x05\x06", 4},
  };
  for (const std::string_view file : unknown) {
    CAPTURE(file);
    CHECK(foreign_format(as_bytes(file)).empty());
  }
}

TEST_CASE("foreign: a prefix of a marked file is that file or nothing, and nothing after it is read") {
  const std::pair<std::string, std::string_view> files[] = {{zip("arr_0.npy"), "NumPy arrays (npz)"},
                                                            {"\x08\x08\x12\x07pytorch\x1a\x05"s, "an ONNX model"}};
  for (const auto& [whole, name] : files) {
    for (std::size_t size = 0; size <= whole.size(); ++size) {
      CAPTURE(name, size);
      const testing::Fenced memory(size);
      std::memcpy(memory.high().data(), whole.data(), size);
      const std::string_view found = foreign_format(memory.high());
      CHECK((found == name || (size < whole.size() && (found.empty() || found == "a zip archive"))));
    }
  }
}

}  // namespace
}  // namespace hallmark::conformance
