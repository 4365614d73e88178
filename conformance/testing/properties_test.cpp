// SPDX-License-Identifier: Apache-2.0
// Properties that every family has: encoding and decoding, inputs near valid ones, short memory, limits, large tables.
#include "conformance/testing/properties.hpp"

#include <algorithm>
#include <set>

#include "codecs/core/unique_names.hpp"
#include "codecs/core/words.hpp"
#include "hallmark/core/memory_rules.hpp"

namespace hallmark::testing {
namespace {

const auto codecs = [] {
  std::vector<const Codec*> own;
  for (const Codec* codec : all_codecs()) {
    if (codec->family == family().name) own.push_back(codec);
  }
  return own;
};

// Strict samples and, where there are any, those that only compat takes.
Sample any_sample(const Size& size) {
  return family().sample(size, family().has_compat && *rc::gen::arbitrary<bool>());
}

Sample strict_sample(const Size& size) { return family().sample(size, false); }

Bytes changed_part(const Sample& one, const Size& size) {
  return Bytes(one.file).first(std::min(size.bytes, one.file.size()));
}

// check_nearby is for prefixes and boundary values, of which there are many.
void check_nearby(const Codec& codec, Bytes input, const Options& options) {
  if (!family().oracle_alone_nearby) holds_invariants_in_both_profiles(codec, input, options);
  agrees_with_oracle(codec, input, options);
}

struct Written {
  File file;
  std::uint64_t header_length = 0;
};

Written written(const Writing& writing) {
  Memory memory(writing.scratch);
  Written out{File(static_cast<std::size_t>(writing.size(memory.scratch)))};
  const Encoded encoded = writing.encode(memory.scratch, out.file);
  RC_ASSERT(static_cast<bool>(encoded));
  RC_ASSERT(encoded.size == out.file.size());
  out.header_length = encoded.header_length;
  return out;
}

// The ways to read what an encoder wrote: as it is and, where the format has one, with the length of its header.
std::vector<Options> ways_to_read(const Written& out) {
  std::vector<Options> ways(1);
  if (out.header_length != 0) ways.emplace_back().header_length = out.header_length;
  return ways;
}

TEST_CASE("what the generator writes is valid and holds its model, its tables in the order of the file") {
  for (const bool compat : {false, true}) {
    if (compat && !family().has_compat) continue;
    CHECK(rc::check([compat] {
      const Sample one = family().sample(family().whole, compat);
      check(*one.codec, one.file, one.options);
      one.holds_model(*one.codec, one.file, one.options, false);
    }));
  }
}

// Near the edges of integers, of the file, and of what stands there: sizes, counts, types and places.
TEST_CASE("files with hostile words agree with the oracle") {
  if (!family().words) return;
  CHECK(rc::check([] {
    const Sample valid = any_sample(*family().words);
    for (int round = 0; round < 40; ++round) {
      File file = valid.file;
      const std::uint64_t size = file.size();
      for (int left = *rc::gen::inRange(1, 5); left > 0; --left) {
        const auto width = *rc::gen::element<std::size_t>(4, 8);
        const std::span word = std::span(file).subspan(*rc::gen::inRange<std::size_t>(0, size - width + 1), width);
        const bool big_endian = *rc::gen::arbitrary<bool>();
        if (big_endian) std::ranges::reverse(word);
        std::uint64_t number = *rc::gen::element<std::uint64_t>(
            0, 0, 0, 8, 32, 256, size / 24, size / 13, size / 2, size, std::uint64_t{1} << 32, std::uint64_t{1} << 61,
            std::uint64_t{1} << 63, load_up_to_word(word.data(), width));
        number += static_cast<std::uint64_t>(*rc::gen::inRange<std::int64_t>(-12, 25));
        for (std::byte& byte : word) byte = static_cast<std::byte>(std::exchange(number, number >> 8));
        if (big_endian) std::ranges::reverse(word);
      }
      check(*valid.codec, file);
    }
  }));
}

TEST_CASE("what is encoded is valid without a warning and holds the model") {
  CHECK(rc::check([] {
    const Sample one = strict_sample(family().whole);
    for (const Writing& writing : one.writings) {
      const Written out = written(writing);
      RC_ASSERT(!writing.expected || out.file == *writing.expected);
      for (const Options& options : ways_to_read(out)) {
        check(*writing.codec, out.file, options);
        one.holds_model(*writing.codec, out.file, options, true);
        for (const auto& finding : conformance::run_codec(*writing.codec, out.file, options).findings) {
          RC_ASSERT(finding.severity == Severity::note);
        }
      }
    }
  }));
}

TEST_CASE("encoding gives the same bytes for every order and form that a model is read from") {
  CHECK(rc::check([] {
    const Sample one = strict_sample(family().whole);
    for (const Writing& writing : one.writings) {
      if (!writing.again) continue;
      const File canonical = written(writing).file;
      RC_ASSERT(writing.again(*one.codec, one.file, one.options) == canonical);
      for (const Writing& other : one.writings) {
        RC_ASSERT(writing.again(*other.codec, written(other).file, {}) == canonical);
      }
    }
  }));
}

TEST_CASE("an encoder succeeds exactly when the memory suffices, and leaves alone what is too short") {
  CHECK(rc::check([] {
    const Sample one = strict_sample(family().cut);
    for (const Writing& writing : one.writings) {
      Memory memory(writing.scratch);
      const auto size = static_cast<std::size_t>(writing.size(memory.scratch));
      const auto given = *rc::gen::inRange<std::size_t>(0, size + 2);
      File out(size + 8, std::byte{0xa5});
      const Encoded encoded = writing.encode(memory.scratch, std::span(out).first(given));
      RC_ASSERT(static_cast<bool>(encoded) == (given >= size));
      RC_ASSERT((encoded || encoded.refusal.rule == &rule<"hallmark/output-exhausted">));
      RC_ASSERT(encoded.size == size);
      const std::size_t filled = encoded || family().writes_in_pieces ? std::min(given, size) : 0;
      RC_ASSERT(std::all_of(out.begin() + static_cast<std::ptrdiff_t>(filled), out.end(),
                            [](std::byte b) { return b == std::byte{0xa5}; }));
    }
  }));
}

TEST_CASE(
    "with less scratch than it asks for an encoder refuses by that rule, or encodes all the same, and measures nothing "
    "wrong") {
  CHECK(rc::check([] {
    const Sample one = strict_sample(family().cut);
    for (const Writing& writing : one.writings) {
      const File whole = written(writing).file;
      for (std::uint64_t given = 0; given <= writing.scratch; ++given) {
        Memory memory(given);
        const std::uint64_t size = writing.size(memory.scratch);
        RC_ASSERT(size == whole.size() || (size == 0 && given < writing.scratch));
        File out(whole.size());
        const Encoded encoded = writing.encode(memory.scratch, out);
        const bool refused = encoded.refusal.rule == &rule<"hallmark/scratch-exhausted">;
        RC_ASSERT((refused || (encoded && out == whole)));
      }
    }
  }));
}

TEST_CASE("every prefix of a valid input holds the invariants and agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = any_sample(family().cut);
    conformance::each_prefix(one.file, [&one](Bytes prefix, std::size_t size) {
      check_nearby(*one.codec, prefix, one.options);
      if (one.options.header_length) {
        Options shorter = one.options;
        shorter.header_length = std::min<std::uint64_t>(*shorter.header_length, size);
        check_nearby(*one.codec, prefix, shorter);
      }
      if (!one.valid_prefixes || one.options.profile == Profile::compat) return;
      const bool valid = std::ranges::find(*one.valid_prefixes, size) != one.valid_prefixes->end();
      const Verdict verdict = conformance::run_codec(*one.codec, prefix, one.options).verdict;
      RC_ASSERT(verdict == (valid ? Verdict::valid : Verdict::invalid));
    });
  }));
}

