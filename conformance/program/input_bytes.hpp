// InputBytes: the bytes of one input. Small files are read, large ones mapped; what shrinks underneath is noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "hallmark/core/bytes.hpp"

namespace hallmark::program {

// MappedFile is a mapping that survives its file. Touching bytes that a shortened file has lost (or a disk cannot give)
// raises SIGBUS; the handler puts zeros in their place and marks the mapping, so that the walk that was reading ends in
// the ordinary way and its result is thrown away. Chosen over a jump out of the signal handler because walks call into
// code with destructors. Only the thread that made a mapping may read it.
class MappedFile {
 public:
  MappedFile() noexcept = default;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() { unmap(); }

  // map returns false when the file cannot be mapped; errno says why. One mapping a thread at a time.
  bool map(int file, std::uint64_t size) noexcept;
  void unmap() noexcept;

  [[nodiscard]] Bytes bytes() const noexcept { return {begin_, size_}; }
  [[nodiscard]] bool damaged() const noexcept;

 private:
  std::byte* begin_ = nullptr;
  std::size_t size_ = 0;
};

// InputBytes keeps its buffer from one input to the next: one object for each thread.
class InputBytes {
 public:
  enum class Outcome : std::uint8_t {
    ok,
    unreadable,  // problem() says why
    too_long,    // a pipe or device gave more than `limit` bytes; bytes() are none
  };

  InputBytes() noexcept = default;
  InputBytes(const InputBytes&) = delete;
  InputBytes& operator=(const InputBytes&) = delete;
  ~InputBytes() { close(); }

  // read takes the bytes of a file. `limit` bounds what is kept of an input that cannot be mapped; regular files are
  // mapped whatever their size. A named pipe that nobody opens for writing is given up after two seconds.
  [[nodiscard]] Outcome read(const std::string& path, std::uint64_t limit);
  [[nodiscard]] Outcome read_standard_input(std::uint64_t limit);

  // bytes are valid until the next read.
  [[nodiscard]] Bytes bytes() const noexcept;
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

  // intact says that what was read since is what the file held: ask after using bytes(). If not, problem() says why.
  [[nodiscard]] bool intact();

  // close gives the file back; the buffer stays.
  void close() noexcept;

 private:
  struct Free {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
  };

  Outcome read_open(std::uint64_t limit);
  Outcome read_stream(std::uint64_t limit);
  Outcome read_small(std::uint64_t expected);
  Outcome fail(int error);
  Outcome fail(std::string problem);
  bool wait_for_writer();
  bool reserve(std::size_t capacity);

  int file_ = -1;
  bool own_file_ = false;
  std::unique_ptr<std::byte, Free> buffer_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  MappedFile mapped_;
  std::string problem_;
};

}  // namespace hallmark::program
