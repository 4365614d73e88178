// SPDX-License-Identifier: Apache-2.0
// Futhark values: a stream of scalars and arrays, binary and text freely mixed. Our reading of every silent clause, and
// the grammar of the text form: codecs/futhark/README.md.
#pragma once

#include <span>

#include "hallmark/core/decoder.hpp"

namespace hallmark::futhark {

// Dimensions that a value may have unless Limits::max_rank says otherwise: the most that a signed byte counts.
inline constexpr std::uint32_t default_max_rank = 127;

// StreamView is a valid stream. Its values are read one after the other, so that a stream of any size needs no table.
struct StreamView {
  Bytes input;
  std::uint64_t values = 0;
  // text_memory is what reading any one of the values needs: 0 where all are binary, else at most 4 bytes for each byte
  // of its text.
  std::uint64_t text_memory = 0;
};

// Frame is what a walk knows of one text array that is open: 16 bytes for each level of nesting.
struct Frame {
  std::uint64_t count = 0;  // elements read so far
  std::uint64_t size = 0;   // of the arrays read before at this level
};

// scratch_bound is 16 bytes for each dimension that a text array may have, at most 16 bytes for each byte of input:
// constant, whatever the size of the input.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(LastingBytes input, const Options& options = {}) noexcept;

// decode reads a whole stream in scratch_bound bytes. Rejections: futhark/rules.hpp.
HALLMARK_API Decoded<StreamView> decode(LastingBytes input, Scratch& scratch, const Options& options = {}) noexcept;

// validate goes on after everything that can be read; what is malformed ends the stream, which has no frames.
HALLMARK_API Verdict validate(LastingBytes input, Scratch& scratch, const Options& options,
                              DiagnosticSink& sink) noexcept;

// ValueView is one value of a stream.
struct ValueView {
  std::uint64_t offset = 0;  // of its first byte
  std::uint64_t length = 0;  // in bytes
  Form form = Form::binary;
  TensorView tensor;  // unnamed
};

// read_scratch is the working memory that Values takes for a stream: scratch_bound and text_memory.
[[nodiscard]] HALLMARK_API std::uint64_t read_scratch(const StreamView& stream, const Options& options = {}) noexcept;

// Values reads the values of a valid stream. Binary data are views into the input; text is converted into the scratch,
// each element rounded once, and stays there until the next value is read.
class Values {
 public:
  Values(const StreamView& stream, Scratch scratch, const Options& options = {}) noexcept
      : stream_(stream), scratch_(scratch), options_(options) {
    options_.profile = Profile::compat;
  }

  // next reads the value at hand and goes on. False at the end of the stream, and where `violation` says why there is
  // no value: hallmark/scratch-exhausted when the scratch is less than read_scratch.
  [[nodiscard]] HALLMARK_API bool next(ValueView& value) noexcept;
  // violation has a null rule as long as nothing is wrong, at the end too.
  [[nodiscard]] const Violation& violation() const noexcept { return violation_; }

 private:
  StreamView stream_;
  Scratch scratch_;
  Options options_;
  Violation violation_;
  std::uint64_t at_ = 0;
};

// Style is how an encoder writes values.
struct Style {
  Form form = Form::binary;
  bool line_feeds = false;  // a line feed after each binary value, as compiled programs write; text always has it
};

// ByteSink takes what is encoded piece by piece, so that a value of any size needs no buffer of its size.
class ByteSink {
 public:
  virtual void write(Bytes piece) noexcept = 0;

 protected:
  ~ByteSink() = default;
};

// refusal gives the rule that a value breaks, or a violation without a rule: what the decoder would refuse, data that
// do not fit the shape, and in text a NaN that has no lexeme. `offset` of a violation counts bytes of the data.
[[nodiscard]] HALLMARK_API Violation refusal(const TensorView& value, const Style& style) noexcept;

// write encodes one value into a sink; nothing of one that is refused.
HALLMARK_API Encoded write(const TensorView& value, const Style& style, ByteSink& out) noexcept;

// ValueList is what is encoded: values in their order.
struct ValueList {
  std::span<const TensorView> values;
  Style style;
};

// encode_scratch is 0: values are encoded without working memory.
[[nodiscard]] inline std::uint64_t encode_scratch(const ValueList&) noexcept { return 0; }

// encoded_size is the size of the stream; for text, which has to be written to be measured, as slow as encoding.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(const ValueList& stream) noexcept;

// encode writes the stream. Text is what every deployed reader takes: a suffix on each element, the fewest digits that
// read back to the same bits. It refuses what `refusal` does.
HALLMARK_API Encoded encode(const ValueList& stream, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::futhark
