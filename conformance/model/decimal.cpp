// SPDX-License-Identifier: Apache-2.0
#include "conformance/model/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

namespace hallmark::conformance {
namespace {

constexpr std::string_view decimal_digits = "0123456789";

// Decimal is digits × 10^exponent. The digits neither start nor end with 0, so each value has one form; zero has none.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  [[nodiscard]] bool operator==(const Decimal&) const = default;
};

// Takes the digits at the start of a text.
std::string_view take_digits(std::string_view& text) {
  const std::string_view taken = text.substr(0, text.find_first_not_of(decimal_digits));
  text.remove_prefix(taken.size());
  return taken;
}

// Takes an exponent, 0 if there is none; nothing if it is malformed or beyond 18 digits.
std::optional<std::int64_t> take_exponent(std::string_view& text) {
  if (text.empty() || (text.front() != 'e' && text.front() != 'E')) return 0;
  text.remove_prefix(1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string_view digits = take_digits(text);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.empty() ? 0 : digits.size() - 1));
  constexpr std::size_t most = 18;
  if (digits.empty() || digits.size() > most) return std::nullopt;
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return negative ? -value : value;
}

std::optional<Decimal> decimal_of(std::string_view text) {
  Decimal decimal;
  decimal.negative = text.starts_with('-');
  if (decimal.negative) text.remove_prefix(1);
  decimal.digits = take_digits(text);
  if (decimal.digits.empty()) return std::nullopt;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view fraction = take_digits(text);
    if (fraction.empty()) return std::nullopt;
    decimal.digits += fraction;
    decimal.exponent = -static_cast<std::int64_t>(fraction.size());
  }
  const std::optional<std::int64_t> exponent = take_exponent(text);
  if (!exponent || !text.empty()) return std::nullopt;
  decimal.exponent += *exponent;

  decimal.digits.erase(0, std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size()));
  if (decimal.digits.empty()) return Decimal{};
  const std::size_t zeros = decimal.digits.size() - 1 - decimal.digits.find_last_not_of('0');
  decimal.digits.resize(decimal.digits.size() - zeros);
  decimal.exponent += static_cast<std::int64_t>(zeros);
  return decimal;
}

}  // namespace

bool same_decimal(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::optional<Decimal> left = decimal_of(a);
  return left && left == decimal_of(b);
}

}  // namespace hallmark::conformance
