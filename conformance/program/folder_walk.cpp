#include "conformance/program/folder_walk.hpp"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "conformance/compression/gzip.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/program/input_bytes.hpp"

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

void FolderWalk::push_entries(const std::string& path, std::vector<std::string>& pending) {
  const std::unique_ptr<DIR, CloseFolder> folder(opendir(path.c_str()));
  if (folder == nullptr) return fail(path, errno);
  const std::size_t from = pending.size();
  const std::string prefix = path.back() == '/' ? path : path + '/';
  errno = 0;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    std::string child = prefix + std::string(name);
    if (selection_.exclude.match(child)) {
      skip(child, "is excluded");
    } else {
      pending.push_back(std::move(child));
    }
    errno = 0;
  }
  if (errno != 0) fail(path, errno);
  // In descending order, because the stack reverses it.
  std::sort(pending.begin() + static_cast<std::ptrdiff_t>(from), pending.end(), std::greater<>());
}

// named_in_advance: the path alone says that the file is judged.
bool FolderWalk::named_in_advance(const std::string& path) const {
  if (!selection_.include.empty()) return selection_.include.match(path);
  if (given_ == nullptr && !format_for(selection_.formats, path).empty()) return true;
  return conformance::name_suffices(conformance::content_name(path), given_);
}

void FolderWalk::entry(const std::string& path, const struct stat& link) {
  struct stat status = link;
  if (S_ISLNK(link.st_mode) && stat(path.c_str(), &status) != 0) {
    const int error = errno;
    if (named_in_advance(path)) return fail(path, error);
    return skip(path, "is a link to nothing");
  }
  if (S_ISDIR(status.st_mode)) return skip(path, "is a link to a folder");
  // Pipes and devices are never opened.
  if (!S_ISREG(status.st_mode)) return skip(path, "is not a regular file");
  regular(path, static_cast<std::uint64_t>(status.st_size));
}

void FolderWalk::regular(const std::string& path, std::uint64_t size) {
  if (named_in_advance(path)) return found(path, size);
  if (!selection_.include.empty()) return skip(path, "is not included");
  Bytes start;
  // Files of the kernel have no size, and some wait for a reader.
  if (size != 0) {
    std::size_t got = 0;
    if (const int error = read_start(path, start_, got)) return fail(path, error);
    start = Bytes(start_).first(got);
  }
  const std::string_view reason = reason_by_content(path, start);
  if (reason.empty()) return found(path, size);
  skip(path, reason);
}

// A file in gzip format is judged by what it holds.
std::string_view FolderWalk::reason_by_content(const std::string& path, Bytes start) {
  if (!conformance::is_compressed(start, path, given_ == nullptr)) {
    return conformance::reason_to_skip(start, path, given_);
  }
  const Bytes content = compression::unzip(start, conformance::start_window, unzipped_).content;
  return conformance::reason_to_skip(content, conformance::content_name(path), given_);
}

void FolderWalk::found(const std::string& path, std::uint64_t size) {
  inputs_.found.push_back({.path = path, .problem = "", .size = size});
}

void FolderWalk::fail(const std::string& path, int error) {
  inputs_.found.push_back({.path = path, .problem = std::strerror(error)});
}

void FolderWalk::skip(const std::string& path, std::string_view reason) {
  ++inputs_.skipped;
  if (selection_.list_skipped) inputs_.skips.push_back({path, reason});
}

}  // namespace hallmark::program
