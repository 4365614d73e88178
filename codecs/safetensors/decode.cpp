// SPDX-License-Identifier: Apache-2.0
// The public functions, memory, phases 1 and 2 of the walk, and what it leaves.
#include <algorithm>

#include "core/operations.hpp"
#include "safetensors/walk.hpp"

namespace hallmark::safetensors {
namespace {

constexpr std::uint64_t few = 128;  // tokens of the frame, and alignment

// Counts is what the memory depends on, of bytes whatever they are: a colon for each member, and for each object or
// array in an array a bracket that follows no colon.
struct Counts {
  std::uint64_t colons = 0;
  std::uint64_t elements = 0;
  bool escaped = false;
};

Counts counts_of(Bytes text) noexcept {
  Counts counts;
  std::uint64_t after_colon = 0;
  const auto add = [&](const std::byte* block) {
    const std::uint64_t colons = mark_bytes<':'>(block);
    const std::uint64_t brackets = mark_bytes<'{'>(block) | mark_bytes<'['>(block);
    counts.colons += count_ones(colons);
    counts.elements += count_ones(brackets & ~(colons << 1 | after_colon));
    counts.escaped = counts.escaped || mark_bytes<'\\'>(block) != 0;
    after_colon = colons >> 63;
  };
  std::size_t at = 0;
  for (; text.size() - at >= text_block; at += text_block) add(text.data() + at);
  std::byte last[text_block] = {};
  std::copy(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), last);
  add(last);
  return counts;
}

// Every byte of a header is a token at most, and what else is needed of a member or tensor takes less than its text.
std::uint64_t most_scratch(std::uint64_t length) noexcept { return length * sizeof(JsonToken) + few; }

}  // namespace

// A member is a token. Its name is looked at beside others, or it is an entry of the metadata; the four of a tensor
// are a slot and a view. Of the objects and arrays in an array each may have a run of scalars before and after it.
std::uint64_t scratch_for(std::uint64_t members, std::uint64_t elements, std::uint64_t escaped) noexcept {
  constexpr std::uint64_t of_name = sizeof(Bytes) + 2 * word_size;
  static_assert(sizeof(Pair) <= of_name && sizeof(Slot) + sizeof(TensorView) <= 4 * of_name);
  return (members + 3 * elements) * sizeof(JsonToken) + members * of_name + 2 * escaped + few;
}

std::uint64_t header_size(Bytes start) noexcept {
  if (start.size() < length_size) return 0;
  const auto length = load_le<std::uint64_t>(start.data());
  return length > default_max_header ? 0 : length_size + length;
}

std::uint64_t scratch_bound(Input input, const Options&) noexcept {
  constexpr std::uint64_t small = 1U << 18;  // is not worth counting
  const std::uint64_t size = header_size(input.window);
  if (size == 0 || size > input.window.size()) return 0;
  const Bytes text = input.window.first(static_cast<std::size_t>(size)).subspan(length_size);
  if (text.size() <= small) return most_scratch(text.size());
  const Counts counts = counts_of(text);
  const std::uint64_t counted = scratch_for(counts.colons, counts.elements, counts.escaped ? text.size() : 0);
  return std::min(counted, most_scratch(text.size()));
}

Decoded<FileView> decode(Input input, Scratch& scratch, const Options& options) noexcept {
  return decode_by<Walk>(input, scratch, options);
}

Decoded<FileView> decode(Input file, LastingBytes header, Scratch& scratch, const Options& options) noexcept {
  const std::uint64_t size = header_size(header);
  const bool copied = size != 0 && size <= header.size() && size <= file.size;
  Walk walk(file, scratch, options, nullptr, copied ? header.first(static_cast<std::size_t>(size)) : Bytes());
  walk.run();
  return walk.decoded();
}

Verdict validate(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  return validate_by<Walk>(input, scratch, options, sink);
}

void Walk::run() noexcept {
  if (!read_length() || !read_json() || !check_members() || !check_tensors()) return;
  check_size();
  if (findings_.verdict() != Verdict::valid || !finish()) return;
  if (findings_.validating()) remark();
  in_.remark_unread(file_);
}

bool Walk::report(const Rule& rule, std::uint64_t at, std::uint64_t length, const char* field, Number actual,
                  Number expected, std::uint64_t entry) noexcept {
  if (again_) return true;
  tape_.element = entry;
  findings_.condemns(rule, at, length, field, actual, expected);
  tape_.element = UINT64_MAX;
  return !findings_.stopped();
}

bool Walk::read_length() noexcept {
  const auto length = in_.u64le("N");
  const std::uint64_t left = in_.remaining();
  if (!in_.require(length <= left, rule<"safetensors/header-truncated">, length, left) ||
      !in_.require(length != 0, rule<"safetensors/header-empty">, length_size, 0, "header", 0) ||
      !in_.require(length <= default_max_header, rule<"safetensors/header-limit">, length, default_max_header)) {
    return false;
  }
  data_begin_ = length_size + length;
  return in_.holds(data_begin_);
}

bool Walk::read_json() noexcept {
  const TextCursor text(header_.first(static_cast<std::size_t>(data_begin_)));
  const TextCursor start = text.skip(length_size);
  const TextCursor brace = skip_space(start);
  if (!brace.is('{')) {
    report(rule<"safetensors/first-byte">, length_size, 1, "header", start.peek());
    return false;
  }
  const std::uint64_t space = brace - start;
  if (space != 0 && !report(rule<"safetensors/leading-space">, length_size, space, "header", space)) return false;
  const std::uint64_t depth = options_.limits.max_depth.value_or(default_max_depth);
  const TextCursor end = tape_.scan(text.rest(), brace - text, depth, scratch_, findings_);
  if (!end) return false;
  const TextCursor other = end.skip_while([](unsigned byte) { return byte == ' '; });
  const TextCursor wrong = other.skip_while(is_space);
  if (wrong != other && !report(rule<"safetensors/padding-space">, other - text, 1, "header", other.peek()))
    return false;
  if (!wrong.ended() && !report(rule<"safetensors/padding">, wrong - text, 1, "header", wrong.peek())) return false;
  json_end_ = end - text;
  return findings_.verdict() == Verdict::valid;
}

std::string_view Walk::plain(Bytes text) noexcept {
  if (std::ranges::find(text, std::byte{'\\'}) == text.end()) return as_text(text);
  const auto room = scratch_.room<std::byte>(text.size());
  if (room.empty()) exhausted();
  return as_text(room.empty() ? text : Bytes(room.data(), unescape(text, room.data())));
}

Pair Walk::pair_of(std::uint32_t member) noexcept {
  const JsonToken& token = tape_[member];
  return {plain(tape_.key(token)), plain(tape_.value(token).subspan(1, token.size - 2))};
}

// Takes the room of the tensors, and gives names and metadata without escapes.
bool Walk::finish() noexcept {
  tensors_ = scratch_.room<TensorView>(kept_);
  if (tape_.has_escaped_keys()) {
    for (TensorView& tensor : tensors_) tensor.name = plain(as_bytes(tensor.name));
  }
  std::uint64_t count = 0;
  each_pair([&](std::uint32_t) { ++count; });
  const auto pairs = scratch_.room<Pair>(count);
  if (pairs.size() != count) return exhausted();
  std::size_t next = 0;
  each_pair([&](std::uint32_t i) { pairs[next++] = pair_of(i); });
  pairs_ = pairs;
  return findings_.verdict() == Verdict::valid;
}

}  // namespace hallmark::safetensors
