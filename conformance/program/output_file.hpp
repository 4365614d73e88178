// OutputFile: no output may replace a file that the same command reads.
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

namespace hallmark::program {

// OutputFile is the file that an output would replace, if there is one.
class OutputFile {
 public:
  // An empty path and "-" are standard output, which replaces nothing.
  explicit OutputFile(std::string path);
  // must_not_be throws UsageError if the output is this file, by whatever name; "-" is standard input.
  void must_not_be(const std::string& read) const;
  void must_not_be(const std::vector<std::string>& read) const;

 private:
  std::string path_;
  struct stat status_{};
  bool replaces_ = false;
};

}  // namespace hallmark::program
