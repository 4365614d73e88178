// FolderWalk: the files of a folder that are judged.
#pragma once

#include <sys/stat.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/compression/buffer.hpp"
#include "conformance/examine/skip.hpp"
#include "conformance/program/inputs.hpp"

namespace hallmark::program {

// FolderWalk reads the first bytes of files whose names do not decide. It opens regular files only.
class FolderWalk {
 public:
  FolderWalk(const Selection& selection, Inputs& inputs);

  // walk searches a folder and the folders in it.
  void walk(const std::string& top);

 private:
  // Entry is a path, and what its folder says of it: DT_DIR, DT_REG or another type of readdir.
  struct Entry {
    std::string path;
    unsigned char type;
  };

  void visit(Entry entry, std::vector<Entry>& pending);
  // push_entries returns 0 or the error number of opening the folder; `flags` are added to those of open.
  [[nodiscard]] int push_entries(const std::string& path, int flags, std::vector<Entry>& pending);
  void file(std::string path, const struct stat& link);
  void regular(std::string path, std::uint64_t size);
  [[nodiscard]] bool named_in_advance(const std::string& path) const;
  void fail(const std::string& path, int error);
  void skip(const std::string& path, std::string_view reason);
  // skip_file is skip of a file that may be of a known kind; `start` is what was read of it.
  void skip_file(const std::string& path, std::string_view reason, Bytes start);

  const Selection& selection_;
  Inputs& inputs_;
  const Codec* given_;
  std::array<std::byte, conformance::start_window> start_;
  compression::Buffer unzipped_;
};

}  // namespace hallmark::program
