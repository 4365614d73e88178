// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/safetensors/inputs.hpp"

#include <fmt/format.h>

#include <numeric>

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
  constexpr const char* last[] = {"attn.bias", "attn.weight", "norm.bias", "norm.weight"};
  Random random;
  std::vector<std::uint32_t> names(count);
  std::iota(names.begin(), names.end(), 0U);
  if (order == Order::shuffled) random.shuffle(names);
  std::vector<std::uint32_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  if (order == Order::data_shuffled) random.shuffle(places);
  std::vector<std::string> members;
  for (std::uint32_t i = 0; i < count; ++i) {
    members.push_back(member_of(fmt::format("layer.{:06}.{}", names[i] / 4, last[names[i] % 4]), places[i]));
  }
  return file_of(members, std::uint64_t{16} * count);
}

File safetensors_header(Header header, std::uint64_t size) {
  std::vector<std::string> members;
  std::uint64_t length = 2;
  Random random;
  const bool same = header == Header::same_names;
  const std::size_t one = same ? 5 : member_of(std::string(60, 'p'), 1U << 20).size() + 1;
  std::vector<std::uint32_t> names(size / one);
  std::iota(names.begin(), names.end(), 0U);
  random.shuffle(names);
  for (std::uint32_t i = 0; i < names.size() && length + one < size; ++i) {
    members.push_back(same ? R"("":1)" : member_of(std::string(52, 'p') + fmt::format("{:08}", names[i]), i));
    length += members.back().size() + 1;
  }
  return file_of(members, same ? 0 : 16 * members.size());
}

Work encode_safetensors(File file, std::uint64_t tensors) {
  struct Content {
    File file;
    std::vector<std::byte> tables;
    safetensors::FileView view;
    File out;
  };
  auto content = std::make_shared<Content>();
  content->file = std::move(file);
  content->tables.resize(safetensors::scratch_bound(content->file));
  Scratch once(content->tables);
  const auto decoded = safetensors::decode(content->file, once);
  check_answer(static_cast<bool>(decoded), "safetensors::decode");
  content->view = *decoded;
  auto memory = std::make_shared<std::vector<std::byte>>(safetensors::encode_scratch(content->view));
  content->out.resize(safetensors::encoded_size(content->view, Scratch(*memory)));
  return {[content, memory] {
            clobber_memory();
            Scratch scratch(*memory);
            const Encoded encoded = safetensors::encode(content->view, scratch, content->out);
            check_answer(encoded && encoded.size == content->out.size(), "safetensors::encode");
          },
          tensors, 0, memory};
}

}  // namespace hallmark::benchmarks
