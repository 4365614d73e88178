// The scans that look at many bytes at once: one wrong byte at every place that differs for the code, and nothing read
// that is not theirs.
#include "codecs/core/scan.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "codecs/bson/elements.hpp"
#include "codecs/core/unique_names.hpp"
#include "codecs/kserve/json.hpp"
#include "codecs/oinf/format.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"
#include "hallmark/kserve.hpp"

namespace {

using hallmark::Bytes;
using hallmark::nowhere;
using hallmark::testing::Fenced;

using Scan = std::uint64_t (*)(Bytes) noexcept;

std::uint64_t find_nul(Bytes data) noexcept {
  const auto found = hallmark::bson::scan_cstring(data.data(), data.size());
  return found.terminated ? found.length : nowhere;
}
std::uint64_t find_end_of_text(Bytes data) noexcept {
  const hallmark::TextCursor text(data);
  const hallmark::TextCursor at = hallmark::kserve::find_not_plain(text);
  return at.ended() ? nowhere : at - text;
}

struct Finder {
  const char* name;
  Scan scan;
  unsigned char good;
  unsigned char bad;
  bool large_blocks = false;
};
constexpr Finder finders[] = {
    {"zeros", hallmark::find_non_zero, 0, 1, true},
    {"bools", hallmark::find_non_bool, 1, 2, true},
    {"utf8", hallmark::find_invalid_utf8, 'a', 0xff},
    {"names of oinf", hallmark::oinf::find_foreign, 'a', '/'},
    {"keys of bson", find_nul, 'a', 0},
    {"text of json, quote", find_end_of_text, 'a', '"'},
    {"text of json, backslash", find_end_of_text, ']', '\\'},
    {"text of json, control", find_end_of_text, ' ', 0x1f},
    {"text of json, not ASCII", find_end_of_text, '!', 0x80},
};

// On both sides of words (8), lines and rows (64), blocks (256, 16384) and long stretches (1024), and of what is
// left of them where the first line is taken apart.
std::vector<std::size_t> sizes_around_borders() {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size <= 20; ++size) sizes.push_back(size);
  for (const std::size_t border :
       {32U, 64U, 128U, 136U, 192U, 256U, 264U, 512U, 1024U, 1088U, 1152U, 16384U, 16448U, 16512U}) {
    for (const std::size_t size : {border - 1, border, border + 1}) sizes.push_back(size);
  }
  return sizes;
}
bool is_near_border(std::size_t at, std::size_t size) {
  constexpr std::size_t edge = 140;  // a row, and a little
  return size <= 300 || at < edge || at + edge >= size || (at + 2) % 1024 < 4;
}

// A block of exactly so many bytes behind `shift` others, which begin where a line does. AddressSanitizer knows where
// it ends; the bytes before are bad, so that a scan that looks at them shows.
class Shifted {
 public:
  Shifted(std::size_t shift, std::size_t size, std::byte good, std::byte bad)
      : memory_(static_cast<std::byte*>(::operator new(shift + size, line))), data_(memory_.get() + shift, size) {
    std::fill_n(memory_.get(), shift, bad);
    std::ranges::fill(data_, good);
  }
  [[nodiscard]] std::span<std::byte> data() const { return data_; }

 private:
  static constexpr std::align_val_t line{64};
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete(memory, line); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::span<std::byte> data_;
};

}  // namespace

TEST_CASE("scan: one wrong byte is found at every alignment within a line, around every border") {
  for (const Finder& finder : finders) {
    const auto good = static_cast<std::byte>(finder.good);
    const auto bad = static_cast<std::byte>(finder.bad);
    for (std::size_t shift = 0; shift < 64; ++shift) {
      std::size_t wrong = 0;
      for (const std::size_t size : sizes_around_borders()) {
        if (size > 2000 && !finder.large_blocks) break;
        const Shifted memory(shift, size, good, bad);
        const auto data = memory.data();
        wrong += finder.scan(data) != nowhere;
        for (std::size_t at = 0; at < size; ++at) {
          if (!is_near_border(at, size)) continue;
          data[at] = bad;
          wrong += finder.scan(data) != at;
          data[size - 1] = bad;  // the first of two
          wrong += finder.scan(data) != at;
          data[size - 1] = good;
          data[at] = good;
        }
      }
      CAPTURE(finder.name, shift);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("scan: between fences nothing outside is read, and every wrong byte is found") {
  for (const Finder& finder : finders) {
    const auto good = static_cast<std::byte>(finder.good);
    const auto bad = static_cast<std::byte>(finder.bad);
    std::size_t wrong = 0;
    for (std::size_t size = 0; size <= 300; ++size) {
      const Fenced memory(size);
      for (const auto data : {memory.low(), memory.high()}) {
        std::ranges::fill(data, good);
        wrong += finder.scan(data) != nowhere;
        for (std::size_t at = 0; at < size; ++at) {
          data[at] = bad;
          wrong += finder.scan(data) != at;
          data[at] = good;
        }
      }
    }
    CAPTURE(finder.name);
    CHECK(wrong == 0);
  }
}

TEST_CASE("scan: between fences every length of text that is cut off is looked at and not read across") {
  // What a reader of JSON looks at before it knows that it is JSON, what begins a number in text, names that are hashed
  // and compared, and sequences of UTF-8 whose end is missing.
  const std::string_view texts[] = {"{\"", "{\"\\", "{\"a\":[1,", "[1.5e", "-", "1234567", "\xf0\x9f\x98", "\xe2\x82"};
  for (std::size_t size = 0; size <= 300; ++size) {
    const Fenced memory(size);
    const auto data = memory.high();
    for (const std::string_view text : texts) {
      for (const char fill : {'a', '7', ' '}) {
        std::ranges::fill(data, static_cast<std::byte>(fill));
        const std::size_t kept = std::min(text.size(), size);
        std::ranges::copy(hallmark::as_bytes(text.substr(0, kept)), data.begin());
        const hallmark::TextCursor cursor(data);
        CHECK(hallmark::kserve::skip_text(cursor).ended());
        hallmark::kserve::Lexer lexer;
        hallmark::kserve::Lexeme lexeme;
        hallmark::kserve::Text string;
        (void)lexer.number(cursor, lexeme);
        (void)lexer.string(cursor, string);
        hallmark::Plain number;
        (void)hallmark::read_plain<true>(cursor, number);
        (void)hallmark::kserve::scratch_bound(data);
        (void)hallmark::unique_names::hash(data);
        CHECK_FALSE(hallmark::before(data, data));
        // At the end, where it is cut off.
        std::ranges::fill(data, std::byte{'a'});
        std::ranges::copy(hallmark::as_bytes(text.substr(0, kept)), data.end() - static_cast<std::ptrdiff_t>(kept));
        const bool cut = kept != 0 && (text.front() & 0x80) != 0;
        CHECK(hallmark::find_invalid_utf8(data) == (cut ? size - kept : nowhere));
      }
    }
  }
}
