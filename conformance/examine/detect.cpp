#include "conformance/examine/detect.hpp"

#include <algorithm>

#include "conformance/compression/gzip.hpp"
#include "conformance/examine/messages.hpp"
#include "conformance/examine/skip.hpp"

namespace hallmark::conformance {
namespace {

constexpr std::string_view gzip_extension = ".gz";

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

const Codec* codec_recognising(hallmark::Input input, Recognition as) noexcept {
  for (const Codec* codec : all_codecs()) {
    if (codec->recognise(input) == as) return codec;
  }
  return nullptr;
}

}  // namespace

bool ends_with_any_case(std::string_view text, std::string_view ending) noexcept {
  if (text.size() < ending.size()) return false;
  // Nearly every ending that differs does so in its last character.
  if (!ending.empty() && lower(text.back()) != lower(ending.back())) return false;
  return std::ranges::equal(text.substr(text.size() - ending.size()), ending, {}, lower, lower);
}

bool has_extension(const Codec& codec, std::string_view name) noexcept {
  return std::ranges::any_of(codec.extensions, [name](auto extension) { return ends_with_any_case(name, extension); });
}

const Codec* codec_by_name(std::string_view name) noexcept {
  for (const Codec* codec : all_codecs()) {
    if (has_extension(*codec, name)) return codec;
  }
  return nullptr;
}

// More bytes than start_window would make a codec walk the structure of a file whose name identifies it.
const Codec* codec_by_mark(Bytes input) noexcept {
  const Bytes start = input.first(std::min(input.size(), start_window));
  if (const Codec* codec = codec_recognising(start, Recognition::magic)) return codec;
  const auto role = http::role_of(start);
  return role ? codec_for(*role) : nullptr;
}

std::string_view content_name(std::string_view name) noexcept {
  if (ends_with_any_case(name, gzip_extension)) name.remove_suffix(gzip_extension.size());
  return name;
}

bool is_compressed(Bytes start, std::string_view name, bool automatic) noexcept {
  if (content_name(name).size() != name.size()) return true;
  return automatic && codec_by_name(name) == nullptr && compression::starts_like_gzip(start);
}

const Codec* detect(hallmark::Input input, std::string_view name) {
  if (const Codec* codec = codec_by_mark(input.window)) return codec;
  if (const Codec* codec = codec_by_name(name)) return codec;
  // An empty input has no structure to recognise.
  return input.window.empty() ? nullptr : codec_recognising(input, Recognition::structure);
}

}  // namespace hallmark::conformance
