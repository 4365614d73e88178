// Properties of `http`: files of valid messages, each rule broken, files near them, and other chunks around a body.
#include <rapidcheck/catch.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "conformance/http/reading.hpp"
#include "conformance/http/rules.hpp"
#include "conformance/http/testing/generate.hpp"
#include "conformance/http/testing/oracle.hpp"
#include "conformance/testing/oracle_check.hpp"

namespace hallmark::http {
namespace {

using conformance::Choices;
using testing::hex;

class Faults final : public DiagnosticSink {
 public:
  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    TextOfPlace path;
    place.write(path, violation);
    report_.faults.push_back({std::string(violation.rule->id), violation.offset, violation.length, path.text, severity,
                              hallmark::verdict_of(violation.rule->kind)});
    return true;
  }
  [[nodiscard]] testing::OracleReport take() { return std::move(report_); }

 private:
  testing::OracleReport report_;
};

// fail ends a test or property, with the input.
[[noreturn]] void fail(const std::string& what, const std::string& file) {
  throw std::runtime_error(what + ", " + hex(as_bytes(file)));
}

// found gives what the reader says of a file as the oracle would, and demands that its verdicts fit its reports.
std::vector<oracle::Read> found(const std::string& file, const Settings& settings) {
  std::vector<oracle::Read> all;
  // Memory of its own, so that a sanitizer detects a read behind it.
  const std::vector<char> memory(file.begin(), file.end());
  Messages messages(as_bytes(std::string_view(memory.data(), memory.size())), settings);
  Message message;
  for (Faults faults; messages.next(message, faults);) {
    oracle::Read one{message.offset, message.end, message.role, message.readable, {}, {}, faults.take()};
    if (message.index != all.size() || message.verdict != one.report.verdict()) fail("wrong verdict or index", file);
    if (message.readable) {
      one.body = as_text(message.body);
      one.header_length = message.header_length;
    }
    all.push_back(one);
  }
  return all;
}

std::string text_of(const std::vector<oracle::Read>& all) {
  std::string text;
  for (const oracle::Read& one : all) {
    text += fmt::format("[{} to {}, {}, body {}: {}] ", one.offset, one.end, one.readable, hex(as_bytes(one.body)),
                        testing::list_of(one.report.faults));
  }
  return text;
}

std::vector<oracle::Read> agreed(const std::string& file, const Settings& settings) {
  const auto ours = found(file, settings);
  const auto expected = oracle::read_all(file, settings);
  if (ours != expected) fail(fmt::format("found {}, the oracle {}", text_of(ours), text_of(expected)), file);
  return ours;
}

// agrees compares the reader with the oracle in both profiles, with and without the settings of a command.
void agrees(const std::string& file) {
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    (void)agreed(file, {.profile = profile});
    (void)agreed(file, {.profile = profile, .header_length = 3, .expected = Role::request, .memory = 20});
  }
}

struct Sample {
  std::vector<Parts> parts;
  std::string file;
};

Sample any_sample(Choices& choices, std::uint32_t most) {
  Sample sample;
  for (auto left = 1 + choices.below(most); left > 0; --left) {
    sample.parts.push_back(any_parts(choices, left == 1));
    sample.file += sample.parts.back().written();
  }
  return sample;
}
Sample sample(std::uint32_t most) {
  const testing::Tape tape = *testing::any_tape(300);
  Choices choices(tape);
  return any_sample(choices, most);
}

TEST_CASE("http: every spelling of valid messages is read as these messages, without a finding") {
  CHECK(rc::check([] {
    const Sample one = sample(3);
    agrees(one.file);
    const auto all = found(one.file, {});
    RC_ASSERT(all.size() == one.parts.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].report.faults.empty()) fail(text_of(all), one.file);
      RC_ASSERT(all[i].readable);
      RC_ASSERT(all[i].body == one.parts[i].body);
      RC_ASSERT(all[i].header_length == one.parts[i].header_length);
    }
  }));
}

