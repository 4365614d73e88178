// SPDX-License-Identifier: Apache-2.0
#include "conformance/python/cut.hpp"

#include <vector>

#include "conformance/model/scratch_memory.hpp"

namespace hallmark::python {
namespace {

Violation first_error(const Codec& codec, Bytes input, std::uint64_t max_alloc) {
  const std::uint64_t needed = codec.scratch_bound(input, {});
  if (needed > max_alloc) return {};
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  return codec.decode(input, scratch, {});
}

bool lacks_bytes(const Violation& violation) {
  return violation.rule != nullptr && violation.rule->category == Category::truncated;
}

constexpr std::uint64_t enough = 2;  // fields that are read

bool reads_fields(const Codec& codec, Bytes input) {
  struct Fields final : LayoutSink {
    bool range(std::uint64_t, std::uint64_t, const char*, const Place&) noexcept override { return ++count < enough; }
    std::uint64_t count = 0;
  } fields;
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(codec.scratch_bound(input, {}));
  (void)codec.layout(input, scratch, {}, fields);
  return fields.count == enough;
}

}  // namespace

const Codec* cut(Bytes input, std::uint64_t max_alloc) {
  // A header of a fixed size is judged when it is whole: with zeros after it, what is here must still be right.
  constexpr std::size_t longest_header = 4096;
  std::vector<std::byte> longer;
  if (input.size() < longest_header) {
    longer.assign(input.begin(), input.end());
    longer.resize(input.size() + longest_header);
  }
  const Codec* found = nullptr;
  std::uint64_t furthest = 0;
  for (const Codec* codec : all_codecs()) {
    const Violation violation = first_error(*codec, input, max_alloc);
    if (!lacks_bytes(violation) || violation.offset <= furthest || !reads_fields(*codec, input)) continue;
    if (!longer.empty()) {
      const Violation later = first_error(*codec, longer, max_alloc);
      if (later.rule != nullptr && !lacks_bytes(later) && later.offset < input.size()) continue;
    }
    found = codec;
    furthest = violation.offset;
  }
  return found;
}

}  // namespace hallmark::python
