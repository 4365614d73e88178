// SPDX-License-Identifier: Apache-2.0
// Archives: members as writers write them, damage, limits.
#include "conformance/archive/archive.hpp"

#include "conformance/archive/zip_file.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::archive {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 20;

// Read is what is read of an archive of one member.
struct Read {
  std::string content;
  bool too_large;
  std::string damage;
};
Read read(const std::string& file, std::uint64_t most = plenty, std::uint64_t member = 0) {
  compression::Buffer buffer;
  Archive archive(as_bytes(file));
  if (!archive.problem().empty()) return {"", false, archive.problem()};
  const Content content = archive.read(member, most, buffer);
  return {std::string(as_text(content.bytes)), content.too_large, content.damage};
}

const std::string text = "a tensor, and another tensor";
const std::string zeros(8 << 20, '\0');

TEST_CASE("archive: members are read as writers write them") {
  for (const Zipped& one : {Zipped{"x", text}, Zipped{"x", text, true}, Zipped{"", text}, Zipped{"x", ""},
                            Zipped{"x", "", true}, Zipped{.name = "x", .content = text, .zip64 = true},
                            Zipped{.name = "x", .content = text, .deflate = true, .zip64 = true},
                            Zipped{.name = "x", .content = text, .descriptor = true},
                            Zipped{.name = "x", .content = text, .deflate = true, .descriptor = true}}) {
    CAPTURE(one.content, one.deflate, one.zip64, one.descriptor);
    const Read member = read(zip_file({{"before", "before"}, one}), plenty, 1);
    CAPTURE(member.damage);
    CHECK(member.damage.empty());
    CHECK(member.content == one.content);
  }
}

TEST_CASE("archive: a stored member is read where it lies, whatever its size; what is compressed has a limit") {
  const std::string file = zip_file({{"x", text}});
  compression::Buffer buffer;
  Archive archive(as_bytes(file));
  CHECK(archive.read(0, 0, buffer).bytes.data() == as_bytes(file).data() + 31);
  CHECK(buffer.capacity() == 0);
  CHECK(read(zip_file({{"x", text, true}}), text.size()).content == text);
  CHECK(read(zip_file({{"x", text, true}}), text.size() - 1).too_large);
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

TEST_CASE("archive: damage of a member is found, and the others are read") {
  const Zipped stored{"x", text};
  const Zipped packed{"x", text, true};
  const auto with = [](Zipped one, auto Zipped::* field, auto value) {
    one.*field = value;
    return one;
  };
  const std::string other = "the header before its data says another name";
  const std::pair<Zipped, std::string> rows[] = {
      {with(stored, &Zipped::checksum, 1), ""},
      {with(packed, &Zipped::checksum, 1), ""},
      {with(stored, &Zipped::size, text.size() + 1), ""},
      {with(packed, &Zipped::size, text.size() + 1), ""},
      {with(packed, &Zipped::size, text.size() - 1), ""},
      {with(packed, &Zipped::packed_size, 10), ""},
      {with(stored, &Zipped::packed_size, 1 << 20), "it is larger than the archive"},
      {with(stored, &Zipped::own_name, "y"), other},
      {with(stored, &Zipped::own_name, ""), other},
      {with(stored, &Zipped::name, std::string("x\0y", 3)), other},  // libzip shows "x"
  };
  for (const auto& [wrong, damage] : rows) {
    const std::string file = zip_file({{"a", "before"}, wrong, {"b", "after"}});
    const Read member = read(file, plenty, 1);
    CAPTURE(member.damage);
    CHECK_FALSE(member.damage.empty());
    if (!damage.empty()) CHECK(member.damage == damage);
    CHECK(read(file, plenty, 0).content == "before");
    CHECK(read(file, plenty, 2).content == "after");
  }
}

TEST_CASE("archive: encryption and other methods are known") {
  const std::string file = zip_file({{"x", text},
                                     {"y", text, true},
                                     {.name = "z", .content = text, .flags = 1},
                                     {.name = "d/", .content = text, .method = 12}});
  const Archive archive(as_bytes(file));
  REQUIRE(archive.count() == 4);
  CHECK(archive.entry(0).unsupported == nullptr);
  CHECK(archive.entry(1).unsupported == nullptr);
  CHECK(archive.entry(2).unsupported == std::string("it is encrypted"));
  CHECK(archive.entry(3).unsupported == std::string("it is neither stored nor deflated"));
  CHECK(archive.entry(3).name == "d/");
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
