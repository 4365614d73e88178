// SPDX-License-Identifier: Apache-2.0
#include "conformance/http/head.hpp"

#include <algorithm>

#include "conformance/http/characters.hpp"
#include "conformance/http/rules.hpp"

namespace hallmark::http {
namespace {

bool read_start_line(std::string_view text, Head& head) {
  const std::optional<Role> role = role_of(as_bytes(text));
  if (!role) return false;
  head.role = *role;
  if (head.role == Role::request) {
    const bool target = text.find(' ') != text.rfind(' ');
    return target && (text.ends_with(" HTTP/1.1") || text.ends_with(" HTTP/1.0"));
  }
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view version = text.substr(0, end);
  if (version != "HTTP/1.1" && version != "HTTP/1.0" && version != "HTTP/2" && version != "HTTP/2.0") return false;
  const std::string_view code = text.substr(std::min(end + 1, text.size()), 3);
  const std::string_view reason = text.substr(std::min(end + 4, text.size()));
  const std::optional<std::uint64_t> status = decimal(code);
  head.status = status.value_or(0);
  return code.size() == 3 && status && (reason.empty() || reason.front() == ' ');
}

// read_field reads the fields that matter; false if the value leaves the end of the message unknown.
bool read_field(const Line& name, const Line& value, const Settings& settings, Findings& findings, Head& head) {
  const auto condemn = [&](const Rule& rule, const Line& part, const char* field) {
    if (findings.condemns(rule, part.at, part.text.size(), field, {}, {})) head.readable = false;
  };
  if (same_name(name.text, "content-length")) {
    const std::optional<std::uint64_t> length = decimal(value.text);
    if (!length || head.content_length.value_or(*length) != *length) return false;
    head.content_length = length;
  } else if (same_name(name.text, "transfer-encoding")) {
    head.transfer_coded = true;
    head.chunked = same_name(value.text, "chunked");
    if (!head.chunked) condemn(rule<"http/transfer-coding">, value, "transfer-encoding");
  } else if (same_name(name.text, "content-encoding") && !same_name(value.text, "identity")) {
    const bool first = head.coding == Coding::identity;
    const bool gzip = same_name(value.text, "gzip") || same_name(value.text, "x-gzip");
    head.coding = gzip ? Coding::gzip : same_name(value.text, "deflate") ? Coding::deflate : Coding::other;
    if (!first || head.coding == Coding::other) condemn(rule<"http/content-coding">, value, "content-encoding");
  } else if (same_name(name.text, header_length_name)) {
    constexpr const char* field = header_length_name.data();
    if (settings.header_length) {
      findings.condemns(rule<"http/header-length-option">, value.at, value.text.size(), field, {},
                        *settings.header_length);
    } else if (head.header_length) {
      condemn(rule<"http/header-length-twice">, name, field);
    } else {
      const std::optional<std::uint64_t> length = decimal(value.text);
      head.header_length = length.value_or(0);
      if (!length) condemn(rule<"http/header-length">, value, field);
    }
  }
  return true;
}

}  // namespace

bool read_head(Lines& lines, const Settings& settings, Findings& findings, Head& head) {
  head = {.fields = lines.at};
  const auto limit = std::min<std::uint64_t>(lines.file.size(), lines.at + max_head);
  Line line;
  if (!lines.next(line, limit) || !read_start_line(line.text, head)) return false;
  while (lines.next(line, limit)) {
    head.fields = line.at;
    if (line.text.empty()) return !head.transfer_coded || !head.content_length;
    const std::size_t colon = token_size(line.text);
    if (colon == 0 || colon == line.text.size() || line.text[colon] != ':') return false;
    const std::string_view value = trimmed(line.text.substr(colon + 1));
    const auto at = line.at + static_cast<std::uint64_t>(value.data() - line.text.data());
    if (!read_field({line.at, line.text.substr(0, colon)}, {at, value}, settings, findings, head)) return false;
  }
  return false;
}

}  // namespace hallmark::http
