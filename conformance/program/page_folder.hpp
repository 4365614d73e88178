// PageFolder: writes the pages of a report or site into a folder, all of them or none.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "conformance/program/folder_lock.hpp"
#include "reports/html.hpp"

namespace hallmark::program {

// Pages are first written to a folder inside, so that a full disk leaves everything as it was. Then they replace those
// of an earlier report, and pages of that report that no longer belong are removed. Files that are no pages of ours are
// never replaced or removed. All members throw OutputError, which names the file.
class PageFolder {
 public:
  explicit PageFolder(FolderLock lock);
  PageFolder(const PageFolder&) = delete;
  PageFolder& operator=(const PageFolder&) = delete;
  // Without finish(), the folder stays as it was.
  ~PageFolder();

  void write(const reports::Page& page);
  void finish();

 private:
  [[nodiscard]] std::filesystem::path staged(const std::string& path) const { return staging_ / path; }

  FolderLock lock_;
  std::filesystem::path folder_;
  std::filesystem::path staging_;
  std::set<std::string> paths_;
  bool created_ = false;  // and not finished
};

}  // namespace hallmark::program
