// SPDX-License-Identifier: Apache-2.0
// The vector loader: the data it reads, and the place it names for every fault.
#include "conformance/suite/vector.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string_view>

#include "conformance/suite/lint.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"
#include "conformance/testing/temporary_folder.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {
namespace {

using namespace testing;
using namespace std::string_view_literals;

std::vector<std::byte> bytes_of(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

const std::string good = R"({
  "format": "$second",
  "spec": {"document": "$second", "revision": "2025-06-30"},
  "notes": {"odd": {"kind": "decision", "description": "why", "links": ["https://example.org/"]},
            "wrong": {"kind": "fault", "description": "why not", "hazard": "corruption"}},
  "vectors": [
    {"id": "$second/theme/good", "description": "fine", "clause": "$second#validation", "level": "SHOULD",
     "since": "1.2.3", "flags": ["odd"], "features": ["verdict-only"], "bytes": [["10", "dtype"], ["03", "padding"], ["7f", "data", 3],
     {"repeat": 2, "of": [["6e", "n"], ["counter", "digits"], ["u16be*256+1", "number"]], "counter": "decimal:2+9"}],
     "verdict": "valid", "canonical": true, "value": {"dtype": "packed_bit"},
     "warnings": [{"rule": "a/b", "offset": "9007199254740993", "path": "data"}],
     "derived_from": "$second/theme/bad", "options": {"profile": "compat", "header_length": 7, "form": "text"}},
    {"id": "$second/theme/bad", "description": "not fine", "clause": "$second#validation", "level": "MUST",
     "bytes": [], "verdict": "invalid",
     "error": {"rule": "$second/header-truncated", "category": "truncated", "offset": 0, "path": "dtype"}},
    {"id": "$second/theme/refused", "description": "not for an encoder", "clause": "$second#validation",
     "level": "MUST", "op": "encode", "value": {"dtype": "packed_bit", "padding": 8}, "verdict": "invalid",
     "error": {"rule": "$second/padding-range", "category": "out-of-range"}}
  ]
})"_filled;

std::string complaint(const std::string& text) {
  const Folder folder;
  const auto file = folder.write("broken.json", text);
  try {
    (void)load_vector_files({file});
    return "";
  } catch (const BadCorpus& error) {
    const std::string message = error.what();
    INFO(message);
    CHECK(message.find(file) == 0);  // every complaint starts with the file
    return message;
  }
}

TEST_CASE("bytes: a segment of one byte or of several is repeated") {
  Vector vector;
  vector.segments = {{{std::byte{1}}, "one", 3}, {{std::byte{2}, std::byte{3}}, "two", 2}};
  CHECK(vector.bytes() == std::vector<std::byte>{std::byte{1}, std::byte{1}, std::byte{1}, std::byte{2}, std::byte{3},
                                                 std::byte{2}, std::byte{3}});
}

