// Binary values. futhark#specification.
#include <algorithm>

#include "core/scan.hpp"
#include "futhark/walk.hpp"

namespace hallmark::futhark {
namespace {

constexpr std::uint64_t header_size = 7;  // "b", version, rank, type
constexpr std::uint64_t header_mask = (std::uint64_t{1} << (8 * header_size)) - 1;
constexpr std::uint32_t header_start = 'b' | supported_version << 8;
// A header, and a dimension or a word of data behind it, of which the first byte is looked at with the header.
constexpr std::uint64_t smallest = header_size + sizeof(std::uint64_t) + 1;
static_assert(smallest >= 2 * sizeof(std::uint64_t));

// PlainHeader is the header of a value that only has to be counted. As long as the next one equals it, that value needs
// no look at its type. Equality takes one comparison: the header and the first byte of data are one word.
struct PlainHeader {
  std::uint64_t word = UINT64_MAX;     // no header yet
  std::uint64_t dimension = 0;         // of an array
  std::uint64_t highest = UINT64_MAX;  // of the word with a byte of data behind it: a bool is 0 or 1
  Stride<smallest> stride;             // the size of the value
  DType dtype = DType::i32;
  bool is_array = false;

  [[nodiscard, gnu::always_inline]] bool repeats(Ahead<smallest> ahead) const noexcept {
    return (ahead.load<std::uint64_t>() & header_mask) == word &&
           (!is_array || ahead.load<std::uint64_t, header_size>() == dimension);
  }

  [[nodiscard]] bool is_scalar() const noexcept { return word != UINT64_MAX && !is_array; }

