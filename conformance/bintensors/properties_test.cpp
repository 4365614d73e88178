// Properties of BinTensors, in both layouts: encoding and decoding, inputs near valid files, limits and scratch.
#include <algorithm>
#include <map>
#include <set>

#include "codecs/bintensors/rules.hpp"
#include "codecs/core/memory_rules.hpp"
#include "conformance/bintensors/apart.hpp"
#include "conformance/bintensors/generate.hpp"
#include "conformance/bintensors/oracle.hpp"
#include "conformance/testing/near_inputs.hpp"
#include "conformance/testing/oracle_check.hpp"

namespace hallmark::bintensors {
namespace {

using testing::Memory;

const Codec& codec(Layout layout) { return *codec_named(layout == Layout::v0 ? "bintensors-v0" : "bintensors-v1"); }

constexpr Layout layouts[] = {Layout::v0, Layout::v1};

using File = std::vector<std::byte>;

struct Sample {
  Layout layout;
  OwnedModel model;
  File file;  // of that model, in any order
};

Sample sample(int longest, std::uint32_t most, Liberty liberty = Liberty::none) {
  const auto layout = *rc::gen::element(Layout::v0, Layout::v1);
  const testing::Tape tape = *testing::any_tape(longest);
  conformance::Choices choices(tape);
  Sample sample{layout, shuffled(any_model(choices, most), choices), {}};
  if (liberty == Liberty::none) {
    sample.file = any_file(layout, sample.model, &choices);
  } else {
    const testing::Tape more = *testing::any_tape(200);
    conformance::Choices liberties(more);
    sample.file = any_file(layout, sample.model, &liberties, liberty);
  }
  return sample;
}

OwnedModel decoded(Layout layout, Bytes file, const Options& options = {}) {
  Memory memory(scratch_bound(layout, file, options));
  const auto view = decode(layout, file, memory.scratch, options);
  RC_ASSERT(static_cast<bool>(view));
  return owned(*view);
}

Options lenient() {
  Options options;
  options.profile = Profile::compat;
  return options;
}

// agrees_with_oracle compares the codec with the oracle in both profiles, and with itself where the header is apart.
void agrees_with_oracle(Layout layout, Bytes input, const Options& options = {}) {
  RC_ASSERT(decodes_alike_apart(layout, input, options));
  testing::agrees_with_oracle(codec(layout), input, options,
                              [&](const Options& under) { return oracle::report_on(layout, input, under); });
}

testing::Subject subject(Layout layout) {
  return {codec(layout), [layout](Bytes input, const Options& options) { agrees_with_oracle(layout, input, options); }};
}

void check(Layout layout, Bytes input, const Options& options = {}) { testing::check(subject(layout), input, options); }

TEST_CASE("bintensors: every order of a model is valid and decodes to that model, its tables in file order") {
  CHECK(rc::check([] {
    const Sample one = sample(600, 6);
    check(one.layout, one.file);
    RC_ASSERT(decoded(one.layout, one.file) == one.model);
  }));
}

TEST_CASE("bintensors: long numbers and any tail are valid under compat and change nothing of the model") {
  CHECK(rc::check([] {
    const Sample one = sample(600, 6, Liberty::compat);
    check(one.layout, one.file);
    RC_ASSERT(decoded(one.layout, one.file, lenient()) == one.model);
  }));
}

TEST_CASE("bintensors: encoding gives the same bytes for every order, and decodes to the sorted model") {
  CHECK(rc::check([] {
    const Sample one = sample(600, 6);
    const File canonical = written(one.layout, one.model);
    RC_ASSERT(!canonical.empty());
    check(one.layout, canonical);
    RC_ASSERT(decoded(one.layout, canonical) == sorted(one.model));
    RC_ASSERT(written(one.layout, sorted(one.model)) == canonical);
    RC_ASSERT(written(one.layout, decoded(one.layout, one.file)) == canonical);
    RC_ASSERT(written(one.layout, decoded(one.layout, canonical)) == canonical);
  }));
}

TEST_CASE("bintensors: encoding gives the sorted file with its index map in the order of the tensors, unremarked") {
  CHECK(rc::check([] {
    const Sample one = sample(600, 6);
    const File canonical = written(one.layout, one.model);
    RC_ASSERT(canonical == any_file(one.layout, sorted(one.model)));
    for (const conformance::Finding& finding : conformance::run_codec(codec(one.layout), canonical, {}).findings) {
      RC_ASSERT(finding.severity == Severity::note);
    }
  }));
}

TEST_CASE("bintensors: either layout of a model becomes the other and comes back as it was") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 6);
    const Layout other = one.layout == Layout::v0 ? Layout::v1 : Layout::v0;
    const File there = written(other, decoded(one.layout, one.file));
    RC_ASSERT(written(one.layout, decoded(other, there)) == written(one.layout, one.model));
  }));
}

