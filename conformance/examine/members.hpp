// SPDX-License-Identifier: Apache-2.0
// Members: the files of one format in a zip archive, one after the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/archive/archive.hpp"
#include "conformance/examine/companions.hpp"

namespace hallmark::conformance {

// archived_format returns the format of the members of an archive, by its name or those of its members; null if the
// file is none. `given` is the format of --format, or null.
[[nodiscard]] const Codec* archived_format(Bytes file, std::string_view name, const Codec* given);

// file_of returns the path of an archive: "a.npz" of "a.npz:x.npy" where there is no file of that name; else all of it.
[[nodiscard]] std::string file_of(const std::string& path);

class Members {
 public:
  // `wanted` is the name of a member; if empty, all that are of the format are walked over, by name or mark.
  Members(Bytes file, const Codec& codec, std::string wanted);

  [[nodiscard]] const Codec& codec() const noexcept { return codec_; }
  // problem says why nothing of the archive can be judged; empty if that is not so.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  // remark says what is not judged; empty if that is nothing.
  [[nodiscard]] const std::string& remark() const noexcept { return remark_; }
  [[nodiscard]] std::uint64_t skipped() const noexcept { return skipped_; }

  // next goes to the next member; false at the end.
  [[nodiscard]] bool next();
  [[nodiscard]] const archive::Entry& entry() const noexcept { return entry_; }
  // before are the names of the members before this one.
  [[nodiscard]] const Names& before() const noexcept { return before_; }
  // read gives the content of the member, which is valid until the next one is read.
  [[nodiscard]] archive::Content read(std::uint64_t most) { return archive_.read(at_ - 1, most, buffer_); }

 private:
  [[nodiscard]] bool judged(std::uint64_t member) const;
  void survey();

  const Codec& codec_;
  std::string wanted_;
  archive::Archive archive_;
  compression::Buffer buffer_;
  std::string problem_;
  std::string remark_;
  std::uint64_t skipped_ = 0;
  std::vector<bool> judged_;  // of each member
  std::size_t at_ = 0;        // the next one
  archive::Entry entry_;
  Names before_;
};

}  // namespace hallmark::conformance