TEST_CASE("every boundary value of every byte holds the invariants and agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = strict_sample(family().edge);
    conformance::each_boundary_value(changed_part(one, family().edge), [&one](Bytes changed, std::size_t) {
      check_nearby(*one.codec, changed, one.options);
    });
  }));
}

TEST_CASE("every change of one byte of a small input agrees with the oracle") {
  if (!family().small) return;
  CHECK(rc::check([] {
    const Sample one = any_sample(*family().small);
    conformance::each_byte_change(changed_part(one, *family().small), [&one](Bytes changed, std::size_t) {
      agrees_with_oracle(*one.codec, changed, one.options);
    });
  }));
}

// The same bytes are read as every format of the family, and under limits of 0 to 3 of each kind.
TEST_CASE("mutated inputs and noise hold the invariants and agree with the oracle") {
  CHECK(rc::check([] {
    const Sample one = any_sample(family().cut);
    std::vector<File> files = {one.file};
    if (one.options.profile == Profile::strict) {
      for (const Writing& writing : one.writings) files.push_back(written(writing).file);
    }
    for (std::size_t round = 0; round < 20; ++round) {
      const Tape tape = *any_tape(60);
      conformance::Choices choices(tape);
      const File mutant = conformance::mutated(files[round % files.size()], choices);
      Options limited = one.options;
      limited.limits.max_depth = limited.limits.max_rank = choices.below(4);
      const Bytes bytes = std::as_bytes(std::span(tape));
      const File noise = family().frame ? family().frame(bytes) : File(bytes.begin(), bytes.end());
      for (const Codec* codec : codecs()) {
        check(*codec, mutant, limited);
        check(*codec, mutant, one.options);
        check(*codec, noise, one.options);
      }
    }
  }));
}