TEST_CASE("bintensors: a header that was read apart is enough, and one that is too short is not used") {
  CHECK(rc::check([] {
    const Sample one = sample(200, 4);
    const Bytes file = one.file;
    const std::uint64_t size = header_size(file);
    for (const std::uint64_t given : {std::uint64_t{0}, std::uint64_t{7}, size - 1, size, std::uint64_t{file.size()}}) {
      // At the end of a block of its own, so that a sanitizer detects a read behind it.
      const File start(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(given));
      Memory memory(scratch_bound(one.layout, file));
      const auto view = decode(one.layout, file, start, memory.scratch);
      RC_ASSERT(static_cast<bool>(view));
      RC_ASSERT((view->input.data() == start.data()) == (given >= size));
      RC_ASSERT(view->data.data() == file.data() + size);
    }
    // A file that ends inside its header is no better for a copy of all of it.
    for (const std::uint64_t left : {std::uint64_t{0}, std::uint64_t{7}, size - 1}) {
      const File cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(left));
      Memory memory(scratch_bound(one.layout, file));
      const auto view = decode(one.layout, cut, file, memory.scratch);
      RC_ASSERT(!view);
      RC_ASSERT(view.violation().rule->id == (left < 8 ? "bintensors/sofm-truncated" : "bintensors/sofm-range"));
    }
  }));
  const File four(4);
  CHECK(header_size(four) == 0);
  File field(8);
  store_le(field.data(), default_max_metadata);
  CHECK(header_size(field) == default_max_metadata + 8);
  store_le(field.data(), default_max_metadata + 1);
  CHECK(header_size(field) == 0);
}

TEST_CASE("bintensors: every prefix of a valid file is invalid at a byte inside it or at its end") {
  CHECK(rc::check([] {
    const Sample one = sample(200, 4);
    testing::check_prefixes_invalid(subject(one.layout), one.file);
  }));
}

TEST_CASE("bintensors: every boundary value of every byte holds the invariants and agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(120, 3);
    testing::check_boundary_values(subject(one.layout), one.file);
  }));
}

TEST_CASE("bintensors: every change of one byte of a small file agrees with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(30, 2);
    testing::check_byte_changes(subject(one.layout), one.file);
  }));
}

// behind_its_size gives noise behind a SofM that fits it.
File behind_its_size(Bytes noise) {
  File file(8);
  store_le(file.data(), std::uint64_t{noise.size()});
  file.insert(file.end(), noise.begin(), noise.end());
  return file;
}

// The same bytes read as either layout.
TEST_CASE("bintensors: mutated files, the other layout and noise hold the invariants and agree with the oracle") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 4);
    const testing::Mutation mutation{60, &Limits::max_rank, behind_its_size};
    for (int round = 0; round < 20; ++round) {
      testing::check_mutant_and_noise({subject(Layout::v0), subject(Layout::v1)}, one.file, mutation);
    }
  }));
}

TEST_CASE("bintensors: files with hostile numbers hold the invariants and agree with the oracle") {
  CHECK(rc::check([] {
    for (int round = 0; round < 20; ++round) {
      const Sample one = sample(300, 5, Liberty::hostile);
      check(one.layout, one.file);
    }
  }));
}

