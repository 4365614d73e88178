// SPDX-License-Identifier: Apache-2.0
// safetensors files. The number is a count of tensors, or for a model the size of its data in bytes, which are a hole
// in the file.
#include <unistd.h>

#include <stdexcept>

#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/peers/native/family.hpp"
#include "benchmarks/safetensors/inputs.hpp"

namespace hallmark::benchmarks {
namespace {

// Writes a header and a hole for the data.
void write_sparse(const std::string& path, const safetensors::OwnedModel& model) {
  const File head = safetensors::head_of(model);
  std::uint64_t size = head.size();
  for (const auto& tensor : model.tensors) size += conformance::data_size(tensor);
  write_file(path, head);
  if (truncate(path.c_str(), static_cast<off_t>(size)) != 0) throw std::runtime_error(path + ": cannot be made larger");
}

std::string answer_of_file(const safetensors::FileView& file) {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t names = 0;
  for (const TensorView& tensor : file.tensors) {
    count += count_of(tensor.shape).elements();
    bytes += tensor.data.size();
    names += sum_of<std::uint8_t>(as_bytes(tensor.name));
  }
  return answer_of({{"tensors", file.tensors.size()}, {"elements", count}, {"data_bytes", bytes}, {"name_sum", names}});
}

PeerWork tensors(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto decode = [=] {
    Scratch scratch = memory->of(safetensors::scratch_bound(input->bytes()));
    return safetensors::decode(input->bytes(), scratch);
  };
  return {[=] { return valid(decode()).tensors.size(); }, [=] { return answer_of_file(valid(decode())); }};
}

// In each pass the file is opened, its header read, its data mapped, the header decoded, and the file closed.
PeerWork open_tensors(const std::string& path) {
  const auto memory = std::make_shared<Memory>();
  const auto start = std::make_shared<std::vector<std::byte>>(start_size);
  const auto decode = [memory](const MappedFile& file) {
    const bool whole = safetensors::header_size(file.start()) <= file.start().size();
    const Bytes header = whole ? file.start() : file.bytes();
    Scratch scratch = memory->of(safetensors::scratch_bound(header));
    return safetensors::decode(file.bytes(), header, scratch);
  };
  return {[=] {
            const MappedFile file(path, *start);
            return valid(decode(file)).tensors.size();
          },
          [=] {
            const MappedFile file(path, *start);
            return answer_of_file(valid(decode(file)));
          }};
}

}  // namespace

void add_safetensors(Families& all) {
  all.works.insert({{"safetensors", tensors}, {"safetensors-open", open_tensors}});
  const auto of = [](Order order) {
    return made([order](auto count) { return safetensors_tensors(static_cast<std::uint32_t>(count), order); });
  };
  all.inputs.insert(
      {{"safetensors-written", of(Order::written)},
       {"safetensors-shuffled", of(Order::shuffled)},
       {"safetensors-data-shuffled", of(Order::data_shuffled)},
       {"safetensors-prefixes", made([](auto) { return safetensors_header(Header::long_prefixes, 99'000'000); })},
       {"safetensors-7b", [](auto, const auto& path) { write_sparse(path, model_7b()); }}});
}

}  // namespace hallmark::benchmarks
