// SPDX-License-Identifier: Apache-2.0
// Codec: one format as the programs see it, and the registry of all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hallmark/core/api.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/options.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/core/violation.hpp"

namespace hallmark {

// Recognition says how a format's bytes can be told from others.
enum class Recognition : std::uint8_t {
  none,
  structure,  // the bytes are laid out like this format
  magic,      // the bytes open with a mark that no other format has
};

// LayoutSink receives every byte range of a valid input, in ascending order and without gaps; of another, those before
// its first error. Returning false ends the walk.
class LayoutSink {
 public:
  virtual bool range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept = 0;

 protected:
  ~LayoutSink() = default;
};

// BitsView is a row of bits as it lies in an input; the data hold at least `count` of them.
struct BitsView {
  std::string_view name;
  std::uint64_t count = 0;
  Bytes data;
  bool most_significant_first = false;  // which end of a byte its first bit is
};

// bit_at gives one bit; `index` must be below `count`.
[[nodiscard]] inline bool bit_at(const BitsView& bits, std::uint64_t index) noexcept {
  const auto byte = std::to_integer<unsigned>(bits.data[static_cast<std::size_t>(index / 8)]);
  const auto at = static_cast<unsigned>(index % 8);
  return (byte >> (bits.most_significant_first ? 7 - at : at) & 1) != 0;
}

// ContentSink receives what a valid input holds, in the order of its tables or of its bytes; nothing is collected, so
// an input of any size can be shown. Names are empty where a format has none: a tensor then is known by its place.
// Views and places are good during the call only. Returning false ends the walk.
class ContentSink {
 public:
  // What an input says of itself: sizes, and metadata as text, one element (no dimensions), an array or bits.
  virtual bool number(std::string_view /*name*/, std::uint64_t /*value*/) noexcept { return true; }
  virtual bool text(std::string_view /*name*/, std::string_view /*value*/) noexcept { return true; }
  virtual bool scalar(const TensorView& /*value*/) noexcept { return true; }
  virtual bool array(const TensorView& /*value*/) noexcept { return true; }
  virtual bool bits(const BitsView& /*value*/) noexcept { return true; }
  // What it is there for. Elements of `bytes` lie in `data` as the format writes them.
  virtual bool tensor(const TensorView& tensor, const Place& place) noexcept = 0;
  virtual bool bit_tensor(const BitsView& tensor, const Place& place) noexcept = 0;

 protected:
  ~ContentSink() = default;
};

// Identity is what a family's manifest says of a format.
struct Identity {
  std::string_view id;                           // "bson-vector"
  std::string_view family;                       // "bson_vector": the folder in every room
  std::string_view title;                        // one line for people
  std::span<const std::string_view> extensions;  // ".bsonvec"
};

// Operations are what a family does for a format. Each takes a file of which only the beginning is here; what cannot be
// judged by it breaks the rule hallmark/window, which says how many of the first bytes it takes.
struct Operations {
  std::span<const Rule* const> rules;  // its own, in table order, warnings and notes included

  // recognise looks at the bytes alone; it must be linear and must not need scratch.
  Recognition (*recognise)(Input input) noexcept;
  // scratch_bound is the working memory decode and validate may need: never more than the input can pay for.
  std::uint64_t (*scratch_bound)(Input input, const Options& options) noexcept;
  // decode gives the decisive violation, with a null rule when the input is valid.
  Violation (*decode)(Input input, Scratch& scratch, const Options& options) noexcept;
  // validate reports everything that is wrong and gives the verdict.
  Verdict (*validate)(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept;
  // layout names every byte of a valid input; of another, the bytes before its first error. What a tensor holds is the
  // field "data". Like contents it gives the decisive violation, of the input or of a scratch that is too small. Its
  // rule is null when all was shown, and when the sink had enough.
  Violation (*layout)(Input input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept;
  // contents shows what an input holds, in the scratch that contents_bound asks for. If it is not valid, what can be
  // read before its first error is shown, without data whose place is not known to be right; nor are data shown that
  // are not here.
  Violation (*contents)(Input input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept;
  // contents_bound is the working memory that contents needs, scratch_bound or more: numbers in text are converted into
  // it. It reads the input in a scratch of scratch_bound.
  std::uint64_t (*contents_bound)(Input input, Scratch& scratch, const Options& options) noexcept;
  // declared_size gives the size that a header says its file has, whatever that has; 0 where it does not say or is not
  // here. It takes a scratch of scratch_bound. Null of formats whose headers say nothing of it.
  std::uint64_t (*declared_size)(Input input, Scratch& scratch, const Options& options) noexcept = nullptr;
  // phase says in which phase a rule is checked; only of families whose layouts can be told apart by trying alone.
  unsigned (*phase)(const Rule& rule) noexcept = nullptr;
};

// Codec is one format; each family fills one for each of its format ids, in its codec.cpp.
struct Codec : Identity, Operations {};

// all_codecs lists every format, in the order in which their structures are tried.
[[nodiscard]] HALLMARK_API std::span<const Codec* const> all_codecs() noexcept;
// codec_named gives the codec of a format id, or null.
[[nodiscard]] HALLMARK_API const Codec* codec_named(std::string_view id) noexcept;

}  // namespace hallmark
