// Reference: the decoders and encoders of this project behind the testee protocol. Contract, section 6.
#pragma once

#include <string>
#include <string_view>

#include "reports/diagnostic.hpp"

namespace hallmark::runner {

// Reply is the line to answer (without its LF), and whether the conversation is over.
struct Reply {
  std::string line;  // empty: nothing is answered
  bool stop = false;
};

// reference_reply answers one line as a testee does. It throws nothing: what breaks is answered `failed`.
[[nodiscard]] Reply reference_reply(std::string_view line, std::string_view version);

}  // namespace hallmark::runner
