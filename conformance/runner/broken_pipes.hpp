// Writing to a testee that has closed its input must not end the runner.
#pragma once

#include <csignal>

namespace hallmark::runner {

class IgnoreBrokenPipes {
 public:
  IgnoreBrokenPipes() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before_);
  }
  ~IgnoreBrokenPipes() { sigaction(SIGPIPE, &before_, nullptr); }
  IgnoreBrokenPipes(const IgnoreBrokenPipes&) = delete;
  IgnoreBrokenPipes& operator=(const IgnoreBrokenPipes&) = delete;

 private:
  struct sigaction before_{};
};

}  // namespace hallmark::runner
