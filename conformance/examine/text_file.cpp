// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/text_file.hpp"

#include <fmt/format.h>

#include "conformance/examine/input_bytes.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::conformance {
namespace {

std::string text_of(InputBytes& input, InputBytes::Outcome outcome, std::uint64_t most) {
  if (outcome == InputBytes::Outcome::unreadable) throw UnreadableText(input.problem());
  if (outcome == InputBytes::Outcome::too_long || input.bytes().size() > most) {
    throw UnreadableText(fmt::format("larger than {} MiB", most >> 20));
  }
  std::string text(as_text(input.bytes()));
  if (!input.intact()) throw UnreadableText(input.problem());
  return text;
}

}  // namespace

std::string text_of_file(const std::string& path, std::uint64_t most) {
  InputBytes input;
  return text_of(input, input.read(path, most), most);
}

std::string text_of_standard_input(std::uint64_t most) {
  InputBytes input;
  return text_of(input, input.read_standard_input(most), most);
}

}  // namespace hallmark::conformance
