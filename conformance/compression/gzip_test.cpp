// SPDX-License-Identifier: Apache-2.0
// Files in gzip format: members, limits, damage.
#include "conformance/compression/gzip.hpp"

#include <string>

#include "conformance/compression/zipped.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::compression {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 20;

TEST_CASE("gzip: all members are read, one after the other") {
  Buffer buffer;
  for (const auto& [file, content] :
       {std::pair{zipped("tensor", true), std::string("tensor")},
        std::pair{zipped("ten", true) + zipped("sor", true), std::string("tensor")},
        std::pair{zipped("", true) + zipped("tensor", true) + zipped("", true), std::string("tensor")},
        std::pair{zipped("", true), std::string()}}) {
    const Unzipped unzipped = unzip(as_bytes(file), plenty, buffer);
    CHECK(unzipped.damage == nullptr);
    CHECK_FALSE(unzipped.too_large);
    CHECK(as_text(unzipped.content) == content);
  }
}

TEST_CASE("gzip: content of exactly the limit is read, one byte more is not") {
  Buffer buffer;
  const std::string file = zipped(std::string(1000, 'a'), true) + zipped(std::string(1000, 'b'), true);
  CHECK(unzip(as_bytes(file), 2000, buffer).content.size() == 2000);
  CHECK_FALSE(unzip(as_bytes(file), 2000, buffer).too_large);
  for (const std::uint64_t most : {1999, 1000, 1, 0}) {
    const Unzipped unzipped = unzip(as_bytes(file), most, buffer);
    CHECK(unzipped.too_large);
    CHECK(unzipped.content.size() == most);
  }
  // A buffer that was larger before changes nothing.
  CHECK(unzip(as_bytes(zipped(std::string(500000, 'a'), true)), plenty, buffer).content.size() == 500000);
  CHECK(unzip(as_bytes(file), 1999, buffer).too_large);
}

TEST_CASE("gzip: a bomb takes no more memory than the limit") {
  Buffer buffer;
  std::string bomb = zipped(std::string(8 << 20, '\0'), true);
  CHECK(unzip(as_bytes(bomb), 100000, buffer).too_large);
  CHECK(buffer.capacity() <= 100000);
}

TEST_CASE("gzip: damage is found, with its offset in the compressed file") {
  const std::string good = zipped("a tensor, and another tensor", true);
  struct Row {
    std::string what;
    std::string file;
    std::string damage;
    std::uint64_t at;
  };
  std::string checksum = good;
  checksum[checksum.size() - 8] ^= 1;
  std::string length = good;
  length[length.size() - 4] ^= 1;
  std::string flags = good;
  flags[3] = '\x20';
  std::string block = good;
  block[10] = '\x07';
  const Row rows[] = {
      {"empty", "", "the file is empty", 0},
      {"text", "hello", "no gzip header", 0},
      {"one byte", "\x1f", "no gzip header", 0},
      {"header alone", good.substr(0, 10), "the file ends inside a member", 10},
      {"cut", good.substr(0, good.size() - 1), "the file ends inside a member", good.size() - 1},
      {"checksum", checksum, "incorrect data check", good.size() - 4},
      {"length", length, "incorrect length check", good.size()},
      {"reserved flags", flags, "unknown header flags set", 4},
      {"block type", block, "invalid block type", 11},
      {"trailing text", good + "more", "trailing data after the last member", good.size()},
      {"trailing zeros", good + std::string(8, '\0'), "trailing data after the last member", good.size()},
      {"second member cut", good + good.substr(0, 20), "the file ends inside a member", good.size() + 20},
  };
  Buffer buffer;
  for (const Row& row : rows) {
    CAPTURE(row.what);
    const Unzipped unzipped = unzip(as_bytes(row.file), plenty, buffer);
    REQUIRE(unzipped.damage != nullptr);
    CHECK(unzipped.damage == row.damage);
    CHECK(unzipped.at == row.at);
    CHECK_FALSE(unzipped.too_large);
  }
}

TEST_CASE("gzip: no prefix of a file passes, and every changed byte is harmless") {
  const std::string good = zipped("a tensor, and another tensor", true);
  Buffer buffer;
  for (std::size_t size = 0; size < good.size(); ++size) {
    CHECK(unzip(as_bytes(good).first(size), plenty, buffer).damage != nullptr);
  }
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = good;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      const Unzipped unzipped = unzip(as_bytes(changed), plenty, buffer);
      CHECK(unzipped.at <= changed.size());
      // Changes of time, system and name do not touch the content.
      if (unzipped.damage == nullptr) CHECK(as_text(unzipped.content) == "a tensor, and another tensor");
    }
  }
}

TEST_CASE("gzip: files are recognised by magic, method and flags") {
  CHECK(starts_like_gzip(as_bytes(zipped("x", true))));
  CHECK(starts_like_gzip(as_bytes(std::string("\x1f\x8b\x08\x1f", 4))));
  for (const std::string& other : {std::string(), std::string("\x1f\x8b\x08", 3), std::string("\x1f\x8b\x08\x20", 4),
                                   std::string("\x1f\x8b\x00\x00", 4), std::string("\x1f\x8c\x08\x00", 4)}) {
    CHECK_FALSE(starts_like_gzip(as_bytes(other)));
  }
}

}  // namespace
}  // namespace hallmark::compression
