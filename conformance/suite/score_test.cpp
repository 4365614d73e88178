// SPDX-License-Identifier: Apache-2.0
// Scoring of answers at each level, and the verdicts of a run.
#include "conformance/suite/score.hpp"

#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::conformance {
namespace {

using namespace testing;

reports::VectorResult result(const char* level, const char* what) { return result_of("id", what, level); }

// An input that breaks a rule about the data, or about whom the addressee names.
reports::VectorResult invalid(const char* level, const char* what, const char* addressee = "data") {
  reports::VectorResult one = result(level, what);
  one.expected.rule = "f/rule";
  one.addressee = addressee;
  return one;
}

TEST_CASE("the verdict of a run follows from levels and results") {
  struct Row {
    const char* what;
    std::vector<reports::VectorResult> results;
    const char* verdict;
  };
  const Row rows[] = {
      {"all pass", {result("MUST", "pass"), result("SHOULD", "pass")}, "conformant"},
      {"a failed MUST", {result("MUST", "pass"), result("MUST", "accepted-invalid")}, "non-conformant"},
      {"accepting what a MUST about the data forbids",
       {result("MUST", "pass"), invalid("MUST", "accepted-invalid")},
       "lenient"},
      {"a duty of readers", {invalid("MUST", "accepted-invalid", "reader")}, "non-conformant"},
      {"a duty of writers", {invalid("MUST", "accepted-invalid", "writer")}, "non-conformant"},
      {"both", {invalid("MUST", "accepted-invalid"), result("MUST", "rejected-valid")}, "non-conformant"},
      {"lenient outweighs what did not run",
       {invalid("MUST", "accepted-invalid"), result("MUST", "unsupported")},
       "lenient"},
      {"a rejection where nothing is wrong with the data", {invalid("MUST", "crash")}, "non-conformant"},
      {"lenient at SHOULD is a warning",
       {invalid("MUST", "pass"), invalid("SHOULD", "accepted-invalid")},
       "conformant"},
      {"a failed SHOULD is a warning", {result("MUST", "pass"), result("SHOULD", "accepted-invalid")}, "conformant"},
      {"a failed DECISION is not scored", {result("MUST", "pass"), result("DECISION", "rejected-valid")}, "conformant"},
      {"nor is a failed LIMIT", {result("MUST", "pass"), result("LIMIT", "accepted-invalid")}, "conformant"},
      {"a crash counts at any level", {result("MUST", "pass"), result("LIMIT", "crash")}, "non-conformant"},
      {"a hang too", {result("MUST", "pass"), result("DECISION", "hang")}, "non-conformant"},
      {"memory too", {result("MUST", "pass"), result("SHOULD", "over-budget")}, "non-conformant"},
      {"a breach too", {result("MUST", "pass"), result("SHOULD", "protocol-error")}, "non-conformant"},
      {"an unsupported MUST", {result("MUST", "pass"), result("MUST", "unsupported")}, "partial"},
      {"a skipped MUST", {result("MUST", "pass"), result("MUST", "skipped")}, "partial"},
      {"a MUST that did not run", {result("MUST", "pass"), result("MUST", "not-run")}, "partial"},
      {"an unsupported SHOULD", {result("MUST", "pass"), result("SHOULD", "unsupported")}, "conformant"},
      {"a failed MUST outweighs a missing one",
       {result("MUST", "unsupported"), result("MUST", "wrong-value")},
       "non-conformant"},
      {"nothing ran",
       {result("MUST", "unsupported"), result("SHOULD", "skipped"), result("MUST", "harness-error")},
       "not-tested"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const std::vector<reports::Run> runs = tally(row.results);
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].verdict == row.verdict);
  }
}

TEST_CASE("to encode what has no encoding is never only lenient") {
  reports::VectorResult one = invalid("MUST", "accepted-invalid");
  one.op = "encode";
  CHECK(tally({one}).front().verdict == "non-conformant");
}

