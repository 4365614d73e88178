// SPDX-License-Identifier: Apache-2.0
// What a tensor says of itself: shape, datatype, and how its data travel.
#include "core/element_output.hpp"
#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t smallest_string = 4;  // an element of BYTES is as long at least
constexpr const char* size_field = "parameters.binary_data_size";

}  // namespace

[[gnu::always_inline]] inline bool Walk::read_shape(Draft& draft, ElementCount& count) noexcept {
  const JsonToken& shape = tape_[draft.shape];
  if (shape.kind() != JsonKind::array) return true;
  bool sound = shape.link() == draft.shape + 1;
  std::uint64_t left = max_rank_;
  ElementOutput out(values_, sizeof(std::uint64_t));
  for (TextCursor at = tape_.first_scalar(shape); sound && at;) {
    std::uint64_t size = 0;
    if (out.full()) return exhausted(offset(at));
    const TextCursor end = size_at(at, size);
    sound = end && left-- != 0;
    out.put(size);
    count.dimension(size);
    at = after_comma(skip_space(end));
  }
  if (!sound) return check_shape(draft);
  draft.dims = Shape(Bytes(values_).first(out.bytes()));
  draft.shaped = true;
  values_ = values_.subspan(out.bytes());
  return true;
}

bool Walk::read_escaped(const JsonToken& string, std::span<std::byte>& room, Bytes& text) noexcept {
  if (room.size() < text.size()) return exhausted(string.begin);
  text = Bytes(room.data(), unescape(text, room.data()));
  room = room.subspan(text.size());
  return true;
}

// Looks at each dimension of a shape that is known to break a rule.
bool Walk::check_shape(const Draft& draft) noexcept {
  const IntegerRules rules{rule<"kserve/dimension">, rule<"kserve/dimension-lexeme">, rule<"kserve/dimension-signed">,
                           rule<"kserve/dimension-range">};
  bool on = true;
  tape_.element = 0;
  const auto dimension = [&](TextCursor at, std::uint64_t size) {
    tape_.stand(tape_[draft.object].key);
    const bool beyond = tape_.element == max_rank_;
    on = beyond ? report(rule<"kserve/rank">, offset(at), 1, max_rank_ + 1, max_rank_, "shape")
                : report_integer(at, size, rules, "shape");
    ++tape_.element;
    return on && !beyond;
  };
  const auto nested = [&](std::uint32_t token) { return dimension(tape_.begin(tape_[token]), tape_[token].size); };
  (void)tape_.each_entry(draft.shape, dimension, nested);
  tape_.element = UINT64_MAX;
  return on;
}

bool Walk::report_integer(TextCursor at, std::uint64_t length, const IntegerRules& rules, const char* field) noexcept {
  const SizeFault fault = fault_of_size(at, length, tape_.lexer(), false);
  if (fault == SizeFault::none) return true;
  const Rule* const broken[] = {nullptr, &rules.bad, &rules.lexeme, &rules.wide, &rules.range};
  return report(*broken[static_cast<std::size_t>(fault)], offset(at), length, {}, {}, field);
}

[[gnu::always_inline]] inline bool Walk::read_datatype(Draft& draft) noexcept {
  const JsonToken& name = tape_[draft.datatype];
  if (name.kind() != JsonKind::string) return true;
  Bytes text = tape_.value(name).subspan(1, name.size - 2);
  std::byte plain[64];  // no name of a datatype is longer, however it is escaped
  if (name.is_escaped_string() && text.size() <= sizeof plain) text = Bytes(plain, unescape(text, plain));
  const auto dtype = dtype_of(text);
  draft.typed = dtype.has_value();
  draft.dtype = dtype.value_or(DType::bytes);
  return draft.typed || report(rule<"kserve/datatype">, name, {}, {}, "datatype");
}

