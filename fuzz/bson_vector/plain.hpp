// The plain data of a BSON vector: all its bytes, but the padding of the last one.
#pragma once

#include "conformance/bson_vector/generate.hpp"
#include "fuzz/roundtrip.hpp"

namespace hallmark::bson_vector {

[[nodiscard]] inline bool operator==(const OwnedVector& a, const OwnedVector& b) {
  return a.dtype == b.dtype && a.padding == b.padding && a.data == b.data;
}

}  // namespace hallmark::bson_vector

namespace hallmark::fuzz {

inline void add_plain(std::vector<Plain>& plain, const File& file, const bson_vector::VectorView& vector,
                      std::size_t part) {
  Plain all = plain_data(file, vector.data, DType::u8, part);
  if (vector.padding > 0) {
    --all.size;
    plain.push_back({all.offset + all.size, 1, part, all.size, static_cast<std::byte>(0xff << vector.padding)});
  }
  plain.push_back(all);
}

}  // namespace hallmark::fuzz