TEST_CASE("bintensors: the rank of tensors is limited by max_rank, 255 unless said otherwise") {
  for (const Layout layout : layouts) {
    const auto with_rank = [layout](std::size_t rank) {
      return any_file(layout, {false, {}, {{"t", DType::u8, std::vector<std::uint64_t>(rank, 1), File(1)}}});
    };
    CHECK(conformance::run_codec(codec(layout), with_rank(255), {}).verdict == Verdict::valid);
    CHECK(conformance::run_codec(codec(layout), with_rank(256), {}).decoded.rule == &rule<"bintensors/rank">);
  }
  CHECK(rc::check([] {
    const Sample one = sample(400, 4);
    Options options;
    options.limits.max_rank = *rc::gen::inRange<std::uint32_t>(0, 5);
    check(one.layout, one.file, options);
  }));
}

TEST_CASE("bintensors: an encoder reports how much memory it needs, however little it is given") {
  CHECK(rc::check([] {
    const Sample one = sample(300, 4);
    const Borrowed borrowed(one.model);
    Memory memory(encode_scratch(one.layout, borrowed.view()));
    const std::uint64_t size = encoded_size(one.layout, borrowed.view(), memory.scratch);
    RC_ASSERT(size == any_file(one.layout, sorted(one.model)).size());
    File out(static_cast<std::size_t>(*rc::gen::inRange<std::uint64_t>(0, size)));
    const Encoded encoded = encode(one.layout, borrowed.view(), memory.scratch, out);
    RC_ASSERT(!encoded);
    RC_ASSERT(encoded.refusal.rule == &hallmark::rule<"hallmark/output-exhausted">);
    RC_ASSERT(encoded.size == size);
  }));
}

TEST_CASE(
    "bintensors: with less scratch than it asks for an encoder refuses by that rule or measures and encodes all the "
    "same") {
  CHECK(rc::check([] {
    const Sample one = sample(300, 6);
    const Borrowed borrowed(one.model);
    const File whole = written(one.layout, one.model);
    const std::uint64_t asked = encode_scratch(one.layout, borrowed.view());
    for (std::uint64_t given = 0; given <= asked; ++given) {
      Memory memory(given);
      const std::uint64_t size = encoded_size(one.layout, borrowed.view(), memory.scratch);
      RC_ASSERT(size >= whole.size());
      RC_ASSERT(given != asked || size == whole.size());
      File out(whole.size());
      const Encoded encoded = encode(one.layout, borrowed.view(), memory.scratch, out);
      if (encoded) {
        RC_ASSERT(out == whole);
      } else {
        RC_ASSERT(encoded.refusal.rule == &hallmark::rule<"hallmark/scratch-exhausted">);
      }
    }
  }));
}

TEST_CASE("bintensors: with less scratch than the bound a file is limited, or examined as with all of it") {
  CHECK(rc::check([] {
    const Sample one = sample(300, 6, *rc::gen::element(Liberty::none, Liberty::compat, Liberty::hostile));
    const std::uint64_t bound = scratch_bound(one.layout, one.file);
    const conformance::Outcome whole = conformance::run_codec(codec(one.layout), one.file, {});
    for (std::uint64_t given = 0; given <= bound; given += bound / 40 + 1) {
      Memory memory(given);
      const Violation violation = codec(one.layout).decode(one.file, memory.scratch, {});
      const bool limited = violation.rule == &hallmark::rule<"hallmark/scratch-exhausted">;
      RC_ASSERT(limited || violation.rule == whole.decoded.rule);
      RC_ASSERT(violation.offset <= one.file.size() && violation.length <= one.file.size() - violation.offset);
    }
  }));
}

constexpr std::uint64_t alignment = 15;  // of the tables in the scratch, at most

TEST_CASE("bintensors: scratch is 32 or 48 bytes a tensor and 24 an entry of metadata") {
  CHECK(rc::check([] {
    const Sample one = sample(400, 8, *rc::gen::element(Liberty::none, Liberty::compat));
    const std::uint64_t of_tensor = one.layout == Layout::v0 ? 48 : 32;
    RC_ASSERT(scratch_bound(one.layout, one.file) <=
              of_tensor * one.model.tensors.size() + 24 * one.model.metadata.size() + alignment);
  }));
}

