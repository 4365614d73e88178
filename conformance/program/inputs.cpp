// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/inputs.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "conformance/compression/buffer.hpp"
#include "conformance/examine/companions.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/examine/foreign.hpp"
#include "conformance/examine/input_bytes.hpp"
#include "conformance/examine/skip.hpp"
#include "conformance/program/command.hpp"
#include "conformance/runner/glob.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;

// path_from returns a path as it is written in a folder; of a file outside, the absolute path.
std::string path_from(const std::string& folder, const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error).lexically_normal();
  if (error) return path;
  const std::string whole = absolute.string();
  const std::string prefix = folder.ends_with('/') ? folder : folder + '/';
  return whole.starts_with(prefix) ? whole.substr(prefix.size()) : whole;
}

// last_component of "a/b/" is "b".
std::string last_component(const fs::path& path) {
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

constexpr std::string_view other = "other";

// kind_of returns what a file keeps tensors in, as far as its `start` shows, such as "npy"; else the end of its name,
// such as ".json"; or `other`.
std::string kind_of(Bytes start, const std::string& path) {
  if (const std::string_view kind = conformance::foreign_kind(start); !kind.empty()) return std::string(kind);
  constexpr std::size_t longest = 12;
  std::string extension = fs::path(path).extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool plain = extension.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-") == std::string::npos;
  return plain && extension.size() > 1 && extension.size() <= longest ? extension : std::string(other);
}

// Limit on the size of a list of paths.
constexpr std::uint64_t longest_list = std::uint64_t{1} << 30;

struct CloseFolder {
  void operator()(DIR* folder) const noexcept { closedir(folder); }
};

// Finder walks through folders, and reads the first bytes of files in them whose names do not decide. There it opens
// regular files only.
class Finder {
 public:
  explicit Finder(const Selection& selection)
      : selection_(selection),
        given_(selection.format == "auto" ? nullptr : conformance::format_named(selection.format)) {}

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
  // Entry is a path, and what its folder says of it: DT_DIR, DT_REG or another type of readdir.
  struct Entry {
    std::string path;
    unsigned char type;
  };

  void take_standard_input() {
    if (standard_input_taken_) throw UsageError("standard input can be named only once");
    standard_input_taken_ = true;
  }

  void fail(std::string path, int error, std::string_view more = "") {
    std::string problem = std::strerror(error);
    problem += more;
    inputs_.found.push_back({.path = std::move(path), .problem = std::move(problem), .standard_input = false});
  }

  // A file named on the command line or in a list is always checked; a folder is searched.
  void named(const std::string& path) {
    struct stat status{};
    if (stat(path.c_str(), &status) != 0) {
      const int error = errno;
      const std::string archive = conformance::file_of(path);
      if (archive == path || stat(archive.c_str(), &status) != 0) {
        // A shell passes a pattern on if nothing matches it.
        const bool pattern = error == ENOENT && path.find_first_of("*?[") != std::string::npos;
        return fail(path, error, pattern ? "; no file matches this pattern" : "");
      }
    }
    if (S_ISDIR(status.st_mode)) return walk(path);
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

  // Depth first with an explicit stack: folders can be nested deeper than the call stack allows.
  void walk(const std::string& top) {
    std::vector<Entry> pending;
    if (const int error = push_entries(top, 0, pending)) fail(top, error);
    while (!pending.empty()) {
      Entry entry = std::move(pending.back());
      pending.pop_back();
      visit(std::move(entry), pending);
    }
  }

  // Most file systems say with the name whether it is a file or a folder; asking again would take as long as reading a
  // small file.
  void visit(Entry entry, std::vector<Entry>& pending) {
    if (entry.type == DT_REG && !selection_.sizes) return regular(std::move(entry.path), 0);
    // A link that has taken the place of a folder is not followed.
    int error = entry.type == DT_DIR ? push_entries(entry.path, O_NOFOLLOW, pending) : ENOTDIR;
    if (error == 0) return;
    struct stat status{};
    if (error == ENOTDIR) error = lstat(entry.path.c_str(), &status) == 0 ? 0 : errno;
    if (error == 0 && S_ISDIR(status.st_mode)) {
      error = push_entries(entry.path, O_NOFOLLOW, pending);
    } else if (error == 0) {
      file(std::move(entry.path), status);
    }
    if (error != 0) fail(entry.path, error);
  }

  // push_entries returns 0 or the error number of opening the folder; `flags` are added to those of open.
  [[nodiscard]] int push_entries(const std::string& path, int flags, std::vector<Entry>& pending) {
    const int opened = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | flags);
    if (opened == -1) return errno;
    const std::unique_ptr<DIR, CloseFolder> folder(fdopendir(opened));
    if (folder == nullptr) {
      const int error = errno;
      close(opened);
      return error;
    }
    const std::size_t from = pending.size();
    const std::string prefix = path.back() == '/' ? path : path + '/';
    errno = 0;
    while (const dirent* entry = readdir(folder.get())) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      std::string child = prefix + entry->d_name;
      if (selection_.exclude.match(child)) {
        skip(child, "is excluded", {});
      } else {
        pending.push_back({std::move(child), entry->d_type});
      }
      errno = 0;
    }
    if (errno != 0) fail(path, errno);
    // In descending order, because the stack reverses it.
    std::ranges::sort(pending.begin() + static_cast<std::ptrdiff_t>(from), pending.end(), std::ranges::greater{},
                      &Entry::path);
    return 0;
  }

  // named_in_advance: the path alone says that the file is judged.
  [[nodiscard]] bool named_in_advance(const std::string& path) const {
    if (!selection_.include.empty()) return selection_.include.match(path);
    if (given_ == nullptr && !format_for(selection_.formats, path).empty()) return true;
    return conformance::name_suffices(conformance::content_name(path), given_);
  }

  void file(std::string path, const struct stat& link) {
    struct stat status = link;
    if (S_ISLNK(link.st_mode) && stat(path.c_str(), &status) != 0) {
      const int error = errno;
      if (named_in_advance(path)) return fail(path, error);
      return skip(path, "is a link to nothing", other);
    }
    if (S_ISDIR(status.st_mode)) return skip(path, "is a link to a folder", other);
    // Pipes and devices are never opened.
    if (!S_ISREG(status.st_mode)) return skip(path, "is not a regular file", other);
    regular(std::move(path), static_cast<std::uint64_t>(status.st_size));
  }

  void regular(std::string path, std::uint64_t size) {
    const bool named = named_in_advance(path);
    if (!named && !selection_.include.empty()) return skip(path, "is not included", kind_of({}, path));
    if (!named) {
      std::size_t got = 0;
      if (const int error = conformance::read_start(path, start_, got)) return fail(path, error);
      const Bytes start = Bytes(start_).first(got);
      const std::string_view reason = conformance::reason_to_skip_file(start, path, given_, unzipped_);
      if (!reason.empty()) return skip(path, reason, kind_of(start, path));
    }
    inputs_.found.push_back({.path = std::move(path), .problem = "", .size = size});
  }

  // A kind says what was left out; what the user excludes has none.
  void skip(const std::string& path, std::string_view reason, std::string_view kind) {
    ++inputs_.skipped;
    if (!kind.empty()) ++inputs_.skipped_kinds[std::string(kind)];
    if (selection_.list_skipped) inputs_.skips.push_back({path, reason});
  }

  const Selection& selection_;
  const Codec* given_;
  Inputs inputs_;
  bool standard_input_taken_ = false;
  std::array<std::byte, start_window> start_;
  compression::Buffer unzipped_;
};

}  // namespace

PathGlobs::PathGlobs(std::vector<std::string> globs, std::string folder)
    : globs_(std::move(globs)), folder_(std::move(folder)) {
  // A folder may be written with a slash at its end.
  for (std::string& glob : globs_) {
    while (glob.size() > 1 && glob.ends_with('/')) glob.pop_back();
  }
}

bool PathGlobs::match(const std::string& path) const {
  if (empty()) return false;
  if (runner::any_glob_matches(globs_, last_component(path))) return true;
  if (!folder_.empty()) return runner::any_glob_matches(globs_, path_from(folder_, path));
  return runner::any_glob_matches(globs_, path) ||
         (path.starts_with("./") && runner::any_glob_matches(globs_, path.substr(2)));
}

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
