#include "reports/specifications.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "codecs/core/manifest.hpp"

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

// A clause of a result may be anything: what does not stand in the fragment of an address is escaped.
std::string percent_encoded(std::string_view section) {
  std::string text;
  for (const char c : section) {
    const auto byte = static_cast<unsigned char>(c);
    const bool mark = std::string_view("-._~").find(c) != std::string_view::npos;
    const bool plain = mark || (byte < 0x80 && std::isalnum(byte) != 0);
    text += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return text;
}

}  // namespace

std::string specification_address(std::string_view clause) {
  const std::size_t hash = std::min(clause.find('#'), clause.size());
  const Document* document = document_named(clause.substr(0, hash));
  if (document == nullptr) return "";
  std::string address(document->url);
  const std::string section = percent_encoded(clause.substr(std::min(hash + 1, clause.size())));
  if (section.empty()) return address;
  switch (document->fragment) {
    case Fragment::none: break;
    case Fragment::heading: address.append("#").append(section); break;
    case Fragment::number: address.append("#section-").append(section.substr(0, section.find('-'))); break;
    case Fragment::name: address.append("#name-").append(section); break;
  }
  return address;
}

}  // namespace hallmark::reports
