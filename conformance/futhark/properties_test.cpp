// Properties of `futhark`: streams in every spelling, inputs near them, limits and scratch.
#include <algorithm>
#include <functional>

#include "codecs/core/memory_rules.hpp"
#include "codecs/futhark/rules.hpp"
#include "conformance/futhark/oracle.hpp"
#include "conformance/futhark/streams.hpp"
#include "conformance/testing/near_inputs.hpp"
#include "conformance/testing/oracle_check.hpp"
#include "conformance/testing/rule_counts.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::futhark {
namespace {

using testing::Memory;

// agrees_with_oracle compares the codec with the oracle in both profiles: what it reports, and the values it reads.
void agrees_with_oracle(Bytes input, const Options& options = {}) {
  testing::agrees_with_oracle(codec(), input, options,
                              [&](const Options& its) { return oracle::read(input, its).report; });
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    const Options its = under(profile, options.limits.max_rank);
    const oracle::OracleResult expected = oracle::read(input, its);
    if (expected.report.verdict() != Verdict::valid) continue;
    if (read(input, its) != expected.values) RC_FAIL("other values than the oracle's, input " + testing::hex(input));
  }
}

testing::Subject subject() {
  return {codec(), [](Bytes input, const Options& options) { agrees_with_oracle(input, options); }};
}

void check(Bytes input, const Options& options = {}) { testing::check(subject(), input, options); }

void reads_as(Bytes input, const OwnedValues& values, const Options& options = {}) {
  const auto found = read(input, options);
  if (!found) RC_FAIL("not valid: " + testing::hex(input));
  if (*found != values) RC_FAIL("other values than were written: " + testing::hex(input));
}

struct Sample {
  OwnedValues values;
  Stream stream;  // of those values
};

Sample sample(int longest, std::uint32_t most, Liberty liberty = Liberty::none) {
  const testing::Tape tape = *testing::any_tape(longest);
  const testing::Tape more = *testing::any_tape(longest);
  conformance::Choices choices(tape);
  conformance::Choices spelling(more);
  Sample sample{any_values(choices, most), {}};
  sample.stream = any_stream(sample.values, spelling, liberty);
  return sample;
}

OwnedValues values_with_text(int longest, std::uint32_t most) {
  const testing::Tape tape = *testing::any_tape(longest);
  conformance::Choices choices(tape);
  OwnedValues values = any_values(choices, most);
  std::erase_if(values, [](const OwnedValue& value) { return !has_text(value); });
  return values;
}

TEST_CASE("futhark: every strict spelling of values is valid and reads as those values") {
  CHECK(rc::check([] {
    const Sample one = sample(2000, 10);
    check(one.stream);
    reads_as(one.stream, one.values);
  }));
}

TEST_CASE("futhark: every spelling that readers tolerate is valid under compat and reads as the same values") {
  CHECK(rc::check([] {
    const Sample one = sample(2000, 10, Liberty::compat);
    check(one.stream);
    reads_as(one.stream, one.values, under(Profile::compat));
  }));
}

TEST_CASE("futhark: what is encoded, in both forms, with and without line feeds, is valid and reads as it was") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(2000);
    conformance::Choices choices(tape);
    const OwnedValues values = any_values(choices, 10);
    const bool has_words = std::ranges::all_of(values, has_text);
    for (const Style style : {Style{}, Style{Form::binary, true}, Style{Form::text}}) {
      const Borrowed borrowed(values);
      Stream out(static_cast<std::size_t>(encoded_size({borrowed.view(), style})));
      Scratch none;
      const Encoded encoded = encode({borrowed.view(), style}, none, out);
      if (style.form == Form::text && !has_words) {
        RC_ASSERT(encoded.refusal.rule == &rule<"futhark/nan-text">);
        continue;
      }
      RC_ASSERT(static_cast<bool>(encoded));
      RC_ASSERT(encoded.size == out.size());
      check(out);
      reads_as(out, values);
      for (const conformance::Finding& finding : conformance::run_codec(codec(), out, {}).findings) {
        RC_ASSERT(finding.rule == &rule<"futhark/no-values">);
      }
    }
  }));
}

