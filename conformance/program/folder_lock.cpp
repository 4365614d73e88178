#include "conformance/program/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "conformance/program/output.hpp"

namespace hallmark::program {

namespace fs = std::filesystem;

FolderLock::FolderLock(fs::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  if (fs::exists(folder_, error) && !fs::is_directory(folder_, error)) {
    throw OutputError(fmt::format("cannot write {}: it is a file; a report is a folder", folder_.string()));
  }
  do {
    created_ = fs::create_directories(folder_, error) || created_;
    if (error) throw OutputError(fmt::format("cannot write {}: {}", folder_.string(), error.message()));
  } while (!lock());
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : folder_(std::move(other.folder_)), created_(other.created_), file_(std::exchange(other.file_, -1)) {}

FolderLock::~FolderLock() {
  if (file_ != -1) close(file_);
}

bool FolderLock::lock() {
  file_ = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file_ == -1) return errno != ENOENT;
  while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
  struct stat locked{};
  struct stat there{};
  if (fstat(file_, &locked) == 0 && stat(folder_.c_str(), &there) == 0 && locked.st_dev == there.st_dev &&
      locked.st_ino == there.st_ino) {
    return true;
  }
  close(std::exchange(file_, -1));
  return false;
}

}  // namespace hallmark::program
