#include "conformance/generate/fault.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

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

std::vector<std::byte> joined(Bytes first, std::string_view between, Bytes second) {
  std::vector<std::byte> all(first.begin(), first.end());
  const Bytes middle = as_bytes(between);
  all.insert(all.end(), middle.begin(), middle.end());
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

// overwrite keeps the length of a field; what is put there is cut, or leaves the rest as it is.
void overwrite(Input& input, const Piece& piece, Bytes bytes) {
  const std::size_t length = std::min(piece.length, bytes.size());
  std::copy_n(bytes.begin(), length, input.bytes.begin() + static_cast<std::ptrdiff_t>(piece.offset));
}

void put(Input& input, const Piece& piece, Bytes bytes) {
  if (piece.text) {
    replace(input, piece.offset, piece.length, bytes);
  } else {
    overwrite(input, piece, bytes);
  }
}

// Text is put in front as an entry of a list.
void insert(Input& input, const Piece& piece, Bytes bytes) {
  replace(input, piece.offset, 0, joined(bytes, piece.text ? "," : "", {}));
}

// Makes the number in a field a little larger or smaller, or one of another size.
void count(Input& input, const Piece& piece, Choices& choices) {
  constexpr std::uint64_t steps[] = {1, 2, 4, 8, 64};
  const std::size_t width = std::min<std::size_t>(piece.length, 8);
  std::byte* const field = input.bytes.data() + piece.offset;
  std::uint64_t number = 0;
  for (std::size_t i = width; i > 0; --i) number = number << 8 | std::to_integer<std::uint64_t>(field[i - 1]);
  switch (choices.below(4)) {
    case 0: number += steps[choices.below(std::size(steps))]; break;
    case 1: number -= steps[choices.below(std::size(steps))]; break;
    case 2: number = choices.word() >> choices.below(64); break;
    default: number = 0;
  }
  for (std::size_t i = 0; i < width; ++i) field[i] = static_cast<std::byte>(number >> 8 * i & 0xff);
}

}  // namespace

Fault::Fault(const Codec& codec, const Input& golden, const Options& options) : golden_(golden) {
  Pieces pieces = pieces_of(codec, golden.bytes, options);
  pieces_ = std::move(pieces.all);
  for (const Piece& piece : pieces_) {
    if (piece.offset <= pieces.fault && pieces.fault <= piece.offset + piece.length) around_.push_back(piece);
  }
}

Input Fault::put_into(const Input& valid, const std::vector<Piece>& pieces, Choices& choices) const {
  Input input = valid;
  for (const std::string& feature : golden_.features) add_feature(input.features, feature);
  const Piece mine = one_of(around_, choices);
  const Piece place = choices.chance(8) ? one_of(pieces, choices) : one_of(pieces, mine.kind, choices);
  const Bytes broken = bytes_of(golden_, mine);
  const std::string_view line = choices.chance(2) ? "\n" : "";
  switch (ways[choices.below(std::size(ways))]) {
    case Way::put: put(input, place, broken); break;
    case Way::insert: insert(input, place, broken); break;
    case Way::repeat: put(input, place, bytes_of(valid, one_of(pieces, place.kind, choices))); break;
    case Way::drop: replace(input, place.offset, place.length, {}); break;
    case Way::count: count(input, place, choices); break;
    case Way::cut: input.bytes.resize(place.offset + choices.below(place.length + 1)); break;
    case Way::append: input.bytes = joined(input.bytes, {}, choices.bytes(1 + choices.below(16))); break;
    case Way::before: input.bytes = joined(golden_.bytes, line, valid.bytes); break;
    case Way::after: input.bytes = joined(valid.bytes, line, golden_.bytes); break;
    case Way::frame: input.header_length = golden_.header_length; break;
  }
  return input;
}

Input Fault::with_part_of(const Input& valid, const std::vector<Piece>& pieces, Choices& choices) const {
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
  const auto old = std::to_integer<unsigned char>(place);
  const auto next = choices.byte();
  if (std::isdigit(old) != 0) {
    place = static_cast<std::byte>('0' + next % 10);
  } else if (std::isalpha(old) != 0) {
    place = static_cast<std::byte>((old & 0xe0) + 1 + next % 26);
  } else {
    place = static_cast<std::byte>(next);
  }
  return input;
}

}  // namespace hallmark::conformance
