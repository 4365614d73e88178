// Reads one message after another from a file.
#include "conformance/http/messages.hpp"

#include "conformance/http/chunks.hpp"
#include "conformance/http/content.hpp"
#include "conformance/http/head.hpp"
#include "conformance/http/rules.hpp"

namespace hallmark::http {
namespace {

using compression::Buffer;

// Reading is the state of reading one message.
class Reading {
 public:
  Reading(Bytes file, std::uint64_t& cursor, const Settings& settings, Buffer& buffer, DiagnosticSink& sink) noexcept
      : file_(file), cursor_(cursor), settings_(settings), buffer_(buffer), faults_(settings.profile, sink) {}

  // read returns true if the end of the message was found, so that another may follow.
  bool read(Message& message) {
    message.offset = cursor_;
    const bool found = find();
    const bool readable = found && head_.readable && undo(message);
    message.role = head_.role;
    message.end = found ? body_end_ : file_.size();
    message.readable = readable;
    message.verdict = faults_.verdict();
    message.header_length = settings_.header_length ? settings_.header_length : head_.header_length;
    return found;
  }

 private:
  // find reads the head and looks for the end of the body and of what follows it.
  bool find() {
    if (!read_head()) return false;
    if (interim_alone_) return ended();
    body_.at = cursor_;
    const bool bodiless = head_.role == Role::response && (head_.status == 204 || head_.status == 304);
    if (head_.chunked && !bodiless) {
      if (!find_chunks()) return false;
    } else if (!bodiless && !find_piece()) {
      return false;
    }
    return ended();
  }

  bool read_head() {
    while (true) {
      head_ = HeadReader(file_, cursor_, faults_, settings_).head();
      if (!head_.sound) return false;
      if (!head_.interim()) return true;
      if (role_of(file_.subspan(static_cast<std::size_t>(cursor_))) == Role::response) continue;
      if (faults_.condemns(rule<"http/interim-alone">, cursor_, 0, {"start-line"})) head_.readable = false;
      interim_alone_ = true;
      return true;
    }
  }

  // A body in one piece: of the length in its head, or up to the end of the input.
  bool find_piece() {
    const std::uint64_t left = file_.size() - cursor_;
    const bool to_the_end = head_.role == Role::response && (head_.transfer_encoded || !head_.content_length);
    std::uint64_t size = to_the_end ? left : head_.content_length.value_or(0);
    if (size > left) {
      if (faults_.condemns(rule<"http/body-truncated">, file_.size(), 0, {"body"}, {}, size - left)) return false;
      size = left;
    }
    body_.size = size;
    cursor_ += size;
    body_.end = cursor_;
    return true;
  }

  bool find_chunks() {
    body_.chunked = true;
    while (true) {
      const Chunk chunk = read_chunk(file_, cursor_);
      if (chunk.fault != nullptr) {
        if (faults_.condemns(*chunk.fault, chunk.fault_at, chunk.fault_length, {chunk.member, "chunks", body_.chunks}))
          return false;
        // A tolerated fault: the chunks read so far are the body.
        body_.end = cursor_;
        cursor_ = file_.size();
        return true;
      }
      cursor_ = chunk.next;
      if (chunk.data.empty()) break;
      body_.size += chunk.data.size();
      ++body_.chunks;
    }
    body_.end = cursor_;
    return HeadReader(file_, cursor_, faults_, settings_).trailers();
  }

  // ended checks the bytes after the message: if no other message starts there, the length was wrong.
  bool ended() {
    const std::uint64_t from = cursor_;
    while (empty_line()) {
    }
    if (cursor_ != from) faults_.condemns(rule<"http/empty-line">, from, cursor_ - from, {"end"}, cursor_ - from);
    body_end_ = cursor_;
    const Bytes rest = file_.subspan(static_cast<std::size_t>(cursor_));
    if (rest.empty() || role_of(rest)) return true;
    return !faults_.condemns(rule<"http/trailing-data">, cursor_, rest.size(), {"end"}, rest.size());
  }
  bool empty_line() noexcept {
    const std::string_view rest = as_text(file_.subspan(static_cast<std::size_t>(cursor_)));
    const std::uint64_t size = rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') ? 1 : 0;
    cursor_ += size;
    return size != 0;
  }

  bool undo(Message& message) {
    const bool compressed = head_.coding != Coding::identity;
    const Undone undone = compressed ? inflate(file_, body_, head_.coding, settings_.memory, buffer_)
                                     : join(file_, body_, settings_.memory, buffer_);
    message.body = undone.content;
    if (compressed || body_.chunks > 1) message.memory = undone.content.size();
    if (undone.fault == nullptr) return true;
    const bool limit = undone.fault == &rule<"http/content-limit">;
    const bool trailing = undone.fault == &rule<"http/content-trailing">;
    return !faults_.condemns(*undone.fault, undone.at, undone.length, {"content"},
                             trailing ? Number(undone.length) : Number(), limit ? Number(undone.limit) : Number());
  }

  Bytes file_;
  std::uint64_t& cursor_;
  const Settings& settings_;
  Buffer& buffer_;
  Faults faults_;
  Head head_;
  Body body_;
  std::uint64_t body_end_ = 0;
  bool interim_alone_ = false;
};

}  // namespace

Messages::Messages(Bytes file, const Settings& settings)
    : file_(file), settings_(settings), buffer_(std::make_unique<Buffer>()) {}

Messages::~Messages() = default;

bool Messages::next(Message& message, DiagnosticSink& sink) {
  if (over_) return false;
  message = Message{};
  message.index = index_++;
  over_ = !Reading(file_, cursor_, settings_, *buffer_, sink).read(message) || cursor_ == file_.size();
  return true;
}

}  // namespace hallmark::http
