// What a tensor says of itself: shape, datatype, and how its data travel.
#include <algorithm>

#include "core/element_output.hpp"
#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t smallest_string = 4;  // an element of BYTES is as long at least
constexpr const char* size_field = "parameters.binary_data_size";

bool in_range(const Lexeme& lexeme) noexcept {
  std::uint64_t value = 0;
  return integer_of(lexeme, value) && value <= INT64_MAX;
}

bool is_plain(const Lexeme& lexeme) noexcept { return lexeme.integer && !lexeme.negative; }

// Whether a number is 0, however it is spelled.
bool is_zero(const Lexeme& lexeme) noexcept {
  const std::string_view text = as_text(lexeme.text);
  return text.substr(0, text.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos;
}

// Whether a number without an exponent has a fraction that is not 0.
bool is_broken(const Lexeme& lexeme) noexcept {
  const std::string_view text = as_text(lexeme.text);
  const std::size_t point = text.find('.');
  return point != std::string_view::npos && text.find_first_of("eE") == std::string_view::npos &&
         text.find_first_not_of('0', point + 1) != std::string_view::npos;
}

}  // namespace

// A shape as nearly all are written: plain sizes, at least one. Anything else gives a false cursor and changes nothing.
TextCursor Walk::plain_shape(TextCursor at, DraftShape& shape) noexcept {
  if (position_.depth == position_.frames.size()) return {};
  ElementOutput out(values_, sizeof(std::uint64_t));
  ElementCount count;
  do {
    std::uint64_t size = 0;
    at = plain_size(skip_space(at.next()), size);
    if (!at || out.full() || out.count() == max_rank_) return {};
    out.put(size);
    count.dimension(size);
  } while (at.is(','));
  if (!at.is(']')) return {};
  shape.sound = true;
  shape.dims = Shape(Bytes(values_).first(out.bytes()));
  shape.count = count;
  values_ = values_.subspan(out.bytes());
  return at.next();
}

TextCursor Walk::shape(TextCursor at, Draft& draft) noexcept {
  DraftShape& shape = draft.shape;
  if (const TextCursor behind = plain_shape(at, shape)) return behind;
  const std::byte* const first = values_.data();
  std::uint64_t rank = 0;
  shape.sound = true;
  const TextCursor behind = array(at, [&](TextCursor value) noexcept -> TextCursor {
    if (!is_digit(value.peek())) {
      shape.sound = false;
      return skip(value);
    }
    std::uint64_t size = 0;
    bool sound = true;
    TextCursor end = plain_size(value, size);
    if (!end) {
      Lexeme lexeme;
      end = lexer_.number(value, lexeme);
      if (!end) return reject(lexer_.fault());
      sound = is_plain(lexeme) && in_range(lexeme);
      size = lexeme.decimal.mantissa;
    }
    if (!sound || ++rank > max_rank_) {
      shape.sound = false;
    } else if (shape.sound) {
      if (!put(size, sizeof size)) return exhausted(value);
      shape.count.dimension(size);
    }
    return end;
  });
  shape.dims = Shape(Bytes(first, values_.data()));
  return behind;
}

TextCursor Walk::datatype(TextCursor at, Draft& draft) noexcept {
  Key text;
  const TextCursor behind = string(at, text);
  if (!behind) return {};
  const auto dtype = dtype_of(as_text(text.text));
  draft.datatype.sound = dtype.has_value();
  if (dtype) draft.datatype.dtype = *dtype;
  return behind;
}

void Walk::size(TextCursor at, Draft& draft) noexcept {
  draft.size.sound = static_cast<bool>(plain_size(at, draft.size.bytes));
  if (draft.size.sound) return;
  Lexeme lexeme;
  draft.size.sound = lexer_.number(at, lexeme) && is_plain(lexeme) && in_range(lexeme);
  draft.size.bytes = draft.size.sound ? lexeme.decimal.mantissa : 0;
}

