// SPDX-License-Identifier: Apache-2.0
// Phase 8: booleans and characters in the data; and data in the order and byte order of the common model.
#include <algorithm>

#include "core/scan.hpp"
#include "core/words.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {
namespace {

constexpr std::uint64_t character_size = 4;

bool is_turned(const Type& type) noexcept { return type.big_endian && number_size(type.kind, type.size) > 1; }

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

// Links what a walk over the elements meets into a ring, by closing brackets: that of a field which holds something to
// check stands for its begin, that of a list for its end. Backwards, for what is in a list comes after its field. False
// where there is nothing to check.
bool Walk::link_checked(Index top) noexcept {
  const Index last = tape_[top].link;
  Index next = last;
  for (Index i = last; --i > top;) {
    const Token& type = tape_[i];
    const bool is_list = type.kind == Kind::list;
    if (type.kind == Kind::end && tape_[type.link].kind == Kind::list) tape_[i].begin = std::exchange(next, i);
    if (!is_list && type.kind != Kind::type) continue;
    const bool holds_any = is_list ? next != type.link : is_checked(type);
    i = owner_of(tape_, i);  // past its name, which may be anything
    if (holds_any && type.value != 0 && elements_of(tape_, i) != 0)
      tape_[tape_[i].link].begin = std::exchange(next, tape_[i].link);
    else if (is_list)
      next = tape_[type.link].begin;  // what is in it is left out
  }
  tape_[last].begin = next;
  return next != last;
}

// Without recursion: the closing bracket of a field counts the elements of its list that are left.
void Walk::check_values() noexcept {
  const Index top = values_[descr];
  if (tape_[top].kind != Kind::list) {
    if (is_checked(tape_[top])) check_run(tape_[top], data_begin_, data_size_);
    return;
  }
  const std::uint64_t end = std::min<std::uint64_t>(data_begin_ + data_size_, input_.window.size());
  std::uint64_t at = data_begin_;  // of the element at hand
  if (at >= end || !link_checked(top)) return;
  for (Index i = tape_[tape_[top].link].begin;; i = tape_[i].begin) {
    const Index bracket = tape_[i].link;
    if (tape_[bracket].kind == Kind::tuple) {
      const Token& type = tape_[descr_of(tape_, bracket)];
      const std::uint64_t begin = at + tape_[bracket].value;
      const std::uint64_t elements = elements_of(tape_, bracket);
      if (type.kind == Kind::list) {
        tape_[i].value = elements;
        at = begin;
      } else if (!check_run(type, begin, elements * type.value)) {
        return;
      }
      continue;
    }
    at += tape_[bracket].value;
    if (bracket == top) {
      if (at >= end || (bools_seen_ && characters_seen_)) return;
      continue;
    }
    const Index field = parent_of(tape_, bracket);
    if (--tape_[tape_[field].link].value != 0)
      i = tape_[field].link;  // from its first field again
    else
      at -= tape_[field].value + elements_of(tape_, field) * tape_[bracket].value;
  }
}

bool lies_row_major(const FileView& file) noexcept { return !is_column_major(file) && !is_turned(file.type); }

void put_row_major(const FileView& file, std::span<std::byte> out) noexcept {
  const auto size = static_cast<std::size_t>(file.type.size);
  const auto width = static_cast<std::size_t>(number_size(file.type.kind, file.type.size));
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
