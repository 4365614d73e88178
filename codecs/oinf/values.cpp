// SPDX-License-Identifier: Apache-2.0
// Phase 4, what metadata hold, and phase 5, where tensors lie.
#include "core/scan.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {

bool Walk::place(const Field<std::uint64_t>& offset, std::uint64_t size) noexcept {
  const bool empty = size == 0;
  const bool inside = offset >= header_.offset_data && offset <= input_.size && size <= input_.size - offset;
  return in_.require(offset % 8 == 0, empty ? rule<"oinf/empty-place"> : rule<"oinf/blob-aligned">, offset,
                     input_.size) &&
         in_.require(inside, empty ? rule<"oinf/empty-place"> : rule<"oinf/blob-range">, offset, input_.size);
}

void Walk::take_blob(std::uint64_t begin, std::uint64_t end, std::uint64_t owner) noexcept {
  if (begin == end) return;
  ascending_ = ascending_ && (blob_count_ == 0 || blobs_[static_cast<std::size_t>(blob_count_ - 1)].begin <= begin);
  blobs_[static_cast<std::size_t>(blob_count_++)] = {begin, end, owner};
}

void Walk::read_values() noexcept {
  if (!in_.holds(values_end_)) return;
  position_.at("metadata");
  for (std::size_t i = 0; i < metadata_.size() && !stopped(); ++i) {
    Metadata& entry = metadata_[i];
    position_.entry(i);
    const auto [nbytes, offset] = extent_at(entry.blob, "value_nbytes", "value_offset");
    const bool placed = entry.type != ValueType::none && check_size(entry.type, nbytes) && place(offset, nbytes) &&
                        in_.holds(offset + nbytes);  // once more: what they say may have changed
    entry.blob = placed ? input_.slice(offset, offset + nbytes) : Bytes();
    if (placed && read_value(entry, {nbytes, offset})) {
      take_blob(offset, offset + nbytes, i);
    } else {
      condemn_blob(offset);
      entry.type = ValueType::none;  // the value was not found and must not be read
    }
  }
}

// Checks a size before the blob is read.
bool Walk::check_size(ValueType type, const Field<std::uint64_t>& nbytes) noexcept {
  if (!is_element(type)) {
    return in_.require(nbytes >= smallest_value, rule<"oinf/value-truncated">, nbytes, smallest_value);
  }
  const std::uint64_t size = size_of(dtype_of(type));
  return require_size(in_, nbytes, size, rounded_up(size));
}

// Whether the size counts padding is open: the size of the other reading is a fault of its own.
bool Walk::require_size(Reader& in, const Field<std::uint64_t>& nbytes, std::uint64_t size,
                        std::uint64_t other) noexcept {
  const Rule& broken = nbytes == other ? rule<"oinf/value-size-padding"> : rule<"oinf/value-size">;
  return in.require(nbytes == size, broken, nbytes, size);
}

// False when the size of the blob is wrong.
bool Walk::read_value(const Metadata& entry, const Extent& extent) noexcept {
  if (is_element(entry.type)) {
    if (entry.type == ValueType::boolean)
      in_.require_none(find_non_bool(entry.blob), rule<"oinf/value-bool">, {entry.blob, extent.offset, "value"});
    return true;
  }
  Reader in = window(extent.offset, extent.offset + extent.nbytes, rule<"oinf/value-size">);
  const bool read = entry.type == ValueType::string   ? read_string(in, extent.nbytes)
                    : entry.type == ValueType::bitset ? read_bitset(in, extent.nbytes)
                                                      : read_ndarray(in, extent.nbytes);
  if (read) check_zeros(in.offset(), in.offset() + in.remaining(), rule<"oinf/value-padding">, "value.padding");
  return read;
}

bool Walk::read_string(Reader& in, const Field<std::uint64_t>& nbytes) noexcept {
  const auto length = in.u32le("value.length");
  if (!require_size(in, nbytes, string_size(length), 4 + std::uint64_t{length})) return false;
  in.require(length != 0, rule<"oinf/string-empty">, length);
  const auto text = in.bytes(length, "value");
  in.require_none(find_foreign(text), rule<"oinf/string-characters">, text);
  return true;
}

