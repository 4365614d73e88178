// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/foreign.hpp"

#include <algorithm>
#include <cstdint>

#include "codecs/core/words.hpp"

namespace hallmark::conformance {
namespace {

using namespace std::string_view_literals;

bool has(std::string_view file, std::size_t at, std::string_view mark) noexcept {
  return file.size() >= at + mark.size() && file.substr(at, mark.size()) == mark;
}

bool printable(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
}

// Protobuf: ir_version, then the name of the producer, then another field of the model.
bool is_onnx(std::string_view file) noexcept {
  if (file.size() < 5 || file[1] < 1 || file[1] > 0x20 || file[2] != 0x12) return false;
  const auto name = static_cast<std::size_t>(static_cast<unsigned char>(file[3]));
  if (name == 0 || name > 0x7f || file.size() <= 4 + name || !printable(file.substr(4, name))) return false;
  return "\x1a\x22\x28\x32\x3a\x42"sv.find(file[4 + name]) != std::string_view::npos;
}

// The name of the first entry of a zip archive.
std::string_view zip_entry(std::string_view file) noexcept {
  if (file.size() < 30) return {};
  const auto size = load_le<std::uint16_t>(reinterpret_cast<const std::byte*>(file.data() + 26));
  return file.substr(30, size);
}
bool is_npz(std::string_view file) noexcept { return zip_entry(file).ends_with(".npy"); }
bool is_torch(std::string_view file) noexcept { return zip_entry(file).ends_with("/data.pkl"); }

// PROTO and a version, then an opcode that programs write first.
bool is_pickle(std::string_view file) noexcept {
  return file.size() > 3 && file[1] >= 2 && file[1] <= 5 &&
         "\x95\x8a\x8c()]}KJMGXcN"sv.find(file[2]) != std::string_view::npos;
}

struct Mark {
  std::size_t at;
  std::string_view bytes;
  std::string_view name;
  std::string_view kind = {};                              // of files of tensors
  bool (*fits)(std::string_view file) noexcept = nullptr;  // what the bytes do not tell

  [[nodiscard]] bool is_of(std::string_view file) const noexcept {
    return has(file, at, bytes) && (fits == nullptr || fits(file));
  }
};

// One row a mark; the first that fits names the file.
constexpr Mark marks[] = {
    {0, "\x93NUMPY"sv, "a NumPy array (npy)", "npy"},
    {0, "lmgg"sv, "a GGML model", "ggml"},
    {0, "tjgg"sv, "a GGML model", "ggml"},
    {4, "TFL3"sv, "a TensorFlow Lite model", "tflite"},
    {0, "\x89HDF\r\n\x1a\n"sv, "an HDF5 file", "hdf5"},
    {0, "CDF\x01"sv, "a NetCDF file", "netcdf"},
    {0, "CDF\x02"sv, "a NetCDF file", "netcdf"},
    {0, "MATLAB 5.0 MAT-file"sv, "a MATLAB file", "mat"},
    {0, "PAR1"sv, "a Parquet file"},
    {0, "ARROW1\0\0"sv, "an Arrow file"},
    {0, "\xff\xff\xff\xff\x10\0\0\0"sv, "an Arrow stream"},
    {0, "FEA1"sv, "a Feather file"},
    {0, "ORC"sv, "an ORC file"},
    {0, "Obj\x01"sv, "an Avro file"},
    {0, "SQLite format 3\0"sv, "an SQLite database"},
    {0, "\x28\xb5\x2f\xfd"sv, "a zstd archive"},
    {0,
     "\xfd"
     "7zXZ\0"sv,
     "an xz archive"},
    {4, "1AY&SY"sv, "a bzip2 archive"},
    {0, "\x04\x22\x4d\x18"sv, "an LZ4 archive"},
    {0, "7z\xbc\xaf\x27\x1c"sv, "a 7z archive"},
    {0, "Rar!\x1a\x07"sv, "a RAR archive"},
    {257, "ustar"sv, "a tar archive"},
    {0, "!<arch>\n"sv, "an ar archive"},
    {0, "\x89PNG\r\n\x1a\n"sv, "a PNG image"},
    {0, "\xff\xd8\xff"sv, "a JPEG image"},
    {0, "GIF8"sv, "a GIF image"},
    {8, "WEBP"sv, "a WebP image"},
    {0, "II*\0"sv, "a TIFF image"},
    {0, "MM\0*"sv, "a TIFF image"},
    {0, "%PDF-"sv, "a PDF document"},
    {8, "WAVE"sv, "a WAV file"},
    {0, "ID3"sv, "an MP3 file"},
    {0, "OggS"sv, "an Ogg file"},
    {4, "ftyp"sv, "an MP4 file"},
    {0,
     "\x7f"
     "ELF"sv,
     "an ELF program or library"},
    {0, "\xcf\xfa\xed\xfe"sv, "a Mach-O program or library"},
    {0, "\0asm"sv, "a WebAssembly module"},
    {0, "#!"sv, "a script"},
    {0, "PK\x03\x04"sv, "NumPy arrays (npz)", "npz", is_npz},
    {0, "PK\x03\x04"sv, "a PyTorch checkpoint, whose pickle can run any code when it is loaded", "pytorch", is_torch},
    {0, "\x08"sv, "an ONNX model", "onnx", is_onnx},
    {0, "\x80"sv, "a Python pickle, which can run any code when it is loaded", "pickle", is_pickle},
    {0, "PK\x03\x04"sv, "a zip archive"},
};

// What stands in place of a file that could not be had.
constexpr Mark leftovers[] = {
    {0, "version https://git-lfs"sv, "a Git LFS pointer, not the file itself"},
    {0, "<!DOCTYPE html"sv, "an HTML page"},
    {0, "<!doctype html"sv, "an HTML page"},
    {0, "<html"sv, "an HTML page"},
    {0, "<?xml"sv, "an XML document"},
    {0, "{\"error\""sv, "an error of a server, in JSON"},
};

}  // namespace

std::string_view left_by_a_download(Bytes file) noexcept {
  const auto found =
      std::ranges::find_if(leftovers, [text = as_text(file)](const Mark& mark) { return mark.is_of(text); });
  return found == std::end(leftovers) ? std::string_view() : found->name;
}

std::string_view foreign_format(Bytes file) noexcept {
  if (const std::string_view left = left_by_a_download(file); !left.empty()) return left;
  const std::string_view text = as_text(file);
  const auto found = std::ranges::find_if(marks, [text](const Mark& mark) { return mark.is_of(text); });
  return found == std::end(marks) ? std::string_view() : found->name;
}

std::string_view foreign_kind(Bytes start) noexcept {
  const std::string_view text = as_text(start);
  for (const Mark& mark : marks) {
    if (!mark.kind.empty() && mark.is_of(text)) return mark.kind;
  }
  return {};
}

}  // namespace hallmark::conformance
