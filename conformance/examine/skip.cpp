// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/skip.hpp"

#include <algorithm>

#include "codecs/core/file_names.hpp"
#include "codecs/core/manifest.hpp"
#include "conformance/compression/gzip.hpp"
#include "conformance/examine/companions.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/examine/messages.hpp"

namespace hallmark::conformance {
namespace {

Bytes first(Bytes input, std::size_t size) noexcept { return input.first(std::min(input.size(), size)); }

bool is_text(Bytes bytes) noexcept {
  return !bytes.empty() && std::ranges::all_of(as_text(bytes), [](char c) {
    return (c >= 0x20 && c < 0x7f) || c == '\t' || c == '\n' || c == '\r';
  });
}

bool starts_with_json(Bytes start) noexcept {
  const std::string_view text = as_text(start);
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return text.empty() || (at != std::string_view::npos && text[at] == '{');
}

constexpr std::string_view no_inference = "is an HTTP message, but not an inference";

bool has_structure(std::string_view family, Bytes start) noexcept {
  return std::ranges::any_of(all_codecs(), [&](const Codec* codec) {
    return codec->family == family && codec->recognise(start) == Recognition::structure;
  });
}

// What the manifests say of the extension of a name, if other programs use it too.
struct Shared {
  std::string_view family;
  const manifest::SharedExtension* extension = nullptr;

  explicit operator bool() const noexcept { return extension != nullptr; }
  [[nodiscard]] bool is_ours(Bytes start) const noexcept {
    switch (extension->start) {
      case manifest::Start::structure: return has_structure(family, start);
      case manifest::Start::binary: return !is_text(first(start, 8));
      case manifest::Start::json: return starts_with_json(start);
    }
    return false;
  }
};

Shared shared(std::string_view name) noexcept {
  for (const manifest::Family& family : manifest::all_families()) {
    for (const manifest::SharedExtension& one : family.shared_extensions) {
      if (ends_with_any_case(name, one.extension)) return {family.folder, &one};
    }
  }
  return {};
}

// Formats of a family share their names; what is judged with others beside it has its own.
bool same_names(const Codec* a, const Codec* b) noexcept {
  return a != nullptr && b != nullptr && std::ranges::equal(a->extensions, b->extensions);
}

}  // namespace

bool name_suffices(std::string_view name, const Codec* given) noexcept {
  const Codec* named = format_by_name(name);
  return given != nullptr ? same_names(named, given) : named != nullptr && !shared(name);
}

std::string_view reason_to_skip(Bytes start, std::string_view name, const Codec* given) noexcept {
  if (name_suffices(name, given)) return {};
  const Codec* marked = codec_by_start(start);
  if (given != nullptr) {
    return marked == given ? std::string_view() : "has neither a name nor a mark of the given format";
  }
  const bool message = marked != nullptr && is_framed(*marked);
  if (message) return http::is_inference(start) ? std::string_view() : no_inference;
  if (marked != nullptr) return {};
  const Shared other = shared(name);
  if (!other) return "has neither a name nor a mark of a known format";
  return other.is_ours(start) ? std::string_view() : other.extension->otherwise;
}

std::string_view reason_to_skip_file(Bytes start, std::string_view path, const Codec* given,
                                     compression::Buffer& unzipped) {
  if (!is_compressed(start, path, given == nullptr)) return reason_to_skip(start, path, given);
  return reason_to_skip(compression::unzip(start, start_window, unzipped).content, content_name(path), given);
}

std::string_view doubt(Bytes input, std::string_view name) noexcept {
  const Bytes start = first(input, start_window);
  if (http::role_of(start)) {
    const std::string_view text = as_text(start);
    const std::size_t end = std::min(text.find("\r\n\r\n"), text.find("\n\n"));
    const bool json = end == std::string_view::npos || starts_with_json(as_bytes(text.substr(end)));
    return json || http::is_inference(start) ? std::string_view() : no_inference;
  }
  const Shared other = shared(name);
  const bool text = other && other.extension->start == manifest::Start::binary && !other.is_ours(start);
  return text ? other.extension->otherwise : std::string_view();
}

}  // namespace hallmark::conformance