TEST_CASE("valid inputs agree with the oracle under every small limit") {
  CHECK(rc::check([] {
    const Sample one = any_sample(family().cut);
    Options options = one.options;
    options.limits.max_depth = *rc::gen::inRange<std::uint32_t>(0, 5);
    options.limits.max_rank = *rc::gen::inRange<std::uint32_t>(0, 5);
    check(*one.codec, one.file, options);
  }));
}

TEST_CASE("the rank is limited by max_rank, and by a default where nothing else is said") {
  if (family().with_rank.empty()) return;
  const std::size_t most = family().most_rank;
  for (const auto& with_rank : family().with_rank) {
    for (const Codec* codec : codecs()) {
      const auto outcome = [&](std::size_t rank, std::optional<std::uint32_t> limit) {
        Options options;
        options.limits.max_rank = limit;
        return conformance::run_codec(*codec, with_rank(*codec, rank), options);
      };
      const std::string rule = std::string(family().name) + "/rank";
      CHECK(outcome(most, std::nullopt).verdict == Verdict::valid);
      CHECK(outcome(most + 1, most + 1).verdict == Verdict::valid);
      for (const auto& above : {outcome(most + 1, std::nullopt), outcome(1, 0)}) {
        REQUIRE(above.decoded.rule != nullptr);
        CHECK(above.decoded.rule->id == rule);
      }
    }
  }
}

File beginning(const File& file, std::size_t size) {
  return {file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)};
}

// Copies are blocks of their own, so that a sanitizer detects a read after their end.
TEST_CASE("a header that was read apart is enough, and one that is too short is not used") {
  if (!family().header_apart) return;
  const HeaderApart& apart = *family().header_apart;
  CHECK(rc::check([&apart] {
    const Sample one = strict_sample({200, 4});
    const auto size = static_cast<std::size_t>(apart.size(one.file));
    const Reading whole = apart.read(*one.codec, one.file, nullptr, {});
    for (const std::size_t given : {std::size_t{0}, std::size_t{7}, size - 1, size, one.file.size()}) {
      const File start = beginning(one.file, given);
      const Reading read = apart.read(*one.codec, one.file, &start, {});
      RC_ASSERT(read.error.rule == nullptr);
      RC_ASSERT(read.model == whole.model);
    }
    // A file that ends inside its header is no better for a copy of all of it.
    for (const std::size_t left : {std::size_t{0}, std::size_t{7}, size - 1}) {
      const Reading read = apart.read(*one.codec, beginning(one.file, left), &one.file, {});
      RC_ASSERT(read.error.rule != nullptr);
      RC_ASSERT(read.error.rule->id == (left < 8 ? apart.no_length : apart.truncated));
    }
  }));
  File field(8);
  CHECK(apart.size(Bytes(field).first(7)) == 0);
  store_le(field.data(), apart.most);
  CHECK(apart.size(field) == apart.most + 8);
  store_le(field.data(), apart.most + 1);
  CHECK(apart.size(field) == 0);
}

