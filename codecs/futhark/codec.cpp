#include <algorithm>

#include "core/codec_table.hpp"
#include "core/families.hpp"
#include "futhark/walk.hpp"

namespace hallmark::futhark {
namespace {

Recognition recognise(Bytes input) noexcept {
  const TextCursor at = TextCursor(input).skip_while(is_space);
  const bool found = at.is('b') && at.peek(1) == supported_version;
  return found ? Recognition::structure : Recognition::none;
}

// Ranges names the bytes of one value after the other; what stands between two is one range.
class Ranges {
 public:
  Ranges(Position& position, LayoutSink& sink) noexcept : position_(position), sink_(sink) {}

  void range(const char* field, std::uint64_t size) noexcept {
    if (size != 0) sink_.range(at_, size, field, position_);
    at_ += size;
  }
  void up_to(const char* field, std::uint64_t end) noexcept { range(field, end - at_); }
  [[nodiscard]] std::uint64_t at() const noexcept { return at_; }
  void binary(const Value& value) noexcept {
    range("b", 1);
    range("version", 1);
    range("rank", 1);
    range("type", 4);
    for (position_.dimension = 0; position_.dimension < value.rank; ++position_.dimension) range("dims[]", 8);
    range("data", value.data.size());
  }

 private:
  Position& position_;
  LayoutSink& sink_;
  std::uint64_t at_ = 0;
};

void layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Position position(scratch.room<Frame>(scratch_bound(input, options) / sizeof(Frame)));
  Findings findings(options.profile, nullptr, &position);
  Walk walk(input, options, findings, position);
  Ranges ranges(position, sink);
  Value value;
  while (walk.next(value)) {
    --position.value;
    ranges.up_to("separator", walk.offset(value.begin));
    if (value.form == Form::binary) {
      ranges.binary(value);
    } else {
      ranges.up_to("text", walk.offset(value.end));
    }
    ++position.value;
  }
  if (findings.verdict() == Verdict::valid) return ranges.up_to("separator", input.size());
  const std::uint64_t error = findings.decisive().offset;
  if (error > ranges.at()) ranges.up_to("value", error);
}

// decode_readable decodes a stream, or the values before its first error, which are a stream too; `valid` says which.
Decoded<StreamView> decode_readable(Bytes input, const Scratch& scratch, const Options& options, bool& valid) noexcept {
  Scratch memory = scratch;
  const auto whole = decode(input, memory, options);
  valid = static_cast<bool>(whole);
  if (valid) return whole;
  memory = scratch;
  Position position(memory.room<Frame>(scratch_bound(input, options) / sizeof(Frame)));
  Findings findings(options.profile, nullptr, &position);
  Walk walk(input, options, findings, position);
  std::uint64_t end = 0;
  for (Value value; walk.next(value) && findings.verdict() == Verdict::valid;) end = walk.offset(value.end);
  memory = scratch;
  return decode(input.first(static_cast<std::size_t>(end)), memory, options);
}

std::uint64_t contents_bound(Bytes input, Scratch& scratch, const Options& options) noexcept {
  bool valid = false;
  const auto stream = decode_readable(input, scratch, options, valid);
  return stream ? std::max(read_scratch(*stream, options), scratch_bound(input, options)) : 0;
}

bool contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  bool valid = false;
  const auto stream = decode_readable(input, scratch, options, valid);
  if (!stream) return false;
  Position position({});
  Values values(*stream, scratch, options);
  for (ValueView value; values.next(value); ++position.value) sink.tensor(value.tensor, position);
  return valid;
}

constexpr WholeOperations operations{
    .rules = rules,
    .recognise = recognise,
    .scratch_bound = scratch_bound,
    .decode = violation_of<decode>,
    .validate = validate,
    .layout = layout,
    .contents = contents,
    .contents_bound = contents_bound,
};

}  // namespace
}  // namespace hallmark::futhark

namespace hallmark::codec {

extern const Codec futhark;
constexpr Codec futhark{manifest::futhark, whole<hallmark::futhark::operations>};

}  // namespace hallmark::codec