TEST_CASE("load: every member of a vector arrives") {
  const Folder folder;
  const Corpus corpus = load_vector_files({folder.write("some.json", good)});
  REQUIRE(corpus.size() == 3);
  const VectorFile& file = corpus.files.front();
  CHECK(file.name == "some.json");
  CHECK(file.format == example::second);
  CHECK(file.spec_document == example::second);
  CHECK(file.spec_revision == "2025-06-30");
  REQUIRE(file.notes.size() == 2);
  CHECK(file.notes[0].first == "odd");
  CHECK(file.notes[0].second.kind == "decision");
  CHECK(file.notes[0].second.description == "why");
  CHECK(file.notes[0].second.links == std::vector<std::string>{"https://example.org/"});

  const Vector& vector = file.vectors[0];
  CHECK(vector.id == "$second/theme/good"_filled);
  CHECK(vector.format == example::second);
  CHECK(vector.description == "fine");
  CHECK(vector.clause == "$second#validation"_filled);
  CHECK(vector.level == Level::should);
  CHECK(vector.flags == std::vector<std::string>{"odd"});
  CHECK(vector.features == std::vector<std::string>{"verdict-only"});
  CHECK(vector.bytes() == bytes_of("\x10\x03\x7f\x7f\x7f"
                                   "n09\0\1"
                                   "n10\1\1"sv));
  CHECK(vector.byte_count() == 15);
  CHECK(vector.segments[2].repeat == 3);
  CHECK(vector.segments[2].text == "data");
  CHECK(vector.verdict == Verdict::valid);
  CHECK(vector.canonical);
  CHECK(vector.value->at("dtype") == "packed_bit");
  REQUIRE(vector.warnings.size() == 1);
  CHECK(vector.warnings[0].offset == 9007199254740993U);
  CHECK(vector.derived_from == "$second/theme/bad"_filled);
  CHECK(vector.options.profile == Profile::compat);
  CHECK(vector.options.header_length == 7U);
  CHECK(vector.raw_options.at("form") == "text");
  CHECK(vector.raw.at("description") == "fine");

  CHECK(to_string(vector.since.value()) == "1.2.3");
  CHECK(vector.operation == Operation::decode);
  CHECK(file.notes.at(1).second.hazard == "corruption");

  const Vector& refused = file.vectors.at(2);
  CHECK(refused.operation == Operation::encode);
  CHECK(refused.value->at("padding") == 8);
  CHECK(refused.error->rule == "$second/padding-range"_filled);
  CHECK(refused.error->category == "out-of-range");
  CHECK(refused.bytes().empty());

  const Vector& bad = file.vectors[1];
  CHECK(bad.bytes().empty());
  CHECK(bad.verdict == Verdict::invalid);
  REQUIRE(bad.error);
  CHECK(bad.error->rule == "$second/header-truncated"_filled);
  CHECK(bad.error->category == "truncated");
  CHECK(bad.error->path == "dtype");
  CHECK(!bad.value);
  CHECK(bad.options.profile == Profile::strict);
  CHECK(bad.raw_options == Json::object());
}

