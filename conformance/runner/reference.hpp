// Reference: the decoders and encoders of this project as a testee. See conformance/testees/PROTOCOL.md.
#pragma once

#include <string>
#include <string_view>

#include "reports/diagnostic.hpp"

namespace hallmark::runner {

// Reply is the line to write (without its LF), and whether to stop.
struct Reply {
  std::string line;  // empty: write nothing
  bool stop = false;
};

// reference_reply answers one line as a testee does. It does not throw: errors become `failed` replies.
[[nodiscard]] Reply reference_reply(std::string_view line, std::string_view version);

}  // namespace hallmark::runner
