// How an input is read as a KServe body: in which role, and with which header length.
#pragma once

#include <cstdint>
#include <iterator>

#include "hallmark/core/codec.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::codec {
extern const Codec kserve_request;
extern const Codec kserve_response;
}  // namespace hallmark::codec

namespace hallmark::fuzz {

using kserve::Role;

[[nodiscard]] inline const Codec& codec_of(Role role) noexcept {
  return role == Role::request ? codec::kserve_request : codec::kserve_response;
}

// The end of the JSON object at the start of a body, found by counting braces outside strings.
[[nodiscard]] inline std::uint64_t end_of_json(Bytes input) noexcept {
  std::uint64_t open = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < input.size(); ++i) {
    const char c = static_cast<char>(input[i]);
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{') ++open;
    if (c == '}' && --open == 0) return i + 1;
    if (c == '}' && open > i) return i + 1;  // no brace is open
  }
  return input.size();
}

// Derives a header length from the input: mostly the end of the JSON or of the input, else a value near them.
[[nodiscard]] inline std::uint64_t header_length_of(Bytes input) noexcept {
  std::uint64_t sum = input.size();
  for (const std::byte b : input) sum = sum * 31 + std::to_integer<unsigned>(b);
  const std::uint64_t end = end_of_json(input);
  const std::uint64_t lengths[] = {end, end, input.size(), end + 1, end, input.size(), end - 1, input.size() + 1, 0};
  return lengths[sum % std::size(lengths)];
}

// The roles differ in little but the names of their members, so an input is read as one of them: by the member that it
// mentions, or by its size if it mentions neither.
[[nodiscard]] inline Role role_of(Bytes input) noexcept {
  const std::string_view text = as_text(input);
  const bool outputs = text.find("\"outputs\"") != text.npos;
  const bool inputs = text.find("\"inputs\"") != text.npos;
  if (outputs != inputs) return outputs ? Role::response : Role::request;
  return input.size() % 2 == 0 ? Role::request : Role::response;
}

// in_both_framings calls `check` with the role of an input and with options: without a header length, then with one.
template <class Check>
void in_both_framings(Bytes input, const Check& check) {
  Options framed;
  framed.header_length = header_length_of(input);
  check(role_of(input), Options{});
  check(role_of(input), framed);
}

}  // namespace hallmark::fuzz