TEST_CASE("load: a fault in a file is named with its JSON pointer") {
  struct Row {
    const char* pointer;   // what is set …
    const char* value;     // … to this JSON, or removed when null
    const char* expected;  // in the message, from the pointer on
  };
  const Row rows[] = {
      {"/extra", "1", ".json: unknown member \"extra\""},
      {"/format", nullptr, "member \"format\" is missing"},
      {"/format", "7", "/format: this must be a string"},
      {"/format", "\"$formatvector\"", "/format: unknown format \"$formatvector\""},
      {"/spec/extra", "1", "/spec: unknown member \"extra\""},
      {"/spec/revision", "\"\"", "/spec/revision: this must not be empty"},
      {"/notes", "[]", "/notes: this must be an object"},
      {"/notes/odd/kind", nullptr, "/notes/odd: member \"kind\" is missing"},
      {"/notes/odd/links", "\"x\"", "/notes/odd/links: this must be an array"},
      {"/notes/a~1b~0c", "{}", "/notes/a~1b~0c: member \"kind\" is missing"},
      {"/vectors", "{}", "/vectors: this must be an array"},
      {"/vectors/1", "5", "/vectors/1: this must be an object"},
      {"/vectors/0/flag", "[]", "/vectors/0: unknown member \"flag\""},
      {"/vectors/0/id", nullptr, "/vectors/0: member \"id\" is missing"},
      {"/vectors/0/id", "\"$format/theme/good\"",
       "/vectors/0/id: \"$format/theme/good\" is not an id of the form $second/"},
      {"/vectors/0/id", "\"$second/good\"", "/vectors/0/id: "},
      {"/vectors/0/id", "\"$second/theme/Good\"", "/vectors/0/id: "},
      {"/vectors/0/id", "\"$second/theme/\"", "/vectors/0/id: "},
      {"/vectors/0/id", "\"$second/a/b/c\"", "/vectors/0/id: "},
      {"/vectors/0/id", "\"$second/../c\"", "/vectors/0/id: "},
      {"/vectors/0/description", "\"\"", "/vectors/0/description: this must not be empty"},
      {"/vectors/0/clause", "\"validation\"", "/vectors/0/clause: \"validation\" is not a clause"},
      {"/vectors/0/clause", "\"a#b#c\"", "/vectors/0/clause: "},
      {"/vectors/0/level", "\"MAY\"", "/vectors/0/level: \"MAY\" must be one of MUST, SHOULD, DECISION, LIMIT"},
      {"/vectors/0/flags", "[\"odd\", \"odd\"]", "/vectors/0/flags: duplicate name"},
      {"/vectors/0/flags/0", "1", "/vectors/0/flags/0: this must be a string"},
      {"/vectors/0/features/0", "\"\"", "/vectors/0/features/0: this must not be empty"},
      {"/vectors/0/bytes", "\"10\"", "/vectors/0/bytes: this must be an array"},
      {"/vectors/0/bytes/1", "[\"03\"]", "/vectors/0/bytes/1: this must be [HEX, text]"},
      {"/vectors/0/bytes/1", "[\"03\", \"x\", 1, 1]", "/vectors/0/bytes/1: this must be [HEX, text]"},
      {"/vectors/0/bytes/1/0", "\"\"", "/vectors/0/bytes/1/0: this must not be empty"},
      {"/vectors/0/bytes/1/0", "\"030\"", "/vectors/0/bytes/1/0: an odd number"},
      {"/vectors/0/bytes/1/0", "\"03 f\"", "/vectors/0/bytes/1/0: expected lower-case hexadecimal at digit 2"},
      {"/vectors/0/bytes/1/0", "\"FF\"", "/vectors/0/bytes/1/0: expected lower-case hexadecimal at digit 0"},
      {"/vectors/0/bytes/1/1", "\"\"", "/vectors/0/bytes/1/1: this must not be empty"},
      {"/vectors/0/bytes/2/2", "0", "/vectors/0/bytes/2/2: COUNT must be at least 1"},
      {"/vectors/0/bytes/2/2", "-1", "/vectors/0/bytes/2/2: this must be an integer"},
      {"/vectors/0/bytes/2/2", "1.5", "/vectors/0/bytes/2/2: this must be an integer"},
      {"/vectors/0/bytes/2/2", "\"18446744073709551615\"", "/vectors/0/bytes: the vector has more than"},
      {"/vectors/0/bytes/2/2", "268435455", "/vectors/0/bytes: the vector has more than"},
      {"/vectors/0/bytes/3/of", nullptr, "/vectors/0/bytes/3: member \"of\" is missing"},
      {"/vectors/0/bytes/3/counter", nullptr, "/vectors/0/bytes/3: member \"counter\" is missing"},
      {"/vectors/0/bytes/3/from", "1", "/vectors/0/bytes/3: unknown member \"from\""},
      {"/vectors/0/bytes/3/repeat", "0", "/vectors/0/bytes/3/repeat: this must be from 1 to 1048576"},
      {"/vectors/0/bytes/3/repeat", "1048577", "/vectors/0/bytes/3/repeat: this must be from 1 to 1048576"},
      {"/vectors/0/bytes/3/repeat", "92",
       "/vectors/0/bytes/3/counter: the numbers of 92 copies do not fit into decimal:2+9"},
      {"/vectors/0/bytes/3/counter", "\"hex\"", "/vectors/0/bytes/3/counter: \"hex\" is no spelling of a counter"},
      {"/vectors/0/bytes/3/of/0", "[\"6E\", \"n\"]", "/vectors/0/bytes/3/of/0/0: expected lower-case hexadecimal"},
      {"/vectors/0/bytes/3/of/0", "[\"6e\", \"n\", 2]",
       "/vectors/0/bytes/3/of/0: this must be [HEX, text] or [SPELLING, text]"},
      {"/vectors/0/bytes/3/of/0", "[\"u24le\", \"n\"]", "/vectors/0/bytes/3/of/0/0: \"u24le\" is no spelling"},
      {"/vectors/0/bytes/3/of/0", R"({"repeat": 2, "of": [["counter", "x"]], "counter": "u8"})",
       "/vectors/0/bytes/3/of/0: a repeat cannot be inside another"},
      {"/vectors/0/bytes/3/of", "[[\"6e\", \"n\"]]", "/vectors/0/bytes/3/of: no counter is in it"},
      {"/vectors/0/bytes/3/of", "[]", "/vectors/0/bytes/3/of: no counter is in it"},
      {"/vectors/0/value/dtype", R"({"repeat": 2, "of": {"a": "{u8}"}})",
       "/vectors/0/value/dtype/of: this must be a text"},
      {"/vectors/0/verdict", "\"unreadable\"", "/vectors/0/verdict: \"unreadable\" must be one of"},
      {"/vectors/0/value", nullptr, "/vectors/0: member \"value\" is missing"},
      {"/vectors/0/value", "[]", "/vectors/0/value: this must be an object"},
      {"/vectors/0/error", "{}", "/vectors/0/error: a valid vector has no error"},
      {"/vectors/0/canonical", "1", "/vectors/0/canonical: this must be true or false"},
      {"/vectors/0/warnings/0/category", "\"x\"", "/vectors/0/warnings/0: unknown member \"category\""},
      {"/vectors/0/warnings/0/rule", nullptr, "/vectors/0/warnings/0: member \"rule\" is missing"},
      {"/vectors/0/derived_from", "\"\"", "/vectors/0/derived_from: this must not be empty"},
      {"/vectors/0/options/max_depth", "1", "/vectors/0/options: unknown member \"max_depth\""},
      {"/vectors/0/options/profile", "\"lax\"", "/vectors/0/options/profile: \"lax\" must be one of strict, compat"},
      {"/vectors/0/options/form", "\"octal\"", "/vectors/0/options/form: \"octal\" must be one of binary, text"},
      {"/vectors/0/options/header_length", "-1", "/vectors/0/options/header_length: this must be an integer"},
      {"/vectors/1/error", nullptr, "/vectors/1: member \"error\" is missing"},
      {"/vectors/1/error/path", nullptr, "/vectors/1/error: member \"path\" is missing"},
      {"/vectors/1/error/message", "\"x\"", "/vectors/1/error: unknown member \"message\""},
      {"/vectors/1/error/offset", "\"zero\"", "/vectors/1/error/offset: this must be an integer"},
      {"/vectors/1/value", "{}", "/vectors/1/value: only a valid vector has a value"},
      {"/vectors/1/canonical", "true", "/vectors/1/canonical: only a valid vector can be canonical"},
      {"/notes/odd/hazard", "\"fire\"", "/notes/odd/hazard: \"fire\" must be one of memory, resources, smuggling,"},
      {"/vectors/0/since", "1.2", "/vectors/0/since: this must be a string"},
      {"/vectors/0/since", "\"1.2\"", "/vectors/0/since: \"1.2\" is not a version of the form 1.2.3"},
      {"/vectors/0/op", "\"decode\"", "/vectors/0/op: this must be \"encode\""},
      {"/vectors/0/op", "\"encode\"", "/vectors/0/bytes: a value to be refused by an encoder has none"},
      {"/vectors/2/bytes", "[]", "/vectors/2/bytes: a value to be refused by an encoder has none"},
      {"/vectors/2/warnings", "[]", "/vectors/2/warnings: a value to be refused by an encoder has none"},
      {"/vectors/2/verdict", "\"valid\"", "/vectors/2/verdict: a value to be refused by an encoder is not valid"},
      {"/vectors/2/value", nullptr, "/vectors/2: member \"value\" is missing"},
      {"/vectors/2/error/offset", "0", "/vectors/2/error: unknown member \"offset\""},
      {"/vectors/2/error/rule", nullptr, "/vectors/2/error: member \"rule\" is missing"},
  };
  for (const Row& row : rows) {
    Json json = Json::parse(good);
    const Json::json_pointer pointer(row.pointer);
    if (row.value != nullptr) {
      json[pointer] = Json::parse(filled(row.value));
    } else {
      json[pointer.parent_pointer()].erase(pointer.back());
    }
    INFO(row.pointer << " = " << (row.value == nullptr ? "nothing" : row.value));
    const std::string message = complaint(json.dump());
    CAPTURE(message);
    CHECK(message.find(filled(row.expected)) != std::string::npos);
  }
}

