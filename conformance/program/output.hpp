// SPDX-License-Identifier: Apache-2.0
// Output: writes to standard output or a file and reports every write error.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/file.hpp"
#include "conformance/show/text_sink.hpp"

namespace hallmark::program {

// OutputError: the output could not be written. The message names the output and the reason.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// ClosedPipe: nobody reads the output any more. The program ends quietly.
struct ClosedPipe : OutputError {
  using OutputError::OutputError;
};

// warn writes to standard error and ignores errors: the exit code reports the problem as well.
void warn(std::string_view text) noexcept;

// columns_of returns the width of a terminal: COLUMNS, else what the terminal says. 0 if the file is no terminal, or of
// unknown width.
[[nodiscard]] std::size_t columns_of(int file) noexcept;

class Output final : public show::TextSink {
 public:
  // An empty path or "-" is standard output. Throws OutputError.
  explicit Output(const std::string& path);

  // write, flush and finish throw OutputError; after one, nothing more is written.
  void write(std::string_view text) override;
  void flush();
  // finish ends the output. A file appears only now, so that nobody takes a part for the whole, and replaces the one
  // that was there.
  void finish();

  // terminal: the output is a terminal.
  [[nodiscard]] bool terminal() const noexcept { return terminal_; }
  // colours: NO_COLOR is not set, and the output is a terminal that shows colours, or FORCE_COLOR is set. A variable is
  // set if it is not empty. See no-color.org and force-color.org.
  [[nodiscard]] bool colours() const noexcept;
  // columns returns the width of the terminal; 0: lines may have any length.
  [[nodiscard]] std::size_t columns() const noexcept { return columns_of(file_); }

 private:
  void put(std::string_view text);
  [[noreturn]] void fail(int error);

  std::string name_;
  std::string pending_;
  std::optional<runner::NewFile> new_file_;
  int file_ = -1;
  bool terminal_ = false;
};

// write_output writes a whole text as an Output.
void write_output(const std::string& path, std::string_view text);

// OutputFile is the file that an output would replace, if there is one: it must not be one that the same command reads.
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
