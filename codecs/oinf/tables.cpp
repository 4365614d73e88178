// SPDX-License-Identifier: Apache-2.0
// Phase 3: the tables in file order, each entry fully checked, names unique at the end of each table.
#include <algorithm>

#include "core/scan.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {

// A name at the cursor. Its characters come before its padding, as they do in the file.
[[gnu::always_inline]] inline std::string_view Walk::read_name(Reader& in, const char* field) noexcept {
  const auto length = in.u32le(field);
  const std::uint64_t rest = string_size(length) - 4;
  if (!in.require(rest <= in.remaining(), rule<"oinf/string-overrun">, length, in.remaining())) return {};
  const auto name = in.bytes(length, field);
  const auto padding = in.bytes(rest - length, field);
  const std::byte* end = in.cursor();
  if (ranges_ != nullptr) [[unlikely]] {
    const bool more = ranges_->field(length.at, length.width(), "length") &&
                      ranges_->field(name.at, name.width(), field) &&
                      ranges_->field(padding.at, padding.width(), "padding");
    if (!more) in.stop();
  }
  in.require(length != 0, rule<"oinf/name-empty">, length);
  in.require_none(find_foreign(name), rule<"oinf/name-characters">, name);
  if (padding.width() != 0 && load_le<std::uint64_t>(end - 8) >> (64 - 8 * padding.width()) != 0) [[unlikely]]
    in.require_none(find_non_zero(padding), rule<"oinf/string-padding">, padding);
  return as_text(name);
}

Sizevar Walk::read_sizevar(Reader& in) noexcept { return {read_name(in, "name"), heard(in, in.u64le("value"))}; }

// A type that means nothing here leaves the entry without one: its blob is then not looked at. Each field is judged
// before the next is read, so that what is wrong with it comes before the end of the section. The fields that say where
// a blob lies take its place until phases 4 and 5.
Metadata Walk::read_metadata(Reader& in) noexcept {
  const std::string_view key = read_name(in, "key");
  const auto type = heard(in, in.u32le("value_type"));
  const bool known = in.require(type < 16 || type > 25, rule<"oinf/type-later">, type, 15) &&
                     in.require(type >= 1 && type <= 15, rule<"oinf/value-type">, type);
  const auto flags = heard(in, in.u32le("value_flags"));
  in.require(flags == 0, rule<"oinf/value-flags">, flags);
  const std::byte* const extent = in.cursor();
  const auto nbytes = heard(in, in.u64le("value_nbytes"));
  const auto offset = heard(in, in.u64le("value_offset"));
  if (offset <= input_.size && nbytes <= input_.size - offset) values_end_ = std::max(values_end_, offset + nbytes);
  return {key, known ? static_cast<ValueType>(type.value) : ValueType::none, {extent, in.cursor()}};
}

TensorView Walk::read_tensor(Reader& in) noexcept {
  const std::string_view name = read_name(in, "name");
  const auto dtype = heard(in, in.u32le("dtype"));
  const bool known = in.require(dtype < 16 || dtype > 25, rule<"oinf/type-later">, dtype, 12) &&
                     in.require(dtype >= 1 && dtype <= 12, rule<"oinf/tensor-dtype">, dtype);
  const auto ndim = heard(in, in.u32le("ndim"));
  const auto flags = heard(in, in.u32le("flags"));
  if (!in.require(ndim <= in.remaining() / 8, rule<"oinf/dims-overrun">, ndim, in.remaining())) return {};
  const bool bounded = in.require(ndim <= max_rank_, rule<"oinf/rank">, ndim, max_rank_);
  in.require(flags <= has_data, rule<"oinf/tensor-flags">, flags);
  const auto dims = heard(in, in.bytes(std::uint64_t{ndim} * 8, "dims"));
  const std::byte* const extent = in.cursor();
  heard(in, in.u64le("data_nbytes"));
  heard(in, in.u64le("data_offset"));
  const DType type = known && bounded ? dtype_of(static_cast<ValueType>(dtype.value)) : DType::bytes;
  return {name, type, (flags & has_data) != 0, Shape(dims), {extent, in.cursor()}};
}

template <class Entry, class Read>
std::span<Entry> Walk::read_table(const char* name, std::string_view Entry::* name_of, std::uint32_t count,
                                  const Field<std::uint64_t>& from, const Field<std::uint64_t>& to,
                                  const Rule& duplicate, const Read& read) noexcept {
  std::span<Entry> room;
  if (!take(room, count)) return {};
  Reader in = window(from, to, rule<"oinf/table-overrun">);
  position_.at(name);
  std::size_t good = 0;
  bool ascending = true;  // names that ascend are unique, and are looked at while they are at hand
  for (std::string_view last; good < count; ++good) {
    position_.entry(good);
    const Entry entry = read(in);
    if (!in.ok()) break;
    ascending = ascending && (good == 0 || last < entry.*name_of);
    last = entry.*name_of;
    room[good] = entry;
  }
  const std::span<Entry> entries = room.first(good);
  if (good == count) {
    check_section_end(in.offset(), to);
  } else {
    condemn_blob();
  }
  if (!ascending && !stopped()) {
    const char* const field = std::is_same_v<Entry, Metadata> ? "key" : "name";
    each_repeated(name, name_of, entries, [&](std::string_view same, std::uint32_t earlier) {
      if (same.empty()) return;  // wrong by itself, each time
      in_.require(false, duplicate, offset_of(same), same.size(), field, {}, earlier);
    });
  }
  return entries;
}

// The bytes up to the next section: padding, which is zero, or a gap.
void Walk::check_section_end(std::uint64_t end, const Field<std::uint64_t>& next) noexcept {
  position_.whole_file();
  if (ranges_ != nullptr && !draw_between(*ranges_, next)) in_.stop();
  if (in_.require(next - end < 8, rule<"oinf/section-gap">, next, end) && next - end < 8) {
    check_zeros(end, next, rule<"oinf/section-padding">, "padding");
  }
}

void Walk::read_tables() noexcept {
  const Header& h = header_;
  check_section_end(header_size, h.offset_sizevars);
  if (stopped()) return;
  sizevars_ = read_table("sizevars", &Sizevar::name, h.n_sizevars, h.offset_sizevars, h.offset_metadata,
                         rule<"oinf/duplicate-sizevar">, [this](Reader& in) { return read_sizevar(in); });
  if (stopped()) return;
  metadata_ = read_table("metadata", &Metadata::key, h.n_metadata, h.offset_metadata, h.offset_tensors,
                         rule<"oinf/duplicate-key">, [this](Reader& in) { return read_metadata(in); });
  if (stopped()) return;
  tensors_ = read_table("tensors", &TensorView::name, h.n_tensors, h.offset_tensors, h.offset_data,
                        rule<"oinf/duplicate-tensor">, [this](Reader& in) { return read_tensor(in); });
}

}  // namespace hallmark::oinf
