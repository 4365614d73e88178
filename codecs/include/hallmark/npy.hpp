// SPDX-License-Identifier: Apache-2.0
// npy: one array of NumPy in a file, versions 1.0 to 3.0. Our reading of every silent clause: codecs/npy/README.md.
#pragma once

#include "hallmark/core/decoder.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::npy {

// Bounds unless Limits say otherwise; the first is fixed.
inline constexpr std::uint64_t default_max_header = 1U << 24;
inline constexpr std::uint32_t default_max_depth = 64;  // of brackets; the dictionary is 1
inline constexpr std::uint32_t default_max_rank = 255;

// TypeKind is what an element is, by the letter of its dtype.
enum class TypeKind : char {
  boolean = 'b',
  signed_integer = 'i',
  unsigned_integer = 'u',
  real = 'f',
  complex = 'c',
  duration = 'm',
  date = 'M',
  bytes = 'S',
  text = 'U',  // of characters of 4 bytes
  raw = 'V',
  structure = '[',  // it has fields
};

// The units of durations and dates. The first is that of a dtype without one.
inline constexpr std::string_view unit_names[] = {"",  "Y",  "M",  "W",  "D",  "h",  "m",
                                                  "s", "ms", "us", "ns", "ps", "fs", "as"};

// Token is a piece of the header, of the tape that Fields walk.
struct Token {
  enum class Kind : std::uint8_t { text, integer, boolean, type, list, tuple, dictionary, end };

  std::uint64_t value;  // of an integer; of a boolean 0 or 1; of the others README.md says what
  std::uint32_t begin;  // where it begins in the file
  std::uint32_t size;   // of its text
  std::uint32_t link;   // of a bracket the other one; of a type with a unit how many of them
  Kind kind;
  TypeKind type;      // of a type
  std::uint8_t unit;  // of a type, an index of unit_names
  std::uint8_t flags;
};

struct Field;

// Fields are those of a structure, and walk over them. They lie in the scratch, and names in the input or the scratch.
class Fields {
 public:
  // Tape is the tokens, with what they point into: the file, and strings that are no part of it.
  struct Tape {
    std::span<const Token> tokens;
    Bytes file;
    Bytes texts;
  };

  Fields() noexcept = default;
  Fields(const Tape& tape, std::uint32_t list) noexcept : tape_(tape), list_(list), at_(list + 1) {}

  // next gives the next field, padding included; false when there is none.
  [[nodiscard]] HALLMARK_API bool next(Field& field) noexcept;

  // What an encoder asks for.
  [[nodiscard]] const Tape& tape() const noexcept { return tape_; }
  [[nodiscard]] std::uint32_t list() const noexcept { return list_; }

 private:
  Tape tape_;
  std::uint32_t list_ = 0;
  std::uint32_t at_ = 0;
};

// Type is a dtype.
struct Type {
  TypeKind kind = TypeKind::raw;
  bool big_endian = false;
  std::uint8_t unit = 0;         // of a duration or date, an index of unit_names
  std::uint32_t unit_count = 1;  // how many of them its numbers count
  std::uint64_t size = 0;        // of an element, in bytes
  Fields fields{};               // of a structure
};

// Field is a field of a structure, or bytes between two that have no name.
struct Field {
  std::string_view name;
  std::string_view title;
  bool has_title = false;
  bool is_padding = false;
  Type type;
  Shape shape;               // of a subarray; others have no dimensions
  std::uint64_t offset = 0;  // in the structure
  std::uint64_t size = 0;    // of all its elements
};

// FileView is a file. Data lie as in the file: in the byte order of the type, and with fortran_order the first
// dimension is the one whose elements lie beside each other.
struct FileView {
  std::uint8_t version = 1;  // the major one; the minor is 0
  bool fortran_order = false;
  bool has_data = true;  // false where they are not here in full
  Type type;
  Shape shape;
  Bytes data;
};

// dtype_of gives the common dtype of elements, `bytes` where there is none: of text, dates, raw bytes and structures.
[[nodiscard]] HALLMARK_API DType dtype_of(const Type& type) noexcept;
// type_from reads a dtype as it stands in a header, "'<f8'" or "[('x', '<i4')]", in UTF-8. Working memory: at most 40
// bytes for each byte of the text, and 256.
HALLMARK_API Decoded<Type> type_from(LastingBytes descr, Scratch& scratch, const Options& options = {}) noexcept;

// put_type writes a type that is no structure as it stands in a header, without quotes: <f8, |S5, <M8[25s].
HALLMARK_API void put_type(Writer& to, const Type& type) noexcept;

// lies_row_major says that data are row-major and their numbers little-endian. Others put_row_major turns around, into
// as many bytes as the data have; fields of structures stay as they are.
[[nodiscard]] HALLMARK_API bool lies_row_major(const FileView& file) noexcept;
HALLMARK_API void put_row_major(const FileView& file, std::span<std::byte> out) noexcept;

// header_size is the number of bytes before the data. 0 where `start`, the beginning of a file, does not say.
[[nodiscard]] HALLMARK_API std::uint64_t header_size(Bytes start) noexcept;

// scratch_bound counts the header: less than 600 bytes of a usual one, about 10 for each byte of a structure, and never
// more than 40 for each byte of the header.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(Input input, const Options& options = {}) noexcept;

// decode reads a file, or its beginning: up to where the data start is enough. Rejections: npy/rules.hpp.
HALLMARK_API Decoded<FileView> decode(Input input, Scratch& scratch, const Options& options = {}) noexcept;

// validate goes on after an error as far as the header can be read: README.md says how far.
HALLMARK_API Verdict validate(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept;

// encoded_size is the size of the canonical file.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(const FileView& file) noexcept;

// encode_scratch is the working memory that encode needs: to decode what was written.
[[nodiscard]] HALLMARK_API std::uint64_t encode_scratch(const FileView& file) noexcept;

// encode writes the file as numpy.save does, whatever version the view has: 1.0 where the header fits, 3.0 where it is
// not ASCII. It refuses what the decoder would, by the same rules.
HALLMARK_API Encoded encode(const FileView& file, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::npy
