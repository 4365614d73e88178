// Phase 1, the size of the metadata; phase 2, the record from left to right; phase 3, its padding.
#include <algorithm>

#include "bintensors/plain.hpp"
#include "bintensors/walk.hpp"
#include "core/scan.hpp"
#include "core/sort_names.hpp"

namespace hallmark::bintensors {
namespace {

// A string at the cursor, its text checked. Nothing of it is known once the reader is spent.
[[gnu::always_inline]] inline Name read_string(Reader& in, const char* length_name, const char* name) noexcept {
  const auto length = read_varint(in, length_name);
  require(in, length <= in.remaining(), rule<"bintensors/string-overrun">, length, in.remaining());
  const std::uint64_t at = in.offset();
  const std::byte* text = in.cursor();
  in.skip(length, name);
  const std::uint64_t size = in.ok() ? length.value : 0;
  const Bytes bytes(text, static_cast<std::size_t>(size));
  in.require_none(find_invalid_utf8(bytes), rule<"bintensors/utf8">, {bytes, at, name});
  return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(size)};
}

// Names may hold any text; warnings point at what breaks common tools.
[[gnu::always_inline]] inline Name read_name(Reader& in, bool remarks) noexcept {
  const Name name = read_string(in, "name.length", "name");
  if (!remarks || !in.ok()) return name;
  in.require(name.size != 0, rule<"bintensors/empty-name">, name.at, 0, "name");
  const std::byte* text = in.cursor() - name.size;
  for (std::uint32_t i = 0; i < name.size; ++i) {
    if (text[i] != std::byte{0}) continue;
    in.require(false, rule<"bintensors/nul-in-name">, std::uint64_t{name.at} + i, 1, "name");
    break;
  }
  return name;
}

[[gnu::always_inline]] inline Info read_info(Reader& in, Position& position, std::uint32_t max_rank) noexcept {
  Info info;
  info.dtype = read_varint<Width::u32>(in, "dtype");
  require(in, info.dtype <= 14, rule<"bintensors/dtype">, info.dtype);
  info.rank = read_varint(in, "shape.length");
  if (!require(in, info.rank <= in.remaining(), rule<"bintensors/rank-overrun">, info.rank, in.remaining()))
    return info;
  require(in, info.rank <= max_rank, rule<"bintensors/rank">, info.rank, max_rank);
  info.shape_at = in.offset();
  position.shape(info.shape_at);
  for (std::uint64_t axis = 0; axis < info.rank && in.ok(); ++axis) info.count.dimension(read_varint(in, "shape[]"));
  info.shape_size = in.offset() - info.shape_at;
  info.begin = read_varint(in, "data_offsets[0]");
  info.end = read_varint(in, "data_offsets[1]");
  return info;
}

}  // namespace

bool Walk::read_sofm() noexcept {
  const auto sofm = in_.u64le("sofm");
  if (!in_.ok()) return false;
  const std::uint64_t left = header_.size() - sofm_size;  // as much as of the file, or what a copy was made of
  if (!in_.require(sofm <= left, rule<"bintensors/sofm-range">, sofm, left)) return false;
  data_begin_ = sofm_size + sofm;
  return in_.require(sofm <= default_max_metadata, rule<"bintensors/metadata-limit">, sofm, default_max_metadata);
}

bool Walk::read_record() noexcept {
  Reader in = window(sofm_size, data_begin_);
  if (!read_metadata(in) || !read_tensors(in)) return false;
  if (layout_ == Layout::v0 && !read_index_map(in)) return false;
  record_end_ = in.offset();
  return true;
}

bool Walk::read_metadata(Reader& in) noexcept {
  const auto tag = in.u8("metadata");
  if (!in.require(tag <= 1, rule<"bintensors/option-tag">, tag) || tag == 0) return in.ok();
  const auto count = read_varint(in, "metadata");
  if (!require(in, count <= in.remaining() / smallest_pair, rule<"bintensors/count">, count, in.remaining()))
    return false;
  pairs_at_ = in.offset();
  position_.at("metadata");
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    position_.entry(i);
    (void)read_string(in, "key.length", "key");
    (void)read_string(in, "value.length", "value");
  }
  position_.whole_file();
  pairs_ = count;
  file_.has_metadata = true;
  return in.ok();
}

// One tensor, whatever is in it.
[[gnu::noinline]] Claim Walk::read_any_tensor(Reader& from, std::size_t tensor) noexcept {
  Reader in = from;
  if (layout_ == Layout::v1) {
    names_[tensor] = read_name(in, findings_.validating());
  } else {
    infos_[tensor] = static_cast<std::uint32_t>(in.offset());
  }
  const Info info = read_info(in, position_, max_rank_);
  from = in;
  return {info.dtype, info.begin, info.end, info.count};
}

// Reads plain tensors, from the tensor `first` on, and gives the first that is not plain. In a function of its own the
// loop has the registers to itself.
template <bool named>
[[gnu::noinline]] std::size_t Walk::read_plain_tensors(Reader& from, std::size_t first, Tally& to) noexcept {
  Reader in = from;
  Tally tally = to;
  const std::uint32_t max_rank = max_rank_;
  const std::span<Name> names = names_;
  const std::span<std::uint32_t> infos = infos_;
  const std::size_t count = names.size();
  std::size_t tensor = first;
  for (; tensor < count; ++tensor) {
    PlainReader plain(in.left());
    const TextCursor start = plain.at();
    const auto at = static_cast<std::uint32_t>(in.offset());
    Claim claim;
    Name name{at + 1, 0};  // behind its length
    if constexpr (named) name.size = plain.name();
    plain.info(max_rank, claim);
    if (!plain) break;
    in.skip(plain.at() - start, "tensor");
    if constexpr (named) {
      names[tensor] = name;
      tally.names.follow(bytes_of(name));
    } else {
      infos[tensor] = at;
    }
    tally.add(claim);
  }
  to = tally;
  from = in;
  return tensor;
}

