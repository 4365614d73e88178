// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/safetensors/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/harness/random.hpp"

namespace hallmark::benchmarks {
namespace {

// A header with members as they are given, and data of `size` bytes.
File file_of(const std::vector<std::string>& members, std::uint64_t size) {
  File file = safetensors::with_header(fmt::format("{{{}}}", fmt::join(members, ",")));
  file.resize(file.size() + size);
  return file;
}

std::string member_of(const std::string& name, std::uint64_t place) {
  return fmt::format(R"("{}":{{"dtype":"F32","shape":[2,2],"data_offsets":[{},{}]}})", name, 16 * place,
                     16 * (place + 1));
}

}  // namespace

File safetensors_tensors(std::uint32_t count, Order order) {
  const std::vector<std::uint32_t> shuffled = Random().permutation(count);
  std::vector<std::string> members;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t name = order == Order::shuffled ? shuffled[i] : i;
    members.push_back(member_of(name_in_model(name), order == Order::data_shuffled ? shuffled[i] : i));
  }
  return file_of(members, std::uint64_t{16} * count);
}

File safetensors_header(Header header, std::uint64_t size) {
  std::vector<std::string> members;
  std::uint64_t length = 2;
  const bool same = header == Header::same_names;
  const std::size_t one = same ? 5 : member_of(std::string(60, 'p'), 1U << 20).size() + 1;
  const std::vector<std::uint32_t> names = Random().permutation(static_cast<std::uint32_t>(size / one));
  for (std::uint32_t i = 0; i < names.size() && length + one < size; ++i) {
    members.push_back(same ? R"("":1)" : member_of(std::string(52, 'p') + fmt::format("{:08}", names[i]), i));
    length += members.back().size() + 1;
  }
  return file_of(members, same ? 0 : 16 * members.size());
}

}  // namespace hallmark::benchmarks