TEST_CASE("load: what is no JSON, or JSON that hides something, is refused") {
  CHECK(complaint("").find("not JSON") != std::string::npos);
  CHECK(complaint("[]").find("this must be an object") != std::string::npos);
  CHECK(complaint(good + "x").find("not JSON") != std::string::npos);
  std::string twice = good;
  twice.replace(twice.find("\"canonical\": true"), 17, "\"verdict\": \"valid\"");
  CHECK(complaint(twice).find("duplicate member \"verdict\"") != std::string::npos);
  CHECK(complaint(std::string(100000, '[')).find("nested deeper than 64") != std::string::npos);
}

TEST_CASE("load: files that cannot be read are named") {
  const Folder folder;
  CHECK_THROWS_AS(load_vector_files({folder.path("missing.json")}), UnreadableCorpus);
  CHECK_THROWS_AS(load_vector_files({"/dev/zero"}), UnreadableCorpus);
  CHECK_THROWS_AS(load_vector_files({folder.path()}), UnreadableCorpus);  // no *.json inside
  CHECK_THROWS_AS(load_corpus(folder.path()), UnreadableCorpus);
  CHECK_THROWS_AS(load_corpus(folder.path("missing")), UnreadableCorpus);
  CHECK_THROWS_AS(find_corpus(folder.path("missing")), UnreadableCorpus);
  CHECK(find_corpus(folder.path()) == folder.path());
}

