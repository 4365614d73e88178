// SPDX-License-Identifier: Apache-2.0
// Sample: one input, and what a codec does to it.
#pragma once

#include "benchmarks/harness/workload.hpp"
#include "conformance/model/encoded.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::benchmarks {

using File = std::vector<std::byte>;

// TableOrder is the order of the names in a table, and of the data after it.
enum class TableOrder : std::uint8_t { sorted, shuffled };

// Sample is an input with what owns its bytes, and how it is framed.
struct Sample {
  Sample(File file, const Options& framing = {});
  Sample(std::shared_ptr<const void> keep, Bytes input, const Options& framing)
      : owner(std::move(keep)), bytes(input), options(framing) {}

  std::shared_ptr<const void> owner;
  Bytes bytes;
  Options options;
  std::uint64_t beyond = 0;  // of the file, bytes that are not here
};

// untouchable returns a file of `size` bytes that begins with `head`, up to `locked` of which there are zeros. The rest
// is inaccessible, so that a decoder that reads it crashes. Throws std::runtime_error if the system denies it.
[[nodiscard]] Sample untouchable(Bytes head, std::uint64_t locked, std::uint64_t size, const Options& options = {});
// page_size returns that of the system; `locked` must be a multiple of it.
[[nodiscard]] std::uint64_t page_size();

// decoding and validating have the whole sample as their item. `refusal` is the id of the rule that the sample breaks.
[[nodiscard]] Work decoding(const Codec& codec, const Sample& sample, const std::string& refusal = {});
[[nodiscard]] Work validating(const Codec& codec, const Sample& sample);

// encoding encodes what an encoder takes before its memory: a model, after its layout where there are several. `keep`
// owns what that views.
template <class Keep, class... What>
[[nodiscard]] Work encoding(std::uint64_t items, const std::shared_ptr<Keep>& keep, const What&... what) {
  const auto out = std::make_shared<File>(conformance::written(what...));
  const auto memory = std::make_shared<File>(encode_scratch(what...));
  check_answer(!out->empty(), "encoded");
  return {[=] {
            clobber_memory();
            Scratch scratch(*memory);
            const Encoded encoded = encode(what..., scratch, *out);
            check_answer(encoded && encoded.size == out->size(), "encode");
            (void)keep;
          },
          items, 0, memory};
}

// encoding_of encodes what a file holds; `decode` is that of the family.
template <class View>
[[nodiscard]] Work encoding_of(const Codec& codec, std::uint64_t items, File file,
                               Decoded<View> (*decode)(Input, Scratch&, const Options&) noexcept) {
  const auto keep = std::make_shared<std::pair<File, File>>(std::move(file), File());
  const Bytes input = keep->first;
  keep->second.resize(codec.scratch_bound(input, {}));
  Scratch scratch(keep->second);
  const auto decoded = decode(input, scratch, {});
  check_answer(static_cast<bool>(decoded), "decode");
  return encoding(items, keep, *decoded);
}

// of_items is the same work with other items, whose bytes need not all be touched; repeated does it `calls` times.
[[nodiscard]] Work of_items(std::uint64_t items, Work work);
[[nodiscard]] Work repeated(std::uint64_t calls, const Work& one);

// add_codec adds decode/<input> and encode/<input>, of a file that `make` gives.
template <class Make, class View>
void add_codec(Workloads& workloads, const Codec& codec, const std::string& input, std::uint64_t items,
               const Make& make, Decoded<View> (*decode)(Input, Scratch&, const Options&) noexcept, bool gated) {
  workloads.push_back({"decode/" + input, [=, &codec] { return of_items(items, decoding(codec, make())); }, gated});
  workloads.push_back({"encode/" + input, [=, &codec] { return encoding_of(codec, items, make(), decode); }, gated});
}

// add_floors adds lower bounds for work that reads every byte: a copy of the input, and the sum of its words. Each
// makes the input when it is measured.
void add_floors(Workloads& workloads, const std::string& name, const std::function<Sample()>& make);

}  // namespace hallmark::benchmarks
