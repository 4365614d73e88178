// SPDX-License-Identifier: Apache-2.0
// Sample: one input, and what a codec does to it.
#pragma once

#include "benchmarks/harness/workload.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::benchmarks {

using File = std::vector<std::byte>;

// Sample is an input with what owns its bytes, and how it is framed.
struct Sample {
  Sample(File file, const Options& framing = {});
  Sample(std::shared_ptr<const void> keep, Bytes input, const Options& framing)
      : owner(std::move(keep)), bytes(input), options(framing) {}

  std::shared_ptr<const void> owner;
  Bytes bytes;
  Options options;
};

// untouchable returns a file of `size` bytes that begins with `head`, up to `locked` of which there are zeros. The rest
// is inaccessible, so that a decoder that reads it crashes. Throws std::runtime_error if the system denies it.
[[nodiscard]] Sample untouchable(Bytes head, std::uint64_t locked, std::uint64_t size, const Options& options = {});
// page_size returns that of the system; `locked` must be a multiple of it.
[[nodiscard]] std::uint64_t page_size();

// decoding and validating have the whole sample as their item. `refusal` is the id of the rule that the sample breaks.
[[nodiscard]] Work decoding(const Codec& codec, const Sample& sample, const std::string& refusal = {});
[[nodiscard]] Work validating(const Codec& codec, const Sample& sample);

// of_items is the same work with other items, whose bytes need not all be touched; repeated does it `calls` times.
[[nodiscard]] Work of_items(std::uint64_t items, Work work);
[[nodiscard]] Work repeated(std::uint64_t calls, const Work& one);

// add_floors adds lower bounds for work that reads every byte: a copy of the input, and the sum of its words. Each
// makes the input when it is measured.
void add_floors(Workloads& workloads, const std::string& name, const std::function<Sample()>& make);

}  // namespace hallmark::benchmarks
