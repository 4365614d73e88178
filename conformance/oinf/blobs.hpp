// How OINF writes numbers and strings, and the blobs of metadata: for its model, its generator and tests.
#pragma once

#include <concepts>
#include <string_view>
#include <vector>

#include "hallmark/oinf.hpp"

namespace hallmark::oinf {

template <std::integral T>
void append(std::vector<std::byte>& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) out.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}
inline void append(std::vector<std::byte>& out, std::string_view text) {
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
}
inline void append(std::vector<std::byte>& out, Bytes bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

// Zeros until `from`, a size, and what was written after it fill a multiple of 8.
inline void pad(std::vector<std::byte>& out, std::size_t from = 0) {
  while ((out.size() - from) % 8 != 0) out.push_back(std::byte{0});
}

inline void append_string(std::vector<std::byte>& out, std::string_view text) {
  const std::size_t from = out.size();
  append(out, static_cast<std::uint32_t>(text.size()));
  append(out, text);
  pad(out, from);
}

// Blobs of metadata, with their own padding.
[[nodiscard]] inline std::vector<std::byte> string_blob(std::string_view text) {
  std::vector<std::byte> blob;
  append_string(blob, text);
  return blob;
}
[[nodiscard]] inline std::vector<std::byte> bitset_blob(std::uint32_t bits, Bytes data) {
  std::vector<std::byte> blob;
  append(blob, bits);
  append(blob, static_cast<std::uint32_t>(data.size()));
  append(blob, data);
  pad(blob);
  return blob;
}
[[nodiscard]] inline std::vector<std::byte> ndarray_blob(ValueType type, const std::vector<std::uint64_t>& dims,
                                                         Bytes data) {
  std::vector<std::byte> blob;
  append(blob, static_cast<std::uint32_t>(type));
  append(blob, static_cast<std::uint32_t>(dims.size()));
  for (const std::uint64_t size : dims) append(blob, size);
  append(blob, data);
  pad(blob);
  return blob;
}

}  // namespace hallmark::oinf
