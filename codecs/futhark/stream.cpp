// What stands between values, and binary values. futhark#specification.
#include <algorithm>
#include <cstring>

#include "core/path.hpp"
#include "core/scan.hpp"
#include "futhark/walk.hpp"

namespace hallmark::futhark {

void Position::write(TextSink& out, const Violation& violation) const noexcept {
  out.write("values");
  write_index(out, value);
  for (std::uint64_t i = 0; i < depth; ++i) write_index(out, frames_[static_cast<std::size_t>(i)].count);
  if (*violation.field == '\0') return;
  out.write(".");
  const std::string_view field = violation.field;
  if (field != "dims[]") return out.write(field);
  out.write("dims");
  write_index(out, dimension);
}

bool Walk::remark(const Rule& rule, At at, std::uint64_t length, Number actual, Number expected,
                  const char* field) noexcept {
  if (quiet_) return true;
  in_.require(false, rule, offset(at), length, field, actual, expected);
  return !findings_.stopped();
}

Walk::At Walk::fail(const Rule& rule, At at, std::uint64_t length, Number actual, Number expected,
                    const char* field) noexcept {
  in_.require(false, rule, offset(at), length, field, actual, expected);
  return nullptr;
}

Walk::At Walk::missing(const Rule& broken, At at) noexcept {
  return ended(at) ? fail(rule<"futhark/text-truncated">, at, 0) : fail(broken, at, 1, byte_at(at));
}

void Walk::run() noexcept {
  Value value;
  do {
    // Behind white space it no longer matters what came before.
    while (!ended(at_) && is_space(byte_at(at_))) {
      scalar_last_ = false;
      ++at_;
    }
    if (!scalar_last_) at_ = skip_text(skip_binary(at_));
  } while (next(value));
  if (position_.value == 0 && ended(at_)) remark(rule<"futhark/no-values">, at_, 0);
}

bool Walk::next(Value& value) noexcept {
  comment_ = nullptr;
  const At at = separator(at_);
  if (ended(at)) {
    at_ = at;
    return false;
  }
  value = {};
  value.begin = at;
  const bool is_binary = byte_at(at) == 'b';
  const At behind = is_binary ? binary(at, value) : text(at, value);
  if (behind == nullptr || findings_.stopped()) return false;
  value.end = at_ = behind;
  ++position_.value;
  return true;
}

// Sound binary values of rank 0 and 1, with or without white space behind each, are only counted here; whatever else
// comes is left to `next`. A header that equals the one before needs no second look at its type.
Walk::At Walk::skip_binary(At at) noexcept {
  constexpr std::uint64_t header_size = 7;
  constexpr std::uint64_t header_mask = (std::uint64_t{1} << (8 * header_size)) - 1;
  constexpr std::uint64_t smallest = header_size + sizeof(std::uint64_t) + 1;  // so many bytes can be looked at
  std::uint64_t last = UINT64_MAX;                                             // no header yet
  std::uint64_t dimension = 0;         // of the value before, where it was an array
  std::uint64_t size = smallest;       // of that value, or so many bytes as are looked at
  std::uint64_t highest = UINT64_MAX;  // of the word that holds the header and the first byte of data
  std::uint64_t step = 0;
  std::uint64_t count = 0;
  while (left(at) >= size) {
    const auto word = load_le<std::uint64_t>(at);
    if ((word & header_mask) != last || (step >= smallest && load_le<std::uint64_t>(at + header_size) != dimension))
        [[unlikely]] {
      if (is_space(byte_at(at))) {
        ++at;
        continue;
      }
      const Type type = type_table.find(static_cast<std::uint32_t>(word >> 24));
      const std::uint64_t rank = word >> 16 & 0xff;
      if ((word & 0xffff) != ('b' | 2 << 8) || rank > std::min(max_rank_, 1U) || type.size == 0) break;
      step = header_size + type.size;
      highest = UINT64_MAX;
      if (rank == 1) {
        dimension = load_le<std::uint64_t>(at + header_size);
        const std::uint64_t rest = left(at) - header_size - sizeof dimension;
        if (type.dtype == DType::boolean || dimension == 0 || dimension > rest / type.size) break;
        step = header_size + sizeof dimension + dimension * type.size;
      }
      last = word & header_mask;
      size = std::max(smallest, step);
      if (type.dtype == DType::boolean) highest = last | std::uint64_t{1} << (8 * header_size);
    }
    if (word > highest) break;  // a bool that is neither 0 nor 1
    at += step;
    ++count;
  }
  position_.value += count;
  return at;
}

// So are plain numbers with white space behind each.
Walk::At Walk::skip_text(At at) noexcept {
  constexpr const Bounds* i32 = bounds_of(DType::i32);
  constexpr const Bounds* f64 = bounds_of(DType::f64);
  const Bounds* last = i32;
  std::uint64_t largest = 0;
  std::uint64_t count = 0;
  Plain number;
  while (left(at) >= sizeof(std::uint64_t)) {
    if (!read_plain<false>(at, end_, number)) break;
    At end = number.end;
    const Bounds* bounds = number.decimal ? f64 : i32;
    if (left(end) < sizeof(std::uint32_t)) break;
    if (!is_space(byte_at(end))) {
      const auto named = [end](const Bounds& type) { return has_suffix(end, type); };
      if (!named(*last)) last = std::find_if(number_types.begin(), number_types.end() - 1, named);
      if (!named(*last)) break;
      bounds = last;
      end += bounds->suffix_size;
      if (ended(end) || !is_space(byte_at(end))) break;
    }
    if (!within(number, *bounds)) break;
    largest = std::max<std::uint64_t>(largest, bounds->size);
    ++count;
    at = end + 1;
    while (!ended(at) && is_space(byte_at(at))) ++at;
  }
  position_.value += count;
  text_memory_ = std::max(text_memory_, largest);
  return at;
}

Walk::At Walk::separator(At at) noexcept {
  for (;;) {
    while (!ended(at) && is_space(byte_at(at))) ++at;
    if (left(at) < 2 || byte_at(at) != '-' || byte_at(at + 1) != '-') return at;
    at = comment(at);
  }
}

// From "--" behind the next line feed.
Walk::At Walk::comment(At at) noexcept {
  const void* found = std::memchr(at, '\n', static_cast<std::size_t>(left(at)));
  const At end = found == nullptr ? end_ : static_cast<At>(found);
  if (comment_ == nullptr) {
    comment_ = at;
    comment_size_ = static_cast<std::uint64_t>(end - at);
  }
  return ended(end) ? end : end + 1;
}

Walk::At Walk::binary(At at, Value& value) noexcept {
  if (comment_ != nullptr && !remark(rule<"futhark/comment-before-binary">, comment_, comment_size_)) return nullptr;
  if (scalar_last_ && at == at_ && !remark(rule<"futhark/separator">, at, 1)) return nullptr;
  scalar_last_ = false;

  Reader in(input_, findings_, rule<"futhark/header-truncated">);
  in.skip(offset(at) + 1, "");
  const auto version = in.u8("version");
  if (!in.require(version == 2, rule<"futhark/version">, version) || version != 2) return nullptr;
  const auto rank = in.u8("rank");
  const auto string = in.u32le("type");
  if (!in.ok()) return nullptr;
  const std::uint64_t payable = in.remaining() / sizeof(std::uint64_t);
  if (!in.require(rank <= payable, rule<"futhark/rank-overrun">, rank, in.remaining()) || rank > payable)
    return nullptr;
  in.require(rank <= max_rank_, rule<"futhark/rank">, rank, max_rank_);
  const Type type = type_table.find(string);
  if (!in.require(type.size != 0, rule<"futhark/type">, string) || type.size == 0) return nullptr;

  const auto dims = in.bytes(std::uint64_t{rank} * sizeof(std::uint64_t), "dims");
  const Shape shape(dims);
  const ElementCount count = count_of(shape);
  const bool is_empty = !count.overflows() && count.elements() == 0;
  for (std::uint64_t axis = 0; axis < rank; ++axis) {
    if (shape[axis] <= INT64_MAX) continue;
    position_.dimension = axis;
    const Rule& broken = is_empty ? rule<"futhark/dimension-empty"> : rule<"futhark/dimension">;
    in.require(false, broken, dims.at + axis * sizeof(std::uint64_t), sizeof(std::uint64_t), "dims[]", shape[axis]);
    if (!is_empty || findings_.stopped()) return nullptr;
  }
  std::uint64_t size = 0;
  const bool sized = count.bytes(type.size, size);
  if (!in.require(sized, rule<"futhark/element-count">, dims) || !sized) return nullptr;
  if (size > in.remaining()) {
    const std::uint64_t place = rank == 0 ? input_.size() : dims.at;
    in.require(false, rule<"futhark/data-truncated">, place, dims.width(), rank == 0 ? "data" : "dims", in.remaining(),
               size);
    return nullptr;
  }
  const auto data = in.bytes(size, "data");
  if (type.dtype == DType::boolean) {
    const std::uint64_t bad = find_non_bool(data);
    if (bad != nowhere) {
      in.require(false, rule<"futhark/boolean">, data.at + bad, 1, data.name,
                 std::to_integer<std::uint8_t>(data.value[static_cast<std::size_t>(bad)]));
    }
  }
  value.dtype = type.dtype;
  value.rank = rank;
  value.elements = count.elements();
  value.dims = dims.value.data();
  value.data = data.value.data();
  return in.cursor();
}

Walk::At Walk::text(At at, Value& value) noexcept {
  value.form = Form::text;
  scalar_last_ = false;
  At behind = nullptr;
  if (byte_at(at) == '[') {
    behind = array(at, value);
  } else if (byte_at(at) == 'e') {
    behind = empty(at, value);
  } else {
    Element element;
    Elements elements;
    behind = scalar(at, element);
    if (behind != nullptr) behind = scalar_end(behind);
    if (behind == nullptr || !take(element, elements)) return nullptr;
    value.dtype = elements.dtype;
    value.elements = 1;
    scalar_last_ = true;
    if (!out_.empty()) put(element);
  }
  if (behind == nullptr) return nullptr;
  const std::uint64_t memory = value.elements * size_of(value.dtype) + value.rank * sizeof(std::uint64_t);
  text_memory_ = std::max(text_memory_, memory);
  return behind;
}

void Walk::store(const Value& value, std::span<std::byte> out) noexcept {
  if (out.empty()) return;
  out_ = out;
  out_dtype_ = value.dtype;
  one_step_ = one_step_mantissas();
  Value again;
  (void)text(value.begin, again);
  out_ = {};
}

void Walk::dimensions(const Value& value, std::span<std::byte> out) noexcept {
  At at = value.empty;
  bool told = true;
  for (std::uint64_t axis = 0; axis < value.rank && !out.empty(); ++axis) {
    std::uint64_t size = 0;
    if (at != nullptr) {
      at = empty_dimension(at, size, told);
      if (at != nullptr) at = spaces(at, told);
    } else {
      size = position_.frames()[static_cast<std::size_t>(axis)].size;
    }
    store_le(out.data(), size);
    out = out.subspan(sizeof size);
  }
}

}  // namespace hallmark::futhark
