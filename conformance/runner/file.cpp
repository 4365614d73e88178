// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace hallmark::runner {
namespace {

namespace fs = std::filesystem;

// As many as the kernel follows.
constexpr int most_links = 40;
// Names that may be taken: by runs at the same time on other machines, or by runs that were killed.
constexpr int most_names = 1000;

[[noreturn]] void fail_with(int error) { throw std::system_error(error, std::generic_category()); }

// in_proc: the folder is one of open files.
bool in_proc(const fs::path& folder) {
  std::error_code error;
  return fs::canonical(folder, error).string().starts_with("/proc/");
}

// target_of follows symbolic links to the file that is to be replaced; empty if there is none, but a device or a pipe.
fs::path target_of(fs::path path) {
  struct stat status{};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return {};
  for (int links = 0; lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode); ++links) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (in_proc(folder)) return {};
    if (links == most_links) fail_with(ELOOP);
    path = folder / fs::read_symlink(path);
  }
  return path;
}

std::string name_in_proc(int file) { return fmt::format("/proc/self/fd/{}", file); }

// with_fresh_name calls `make` with names beside the target until it finds one that is free.
template <class Make>
bool with_fresh_name(const fs::path& target, const Make& make) {
  for (int number = 0; number < most_names; ++number) {
    const fs::path name = target.parent_path() / fmt::format(".hallmark-{}-{}.part", getpid(), number);
    if (make(name)) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

}  // namespace

NewFile::NewFile(const fs::path& path) : target_(target_of(path)) {
  if (target_.empty()) {
    file_ = open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (file_ == -1) fail();
  } else {
    create_beside();
  }
}

NewFile::~NewFile() { discard(); }

void NewFile::fail() {
  const int error = errno;
  discard();
  fail_with(error);
}

void NewFile::create_beside() {
  // A folder that may be written says nothing about a file in it that may not.
  if (faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0 && errno != ENOENT) fail();
#ifdef O_TMPFILE
  const fs::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  file_ = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (file_ != -1 && access(name_in_proc(file_).c_str(), F_OK) != 0) close(std::exchange(file_, -1));
#endif
  if (file_ == -1) {
    with_fresh_name(target_, [this](const fs::path& name) {
      file_ = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file_ != -1) temporary_ = name;
      return file_ != -1;
    });
  }
  if (file_ == -1) fail();
  keep_permissions();
}

// The owner first: changing it takes permissions away. Only root can do it, and others replace files of others, too.
void NewFile::keep_permissions() {
  struct stat before{};
  struct stat now{};
  if (stat(target_.c_str(), &before) != 0 || fstat(file_, &now) != 0) return;
  if (before.st_uid != now.st_uid || before.st_gid != now.st_gid) (void)!fchown(file_, before.st_uid, before.st_gid);
  if (fchmod(file_, before.st_mode & 0777) != 0) fail();
}

void NewFile::finish() {
  // A second descriptor tells what close says.
  if (const int second = dup(file_); second != -1 && close(second) != 0) fail();
  if (!target_.empty() && temporary_.empty()) {
    // Nothing but a link can give a file a name, and no link replaces another file.
    const std::string unnamed = name_in_proc(file_);
    if (linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, target_.c_str(), AT_SYMLINK_FOLLOW) == 0) return discard();
    if (errno != EEXIST) fail();
    if (!with_fresh_name(target_, [&](const fs::path& name) {
          if (linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) return false;
          temporary_ = name;
          return true;
        })) {
      fail();
    }
  }
  if (!target_.empty() && std::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
  discard();
}

void NewFile::discard() noexcept {
  if (!temporary_.empty()) (void)unlink(temporary_.c_str());
  temporary_.clear();
  if (file_ != -1) close(file_);
  file_ = -1;
}

void write_file(const fs::path& path, std::string_view text) {
  try {
    NewFile file(path);
    while (!text.empty()) {
      const ssize_t written = write(file.descriptor(), text.data(), text.size());
      if (written == -1 && errno != EINTR) fail_with(errno);
      if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
    file.finish();
  } catch (const std::system_error& error) {
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", path.string(), error.code().message()));
  }
}

}  // namespace hallmark::runner
