// SPDX-License-Identifier: Apache-2.0
// Markup: text that is already HTML. All other text is escaped by `put`, so that no caller can forget it.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "reports/plural.hpp"

namespace hallmark::reports::web {

struct Markup {
  std::string html;
};

// html_text makes untrusted text safe in an element and in a double-quoted attribute. Control characters, marks that
// reorder lines and bytes that are no UTF-8 are shown as \xHH; line feeds and tabs stay.
[[nodiscard]] std::string html_text(std::string_view text);

// anchor converts an id to one that is valid in HTML and URLs: letters, digits and / . _ - stay, other bytes become
// ~HH.
[[nodiscard]] std::string anchor(std::string_view id);

// file_name converts text to the name of a file that every file system takes: at most 60 lower-case letters, digits and
// . _ -, which starts with a letter or digit. Different texts may get the same name.
[[nodiscard]] std::string file_name(std::string_view text);

// shortened keeps the first and last bytes of a text longer than `most`, with the number of bytes left out.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

namespace detail {

template <class T>
auto safe(const T& value) {
  if constexpr (std::same_as<T, Markup>) {
    return std::string_view(value.html);
  } else if constexpr (std::integral<T>) {
    return value;
  } else {
    return html_text(value);
  }
}

template <class T>
using Safe = decltype(safe(std::declval<const T&>()));

}  // namespace detail

// put appends to a page. The pattern is trusted, the arguments are escaped.
template <class... Args>
void put(Markup& page, fmt::format_string<detail::Safe<Args>...> pattern, const Args&... args) {
  fmt::format_to(std::back_inserter(page.html), pattern, detail::safe(args)...);
}

template <class... Args>
[[nodiscard]] Markup markup(fmt::format_string<detail::Safe<Args>...> pattern, const Args&... args) {
  return {fmt::format(pattern, detail::safe(args)...)};
}

}  // namespace hallmark::reports::web
