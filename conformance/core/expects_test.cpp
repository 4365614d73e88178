// SPDX-License-Identifier: Apache-2.0
// What a false Decoded must not be asked for.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "codecs/core/reader.hpp"
#include "conformance/testing/catch.hpp"

namespace {

using hallmark::Decoded;

// ended_by runs something in a process of its own, and gives the signal that ended it, or 0.
template <class Run>
int ended_by(const Run& run) {
  const pid_t child = fork();
  if (child == 0) {
    for (const int signal : {SIGILL, SIGTRAP, SIGABRT}) std::signal(signal, SIG_DFL);
    run();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

Decoded<int> decoded(bool valid) {
  hallmark::Findings findings(hallmark::Profile::strict);
  hallmark::Reader in(hallmark::Bytes(), findings, hallmark::rule<"hallmark/window">);
  in.require(valid, hallmark::rule<"hallmark/window">, 0, 0, "");
  return in.verdict<int>(7);
}

}  // namespace

#ifndef NDEBUG
TEST_CASE("decoded: a debug build stops where a value is asked of a false one") {
  CHECK(ended_by([] { (void)*decoded(true); }) == 0);
  CHECK(ended_by([] { (void)*decoded(false); }) != 0);
  CHECK(ended_by([] { (void)decoded(false).operator->(); }) != 0);
  CHECK(ended_by([] { (void)decoded(false).violation(); }) == 0);
}
#endif
