// Properties of `oinf`: encoding and decoding, inputs near valid files, limits, scratch and large tables.
#include <algorithm>
#include <map>
#include <set>

#include "codecs/core/memory_rules.hpp"
#include "codecs/core/unique_names.hpp"
#include "codecs/oinf/rules.hpp"
#include "conformance/oinf/generate.hpp"
#include "conformance/oinf/oracle.hpp"
#include "conformance/testing/near_inputs.hpp"
#include "conformance/testing/oracle_check.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::oinf {
namespace {

using testing::Memory;

const Codec& codec() { return *codec_named("oinf"); }

using File = std::vector<std::byte>;

struct Sample {
  OwnedModel model;
  File file;  // of that model, laid out somehow
};

Sample sample(int longest, std::uint32_t most) {
  const testing::Tape tape = *testing::any_tape(longest);
  conformance::Choices choices(tape);
  Sample sample;
  sample.model = shuffled(any_model(choices, most), choices);
  sample.file = any_file(sample.model, &choices);
  return sample;
}

OwnedModel decoded(Bytes file) {
  Memory memory(scratch_bound(file));
  const auto model = decode(file, memory.scratch);
  RC_ASSERT(static_cast<bool>(model));
  return owned(*model);
}

// agrees_with_oracle compares the codec with the oracle in both profiles.
void agrees_with_oracle(Bytes input, const Options& options = {}) {
  testing::agrees_with_oracle(codec(), input, options,
                              [&](const Options& under) { return oracle::report_on(input, under); });
}

testing::Subject subject() {
  return {codec(), [](Bytes input, const Options& options) { agrees_with_oracle(input, options); }};
}

void check(Bytes input, const Options& options = {}) { testing::check(subject(), input, options); }

TEST_CASE("oinf: every layout of a model is valid and decodes to that model, its tables in file order") {
  CHECK(rc::check([] {
    const Sample one = sample(600, 6);
    check(one.file);
    RC_ASSERT(decoded(one.file) == one.model);
  }));
}

TEST_CASE("oinf: encoding gives the same bytes for every order of the tables, and decodes to the sorted model") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(600);
    conformance::Choices choices(tape);
    const OwnedModel model = any_model(choices, 6);
    const File canonical = written(model);
    RC_ASSERT(!canonical.empty());
    check(canonical);
    RC_ASSERT(decoded(canonical) == sorted(model));
    const OwnedModel other = shuffled(model, choices);
    RC_ASSERT(written(other) == canonical);
    RC_ASSERT(written(decoded(any_file(other, &choices))) == canonical);
    RC_ASSERT(written(decoded(canonical)) == canonical);
  }));
}

TEST_CASE("oinf: encoding gives the tight file with sorted tables and the blobs in their order") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(600);
    conformance::Choices choices(tape);
    const OwnedModel model = any_model(choices, 6);
    RC_ASSERT(written(model) == any_file(sorted(model)));
  }));
}

TEST_CASE("oinf: an encoder leaves short memory alone and reports how much it needs") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(300);
    conformance::Choices choices(tape);
    const OwnedModel model = any_model(choices, 4);
    const Borrowed borrowed(model);
    const std::uint64_t size = encoded_size(borrowed.view());
    RC_ASSERT(size == written(model).size());
    const auto given = *rc::gen::inRange<std::uint64_t>(0, size);
    File out(static_cast<std::size_t>(given), std::byte{0xa5});
    Memory memory(encode_scratch(borrowed.view()));
    const Encoded encoded = encode(borrowed.view(), memory.scratch, out);
    RC_ASSERT(!encoded);
    RC_ASSERT(encoded.refusal.rule == &hallmark::rule<"hallmark/output-exhausted">);
    RC_ASSERT(encoded.size == size);
    RC_ASSERT(std::ranges::all_of(out, [](std::byte b) { return b == std::byte{0xa5}; }));
  }));
}

TEST_CASE("oinf: with less scratch than it asks for an encoder refuses by that rule or encodes all the same") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(300);
    conformance::Choices choices(tape);
    const OwnedModel model = shuffled(any_model(choices, 6), choices);
    const Borrowed borrowed(model);
    const File whole = written(model);
    Memory memory(*rc::gen::inRange<std::uint64_t>(0, encode_scratch(borrowed.view()) + 1));
    File out(whole.size());
    const Encoded encoded = encode(borrowed.view(), memory.scratch, out);
    if (encoded) {
      RC_ASSERT(out == whole);
    } else {
      RC_ASSERT(encoded.refusal.rule == &hallmark::rule<"hallmark/scratch-exhausted">);
    }
  }));
}

TEST_CASE("oinf: every prefix of a valid file is invalid at a byte inside it or at its end") {
  CHECK(rc::check([] { testing::check_prefixes_invalid(subject(), sample(300, 4).file); }));
}

TEST_CASE("oinf: every boundary value of every byte holds the invariants and agrees with the oracle") {
  CHECK(rc::check([] { testing::check_boundary_values(subject(), sample(120, 2).file); }));
}

