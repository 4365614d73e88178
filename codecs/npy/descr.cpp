// SPDX-License-Identifier: Apache-2.0
// Phase 4: dtypes, each field wholly; and the dimensions of arrays and subarrays.
#include "core/path.hpp"
#include "core/unique_names.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {

void Walk::write(TextSink& out, const Violation& violation) const noexcept {
  const std::string_view field = violation.field;
  if (list_ != none) {
    out.write("descr");
    for (Index outer = values_[descr]; outer != list_;) {
      Index owner = parent_of(tape_, list_);  // of the list that lies in the outer one
      while (parent_of(tape_, owner) != outer) owner = parent_of(tape_, parent_of(tape_, owner));
      write_index(out, index_of(tape_, owner));
      out.write(".descr");
      outer = descr_of(tape_, owner);
    }
    write_index(out, index_);
    if (!field.empty()) out.write(".");
  }
  if (field != "shape[]") return out.write(field);
  out.write("shape");
  write_index(out, axis_);
}

bool Walk::read_dimension(Index i, const char* field, ElementCount& count) noexcept {
  const Token& token = tape_[i];
  if (token.kind != Kind::integer) return spoil(rule<"npy/dimension">, i, field);
  count.dimension(token.value);
  if ((token.flags & is_negative) != 0) return spoil(rule<"npy/dimension-negative">, i, field);
  return (token.flags & is_too_large) == 0 || spoil(rule<"npy/dimension-range">, i, field);
}

bool Walk::read_dimensions(Index tuple, ElementCount& count) noexcept {
  constexpr std::uint64_t old_rank = 32;
  const std::uint64_t rank = tape_[tuple].value;
  if (rank > max_rank_) {
    report(rule<"npy/rank">, tuple, "shape", rank, max_rank_);
    return false;
  }
  if (rank > old_rank && !report(rule<"npy/rank-numpy">, tuple, "shape", rank)) return false;
  axis_ = 0;
  for (Index i = tuple + 1; tape_[i].kind != Kind::end; i = after(tape_, i), ++axis_)
    if (!read_dimension(i, "shape[]", count)) return false;
  return true;
}

bool Walk::read_type(Index i) noexcept {
  Token& token = tape_[i];
  if (token.kind != Kind::text)
    return spoil(token.kind == Kind::tuple ? rule<"npy/descr-tuple"> : rule<"npy/descr-kind">, i, "descr");
  const Rule* const broken = read_type_text(text_of(tape(), i), token);
  if (token.kind != Kind::type) return spoil(*broken, i, "descr") && broken->kind != hallmark::Kind::unsupported;
  return broken == nullptr || report(*broken, i, "descr");
}

std::pair<Index, Index> Walk::names_of(Index field) const noexcept {
  const bool is_pair = tape_[field + 1].kind == Kind::tuple && tape_[field + 1].value == 2;
  const Index title = is_pair ? field + 2 : none;
  const Index name = is_pair ? after(tape_, title) : field + 1;
  if (tape_[name].kind != Kind::text) return {none, none};
  return {title, title == none || tape_[title].kind == Kind::text ? name : none};
}

// Raw bytes whose name is empty, and nothing else.
bool Walk::is_padding(Index field) const noexcept {
  const Index name = field + 1;
  if (tape_[field].value != 2 || tape_[name].kind != Kind::text || !text_of(tape(), name).empty()) return false;
  Token type = tape_[name + 1];
  if (type.kind == Kind::text) (void)read_type_text(text_of(tape(), name + 1), type);
  return type.kind == Kind::type && type.type == TypeKind::raw;
}