TEST_CASE("futhark: a stream rewritten as text, as binary and as text again keeps values and bytes") {
  CHECK(rc::check([] {
    const OwnedValues values = values_with_text(2000, 10);
    const Stream text = written(values, {Form::text});
    const Stream binary = written(*read(text), {Form::binary});
    RC_ASSERT(binary == written(values, {Form::binary}));
    RC_ASSERT(written(*read(binary), {Form::text}) == text);
  }));
}

TEST_CASE("futhark: a line feed follows each binary value where the style asks for it, and nothing else changes") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(300);
    conformance::Choices choices(tape);
    Stream lines;
    const OwnedValues values = any_values(choices, 4);
    for (const OwnedValue& value : values) {
      const Stream one = written({value}, {});
      lines.insert(lines.end(), one.begin(), one.end());
      lines.push_back(std::byte{'\n'});
    }
    RC_ASSERT(written(values, {Form::binary, true}) == lines);
  }));
}

TEST_CASE("futhark: an encoder writes nothing beyond short memory and reports how much it needs") {
  CHECK(rc::check([] {
    const OwnedValues values = values_with_text(300, 4);
    const Borrowed borrowed(values);
    for (const Form form : {Form::binary, Form::text}) {
      const Stream whole = written(values, {form});
      const auto given = *rc::gen::inRange<std::size_t>(0, whole.size() + 1);
      Stream out(whole.size() + 8, std::byte{0xa5});
      Scratch none;
      const Encoded encoded = encode({borrowed.view(), {form}}, none, std::span(out).first(given));
      RC_ASSERT(encoded.size == whole.size());
      RC_ASSERT(static_cast<bool>(encoded) == (given == whole.size()));
      RC_ASSERT(encoded || encoded.refusal.rule == &hallmark::rule<"hallmark/output-exhausted">);
      RC_ASSERT(std::all_of(out.begin() + static_cast<std::ptrdiff_t>(given), out.end(),
                            [](std::byte b) { return b == std::byte{0xa5}; }));
    }
  }));
}

TEST_CASE("futhark: every prefix of a valid stream agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(200, 3, *rc::gen::element(Liberty::none, Liberty::compat));
    conformance::each_prefix(one.stream, [](Bytes prefix, std::size_t) { check(prefix); });
  }));
}

TEST_CASE("futhark: every boundary value of every byte holds the invariants and agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(60, 2);
    const auto size = std::min<std::size_t>(one.stream.size(), 300);
    conformance::each_boundary_value(Bytes(one.stream).first(size), [](Bytes changed, std::size_t) { check(changed); });
  }));
}

TEST_CASE("futhark: every change of one byte of a small stream agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(16, 1, *rc::gen::element(Liberty::none, Liberty::compat));
    const auto size = std::min<std::size_t>(one.stream.size(), 60);
    testing::check_byte_changes(subject(), Bytes(one.stream).first(size));
  }));
}

TEST_CASE("futhark: mutated streams and noise hold the invariants and agree with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 4, *rc::gen::element(Liberty::none, Liberty::compat));
    const OwnedValues plain = values_with_text(400, 4);
    const Stream streams[] = {one.stream, written(plain, {Form::text}), written(plain, {Form::binary, true})};
    const testing::Mutation mutation{60, &Limits::max_rank};
    for (int round = 0; round < 30; ++round) {
      testing::check_mutant_and_noise({subject()}, streams[round % 3], mutation);
    }
  }));
}

TEST_CASE("futhark: text of a larger grammar holds the invariants and agrees with the oracle") {
  CHECK(rc::check([] {
    for (int round = 0; round < 80; ++round) {
      const testing::Tape tape = *testing::any_tape(200);
      conformance::Choices choices(tape);
      const Stream stream = any_text(choices);
      check(stream);
      if (round % 4 == 0) check(stream, under(Profile::strict, choices.below(4)));
    }
  }));
}

TEST_CASE("futhark: the larger grammar breaks every rule that an input can break, and keeps all now and then") {
  testing::RuleCounts counts;
  constexpr int streams = 20000;
  for (int seed = 0; seed < streams; ++seed) {
    const testing::Tape tape = conformance::tape_of(static_cast<std::uint64_t>(seed), 300);
    conformance::Choices choices(tape);
    counts.add(codec(), any_text(choices), under(Profile::strict, 3));
  }
  for (const Rule* one : codec().rules) {
    if (!one->encoding && one != &rule<"futhark/no-values">) counts.check_broken(*one);
  }
  CHECK(counts.valid > streams / 20);
  CHECK(counts.tolerated > streams / 50);
}

