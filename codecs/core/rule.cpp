// SPDX-License-Identifier: Apache-2.0
#include "hallmark/core/rule.hpp"

namespace hallmark {
namespace {

// In the order of the enums.
constexpr std::string_view kinds[] = {"malformed", "invalid", "unsupported", "limit"};
constexpr std::string_view levels[] = {"MUST", "SHOULD", "DECISION", "LIMIT"};
constexpr std::string_view addressees[] = {"", "data", "reader", "writer"};
constexpr std::string_view severities[] = {"error", "warning", "note"};
constexpr std::string_view verdicts[] = {"valid", "invalid", "limited", "unsupported"};
constexpr std::string_view profiles[] = {"strict", "compat"};
constexpr std::string_view categories[] = {"truncated",     "trailing-data", "bad-magic",    "bad-version",
                                           "bad-tag",       "bad-value",     "out-of-range", "overflow",
                                           "not-canonical", "duplicate",     "bad-text",     "misaligned",
                                           "bad-padding",   "mismatch",      "unsupported",  "resource-limit"};

template <class Enum, std::size_t count>
std::string_view name_in(const std::string_view (&names)[count], Enum value) noexcept {
  const auto index = static_cast<std::size_t>(value);
  return index < count ? names[index] : "";
}

}  // namespace

std::string_view to_string(Kind kind) noexcept { return name_in(kinds, kind); }
std::string_view to_string(Level level) noexcept { return name_in(levels, level); }
std::string_view to_string(Addressee addressee) noexcept { return name_in(addressees, addressee); }
std::string_view to_string(Severity severity) noexcept { return name_in(severities, severity); }
std::string_view to_string(Category category) noexcept { return name_in(categories, category); }
std::string_view to_string(Verdict verdict) noexcept { return name_in(verdicts, verdict); }
std::string_view to_string(Profile profile) noexcept { return name_in(profiles, profile); }

}  // namespace hallmark
