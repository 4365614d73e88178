// SPDX-License-Identifier: Apache-2.0
#include "conformance/http/start_line.hpp"

#include <algorithm>

#include "conformance/http/characters.hpp"

namespace hallmark::http {
namespace {

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

}  // namespace

std::optional<Role> role_of(Bytes bytes) noexcept {
  std::string_view text = as_text(bytes.first(std::min<std::size_t>(bytes.size(), max_head)));
  if (text.starts_with(version_mark)) return Role::response;
  const std::size_t method = token_size(text);
  if (method == 0 || method == text.size() || text[method] != ' ') return std::nullopt;
  text = text.substr(method);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  text = {text.begin(), std::ranges::find_if(text, is_control)};
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
      if (same_name(trimmed(field.substr(0, field.find(':'))), header_length_name)) return true;
      if (field.empty()) break;
    }
    // Another head follows an interim response only.
    const bool interim =
        first.starts_with(version_mark) && first.substr(std::min(space, first.size())).starts_with(" 1");
    if (!interim) return false;
  }
  return false;
}

}  // namespace hallmark::http
