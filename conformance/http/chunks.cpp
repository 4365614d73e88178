// Reads the chunked transfer coding: sizes, extensions, data and trailers.
#include "conformance/http/chunks.hpp"

#include "conformance/http/characters.hpp"
#include "conformance/http/rules.hpp"

namespace hallmark::http {
namespace {

int hexadecimal(char c) noexcept {
  if (is_digit(c)) return c - '0';
  const char small = lower(c);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// Scan parses the line that starts a chunk, up to the first fault.
class Scan {
 public:
  Scan(std::string_view text, std::uint64_t at) noexcept : text_(text), at_(at) { chunk_.at = at; }

  Chunk run() noexcept {
    if (size() && extensions() && line_end("size")) data();
    return chunk_;
  }

 private:
  [[nodiscard]] bool more() const noexcept { return at_ < text_.size(); }
  [[nodiscard]] char here() const noexcept { return text_[static_cast<std::size_t>(at_)]; }

  bool fail(const Rule& rule, std::uint64_t length, const char* member) noexcept {
    chunk_.fault = &rule;
    chunk_.fault_at = at_;
    chunk_.fault_length = length;
    chunk_.member = member;
    return false;
  }
  bool truncated() noexcept {
    at_ = text_.size();
    return fail(rule<"http/body-truncated">, 0, "");
  }
  // Reports a fault at the next byte, or of length 0 at the end of the input.
  bool wrong(const Rule& rule, const char* member) noexcept { return more() ? fail(rule, 1, member) : truncated(); }

  bool size() noexcept {
    const std::uint64_t from = at_;
    for (; more() && hexadecimal(here()) >= 0; ++at_) {
      // A size above 64 bits exceeds every input.
      size_ = size_ >> 60 != 0 ? UINT64_MAX : size_ << 4 | static_cast<std::uint64_t>(hexadecimal(here()));
    }
    if (at_ == from) return wrong(rule<"http/chunk-size">, "size");
    const bool ends = !more() || is_blank(here()) || here() == ';' || here() == '\r' || here() == '\n';
    return ends || fail(rule<"http/chunk-size">, 1, "size");
  }

  void blanks() noexcept {
    while (more() && is_blank(here())) ++at_;
  }
  bool token() noexcept {
    const std::uint64_t from = at_;
    while (more() && is_token(here())) ++at_;
    return at_ != from || wrong(rule<"http/chunk-extension">, "extension");
  }
  bool quoted() noexcept {
    ++at_;
    while (more() && here() != '"') {
      if (here() == '\\') ++at_;
      if (!more()) break;
      if (is_control(here())) return fail(rule<"http/chunk-extension">, 1, "extension");
      ++at_;
    }
    if (!more()) return truncated();
    ++at_;
    return true;
  }

  bool extensions() noexcept {
    while (more() && here() != '\r' && here() != '\n') {
      blanks();
      if (!more() || here() != ';') return wrong(rule<"http/chunk-extension">, "extension");
      ++at_;
      blanks();
      if (!token()) return false;
      const std::uint64_t behind_name = at_;
      blanks();
      if (more() && here() == '=') {
        ++at_;
        blanks();
        if (!(more() && here() == '"' ? quoted() : token())) return false;
      } else {
        at_ = behind_name;
      }
    }
    return true;
  }

  bool line_end(const char* member) noexcept {
    const std::string_view end = text_.substr(static_cast<std::size_t>(at_), 2);
    if (end.empty() || end == "\r") return truncated();
    if (end != "\r\n") return fail(rule<"http/chunk-end">, 1, member);
    at_ += 2;
    return true;
  }

  void data() noexcept {
    chunk_.at = at_;
    chunk_.next = at_;
    if (size_ == 0) return;
    if (size_ > text_.size() - at_) {
      (void)truncated();
      return;
    }
    chunk_.data = as_bytes(text_.substr(static_cast<std::size_t>(at_), static_cast<std::size_t>(size_)));
    at_ += size_;
    if (line_end("data")) chunk_.next = at_;
  }

  std::string_view text_;
  std::uint64_t at_;
  std::uint64_t size_ = 0;
  Chunk chunk_;
};

}  // namespace

Chunk read_chunk(Bytes file, std::uint64_t at) noexcept { return Scan(as_text(file), at).run(); }

bool Pieces::next(Bytes& piece, std::uint64_t& at) noexcept {
  if (!body_.chunked) {
    if (taken_++ != 0) return false;
    piece = file_.subspan(static_cast<std::size_t>(body_.at), static_cast<std::size_t>(body_.size));
    at = body_.at;
    return true;
  }
  if (taken_ == body_.chunks) return false;
  ++taken_;
  const Chunk chunk = read_chunk(file_, at_);
  piece = chunk.data;
  at = chunk.at;
  at_ = chunk.next;
  return true;
}

}  // namespace hallmark::http