  // read takes another header; false where its value has to be looked at in full, or is cut off.
  [[nodiscard, gnu::always_inline]] bool read(Ahead<smallest> ahead, std::uint64_t remaining,
                                              std::uint32_t max_rank) noexcept {
    const auto bytes = ahead.load<std::uint64_t>();
    const Type* const type = type_table.find(static_cast<std::uint32_t>(bytes >> 24));
    if (type == nullptr) return false;
    const std::uint64_t rank = bytes >> 16 & 0xff;
    if ((bytes & 0xffff) != header_start || rank > std::min(max_rank, 1U)) return false;
    std::uint64_t size = header_size + type->size;
    if (rank == 1) {
      dimension = ahead.load<std::uint64_t, header_size>();
      const std::uint64_t rest = remaining - header_size - sizeof dimension;
      if (type->dtype == DType::boolean || dimension == 0 || dimension > rest / type->size) return false;
      size = header_size + sizeof dimension + dimension * type->size;
    }
    dtype = type->dtype;
    is_array = rank == 1;
    word = bytes & header_mask;
    stride = Stride<smallest>(size);
    highest = type->dtype == DType::boolean ? word | std::uint64_t{1} << (8 * header_size) : UINT64_MAX;
    return true;
  }
};

// Whether a scalar begins here that only has to be counted.
[[gnu::always_inline]] inline bool is_plain_scalar(Ahead<smallest> ahead) noexcept {
  const auto bytes = ahead.load<std::uint64_t>();
  const Type* const type = type_table.find(static_cast<std::uint32_t>(bytes >> 24));
  const bool sound = type != nullptr && (type->dtype != DType::boolean || bytes >> (8 * header_size) <= 1);
  return sound && (bytes & 0xffffff) == header_start;
}

}  // namespace

// BinaryHeader is what a binary value says of itself.
struct Walk::BinaryHeader {
  const Type* type = nullptr;
  std::uint64_t rank = 0;
  Field<Bytes> dims;
  ElementCount count;
};

// Scalars of many types, with or without white space behind each. The next one is found before the type of this one is
// known: see SizeByLetter.
TextCursor Walk::skip_plain_mixture(TextCursor at) noexcept {
  std::uint64_t count = 0;
  while (const auto ahead = at.ahead<smallest>()) {
    const std::uint64_t size = size_by_letter.of(ahead.load<std::uint8_t, header_size - 1>());
    if (is_plain_scalar(ahead)) [[likely]] {
      at = ahead.skip(static_cast<std::size_t>(header_size + size));
      ++count;
    } else if (is_space(ahead.load<std::uint8_t>())) {
      at = ahead.skip(1);
    } else {
      break;
    }
  }
  position_.value += count;
  return at;
}

// Valid values of rank 0 and 1, with or without white space behind each, are only counted here; whatever else comes is
// left to `next`.
TextCursor Walk::skip_plain_binary(TextCursor at) noexcept {
  PlainHeader header;
  std::uint64_t count = 0;
  while (const auto ahead = at.ahead(header.stride)) {
    const auto word = ahead.load<std::uint64_t>();
    if (header.repeats(ahead)) [[likely]] {
      if (word > header.highest) break;
      at = ahead.behind();
    } else if (is_space(ahead.load<std::uint8_t>())) {
      at = ahead.skip(1);
      continue;
    } else if (header.is_scalar() && is_plain_scalar(ahead)) {  // of another type: more of them may follow
      at = skip_plain_mixture(at);
      continue;
    } else {
      if (!header.read(ahead, at.remaining(), max_rank_) || word > header.highest) break;
      at = at.skip(header.stride.distance());
    }
    ++count;
  }
  position_.value += count;
  return at;
}

bool read_plain_value(TextCursor at, std::uint32_t max_rank, Value& value) noexcept {
  at = at.skip_while(is_space);
  const auto ahead = at.ahead<smallest>();
  PlainHeader header;
  if (!ahead || !header.read(ahead, at.remaining(), max_rank) || ahead.load<std::uint64_t>() > header.highest) {
    return false;
  }
  const TextCursor dims = ahead.skip(header_size);
  const TextCursor data = header.is_array ? ahead.skip(header_size + sizeof header.dimension) : dims;
  value.begin = at;
  value.end = at.skip(header.stride.distance());
  value.form = Form::binary;
  value.dtype = header.dtype;
  value.dims = dims.to(data);
  value.data = data.to(value.end);
  return true;
}

[[gnu::always_inline]] inline bool Walk::check_gap(TextCursor at) noexcept {
  if (gap_.comment && !report(rule<"futhark/comment-before-binary">, gap_.comment, gap_.comment_length)) return false;
  if (gap_.after_scalar && at == at_ && !report(rule<"futhark/separator">, at, 1)) return false;
  gap_.after_scalar = false;
  return true;
}

[[gnu::always_inline]] inline bool Walk::read_header(Reader& in, BinaryHeader& header) noexcept {
  const auto version = in.u8("version");
  if (!in.require(version == supported_version, rule<"futhark/version">, version)) return false;
  const auto rank = in.u8("rank");
  const auto string = in.u32le("type");
  if (!in.ok()) return false;
  const std::uint64_t payable = in.remaining() / sizeof(std::uint64_t);
  if (!in.require(rank <= payable, rule<"futhark/rank-overrun">, rank, in.remaining())) return false;
  in.require(rank <= max_rank_, rule<"futhark/rank">, rank, max_rank_);
  header.type = type_table.find(string);
  if (!in.require(header.type != nullptr, rule<"futhark/type">, string)) return false;
  header.rank = rank;
  header.dims = in.bytes(header.rank * sizeof(std::uint64_t), "dims");
  return true;
}

[[gnu::always_inline]] inline bool Walk::check_dimensions(Reader& in, BinaryHeader& header) noexcept {
  const Shape shape(header.dims);
  header.count = count_of(shape);
  const bool is_empty = !header.count.overflows() && header.count.elements() == 0;
  for (std::uint64_t axis = 0; axis < header.rank; ++axis) {
    if (shape[axis] <= INT64_MAX) continue;
    position_.dimension = axis;
    const Rule& broken = is_empty ? rule<"futhark/dimension-empty"> : rule<"futhark/dimension">;
    const std::uint64_t place = header.dims.at + axis * sizeof(std::uint64_t);
    in.require(false, broken, place, sizeof(std::uint64_t), "dims[]", shape[axis]);
    if (!is_empty || findings_.stopped()) return false;
  }
  return true;
}

[[gnu::always_inline]] inline bool Walk::read_data(Reader& in, const BinaryHeader& header, Value& value) noexcept {
  std::uint64_t size = 0;
  const bool sized = header.count.bytes(header.type->size, size);
  if (!in.require(sized, rule<"futhark/element-count">, header.dims)) return false;
  if (size > in.remaining()) {
    const bool scalar = header.rank == 0;
    in.require(false, rule<"futhark/data-truncated">, scalar ? input_.size() : header.dims.at, header.dims.width(),
               scalar ? "data" : "dims", in.remaining(), size);
    return false;
  }
  const auto data = in.bytes(size, "data");
  const std::uint64_t bad = header.type->dtype == DType::boolean ? find_non_bool(data) : nowhere;
  if (bad != nowhere) {
    in.require(false, rule<"futhark/boolean">, data.at + bad, 1, data.name,
               std::to_integer<std::uint8_t>(data.value[static_cast<std::size_t>(bad)]));
  }
  value.dtype = header.type->dtype;
  value.rank = header.rank;
  value.elements = header.count.elements();
  value.dims = header.dims.value;
  value.data = data.value;
  return true;
}

TextCursor Walk::binary(TextCursor at, Value& value) noexcept {
  if (!check_gap(at)) return {};
  Reader in(input_, findings_, rule<"futhark/header-truncated">);
  in.skip(offset(at) + 1, "");
  BinaryHeader header;
  if (!read_header(in, header) || !check_dimensions(in, header) || !read_data(in, header, value)) return {};
  return text_.skip(in.offset());
}

}  // namespace hallmark::futhark
