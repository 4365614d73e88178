// Phase 1, the header, and phase 2, the offsets of the sections.
#include <algorithm>

#include "core/scan.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {
namespace {

constexpr std::uint8_t magic[] = {'O', 'I', 'N', 'F', 0};

bool is_magic(Bytes bytes) noexcept {
  return std::equal(
      bytes.begin(), bytes.end(), std::begin(magic), std::end(magic),
      [](std::byte byte, std::uint8_t expected) { return std::to_integer<std::uint8_t>(byte) == expected; });
}

}  // namespace

bool Walk::read_header() noexcept {
  const std::uint64_t size = input_.size();
  if (!in_.require(size >= header_size, rule<"oinf/header-truncated">, size, 0, "header", size, header_size))
    return false;
  const auto signature = in_.bytes(sizeof magic, "magic");
  const auto version = in_.u32le("version");
  const auto flags = in_.u32le("flags");
  const auto sizevars = in_.u32le("n_sizevars");
  const auto metadata = in_.u32le("n_metadata");
  const auto tensors = in_.u32le("n_tensors");
  const auto reserved = in_.u32le("reserved");
  header_.offset_sizevars = in_.u64le("offset_sizevars");
  header_.offset_metadata = in_.u64le("offset_metadata");
  header_.offset_tensors = in_.u64le("offset_tensors");
  header_.offset_data = in_.u64le("offset_data");
  const auto file_size = in_.u64le("file_size");
  const std::uint64_t fields_end = in_.offset();
  if (!in_.require(is_magic(signature), rule<"oinf/magic">, signature) || !check_version(version)) return false;
  in_.require(flags == 0, rule<"oinf/flags">, flags);
  in_.require(reserved == 0, rule<"oinf/reserved">, reserved);
  if (!check_counts(sizevars, metadata, tensors)) return false;
  if (in_.require(file_size == size, rule<"oinf/file-size">, file_size, size)) {
    in_.require(file_size % 8 == 0, rule<"oinf/file-size-aligned">, file_size);
  } else {
    end_known_ = false;
  }
  check_zeros(fields_end, header_size, rule<"oinf/header-padding">, "padding");
  header_.counts = {sizevars, metadata, tensors};
  return in_.ok();
}

bool Walk::check_version(const Field<std::uint32_t>& version) noexcept {
  return in_.require(version != 2, rule<"oinf/version-later">, version, 1) &&
         in_.require(version == 1, rule<"oinf/version">, version, 1);
}

// Each entry takes room; what the tables before have taken is gone.
bool Walk::check_counts(const Field<std::uint32_t>& sizevars, const Field<std::uint32_t>& metadata,
                        const Field<std::uint32_t>& tensors) noexcept {
  std::uint64_t left = input_.size() - header_size;
  const auto pays = [&](const Field<std::uint32_t>& count, std::uint64_t fields) {
    const std::uint64_t smallest = smallest_string + fields;
    if (!in_.require(count <= left / smallest, rule<"oinf/count">, count, left)) return false;
    left -= count * smallest;
    return true;
  };
  return pays(sizevars, sizevar_fields) && pays(metadata, metadata_fields) && pays(tensors, tensor_fields);
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
        !in_.require(*offset <= input_.size(), rule<"oinf/section-range">, *offset, input_.size())) {
      return false;
    }
    before = *offset;
  }
  return true;
}

}  // namespace hallmark::oinf
