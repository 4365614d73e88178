// Output: writes to standard output or a file and reports every write error.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hallmark::program {

// OutputError: the output could not be written. The message names the output and the reason.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// warn writes to standard error and ignores errors: the exit code reports the problem as well.
void warn(std::string_view text) noexcept;

class Output {
 public:
  // An empty path or "-" is standard output. Throws OutputError.
  explicit Output(const std::string& path);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  // write and finish throw OutputError; after one, nothing more is written.
  void write(std::string_view text);
  void flush();
  // finish closes the file: some file systems report a full disk only then.
  void finish();

  // terminal: the output is a terminal. colours: it is one that shows colours, and NO_COLOR is not set.
  [[nodiscard]] bool terminal() const noexcept { return terminal_; }
  [[nodiscard]] bool colours() const noexcept;

 private:
  [[noreturn]] void fail(int error);

  std::string name_;
  std::string pending_;
  int file_ = -1;
  bool own_ = false;
  bool terminal_ = false;
};

}  // namespace hallmark::program
