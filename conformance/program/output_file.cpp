#include "conformance/program/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "conformance/program/command.hpp"

namespace hallmark::program {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  const bool file = !path_.empty() && path_ != "-";
  replaces_ = file && stat(path_.c_str(), &status_) == 0 && S_ISREG(status_.st_mode);
}

void OutputFile::must_not_be(const std::string& read) const {
  struct stat status{};
  if (!replaces_ || (read == "-" ? fstat(STDIN_FILENO, &status) : stat(read.c_str(), &status)) != 0) return;
  if (status.st_dev != status_.st_dev || status.st_ino != status_.st_ino) return;
  throw UsageError(fmt::format("the output {} would replace {}, which is read; write to another file", path_,
                               read == "-" ? "standard input" : read));
}

void OutputFile::must_not_be(const std::vector<std::string>& read) const {
  for (const std::string& one : read) must_not_be(one);
}

}  // namespace hallmark::program
