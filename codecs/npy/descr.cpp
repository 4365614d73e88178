// SPDX-License-Identifier: Apache-2.0
// Phase 4: dtypes, each field wholly; and the dimensions of arrays and subarrays.
#include "core/path.hpp"
#include "core/unique_names.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {

void Position::write(TextSink& out, const Violation& violation) const noexcept {
  const std::string_view field = violation.field;
  if (list_ != none) {
    out.write("descr");
    std::uint64_t outer = 0;
    for (std::uint32_t list = list_; list != top_; list = list_around(list)) ++outer;
    for (; outer != 0; --outer) {
      std::uint32_t list = list_;
      for (std::uint64_t up = outer; up != 1; --up) list = list_around(list);
      write_index(out, index_of(tape_, owner_of(tape_, list)));
      out.write(".descr");
    }
    write_index(out, index_);
    if (!field.empty()) out.write(".");
  }
  if (field != "shape[]") return out.write(field);
  out.write("shape");
  write_index(out, axis_);
}

bool Walk::read_dimension(std::uint32_t i, const char* field, ElementCount& count) noexcept {
  const Token& token = tape_[i];
  if (token.kind != Kind::integer) return spoil(rule<"npy/dimension">, i, field);
  count.dimension(token.value);
  if ((token.flags & (is_negative | is_too_large)) == 0) return true;
  whole_ = false;
  const bool negative = (token.flags & is_negative) != 0;
  return report(negative ? rule<"npy/dimension-negative"> : rule<"npy/dimension-range">, i, field);
}

bool Walk::read_dimensions(std::uint32_t tuple, ElementCount& count) noexcept {
  constexpr std::uint64_t old_rank = 32;
  const std::uint64_t rank = tape_[tuple].value;
  if (rank > max_rank_) {
    report(rule<"npy/rank">, tuple, "shape", rank, max_rank_);
    return false;
  }
  if (rank > old_rank && !report(rule<"npy/rank-numpy">, tuple, "shape", rank)) return false;
  std::uint64_t axis = 0;
  for (std::uint32_t i = tuple + 1; tape_[i].kind != Kind::end; i = after(i)) {
    position_.axis(axis++);
    if (!read_dimension(i, "shape[]", count)) return false;
  }
  return true;
}

bool Walk::read_type(std::uint32_t i) noexcept {
  Token& token = tape_[i];
  if (token.kind != Kind::text)
    return spoil(token.kind == Kind::tuple ? rule<"npy/descr-tuple"> : rule<"npy/descr-kind">, i, "descr");
  const TypeText text = read_type_text(text_of(i));
  if (text.broken != nullptr) {
    return spoil(*text.broken, i, "descr") && text.broken->kind != hallmark::Kind::unsupported;
  }
  token.kind = Kind::type;
  token.type = text.kind;
  token.flags = text.big_endian ? is_big_endian : 0;
  token.unit = text.unit;
  token.link = text.unit_count;
  token.value = text.size;
  return text.mark == nullptr || report(*text.mark, i, "descr");
}

// each_name calls see(token) for the names and titles of a list that must be unique, in the order of the file.
template <class See>
void Walk::each_name(std::uint32_t list, const See& see) const noexcept {
  for (std::uint32_t i = list + 1; tape_[i].kind != Kind::end; i = after(i)) {
    if (tape_[i].kind != Kind::tuple || tape_[i].value == 0) continue;
    const std::uint32_t name = i + 1;
    if (tape_[name].kind == Kind::text) {
      const bool padding = tape_[i].value == 2 && text_of(name).empty() && is_raw(name + 1);
      if (!padding) see(name);
    } else if (is_titled(name)) {
      see(name + 1);
      see(name + 2);
    }
  }
}

// Only so a name is reported where it stands, and not after the rest of its structure.
bool Walk::mark_duplicates(std::uint32_t list) noexcept {
  Scratch borrowed = scratch_;
  std::uint64_t count = 0;
  each_name(list, [&](std::uint32_t) { ++count; });
  if (count < 2) return true;
  const auto names = borrowed.room<std::uint32_t>(count);
  if (names.empty()) return exhausted();
  std::size_t next = 0;
  each_name(list, [&](std::uint32_t i) {
    if (next < names.size()) names[next++] = i;
  });
  const auto name_at = [&](std::uint32_t i) { return as_bytes(text_of(names[i])); };
  const auto same = find_same_names(next, name_at, borrowed);
  if (!same) return exhausted();
  for (std::uint64_t i = 0; i < same->size(); ++i) tape_[names[(*same)[i].later]].flags |= is_repeated;
  return true;
}

