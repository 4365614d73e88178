// What a tensor says of itself: shape, datatype, and how its data travel.
#include <algorithm>

#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t smallest_string = 4;  // an element of BYTES is as long at least

bool in_range(const Lexeme& lexeme) noexcept {
  std::uint64_t value = 0;
  return integer_of(lexeme, value) && value <= INT64_MAX;
}

bool is_plain(const Lexeme& lexeme) noexcept { return lexeme.integer && !lexeme.negative; }

// Whether a number without an exponent has a fraction that is not 0.
bool is_broken(const Lexeme& lexeme) noexcept {
  const std::string_view text = as_text(Bytes(lexeme.begin, lexeme.end));
  const std::size_t point = text.find('.');
  return point != std::string_view::npos && text.find_first_of("eE") == std::string_view::npos &&
         text.find_first_not_of('0', point + 1) != std::string_view::npos;
}

}  // namespace

At Walk::shape(At at, Draft& draft) noexcept {
  std::byte* const first = values_.data();
  std::uint64_t rank = 0;
  draft.shape_sound = true;
  const At behind = array(at, [&](At value) noexcept -> At {
    const unsigned char c = byte_at(value);
    if (!is_digit(c)) {
      draft.shape_sound = false;
      return skip(value);
    }
    Lexeme lexeme;
    const At end = lexer_.number(value, lexeme);
    if (end == nullptr) return fail(lexer_.fault());
    if (!is_plain(lexeme) || !in_range(lexeme) || ++rank > max_rank_) {
      draft.shape_sound = false;
    } else if (draft.shape_sound) {
      if (!put(lexeme.decimal.mantissa, sizeof(std::uint64_t))) return exhausted(value);
      draft.count.dimension(lexeme.decimal.mantissa);
    }
    return end;
  });
  draft.dims = Shape(Bytes(first, values_.data()));
  return behind;
}

At Walk::datatype(At at, Draft& draft) noexcept {
  Key text;
  const At behind = string(at, text);
  if (behind == nullptr) return nullptr;
  const auto dtype = dtype_of(as_text(text.text));
  draft.datatype_sound = dtype.has_value();
  if (dtype) draft.dtype = *dtype;
  return behind;
}

void Walk::size(Slot slot, Draft& draft) noexcept {
  Lexeme lexeme;
  draft.sized = lexer_.number(slot.begin, lexeme) != nullptr && is_plain(lexeme) && in_range(lexeme);
  draft.bytes = draft.sized ? lexeme.decimal.mantissa : 0;
}

bool Walk::tell_integer(Slot slot, const IntegerRules& rules, const char* field) noexcept {
  const unsigned char c = byte_at(slot.begin);
  const auto told = [&](const Rule& rule) {
    return tell(Phase::tensors, rule, slot.begin, slot.length(), {}, {}, field);
  };
  if (c != '-' && !is_digit(c)) return told(rules.bad);
  Lexeme lexeme;
  (void)lexer_.number(slot.begin, lexeme);
  const bool zero = lexeme.decimal.digits == 1 && lexeme.decimal.mantissa == 0;
  if ((lexeme.negative && !zero) || is_broken(lexeme)) return told(rules.bad);
  if (!is_plain(lexeme)) return told(rules.lexeme);
  return in_range(lexeme) || told(rules.range);
}

// Reads a shape again that is known to break a rule.
bool Walk::finish_shape(const Draft& draft) noexcept {
  again_ = true;
  At at = lexer_.space(draft.shape.begin + 1);
  bool on = true;
  for (position_.element = 0; on && byte_at(at) != ']'; ++position_.element) {
    if (position_.element == max_rank_) {
      on = tell(Phase::tensors, rule<"kserve/rank">, at, 1, position_.element + 1, max_rank_, "shape");
      break;
    }
    const std::uint64_t element = position_.element;
    position_.element = UINT64_MAX;
    const At behind = skip(at);
    position_.element = element;
    if (behind == nullptr) return false;
    on = tell_integer({at, behind},
                      {rule<"kserve/dimension">, rule<"kserve/dimension-lexeme">, rule<"kserve/dimension-range">},
                      "shape");
    at = lexer_.space(behind);
    if (byte_at(at) == ',') at = lexer_.space(at + 1);
  }
  position_.element = UINT64_MAX;
  again_ = false;
  return on;
}

bool Walk::finish(Draft& draft) noexcept {
  if (!require_member(draft.seen_name, Member::name, draft.object) ||
      !require_member(draft.shape.begin != nullptr, Member::shape, draft.object) ||
      !require_member(draft.datatype.begin != nullptr, Member::datatype, draft.object)) {
    return false;
  }
  const bool is_array = draft.shape.begin != nullptr && byte_at(draft.shape.begin) == '[';
  if (is_array && !draft.shape_sound && !finish_shape(draft)) return false;
  const bool is_string = draft.datatype.begin != nullptr && byte_at(draft.datatype.begin) == '"';
  if (is_string && !draft.datatype_sound) {
    const Slot& slot = draft.datatype;
    if (!tell(Phase::tensors, rule<"kserve/datatype">, slot.begin, slot.length(), {}, {}, "datatype")) return false;
  }
  return finish_size(draft);
}

