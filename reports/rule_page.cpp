#include "reports/rule_page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hallmark::reports {
namespace {

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

}  // namespace hallmark::reports
