#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "codecs/core/decimal.hpp"
#include "codecs/core/memory_rules.hpp"
#include "codecs/futhark/print.hpp"
#include "codecs/futhark/rules.hpp"
#include "conformance/futhark/oracle.hpp"
#include "conformance/testing/oracle_check.hpp"

namespace hallmark::futhark {
namespace {

using testing::Memory;

const Codec& codec() { return *codec_named("futhark"); }

using Stream = std::vector<std::byte>;

Stream stream_of(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

Options under(Profile profile, std::optional<std::uint32_t> max_rank = std::nullopt) {
  Options options;
  options.profile = profile;
  options.limits.max_rank = max_rank;
  return options;
}

// read gives the values of a valid stream, each read in exactly the scratch that is asked for; nothing of another.
std::optional<OwnedValues> read(Bytes input, const Options& options = {}) {
  Memory memory(scratch_bound(input, options));
  const auto stream = decode(input, memory.scratch, options);
  if (!stream) return std::nullopt;
  Memory reading(read_scratch(*stream, options));
  Values values(*stream, reading.scratch, options);
  OwnedValues all;
  std::uint64_t end = 0;
  for (ValueView value; values.next(value); end = value.offset + value.length) {
    RC_ASSERT(value.offset >= end);
    RC_ASSERT(value.length > 0U);
    all.push_back(owned(value));
  }
  RC_ASSERT(end <= input.size());
  RC_ASSERT(all.size() == stream->values);
  return all;
}

// agrees_with_oracle holds the codec to the oracle in both profiles: what it says, and the values it reads.
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

void holds(Bytes input, const Options& options = {}) {
  testing::holds_invariants_in_both_profiles(codec(), input, options);
  agrees_with_oracle(input, options);
}

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
    holds(one.stream);
    reads_as(one.stream, one.values);
  }));
}

TEST_CASE("futhark: every spelling that readers tolerate is valid under compat and reads as the same values") {
  CHECK(rc::check([] {
    const Sample one = sample(2000, 10, Liberty::compat);
    holds(one.stream);
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
      holds(out);
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

TEST_CASE("futhark: a line feed stands behind each binary value where the style says so, and nothing else changes") {
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

TEST_CASE("futhark: an encoder writes nothing beyond short memory and says how much it needs") {
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
    conformance::each_prefix(one.stream, [](Bytes prefix, std::size_t) { holds(prefix); });
  }));
}

TEST_CASE("futhark: every telling change of one byte holds the invariants and agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(60, 2);
    const auto size = std::min<std::size_t>(one.stream.size(), 300);
    conformance::sampled_byte_changes(Bytes(one.stream).first(size),
                                      [](Bytes changed, std::size_t) { holds(changed); });
  }));
}

TEST_CASE("futhark: every change of one byte of a small stream agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(16, 1, *rc::gen::element(Liberty::none, Liberty::compat));
    const auto size = std::min<std::size_t>(one.stream.size(), 60);
    conformance::each_byte_change(Bytes(one.stream).first(size),
                                  [](Bytes changed, std::size_t) { agrees_with_oracle(changed); });
  }));
}

TEST_CASE("futhark: mutated streams and noise hold the invariants and agree with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 4, *rc::gen::element(Liberty::none, Liberty::compat));
    const OwnedValues plain = values_with_text(400, 4);
    const Stream streams[] = {one.stream, written(plain, {Form::text}), written(plain, {Form::binary, true})};
    for (int round = 0; round < 30; ++round) {
      const testing::Tape tape = *testing::any_tape(60);
      conformance::Choices choices(tape);
      const Stream mutant = conformance::mutated(streams[round % 3], choices);
      holds(mutant);
      holds(mutant, under(Profile::strict, choices.below(4)));
      holds(std::as_bytes(std::span(tape)));
    }
  }));
}

TEST_CASE("futhark: text of a larger grammar holds the invariants and agrees with the oracle") {
  CHECK(rc::check([] {
    for (int round = 0; round < 80; ++round) {
      const testing::Tape tape = *testing::any_tape(200);
      conformance::Choices choices(tape);
      const Stream stream = any_text(choices);
      holds(stream);
      if (round % 4 == 0) holds(stream, under(Profile::strict, choices.below(4)));
    }
  }));
}

