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

// The functions of a family refuse them; each takes `input` after what is given here.
#define HALLMARK_REFUSES_TEMPORARIES(...)                                                                         \
  static_assert(hallmark::testing::refuses_temporaries(                                                           \
      HALLMARK_CALL(scratch_bound(__VA_ARGS__ __VA_OPT__(, ) std::forward<Input>(input)))));                      \
  static_assert(hallmark::testing::refuses_temporaries(                                                           \
      HALLMARK_CALL(decode(__VA_ARGS__ __VA_OPT__(, ) std::forward<Input>(input), std::declval<Scratch&>()))));   \
  static_assert(hallmark::testing::refuses_temporaries(                                                           \
      HALLMARK_CALL(validate(__VA_ARGS__ __VA_OPT__(, ) std::forward<Input>(input), std::declval<Scratch&>(), {}, \
                             std::declval<DiagnosticSink&>()))))