TEST_CASE("a requirement is a rule, or of valid inputs the clause that they show") {
  std::vector<reports::VectorResult> results{invalid("MUST", "accepted-invalid"),
                                             invalid("MUST", "accepted-invalid"),
                                             invalid("MUST", "pass"),
                                             invalid("MUST", "crash"),
                                             invalid("MUST", "unsupported"),
                                             result("MUST", "rejected-valid"),
                                             result("MUST", "pass"),
                                             result("DECISION", "wrong-value"),
                                             result("DECISION", "pass")};
  for (std::size_t i = 5; i < results.size(); ++i) results[i].clause = "d#s";
  results[7].clause = "d#decided";
  results[1].expectation = "met";
  results[1].cause = "known";
  results[1].position = "by design";
  const reports::Requirements requirements = *tally(results).front().requirements;
  CHECK(requirements.judged == 2);
  REQUIRE(requirements.broken.size() == 4);
  struct Row {
    const char* rule;
    const char* clause;
    const char* cause;
    const char* position;
    std::uint64_t of;
  };
  const Row rows[] = {{"", "d#s", "rejected-valid", "", 2},
                      {"f/rule", "", "accepted-invalid", "", 4},
                      {"f/rule", "", "crash", "", 4},
                      {"f/rule", "", "known", "by design", 4}};
  for (std::size_t i = 0; i < requirements.broken.size(); ++i) {
    const reports::Broken& one = requirements.broken[i];
    INFO(i);
    CHECK(one.rule == rows[i].rule);
    CHECK(one.clause == rows[i].clause);
    CHECK(one.cause == rows[i].cause);
    CHECK(one.position == rows[i].position);
    CHECK(one.failed == 1);
    CHECK(one.of == rows[i].of);
  }
}

TEST_CASE("what crashes at another level is a requirement, of all vectors that test it") {
  const reports::Requirements requirements =
      *tally({invalid("LIMIT", "crash"), invalid("LIMIT", "pass"), invalid("LIMIT", "accepted-invalid")})
           .front()
           .requirements;
  CHECK(requirements.judged == 1);
  REQUIRE(requirements.broken.size() == 1);
  CHECK(requirements.broken[0].failed == 1);
  CHECK(requirements.broken[0].of == 3);
}

TEST_CASE("runs are counted by format and operation") {
  std::vector<reports::VectorResult> results{result("MUST", "pass"), result("MUST", "pass"), result("MUST", "crash")};
  results[2].op = "encode";
  const std::vector<reports::Run> runs = tally(results);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].counts.at("MUST").at("pass") == 2);
  CHECK(runs[0].verdict == "conformant");
  CHECK(runs[1].counts.at("MUST").at("crash") == 1);
  CHECK(runs[1].verdict == "non-conformant");
  CHECK(tally({}).empty());
}

const Vector& small(std::size_t i) { return load_small_corpus().files.at(0).vectors.at(i); }

Answer accepted(Json value) {
  Answer answer;
  answer.kind = Answer::Kind::accepted;
  answer.value = std::move(value);
  return answer;
}

