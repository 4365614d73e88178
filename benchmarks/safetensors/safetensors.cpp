// SPDX-License-Identifier: Apache-2.0
// decode/safetensors/<input> and encode/safetensors/<input>, with floors for the same bytes. For files of many tensors
// an item is a tensor, for other inputs a file.
#include <fmt/format.h>

#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/safetensors/inputs.hpp"

namespace hallmark::benchmarks {

Workloads workloads_safetensors() {
  constexpr const char* names[] = {"written", "shuffled", "data-shuffled"};
  Workloads all;
  const Codec& codec = *codec_named("safetensors");
  for (const Order order : {Order::written, Order::shuffled, Order::data_shuffled}) {
    for (const std::uint32_t count : {2000U, 100000U, 1000000U}) {
      const std::string input = fmt::format("safetensors/{}-{}", names[static_cast<std::size_t>(order)], count);
      const bool gated = count == 2000;
      const auto file = [=] { return safetensors_tensors(count, order); };
      all.push_back({"decode/" + input, [=, &codec] { return of_items(count, decoding(codec, file())); }, gated});
      if (count <= 100000)
        all.push_back(
            {"encode/" + input, [=, &codec] { return encoding_of(codec, count, file(), safetensors::decode); }, gated});
    }
  }
  all.push_back({"decode/safetensors/model-7B", [&codec] {
                   Sample head = safetensors::head_of(model_7b());
                   head.beyond = data_size(model_7b());
                   return of_items(1, decoding(codec, head));
                 }});
  constexpr std::uint64_t most = 99'000'000;
  const auto refused = [&](const char* name, Header header, const char* rule) {
    all.push_back({name, [=, &codec] { return of_items(1, decoding(codec, safetensors_header(header, most), rule)); }});
  };
  refused("decode/safetensors/long-names-99MB", Header::long_prefixes, "");
  refused("decode/safetensors/same-names-99MB", Header::same_names, "safetensors/duplicate-key");
  add_floors(all, "safetensors/written-100000", [] { return safetensors_tensors(100000, Order::written); });
  return all;
}

}  // namespace hallmark::benchmarks
