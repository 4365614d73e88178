// SPDX-License-Identifier: Apache-2.0
// Properties of `kserve` alone: what an encoder keeps, rows of numbers and strings, header lengths, words of the JSON,
// depth and size.
#include "conformance/testing/properties.hpp"

#include <algorithm>
#include <memory>

#include "conformance/kserve/oracle.hpp"
#include "conformance/testing/invariant_sinks.hpp"
#include "conformance/testing/lasting.hpp"
#include "conformance/testing/rule_counts.hpp"
#include "conformance/testing/stride.hpp"
#include "hallmark/kserve/rules.hpp"

namespace hallmark::kserve {
namespace {

using testing::File;
using testing::Memory;

static_assert(testing::refuses_temporaries(HALLMARK_CALL(scratch_bound(std::forward<Input>(input)))));
static_assert(testing::refuses_temporaries(HALLMARK_CALL(decode(Role::request, std::forward<Input>(input),
                                                                std::declval<Scratch&>()))));
static_assert(testing::refuses_temporaries(HALLMARK_CALL(validate(
    Role::request, std::forward<Input>(input), std::declval<Scratch&>(), {}, std::declval<DiagnosticSink&>()))));

constexpr Role roles[] = {Role::request, Role::response};

const Codec& codec(Role role) { return *codec_named(role == Role::request ? "kserve-request" : "kserve-response"); }
Role role_of(const Codec& of) { return &of == &codec(Role::request) ? Role::request : Role::response; }

// read gives the message of a valid body, decoded in exactly the scratch that is asked for; nothing of another.
std::optional<oracle::Message> read(Role role, Bytes body, const Options& options) {
  Memory memory(scratch_bound(body, options));
  const auto message = decode(role, body, memory.scratch, options);
  if (!message) return std::nullopt;
  return oracle::Message{message->header_length, owned(*message)};
}

// views_in_place fails the property where a view of an accepted body lies elsewhere than in its JSON, its binary data,
// which have no gaps, or the scratch.
void views_in_place(const Codec& of, Bytes body, const Options& options) {
  Memory memory(scratch_bound(body, options));
  const auto message = decode(role_of(of), body, memory.scratch, options);
  if (!message) return;
  std::uint64_t end = message->header_length;
  RC_ASSERT(conformance::inside(message->json, body.first(static_cast<std::size_t>(end))));
  for (const MessageTensor& one : message->tensors) {
    for (const Bytes view : {one.object, one.parameters, one.values}) {
      RC_ASSERT(conformance::inside(view, message->json));
    }
    RC_ASSERT((one.object.front() == std::byte{'{'} && one.object.back() == std::byte{'}'}));
    const Bytes data = one.tensor.data;
    if (one.encoding == Encoding::binary) {
      RC_ASSERT((data.empty() || data.data() == body.data() + end));
      end += data.size();
    } else {
      RC_ASSERT((conformance::inside(data, memory.bytes) && (data.empty() || !one.values.empty())));
    }
  }
  RC_ASSERT(end <= body.size());
}

// difference is empty unless codec and oracle differ in what they report of a body, or in the message that they read.
std::string difference(Role role, Bytes body, const Options& options) {
  const std::string found = testing::difference_from_oracle(codec(role), body, options);
  return found.empty() ? "" : found + "; " + testing::hex(body);
}

void check(Role role, Bytes body, const Options& options) { testing::check(codec(role), body, options); }

struct Spelled {
  Role role = Role::request;
  OwnedTensors tensors;
  Body body;  // of those tensors
  Options options;
};

Spelled spelled(int longest, std::uint32_t most, Liberty liberty = Liberty::none) {
  const testing::Tape tape = *testing::any_tape(longest);
  const testing::Tape more = *testing::any_tape(longest);
  conformance::Choices choices(tape);
  conformance::Choices spelling(more);
  Spelled out;
  out.role = *rc::gen::element(Role::request, Role::response);
  const auto framing = *rc::gen::element(Framing::seed, Framing::header);
  out.tensors = any_tensors(choices, most, liberty);
  out.body = any_body(out.role, out.tensors, spelling, framing, liberty);
  if (framing == Framing::header) out.options.header_length = out.body.header_length;
  return out;
}

testing::Sample sample(const testing::Size& size, bool compat) {
  Spelled out = spelled(size.tape, size.most, compat ? Liberty::compat : Liberty::none);
  const Role role = out.role;
  const auto tensors = std::make_shared<OwnedTensors>(std::move(out.tensors));
  testing::Sample one{&codec(role), std::move(out.body.bytes), out.options, nullptr, {}};
  if (compat) one.options.profile = Profile::compat;
  one.holds_model = [tensors, header_length = out.body.header_length](const Codec& codec, Bytes body,
                                                                      const Options& options, bool encoded) {
    const auto found = read(role_of(codec), body, options);
    if (!found) RC_FAIL("not valid: " + testing::hex(body));
    if (found->tensors != *tensors) RC_FAIL("other tensors than were written: " + testing::hex(body));
    RC_ASSERT(encoded || found->header_length == header_length);
  };
  const auto borrowed = std::make_shared<Borrowed>(*tensors);
  one.writings = {{&codec(role), encode_scratch(role, borrowed->view()),
                   [=](Scratch&) { return encoded_size(role, borrowed->view()); },
                   [=](Scratch& own, std::span<std::byte> to) { return encode(role, borrowed->view(), own, to); },
                   [=](const Codec& from, Bytes body, const Options& options) {
                     const auto found = read(role_of(from), body, options);
                     RC_ASSERT(found.has_value());
                     return encoded(role, Borrowed(found->tensors).view()).bytes;
                   }}};
  return one;
}

TEST_CASE("kserve: an encoder that refuses a message gives the size that encoded_size gives") {
  CHECK(rc::check([] {
    const Spelled one = spelled(3000, 6);
    OwnedTensors tensors = one.tensors;
    if (tensors.empty()) return;
    tensors.push_back(tensors.front());  // a name that is there already
    const Borrowed borrowed(tensors);
    File out(static_cast<std::size_t>(encoded_size(one.role, borrowed.view())));
    Memory memory(encode_scratch(one.role, borrowed.view()));
    const Encoded refused = encode(one.role, borrowed.view(), memory.scratch, out);
    RC_ASSERT(refused.refusal.rule != nullptr);
    RC_ASSERT(refused.size == out.size());
  }));
}

TEST_CASE("kserve: tensors of dtypes that the protocol lacks are refused") {
  const std::byte shape[8] = {std::byte{2}};
  for (const DType dtype : {DType::f4, DType::f6_e2m3, DType::f8_e8m0, DType::c64}) {
    CAPTURE(name_of(dtype));
    const std::byte data[16] = {};
    for (const Encoding encoding : {Encoding::binary, Encoding::json}) {
      MessageTensor one;
      one.tensor = {"x", dtype, true, Shape(shape), Bytes(data).first(static_cast<std::size_t>(bits_of(dtype) / 4))};
      one.encoding = encoding;
      const MessageView message{as_bytes("{}"), 0, std::span(&one, 1)};
      File out(static_cast<std::size_t>(encoded_size(Role::request, message)));
      Memory memory(encode_scratch(Role::request, message));
      CHECK(encode(Role::request, message, memory.scratch, out).refusal.rule != nullptr);
    }
  }
}

TEST_CASE("kserve: a zero below 0 is written so that no reader takes it for an integer") {
  for (const std::string datatype : {"FP32", "FP64"}) {
    const std::string before = R"({"outputs":[{"name":"x","shape":[3],"datatype":")" + datatype + R"(","data":[)";
    const std::string body = before + "-0,-0e5,0.0]}]}";
    Memory memory(scratch_bound(as_bytes(body), {}));
    const auto message = decode(Role::response, as_bytes(body), memory.scratch, {});
    REQUIRE(static_cast<bool>(message));
    CHECK(as_text(encoded(Role::response, *message).bytes) == before + "-0.0,-0.0,0]}]}");
  }
}

TEST_CASE("kserve: every change of one byte of a small body agrees with the oracle") {
  for (
      const char* text :
      {R"({"inputs":[{"name":"a\u0041","shape":[1,2],"datatype":"FP32","data":[[-1.5e3,2]]}]})",
       R"({"inputs":[{"data":["\ud83d\ude00"],"name":"","shape":[],"datatype":"BYTES"}],"id":"1","outputs":[{"name":"x"}]})",
       "{\"inputs\":[{\"name\":\"b\",\"shape\":[2],\"datatype\":\"BYTES\",\"parameters\":{\"binary_data_size\":9}}]}"
       "\1\0\0\0\xff"}) {
    std::string body = text;
    if (body.back() == '\1') body += std::string("\0\0\0\xff\0\0\0\0", 8);
    testing::Every change;
    conformance::each_byte_change(as_bytes(body), [&change](Bytes changed, std::size_t) {
      if (!change.taken()) return;
      if (const std::string found = difference(Role::request, changed, {}); !found.empty()) FAIL(found);
    });
  }
}

std::string any_number(conformance::Choices& choices) {
  std::string text = choices.below(2) == 0 ? "-" : "";
  if (choices.below(12) == 0) text += std::to_string(1 + choices.below(300));
  text += std::to_string(choices.below(10));
  if (choices.below(16) == 0) return text;
  text += '.';
  for (std::uint64_t places = 1 + choices.below(choices.below(4) == 0 ? 20 : 9); places != 0; --places) {
    text += static_cast<char>('0' + choices.below(10));
  }
  return choices.below(32) == 0 ? text + "e-5" : text;
}

std::string any_string(conformance::Choices& choices) {
  const std::uint32_t size = choices.below(choices.below(16) == 0 ? 200 : 20);
  std::string text = '"' + conformance::word_of(choices, size);
  if (choices.below(64) == 0) text += choices.below(2) == 0 ? "\xc3\xa9" : "\\\"";
  return text + '"';
}

// Long rows are read by their commas or quotes, short ones from the first byte on.
TEST_CASE("kserve: rows of numbers or strings, right or with one other byte, agree with the oracle") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(5000);
    conformance::Choices choices(tape);
    constexpr const char* datatypes[] = {"FP32", "FP64", "BYTES", "BYTES"};
    const std::string datatype = datatypes[choices.below(4)];
    const bool text = datatype == "BYTES";
    const std::string separator = choices.below(2) == 0 ? "," : ", ";
    const std::size_t count = choices.below(text ? 60 : 120);
    std::string row;
    for (std::size_t i = 0; i < count; ++i) {
      constexpr const char* others[] = {" ,  ", ",  ", " ,", ",,", ";", ",1,", ", x", ",\"\"\"\""};
      if (i != 0) row += text && choices.below(16) == 0 ? others[choices.below(std::size(others))] : separator;
      row += text ? any_string(choices) : any_number(choices);
    }
    if (choices.below(2) == 0 && !row.empty()) {
      row[choices.below(row.size())] = static_cast<char>(choices.below(4) == 0 ? '"' : choices.below(256));
    }
    const std::string end = fmt::format(R"("datatype":"{}","data":[)", datatype);
    const std::string body = fmt::format(
        R"({{"inputs":[{{"name":"x","shape":[{}],{}{}]}},{{"name":"y","shape":[0],{}]}}]}})", count, end, row, end);
    check(Role::request, as_bytes(body), {});
  }));
}

