// SPDX-License-Identifier: Apache-2.0
// Places: the file of every page of a report. Names of implementations, formats and vectors come from the programs
// under test, so they are made safe and unique here.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/html/matrix.hpp"

namespace hallmark::reports::web {

class Places {
 public:
  // A site has a first page and rules only; the paths of the other pages are "".
  explicit Places(std::string first_page) : first_(std::move(first_page)) {}
  Places(const Matrix& matrix, std::string first_page);

  // add_rule says that a rule has a page; ids that cannot be a path have none.
  void add_rule(std::string_view id);

  // All paths are relative to the folder of the report.
  [[nodiscard]] const std::string& first_page() const { return first_; }
  [[nodiscard]] std::string implementation(std::size_t column) const;
  [[nodiscard]] std::string format(std::string_view format) const;
  // theme returns the page of the vectors that share all of their id but the last part.
  [[nodiscard]] std::string theme(const Row& row) const;
  // rule returns "" if the rule has no page.
  [[nodiscard]] std::string rule(std::string_view id) const;
  [[nodiscard]] const std::set<std::string, std::less<>>& rules() const { return rules_; }

 private:
  std::string first_;
  std::vector<std::string> implementations_;
  std::map<std::string, std::string, std::less<>> formats_;
  std::map<std::pair<std::string, std::string>, std::string> themes_;  // format, theme
  std::set<std::string, std::less<>> rules_;
};

// theme_of returns the part of an id between its format and its last component: "arrays" of "bson/arrays/key".
[[nodiscard]] std::string_view theme_of(const Row& row);

// short_id returns the last component.
[[nodiscard]] std::string_view short_id(const Row& row);

// root_of returns the way from a page back to the folder of the report: "../../" for "rules/bson/boolean.html".
[[nodiscard]] std::string root_of(std::string_view path);

}  // namespace hallmark::reports::web
