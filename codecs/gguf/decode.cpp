// SPDX-License-Identifier: Apache-2.0
// The public functions, memory, phase 1, and the order of the others.
#include <algorithm>

#include "core/operations.hpp"
#include "gguf/walk.hpp"

namespace hallmark::gguf {

std::string_view removed_type(std::uint64_t type) noexcept {
  return type < std::size(manifest::gguf_types) ? manifest::gguf_types[type].removed : std::string_view();
}

std::uint64_t scratch_of(std::uint64_t pairs, std::uint64_t tensors, std::uint64_t depth) noexcept {
  return table_scratch(pairs, sizeof(Pair)) + (pairs == 0 ? 0 : table_scratch(depth, sizeof(Level))) +
         table_scratch(tensors, sizeof(TensorView) + sizeof(Place) + sizeof(std::uint32_t)) +
         std::max(unique_names_scratch(pairs), unique_names_scratch(tensors));
}

std::uint64_t scratch_bound(Input input, const Options& options) noexcept {
  Scratch none;
  Walk walk(input, none, options);
  if (!walk.read_header()) return 0;
  const std::uint64_t depth = options.limits.max_depth.value_or(default_max_depth);
  return scratch_of(walk.header().metadata_kv_count, walk.header().tensor_count,
                    std::min(depth, input.size / smallest_of(ValueType::array)));
}

Decoded<FileView> decode(Input input, Scratch& scratch, const Options& options) noexcept {
  return decode_by<Walk>(input, scratch, options);
}

Verdict validate(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  return validate_by<Walk>(input, scratch, options, sink);
}

void Position::write(TextSink& out, const Violation& violation) const noexcept {
  std::string_view field = violation.field;
  constexpr std::string_view value = "value";
  if (!field.starts_with(value)) return TablePlace::write(out, violation);
  write_field(out, value);
  for (const Level& array : arrays_) write_index(out, array.index);
  if (element_ != UINT64_MAX) write_index(out, element_);
  field.remove_prefix(value.size());
  out.write(field);
}

bool Walk::read_header() noexcept {
  const auto mark = heard(in_, in_.bytes(magic.size(), "magic"));
  if (!in_.ok() || !in_.require(as_text(mark) == magic, rule<"gguf/magic">, mark)) return false;
  header_.version = in_.u32le("version");
  header_.big_endian = in_.ok() && (header_.version & 0xffff) == 0;
  header_.version.value = in_order(header_.version.value, header_.big_endian);
  const bool known = header_.version == 3 || (header_.version == 2 && !header_.big_endian);
  if (!in_.require(known, rule<"gguf/version">, header_.version)) return false;
  heard(in_, header_.version);
  const auto& tensors = header_.tensor_count = heard(in_, number<std::uint64_t>(in_, "tensor_count"));
  const auto& pairs = header_.metadata_kv_count = heard(in_, number<std::uint64_t>(in_, "metadata_kv_count"));
  const std::uint64_t rest = in_.remaining();
  return in_.ok() && pays(in_, rest / smallest_info, rule<"gguf/counts-truncated">, tensors) &&
         pays(in_, (rest - tensors * smallest_info) / smallest_pair, rule<"gguf/counts-truncated">, pairs);
}

void Walk::run() noexcept {
  if (!read_header()) return;
  Reader in = Reader::part(input_, header_size, input_.size, findings_, rule<"gguf/pair-truncated">);
  if (!read_pairs(in)) return;
  check_alignment();
  check_architecture();
  check_quantization_version();
  check_vocabulary();
  Reader infos = Reader::part(input_, in.offset(), input_.size, findings_, rule<"gguf/info-truncated">);
  if (stopped() || !read_infos(infos) || !aligned_) return;
  check_padding(infos.offset());
  if (!in_.ok() || !placed_) return;
  if (!tensors_.empty()) check_places();
  if (findings_.verdict() == Verdict::valid) in_.remark_unread(input_);
}

}  // namespace hallmark::gguf
