// SPDX-License-Identifier: Apache-2.0
#include "bson/walk.hpp"
#include "core/families.hpp"
#include "core/operations.hpp"

namespace hallmark::bson {
namespace {

// A chain of document lengths that ends with the input, or the magic of a mongodump archive.
Recognition recognise(Bytes input) noexcept {
  if (is_archive(input)) return Recognition::magic;
  Findings unheard(Profile::strict);
  Reader in(input, unheard, rule<"bson/truncated">);
  while (in.remaining() != 0) {
    const auto length = in.i32le("length");
    if (length < 5) return Recognition::none;
    in.skip(static_cast<std::uint64_t>(length.value) - 5, "document");
    if (in.u8("terminator") != 0) return Recognition::none;
  }
  return in.ok() && !input.empty() ? Recognition::structure : Recognition::none;
}

Violation layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Walk walk(input, scratch, options, &sink);
  walk.run();
  return walk.in().findings().decisive();
}

// Vectors shows those of a file.
struct Vectors final : ElementSink {
  explicit Vectors(ContentSink& contents) noexcept : sink(contents) {}
  bool element(const Element& element, const Place& place) noexcept override {
    const auto vector = vector_of(element);
    return !vector || bson_vector::show(*vector, place, sink);
  }
  ContentSink& sink;
};

Violation contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Vectors vectors(sink);
  Walk walk(input, scratch, options, &vectors);
  walk.run();
  return walk.in().findings().decisive();
}

}  // namespace
}  // namespace hallmark::bson

constexpr hallmark::Codec hallmark::codec::bson{
    manifest::bson,
    whole<bson::recognise, bson::scratch_bound, bson::decode, bson::validate, bson::layout, bson::contents>(
        bson::rules)};
