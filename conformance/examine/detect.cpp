// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/detect.hpp"

#include <algorithm>

#include "codecs/core/file_names.hpp"
#include "conformance/compression/gzip.hpp"
#include "conformance/examine/companions.hpp"
#include "conformance/examine/messages.hpp"
#include "hallmark/core/recognise.hpp"

namespace hallmark::conformance {
namespace {

constexpr std::string_view gzip_extension = ".gz";

// The codec of the bodies of HTTP messages, where the first bytes are those of one.
const Codec* codec_of_messages(Bytes start) noexcept {
  const auto role = http::role_of(start.first(std::min(start.size(), start_window)));
  return role ? codec_for(*role) : nullptr;
}

}  // namespace

const Codec* codec_by_start(Bytes input) noexcept {
  const Codec* codec = codec_by_mark(input);
  return codec != nullptr ? codec : codec_of_messages(input);
}

std::string_view content_name(std::string_view name) noexcept {
  if (ends_with_any_case(name, gzip_extension)) name.remove_suffix(gzip_extension.size());
  return name;
}

bool is_compressed(Bytes start, std::string_view name, bool automatic) noexcept {
  if (content_name(name).size() != name.size()) return true;
  return automatic && format_by_name(name) == nullptr && compression::starts_like_gzip(start);
}

// No format has a mark that starts like a message.
const Codec* detect(hallmark::Input input, std::string_view name) noexcept {
  const Codec* codec = codec_of_messages(input.window);
  if (codec == nullptr) codec = codec_by_mark(input.window);
  if (codec == nullptr) codec = format_by_name(name);
  return codec != nullptr ? codec : recognise(input);
}

}  // namespace hallmark::conformance
