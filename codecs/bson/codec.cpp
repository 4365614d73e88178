#include "bson/walk.hpp"
#include "bson_vector/contents.hpp"
#include "core/codec_table.hpp"
#include "core/families.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {
namespace {

// A chain of document lengths that ends with the input, or the magic of a mongodump archive.
Recognition recognise(Bytes input) noexcept {
  constexpr std::uint32_t archive = 0x8199e26d;
  if (input.size() >= sizeof archive && load_le<std::uint32_t>(input.data()) == archive) return Recognition::magic;
  while (input.size() >= 5) {
    const auto length = load_le<std::int32_t>(input.data());
    if (length < 5 || static_cast<std::uint64_t>(length) > input.size()) return Recognition::none;
    if (input[static_cast<std::size_t>(length) - 1] != std::byte{0}) return Recognition::none;
    input = input.subspan(static_cast<std::size_t>(length));
    if (input.empty()) return Recognition::structure;
  }
  return Recognition::none;
}

struct RangeWatcher {
  static constexpr bool ranges = true;
  static constexpr bool vectors = false;

  void range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept {
    sink->range(offset, length, field, place);
  }

  LayoutSink* sink;
};

void layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Findings findings(options.profile);
  Position position(input, scratch, options);
  RangeWatcher watcher{&sink};
  (void)Walk(Reader(input, findings, rule<"bson/truncated">), position, watcher).run();
}

struct ContentWatcher {
  static constexpr bool ranges = false;
  static constexpr bool vectors = true;

  void vector(std::uint64_t, const Place& place, std::uint64_t, const bson_vector::VectorView& vector) noexcept {
    if (findings->verdict() == Verdict::valid) bson_vector::show(vector, place, *sink);
  }

  const Findings* findings;
  ContentSink* sink;
};

bool contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Findings findings(options.profile);
  Position position(input, scratch, options);
  ContentWatcher watcher{&findings, &sink};
  (void)Walk(Reader(input, findings, rule<"bson/truncated">), position, watcher).run();
  return findings.verdict() == Verdict::valid;
}

constexpr WholeOperations operations{
    .rules = rules,
    .recognise = recognise,
    .scratch_bound = scratch_bound,
    .decode = violation_of<decode>,
    .validate = validate,
    .layout = layout,
    .contents = contents,
};

}  // namespace
}  // namespace hallmark::bson

namespace hallmark::codec {

extern const Codec bson;
constexpr Codec bson{manifest::bson, whole<hallmark::bson::operations>};

}  // namespace hallmark::codec
