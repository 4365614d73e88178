// SPDX-License-Identifier: Apache-2.0
// Properties of `bson` alone: what the Builder writes, what it refuses, depth and scratch.
#include "conformance/testing/properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "conformance/bson/generate.hpp"
#include "conformance/testing/invariant_sinks.hpp"
#include "conformance/testing/lasting.hpp"
#include "hallmark/bson.hpp"
#include "hallmark/bson/rules.hpp"
#include "hallmark/core/tensor.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::bson {
namespace {

using testing::check;
using testing::Memory;

HALLMARK_REFUSES_TEMPORARIES();

const Codec& codec() { return *codec_named("bson"); }

GeneratedFile file_of_tape(int longest, std::uint32_t documents) {
  const testing::Tape tape = *testing::any_tape(longest);
  GeneratedFile file = any_file(conformance::Choices(tape), documents);
  RC_ASSERT(static_cast<bool>(file.written));
  return file;
}

testing::Sample sample(const testing::Size& size, bool) {
  const auto tape = std::make_shared<testing::Tape>(*testing::any_tape(size.tape));
  const auto file = std::make_shared<GeneratedFile>(any_file(conformance::Choices(*tape), size.most));
  testing::Sample one{&codec(), file->bytes, {}, nullptr, {}, file->ends};
  one.valid_prefixes->push_back(0);
  one.holds_model = [file](const Codec&, Bytes bytes, const Options&, bool) {
    Memory memory(scratch_bound(bytes));
    const auto decoded = decode(bytes, memory.scratch);
    RC_ASSERT(static_cast<bool>(decoded));
    RC_ASSERT(decoded->documents == file->ends.size());
    RC_ASSERT(decoded->vectors == file->vectors.size());
    RC_ASSERT(content_in(bytes) == file->content);
    RC_ASSERT(vectors_in(bytes) == file->vectors);
  };
  one.writings = {{&codec(), 0, [file](Scratch&) { return file->bytes.size(); },
                   [tape, most = size.most](Scratch&, std::span<std::byte> out) {
                     return build_file(conformance::Choices(*tape), most, out);
                   }}};
  return one;
}

TEST_CASE("bson: whatever is asked of the Builder, what it finishes is valid and holds what was asked for") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(300);
    const conformance::Choices choices(tape);
    const auto build = [&](std::span<std::byte> out) { return build_file(choices, 3, out, Calls::any); };
    const GeneratedFile file = any_file(choices, 3, Calls::any);
    if (!file.written) RC_ASSERT(!build({}));
    if (!file.written) return;
    testing::File again(file.bytes.size());
    RC_ASSERT((build(again) && again == file.bytes));
    RC_ASSERT((again.empty() || !build(std::span(again).first(again.size() - 1))));
    check(codec(), again);
    RC_ASSERT(content_in(again) == file.content);
  }));
}

// Listed keeps what it is shown as text: path, depth, type, size of the value; at most so many.
class Listed final : public ElementSink {
 public:
  explicit Listed(std::size_t most) : most_(most) {}
  bool element(const Element& element, const Place& place) noexcept override {
    place.write(path_, {});
    all.push_back(fmt::format("{} {} {} {:02x} {}{}", path_.take(), element.depth, element.key,
                              static_cast<unsigned>(element.type), element.value.size(), text_of(element)));
    values.push_back(element.value);
    vectors += vector_of(element) ? 1 : 0;
    return all.size() < most_;
  }
  std::vector<std::string> all;
  std::vector<Bytes> values;
  int vectors = 0;

 private:
  std::size_t most_;
  conformance::StringSink path_;
};

