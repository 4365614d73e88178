// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "codecs/core/file_names.hpp"
#include "codecs/core/manifest.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/examine/foreign.hpp"
#include "hallmark/core/recognise.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::conformance {
namespace {

constexpr std::uint64_t most_named = 3;  // of the members that are not judged

// What is an array by its name alone, without a look at it.
bool is_named(std::string_view member, const Codec& codec) noexcept {
  return std::ranges::any_of(codec.extensions, [&](std::string_view one) {
    return one != manifest::family_of(codec).archive && ends_with_any_case(member, one);
  });
}

bool has_named(Bytes file, const Codec& codec) {
  const archive::Archive archive(file);
  for (std::uint64_t i = 0; i < archive.count(); ++i) {
    if (is_named(archive.entry(i).name, codec)) return true;
  }
  return false;
}

}  // namespace

const Codec* archived_format(Bytes file, std::string_view name, const Codec* given) {
  for (const Codec* codec : all_codecs()) {
    const std::string_view extension = manifest::family_of(*codec).archive;
    if (extension.empty() || (given != nullptr && given != codec)) continue;
    const bool named = ends_with_any_case(name, extension);
    if (archive::starts_like_zip(file)) {
      // Where the first member has such a name, the archive is one even if it cannot be read.
      if (named || foreign_kind(file) == extension.substr(1) || has_named(file, *codec)) return codec;
    } else if (named && given == nullptr && codec_by_start(file) == nullptr) {
      return codec;
    }
  }
  return nullptr;
}

std::string file_of(const std::string& path) {
  const std::size_t first = path.find(':');
  std::error_code error;
  if (first == std::string::npos || std::filesystem::exists(path, error)) return path;
  for (std::size_t at = first; at != std::string::npos; at = path.find(':', at + 1)) {
    std::string file = path.substr(0, at);
    if (std::filesystem::is_regular_file(file, error)) return file;
  }
  return path;
}

Members::Members(Bytes file, const Codec& codec, std::string wanted)
    : codec_(codec), wanted_(std::move(wanted)), archive_(file), problem_(archive_.problem()) {
  if (!archive::starts_like_zip(file)) {
    const std::string_view other = foreign_format(file);
    problem_ = other.empty() ? "it does not start like one" : fmt::format("this is {}", other);
  }
  if (problem_.empty()) survey();
}

bool Members::judged(std::uint64_t member) const {
  const archive::Entry entry = archive_.entry(member);
  if (!wanted_.empty()) return entry.name == wanted_;
  if (is_named(entry.name, codec_)) return true;
  std::array<std::byte, 16> start;
  return entry.unsupported == nullptr && codec_by_mark(archive_.start(member, start)) == &codec_;
}

// What is not judged is said before anything that is.
void Members::survey() {
  std::string names;
  bool any = false;
  for (std::uint64_t i = 0; i < archive_.count(); ++i) {
    judged_.push_back(judged(i));
    any = any || judged_.back();
    if (!judged_.back() && wanted_.empty() && skipped_++ < most_named) {
      names += (names.empty() ? "" : ", ") + reports::escaped(archive_.entry(i).name);
    }
  }
  if (!wanted_.empty()) {
    if (!any) problem_ = "it has no member of this name";
    return;
  }
  if (!any) remark_ = "the archive has no arrays";
  if (skipped_ == 0) return;
  if (skipped_ > most_named) names += fmt::format(" and {} more", skipped_ - most_named);
  remark_ += fmt::format("{}not checked, because they are not arrays: {}", any ? "" : "; ", names);
}

bool Members::next() {
  while (at_ < judged_.size()) {
    if (at_ != 0) before_.insert(entry_.name);
    entry_ = archive_.entry(at_);
    if (judged_[at_++]) return true;
  }
  return false;
}

}  // namespace hallmark::conformance
