// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/pieces.hpp"

#include <algorithm>
#include <cctype>

#include "conformance/generate/noise.hpp"
#include "conformance/model/path_text.hpp"
#include "conformance/model/scratch_memory.hpp"

namespace hallmark::conformance {
namespace {

class Ranges final : public LayoutSink {
 public:
  bool range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept override {
    all.push_back({path_of(place, {nullptr, offset, length, {}, {}, field}), field, offset, length});
    return true;
  }
  std::vector<Range> all;
};

// Divider divides text at its words and brackets. Of a kind are words and lists in as many brackets, and entries of
// such lists. What is broken is divided, too: brackets that are open at the end are closed there.
class Divider {
 public:
  Divider(std::string_view text, std::size_t offset, std::vector<Piece>& pieces)
      : text_(text), offset_(offset), pieces_(pieces), open_(1) {}

  void run() {
    for (std::size_t begin = 0; begin < text_.size(); begin = at_) {
      const std::string_view word = next();
      switch (word[0]) {
        case '{':
        case '[':
        case '(': open_.push_back({begin, at_}); break;
        case '}':
        case ']':
        case ')': close(begin); break;
        case ',': end_entry(begin); break;
        case ':':
        case ' ':
        case '\t':
        case '\r':
        case '\n': break;
        default: add(word_kind, begin, at_);
      }
    }
    while (open_.size() > 1) close(text_.size());
    end_entry(text_.size());
  }

 private:
  static constexpr std::uint64_t word_kind = 0;
  static constexpr std::uint64_t entry_kind = 1;
  struct Level {
    std::size_t begin = 0;
    std::size_t entry = 0;  // where the entry began
  };

  static bool in_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' || c == '+' || c == '-' || c == '.';
  }
  // next takes a string, a word or a sign.
  std::string_view next() {
    const std::size_t begin = at_++;
    if (text_[begin] == '"') {
      while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_ + 1, text_.size());
    } else if (in_word(text_[begin])) {
      while (at_ < text_.size() && in_word(text_[at_])) ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }
  void add(std::uint64_t kind, std::size_t begin, std::size_t end) {
    pieces_.push_back({2 * open_.size() + kind, offset_ + begin, end - begin, true});
  }
  void end_entry(std::size_t end) {
    Level& level = open_.back();
    add(entry_kind, level.entry, end);
    level.entry = at_;
  }
  void close(std::size_t end) {
    end_entry(end);
    if (open_.size() == 1) return;
    const std::size_t begin = open_.back().begin;
    open_.pop_back();
    add(word_kind, begin, at_);
  }

  std::string_view text_;
  std::size_t offset_;
  std::vector<Piece>& pieces_;
  std::vector<Level> open_;
  std::size_t at_ = 0;
};

bool is_text(Bytes bytes) {
  constexpr std::size_t enough = 8;  // bytes; a shorter range is no list of words
  return bytes.size() > enough && std::ranges::all_of(bytes.first(enough), [](std::byte b) {
           return b >= std::byte{' '} || b == std::byte{'\n'} || b == std::byte{'\r'} || b == std::byte{'\t'};
         });
}

}  // namespace

std::vector<Range> ranges_of(const Codec& codec, Bytes input, const Options& options) {
  ScratchMemory memory;
  Scratch scratch = memory.of(codec.scratch_bound(input, options));
  Ranges ranges;
  (void)codec.layout(input, scratch, options, ranges);
  return std::move(ranges.all);
}

std::vector<Piece> pieces_of(const Codec& codec, Bytes input, const Options& options) {
  std::vector<Piece> pieces;
  std::uint64_t end = 0;
  const auto add_up_to = [&](std::uint64_t next, std::string_view field) {
    pieces.push_back({seed_of(field, 0, 0), end, next - end});
    const Bytes bytes = input.subspan(end, next - end);
    if (is_text(bytes)) Divider(as_text(bytes), end, pieces).run();
    end = next;
  };
  for (const Range& range : ranges_of(codec, input, options)) add_up_to(range.offset + range.length, range.field);
  if (end == input.size()) return pieces;
  // The layout ends in front of the field that is broken.
  ScratchMemory memory;
  Scratch scratch = memory.of(codec.scratch_bound(input, options));
  const char* const field = codec.decode(input, scratch, options).field;
  const std::uint64_t json = options.header_length.value_or(0);
  add_up_to(json > end && json < input.size() ? json : input.size(), field);
  return pieces;
}

void replace(Input& input, std::size_t offset, std::size_t length, Bytes bytes) {
  if (input.header_length && offset < *input.header_length) *input.header_length += bytes.size() - length;
  const auto begin = input.bytes.begin() + static_cast<std::ptrdiff_t>(offset);
  const auto rest = input.bytes.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
  input.bytes.insert(rest, bytes.begin(), bytes.end());
}

}  // namespace hallmark::conformance
