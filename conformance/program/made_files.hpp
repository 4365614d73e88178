// SPDX-License-Identifier: Apache-2.0
// MadeFiles: the files that a command makes in a folder, and manifest.json, which lists them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "reports/diagnostic.hpp"

namespace hallmark::program {

// A run replaces files that the manifest of an earlier run lists, and no others. The manifest goes on listing those of
// the same corpus that this run does not make.
class MadeFiles {
 public:
  // `list` is the member of the manifest that lists the files, by `id`; in each entry, `members` name files. Throws
  // UsageError if the folder has a manifest.json of something else.
  MadeFiles(std::filesystem::path folder, std::string corpus, const char* list, std::vector<const char*> members);
  MadeFiles(const MadeFiles&) = delete;
  MadeFiles& operator=(const MadeFiles&) = delete;
  // Without finish(), the files that were made are listed all the same, so that the run can be repeated.
  ~MadeFiles();

  // must_be_free throws UsageError if there is a file of this name that no manifest lists.
  void must_be_free(const std::string& name) const;
  // begin creates the folder if it is missing. Throws OutputError.
  void begin() const;
  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void add(reports::Json entry) { made_.push_back(std::move(entry)); }
  // finish writes the manifest. Throws OutputError.
  void finish();

 private:
  void read_manifest();

  std::filesystem::path folder_;
  std::string corpus_;
  const char* list_;
  std::vector<const char*> members_;
  reports::Json earlier_ = reports::Json::array();
  std::set<std::string> ours_;  // names of files in `earlier_`
  reports::Json made_ = reports::Json::array();
};

}  // namespace hallmark::program