TEST_CASE("kserve: header lengths near the right one agree with the oracle") {
  CHECK(rc::check([] {
    const Spelled one = spelled(600, 3);
    const std::uint64_t right = one.body.header_length;
    const std::uint64_t size = one.body.bytes.size();
    for (const std::uint64_t length :
         {right - 1, right, right + 1, std::uint64_t{0}, std::uint64_t{1}, size - 1, size, size + 1, UINT64_MAX}) {
      Options options;
      options.header_length = length;
      check(one.role, one.body.bytes, options);
    }
  }));
}

// A body with other words in it, or what is near it, and how it is read.
struct Trial {
  Role role = Role::request;
  std::vector<std::byte> bytes;
  Options options;
};

Trial trial(std::uint64_t seed, std::uint64_t seeds) {
  const testing::Tape tape = conformance::tape_of(seed, 1200);
  conformance::Choices choices(tape);
  const Role role = roles[choices.below(2)];
  const auto framing = choices.chance(2) ? Framing::header : Framing::seed;
  const auto liberty = choices.chance(3) ? Liberty::compat : Liberty::none;
  OwnedTensors tensors = any_tensors(choices, 2, liberty);
  // Words alone hardly ever make two names equal.
  if (tensors.size() == 2 && choices.chance(50)) tensors[1].name = tensors[0].name;
  const testing::Tape other = conformance::tape_of(seeds + seed, 400);
  conformance::Choices words(other);
  Body body = any_body(role, tensors, choices, framing, liberty, &words);
  if (choices.chance(100)) {
    const std::string error = R"({"error":"e"} )";
    const Bytes bytes = as_bytes(error);
    body = {{bytes.begin(), bytes.end()}, bytes.size()};
  }
  Options options;
  options.limits = {6, 3};
  if (framing == Framing::header) {
    options.header_length = body.header_length - (choices.chance(50) ? 1 : 0);
    if (choices.chance(200)) options.header_length = choices.chance(2) ? 0 : body.bytes.size() + 1;
  }
  return {role, body.bytes, options};
}

