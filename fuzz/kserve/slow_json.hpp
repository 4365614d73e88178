// A second, slow conversion of tensor data in JSON: numbers by the C library, strings code point by code point.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "conformance/generate/halves.hpp"
#include "fuzz/invariants.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::fuzz {

inline void append_le(std::vector<std::byte>& out, std::uint64_t bits, std::uint64_t size) {
  for (std::uint64_t i = 0; i < size; ++i) out.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xff));
}

inline void append_utf8(std::string& out, unsigned long code) {
  const auto put = [&out](unsigned long byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xe0 | code >> 12);
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    }
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

// Unescapes the text between two quotes of valid JSON.
inline std::string slowly_unescaped(std::string_view text) {
  std::string out;
  const auto unit = [&text](std::size_t at) { return std::stoul(std::string(text.substr(at, 4)), nullptr, 16); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u': {
        unsigned long code = unit(i + 1);
        i += 4;
        if (code >= 0xd800 && code < 0xdc00) {
          code = 0x10000 + (code - 0xd800) * 0x400 + (unit(i + 3) - 0xdc00);
          i += 6;
        }
        append_utf8(out, code);
        break;
      }
      default: out += text[i];
    }
  }
  return out;
}

// Converts one element that is not a string. A NaN has fixed bits, not those of the C library.
inline std::uint64_t slowly_read(const std::string& word, DType dtype) {
  if (dtype == DType::boolean) return word == "true" ? 1 : 0;
  if (dtype == DType::f16) return conformance::half_of(word);
  if (word == "NaN" || word == "null") return dtype == DType::f32 ? 0x7fc00000 : 0x7ff8000000000000;
  if (dtype == DType::f32) return std::bit_cast<std::uint32_t>(std::strtof(word.c_str(), nullptr));
  if (dtype == DType::f64) return std::bit_cast<std::uint64_t>(std::strtod(word.c_str(), nullptr));
  if (word[0] == '-') return static_cast<std::uint64_t>(std::strtoll(word.c_str(), nullptr, 10));
  return std::strtoull(word.c_str(), nullptr, 10);
}

// slowly_converted converts an array that the decoder has accepted.
inline std::vector<std::byte> slowly_converted(Bytes array, DType dtype) {
  const std::string_view text = as_text(array);
  std::vector<std::byte> out;
  for (std::size_t i = 0; i < text.size();) {
    constexpr std::string_view between = "[], \t\r\n";
    if (between.find(text[i]) != std::string_view::npos) {
      ++i;
    } else if (text[i] == '"') {
      std::size_t end = i + 1;
      for (; text[end] != '"'; ++end) end += text[end] == '\\' ? 1 : 0;
      const std::string plain = slowly_unescaped(text.substr(i + 1, end - i - 1));
      append_le(out, plain.size(), sizeof(std::uint32_t));
      for (const char c : plain) out.push_back(static_cast<std::byte>(c));
      i = end + 1;
    } else {
      const std::size_t end = std::min(text.find_first_of(between, i), text.size());
      append_le(out, slowly_read(std::string(text.substr(i, end - i)), dtype), size_of(dtype));
      i = end;
    }
  }
  return out;
}

}  // namespace hallmark::fuzz
