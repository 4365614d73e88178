// The address of the page that explains a rule. `hallmark report site` writes these pages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hallmark::reports {

// rule_path returns the place of a rule's page in a site or report, "rules/bson/boolean.html" for bson/boolean; "" for
// what cannot be the id of a rule.
[[nodiscard]] std::string rule_path(std::string_view id);

// rule_page returns the public address of that page, under HALLMARK_SITE of the build; none if that is empty.
[[nodiscard]] std::optional<std::string> rule_page(std::string_view id);

// The same under another address.
[[nodiscard]] std::optional<std::string> rule_page(std::string_view site, std::string_view id);

}  // namespace hallmark::reports