TEST_CASE("oinf: every change of one byte of a small file agrees with the oracle") {
  CHECK(rc::check([] { testing::check_byte_changes(subject(), sample(20, 1).file); }));
}

TEST_CASE("oinf: mutated files and noise hold the invariants and agree with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 4);
    const testing::Mutation mutation{40, &Limits::max_rank};
    for (int round = 0; round < 20; ++round) testing::check_mutant_and_noise({subject()}, one.file, mutation);
  }));
}

// Whole words of a file changed to boundary values: sizes and offsets near each other, near the ends of the
// file, and near 2^32 and 2^64.
TEST_CASE("oinf: files with hostile words agree with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 4);
    for (int round = 0; round < 40; ++round) {
      File file = one.file;
      for (int left = *rc::gen::inRange(1, 5); left > 0; --left) {
        const bool wide = *rc::gen::arbitrary<bool>();
        const std::size_t width = wide ? 8 : 4;
        const auto at = *rc::gen::inRange<std::size_t>(0, file.size() - width + 1);
        const auto step = *rc::gen::inRange(-24, 25);
        const std::uint64_t base = *rc::gen::element<std::uint64_t>(
            0, 72, file.size(), one.file.size() / 2, std::uint64_t{1} << 32, std::uint64_t{1} << 61,
            std::uint64_t{1} << 63,
            wide ? load_le<std::uint64_t>(file.data() + at) : load_le<std::uint32_t>(file.data() + at));
        const std::uint64_t word = base + static_cast<std::uint64_t>(std::int64_t{step});
        if (wide) {
          store_le(file.data() + at, word);
        } else {
          store_le(file.data() + at, static_cast<std::uint32_t>(word));
        }
      }
      check(file);
    }
  }));
}

// One NDARRAY value of u8 and one u8 tensor, so that the offset of every size is known.
TEST_CASE("oinf: sizes and places that add up to about 2^64 agree with the oracle") {
  const OwnedModel model{{}, {{"k", ValueType::ndarray, File(24)}}, {{"t", ValueType::u8, {1}, true, File(1)}}};
  File valid = any_file(model);
  constexpr std::size_t value_nbytes = 88, value_offset = 96, dim = 124, data_nbytes = 132, data_offset = 140;
  constexpr std::size_t blob = 152, blob_dim = blob + 8;
  store_le(valid.data() + blob, std::uint32_t{5});
  store_le(valid.data() + blob + 4, std::uint32_t{1});
  store_le(valid.data() + blob_dim, std::uint64_t{8});
  REQUIRE(conformance::run_codec(codec(), valid, {}).findings.empty());
  CHECK(rc::check([&] {
    File file = valid;
    const auto near = [](std::uint64_t base) { return base + static_cast<std::uint64_t>(*rc::gen::inRange(-40, 41)); };
    const auto put = [&file](std::size_t at, std::uint64_t word) { store_le(file.data() + at, word); };
    const std::uint64_t size = near(std::uint64_t{0} - *rc::gen::element<std::uint64_t>(0, blob, file.size()));
    switch (*rc::gen::inRange(0, 4)) {
      case 0: put(value_nbytes, size & ~std::uint64_t{7}); break;
      case 1: put(value_offset, size & ~std::uint64_t{7}); break;
      case 2:
        put(blob_dim, size);
        put(value_nbytes, *rc::gen::element<std::uint64_t>(8, 16, 24, 32));
        break;
      default:
        put(dim, size);
        put(data_nbytes, size);
        if (*rc::gen::arbitrary<bool>()) put(data_offset, near(blob) & ~std::uint64_t{7});
    }
    check(file);
  }));
}

TEST_CASE("oinf: files that end before or behind a multiple of 8 agree with the oracle") {
  CHECK(rc::check([] {
    Sample one = sample(300, 4);
    const auto change = *rc::gen::inRange(-8, 17);
    one.file.resize(one.file.size() +
                    static_cast<std::size_t>(std::max(change, 72 - static_cast<int>(one.file.size()))));
    if (*rc::gen::weightedElement<bool>({{3, true}, {1, false}})) {
      store_le(one.file.data() + 61, std::uint64_t{one.file.size()});
    }
    check(one.file);
  }));
}

TEST_CASE("oinf: the rank of tensors and of NDARRAY values is limited by max_rank, 255 unless said otherwise") {
  const auto with_rank = [](std::size_t rank) {
    OwnedModel model;
    model.tensors.push_back({"t", ValueType::u8, std::vector<std::uint64_t>(rank, 1), true, File(1)});
    return any_file(model);
  };
  CHECK(conformance::run_codec(codec(), with_rank(255), {}).verdict == Verdict::valid);
  CHECK(conformance::run_codec(codec(), with_rank(256), {}).decoded.rule == &rule<"oinf/rank">);
  CHECK(rc::check([] {
    const Sample one = sample(400, 4);
    Options options;
    options.limits.max_rank = *rc::gen::inRange<std::uint32_t>(0, 5);
    check(one.file, options);
  }));
}

