// SPDX-License-Identifier: Apache-2.0
// Helpers of all targets. A target calls check_invariants with its codec, for the invariants of every decoder
// (conformance/testing/invariants.hpp), and adds those of its format. A broken invariant ends the process, so that an
// engine keeps the input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "codecs/core/utf8.hpp"
#include "conformance/testing/invariant_sinks.hpp"
#include "conformance/testing/invariants.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/memory_rules.hpp"

namespace hallmark::fuzz {

inline void invariant(bool holds, const char* what) noexcept {
  if (holds) [[likely]]
    return;
  std::fprintf(stderr, "invariant broken: %s\n", what);
  std::abort();
}

// Block is heap memory that ends after exactly `size` bytes, so that the address sanitizer detects the first access
// beyond. An odd `shift` puts it at an odd address.
class Block {
 public:
  Block(std::size_t size, int fill) : memory_(new std::byte[size]), size_(size) {
    std::memset(memory_.get(), fill, size);
  }
  explicit Block(Bytes copy, std::size_t shift = 0)
      : memory_(new std::byte[copy.size() + shift]), size_(copy.size()), shift_(shift) {
    if (!copy.empty()) std::memcpy(memory_.get() + shift, copy.data(), copy.size());
  }

  [[nodiscard]] std::span<std::byte> bytes() noexcept { return {memory_.get() + shift_, size_}; }
  [[nodiscard]] Bytes view() const noexcept { return {memory_.get() + shift_, size_}; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t size_;
  std::size_t shift_ = 0;
};

// run_target is what a target does with an input: entry.cpp calls it.
void run_target(const Block& input);

// bytes_of converts the arguments of LLVMFuzzerTestOneInput.
[[nodiscard]] inline Bytes bytes_of(const std::uint8_t* data, std::size_t size) noexcept {
  return std::as_bytes(std::span(data, size));
}

[[nodiscard]] inline bool same(const Violation& a, const Violation& b) noexcept {
  return a.rule == b.rule && (a.rule == nullptr || (a.offset == b.offset && a.length == b.length));
}

using conformance::inside;
using conformance::paths_looked_at;

// check_invariants runs the codec with both profiles and with small limits. `input` is a Block because an engine may
// keep inputs inside larger buffers, which would hide an overrun.
inline conformance::Trial check_invariants(const Codec& codec, const Block& input,
                                           conformance::RulesOfOthers rules_of_others = std::span<const Rule* const>(),
                                           const Options& options = {}) {
  conformance::Trial trial = conformance::try_invariants(codec, input.view(), rules_of_others, options);
  if (trial.fault) invariant(false, trial.fault->c_str());
  (void)codec.recognise(input.view());
  return trial;
}

}  // namespace hallmark::fuzz
