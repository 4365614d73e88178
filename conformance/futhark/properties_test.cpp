// SPDX-License-Identifier: Apache-2.0
// Properties of `futhark` alone: the forms of a stream, text of a larger grammar, scratch, rank.
#include "conformance/testing/properties.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>

#include "conformance/futhark/generate.hpp"
#include "conformance/testing/lasting.hpp"
#include "conformance/testing/rule_counts.hpp"
#include "hallmark/core/memory_rules.hpp"
#include "hallmark/futhark.hpp"
#include "hallmark/futhark/rules.hpp"

namespace hallmark::futhark {
namespace {

using testing::Memory;
using Stream = std::vector<std::byte>;

HALLMARK_REFUSES_TEMPORARIES();

const Codec& codec() { return *codec_named("futhark"); }

Options under(Profile profile, std::optional<std::uint32_t> max_rank = std::nullopt) {
  Options options;
  options.profile = profile;
  options.limits.max_rank = max_rank;
  return options;
}

void check(Bytes input, const Options& options = {}) { testing::check(codec(), input, options); }

struct Spelled {
  OwnedValues values;
  Stream stream;  // of those values
};

Spelled spelled(int longest, std::uint32_t most, Liberty liberty = Liberty::none) {
  const testing::Tape tape = *testing::any_tape(longest);
  const testing::Tape more = *testing::any_tape(longest);
  conformance::Choices choices(tape);
  conformance::Choices spelling(more);
  Spelled out{any_values(choices, most), {}};
  out.stream = any_stream(out.values, spelling, liberty);
  return out;
}

bool have_text(const OwnedValues& values) { return std::ranges::all_of(values, has_text); }

// Values are written in binary, with and without line feeds, and those that have it as text.
testing::Sample sample(const testing::Size& size, bool compat) {
  Spelled out = spelled(size.tape, size.most, compat ? Liberty::compat : Liberty::none);
  const auto values = std::make_shared<OwnedValues>(std::move(out.values));
  testing::Sample one{&codec(), std::move(out.stream), under(compat ? Profile::compat : Profile::strict), nullptr, {}};
  one.holds_model = [values](const Codec&, Bytes input, const Options& options, bool) {
    const auto found = read(input, options);
    if (!found) RC_FAIL("not valid: " + testing::hex(input));
    if (*found != *values) RC_FAIL("other values than were written: " + testing::hex(input));
  };
  const auto borrowed = std::make_shared<Borrowed>(*values);
  for (const Style style : {Style{}, Style{Form::binary, true}, Style{Form::text}}) {
    if (style.form == Form::text && !have_text(*values)) continue;
    one.writings.push_back(
        {&codec(), 0, [=](Scratch&) { return encoded_size({borrowed->view(), style}); },
         [=](Scratch& none, std::span<std::byte> to) { return encode({borrowed->view(), style}, none, to); },
         [=](const Codec&, Bytes input, const Options& options) { return written(*read(input, options), style); }});
  }
  return one;
}

TEST_CASE("futhark: text of a larger grammar agrees with the oracle, breaks every rule of inputs, and is often valid") {
  testing::RuleCounts counts;
  std::uint64_t seed = 0;
  CHECK(rc::check([&] {
    for (int round = 0; round < 100; ++round) {
      const testing::Tape tape = conformance::tape_of(++seed, 300);
      conformance::Choices choices(tape);
      const Stream stream = any_text(choices);
      check(stream);
      if (round % 4 == 0) check(stream, under(Profile::strict, choices.below(4)));
      counts.add(codec(), stream, under(Profile::strict, 3));
    }
  }));
  for (const Rule* one : codec().rules) {
    if (!one->encoding && one != &rule<"futhark/no-values">) counts.check_broken(*one);
  }
  CHECK(counts.valid > static_cast<int>(seed) / 20);
  CHECK(counts.tolerated > static_cast<int>(seed) / 50);
}

TEST_CASE("futhark: the type of a scalar owes nothing to those before, that of an array what no suffix or word names") {
  std::istringstream words(
      "1 -1 0 2147483648 -2147483649 9223372036854775808 18446744073709551616 3u64 4i64 255u8 -1u8 1.5 1e400 2f32 "
      "0x1.8p1 1__0 true -f16.inf");
  const std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
  CHECK(rc::check([&] {
    const std::vector<std::string> few(all.begin(), all.begin() + *rc::gen::inRange(1, static_cast<int>(all.size())));
    const auto drawn = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(few));
    testing::agrees_with_oracle(codec(), bytes_of(fmt::format("{}", fmt::join(drawn, " "))));
    testing::agrees_with_oracle(codec(), bytes_of(fmt::format("[{}]", fmt::join(drawn, ", "))));
  }));
}

TEST_CASE("futhark: scratch is 16 bytes for each level that can be open, whatever the size of the input") {
  CHECK(rc::check([] {
    const Spelled one = spelled(400, 4);
    const auto max_rank = *rc::gen::inRange<std::uint32_t>(0, 200);
    RC_ASSERT(scratch_bound(one.stream) == 16 * std::min<std::uint64_t>(127, one.stream.size()));
    RC_ASSERT(scratch_bound(one.stream, under(Profile::strict, max_rank)) ==
              16 * std::min<std::uint64_t>(max_rank, one.stream.size()));
  }));
}

TEST_CASE("futhark: with less scratch than it asks for reading ends, with the values before it right") {
  CHECK(rc::check([] {
    const Spelled one = spelled(400, 6);
    Memory memory(scratch_bound(one.stream));
    const auto stream = decode(one.stream, memory.scratch);
    RC_ASSERT(static_cast<bool>(stream));
    Memory reading(*rc::gen::inRange<std::uint64_t>(0, read_scratch(*stream) + 1));
    Values values(*stream, reading.scratch);
    std::size_t count = 0;
    for (ValueView value; values.next(value); ++count) {
      RC_ASSERT(std::ranges::equal(value.tensor.data, one.values.at(count).data));
    }
    const bool ended = values.violation().rule == nullptr;
    RC_ASSERT(ended == (count == one.values.size()));
    RC_ASSERT((ended || values.violation().rule == &hallmark::rule<"hallmark/scratch-exhausted">));
  }));
}

Stream nested(const Codec&, std::size_t rank) {
  return bytes_of(std::string(rank, '[') + "1" + std::string(rank, ']'));
}

Stream empty(const Codec&, std::size_t rank) {
  std::string text = "empty(";
  for (std::size_t i = 0; i < rank; ++i) text += "[0]";
  return bytes_of(text + "u8)");
}

Stream binary(const Codec&, std::size_t rank) {
  Stream one = written_header(DType::u8, conformance::Dims(rank, 1));
  one.push_back(std::byte{7});
  return one;
}

TEST_CASE("futhark: a binary value may have 255 dimensions where the limit allows it") {
  CHECK(conformance::run_codec(codec(), binary(codec(), 255), under(Profile::strict, 255)).verdict == Verdict::valid);
}

std::vector<testing::stopping::Input> stops() {
  using namespace testing::stopping;
  const std::string wrong = "18446744073709551616i8,";
  const std::string tolerated = "01i8,";
  const std::string rest(word, '0');
  const std::string spaces(word, ' ');
  Options flat;
  flat.limits.max_rank = 1;
  return {
      {"futhark", "an error", "[" + wrong + rest, {"futhark/integer-range"}},
      {"futhark",
       "an error, then a warning",
       "[" + wrong + tolerated + rest,
       {"futhark/integer-range", "futhark/leading-zero"},
       compat()},
      {"futhark",
       "a warning, then an error",
       "[" + tolerated + wrong + rest,
       {"futhark/leading-zero", "futhark/integer-range"},
       compat()},
      {"futhark", "the value before", "18446744073709551616i8 " + spaces, {"futhark/integer-range"}},
      {"futhark",
       "an error, then a limit",
       "18446744073709551616i8 empty([0][0]i32" + spaces,
       {"futhark/integer-range", "futhark/rank"},
       flat},
  };
}

}  // namespace
}  // namespace hallmark::futhark

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{.name = "futhark",
                          .sample = futhark::sample,
                          .has_compat = true,
                          .writes_in_pieces = true,
                          .whole = {2000, 10},
                          .cut = {300, 4},
                          .edge = {60, 2, 300},
                          .small = Size{16, 1, 60},
                          .most_rank = 127,
                          .with_rank = {futhark::nested, futhark::empty, futhark::binary},
                          .stops = futhark::stops};
  return own;
}