TEST_CASE("bson: every element is visited in byte order, as long as the sink wants more and the scratch suffices") {
  const std::vector<std::byte> file = built([](Builder& to) {
    const std::byte id[12] = {};
    to.begin_document();
    to.object_id("_id", id);
    to.string("name", "=Ada");
    to.begin_array("rows");
    to.int32("", 7);
    to.begin_document("");
    to.vector("v", {bson_vector::VectorType::int8, 0, std::span(id, 3)});
    to.end();
    to.end();
    to.begin_code_with_scope("code", "f()");
    to.boolean("x", true);
    to.end();
    to.regex("last", "a", "i");
    to.end();
    to.begin_document();
    to.null("k");
    to.end();
  });
  const std::vector<std::string> expected = {
      "documents[0]._id 1 _id 07 12",   "documents[0].name 1 name 02 9=Ada", "documents[0].rows 1 rows 04 33",
      "documents[0].rows[0] 2 0 10 4",  "documents[0].rows[1] 2 1 03 18",    "documents[0].rows[1].v 3 v 05 10",
      "documents[0].code 1 code 0f 21", "documents[0].code.x 2 x 08 1",      "documents[0].last 1 last 0b 4",
      "documents[1].k 1 k 0a 0",
  };
  Memory memory(scratch_bound(file));
  const auto documents = decode(file, memory.scratch);
  REQUIRE(documents);
  Listed none(99);
  const Violation why = visit_elements(*documents, memory.scratch, {}, none);
  REQUIRE(why.rule != nullptr);
  CHECK(why.rule->id == "hallmark/scratch-exhausted");
  CHECK(none.all.empty());
  for (const std::size_t most : {std::size_t{99}, std::size_t{7}, std::size_t{1}}) {
    memory.scratch.reset();
    Listed seen(most);
    CHECK(visit_elements(*documents, memory.scratch, {}, seen).rule == nullptr);
    CHECK(seen.all == std::vector(expected.begin(), expected.begin() + std::min<std::ptrdiff_t>(most, 10)));
    CHECK(seen.vectors == (most < 6 ? 0 : 1));
    if (most < 7) continue;
    CHECK(element<std::int32_t>(seen.values[3], 0) == 7);
    for (const std::size_t nested : {2, 4, 6}) {
      CHECK(element<std::int32_t>(seen.values[nested], 0) == static_cast<std::int32_t>(seen.values[nested].size()));
    }
  }
}

TEST_CASE("bson: the Builder reports the rule that is broken first, in words with numbers") {
  const bson_vector::VectorView padded{bson_vector::VectorType::int8, 3, {}};
  const std::byte loose[] = {std::byte{0x27}, std::byte{0}, std::byte{1}};  // one byte of a FLOAT32
  struct Misuse {
    const char* what;
    const char* rule;
    const char* message;
    std::function<void(Builder&)> add;
    bool in_document = true;
  };
  const Misuse rows[] = {
      {"an element outside", "bson/no-document", "no document is open", [](Builder& to) { to.null("a"); }, false},
      {"an end too many", "bson/no-document", "no document is open", [](Builder& to) { to.end(); }, false},
      {"a document left open", "bson/open-documents", "1 document not ended", [](Builder& to) { to.begin_document(); },
       false},
      {"two documents left open", "bson/open-documents", "2 documents not ended",
       [](Builder& to) { to.begin_document(), to.begin_array("a"); }, false},
      {"a file's document inside another", "bson/open-documents", "1 document not ended",
       [](Builder& to) { to.begin_document(); }},
      {"a NUL in a key", "bson/cstring-nul", "byte 1 of the text is NUL",
       [](Builder& to) { to.null(std::string_view("a\0b", 3)); }},
      {"a key that is no UTF-8", "bson/key-utf8",
       "invalid UTF-8 in the key: byte 0xff does not start a valid character", [](Builder& to) { to.null("\xff"); }},
      {"a key with a surrogate", "bson/key-modified-utf8",
       "byte 0xed in the key starts a NUL in two bytes or a surrogate", [](Builder& to) { to.null("a\xed\xa0\x80"); }},
      {"a key with both faults", "bson/key-utf8",
       "invalid UTF-8 in the key: byte 0x80 does not start a valid character",
       [](Builder& to) { to.null("\x80\xc0\x80"); }},
      {"a string that is no UTF-8", "bson/string-utf8",
       "invalid UTF-8 in the string: byte 0xc0 does not start a valid character",
       [](Builder& to) { to.string("a", "\xc0\x80"); }},
      {"a pattern that is no UTF-8", "bson/regex-utf8",
       "invalid UTF-8 in the regular expression: byte 0xff does not start a valid character",
       [](Builder& to) { to.regex("a", "\xff", ""); }},
      {"options with a NUL in two bytes", "bson/regex-modified-utf8",
       "byte 0xc0 in the regular expression starts a NUL in two bytes or a surrogate",
       [](Builder& to) { to.regex("a", "", "\xc0\x80"); }},
      {"a vector with padding", "bson-vector/padding-not-applicable",
       "padding is 3, but only PACKED_BIT vectors use padding", [&](Builder& to) { to.vector("a", padded); }},
      {"a binary that is no vector", "bson-vector/float32-length",
       "the FLOAT32 data has 1 byte, which is not a whole number of elements",
       [&](Builder& to) { to.binary("a", 9, loose); }},
      {"too deep", "bson/nesting-depth", "nesting level 201 is above the limit",
       [](Builder& to) {
         for (std::uint32_t i = 0; i <= Builder::deepest; ++i) to.begin_document("a");
         for (std::uint32_t i = 0; i < Builder::deepest; ++i) to.end();
       }},
      {"the first of two", "bson/key-utf8", "invalid UTF-8 in the key: byte 0xff does not start a valid character",
       [](Builder& to) { to.null("\xff"), to.string("a", "\xff"); }},
  };
  for (const Misuse& row : rows) {
    CAPTURE(row.what);
    std::vector<std::byte> memory(4096);
    Builder to(memory);
    if (row.in_document) to.begin_document();
    row.add(to);
    if (row.in_document) to.end();
    const Encoded written = to.finish();
    REQUIRE_FALSE(written);
    CHECK(written.refusal.rule->id == row.rule);
    CHECK(reports::describe(written.refusal, Severity::error, "").message == row.message);
  }
}

