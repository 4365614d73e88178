// FolderLock: a folder that one run at a time writes a report to.
#pragma once

#include <filesystem>

namespace hallmark::program {

// A second run waits for the first, so that the folder holds the report of one of them. On file systems without locks
// it does not wait.
class FolderLock {
 public:
  // Creates the folder if there is none. Throws OutputError.
  explicit FolderLock(std::filesystem::path folder);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  // created: there was no such folder.
  [[nodiscard]] bool created() const noexcept { return created_; }

 private:
  // lock returns false if the folder was removed or replaced while it waited.
  [[nodiscard]] bool lock();

  std::filesystem::path folder_;
  bool created_ = false;
  int file_ = -1;
};

}  // namespace hallmark::program