TEST_CASE("kserve: bodies with other words in them hold the invariants and break every rule as the oracle says") {
  testing::RuleCounts counts;
  constexpr int seeds = 30000;
  const int bodies = seeds / static_cast<int>(testing::stride());
  for (int seed = 0; seed < bodies; ++seed) {
    const Trial one = trial(static_cast<std::uint64_t>(seed), seeds);
    counts.add(codec(one.role), one.bytes, one.options);
    if (seed % 8 == 0) {
      const auto held =
          conformance::try_invariants(codec(one.role), one.bytes, std::span<const Rule* const>(), one.options);
      if (held.fault) FAIL(*held.fault + testing::hex(one.bytes));
    }
    if (const std::string found = difference(one.role, one.bytes, one.options); !found.empty()) FAIL(found);
  }
  if (bodies == seeds) {  // fewer may miss a rule
    for (const Rule* one : all_rules) counts.check_broken(*one);
  }
  CHECK(counts.valid > bodies / 30);
  CHECK(counts.tolerated > bodies / 200);
}

// run_within checks that scratch_bound asks for no more than `bytes`, and runs the codec in as much.
conformance::Outcome run_within(Role role, const std::string& body, std::uint64_t bytes, const Options& options = {}) {
  CHECK(scratch_bound(as_bytes(body), options) <= bytes);
  return conformance::run_codec(codec(role), as_bytes(body), options);
}

