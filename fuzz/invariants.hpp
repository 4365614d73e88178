// What targets share. A target calls check_invariants with its codec, for what every decoder owes to every input
// (conformance/testing/invariants.hpp), and adds what its own format promises beyond that. A broken promise ends the
// process, so that an engine keeps the input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "codecs/core/memory_rules.hpp"
#include "codecs/core/utf8.hpp"
#include "conformance/testing/invariant_sinks.hpp"
#include "conformance/testing/invariants.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::fuzz {

inline void invariant(bool kept, const char* what) noexcept {
  if (kept) [[likely]]
    return;
  std::fprintf(stderr, "invariant broken: %s\n", what);
  std::abort();
}

// refuses_short_memory promises what every encoder owes to memory that is too short: nothing usable, and the size
// needed.
inline void refuses_short_memory(const Encoded& written, std::uint64_t needed) noexcept {
  invariant(!written && written.refusal.rule == &rule<"hallmark/output-exhausted">,
            "an encoder refuses memory that is too short");
  invariant(written.size == needed, "an encoder says how much it needs");
}

// Block is heap memory of exactly `size` bytes behind `shift` others: the address sanitizer sees the first byte beyond,
// and an odd shift puts every word of an input at an odd address.
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

// bytes_of is the input as an engine hands it over.
[[nodiscard]] inline Bytes bytes_of(const std::uint8_t* data, std::size_t size) noexcept {
  return std::as_bytes(std::span(data, size));
}

[[nodiscard]] inline bool same(const Violation& a, const Violation& b) noexcept {
  return a.rule == b.rule && (a.rule == nullptr || (a.offset == b.offset && a.length == b.length));
}

using conformance::paths_looked_at;
using conformance::small_limit;

// check_invariants tries the codec under both profiles and under small limits. `input` must be a Block, or an engine
// that keeps its inputs inside larger buffers would hide an overrun.
inline conformance::Trial check_invariants(const Codec& codec, const Block& input,
                                           std::span<const Rule* const> rules_of_others = {},
                                           const Options& options = {}) {
  conformance::Trial trial = conformance::try_invariants(codec, input.view(), rules_of_others, options);
  if (trial.fault) invariant(false, trial.fault->c_str());
  (void)codec.recognise(input.view());
  return trial;
}

// where_accepted calls `hold` with the options of each profile under which the input was accepted.
template <class Hold>
void where_accepted(const conformance::Trial& trial, const Hold& hold, Options options = {}) {
  options.profile = Profile::strict;
  if (trial.strict.verdict == Verdict::valid) hold(options);
  options.profile = Profile::compat;
  if (trial.compat.verdict == Verdict::valid) hold(options);
}

}  // namespace hallmark::fuzz
