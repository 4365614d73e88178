// Oracle of HTTP messages: one after another, their chunks, and the content that they make.
#include "conformance/http/testing/oracle.hpp"

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>

#include "conformance/http/testing/oracle_head.hpp"
#include "conformance/testing/wide.hpp"

namespace hallmark::http::oracle {
namespace {

// Content is the bytes of a body without chunks, and where each of them lies in the file.
struct Content {
  std::string bytes{};
  std::vector<size_t> places{};
  size_t begin = 0;  // of the first chunk, or of the body
  size_t end = 0;    // behind the last chunk, or the body
  bool copied = false;

  void add(std::string_view file, size_t at, size_t size) {
    copied = !bytes.empty();
    bytes += file.substr(at, size);
    for (size_t i = 0; i < size; ++i) places.push_back(at + i);
  }
};

class Reader {
 public:
  Reader(std::string_view file, size_t at, const Settings& settings)
      : file_(file), at_(at), settings_(settings), log_(settings.profile == Profile::compat) {}

  Read run() {
    Read read;
    read.offset = at_;
    read.end = file_.size();
    Head head;
    try {
      const bool whole = heads(head);
      const Content content = whole ? body(head) : Content{};
      behind();
      read.end = at_;
      found_ = true;
      read.readable = head.readable && whole && undo(head, content, read.body);
    } catch (const Broken&) {
    }
    read.role = head.role;
    if (read.readable) {
      read.header_length = settings_.header_length ? settings_.header_length : head.header_length;
    } else {
      read.body.clear();
    }
    read.report = log_.take();
    return read;
  }
  // found says that the message ends where `at` is.
  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] size_t at() const { return at_; }

 private:
  [[noreturn]] void fail(const std::string& rule, size_t at, size_t length, const std::string& path) {
    log_.report(rule, at, length, path);
    throw Broken{};
  }
  [[nodiscard]] std::string_view rest() const { return file_.substr(at_); }

  // Interim responses and the head behind them; false where none is.
  bool heads(Head& head) {
    for (;;) {
      head = read_head(file_, at_, settings_, log_);
      if (!head.sound) throw Broken{};
      if (head.role == Role::request || head.status < 100 || head.status > 199) return true;
      if (start_of(rest()) == Role::response) continue;
      log_.report("interim-alone", at_, 0, "start-line");
      return false;
    }
  }

  Content body(const Head& head) {
    Content content{.begin = at_, .end = at_};
    const bool response = head.role == Role::response;
    if (response && (head.status == 204 || head.status == 304)) return content;
    if (head.chunked) {
      chunks(content);
      read_trailers(file_, at_, settings_, log_);
      return content;
    }
    const bool open = response && (head.coded || !head.content_length);
    const std::uint64_t size = open ? rest().size() : head.content_length.value_or(0);
    if (size > rest().size()) fail("body-truncated", file_.size(), 0, "body");
    content.add(file_, at_, static_cast<size_t>(size));
    at_ += static_cast<size_t>(size);
    content.end = at_;
    return content;
  }

  void chunks(Content& content) {
    for (size_t index = 0;; ++index) {
      path_ = "chunks[" + std::to_string(index) + "]";
      const std::uint64_t size = chunk_size();
      extensions();
      line_end("size");
      content.end = at_;
      if (size == 0) return;
      if (size > rest().size()) truncated();
      content.add(file_, at_, static_cast<size_t>(size));
      at_ += static_cast<size_t>(size);
      line_end("data");
    }
  }

  [[noreturn]] void truncated() { fail("body-truncated", file_.size(), 0, path_); }
  char peek() {
    if (rest().empty()) truncated();
    return rest()[0];
  }
  [[noreturn]] void wrong(const std::string& rule, const std::string& member) {
    (void)peek();
    fail(rule, at_, 1, path_ + "." + member);
  }

  std::uint64_t chunk_size() {
    const size_t digits = std::min(rest().find_first_not_of("0123456789abcdefABCDEF"), rest().size());
    if (digits == 0) wrong("chunk-size", "size");
    testing::Wide size = 0;
    for (const char c : rest().substr(0, digits)) {
      const auto digit = static_cast<unsigned>(std::stoi(std::string(1, c), nullptr, 16));
      size = std::min<testing::Wide>(size * 16 + digit, UINT64_MAX);
    }
    at_ += digits;
    if (std::string_view(" \t;\r\n").find(peek()) == std::string_view::npos) wrong("chunk-size", "size");
    return static_cast<std::uint64_t>(size);
  }