bool Walk::report_integer(const Slot& slot, const IntegerRules& rules, const char* field) noexcept {
  const auto broken = [&](const Rule& rule) { return report(Phase::tensors, rule, slot, {}, {}, field); };
  const TextCursor at = slot.begin();
  if (!at.is('-') && !is_digit(at.peek())) return broken(rules.bad);
  Lexeme lexeme;
  (void)lexer_.number(at, lexeme);
  if ((lexeme.negative && !is_zero(lexeme)) || is_broken(lexeme)) return broken(rules.bad);
  if (!is_plain(lexeme)) return broken(rules.lexeme);
  std::uint64_t value = 0;
  if (!integer_of(lexeme, value)) return broken(rules.range);
  return value <= INT64_MAX || broken(rules.wide);
}

// Reads a shape again that is known to break a rule.
bool Walk::finish_shape(const Draft& draft) noexcept {
  const IntegerRules rules{rule<"kserve/dimension">, rule<"kserve/dimension-lexeme">, rule<"kserve/dimension-signed">,
                           rule<"kserve/dimension-range">};
  rereading_ = true;
  TextCursor at = skip_space(draft.shape.slot.begin().next());
  bool on = true;
  for (std::uint64_t axis = 0; on && !at.is(']'); ++axis) {
    position_.element = axis;
    if (axis == max_rank_) {
      on = report(Phase::tensors, rule<"kserve/rank">, at, 1, axis + 1, max_rank_, "shape");
      break;
    }
    position_.element = UINT64_MAX;
    const TextCursor behind = skip(at);
    position_.element = axis;
    if (!behind) return false;
    on = report_integer({at.to(behind)}, rules, "shape");
    at = skip_space(behind);
    if (at.is(',')) at = skip_space(at.next());
  }
  position_.element = UINT64_MAX;
  rereading_ = false;
  return on;
}

bool Walk::finish(Draft& draft) noexcept {
  const Slot& shape = draft.shape.slot;
  const Slot& datatype = draft.datatype.slot;
  if (!require_member(draft.seen_name, Member::name, draft.object) ||
      !require_member(shape.there(), Member::shape, draft.object) ||
      !require_member(datatype.there(), Member::datatype, draft.object)) {
    return false;
  }
  if (shape.begin().is('[') && !draft.shape.sound && !finish_shape(draft)) return false;
  if (datatype.begin().is('"') && !draft.datatype.sound &&
      !report(Phase::tensors, rule<"kserve/datatype">, datatype, {}, {}, "datatype")) {
    return false;
  }
  return finish_size(draft);
}

// Elements times their size; false where that does not fit.
bool Walk::expected_size(const Draft& draft, std::uint64_t& bytes) noexcept {
  const DType dtype = draft.datatype.dtype;
  return draft.shape.count.bytes(dtype == DType::bytes ? smallest_string : size_of(dtype), bytes);
}

bool Walk::finish_size(Draft& draft) noexcept {
  std::uint64_t expected = 0;
  bool counted = draft.sound();
  if (counted && !expected_size(draft, expected)) {
    counted = false;
    const Rule& broken = draft.size.slot.there() ? rule<"kserve/element-count"> : rule<"kserve/shape-overflow">;
    if (!report(Phase::tensors, broken, draft.shape.slot, {}, {}, "shape")) return false;
  }
  if (draft.shared.slot.there()) return finish_shared(draft);
  const DraftSize& size = draft.size;
  const bool has_size = size.slot.there();
  if (has_size && !size.sound) {
    sizes_known_ = false;
    const IntegerRules rules{rule<"kserve/binary-data-size">, rule<"kserve/binary-data-size-lexeme">,
                             rule<"kserve/binary-data-size-range">, rule<"kserve/binary-data-size-range">};
    if (!size.wrong_type && !report_integer(size.slot, rules, size_field)) return false;
  }
  Claim claim{top().number, size.bytes, draft.shape.count.elements(), has_size, counted};
  if (draft.data.there() && has_size) {
    sizes_known_ = false;
    return report(Phase::tensors, rule<"kserve/data-and-size">, draft.data.slot, {}, {}, "data");
  }
  if (draft.data.there()) return finish_data(draft, claim);
  return has_size ? finish_binary(draft, claim, expected) : finish_without_data(draft, claim);
}

