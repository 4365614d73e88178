// SPDX-License-Identifier: Apache-2.0
// Archives: limits, and what is damaged. Members as they are written are in conformance/npy/program.
#include "conformance/archive/archive.hpp"

#include "conformance/archive/zip_file.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::archive {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 20;

const std::string text = "a tensor, and another tensor";
const std::string zeros(8 << 20, '\0');

TEST_CASE("archive: a stored member is read where it lies, whatever its size; what is compressed has a limit") {
  const std::string file = zip_file({{"x", text}});
  compression::Buffer buffer;
  Archive archive(as_bytes(file));
  CHECK(archive.read(0, 0, buffer).bytes.data() == as_bytes(file).data() + 31);
  CHECK(buffer.capacity() == 0);
  const std::string packed = zip_file({{"x", text, true}});
  CHECK(as_text(Archive(as_bytes(packed)).read(0, text.size(), buffer).bytes) == text);
  CHECK(Archive(as_bytes(packed)).read(0, text.size() - 1, buffer).too_large);
}

TEST_CASE("archive: a bomb takes no more memory than the limit, whatever size it says") {
  for (const std::optional<std::size_t> said : {std::optional<std::size_t>(), std::optional<std::size_t>(5)}) {
    const std::string file = zip_file({{.name = "x", .content = zeros, .deflate = true, .size = said}});
    compression::Buffer buffer;
    Archive archive(as_bytes(file));
    const Content content = archive.read(0, 100000, buffer);
    CHECK(content.too_large);
    CHECK(buffer.capacity() <= 100000);
  }
}

TEST_CASE("archive: members that share bytes are read once") {
  const std::string file = zip_file({{"x", std::string(1000, 'a')}});
  // The directory says the one member a hundred times.
  const std::size_t begin = file.find("PK\x01\x02");
  const std::size_t end = file.find("PK\x05\x06");
  std::string many = file.substr(0, begin);
  for (int i = 0; i < 100; ++i) many += file.substr(begin, end - begin);
  many +=
      file.substr(end, 8) + number(100, 2) + number(100, 2) + number(100 * (end - begin), 4) + file.substr(end + 16);
  Archive archive(as_bytes(many));
  REQUIRE(archive.count() == 100);
  compression::Buffer buffer;
  std::uint64_t read = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Content content = archive.read(i, plenty, buffer);
    read += content.bytes.size();
    if (!content.damage.empty()) CHECK(content.damage == "it shares bytes with other members");
  }
  CHECK(read <= many.size());
}

TEST_CASE("archive: no prefix of a file is one, and every changed byte is harmless") {
  const std::string good = zip_file({{"x", text}, {"y", text, true}});
  for (std::size_t size = 0; size < good.size(); ++size) {
    CHECK((size == 0 || !Archive(as_bytes(good).first(size)).problem().empty()));
  }
  compression::Buffer buffer;
  for (std::size_t i = 0; i < 8 * good.size(); ++i) {
    std::string changed = good;
    changed[i / 8] = static_cast<char>(changed[i / 8] ^ (1 << i % 8));
    Archive archive(as_bytes(changed));
    for (std::uint64_t member = 0; member < archive.count(); ++member) {
      const Content content = archive.read(member, plenty, buffer);
      if (content.damage.empty() && !content.bytes.empty()) CHECK(as_text(content.bytes) == text);
    }
  }
}

}  // namespace
}  // namespace hallmark::archive