std::string path_of(const Codec& codec, const std::vector<std::string>& names, std::size_t i) {
  return family().names->path ? family().names->path(codec, i) : names[i];
}

// duplicates gives the paths of what is reported of a table of names, notes of its size aside.
std::vector<std::string> duplicates(const Codec& codec, const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (const auto& finding : conformance::run_codec(codec, family().names->file(codec, names), {}).findings) {
    if (finding.severity == Severity::note) continue;
    CHECK(finding.rule->id == family().names->rule);
    paths.push_back(finding.path);
  }
  return paths;
}

TEST_CASE("of 200,000 equal names all but the first are duplicates, each or the first reported at its own place") {
  if (!family().names) return;
  for (const Codec* codec : codecs()) {
    const std::vector<std::string> names(200000, "weight");
    const std::vector<std::string> paths = duplicates(*codec, names);
    REQUIRE(paths.size() == (family().names->first_alone ? 1U : 199999U));
    CHECK(paths.front() == path_of(*codec, names, 1));
    CHECK(paths.back() == path_of(*codec, names, paths.size()));
  }
}

// Enough names that some share one 32-bit hash, and among them a few that occur twice.
TEST_CASE("of 300,000 names in any order exactly the repeated ones are duplicates, each or the first reported") {
  if (!family().names) return;
  constexpr std::uint32_t count = 300000;
  std::vector<std::string> names;
  std::set<std::uint32_t> hashes;
  for (std::uint32_t i = 0; i < count; ++i) {
    names.push_back(fmt::format("n{}", i * 2654435761U));
    hashes.insert(unique_names::hash(as_bytes(names.back())));
  }
  CHECK(hashes.size() < names.size());
  constexpr std::uint32_t copies[][2] = {{299999, 0}, {150000, 149999}, {77777, 5}, {77778, 5}};
  for (const auto& [later, earlier] : copies) names[later] = names[earlier];
  for (const Codec* codec : codecs()) {
    std::vector<std::string> expected;
    for (const std::size_t i : {77777, 77778, 150000, 299999}) {
      if (expected.empty() || !family().names->first_alone) expected.push_back(path_of(*codec, names, i));
    }
    CHECK(duplicates(*codec, names) == expected);
  }
}

TEST_CASE("nothing is read after the last report of an invalid input") {
  if (family().stops != nullptr) stopping::check_stops(family().stops());
}

}  // namespace

void agrees_apart(const Codec& codec, Bytes input, const Options& options) {
  const HeaderApart& apart = *family().header_apart;
  const std::uint64_t size = apart.size(input);
  File file(input.begin(), input.end());
  const bool is_there = size != 0 && size <= file.size();
  const File header = is_there ? beginning(file, static_cast<std::size_t>(size)) : file;
  if (is_there) std::fill_n(file.begin(), header.size(), std::byte{0xee});  // nobody looks there
  const Reading whole = apart.read(codec, input, nullptr, options);
  const Reading read = apart.read(codec, file, &header, options);
  RC_ASSERT(read.error.rule == whole.error.rule);
  RC_ASSERT(read.error.offset == whole.error.offset);
  RC_ASSERT(read.error.length == whole.error.length);
  RC_ASSERT(read.model == whole.model);
}

}  // namespace hallmark::testing
