#include "conformance/program/inputs.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "conformance/examine/detect.hpp"
#include "conformance/examine/input_bytes.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/folder_walk.hpp"

namespace hallmark::program {
namespace {

// Limit on the size of a list of paths.
constexpr std::uint64_t longest_list = std::uint64_t{1} << 30;

class Finder {
 public:
  explicit Finder(const Selection& selection) : selection_(selection), walk_(selection, inputs_) {}

  void argument(const std::string& argument) {
    if (argument == "-") {
      take_standard_input();
      inputs_.found.push_back({.path = "-", .problem = "", .standard_input = true});
    } else if (argument.size() > 1 && argument.front() == '@') {
      list(argument);
    } else {
      named(argument);
    }
  }

  Inputs take() { return std::move(inputs_); }

 private:
  void take_standard_input() {
    if (standard_input_taken_) throw UsageError("standard input can be named only once");
    standard_input_taken_ = true;
  }

  void fail(std::string path, int error) {
    inputs_.found.push_back({.path = std::move(path), .problem = std::strerror(error), .standard_input = false});
  }

  // A file named on the command line or in a list is always checked; a folder is searched.
  void named(const std::string& path) {
    struct stat status{};
    if (stat(path.c_str(), &status) != 0) return fail(path, errno);
    if (S_ISDIR(status.st_mode)) return walk_.walk(path);
    const auto size = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    inputs_.found.push_back({.path = path, .problem = "", .size = size});
  }

  void list(const std::string& argument) {
    const bool standard = argument == "@-";
    if (standard) take_standard_input();
    conformance::InputBytes bytes;
    const auto outcome =
        standard ? bytes.read_standard_input(longest_list) : bytes.read(argument.substr(1), longest_list);
    if (outcome != conformance::InputBytes::Outcome::ok) {
      inputs_.found.push_back({.path = argument, .problem = bytes.problem(), .standard_input = false});
      return;
    }
    inputs_.lists.push_back(argument.substr(1));
    const char separator = selection_.null_separated ? '\0' : '\n';
    std::string_view text = as_text(bytes.bytes());
    while (!text.empty()) {
      const std::string_view rest = text.substr(0, text.find(separator));
      const bool crlf = !selection_.null_separated && rest.ends_with('\r');
      const std::string_view line = rest.substr(0, rest.size() - (crlf ? 1 : 0));
      // A system call would stop at the NUL and open another path than the report names.
      if (line.find('\0') != std::string_view::npos) {
        fail(std::string(line), ENOENT);
      } else if (!line.empty()) {
        named(std::string(line));
      }
      text.remove_prefix(std::min(text.size(), rest.size() + 1));
    }
  }

  const Selection& selection_;
  Inputs inputs_;
  FolderWalk walk_;
  bool standard_input_taken_ = false;
};

}  // namespace

std::string format_for(const std::vector<FormatGlob>& formats, const std::string& path) {
  const std::string content(conformance::content_name(path));
  for (const FormatGlob& one : formats) {
    if (one.globs.match(path) || one.globs.match(content)) return one.format;
  }
  return {};
}

Inputs find_inputs(const std::vector<std::string>& arguments, const Selection& selection) {
  Finder finder(selection);
  for (const std::string& argument : arguments) finder.argument(argument);
  return finder.take();
}

}  // namespace hallmark::program
