#include "conformance/examine/detect.hpp"

#include <algorithm>

#include "conformance/examine/messages.hpp"

namespace hallmark::conformance {
namespace {

// A magic or an HTTP start line is within these first bytes. More bytes would make a codec walk the structure of a file
// whose name identifies it.
constexpr std::size_t magic_window = 8192;

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool ends_with_any_case(std::string_view text, std::string_view ending) noexcept {
  if (text.size() < ending.size()) return false;
  const auto tail = text.end() - static_cast<std::ptrdiff_t>(ending.size());
  return std::equal(tail, text.end(), ending.begin(), [](char a, char b) { return lower(a) == lower(b); });
}

const Codec* codec_recognising(Bytes input, Recognition as) noexcept {
  for (const Codec* codec : all_codecs()) {
    if (codec->recognise(input) == as) return codec;
  }
  return nullptr;
}

}  // namespace

bool has_extension(const Codec& codec, std::string_view name) noexcept {
  return std::any_of(codec.extensions.begin(), codec.extensions.end(),
                     [name](std::string_view extension) { return ends_with_any_case(name, extension); });
}

const Codec* codec_by_name(std::string_view name) noexcept {
  for (const Codec* codec : all_codecs()) {
    if (has_extension(*codec, name)) return codec;
  }
  return nullptr;
}

const Codec* detect(Bytes input, std::string_view name) {
  const Bytes start = input.first(std::min(input.size(), magic_window));
  if (const Codec* codec = codec_recognising(start, Recognition::magic)) return codec;
  if (const auto role = http::role_of(start)) {
    if (const Codec* codec = codec_for(*role)) return codec;
  }
  if (const Codec* codec = codec_by_name(name)) return codec;
  // An empty input has no structure to recognise.
  return input.empty() ? nullptr : codec_recognising(input, Recognition::structure);
}

}  // namespace hallmark::conformance
