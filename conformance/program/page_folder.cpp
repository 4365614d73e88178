// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/page_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "conformance/program/output.hpp"
#include "conformance/runner/file.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, std::string_view reason) {
  throw OutputError(fmt::format("cannot write {}: {}", path.string(), reason));
}

void check(const fs::path& path, const std::error_code& error) {
  if (error) fail(path, error.message());
}

// The mark of a page lies in its first lines.
bool is_ours(const fs::path& file) {
  std::array<char, 1024> start{};
  std::ifstream in(file, std::ios::binary);
  in.read(start.data(), start.size());
  return reports::is_page({start.data(), static_cast<std::size_t>(in.gcount())});
}

// The folders of a report that hold pages only; others of the user are not looked into.
constexpr const char* page_folders[] = {"formats", "implementations", "inputs", "rules", "vectors"};

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_regular_file(error) && !at->is_symlink(error)) files.push_back(at->path());
  }
  return files;
}

}  // namespace

PageFolder::PageFolder(fs::path folder) : folder_(std::move(folder)), staging_(folder_ / ".hallmark-report.part") {
  std::error_code error;
  const bool file = fs::exists(folder_, error) && !fs::is_directory(folder_, error);
  if (file) fail(folder_, "it is a file; a report is a folder");
  do {
    created_ = fs::create_directories(folder_, error) || created_;
    check(folder_, error);
  } while (!lock());
}

bool PageFolder::lock() {
  lock_ = runner::Descriptor(open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock_.open()) return errno != ENOENT;
  while (flock(lock_.number(), LOCK_EX) != 0 && errno == EINTR) {
  }
  struct stat locked{};
  struct stat there{};
  return fstat(lock_.number(), &locked) == 0 && stat(folder_.c_str(), &there) == 0 && locked.st_dev == there.st_dev &&
         locked.st_ino == there.st_ino;
}

void PageFolder::begin() {
  std::error_code error;
  fs::remove_all(staging_, error);  // of a run that was killed
  check(staging_, error);
  fs::create_directory(staging_, error);
  check(staging_, error);
}

PageFolder::~PageFolder() {
  std::error_code ignored;
  fs::remove_all(staging_, ignored);
  if (created_) fs::remove(folder_, ignored);  // only if it is empty
}

void PageFolder::write(const reports::Page& page) {
  if (paths_.empty()) begin();
  std::error_code error;
  fs::create_directories(staged(page.path).parent_path(), error);
  check(folder_ / page.path, error);
  try {
    runner::write_file(staged(page.path), page.text);
  } catch (const std::runtime_error& problem) {
    throw OutputError(problem.what());
  }
  paths_.insert(page.path);
}

void PageFolder::finish() {
  std::error_code error;
  for (const std::string& path : paths_) {
    const fs::path file = folder_ / path;
    if (!fs::exists(file, error)) continue;
    if (!is_ours(file)) fail(file, "there is a file that is not a page of an earlier report");
    fs::permissions(staged(path), fs::status(file).permissions(), error);
    check(file, error);
  }
  // Made before the first page is replaced: this is the last step that needs room.
  for (const std::string& path : paths_) {
    fs::create_directories((folder_ / path).parent_path(), error);
    check(folder_ / path, error);
  }
  for (const std::string& path : paths_) {
    fs::rename(staged(path), folder_ / path, error);
    check(folder_ / path, error);
  }
  created_ = false;
  for (const char* name : page_folders) {
    for (const fs::path& file : files_below(folder_ / name)) {
      if (paths_.contains(fs::relative(file, folder_, error).generic_string()) || !is_ours(file)) continue;
      fs::remove(file, error);
      check(file, error);
      for (fs::path above = file.parent_path(); above != folder_ && fs::remove(above, error);) {
        above = above.parent_path();
      }
    }
  }
}

}  // namespace hallmark::program