// nest gives a file whose innermost document is at level `depth`, as small as that can be: the scratch that a level
// may cost is what so few bytes pay for. `kinds` gives the kind of each level.
std::vector<std::byte> nest(std::uint32_t depth, const testing::Tape& kinds) {
  return built([&](Builder& builder) {
    builder.begin_document();
    for (std::uint32_t level = 0; level < depth; ++level) {
      switch (kinds.empty() ? 0 : kinds[level % kinds.size()] % 3) {
        case 0: builder.begin_document(""); break;
        case 1: builder.begin_array(""); break;
        default: builder.begin_code_with_scope("", ""); break;
      }
    }
    for (std::uint32_t level = 0; level <= depth; ++level) builder.end();
  });
}

TEST_CASE("bson: nesting of max_depth levels is valid, one more is limited") {
  CHECK(rc::check([] {
    const auto depth = *rc::gen::weightedOneOf<std::uint32_t>(
        {{4, rc::gen::inRange<std::uint32_t>(0, 30)}, {1, rc::gen::inRange<std::uint32_t>(180, 200)}});
    const testing::Tape kinds = *testing::any_tape(8);
    Options options;
    options.limits.max_depth = depth;
    const std::vector<std::byte> just = nest(depth, kinds);
    check(codec(), just, options);
    RC_ASSERT(conformance::run_codec(codec(), just, options).verdict == Verdict::valid);
    const std::vector<std::byte> beyond = nest(depth + 1, kinds);
    check(codec(), beyond, options);
    const conformance::Outcome outcome = conformance::run_codec(codec(), beyond, options);
    RC_ASSERT(outcome.verdict == Verdict::limited);
    RC_ASSERT(outcome.findings.size() == 1U);
    RC_ASSERT(outcome.decoded.rule == &rule<"bson/nesting-depth">);
  }));
}

TEST_CASE("bson: scratch is 32 bytes a level, and never more than the input can pay for") {
  CHECK(rc::check([] {
    const GeneratedFile file = file_of_tape(300, 3);
    Options options;
    options.limits.max_depth = *rc::gen::inRange<std::uint32_t>(0, 400);
    const std::uint64_t bound = scratch_bound(file.bytes, options);
    RC_ASSERT(bound <= std::uint64_t{32} * (*options.limits.max_depth + 1));
    RC_ASSERT(bound <= 32 * (file.bytes.size() / 7 + 1));
    options.limits.max_depth = UINT32_MAX;
    RC_ASSERT(scratch_bound(file.bytes, options) <= 32 * (file.bytes.size() / 7 + 1));
  }));
}

std::vector<testing::stopping::Input> stops() {
  using namespace testing::stopping;
  // The length of a document that goes on to somewhere in the locked memory.
  const auto length = [](std::size_t less) { return le(static_cast<std::int32_t>(locked - less)); };
  // An element: its key and its value.
  const auto boolean = [](char key, char value) { return std::string{'\x08', key, '\0', value}; };
  const std::string array = length(0) + std::string{'\x04', 'a', '\0'} + length(64);
  const std::string rest(word, '\1');
  const std::string first = le(std::int32_t{9}) + boolean('0', 2) + '\0';
  return {
      {"bson", "an error", array + boolean('0', 2) + rest, {"bson/boolean"}},
      {"bson",
       "an error, then a warning",
       array + boolean('0', 2) + boolean('7', 1) + rest,
       {"bson/boolean", "bson/array-key"}},
      {"bson",
       "a warning, then an error",
       array + boolean('7', 1) + boolean('1', 2) + rest,
       {"bson/array-key", "bson/boolean"}},
      {"bson", "the document before", first, {"bson/boolean"}},
      {"bson", "the second document before", first + first, {"bson/boolean", "bson/boolean"}},
  };
}

}  // namespace
}  // namespace hallmark::bson

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{.name = "bson",
                          .sample = bson::sample,
                          .writes_in_pieces = true,
                          .whole = {900, 4},
                          .cut = {300, 3},
                          .edge = {100, 2},
                          .small = Size{24, 2},
                          .stops = bson::stops};
  return own;
}