TEST_CASE("futhark: the larger grammar breaks every rule that an input can break, and keeps all now and then") {
  std::map<std::string_view, int> broken;
  int valid = 0;
  int tolerated = 0;
  constexpr int streams = 20000;
  for (int seed = 0; seed < streams; ++seed) {
    const testing::Tape tape = conformance::tape_of(static_cast<std::uint64_t>(seed), 300);
    conformance::Choices choices(tape);
    const Stream stream = any_text(choices);
    const conformance::Outcome outcome = conformance::run_codec(codec(), stream, under(Profile::strict, 3));
    for (const conformance::Finding& finding : outcome.findings) ++broken[finding.rule->id];
    valid += outcome.verdict == Verdict::valid ? 1 : 0;
    const Verdict lenient = conformance::run_codec(codec(), stream, under(Profile::compat, 3)).verdict;
    tolerated += outcome.verdict != Verdict::valid && lenient == Verdict::valid ? 1 : 0;
  }
  for (const Rule* one : codec().rules) {
    if (one->encoding || one == &rule<"futhark/no-values">) continue;
    CAPTURE(one->id);
    CHECK(broken[one->id] > 0);
  }
  CHECK(valid > streams / 20);
  CHECK(tolerated > streams / 50);
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

TEST_CASE("futhark: with less scratch than it asks for decoding says so or needs no more") {
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

// Numbers.

std::string printed(std::uint64_t bits, DType dtype) {
  const bool is_float = dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64;
  char text[longest_number];
  return std::string(text, is_float ? print_float(text, bits, dtype) : print_integer(text, bits, dtype));
}

// Digits of a printed float without zeros before and behind, and how many there are of them before the point.
std::pair<std::string, int> significant(const std::string& text) {
  const std::size_t mark = std::min(text.find('e'), text.size());
  int point = mark == text.size() ? 0 : std::stoi(text.substr(mark + 1));
  std::string digits = text.substr(text.starts_with('-') ? 1 : 0, mark - (text.starts_with('-') ? 1 : 0));
  const std::size_t dot = std::min(digits.find('.'), digits.size());
  point += static_cast<int>(dot);
  digits.erase(dot, 1);
  while (digits.size() > 1 && digits.front() == '0') {
    digits.erase(0, 1);
    --point;
  }
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  return {digits, digits == "0" ? 0 : point};
}

// read_back gives the bits of the one scalar of a text, which must be strictly valid.
std::uint64_t read_back(const std::string& text, DType dtype) {
  const Stream stream = stream_of(text + std::string(name_of(dtype)));
  const auto values = read(stream);
  if (!values || values->size() != 1 || values->front().dtype != dtype || !values->front().dims.empty()) {
    return ~std::uint64_t{0} << 1;
  }
  std::uint64_t bits = 0;
  for (std::size_t i = values->front().data.size(); i-- > 0;) {
    bits = bits << 8 | std::to_integer<std::uint64_t>(values->front().data[i]);
  }
  return bits;
}

TEST_CASE("futhark: every finite f16 is printed in the fewest digits that read back to its bits") {
  // The shortest of all decimals that round to a number, from the oracle: no text of fewer digits does.
  const auto reads_as = [](const std::string& digits, int exponent, std::uint64_t bits) {
    return oracle::nearest_f16(digits, exponent, 10) == bits;
  };
  std::string wrong;
  for (std::uint64_t bits = 0; bits < 0x10000 && wrong.empty(); ++bits) {
    if ((bits & 0x7c00) == 0x7c00) continue;
    const std::string text = printed(bits, DType::f16);
    if (read_back(text, DType::f16) != bits) wrong = text + " does not read back";
    if (text.starts_with('-') != ((bits & 0x8000) != 0)) wrong = text + " has another sign";
    const auto [digits, point] = significant(text);
    // Decimals of one digit less that lie around it.
    if (digits.size() < 2) continue;
    const std::size_t fewer = digits.size() - 1;
    const std::string below = digits.substr(0, fewer);
    const std::string above = std::to_string(std::stoi(below) + 1);
    const int exponent = point - static_cast<int>(fewer);
    if (reads_as(below, exponent, bits & 0x7fff)) wrong = text + " is longer than " + below;
    if (reads_as(above, exponent, bits & 0x7fff)) wrong = text + " is longer than " + above;
  }
  CHECK(wrong == "");
}

TEST_CASE("futhark: among the shortest decimals of an f16 the one printed is the nearest") {
  std::string wrong;
  for (std::uint64_t bits = 1; bits < 0x7c00 && wrong.empty(); ++bits) {
    const std::string text = printed(bits, DType::f16);
    const auto [digits, point] = significant(text);
    const std::uint64_t exponent = bits >> 10;
    const std::uint64_t fraction = bits & 0x3ff;
    const double value =
        static_cast<double>(exponent == 0 ? fraction : (fraction + 0x400) << (exponent - 1)) / 16777216.0;
    const auto away = [&](int step) {
      const std::string other =
          std::to_string(std::stoi(digits) + step) + "e" + std::to_string(point - static_cast<int>(digits.size()));
      if (read_back(other, DType::f16) != bits) return HUGE_VAL;
      return std::abs(std::stod(other) - value);
    };
    if (away(0) > away(1) || away(0) > away(-1)) wrong = text;
  }
  CHECK(wrong == "");
}

template <class T>
void printed_as_the_library_does(std::uint64_t bits, DType dtype) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const T value = std::bit_cast<T>(static_cast<Word>(bits));
  if (!std::isfinite(value)) return;
  const std::string text = printed(bits, dtype);
  char shortest[64];
  const std::string library(shortest,
                            std::to_chars(shortest, std::end(shortest), value, std::chars_format::scientific).ptr);
  RC_ASSERT(read_back(text, dtype) == bits);
  RC_ASSERT(significant(text) == significant(library));
  RC_ASSERT(text.starts_with('-') == std::signbit(value));
}

TEST_CASE("futhark: floats are printed in the digits of the library and read back to their bits") {
  CHECK(rc::check([] {
    for (int round = 0; round < 20; ++round) {
      const auto word = *rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>());
      printed_as_the_library_does<double>(word, DType::f64);
      printed_as_the_library_does<float>(word & UINT32_MAX, DType::f32);
      const auto step = static_cast<std::uint64_t>(*rc::gen::inRange(-3, 4));
      printed_as_the_library_does<double>((word >> 52 << 52) + step, DType::f64);
      printed_as_the_library_does<float>((((word & UINT32_MAX) >> 23 << 23) + (step & UINT32_MAX)) & UINT32_MAX,
                                         DType::f32);
      const auto number = static_cast<double>(*rc::gen::inRange<std::int64_t>(-2000, 2000)) / 100;
      printed_as_the_library_does<double>(std::bit_cast<std::uint64_t>(number), DType::f64);
      printed_as_the_library_does<float>(std::bit_cast<std::uint32_t>(static_cast<float>(number)), DType::f32);
    }
  }));
}

