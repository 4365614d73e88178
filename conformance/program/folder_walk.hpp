// FolderWalk: the files of a folder that are judged.
#pragma once

#include <sys/stat.h>

#include <array>
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
  void push_entries(const std::string& path, std::vector<std::string>& pending);
  void entry(const std::string& path, const struct stat& link);
  void regular(const std::string& path, std::uint64_t size);
  [[nodiscard]] bool named_in_advance(const std::string& path) const;
  [[nodiscard]] std::string_view reason_by_content(const std::string& path, Bytes start);
  void found(const std::string& path, std::uint64_t size);
  void fail(const std::string& path, int error);
  void skip(const std::string& path, std::string_view reason);

  const Selection& selection_;
  Inputs& inputs_;
  const Codec* given_;
  std::array<std::byte, conformance::start_window> start_;
  compression::Buffer unzipped_;
};

}  // namespace hallmark::program
