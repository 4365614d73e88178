// SPDX-License-Identifier: Apache-2.0
// decode/gguf/<input>, validate/gguf/<input> and encode/gguf/<input>. Items are tokens, or pairs and tensors.
// lengths/gguf/tokens-<count> is the floor of a vocabulary: a loop that follows the lengths.
#include <fmt/format.h>

#include "benchmarks/gguf/inputs.hpp"

namespace hallmark::benchmarks {
namespace {

Work lengths(File file, std::uint64_t count) {
  const auto keep = std::make_shared<File>(std::move(file));
  return {[keep, count] {
            clobber_memory();
            check_answer(tokens_followed(*keep) == count, "lengths");
          },
          count};
}

}  // namespace

Workloads workloads_gguf() {
  Workloads all;
  const Codec& codec = *codec_named("gguf");
  for (const std::uint64_t count : {2000U, 1000000U}) {
    const std::string input = fmt::format("gguf/tokens-{}", count);
    const bool gated = count == 2000;
    const auto file = [=] { return gguf_tokens(count); };
    all.push_back({"lengths/" + input, [=] { return lengths(file(), count); }, gated});
    all.push_back({"decode/" + input, [=, &codec] { return of_items(count, decoding(codec, file())); }, gated});
    all.push_back({"validate/" + input, [=, &codec] { return of_items(count, validating(codec, file())); }, gated});
  }
  for (const TableOrder order : {TableOrder::sorted, TableOrder::shuffled}) {
    for (const std::uint32_t count : {1000U, 100000U}) {
      const std::string input = fmt::format("gguf/{}-{}", order == TableOrder::sorted ? "sorted" : "shuffled", count);
      const auto tables = [=] { return gguf_tables(count, order); };
      add_codec(all, codec, input, 2 * count, tables, gguf::decode, count == 1000);
    }
  }
  add_floors(all, "gguf/tokens-1000000", [] { return gguf_tokens(1000000); });
  return all;
}

}  // namespace hallmark::benchmarks
