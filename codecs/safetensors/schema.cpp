// SPDX-License-Identifier: Apache-2.0
// Phase 3: the members of the header, and what a tensor says of itself.
#include "safetensors/walk.hpp"

namespace hallmark::safetensors {
namespace {

const std::byte* next_dimension(const std::byte* at, const std::byte* end, std::uint64_t& dimension) noexcept {
  dimension = 0;
  const TextCursor next = after_comma(skip_space(read_digits(TextCursor(Bytes(at, end)), dimension)));
  return next ? next.rest().data() : end;
}

}  // namespace

TensorView Walk::view_of(const Draft& draft) const noexcept {
  const JsonToken& shape = tape_[draft.shape];
  const Bytes dims = draft.rank == 0 ? Bytes() : header_.subspan(draft.dims, shape.begin + shape.size - draft.dims);
  TensorView view{as_text(tape_.key(tape_[draft.object])),
                  draft.element == nullptr ? DType::bytes : draft.element->dtype,
                  false,
                  {dims, draft.rank, next_dimension},
                  {}};
  const std::uint64_t begin = data_begin_ + draft.begin;
  const std::uint64_t end = data_begin_ + draft.end;
  view.has_data = begin <= end && end <= file_.window.size();
  if (view.has_data) {
    view.data = file_.window.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  }
  return view;
}

[[gnu::flatten]] bool Walk::keep(const Draft& draft) noexcept {
  if (kept_ == tensors_.size()) return exhausted();
  tensors_[kept_++] = view_of(draft);
  return true;
}

// A tensor as it comes: kept where it is right, and begins at the end of the one before.
[[gnu::always_inline]] inline bool Walk::take(const Draft& draft) noexcept {
  const std::uint64_t begin = draft.begin;
  const std::uint64_t end = draft.end;
  std::uint64_t bytes = 0;
  placed_ = placed_ && draft.sound && begin <= end;
  plain_ = plain_ && placed_ && draft.element != nullptr && size_of(draft, bytes) == DataSize::whole &&
           begin == reached_ && end - begin == bytes;
  if (!plain_) return true;
  reached_ = end;
  return keep(draft);
}

bool Walk::check_members() noexcept {
  tensors_ = scratch_.rest<TensorView>();
  bool on = true;
  each_member([&](std::uint32_t i) __attribute__((always_inline)) {
    if (is_name(tape_.name(tape_[i]), "__metadata__")) [[unlikely]]
      return on = check_metadata(i);
    Draft draft(i);
    on = read_tensor(draft) && take(draft);
    return on;
  });
  return on;
}

bool Walk::check_metadata(std::uint32_t member) noexcept {
  metadata_ = member;
  const JsonToken& map = tape_[member];
  if (map.kind() == JsonKind::null) return report(rule<"safetensors/metadata-null">, map, "");
  if (map.kind() != JsonKind::object) return report(rule<"safetensors/metadata-object">, map, "");
  has_metadata_ = true;
  bool on = true;
  const std::uint32_t size = tape_.enter(member);
  each_pair([&](std::uint32_t i) {
    tape_.stand(i);
    if (tape_[i].kind() != JsonKind::string) on = on && report(rule<"safetensors/metadata-string">, tape_[i], "");
  });
  tape_.leave(size);
  return on;
}

Draft Walk::draft_of(std::uint32_t object) noexcept {
  Draft draft(object);
  again_ = true;
  (void)read_tensor(draft);
  again_ = false;
  return draft;
}

[[gnu::always_inline]] inline bool Walk::read_tensor(Draft& draft) noexcept {
  const std::uint32_t object = draft.object;
  const JsonToken& token = tape_[object];
  if (token.kind() != JsonKind::object) [[unlikely]] {
    draft.sound = false;
    return report(rule<"safetensors/tensor-object">, token, "");
  }
  bool on = true;
  const std::uint32_t end = tape_.after(object);
  for (std::uint32_t i = object + 1; on && i != end; i = tape_.after(i)) {
    const Bytes key = tape_.name(tape_[i]);
    if (is_name(key, "dtype")) {
      draft.dtype = i;
      on = read_dtype(draft);
    } else if (is_name(key, "shape")) {
      draft.shape = i;
      on = read_shape(draft);
    } else if (is_name(key, "data_offsets")) {
      draft.offsets = i;
      on = read_offsets(draft);
    } else {
      on = unknown_member(object, i);
    }
  }
  return draft.dtype != 0 && draft.shape != 0 && draft.offsets != 0 ? on : on && report_missing(draft);
}

bool Walk::report_missing(Draft& draft) noexcept {
  const std::uint32_t members[] = {draft.dtype, draft.shape, draft.offsets};
  draft.sound = false;
  bool on = true;
  for (std::uint64_t which = 0; which < std::size(members); ++which) {
    if (members[which] != 0) continue;
    on = on && report(rule<"safetensors/member-missing">, tape_[draft.object].begin, 1, member(which).data(), which);
  }
  return on;
}

bool Walk::unknown_member(std::uint32_t object, std::uint32_t member) noexcept {
  const JsonToken& token = tape_[member];
  const std::uint32_t size = tape_.enter(object);
  tape_.stand(member);
  const bool on = report(rule<"safetensors/unknown-member">, token.key - 1, tape_.key(token).size() + 2, "");
  tape_.leave(size);
  return on;
}

[[gnu::always_inline]] inline bool Walk::read_dtype(Draft& draft) noexcept {
  const JsonToken& token = tape_[draft.dtype];
  if (token.kind() != JsonKind::string) [[unlikely]] {
    draft.sound = false;
    return report(rule<"safetensors/dtype-string">, token, "dtype");
  }
  // Nearly always it is that of the tensor before.
  const std::size_t size = token.size - 2;
  const TextCursor name = tape_.begin(token).next();
  if (last_ != nullptr && size == last_->name.size() && size < word_size &&
      first_bytes(name.word(), static_cast<unsigned>(size)) == last_->start) [[likely]] {
    draft.element = last_;
    return true;
  }
  Bytes text = tape_.value(token).subspan(1, token.size - 2);
  std::byte plain[72];  // no name of a dtype is longer, however it is escaped
  if (token.is_escaped_string() && text.size() <= sizeof plain) text = Bytes(plain, unescape(text, plain));
  draft.element = dtype_of(text);
  if (draft.element != nullptr) last_ = draft.element;
  return draft.element != nullptr || report(rule<"safetensors/dtype-unknown">, token, "dtype");
}

[[gnu::always_inline]] inline bool Walk::read_shape(Draft& draft) noexcept {
  const JsonToken& token = tape_[draft.shape];
  if (token.kind() != JsonKind::array) [[unlikely]] {
    draft.sound = false;
    return report(rule<"safetensors/shape-array">, token, "shape");
  }
  const TextCursor first = tape_.first_scalar(token);
  if (first) draft.dims = static_cast<std::uint32_t>(tape_.offset(first));
  bool sound = token.link() == draft.shape + 1;
  for (TextCursor at = first; sound && at; ++draft.rank) {
    std::uint64_t size = 0;
    const TextCursor end = size_at(at, size);
    sound = static_cast<bool>(end);
    draft.count.dimension(size);
    at = after_comma(skip_space(end));
  }
  draft.sound = draft.sound && sound;
  return (sound && draft.rank <= max_rank_) || check_entries(draft.object, draft.shape, "shape", max_rank_);
}

[[gnu::always_inline]] inline bool Walk::read_offsets(Draft& draft) noexcept {
  const JsonToken& token = tape_[draft.offsets];
  bool sound = token.kind() == JsonKind::array && token.link() == draft.offsets + 1;
  TextCursor at = sound ? tape_.first_scalar(token) : TextCursor();
  for (std::uint64_t* const place : {&draft.begin, &draft.end}) {
    const TextCursor stop = size_at(at, *place);
    sound = sound && stop;
    at = after_comma(skip_space(stop));
  }
  if (sound && !at) [[likely]]
    return true;
  draft.sound = false;
  return check_offsets(draft);
}

// Of data_offsets that break some rule.
bool Walk::check_offsets(const Draft& draft) noexcept {
  const JsonToken& token = tape_[draft.offsets];
  constexpr std::uint64_t offsets = 2;
  std::uint64_t entries = 0;
  const auto count = [&](auto...) { return ++entries <= offsets; };
  const bool two =
      token.kind() == JsonKind::array && tape_.each_entry(draft.offsets, count, count) && entries == offsets;
  tape_.stand(draft.object);
  return two ? check_entries(draft.object, draft.offsets, "data_offsets", UINT64_MAX)
             : report(rule<"safetensors/offsets-array">, token, "data_offsets");
}

// Looks at each entry of an array that is known to break a rule.
bool Walk::check_entries(std::uint32_t object, std::uint32_t array, const char* field, std::uint64_t most) noexcept {
  std::uint64_t entry = 0;
  const auto see = [&](TextCursor at, std::uint64_t size, SizeFault fault) {
    tape_.stand(object);
    const auto broken = [&](const Rule& rule, Number actual = {}, Number expected = {}) {
      return report(rule, tape_.offset(at), size, field, actual, expected, entry);
    };
    bool on = entry != most || broken(rule<"safetensors/rank">, most + 1, most);
    if (on && fault != SizeFault::none) {
      on = broken(fault == SizeFault::bad      ? rule<"safetensors/integer">
                  : fault == SizeFault::lexeme ? rule<"safetensors/integer-spelling">
                                               : rule<"safetensors/integer-range">);
    }
    ++entry;
    return on;
  };
  return tape_.each_entry(
      array,
      [&](TextCursor at, std::uint64_t size) { return see(at, size, fault_of_size(at, size, tape_.lexer(), true)); },
      [&](std::uint32_t i) { return see(tape_.begin(tape_[i]), tape_[i].size, SizeFault::bad); });
}

}  // namespace hallmark::safetensors
