// SPDX-License-Identifier: Apache-2.0
// Phase 1, the header, and phase 2, the offsets of the sections.
#include "core/scan.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {

// What is missing is no fault yet: check_header says so of the whole header.
void Walk::read_header() noexcept {
  Findings unheard(Profile::strict);
  Reader in(input_, unheard, rule<"oinf/header-truncated">);
  magic_ = heard(in, in.bytes(magic.size(), "magic"));
  each_field(header_, [&]<class T>(const char* name, Field<T>& field)
                          __attribute__((always_inline)) { field = heard(in, in.integer<T>(name)); });
  padding_ = heard(in, in.bytes(header_size - packed_size, "padding"));
}

bool Walk::check_header() noexcept {
  const std::uint64_t size = input_.size;
  const Header& h = header_;
  if (!in_.require(size >= header_size, rule<"oinf/header-truncated">, size, 0, "header", size, header_size) ||
      !in_.holds(header_size) || !in_.require(as_text(magic_) == magic, rule<"oinf/magic">, magic_) ||
      !in_.require(h.version != 2, rule<"oinf/version-later">, h.version, 1) ||
      !in_.require(h.version == 1, rule<"oinf/version">, h.version, 1)) {
    return false;
  }
  in_.require(h.flags == 0, rule<"oinf/flags">, h.flags);
  in_.require(h.reserved == 0, rule<"oinf/reserved">, h.reserved);
  if (!check_counts()) return false;
  end_known_ = in_.require(h.file_size == size, rule<"oinf/file-size">, h.file_size, size);
  if (end_known_) in_.require(h.file_size % 8 == 0, rule<"oinf/file-size-aligned">, h.file_size);
  in_.require_none(find_non_zero(padding_), rule<"oinf/header-padding">, padding_);
  return in_.ok();
}

// Every table needs room for its entries after that of the tables before it.
bool Walk::check_counts() noexcept {
  std::uint64_t left = input_.size - header_size;
  const auto fits = [&](const Field<std::uint32_t>& count, std::uint64_t smallest) {
    if (!in_.require(count <= left / smallest, rule<"oinf/count">, count, left)) return false;
    left -= count * smallest;
    return true;
  };
  return fits(header_.n_sizevars, smallest_sizevar) && fits(header_.n_metadata, smallest_metadata) &&
         fits(header_.n_tensors, smallest_tensor);
}

bool Walk::check_sections() noexcept {
  if (!in_.require(header_.offset_sizevars >= header_size, rule<"oinf/section-start">, header_.offset_sizevars,
                   header_size)) {
    return false;
  }
  std::uint64_t before = header_size;
  for (const auto* offset :
       {&header_.offset_sizevars, &header_.offset_metadata, &header_.offset_tensors, &header_.offset_data}) {
    if (!in_.require(*offset % 8 == 0, rule<"oinf/section-aligned">, *offset) ||
        !in_.require(*offset >= before, rule<"oinf/section-order">, *offset, before) ||
        !in_.require(*offset <= input_.size, rule<"oinf/section-range">, *offset, input_.size)) {
      return false;
    }
    before = *offset;
  }
  return true;
}

}  // namespace hallmark::oinf
