// Reads the head of a message: start line, fields and framing.
#include "conformance/http/head.hpp"

#include <algorithm>
#include <cstring>

#include "conformance/http/characters.hpp"
#include "conformance/http/rules.hpp"

namespace hallmark::http {
namespace {

constexpr std::string_view version_mark = "HTTP/";

// infers: the target of a request is that of an inference, such as /v2/models/m/infer.
bool infers(std::string_view target) noexcept {
  constexpr std::string_view from = "/v2/";
  constexpr std::string_view to = "/infer";
  if (const std::size_t scheme = target.find("://"); scheme != std::string_view::npos && target.front() != '/') {
    target = target.substr(std::min(target.find('/', scheme + 3), target.size()));
  }
  target = target.substr(0, target.find('?'));
  return target.size() > from.size() + to.size() && target.starts_with(from) && target.ends_with(to);
}

// take_line removes the first line, without its end, from a text.
std::string_view take_line(std::string_view& text) noexcept {
  std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// each_element calls visit(element, offset in the list) for the non-empty elements of a list.
template <class Visit>
void each_element(std::string_view list, Visit visit) {
  std::size_t from = 0;
  while (from <= list.size()) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    const std::string_view element = trimmed(list.substr(from, to - from));
    if (!element.empty()) visit(element, static_cast<std::size_t>(element.data() - list.data()));
    from = to + 1;
  }
}

}  // namespace

std::optional<Role> role_of(Bytes bytes) noexcept {
  std::string_view text = as_text(bytes.first(std::min<std::size_t>(bytes.size(), max_head)));
  if (text.starts_with(version_mark)) return Role::response;
  const std::size_t method = find_not(text, is_token);
  if (method == 0 || method == text.size() || text[method] != ' ') return std::nullopt;
  text = text.substr(method);
  const std::size_t line = find_not(text, [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
  text = text.substr(0, line);
  // Lines of logs and of prose have words after the version.
  const std::string_view last = text.substr(text.rfind(' ') + 1);
  return last.starts_with(version_mark) ? std::optional(Role::request) : std::nullopt;
}

bool is_inference(Bytes start) noexcept {
  std::string_view text = as_text(start);
  while (role_of(as_bytes(text))) {
    const std::string_view first = take_line(text);
    const std::size_t space = first.find(' ');
    if (!first.starts_with(version_mark) && infers(first.substr(space + 1, first.rfind(' ') - space - 1))) return true;
    while (true) {
      const std::string_view field = take_line(text);
      if (same_name(trimmed(field.substr(0, field.find(':'))), "inference-header-content-length")) return true;
      if (field.empty()) break;
    }
    // Another head follows an interim response only.
    const bool interim =
        first.starts_with(version_mark) && first.substr(std::min(space, first.size())).starts_with(" 1");
    if (!interim) return false;
  }
  return false;
}

Head HeadReader::head() {
  start_ = cursor_;
  Line first;
  if (!line(first)) return head_;
  start_line(first);
  fields("fields");
  const bool open_request = head_.role == Role::request && head_.transfer_encoded && !head_.chunked;
  // If the list does not end in chunked, the end of a request is unknown; a response ends with the input.
  if (open_request && head_.sound) {
    unsound(rule<"http/chunked-not-last">, transfer_encoding_at_, transfer_encoding_size_, transfer_encoding_where_);
  }
  return head_;
}

bool HeadReader::trailers() {
  start_ = cursor_;
  trailer_ = true;
  fields("trailers");
  return head_.sound;
}

// line reads the next line; false if there is none.
bool HeadReader::line(Line& line) {
  end_line();
  const std::uint64_t left = file_.size() - cursor_;
  const std::uint64_t room = max_head - (cursor_ - start_);
  const auto* const from = reinterpret_cast<const char*>(file_.data()) + cursor_;
  const auto looked_at = static_cast<std::size_t>(std::min(left, room));
  const auto* const lf = looked_at == 0 ? nullptr : static_cast<const char*>(std::memchr(from, '\n', looked_at));
  if (lf == nullptr) {
    head_.sound = false;
    if (left > room) {
      faults_.condemns(rule<"http/head-limit">, start_ + max_head, 1, {"head"}, {}, max_head);
    } else {
      faults_.condemns(rule<"http/head-truncated">, file_.size(), 0, {"head"});
    }
    return false;
  }
  line.at = cursor_;
  line.text = {from, static_cast<std::size_t>(lf - from)};
  cursor_ += line.text.size() + 1;
  if (!line.text.empty() && line.text.back() == '\r') {
    line.text.remove_suffix(1);
  } else {
    bare_lf_ = true;
  }
  return true;
}

// end_line reports a line that ends with LF alone, once per section and after the faults inside the line.
void HeadReader::end_line() {
  if (!bare_lf_ || bare_lf_reported_) return;
  bare_lf_reported_ = true;
  faults_.condemns(rule<"http/bare-lf">, cursor_ - 1, 1, {"head"});
}

void HeadReader::fields(const char* list) {
  Line next;
  for (std::uint64_t index = 0; line(next) && !next.text.empty(); ++index) field(next, {"", list, index});
  end_line();
}

void HeadReader::start_line(const Line& line) {
  const bool response = line.text.starts_with(version_mark);
  head_.role = response ? Role::response : Role::request;
  if (settings_.expected && *settings_.expected != head_.role) {
    const Rule& wrong = response ? rule<"http/not-a-request"> : rule<"http/not-a-response">;
    if (faults_.condemns(wrong, line.at, line.text.size(), {"start-line"})) head_.readable = false;
  }
  if (const std::size_t cr = line.text.find('\r'); cr != std::string_view::npos) {
    return unsound(rule<"http/bare-cr">, line.at + cr, 1, {"start-line"});
  }
  if (response) {
    status_line(line);
  } else {
    request_line(line);
  }
}

void HeadReader::request_line(const Line& line) {
  const std::size_t method = find_not(line.text, is_token);
  const std::size_t last = line.text.rfind(' ');
  if (method == 0 || method >= line.text.size() || line.text[method] != ' ' || last == method) {
    return unsound(rule<"http/request-line">, line.at, line.text.size(), {"start-line"});
  }
  const std::string_view target = line.text.substr(method + 1, last - method - 1);
  const std::size_t bad = find_not(target, is_visible);
  if (target.empty() || bad != target.size()) {
    return unsound(rule<"http/request-line">, line.at + method + 1 + bad, target.empty() ? 0 : 1,
                   {"start-line.target"});
  }
  (void)version(line.text.substr(last + 1), line.at + last + 1);
}

void HeadReader::status_line(const Line& line) {
  const std::size_t space = std::min(line.text.find(' '), line.text.size());
  const std::string_view name = line.text.substr(0, space);
  if (!version(name, line.at)) return;
  const std::size_t at = std::min(space + 1, line.text.size());
  const std::string_view code = line.text.substr(at, 3);
  const std::string_view rest = line.text.substr(at + code.size());
  // HTTP/2 has no reason phrase; programs that print it may leave out the space before it.
  const bool ends = rest.empty() ? name.starts_with("HTTP/2") : rest.front() == ' ';
  if (code.size() != 3 || !decimal(code, head_.status) || !ends) {
    return unsound(rule<"http/status-line">, line.at + at, line.text.size() - at, {"start-line.status"});
  }
  if (head_.status < 100 || head_.status > 599) {
    faults_.condemns(rule<"http/status-code">, line.at + at, 3, {"start-line.status"}, head_.status);
  }
  const std::size_t bad = find_not(rest, [](char c) { return !is_control(c); });
  if (bad != rest.size()) unsound(rule<"http/status-line">, line.at + at + 3 + bad, 1, {"start-line.reason"});
}

// version returns false if the rest of the start line cannot be parsed.
bool HeadReader::version(std::string_view text, std::uint64_t at) {
  const bool response = head_.role == Role::response;
  const bool whole =
      text.size() == 8 && text.starts_with(version_mark) && is_digit(text[5]) && text[6] == '.' && is_digit(text[7]);
  const bool major = text.size() == 6 && text.starts_with(version_mark) && is_digit(text[5]);
  if (!whole && !major) {
    unsound(rule<"http/version">, at, text.size(), {"start-line.version"});
    return false;
  }
  old_ = text == "HTTP/1.0";
  if (old_ || text == "HTTP/1.1" || (response && (text == "HTTP/2" || text == "HTTP/2.0"))) return true;
  unsound(rule<"http/version-unsupported">, at, text.size(), {"start-line.version"});
  return true;
}

void HeadReader::field(const Line& line, const Where& where) {
  const std::string_view text = line.text;
  const Where name_where{"name", where.list, where.index};
  const Where value_where{"value", where.list, where.index};
  if (const std::size_t cr = text.find('\r'); cr != std::string_view::npos) {
    return unsound(rule<"http/bare-cr">, line.at + cr, 1, where);
  }
  if (is_blank(text.front())) return unsound(rule<"http/obs-fold">, line.at, find_not(text, is_blank), where);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return unsound(rule<"http/field-colon">, line.at, text.size(), where);
  const std::string_view name = text.substr(0, colon);
  if (name.empty()) return unsound(rule<"http/field-name-empty">, line.at, 1, name_where);
  const std::string_view bare = trimmed(name);
  if (const std::size_t bad = find_not(bare, is_token); bad != bare.size()) {
    return unsound(rule<"http/field-name">, line.at + bad, 1, name_where, static_cast<unsigned char>(bare[bad]));
  }
  if (bare.size() != name.size()) {
    return unsound(rule<"http/space-before-colon">, line.at + bare.size(), name.size() - bare.size(), name_where);
  }
  const std::string_view value = trimmed(text.substr(colon + 1));
  const std::uint64_t value_at = line.at + static_cast<std::uint64_t>(value.data() - text.data());
  if (const std::size_t bad = find_not(value, [](char c) { return !is_control(c); }); bad != value.size()) {
    return unsound(rule<"http/field-value">, value_at + bad, 1, value_where, static_cast<unsigned char>(value[bad]));
  }
  known_field(name, value, line.at, value_at, where);
}

void HeadReader::known_field(std::string_view name, std::string_view value, std::uint64_t at, std::uint64_t value_at,
                             const Where& where) {
  const bool length = same_name(name, "content-length");
  const bool transfer = same_name(name, "transfer-encoding");
  const bool coding = same_name(name, "content-encoding");
  const bool header = same_name(name, "inference-header-content-length");
  if (!length && !transfer && !coding && !header) return;
  const Where name_where{"name", where.list, where.index};
  const Where value_where{"value", where.list, where.index};
  if (trailer_) {
    faults_.condemns(rule<"http/trailer-field">, at, name.size(), name_where);
    return;
  }
  if (length) {
    if (content_length_seen_) return unsound(rule<"http/content-length-twice">, at, name.size(), name_where);
    content_length_seen_ = true;
    both_lengths(name, at, name_where);
    content_length(value, value_at, value_where);
  } else if (transfer) {
    if (old_) return unsound(rule<"http/transfer-encoding-version">, at, name.size(), name_where);
    head_.transfer_encoded = true;
    both_lengths(name, at, name_where);
    transfer_encoding(value, value_at, value_where);
  } else if (coding) {
    content_encoding(value, value_at, value_where);
  } else {
    if (header_length_seen_) {
      if (faults_.condemns(rule<"http/header-length-twice">, at, name.size(), name_where)) {
        head_.readable = head_.readable && settings_.header_length.has_value();
      }
      return;
    }
    header_length_seen_ = true;
    header_length(value, value_at, value_where);
  }
}

void HeadReader::both_lengths(std::string_view name, std::uint64_t at, const Where& where) {
  if (both_seen_ || !head_.transfer_encoded || !content_length_seen_) return;
  both_seen_ = true;
  unsound(rule<"http/length-and-chunked">, at, name.size(), where);
}

void HeadReader::content_length(std::string_view value, std::uint64_t at, const Where& where) {
  std::uint64_t length = 0;
  if (!decimal(value, length)) return unsound(rule<"http/content-length">, at, value.size(), where);
  head_.content_length = length;
}

void HeadReader::transfer_encoding(std::string_view value, std::uint64_t at, const Where& where) {
  transfer_encoding_at_ = at;
  transfer_encoding_size_ = value.size();
  transfer_encoding_where_ = where;
  bool none = true;
  each_element(value, [&](std::string_view element, std::size_t index) {
    none = false;
    const std::string_view name = trimmed(element.substr(0, element.find(';')));
    if (name.empty() || find_not(name, is_token) != name.size()) {
      return unsound(rule<"http/transfer-encoding">, at + index, element.size(), where);
    }
    if (head_.chunked) return unsound(rule<"http/chunked-not-last">, at + index, element.size(), where);
    head_.chunked = same_name(name, "chunked");
    if (same_name(element, "chunked")) return;
    if (faults_.condemns(rule<"http/transfer-coding">, at + index, element.size(), where)) head_.readable = false;
  });
  if (none) unsound(rule<"http/transfer-encoding">, at, value.size(), where);
}

void HeadReader::content_encoding(std::string_view value, std::uint64_t at, const Where& where) {
  each_element(value, [&](std::string_view element, std::size_t index) {
    if (same_name(element, "identity")) return;
    const bool gzip = same_name(element, "gzip") || same_name(element, "x-gzip");
    const bool known = gzip || same_name(element, "deflate");
    if (known && !coded_) {
      coded_ = true;
      head_.coding = gzip ? Coding::gzip : Coding::deflate;
      return;
    }
    coded_ = true;
    if (faults_.condemns(rule<"http/content-coding">, at + index, element.size(), where)) head_.readable = false;
  });
}

void HeadReader::header_length(std::string_view value, std::uint64_t at, const Where& where) {
  std::uint64_t length = 0;
  if (decimal(value, length)) {
    head_.header_length = length;
  } else if (faults_.condemns(rule<"http/header-length">, at, value.size(), where)) {
    head_.readable = head_.readable && settings_.header_length.has_value();
  }
  if (settings_.header_length) {
    faults_.condemns(rule<"http/header-length-option">, at, value.size(), where, {}, *settings_.header_length);
  }
}

}  // namespace hallmark::http