TEST_CASE("futhark: powers of ten and the edges of floats are printed as the library does") {
  CHECK(rc::check([] {
    for (int power = -45; power <= 38; ++power) {
      const float value = std::strtof(("1e" + std::to_string(power)).c_str(), nullptr);
      printed_as_the_library_does<float>(std::bit_cast<std::uint32_t>(value), DType::f32);
    }
    for (int power = -324; power <= 308; ++power) {
      const double value = std::strtod(("1e" + std::to_string(power)).c_str(), nullptr);
      printed_as_the_library_does<double>(std::bit_cast<std::uint64_t>(value), DType::f64);
    }
    for (const std::uint64_t bits :
         {0x0ULL, 0x1ULL, 0x000fffffffffffffULL, 0x0010000000000000ULL, 0x7fefffffffffffffULL, 0x8000000000000000ULL,
          0x8000000000000001ULL, 0x4340000000000000ULL}) {
      printed_as_the_library_does<double>(bits, DType::f64);
      printed_as_the_library_does<float>(bits >> 32, DType::f32);
    }
  }));
}

TEST_CASE("futhark: integers are printed in plain digits and read back to their bits") {
  CHECK(rc::check([] {
    for (const DType dtype : dtypes) {
      if (dtype == DType::boolean || dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64) continue;
      const auto width = static_cast<unsigned>(8 * size_of(dtype));
      const std::uint64_t all = UINT64_MAX >> (64 - width);
      const std::uint64_t word = *rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>()) >> *rc::gen::inRange(0, 64);
      for (const std::uint64_t bits : {word & all, ~word & all, all, all / 2, all / 2 + 1, std::uint64_t{0}}) {
        RC_ASSERT(read_back(printed(bits, dtype), dtype) == bits);
      }
    }
  }));
}

// The encoder.

