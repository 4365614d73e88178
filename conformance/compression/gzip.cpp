// SPDX-License-Identifier: Apache-2.0
#include "conformance/compression/gzip.hpp"

#include "conformance/compression/inflater.hpp"

namespace hallmark::compression {
namespace {

constexpr std::byte first_magic{0x1f};
constexpr std::byte second_magic{0x8b};
constexpr std::byte deflated{8};
constexpr std::byte reserved_flags{0xe0};

bool starts_member(Bytes rest) noexcept {
  return rest.size() >= 2 && rest[0] == first_magic && rest[1] == second_magic;
}

const char* described(const char* reason) noexcept { return *reason != '\0' ? reason : "invalid compressed data"; }

}  // namespace

bool starts_like_gzip(Bytes file) noexcept {
  return file.size() >= 4 && starts_member(file) && file[2] == deflated && (file[3] & reserved_flags) == std::byte{0};
}

Unzipped unzip(Bytes file, std::uint64_t most, Buffer& buffer) noexcept {
  Inflater inflater(Wrapping::gzip, most, buffer);
  Unzipped unzipped;
  Bytes rest = file;
  const auto damaged = [&](const char* what) {
    unzipped.damage = what;
    unzipped.at = file.size() - rest.size();
  };
  do {
    if (!starts_member(rest)) {
      damaged(rest.empty()                 ? "the file is empty"
              : rest.size() == file.size() ? "no gzip header"
                                           : "trailing data after the last member");
      break;
    }
    inflater.restart();
    const Outcome outcome = inflater.take(rest);
    unzipped.too_large = outcome == Outcome::too_large;
    if (outcome == Outcome::corrupt) {
      damaged(described(inflater.reason()));
    } else if (outcome == Outcome::ok && !inflater.ended()) {
      damaged("the file ends inside a member");
    }
  } while (!unzipped.too_large && unzipped.damage == nullptr && !rest.empty());
  unzipped.content = inflater.content();
  return unzipped;
}

}  // namespace hallmark::compression
