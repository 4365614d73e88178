#include "conformance/program/folder_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "conformance/examine/detect.hpp"
#include "conformance/examine/foreign.hpp"
#include "conformance/examine/input_bytes.hpp"

namespace hallmark::program {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const noexcept { closedir(folder); }
};

}  // namespace

FolderWalk::FolderWalk(const Selection& selection, Inputs& inputs)
    : selection_(selection),
      inputs_(inputs),
      given_(selection.format == "auto" ? nullptr : codec_named(selection.format)) {}

// Depth first with an explicit stack: folders can be nested deeper than the call stack allows.
void FolderWalk::walk(const std::string& top) {
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
void FolderWalk::visit(Entry entry, std::vector<Entry>& pending) {
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

int FolderWalk::push_entries(const std::string& path, int flags, std::vector<Entry>& pending) {
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
    std::string child;
    child.reserve(prefix.size() + name.size());
    child.append(prefix).append(name);
    if (selection_.exclude.match(child)) {
      skip(child, "is excluded");
    } else {
      pending.push_back({std::move(child), entry->d_type});
    }
    errno = 0;
  }
  if (errno != 0) fail(path, errno);
  // In descending order, because the stack reverses it.
  std::sort(pending.begin() + static_cast<std::ptrdiff_t>(from), pending.end(),
            [](const Entry& a, const Entry& b) { return a.path > b.path; });
  return 0;
}

// named_in_advance: the path alone says that the file is judged.
bool FolderWalk::named_in_advance(const std::string& path) const {
  if (!selection_.include.empty()) return selection_.include.match(path);
  if (given_ == nullptr && !format_for(selection_.formats, path).empty()) return true;
  return conformance::name_suffices(conformance::content_name(path), given_);
}

void FolderWalk::file(std::string path, const struct stat& link) {
  struct stat status = link;
  if (S_ISLNK(link.st_mode) && stat(path.c_str(), &status) != 0) {
    const int error = errno;
    if (named_in_advance(path)) return fail(path, error);
    return skip(path, "is a link to nothing");
  }
  if (S_ISDIR(status.st_mode)) return skip(path, "is a link to a folder");
  // Pipes and devices are never opened.
  if (!S_ISREG(status.st_mode)) return skip(path, "is not a regular file");
  regular(std::move(path), static_cast<std::uint64_t>(status.st_size));
}

void FolderWalk::regular(std::string path, std::uint64_t size) {
  const bool named = named_in_advance(path);
  if (!named && !selection_.include.empty()) return skip_file(path, "is not included", {});
  if (!named) {
    std::size_t got = 0;
    if (const int error = conformance::read_start(path, start_, got)) return fail(path, error);
    const std::string_view reason = conformance::reason_to_skip_file(Bytes(start_).first(got), path, given_, unzipped_);
    if (!reason.empty()) return skip_file(path, reason, Bytes(start_).first(got));
  }
  inputs_.found.push_back({.path = std::move(path), .problem = "", .size = size});
}

void FolderWalk::fail(const std::string& path, int error) {
  inputs_.found.push_back({.path = path, .problem = std::strerror(error)});
}

void FolderWalk::skip_file(const std::string& path, std::string_view reason, Bytes start) {
  if (const std::string_view kind = conformance::foreign_kind(start, path); !kind.empty()) {
    ++inputs_.skipped_kinds[kind];
  }
  skip(path, reason);
}

void FolderWalk::skip(const std::string& path, std::string_view reason) {
  ++inputs_.skipped;
  if (selection_.list_skipped) inputs_.skips.push_back({path, reason});
}

}  // namespace hallmark::program