struct Refusal {
  const char* what;
  const Rule* rule;
  Form form;
  DType dtype;
  std::vector<std::uint64_t> dims;
  std::vector<std::uint8_t> data;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

TEST_CASE(
    "futhark: an encoder refuses by the rule that the value breaks, at the byte of the data, and writes nothing") {
  const std::uint64_t high = std::uint64_t{1} << 63;
  const std::vector<std::uint64_t> deep(128, 1);
  const Refusal rows[] = {
      {"no type of Futhark", &rule<"futhark/dtype">, Form::binary, DType::bf16, {1}, {0, 0}},
      {"bytes", &rule<"futhark/dtype">, Form::text, DType::bytes, {}, {}},
      {"128 dimensions", &rule<"futhark/rank">, Form::binary, DType::u8, deep, {1}},
      {"128 levels", &rule<"futhark/rank">, Form::text, DType::u8, deep, {1}},
      {"a dimension of 2^63", &rule<"futhark/dimension">, Form::binary, DType::u8, {high}, {1}},
      {"a dimension of 2^63 behind another", &rule<"futhark/dimension">, Form::text, DType::u8, {1, high}, {1}},
      {"a dimension of 2^64-1 in an empty value",
       &rule<"futhark/dimension-empty">,
       Form::binary,
       DType::u8,
       {UINT64_MAX, 0},
       {}},
      {"a dimension of 2^63 in an empty value", &rule<"futhark/dimension-empty">, Form::text, DType::u8, {0, high}, {}},
      {"more elements than 64 bits count", &rule<"futhark/element-count">, Form::binary, DType::u8, {high / 2, 4}, {1}},
      {"more bytes than 64 bits count", &rule<"futhark/element-count">, Form::text, DType::u64, {high / 4}, {}},
      {"data too short", &rule<"futhark/data-size">, Form::binary, DType::i16, {2}, {1, 2, 3}},
      {"data too long", &rule<"futhark/data-size">, Form::text, DType::i16, {}, {1, 2, 3}},
      {"data of an empty value", &rule<"futhark/data-size">, Form::binary, DType::i8, {0}, {1}},
      {"no data", &rule<"futhark/data-size">, Form::binary, DType::i8, {}, {}},
      {"a bool of 2", &rule<"futhark/boolean">, Form::binary, DType::boolean, {3}, {1, 0, 2}, 2, 1},
      {"a bool of 255", &rule<"futhark/boolean">, Form::text, DType::boolean, {}, {255}, 0, 1},
      {"a NaN of f16 with a payload", &rule<"futhark/nan-text">, Form::text, DType::f16, {2}, {0, 0, 1, 0x7e}, 2, 2},
      {"a signalling NaN of f32", &rule<"futhark/nan-text">, Form::text, DType::f32, {}, {1, 0, 0x80, 0x7f}, 0, 4},
      {"a negative NaN of f64",
       &rule<"futhark/nan-text">,
       Form::text,
       DType::f64,
       {},
       {0, 0, 0, 0, 0, 0, 0xf8, 0xff},
       0,
       8},
  };
  for (const Refusal& row : rows) {
    CAPTURE(row.what);
    OwnedValue value{row.dtype, row.dims, {}};
    for (const std::uint8_t byte : row.data) value.data.push_back(static_cast<std::byte>(byte));
    const OwnedValues values = {value};
    const Borrowed borrowed(values);
    Stream out(4096, std::byte{0xa5});
    Scratch none;
    const Encoded encoded = encode({borrowed.view(), {row.form}}, none, out);
    REQUIRE(encoded.refusal.rule != nullptr);
    CHECK(encoded.refusal.rule->id == row.rule->id);
    CHECK(encoded.refusal.offset == row.offset);
    CHECK(encoded.refusal.length == row.length);
    CHECK(encoded.size == 0);
    CHECK(out == Stream(4096, std::byte{0xa5}));
    CHECK(encoded_size({borrowed.view(), {row.form}}) == 0);
  }
}

TEST_CASE("futhark: what one form refuses for its NaNs the other takes") {
  const OwnedValues values = {{DType::f32, {}, {std::byte{1}, std::byte{0}, std::byte{0x80}, std::byte{0x7f}}}};
  CHECK(written(values, {Form::text}).empty());
  CHECK(read(written(values, {Form::binary})) == values);
}

TEST_CASE("futhark: the values before one that is refused are written") {
  const OwnedValues values = {{DType::u8, {}, {std::byte{7}}}, {DType::boolean, {}, {std::byte{2}}}};
  const Borrowed borrowed(values);
  const Stream first = written({values.front()}, {});
  Stream out(64);
  Scratch none;
  const Encoded encoded = encode({borrowed.view(), {}}, none, out);
  CHECK(encoded.refusal.rule == &rule<"futhark/boolean">);
  CHECK(encoded.size == first.size());
  CHECK(std::equal(first.begin(), first.end(), out.begin()));
}

}  // namespace
}  // namespace hallmark::futhark
