// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/breakage.hpp"

#include <algorithm>
#include <string>

namespace hallmark::conformance {
namespace {

enum class Way : std::uint8_t { put, insert, repeat, drop, count, cut, append, before, after, frame };

// As often as they stand here.
constexpr Way ways[] = {Way::put,   Way::put,   Way::put,  Way::put, Way::insert, Way::insert, Way::repeat, Way::repeat,
                        Way::count, Way::count, Way::drop, Way::cut, Way::append, Way::before, Way::after,  Way::frame};

Piece one_of(const std::vector<Piece>& pieces, Choices& choices) {
  return pieces.empty() ? Piece{} : pieces[choices.below(pieces.size())];
}
// Of a kind, or any if there is none.
Piece one_of(const std::vector<Piece>& pieces, std::uint64_t kind, Choices& choices) {
  const auto is_like = [&](const Piece& piece) { return piece.kind == kind; };
  auto left = std::ranges::count_if(pieces, is_like);
  if (left == 0) return one_of(pieces, choices);
  left = choices.below(static_cast<std::uint64_t>(left));
  return *std::ranges::find_if(pieces, [&](const Piece& piece) { return is_like(piece) && left-- == 0; });
}

Bytes bytes_of(const Input& input, const Piece& piece) {
  return Bytes(input.bytes).subspan(piece.offset, piece.length);
}

// put keeps the length of a field: of more bytes the first ones are taken, fewer leave the rest as it is.
void put(Input& input, const Piece& piece, Bytes bytes) {
  if (piece.text) return replace(input, piece.offset, piece.length, bytes);
  const std::size_t length = std::min(piece.length, bytes.size());
  std::copy_n(bytes.begin(), length, input.bytes.begin() + static_cast<std::ptrdiff_t>(piece.offset));
}

// insert puts bytes in front, text as an entry of a list.
void insert(Input& input, const Piece& piece, Bytes bytes) {
  if (piece.text) replace(input, piece.offset, 0, as_bytes(","));
  replace(input, piece.offset, 0, bytes);
}

// count puts another number into a field: one that is a little larger or smaller, or any; into text any.
void count(Input& input, const Piece& piece, Choices& choices) {
  constexpr std::uint64_t steps[] = {1, 2, 4, 8, 64};
  const std::uint64_t any = choices.word() >> choices.below(64);
  if (piece.text) return put(input, piece, as_bytes(std::to_string(any)));
  std::byte field[8]{};
  std::copy_n(bytes_of(input, piece).begin(), std::min<std::size_t>(piece.length, 8), field);
  const auto number = load_le<std::uint64_t>(field);
  const std::uint64_t step = steps[choices.below(std::size(steps))];
  const std::uint64_t others[] = {number + step, number - step, any, 0};
  store_le(field, others[choices.below(std::size(others))]);
  put(input, piece, field);
}

}  // namespace

Breakage::Breakage(const Codec& codec, const Input& golden, const Options& options, std::uint64_t offset)
    : golden_(golden), pieces_(pieces_of(codec, golden.bytes, options)) {
  std::ranges::copy_if(pieces_, std::back_inserter(around_), [&](const Piece& piece) {
    return piece.offset <= offset && offset <= piece.offset + piece.length;
  });
}

Input Breakage::put_into(const Input& valid, const std::vector<Piece>& pieces, Choices& choices) const {
  Input input = valid;
  for (const std::string& feature : golden_.features) add_feature(input.features, feature);
  const Piece mine = one_of(around_, choices);
  const Piece place = choices.chance(8) ? one_of(pieces, choices) : one_of(pieces, mine.kind, choices);
  const Bytes broken = bytes_of(golden_, mine);
  const Bytes line = as_bytes(choices.chance(2) ? "\n" : "");
  const std::size_t size = input.bytes.size();
  switch (ways[choices.below(std::size(ways))]) {
    case Way::put: put(input, place, broken); break;
    case Way::insert: insert(input, place, broken); break;
    case Way::repeat: put(input, place, bytes_of(valid, one_of(pieces, place.kind, choices))); break;
    case Way::drop: replace(input, place.offset, place.length, {}); break;
    case Way::count: count(input, place, choices); break;
    case Way::cut: input.bytes.resize(place.offset + choices.below(place.length + 1)); break;
    case Way::append: replace(input, size, 0, choices.bytes(1 + choices.below(16))); break;
    case Way::before:
      replace(input, 0, 0, line);
      replace(input, 0, 0, golden_.bytes);
      break;
    case Way::after:
      replace(input, size, 0, golden_.bytes);
      replace(input, size, 0, line);
      break;
    case Way::frame: input.header_length = golden_.header_length; break;
  }
  return input;
}

Input Breakage::with_part_of(const Input& valid, const std::vector<Piece>& pieces, Choices& choices) const {
  Input input = golden_;
  for (const std::string& feature : valid.features) add_feature(input.features, feature);
  const Piece place = one_of(pieces_, choices);
  const Piece part = one_of(pieces, place.kind, choices);
  if (place.text && choices.chance(2)) {
    insert(input, place, bytes_of(valid, part));
  } else {
    put(input, place, bytes_of(valid, part));
  }
  return input;
}

Input changed(Input input, Choices& choices) {
  if (input.bytes.empty()) return input;
  std::byte& place = input.bytes[choices.below(input.bytes.size())];
  const auto old = std::to_integer<unsigned>(place);
  unsigned next = choices.byte();
  if (old >= '0' && old <= '9') {
    next = '0' + next % 10;
  } else if ((old >= 'a' && old <= 'z') || (old >= 'A' && old <= 'Z')) {
    next = (old & 0xe0U) + 1 + next % 26;
  } else if (choices.chance(2)) {
    next = old ^ next % 8;
  }
  place = static_cast<std::byte>(next);
  return input;
}

}  // namespace hallmark::conformance