TEST_CASE("http: each rule is broken, behind valid messages, as the oracle says") {
  std::set<std::string_view> broken;
  for (const Fault& fault : faults()) {
    broken.insert(fault.rule);
    INFO(fault.rule);
    CHECK(rc::check([&fault] {
      const Sample before = sample(1);
      const testing::Tape tape = *testing::any_tape(100);
      Choices choices(tape);
      Parts parts = any_parts(choices, true);
      fault.parts(parts);
      std::string text = parts.written();
      if (fault.text) text = fault.text(text);
      // A response that runs to the end has no message behind it, and behind another message a start line is known.
      const bool open = before.parts.back().framing.empty() && before.parts.back().start.starts_with("HTTP/");
      const bool known = role_of(as_bytes(text)).has_value();
      const std::string file = open || !known ? text : before.file + text;
      agrees(file);
      const auto all = agreed(file, fault.settings);
      const auto& reported = all.back().report.faults;
      const std::string id = "http/" + std::string(fault.rule);
      const bool there = std::ranges::any_of(reported, [&id](const testing::Fault& one) { return one.rule == id; });
      if (!there) fail("no " + id + " in " + text_of(all), file);
    }));
  }
  for (const Rule* one : rules) {
    // A head of more than 1 MiB is a test of its own.
    if (one != &rule<"http/head-limit">) CHECK(broken.contains(one->id.substr(5)));
  }
}

TEST_CASE("http: heads around 1 MiB agree with the oracle") {
  const std::string end = "\r\n\r\n";
  for (const int more : {-1, 0, 1}) {
    const std::string head =
        post + "a:" + std::string(max_head - post.size() - 6 + static_cast<std::size_t>(more), 'x');
    for (const std::string& file : {head + end, head}) {
      CHECK(found(file, {}) == oracle::read_all(file));
    }
  }
}

TEST_CASE("http: every prefix agrees with the oracle, and every boundary value of every byte") {
  CHECK(rc::check([] {
    const std::string file = sample(2).file;
    for (std::size_t size = 1; size < file.size(); ++size) agrees(file.substr(0, size));
  }));
  CHECK(rc::check([] {
    const std::string file = sample(1).file;
    const auto at = *rc::gen::inRange<std::size_t>(0, file.size());
    conformance::each_boundary_value(as_bytes(file), [at](Bytes changed, std::size_t where) {
      if (where / 8 == at / 8) agrees(std::string(as_text(changed)));
    });
  }));
}

TEST_CASE("http: files with other words in them, mutated ones and noise agree with the oracle") {
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    const testing::Tape tape = conformance::tape_of(seed, 400);
    Choices choices(tape);
    const std::string file = any_sample(choices, 2).file;
    agrees(spliced(file, choices));
    const auto mutant = conformance::mutated(as_bytes(file), choices);
    agrees(std::string(as_text(mutant)));
    if (seed % 16 == 0) agrees(std::string(tape.begin(), tape.end()));
  }
}

TEST_CASE("http: the same content in other chunks is the same message but for offsets") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(300);
    Choices choices(tape);
    Parts parts = any_parts(choices, true);
    parts.start = "POST / HTTP/1.1";
    parts.interim.clear();
    parts.framing = "Transfer-Encoding: chunked";
    parts.chunked = true;
    // A body in one piece takes no memory, one in many takes its size; compressed content is bounded in both.
    const bool compressed = parts.content != parts.body;
    if (choices.chance(2)) parts.content += "x";
    if (choices.chance(2)) parts.content.resize(parts.content.size() / 2);
    const Settings settings{.memory = compressed && choices.chance(2) ? 20U : 1U << 30};
    const auto whole = agreed(parts.written(), settings);
    parts.cuts.clear();
    for (std::size_t i = 0; i < parts.content.size(); ++i) parts.cuts.push_back(1 + choices.below(4));
    const auto cut = agreed(parts.written(), settings);
    RC_ASSERT(whole.size() == 1U);
    RC_ASSERT(cut.size() == 1U);
    RC_ASSERT(whole[0].readable == cut[0].readable);
    RC_ASSERT(whole[0].body == cut[0].body);
    RC_ASSERT(whole[0].header_length == cut[0].header_length);
    const auto without_places = [](testing::OracleReport report) {
      for (testing::Fault& fault : report.faults) fault.offset = fault.length = 0;
      return report;
    };
    RC_ASSERT(without_places(whole[0].report) == without_places(cut[0].report));
  }));
}

}  // namespace
}  // namespace hallmark::http
