// SPDX-License-Identifier: Apache-2.0
// GGUF models. The number is a count of tokens, or of pairs and as many tensors. Only of a vocabulary alone are the
// lengths followed.
#include "benchmarks/gguf/inputs.hpp"
#include "benchmarks/peers/native/family.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::benchmarks {
namespace {

PeerWork read_model(const std::string& path) {
  return reading(
      path, gguf::scratch_bound, gguf::decode, [](const gguf::FileView& file) { return file.metadata.size(); },
      [](const gguf::FileView& file) {
        std::uint64_t elements = 0;
        for (const gguf::Pair& pair : file.metadata) elements += pair.value.array.count;
        return answer_of(
            {{"metadata", file.metadata.size()}, {"elements", elements}, {"tensors", file.tensors.size()}});
      });
}

PeerWork follow_lengths(const std::string& path) {
  const Input input = input_of(path);
  return {[input] { return tokens_followed(input->bytes()); }, [] { return std::string(); }};
}

}  // namespace

void add_gguf(Families& all) {
  all.works.insert({{"gguf", read_model}, {"gguf-lengths", follow_lengths}});
  all.inputs.insert({{"gguf-tokens", made(gguf_tokens)},
                     {"gguf-model", made(gguf_model)},
                     {"gguf-tables", made([](auto count) {
                        return gguf_tables(static_cast<std::uint32_t>(count), TableOrder::shuffled);
                      })}});
}

}  // namespace hallmark::benchmarks
