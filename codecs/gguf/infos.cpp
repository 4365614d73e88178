// SPDX-License-Identifier: Apache-2.0
// Phase 4: the tensor infos in file order, each wholly, and duplicate names.
#include <algorithm>
#include <utility>

#include "gguf/walk.hpp"

namespace hallmark::gguf {

std::string_view Walk::read_name(Reader& in) noexcept {
  constexpr std::uint64_t longest = 64;
  const auto length = number<std::uint64_t>(in, "name");
  if (!pays(in, in.remaining(), rule<"gguf/string-truncated">, length)) return {};
  heard(in, length.at, "name.len");
  in.require(length <= longest, rule<"gguf/name-length">, length);
  in.require(length != longest, rule<"gguf/name-long">, length);
  in.require(length != 0, rule<"gguf/name-empty">, length);
  const auto name = in.bytes(length, "name");
  in.require_none(find_invalid_utf8(name), rule<"gguf/name-utf8">, name);
  in.require_none(find_char(name, '\0'), rule<"gguf/name-nul">, name);
  heard(in, name);
  return as_text(name);
}

// False where the type is none of ours: the size of the tensor is then not known.
bool Walk::check_type(Reader& in, const Field<std::uint32_t>& type, DType& dtype) noexcept {
  const bool listed = type < std::size(manifest::gguf_types);
  dtype = listed ? manifest::gguf_types[type].dtype : DType::bytes;
  if (dtype == DType::bytes) {
    in.require(false, listed ? rule<"gguf/type-removed"> : rule<"gguf/type-unknown">, type);
    return false;
  }
  if (!is_quantised(dtype)) return true;
  in.require(std::exchange(versioned_, true), rule<"gguf/quantization-version">, type);
  if (header_.big_endian) in.require(std::exchange(ordered_, true), rule<"gguf/block-order">, type);
  return true;
}

bool Walk::read_info(Reader& in, TensorView& tensor, Place& place) noexcept {
  const std::string_view name = read_name(in);
  const auto rank = number<std::uint32_t>(in, "n_dimensions");
  if (!pays(in, in.remaining() / sizeof(std::uint64_t), rule<"gguf/dimensions-truncated">, rank)) return false;
  heard(in, rank);
  if (!in.require(rank <= max_rank_, rule<"gguf/rank-limit">, rank, max_rank_)) return false;
  in.require(rank <= 4, rule<"gguf/rank">, rank);
  const std::byte* const dimensions = in.cursor();
  ElementCount count;
  Field<std::uint64_t> first{1, rank.at, rank.name};  // of no dimensions
  for (std::uint32_t axis = 0; axis < rank && in.ok(); ++axis) {
    position_.axis(axis);
    const auto size = number<std::uint64_t>(in, "dimensions[]");
    if (axis == 0) first = size;
    in.require(size <= INT64_MAX, rule<"gguf/dimension-range">, size);
    heard(in, size);
    count.dimension(size);
  }
  const Shape shape = shape_of({dimensions, in.cursor()}, header_.big_endian);
  position_.axis(0);
  const auto type = heard(in, number<std::uint32_t>(in, "type"));
  DType dtype = DType::bytes;
  bool placed = in.ok() && check_type(in, type, dtype);
  if (placed) {
    const std::uint64_t block = block_of(dtype).elements;
    const std::uint64_t width = rank == 0 ? sizeof rank.value : sizeof first.value;
    placed =
        in.require(first % block == 0, rule<"gguf/block-multiple">, first.at, width, first.name, first.value, block) &&
        in.require(count.data(dtype, place.size) == DataSize::whole, rule<"gguf/size-overflow">, first);
  }
  const auto offset = heard(in, number<std::uint64_t>(in, "offset"));
  place.offset = offset;
  placed_ = in.require(!aligned_ || offset % alignment_ == 0, rule<"gguf/offset-alignment">, offset, alignment_) &&
            placed && placed_;
  tensor = {name, dtype, false, shape, {}};
  return in.ok();
}

bool Walk::read_infos(Reader& in) noexcept {
  std::span<TensorView> tensors;
  const std::uint64_t count = header_.tensor_count;
  if (!take(tensors, count) || !take(places_, count)) return false;
  position_.at("tensors");
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    position_.entry(i);
    Place& place = places_[i] = {};
    if (!read_info(in, tensors[i], place)) return false;
    tensors_ = tensors.first(i + 1);
    const std::uint64_t end = place.offset <= UINT64_MAX - place.size ? place.offset + place.size : UINT64_MAX;
    if (place.size != 0) reached_ = std::max(reached_, end);
  }
  return check_unique("tensors", "name", &TensorView::name, tensors_, rule<"gguf/name-duplicate">);
}

}  // namespace hallmark::gguf