bool Walk::finish_shared(const Draft& draft) noexcept {
  sizes_known_ = sizes_known_ && !draft.size.slot.there();
  return draft.shared.wrong_type || report(Phase::tensors, rule<"kserve/shared-memory">, draft.shared.slot, {}, {},
                                           "parameters.shared_memory_region");
}

// Neither data nor a size.
bool Walk::finish_without_data(const Draft& draft, const Claim& claim) noexcept {
  const bool empty = claim.sound && claim.elements == 0;
  const Rule& broken = empty ? rule<"kserve/data-missing-empty"> : rule<"kserve/data-missing">;
  const TextCursor at = draft.data.null ? draft.data.slot.begin() : draft.object;
  const std::uint64_t length = draft.data.null ? draft.data.slot.length() : 1;
  return report(Phase::tensors, broken, at, length, {}, {}, "data") && keep(draft, claim);
}

bool Walk::finish_binary(const Draft& draft, Claim& claim, std::uint64_t expected) noexcept {
  const DraftSize& size = draft.size;
  if (size.sound && draft.data.null && size.bytes != 0) {
    claim.sound = false;
    if (!report(Phase::tensors, rule<"kserve/data-and-size">, draft.data.slot, {}, {}, "data")) return false;
  } else if (size.sound && claim.sound && draft.datatype.dtype != DType::bytes && size.bytes != expected) {
    claim.sound = false;
    if (!report(Phase::tensors, rule<"kserve/size-mismatch">, size.slot, size.bytes, expected, size_field))
      return false;
  }
  return keep(draft, claim);
}

// Data in JSON.
bool Walk::finish_data(Draft& draft, const Claim& claim) noexcept {
  const DraftData& data = draft.data;
  if (!data.slot.begin().is('[')) return true;
  if (draft.datatype.sound && is_half(draft.datatype.dtype)) {
    const Rule& broken = draft.datatype.dtype == DType::f16 ? rule<"kserve/data-fp16"> : rule<"kserve/data-half">;
    const bool on = report(Phase::tensors, broken, data.slot, {}, {}, "data");
    if (!on || !takes_json(draft.datatype.dtype)) return on;
  }
  if (!draft.sound()) return true;
  if (!data.converted && !reread_data(draft)) return false;
  if (!claim.sound) return true;
  if (data.elements != claim.elements) {
    return report(Phase::tensors, rule<"kserve/data-count">, data.slot, data.elements, claim.elements, "data");
  }
  if (data.misshapen && !report(Phase::tensors, rule<"kserve/data-shape">, data.misshapen, 1, {}, {}, "data")) {
    return false;
  }
  return keep(draft, claim);
}

bool Walk::keep(const Draft& draft, const Claim& claim) noexcept {
  if (!draft.named) {
    sizes_known_ = sizes_known_ && !claim.binary;
    return true;
  }
  if (tensor_count_ == tables_.tensors.size()) {
    exhausted(draft.object);
    return false;
  }
  const auto index = static_cast<std::size_t>(tensor_count_++);
  tables_.tensors[index] = {
      .tensor = {as_text(draft.name), draft.datatype.dtype, draft.shape.dims, draft.data.bytes, true},
      .encoding = claim.binary ? Encoding::binary : Encoding::json,
      .object = draft.object.rest().first(static_cast<std::size_t>(draft.object_size)),
      .parameters = draft.parameters.begin().is('{') ? draft.parameters.text : Bytes(),
      .values = claim.binary || !draft.data.there() ? Bytes() : draft.data.slot.text,
  };
  tables_.claims[index] = claim;
  return true;
}

}  // namespace hallmark::kserve