  void blanks() {
    while (!rest().empty() && is_blank(rest()[0])) ++at_;
  }
  void token() {
    if (!is_token(std::string(1, peek()))) wrong("chunk-extension", "extension");
    while (!rest().empty() && is_token(rest().substr(0, 1))) ++at_;
  }
  void quoted() {
    for (++at_; peek() != '"'; ++at_) {
      if (peek() == '\\') ++at_;
      if (is_control(peek())) wrong("chunk-extension", "extension");
    }
    ++at_;
  }
  // *( BWS ";" BWS name [ BWS "=" BWS value ] )
  void extensions() {
    while (peek() != '\r' && peek() != '\n') {
      blanks();
      if (peek() != ';') wrong("chunk-extension", "extension");
      ++at_;
      blanks();
      token();
      const size_t name = at_;
      blanks();
      if (rest().substr(0, 1) != "=") {
        at_ = name;
        if (rest().empty()) truncated();
        continue;
      }
      ++at_;
      blanks();
      peek() == '"' ? quoted() : token();
    }
  }
  void line_end(const std::string& member) {
    if (rest().empty() || rest() == "\r") truncated();
    if (rest().substr(0, 2) != "\r\n") wrong("chunk-end", member);
    at_ += 2;
  }

  // Empty lines, and then another message or nothing.
  void behind() {
    const size_t from = at_;
    for (;;) {
      const size_t size = rest().substr(0, 2) == "\r\n" ? 2 : rest().substr(0, 1) == "\n" ? 1 : 0;
      if (size == 0) break;
      at_ += size;
    }
    if (at_ != from) log_.report("empty-line", from, at_ - from, "end");
    if (!rest().empty() && !start_of(rest())) fail("trailing-data", at_, rest().size(), "end");
  }

  // undo gives the content without its coding; false where that cannot be done.
  bool undo(const Head& head, const Content& content, std::string& out) {
    const size_t whole = content.end - content.begin;
    out = content.bytes;
    if (head.content_coding.empty()) {
      if (!content.copied || content.bytes.size() <= settings_.memory) return true;
      log_.report("content-limit", content.begin, whole, "content");
      return false;
    }
    const std::uint64_t most = std::min(content_cap(content.bytes.size()), settings_.memory);
    out.assign(std::min<size_t>(static_cast<size_t>(most), 1 << 16) + 1, '\0');  // what is in tests fits
    z_stream stream{};
    inflateInit2(&stream, head.content_coding == "deflate" ? 15 : 31);
    stream.next_in = reinterpret_cast<const Bytef*>(content.bytes.data());
    stream.avail_in = static_cast<uInt>(content.bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = content.bytes.empty() ? Z_BUF_ERROR : inflate(&stream, Z_FINISH);
    const size_t used = content.bytes.size() - stream.avail_in;
    out.resize(out.size() - stream.avail_out);
    inflateEnd(&stream);
    if (out.size() > most) {
      log_.report("content-limit", content.begin, whole, "content");
    } else if (result == Z_DATA_ERROR || result == Z_NEED_DICT) {
      log_.report("content-corrupt", content.begin, whole, "content");
    } else if (result != Z_STREAM_END) {
      log_.report("content-truncated", content.end, 0, "content");
    } else if (used != content.bytes.size()) {
      log_.report("content-trailing", content.places[used], content.bytes.size() - used, "content");
    } else {
      return true;
    }
    return false;
  }

  std::string_view file_;
  size_t at_;
  const Settings& settings_;
  Log log_;
  std::string path_;  // of the chunk
  bool found_ = false;
};

}  // namespace

std::vector<Read> read_all(std::string_view file, const Settings& settings) {
  std::vector<Read> all;
  for (size_t at = 0;;) {
    Reader reader(file, at, settings);
    all.push_back(reader.run());
    at = reader.at();
    if (!reader.found() || at == file.size()) return all;
  }
}

}  // namespace hallmark::http::oracle