TEST_CASE("load: the hash of a corpus follows names and bytes, not the folder or the order of reading") {
  using Files = std::vector<std::pair<std::string, std::string>>;
  const auto hash = [](const Files& files) {
    const Folder folder;
    for (const auto& [name, text] : files) folder.write(name, text);
    return load_corpus(folder.path()).sha256();
  };
  const std::string other = good + "\n";
  const std::string base = hash({{"$format/golden/a.json"_filled, good}, {"$format/golden/b.json"_filled, other}});
  CHECK(base.size() == 64);
  CHECK(base == hash({{"$format/golden/b.json"_filled, other}, {"$format/golden/a.json"_filled, good}}));
  CHECK(base != hash({{"$format/golden/a.json"_filled, other}, {"$format/golden/b.json"_filled, good}}));
  CHECK(base != hash({{"$format/golden/a.json"_filled, good}, {"$format/golden/c.json"_filled, other}}));
  CHECK(base != hash({{"$format/golden/a.json"_filled, good}, {"$format/golden/b.json"_filled, other + "\n"}}));
}

TEST_CASE("load: only corpus/<family>/golden/*.json belongs to a corpus") {
  const Folder folder;
  folder.write("$format/golden/a.json"_filled, good);
  folder.write("$format/golden/notes.txt"_filled, "x");
  folder.write("$format/regressions/b.json"_filled, "x");
  folder.write("vector.schema.json", "x");
  CHECK(load_corpus(folder.path()).files.size() == 1);
}

TEST_CASE("load: of the families of other formats only the digests are read, and the hash of the corpus is the same") {
  const Corpus all = load_corpus(HALLMARK_SOURCE_DIR "/corpus");
  const Corpus some = load_corpus(HALLMARK_SOURCE_DIR "/corpus", {"$second"_filled});
  CHECK(some.sha256() == all.sha256());
  REQUIRE(some.files.size() == all.files.size());
  const std::string_view family = codec_named("$second"_filled)->family;
  for (std::size_t i = 0; i < all.files.size(); ++i) {
    INFO(all.files[i].name);
    const bool wanted = all.files[i].name.starts_with(fmt::format("{}/", family));
    CHECK(some.files[i].name == all.files[i].name);
    CHECK(some.files[i].vectors.size() == (wanted ? all.files[i].vectors.size() : 0));
  }
  CHECK(load_corpus(HALLMARK_SOURCE_DIR "/corpus", {"no-format"}).size() == all.size());
}

TEST_CASE("load: a version of the corpus is three numbers, and an older one lacks what came later") {
  for (const char* bad :
       {"", "1", "1.2", "1.2.", "1.2.3.", "1.2.3.4", "01.2.3", "1.02.3", "1.-2.3", "1.2.3 ", "v1.2.3"}) {
    CAPTURE(bad);
    CHECK_FALSE(version_named(bad));
  }
  CHECK(*version_named("1.10.0") > *version_named("1.9.7"));
  CHECK(to_string(*version_named("0.10.3")) == "0.10.3");
  const Folder folder;
  folder.write("$folder2/golden/a.json"_filled, good);
  CHECK(to_string(load_corpus(folder.path()).version) == "0.0.0");
  folder.write("version.json", R"({"version": "2.0.1"})");
  const Corpus corpus = load_corpus(folder.path());
  CHECK(to_string(corpus.version) == "2.0.1");
  CHECK(as_of(corpus, *version_named("1.2.3")).size() == corpus.size());
  CHECK(as_of(corpus, *version_named("1.2.2")).size() == corpus.size() - 1);
  folder.write("version.json", R"({"version": 2})");
  CHECK_THROWS_AS(load_corpus(folder.path()), BadCorpus);
}

