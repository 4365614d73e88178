// SPDX-License-Identifier: Apache-2.0
// InputBytes: the bytes of one input. Small files are read, large files are mapped, and a file that shrinks is
// detected.
#pragma once

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "conformance/compression/buffer.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::conformance {

// MappedFile is a mapping that stays readable when its file shrinks. Reading bytes that are gone (or that the disk
// cannot deliver) raises SIGBUS; the handler maps zeros in their place and marks the mapping as damaged, so that the
// walk ends normally and its result is discarded. A jump out of the handler would skip destructors. Only the thread
// that made a mapping may read it.
class MappedFile {
 public:
  MappedFile() noexcept = default;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() { unmap(); }

  // map returns false and sets errno if the file cannot be mapped. A thread has one mapping at a time.
  bool map(int file, std::uint64_t size) noexcept;
  void unmap() noexcept;

  [[nodiscard]] Bytes bytes() const noexcept { return {begin_, size_}; }
  [[nodiscard]] bool damaged() const noexcept { return damaged_; }

 private:
  static void replace_lost_pages(int signal, siginfo_t* info, void* context);
  static void install_handler() noexcept;

  std::byte* begin_ = nullptr;
  std::size_t size_ = 0;
  mutable std::atomic<bool> damaged_ = false;  // set by the handler
};

// InputBytes reuses its buffer from input to input. Use one for each thread.
class InputBytes {
 public:
  enum class Outcome : std::uint8_t {
    ok,
    unreadable,  // problem() has the reason
    too_long,    // more than `limit` bytes from a pipe or device; bytes() is empty
  };

  InputBytes() noexcept = default;
  InputBytes(const InputBytes&) = delete;
  InputBytes& operator=(const InputBytes&) = delete;
  ~InputBytes() { close(); }

  // read reads or maps a file. `limit` bounds inputs that cannot be mapped; regular files may have any size. A named
  // pipe without a writer fails after two seconds.
  [[nodiscard]] Outcome read(const std::string& path, std::uint64_t limit);
  [[nodiscard]] Outcome read_standard_input(std::uint64_t limit);

  // bytes are valid until the next read.
  [[nodiscard]] Bytes bytes() const noexcept;
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

  // intact returns false if the file changed while it was read; call it after using bytes(). problem() has the reason.
  [[nodiscard]] bool intact();

  // close closes the file and keeps the buffer.
  void close() noexcept;

 private:
  Outcome read_open(std::uint64_t limit);
  Outcome read_stream(std::uint64_t limit);
  Outcome read_small(std::uint64_t expected);
  Outcome fail(int error);
  Outcome fail(std::string problem);
  bool wait_for_writer();

  int file_ = -1;
  bool own_file_ = false;
  compression::Buffer buffer_;
  std::size_t size_ = 0;
  MappedFile mapped_;
  std::string problem_;
};

// read_start reads the first bytes of a regular file; `got` is their number. Returns 0 or the error number. Files of
// the kernel have no size, and some wait for a reader: they, and what is no longer a regular file, are not read.
[[nodiscard]] int read_start(const std::string& path, std::span<std::byte> to, std::size_t& got) noexcept;

}  // namespace hallmark::conformance