TEST_CASE("kserve: 200,000 levels of JSON are beyond the bound wherever they are, and cost no more than it") {
  constexpr std::size_t levels = 200'000;
  for (const std::string& nested : {std::string(levels, '['), std::string(levels, '[') + std::string(levels, ']'), [] {
                                      std::string objects;
                                      for (std::size_t i = 0; i < levels; ++i) objects += "{\"\":";
                                      return objects;
                                    }()}) {
    for (const std::string& before : {std::string("{\"x\":"), std::string("{\"inputs\":[{\"shape\":"),
                                      std::string("{\"inputs\":[{\"shape\":[1],\"datatype\":\"FP32\",\"data\":"),
                                      std::string("{\"inputs\":[{\"data\":"), std::string("{\"parameters\":{\"a\":")}) {
      const std::string body = before + nested;
      const conformance::Outcome outcome = run_within(Role::request, body, 40 * (body.size() + 64));
      REQUIRE(outcome.findings.size() == 1U);
      CHECK(outcome.findings[0].rule == &rule<"kserve/depth">);
      CHECK(outcome.verdict == Verdict::limited);
      const auto opened = std::ranges::count_if(before, [](char c) { return c == '{' || c == '['; });
      const auto outside = static_cast<std::size_t>(opened - std::ranges::count(before, ']'));
      const std::size_t level = nested[0] == '[' ? 1 : 4;
      CHECK(outcome.findings[0].offset == before.size() + level * (default_max_depth - outside));
    }
  }
}

