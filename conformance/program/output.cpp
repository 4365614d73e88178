// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/output.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "conformance/program/command.hpp"

namespace hallmark::program {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;

bool set(const char* variable) noexcept {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

void warn(std::string_view text) noexcept { std::fwrite(text.data(), 1, text.size(), stderr); }

std::size_t columns_of(int file) noexcept {
  if (isatty(file) != 1) return 0;
  if (const char* given = std::getenv("COLUMNS")) {
    std::size_t columns = 0;
    const char* end = given + std::strlen(given);
    const auto [parsed, error] = std::from_chars(given, end, columns);
    if (error == std::errc{} && parsed == end && columns != 0) return columns;
  }
  winsize size{};
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

Output::Output(const std::string& path) {
  const bool own = !path.empty() && path != "-";
  name_ = own ? path : "standard output";
  try {
    file_ = own ? new_file_.emplace(path).descriptor() : STDOUT_FILENO;
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
  terminal_ = isatty(file_) == 1;
}

void Output::write(std::string_view text) {
  // Of a long text no copy is made.
  if (text.size() >= buffer_size) {
    flush();
    return put(text);
  }
  pending_ += text;
  // On a terminal output appears at once; pipes and files get few large writes.
  if (terminal_ || pending_.size() >= buffer_size) flush();
}

void Output::flush() {
  put(pending_);
  pending_.clear();
}

void Output::put(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file_, text.data(), text.size());
    if (written == -1 && errno == EINTR) continue;
    if (written == -1) fail(errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Output::finish() {
  flush();
  if (!new_file_) return;
  try {
    new_file_->finish();
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
}

bool Output::colours() const noexcept {
  if (set("NO_COLOR")) return false;
  if (set("FORCE_COLOR")) return true;
  const char* term = std::getenv("TERM");
  return terminal_ && term != nullptr && std::strcmp(term, "dumb") != 0;
}

void Output::fail(int error) {
  pending_.clear();
  if (new_file_) file_ = -1;
  new_file_.reset();
  if (error == EPIPE) throw ClosedPipe("nobody reads " + name_);
  throw OutputError("cannot write to " + name_ + ": " + std::strerror(error));
}

void write_output(const std::string& path, std::string_view text) {
  Output output(path);
  output.write(text);
  output.finish();
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  const bool file = !path_.empty() && path_ != "-";
  replaces_ = file && stat(path_.c_str(), &status_) == 0 && S_ISREG(status_.st_mode);
}

void OutputFile::must_not_be(const std::string& read) const {
  struct stat status{};
  if (!replaces_ || (read == "-" ? fstat(STDIN_FILENO, &status) : stat(read.c_str(), &status)) != 0) return;
  if (status.st_dev != status_.st_dev || status.st_ino != status_.st_ino) return;
  throw UsageError("the output " + path_ + " would replace " + (read == "-" ? "standard input" : read) +
                   ", which is read; write to another file");
}

void OutputFile::must_not_be(const std::vector<std::string>& read) const {
  for (const std::string& one : read) must_not_be(one);
}

}  // namespace hallmark::program
