// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/testing/inputs.hpp"

namespace hallmark::program_testing {

using namespace std::string_literals;

std::string bytes(std::string_view literal) { return std::string(literal); }

std::string document(const std::string& elements) {
  return word(static_cast<std::uint32_t>(elements.size() + 5)) + elements + '\0';
}

std::string binary(const std::string& key, const std::string& payload) {
  return '\x05' + key + '\0' + word(static_cast<std::uint32_t>(payload.size())) + '\x09' + payload;
}

std::string filler(std::uint32_t size) { return "\x05k\0"s + word(size) + '\0' + std::string(size, 'x'); }

std::string good_input() { return document(binary("a", "\x03\x00\x01\xff"s)) + document(binary("b", "\x10\x03\xf8"s)); }

std::string bad_input() { return document(binary("a", "\x03\x07\x01"s)); }

std::string many_bad_inputs(std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += bad_input();
  return all;
}

std::string three_faults() {
  return document(binary("a", "\x03\x07\x01\xff\x7f"s) + binary("bits", "\x10\x09\xff\xf8"s) +
                  binary("c", "\x27\x00\x61\x62\x63"s) + "\x02s\0\x02\0\0\0a\0"s);
}

std::string unsupported_input() { return document(binary("a", "\x55\x00\x01"s)); }

std::string warning_input() { return document("\x04x\0"s + document("\x0a"s + "1\0"s)); }

std::string deep_input(int levels) {
  std::string inside = document("");
  for (int i = 0; i < levels; ++i) inside = document("\x03"s + "d\0"s + inside);
  return inside;
}

}  // namespace hallmark::program_testing
