// SPDX-License-Identifier: Apache-2.0
#include "reports/html/markup.hpp"

#include "reports/diagnostic.hpp"
#include "reports/paragraph.hpp"

namespace hallmark::reports::web {
namespace {

void append_escaped(std::string& out, std::string_view line) {
  for (const char c : escaped(line)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  while (true) {
    const std::size_t end = text.find_first_of("\n\t");
    append_escaped(out, text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += text[end];
    text.remove_prefix(end + 1);
  }
}

std::string anchor(std::string_view id) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-";
  std::string out;
  for (const char c : id) {
    if (plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "~{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string file_name(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string out;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool mark = c == '.' || c == '_' || c == '-';
    const char put = letter ? static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) : mark ? c : '-';
    if (!letter && (out.empty() || out.back() == '-')) continue;
    if (out.size() == longest) break;
    out += put;
  }
  while (!out.empty() && (out.back() == '-' || out.back() == '.')) out.pop_back();
  return out.empty() ? "unnamed" : out;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t head = most * 3 / 4;
  std::size_t tail = text.size() - (most - head);
  while (head > 0 && continues_character(text[head])) --head;
  while (tail < text.size() && continues_character(text[tail])) ++tail;
  return fmt::format("{} … {} left out … {}", text.substr(0, head), plural(tail - head, "byte"), text.substr(tail));
}

}  // namespace hallmark::reports::web
