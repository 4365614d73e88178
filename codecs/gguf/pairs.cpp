// SPDX-License-Identifier: Apache-2.0
// Phase 2: the pairs in file order, each wholly, and duplicate keys.
#include <algorithm>

#include "core/text_lanes.hpp"
#include "gguf/walk.hpp"

namespace hallmark::gguf {
namespace {

// KeyFaults is where each thing first is that a key may not have, or `nowhere`.
struct KeyFaults {
  std::uint64_t character = nowhere;  // outside of printable ASCII
  std::uint64_t segment = nowhere;    // breaks the segments: a character, or a point that ends none
  std::uint64_t hyphen = nowhere;
};

KeyFaults faults_of(std::string_view key) noexcept {
  KeyFaults faults;
  bool begun = false;  // the segment at hand has a character
  for (std::uint64_t i = 0; i < key.size(); ++i) {
    const char c = key[static_cast<std::size_t>(i)];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (c < ' ' || c > '~') faults.character = std::min(faults.character, i);
    if (!plain && !(c == '.' && begun && i + 1 != key.size())) faults.segment = std::min(faults.segment, i);
    if (c == '-') faults.hyphen = std::min(faults.hyphen, i);
    begun = c != '.';
  }
  return faults;
}

std::uint64_t zeros_in(Bytes bytes) noexcept {
  std::uint64_t zeros = 0;
  std::size_t at = 0;
  for (; bytes.size() - at >= text_block; at += text_block) zeros += count_ones(mark_bytes<'\0'>(bytes.data() + at));
  for (; at < bytes.size(); ++at) zeros += bytes[at] == std::byte{0} ? 1 : 0;
  return zeros;
}

}  // namespace

std::string_view Walk::read_key(Reader& in) noexcept {
  const auto length = number<std::uint64_t>(in, "key");
  if (!pays(in, in.remaining(), rule<"gguf/string-truncated">, length)) return {};
  heard(in, length.at, "key.len");
  in.require(length != 0, rule<"gguf/key-empty">, length);
  in.require(length <= UINT16_MAX, rule<"gguf/key-length">, length);
  const auto key = in.bytes(length, "key");
  const KeyFaults faults = faults_of(as_text(key));
  if (faults.character != nowhere) {
    in.require_none(faults.character, rule<"gguf/key-characters">, key);
  } else {
    in.require_none(faults.segment, rule<"gguf/key-segments">, key);
    in.require_none(faults.hyphen, rule<"gguf/key-hyphen">, key);
  }
  heard(in, key);
  return as_text(key);
}

bool Walk::read_type(Reader& in, const char* name, ValueType& type) noexcept {
  const auto field = heard(in, number<std::uint32_t>(in, name));
  type = static_cast<ValueType>(field.value);
  return in.require(field <= static_cast<std::uint32_t>(ValueType::f64), rule<"gguf/value-type">, field);
}

std::string_view Walk::read_string(Reader& in) noexcept {
  const auto length = number<std::uint64_t>(in, "value");
  if (!pays(in, in.remaining(), rule<"gguf/string-truncated">, length)) return {};
  const auto text = in.bytes(length, "value");
  in.require_none(find_invalid_utf8(text), rule<"gguf/string-utf8">, text);
  if (findings_.validating()) in.require_none(find_char(text, '\0'), rule<"gguf/string-nul">, text);
  return as_text(text);
}

// The length of a string below 128 bytes is ASCII in itself. So a run of such strings with their lengths is UTF-8 where
// each string is, and has no other zeros than those of the lengths where no string has a NUL: both are known at the
// speed of memory. A run that has more to it is read string by string.
void Walk::read_strings(Reader& in, std::span<const Level> arrays, std::uint64_t count) noexcept {
  constexpr std::size_t run_size = 1U << 14;  // stays in the first cache
  constexpr std::uint64_t long_string = 128;
  const bool big_endian = header_.big_endian;
  for (std::uint64_t index = 0; index < count && in.ok();) {
    const Bytes left = in.left();
    const Bytes here = left.first(std::min(left.size(), run_size));
    std::uint64_t strings = 0;
    std::uint64_t zeros = 0;
    std::size_t end = 0;
    for (; strings < count - index && here.size() - end >= sizeof(std::uint64_t); ++strings) {
      const std::uint64_t length = in_order(load_le<std::uint64_t>(here.data() + end), big_endian);
      if (length >= long_string || length > here.size() - end - sizeof(std::uint64_t)) break;
      end += sizeof(std::uint64_t) + static_cast<std::size_t>(length);
      zeros += length == 0 ? 8 : 7;
    }
    const Bytes run = here.first(end);
    if (strings != 0 && find_invalid_utf8(run) == nowhere && (!findings_.validating() || zeros_in(run) == zeros)) {
      in.skip(end, "value");
      index += strings;
    } else {
      for (const std::uint64_t last = index + std::max<std::uint64_t>(strings, 1); index < last && in.ok(); ++index) {
        position_.inside(arrays, index);
        (void)read_string(in);
      }
    }
  }
}

bool Walk::read_array_head(Reader& in, std::uint64_t depth, Array& array) noexcept {
  const std::uint64_t at = in.offset();
  if (in.remaining() >= sizeof(std::uint32_t) && depth >= max_depth_) {
    in.require(false, rule<"gguf/array-depth">, at, sizeof(std::uint32_t), "value.type", {}, max_depth_);
    return false;
  }
  if (!read_type(in, "value.type", array.type)) return false;
  if (depth == 0)
    in.require(array.type != ValueType::array, rule<"gguf/array-nested">, at, sizeof(std::uint32_t), "value.type");
  const auto count = number<std::uint64_t>(in, "value.len");
  array.count = count;
  if (!pays(in, in.remaining() / smallest_of(array.type), rule<"gguf/array-truncated">, count)) return false;
  heard(in, count);
  return in.ok();
}

// The elements of an array that are no arrays.
void Walk::read_elements(Reader& in, std::span<const Level> arrays, const Array& array) noexcept {
  const std::uint64_t at = in.offset();
  if (array.type == ValueType::string) {
    read_strings(in, arrays, array.count);
  } else {
    const auto data = in.bytes(array.count * size_of(array.type), "value");
    if (array.type == ValueType::boolean) {
      const std::uint64_t found = find_non_bool(data);
      position_.inside(arrays, found);
      in.require_none(found, rule<"gguf/bool-value">, data);
    }
  }
  position_.inside(arrays);
  heard(in, at, "value");
}

// Without recursion: an array of arrays waits as a level until its last element was read. The levels lie in the
// scratch, and are taken when the first array asks for one.
void Walk::read_array(Reader& in, Array& array) noexcept {
  const std::byte* begin = nullptr;
  std::uint64_t depth = 0;
  do {
    const std::span<const Level> arrays = levels_.first(static_cast<std::size_t>(depth));
    position_.inside(arrays);
    Array one;
    const bool read = read_array_head(in, depth, one);
    if (begin == nullptr) {
      array = one;
      begin = in.cursor();
    }
    if (!read) return in.stop();
    if (one.type == ValueType::array && one.count != 0) {
      const std::uint64_t most = std::min<std::uint64_t>(max_depth_, input_.size / smallest_of(ValueType::array));
      if (levels_.empty() && !take(levels_, most)) return;
      levels_[static_cast<std::size_t>(depth++)] = {0, one.count};
      continue;
    }
    read_elements(in, arrays, one);
    while (depth != 0 && in.ok()) {
      Level& outer = levels_[static_cast<std::size_t>(depth - 1)];
      if (++outer.index != outer.count) break;
      --depth;
    }
  } while (depth != 0 && in.ok());
  array.data = {begin, in.cursor()};
}

void Walk::read_pair(Reader& in, Pair& pair) noexcept {
  pair.key = read_key(in);
  Value& value = pair.value = {};
  if (!in.ok() || !read_type(in, "type", value.type)) return;
  const std::uint64_t at = in.offset();
  if (value.type == ValueType::array) return read_array(in, value.array);
  if (value.type == ValueType::string) {
    value.text = read_string(in);
  } else {
    const auto bits = in.bytes(size_of(value.type), "value");
    value.bits = number_in(bits, header_.big_endian);
    if (value.type == ValueType::boolean) in.require_none(find_non_bool(bits), rule<"gguf/bool-value">, bits);
  }
  heard(in, at, "value");
}

bool Walk::read_pairs(Reader& in) noexcept {
  std::span<Pair> room;
  if (!take(room, header_.metadata_kv_count)) return false;
  position_.at("metadata");
  for (std::size_t i = 0; i < room.size(); ++i) {
    position_.entry(i);
    position_.inside({});
    read_pair(in, room[i]);
    if (!in.ok() || stopped()) return false;
    pairs_ = room.first(i + 1);
  }
  position_.inside({});
  return check_unique("metadata", "key", &Pair::key, pairs_, rule<"gguf/key-duplicate">);
}

}  // namespace hallmark::gguf
