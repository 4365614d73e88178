// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "conformance/generate/pieces.hpp"
#include "reports/bounded_json.hpp"

namespace hallmark::conformance {
namespace {

using reports::Json;

std::string number_bytes(const Edit& edit, std::uint64_t width) {
  const bool negative = edit.value.starts_with('-');
  std::string_view digits = std::string_view(edit.value).substr(negative ? 1 : 0);
  const bool hexadecimal = digits.starts_with("0x");
  if (hexadecimal) digits.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    throw BadEdit(fmt::format("{}={}: the value is no number of 64 bits, hex: or text:", edit.path, edit.value));
  }
  const std::uint64_t most = width >= 8 ? UINT64_MAX : (std::uint64_t{1} << 8 * width) - 1;
  if (width > 8 || value > (negative ? most / 2 + 1 : most)) {
    throw BadEdit(fmt::format("{}={}: the field has {} bytes; give its bytes by hex:", edit.path, edit.value, width));
  }
  if (negative) value = 0 - value;
  std::string bytes;
  for (std::uint64_t i = 0; i < width; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
  return bytes;
}

std::string bytes_of(const Edit& edit, std::uint64_t width) {
  constexpr std::string_view text = "text:";
  constexpr std::string_view hex = "hex:";
  if (edit.value.starts_with(text)) return edit.value.substr(text.size());
  if (!edit.value.starts_with(hex)) return number_bytes(edit, width);
  std::string bytes;
  for (std::size_t i = hex.size(); i < edit.value.size(); i += 2) {
    unsigned value = 0;
    const char* const end = edit.value.data() + std::min(i + 2, edit.value.size());
    if (i + 2 > edit.value.size() || std::from_chars(end - 2, end, value, 16).ptr != end) {
      throw BadEdit(fmt::format("{}={}: hex: takes two digits for each byte", edit.path, edit.value));
    }
    bytes += static_cast<char>(value);
  }
  return bytes;
}

Json json_of(const std::string& text) try { return reports::parse_json(text); } catch (const reports::BadJson&) {
  return text;
}

// member_bytes gives JSON with one member or element set: `inputs[0].shape[1]`.
std::string member_bytes(const Edit& edit, std::string_view json) try {
  std::string pointer = "/" + edit.path;
  std::ranges::replace(pointer, '.', '/');
  std::ranges::replace(pointer, '[', '/');
  std::erase(pointer, ']');
  Json whole = reports::parse_json(json);
  const Json::json_pointer member(pointer);
  (void)whole.at(member.parent_pointer());
  whole[member] = json_of(edit.value);
  return whole.dump();
} catch (const std::exception&) {
  throw NoSuchField(fmt::format("{}: there is no such field or member", edit.path));
}

}  // namespace

Edit::Edit(std::string_view text) {
  const std::size_t equal = text.find('=');
  if (equal == std::string_view::npos || equal == 0) throw BadEdit(fmt::format("{}: this is not PATH=VALUE", text));
  path = text.substr(0, equal);
  value = text.substr(equal + 1);
}

Input edited(const Codec& codec, Input input, const std::vector<Edit>& edits) {
  Options options;
  options.header_length = input.header_length;
  std::vector<Range> ranges = ranges_of(codec, input.bytes, options);
  for (const Edit& edit : edits) {
    auto range = std::ranges::find_if(ranges, [&](const Range& one) {
      return (one.path.empty() ? one.field : one.path + "." + one.field) == edit.path;
    });
    if (range == ranges.end()) range = std::ranges::find(ranges, edit.path, &Range::path);
    const bool in_json = range == ranges.end();
    if (in_json) range = std::ranges::find(ranges, "json", &Range::path);
    if (range == ranges.end()) {
      throw NoSuchField(fmt::format("{}: no field has such a path; `hallmark inspect --layout` shows them", edit.path));
    }
    const Bytes old = Bytes(input.bytes).subspan(range->offset, range->length);
    const std::string bytes = in_json ? member_bytes(edit, as_text(old)) : bytes_of(edit, range->length);
    const std::uint64_t grown = bytes.size() - range->length;  // modulo 2^64
    replace(input, range->offset, range->length, as_bytes(bytes));
    range->length = bytes.size();
    while (++range != ranges.end()) range->offset += grown;
  }
  return input;
}

}  // namespace hallmark::conformance
