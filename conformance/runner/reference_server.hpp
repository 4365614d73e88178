// ReferenceServer: the standard input and output of `hallmark serve-testee`. See conformance/testees/PROTOCOL.md.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace hallmark::runner {

// Takes requests in whatever pieces they arrive, and writes a reply for each line as soon as its request is complete.
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