TEST_CASE(
    "kserve: scratch is paid for by the JSON at its densest, and a header as clients write it takes 4 bytes a byte") {
  const auto repeated = [](std::string_view before, std::string_view each, std::string_view after) {
    std::string text(before);
    for (int i = 0; i < 300; ++i) text += each;
    return text += after;
  };
  const std::string tensor = R"({"name":"x","datatype":"UINT64","shape":)";
  std::vector<std::string> bodies = {repeated("{\"inputs\":[", "{},", "{}]}"),
                                     repeated("{\"x\":[", "[],1,", "[]]}"),
                                     repeated("{\"inputs\":[", "1,", "1]}"),
                                     repeated("{\"outputs\":[", "{\"name\":\"\"},", "{}]}"),
                                     repeated("{\"x\":[", "[[[],1],1],", "[]]}"),
                                     repeated("{\"inputs\":[{\"name\":\"\"},", "{\"name\":\"\\u0000\"},", "{}]}"),
                                     repeated("{\"inputs\":[", "{\"name\":\"\"},", "{}]}"),
                                     repeated("{", "\"\":0,", "\"\":0}"),
                                     repeated("{", "\"\\n\":0,", "\"\":0}"),
                                     repeated("{\"inputs\":[" + tensor, "[", ""),
                                     repeated("{\"x\":", "{\"\":", ""),
                                     repeated("{\"inputs\":[" + tensor + "[", "0,", "0]}]}"),
                                     repeated("{\"inputs\":[" + tensor + "[301],\"data\":[", "0,", "0]}]}"),
                                     repeated("{\"inputs\":[" + tensor + "[301,1],\"data\":[", "[0],", "[0]]}]}")};
  std::string deep = "{\"inputs\":[" + tensor + "[1],\"data\":";
  deep += std::string(300, '[');
  for (int i = 0; i < 300; ++i) deep += "1,1]";
  bodies.push_back(deep + "}]}");
  for (const std::string& body : bodies) {
    for (const bool framed : {false, true}) {
      Options options;
      if (framed) options.header_length = body.size();
      constexpr std::uint32_t depth = 1000;
      options.limits = {depth, depth};
      CHECK(scratch_bound(as_bytes(body), options) <= 16 * body.size() + 40);
      if (const std::string found = difference(Role::request, as_bytes(body), options); !found.empty()) FAIL(found);
    }
  }
  // What `tritonclient` writes, with binary data after it.
  const std::string json =
      R"({"id":"1","parameters":{"sequence_id":0,"priority":1},"inputs":[{"name":"image","shape":[1,3,224,224],)"
      R"("datatype":"FP32","parameters":{"binary_data_size":602112}}],)"
      R"("outputs":[{"name":"probabilities","parameters":{"binary_data":true}}]})";
  const std::string body = json + std::string(602112, '\0');
  CHECK(scratch_bound(as_bytes(body)) <= 4 * json.size());
  Options options;
  options.header_length = json.size();
  Memory memory(scratch_bound(as_bytes(body), options));
  REQUIRE(static_cast<bool>(decode(Role::request, as_bytes(body), memory.scratch, options)));
  CHECK(memory.scratch.used() <= 4 * json.size());
  const std::string smallest = R"({"inputs":[{"name":"x","shape":[1],"datatype":"INT32","data":[1]}]})";
  Memory little(scratch_bound(as_bytes(smallest)));
  REQUIRE(static_cast<bool>(decode(Role::request, as_bytes(smallest), little.scratch)));
  CHECK(little.scratch.used() <= 4 * smallest.size());
}

