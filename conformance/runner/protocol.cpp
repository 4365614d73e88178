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
    throw BadReply(fmt::format("a line on standard output that is no reply ({}): {}", why, excerpt(line)));
  return json;
}

// clean escapes and shortens text of a testee for a report.
std::string clean(const std::string& text, std::size_t longest) {
  return reports::escaped(text.size() > longest ? text.substr(0, longest) : text);
}

const Json& reply_member(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw BadReply(fmt::format("member \"{}\" is missing", name));
  return *found;
}

std::string text(const Json& json, const char* name) {
  const Json& value = reply_member(json, name);
  if (!value.is_string()) throw BadReply(fmt::format("\"{}\" must be a string", name));
  return value.get<std::string>();
}

std::string text_or_empty(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() || found->is_null() ? "" : text(json, name);
}

std::vector<std::string> names(const Json& json, const char* name) {
  if (!json.is_array() || !std::ranges::all_of(json, &Json::is_string)) {
    throw BadReply(fmt::format("\"{}\" must be an array of strings", name));
  }
  std::vector<std::string> all;
  for (const Json& entry : json) all.push_back(clean(entry.get<std::string>(), longest_name));
  return all;
}

Capability read_capability(const Json& json) {
  if (!json.is_object()) throw BadReply("a capability must be an object");
  Capability capability;
  capability.format = clean(text(json, "format"), longest_name);
  capability.ops = names(reply_member(json, "ops"), "ops");
  if (const auto features = json.find("features"); features != json.end()) {
    capability.features = names(*features, "features");
  }
  return capability;
}

void expect_seq(const Json& reply, std::uint64_t seq) {
  const Json& value = reply_member(reply, "seq");
  if (value.is_number_unsigned() && value < seq) {
    throw BadReply(
        fmt::format("a reply to seq {} came before the one to seq {}: each request has one reply, of one line",
                    value.get<std::uint64_t>(), seq));
  }
  if (!value.is_number_integer() || value != seq) {
    throw BadReply(fmt::format("the reply has seq {}, expected {}",
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
  const Json reply = parse(line);
  if (const Json& protocol = reply_member(reply, "protocol"); protocol != 1) {
    throw BadReply(fmt::format("unsupported protocol version {}, expected 1",
                               clean(protocol.dump(-1, ' ', true, Json::error_handler_t::replace), 40)));
  }
  const Json& implementation = reply_member(reply, "implementation");
  if (!implementation.is_object()) throw BadReply("\"implementation\" must be an object");
  Hello hello;
  hello.implementation.name = clean(text(implementation, "name"), longest_name);
  if (hello.implementation.name.empty()) throw BadReply("the implementation has no name");
  hello.implementation.version = clean(text_or_empty(implementation, "version"), longest_name);
  hello.implementation.language = clean(text_or_empty(implementation, "language"), longest_name);
  hello.implementation.homepage = clean(text_or_empty(implementation, "homepage"), longest_name);
  const Json& capabilities = reply_member(reply, "capabilities");
  if (!capabilities.is_array()) throw BadReply("\"capabilities\" must be an array");
  for (const Json& entry : capabilities) {
    hello.capabilities.push_back(read_capability(entry));
    hello.implementation.capabilities.push_back(as_json(hello.capabilities.back()));
  }
  return hello;
}

std::string probe_request() { return Json{{"cmd", "hallmark-probe"}, {"seq", 0}}.dump() + '\n'; }

void check_probe(std::string_view line) {
  const Json reply = parse(line);
  expect_seq(reply, 0);
  if (const std::string result = text(reply, "result"); result != "unsupported") {
    throw BadReply(
        fmt::format("the reply to an unknown command is \"{}\", expected \"unsupported\"", clean(result, 40)));
  }
}

std::string run_request(std::uint64_t seq, const conformance::Vector& vector, conformance::Operation operation,
                        TemporaryFolder& files) {
  Json request{{"cmd", "run"}, {"seq", seq}, {"op", conformance::to_string(operation)}, {"format", vector.format}};
  if (operation == conformance::Operation::decode) {
    request["input"] = input_of(vector.bytes(), files);
  } else {
    request["value"] = with_files(*vector.value, files);
  }
  request["options"] = vector.raw_options;
  return request.dump() + '\n';
}

std::string stop_request() { return Json{{"cmd", "stop"}}.dump() + '\n'; }

std::optional<std::uint64_t> number_or_nothing(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return std::nullopt;
  try {
    return reports::number_from(*found);
  } catch (const std::exception&) {
    throw BadReply(fmt::format("\"{}\" must be an integer of at least 0", name));
  }
}

bool answers(std::string_view line, std::uint64_t seq) {
  std::string why;
  const Json reply = parse_line(line, why);
  return reply.is_object() && reply.value("seq", Json()) == seq;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t shown = 120;
  return reports::escaped(text.substr(0, shown)) + (text.size() > shown ? "…" : "");
}

void read_error(const Json& error, conformance::Answer& answer) {
  if (!error.is_object()) throw BadReply("\"error\" must be an object");
  answer.message = clean(text_or_empty(error, "message"), longest_message);
  if (const std::string category = text_or_empty(error, "category"); !category.empty()) {
    answer.category = clean(category, 40);
  }
  answer.offset = number_or_nothing(error, "offset");
  if (const auto unexpected = error.find("unexpected"); unexpected != error.end()) {
    if (!unexpected->is_boolean()) throw BadReply("\"unexpected\" must be true or false");
    answer.unexpected = unexpected->get<bool>();
  }
}

conformance::Answer read_reply(std::string_view line, std::uint64_t seq, conformance::Operation operation) {
  Json reply = parse(line);
  expect_seq(reply, seq);
  const std::string result = text(reply, "result");
  conformance::Answer answer;
  if (result == "accepted" && operation == conformance::Operation::decode) {
    answer.kind = conformance::Answer::Kind::accepted;
    if (const auto value = reply.find("value"); value != reply.end() && !value->is_null()) {
      answer.value = std::move(*value);
    }
  } else if (result == "encoded" && operation == conformance::Operation::encode) {
    answer.kind = conformance::Answer::Kind::encoded;
    const Json& output = reply_member(reply, "output");
    if (!output.is_object()) throw BadReply("\"output\" must be an object");
    try {
      answer.output = conformance::from_base64(text(output, "base64"));
    } catch (const conformance::BadValue& error) {
      throw BadReply(fmt::format("\"output\": {}", error.what()));
    }
    answer.header_length = number_or_nothing(reply, "header_length");
    answer.added = reply.value("added", Json());
    if (!answer.added.is_null() && !answer.added.is_object()) throw BadReply("\"added\" must be an object");
  } else if (result == "rejected") {
    answer.kind = conformance::Answer::Kind::rejected;
    if (const auto error = reply.find("error"); error != reply.end() && !error->is_null()) read_error(*error, answer);
  } else if (result == "unsupported") {
    answer.kind = conformance::Answer::Kind::unsupported;
    answer.message = clean(text_or_empty(reply, "reason"), longest_message);
  } else if (result == "failed") {
    answer.kind = conformance::Answer::Kind::failed;
    answer.message = clean(text_or_empty(reply, "message"), longest_message);
  } else {
    throw BadReply(fmt::format("\"{}\" is not a result of {}", clean(result, 40), conformance::to_string(operation)));
  }
  return answer;
}

}  // namespace hallmark::runner