TEST_CASE("values are equal when dtype, shape and data bytes are, and a hash stands for data") {
  struct Row {
    const char* what;
    std::size_t vector;
    Json changes;  // to the value of the first vector
    const char* result;
  };
  const char* hash = "0ed7dcb1e3ee1ad5bcb8a5dc1ae0bc7c8f2b3f2d1e3b6d7f0a8a5b5b9a9b9f9c";
  const Row rows[] = {
      {"the same", 0, Json::object(), "pass"},
      {"another dtype", 0, {{"dtype", "float32"}}, "wrong-value"},
      {"other data", 0, {{"data", {{"base64", "fwY="}}}}, "wrong-value"},
      {"a member missing", 0, {{"padding", nullptr}}, "wrong-value"},
      {"a member more", 0, {{"x", 1}}, "wrong-value"},
      {"no object", 0, "fwc=", "wrong-value"},
      {"a wrong hash",
       5,
       {{"dtype", "float32"}, {"data", {{"base64", nullptr}, {"sha256", hash}, {"nbytes", 1200000}}}},
       "wrong-value"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    Json value{{"dtype", "int8"}, {"padding", 0}, {"data", {{"base64", "fwc="}}}};
    value.merge_patch(row.changes);
    const reports::VectorResult one = score(small(row.vector), Operation::decode, accepted(value), false);
    CHECK(one.result == row.result);
    CHECK(one.actual.message.has_value() == (one.result != "pass"));
  }
  const Json reordered{{"data", {{"base64", "fwc="}}}, {"padding", 0}, {"dtype", "int8"}};
  CHECK(score(small(0), Operation::decode, accepted(reordered), false).result == "pass");
}

TEST_CASE("a value that is owed counts as a MUST once the input is accepted") {
  Vector vector = small(0);
  vector.level = Level::decision;
  vector.owed = true;
  Json value{{"dtype", "int8"}, {"padding", 1}, {"data", {{"base64", "fwc="}}}};
  const auto said = [&](const Answer& answer) {
    const reports::VectorResult one = score(vector, Operation::decode, answer, false);
    return one.level + " " + one.result;
  };
  CHECK(said(accepted(value)) == "MUST wrong-value");
  value["padding"] = 0;
  CHECK(said(accepted(value)) == "MUST pass");
  Answer rejected;
  rejected.kind = Answer::Kind::rejected;
  CHECK(said(rejected) == "DECISION rejected-valid");
}

TEST_CASE("a difference names its place") {
  const Json value{{"dtype", "int8"}, {"padding", 1}, {"data", {{"base64", "fwc="}}}};
  CHECK(score(small(0), Operation::decode, accepted(value), false).actual.message == "value.padding is 1, expected 0");
}

TEST_CASE("what is not canonical is judged by the value it decodes to") {
  Answer answer;
  answer.kind = Answer::Kind::encoded;
  const auto encode = [&](std::size_t vector, std::vector<unsigned> bytes) {
    answer.output.clear();
    for (const unsigned byte : bytes) answer.output.push_back(static_cast<std::byte>(byte));
    return score(small(vector), Operation::encode, answer, false);
  };
  CHECK(encode(0, {3, 0, 0x7f, 7}).result == "pass");
  CHECK(encode(0, {3, 0, 0x7f}).result == "wrong-bytes");
  CHECK_THAT(*encode(0, {3, 0, 0x7f, 8}).actual.message, Catch::Contains("decodes to a different value: value.data"));
  CHECK(encode(1, {0x10, 3, 0xf8}).result == "pass");
  CHECK(encode(1, {0x10, 3, 0xf0}).result == "wrong-bytes");
  CHECK_THAT(*encode(1, {0x10, 9, 0xf8}).actual.message, Catch::Contains("$second/padding-range at offset 1"_filled));
}

Vector golden_vector(std::string_view end) {
  static Corpus corpus = load_corpus(find_corpus(""));
  return vector_of(corpus, end);
}

TEST_CASE("other bytes of the same value differ from the canonical ones, and are not scored") {
  Vector vector = golden_vector("-v1/order/names-descend");
  vector.canonical = true;  // as if the order of its two tensors were the one to write
  vector.level = Level::must;
  Answer answer;
  answer.kind = Answer::Kind::encoded;
  answer.output = model_named(vector.format)->encode(vector.whole_value(), vector.form).bytes;
  REQUIRE(answer.output != vector.bytes());
  const reports::VectorResult one = score(vector, Operation::encode, answer, false);
  CHECK(one.result == "other-bytes");
  CHECK(one.level == "DECISION");
  CHECK_FALSE(disqualifies(one));
  CHECK_THAT(*one.actual.message, Catch::Contains("the same value in other bytes: "));
  CHECK(tally({one}).front().verdict == "conformant");
}

TEST_CASE("output that breaks only what Hallmark decided counts at that level") {
  const Vector vector = golden_vector("-response/writers/json");
  REQUIRE(vector.level == Level::must);
  const auto encoded = [&](std::string text, std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
    Answer answer;
    answer.kind = Answer::Kind::encoded;
    answer.output.assign(as_bytes(text).begin(), as_bytes(text).end());
    answer.header_length = text.size();
    return score(vector, Operation::encode, answer, false);
  };
  const std::vector<std::byte> bytes = model_named(vector.format)->encode(vector.whole_value(), vector.form).bytes;
  const std::string text(as_text(bytes));
  CHECK(encoded(text, "{", "{ ").result == "pass");
  const reports::VectorResult decided = encoded(text, "{", R"({"parameters":null,)");
  CHECK(decided.result == "wrong-bytes");
  CHECK(decided.level == "DECISION");
  CHECK_THAT(*decided.actual.message, Catch::Contains("/null-member"));
  // It is no excuse for another value.
  const reports::VectorResult other = encoded(text, "{", R"({"parameters":null,"p":1,)");
  CHECK(other.result == "wrong-bytes");
  CHECK(other.level == "MUST");
  CHECK_THAT(*other.actual.message, Catch::Contains("/null-member") && Catch::Contains("value.json.p"));
  const reports::VectorResult demanded = encoded(text, "{", R"({"id":7,)");
  CHECK(demanded.result == "wrong-bytes");
  CHECK(demanded.level == "MUST");
}

TEST_CASE("members that an implementation always writes are added to what it was asked for") {
  const Vector vector = golden_vector("-request/requested-outputs/first");
  Json written = vector.whole_value();
  written["json"]["id"] = "7";
  written["json"]["outputs"][0]["parameters"] = {{"binary_data", false}};
  Answer answer;
  answer.kind = Answer::Kind::encoded;
  answer.output = model_named(vector.format)->encode(written, vector.form).bytes;
  const auto verdict = [&](Json added) {
    answer.added = std::move(added);
    return score(vector, Operation::encode, answer, false);
  };
  const Json outputs = Json::array({{{"parameters", {{"binary_data", false}}}}});
  CHECK(verdict({{"json", {{"id", "7"}, {"outputs", outputs}}}}).result == "pass");
  CHECK_THAT(*verdict({{"json", {{"outputs", outputs}}}}).actual.message, Catch::Contains("value.json.id"));
  CHECK(verdict({{"json", {{"id", "8"}, {"outputs", outputs}}}}).result == "wrong-bytes");
  CHECK(verdict({}).result == "wrong-bytes");
  // Nothing that was asked for can be taken back.
  CHECK(verdict({{"json", {{"id", "7"}, {"outputs", Json::array()}}}}).result == "wrong-bytes");
  written["json"]["outputs"][0]["name"] = "other";
  answer.output = model_named(vector.format)->encode(written, vector.form).bytes;
  const Json renamed = Json::array({{{"name", "other"}, {"parameters", {{"binary_data", false}}}}});
  CHECK(verdict({{"json", {{"id", "7"}, {"outputs", renamed}}}}).result == "wrong-bytes");
}

TEST_CASE("an encoder passes a value to be refused by rejecting it") {
  Vector vector;
  vector.id = "$second/t/refused"_filled;
  vector.format = example::second;
  vector.operation = Operation::encode;
  vector.verdict = Verdict::invalid;
  vector.value = {{"dtype", "packed_bit"}, {"padding", 8}, {"data", {{"base64", "AA=="}}}};
  vector.error = ExpectedError{"$second/padding-range"_filled, "out-of-range", 0, ""};
  CHECK(offers(vector, Operation::encode));
  CHECK_FALSE(offers(vector, Operation::decode));
  Answer answer;
  answer.kind = Answer::Kind::rejected;
  answer.message = "no";
  const reports::VectorResult passed = score(vector, Operation::encode, answer, false);
  CHECK(passed.result == "pass");
  CHECK(passed.expected.rule == "$second/padding-range"_filled);
  CHECK_FALSE(passed.expected.offset);
  answer.kind = Answer::Kind::encoded;
  answer.output = {std::byte{0x10}, std::byte{8}, std::byte{0}};
  CHECK(score(vector, Operation::encode, answer, false).result == "accepted-invalid");
}

TEST_CASE("what an encoder writes for a value without encoding counts by what the bytes break") {
  const Vector vector = golden_vector("-request/refused/json-nan");
  const auto level = [&](std::string_view element) {
    const std::string text =
        fmt::format(R"({{"inputs":[{{"name":"x","shape":[1],"datatype":"FP32","data":[{}]}}]}})", element);
    Answer answer;
    answer.kind = Answer::Kind::encoded;
    answer.output.assign(as_bytes(text).begin(), as_bytes(text).end());
    answer.header_length = text.size();
    const reports::VectorResult result = score(vector, Operation::encode, answer, false);
    CHECK(result.result == "accepted-invalid");
    return result.level;
  };
  CHECK(level("NaN") == "MUST");
  CHECK(level("null") == "DECISION");
  CHECK(level("0") == "DECISION");
}

TEST_CASE("how a reader should round is no demand on a writer") {
  const Vector vector = golden_vector("/rounding/f32-0-1");
  Answer answer;
  answer.kind = Answer::Kind::rejected;
  CHECK(score(vector, Operation::decode, answer, false).level == "SHOULD");
  answer.kind = Answer::Kind::encoded;
  answer.output.assign(3, std::byte{'7'});
  CHECK(score(vector, Operation::encode, answer, false).level == "DECISION");
}

TEST_CASE("a rejection by an error that is not documented is a pass that says so") {
  Answer answer;
  answer.kind = Answer::Kind::rejected;
  answer.message = "KeyError: 'x'";
  answer.unexpected = true;
  const reports::VectorResult invalid = score(small(2), Operation::decode, answer, false);
  CHECK(invalid.result == "pass");
  CHECK(invalid.actual.message == "rejected by accident: KeyError: 'x'");
  CHECK(score(small(0), Operation::decode, answer, false).result == "rejected-valid");
}

TEST_CASE("what only our compat profile asks for is never a MUST") {
  Vector vector;
  vector.level = Level::must;
  CHECK(scored_level(vector) == Level::must);
  vector.options.profile = Profile::compat;
  CHECK(scored_level(vector) == Level::decision);
  vector.level = Level::should;
  CHECK(scored_level(vector) == Level::should);
}

TEST_CASE("a score says whose demand a vector is") {
  Answer answer;
  answer.kind = Answer::Kind::rejected;
  const reports::VectorResult valid = score(small(0), Operation::decode, answer, false);
  CHECK(valid.clause == "d#s");
  CHECK(valid.addressee == "reader");
  CHECK(score(small(0), Operation::encode, answer, false).addressee == "writer");
  const reports::VectorResult broken = score(small(2), Operation::decode, answer, false);
  CHECK(broken.clause.empty());
  CHECK(broken.addressee == "data");
}

TEST_CASE("the schema of result.json names the results that are written") {
  const Json schema = Json::parse(testing::text_of(HALLMARK_SOURCE_DIR "/reports/schema/result.schema.json"));
  const auto names = schema.at("$defs").at("result").at("enum").get<std::vector<std::string>>();
  CHECK(names.size() == static_cast<std::size_t>(Result::not_run) + 1);
  for (const std::string& name : names) CHECK(reports::enumerator_named<Result>(name).has_value());
}

TEST_CASE("diagnostics are carried along and never scored") {
  Answer answer;
  answer.kind = Answer::Kind::rejected;
  answer.category = "bad-text";
  answer.offset = 77;
  const reports::VectorResult one = score(small(2), Operation::decode, answer, false);
  CHECK(one.result == "pass");
  CHECK(one.actual.category == "bad-text");
  CHECK(one.actual.offset == 77U);
  CHECK(one.expected.category == "truncated");
}

}  // namespace
}  // namespace hallmark::conformance
