// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/bounded_json.hpp"

namespace hallmark::runner {
namespace {

constexpr std::size_t longest_name = 200;
constexpr std::size_t longest_message = 500;

Json parse(std::string_view line) {
  std::string why;
  Json json = parse_line(line, why);
  if (!json.is_object())
    throw BadValue(fmt::format("a line on standard output that is not a reply ({}): {}", why, excerpt(line)));
  return json;
}

// clean escapes and shortens text of a testee for a report.
std::string clean(const std::string& text, std::size_t longest) {
  return reports::escaped(text.size() > longest ? text.substr(0, longest) : text);
}

std::string name(const JsonAt& at) { return clean(at.text(), longest_name); }

// A text that may be null or left out.
std::string text_or_nothing(const JsonAt& at, const char* name, std::size_t longest) {
  return clean(at.optional(name).or_null(&JsonAt::text).value_or(""), longest);
}

Capability read_capability(const JsonAt& at) {
  Capability capability{name(at["format"]), at["ops"].list(name), {}};
  if (at.has("features")) capability.features = at["features"].list(name);
  return capability;
}

void expect_seq(const JsonAt& reply, std::uint64_t seq) {
  const JsonAt at = reply["seq"];
  const Json& value = at.json();
  if (value.is_number_unsigned() && value < seq) {
    throw BadValue(
        fmt::format("a reply to seq {} came before the one to seq {}: each request has one reply, of one line",
                    value.get<std::uint64_t>(), seq));
  }
  if (!value.is_number_integer() || value != seq) {
    throw BadValue(fmt::format("the reply has seq {}, expected {}",
                               clean(value.dump(-1, ' ', true, Json::error_handler_t::replace), 40), seq));
  }
}

}  // namespace

Json parse_line(std::string_view line, std::string& why) {
  try {
    Json json = reports::parse_json(line, reports::most_value_levels);
    if (json.is_object()) return json;
    why = "this is JSON, but not an object";
  } catch (const reports::BadJson& bad) {
    why = fmt::format("{}, at byte {}", bad.what(), bad.byte);
  }
  return nullptr;
}

bool contains(const std::vector<std::string>& all, std::string_view one) noexcept {
  return std::ranges::find(all, one) != all.end();
}

bool Capability::has(std::string_view feature) const noexcept { return contains(features, feature); }

Json as_json(const Capability& capability) {
  return {{"format", capability.format}, {"ops", capability.ops}, {"features", capability.features}};
}

const Capability* Hello::offers(std::string_view format, conformance::Operation operation) const noexcept {
  for (const Capability& capability : capabilities) {
    if (capability.format == format && contains(capability.ops, conformance::to_string(operation))) return &capability;
  }
  return nullptr;
}

std::string hello_request() { return Json{{"cmd", "hello"}, {"protocol", 1}}.dump() + '\n'; }

Hello read_hello(std::string_view line) {
  const Json json = parse(line);
  const JsonAt reply(json);
  if (const JsonAt protocol = reply["protocol"]; protocol.json() != 1) {
    throw BadValue(fmt::format("unsupported protocol version {}, expected 1",
                               clean(protocol.json().dump(-1, ' ', true, Json::error_handler_t::replace), 40)));
  }
  const JsonAt implementation = reply["implementation"];
  Hello hello;
  hello.implementation.name = name(implementation["name"]);
  if (hello.implementation.name.empty()) throw BadValue("the implementation has no name");
  hello.implementation.version = text_or_nothing(implementation, "version", longest_name);
  hello.implementation.language = text_or_nothing(implementation, "language", longest_name);
  hello.implementation.homepage = text_or_nothing(implementation, "homepage", longest_name);
  hello.capabilities = reply["capabilities"].list(read_capability);
  for (const Capability& one : hello.capabilities) hello.implementation.capabilities.push_back(as_json(one));
  return hello;
}

std::string probe_request() { return Json{{"cmd", "hallmark-probe"}, {"seq", 0}}.dump() + '\n'; }

void check_probe(std::string_view line) {
  const Json json = parse(line);
  const JsonAt reply(json);
  expect_seq(reply, 0);
  if (const std::string result = reply["result"].text(); result != "unsupported") {
    throw BadValue(
        fmt::format("the reply to an unknown command is \"{}\", expected \"unsupported\"", clean(result, 40)));
  }
}

std::string run_request(std::uint64_t seq, const conformance::Vector& vector, conformance::Operation operation,
                        TemporaryFolder& files) {
  const bool decode = operation == conformance::Operation::decode;
  return fmt::format("{{\"cmd\":\"run\",\"seq\":{},\"op\":\"{}\",\"format\":\"{}\",\"{}\":{},\"options\":{}}}\n", seq,
                     conformance::to_string(operation), vector.format, decode ? "input" : "value",
                     decode ? input_json(vector, files) : value_json(vector, files), vector.raw_options.dump());
}

std::string stop_request() { return Json{{"cmd", "stop"}}.dump() + '\n'; }

bool answers(std::string_view line, std::uint64_t seq) {
  std::string why;
  const Json reply = parse_line(line, why);
  return reply.is_object() && reply.value("seq", Json()) == seq;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t shown = 120;
  return reports::escaped(text.substr(0, shown)) + (text.size() > shown ? "…" : "");
}

void read_error(const JsonAt& error, conformance::Answer& answer) {
  answer.message = text_or_nothing(error, "message", longest_message);
  if (const std::string category = text_or_nothing(error, "category", 40); !category.empty()) {
    answer.category = category;
  }
  answer.offset = error.optional("offset").or_null(&JsonAt::count);
  if (error.has("unexpected")) answer.unexpected = error["unexpected"].truth();
}

conformance::Answer read_reply(std::string_view line, std::uint64_t seq, conformance::Operation operation) {
  using Kind = conformance::Answer::Kind;
  Json json = parse(line);
  const JsonAt reply(json);
  expect_seq(reply, seq);
  const std::string result = reply["result"].text();
  conformance::Answer answer;
  if (result == "accepted" && operation == conformance::Operation::decode) {
    answer.kind = Kind::accepted;
    if (!reply.optional("value").json().is_null()) answer.value = std::move(json["value"]);
  } else if (result == "encoded" && operation == conformance::Operation::encode) {
    answer.kind = Kind::encoded;
    answer.output = conformance::from_base64(reply["output"]["base64"]);
    answer.header_length = reply.optional("header_length").or_null(&JsonAt::count);
    if (const JsonAt added = reply.optional("added"); !added.json().is_null()) answer.added = added.object();
  } else if (result == "rejected") {
    answer.kind = Kind::rejected;
    if (const JsonAt error = reply.optional("error"); !error.json().is_null()) read_error(error, answer);
  } else if (result == "unsupported") {
    answer.kind = Kind::unsupported;
    answer.message = text_or_nothing(reply, "reason", longest_message);
  } else if (result == "failed") {
    answer.kind = Kind::failed;
    answer.message = text_or_nothing(reply, "message", longest_message);
  } else {
    throw BadValue(fmt::format("\"{}\" is not a result of {}", clean(result, 40), conformance::to_string(operation)));
  }
  return answer;
}

}  // namespace hallmark::runner