// Entries that a record can pay for take 2 bytes of it in the metadata, 4 or 5 in the tensors.
TEST_CASE("bintensors: scratch is at most 12 bytes for each byte of the record, whatever counts a file claims") {
  CHECK(rc::check([] {
    const Sample one = sample(300, 6, Liberty::hostile);
    for (const Layout layout : layouts) {
      RC_ASSERT(scratch_bound(layout, one.file) <= 12 * load_le<std::uint64_t>(one.file.data()) + alignment);
    }
  }));
}

TEST_CASE("bintensors: the largest counts a record can pay for get their scratch, those beyond none") {
  for (const Layout layout : layouts) {
    const std::uint64_t smallest = layout == Layout::v0 ? 4 : 5;
    File file(8 + 1 + 1 + 40 * smallest);
    store_le(file.data(), std::uint64_t{file.size() - 8});
    file[9] = std::byte{40};
    CHECK(scratch_bound(layout, file) > 0U);
    CHECK(scratch_bound(layout, file) <= 40U * (layout == Layout::v0 ? 48 : 32));
    file[9] = std::byte{41};
    CHECK(scratch_bound(layout, file) == 0U);
    agrees_with_oracle(layout, file);
  }
}

// A file of tensors without elements, for tables that models of a few entries cannot show.
File file_of_names(Layout layout, const std::vector<std::string>& names) {
  OwnedModel model;
  for (const std::string& name : names) model.tensors.push_back({name, DType::u8, {0}, {}});
  return any_file(layout, model);
}

TEST_CASE("bintensors: 50,000 equal names are 49,999 duplicates") {
  for (const Layout layout : layouts) {
    const File file = file_of_names(layout, std::vector<std::string>(50000, "layer.0.weight"));
    const conformance::Outcome outcome = conformance::run_codec(codec(layout), file, {});
    CHECK(outcome.decoded.rule == &rule<"bintensors/duplicate-name">);
    REQUIRE(outcome.findings.size() == 49999U);
    const std::string table = layout == Layout::v0 ? "index_map" : "tensors";
    CHECK(outcome.findings.front().path == table + "[1].name");
    CHECK(outcome.findings.back().path == table + "[49999].name");
  }
}

TEST_CASE("bintensors: of 50,000 names in any order exactly the repeated ones are duplicates") {
  constexpr std::uint32_t count = 50000;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) names.push_back(fmt::format("n{}", i * 2654435761U));
  constexpr std::uint32_t copies[][2] = {{49999, 0}, {25000, 24999}, {7777, 5}, {7778, 5}};
  for (const auto& [later, earlier] : copies) names[later] = names[earlier];
  for (const Layout layout : layouts) {
    std::vector<std::string> expected;
    for (const int i : {7777, 7778, 25000, 49999}) {
      expected.push_back(fmt::format("{}[{}].name", layout == Layout::v0 ? "index_map" : "tensors", i));
    }
    std::vector<std::string> paths;
    for (const conformance::Finding& finding :
         conformance::run_codec(codec(layout), file_of_names(layout, names), {}).findings) {
      CHECK(finding.rule == &rule<"bintensors/duplicate-name">);
      paths.push_back(finding.path);
    }
    CHECK(paths == expected);
  }
}

TEST_CASE("bintensors: a key, a value and a tensor may have the same name") {
  for (const Layout layout : layouts) {
    CHECK(conformance::run_codec(codec(layout), written(layout, {true, {{"n", "n"}}, {{"n", DType::u8, {}, File(1)}}}),
                                 {})
              .findings.empty());
  }
}

TEST_CASE("bintensors: an empty map of metadata is not the same as none") {
  for (const Layout layout : layouts) {
    const OwnedModel none;
    const OwnedModel empty{true, {}, {}};
    CHECK(written(layout, none) != written(layout, empty));
    CHECK(decoded(layout, written(layout, none)) == none);
    CHECK(decoded(layout, written(layout, empty)) == empty);
  }
}

}  // namespace
}  // namespace hallmark::bintensors
