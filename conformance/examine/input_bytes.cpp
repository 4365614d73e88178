// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/input_bytes.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <string_view>

namespace hallmark::conformance {
namespace {

// Up to this size reading is faster: mapping costs page faults and a lock that threads contend for.
constexpr std::uint64_t largest_read = std::uint64_t{1} << 20;
constexpr int patience_ms = 2000;
constexpr int patience_step_ms = 20;

constexpr const char* shrank = "the file became shorter while it was read";

// The mapping that this thread reads, for the signal handler.
constinit thread_local const MappedFile* guarded = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");
struct sigaction before{};  // what handled SIGBUS before, the default unless the process has other plans

std::size_t page_size() noexcept {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// Without O_NONBLOCK opening a named pipe would wait for a writer.
int open_without_waiting(const char* path) noexcept {
  return ::open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

ssize_t read_some(int file, std::byte* to, std::size_t size) noexcept {
  ssize_t got = 0;
  do {
    got = ::read(file, to, size);
  } while (got == -1 && errno == EINTR);
  return got;
}

}  // namespace

// Replaces everything from the lost page to the end of the mapping by zeros, so that a truncated file raises one signal
// and not one for each page. Calls only functions that are safe in a handler.
void MappedFile::replace_lost_pages(int, siginfo_t* info, void*) {
  const int saved = errno;
  auto* const at = static_cast<std::byte*>(info->si_addr);
  if (guarded != nullptr && at >= guarded->begin_ && at < guarded->begin_ + guarded->size_) {
    auto* const page = at - reinterpret_cast<std::uintptr_t>(at) % page_size();
    const auto left = static_cast<std::size_t>(guarded->begin_ + guarded->size_ - page);
    guarded->damaged_ = true;
    if (mmap(page, left, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
      errno = saved;
      return;
    }
  }
  // Not our mapping: the repeated access is for who handled it before us, or ends the program.
  sigaction(SIGBUS, &before, nullptr);
  errno = saved;
}

void MappedFile::install_handler() noexcept {
  static std::once_flag once;
  std::call_once(once, [] {
    (void)page_size();
    struct sigaction action{};
    action.sa_sigaction = replace_lost_pages;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &before);
  });
}

bool MappedFile::map(int file, std::uint64_t size) noexcept {
  install_handler();
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (at == MAP_FAILED) return false;
  (void)madvise(at, size, MADV_SEQUENTIAL);
  begin_ = static_cast<std::byte*>(at);
  size_ = size;
  damaged_ = false;
  guarded = this;
  return true;
}

void MappedFile::unmap() noexcept {
  if (begin_ == nullptr) return;
  guarded = nullptr;
  munmap(begin_, size_);
  begin_ = nullptr;
  size_ = 0;
  damaged_ = false;
}

InputBytes::Outcome InputBytes::read(const std::string& path, std::uint64_t limit) {
  close();
  file_ = open_without_waiting(path.c_str());
  if (file_ == -1) return fail(errno);
  own_file_ = true;
  return read_open(limit);
}

InputBytes::Outcome InputBytes::read_standard_input(std::uint64_t limit) {
  close();
  file_ = STDIN_FILENO;
  own_file_ = false;
  return read_open(limit);
}

InputBytes::Outcome InputBytes::read_open(std::uint64_t limit) {
  struct stat status{};
  if (fstat(file_, &status) != 0) return fail(errno);
  if (S_ISDIR(status.st_mode)) return fail(EISDIR);
  if (!buffer_.reserve(largest_read)) return fail(ENOMEM);
  // Standard input may be a file of which a part has been read.
  const bool at_start = own_file_ || lseek(file_, 0, SEEK_CUR) == 0;
  if (S_ISREG(status.st_mode) && status.st_size > 0 && at_start) {
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size <= largest_read) return read_small(size);
    // A file system that cannot map falls back to reading.
    if (mapped_.map(file_, size)) return Outcome::ok;
  }
  if (S_ISFIFO(status.st_mode) && own_file_ && !wait_for_writer()) {
    return fail("nothing has opened this pipe for writing");
  }
  if (own_file_) (void)fcntl(file_, F_SETFL, 0);
  return read_stream(limit);
}

// Reads a regular file of known size; one read suffices unless the file is changing.
InputBytes::Outcome InputBytes::read_small(std::uint64_t expected) {
  const auto size = static_cast<std::size_t>(expected);
  while (size_ < size) {
    const ssize_t got = read_some(file_, buffer_.data() + size_, size - size_);
    if (got == -1) return fail(errno);
    if (got == 0) return fail(shrank);
    size_ += static_cast<std::size_t>(got);
  }
  return Outcome::ok;
}

InputBytes::Outcome InputBytes::read_stream(std::uint64_t limit) {
  const std::uint64_t most = std::max(limit, largest_read);
  while (true) {
    if (size_ == buffer_.capacity() && !buffer_.reserve(buffer_.capacity() * 2)) return fail(ENOMEM);
    const ssize_t got = read_some(file_, buffer_.data() + size_, buffer_.capacity() - size_);
    // Standard input may be non-blocking: wait until it is readable.
    if (got == -1 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      pollfd ready{file_, POLLIN, 0};
      (void)poll(&ready, 1, -1);
      continue;
    }
    if (got == -1) return fail(errno);
    if (got == 0) return Outcome::ok;
    size_ += static_cast<std::size_t>(got);
    if (size_ > most) {
      size_ = 0;
      return Outcome::too_long;
    }
  }
}

// A pipe without writers reads as ended. A named pipe may still get a writer, so wait for one; `/dev/fd/N` of a shell
// is an unnamed pipe, which has ended when its writer has.
bool InputBytes::wait_for_writer() {
  char target[64] = {};
  const std::string link = "/proc/self/fd/" + std::to_string(file_);
  if (readlink(link.c_str(), target, sizeof target - 1) > 0 && std::string_view(target).starts_with("pipe:"))
    return true;
  for (int waited = 0; waited < patience_ms; waited += patience_step_ms) {
    const ssize_t got = read_some(file_, buffer_.data(), buffer_.capacity());
    if (got > 0) size_ = static_cast<std::size_t>(got);
    // Bytes, or an error that says that a writer exists.
    if (got != 0) return true;
    pollfd ready{file_, POLLIN, 0};
    if (poll(&ready, 1, patience_step_ms) > 0) return true;
  }
  return false;
}

InputBytes::Outcome InputBytes::fail(int error) { return fail(std::string(std::strerror(error))); }

InputBytes::Outcome InputBytes::fail(std::string problem) {
  close();
  problem_ = std::move(problem);
  return Outcome::unreadable;
}

Bytes InputBytes::bytes() const noexcept {
  return mapped_.bytes().empty() ? Bytes{buffer_.data(), size_} : mapped_.bytes();
}

bool InputBytes::intact() {
  if (mapped_.bytes().empty()) return true;
  struct stat status{};
  // The last page of a shortened file reads as zeros without a signal, so compare the size.
  if (fstat(file_, &status) != 0 || static_cast<std::uint64_t>(status.st_size) < mapped_.bytes().size()) {
    problem_ = shrank;
    return false;
  }
  if (!mapped_.damaged()) return true;
  problem_ = std::strerror(EIO);
  return false;
}

void InputBytes::close() noexcept {
  mapped_.unmap();
  if (own_file_ && file_ != -1) ::close(file_);
  file_ = -1;
  own_file_ = false;
  size_ = 0;
}

int read_start(const std::string& path, std::span<std::byte> to, std::size_t& got) noexcept {
  const int file = open_without_waiting(path.c_str());
  if (file == -1) return errno;
  struct stat status{};
  int error = fstat(file, &status) == 0 ? 0 : errno;
  ssize_t size = 0;
  if (error == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    size = read_some(file, to.data(), to.size());
    if (size == -1) error = errno;
  }
  ::close(file);
  got = error != 0 ? 0 : static_cast<std::size_t>(size);
  return error;
}

}  // namespace hallmark::conformance
