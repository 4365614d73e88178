// SPDX-License-Identifier: Apache-2.0
// The lint finds nothing in the corpus, and every kind of planted defect.
#include "conformance/suite/lint.hpp"

#include <fmt/format.h>

#include <functional>

#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::conformance {
namespace {

using namespace testing;
// The vectors of two formats. The test vectors_lint judges those of all.
const Corpus& sound() {
  static const Corpus corpus = [] {
    Corpus both = load_corpus(HALLMARK_SOURCE_DIR "/corpus", {example::format, example::second});
    std::erase_if(both.files, [](const VectorFile& file) { return file.vectors.empty(); });
    return both;
  }();
  return corpus;
}

VectorFile& file_of(Corpus& corpus, const std::string& name) {
  for (VectorFile& file : corpus.files) {
    if (file.name == name) return file;
  }
  throw std::runtime_error(name + " is not in the corpus");
}

void erase(Corpus& corpus, const std::function<bool(const Vector&)>& which) {
  for (VectorFile& file : corpus.files) std::erase_if(file.vectors, which);
}

std::string all(const std::vector<LintFinding>& findings) {
  std::string text;
  for (const LintFinding& finding : findings) text += fmt::format("{}: {}\n", finding.where, finding.what);
  return text;
}

TEST_CASE("lint: the corpus is sound") {
  for (const std::string format : {example::format, example::second}) CHECK(all(lint(sound(), format)) == "");
  const auto count = [](const std::string& format) {
    std::size_t vectors = 0;
    for (const VectorFile& file : sound().files) vectors += file.format == format ? file.vectors.size() : 0;
    return vectors;
  };
  CHECK(count(example::second) >= 110);
  CHECK(count(example::format) >= 200);
}

TEST_CASE("lint: every kind of defect is found") {
  const std::string truncated = "$second/header/empty"_filled;
  const std::string ignored = "$second/packed-bit/ignored-3-disputed"_filled;
  const std::string one = "$second/int8/one"_filled;
  const std::string warned = "$second/profile-compat/ignored-3"_filled;
  const std::string header = "$folder2/golden/header.json"_filled;
  const std::string refused = "$second/refused/padding-8"_filled;
  struct Row {
    const char* claim;
    std::function<void(Corpus&)> spoil;
    std::string expected;  // one whole line of the findings
  };
  const Row rows[] = {
      {"an id that stands twice", [&](Corpus& c) { vector_of(c, one).id = "$second/int8/zero"_filled; },
       "$second/int8/zero: duplicate id"_filled},
      {"two ids of one file name", [&](Corpus& c) { vector_of(c, one).id = "$format/vector-int8/zero"_filled; },
       "$format/vector-int8/zero: its export would overwrite that of $second/int8/zero"_filled},
      {"bytes that stand twice",
       [&](Corpus& c) { vector_of(c, one).segments = vector_of(c, "$second/int8/zero"_filled).segments; },
       one + ": same bytes and options as $second/int8/zero"_filled},
      {"a flag without a note", [&](Corpus& c) { vector_of(c, one).flags = {"strange"}; },
       one + ": flag strange has no note"},
      {"a note without a flag", [&](Corpus& c) { file_of(c, header).notes.emplace_back("idle", Note{}); },
       header + ": no vector has the flag of the note idle"},
      {"an unknown feature", [&](Corpus& c) { vector_of(c, one).features = {"telepathy"}; },
       one + ": unknown feature telepathy"},
      {"a vector inside a document for those who know no vectors",
       [&](Corpus& c) { vector_of(c, "$format/vectors/int8"_filled).features.clear(); },
       "$format/vectors/int8: it is about vectors inside, but the feature subtype-9 is missing"_filled},
      {"a fault of a vector inside a document for those who know no vectors",
       [&](Corpus& c) { vector_of(c, "$format/vectors/header-one-byte"_filled).features.clear(); },
       "$format/vectors/header-one-byte: it is about vectors inside, but the feature subtype-9 is missing"_filled},
      {"a parent that does not exist", [&](Corpus& c) { vector_of(c, one).derived_from = "$second/a/b"_filled; },
       one + ": derived_from names an unknown vector $second/a/b"_filled},
      {"a clause of no rule", [&](Corpus& c) { vector_of(c, one).clause = "$second#poetry"_filled; },
       one + ": no rule cites the clause $second#poetry"_filled},
      {"a clause other than the rule's",
       [&](Corpus& c) { vector_of(c, ignored).clause = "$second#data-types-dtypes"_filled; },
       ignored + ": the rule $second/ignored-bits is of the clause $second#validation"_filled},
      {"an old revision", [&](Corpus& c) { file_of(c, header).spec_revision = "2024-10-23"; },
       header + ": the rules follow revision 2025-06-30 of $second, the file says 2024-10-23"_filled},
      {"a file in another family's folder",
       [&](Corpus& c) { file_of(c, header).name = "$format/golden/header.json"_filled; },
       "$format/golden/header.json: vectors of $second belong in the folder $folder2"_filled},
      {"a compat vector that is MUST", [&](Corpus& c) { vector_of(c, warned).level = Level::must; },
       warned + ": a vector of the compat profile cannot be MUST"},
      {"a level other than the rule's", [&](Corpus& c) { vector_of(c, ignored).level = Level::must; },
       ignored + ": the rule $second/ignored-bits requires the level SHOULD"_filled},
      {"an unknown rule", [&](Corpus& c) { vector_of(c, ignored).error->rule = "$second/ignored"_filled; },
       ignored + ": unknown rule $second/ignored"_filled},
      {"an unknown rule of a warning",
       [&](Corpus& c) { vector_of(c, warned).warnings[0].rule = "$second/ignored"_filled; },
       warned + ": unknown rule $second/ignored"_filled},
      {"another rule than the decoder's",
       [&](Corpus& c) { vector_of(c, ignored).error->rule = "$second/padding-range"_filled; },
       ignored + ": the error is $second/padding-range at byte 3, decoding fails with $second/ignored-bits at "
                 "byte 3"_filled},
      {"a verdict that the rule does not give", [&](Corpus& c) { vector_of(c, ignored).verdict = Verdict::limited; },
       ignored + ": the rule $second/ignored-bits requires the verdict invalid"_filled},
      {"a verdict other than the decoder's", [&](Corpus& c) { vector_of(c, ignored).verdict = Verdict::limited; },
       ignored + ": the verdict is limited, the decoder says invalid"},
      {"another category", [&](Corpus& c) { vector_of(c, ignored).error->category = "out-of-range"; },
       ignored + ": the category is out-of-range, validating says bad-padding"},
      {"another offset", [&](Corpus& c) { vector_of(c, ignored).error->offset = 2; },
       ignored + ": the error is $second/ignored-bits at byte 2 of \"data\", validating finds "
                 "$second/ignored-bits at byte 3 of \"data\""_filled},
      {"another path", [&](Corpus& c) { vector_of(c, truncated).error->path = "padding"; },
       truncated + ": the error is $second/header-truncated at byte 0 of \"padding\", validating finds "
                   "$second/header-truncated at byte 0 of \"dtype\""_filled},
      {"an error that is none",
       [&](Corpus& c) {
         Vector& vector = vector_of(c, ignored);
         vector.segments = {{{std::byte{3}, std::byte{0}, std::byte{9}}, "fine", 1}};
       },
       ignored + ": decoding finds nothing wrong"},
      {"a valid vector that is broken",
       [&](Corpus& c) { vector_of(c, one).segments = {{{std::byte{3}}, "dtype alone", 1}}; },
       one + ": decoding fails with $second/header-truncated at byte 1"_filled},
      {"another value", [&](Corpus& c) { (*vector_of(c, one).value)["data"]["base64"] = "Ag=="; },
       one + ": the value is {\"dtype\":\"int8\",\"padding\":0,\"data\":{\"base64\":\"Ag==\"}}, decoding gives "
             "{\"dtype\":\"int8\",\"padding\":0,\"data\":{\"base64\":\"AQ==\"}}"},
      {"another value encodes to other bytes",
       [&](Corpus& c) { (*vector_of(c, one).value)["data"]["base64"] = "Ag=="; },
       one + ": the vector is canonical, encoding gives other bytes"},
      {"a value outside the model", [&](Corpus& c) { (*vector_of(c, one).value)["padding"] = 3; },
       one + ": encoding the value is refused by $second/padding-not-applicable"_filled},
      {"canonical without an encoder", [&](Corpus& c) { vector_of(c, "$format/vectors/int8"_filled).canonical = true; },
       "$format/vectors/int8: the vector is canonical, but the format has no encoder"_filled},
      {"a warning that is not pinned", [&](Corpus& c) { vector_of(c, warned).warnings.clear(); },
       warned + ": a warning or note is not pinned: $second/ignored-bits at byte 2 of \"data\""_filled},
      {"a pinned warning that is not given",
       [&](Corpus& c) { vector_of(c, one).warnings = {{"$second/ignored-bits"_filled, 2, "data"}}; },
       one + ": the pinned warning is not found: $second/ignored-bits at byte 2 of \"data\""_filled},
      {"a value that the encoder writes", [&](Corpus& c) { (*vector_of(c, refused).value)["padding"] = 7; },
       refused + ": the encoder writes 3 bytes"},
      {"a value that is refused by another rule", [&](Corpus& c) { (*vector_of(c, refused).value)["dtype"] = "int8"; },
       refused + ": the rule is $second/padding-range, the encoder refuses by $second/padding-not-applicable"_filled},
      {"a value twice",
       [&](Corpus& c) { vector_of(c, refused).value = vector_of(c, "$second/refused/padding-255"_filled).value; },
       "$second/refused/padding-255: same value and options as "_filled + refused},
      {"a category other than the rule's", [&](Corpus& c) { vector_of(c, refused).error->category = "overflow"; },
       refused + ": the rule $second/padding-range is of the category out-of-range"_filled},
      {"a vector of a later corpus", [&](Corpus& c) { vector_of(c, one).since = CorpusVersion{99, 0, 0}; },
       one + ": since 99.0.0, but the corpus is of version " + to_string(sound().version)},
      {"an id that was withdrawn", [&](Corpus& c) { c.withdrawn.emplace(one, CorpusVersion{1, 2, 0}); },
       one + ": the id was withdrawn in version 1.2.0, and is never used again"},
      {"a feature that is reserved", [&](Corpus& c) { vector_of(c, one).features = {"http"}; },
       one + ": unknown feature http"},
      {"a rule without a vector",
       [&](Corpus& c) {
         erase(c, [](const Vector& v) { return v.error && v.error->rule == "$second/padding-empty"_filled; });
       },
       "$second/padding-empty: no vector of $second breaks this rule alone"_filled},
      {"a rule that is broken only beside others",
       [&](Corpus& c) {
         erase(c, [](const Vector& v) {
           return v.error && v.error->rule == "$second/padding-not-applicable"_filled &&
                  v.id != "$second/float32/padding-and-length"_filled;
         });
       },
       "$second/padding-not-applicable: no vector of $second breaks this rule alone"_filled},
      {"a warning without a vector",
       [&](Corpus& c) { erase(c, [](const Vector& v) { return !v.warnings.empty() && v.format == example::format; }); },
       "$format/regex-options: no vector of $format breaks this rule alone"_filled},
      {"a clause that no valid vector keeps",
       [&](Corpus& c) {
         erase(c, [](const Vector& v) {
           return v.verdict == Verdict::valid && v.clause == "$second#binary-structure"_filled;
         });
       },
       "$second#binary-structure: no valid vector cites this clause of $second"_filled},
      {"a clause that valid vectors cite only with warnings of its rules",
       [&](Corpus& c) {
         erase(c, [](const Vector& v) {
           return v.clause == "$format#regex"_filled && v.error == std::nullopt && v.warnings.empty();
         });
       },
       "$format#regex: no valid vector cites this clause of $format"_filled},
      {"a clause that no vector breaks",
       [&](Corpus& c) {
         erase(c, [](const Vector& v) { return v.error && v.error->rule == "$second/dtype-unknown"_filled; });
       },
       "$second#data-types-dtypes: no vector breaks a rule of this clause of $second"_filled},
  };
  // Large vectors take nearly all the time, and no row is about one.
  Corpus small = sound();
  erase(small, [](const Vector& vector) { return vector.has_copies() || vector.byte_count() > 4096; });
  for (const Row& row : rows) {
    INFO(row.claim);
    Corpus corpus = small;
    row.spoil(corpus);
    const std::string findings = all(lint(corpus));
    CAPTURE(findings);
    CHECK(("\n" + findings).find("\n" + row.expected + "\n") != std::string::npos);
  }
}

TEST_CASE("lint: a format asked for alone is judged alone") {
  Corpus corpus = sound();
  erase(corpus, [](const Vector& vector) { return vector.format == example::format; });
  CHECK(all(lint(corpus, example::second)) == "");
  CHECK(all(lint(corpus, example::format)) != "");
}

}  // namespace
}  // namespace hallmark::conformance
