#include "conformance/examine/skip.hpp"

#include <algorithm>

#include "conformance/compression/gzip.hpp"
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

// A binary Futhark value, with white space before it.
bool starts_with_value(Bytes start) noexcept {
  const Codec* futhark = codec_named("futhark");
  return futhark != nullptr && futhark->recognise(start) == Recognition::structure;
}

// The size of the header, in eight bytes: text would be the size of the largest disks.
bool starts_with_size(Bytes start) noexcept { return !is_text(first(start, 8)); }

// The body of a message without a head.
bool starts_with_json(Bytes start) noexcept {
  const std::string_view text = as_text(start);
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return text.empty() || (at != std::string_view::npos && text[at] == '{');
}

// An extension that other programs use too, and how a file of ours starts.
struct SharedName {
  std::string_view extension;
  bool (*is_ours)(Bytes start) noexcept;
  std::string_view otherwise;
};

constexpr std::string_view no_value = "does not start with a binary Futhark value";
constexpr std::string_view text_bt = "starts with text, as scripts of bpftrace do";
constexpr std::string_view no_inference = "is an HTTP message, but not an inference";

constexpr SharedName shared_names[] = {
    {".in", starts_with_value, no_value},
    {".out", starts_with_value, no_value},
    {".data", starts_with_value, no_value},
    {".bt", starts_with_size, text_bt},
    {".http", starts_with_json, "starts neither with an HTTP message nor with JSON"},
};

const SharedName* shared(std::string_view name) noexcept {
  const auto* const found = std::ranges::find_if(
      shared_names, [name](const SharedName& one) { return ends_with_any_case(name, one.extension); });
  return found == std::end(shared_names) ? nullptr : found;
}

bool same_family(const Codec* a, const Codec* b) noexcept {
  return a != nullptr && b != nullptr && a->family == b->family;
}

}  // namespace

bool name_suffices(std::string_view name, const Codec* given) noexcept {
  const Codec* named = codec_by_name(name);
  return given != nullptr ? same_family(named, given) : named != nullptr && shared(name) == nullptr;
}

std::string_view reason_to_skip(Bytes start, std::string_view name, const Codec* given) noexcept {
  if (name_suffices(name, given)) return {};
  const Codec* marked = codec_by_mark(start);
  if (given != nullptr) {
    return marked == given ? std::string_view() : "has neither a name nor a mark of the given format";
  }
  const bool message = marked != nullptr && marked->family == framed_family;
  if (message) return http::is_inference(start) ? std::string_view() : no_inference;
  if (marked != nullptr) return {};
  const SharedName* other = shared(name);
  if (other == nullptr) return "has neither a name nor a mark of a known format";
  return other->is_ours(start) ? std::string_view() : other->otherwise;
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
  return ends_with_any_case(name, ".bt") && is_text(first(start, 8)) ? text_bt : std::string_view();
}

}  // namespace hallmark::conformance
