// SPDX-License-Identifier: Apache-2.0
// Fuzz target: what `hallmark serve-testee` reads and writes. Every line gets one line of JSON that the protocol
// allows, in whatever pieces it arrives, and nothing else is written; after `stop` there is no reply. A value that was
// accepted can be encoded, unless its bytes cannot be, and its encoding is accepted as the same value.
#include <optional>
#include <set>
#include <vector>

#include "conformance/model/model.hpp"
#include "conformance/runner/protocol.hpp"
#include "conformance/runner/reference.hpp"
#include "fuzz/program/judged.hpp"

namespace hallmark::fuzz {
namespace {

using conformance::Operation;

constexpr const char* version = "1";
constexpr std::size_t most_lines = 16;  // of an input: more take time, and are answered alike

Json request_of(std::string_view line) {
  std::string why;
  return runner::parse_line(line, why);
}

// names_file: somewhere in the request are data that lie in a file. A target must not read files of its machine.
bool names_file(const Json& json) {
  if (json.is_object() && json.contains("path")) return true;
  return json.is_structured() && std::ranges::any_of(json, names_file);
}

// served returns the replies to an input that arrives in pieces of so many bytes.
std::string served(std::string_view input, std::size_t piece) {
  std::string written;
  runner::ReferenceServer server(version, [&](std::string_view text) { written += text; });
  while (!input.empty()) {
    if (!server.take(input.substr(0, piece))) return written;
    input.remove_prefix(std::min(piece, input.size()));
  }
  server.finish();
  return written;
}

Json served_line(const Json& request) {
  const std::string reply = served(request.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n", SIZE_MAX);
  invariant(reply.ends_with('\n'), "a reply is a line");
  return parsed_line({reply.data(), reply.size() - 1});
}

// read_by_runner demands that the runner takes a line for a reply, as it does those of other testees.
conformance::Answer read_by_runner(std::string_view line, std::uint64_t seq, Operation operation) {
  try {
    return runner::read_reply(line, seq, operation);
  } catch (const reports::BadValue& bad) {
    invariant(false, bad.what());
    return {};
  }
}

// has_hash: some data were too large for the reply.
bool has_hash(const Json& json) {
  if (json.is_object() && json.contains("sha256")) return true;
  return json.is_structured() && std::ranges::any_of(json, has_hash);
}

void check_accepted(const Json& request, const Json& value) {
  const conformance::Model* model = conformance::model_named(request.at("format").get_ref<const std::string&>());
  if (model->encode == nullptr || has_hash(value) || request.value("/options/profile"_json_pointer, "") == "compat")
    return;
  Json back{{"cmd", "run"}, {"seq", 1}, {"op", "encode"}, {"format", request.at("format")}, {"value", value}};
  const Json encoded = served_line(back);
  if (encoded.at("result") != "encoded") std::fprintf(stderr, "%s\n", encoded.dump().c_str());
  invariant(encoded.at("result") == "encoded", "an accepted value can be encoded");
  Json again{
      {"cmd", "run"}, {"seq", 2}, {"op", "decode"}, {"format", request.at("format")}, {"input", encoded.at("output")}};
  if (encoded.contains("header_length")) again["options"]["header_length"] = encoded.at("header_length");
  const Json decoded = served_line(again);
  invariant(decoded.at("result") == "accepted", "what was encoded is accepted");
  invariant(conformance::same_value(conformance::comparable(*model, decoded.at("value")),
                                    conformance::comparable(*model, value)),
            "what was encoded is the same value");
}

void check_run(const Json& request, std::string_view line, const Json& reply) {
  static const std::set<std::string, std::less<>> results{"accepted", "encoded", "rejected", "unsupported", "failed"};
  const auto result = reply.find("result");
  invariant(result != reply.end() && result->is_string() && results.contains(result->get_ref<const std::string&>()),
            "a reply has a result of the protocol");
  const auto seq = request.is_object() ? request.find("seq") : request.end();
  const bool numbered = request.is_object() && seq != request.end() && seq->is_primitive();
  invariant(reply.contains("seq") == numbered && (!numbered || reply.at("seq") == *seq),
            "a reply has the number of its request");
  const bool decodes = request.is_object() && request.value("op", Json()) == "decode";
  const bool encodes = request.is_object() && request.value("op", Json()) == "encode";
  if (numbered && seq->is_number_unsigned() && (decodes || encodes)) {
    (void)read_by_runner(line, seq->get<std::uint64_t>(), decodes ? Operation::decode : Operation::encode);
  }
  invariant(*result != "accepted" || decodes, "only an input is accepted");
  invariant(*result != "encoded" || encodes, "only a value is encoded");
  if (*result == "accepted") check_accepted(request, reply.at("value"));
}

void check_hello(std::string_view line) {
  try {
    const runner::Hello hello = runner::read_hello(line);
    invariant(hello.capabilities.size() == conformance::all_models().size(), "every format is offered");
  } catch (const reports::BadValue& bad) {
    invariant(false, bad.what());
  }
}

// requests_in splits the input into its lines up to `stop`; nothing if one of them names a file, or if they are many.
std::optional<std::vector<Json>> requests_in(std::string_view input) {
  std::vector<Json> requests;
  while (!input.empty()) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    Json request = request_of(input.substr(0, end));
    if (names_file(request) || requests.size() == most_lines) return std::nullopt;
    if (request.is_object() && request.value("cmd", Json()) == "stop") break;
    requests.push_back(std::move(request));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return requests;
}

void serve(std::string_view input) {
  const auto requests = requests_in(input);
  if (!requests) return;
  const std::string replies = served(input, SIZE_MAX);
  invariant(served(input, 1 + input.size() / 3) == replies, "pieces make no difference");
  std::size_t answered = 0;
  for_each_line(replies, [&](std::string_view line) {
    invariant(answered < requests->size(), "a request has one reply");
    const Json& request = (*requests)[answered++];
    const Json reply = parsed_line(line);
    invariant(reply.is_object(), "a reply is an object");
    if (request.is_object() && request.value("cmd", Json()) == "hello") {
      check_hello(line);
    } else {
      check_run(request, line, reply);
    }
  });
  invariant(answered == requests->size(), "every request has a reply");
}

}  // namespace

void run_target(const Block& input) { serve(as_text(input.view())); }

}  // namespace hallmark::fuzz
