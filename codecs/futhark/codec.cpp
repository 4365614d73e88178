#include "core/codec_table.hpp"
#include "core/families.hpp"
#include "futhark/stream.hpp"

namespace hallmark::futhark {
namespace {

Recognition recognise(Bytes input) noexcept {
  const TextCursor at = TextCursor(input).skip_while(is_space);
  const bool found = at.is('b') && at.peek(1) == supported_version;
  return found ? Recognition::structure : Recognition::none;
}

// Ranges names the bytes of one value after the other; what stands between two is one range.
struct Ranges {
  static constexpr bool counted = false;

  void range(const char* field, std::uint64_t size) noexcept {
    if (size != 0) sink->range(at, size, field, *position);
    at += size;
  }
  [[nodiscard]] bool value(const Value& value) noexcept {
    range("separator", walk->offset(value.begin) - at);
    if (value.form == Form::text) {
      range("text", value.end - value.begin);
      return true;
    }
    for (const HeaderField& field : header_fields) range(field.name, field.size);
    for (position->dimension = 0; position->dimension < value.rank; ++position->dimension) range("dims[]", 8);
    range("data", value.data.size());
    return true;
  }

  const Walk* walk;
  Position* position;
  LayoutSink* sink;
  std::uint64_t at = 0;
};

void layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Position position(input, scratch, options);
  Findings findings(options.profile, nullptr, &position);
  Walk walk(input, options, findings, position);
  Ranges ranges{&walk, &position, &sink};
  walk.run(ranges);
  if (findings.verdict() == Verdict::valid) return ranges.range("separator", input.size() - ranges.at);
  const std::uint64_t error = findings.decisive().offset;
  if (error > ranges.at) ranges.range("value", error - ranges.at);
}

std::uint64_t contents_bound(Bytes input, Scratch& scratch, const Options& options) noexcept {
  Position position(input, scratch, options);
  Findings findings(options.profile);
  Walk walk(input, options, findings, position);
  walk.run(Unwatched());
  return scratch_bound(input, options) + walk.text_memory();
}

// Tensors shows the values before the first error.
struct Tensors {
  static constexpr bool counted = false;

  [[nodiscard]] bool value(const Value& value) noexcept {
    TensorView tensor;
    shown = findings->verdict() == Verdict::valid && walk->tensor(value, tensor);
    if (shown) sink->tensor(tensor, *position);
    return shown;
  }

  Walk* walk;
  const Findings* findings;
  const Position* position;
  ContentSink* sink;
  bool shown = true;
};

bool contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  const Scratch whole = scratch;
  const std::uint64_t bound = contents_bound(input, scratch, options);
  scratch = whole;
  Position position(input, scratch, options);
  Findings findings(options.profile);
  Output output(scratch.room<std::byte>(bound - scratch_bound(input, options)));
  Walk walk(input, options, findings, position, &output);
  Tensors tensors{&walk, &findings, &position, &sink};
  walk.run(tensors);
  return tensors.shown && findings.verdict() == Verdict::valid;
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
