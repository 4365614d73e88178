// SPDX-License-Identifier: Apache-2.0
// What a caller must not ask for: a build without NDEBUG stops there.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "codecs/core/reader.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/tensor.hpp"

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
TEST_CASE("a debug build stops where a value is asked of a false Decoded") {
  CHECK(ended_by([] { (void)*decoded(true); }) == 0);
  CHECK(ended_by([] { (void)*decoded(false); }) != 0);
  CHECK(ended_by([] { (void)decoded(false).operator->(); }) != 0);
  CHECK(ended_by([] { (void)decoded(false).violation(); }) == 0);
}

TEST_CASE("a debug build stops where an axis or an element is asked for that is not there") {
  static constexpr std::byte row[16]{};
  // What is read decides the exit code, so that no read is left out.
  const auto axis = [](std::uint64_t at) { return ended_by([at] { _exit(hallmark::Shape(row)[at] == 0 ? 0 : 1); }); };
  const auto element = [](std::uint64_t at) {
    return ended_by([at] { _exit(hallmark::element<std::uint32_t>(row, at) == 0 ? 0 : 1); });
  };
  CHECK(axis(1) == 0);
  CHECK(axis(2) != 0);
  CHECK(element(3) == 0);
  CHECK(element(4) != 0);
}
#endif