// Only so a name is reported where it stands, and not after the rest of its structure. Until they are counted, each
// name knows the one before.
bool Walk::mark_duplicates(Index list) noexcept {
  std::uint64_t count = 0;
  Index last = none;
  for (Index field = list + 1; tape_[field].kind != Kind::end; field = after(tape_, field)) {
    if (tape_[field].kind != Kind::tuple || is_padding(field)) continue;
    const auto [title, name] = names_of(field);
    if (name == none) continue;
    for (Index i = title == none ? name : title; i <= name; ++i, ++count) tape_[i].link = std::exchange(last, i);
  }
  if (count < 2) return true;
  Scratch borrowed = scratch_;
  const auto names = borrowed.room<Index>(count);
  for (std::size_t i = names.size(); i != 0; last = tape_[last].link) names[--i] = last;
  const auto name_at = [&](std::uint32_t i) { return as_bytes(text_of(tape(), names[i])); };
  const auto same = find_same_names(names.size(), name_at, borrowed);
  if (names.empty() || !same) return exhausted();
  for (std::uint64_t i = 0; i < same->size(); ++i) tape_[names[(*same)[i].later]].flags |= is_repeated;
  return true;
}

// False where the walk is over. A name that is none is left out.
bool Walk::read_name(Index field) noexcept {
  if (is_padding(field)) return true;
  const auto [title, name] = names_of(field);
  if (name == none)
    return title == none ? report(rule<"npy/field-name">, field + 1, "name")
                         : report(rule<"npy/field-title">, title, "title");
  const auto is_new = [this](Index i, const char* which) {
    return (tape_[i].flags & is_repeated) == 0 || report(rule<"npy/field-duplicate">, i, which);
  };
  return (title == none || is_new(title, "title")) && is_new(name, "name") &&
         (!text_of(tape(), name).empty() || report(rule<"npy/field-unnamed">, name, "name"));
}

// After its descr: the shape of a field, its place and size.
bool Walk::finish_field(Index field) noexcept {
  const Index shape = shape_of(tape_, field);
  ElementCount count;
  bool on = true;
  if (shape != 0) {
    Token& token = tape_[shape];
    if (token.kind == Kind::tuple) {
      on = read_dimensions(shape, count);
    } else if (token.kind == Kind::integer) {
      token.flags |= is_shape;
      on = report(rule<"npy/field-shape-integer">, shape, "shape") && read_dimension(shape, "shape", count);
    } else {
      on = spoil(token.kind == Kind::list ? rule<"npy/field-shape-list"> : rule<"npy/field-shape">, shape, "shape");
    }
    token.value = count.elements();
  }
  std::uint64_t size = 0;
  std::uint64_t& sum = tape_[list_].value;
  tape_[field].value = sum;
  if (!on || !whole_) return on;
  if (!count.bytes(tape_[descr_of(tape_, field)].value, size) || size > INT64_MAX)
    return spoil(rule<"npy/item-size">, shape, "shape");
  sum += size;
  return sum <= INT64_MAX || spoil(rule<"npy/item-size">, field, "");
}

// Stands before the first field of a list.
bool Walk::enter(Index list) noexcept {
  const bool on = mark_duplicates(list);
  list_ = list;
  index_ = 0;
  tape_[list].value = 0;
  return on;
}

// Without recursion: after a list comes the rest of the field that it is the descr of.
bool Walk::read_descr() noexcept {
  const Index top = values_[descr];
  if (tape_[top].kind != Kind::list) return read_type(top);
  Index at = top + 1;
  bool on = enter(top);
  while (on && (tape_[at].kind != Kind::end || list_ != top)) {
    Index field = at;
    if (tape_[at].kind == Kind::end) {
      field = parent_of(tape_, list_);
      list_ = parent_of(tape_, field);
      index_ = index_of(tape_, field);
      on = finish_field(field);
    } else if (tape_[at].kind != Kind::tuple || (tape_[at].value != 2 && tape_[at].value != 3)) {
      on = spoil(rule<"npy/field-tuple">, at, "");
    } else {
      on = read_name(at);
      const Index descr = descr_of(tape_, at);
      if (on && tape_[descr].kind == Kind::list) {
        on = enter(descr);
        at = descr + 1;
        continue;
      }
      on = on && read_type(descr) && finish_field(at);
    }
    at = after(tape_, field);
    ++index_;
  }
  list_ = none;
  return on;
}

}  // namespace hallmark::npy