TEST_CASE("futhark: scratch is 16 bytes for each level that can be open, whatever the size of the input") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 4);
    const auto max_rank = *rc::gen::inRange<std::uint32_t>(0, 200);
    RC_ASSERT(scratch_bound(one.stream) == 16 * std::min<std::uint64_t>(127, one.stream.size()));
    RC_ASSERT(scratch_bound(one.stream, under(Profile::strict, max_rank)) ==
              16 * std::min<std::uint64_t>(max_rank, one.stream.size()));
  }));
}

TEST_CASE(
    "futhark: the memory that reading needs is that of the largest text value, 4 bytes for a byte of it at most") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 6, Liberty::compat);
    const Options options = under(Profile::compat);
    Memory memory(scratch_bound(one.stream, options));
    const auto stream = decode(one.stream, memory.scratch, options);
    RC_ASSERT(static_cast<bool>(stream));
    RC_ASSERT(read_scratch(*stream, options) == scratch_bound(one.stream, options) + stream->text_memory);
    Memory reading(read_scratch(*stream, options));
    Values values(*stream, reading.scratch, options);
    std::uint64_t largest = 0;
    for (ValueView value; values.next(value);) {
      if (value.form == Form::binary) continue;
      const std::uint64_t needed = value.tensor.data.size() + 8 * value.tensor.shape.rank();
      RC_ASSERT(needed <= 4 * value.length);
      largest = std::max(largest, needed);
    }
    RC_ASSERT(stream->text_memory == largest);
  }));
}

TEST_CASE("futhark: with less scratch than it asks for reading ends, with the values before it right") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 6);
    Memory memory(scratch_bound(one.stream));
    const auto stream = decode(one.stream, memory.scratch);
    RC_ASSERT(static_cast<bool>(stream));
    Memory reading(*rc::gen::inRange<std::uint64_t>(0, read_scratch(*stream) + 1));
    Values values(*stream, reading.scratch);
    std::size_t count = 0;
    for (ValueView value; values.next(value); ++count) RC_ASSERT(owned(value) == one.values.at(count));
  }));
}

TEST_CASE("futhark: with less scratch than it asks for decoding is limited or needs no more") {
  CHECK(rc::check([] {
    const Sample one = sample(300, 4);
    Memory memory(*rc::gen::inRange<std::uint64_t>(0, scratch_bound(one.stream) + 1));
    const auto stream = decode(one.stream, memory.scratch);
    RC_ASSERT(stream || stream.violation().rule == &hallmark::rule<"hallmark/scratch-exhausted">);
  }));
}

TEST_CASE("futhark: the rank is limited by max_rank, 127 unless said otherwise, in binary, text and empty") {
  const auto nested = [](std::size_t rank) { return stream_of(std::string(rank, '[') + "1" + std::string(rank, ']')); };
  const auto empty = [](std::size_t rank) {
    std::string text = "empty(";
    for (std::size_t i = 0; i < rank; ++i) text += "[0]";
    return stream_of(text + "u8)");
  };
  const auto binary = [](std::size_t rank) {
    Stream out = stream_of("b\x02?  u8");
    out[2] = static_cast<std::byte>(rank);
    for (std::size_t i = 0; i < rank; ++i) {
      const Stream one = stream_of(std::string_view("\1\0\0\0\0\0\0\0", 8));
      out.insert(out.end(), one.begin(), one.end());
    }
    out.push_back(std::byte{7});
    return out;
  };
  const std::function<Stream(std::size_t)> forms[] = {nested, empty, binary};
  for (const auto& form : forms) {
    CHECK(conformance::run_codec(codec(), form(127), {}).verdict == Verdict::valid);
    CHECK(conformance::run_codec(codec(), form(128), {}).decoded.rule == &rule<"futhark/rank">);
    CHECK(conformance::run_codec(codec(), form(128), under(Profile::strict, 128)).verdict == Verdict::valid);
    CHECK(conformance::run_codec(codec(), form(1), under(Profile::strict, 0)).decoded.rule == &rule<"futhark/rank">);
  }
  CHECK(conformance::run_codec(codec(), binary(255), under(Profile::strict, 255)).verdict == Verdict::valid);
}

}  // namespace
}  // namespace hallmark::futhark
