// The rules of `oinf`, in table order, which is that of the phases.
#pragma once

#include "hallmark/core/rule.hpp"

namespace hallmark::oinf {

namespace clause {

inline constexpr std::string_view document = "oinf";
inline constexpr std::string_view revision = "2025-12-30";
inline constexpr Clause header{document, "fileheader-fixed-size", revision};
inline constexpr Clause layout{document, "high-level-layout", revision};
inline constexpr Clause strings{document, "strings", revision};
inline constexpr Clause types{document, "valuetype-tags", revision};
inline constexpr Clause sizevars{document, "sizevarstable", revision};
inline constexpr Clause metadata{document, "metadatatable", revision};
inline constexpr Clause payloads{document, "metadata-payloads", revision};
inline constexpr Clause tensors{document, "tensorindextable", revision};
inline constexpr Clause bounds{"rulings", "oinf-bounds", "1"};

}  // namespace clause

// later_type names the types that later drafts added: brain floats, 8-bit floats (e5m2), packed integers and trits.
constexpr std::string_view later_type(std::uint64_t type) noexcept {
  constexpr std::string_view names[] = {"BF16", "F8", "I4", "I2", "I1", "U4", "U2", "U1", "T2", "T1"};
  return type >= 16 && type <= 25 ? names[type - 16] : "unknown";
}

namespace rule {

inline constexpr Rule header_truncated{
    .id = "oinf/header-truncated",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::header,
    .title = "A file starts with a header of 72 bytes.",
    .message = "the file ends after {actual} of the 72 header bytes",
    .expected = "72 bytes",
    .why = "",
};

inline constexpr Rule magic{
    .id = "oinf/magic",
    .kind = Kind::malformed,
    .category = Category::bad_magic,
    .level = Level::must,
    .clause = clause::header,
    .title = "A file starts with the five bytes \"OINF\\0\".",
    .message = "the file does not start with \"OINF\\0\"",
    .expected = "4f 49 4e 46 00",
    .why = "",
};

inline constexpr Rule version_later{
    .id = "oinf/version-later",
    .kind = Kind::unsupported,
    .category = Category::bad_version,
    .level = Level::decision,
    .clause = clause::header,
    .title = "The version is 1.",
    .message = "version {actual} belongs to a later draft, whose tensor entries are laid out otherwise",
    .expected = "1",
    .why =
        "Version 2 exists (its tensor entries hold two more words); a file of it is not wrong, only beyond this "
        "revision.",
};

inline constexpr Rule version{
    .id = "oinf/version",
    .kind = Kind::malformed,
    .category = Category::bad_version,
    .level = Level::must,
    .clause = clause::header,
    .title = "The version is 1.",
    .message = "version {actual} does not exist",
    .expected = "1",
    .why = "",
};

inline constexpr Rule flags{
    .id = "oinf/flags",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::header,
    .title = "The header's flags are 0.",
    .message = "flags are {actual:#x}",
    .expected = "0",
    .why = "",
};

inline constexpr Rule reserved{
    .id = "oinf/reserved",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::header,
    .title = "The header's reserved field is 0.",
    .message = "reserved is {actual:#x}",
    .expected = "0",
    .why = "",
};

inline constexpr Rule count{
    .id = "oinf/count",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::header,
    .title = "The file is large enough for the entries that the header counts.",
    .message = "{actual} entries cannot fit into the {expected} bytes that are left",
    .expected = "what {expected} bytes can hold",
    .why = "",
};

inline constexpr Rule file_size{
    .id = "oinf/file-size",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::header,
    .title = "file_size is the size of the file.",
    .message = "file_size is {actual}; the file has {expected} bytes",
    .expected = "{expected}",
    .why = "",
};

inline constexpr Rule file_size_aligned{
    .id = "oinf/file-size-aligned",
    .kind = Kind::invalid,
    .category = Category::misaligned,
    .level = Level::decision,
    .clause = clause::header,
    .title = "The size of a file is a multiple of 8.",
    .message = "file_size {actual} is no multiple of 8",
    .expected = "a multiple of 8",
    .why =
        "Blobs are padded to 8 bytes, the last one included; the original writer never writes another size, its "
        "readers take any.",
    .compat = true,
};

inline constexpr Rule header_padding{
    .id = "oinf/header-padding",
    .kind = Kind::invalid,
    .category = Category::bad_padding,
    .level = Level::must,
    .clause = clause::header,
    .title = "The 3 bytes behind the header's fields are 0.",
    .message = "a byte of the header's padding is {actual:#04x}",
    .expected = "0",
    .why = "",
    .compat = true,
};

inline constexpr Rule section_start{
    .id = "oinf/section-start",
    .kind = Kind::malformed,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::layout,
    .title = "The size variables start at 72, behind the header.",
    .message = "the section starts at {actual}, inside the header",
    .expected = "72",
    .why = "",
};

inline constexpr Rule section_aligned{
    .id = "oinf/section-aligned",
    .kind = Kind::malformed,
    .category = Category::misaligned,
    .level = Level::must,
    .clause = clause::layout,
    .title = "Sections start at multiples of 8.",
    .message = "the section starts at {actual}",
    .expected = "a multiple of 8",
    .why = "",
};

inline constexpr Rule section_order{
    .id = "oinf/section-order",
    .kind = Kind::malformed,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::layout,
    .title = "Sections stand in the order sizevars, metadata, tensors, data; empty ones may coincide.",
    .message = "the section starts at {actual}, before the one it follows at {expected}",
    .expected = "at least {expected}",
    .why = "",
};

inline constexpr Rule section_range{
    .id = "oinf/section-range",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::layout,
    .title = "Sections start inside the file.",
    .message = "the section starts at {actual}; the file has {expected} bytes",
    .expected = "at most {expected}",
    .why = "",
};

inline constexpr Rule table_overrun{
    .id = "oinf/table-overrun",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::layout,
    .title = "A table ends inside its section.",
    .message = "{expected} bytes are needed, {actual} are left of the section",
    .expected = "{expected} bytes",
    .why = "",
};

inline constexpr Rule string_overrun{
    .id = "oinf/string-overrun",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::strings,
    .title = "A string and its padding end inside the section.",
    .message =
        "the string claims {actual} bytes; with its padding it does not fit into the {expected} that are left "
        "of the section",
    .expected = "at most {expected}",
    .why = "",
};

inline constexpr Rule name_empty{
    .id = "oinf/name-empty",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::strings,
    .title = "A name has at least one character.",
    .message = "the name is empty",
    .expected = "at least 1 character",
    .why =
        "The character set of names is given, their length is not; later drafts forbid the empty name and the "
        "original verifier refuses it.",
};

inline constexpr Rule name_characters{
    .id = "oinf/name-characters",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::strings,
    .title = "A name is made of A-Z a-z 0-9 . _ -.",
    .message = "byte {actual:#04x} is none of A-Z a-z 0-9 . _ -",
    .expected = "A-Z a-z 0-9 . _ -",
    .why = "",
};

inline constexpr Rule string_padding{
    .id = "oinf/string-padding",
    .kind = Kind::invalid,
    .category = Category::bad_padding,
    .level = Level::must,
    .clause = clause::strings,
    .title = "A string is padded with 0 to a multiple of 8 bytes, counted from its own start.",
    .message = "a byte of the string's padding is {actual:#04x}",
    .expected = "0",
    .why = "",
    .compat = true,
};

inline constexpr Rule value_type{
    .id = "oinf/value-type",
    .kind = Kind::invalid,
    .category = Category::bad_tag,
    .level = Level::must,
    .clause = clause::types,
    .title = "The type of a metadata value is 1 to 15.",
    .message = "{actual} is no value type",
    .expected = "1..15",
    .why = "",
};

inline constexpr Rule value_flags{
    .id = "oinf/value-flags",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::must,
    .clause = clause::metadata,
    .title = "value_flags is 0.",
    .message = "value_flags are {actual:#x}",
    .expected = "0",
    .why = "",
};

inline constexpr Rule tensor_dtype{
    .id = "oinf/tensor-dtype",
    .kind = Kind::invalid,
    .category = Category::bad_tag,
    .level = Level::must,
    .clause = clause::types,
    .title = "The dtype of a tensor is 1 to 12.",
    .message = "{actual} is no dtype of tensors",
    .expected = "1..12",
    .why = "",
};

inline constexpr Rule type_later{
    .id = "oinf/type-later",
    .kind = Kind::unsupported,
    .category = Category::unsupported,
    .level = Level::decision,
    .clause = clause::types,
    .title = "Types are those of the first document, 1 to 15.",
    .message = "type {actual}, {name}, belongs to a later draft",
    .expected = "1..15",
    .why =
        "Later drafts gave 16 to 25 a meaning without a new version number; such a file is not wrong, only beyond "
        "this revision.",
    .name = later_type,
};

inline constexpr Rule dims_overrun{
    .id = "oinf/dims-overrun",
    .kind = Kind::malformed,
    .category = Category::truncated,
    .level = Level::must,
    .clause = clause::tensors,
    .title = "The dimensions that ndim announces lie inside the section or blob.",
    .message = "{actual} dimensions do not fit into the {expected} bytes that are left",
    .expected = "what {expected} bytes can hold",
    .why = "",
};

inline constexpr Rule rank{
    .id = "oinf/rank",
    .kind = Kind::limit,
    .category = Category::resource_limit,
    .level = Level::limit,
    .clause = clause::bounds,
    .title = "A tensor has at most --max-rank dimensions (default 255).",
    .message = "the tensor has {actual} dimensions; the bound is {expected}",
    .expected = "at most {expected}",
    .why = "No framework goes beyond 64; the bound keeps the work for each tensor small.",
};

inline constexpr Rule tensor_flags{
    .id = "oinf/tensor-flags",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::tensors,
    .title = "Only bit 0 of a tensor's flags, HAS_DATA, may be set.",
    .message = "flags are {actual:#x}",
    .expected = "0 or 1",
    .why = "The document defines one bit and is silent about the others; a later draft gives bit 1 a meaning.",
    .compat = true,
};

inline constexpr Rule section_padding{
    .id = "oinf/section-padding",
    .kind = Kind::invalid,
    .category = Category::bad_padding,
    .level = Level::must,
    .clause = clause::layout,
    .title = "The bytes between a table and the next section are 0.",
    .message = "a byte of padding between sections is {actual:#04x}",
    .expected = "0",
    .why = "",
    .compat = true,
};

inline constexpr Rule section_gap{
    .id = "oinf/section-gap",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::decision,
    .clause = clause::layout,
    .title = "A section starts at the end of the one before, rounded up to 8.",
    .message = "the section starts at {actual}; the one before ends at {expected}",
    .expected = "{expected} rounded up to 8",
    .why = "Bytes in a gap belong to nothing and could hide anything; the original readers do not look.",
    .compat = true,
};

inline constexpr Rule duplicate_sizevar{
    .id = "oinf/duplicate-sizevar",
    .kind = Kind::invalid,
    .category = Category::duplicate,
    .level = Level::must,
    .clause = clause::sizevars,
    .title = "The names of size variables are unique.",
    .message = "the name stands at sizevars[{expected}] already",
    .expected = "another name",
    .why = "",
};

inline constexpr Rule duplicate_key{
    .id = "oinf/duplicate-key",
    .kind = Kind::invalid,
    .category = Category::duplicate,
    .level = Level::decision,
    .clause = clause::metadata,
    .title = "The keys of metadata are unique.",
    .message = "the key stands at metadata[{expected}] already",
    .expected = "another key",
    .why = "The document demands it of size variables only; both original readers refuse it here too.",
};

inline constexpr Rule duplicate_tensor{
    .id = "oinf/duplicate-tensor",
    .kind = Kind::invalid,
    .category = Category::duplicate,
    .level = Level::decision,
    .clause = clause::tensors,
    .title = "The names of tensors are unique.",
    .message = "the name stands at tensors[{expected}] already",
    .expected = "another name",
    .why = "The document demands it of size variables only; both original readers refuse it here too.",
};

inline constexpr Rule blob_aligned{
    .id = "oinf/blob-aligned",
    .kind = Kind::invalid,
    .category = Category::misaligned,
    .level = Level::must,
    .clause = clause::layout,
    .title = "Blobs start at multiples of 8.",
    .message = "the blob starts at {actual}",
    .expected = "a multiple of 8",
    .why = "",
};

inline constexpr Rule blob_range{
    .id = "oinf/blob-range",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::must,
    .clause = clause::layout,
    .title = "Blobs lie between offset_data and the end of the file.",
    .message = "the blob starts at {actual}; with its size it leaves the data section, which ends at {expected}",
    .expected = "inside the data section",
    .why = "",
};

inline constexpr Rule value_size{
    .id = "oinf/value-size",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::payloads,
    .title = "value_nbytes is what the type takes: scalars exactly, STRING, BITSET and NDARRAY with their padding.",
    .message = "value_nbytes is {actual}; the value takes {expected}",
    .expected = "{expected}",
    .why = "",
};

inline constexpr Rule value_bool{
    .id = "oinf/value-bool",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::should,
    .clause = clause::payloads,
    .title = "A BOOL value is 0 or 1.",
    .message = "a BOOL cannot be {actual:#04x}",
    .expected = "0 or 1",
    .why = "",
    .compat = true,
};

inline constexpr Rule string_empty{
    .id = "oinf/string-empty",
    .kind = Kind::invalid,
    .category = Category::out_of_range,
    .level = Level::decision,
    .clause = clause::payloads,
    .title = "A STRING value has at least one character.",
    .message = "the string is empty",
    .expected = "at least 1 character",
    .why = "The original verifier refuses the empty string and the writer cannot write it; the loader takes it.",
    .compat = true,
};

inline constexpr Rule string_characters{
    .id = "oinf/string-characters",
    .kind = Kind::invalid,
    .category = Category::bad_text,
    .level = Level::must,
    .clause = clause::payloads,
    .title = "A STRING value is made of A-Z a-z 0-9 . _ -.",
    .message = "byte {actual:#04x} is none of A-Z a-z 0-9 . _ -",
    .expected = "A-Z a-z 0-9 . _ -",
    .why = "",
};

inline constexpr Rule value_padding{
    .id = "oinf/value-padding",
    .kind = Kind::invalid,
    .category = Category::bad_padding,
    .level = Level::must,
    .clause = clause::payloads,
    .title = "STRING, BITSET and NDARRAY values are padded with 0.",
    .message = "a byte of the value's padding is {actual:#04x}",
    .expected = "0",
    .why = "",
    .compat = true,
};

inline constexpr Rule bitset_bytes{
    .id = "oinf/bitset-bytes",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::payloads,
    .title = "byte_count of a BITSET is bit_count / 8, rounded up.",
    .message = "byte_count is {actual}; the bits take {expected}",
    .expected = "{expected}",
    .why = "",
};

inline constexpr Rule bitset_slack{
    .id = "oinf/bitset-slack",
    .kind = Kind::invalid,
    .category = Category::bad_padding,
    .level = Level::decision,
    .clause = clause::payloads,
    .title = "The bits of a BITSET beyond bit_count are 0.",
    .message = "the last byte is {actual:#04x}; only its low {expected} bits are counted",
    .expected = "0",
    .why = "The document pads with 0 bytes and is silent about bits; with zero bits a set has one encoding.",
    .compat = true,
};

inline constexpr Rule element_type{
    .id = "oinf/element-type",
    .kind = Kind::invalid,
    .category = Category::bad_tag,
    .level = Level::must,
    .clause = clause::payloads,
    .title = "The element type of an NDARRAY is 1 to 12.",
    .message = "{actual} is no type of elements",
    .expected = "1..12",
    .why = "",
};

inline constexpr Rule element_count{
    .id = "oinf/element-count",
    .kind = Kind::invalid,
    .category = Category::overflow,
    .level = Level::decision,
    .clause = clause::tensors,
    .title = "The size of a tensor in bytes fits 64 bits.",
    .message = "the dimensions multiply to more than 64 bits hold",
    .expected = "a size below 2^64",
    .why = "A product that wraps would let a small blob pass for a huge tensor; original readers let it wrap.",
};

inline constexpr Rule tensor_absent{
    .id = "oinf/tensor-absent",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::tensors,
    .title = "A tensor without HAS_DATA has data_nbytes 0 and data_offset 0.",
    .message = "the tensor has no data, but this is {actual}",
    .expected = "0",
    .why = "",
};

inline constexpr Rule tensor_size{
    .id = "oinf/tensor-size",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::must,
    .clause = clause::tensors,
    .title = "data_nbytes is the number of elements times their size.",
    .message = "data_nbytes is {actual}; the elements take {expected}",
    .expected = "{expected}",
    .why = "",
};

inline constexpr Rule absent_overflow{
    .id = "oinf/absent-overflow",
    .kind = Kind::invalid,
    .category = Category::overflow,
    .level = Level::decision,
    .clause = clause::tensors,
    .title = "The dimensions of a tensor without data multiply to a size that fits 64 bits.",
    .message = "the dimensions multiply to more than 64 bits hold; nobody could fill this tensor",
    .expected = "a size below 2^64",
    .why = "Without data nothing depends on the product, and original readers take it.",
    .severity = Severity::note,
};

inline constexpr Rule blob_overlap{
    .id = "oinf/blob-overlap",
    .kind = Kind::invalid,
    .category = Category::mismatch,
    .level = Level::decision,
    .clause = clause::layout,
    .title = "Blobs do not share bytes, unless they are empty.",
    .message = "the blob starts at {actual}, before the end of another at {expected}",
    .expected = "at least {expected}",
    .why = "The document gives each value a blob of its own; original readers do not look.",
    .compat = true,
};

inline constexpr Rule blob_gap{
    .id = "oinf/blob-gap",
    .kind = Kind::invalid,
    .category = Category::trailing_data,
    .level = Level::decision,
    .clause = clause::layout,
    .title = "Every byte of the data section belongs to a blob or to fewer than 8 bytes of padding.",
    .message = "{actual} bytes belong to nothing",
    .expected = "fewer than 8",
    .why = "Bytes that belong to nothing could hide anything; original readers do not look.",
    .compat = true,
};

inline constexpr Rule blob_padding{
    .id = "oinf/blob-padding",
    .kind = Kind::invalid,
    .category = Category::bad_padding,
    .level = Level::must,
    .clause = clause::layout,
    .title = "The bytes behind a blob are 0 up to a multiple of 8.",
    .message = "a byte of padding between blobs is {actual:#04x}",
    .expected = "0",
    .why = "",
    .compat = true,
};

inline constexpr Rule boolean{
    .id = "oinf/boolean",
    .kind = Kind::invalid,
    .category = Category::bad_value,
    .level = Level::decision,
    .clause = clause::tensors,
    .title = "An element of a BOOL tensor is 0 or 1.",
    .message = "a BOOL cannot be {actual:#04x}",
    .expected = "0 or 1",
    .why = "The document says one byte for each element and, of metadata, 0 or 1; readers take any byte for true.",
    .compat = true,
};

}  // namespace rule

inline constexpr const Rule* rules[] = {
    &rule::header_truncated,
    &rule::magic,
    &rule::version_later,
    &rule::version,
    &rule::flags,
    &rule::reserved,
    &rule::count,
    &rule::file_size,
    &rule::file_size_aligned,
    &rule::header_padding,
    &rule::section_start,
    &rule::section_aligned,
    &rule::section_order,
    &rule::section_range,
    &rule::table_overrun,
    &rule::string_overrun,
    &rule::name_empty,
    &rule::name_characters,
    &rule::string_padding,
    &rule::value_type,
    &rule::value_flags,
    &rule::tensor_dtype,
    &rule::type_later,
    &rule::dims_overrun,
    &rule::rank,
    &rule::tensor_flags,
    &rule::section_padding,
    &rule::section_gap,
    &rule::duplicate_sizevar,
    &rule::duplicate_key,
    &rule::duplicate_tensor,
    &rule::blob_aligned,
    &rule::blob_range,
    &rule::value_size,
    &rule::value_bool,
    &rule::string_empty,
    &rule::string_characters,
    &rule::value_padding,
    &rule::bitset_bytes,
    &rule::bitset_slack,
    &rule::element_type,
    &rule::element_count,
    &rule::tensor_absent,
    &rule::tensor_size,
    &rule::absent_overflow,
    &rule::blob_overlap,
    &rule::blob_gap,
    &rule::blob_padding,
    &rule::boolean,
};

}  // namespace hallmark::oinf
