// SPDX-License-Identifier: Apache-2.0
// What a function of an input may be called with.
#pragma once

#include <array>
#include <span>
#include <type_traits>
#include <vector>

namespace hallmark::testing {

// refuses_temporaries says that a function takes variables and views of bytes, and nothing that is gone after the call.
template <class Function>
[[nodiscard]] consteval bool refuses_temporaries(Function) noexcept {
  using Owner = std::vector<std::byte>;
  using Few = std::array<std::byte, 4>;
  constexpr auto takes = []<class... From>() { return (std::is_invocable_v<Function, From> && ...); };
  constexpr auto takes_some = []<class... From>() { return (std::is_invocable_v<Function, From> || ...); };
  return takes.template
         operator()<Owner&, const Owner&, Few&, std::byte(&)[4], std::span<std::byte>, std::span<const std::byte>>() &&
         !takes_some.template operator()<Owner, const Owner, Few, const Few>();
}

}  // namespace hallmark::testing

// A call with `input` in it, for refuses_temporaries.
#define HALLMARK_CALL(...) []<class Input>(Input&& input) -> std::void_t<decltype(__VA_ARGS__)> {}
