// SPDX-License-Identifier: Apache-2.0
// UTF-8: every text of up to three bytes, and those of four bytes out of one byte for each class, alone, and inside
// ASCII at every place of a word and around the border of a block; by every kernel.
#include <array>
#include <string>
#include <vector>

#include "conformance/core/utf8_oracle.hpp"
#include "conformance/testing/counted.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;

// One byte for each way a rule can tell bytes apart, and both sides of each border.
constexpr std::array<unsigned char, 30> classes = {0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0,
                                                   0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0,
                                                   0xf1, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xfb, 0xfc, 0xfe, 0xff};

// Lines is a block of ASCII into which a text is put.
class Lines {
 public:
  explicit Lines(std::size_t size) : memory_(size + 8 + 4, 'a'), size_(size) {}

  // same puts the text `before` bytes after the start of a block that lies `shift` bytes into a word.
  bool same(std::string_view text, std::uint64_t alone, std::size_t before, std::size_t shift) {
    char* const place = memory_.data() + shift + before;
    for (std::size_t i = 0; i < text.size(); ++i) place[i] = text[i];
    const std::uint64_t found = find_by_all_kernels(as_bytes({memory_.data() + shift, size_ + text.size()}));
    for (std::size_t i = 0; i < text.size(); ++i) place[i] = 'a';
    return found == (alone == nowhere ? nowhere : alone + before);
  }

 private:
  std::vector<char> memory_;
  std::size_t size_;
};

std::string numbers(std::string_view text) {
  std::string all;
  for (const char c : text) all += std::to_string(static_cast<unsigned char>(c)) + " ";
  return all;
}

}  // namespace

TEST_CASE("exhaustive: every text of up to three bytes, alone and at every place of a word") {
  Counted counted;
  Lines word(8);
  for (std::size_t size = 0; size <= 3; ++size) {
    for (std::uint32_t number = 0; number < std::uint32_t{1} << (8 * size); ++number) {
      std::array<char, 3> bytes{};
      for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(number >> (8 * i) & 0xff);
      const std::string_view text(bytes.data(), size);
      const std::uint64_t alone = utf8_oracle(text);
      bool same = find_invalid_utf8(as_bytes(text)) == alone;
      for (std::size_t place = 0; place < 8; ++place) same = same && word.same(text, alone, place, number % 8);
      counted.check(same, [&] { return numbers(text); });
    }
  }
  counted.close(1 + 0x100 + 0x10000 + 0x1000000);
}

TEST_CASE("exhaustive: four bytes of every class, alone and around the borders of a block") {
  Counted counted;
  Lines block(256);
  std::array<char, 4> bytes{};
  const auto extend = [&](const auto& self, std::size_t length) -> void {
    if (length < bytes.size()) {
      for (const unsigned char next : classes) {
        bytes[length] = static_cast<char>(next);
        self(self, length + 1);
      }
      return;
    }
    const std::string_view text(bytes.data(), bytes.size());
    const std::uint64_t alone = utf8_oracle(text);
    bool same = find_invalid_utf8(as_bytes(text)) == alone;
    for (const std::size_t before : {0, 1, 5, 8, 247, 252, 253, 254, 255, 256}) {
      for (std::size_t shift = 0; shift < 8; ++shift) same = same && block.same(text, alone, before, shift);
    }
    counted.check(same, [&] { return numbers(text); });
  };
  extend(extend, 0);
  counted.close(classes.size() * classes.size() * classes.size() * classes.size());
}
