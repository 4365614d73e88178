// SPDX-License-Identifier: Apache-2.0
// Reference: the decoders and encoders of this project as a testee. See conformance/testees/PROTOCOL.md.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace hallmark::runner {

// Reply is the line to write (without its LF), and whether to stop.
struct Reply {
  std::string line;  // empty: write nothing
  bool stop = false;
};

// reference_reply answers one line as a testee does. It does not throw: errors become `failed` replies.
[[nodiscard]] Reply reference_reply(std::string_view line, std::string_view version);

// ReferenceServer takes requests in whatever pieces they arrive, and writes a reply for each line as soon as its
// request is complete.
class ReferenceServer {
 public:
  using Write = std::function<void(std::string_view)>;

  ReferenceServer(std::string_view version, Write write) : version_(version), write_(std::move(write)) {}

  // take answers the lines that end in this piece; false after `stop`, when nothing more is answered.
  bool take(std::string_view piece);
  // finish answers a last line that has no LF.
  void finish();

 private:
  void answer();

  std::string version_;
  Write write_;
  std::string line_;  // the part of a request that has arrived
  bool stopped_ = false;
};

}  // namespace hallmark::runner
