// Oracle: the rules of `kserve`, written a second time and plainly: a tree of JSON by recursion, numbers as their
// lexemes and by the C library, 128-bit products. It reports whether a body is valid, and what is in it.
#pragma once

#include <optional>

#include "conformance/kserve/generate.hpp"

namespace hallmark::kserve::oracle {

struct Message {
  std::uint64_t header_length = 0;
  OwnedTensors tensors;
};

// read gives the message of a valid body, nothing of another.
[[nodiscard]] std::optional<Message> read(Role role, Bytes body, const Options& options = {});

}  // namespace hallmark::kserve::oracle
