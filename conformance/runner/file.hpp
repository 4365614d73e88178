// SPDX-License-Identifier: Apache-2.0
// Writes files that appear when they are complete: a full disk, an interrupt or a crash leaves the old file as it was.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hallmark::runner {

// NewFile is a file that takes the place of another, or of none, once all of it is written. It has no name until then,
// where the file system allows that: nothing is left of a program that is killed. A symbolic link stays, and the file
// that it names is replaced; the permissions of that file are kept. What is no regular file, or an open file by its
// name in /proc, as /dev/stdout is, is written directly.
class NewFile {
 public:
  // Throws std::system_error, as does finish.
  explicit NewFile(const std::filesystem::path& path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  // Without finish(), what was there stays.
  ~NewFile();

  // descriptor is where to write; -1 after finish or discard.
  [[nodiscard]] int descriptor() const noexcept { return file_; }
  // finish closes the file, for some file systems report a full disk only then, and gives it its name.
  void finish();
  void discard() noexcept;

 private:
  [[noreturn]] void fail();
  // create_beside makes a file in the folder of the target, without a name if possible.
  void create_beside();
  void keep_permissions();

  std::filesystem::path target_;     // empty if written directly
  std::filesystem::path temporary_;  // empty while the file has no name
  int file_ = -1;
};

// write_file writes a NewFile. Throws std::runtime_error, which names the file.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace hallmark::runner
