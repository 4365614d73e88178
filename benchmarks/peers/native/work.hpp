// SPDX-License-Identifier: Apache-2.0
// PeerWork: what a peer does with one input, and the protocol by which `side_by_side` asks for it (../README.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hallmark/core/bytes.hpp"

namespace hallmark::benchmarks {

struct PeerWork {
  std::function<std::uint64_t()> pass;  // the work once; a count that is the same each time
  std::function<std::string()> answer;  // what was read, "documents=3 vectors=1"; not timed
};

// Refused: the peer does not take the input, or does not know the work. The text says so on one line.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// MappedFile maps a file for reading. `read` touches every page, so that passes find them in memory. `start` is memory
// into which the beginning of the file is read as well: a read of 32 KiB is cheaper than the first touch of a mapping.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path, std::span<std::byte> start = {});
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] Bytes bytes() const { return {static_cast<const std::byte*>(memory_), size_}; }
  [[nodiscard]] Bytes start() const { return start_; }
  std::uint64_t read() const;

 private:
  void* memory_ = nullptr;
  std::size_t size_ = 0;
  Bytes start_;
};

// As much of a model as a program would read at once when it opens one.
inline constexpr std::size_t start_size = std::size_t{32} << 10;

using Input = std::shared_ptr<const MappedFile>;

// input_of maps a file and reads it.
[[nodiscard]] Input input_of(const std::string& path);

// header_length_of gives the length of the JSON of a body, which lies beside it in PATH.header_length.
[[nodiscard]] std::uint64_t header_length_of(const std::string& path);

// answer_of joins names and numbers.
[[nodiscard]] std::string answer_of(const std::vector<std::pair<const char*, std::uint64_t>>& numbers);

// serve speaks the protocol about what is made, until its input ends; the exit status.
int serve(const std::string& version, const std::function<PeerWork()>& make);

// scanned is work that asks whether a whole input is valid, and for the answer also a copy with a wrong byte.
template <class Valid>
[[nodiscard]] PeerWork scanned(const std::string& path, Valid valid) {
  const Input input = input_of(path);
  return {[input, valid]() -> std::uint64_t { return valid(input->bytes()) ? 1 : 0; },
          [input, valid] {
            std::vector<std::byte> damaged(input->bytes().begin(), input->bytes().end());
            damaged[damaged.size() / 2] = std::byte{0xff};
            return answer_of({{"valid", valid(input->bytes())}, {"damaged", valid(damaged)}});
          }};
}

// Peer is a library, a floor or a program: `arguments` are the words before the work and the file.
struct Peer {
  std::string name;
  std::string version;
  std::function<PeerWork(const std::vector<std::string>& arguments, const std::string& work, const std::string& path)>
      make;
};

void add_hallmark(std::vector<Peer>& peers);
void add_floors(std::vector<Peer>& peers);
void add_programs(std::vector<Peer>& peers);
void add_libbson(std::vector<Peer>& peers);         // nothing where it is not installed
void add_json_libraries(std::vector<Peer>& peers);  // likewise

}  // namespace hallmark::benchmarks