// Elements times their size; false where that does not fit.
bool Walk::expected_size(const Draft& draft, std::uint64_t& bytes) noexcept {
  return draft.count.bytes(draft.dtype == DType::bytes ? smallest_string : size_of(draft.dtype), bytes);
}

bool Walk::finish_size(Draft& draft) noexcept {
  std::uint64_t expected = 0;
  bool counted = draft.sound();
  if (counted && !expected_size(draft, expected)) {
    counted = false;
    if (!tell(Phase::tensors, rule<"kserve/element-count">, draft.shape.begin, draft.shape.length(), {}, {}, "shape"))
      return false;
  }
  const Slot& size = draft.size;
  if (draft.shared.begin != nullptr) {
    const Slot& slot = draft.shared;
    sizes_known_ = sizes_known_ && size.begin == nullptr;
    return draft.shared_told || tell(Phase::tensors, rule<"kserve/shared-memory">, slot.begin, slot.length(), {}, {},
                                     "parameters.shared_memory_region");
  }
  const char* const size_field = "parameters.binary_data_size";
  const bool has_size = size.begin != nullptr;
  if (has_size && !draft.sized) {
    sizes_known_ = false;
    const IntegerRules rules{rule<"kserve/binary-data-size">, rule<"kserve/binary-data-size-lexeme">,
                             rule<"kserve/binary-data-size-range">};
    if (!draft.size_told && !tell_integer(size, rules, size_field)) return false;
  }
  const bool has_data = draft.data.begin != nullptr && !draft.data_null;
  Claim claim{top().number, draft.bytes, draft.count.elements(), has_size, counted};
  if (has_data && has_size) {
    sizes_known_ = false;
    return tell(Phase::tensors, rule<"kserve/data-and-size">, draft.data.begin, draft.data.length(), {}, {}, "data");
  }
  if (has_data) return finish_data(draft, claim);
  if (!has_size) {
    const bool empty = counted && draft.count.elements() == 0;
    const Rule& broken = empty ? rule<"kserve/data-missing-empty"> : rule<"kserve/data-missing">;
    const At at = draft.data_null ? draft.data.begin : draft.object;
    const std::uint64_t length = draft.data_null ? draft.data.length() : 1;
    return tell(Phase::tensors, broken, at, length, {}, {}, "data") && keep(draft, claim);
  }
  if (draft.sized && draft.data_null && draft.bytes != 0) {
    claim.sound = false;
    if (!tell(Phase::tensors, rule<"kserve/data-and-size">, draft.data.begin, draft.data.length(), {}, {}, "data"))
      return false;
  } else if (draft.sized && counted && draft.dtype != DType::bytes && draft.bytes != expected) {
    claim.sound = false;
    if (!tell(Phase::tensors, rule<"kserve/size-mismatch">, size.begin, size.length(), draft.bytes, expected,
              size_field)) {
      return false;
    }
  }
  return keep(draft, claim);
}

bool Walk::finish_data(Draft& draft, const Claim& claim) noexcept {
  if (byte_at(draft.data.begin) != '[') return true;
  const auto told = [&](const Rule& rule, At at, std::uint64_t length, Number actual, Number expected) {
    return tell(Phase::tensors, rule, at, length, actual, expected, "data");
  };
  if (draft.datatype_sound && is_half(draft.dtype)) {
    return told(rule<"kserve/data-half">, draft.data.begin, draft.data.length(), {}, {});
  }
  if (!draft.sound()) return true;
  if (!draft.data_read && !read_data_again(draft)) return false;
  if (!claim.sound) return true;
  if (draft.values != claim.elements) {
    return told(rule<"kserve/data-count">, draft.data.begin, draft.data.length(), draft.values, claim.elements);
  }
  if (draft.misshapen != nullptr && !told(rule<"kserve/data-shape">, draft.misshapen, 1, {}, {})) return false;
  return keep(draft, claim);
}

bool Walk::keep(const Draft& draft, const Claim& claim) noexcept {
  if (!draft.named) {
    sizes_known_ = sizes_known_ && !claim.binary;
    return true;
  }
  if (tensor_count_ == tables_.tensors.size()) return exhausted(draft.object) != nullptr;
  const auto index = static_cast<std::size_t>(tensor_count_++);
  const Bytes parameters =
      draft.parameters.begin == nullptr ? Bytes() : Bytes(draft.parameters.begin, draft.parameters.end);
  tables_.tensors[index] = {
      .tensor = {as_text(draft.name), draft.dtype, draft.dims, draft.converted, true},
      .encoding = claim.binary ? Encoding::binary : Encoding::json,
      .object = Bytes(draft.object, static_cast<std::size_t>(draft.object_size)),
      .parameters = parameters,
      .values = claim.binary || draft.data.begin == nullptr || draft.data_null
                    ? Bytes()
                    : Bytes(draft.data.begin, draft.data.end),
  };
  tables_.claims[index] = claim;
  return true;
}

}  // namespace hallmark::kserve
