// SPDX-License-Identifier: Apache-2.0
// Every walk of a codec over every golden vector: in too little scratch, in scratch that was used, and for sinks that
// have enough.
#include <algorithm>
#include <functional>

#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/core/memory_rules.hpp"

namespace hallmark::conformance {
namespace {

// Counted has enough after `most` calls. What it is shown does not matter.
class Counted final : public LayoutSink, public ContentSink {
 public:
  explicit Counted(std::uint64_t most) noexcept : most_(most) {}

  bool range(std::uint64_t, std::uint64_t, const char*, const Place&) noexcept override { return more(); }
  bool number(std::string_view, std::uint64_t) noexcept override { return more(); }
  bool text(std::string_view, std::string_view) noexcept override { return more(); }
  bool scalar(const TensorView&) noexcept override { return more(); }
  bool array(const TensorView&) noexcept override { return more(); }
  bool bits(const BitsView&) noexcept override { return more(); }
  bool tensor(const TensorView&, const Place&) noexcept override { return more(); }
  bool bit_tensor(const BitsView&, const Place&) noexcept override { return more(); }
  std::uint64_t seen = 0;

 private:
  bool more() noexcept { return ++seen < most_; }

  std::uint64_t most_;
};

// Decisive keeps the rule that decides a verdict, or that there is too little scratch.
class Decisive final : public DiagnosticSink {
 public:
  bool report(const Violation& violation, Severity severity, const Place&) noexcept override {
    if (severity != Severity::error) return true;
    const Verdict verdict = verdict_of(violation.rule->kind);
    const bool exhausted = violation.rule == &hallmark::rule<"hallmark/scratch-exhausted">;
    if (exhausted || rule == nullptr || outranks(verdict, verdict_of(rule->kind))) rule = violation.rule;
    return true;
  }
  const Rule* rule = nullptr;
};

// A walk gives the rule that decides.
struct Walk {
  const char* name;
  const Rule* (*run)(const Codec& codec, Bytes input, const Options& options, Scratch& scratch);
};
constexpr Walk walks[] = {
    {"decode", [](const Codec& codec, Bytes input, const Options& options,
                  Scratch& scratch) { return codec.decode(input, scratch, options).rule; }},
    {"validate",
     [](const Codec& codec, Bytes input, const Options& options, Scratch& scratch) {
       Decisive sink;
       (void)codec.validate(input, scratch, options, sink);
       return sink.rule;
     }},
    {"layout",
     [](const Codec& codec, Bytes input, const Options& options, Scratch& scratch) {
       Counted sink(UINT64_MAX);
       return codec.layout(input, scratch, options, sink).rule;
     }},
    {"contents",
     [](const Codec& codec, Bytes input, const Options& options, Scratch& scratch) {
       Counted sink(UINT64_MAX);
       return codec.contents(input, scratch, options, sink).rule;
     }},
};

// One golden vector, with as much memory as a walk asks for.
struct Subject {
  const Vector& vector;
  const Codec& codec;
  std::vector<std::byte> bytes;
  std::vector<std::byte> memory;  // of decode, validate, layout
  std::vector<std::byte> room;    // of contents
};

void each_vector(const std::function<void(Subject&)>& look) {
  for (const VectorFile& file : load_corpus(HALLMARK_SOURCE_DIR "/corpus").files) {
    for (const Vector& vector : file.vectors) {
      // Tens of thousands of copies take most of a minute here, and scratch ends in them as it does in a few.
      if (vector.operation != Operation::decode || vector.has_copies()) continue;
      Subject one{vector, *codec_named(vector.format), vector.bytes(), {}, {}};
      one.memory.resize(one.codec.scratch_bound(one.bytes, vector.options));
      Scratch scratch(one.memory);
      one.room.resize(one.codec.contents_bound(one.bytes, scratch, vector.options));
      CAPTURE(vector.id);
      look(one);
    }
  }
}

std::string_view id_of(const Rule* rule) { return rule == nullptr ? "no rule" : rule->id; }

TEST_CASE("in too little scratch, or in one that was used, a walk gives its verdict or hallmark/scratch-exhausted") {
  std::uint64_t exhausted = 0;
  each_vector([&](Subject& one) {
    for (const Walk& walk : walks) {
      CAPTURE(walk.name);
      std::vector<std::byte>& memory = walk.name == std::string_view("contents") ? one.room : one.memory;
      const auto run = [&](Scratch& scratch) { return walk.run(one.codec, one.bytes, one.vector.options, scratch); };
      const auto in_less = [&](Scratch scratch, const Rule* right) {
        const Rule* const rule = run(scratch);
        const bool said = rule == &hallmark::rule<"hallmark/scratch-exhausted">;
        exhausted += said ? 1 : 0;
        if (!said && rule != right) FAIL_CHECK(id_of(rule) << " in place of " << id_of(right));
      };
      Scratch scratch(memory);
      const Rule* const right = run(scratch);
      CHECK((right == nullptr ? Verdict::valid : verdict_of(right->kind)) == one.vector.verdict);
      in_less(scratch, right);  // what the first walk left
      scratch.reset();
      CHECK(run(scratch) == right);
      for (const std::size_t size :
           {std::size_t{0}, memory.size() / 2, memory.size() - std::min<std::size_t>(memory.size(), 1)}) {
        in_less(Scratch(std::span(memory).first(size)), right);
      }
    }
  });
  CHECK(exhausted > 1000);
}

TEST_CASE("a sink that has enough of a layout or of contents hears no more, and of no violation") {
  using Show = Violation (*)(Subject& one, Counted& sink);
  constexpr Show shows[] = {
      [](Subject& one, Counted& sink) {
        Scratch scratch(one.memory);
        return one.codec.layout(one.bytes, scratch, one.vector.options, sink);
      },
      [](Subject& one, Counted& sink) {
        Scratch scratch(one.room);
        return one.codec.contents(one.bytes, scratch, one.vector.options, sink);
      },
  };
  each_vector([&](Subject& one) {
    for (const Show show : shows) {
      Counted all(UINT64_MAX);
      (void)show(one, all);
      for (const std::uint64_t most : {std::uint64_t{1}, all.seen / 2, all.seen}) {
        if (most == 0 || most > all.seen) continue;
        Counted sink(most);
        CHECK(id_of(show(one, sink).rule) == "no rule");
        CHECK(sink.seen == most);
      }
    }
  });
}

}  // namespace
}  // namespace hallmark::conformance
