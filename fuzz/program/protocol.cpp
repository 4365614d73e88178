// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the lines that a testee writes, as replies to every request of the runner. A line is a reply, or breaks
// the protocol with a message that a report can hold; texts of replies are escaped and short; a reply is scored against
// vectors of every kind, and its value encoded as the reference would.
#include "conformance/runner/protocol.hpp"

#include <algorithm>

#include "conformance/model/model.hpp"
#include "conformance/suite/score.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {
namespace {

using conformance::Answer;
using conformance::Operation;
using reports::Json;

// An escaped byte takes four characters.
constexpr std::size_t longest_text = 4 * 500;
constexpr std::size_t longest_excuse = 4096;
constexpr std::size_t most_lines = 16;  // of an input: more take time, and are read alike

void check_text(const std::string& text, std::size_t longest) {
  invariant(text.size() <= longest, "text of a testee is cut");
  for (const char c : text)
    invariant(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "text of a testee is escaped");
  invariant(find_invalid_utf8(as_bytes(text)) == nowhere, "text of a testee is UTF-8");
}

// attempt runs a reader, which may throw BadValue and nothing else; true if it did not.
template <class Read>
bool attempt(const Read& read) {
  try {
    read();
    return true;
  } catch (const reports::BadValue& bad) {
    check_text(bad.what(), longest_excuse);
    return false;
  }
}

void hello(std::string_view line) {
  attempt([&] {
    const runner::Hello hello = runner::read_hello(line);
    const reports::Implementation& who = hello.implementation;
    invariant(!who.name.empty(), "an implementation has a name");
    for (const std::string& text : {who.name, who.version, who.language, who.homepage}) check_text(text, longest_text);
    invariant(who.capabilities.size() == hello.capabilities.size(), "every capability is reported");
    for (const runner::Capability& one : hello.capabilities) {
      check_text(one.format, longest_text);
      const bool decodes = hello.offers(one.format, Operation::decode) != nullptr;
      invariant(decodes || !std::ranges::count(one.ops, "decode"), "what is offered is found");
      (void)runner::as_json(one).dump();
    }
  });
}

// Vectors that a reply is scored against: a valid input, an invalid one, and a value to be refused.
std::vector<conformance::Vector> vectors() {
  std::vector<conformance::Vector> all(3);
  for (conformance::Vector& vector : all) {
    vector.id = "bson-vector/fuzz/reply";
    vector.format = "bson-vector";
    vector.segments.push_back({std::vector<std::byte>{std::byte{3}, std::byte{0}, std::byte{7}}, "int8", 1});
  }
  all[0].value = Json{{"dtype", "int8"}, {"padding", 0}, {"data", {{"base64", "Bw=="}}}};
  for (std::size_t i = 1; i < all.size(); ++i) {
    all[i].verdict = Verdict::invalid;
    all[i].error = conformance::ExpectedError{"bson-vector/padding-range", "out-of-range", 1, "padding"};
  }
  all[2].operation = Operation::encode;
  all[2].value = all[0].value;
  return all;
}

void encode(const Json& value) {
  for (const conformance::Model* model : conformance::all_models()) {
    if (model->encode == nullptr) continue;
    try {
      const conformance::EncodeReply reply = model->encode(value, {});
      if (reply.refusal.rule != nullptr) continue;
      const Options options = conformance::reading({}, reply.header_length);
      const Json again = model->decode(reply.bytes, options);
      invariant(!again.is_null(), "what was encoded is valid");
      invariant(model->encode(again, {}).bytes == reply.bytes, "what was encoded is its own encoding");
    } catch (const conformance::BadValue& bad) {
      invariant(find_invalid_utf8(as_bytes(bad.what())) == nowhere, "a message is UTF-8");
    }
  }
}

void reply(std::string_view line) {
  static const std::vector<conformance::Vector> scored = vectors();
  for (const Operation operation : {Operation::decode, Operation::encode}) {
    attempt([&] {
      const Answer answer = runner::read_reply(line, 1, operation);
      invariant(runner::answers(line, 1), "a reply to a request answers it");
      check_text(answer.message, longest_text);
      if (answer.category) check_text(*answer.category, longest_text);
      for (const conformance::Vector& vector : scored) {
        if (!conformance::offers(vector, operation)) continue;
        for (const bool verdict_only : {false, true}) {
          const reports::VectorResult result = conformance::score(vector, operation, answer, verdict_only);
          invariant(reports::enumerator_named<reports::Result>(result.result).has_value(), "a result has a name");
        }
      }
      if (answer.value) encode(*answer.value);
    });
  }
}

void line(std::string_view line) {
  std::string why;
  const Json json = runner::parse_line(line, why);
  invariant(json.is_object() != json.is_null(), "a line is an object or nothing");
  invariant(json.is_object() || !why.empty(), "a line that is no object has a reason");
  check_text(runner::excerpt(line), longest_text);
  (void)runner::answers(line, 1);
  // Refusals are exceptions, and slow. All readers refuse a line that is no object alike: one of them is enough.
  const std::size_t one = line.size() % 3;
  if (json.is_object() || one == 0) hello(line);
  if (json.is_object() || one == 1) attempt([&] { runner::check_probe(line); });
  if (json.is_object() || one == 2) reply(line);
}

}  // namespace

void run_target(const Block& input) {
  std::string_view rest = as_text(input.view());
  for (std::size_t lines = 0; !rest.empty() && lines < most_lines; ++lines) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace hallmark::fuzz
