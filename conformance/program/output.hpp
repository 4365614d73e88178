// Output: where a report goes, standard output or a file. Whoever reads it may go away and disks fill up.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hallmark::program {

// OutputError: the report could not be written. The message names the output and the reason.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// warn writes to standard error. It never throws: where nobody can be told, the exit code still says it.
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
  // finish says that everything has arrived: some file systems report a full disk only when a file is closed.
  void finish();

  // terminal says whether people look at it; colours whether they want colours (NO_COLOR, TERM).
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
