// SPDX-License-Identifier: Apache-2.0
#include "reports/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "codecs/core/manifest.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::reports {
namespace {

using manifest::Document;
using manifest::Fragment;

const Document* document_named(std::string_view id) noexcept {
  for (const manifest::Family& family : manifest::all_families()) {
    const auto found = std::ranges::find(family.documents, id, &Document::id);
    if (found != family.documents.end()) return &*found;
  }
  return nullptr;
}

bool is_slug(std::string_view word) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !word.empty() && std::ranges::all_of(word, allowed);
}

}  // namespace

std::string rule_path(std::string_view id) {
  const std::size_t slash = id.find('/');
  if (slash == std::string_view::npos || !is_slug(id.substr(0, slash)) || !is_slug(id.substr(slash + 1))) return "";
  return fmt::format("rules/{}.html", id);
}

std::optional<std::string> rule_page(std::string_view id) { return rule_page(HALLMARK_SITE, id); }

std::optional<std::string> rule_page(std::string_view site, std::string_view id) {
  const std::string path = rule_path(id);
  while (site.ends_with('/')) site.remove_suffix(1);
  if (site.empty() || path.empty()) return std::nullopt;
  return fmt::format("{}/{}", site, path);
}

std::string percent_encoded(std::string_view text, std::string_view marks) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte < 0x80 && std::isalnum(byte) != 0) || marks.find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

std::string specification_address(std::string_view clause) {
  const std::size_t hash = std::min(clause.find('#'), clause.size());
  const Document* document = document_named(clause.substr(0, hash));
  if (document == nullptr) return "";
  std::string address(document->url);
  const std::string section = percent_encoded(clause.substr(std::min(hash + 1, clause.size())), "-._~");
  if (section.empty()) return address;
  switch (document->fragment) {
    case Fragment::none: break;
    case Fragment::heading: address.append("#").append(section); break;
    case Fragment::number: address.append("#section-").append(section.substr(0, section.find('-'))); break;
    case Fragment::name: address.append("#name-").append(section); break;
  }
  return address;
}

std::string source_address(const Rule& rule) {
  const Document* document = document_named(rule.clause.document);
  const std::string_view source = rule.demand.source;
  if (document == nullptr || source.empty()) return "";
  // GitHub renders these files, and shows lines of them only as plain text.
  const bool is_rendered = document->url.ends_with(".md") || document->url.ends_with(".rst");
  return fmt::format("{}{}#{}", document->url, is_rendered ? "?plain=1" : "", source);
}

std::string clause_address(const Rule& rule) {
  const std::string source = source_address(rule);
  return source.empty() ? specification_address(clause_text(rule)) : source;
}

}  // namespace hallmark::reports