TEST_CASE("kserve: a string of 64 MiB is read as an element, as a name and as an unknown member") {
  const std::size_t length = (std::size_t{64} << 20) / testing::stride();
  const std::string text(length, 'x');
  for (const auto& [name, element] : {std::pair(std::string("a"), text), std::pair(text, std::string())}) {
    const std::string body =
        R"({"inputs":[{"name":")" + name + R"(","shape":[1],"datatype":"BYTES","data":[")" + element + R"("]}]})";
    CHECK(scratch_bound(as_bytes(body)) <= 2 * length);
    const auto found = read(Role::request, as_bytes(body), {});
    REQUIRE(found.has_value());
    CHECK(found->tensors.at(0).name == name);
    CHECK(found->tensors.at(0).data.size() == 4 + element.size());
  }
  const std::string other = R"({"outputs":[],")" + text + R"(":")" + text + R"("})";
  CHECK(run_within(Role::response, other, other.size() + 16384).verdict == Verdict::valid);
}

TEST_CASE("kserve: of a million equal keys all but the first are reported, and cost no more than different ones") {
  const std::size_t keys = 1'000'000 / testing::stride();
  const std::string before = R"({"outputs":[])";
  std::string same = before;
  std::string different = before;
  for (std::size_t i = 1; i < keys; ++i) {
    same += R"(,"k":0)";
    different += fmt::format(R"(,"{}":0)", i);
  }
  const conformance::Outcome outcome = run_within(Role::response, same + '}', 40 * (same.size() + 64));
  CHECK(outcome.findings.size() == keys - 2);
  CHECK(std::ranges::all_of(outcome.findings, [](const conformance::Finding& finding) {
    return finding.rule == &rule<"kserve/duplicate-key">;
  }));
  CHECK(outcome.decoded.offset == before.size() + std::string(R"(,"k":0,)").size());
  CHECK(run_within(Role::response, different + '}', 40 * (different.size() + 64)).verdict == Verdict::valid);
}

std::vector<testing::stopping::Input> stops() {
  using namespace testing::stopping;
  // The data of the second tensor are locked.
  const auto body = [](const std::string& member, Options options) {
    const auto tensor = [](const std::string& name, std::size_t size) {
      const std::string bytes = std::to_string(size);
      return "{\"name\":\"" + name + "\",\"shape\":[" + bytes +
             "],\"datatype\":\"BOOL\",\"parameters\":{\"binary_data_size\":" + bytes + "}}";
    };
    const std::string json = "{" + member + "\"inputs\":[" + tensor("a", 64) + "," + tensor("b", locked) + "]}";
    options.header_length = json.size();
    return std::pair(json + std::string(63, '\1') + "\2", options);
  };
  const auto [plain, strict] = body("", {});
  const auto [wrong, tolerant] = body("\"parameters\":{\"x\":null},", compat());
  return {
      {"kserve-request", "an error", plain, {"kserve/boolean"}, strict},
      {"kserve-request", "an error, then a warning", wrong, {"kserve/parameter-type", "kserve/boolean"}, tolerant},
  };
}

}  // namespace
}  // namespace hallmark::kserve

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{.name = "kserve",
                          .sample = kserve::sample,
                          .has_compat = true,
                          .reads_as_the_oracle = kserve::views_in_place,
                          .oracle_alone_nearby = true,
                          .whole = {3000, 6},
                          .cut = {300, 2},
                          .edge = {60, 1},
                          .stops = kserve::stops};
  return own;
}
