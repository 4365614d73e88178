// SPDX-License-Identifier: Apache-2.0
// KServe bodies as models: in which role and with which header length an input is read, and how it is written.
#pragma once

#include <iterator>

#include "conformance/kserve/generate.hpp"
#include "fuzz/encoding.hpp"

namespace hallmark::codec {
extern const Codec kserve_request;
extern const Codec kserve_response;
}  // namespace hallmark::codec

namespace hallmark::fuzz {

using kserve::Role;

[[nodiscard]] inline const Codec& codec_of(Role role) noexcept {
  return role == Role::request ? codec::kserve_request : codec::kserve_response;
}

// Derives a header length from the input: mostly the last brace, where the JSON ends unless one is in binary data, or
// the end of the input, else a value near them.
[[nodiscard]] inline std::uint64_t header_length_of(Bytes input) noexcept {
  std::uint64_t sum = input.size();
  for (const std::byte b : input) sum = sum * 31 + std::to_integer<unsigned>(b);
  const std::uint64_t end = as_text(input).rfind('}') + 1;
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

// with_message calls `use` with the message of an accepted body and its scratch, and says whether it was accepted.
template <class Use>
bool with_message(Role role, Bytes input, const Options& options, const Use& use) {
  Block memory(static_cast<std::size_t>(kserve::scratch_bound(input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto message = kserve::decode(role, input, scratch, options);
  if (message) use(*message, memory.view());
  return static_cast<bool>(message);
}

}  // namespace hallmark::fuzz
