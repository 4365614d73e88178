// SPDX-License-Identifier: Apache-2.0
#include "conformance/http/messages.hpp"

#include "conformance/http/content.hpp"
#include "conformance/http/rules.hpp"

namespace hallmark::http {
namespace {

using enum Chunk::Outcome;

// Reading is the state of reading one message.
class Reading {
 public:
  Reading(Bytes file, std::uint64_t at, const Settings& settings, DiagnosticSink& sink) noexcept
      : lines_{file, at}, settings_(settings), findings_(settings.profile, &sink) {}

  // read returns true if the end of the message was found, so that another may follow.
  bool read(Message& message, compression::Buffer& buffer) {
    message.offset = lines_.at;
    const Chunk::Outcome outcome = read_heads() ? find_body() : broken;
    const std::uint64_t read = lines_.at - message.offset;
    if (outcome == broken) {
      report(rule<"http/message">, message.offset, read, body_.at == 0 ? "head" : "body", read);
    } else if (lines_.bare_lf) {
      report(rule<"http/bare-lf">, *lines_.bare_lf, 1, "head");
    }
    if (outcome == truncated) report(rule<"http/body-truncated">, lines_.file.size(), 0, "body");
    message.whole = outcome != broken;
    message.role = head_.role;
    message.fields = head_.fields;
    message.header_length = settings_.header_length ? settings_.header_length : head_.header_length;
    if (outcome == whole && head_.readable) {
      const Content content = content_of(lines_.file, body_, head_.coding, settings_.memory, buffer, findings_);
      message.readable = content.sound;
      message.body = content.bytes;
      message.memory = content.memory;
    }
    message.end = outcome == whole ? after_empty_lines() : lines_.file.size();
    message.verdict = findings_.verdict();
    return outcome == whole;
  }

 private:
  void report(const Rule& rule, std::uint64_t at, std::uint64_t length, const char* field, Number actual = {}) {
    findings_.condemns(rule, at, length, field, actual, {});
  }

  // Interim responses belong to the response after them.
  bool read_heads() {
    for (bool interim = false;; interim = true) {
      if (!read_head(lines_, settings_, findings_, head_)) return false;
      if (interim && head_.role == Role::request) return false;
      if (head_.status < 100 || head_.status > 199) return true;
    }
  }

  Chunk::Outcome find_body() {
    body_.at = lines_.at;
    const std::uint64_t left = lines_.rest().size();
    if (head_.status == 204 || head_.status == 304) return whole;
    if (head_.chunked && (left == 0 || size_at(as_text(lines_.rest())))) return find_chunks();
    if (head_.chunked) report(rule<"http/decoded-body">, body_.at, left, "body");
    const bool to_the_end = head_.transfer_coded || (head_.role == Role::response && !head_.content_length);
    body_.size = to_the_end ? left : head_.content_length.value_or(0);
    if (body_.size > left) return truncated;
    lines_.at += body_.size;
    body_.end = lines_.at;
    return whole;
  }

  Chunk::Outcome find_chunks() {
    body_.chunked = true;
    while (true) {
      const Chunk chunk = read_chunk(lines_);
      body_.end = lines_.at;
      if (chunk.outcome != whole || chunk.data.empty()) return chunk.outcome;
      body_.size += chunk.data.size();
      ++body_.chunks;
    }
  }

  std::uint64_t after_empty_lines() noexcept {
    Line line;
    for (Lines after = lines_; after.next(line, after.file.size()) && line.text.empty();) lines_.at = after.at;
    return lines_.at;
  }

  Lines lines_;
  const Settings& settings_;
  Findings findings_;
  Head head_;
  Body body_;
};

}  // namespace

bool Messages::next(Message& message, DiagnosticSink& sink) {
  if (over_) return false;
  message = {.index = index_++};
  over_ = !Reading(file_, next_, settings_, sink).read(message, buffer_) || message.end == file_.size();
  next_ = message.end;
  return true;
}

}  // namespace hallmark::http
