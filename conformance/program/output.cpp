#include "conformance/program/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace hallmark::program {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;

}  // namespace

void warn(std::string_view text) noexcept { std::fwrite(text.data(), 1, text.size(), stderr); }

Output::Output(const std::string& path) {
  own_ = !path.empty() && path != "-";
  name_ = own_ ? path : "standard output";
  file_ = own_ ? open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : STDOUT_FILENO;
  if (file_ == -1) fail(errno);
  terminal_ = isatty(file_) == 1;
}

Output::~Output() {
  if (own_ && file_ != -1) close(file_);
}

void Output::write(std::string_view text) {
  pending_ += text;
  // On a terminal output appears at once; pipes and files get few large writes.
  if (terminal_ || pending_.size() >= buffer_size) flush();
}

void Output::flush() {
  std::string_view left = pending_;
  while (!left.empty()) {
    const ssize_t put = ::write(file_, left.data(), left.size());
    if (put == -1 && errno == EINTR) continue;
    if (put == -1) fail(errno);
    left.remove_prefix(static_cast<std::size_t>(put));
  }
  pending_.clear();
}

void Output::finish() {
  flush();
  if (!own_) return;
  const int file = file_;
  file_ = -1;
  if (close(file) != 0) fail(errno);
}

bool Output::colours() const noexcept {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::strcmp(term, "dumb") == 0;
  return terminal_ && !dumb && (no_color == nullptr || *no_color == '\0');
}

void Output::fail(int error) {
  pending_.clear();
  throw OutputError("cannot write to " + name_ + ": " + std::strerror(error));
}

}  // namespace hallmark::program
