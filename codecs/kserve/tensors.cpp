// What a tensor says of itself: shape, datatype, and how its data travel.
#include <algorithm>

#include "core/element_output.hpp"
#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t smallest_string = 4;  // an element of BYTES is as long at least
constexpr const char* size_field = "parameters.binary_data_size";

// Whether a number is 0, however it is spelled.
bool is_zero(std::string_view text) noexcept {
  return text.substr(0, text.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos;
}

// Whether a number without an exponent has a fraction that is not 0.
bool is_broken(std::string_view text) noexcept {
  const std::size_t point = text.find('.');
  return point != std::string_view::npos && text.find_first_of("eE") == std::string_view::npos &&
         text.find_first_not_of('0', point + 1) != std::string_view::npos;
}

// A dimension or a size: digits alone, within 63 bits. Gives where it ends, a false cursor where there is none.
[[gnu::always_inline]] inline TextCursor size_at(TextCursor at, std::uint64_t& size) noexcept {
  constexpr std::uint64_t always_in_range = 18;  // digits
  static_assert(INT64_MAX > 999'999'999'999'999'999);
  Digits whole;
  const TextCursor end = at.skip_while(whole);
  const std::uint64_t digits = end - at;
  const unsigned next = end.peek();
  size = whole.value;
  if (digits == 0 || next == '.' || (next | 0x20) == 'e') return {};
  return digits <= always_in_range || (fits_64_bits(at, digits, size) && size <= INT64_MAX) ? end : TextCursor();
}

}  // namespace

bool Walk::check_tensors() noexcept {
  if (list_ == 0 || tape_[list_].kind != JsonKind::array) return true;
  tensors_ = scratch_.room<MessageTensor>(named_);
  claims_ = scratch_.room<Claim>(named_);
  if (claims_.size() != named_) return exhausted(tape_[list_].begin);
  const std::span<std::byte> values = scratch_.rest<std::byte>();
  values_ = values;
  const Members* members = members_.data();
  bool on = true;
  const std::uint32_t end = tape_[list_].match;
  in_list([&] {
    for (std::uint32_t i = list_ + 1; on && i != end; i = tape_.after(i)) {
      const JsonToken& token = tape_[i];
      if (token.kind == JsonKind::object) {
        on = check_tensor(i, token.match != i + 1 ? *members++ : Members(), tape_[list_].count);
      }
      tape_.pass(token.kind == JsonKind::run ? token.count : 1);
    }
  });
  (void)scratch_.room<std::byte>(values.size() - values_.size());
  tensors_ = tensors_.first(kept_);
  return on;
}

[[gnu::always_inline]] inline bool Walk::check_tensor(std::uint32_t object, const Members& members,
                                                      std::uint32_t index) noexcept {
  Draft draft;
  static_cast<Members&>(draft) = members;
  draft.object = object;
  draft.has_data = members.data != 0 && tape_[members.data].kind != JsonKind::null;
  return read_shape(draft) && read_datatype(draft) && check_size(draft, index);
}

[[gnu::always_inline]] inline bool Walk::read_shape(Draft& draft) noexcept {
  if (tape_[draft.shape].kind != JsonKind::array) return true;
  const std::uint64_t rank = tape_[draft.shape].count;
  bool sound = rank <= max_rank_ && tape_[draft.shape].match == draft.shape + 1;
  ElementOutput out(values_, sizeof(std::uint64_t));
  TextCursor at = tape_.begin(tape_[draft.shape]);
  for (std::uint64_t axis = 0; sound && axis < rank; ++axis) {
    at = skip_space(at.next());
    std::uint64_t size = 0;
    if (out.full()) return exhausted(offset(at));
    const TextCursor end = size_at(at, size);
    sound = static_cast<bool>(end);
    out.put(size);
    draft.count.dimension(size);
    at = skip_space(end);
  }
  if (!sound) return check_shape(draft);
  draft.dims = Shape(Bytes(values_).first(out.bytes()));
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
  const JsonToken& shape = tape_[draft.shape];
  bool on = true;
  tape_.element = 0;
  (void)tape_.each_entry(draft.shape, shape.match, shape.count, [&](TextCursor at, std::uint64_t size, std::uint32_t) {
    const bool beyond = tape_.element == max_rank_;
    on = beyond ? report(rule<"kserve/rank">, offset(at), 1, max_rank_ + 1, max_rank_, "shape")
                : report_integer(at, size, rules, "shape");
    ++tape_.element;
    return on && !beyond;
  });
  tape_.element = UINT64_MAX;
  return on;
}

bool Walk::report_integer(TextCursor at, std::uint64_t length, const IntegerRules& rules, const char* field) noexcept {
  const auto broken = [&](const Rule& rule) { return report(rule, offset(at), length, {}, {}, field); };
  if (!at.is('-') && !is_digit(at.peek())) return broken(rules.bad);
  JsonNumber number;
  (void)tape_.lexer().number(at, number);
  const std::string_view text = as_text(at.to(at.skip(length)));
  if ((number.negative && !is_zero(text)) || is_broken(text)) return broken(rules.bad);
  if (number.negative || !number.integer) return broken(rules.lexeme);
  std::uint64_t value = 0;
  if (!integer_of(number, value)) return broken(rules.range);
  return value <= INT64_MAX || broken(rules.wide);
}

[[gnu::always_inline]] inline bool Walk::read_datatype(Draft& draft) noexcept {
  const JsonToken& name = tape_[draft.datatype];
  if (name.kind != JsonKind::string) return true;
  Bytes text = tape_.value(name).subspan(1, name.size - 2);
  std::byte plain[64];  // no name of a datatype is longer, however it is escaped
  if (name.escaped && text.size() <= sizeof plain) text = Bytes(plain, unescape(text, plain));
  draft.dtype = dtype_of(as_text(text));
  return draft.dtype || report(rule<"kserve/datatype">, name, {}, {}, "datatype");
}

[[gnu::always_inline]] inline bool Walk::check_size(Draft& draft, std::uint32_t index) noexcept {
  std::uint64_t expected = 0;
  bool counted = draft.sound();
  if (counted && !draft.count.bytes(*draft.dtype == DType::bytes ? smallest_string : size_of(*draft.dtype), expected)) {
    counted = false;
    const Rule& broken = draft.size != 0 ? rule<"kserve/element-count"> : rule<"kserve/shape-overflow">;
    if (!report(broken, tape_[draft.shape], {}, {}, "shape")) return false;
  }
  const bool has_size = draft.size != 0;
  if (draft.shared != 0) {
    sizes_known_ = sizes_known_ && !has_size;
    const JsonKind kind = tape_[draft.shared].kind;  // one that no parameter may have has been reported
    return kind == JsonKind::null || tape_[draft.shared].nests() ||
           report(rule<"kserve/shared-memory">, tape_[draft.shared], {}, {}, "parameters.shared_memory_region");
  }
  Claim claim{0, draft.count.elements(), index, has_size, counted};
  draft.sized = has_size && size_at(tape_.begin(tape_[draft.size]), claim.bytes);
  if (has_size && !draft.sized) {
    claim.bytes = 0;
    sizes_known_ = false;
    const IntegerRules rules{rule<"kserve/binary-data-size">, rule<"kserve/binary-data-size-lexeme">,
                             rule<"kserve/binary-data-size-range">, rule<"kserve/binary-data-size-range">};
    const bool reported = tape_[draft.size].kind == JsonKind::null || tape_[draft.size].nests();
    if (!reported && !report_integer(tape_.begin(tape_[draft.size]), tape_[draft.size].size, rules, size_field))
      return false;
  }
  if (draft.has_data && has_size) {
    sizes_known_ = false;
    return report(rule<"kserve/data-and-size">, tape_[draft.data], {}, {}, "data");
  }
  if (draft.has_data) return check_data(draft, claim);
  return has_size ? check_binary(draft, claim, expected) : check_without_data(draft, claim);
}

// Neither data nor a size.
bool Walk::check_without_data(const Draft& draft, const Claim& claim) noexcept {
  const bool empty = claim.sound && claim.elements == 0;
  const Rule& broken = empty ? rule<"kserve/data-missing-empty"> : rule<"kserve/data-missing">;
  const JsonToken& place = draft.data != 0 ? tape_[draft.data] : tape_[draft.object];
  return report(broken, place.begin, draft.data != 0 ? place.size : 1, {}, {}, "data") && keep(draft, claim);
}

[[gnu::always_inline]] inline bool Walk::check_binary(const Draft& draft, Claim& claim,
                                                      std::uint64_t expected) noexcept {
  if (draft.sized && draft.data != 0 && claim.bytes != 0) {
    claim.sound = false;
    if (!report(rule<"kserve/data-and-size">, tape_[draft.data], {}, {}, "data")) return false;
  } else if (draft.sized && claim.sound && *draft.dtype != DType::bytes && claim.bytes != expected) {
    claim.sound = false;
    if (!report(rule<"kserve/size-mismatch">, tape_[draft.size], claim.bytes, expected, size_field)) return false;
  }
  return keep(draft, claim);
}

// Data in JSON.
bool Walk::check_data(Draft& draft, const Claim& claim) noexcept {
  const JsonToken& data = tape_[draft.data];
  if (data.kind != JsonKind::array) return true;
  if (draft.dtype && is_half(*draft.dtype)) {
    const Rule& broken = *draft.dtype == DType::f16 ? rule<"kserve/data-fp16"> : rule<"kserve/data-half">;
    const bool on = report(broken, data, {}, {}, "data");
    if (!on || *draft.dtype != DType::f16 || options_.profile != Profile::compat) return on;
  }
  return !draft.sound() || read_data(draft, claim);
}

bool Walk::keep(const Draft& draft, const Claim& claim) noexcept {
  if (tape_[draft.name].kind != JsonKind::string) {
    sizes_known_ = sizes_known_ && !claim.binary;
    return true;
  }
  Bytes name;
  if (!read_text(tape_[draft.name], values_, name)) return false;
  if (kept_ == tensors_.size()) return exhausted(tape_[draft.object].begin);
  tensors_[kept_] = {
      .tensor = {as_text(name), draft.dtype.value_or(DType::bytes), draft.dims.value_or(Shape()), draft.bytes, true},
      .encoding = claim.binary ? Encoding::binary : Encoding::json,
      .object = tape_.value(tape_[draft.object]),
      .parameters = draft.parameters != 0 && tape_[draft.parameters].kind == JsonKind::object
                        ? tape_.value(tape_[draft.parameters])
                        : Bytes(),
      .values = claim.binary || !draft.has_data ? Bytes() : tape_.value(tape_[draft.data]),
  };
  claims_[kept_++] = claim;
  return true;
}

}  // namespace hallmark::kserve
