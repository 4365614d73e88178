// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/peers/native/family.hpp"

#include <bit>
#include <filesystem>
#include <fstream>

#include "benchmarks/peers/native/tensor_files.hpp"

namespace hallmark::benchmarks {

void add_core(Families& all);
void add_families(Families& all);  // made by CMake

Families families() {
  Families all;
  add_core(all);
  add_families(all);
  return all;
}

PeerWork work_of(const std::string& work, const std::string& path) {
  const auto known = families().works;
  const auto found = known.find(work);
  if (found == known.end()) throw Refused("no such work: " + work);
  return found->second(path);
}

File floats_of(std::uint64_t count) {
  File data(4 * static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    store_le(data.data() + 4 * i, std::bit_cast<std::uint32_t>(static_cast<float>(i) / 8.0F));
  }
  return data;
}

void write_file(const std::string& path, Bytes bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << as_text(bytes);
  out.close();
  if (!out) throw std::runtime_error(path + ": cannot be written");
}

void write_sparse(const std::string& path, Bytes head, std::uint64_t data) {
  write_file(path, head);
  std::filesystem::resize_file(path, head.size() + data);
}

std::uint64_t sum_of(const TensorView& tensor) {
  std::uint64_t sum = 0;
  switch (size_of(tensor.dtype)) {
    case 1: return sum_of<std::uint8_t>(tensor.data);
    case 2: return sum_of<std::uint16_t>(tensor.data);
    case 4: return sum_of<std::uint32_t>(tensor.data);
    case 8: return sum_of<std::uint64_t>(tensor.data);
    default: break;
  }
  for (Bytes left = tensor.data; !left.empty();) {
    const auto length = load_le<std::uint32_t>(left.data());
    sum += length + sum_of<std::uint8_t>(left.subspan(4, length));
    left = left.subspan(4 + length);
  }
  return sum;
}

}  // namespace hallmark::benchmarks
