// SPDX-License-Identifier: Apache-2.0
// Phase 8: booleans and characters in the data; and data in the order and byte order of the common model.
#include <algorithm>

#include "core/scan.hpp"
#include "core/words.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {
namespace {

constexpr std::uint64_t character_size = 4;

// The bytes that change places where the byte order is another: of a complex number those of a part.
std::uint64_t number_size(const Type& type) noexcept {
  if (type.kind == TypeKind::structure || !has_byte_order(type.kind, type.size)) return 1;
  return type.kind == TypeKind::text ? character_size : type.kind == TypeKind::complex ? type.size / 2 : type.size;
}
bool is_turned(const Type& type) noexcept { return type.big_endian && number_size(type) > 1; }

}  // namespace

// Holds a run of elements against the rules, as far as it is here; false ends the search.
bool Walk::check_run(const Token& type, std::uint64_t begin, std::uint64_t size) noexcept {
  const Bytes run = input_.slice(begin, begin + size);
  if (type.type == TypeKind::boolean) {
    const std::uint64_t found = find_non_bool(run);
    if (found == nowhere || bools_seen_) return true;
    bools_seen_ = true;
    return report(rule<"npy/bool-value">, begin + found, 1, "data",
                  std::to_integer<unsigned>(run[static_cast<std::size_t>(found)]));
  }
  for (std::size_t at = 0; !characters_seen_ && run.size() - at >= character_size; at += character_size) {
    const std::uint32_t character =
        in_order(load_le<std::uint32_t>(run.data() + at), (type.flags & is_big_endian) != 0);
    if (character <= 0x10ffff && character - 0xd800 >= 0x800) continue;
    characters_seen_ = true;
    return report(rule<"npy/character">, begin + at, character_size, "data", character);
  }
  return true;
}

// Links the fields that hold something to check, so that a walk over the elements meets no others: the closing bracket
// of a list knows its first one, that of a field the next. Backwards, for what is in a list comes after it.
void Walk::link_fields(Index top) noexcept {
  for (Index i = tape_[top].link; i > top; --i) {
    if (tape_[i].kind == Kind::end && tape_[tape_[i].link].kind == Kind::list) tape_[i].begin = none;
    if (tape_[i].kind != Kind::tuple || tape_[parent_of(tape_, i)].kind != Kind::list) continue;
    const Index descr = descr_of(tape_, i);
    const Token& type = tape_[descr];
    const bool wanted = type.kind == Kind::list ? first_or_next(descr) != none : is_checked(type);
    if (wanted && type.value != 0 && elements_of(tape_, i) != 0)
      first_or_next(i) = std::exchange(first_or_next(parent_of(tape_, i)), i);
  }
}

// Without recursion: the closing bracket of a list counts the elements of its field that are left.
bool Walk::check_element(Index top, std::uint64_t at) noexcept {
  Index list = top;
  for (Index field = first_or_next(top); field != none || list != top;) {
    if (field == none) {
      const Index owner = owner_of(tape_, list);
      at += tape_[list].value;
      const bool done = --tape_[tape_[list].link].value == 0;
      field = first_or_next(done ? owner : list);
      if (done) {
        at -= tape_[owner].value + elements_of(tape_, owner) * tape_[list].value;
        list = parent_of(tape_, owner);
      }
      continue;
    }
    const Index descr = descr_of(tape_, field);
    const Token& type = tape_[descr];
    const std::uint64_t begin = at + tape_[field].value;
    if (type.kind != Kind::list) {
      if (!check_run(type, begin, elements_of(tape_, field) * type.value)) return false;
      field = first_or_next(field);
      continue;
    }
    tape_[type.link].value = elements_of(tape_, field);
    at = begin;
    list = descr;
    field = first_or_next(list);
  }
  return true;
}

void Walk::check_values() noexcept {
  const Index top = values_[descr];
  const Token& type = tape_[top];
  if (type.kind != Kind::list) {
    if (is_checked(type)) check_run(type, data_begin_, data_size_);
    return;
  }
  link_fields(top);
  if (first_or_next(top) == none || type.value == 0) return;
  const std::uint64_t end = std::min<std::uint64_t>(data_begin_ + data_size_, input_.window.size());
  std::uint64_t at = data_begin_;
  while (at < end && !(bools_seen_ && characters_seen_) && check_element(top, at)) at += type.value;
}

bool lies_row_major(const FileView& file) noexcept { return !is_column_major(file) && !is_turned(file.type); }

void put_row_major(const FileView& file, std::span<std::byte> out) noexcept {
  const auto size = static_cast<std::size_t>(file.type.size);
  const auto width = static_cast<std::size_t>(number_size(file.type));
  const bool turned = is_turned(file.type);
  const bool moved = is_column_major(file);
  if (size == 0) return;
  const std::byte* from = file.data.data();
  std::uint64_t place = 0;
  for (std::size_t left = std::min(file.data.size(), out.size()) / size; left != 0; --left, ++place, from += size) {
    std::uint64_t row_major = place;
    if (moved) {
      std::uint64_t rest = place;
      row_major = 0;
      file.shape.each([&](std::uint64_t dimension) {
        if (dimension == 0) return;
        row_major = row_major * dimension + rest % dimension;
        rest /= dimension;
      });
    }
    // A shape that changes under a mapping must not lead outside.
    if (row_major >= out.size() / size) continue;
    std::byte* const to = out.data() + row_major * size;
    if (!turned) std::copy_n(from, size, to);
    for (std::size_t at = 0; turned && size - at >= width; at += width)
      std::reverse_copy(from + at, from + at + width, to + at);
  }
}

}  // namespace hallmark::npy
