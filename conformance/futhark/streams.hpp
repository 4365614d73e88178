// Reading of streams, for the tests of Futhark.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "conformance/futhark/generate.hpp"
#include "conformance/testing/property.hpp"

namespace hallmark::futhark {

inline const Codec& codec() { return *codec_named("futhark"); }

using Stream = std::vector<std::byte>;

inline Options under(Profile profile, std::optional<std::uint32_t> max_rank = std::nullopt) {
  Options options;
  options.profile = profile;
  options.limits.max_rank = max_rank;
  return options;
}

// read gives the values of a valid stream, each read in exactly the scratch that is asked for; nothing of another.
inline std::optional<OwnedValues> read(Bytes input, const Options& options = {}) {
  testing::Memory memory(scratch_bound(input, options));
  const auto stream = decode(input, memory.scratch, options);
  if (!stream) return std::nullopt;
  testing::Memory reading(read_scratch(*stream, options));
  Values values(*stream, reading.scratch, options);
  OwnedValues all;
  std::uint64_t end = 0;
  for (ValueView value; values.next(value); end = value.offset + value.length) {
    RC_ASSERT(value.offset >= end);
    RC_ASSERT(value.length > 0U);
    all.push_back(owned(value));
  }
  RC_ASSERT(end <= input.size());
  RC_ASSERT(all.size() == stream->values);
  return all;
}

}  // namespace hallmark::futhark
