// SPDX-License-Identifier: Apache-2.0
// Addresses: of the page that explains a rule, which `hallmark report site` writes, and of the clause that it cites.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hallmark/core/rule.hpp"

namespace hallmark::reports {

// rule_path returns the place of a rule's page in a site or report, "rules/bson/boolean.html" for bson/boolean; "" for
// what cannot be the id of a rule.
[[nodiscard]] std::string rule_path(std::string_view id);

// rule_page returns the public address of that page, under HALLMARK_SITE of the build; none if that is empty.
[[nodiscard]] std::optional<std::string> rule_page(std::string_view id);

// The same under another address.
[[nodiscard]] std::optional<std::string> rule_page(std::string_view site, std::string_view id);

// specification_address returns the public address of a clause, "document#section": with a fragment where the document
// has one for this section. Empty for Hallmark's own decisions, and for unknown documents.
[[nodiscard]] std::string specification_address(std::string_view clause);

// source_address returns the permanent address of the sentence that a rule rests on; empty if it rests on none.
[[nodiscard]] std::string source_address(const Rule& rule);

// clause_address returns the address of that sentence, or else of the clause.
[[nodiscard]] std::string clause_address(const Rule& rule);

// percent_encoded escapes all bytes but letters, digits and `marks`, for an address.
[[nodiscard]] std::string percent_encoded(std::string_view text, std::string_view marks);

}  // namespace hallmark::reports
