// SPDX-License-Identifier: Apache-2.0
#include "reports/html/places.hpp"

#include <algorithm>

#include "reports/links.hpp"

namespace hallmark::reports::web {
namespace {

// Splits an id into its format, its theme and its name.
std::pair<std::string_view, std::string_view> split(const Row& row) {
  std::string_view rest = row.id;
  if (rest.starts_with(row.format) && rest.substr(row.format.size()).starts_with('/')) {
    rest.remove_prefix(row.format.size() + 1);
  }
  const std::size_t slash = rest.rfind('/');
  if (slash == std::string_view::npos) return {"", rest};
  return {rest.substr(0, slash), rest.substr(slash + 1)};
}

}  // namespace

std::string_view theme_of(const Row& row) { return split(row).first; }

std::string_view short_id(const Row& row) { return split(row).second; }

std::string root_of(std::string_view path) {
  std::string root;
  for (auto slashes = std::ranges::count(path, '/'); slashes > 0; --slashes) root += "../";
  return root;
}

Places::Places(const Matrix& matrix, std::string first_page) : first_(std::move(first_page)) {
  // Names are kept apart that file systems which ignore case would confuse.
  std::set<std::string> taken;
  const auto unique = [&](std::string_view folder, std::string_view text) {
    const std::string wanted = fmt::format("{}/{}", folder, file_name(text));
    std::string name = wanted;
    for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}-{}", wanted, i);
    return name;
  };
  for (const Column& column : matrix.columns) {
    implementations_.push_back(unique("implementations", column.label) + ".html");
  }
  const auto add_format = [&](const std::string& format) {
    if (!formats_.contains(format)) formats_[format] = unique("formats", format) + ".html";
  };
  for (const Column& column : matrix.columns) {
    for (const Run& run : column.result->runs) add_format(run.format);
  }
  std::map<std::string, std::string, std::less<>> folders;
  for (const Row& row : matrix.rows) {
    const std::string format(row.format);
    add_format(format);
    if (!folders.contains(format)) folders[format] = unique("vectors", format);
    const std::string_view theme = theme_of(row);
    std::string& page = themes_[{format, std::string(theme)}];
    if (page.empty()) page = unique(folders[format], theme.empty() ? "vectors" : theme) + ".html";
  }
}

void Places::add_rule(std::string_view id) {
  if (!rule_path(id).empty()) rules_.emplace(id);
}

std::string Places::implementation(std::size_t column) const {
  return column < implementations_.size() ? implementations_[column] : "";
}

std::string Places::format(std::string_view format) const {
  const auto found = formats_.find(format);
  return found == formats_.end() ? "" : found->second;
}

std::string Places::theme(const Row& row) const {
  const auto found = themes_.find({std::string(row.format), std::string(theme_of(row))});
  return found == themes_.end() ? "" : found->second;
}

std::string Places::rule(std::string_view id) const { return rules_.contains(id) ? rule_path(id) : ""; }

}  // namespace hallmark::reports::web
