// SPDX-License-Identifier: Apache-2.0
// Phases 4 to 6: sizes and places, the size of the file, and what is only remarked.
#include <algorithm>
#include <tuple>

#include "core/scan.hpp"
#include "core/utf8.hpp"
#include "safetensors/walk.hpp"

namespace hallmark::safetensors {
namespace {

bool is_ordered(const Slot& a, const Slot& b) noexcept {
  return std::tie(a.begin, a.end, a.object) < std::tie(b.begin, b.end, b.object);
}

}  // namespace

// Tensors that phase 3 has read, in the order of their places.
bool Walk::sort() noexcept {
  const auto slots = scratch_.rest<Slot>();
  std::size_t count = 0;
  bool on = true;
  each_member([&](std::uint32_t i) {
    if (i == metadata_) return true;
    const Draft draft = draft_of(i);
    if (!draft.sound) return true;
    if (count == slots.size()) return on = exhausted();
    slots[count++] = {draft.begin, draft.end, i};
    return true;
  });
  sorted_ = scratch_.room<Slot>(count);
  std::sort(sorted_.begin(), sorted_.end(), is_ordered);
  tensors_ = scratch_.rest<TensorView>();
  kept_ = 0;
  reached_ = 0;
  return on;
}

bool Walk::check_tensors() noexcept {
  if (plain_) return true;
  if (!sort()) return false;
  bool on = true;
  if (!sorted_.empty()) {
    each_tensor([&](std::uint32_t object) {
      const Draft draft = draft_of(object);
      // The text may have changed since phase 3 read it.
      return on = (!draft.sound || check_tensor(draft)) && keep(draft);
    });
  }
  return on;
}

bool Walk::check_tensor(const Draft& draft) noexcept {
  const std::uint64_t begin = draft.begin;
  const std::uint64_t end = draft.end;
  const auto elements = [&](const Rule& rule, Number actual = {}) {
    return report(rule, tape_[draft.shape], "shape", actual);
  };
  bool on = begin <= end || report_place(rule<"safetensors/offsets-order">, draft, 1, end, begin);
  std::uint64_t bytes = 0;
  const DataSize size = size_of(draft, bytes);
  if (size == DataSize::overflow) {
    on = on && elements(rule<"safetensors/shape-overflow">);
  } else if (size == DataSize::partial) {
    on = on && elements(rule<"safetensors/partial-byte">, draft.count.elements() * bits_of(draft.element->dtype));
  } else if (draft.element != nullptr && begin <= end && end - begin != bytes) {
    const JsonToken& offsets = tape_[draft.offsets];
    on = on && report(rule<"safetensors/size-mismatch">, offsets, "data_offsets", end - begin, bytes);
  }
  return on && (!placed_ || check_place(draft));
}

bool Walk::check_place(const Draft& draft) noexcept {
  const std::uint64_t begin = draft.begin;
  const std::uint64_t end = draft.end;
  const std::uint64_t last = std::exchange(reached_, std::max(reached_, end));
  if (begin == last) return true;
  const Rule& broken = begin > last   ? rule<"safetensors/hole">
                       : begin == end ? rule<"safetensors/empty-inside">
                                      : rule<"safetensors/overlap">;
  covered_ = covered_ && severity_under(broken, options_.profile) != Severity::error;
  return report_place(broken, draft, 0, begin, last);
}

// Reports one of the two offsets.
bool Walk::report_place(const Rule& rule, const Draft& draft, std::uint64_t entry, std::uint64_t actual,
                        std::uint64_t expected) noexcept {
  TextCursor at = tape_.first_scalar(tape_[draft.offsets]);
  if (entry == 1) at = after_comma(skip_space(tape_.scalar_end(at)));
  if (!at) return true;  // the text has changed
  const std::uint64_t length = tape_.scalar_end(at) - at;
  return report(rule, tape_.offset(at), length, "data_offsets", actual, expected, entry);
}

void Walk::check_size() noexcept {
  if (!placed_ || !covered_) return;
  const std::uint64_t size = file_.size - data_begin_;
  if (size < reached_) {
    report(rule<"safetensors/data-truncated">, file_.size, 0, "data", size, reached_);
  } else if (size > reached_) {
    const std::uint64_t rest = size - reached_;
    report(rule<"safetensors/trailing-data">, data_begin_ + reached_, rest, "data", rest);
  }
}

// Phase 6, of a file without errors.
void Walk::remark() noexcept {
  constexpr std::uint64_t widest = 8;
  bool aligned = data_begin_ % widest == 0;
  if (!aligned) report(rule<"safetensors/data-alignment">, 0, length_size, "N", data_begin_, widest);
  each_kept([&](std::uint32_t object, const TensorView& tensor) {
    const Draft draft = draft_of(object);
    if (!draft.sound) return true;  // the text has changed
    const std::uint64_t begin = data_begin_ + draft.begin;
    const std::uint64_t end = data_begin_ + draft.end;
    const std::uint64_t element = hallmark::size_of(tensor.dtype);
    if (tensor.dtype == DType::boolean) {
      const Bytes here = file_.slice(begin, end);
      in_.require_none(find_non_bool(here), rule<"safetensors/bool-value">, {here, begin, "data"});
    }
    if (aligned && begin != end && element != 0 && begin % element != 0) {
      aligned = false;
      report_place(rule<"safetensors/data-alignment">, draft, 0, begin, element);
    }
    remark_name(tensor.name, tape_[object]);
    return findings_.validating();
  });
}

void Walk::remark_name(std::string_view name, const JsonToken& token) noexcept {
  const auto note = [&](bool wrong, const Rule& rule) {
    if (wrong) report(rule, token.key - 1, tape_.key(token).size() + 2, "");
  };
  bool misleads = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool control = name[i] != '\0' && control_at({name.data() + i, name.size() - i}) != 0;
    misleads = misleads || control || name[i] == '/' || name[i] == '\\';
  }
  note(misleads, rule<"safetensors/name-characters">);
  note(name.find('\0') != std::string_view::npos, rule<"safetensors/name-nul">);
  note(name.empty(), rule<"safetensors/name-empty">);
}

}  // namespace hallmark::safetensors
