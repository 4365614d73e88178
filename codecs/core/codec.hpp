// Codec: one format as the programs see it, and the registry of all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codecs/core/bytes.hpp"
#include "codecs/core/options.hpp"
#include "codecs/core/scratch.hpp"
#include "codecs/core/violation.hpp"

namespace hallmark {

// Recognition says how a format's bytes can be told from others. Contract, section 1.
enum class Recognition : std::uint8_t {
  none,
  structure,  // the bytes are laid out like this format
  magic,      // the bytes open with a mark that no other format has
};

// LayoutSink receives every byte range of a valid input, in ascending order and without gaps.
class LayoutSink {
 public:
  virtual void range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept = 0;

 protected:
  ~LayoutSink() = default;
};

// Codec is a table of functions; each family fills one for each of its format ids, in its codec.cpp.
struct Codec {
  std::string_view id;                           // "bson-vector"
  std::string_view family;                       // "bson_vector": the folder in every room
  std::string_view title;                        // one line for people
  std::span<const std::string_view> extensions;  // ".bsonvec"
  std::span<const Rule* const> rules;            // its own, in table order, warnings and notes included

  // recognise looks at the bytes alone; it must be linear and must not need scratch.
  Recognition (*recognise)(Bytes input) noexcept;
  // scratch_bound is the working memory decode and validate may need: never more than the input can pay for.
  std::uint64_t (*scratch_bound)(Bytes input, const Options& options) noexcept;
  // decode gives the decisive violation, with a null rule when the input is valid.
  Violation (*decode)(Bytes input, Scratch& scratch, const Options& options) noexcept;
  // validate reports everything that is wrong and gives the verdict.
  Verdict (*validate)(Bytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept;
  // layout names every byte of a valid input; on another it stops at the first error.
  void (*layout)(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept;
};

// all_codecs lists every format of codecs/formats.cmake, in the order of that file.
[[nodiscard]] std::span<const Codec* const> all_codecs() noexcept;
// codec_named gives the codec of a format id, or null.
[[nodiscard]] const Codec* codec_named(std::string_view id) noexcept;

}  // namespace hallmark
