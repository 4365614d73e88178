#include "conformance/generate/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "conformance/generate/noise.hpp"

namespace hallmark::conformance {
namespace {

constexpr std::string_view theme = "/generated/";
constexpr std::string_view sized = "size-";

// A number as ids have it: decimal, without a sign or a leading zero.
std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || (text.size() > 1 && text[0] == '0')) return {};
  return value;
}

// cut_number takes the last number and the - before it off a text.
std::optional<std::uint64_t> cut_number(std::string_view& text) {
  const std::size_t dash = text.rfind('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto number = number_of(text.substr(dash + 1));
  text = text.substr(0, dash);
  return number;
}

}  // namespace

std::uint64_t seed_of(const Recipe& recipe, std::uint64_t attempt) {
  return seed_of(recipe.format + "/" + recipe.what, recipe.seed, seed_of("", recipe.number, attempt));
}

std::string Recipe::id() const { return fmt::format("{}{}{}-{}-{}", format, theme, what, seed, number); }

std::optional<std::uint64_t> Recipe::size() const {
  if (!what.starts_with(sized)) return std::nullopt;
  return number_of(std::string_view(what).substr(sized.size()));
}

std::optional<Recipe> recipe_named(std::string_view id) {
  const std::size_t at = id.find(theme);
  if (at == std::string_view::npos) return std::nullopt;
  Recipe recipe;
  recipe.format = id.substr(0, at);
  std::string_view rest = id.substr(at + theme.size());
  const auto number = cut_number(rest);
  const auto seed = cut_number(rest);
  if (!number || !seed || rest.empty()) return std::nullopt;
  recipe.number = *number;
  recipe.seed = *seed;
  recipe.what = rest;
  return recipe;
}

std::string breaking(std::string_view rule) {
  std::string what(rule);
  std::ranges::replace(what, '/', '-');
  return what;
}

}  // namespace hallmark::conformance