// False where the walk is over. A field that is no tuple of two or three is left out.
bool Walk::read_name(std::uint32_t field) noexcept {
  const std::uint32_t name = field + 1;
  const bool titled = is_titled(name);
  if (!titled && tape_[name].kind != Kind::text) {
    const bool named = tape_[name].kind == Kind::tuple && tape_[name].value == 2 &&
                       tape_[name + 1].kind != Kind::text && tape_[after(name + 1)].kind == Kind::text;
    return named ? report(rule<"npy/field-title">, name + 1, "title") : report(rule<"npy/field-name">, name, "name");
  }
  for (std::uint32_t i = titled ? name + 1 : name; i <= (titled ? name + 2 : name); ++i) {
    const char* const which = titled && i == name + 1 ? "title" : "name";
    if ((tape_[i].flags & is_repeated) != 0 && !report(rule<"npy/field-duplicate">, i, which)) return false;
  }
  const bool padding = !titled && tape_[field].value == 2 && is_raw(name + 1);
  const std::uint32_t last = titled ? name + 2 : name;
  return !text_of(last).empty() || padding || report(rule<"npy/field-unnamed">, last, "name");
}

// After its descr: the shape of a field, its place and size.
bool Walk::finish_field(std::uint32_t field, std::uint32_t list) noexcept {
  const std::uint32_t shape = shape_of(tape_, field);
  ElementCount count;
  bool on = true;
  if (has_shape(tape_, shape)) {
    Token& token = tape_[shape];
    if (token.kind == Kind::tuple) {
      on = read_dimensions(shape, count);
    } else if (token.kind == Kind::integer) {
      on = report(rule<"npy/field-shape-integer">, shape, "shape") && read_dimension(shape, "shape", count);
    } else {
      const bool is_list = token.kind == Kind::list;
      on = spoil(is_list ? rule<"npy/field-shape-list"> : rule<"npy/field-shape">, shape, "shape");
    }
    token.value = count.elements();
  }
  std::uint64_t size = 0;
  std::uint64_t& sum = tape_[list].value;
  tape_[field].value = sum;
  if (!on || !whole_) return on;
  const bool product = count.bytes(tape_[descr_of(tape_, field)].value, size) && size <= INT64_MAX;
  sum += product ? size : 0;
  whole_ = product && sum <= INT64_MAX;
  if (whole_) return true;
  if (!product) return report(rule<"npy/item-size">, shape, "shape");
  return report(rule<"npy/item-size">, field, "");
}

// Without recursion: after a list comes the rest of the field that it is the descr of.
bool Walk::read_descr(std::uint32_t top) noexcept {
  position_.on(tape_, top);
  if (tape_[top].kind != Kind::list) return read_type(top);
  std::uint32_t list = top;
  std::uint32_t index = 0;  // of the field at hand in its list
  std::uint32_t at = top + 1;
  bool on = mark_duplicates(top);
  tape_[top].value = 0;
  while (on) {
    if (tape_[at].kind == Kind::end) {
      if (list == top) break;
      const std::uint32_t field = owner_of(tape_, list);
      list = parent_of(tape_, field);
      index = index_of(tape_, field);
      position_.field(list, index++);
      on = finish_field(field, list);
      at = after(field);
      continue;
    }
    position_.field(list, index++);
    const std::uint64_t entries = tape_[at].value;
    if (tape_[at].kind != Kind::tuple || (entries != 2 && entries != 3)) {
      on = spoil(rule<"npy/field-tuple">, at, "");
      at = after(at);
      continue;
    }
    on = read_name(at);
    const std::uint32_t descr = descr_of(tape_, at);
    if (on && tape_[descr].kind == Kind::list) {
      on = mark_duplicates(descr);
      tape_[descr].value = 0;
      list = descr;
      index = 0;
      at = descr + 1;
      continue;
    }
    on = on && read_type(descr) && finish_field(at, list);
    at = after(at);
  }
  position_.outside();
  return on;
}

}  // namespace hallmark::npy