bool Walk::read_bitset(Reader& in, const Field<std::uint64_t>& nbytes) noexcept {
  const auto bits = in.u32le("value.bit_count");
  const auto bytes = in.u32le("value.byte_count");
  const std::uint64_t needed = bytes_of_bits(bits);
  if (!in.require(bytes == needed, rule<"oinf/bitset-bytes">, bytes, needed) ||
      !require_size(in, nbytes, rounded_up(8 + needed), 8 + needed)) {
    return false;
  }
  const auto data = in.bytes(needed, "value");
  const unsigned used = bits % 8;
  if (used != 0) {
    const auto last = std::to_integer<std::uint8_t>(data.value.back());
    in.require(last >> used == 0, rule<"oinf/bitset-slack">, data.at + data.width() - 1, 1, data.name, last, used);
  }
  return true;
}

bool Walk::read_ndarray(Reader& in, const Field<std::uint64_t>& nbytes) noexcept {
  const auto type = in.u32le("value.element_type");
  const auto ndim = in.u32le("value.ndim");
  if (!in.require(type < 16 || type > 25, rule<"oinf/type-later">, type, 12) ||
      !in.require(type >= 1 && type <= 12, rule<"oinf/element-type">, type) ||
      !in.require(ndim <= in.remaining() / 8, rule<"oinf/value-dims">, ndim, in.remaining()) ||
      !in.require(ndim <= max_rank_, rule<"oinf/rank">, ndim, max_rank_)) {
    return false;
  }
  const auto dims = in.bytes(std::uint64_t{ndim} * 8, "value.dims");
  const auto dtype = dtype_of(static_cast<ValueType>(type.value));
  std::uint64_t data = 0;
  const bool counted = count_of(Shape(dims)).bytes(size_of(dtype), data);
  if (!in.require(counted, rule<"oinf/value-count">, dims)) return false;
  const std::uint64_t head = 8 + dims.width();
  const bool fits = data <= UINT64_MAX - head - 7;  // else the sizes saturate
  const std::uint64_t unpadded = fits ? head + data : UINT64_MAX;
  if (!require_size(in, nbytes, fits ? rounded_up(unpadded) : UINT64_MAX, unpadded)) return false;
  const auto elements = in.bytes(data, "value.data");
  if (dtype == DType::boolean) in.require_none(find_non_bool(elements), rule<"oinf/value-bool">, elements);
  return true;
}

void Walk::place_tensors() noexcept {
  position_.at("tensors");
  for (std::size_t i = 0; i < tensors_.size() && !stopped(); ++i) {
    position_.entry(i);
    place_tensor(tensors_[i]);
  }
}

void Walk::place_tensor(TensorView& tensor) noexcept {
  const auto [nbytes, offset] = extent_at(tensor.data, "data_nbytes", "data_offset");
  tensor.data = {};
  // The shape of the tensor, made here, so that the compiler sees a row: 3 % less work a tensor.
  const Shape dims(tensor.shape.row());
  const std::uint64_t dims_size = dims.row().size();
  const std::uint64_t dims_at = nbytes.at - dims_size;
  const bool known = tensor.dtype != DType::bytes;
  std::uint64_t size = 0;
  const bool sized = !known || count_of(dims).bytes(size_of(tensor.dtype), size);
  if (!tensor.has_data) {
    in_.require(sized, rule<"oinf/absent-overflow">, dims_at, dims_size, "dims");
    in_.require(nbytes == 0, rule<"oinf/tensor-absent">, nbytes);
    in_.require(offset == 0, rule<"oinf/tensor-absent">, offset);
    return;
  }
  if (!known || !in_.require(sized, rule<"oinf/element-count">, dims_at, dims_size, "dims") ||
      !in_.require(nbytes == size, rule<"oinf/tensor-size">, nbytes, size) || !place(offset, size)) {
    return condemn_blob(offset);
  }
  tensor.has_data = offset + size <= input_.window.size();
  if (tensor.has_data) tensor.data = input_.slice(offset, offset + size);
  take_blob(offset, offset + size, metadata_.size() + static_cast<std::uint64_t>(&tensor - tensors_.data()));
  booleans_ = booleans_ || tensor.dtype == DType::boolean;
}

}  // namespace hallmark::oinf
