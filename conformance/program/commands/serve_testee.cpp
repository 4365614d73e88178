// hallmark serve-testee: the reference decoders and encoders as a testee.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "conformance/program/command.hpp"
#include "conformance/runner/reference.hpp"

namespace hallmark::program {
namespace {

constexpr std::size_t longest_line = std::size_t{256} << 20;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw std::runtime_error(std::string("standard output: ") + std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Lines reads lines from standard input. A line beyond the limit is cut off, and then fails to parse as JSON.
class Lines {
 public:
  bool next(std::string& line) {
    line.clear();
    for (;;) {
      const std::size_t end = buffer_.find('\n', scanned_);
      const std::size_t upto = end == std::string::npos ? buffer_.size() : end;
      if (line.size() < longest_line) line.append(buffer_, scanned_, upto - scanned_);
      if (end != std::string::npos) {
        scanned_ = end + 1;
        return true;
      }
      if (!fill()) return !line.empty();
    }
  }

 private:
  bool fill() {
    buffer_.resize(65536);
    scanned_ = 0;
    for (;;) {
      const ssize_t got = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw std::runtime_error(std::string("standard input: ") + std::strerror(errno));
      buffer_.resize(static_cast<std::size_t>(got));
      return got > 0;
    }
  }

  std::string buffer_;
  std::size_t scanned_ = 0;
};

void serve() {
  Lines lines;
  std::string line;
  while (lines.next(line)) {
    runner::Reply reply = runner::reference_reply(line, HALLMARK_VERSION);
    if (reply.stop) return;
    reply.line += '\n';
    write_all(reply.line);
  }
}

}  // namespace

void add_serve_testee(CLI::App* command, Program&) {
  command->footer(
      "Reads one JSON object per line from standard input and writes one reply per line\nto standard output. The "
      "protocol: conformance/testees/PROTOCOL.md");
  command->callback(serve);
}

}  // namespace hallmark::program
