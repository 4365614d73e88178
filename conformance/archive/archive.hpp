// SPDX-License-Identifier: Apache-2.0
// Archive: the members of an archive in zip format. Their names are bytes to compare and to show, and never paths.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "conformance/compression/buffer.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::archive {

// starts_like_zip: the mark of a member, or of an archive without members.
[[nodiscard]] inline bool starts_like_zip(Bytes file) noexcept {
  const std::string_view text = as_text(file);
  return text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06");
}

struct Entry {
  std::string name;         // as the central directory has it
  const char* unsupported;  // why it is not read; null if it can be
};

struct Content {
  Bytes bytes;             // of a stored member in the file; else in the buffer, until it is used again
  bool too_large = false;  // more than the limit
  std::string damage;      // what is wrong with the member; empty if nothing is
};

class Archive {
 public:
  // The file must outlive the archive.
  explicit Archive(Bytes file);
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive();

  // problem says why the archive cannot be read, or that this build reads none; empty if it can be.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

  // Members are numbered in the order of the central directory.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] Entry entry(std::uint64_t member) const;
  // start reads the first bytes of a member, and gives those that there are.
  [[nodiscard]] Bytes start(std::uint64_t member, std::span<std::byte> room) const;
  // read reads a member, which may be compressed from at most `most` bytes, and looks at its checksum, its size and its
  // own header. Members that share bytes are read once: so all take no more time than the size of the file allows.
  [[nodiscard]] Content read(std::uint64_t member, std::uint64_t most, compression::Buffer& buffer);

 private:
  struct File;

  std::unique_ptr<File> file_;
  std::string problem_;
  std::uint64_t count_ = 0;
};

}  // namespace hallmark::archive