bool Walk::read_tensors(Reader& in) noexcept {
  const bool named = layout_ == Layout::v1;
  const auto count = read_varint(in, "tensors");
  const std::uint64_t most = most_tensors(layout_, in.remaining());
  if (!require(in, count <= most, rule<"bintensors/count">, count, in.remaining())) return false;
  names_ = scratch_.room<Name>(count);
  if (!named) infos_ = scratch_.room<std::uint32_t>(count);
  const bool room = names_.size() == count && (named || infos_.size() == count);
  if (!require(in, room, hallmark::rule<"hallmark/scratch-exhausted">, count)) return false;
  tensors_ = count;
  position_.at("tensors");
  Tally tally;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    i = named ? read_plain_tensors<true>(in, i, tally) : read_plain_tensors<false>(in, i, tally);
    if (i == count) break;
    position_.entry(i);
    const Claim claim = read_any_tensor(in, i);
    if (named && in.ok()) tally.names.follow(bytes_of(names_[i]));
    tally.add(claim);
  }
  contiguous_ = tally.contiguous;
  booleans_ = tally.booleans;
  last_end_ = tally.end;
  if (named) ascending_ = tally.names.unbroken();
  position_.whole_file();
  return in.ok();
}

// Reads plain mappings while each is of the next tensor, as writers give them, and gives the first that is not. In a
// function of its own for the same reason as read_plain_tensors.
[[gnu::noinline]] std::size_t Walk::read_plain_mappings(Reader& from, Ascent& to) noexcept {
  Reader in = from;
  Ascent ascent = to;
  const std::span<Name> names = names_;
  const std::span<std::uint32_t> name_of = name_of_;
  const std::size_t count = name_of.size();
  std::size_t mapping = 0;
  for (; mapping < count; ++mapping) {
    PlainReader plain(in.left());
    const TextCursor start = plain.at();
    Name name{static_cast<std::uint32_t>(in.offset() + 1), 0};
    name.size = plain.name();
    if (plain.number() != mapping || !plain) break;
    in.skip(plain.at() - start, "mapping");
    names[mapping] = name;
    name_of[mapping] = static_cast<std::uint32_t>(mapping);
    ascent.follow(bytes_of(name));
  }
  to = ascent;
  from = in;
  return mapping;
}

// The loop reads through a copy of the cursor, which nothing points at: it stays in registers. Of more mappings than
// tensors the rest is read and not kept: their number is wrong already. As many mappings as tensors, which leave no
// tensor without a name, are a bijection; phase 6 reports what is wrong with others.
bool Walk::read_index_map(Reader& from) noexcept {
  Reader in = from;
  mappings_ = read_varint(in, "index_map");
  if (!require(in, mappings_ <= in.remaining() / smallest_mapping, rule<"bintensors/count">, mappings_, in.remaining()))
    return false;
  if (mappings_ == tensors_) {
    name_of_ = scratch_.room<std::uint32_t>(tensors_);
    if (!require(in, name_of_.size() == tensors_, hallmark::rule<"hallmark/scratch-exhausted">, mappings_))
      return false;
  }
  position_.at("index_map");
  const bool remarks = findings_.validating();
  Ascent names;
  const std::size_t in_order = read_plain_mappings(in, names);
  const auto others = name_of_.begin() + static_cast<std::ptrdiff_t>(in_order);
  std::fill(others, name_of_.end(), no_name);
  for (std::uint64_t i = in_order; i < mappings_ && in.ok(); ++i) {
    position_.entry(i);
    PlainReader plain(in.left());
    const TextCursor start = plain.at();
    Name name{static_cast<std::uint32_t>(in.offset() + 1), 0};
    name.size = plain.name();
    std::uint64_t index = plain.index();
    if (plain) [[likely]] {
      in.skip(plain.at() - start, "mapping");
    } else {
      name = read_name(in, remarks);
      index = read_varint(in, "index");
    }
    if (i < names_.size() && in.ok()) {
      names_[static_cast<std::size_t>(i)] = name;
      names.follow(bytes_of(name));
    }
    if (index < name_of_.size()) name_of_[static_cast<std::size_t>(index)] = static_cast<std::uint32_t>(i);
  }
  position_.whole_file();
  ascending_ = names.unbroken();
  bijective_ = name_of_.size() == tensors_ && std::find(others, name_of_.end(), no_name) == name_of_.end();
  from = in;
  return in.ok();
}

void Walk::check_padding() noexcept {
  const std::uint64_t size = data_begin_ - record_end_;
  const std::uint64_t expected = (8 - record_end_ % 8) % 8;
  if (!in_.require(size == expected, rule<"bintensors/padding-size">, record_end_, size, "padding", size, expected))
    return;
  for (std::uint64_t at = record_end_; size == expected && at < data_begin_; ++at) {
    const auto byte = std::to_integer<std::uint8_t>(header_[static_cast<std::size_t>(at)]);
    if (byte == padding_byte) continue;
    in_.require(false, rule<"bintensors/padding-bytes">, at, 1, "padding", byte, padding_byte);
    return;  // reported once, in compat too
  }
}

}  // namespace hallmark::bintensors
