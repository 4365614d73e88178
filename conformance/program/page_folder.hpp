// SPDX-License-Identifier: Apache-2.0
// PageFolder: writes the pages of a report or site into a folder, all of them or none.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "conformance/process/descriptor.hpp"
#include "reports/html.hpp"

namespace hallmark::program {

// Pages are first written to a folder inside, so that a full disk leaves everything as it was. Then they replace those
// of an earlier report, and pages of that report that no longer belong are removed. Files that are no pages of ours are
// never replaced or removed. All members throw OutputError, which names the file.
class PageFolder {
 public:
  // Creates the folder if there is none. A second run waits for the first, so that the folder holds the report of one
  // of them. On file systems without locks it does not wait.
  explicit PageFolder(std::filesystem::path folder);
  PageFolder(const PageFolder&) = delete;
  PageFolder& operator=(const PageFolder&) = delete;
  // Without finish(), the folder stays as it was.
  ~PageFolder();

  void write(const reports::Page& page);
  [[nodiscard]] reports::PageSink sink() {
    return [this](const reports::Page& page) { write(page); };
  }
  void finish();

 private:
  // lock returns false if the folder was removed or replaced while it waited.
  [[nodiscard]] bool lock();
  void begin();
  [[nodiscard]] std::filesystem::path staged(const std::string& path) const { return staging_ / path; }

  std::filesystem::path folder_;
  std::filesystem::path staging_;
  runner::Descriptor lock_;
  std::set<std::string> paths_;
  bool created_ = false;  // and not finished
};

}  // namespace hallmark::program
