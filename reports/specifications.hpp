// The documents that rules cite, as readers know them.
#pragma once

#include <string>
#include <string_view>

namespace hallmark::reports {

// specification_address returns the public address of a clause, "document#section": with a fragment where the document
// has one for this section. Empty for Hallmark's own decisions, and for unknown documents.
[[nodiscard]] std::string specification_address(std::string_view clause);

}  // namespace hallmark::reports
