// SPDX-License-Identifier: Apache-2.0
#include "core/operations.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {

void Walk::run() noexcept {
  read_header();
  if (!check_header() || !check_sections() || stopped() || !in_.holds(header_.offset_data)) return;
  read_tables();
  if (stopped()) return;
  if (!take(blobs_, metadata_.size() + tensors_.size())) return;
  read_values();
  place_tensors();
  if (!stopped()) check_blobs();
  if (!stopped()) check_booleans();
  position_.whole_file();
  if (findings_.verdict() == Verdict::valid) in_.remark_unread(input_);
}

std::uint64_t scratch_bound(Input input, const Options&) noexcept {
  if (input.window.size() < header_size) return 0;
  Findings unheard(Profile::strict);
  Reader in(input, unheard, rule<"oinf/header-truncated">);
  in.skip(magic.size(), "magic");
  HeaderFields header;
  each_field(header, [&in]<class T>(const char* name, T& field)
                         __attribute__((always_inline)) { field = in.integer<T>(name); });
  const std::uint64_t smallest =
      header.n_sizevars * smallest_sizevar + header.n_metadata * smallest_metadata + header.n_tensors * smallest_tensor;
  return header_size + smallest <= input.size ? scratch_of(header.n_sizevars, header.n_metadata, header.n_tensors) : 0;
}

Decoded<ModelView> decode(Input input, Scratch& scratch, const Options& options) noexcept {
  return decode_by<Walk>(input, scratch, options);
}

Verdict validate(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  return validate_by<Walk>(input, scratch, options, sink);
}

// The lengths in a blob were right when the file was decoded, and may have changed since: they are read once more, and
// what would reach beyond the blob, which has `smallest_value` bytes at least, is empty.
std::string_view string_of(const Metadata& value) noexcept {
  const Bytes text = value.blob.subspan(4);
  const auto length = load_le<std::uint32_t>(value.blob.data());
  return as_text(text.first(length <= text.size() ? length : 0));
}

Bitset bitset_of(const Metadata& value) noexcept {
  const Bytes data = value.blob.subspan(8);
  const auto bits = load_le<std::uint32_t>(value.blob.data());
  const std::uint64_t size = bytes_of_bits(bits);
  if (size > data.size()) return {};
  return {bits, data.first(static_cast<std::size_t>(size))};
}

TensorView ndarray_of(const Metadata& value) noexcept {
  const TensorView nothing{value.key, DType::u8, false, {}, {}};
  const Bytes rest = value.blob.subspan(8);
  const auto dtype = dtype_of(static_cast<ValueType>(load_le<std::uint32_t>(value.blob.data())));
  const std::uint64_t rank = load_le<std::uint32_t>(value.blob.data() + 4);
  if (rank > rest.size() / 8) return nothing;
  const auto dims = static_cast<std::size_t>(rank * 8);
  const Shape shape(rest.first(dims));
  std::uint64_t size = 0;
  if (!count_of(shape).bytes(size_of(dtype), size) || size > rest.size() - dims) return nothing;
  return {value.key, dtype, true, shape, rest.subspan(dims, static_cast<std::size_t>(size))};
}

}  // namespace hallmark::oinf