// What the header declares, in bytes of the smallest tables.
std::uint64_t table_bytes(Bytes file) {
  return load_le<std::uint32_t>(file.data() + 13) * std::uint64_t{16} +
         load_le<std::uint32_t>(file.data() + 17) * std::uint64_t{32} +
         load_le<std::uint32_t>(file.data() + 21) * std::uint64_t{36};
}

// 3.2 bytes for each byte of the tables, and the alignment of what lies in the scratch.
void scratch_is_paid_for(Bytes file) {
  const std::uint64_t bound = scratch_bound(file);
  if (file.size() < 72 || table_bytes(file) > file.size() - 72) {
    RC_ASSERT(bound == 0U);
  } else {
    RC_ASSERT(bound <= (32 * table_bytes(file) + 9) / 10 + 64);
  }
}

TEST_CASE("oinf: scratch is 3.2 bytes for each byte of tables, whatever counts a file claims") {
  CHECK(rc::check([] {
    Sample one = sample(300, 6);
    scratch_is_paid_for(one.file);
    for (const std::size_t at : {13, 17, 21}) {
      const auto near = *rc::gen::inRange<std::uint32_t>(0, 4);
      const auto count = *rc::gen::element<std::uint32_t>(0, static_cast<std::uint32_t>(one.file.size() - 72) / 16,
                                                          static_cast<std::uint32_t>(one.file.size() - 72) / 32,
                                                          static_cast<std::uint32_t>(one.file.size() - 72) / 36,
                                                          UINT32_MAX - 3, std::uint32_t{1} << 28);
      store_le(one.file.data() + at, count + near);
      scratch_is_paid_for(one.file);
      check(one.file);
    }
  }));
}

TEST_CASE("oinf: with less scratch than the bound a file is limited, or examined as with all of it") {
  CHECK(rc::check([] {
    const Sample one = sample(300, 6);
    const std::uint64_t bound = scratch_bound(one.file);
    const conformance::Outcome whole = conformance::run_codec(codec(), one.file, {});
    for (std::uint64_t given = 0; given <= bound; given += bound / 40 + 1) {
      Memory memory(given);
      const Violation violation = codec().decode(one.file, memory.scratch, {});
      const bool limited = violation.rule == &hallmark::rule<"hallmark/scratch-exhausted">;
      RC_ASSERT(limited || violation.rule == whole.decoded.rule);
      RC_ASSERT(violation.offset <= one.file.size() && violation.length <= one.file.size() - violation.offset);
    }
  }));
}

// A file of sizevars alone, for tables that models of a few entries cannot show.
File file_of_names(const std::vector<std::string>& names) {
  OwnedModel model;
  for (const std::string& name : names) model.sizevars.push_back({name, 1});
  return any_file(model);
}

TEST_CASE("oinf: 200,000 equal names are 199,999 duplicates, each reported at its own name") {
  const File file = file_of_names(std::vector<std::string>(200000, "layer.0.weight"));
  const conformance::Outcome outcome = conformance::run_codec(codec(), file, {});
  CHECK(outcome.decoded.rule == &rule<"oinf/duplicate-sizevar">);
  REQUIRE(outcome.findings.size() == 199999U);
  CHECK(outcome.findings.front().path == "sizevars[1].name");
  CHECK(outcome.findings.back().path == "sizevars[199999].name");
}

// Names that share a hash without being equal.
std::size_t collisions(const std::vector<std::string>& names) {
  std::map<std::uint32_t, std::set<std::string_view>> by_hash;
  for (const std::string& name : names) by_hash[unique_names::hash(as_bytes(name))].insert(name);
  return names.size() - by_hash.size();
}

// Enough names that some share one 32-bit hash, and among them a few that occur twice.
TEST_CASE("oinf: of 300,000 names in any order exactly the repeated ones are duplicates") {
  constexpr std::uint32_t count = 300000;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) names.push_back(fmt::format("n{}", i * 2654435761U));
  CHECK(collisions(names) > 0U);
  constexpr std::uint32_t copies[][2] = {{299999, 0}, {150000, 149999}, {77777, 5}, {77778, 5}};
  for (const auto& [later, earlier] : copies) names[later] = names[earlier];
  const File file = file_of_names(names);
  const conformance::Outcome outcome = conformance::run_codec(codec(), file, {});
  std::vector<std::string> paths;
  for (const conformance::Finding& finding : outcome.findings) {
    CHECK(finding.rule == &rule<"oinf/duplicate-sizevar">);
    paths.push_back(finding.path);
  }
  CHECK(paths == std::vector<std::string>{"sizevars[77777].name", "sizevars[77778].name", "sizevars[150000].name",
                                          "sizevars[299999].name"});
}

TEST_CASE("oinf: the same name in two tables is legal") {
  OwnedModel model;
  model.sizevars.push_back({"same", 1});
  model.metadata.push_back({"same", ValueType::u8, File(1)});
  model.tensors.push_back({"same", ValueType::u8, {}, true, File(1)});
  CHECK(conformance::run_codec(codec(), written(model), {}).findings.empty());
}

}  // namespace
}  // namespace hallmark::oinf