TEST_CASE("load: fewer numbers than three stand for all versions that begin so") {
  const std::tuple<const char*, CorpusVersion, CorpusVersion> rows[] = {
      {"1", {1, 0, 0}, {1, UINT64_MAX, UINT64_MAX}},
      {"1.2", {1, 2, 0}, {1, 2, UINT64_MAX}},
      {"1.2.3", {1, 2, 3}, {1, 2, 3}},
  };
  for (const auto& [name, first, last] : rows) {
    CAPTURE(name);
    const auto versions = versions_named(name);
    REQUIRE(versions);
    CHECK(versions->first == first);
    CHECK(versions->last == last);
  }
  for (const char* bad : {"", "one", "1.", "1.2.", ".1", "1.2.3.4", "01", "1..2"}) {
    CAPTURE(bad);
    CHECK_FALSE(versions_named(bad));
  }
}

TEST_CASE("load: withdrawn ids and the version that lacks them") {
  const Folder folder;
  folder.write("$folder2/golden/a.json"_filled, good);
  CHECK(load_corpus(folder.path()).withdrawn.empty());
  folder.write("withdrawn.json", R"({"2.0.0": ["a/b/c", "a/b/d"], "3.1.0": ["a/b/e"]})");
  const auto withdrawn = load_corpus(folder.path()).withdrawn;
  CHECK(withdrawn.size() == 3);
  CHECK(withdrawn.at("a/b/d") == CorpusVersion{2, 0, 0});
  CHECK(withdrawn.at("a/b/e") == CorpusVersion{3, 1, 0});
  for (const char* bad : {"[]", "{\"2\": []}", R"({"2.0.0": "a"})", R"({"2.0.0": ["a", "a"]})", R"({"2.0.0": [1]})"}) {
    CAPTURE(bad);
    folder.write("withdrawn.json", bad);
    CHECK_THROWS_AS(load_corpus(folder.path()), BadCorpus);
  }
}

TEST_CASE("load: the schema allows the members that the loader allows, and no others") {
  std::ifstream file(HALLMARK_SOURCE_DIR "/corpus/vector.schema.json");
  const Json schema = Json::parse(file);
  struct Row {
    const char* properties;  // in the schema
    const char* object;      // in a file
  };
  const Row rows[] = {{"/properties", ""},
                      {"/properties/spec/properties", "/spec"},
                      {"/properties/notes/additionalProperties/properties", "/notes/odd"},
                      {"/properties/notes/additionalProperties/properties", "/notes/wrong"},
                      {"/$defs/vector/properties", "/vectors/0"},
                      {"/$defs/copies/properties", "/vectors/0/bytes/3"},
                      {"/$defs/vector/properties/error/properties", "/vectors/1/error"},
                      {"/$defs/vector/properties/warnings/items/properties", "/vectors/0/warnings/0"},
                      {"/$defs/vector/properties/options/properties", "/vectors/0/options"}};
  for (const Row& row : rows) {
    const Json& properties = schema.at(Json::json_pointer(row.properties));
    const Json example = Json::parse(good).at(Json::json_pointer(row.object));
    for (const auto& [name, value] : example.items()) {
      INFO(row.properties << " lacks " << name);
      CHECK(properties.contains(name));
    }
    for (const auto& [name, value] : properties.items()) {
      Json json = Json::parse(good);
      Json& object = json[Json::json_pointer(row.object)];
      if (object.contains(name)) continue;
      object[name] = nullptr;
      INFO(row.properties << " has " << name);
      CHECK(complaint(json.dump()).find("unknown member") == std::string::npos);
    }
    CHECK(schema.at(Json::json_pointer(row.properties).parent_pointer()).at("additionalProperties") == false);
  }
  const Json& features = schema.at("/$defs/vector/properties/features/items/enum"_json_pointer);
  CHECK(features.get<std::set<std::string>>() == features_of_vectors());
}

}  // namespace
}  // namespace hallmark::conformance
