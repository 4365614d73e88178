#include "conformance/program/inputs.hpp"

#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "conformance/examine/detect.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/input_bytes.hpp"

namespace hallmark::program {
namespace {

// Limit on the size of a list of paths.
constexpr std::uint64_t longest_list = std::uint64_t{1} << 30;

std::string_view last_component(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path.size() == 1 ? path : path.substr(slash + 1);
}

struct CloseFolder {
  void operator()(DIR* folder) const noexcept { closedir(folder); }
};

class Finder {
 public:
  explicit Finder(const Selection& selection) : selection_(selection) {}

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

  [[nodiscard]] bool excluded(const std::string& path) const {
    return std::any_of(selection_.exclude.begin(), selection_.exclude.end(), [&](const std::string& glob) {
      return fnmatch(glob.c_str(), path.c_str(), 0) == 0 ||
             fnmatch(glob.c_str(), std::string(last_component(path)).c_str(), 0) == 0;
    });
  }

  // A path named on the command line or in a list is always checked; a folder is searched.
  void named(const std::string& path) {
    if (excluded(path)) {
      ++inputs_.skipped;
      return;
    }
    struct stat status{};
    if (stat(path.c_str(), &status) != 0) return fail(path, errno);
    if (S_ISDIR(status.st_mode)) return folder(path);
    inputs_.found.push_back({.path = path, .problem = "", .standard_input = false});
  }

  void list(const std::string& argument) {
    const bool standard = argument == "@-";
    if (standard) take_standard_input();
    InputBytes bytes;
    const auto outcome =
        standard ? bytes.read_standard_input(longest_list) : bytes.read(argument.substr(1), longest_list);
    if (outcome != InputBytes::Outcome::ok) {
      inputs_.found.push_back({.path = argument, .problem = bytes.problem(), .standard_input = false});
      return;
    }
    const char separator = selection_.null_separated ? '\0' : '\n';
    std::string_view text = as_text(bytes.bytes());
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find(separator));
      // A system call would stop at the NUL and open another path than the report names.
      if (line.find('\0') != std::string_view::npos) {
        fail(std::string(line), ENOENT);
      } else if (!line.empty()) {
        named(std::string(line));
      }
      text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
  }

  [[nodiscard]] bool known(std::string_view name) const {
    const Codec* codec = selection_.format == "auto" ? nullptr : codec_named(selection_.format);
    return codec != nullptr ? conformance::has_extension(*codec, name) : conformance::codec_by_name(name) != nullptr;
  }

  // Depth first with an explicit stack: folders can be nested deeper than the call stack allows.
  void folder(const std::string& top) {
    std::vector<std::string> pending{top};
    while (!pending.empty()) {
      const std::string path = std::move(pending.back());
      pending.pop_back();
      struct stat status{};
      if (lstat(path.c_str(), &status) != 0) {
        fail(path, errno);
      } else if (path == top || S_ISDIR(status.st_mode)) {
        push_entries(path, pending);
      } else {
        entry(path, status);
      }
    }
  }

  void push_entries(const std::string& path, std::vector<std::string>& pending) {
    const std::unique_ptr<DIR, CloseFolder> folder(opendir(path.c_str()));
    if (folder == nullptr) return fail(path, errno);
    const std::size_t from = pending.size();
    const std::string prefix = path.back() == '/' ? path : path + '/';
    errno = 0;
    while (const dirent* entry = readdir(folder.get())) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      std::string child = prefix + std::string(name);
      if (excluded(child)) {
        ++inputs_.skipped;
      } else {
        pending.push_back(std::move(child));
      }
      errno = 0;
    }
    if (errno != 0) fail(path, errno);
    // In descending order, because the stack reverses it.
    std::sort(pending.begin() + static_cast<std::ptrdiff_t>(from), pending.end(), std::greater<>());
  }

  // A file found in a folder is checked if it has a known extension. Pipes and devices are never opened.
  void entry(const std::string& path, const struct stat& link) {
    struct stat status = link;
    const bool dangling = S_ISLNK(link.st_mode) && stat(path.c_str(), &status) != 0;
    const int error = errno;
    if (!known(last_component(path)) || (!dangling && !S_ISREG(status.st_mode))) {
      ++inputs_.skipped;
    } else if (dangling) {
      fail(path, error);
    } else {
      inputs_.found.push_back({.path = path, .problem = "", .standard_input = false});
    }
  }

  const Selection& selection_;
  Inputs inputs_;
  bool standard_input_taken_ = false;
};

}  // namespace

Inputs find_inputs(const std::vector<std::string>& arguments, const Selection& selection) {
  Finder finder(selection);
  for (const std::string& argument : arguments) finder.argument(argument);
  return finder.take();
}

}  // namespace hallmark::program