[[gnu::always_inline]] inline bool Walk::check_size(Draft& draft, const ElementCount& count) noexcept {
  const bool has_size = draft.size != 0;
  std::uint64_t expected = 0;
  draft.elements = count.elements();
  draft.sound = draft.shaped && draft.typed;
  if (draft.sound && !count.bytes(draft.dtype == DType::bytes ? smallest_string : size_of(draft.dtype), expected)) {
    draft.sound = false;
    const Rule& broken = has_size ? rule<"kserve/element-count"> : rule<"kserve/shape-overflow">;
    if (!report(broken, tape_[draft.shape], {}, {}, "shape")) return false;
  }
  if (draft.shared != 0) {
    sizes_known_ = sizes_known_ && !has_size;
    const JsonToken& region = tape_[draft.shared];  // one that no parameter may have has been reported
    return region.kind() == JsonKind::null || region.nests() ||
           report(rule<"kserve/shared-memory">, region, {}, {}, "parameters.shared_memory_region");
  }
  const bool sized = has_size && size_at(tape_.begin(tape_[draft.size]), draft.bytes);
  if (has_size && !sized) {
    draft.bytes = 0;
    sizes_known_ = false;
    const IntegerRules rules{rule<"kserve/binary-data-size">, rule<"kserve/binary-data-size-lexeme">,
                             rule<"kserve/binary-data-size-range">, rule<"kserve/binary-data-size-range">};
    const JsonToken& size = tape_[draft.size];
    const bool reported = size.kind() == JsonKind::null || size.nests();
    if (!reported && !report_integer(tape_.begin(size), size.size, rules, size_field)) return false;
  }
  if (draft.has_data && has_size) {
    sizes_known_ = false;
    return report(rule<"kserve/data-and-size">, tape_[draft.data], {}, {}, "data");
  }
  if (draft.has_data) return check_data(draft);
  return has_size ? check_binary(draft, expected, sized) : check_without_data(draft);
}

// Neither data nor a size.
bool Walk::check_without_data(Draft& draft) noexcept {
  const bool empty = draft.sound && draft.elements == 0;
  const Rule& broken = empty ? rule<"kserve/data-missing-empty"> : rule<"kserve/data-missing">;
  const JsonToken& place = draft.data != 0 ? tape_[draft.data] : tape_[draft.object];
  draft.complete = report(broken, place.begin, draft.data != 0 ? place.size : 1, {}, {}, "data");
  return draft.complete;
}

[[gnu::always_inline]] inline bool Walk::check_binary(Draft& draft, std::uint64_t expected, bool sized) noexcept {
  if (sized && draft.data != 0 && draft.bytes != 0) {
    draft.sound = false;
    if (!report(rule<"kserve/data-and-size">, tape_[draft.data], {}, {}, "data")) return false;
  } else if (sized && draft.sound && draft.dtype != DType::bytes && draft.bytes != expected) {
    draft.sound = false;
    if (!report(rule<"kserve/size-mismatch">, tape_[draft.size], draft.bytes, expected, size_field)) return false;
  }
  return draft.complete = true;
}

// Data in JSON.
bool Walk::check_data(Draft& draft) noexcept {
  const JsonToken& data = tape_[draft.data];
  if (data.kind() != JsonKind::array) return true;
  if (draft.typed && is_half(draft.dtype)) {
    const Rule& broken = draft.dtype == DType::f16 ? rule<"kserve/data-fp16"> : rule<"kserve/data-half">;
    const bool on = report(broken, data, {}, {}, "data");
    if (!on || draft.dtype != DType::f16 || options_.profile != Profile::compat) return on;
  }
  return !draft.shaped || !draft.typed || read_data(draft);
}

// Takes a tensor into the view: binary data follow those of the tensor before.
[[gnu::always_inline]] inline bool Walk::keep(const Draft& draft) noexcept {
  Bytes data = draft.converted;
  const bool binary = draft.size != 0;
  if (draft.text.data() == nullptr) {
    sizes_known_ = sizes_known_ && !binary;
    return true;
  }
  if (kept_ == tensors_.size()) return exhausted(tape_[draft.object].begin);
  if (binary && lacking_ == 0) {
    const std::uint64_t left = body_.size() - data_end_;
    if (draft.bytes > left) {
      lacking_ = draft.object;
      lacking_bytes_ = draft.bytes;
    } else {
      data = body_.subspan(static_cast<std::size_t>(data_end_), static_cast<std::size_t>(draft.bytes));
      data_end_ += draft.bytes;
    }
  }
  const JsonToken& parameters = tape_[draft.parameters];
  const bool configured = draft.parameters != 0 && parameters.kind() == JsonKind::object;
  tensors_[kept_++] = {
      .tensor = {as_text(draft.text), draft.dtype, true, draft.dims, data},
      .encoding = binary && draft.sound ? Encoding::binary : Encoding::json,
      .object = tape_.value(tape_[draft.object]),
      .parameters = configured ? tape_.value(parameters) : Bytes(),
      .values = binary || !draft.has_data ? Bytes() : tape_.value(tape_[draft.data]),
  };
  dtypes_ |= bit_of(draft.dtype);
  return true;
}

bool Walk::check_tensor(Draft& draft) noexcept {
  ElementCount count;
  draft.has_data = draft.data != 0 && tape_[draft.data].kind() != JsonKind::null;
  return read_shape(draft, count) && read_datatype(draft) && check_size(draft, count) &&
         (!draft.complete || keep(draft));
}

}  // namespace hallmark::kserve
