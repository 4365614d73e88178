// SPDX-License-Identifier: Apache-2.0
// hallmark serve-testee: the reference decoders and encoders as a testee.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/program/command.hpp"
#include "conformance/runner/reference.hpp"

namespace hallmark::program {
namespace {

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw std::runtime_error(std::string("standard output: ") + std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// read_some returns what standard input has, at least one byte; empty at its end.
std::string_view read_some(std::span<char> buffer) {
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::runtime_error(std::string("standard input: ") + std::strerror(errno));
    return {buffer.data(), static_cast<std::size_t>(got)};
  }
}

void serve() {
  runner::ReferenceServer server(HALLMARK_VERSION, write_all);
  std::vector<char> buffer(65536);
  for (;;) {
    const std::string_view piece = read_some(buffer);
    if (piece.empty()) return server.finish();
    if (!server.take(piece)) return;
  }
}

}  // namespace

void add_serve_testee(CLI::App* command, Program&) {
  command->footer(
      "Reads one JSON object per line from standard input and writes one reply per line\nto standard output. The "
      "protocol: PROTOCOL.md, in share/hallmark/kits or conformance/testees");
  command->callback(serve);
}

}  // namespace hallmark::program
